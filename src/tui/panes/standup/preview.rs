//! Defines how a change of the board or of documents is shown before it is made.

use super::rows::LEAVES;
use crate::safe;
use crate::standup::execute::ActionDraft;
use crate::standup::feedback::ThresholdOffer;
use crate::standup::review::{CallRow, DoneRow};
use crate::text::SafeText;
use crate::tui::file_diff::file_diff;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// An exact change: the file's lines, or the commands.
pub fn change(draft: &ActionDraft) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    if let Some(file) = &draft.file {
        let name = if file.own { format!(".deltamind/{}", file.file) } else { file.file.clone() };
        lines.extend(file_diff(&name, file.before.as_deref(), file.after.as_deref()));
    }
    for request in draft.call.iter().flat_map(|(_, requests)| requests) {
        let lead = StyledLine::led(StyleRole::Dim, " $ ");
        lines.push(lead.and(StyleRole::Text, SafeText::block(&request.shown())));
    }
    lines
}

/// Warns that other people would see the change.
pub fn leaves() -> StyledLine {
    StyledLine::led(LEAVES.1, safe!(" {} ", LEAVES.0)).and(LEAVES.1, "leaves this machine: others can see it")
}

/// The proposals to be carried out, each with its change.
pub fn carried(rows: &[CallRow]) -> Vec<StyledLine> {
    let mut out = Vec::new();
    for row in rows {
        let number = StyledLine::led(StyleRole::Dim, safe!(" {}  ", row.number));
        out.push(number.and_quoted(StyleRole::Strong, &row.what));
        if row.leaves_machine {
            out.push(leaves());
        }
        out.extend(row.draft.iter().flat_map(change));
        out.push(StyledLine::one(StyleRole::Text, " "));
    }
    out
}

/// Lines of a rollback: the action and the change that undoes it.
pub fn taken_back(row: &DoneRow) -> Vec<StyledLine> {
    let mut out = vec![StyledLine::led(StyleRole::Dim, " undo  ").and_quoted(StyleRole::Strong, &row.what)];
    out.extend(row.back.iter().flatten().flat_map(change));
    out
}

/// A change of thresholds with its evidence.
pub fn thresholds(offer: &ThresholdOffer) -> Vec<StyledLine> {
    let tally = offer.tally;
    let answers = safe!("{} approved, {} dismissed, {} undone", tally.approved, tally.dismissed, tally.taken_back);
    vec![
        StyledLine::led(StyleRole::Text, " ").and_quoted(StyleRole::Strong, &offer.why),
        threshold("high", (offer.from.0, offer.to.0)),
        threshold("medium", (offer.from.1, offer.to.1)),
        StyledLine::led(StyleRole::Dim, "   answers  ").and(StyleRole::Text, answers),
    ]
}

fn threshold(name: &'static str, (from, to): (f32, f32)) -> StyledLine {
    let line = StyledLine::led(StyleRole::Dim, safe!("   {:<8} ", name)).and(StyleRole::Text, safe!("{:.2}", from));
    if (from - to).abs() < f32::EPSILON { line } else { line.and(StyleRole::Strong, safe!(" -> {:.2}", to)) }
}
