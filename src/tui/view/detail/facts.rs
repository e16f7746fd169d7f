//! Defines the labelled facts of a detail: status, confidence with its parts, scope, reason, rule.

use crate::session::advice::Advice;
use crate::session::explain::{of_version, sentence};
use crate::state::{Confidence, Disposition, Extractor, Item, ItemKind, Outcome, Status, Version};
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::view::row::Row;
use crate::tui::view::words;

/// Columns of a label.
pub const LABEL: usize = 10;

/// A labelled fact of strangers' or our words.
pub fn fact(label: &str, value: &str) -> Row {
    Row::led(Role::Dim, format!("   {label:<LABEL$} ")).and_quoted(Role::Text, value)
}

/// An item's facts, those a person asks first before the others.
pub fn of_item(state: &State, item: &Item, version: &Version, at: usize) -> Vec<Row> {
    let mut rows = vec![confidence(version.score, &of_version(&state.session, item, version))];
    if item.versions.len() > 1 {
        let value = format!("{} of {}", at + 1, item.versions.len());
        let times = times(item.versions.len() as u32 - 1);
        rows.push(
            fact("version", &value)
                .and(Role::Dim, format!("  revised {times}"))
                .and(Role::Accent, format!("  {}", state.keymap.pair("older-version", "newer-version")))
                .and(Role::Dim, " step"),
        );
    }
    if !item.alternatives.is_empty() {
        let label = if item.has_tag("branch") { "between" } else { "instead of" };
        rows.push(fact(label, &item.alternatives.join("; ")));
    }
    if let Some(why) = &item.rationale {
        rows.push(fact("because", why));
    }
    if item.reinforced > 0 {
        rows.push(fact("repeated", &times(item.reinforced)));
    }
    rows.push(status(item));
    rows.extend(state.session.doubts(item).map(|d| {
        let turn = state.session.turn(&d.turn_id).map_or(String::new(), |t| format!("  t{}", t.ordinal));
        fact("doubted", &format!("{} (\"{}\")", d.why, d.quote))
            .and(Role::Dim, format!("{turn}  by "))
            .and_quoted(Role::Dim, &d.model)
    }));
    if !version.reason.is_empty() || !version.rule.is_empty() {
        let by = if version.extractor == Extractor::Rules { "" } else { version.extractor.word() };
        let rule = format!("  {} {by}", version.rule);
        rows.push(fact("reason", &version.reason).and(Role::Dim, rule));
    }
    let at = version.at.map_or(String::new(), |at| format!("  {}", words::exact(at, state.utc_offset)));
    rows.push(turns(state, item).and(Role::Dim, at));
    rows.push(fact("id", &item.id).and(Role::Dim, format!("  {}", item.semantic_id)));
    rows
}

fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

fn status(item: &Item) -> Row {
    let hard = if item.has_tag("hard") { "hard " } else { "" };
    let kind = if item.has_tag("branch") { "alternatives" } else { item.kind.word() };
    let ended = item.resolution.map_or(item.status.word(), crate::state::Resolution::word);
    let role = if item.status == Status::Superseded { Role::Bad } else { Role::Text };
    let mut row = Row::led(Role::Dim, format!("   {:<LABEL$} ", "status"))
        .and(role, ended.replace('_', " "))
        .and(Role::Dim, format!("  {hard}{}  {} scope", kind.replace('_', " "), item.scope));
    if let Some(why) = &item.ended_because {
        row = row.and(Role::Dim, "  ").and_quoted(Role::Text, why);
    }
    row
}

/// The confidence word, its figure, and what it is made of, as a sentence.
fn confidence(score: f32, parts: &str) -> Row {
    let row = Row::led(Role::Dim, format!("   {:<LABEL$} ", "sure"))
        .and(Role::Text, Confidence::of(score).word())
        .and(Role::Dim, format!(" {score:.2}"));
    if parts.is_empty() { row } else { row.and(Role::Text, ": ").and_quoted(Role::Text, parts) }
}

/// The turns that carry the item, by ordinal.
fn turns(state: &State, item: &Item) -> Row {
    const MOST: usize = 12;
    let mut ordinals: Vec<u32> =
        item.source_turns.iter().filter_map(|s| state.session.turn(&s.turn_id)).map(|t| t.ordinal).collect();
    ordinals.dedup();
    let more = ordinals.len().saturating_sub(MOST);
    let named: Vec<String> = ordinals.iter().take(MOST).map(|t| format!("t{t}")).collect();
    let row = fact("turns", &named.join(" "));
    if more > 0 { row.and(Role::Dim, format!(" and {more} more")) } else { row }
}

/// A candidate's facts: why it waits, or why it was refused.
pub fn of_outcome(outcome: &Outcome, kind: &str) -> Vec<Row> {
    let candidate = &outcome.candidate;
    let parts = sentence(&candidate.parts);
    let mut rows = Vec::new();
    match &outcome.disposition {
        Disposition::Held { held_id } => {
            rows.push(
                fact("unsure", &format!("may be a {}", kind.replace('_', " "))).and(Role::Dim, format!("  {held_id}")),
            );
        }
        Disposition::Rejected { pass, code, why } => {
            rows.push(fact("refused", why));
            rows.push(fact("by", code).and(Role::Dim, format!("  in the {pass} pass")));
        }
        Disposition::Accepted { item_id, .. } | Disposition::Merged { into: item_id } => {
            rows.push(fact("became", item_id))
        }
    }
    rows.push(confidence(candidate.confidence, &parts));
    if !candidate.reason.is_empty() {
        rows.push(fact("reason", &candidate.reason));
    }
    rows.push(fact("would be", &kind.replace('_', " ")).and(Role::Dim, format!("  {}", candidate.delta.kind)));
    rows.push(fact("rule", &candidate.rule).and(Role::Dim, format!("  by {}", candidate.extractor)));
    let options = &candidate.delta.alternatives;
    if !options.is_empty() {
        let label = if candidate.delta.item_kind() == Some(ItemKind::Hypothesis) { "between" } else { "instead of" };
        rows.push(fact(label, &options.join("; ")));
    }
    rows
}

/// What is offered, why, and what to write where: the program changes nothing by itself.
pub fn of_advice(advice: &Advice) -> Vec<Row> {
    let mut rows = vec![Row::led(Role::Accent, " i ").and(Role::Strong, advice.sentence())];
    rows.push(fact("because", &advice.because));
    rows.push(fact("to do", "nothing, or put these lines into config.toml (y copies them):"));
    for line in advice.lines().lines() {
        rows.push(Row::led(Role::Dim, format!("   {:<LABEL$} ", "")).and(Role::Quote, line));
    }
    rows
}
