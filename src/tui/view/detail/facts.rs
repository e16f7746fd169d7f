//! Defines the labelled facts of a detail: status, confidence with its parts, scope, reason, rule.

use crate::safe;
use crate::session::advice::Advice;
use crate::session::explain::{again, against, of_version, sentence};
use crate::session::reasons::{plain_reason, why_it_stands, why_it_waits, why_version_stands};
use crate::state::{Confidence, Disposition, Extractor, Item, ItemKind, Outcome, Part, Status, Version};
use crate::text::SafeText;
use crate::transcript::Turn;
use crate::tui::panes::content::plain_line;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, fact, labelled, quotation};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// The facts of an item that are shown first: status, confidence, versions, alternatives and reason.
pub fn of_item(state: &State, item: &Item, version: &Version, at: usize) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    if item.status != Status::Active {
        rows.push(status(item));
    }
    rows.push(sure(state, item, version, at));
    if item.versions.len() > 1 {
        let value = safe!("{} of {}", at + 1, item.versions.len());
        let times = times_word(item.versions.len() as u32 - 1);
        rows.push(
            fact("version", value)
                .and(StyleRole::Dim, safe!("  revised {}", times))
                .and(StyleRole::Accent, safe!("  {}", state.prefs.keymap.pair("older-version", "newer-version")))
                .and(StyleRole::Dim, " step"),
        );
    }
    let options = state.session.chosen_over(item, at);
    if !options.is_empty() {
        let label = if item.has_tag("branch") { "between" } else { "instead of" };
        rows.push(fact(label, plain_line(state, &options.join("; "))));
    }
    if let Some(why) = &item.rationale {
        rows.push(fact("because", plain_line(state, why)));
    }
    if item.reinforced > 0 {
        rows.push(fact("repeated", times_word(item.reinforced)));
    }
    rows.extend(state.session.doubts(item).map(|d| {
        let turn = state.session.turn(&d.turn_id).map_or_else(SafeText::default, |t| safe!("  t{}", t.ordinal));
        fact("doubted", safe!("{} ({})", SafeText::line(&d.why), quotation(&d.quote)))
            .and(StyleRole::Dim, safe!("{}  by ", turn))
            .and_quoted(StyleRole::Dim, &d.model)
    }));
    rows
}

/// The confidence of an item's version, and the reasons.
pub fn sure(state: &State, item: &Item, version: &Version, at: usize) -> StyledLine {
    let why = why_version_stands(item, at);
    confidence_line(version.score, why, doubt(version.score, &version.parts), again(&state.session, item, version))
}

/// The origin of an item, its ids and its rule, for checking.
pub fn origin(state: &State, item: &Item, version: &Version) -> Vec<StyledLine> {
    let mut rows = vec![StyledLine::blank()];
    if item.status == Status::Active {
        rows.push(status(item));
    }
    rows.push(confidence(version.score, &of_version(&state.session, item, version)));
    rows.extend(reason(&version.parts, &version.reason));
    rows.push(found_by(version.extractor, SafeText::line(&version.rule)));
    let at = version.at.map_or_else(SafeText::default, |at| safe!("  {}", times::exact(at, state.prefs.utc_offset)));
    rows.push(turns(state, item).and(StyleRole::Dim, at));
    rows.push(
        fact("id", SafeText::line(&item.id)).and(StyleRole::Dim, safe!("  {}", SafeText::shown(&item.semantic_id))),
    );
    rows
}

fn times_word(n: u32) -> SafeText {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => safe!("{} times", n),
    }
}

fn status(item: &Item) -> StyledLine {
    let hard = if item.has_tag("hard") { "hard " } else { "" };
    let kind = if item.has_tag("branch") { "alternatives" } else { in_sentence(item.kind.plain_name()) };
    let ended = item.resolution.map_or(item.status.word(), crate::state::Resolution::word);
    let role = if item.status == Status::Superseded { StyleRole::Bad } else { StyleRole::Text };
    let mut row = labelled("status").and(role, ended).and(StyleRole::Dim, safe!("  {}{}", hard, kind));
    if let Some(why) = &item.ended_because {
        row = row.and(StyleRole::Dim, "  ").and_quoted(StyleRole::Text, why);
    }
    row
}

/// The confidence, and a sentence for and against the item; the weights of the cues are shown on demand.
fn confidence_line(score: f32, why: String, doubt: Option<String>, again: Option<String>) -> StyledLine {
    let sure = Confidence::of(score);
    let said: Vec<String> = Some(why).filter(|why| !why.is_empty()).into_iter().chain(again).collect();
    let why: Vec<String> = Some(said.join(", ")).filter(|said| !said.is_empty()).into_iter().chain(doubt).collect();
    let row = labelled("sure").and(StyleRole::Text, sure.word());
    if why.is_empty() { row } else { row.and(StyleRole::Text, safe!(": {}", SafeText::line(&why.join("; ")))) }
}

/// The main reason against something that is not sure.
fn doubt(score: f32, parts: &[Part]) -> Option<String> {
    let is_doubted = matches!(Confidence::of(score), Confidence::Low | Confidence::Medium);
    is_doubted.then(|| against(parts).map_or_else(|| ALONE.to_owned(), |part| format!("against it: {part}")))
}

