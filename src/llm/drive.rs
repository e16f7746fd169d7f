//! Defines [`Asker`], which asks a model about a whole transcript, turn by turn, for measurements without a screen.

use std::time::{Duration, Instant};

use super::{Backend, LlmError, random_word};
use crate::pipeline::extract::model::window::TURNS;
use crate::pipeline::extract::model::{nothing, prompt};
use crate::session::Session;
use crate::session::model::{AnswerSummary, WindowRequest};
use crate::state::ReaderTrust;
use crate::transcript::Entry;

/// A model, the trust in it, and the size of its questions.
#[derive(Debug)]
pub struct Asker<'a> {
    /// The provider.
    pub backend: &'a Backend,
    /// The model's name.
    pub model: &'a str,
    /// The trust in its answers.
    pub trust: ReaderTrust,
    /// Most bytes of talk and items in one question.
    pub budget: usize,
}

/// The cost of all questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cost {
    /// Questions.
    pub requests: usize,
    /// Questions without a usable answer.
    pub failed: usize,
    /// Tokens read, where the server counts them.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub answer_tokens: u64,
    /// Bytes sent.
    pub bytes: u64,
    /// Time waited.
    pub took: Duration,
}

impl Asker<'_> {
    /// Ingests the entries and asks whenever a window is full, and at the end. Stops at the first question that the
    /// server does not answer.
    pub async fn read(&self, session: &mut Session, entries: Vec<Entry>) -> Result<Cost, LlmError> {
        self.read_each(session, entries, || {}).await
    }

    /// Like [`Self::read`]; `asked` is called after each question.
    pub async fn read_each(
        &self,
        session: &mut Session,
        entries: Vec<Entry>,
        asked: impl Fn(),
    ) -> Result<Cost, LlmError> {
        let mut cost = Cost::default();
        for entry in entries {
            session.ingest([entry]);
            // One turn more than a window shows whether the window ends with a report.
            if session.unread_turns(0) > TURNS {
                self.ask(session, &mut cost).await?;
                asked();
            }
        }
        while session.unasked(0) > 0 && self.ask(session, &mut cost).await?.is_some() {
            asked();
        }
        Ok(cost)
    }

    /// Asks about the oldest turns and applies the answer; `None` when no turn waits.
    pub async fn ask(&self, session: &mut Session, cost: &mut Cost) -> Result<Option<AnswerSummary>, LlmError> {
        let request = WindowRequest { budget: self.budget, from: 0, settles: self.trust.settles() };
        let Some(window) = session.next_window(request) else { return Ok(None) };
        let (nonce, mark) = (random_word(), random_word());
        let who = (self.model, &self.trust);
        if window.turns.is_empty() {
            // Every turn was withheld as a possible prompt injection.
            let answer = session.answer_to(&window, &nonce, who, &nothing(&nonce));
            return Ok(Some(session.take_answer(answer)));
        }
        let prompt = prompt(&window, &nonce, &mark);
        cost.requests += 1;
        cost.bytes += prompt.bytes() as u64;
        let begun = Instant::now();
        let reply = self.backend.chat(self.model, &prompt).await;
        cost.took += begun.elapsed();
        let answer = match reply {
            Ok(reply) => {
                cost.prompt_tokens += reply.prompt_tokens.unwrap_or(0);
                cost.answer_tokens += reply.answer_tokens.unwrap_or(0);
                session.answer_to(&window, &nonce, who, &reply.text)
            }
            Err(error) if error.is_of_the_question() => session.no_answer_to(&window, &nonce, who, &error.to_string()),
            Err(error) => {
                cost.failed += 1;
                return Err(error);
            }
        };
        let taken = session.take_answer(answer);
        cost.failed += usize::from(taken.refused.is_some());
        Ok(Some(taken))
    }
}
