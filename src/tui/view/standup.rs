//! Defines how the standup is drawn: the counts above it, an exact change, what the dialog says of it.

use super::preview::of_file;
use super::row::StyledLine;
use super::words;
use crate::standup::execute::Draft;
use crate::standup::feedback::Offer;
use crate::standup::review::{CallRow, DoneRow};
use crate::text::SafeText;
use crate::tui::panes::PaneId;
use crate::tui::panes::standup::{DONE, LEAVES};
use crate::tui::state::State;
use crate::tui::theme::StyleRole;

/// `3 your call · 2 done · 1 in conflict · ran 09:12`, or what is being done.
pub fn summary(state: &State) -> StyledLine {
    let row = StyledLine::one(StyleRole::Text, "   ");
    if let Some(doing) = &state.standup.doing {
        return row.and(StyleRole::Accent, "◌ ").and(StyleRole::Text, doing.clone());
    }
    let Some(known) = &state.standup.known else { return row };
    let review = &known.review;
    let counts =
        [(review.calls.len(), "your call"), (review.done.len(), "done"), (review.conflicts.len(), "in conflict")];
    let mut row = if state.is_past() { row.and(StyleRole::Warn, "as of now, not of the past · ") } else { row };
    for (n, (count, word)) in counts.into_iter().enumerate() {
        let gap = if n > 0 { " · " } else { "" };
        row = row.and(StyleRole::Dim, gap).and(StyleRole::Text, count.to_string()).and(StyleRole::Dim, format!(" {word}"));
    }
    let marked = state.standup.marked.len();
    if marked > 0 {
        return row.and(StyleRole::Accent, format!(" · {marked} marked *"));
    }
    let ran =
        known.run.map_or("never ran".to_owned(), |at| format!("ran {}", words::clock(at, state.now, state.utc_offset)));
    row.and(StyleRole::Dim, format!(" · {ran}"))
}

/// A group's heading; what was done has the key that takes it back beside it.
pub fn heading(state: &State, title: &str, count: usize) -> StyledLine {
    let row = StyledLine::one(StyleRole::Text, "   ").and(StyleRole::Dim, format!("{title} {count}"));
    if title != DONE {
        return row;
    }
    row.and(StyleRole::Accent, format!("  {}", state.keymap.key("undo"))).and(StyleRole::Dim, " takes the selected one back")
}

/// Why nothing is listed, and the key that looks.
pub fn nothing(state: &State) -> StyledLine {
    let row = StyledLine::led(StyleRole::Text, "   ");
    let standup = &state.standup;
    if let Some(why) = &standup.nowhere {
        return row.and(StyleRole::Dim, why.clone());
    }
    if let Some(doing) = &standup.doing {
        return row.and(StyleRole::Accent, "◌ ").and(StyleRole::Text, doing.clone());
    }
    if standup.known.is_none() {
        return row.and(StyleRole::Dim, "The board and the documents are being looked at.");
    }
    let row = row.and(StyleRole::Dim, PaneId::Standup.pane().empty);
    row.and(StyleRole::Accent, format!(" {}", state.keymap.key("standup-run"))).and(StyleRole::Dim, " looks at the sessions now.")
}

/// An exact change: the file's lines, or the commands.
pub fn change(draft: &Draft) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    if let Some(file) = &draft.file {
        let name = if file.own { format!(".deltamind/{}", file.file) } else { file.file.clone() };
        rows.extend(of_file(&name, file.before.as_deref(), file.after.as_deref()));
    }
    for request in draft.call.iter().flat_map(|(_, requests)| requests) {
        let lead = StyledLine::led(StyleRole::Accent, " $ ");
        rows.push(lead.and(StyleRole::Text, SafeText::block(&request.shown()).into_string()));
    }
    rows
}

/// That others would see it.
pub fn leaves() -> StyledLine {
    StyledLine::led(LEAVES.1, format!(" {} ", LEAVES.0)).and(LEAVES.1, "leaves this machine: others can see it")
}

/// The proposals to be done, each with its change.
pub fn carried(rows: &[CallRow]) -> Vec<StyledLine> {
    let mut out = Vec::new();
    for row in rows {
        out.push(StyledLine::led(StyleRole::Dim, format!(" {}  ", row.number)).and_quoted(StyleRole::Strong, &row.what));
        if row.leaves_machine {
            out.push(leaves());
        }
        out.extend(row.draft.iter().flat_map(change));
        out.push(StyledLine::one(StyleRole::Text, " "));
    }
    out
}

/// What is taken back, with its change.
pub fn taken_back(row: &DoneRow) -> Vec<StyledLine> {
    let mut out = vec![StyledLine::led(StyleRole::Dim, format!(" {}  ", row.action)).and_quoted(StyleRole::Strong, &row.what)];
    out.extend(row.back.iter().flatten().flat_map(change));
    out
}

/// A change of the cuts with its evidence.
pub fn cuts(offer: &Offer) -> Vec<StyledLine> {
    let cut = |name: &str, (from, to): (f32, f32)| {
        let row = StyledLine::led(StyleRole::Dim, format!("   {name:<8} ")).and(StyleRole::Text, format!("{from:.2}"));
        if (from - to).abs() < f32::EPSILON { row } else { row.and(StyleRole::Accent, format!(" -> {to:.2}")) }
    };
    let tally = offer.tally;
    let answers =
        format!("{} approved, {} dismissed, {} taken back", tally.approved, tally.dismissed, tally.taken_back);
    vec![
        StyledLine::led(StyleRole::Text, " ").and_quoted(StyleRole::Strong, &offer.why),
        cut("high", (offer.from.0, offer.to.0)),
        cut("medium", (offer.from.1, offer.to.1)),
        StyledLine::led(StyleRole::Dim, "   answers  ").and(StyleRole::Text, answers),
    ]
}
