//! Defines work that the agent reports as done where no open task names it: "Added the 23 operation ids" after the
//! person chose to add them. It enters as a task that is done.

use super::reports::{is_ahead, is_unfinished, looks_only, notes};
use super::stance::{content, says_nothing};
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::language::verbs::is_finished_form;
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::state::ItemKind;
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// A thing and what was done with it: "the error is fixed", "rgdal is replaced by sf", "dplyr is gone".
    BECAME = r"^(?P<thing>[^,;:.]{2,60}?) (?:is|are|has been|have been) (?:now |already |all |both )*(?:added|removed|renamed|deleted|created|updated|moved|migrated|converted|replaced|fixed|finished|completed|implemented|solved|resolved|documented|translated|ported|gone|done|live|ready|complete|in place|(?:in|up|written|built|merged|pushed|deployed|committed|enabled|disabled|wired|drafted|prepared|opened|closed|published|tagged)(?:$|[,.;:]))";
    /// A thing and a past form without a verb between them: "policy added in policy/review.rego", "caching done".
    MADE = r"^(?P<thing>[\w'./-]+(?: [\w'./-]+){0,4}?) (?:added|removed|renamed|deleted|created|updated|moved|migrated|converted|replaced|fixed|finished|completed|implemented|documented|translated|ported|done|written|deployed|merged|pushed|enabled|disabled|wired up|set up)(?:$|[.,;:]| (?:in|to|into|from|under|with|as|for|on|via) )";
}

/// Openings of a report before its verb.
const LEADS: Phrases =
    phrases!("i|we|i've|we've|i have|we have|just|now|also|and|done|ok|okay|all right|alright|right|sure|then|so|good|great");

/// Past forms that tell of no change.
const NO_CHANGE: Phrases = phrases!(
    "used|needed|wanted|called|named|based|caused|expected|supposed|allowed|required|related|limited|shared|said|told|found|got|made|kept|left|felt|thought|knew|saw|passed|failed|happened|changed|stayed|started|stopped|measured|ran|counted|took|benchmarked|profiled|tested|verified|validated|discussed|covered|explained|answered|looked|checked|searched|opened|tried|confirmed|stored|loaded|mapped|assumed|decided|chose|picked|held|went|gave|showed|spoke|ignored"
);

/// Words of a thing that make it no name of a thing.
const CLAUSES: Phrases = phrases!("what|how|why|when|where|which|who|i'm|i'll|you|you're|it|that|this|they|there|everything|all");

/// Number of the agent's first sentences that may report, and maximum number of words in one.
const FIRST: usize = 3;
const MOST: usize = 40;

/// Maximum number of deeds that a turn reports.
const MOST_DEEDS: usize = 2;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    if !asks_for_work(said) || has_open_task(view, said) {
        return Vec::new();
    }
    let wanted: Vec<String> = wanted(view).collect();
    let answers = |act: &Act| named(&act.summary).any(|word| wanted.contains(&word));
    let own = view.own().filter(|s| s.block == BlockKind::Paragraph).take(FIRST);
    own.take_while(|s| !s.asks).filter_map(of_sentence).filter(answers).take(MOST_DEEDS).collect()
}

/// The words of the person's last turn and of the agent's turn that it answered.
fn wanted(view: View<'_>) -> impl Iterator<Item = String> + use<'_> {
    let own = |s: &&Sentence| s.block != BlockKind::Quote;
    view.talk.before().take(2).flat_map(move |turn| turn.sentences.iter().filter(own)).flat_map(|s| named(&s.text))
}

/// The stems of a text's content words; those of a path and of a name in code are its parts.
fn named(text: &str) -> impl Iterator<Item = String> + use<> {
    let parted: String = text.chars().map(|c| if "_/.".contains(c) { ' ' } else { c }).collect();
    content(&parted).into_iter().filter(|word| !says_nothing(word)).map(|word| stem(&word))
}

/// Whether a turn of the person says more than a question.
fn asks_for_work(said: &ReadTurn) -> bool {
    said.sentences.iter().any(|s| s.block != BlockKind::Quote && !s.asks)
}

/// Whether an open task was asked for in this turn.
fn has_open_task(view: View<'_>, said: &ReadTurn) -> bool {
    let of_it = |task: &crate::state::Item| task.source_turns.iter().any(|s| s.turn_id == said.turn_id);
    view.ledger.open_of_kind(ItemKind::Task).rev().take(8).any(of_it)
}

fn of_sentence(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let low = text.to_lowercase();
    // "Rolled back to 41" is done, "added, then rolled back" is not.
    let left = after_any(&low, phrases!("i rolled back|rolled back|i've rolled back|i reverted|reverted")).unwrap_or(&low);
    if words(&text) > MOST || is_unfinished(left) || looks_only(&low) || notes(&low) || is_ahead(&low) {
        return None;
    }
    let told = deed(&text).or_else(|| state(&text))?;
    let clear = words(told) >= 3 && summary::stands_alone(told) && !summary::points(told);
    let end = phrases!(" - | – | — |; |. ").find(told).map_or(told.len(), |(at, _)| at);
    let told = unhurried(told.get(..end)?);
    clear.then(|| Act::settled(ActKind::Done, sentence.range.clone(), whole(&capital(told)), "delivered"))
}

/// A past form and its object: "added the 23 operation ids".
fn deed(text: &str) -> Option<&str> {
    let mut rest = text.trim();
    while let Some(after) = after_any(rest, LEADS).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', '.', ':', '!', ' ']);
    }
    let low = rest.to_lowercase();
    let (verb, object) = low.split_once(' ')?;
    let unchanged = phrases!("put|set|cut|split").contains(verb);
    // "Implemented in report.c: a threshold of 2 %" names its object behind the place.
    let placed = phrases!("in|to").contains(object.split(' ').next()?) && object.contains(": ");
    let pronoun = phrases!("it|that|this|them|those|these|by|in|to|as|on|from|with|for").contains(object.split(' ').next()?) && !placed;
    ((is_finished_form(verb, &[]) || unchanged) && !NO_CHANGE.contains(verb) && !pronoun).then_some(rest)
}

/// A thing and its new state.
fn state(text: &str) -> Option<&str> {
    let low = text.to_lowercase();
    let found = BECAME.captures(&low).or_else(|| MADE.captures(&low))?;
    let thing = found.name("thing")?.as_str();
    (words(thing) <= 8 && !thing.split(' ').any(|word| CLAUSES.contains(word))).then_some(text)
}
