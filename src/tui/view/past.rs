//! Defines how the past is shown: the header that says it is the past, the slider, and the step that led here.

use super::row::{StyledLine, Span, spread};
use super::{Canvas, footer, header, words};
use crate::text::width;
use crate::tui::layout::Layout;
use crate::tui::past::TimeTravel;
use crate::tui::state::State;
use crate::tui::theme::StyleRole;

/// Draws the first line and, where there is room, the slider.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, journey: &TimeTravel, layout: &Layout) {
    let columns = layout.header.width as usize;
    canvas.put(layout.header, 0, &line(state, journey, columns), None);
    if let Some(area) = layout.slider() {
        canvas.put(area, 0, &slider(state, journey, area.width as usize), None);
    }
}

/// `PAST  seq 41 of 87 · t96 · 1h ago      L live (12 new)`: what does not fit goes whole, the rearmost first.
fn line(state: &State, journey: &TimeTravel, columns: usize) -> StyledLine {
    let (seq, newest) = (journey.past().ledger().seq(), state.session.ledger().seq());
    let mut left = StyledLine::one(StyleRole::Text, " ").and(StyleRole::Badge, "PAST");
    let mut facts = vec![format!("  seq {seq} of {newest}")];
    if let Some(turn) = state.turns().last() {
        facts.push(format!(" · t{}", turn.ordinal));
        if let (Some(now), Some(at)) = (state.now, turn.at) {
            let age = words::age(now, at);
            facts.push(if age == "now" { " · just now".to_owned() } else { format!(" · {age} ago") });
        }
    }
    let key = StyledLine::one(StyleRole::Accent, format!("{} ", state.keymap.key("live")));
    let mut live = header::live(state.live);
    live.runs.remove(0);
    let arrived = match state.arrived() {
        0 => StyledLine::blank(),
        n => StyledLine::one(StyleRole::Warn, format!(" ({n} new)")),
    };
    let right = StyledLine::of(key.runs.into_iter().chain(live.runs).chain(arrived.runs));
    let room = columns.saturating_sub(right.width() + 2);
    for fact in facts {
        if left.width() + width(&fact) > room {
            break;
        }
        left = left.and(StyleRole::Text, fact);
    }
    let project = &state.session.meta().project;
    let name = StyledLine::one(StyleRole::Dim, "  ").and_quoted(StyleRole::Dim, project);
    if !project.is_empty() && left.width() + name.width() <= room {
        left.runs.extend(name.runs);
    }
    let least = left.width();
    spread(columns, least, left, vec![right])
}

/// The way from the first change to the newest, with where one stands, the point marked, and the compactions.
fn slider(state: &State, journey: &TimeTravel, columns: usize) -> StyledLine {
    let newest = state.session.ledger().seq().max(1);
    let place = |seq: u64| {
        let way = u64::try_from(columns.saturating_sub(1)).unwrap_or(0);
        usize::try_from(seq.min(newest).saturating_mul(way) / newest).unwrap_or(0)
    };
    let here = place(journey.past().ledger().seq());
    let mut signs = vec![("─", StyleRole::Faint); columns];
    for sign in signs.iter_mut().take(here) {
        *sign = ("━", StyleRole::Accent);
    }
    let mut set = |at: usize, sign: (&'static str, StyleRole)| {
        if let Some(cell) = signs.get_mut(at) {
            *cell = sign;
        }
    };
    for compaction in state.session.compactions() {
        set(place(compaction.seq), ("‡", StyleRole::Warn));
    }
    if let Some(since) = state.since {
        set(place(since), ("+", StyleRole::Warn));
    }
    set(here, ("●", StyleRole::Accent));
    let mut row = StyledLine::blank();
    for (sign, role) in signs {
        match row.runs.last_mut() {
            Some(run) if run.role == role => run.text.push_str(sign),
            _ => row.runs.push(Span::new(role, sign)),
        }
    }
    row
}

/// What the step shown did, in words: `t96 decision_revised d-7 "Use sqlx"`.
pub fn step(state: &State) -> Option<StyledLine> {
    let journey = state.journey.as_ref()?;
    let Some(step) = journey.step() else { return Some(StyledLine::one(StyleRole::Dim, "before the first change")) };
    let index = usize::try_from(step.line).ok()?.checked_sub(1)?;
    let mut row = footer::line(state, state.session.log().get(index)?);
    let others = step.items().count().saturating_sub(1);
    if others > 0 {
        row = row.and(StyleRole::Dim, format!(" and {others} more"));
    }
    Some(row)
}
