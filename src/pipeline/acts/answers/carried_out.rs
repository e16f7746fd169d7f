//! Defines what the agent carries out as the person said: "5 s is too much, 2" after "the timeout is 5 s" is a setting once
//! the agent says "Timeout is 2 s". People name a value in countless ways; an agent that sets it says which setting it is,
//! and the value stands in both. What a form has read of the person's words without that setting is put in the agent's.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::changes::new_values::numbers;
use crate::pipeline::acts::references::antecedents;
use crate::pipeline::acts::sentences::quantities::word_value;
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition, tells_of_others};
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Basis, View};
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::pipeline::spoken::{self, Surroundings};
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// A result that was measured, what only tells of the work, and what the agent leaves open or weighs.
    SETS_NOTHING = r"(?i)\b(?:took|takes about|pass(?:es|ed|ing)?|tests?|green|red|measured|faster|slower|fewer|fail(?:s|ed|ing)?|finds|found|counted|i|i'm|i'll|i've|i'd|we|let me|would|could|should|might|may|if|but|however|because|not|no|was|were|exists?|instead of|error|bug)\b|n't\b|^(?:item|option|step|point|part|phase) \d";
    /// Words that say that something is left for later.
    PUTS_OFF = r"(?i)\b(?:until|later|list|todo|open|noted|hold|parked|postponed|deferred|waits?|after|next|pile|backlog|tomorrow|tonight)\b";
    /// An opening with a verb of work that was done or is being done: "Added the flag", "Creating the file".
    TELLS_WORK = r"^(?:[A-Z][a-z]+ing|Added|Replied|Created|Renamed|Removed|Updated|Fixed|Wrote|Done|Implemented|Replaced|Committed|Pushed|For|Rename|Add|Create) ";
    /// An amount that is said without a number, or in proportion to another.
    AMOUNT = r"(?i)\b(?:half|double|twice|triple|quarter|third|dozen|couple|hour|day|week|month|year|hourly|daily|weekly|monthly|minutes?|hours|days|weeks|months|years|gig|gigs|meg|megs|minus|plus)\b";
    /// Words that give a thing its value.
    GIVES = r"(?i)\b(?:is|are|set|now|keeps?|stays?|capped|limited|goes|runs|waits|allows|held|kept)\b|=";
    /// Words that say of a thing that it is what was chosen.
    PUT_IN = r"(?i) (?:is|are) (?:now )?(?:used|in|it|set|set up|installed|enabled|added|wired(?: up)?|in place|configured|the (?:default|one))\b";
}

/// Pronouns that a statement may open with.
const PRONOUNS: Phrases = phrases!("it|they|this|that|these|those|everything|all");

/// Words of an answer that name nothing that is set.
const NO_NAME: Phrases = phrases!(
    "use|take|make|keep|set|put|pleas|want|need|fine|good|great|yes|yeah|sure|thank|just|onli|also|then|everi|all|one|two|first|second|both|same|last|next|rest|stay|work|better|like|can|will|should|would|new|now|today|doe|get|got|let|more|less|enough|never|alway"
);

/// Maximum number of words in a turn of the person, of the agent's sentences that are read, and of words in such a sentence
/// and in a statement.
const SAID: usize = 30;
const SENTENCES: usize = 3;
const TOLD: usize = 60;
const MOST: usize = 14;

/// Number of the agent's last sentences that may ask what the person answers.
const LAST: usize = 3;

/// Probability from which words only tell, ask or talk, as the model of wordings finds.
const TALKS: f32 = 0.75;

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "carried-out";

/// The turn of the person that the agent carries out, and what stands around it.
struct Exchange<'v> {
    view: View<'v>,
    /// The agent's turn before the person's.
    told: &'v ReadTurn,
    said: &'v ReadTurn,
    /// The person's turn as it was typed.
    typed: &'v ReadTurn,
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(exchange) = Exchange::of(view) else { return Vec::new() };
    let own = view.own().take(SENTENCES).take_while(|s| !s.asks);
    let own = own.filter(|s| matches!(s.block, BlockKind::Paragraph | BlockKind::Item) && words(&s.text) <= TOLD);
    own.flat_map(|sentence| exchange.carried_out(sentence)).collect()
}

