//! Defines choices that the person puts in words which may also describe or ask ("slog in all services") and
//! that the agent takes up at once: "Noted, slog." What both say is settled.

use super::chosen::may_be_product;
use super::form::{first, forms, group};
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::{Act, ActKind, Basis, View, imperative, stance};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::transcript::Role;

forms! {
    "name-for" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) (?:for|in|on|as|between|with|behind|under|across|everywhere)(?: .+)?)$"
        yes "tantivy for the full text index" no "tantivy";
    "we-will" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?:we(?:'ll| will| shall|'re going to| are going to)) (?P<what>[a-z]{3,} .+)$"
        yes "we shall print the tickets with escpos" no "we print";
    "we-are-doing" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>we(?:'re| are) [a-z]{3,}ing .+)$"
        yes "we're partitioning the readings by month" no "we are late";
}

/// Openings with which an agent takes up what was said, before it repeats it.
const TAKES_UP: Phrases = phrases!(
    "ok|okay|noted|got it|understood|all right|alright|right|sure|will do|fine|good|agreed|recorded|makes sense|using|set|so"
);

/// Words of an agent that weighs what was said instead of taking it up.
const WEIGHS: Phrases = phrases!(
    "but|however|though|unless|if|would|could|might|should|not|can't|cannot|isn't|doesn't|don't|already|still|currently|today"
);

/// Words of a sentence of the person that tells how things are, or that points to something else.
const TELLS: Phrases = phrases!(
    " is | are | was | were | has | have | had | does | did | it | it's | that | this | they | these | those | not | no | never | don't | can't | won't | if | when | why | how | what | maybe | perhaps | error | errors | bug | problem | issue | fails | failed | broken | slow | missing "
);

/// Maximum numbers of words in what is taken up, and in the words that do so.
const MOST: usize = 14;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    let Some(answer) = view.own().next().filter(|s| takes_up(s)) else { return Vec::new() };
    let known = |kind| {
        view.ledger.of_kind(kind).rev().take(8).any(|i| i.source_turns.iter().any(|s| *s.turn_id == *said.turn_id))
    };
    if crate::state::ItemKind::ALL.iter().any(|kind| known(*kind)) {
        return Vec::new();
    }
    // The turn has one sentence; evidence quotes it as it was typed.
    let typed = view.talk.last_typed().and_then(|t| t.sentences.first());
    let text = put(said).filter(|text| repeats(&answer.text, text));
    text.zip(typed).map(|(text, typed)| act(said, typed, &text, answer)).into_iter().collect()
}

fn takes_up(sentence: &Sentence) -> bool {
    let low = plain(&sentence.text).to_lowercase().replace('’', "'");
    let ends = low.trim_end_matches(['.', '!']).ends_with(", ok");
    let weighs = low.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|w| WEIGHS.contains(w));
    !sentence.asks
        && sentence.block == BlockKind::Paragraph
        && !weighs
        && words(&low) <= MOST
        && (ends || after_any(&low, TAKES_UP).is_some())
}

/// Whether an answer repeats a word or a number of what was said.
fn repeats(answer: &str, said: &str) -> bool {
    let own = tokens(answer);
    tokens(said).iter().any(|t| own.contains(t))
}

/// The words of a turn's only sentence, if it puts a choice.
fn put(turn: &ReadTurn) -> Option<String> {
    let mut own = turn.sentences.iter().filter(|s| s.block == BlockKind::Paragraph);
    let sentence = own.next().filter(|s| !s.asks)?;
    if own.next().is_some() || turn.sentences.len() > 1 {
        return None;
    }
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question, Modality::Prohibition];
    let clauses = turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    if clauses.iter().any(|c| open.contains(&c.modality)) {
        return None;
    }
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.split([',', ';', ':']).next().unwrap_or(&text);
    let text = unhurried(text.trim_end_matches(['.', '!']));
    let low = text.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low)?;
    let what = group(text, &found, "what");
    let name = group(&low, &found, "name");
    // "Screenshots for the readme" asks for work.
    if !name.split(' ').all(|word| word.is_empty() || may_be_product(word) && !word.ends_with('s')) {
        return None;
    }
    let work = imperative::opens(name) || after_any(name, imperative::DOES).is_some();
    let told = TELLS.within(&format!(" {low} ")) && form != "we-are-doing";
    let tried = form == "we-are-doing" && phrases!("seeing|getting|having|trying|looking|waiting|thinking|going|hoping|talking|missing|losing|running into|wondering").within(&low);
    (!work && !told && !tried && words(text) <= MOST && !stance::says_nothing(what)).then(|| capital(what))
}

fn act(said: &ReadTurn, sentence: &Sentence, text: &str, answer: &Sentence) -> Act {
    let basis = Basis {
        turn: said.turn_id.clone(),
        range: sentence.range.clone(),
        text: sentence.text.clone(),
        offer: sentence.range.clone(),
    };
    let act = Act::settled(ActKind::Choose, answer.range.clone(), whole(text), "taken-up");
    Act { basis: Some(basis), ..act }
}
