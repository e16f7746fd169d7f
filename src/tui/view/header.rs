//! Defines the two header lines and the tabs: the session's name, its state as a word, the main counts.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Position;

use super::name::SessionName;
use super::{Canvas, past};
use crate::safe;
use crate::state::ItemKind;
use crate::text::width;
use crate::text::{SafeText, counted};
use crate::tui::layout::{Layout, MEDIUM};
use crate::tui::panes::{PANES, PaneId, RowKey, home, tab_width};
use crate::tui::row_content::{CONFLICT, DROPPED, RowMark, SINCE, TOUCHED};
use crate::tui::signs;
use crate::tui::state::{Live, State};
use crate::tui::styled::{Span, StyledLine, spread};
use crate::tui::theme::StyleRole;
use crate::tui::times;

/// Draws both lines, or as much as fits.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let columns = layout.header.width as usize;
    if let Some(travel) = &state.travel.past {
        past::draw(canvas, state, travel, layout);
        canvas.put(layout.header, 1, &counts(state, columns), None);
        return;
    }
    let mut left = StyledLine::one(StyleRole::Text, " ");
    if columns >= 50 {
        left = left.and(StyleRole::Dim, "deltamind  ");
    }
    let mut facts = vec![following(state)];
    facts.extend(state.turns().last().map(|t| StyledLine::one(StyleRole::Text, safe!("t{}", t.ordinal))));
    if idle(state).is_none()
        && let (Some(now), Some(at)) = (state.now, last_said(state))
    {
        facts.push(StyledLine::one(StyleRole::Dim, times::age(now, at)));
    }
    facts.extend(state.model.as_ref().and_then(|m| m.row(columns, &state.prefs.keymap.key("model"))));
    // The unfinished last line of a file at rest stays unfinished.
    let unfinished = state.file.provisional.len();
    if unfinished > 0 && idle(state).is_none() {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("+{} unfinished", unfinished)));
    }
    let taken: usize = facts.iter().map(|fact| fact.width() + 2).sum();
    let name = SessionName::of(state);
    left = left.and_line(name.project);
    // The agent's name is dropped whole instead of cut.
    let room = if columns >= 44 { columns.saturating_sub(taken + left.width()) } else { 0 };
    if let Some(agent) = name.agent.filter(|agent| agent.width() <= room) {
        left = left.and_line(agent);
    }
    if columns >= usize::from(GOAL_FROM)
        && columns.saturating_sub(taken + left.width()) >= LEAST_GOAL
        && let Some(title) = name.title
    {
        left = left.and(StyleRole::Dim, "  ").and(StyleRole::Dim, title);
    }
    canvas.put(layout.header, 0, &spread(columns, 8, left, facts), None);
    canvas.put(layout.header, 1, &counts(state, columns), None);
}

/// Columns from which the header shows the session's title, and the columns that the title needs.
const GOAL_FROM: u16 = 80;
const LEAST_GOAL: usize = 24;

/// Time of the last turn.
fn last_said(state: &State) -> Option<Timestamp> {
    state.session.turns().iter().rev().take(8).find_map(|turn| turn.at)
}

/// Time since the last turn, once it is long enough for the session to count as idle.
pub fn idle(state: &State) -> Option<SafeText> {
    let (now, at) = (state.now?, last_said(state)?);
    let is_idle = state.file.live == Live::Live && now.duration_since(at) >= IDLE_AFTER;
    is_idle.then(|| times::age(now, at))
}

/// Whether the session was idle for a day or more.
pub fn is_old(state: &State) -> bool {
    let ages = state.now.zip(last_said(state));
    ages.is_some_and(|(now, at)| now.duration_since(at) >= SignedDuration::from_hours(24))
}

/// Time without a turn after which the session is idle. `deltamind sessions` calls it live until then.
const IDLE_AFTER: SignedDuration = SignedDuration::from_mins(10);

/// State of following, as a sign and a word.
pub fn following(state: &State) -> StyledLine {
    let (role, sign, word) = match state.file.live {
        Live::Live if let Some(age) = idle(state) => (StyleRole::Text, "○ ", safe!("idle {}", age)),
        Live::Live => (StyleRole::Good, "● ", "live".into()),
        Live::Loading { done, total } => {
            let percent = done.min(total).saturating_mul(100).checked_div(total).unwrap_or(0);
            (StyleRole::Good, "◌ ", safe!("loading {} %", percent))
        }
        Live::Opening => (StyleRole::Good, "◌ ", "opening".into()),
        Live::Waiting if state.sessions.waits => (StyleRole::Warn, "◌ ", "waiting for a session".into()),
        Live::Waiting => (StyleRole::Warn, "! ", "no such file yet".into()),
        Live::Truncated => (StyleRole::Warn, "! ", "truncated, reading anew".into()),
        Live::UnknownFormat => (StyleRole::Warn, "! ", "no transcript".into()),
        Live::Gone => (StyleRole::Bad, "! ", "gone".into()),
        Live::Unreadable => (StyleRole::Bad, "! ", "unreadable".into()),
    };
    StyledLine::of([Span::new(role, sign), Span::new(role, word)])
}

