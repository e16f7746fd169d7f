//! Defines the two header lines and the tabs: what session this is, its state as a word, the numbers that matter.

use super::{Canvas, past};
use crate::safe;
use crate::text::SafeText;
use crate::text::width;
use crate::tui::layout::{Layout, MEDIUM};
use crate::tui::panes::{PANES, Pane, PaneId, RowKey, home};
use crate::tui::row_content::{CONFLICT, TOUCHED};
use crate::tui::state::working::WorkingPane;
use crate::tui::state::{Live, State};
use crate::tui::styled::{Span, StyledLine, spread};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Draws both lines, or what fits.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let columns = layout.header.width as usize;
    if let Some(travel) = &state.travel.past {
        past::draw(canvas, state, travel, layout);
        canvas.put(layout.header, layout.header.height.saturating_sub(1).max(1), &counts(state, columns), None);
        return;
    }
    let meta = state.session.meta();
    let mut left = StyledLine::one(StyleRole::Text, " ");
    if columns >= 50 {
        left = left.and(StyleRole::Dim, "deltamind  ");
    }
    let project = if meta.project.is_empty() { "session" } else { &meta.project };
    left = left.and_quoted(StyleRole::Strong, project);
    if !meta.agent.is_empty() && columns >= 44 {
        left = left.and(StyleRole::Dim, " · ").and_quoted(StyleRole::Dim, &meta.agent);
    }
    let mut facts = vec![live(state.file.live)];
    facts.extend(state.turns().last().map(|t| StyledLine::one(StyleRole::Text, safe!("t{}", t.ordinal))));
    let at = state.turns().iter().rev().take(8).find_map(|t| t.at);
    if let (Some(now), Some(at)) = (state.now, at) {
        facts.push(StyledLine::one(StyleRole::Dim, times::age(now, at)));
    }
    facts.extend(state.model.as_ref().map(|m| m.row(columns)));
    let unfinished = state.file.provisional.len();
    if unfinished > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("+{} unfinished", unfinished)));
    }
    canvas.put(layout.header, 0, &spread(columns, 8, left, facts), None);
    canvas.put(layout.header, 1, &counts(state, columns), None);
}

/// State of following, as a sign and a word.
pub fn live(live: Live) -> StyledLine {
    let (role, sign, word) = match live {
        Live::Live => (StyleRole::Good, "● ", "live".into()),
        Live::Loading { done, total } => {
            let percent = done.min(total).saturating_mul(100).checked_div(total).unwrap_or(0);
            (StyleRole::Accent, "◌ ", safe!("loading {} %", percent))
        }
        Live::Opening => (StyleRole::Warn, "◌ ", "opening".into()),
        Live::Waiting => (StyleRole::Warn, "◌ ", "waiting for the file".into()),
        Live::Truncated => (StyleRole::Warn, "! ", "truncated, reading anew".into()),
        Live::UnknownFormat => (StyleRole::Warn, "! ", "no transcript".into()),
        Live::Gone => (StyleRole::Bad, "! ", "gone".into()),
        Live::Unreadable => (StyleRole::Bad, "! ", "unreadable".into()),
    };
    StyledLine::of([Span::new(role, sign), Span::new(role, word)])
}

