//! Defines the asking of a model about a whole transcript, turn by turn: for measuring, where nobody waits at a screen.

use std::time::{Duration, Instant};

use super::{Backend, LlmError, random_word};
use crate::pipeline::extract::model::{nothing, prompt};
use crate::session::Session;
use crate::session::model::AnswerSummary;
use crate::transcript::Entry;

/// A model that is asked.
#[derive(Debug)]
pub struct Asker<'a> {
    /// The way to it.
    pub backend: &'a Backend,
    /// Its name.
    pub model: &'a str,
    /// Whether the policy allows it.
    pub trusted_model: bool,
    /// Bytes of talk and items in one question.
    pub budget: usize,
    /// Turns that may tell something before it is asked.
    pub every: usize,
}

/// What asking has cost.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cost {
    /// Questions.
    pub requests: usize,
    /// Answers of which nothing was taken, and questions that got none.
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
    /// Reads the entries into the session and asks whenever enough was said, and at the end. Gives up at the first
    /// question that the server leaves unanswered.
    pub async fn read(&self, session: &mut Session, entries: Vec<Entry>) -> Result<Cost, LlmError> {
        let mut cost = Cost::default();
        for entry in entries {
            session.ingest([entry]);
            if session.unasked() >= self.every {
                self.ask(session, &mut cost).await?;
            }
        }
        while session.unasked() > 0 && self.ask(session, &mut cost).await?.is_some() {}
        Ok(cost)
    }

    /// Asks about the newest turns, and says what that came to; nothing when there is nothing to ask.
    pub async fn ask(&self, session: &mut Session, cost: &mut Cost) -> Result<Option<AnswerSummary>, LlmError> {
        let Some(window) = session.next_window(self.budget) else { return Ok(None) };
        let (nonce, mark) = (random_word(), random_word());
        let who = (self.model, self.trusted_model);
        if window.turns.is_empty() {
            // All of it speaks to a model: nobody is asked.
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