/// The length of the words of the counts: the longest with which all main counts fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wording {
    /// `3 decisions  1 constraint`, `⚑ 1 conflict`.
    Whole,
    /// `3 decided  1 rule`, `⚑ 1 conflict`.
    Short,
    /// `3 decisions  1 constraint`, `⚑1`.
    Signs,
    /// `3 decided  1 rule  2 ruled out`, `⚑1`.
    ShortSigns,
    /// `3 decided  1 rule  2 out`, `⚑1`.
    Shortest,
}

/// The counts. Those that wait for the person, and the requested marks, stay; the others get shorter words before one
/// is dropped, and minor counts fill the rest.
fn counts(state: &State, columns: usize) -> StyledLine {
    use Wording::{Short, ShortSigns, Shortest, Signs, Whole};
    let all = |words| [numbers_of(state, columns, words), waiting(state, words)].concat();
    let fits = |words: &Wording| joined(all(*words), usize::MAX).width() <= columns;
    let words = [Whole, Short, Signs, ShortSigns].into_iter().find(fits).unwrap_or(Shortest);
    let kept = joined(waiting(state, words), columns);
    let facts = [numbers_of(state, columns, words), where_there_is_room(state)].concat();
    if kept.width() <= 1 {
        return joined(facts, columns);
    }
    let room = columns.saturating_sub(kept.width() + 1);
    joined(facts, room).and(StyleRole::Text, " ").and_line(kept)
}

/// Facts in a row, two blanks between them; those that do not fit are left out.
fn joined(facts: Vec<StyledLine>, columns: usize) -> StyledLine {
    let mut row = StyledLine::one(StyleRole::Text, " ");
    for fact in facts {
        let gap = usize::from(row.spans.len() > 1) * 2;
        if row.width() + gap + fact.width() > columns {
            continue;
        }
        row.spans.push(Span::new(StyleRole::Text, SafeText::spaces(gap)));
        row.spans.extend(fact.spans);
    }
    row
}

/// The main counts, always in the same place: decisions, constraints, tasks, and options ruled out if there are any.
fn numbers_of(state: &State, columns: usize, words: Wording) -> Vec<StyledLine> {
    use ItemKind::{Constraint, Decision, RejectedOption, Task};
    if state.is_unread() {
        // The counts are unknown, which differs from zero.
        let unknown = |word| StyledLine::one(StyleRole::Text, safe!("- {}", word));
        return ["decisions", "constraints", "tasks"].map(unknown).into();
    }
    let counts = state.lists.counts;
    // A model's banner comes first.
    let mut facts: Vec<StyledLine> = state.model.as_ref().and_then(|m| m.banner(columns)).into_iter().collect();
    let is_short = !matches!(words, Wording::Whole | Wording::Signs);
    let rules = if is_short { ["rule", "rules"] } else { ["constraint", "constraints"] };
    facts.extend([
        in_force(state, Decision, counts.decisions, if is_short { ["decided"; 2] } else { ["decision", "decisions"] }),
        in_force(state, Constraint, counts.constraints, rules),
        match counts.tasks {
            0 => in_force(state, Task, 0, ["task", "tasks"]),
            all => StyledLine::one(StyleRole::Text, safe!("{}/{} tasks", counts.done, all)),
        },
    ]);
    if is_worth_counting(state, RejectedOption, counts.ruled_out) {
        let out = if words == Wording::Shortest { "out" } else { "ruled out" };
        facts.push(in_force(state, RejectedOption, counts.ruled_out, [out; 2]));
    }
    facts
}

/// Whether there are items of a kind, settled or likely.
fn is_worth_counting(state: &State, kind: ItemKind, n: usize) -> bool {
    n > 0 || state.likely_of(kind) > 0
}