fn counts(state: &State, columns: usize) -> StyledLine {
    let counts = state.lists.counts;
    let mut facts = vec![
        counted(counts.decisions, "decision", "decisions"),
        counted(counts.constraints, "constraint", "constraints"),
        match counts.tasks {
            0 => counted(0, "task", "tasks"),
            all => StyledLine::one(StyleRole::Text, safe!("{}/{}", counts.done, all)).and(StyleRole::Dim, " tasks"),
        },
    ];
    // Marks the person asked for come before the others.
    if let Some(seq) = state.travel.since {
        let what = if columns >= 80 { safe!("since seq {}", seq) } else { "changed".into() };
        facts.push(StyledLine::one(StyleRole::Warn, safe!("+ {} {}", counts.since, what)));
    }
    if state.travel.dropped {
        let what = if columns >= 80 { "before compaction" } else { "older" };
        facts.push(StyledLine::one(StyleRole::Warn, safe!("‡ {} {}", counts.dropped, what)));
    }
    if counts.conflicts > 0 {
        let word = if counts.conflicts == 1 { "conflict" } else { "conflicts" };
        facts.push(StyledLine::one(CONFLICT.1, safe!("{} {} {}", CONFLICT.0, counts.conflicts, word)));
    }
    // Dropped items come before unseen ones, which the tabs mark too.
    if state.file.damaged > 0 {
        facts.push(StyledLine::one(StyleRole::Bad, safe!("{} damaged", state.file.damaged)));
    }
    if counts.unseen > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("{} new", counts.unseen)));
    }
    if state.nav.follow {
        facts.push(StyledLine::one(StyleRole::Accent, "follow"));
    }
    let right = if state.is_past() {
        // The figure is that of the present.
        StyledLine::blank()
    } else {
        StyledLine::one(StyleRole::Dim, "ctx ").and(StyleRole::Text, percent(state.lists.context_percent))
    };
    // The size of the context keeps its place; what comes after the changes stands only where both fit.
    let taken: usize = facts.iter().map(|f| f.width() + 2).sum();
    let columns_left = columns.saturating_sub(right.width() + 1);
    let ours = if taken <= columns_left { columns_left } else { columns };
    if counts.held > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("{} unsure", counts.held)));
    }
    // Nothing comes before this.
    facts.splice(..0, state.model.as_ref().and_then(|m| m.banner(columns)));
    let mut row = StyledLine::one(StyleRole::Text, " ");
    for fact in facts {
        let gap = usize::from(row.spans.len() > 1) * 2;
        if row.width() + gap + fact.width() > ours {
            break;
        }
        row.spans.push(Span::new(StyleRole::Text, SafeText::spaces(gap)));
        row.spans.extend(fact.spans);
    }
    let least = row.width();
    spread(columns, least, row, vec![right])
}

/// A count with its word.
fn counted(n: usize, one: &'static str, many: &'static str) -> StyledLine {
    let word = if n == 1 { one } else { many };
    StyledLine::one(StyleRole::Text, safe!("{}", n)).and(StyleRole::Dim, safe!(" {}", word))
}

fn percent(value: Option<usize>) -> SafeText {
    value.map_or_else(|| "-".into(), |p| if p > 999 { "> 999 %".into() } else { safe!("{} %", p) })
}

/// Draws the panes' names: whole, else short, else numbers; the focused one whole and marked.
pub fn tabs(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    canvas.put(layout.tabs, 0, &tab_line(state, layout.tabs.width as usize), None);
}

/// The pane whose name covers this column.
pub fn tab_at(state: &State, layout: &Layout, column: usize) -> Option<PaneId> {
    // A pane's name begins with its mark and number; the gap before it belongs to the one on the left.
    let (mut end, mut pane) = (0, None);
    for run in tab_line(state, layout.tabs.width as usize).all() {
        end += width(run.text.as_str());
        let number = run.text.as_str().trim_start_matches('▸').split(' ').next().and_then(|n| n.parse::<usize>().ok());
        pane = number.and_then(PaneId::labelled).or(pane);
        if column < end {
            return pane;
        }
    }
    None
}

/// How the names of the panes are written, from the widest to the narrowest.
#[derive(Clone, Copy)]
enum TabStyle {
    /// Whole names with their counts.
    Counted,
    /// Whole names.
    Whole,
    /// The focused one whole, the others short.
    Focused,
    /// All short.
    Short,
    /// The focused one whole, so many others short, the rest only numbers.
    Some(usize),
}

