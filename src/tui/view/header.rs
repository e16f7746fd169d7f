//! Defines the two header lines and the tabs: what session this is, its state as a word, the numbers that matter.

use jiff::{SignedDuration, Timestamp};

use super::{Canvas, past};
use crate::safe;
use crate::text::SafeText;
use crate::text::width;
use crate::tui::layout::{Layout, MEDIUM};
use crate::tui::panes::{PANES, Pane, PaneId, RowKey, home};
use crate::tui::row_content::{CONFLICT, TOUCHED};
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
    let mut facts = vec![following(state)];
    facts.extend(state.turns().last().map(|t| StyledLine::one(StyleRole::Text, safe!("t{}", t.ordinal))));
    if idle(state).is_none()
        && let (Some(now), Some(at)) = (state.now, last_said(state))
    {
        facts.push(StyledLine::one(StyleRole::Dim, times::age(now, at)));
    }
    facts.extend(state.model.as_ref().and_then(|m| m.row(columns, &state.prefs.keymap.key("model"))));
    let unfinished = state.file.provisional.len();
    if unfinished > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("+{} unfinished", unfinished)));
    }
    canvas.put(layout.header, 0, &spread(columns, 8, left, facts), None);
    canvas.put(layout.header, 1, &counts(state, columns), None);
}

/// When something was said last.
fn last_said(state: &State) -> Option<Timestamp> {
    state.session.turns().iter().rev().take(8).find_map(|turn| turn.at)
}

/// How long nothing was said, once it is long enough for the session to count as at rest.
pub fn idle(state: &State) -> Option<SafeText> {
    let (now, at) = (state.now?, last_said(state)?);
    let is_idle = state.file.live == Live::Live && now.duration_since(at) >= IDLE_AFTER;
    is_idle.then(|| times::age(now, at))
}

/// Whether the session is at rest for a day or more.
pub fn is_old(state: &State) -> bool {
    let ages = state.now.zip(last_said(state));
    ages.is_some_and(|(now, at)| now.duration_since(at) >= SignedDuration::from_hours(24))
}

/// Nothing said for so long: the session is idle. `deltamind sessions` calls it live until then.
const IDLE_AFTER: SignedDuration = SignedDuration::from_mins(10);

/// State of following, as a sign and a word.
pub fn following(state: &State) -> StyledLine {
    let (role, sign, word) = match state.file.live {
        Live::Live if let Some(age) = idle(state) => (StyleRole::Dim, "○ ", safe!("idle {}", age)),
        Live::Live => (StyleRole::Good, "● ", "live".into()),
        Live::Loading { done, total } => {
            let percent = done.min(total).saturating_mul(100).checked_div(total).unwrap_or(0);
            (StyleRole::Accent, "◌ ", safe!("loading {} %", percent))
        }
        Live::Opening => (StyleRole::Warn, "◌ ", "opening".into()),
        Live::Waiting if state.sessions.waits => (StyleRole::Warn, "◌ ", "waiting for a session".into()),
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
    if counts.ruled_out > 0 {
        facts.push(counted(counts.ruled_out, "ruled out", "ruled out"));
    }
    if counts.unseen > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("{} new", counts.unseen)));
    }
    if counts.held > 0 {
        facts.push(StyledLine::one(StyleRole::Warn, safe!("{} to confirm", counts.held)));
    }
    // Nothing comes before this.
    facts.splice(..0, state.model.as_ref().and_then(|m| m.banner(columns)));
    if state.nav.follow {
        facts.push(StyledLine::one(StyleRole::Accent, "follow"));
    }
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

/// A count with its word.
fn counted(n: usize, one: &'static str, many: &'static str) -> StyledLine {
    let word = if n == 1 { one } else { many };
    StyledLine::one(StyleRole::Text, safe!("{}", n)).and(StyleRole::Dim, safe!(" {}", word))
}

/// Draws the panes' names: whole, else short, else numbers for the last ones; the focused one always named and marked.
pub fn tabs(canvas: &mut Canvas<'_>, state: &State, layout: &Layout) {
    canvas.put(layout.tabs, 0, &tab_line(state, layout.tabs.width as usize), None);
}

