//! Defines how the standup is drawn: the counts above it, an exact change, what the dialog says of it.

use super::preview::of_file;
use super::row::Row;
use super::words;
use crate::standup::execute::ActionDraft;
use crate::standup::feedback::ThresholdOffer;
use crate::standup::review::{CallRow, DoneRow};
use crate::text::SafeText;
use crate::tui::panes::PaneId;
use crate::tui::panes::standup::{DONE, LEAVES};
use crate::tui::state::State;
use crate::tui::theme::Role;

/// `3 your call · 2 done · 1 in conflict · ran 09:12`, or what is being done.
pub fn summary(state: &State) -> Row {
    let row = Row::one(Role::Text, "   ");
    if let Some(doing) = &state.standup.doing {
        return row.and(Role::Accent, "◌ ").and(Role::Text, doing.clone());
    }
    let Some(known) = &state.standup.known else { return row };
    let review = &known.review;
    let counts =
        [(review.calls.len(), "your call"), (review.done.len(), "done"), (review.conflicts.len(), "in conflict")];
    let mut row = if state.is_past() { row.and(Role::Warn, "as of now, not of the past · ") } else { row };
    for (n, (count, word)) in counts.into_iter().enumerate() {
        let gap = if n > 0 { " · " } else { "" };
        row = row.and(Role::Dim, gap).and(Role::Text, count.to_string()).and(Role::Dim, format!(" {word}"));
    }
    let marked = state.standup.marked.len();
    if marked > 0 {
        return row.and(Role::Accent, format!(" · {marked} marked *"));
    }
    let ran =
        known.run.map_or("never ran".to_owned(), |at| format!("ran {}", words::clock(at, state.now, state.utc_offset)));
    row.and(Role::Dim, format!(" · {ran}"))
}

/// A group's heading; what was done has the key that takes it back beside it.
pub fn heading(state: &State, title: &str, count: usize) -> Row {
    let row = Row::one(Role::Text, "   ").and(Role::Dim, format!("{title} {count}"));
    if title != DONE {
        return row;
    }
    row.and(Role::Accent, format!("  {}", state.keymap.key("undo"))).and(Role::Dim, " takes the selected one back")
}

/// Why nothing is listed, and the key that looks.
pub fn nothing(state: &State) -> Row {
    let row = Row::led(Role::Text, "   ");
    let standup = &state.standup;
    if let Some(why) = &standup.nowhere {
        return row.and(Role::Dim, why.clone());
    }
    if let Some(doing) = &standup.doing {
        return row.and(Role::Accent, "◌ ").and(Role::Text, doing.clone());
    }
    if standup.known.is_none() {
        return row.and(Role::Dim, "The board and the documents are being looked at.");
    }
    let row = row.and(Role::Dim, PaneId::Standup.pane().empty);
    row.and(Role::Accent, format!(" {}", state.keymap.key("standup-run"))).and(Role::Dim, " looks at the sessions now.")
}

/// An exact change: the file's lines, or the commands.
pub fn change(draft: &ActionDraft) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Some(file) = &draft.file {
        let name = if file.own { format!(".deltamind/{}", file.file) } else { file.file.clone() };
        rows.extend(of_file(&name, file.before.as_deref(), file.after.as_deref()));
    }
    for request in draft.call.iter().flat_map(|(_, requests)| requests) {
        let lead = Row::led(Role::Accent, " $ ");
        rows.push(lead.and(Role::Text, SafeText::block(&request.shown()).into_string()));
    }
    rows
}

/// That others would see it.
pub fn leaves() -> Row {
    Row::led(LEAVES.1, format!(" {} ", LEAVES.0)).and(LEAVES.1, "leaves this machine: others can see it")
}

/// The proposals to be done, each with its change.
pub fn carried(rows: &[CallRow]) -> Vec<Row> {
    let mut out = Vec::new();
    for row in rows {
        out.push(Row::led(Role::Dim, format!(" {}  ", row.number)).and_quoted(Role::Strong, &row.what));
        if row.leaves_machine {
            out.push(leaves());
        }
        out.extend(row.draft.iter().flat_map(change));
        out.push(Row::one(Role::Text, " "));
    }
    out
}

/// What is taken back, with its change.
pub fn taken_back(row: &DoneRow) -> Vec<Row> {
    let mut out = vec![Row::led(Role::Dim, format!(" {}  ", row.action)).and_quoted(Role::Strong, &row.what)];
    out.extend(row.back.iter().flatten().flat_map(change));
    out
}

/// A change of the cuts with its evidence.
pub fn cuts(offer: &ThresholdOffer) -> Vec<Row> {
    let cut = |name: &str, (from, to): (f32, f32)| {
        let row = Row::led(Role::Dim, format!("   {name:<8} ")).and(Role::Text, format!("{from:.2}"));
        if (from - to).abs() < f32::EPSILON { row } else { row.and(Role::Accent, format!(" -> {to:.2}")) }
    };
    let tally = offer.tally;
    let answers =
        format!("{} approved, {} dismissed, {} taken back", tally.approved, tally.dismissed, tally.taken_back);
    vec![
        Row::led(Role::Text, " ").and_quoted(Role::Strong, &offer.why),
        cut("high", (offer.from.0, offer.to.0)),
        cut("medium", (offer.from.1, offer.to.1)),
        Row::led(Role::Dim, "   answers  ").and(Role::Text, answers),
    ]
}
