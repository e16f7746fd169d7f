//! Defines the explanation of a confidence in words: tables from groups of features and classes of rules to phrases.

use std::borrow::Cow;

use super::super::clause::rules::{self, Class};
use super::super::clause::{BlockKind, Clause, Modality};
use super::super::dialogue::{OfferKind, echo};
use super::super::scorer::{Family, Group};
use super::clauses::{ScoredClause, TurnContext};
use crate::pipeline::probability::{part, raised_by};
use crate::state::{KnownPart, Part};
use crate::transcript::Role;

/// The phrase of each group of features: (group, for, against). `{}` is replaced by the finding, see [`phrase`].
const PHRASES: &[(Group, &str, &str)] = &[
    (Group::Speaker, "{} said it", "{} said it"),
    (Group::Dialogue, "{}", AROUND),
    (Group::After, "{}", "{}"),
    (Group::Cue, "{}", "{}"),
    (Group::Modality, "meant as {}", "meant as {}"),
    (Group::Structure, "stands in {}", "stands in {}"),
    (Group::Words, WORDS, WORDS),
    (Group::Neighbour, WORDS, WORDS),
    (Group::Position, PLACE, PLACE),
];

const WORDS: &str = KnownPart::WordChoice.word();
const PLACE: &str = KnownPart::PlaceInTurn.word();
const AROUND: &str = KnownPart::SurroundingTalk.word();

/// The finding of each class of rules, as a phrase.
const CLASSES: &[(Class, &str)] = &[
    (Class::Commitment, "names a choice"),
    (Class::Obligation, "sets a rule"),
    (Class::Prohibition, "bars something"),
    (Class::Permission, "allows something"),
    (Class::Request, "asks for work"),
    (Class::Hedge, "hedges"),
    (Class::Question, "asks"),
    (Class::Conditional, "hangs on a condition"),
    (Class::Negated, "says what is not so"),
    (Class::Report, "tells what others say"),
    (Class::Narration, "tells what is being done"),
    (Class::Completion, "reports it done"),
    (Class::Finding, "says what was found"),
    (Class::Option, "puts options side by side"),
    (Class::Offer, "puts it to you"),
    (Class::Answer, "answers"),
    (Class::Correction, "changes what was said"),
    (Class::Mark, "says what kind of thing it is"),
    (Class::Idiom, "is a manner of speaking"),
];

/// Names the part lost to better clauses of the same family in the turn.
const CROWDED: &str = "others in its turn say more";
/// Names the part gained by an explicit cue.
const PLAIN: &str = "says it plainly";

/// The parts of the confidence `p` that a clause is of `family`: one per group of features, then the share left beside
/// better clauses of the turn (`share`), then the gain by an explicit cue or the person's yes.
pub fn parts(
    turn: &TurnContext<'_>,
    clause: &Clause,
    scored: &ScoredClause,
    family: Family,
    share: f32,
    p: f32,
) -> Vec<Part> {
    let weighed = turn.weights.parts(&scored.features, family);
    let mut out = Vec::new();
    for (group, ..) in PHRASES {
        let value = weighed.iter().find(|w| w.0 == *group).map_or(0.0, |w| w.1);
        if value == 0.0 && *group != Group::Speaker {
            continue;
        }
        let name = phrase(turn, clause, family, *group, value > 0.0);
        match out.iter_mut().find(|p: &&mut Part| p.name == name) {
            Some(same) => same.value = ((same.value + value) * 100.0).round() / 100.0,
            None => out.push(part(name, value)),
        }
    }
    if share < 1.0 {
        out.push(part(CROWDED, share.ln()));
    }
    let scored = scored.scores.of(family) * share;
    if p > scored + 0.005 {
        let name: Cow<'_, str> = match turn.answer {
            Some(answer) => format!("you said yes to it in t{}", answer.ordinal).into(),
            None => PLAIN.into(),
        };
        out.push(raised_by(name, scored, p));
    }
    out
}