/// The pane whose name covers this column.
pub fn tab_at(state: &State, layout: &Layout, column: usize) -> Option<PaneId> {
    // A pane's name begins with its number; the gap before it belongs to the one on the left.
    let (mut end, mut pane) = (0, None);
    for run in tab_line(state, layout.tabs.width as usize).all() {
        end += width(run.text.as_str());
        pane = run.text.as_str().parse().ok().and_then(PaneId::labelled).or(pane);
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
    /// So many short, the rest only numbers.
    Short(usize),
}

impl TabStyle {
    /// The gap before a tab, and its name while `focus` has the keys.
    fn name(self, state: &State, pane: &Pane, focus: PaneId) -> (usize, SafeText) {
        match self {
            Self::Counted => (2, safe!("{}{}", pane.title, count(state, pane.id))),
            Self::Whole => (1, pane.title.into()),
            Self::Short(named) if (pane.id as usize) < named || pane.id == focus => (1, pane.short.into()),
            Self::Short(_) => (1, SafeText::default()),
        }
    }

    /// The columns it takes while `focus` has the keys.
    fn width(self, state: &State, focus: PaneId) -> usize {
        let tabs = PANES.iter().enumerate().map(|(number, pane)| {
            let (gap, name) = self.name(state, pane, focus);
            let gap = if number == 0 { 1 } else { gap };
            gap + 1 + if name.is_empty() { 0 } else { 1 + width(name.as_str()) }
        });
        tabs.sum()
    }

    /// Whether it fits whichever pane has the keys: names do not change when the focus does.
    fn fits(self, state: &State, columns: usize) -> bool {
        PaneId::ALL.iter().all(|focus| self.width(state, *focus) <= columns)
    }
}

fn tab_line(state: &State, columns: usize) -> StyledLine {
    let widest = if columns >= MEDIUM as usize { TabStyle::Counted } else { TabStyle::Whole };
    let short = (0..=PANES.len()).rev().map(TabStyle::Short);
    let mut styles = [widest, TabStyle::Whole].into_iter().chain(short);
    if let Some(style) = styles.find(|style| style.fits(state, columns)) {
        return tab_row(state, style);
    }
    let (label, title) = (state.focus.label(), state.focus.pane().title);
    StyledLine::one(StyleRole::Accent, safe!("▸{} {}", label, title))
}

/// The tabs: `▸1 Decided 5?Review 6•`. The mark of a pane stands after its number.
fn tab_row(state: &State, style: TabStyle) -> StyledLine {
    let mut row = StyledLine::blank();
    // The mark of a tab without a name stands in the gap after it.
    let mut pending = None;
    for (number, pane) in PANES.iter().enumerate() {
        let (gap, name) = style.name(state, pane, state.focus);
        let focused = state.focus == pane.id;
        let blank = Span::new(StyleRole::Text, " ");
        let before =
            if focused { Span::new(StyleRole::Accent, "▸") } else { pending.take().unwrap_or(blank.clone()) };
        if number > 0 && gap > 1 {
            row.spans.push(Span::new(StyleRole::Text, SafeText::spaces(gap - 1)));
        }
        row.spans.push(before);
        let role = if focused { StyleRole::Accent } else { StyleRole::Dim };
        row.spans.push(Span::new(role, safe!("{}", pane.id.label())));
        let mark = tab_mark(state, pane.id);
        if name.is_empty() {
            pending = mark;
        } else {
            row.spans.extend([mark.unwrap_or(blank), Span::new(role, name)]);
        }
    }
    row
}

/// The mark of a pane: something to confirm, touched by the step shown, or not seen yet.
fn tab_mark(state: &State, pane: PaneId) -> Option<Span> {
    if pane == PaneId::Review && state.lists.counts.held > 0 {
        Some(Span::new(StyleRole::Warn, "?"))
    } else if has_touched(state, pane) {
        Some(Span::new(TOUCHED.1, TOUCHED.0))
    } else {
        has_unseen(state, pane).then(|| Span::new(StyleRole::Warn, "•"))
    }
}

/// Number beside a pane's name: what stands or waits in it; with a filter, the rows shown.
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
    const LOOK: usize = 500;
    // The chains show items of other panes, whose marks suffice.
    pane != PaneId::Chains
        && state.lists.counts.unseen > 0
        && state.list(pane).rows.iter().take(LOOK).any(|row| match row {
            RowKey::Item(id) => state.ledger().get(id).is_some_and(|i| state.is_unseen(i)),
            _ => false,
        })
}
