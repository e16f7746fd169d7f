//! Defines how the past is shown: the header that says it is the past, the slider, and the step that led here.

use super::row::{Row, Run, spread};
use super::{Canvas, footer, header, words};
use crate::text::width;
use crate::tui::layout::Layout;
use crate::tui::past::Journey;
use crate::tui::state::State;
use crate::tui::theme::Role;

/// Draws the first line and, where there is room, the slider.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, journey: &Journey, layout: &Layout) {
    let columns = layout.header.width as usize;
    canvas.put(layout.header, 0, &line(state, journey, columns), None);
    if let Some(area) = layout.slider() {
        canvas.put(area, 0, &slider(state, journey, area.width as usize), None);
    }
}

/// `PAST  seq 41 of 87 · t96 · 1h ago      L live (12 new)`: what does not fit goes whole, the rearmost first.
fn line(state: &State, journey: &Journey, columns: usize) -> Row {
    let (seq, newest) = (journey.past().ledger().seq(), state.session.ledger().seq());
    let mut left = Row::one(Role::Text, " ").and(Role::Badge, "PAST");
    let mut facts = vec![format!("  seq {seq} of {newest}")];
    if let Some(turn) = state.turns().last() {
        facts.push(format!(" · t{}", turn.ordinal));
        if let (Some(now), Some(at)) = (state.now, turn.at) {
            let age = words::age(now, at);
            facts.push(if age == "now" { " · just now".to_owned() } else { format!(" · {age} ago") });
        }
    }
    let key = Row::one(Role::Accent, format!("{} ", state.keymap.key("live")));
    let mut live = header::live(state.live);
    live.runs.remove(0);
    let arrived = match state.arrived() {
        0 => Row::blank(),
        n => Row::one(Role::Warn, format!(" ({n} new)")),
    };
    let right = Row::of(key.runs.into_iter().chain(live.runs).chain(arrived.runs));
    let room = columns.saturating_sub(right.width() + 2);
    for fact in facts {
        if left.width() + width(&fact) > room {
            break;
        }
        left = left.and(Role::Text, fact);
    }
    let project = &state.session.meta().project;
    let name = Row::one(Role::Dim, "  ").and_quoted(Role::Dim, project);
    if !project.is_empty() && left.width() + name.width() <= room {
        left.runs.extend(name.runs);
    }
    let least = left.width();
    spread(columns, least, left, vec![right])
}

/// The way from the first change to the newest, with where one stands, the point marked, and the compactions.
fn slider(state: &State, journey: &Journey, columns: usize) -> Row {
    let newest = state.session.ledger().seq().max(1);
    let place = |seq: u64| {
        let way = u64::try_from(columns.saturating_sub(1)).unwrap_or(0);
        usize::try_from(seq.min(newest).saturating_mul(way) / newest).unwrap_or(0)
    };
    let here = place(journey.past().ledger().seq());
    let mut signs = vec![("─", Role::Faint); columns];
    for sign in signs.iter_mut().take(here) {
        *sign = ("━", Role::Accent);
    }
    let mut set = |at: usize, sign: (&'static str, Role)| {
        if let Some(cell) = signs.get_mut(at) {
            *cell = sign;
        }
    };
    for compaction in state.session.compactions() {
        set(place(compaction.seq), ("‡", Role::Warn));
    }
    if let Some(since) = state.since {
        set(place(since), ("+", Role::Warn));
    }
    set(here, ("●", Role::Accent));
    let mut row = Row::blank();
    for (sign, role) in signs {
        match row.runs.last_mut() {
            Some(run) if run.role == role => run.text.push_str(sign),
            _ => row.runs.push(Run::new(role, sign)),
        }
    }
    row
}

/// What the step shown did, in words: `t96 decision_revised d-7 "Use sqlx"`.
pub fn step(state: &State) -> Option<Row> {
    let journey = state.journey.as_ref()?;
    let Some(step) = journey.step() else { return Some(Row::one(Role::Dim, "before the first change")) };
    let index = usize::try_from(step.line).ok()?.checked_sub(1)?;
    let mut row = footer::line(state, state.session.log().get(index)?);
    let others = step.items().count().saturating_sub(1);
    if others > 0 {
        row = row.and(Role::Dim, format!(" and {others} more"));
    }
    Some(row)
}
