//! Defines the two header lines and the tabs: what session this is, its state as a word, the numbers that matter.

use super::row::{Row, Run, spread};
use super::{Canvas, past, words};
use crate::memory::SuggestionStatus;
use crate::text::width;
use crate::tui::layout::{Layout, MEDIUM};
use crate::tui::panes::face::{CONFLICT, TOUCHED};
use crate::tui::panes::{PANES, PaneId, RowKey, home};
use crate::tui::state::{Live, State};
use crate::tui::theme::Role;

/// Draws both lines, or what fits.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let columns = layout.header.width as usize;
    if let Some(journey) = &state.journey {
        past::draw(canvas, state, journey, layout);
        canvas.put(layout.header, layout.header.height.saturating_sub(1).max(1), &counts(state, columns), None);
        return;
    }
    let meta = state.session.meta();
    let mut left = Row::one(Role::Text, " ");
    if columns >= 50 {
        left = left.and(Role::Dim, "deltamind  ");
    }
    let project = if meta.project.is_empty() { "session" } else { &meta.project };
    left = left.and_quoted(Role::Strong, project);
    if !meta.agent.is_empty() && columns >= 44 {
        left = left.and(Role::Dim, " · ").and_quoted(Role::Dim, &meta.agent);
    }
    let mut facts = vec![live(state.live)];
    facts.extend(state.turns().last().map(|t| Row::one(Role::Text, format!("t{}", t.ordinal))));
    let at = state.turns().iter().rev().take(8).find_map(|t| t.at);
    if let (Some(now), Some(at)) = (state.now, at) {
        facts.push(Row::one(Role::Dim, words::age(now, at)));
    }
    facts.extend(state.model.as_ref().map(|m| m.row(columns)));
    let unfinished = state.provisional.len();
    if unfinished > 0 {
        facts.push(Row::one(Role::Warn, format!("+{unfinished} unfinished")));
    }
    canvas.put(layout.header, 0, &spread(columns, 8, left, facts), None);
    canvas.put(layout.header, 1, &counts(state, columns), None);
}

/// Where following stands, as a sign and a word.
pub fn live(live: Live) -> Row {
    let (role, sign, word) = match live {
        Live::Live => (Role::Good, "● ", "live".to_owned()),
        Live::Loading { done, total } => {
            let percent = done.min(total).saturating_mul(100).checked_div(total).unwrap_or(0);
            (Role::Accent, "◌ ", format!("loading {percent} %"))
        }
        Live::Opening => (Role::Warn, "◌ ", "opening".to_owned()),
        Live::Waiting => (Role::Warn, "◌ ", "waiting for the file".to_owned()),
        Live::Truncated => (Role::Warn, "! ", "truncated, reading anew".to_owned()),
        Live::UnknownFormat => (Role::Warn, "! ", "no transcript".to_owned()),
        Live::Gone => (Role::Bad, "! ", "gone".to_owned()),
        Live::Unreadable => (Role::Bad, "! ", "unreadable".to_owned()),
    };
    Row::of([Run::new(role, sign), Run::new(role, word)])
}

fn counts(state: &State, columns: usize) -> Row {
    let counts = state.counts;
    let fact = |n: usize, one: &str, many: &str| {
        let word = if n == 1 { one } else { many };
        Row::one(Role::Text, n.to_string()).and(Role::Dim, format!(" {word}"))
    };
    let mut facts = vec![
        fact(counts.decisions, "decision", "decisions"),
        fact(counts.constraints, "constraint", "constraints"),
        match counts.tasks {
            0 => fact(0, "task", "tasks"),
            all => Row::one(Role::Text, format!("{}/{all}", counts.done)).and(Role::Dim, " tasks"),
        },
    ];
    // What the person asked to have marked comes before what is marked anyway.
    if let Some(seq) = state.since {
        let what = if columns >= 80 { format!("since seq {seq}") } else { "changed".to_owned() };
        facts.push(Row::one(Role::Warn, format!("+ {} {what}", counts.since)));
    }
    if state.dropped {
        let what = if columns >= 80 { "before compaction" } else { "older" };
        facts.push(Row::one(Role::Warn, format!("‡ {} {what}", counts.dropped)));
    }
    if counts.conflicts > 0 {
        let word = if counts.conflicts == 1 { "conflict" } else { "conflicts" };
        facts.push(Row::one(CONFLICT.1, format!("{} {} {word}", CONFLICT.0, counts.conflicts)));
    }
    // What was lost is told before what is new, which the tabs mark too.
    if state.damaged > 0 {
        facts.push(Row::one(Role::Bad, format!("{} damaged", state.damaged)));
    }
    if counts.unseen > 0 {
        facts.push(Row::one(Role::Warn, format!("{} new", counts.unseen)));
    }
    if state.follow {
        facts.push(Row::one(Role::Accent, "follow"));
    }
    let right = if state.is_past() {
        // The figure is that of the present.
        Row::blank()
    } else {
        Row::one(Role::Dim, "ctx ").and(Role::Text, percent(state.context_percent))
    };
    // The size of the context keeps its place; what comes after the changes stands only where both fit.
    let taken: usize = facts.iter().map(|f| f.width() + 2).sum();
    let columns_left = columns.saturating_sub(right.width() + 1);
    let ours = if taken <= columns_left { columns_left } else { columns };
    if counts.held > 0 {
        facts.push(Row::one(Role::Warn, format!("{} unsure", counts.held)));
    }
    // Nothing comes before this.
    facts.splice(..0, state.model.as_ref().and_then(|m| m.banner(columns)));
    let mut row = Row::one(Role::Text, " ");
    for fact in facts {
        let gap = usize::from(row.runs.len() > 1) * 2;
        if row.width() + gap + fact.width() > ours {
            break;
        }
        row.runs.push(Run::new(Role::Text, " ".repeat(gap)));
        row.runs.extend(fact.runs);
    }
    let least = row.width();
    spread(columns, least, row, vec![right])
}