/// The reason for a low confidence without a part against it.
const ALONE: &str = "little else speaks for it";

/// The confidence as a figure from 0 to 1, and its parts as a sentence.
fn confidence(score: f32, parts: &str) -> StyledLine {
    let row = labelled("weighed").and(StyleRole::Text, safe!("{:.2}", score));
    if parts.is_empty() { row } else { row.and(StyleRole::Text, ": ").and_quoted(StyleRole::Text, parts) }
}

/// The turns that carry the item, by ordinal; withdrawn ones are marked.
fn turns(state: &State, item: &Item) -> StyledLine {
    const MOST: usize = 12;
    let mut turns: Vec<&Turn> = item.source_turns.iter().filter_map(|s| state.session.turn(&s.turn_id)).collect();
    turns.dedup_by_key(|turn| turn.ordinal);
    let more = turns.len().saturating_sub(MOST);
    let named: Vec<String> = turns
        .iter()
        .take(MOST)
        .map(|turn| {
            let removed = if state.session.is_withdrawn(&turn.turn_id) { " (removed)" } else { "" };
            format!("t{}{removed}", turn.ordinal)
        })
        .collect();
    let row = fact("turns", SafeText::line(&named.join(" ")));
    if more > 0 { row.and(StyleRole::Dim, safe!(" and {} more", more)) } else { row }
}

/// A candidate's facts: why it waits, or why it was ignored.
pub fn of_outcome(state: &State, outcome: &Outcome, kind: &'static str) -> Vec<StyledLine> {
    let candidate = &outcome.candidate;
    let mut rows = match &outcome.disposition {
        Disposition::Held { held_id } => {
            let row = fact("likely", with_article(kind));
            vec![row.and(StyleRole::Dim, safe!("  {}", SafeText::line(&held_id.to_string())))]
        }
        Disposition::Rejected { code: rejected, why, .. } => {
            let why = safe!("{}: {}", SafeText::line(&plain_reason(rejected)), SafeText::line(why));
            vec![fact("ignored", why), fact("read as", with_article(kind))]
        }
        Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => {
            vec![fact("became", SafeText::line(item_id))]
        }
    };
    if matches!(outcome.disposition, Disposition::Held { .. }) {
        rows.push(fact("waits", SafeText::line(&why_it_waits(&state.session, candidate))));
    } else {
        let why = why_it_stands(&candidate.reason, Confidence::of(candidate.confidence));
        rows.push(confidence_line(candidate.confidence, why, doubt(candidate.confidence, &candidate.parts), None));
    }
    let options = &candidate.delta.details.alternatives;
    if !options.is_empty() {
        let label = if candidate.delta.item_kind() == Some(ItemKind::Hypothesis) { "between" } else { "instead of" };
        rows.push(fact(label, plain_line(state, &options.join("; "))));
    }
    rows
}

/// The origin of a candidate, for checking.
pub fn origin_of_outcome(outcome: &Outcome) -> Vec<StyledLine> {
    let candidate = &outcome.candidate;
    let code = match &outcome.disposition {
        Disposition::Rejected { pass, code, .. } => safe!("  {} in the {} pass", SafeText::line(code), pass.word()),
        _ => SafeText::default(),
    };
    let mut rows = vec![StyledLine::blank(), confidence(candidate.confidence, &sentence(&candidate.parts))];
    rows.extend(reason(&candidate.parts, &candidate.reason));
    rows.push(found_by(candidate.extractor, safe!("{}{}", SafeText::line(&candidate.rule), code)));
    rows
}

/// The reason of a candidate without parts, which would repeat it.
fn reason(parts: &[Part], reason: &str) -> Option<StyledLine> {
    (parts.is_empty() && !reason.is_empty()).then(|| fact("reason", SafeText::line(reason)))
}

fn found_by(extractor: Extractor, rule: SafeText) -> StyledLine {
    fact("found by", extractor.word()).and(StyleRole::Dim, "  ").and(StyleRole::Dim, rule)
}

/// A kind as a noun, unlike its list heading `ruled out`.
fn in_sentence(kind: &'static str) -> &'static str {
    if kind == ItemKind::RejectedOption.plain_name() { "ruled-out option" } else { kind }
}

/// A kind with its article: `a decision`.
fn with_article(kind: &'static str) -> SafeText {
    let kind = in_sentence(kind);
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    safe!("{} {}", article, kind)
}

/// Lines of a tuning advice: the offer, its reason and the setting to write. The program writes nothing itself.
pub fn of_advice(advice: &Advice) -> Vec<StyledLine> {
    let mut rows =
        vec![StyledLine::led(StyleRole::Text, " i ").and(StyleRole::Strong, SafeText::line(&advice.sentence()))];
    rows.push(fact("because", SafeText::line(&advice.because)));
    rows.push(fact("to do", "nothing, or put these lines into config.toml (y copies them):"));
    for line in advice.lines().lines() {
        rows.push(labelled("").and_quoted(StyleRole::Quote, line));
    }
    rows
}
