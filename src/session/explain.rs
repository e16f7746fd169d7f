//! Defines the explanation of a confidence in a sentence (the parts for it, then those against it), and the speaker of
//! quoted words.

use super::Session;
use super::agent_wording::said_by;
use super::export::speaker;
use crate::pipeline::clause::rules::by_id;
use crate::state::{Evidence, Item, KnownPart, Part, Version};
use crate::transcript::Role;

const MAX_FOR: usize = 4;
const MAX_AGAINST: usize = 2;
/// Absolute log-odds below which a part is not named.
const MIN_LOG_ODDS: f32 = 0.1;
const MAX_RESTATING_TURNS: usize = 3;

/// Names of parts, as they are saved, with the words that people read.
const PLAIN: &[(&str, &str)] = &[
    ("hangs on a condition", "holds only under a condition"),
    ("bars something", "forbids something"),
    ("no rule knows its phrasing", "worded in no usual way"),
];

/// "you said it; names a choice; against it: meant as a hedge": the heaviest parts of each side.
pub fn sentence(parts: &[Part]) -> String {
    join(parts, None)
}

/// The sentence of an item's version, with the later turns that repeat it.
pub fn of_version(session: &Session, item: &Item, version: &Version) -> String {
    join(&version.parts, again(session, item, version))
}

fn join(parts: &[Part], again: Option<String>) -> String {
    let who = parts.iter().find(|p| p.known().is_some_and(KnownPart::is_speaker));
    let others: Vec<&Part> = parts.iter().filter(|p| who.is_none_or(|w| w.name != p.name)).collect();
    let mut out: Vec<String> =
        who.map(|p| plain_part(&p.name)).into_iter().chain(heaviest(&others, true, MAX_FOR)).chain(again).collect();
    let against = heaviest(&others, false, MAX_AGAINST);
    if !against.is_empty() {
        out.push(format!("against it: {}", against.join(", ")));
    }
    out.join("; ")
}

/// The name of the part that lowers the score of an item most; `None` if no part lowers it.
pub fn against(parts: &[Part]) -> Option<String> {
    heaviest(&parts.iter().collect::<Vec<_>>(), false, 1).pop()
}

/// The names of the heaviest parts of one sign. Unspecific parts are named only if there is no other.
fn heaviest(parts: &[&Part], positive: bool, most: usize) -> Vec<String> {
    let heavy = parts.iter().filter(|p| p.value.abs() >= MIN_LOG_ODDS && (p.value > 0.0) == positive);
    let mut chosen: Vec<&Part> = heavy.copied().collect();
    chosen.sort_by(|a, b| is_vague(a).cmp(&is_vague(b)).then(b.value.abs().total_cmp(&a.value.abs())));
    let specific = chosen.iter().filter(|p| !is_vague(p)).count();
    chosen.truncate(most.min(specific.max(1)));
    chosen.into_iter().map(|p| plain_part(&p.name)).collect()
}

/// The name of a part without the codes of rules: `names a choice (go-with)` is `names a choice`.
fn plain_part(name: &str) -> String {
    let codes = name.split('(').filter_map(|words| words.split_once(')')).map(|(code, _)| code);
    let codes = codes.filter(|code| by_id(code).is_some()).map(|code| (format!(" ({code})"), ""));
    let words = PLAIN.iter().map(|(saved, plain)| ((*saved).to_owned(), *plain));
    codes.chain(words).fold(name.to_owned(), |out, (saved, plain)| out.replace(&saved, plain))
}

fn is_vague(part: &Part) -> bool {
    part.known().is_some_and(KnownPart::is_vague)
}

impl Session {
    /// The speaker of the words at a place of the evidence. An empty range marks words of a signal beside the turn: a
    /// question is the agent's, its answer the person's; lists, plans and commits are the agent's.
    pub fn said_by(&self, evidence: &Evidence, place: usize) -> Option<Role> {
        said_by(evidence, place, |id| self.turn(id).map(|t| t.role))
    }

    /// The speaker of the words at a place of the evidence, and the turn: `t12`, or `at t12` for a signal whose speaker is
    /// not that of the turn.
    pub fn voice(&self, evidence: &Evidence, place: usize) -> Option<(&'static str, String)> {
        let turn = self.turn(evidence.turn_ids.get(place)?)?;
        let role = self.said_by(evidence, place)?;
        let at = if role == turn.role { "" } else { "at " };
        Some((speaker(role), format!("{at}t{}", turn.ordinal)))
    }
}

/// "repeated in t40": the later turns that restate the version and were not taken back.
pub fn again(session: &Session, item: &Item, version: &Version) -> Option<String> {
    let newest = item.newest().is_some_and(|v| v.seq == version.seq);
    let own = session.turn_index(version.said_in()).filter(|_| newest)?;
    let said = item.source_turns.iter().filter(|s| !session.is_withdrawn(&s.turn_id));
    let mut turns: Vec<usize> = said.filter_map(|s| session.turn_index(&s.turn_id)).collect();
    turns.retain(|t| *t > own);
    turns.sort_unstable();
    turns.dedup();
    let named: Vec<String> = turns.iter().take(MAX_RESTATING_TURNS).map(|t| format!("t{}", t + 1)).collect();
    let more = turns.len().saturating_sub(MAX_RESTATING_TURNS);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| format!("repeated in {}{tail}", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_parts_of_each_side_make_a_sentence() {
        let part = |name: &'static str, value| Part { name: name.into(), value };
        let all = [
            part("meant as a hedge", -1.4),
            part("you said it", 0.2),
            part("names a choice (go-with) and hangs on a condition (if-tail)", 2.0),
            part("its place in the turn", 3.0),
            part("the choice of words", -3.0),
        ];
        assert_eq!(
            sentence(&all),
            "you said it; names a choice and holds only under a condition; against it: meant as a hedge"
        );
        assert_eq!(against(&all).as_deref(), Some("meant as a hedge"));
        assert_eq!((sentence(&[]).as_str(), against(&[])), ("", None));
    }
}
