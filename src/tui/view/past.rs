//! Defines the display of the past: its header, the slider, and the last step.

use super::{Canvas, footer, header};
use crate::safe;
use crate::text::width;
use crate::tui::layout::Layout;
use crate::tui::state::TimeTravel;
use crate::tui::state::{Live, State};
use crate::tui::styled::{Span, StyledLine, spread};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Draws the first line and, where there is room, the slider.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, travel: &TimeTravel, layout: &Layout) {
    let columns = layout.header.width as usize;
    canvas.put(layout.header, 0, &line(state, travel, columns), None);
    canvas.put(layout.slider, 0, &slider(state, travel, layout.slider.width as usize), None);
}

/// `PAST  change 41 of 87 · t96 · 1h ago      L live (12 new)`: facts that do not fit are dropped whole, from the end.
fn line(state: &State, travel: &TimeTravel, columns: usize) -> StyledLine {
    let (seq, newest) = (travel.past().ledger().seq(), state.session.ledger().seq());
    let mut left = StyledLine::one(StyleRole::Text, " ").and(StyleRole::Badge, "PAST");
    let mut facts = vec![safe!("  change {} of {}", seq, newest)];
    if let Some(turn) = state.turns().last() {
        facts.push(safe!(" · t{}", turn.ordinal));
        if let (Some(now), Some(at)) = (state.now, turn.at) {
            let age = times::age(now, at);
            facts.push(if age.as_str() == "now" { " · just now".into() } else { safe!(" · {} ago", age) });
        }
    }
    let key = StyledLine::one(StyleRole::Accent, safe!("{} ", state.prefs.keymap.key("live")));
    // The key leads to the newest change, whatever its age.
    let live = match state.file.live {
        Live::Live => StyledLine::one(StyleRole::Good, "live"),
        _ => StyledLine::of(header::following(state).spans.into_iter().skip(1)),
    };
    let arrived = match state.arrived() {
        0 => StyledLine::blank(),
        n => StyledLine::one(StyleRole::Warn, safe!(" ({} new)", n)),
    };
    let right = StyledLine::of(key.spans.into_iter().chain(live.spans).chain(arrived.spans));
    let room = columns.saturating_sub(right.width() + 2);
    for fact in facts {
        if left.width() + width(fact.as_str()) > room {
            break;
        }
        left = left.and(StyleRole::Text, fact);
    }
    let project = &state.session.meta().project;
    let name = StyledLine::one(StyleRole::Dim, "  ").and_quoted(StyleRole::Dim, project);
    if !project.is_empty() && left.width() + name.width() <= room {
        left.spans.extend(name.spans);
    }
    let least = left.width();
    spread(columns, least, left, vec![right])
}

/// The slider's column for a sequence number, of `columns` between the first change and the newest.
fn slider_column(seq: u64, newest: u64, columns: usize) -> usize {
    let way = u64::try_from(columns.saturating_sub(1)).unwrap_or(0);
    usize::try_from(seq.min(newest).saturating_mul(way) / newest).unwrap_or(0)
}

/// The slider from the first change to the newest, with the point shown, the point marked, and the compactions.
fn slider(state: &State, travel: &TimeTravel, columns: usize) -> StyledLine {
    let newest = state.session.ledger().seq().max(1);
    let here = slider_column(travel.past().ledger().seq(), newest, columns);
    let mut signs = vec![("─", StyleRole::Faint); columns];
    for sign in signs.iter_mut().take(here) {
        *sign = ("━", StyleRole::Accent);
    }
    let marks = state.session.compactions().iter().map(|compaction| (compaction.seq, ("‡", StyleRole::Warn)));
    let since = state.travel.since.map(|since| (since, ("+", StyleRole::Warn)));
    for (seq, sign) in marks.chain(since).chain([(travel.past().ledger().seq(), ("●", StyleRole::Accent))]) {
        if let Some(cell) = signs.get_mut(slider_column(seq, newest, columns)) {
            *cell = sign;
        }
    }
    let mut row = StyledLine::blank();
    for (sign, role) in signs {
        match row.spans.last_mut() {
            Some(run) if run.role == role => run.text.push(&sign.into()),
            _ => row.spans.push(Span::new(role, sign)),
        }
    }
    row
}

/// Describes the step shown: `t96 + decided: Use sqlx`.
pub fn step(state: &State) -> Option<StyledLine> {
    let travel = state.travel.past.as_ref()?;
    let Some(step) = travel.step() else { return Some(StyledLine::one(StyleRole::Dim, "before the first change")) };
    let index = usize::try_from(step.line).ok()?.checked_sub(1)?;
    let mut row = footer::line(state, state.session.log().get(index)?);
    let others = step.items().count().saturating_sub(1);
    if others > 0 {
        row = row.and(StyleRole::Dim, safe!(" and {} more", others));
    }
    Some(row)
}