impl TabStyle {
    /// The gap before a tab, and its name.
    fn name(self, state: &State, pane: PaneId) -> (usize, SafeText) {
        let Pane { title, short, .. } = pane.pane();
        let focused = state.focus == pane;
        match self {
            Self::Counted => (2, safe!("{}{}", title, count(state, pane))),
            Self::Whole => (1, (*title).into()),
            Self::Focused | Self::Some(_) if focused => (1, (*title).into()),
            Self::Some(named) if pane as usize >= named => (1, SafeText::default()),
            Self::Focused | Self::Short | Self::Some(_) => (1, (*short).into()),
        }
    }
}

fn tab_line(state: &State, columns: usize) -> StyledLine {
    let widest = if columns >= MEDIUM as usize { TabStyle::Counted } else { TabStyle::Whole };
    let names = [widest, TabStyle::Whole, TabStyle::Focused, TabStyle::Short];
    let some = (0..=PANES.len()).rev().map(TabStyle::Some);
    let mut fitting = names.into_iter().chain(some).map(|style| tab_row(state, style)).filter(|r| r.width() <= columns);
    fitting.next().unwrap_or_else(|| {
        let (label, title) = (state.focus.label(), state.focus.pane().title);
        StyledLine::one(StyleRole::Accent, safe!("▸{} {}", label, title))
    })
}

fn tab_row(state: &State, style: TabStyle) -> StyledLine {
    let mut row = StyledLine::blank();
    for (number, pane) in PANES.iter().enumerate() {
        let (gap, name) = style.name(state, pane.id);
        let focused = state.focus == pane.id;
        let mark = if focused {
            Span::new(StyleRole::Accent, "▸")
        } else if pane.id == PaneId::Review && state.lists.counts.held > 0 {
            Span::new(StyleRole::Warn, "?")
        } else if has_touched(state, pane.id) {
            Span::new(TOUCHED.1, TOUCHED.0)
        } else if has_unseen(state, pane.id) {
            Span::new(StyleRole::Warn, "•")
        } else {
            Span::new(StyleRole::Text, " ")
        };
        row.spans.push(Span::new(StyleRole::Text, SafeText::spaces(if number == 0 { 0 } else { gap - 1 })));
        row.spans.push(mark);
        let role = if focused { StyleRole::Accent } else { StyleRole::Dim };
        let gap = if name.is_empty() { "" } else { " " };
        row.spans.push(Span::new(role, safe!("{}{}{}", pane.id.label(), gap, name)));
    }
    row
}

/// Number beside a pane's name: its active or pending rows; with a filter, the rows shown.
pub fn pane_count(state: &State, pane: PaneId) -> usize {
    match pane {
        PaneId::Transcript => state.turns().len(),
        PaneId::Review if state.list(pane).filter.is_empty() => state.lists.counts.held,
        PaneId::Decisions if state.list(pane).filter.is_empty() => state.lists.counts.decisions,
        PaneId::Constraints if state.list(pane).filter.is_empty() => state.lists.counts.constraints,
        pane => state.panes.get(pane).map_or(state.list(pane).count, WorkingPane::waiting),
    }
}

fn count(state: &State, pane: PaneId) -> SafeText {
    match pane_count(state, pane) {
        0 => SafeText::default(),
        count => safe!(" {}", count),
    }
}

/// Whether the step shown touched something that pane lists.
fn has_touched(state: &State, pane: PaneId) -> bool {
    let items = state.travel.past.as_ref().into_iter().flat_map(|j| j.touched());
    items.filter_map(|id| state.ledger().get(id)).any(|item| home(item) == pane)
}

fn has_unseen(state: &State, pane: PaneId) -> bool {
    /// Rows examined per frame: new rows come first, and a frame must not cost the whole session.
    const LOOK: usize = 500;
    // The chains show items of other panes, whose marks suffice.
    pane != PaneId::Chains
        && state.lists.counts.unseen > 0
        && state.list(pane).rows.iter().take(LOOK).any(|row| match row {
            RowKey::Item(id) => state.ledger().get(id).is_some_and(|i| state.is_unseen(i)),
            _ => false,
        })
}