impl<'v> Exchange<'v> {
    fn of(view: View<'v>) -> Option<Self> {
        let mut before = view.talk.before();
        let said = before.next().filter(|turn| turn.role == Role::User)?;
        let told = before.next().filter(|turn| turn.role == Role::Assistant)?;
        let typed = view.talk.last_typed().filter(|turn| turn.sentences.len() == said.sentences.len())?;
        let short = said.sentences.iter().map(|s| words(&s.text)).sum::<usize>() <= SAID;
        short.then_some(Self { view, told, said, typed })
    }

    fn carried_out(&self, sentence: &Sentence) -> Vec<Act> {
        let text = plain(&sentence.text);
        let statements = statements(&text).into_iter().filter(|part| words(part) <= MOST && may_set(part));
        statements.filter_map(|statement| self.of_statement(statement, sentence)).collect()
    }

    fn of_statement(&self, statement: &str, sentence: &Sentence) -> Option<Act> {
        let setting = self.setting(statement)?;
        let (value, by) = self.value(statement).or_else(|| self.changed(statement))?;
        let thing: Vec<String> = tokens(&setting).into_iter().filter(|t| t.len() > 1 && *t != value).collect();
        if !self.is_about(&thing, &value) {
            return None;
        }
        let act = Act::settled(ActKind::Choose, sentence.range.clone(), whole(&capital(&setting)), FORM);
        let act = Act { basis: Some(Basis::of(&self.said.turn_id, by)), ..act };
        // "Make it 50" may have been read of another setting, or of none.
        let names = |item: &Item| tokens(&item.summary).iter().any(|t| thing.contains(t));
        match self.known(&value)[..] {
            [] => Some(act),
            [item] if !names(item) => Some(Act { deed: ActKind::Revise, target: Some(item.id.clone()), ..act }),
            _ => None,
        }
    }

    /// The number or the name in a statement that the person's words gave, as a token, and the sentence that gave it.
    fn value(&self, statement: &str) -> Option<(String, &'v Sentence)> {
        let number = numbers(statement).map(|n| n.replace(',', ".")).find_map(|n| {
            let by = self.saying(|s| numbers(&s.text).any(|own| own.replace(',', ".") == n))?;
            Some((n, by))
        });
        number.or_else(|| self.name(statement))
    }

    /// A number that the agent did not give before, of the thing that it asked about, where the person said it in words, or
    /// how to get it: "double that". Who hands the choice back or only talks has given no number.
    fn changed(&self, statement: &str) -> Option<(String, &'v Sentence)> {
        let told = &self.told.sentences;
        GIVES.is_match(statement).then_some(())?;
        let new = |n: &&str| !told.iter().any(|s| numbers(&s.text).any(|other| other == *n));
        let number = numbers(statement).find(new)?.to_owned();
        let things: Vec<String> = tokens(statement).into_iter().filter(|t| t.len() > 2).collect();
        let asked = told.iter().rev().take(LAST).filter(|s| s.asks);
        asked.flat_map(|s| tokens(&s.text)).any(|t| things.contains(&t)).then_some(())?;
        let in_words = |text: &str| {
            let spelled = text.split(|c: char| !c.is_alphanumeric()).filter_map(word_value);
            AMOUNT.is_match(text) || spelled.into_iter().any(|value| value.to_string() == number)
        };
        let agent = told.last().map_or("", |s| s.text.as_str());
        let around = Surroundings { agent, ..Surroundings::default() };
        let by = self.saying(|s| in_words(&s.text) && spoken::read(&s.text, around).talks() < TALKS)?;
        Some((number, by))
    }

    /// A name in a statement with which the person answered a question, and the sentence that gave it.
    fn name(&self, statement: &str) -> Option<(String, &'v Sentence)> {
        let told = &self.told.sentences;
        told.iter().any(|s| s.asks).then_some(())?;
        let known: Vec<String> = told.iter().flat_map(|s| tokens(&s.text)).collect();
        let names = |t: &String| t.len() > 2 && !NO_NAME.contains(t) && t.starts_with(char::is_alphabetic);
        let all = tokens(statement);
        // What is chosen is said last, or is what a thing is made with.
        let first = if PUT_IN.is_match(statement) { 0 } else { all.len() / 2 };
        let new = all.into_iter().skip(first).filter(|t| names(t) && !known.contains(t));
        new.into_iter().find_map(|name| Some((name.clone(), self.saying(|s| tokens(&s.text).contains(&name))?)))
    }