/// Counts damaged lines, the rows with requested marks, the conflicts, and the items to confirm.
fn waiting(state: &State, words: Wording) -> Vec<StyledLine> {
    let (counts, is_worded) = (state.lists.counts, matches!(words, Wording::Whole | Wording::Short));
    let marked = |(sign, role): RowMark, n: usize, words: SafeText| {
        StyledLine::one(role, if is_worded { safe!("{} {} {}", sign, n, words) } else { safe!("{}{}", sign, n) })
    };
    let mut facts = Vec::new();
    if state.file.damaged > 0 {
        let lines = state.file.damaged;
        let words = if is_worded { counted(lines, "damaged line") } else { safe!("{} damaged", lines) };
        facts.push(StyledLine::one(StyleRole::Bad, words));
    }
    if let Some(seq) = state.travel.since {
        facts.push(marked(SINCE, counts.since, safe!("since change {}", seq)));
    }
    if state.travel.dropped {
        facts.push(marked(DROPPED, counts.dropped, "before compaction".into()));
    }
    if counts.conflicts > 0 {
        let word = if counts.conflicts == 1 { "conflict" } else { "conflicts" };
        facts.push(marked(CONFLICT, counts.conflicts, word.into()));
    }
    if counts.held > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("{} to confirm", counts.held)));
    }
    facts
}

/// Counts the questions, and the new items, which the tabs mark too, and shows whether the newest change is followed.
fn where_there_is_room(state: &State) -> Vec<StyledLine> {
    let (unseen, questions) = (state.lists.counts.unseen, state.lists.counts.questions);
    let asked = !state.is_unread() && is_worth_counting(state, ItemKind::OpenQuestion, questions);
    let asked = asked.then(|| in_force(state, ItemKind::OpenQuestion, questions, ["question", "questions"]));
    let new = (unseen > 0).then(|| StyledLine::one(StyleRole::Warn, safe!("{} unread", unseen)));
    let follow = state.nav.follow.then(|| StyledLine::one(StyleRole::Accent, "follow"));
    asked.into_iter().chain(new).chain(follow).collect()
}