fn percent(value: Option<usize>) -> String {
    value.map_or("-".to_owned(), |p| if p > 999 { "> 999 %".to_owned() } else { format!("{p} %") })
}

/// The gap before a tab, and its name.
type TabName = fn(&State, PaneId, bool) -> (usize, String);

/// Draws the panes' names: whole, else short, else numbers; the focused one whole and marked.
pub fn tabs(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    canvas.put(layout.tabs, 0, &tab_line(state, layout.tabs.width as usize), None);
}

/// The pane whose name stands in this column.
pub fn tab_at(state: &State, layout: &Layout, column: usize) -> Option<PaneId> {
    // A pane's name begins with its mark and number; the gap before it belongs to the one on the left.
    let (mut end, mut pane) = (0, None);
    for run in tab_line(state, layout.tabs.width as usize).all() {
        end += width(&run.text);
        let number = run.text.trim_start_matches('▸').split(' ').next().and_then(|n| n.parse::<usize>().ok());
        pane = number.and_then(PaneId::labelled).or(pane);
        if column < end {
            return pane;
        }
    }
    None
}

fn tab_line(state: &State, columns: usize) -> Row {
    let counted = columns >= MEDIUM as usize;
    let styles: [TabName; 4] = [
        |state, pane, counted| {
            let count = if counted { count(state, pane) } else { String::new() };
            (2, format!("{}{count}", pane.pane().title))
        },
        |_, pane, _| (1, pane.pane().title.to_owned()),
        |state, pane, _| {
            let p = pane.pane();
            (1, if state.focus == pane { p.title } else { p.short }.to_owned())
        },
        |_, pane, _| (1, pane.pane().short.to_owned()),
    ];
    let rows = styles.iter().map(|style| tab_row(state, |pane| style(state, pane, counted)));
    // Else the first ones keep their names, as many as fit, and the others are numbers.
    let some = (0..=PANES.len()).rev().map(|named| {
        tab_row(state, |pane| {
            let words = pane.pane();
            let short = if (pane as usize) < named { words.short } else { "" };
            (1, if state.focus == pane { words.title } else { short }.to_owned())
        })
    });
    let mut fitting = rows.chain(some).filter(|r| r.width() <= columns);
    let only = || Row::one(Role::Accent, format!("▸{} {}", state.focus.label(), state.focus.pane().title));
    fitting.next().unwrap_or_else(only)
}

fn tab_row(state: &State, name: impl Fn(PaneId) -> (usize, String)) -> Row {
    let mut row = Row::blank();
    for (number, pane) in PANES.iter().enumerate() {
        let (gap, name) = name(pane.id);
        let focused = state.focus == pane.id;
        let mark = if focused {
            Run::new(Role::Accent, "▸")
        } else if pane.id == PaneId::Rejections && state.counts.held > 0 {
            Run::new(Role::Warn, "?")
        } else if has_touched(state, pane.id) {
            Run::new(TOUCHED.1, TOUCHED.0)
        } else if has_unseen(state, pane.id) {
            Run::new(Role::Warn, "•")
        } else {
            Run::new(Role::Text, " ")
        };
        row.runs.push(Run::new(Role::Text, " ".repeat(if number == 0 { 0 } else { gap - 1 })));
        row.runs.push(mark);
        let role = if focused { Role::Accent } else { Role::Dim };
        row.runs.push(Run::new(role, format!("{} {name}", pane.id.label()).trim_end().to_owned()));
    }
    row
}

/// How many of a pane stand, or wait: the number beside its name. A filter counts what it shows.
pub fn standing(state: &State, pane: PaneId) -> usize {
    match pane {
        PaneId::Transcript => state.turns().len(),
        PaneId::Memory => state.memories.count(SuggestionStatus::Pending),
        PaneId::Standup => state.standup.review().map_or(0, |r| r.calls.len()),
        PaneId::Decisions if state.list(pane).filter.is_empty() => state.counts.decisions,
        PaneId::Constraints if state.list(pane).filter.is_empty() => state.counts.constraints,
        pane => state.list(pane).count,
    }
}

fn count(state: &State, pane: PaneId) -> String {
    match standing(state, pane) {
        0 => String::new(),
        count => format!(" {count}"),
    }
}

/// Whether the step shown touched something that pane lists.
fn has_touched(state: &State, pane: PaneId) -> bool {
    let items = state.journey.as_ref().into_iter().flat_map(|j| j.touched());
    items.filter_map(|id| state.ledger().get(id)).any(|item| home(item) == pane)
}

fn has_unseen(state: &State, pane: PaneId) -> bool {
    /// Rows looked at: news stands first, and a frame must not cost the whole session.
    const LOOK: usize = 500;
    // The chains show items of other panes, whose marks suffice.
    pane != PaneId::Chains
        && state.counts.unseen > 0
        && state.list(pane).rows.iter().take(LOOK).any(|row| match row {
            RowKey::Item(id) => state.ledger().get(id).is_some_and(|i| state.is_unseen(i)),
            _ => false,
        })
}