    /// The sentence of the person, as it was typed, that says something and is no question, doubt, condition or hearsay.
    fn saying(&self, says: impl Fn(&Sentence) -> bool) -> Option<&'v Sentence> {
        let all = self.said.sentences.iter().zip(&self.typed.sentences);
        let sure = all.filter(|(s, typed)| !self.is_open(s) && !self.view.talk.leaves_unsettled(&typed.range));
        sure.filter(|(s, _)| says(s)).map(|(_, typed)| typed).next()
    }

    fn is_open(&self, sentence: &Sentence) -> bool {
        const OPEN: [Modality; 4] = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question];
        let clauses = self.said.clauses.get(sentence.clauses.clone()).unwrap_or_default();
        let low = lowered(&sentence.text);
        sentence.asks
            || clauses.iter().any(|c| OPEN.contains(&c.modality))
            || hedges(&low)
            || sets_condition(&low)
            || tells_of_others(&low)
    }

    /// A statement as a setting that can be understood alone: a pronoun is replaced by what the agent told of before.
    fn setting(&self, statement: &str) -> Option<String> {
        let Some(rest) = after_any(statement, PRONOUNS) else {
            return (!summary::points(statement) && words(statement) > 1).then(|| statement.to_owned());
        };
        let own = token_set(rest);
        let shared = |s: &Sentence| tokens(&s.text).iter().filter(|t| own.binary_search(t).is_ok()).count();
        let about = self.told.sentences.iter().filter(|s| !s.asks).max_by_key(|s| shared(s));
        let subject = antecedents::subject(&plain(&about.filter(|s| shared(s) > 0)?.text))?;
        Some(format!("{subject} {rest}"))
    }

    /// Whether the value can be one of the thing: the agent asked, or told of the thing with a number, before.
    fn is_about(&self, thing: &[String], value: &str) -> bool {
        let names = |s: &Sentence| tokens(&s.text).iter().any(|t| thing.contains(t));
        let has_number = |s: &Sentence| numbers(&s.text).next().is_some();
        let told = &self.told.sentences;
        let is_number = value.starts_with(|c: char| c.is_ascii_digit());
        told.iter().any(|s| names(s) && (is_number && has_number(s) || told.iter().any(|s| s.asks)))
    }

    /// The choices and rules that came from the person's turn and have the value.
    fn known(&self, value: &str) -> Vec<&'v Item> {
        const NEWEST: usize = 8;
        let kinds = [ItemKind::Decision, ItemKind::Constraint].into_iter();
        let newest = kinds.flat_map(|kind| self.view.ledger.of_kind(kind).rev().take(NEWEST));
        let own = newest.filter(|item| item.source_turns.iter().any(|s| s.turn_id == self.said.turn_id));
        let has = |item: &&Item| {
            numbers(&item.summary).any(|n| n.replace(',', ".") == value)
                || tokens(&item.summary).iter().any(|t| t == value)
        };
        own.filter(has).collect()
    }
}

/// Whether a statement may tell how something is set.
fn may_set(statement: &str) -> bool {
    let tells = [&SETS_NOTHING, &PUTS_OFF, &TELLS_WORK];
    !tells.iter().any(|pattern| pattern.is_match(statement)) && !statement.ends_with(':')
}

/// The statements of a sentence: "the limit is 3", "the delay stays at 5 s".
fn statements(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for part in text.split([';', '\n']).flat_map(|part| part.split(", ")) {
        // "14 and 28 days" is one value.
        let parts = part
            .split_once(" and ")
            .filter(|(_, rest)| words(rest) > 2 && !rest.starts_with(|c: char| c.is_ascii_digit()));
        out.extend(parts.map_or(vec![part], |(first, rest)| vec![first, rest]));
    }
    out.into_iter().map(|part| unhurried(part.trim_end_matches(['.', '!']))).collect()
}