/// A count with its word; if nothing is in force, the number of likely items.
fn in_force(state: &State, kind: ItemKind, n: usize, [one, many]: [&'static str; 2]) -> StyledLine {
    let likely = if n == 0 { state.likely_of(kind) } else { 0 };
    let (n, sure) = if likely > 0 { (likely, "likely ") } else { (n, "") };
    let word = if n == 1 { one } else { many };
    StyledLine::one(StyleRole::Text, safe!("{} {}{}", n, sure, word))
}

/// Draws the panes' names, the focused one marked.
pub fn tabs(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    let [above, below] = tab_lines(state, layout);
    canvas.put(layout.tabs, 0, &above, None);
    canvas.put(layout.more_tabs, 0, &below, None);
}

/// The pane whose name covers this place; for the numbers of unnamed panes, the first of them.
pub fn tab_at(state: &State, layout: &Layout, at: Position) -> Option<PaneId> {
    let [above, below] = tab_lines(state, layout);
    let (line, column) = (if layout.tabs.contains(at) { above } else { below }, at.x as usize);
    // A pane's name begins with its number; the gap before it belongs to the one on the left.
    let (mut end, mut pane) = (0, None);
    for run in line.all() {
        end += width(run.text.as_str());
        let number = run.text.as_str().split('–').next().and_then(|number| number.parse().ok());
        pane = number.and_then(PaneId::labelled).or(pane);
        if column < end {
            return pane;
        }
    }
    None
}

/// The tabs; on a tall screen on two lines, those of the first lists above the others.
fn tab_lines(state: &State, layout: &Layout) -> [StyledLine; 2] {
    let columns = layout.tabs.width as usize;
    if layout.more_tabs.height == 0 {
        return [tab_line(state, columns), StyledLine::blank()];
    }
    let lists = PaneId::Open as usize;
    [names(state, 0..lists, false), names(state, lists..PANES.len(), false)]
}

/// The tabs of all panes with their counts, or a page of names: a name is the same at every width.
fn tab_line(state: &State, columns: usize) -> StyledLine {
    if columns >= MEDIUM as usize {
        let counted = tab_row(state, 0..PANES.len(), true);
        if counted.width() <= columns {
            return counted;
        }
    }
    let page = page(state.focus as usize, columns);
    let row = tab_row(state, page, false);
    if row.width() <= columns {
        return row;
    }
    let (label, title) = (state.focus.label(), state.focus.pane().title);
    StyledLine::one(StyleRole::Accent, safe!("{}{} {}", signs::here(state), label, title))
}

/// The panes named beside the focused one: every page is as full as possible, the last one too, so that names stay in
/// place until the focus leaves the page.
fn page(focus: usize, columns: usize) -> Range<usize> {
    let all = PANES.len();
    let fits = |page: &Range<usize>| page_width(page) <= columns + 1;
    let mut page = 0..1;
    loop {
        while page.end < all && fits(&(page.start..page.end + 1)) {
            page.end += 1;
        }
        if page.end == all {
            while page.start > 0 && fits(&(page.start - 1..all)) {
                page.start -= 1;
            }
        }
        if page.contains(&focus) || page.end == all {
            return page;
        }
        page = page.end..page.end + 1;
    }
}

/// The columns of a page: its names, and the numbers of the panes before and after it, a blank behind each.
fn page_width(page: &Range<usize>) -> usize {
    let names: usize = PANES.get(page.clone()).unwrap_or_default().iter().map(tab_width).sum();
    let others = [0..page.start, page.end..PANES.len()];
    names + others.into_iter().filter_map(numbers).map(|numbers| 2 + width(numbers.as_str())).sum::<usize>()
}

/// The numbers of unnamed panes: `6–0`.
fn numbers(panes: Range<usize>) -> Option<SafeText> {
    let panes = PANES.get(panes)?;
    let (first, last) = (panes.first()?.id.label(), panes.last()?.id.label());
    Some(if panes.len() == 1 { safe!("{}", first) } else { safe!("{}–{}", first, last) })
}

/// The tabs of a page: `▸1 Decisions •2 Constraints  3–0`. The mark of a pane stands before its number; the focused one
/// has none.
fn tab_row(state: &State, page: Range<usize>, counted: bool) -> StyledLine {
    let (before, after) = (0..page.start, page.end..PANES.len());
    let mut row = others(state, before).and_line(names(state, page, counted)).and_line(others(state, after));
    row.spans.pop_if(|last| last.text.as_str() == " ");
    row
}

/// The names of some panes.
fn names(state: &State, page: Range<usize>, counted: bool) -> StyledLine {
    let mut row = StyledLine::blank();
    for pane in PANES.iter().skip(page.start).take(page.len()) {
        let focused = state.focus == pane.id;
        let sign =
            if focused { Some(Span::new(StyleRole::Accent, signs::here(state))) } else { tab_mark(state, pane.id) };
        let role = if focused { StyleRole::Accent } else { StyleRole::Text };
        let count = if counted { count(state, pane.id) } else { SafeText::default() };
        row.spans.extend([
            sign.unwrap_or_else(blank),
            Span::new(role, safe!("{}", pane.id.label())),
            Span::new(role, safe!(" {}{}", pane.title, count)),
            blank(),
        ]);
    }
    row
}

/// The numbers of unnamed panes, with the first of their marks.
fn others(state: &State, panes: Range<usize>) -> StyledLine {
    let Some(numbers) = numbers(panes.clone()) else { return StyledLine::blank() };
    let mark = PANES.get(panes).unwrap_or_default().iter().find_map(|pane| tab_mark(state, pane.id));
    StyledLine::of([mark.unwrap_or_else(blank), Span::new(StyleRole::Text, numbers), blank()])
}

fn blank() -> Span {
    Span::new(StyleRole::Text, " ")
}

/// The mark of a pane: something to confirm, touched by the step shown, or not seen yet.
fn tab_mark(state: &State, pane: PaneId) -> Option<Span> {
    if pane == PaneId::Review && state.lists.counts.held > 0 {
        Some(Span::new(StyleRole::Warn, "?"))
    } else if has_touched(state, pane) {
        Some(Span::new(TOUCHED.1, signs::in_column(state, TOUCHED.0)))
    } else {
        has_unseen(state, pane).then(|| Span::new(StyleRole::Warn, "•"))
    }
}

/// Number beside a pane's name: its items in force or waiting; with a filter, the rows shown.
pub fn pane_count(state: &State, pane: PaneId) -> usize {
    let list = state.list(pane);
    match (pane, state.panes.get(pane)) {
        (PaneId::Transcript, _) => state.turns().len(),
        (_, Some(own)) => own.waiting(),
        _ if !list.filter.is_empty() => list.count,
        (PaneId::Review, _) => state.lists.counts.held,
        _ => list.standing,
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
    const MAX_ROWS: usize = 500;
    // The Chains pane shows items of other panes, whose marks suffice.
    pane != PaneId::Chains
        && state.lists.counts.unseen > 0
        && state.list(pane).rows.iter().take(MAX_ROWS).any(|row| match row {
            RowKey::Item(id) => state.ledger().get(id).is_some_and(|i| state.is_unseen(i)),
            _ => false,
        })
}