/// The reason of a candidate, in a few words.
pub fn reason(turn: TurnContext<'_>, clause: &Clause, family: Family) -> String {
    let who = if turn.read.role == Role::User { "you said it" } else { "the agent said it" };
    let mut words = vec![who.to_owned()];
    if let Some(answer) = turn.answer {
        words.push(format!("you took it up in t{}", answer.ordinal));
    }
    if let (Role::User, Some((read, offers))) = (turn.read.role, turn.offered)
        && clause.index == 0
        && offers.iter().any(|o| o.kind != OfferKind::Proposal)
    {
        words.push(format!("answers t{}", read.ordinal));
    }
    let names = clause.cues.iter().find(|r| r.id == super::clauses::rule(clause, family));
    if let Some(rule) = names {
        words.push(format!("reads as {}", rule.class.word()));
    }
    words.join("; ")
}

fn phrase(
    turn: &TurnContext<'_>,
    clause: &Clause,
    family: Family,
    group: Group,
    speaks_for: bool,
) -> Cow<'static, str> {
    if group == Group::Structure && clause.block == BlockKind::Paragraph {
        return PLACE.into(); // a paragraph is the usual form and worth no mention
    }
    let (_, pro, contra) = PHRASES.iter().find(|row| row.0 == group).copied().unwrap_or((group, "", ""));
    let found = match group {
        Group::Speaker => who(turn.read.role).into(),
        Group::Cue => cues(clause, family).into(),
        Group::Modality => modality_words(clause.modality).into(),
        Group::Structure => an(clause.block.word()).into(),
        Group::Dialogue => before(turn, clause),
        Group::After => after(turn, clause, speaks_for),
        Group::Words | Group::Position | Group::Neighbour => Cow::Borrowed(""),
    };
    match if speaks_for { pro } else { contra } {
        "{}" => found,
        phrase if phrase.contains("{}") => phrase.replace("{}", &found).into(),
        phrase => phrase.into(),
    }
}

fn who(role: Role) -> &'static str {
    if role == Role::User { "you" } else { "the agent" }
}

fn an(word: &str) -> String {
    format!("{} {word}", if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

fn modality_words(modality: Modality) -> String {
    if modality == Modality::Narration { modality.word().to_owned() } else { an(modality.word()) }
}

/// The findings of at most two rules of the clause; the rule that makes its family comes first.
fn cues(clause: &Clause, family: Family) -> String {
    let first = rules::by_id(super::clauses::rule(clause, family));
    let others = clause.cues.iter().filter(|r| first.is_none_or(|f| f.class != r.class));
    let named: Vec<String> = first.into_iter().chain(others).take(2).map(finding).collect();
    if named.is_empty() { "no rule knows its phrasing".to_owned() } else { named.join(" and ") }
}

fn finding(rule: &rules::Rule) -> String {
    let phrase = CLASSES.iter().find(|c| c.0 == rule.class).map_or("", |c| c.1);
    format!("{phrase} ({})", rule.id)
}

fn before(turn: &TurnContext<'_>, clause: &Clause) -> Cow<'static, str> {
    let Some((read, offers)) = turn.offered.filter(|_| turn.read.role == Role::User && clause.index < 2) else {
        return AROUND.into();
    };
    match offers.last().map(|o| o.kind) {
        Some(OfferKind::Question) => format!("answers the question of t{}", read.ordinal).into(),
        Some(OfferKind::Proposal) => format!("answers the proposal of t{}", read.ordinal).into(),
        Some(OfferKind::Choice) => format!("answers the options of t{}", read.ordinal).into(),
        None => AROUND.into(),
    }
}

fn after(turn: &TurnContext<'_>, clause: &Clause, speaks_for: bool) -> Cow<'static, str> {
    let Some(next) = turn.after else { return "nobody has spoken after it yet".into() };
    let at = next.ordinal;
    match (turn.read.role, next.role) {
        (Role::Assistant, Role::User) if turn.answer.is_some() => format!("you took it up in t{at}").into(),
        (Role::Assistant, Role::User) if speaks_for => format!("you went on from it in t{at}").into(),
        (Role::Assistant, Role::User) => format!("you did not take it up in t{at}").into(),
        (Role::User, Role::Assistant) if echo(clause, next).is_some() => {
            format!("the agent says it again in t{at}").into()
        }
        _ => AROUND.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_and_class_has_its_phrase() {
        assert!(Group::ALL.iter().all(|g| PHRASES.iter().filter(|p| p.0 == *g).count() == 1));
        assert!(Class::ALL.iter().all(|c| CLASSES.iter().filter(|p| p.0 == *c).count() == 1));
    }
}
