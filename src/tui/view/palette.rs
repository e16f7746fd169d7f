//! Defines the drawing of the palette and of the list of themes.

use ratatui::layout::Rect;
use tui_input::Input;

use super::{Canvas, dialogs};
use crate::safe;
use crate::text::fuzzy::{Fuzzy, Matcher};
use crate::text::width;
use crate::text::{SafeText, counted};
use crate::tui::actions::palette::{PaletteEntry, entries, in_words};
use crate::tui::state::{State, fitting};
use crate::tui::styled::{Span, StyledLine, spread};
use crate::tui::theme::StyleRole;

/// Maximum rows of actions shown.
const MAX_ROWS: u16 = 16;
/// Lines of the sentence below them.
const HELP_ROWS: u16 = 2;
/// Columns from which a row describes its action.
const DESCRIPTION_COLUMNS: usize = 72;
/// Maximum columns: the longest description fits.
const MAX_COLUMNS: u16 = 148;
/// Columns of a row's bar and key.
const KEY_COLUMNS: usize = 7;
/// Columns of a row's name: the longest one and two blanks.
const NAME_COLUMNS: usize = 19;
/// Prompt before the typed words.
const PROMPT: &str = " : ";

fn outer(frame: Rect) -> Rect {
    dialogs::place(frame, MAX_COLUMNS, MAX_ROWS.saturating_add(4))
}

/// Draws the palette over the panes: the typed words, and the matching entries.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, words: &str, at: usize) {
    let frame = canvas.buf.area;
    let area = dialogs::popup(canvas, outer(frame), "palette", dialogs::closes(state, "palette-close"));
    let found = entries(state, words);
    let columns = area.width as usize;
    let left = StyledLine::one(StyleRole::Accent, PROMPT).and_quoted(StyleRole::Text, words);
    let count = StyledLine::one(StyleRole::Dim, counted(found.len(), "match"));
    canvas.put(area, 0, &spread(columns, width(words) + 8, left, vec![count]), None);
    let mut below = Rect { y: area.y.saturating_add(1), height: area.height.saturating_sub(1), ..area };
    // Where rows cut their descriptions, that of the row under the cursor is below the list in full.
    let is_cut = found.iter().any(|entry| KEY_COLUMNS + NAME_COLUMNS + width(entry.help()) > columns);
    if let Some(entry) = found.get(at).filter(|_| is_cut && below.height > HELP_ROWS + 2) {
        below.height = below.height.saturating_sub(HELP_ROWS);
        let sentence = StyledLine::led(StyleRole::Text, "   ").and(StyleRole::Text, entry.help());
        let foot = Rect { y: below.bottom(), height: HELP_ROWS, ..area };
        canvas.put_all(foot, &sentence.wrap_cut(columns, HELP_ROWS.into()));
    }
    if found.is_empty() {
        let row = StyledLine::one(StyleRole::Text, "   No action fits. Fewer letters find more.");
        canvas.put(below, 0, &row, None);
    }
    let matcher = Matcher::default();
    let height = fitting(found.len(), below.height.into());
    let from = at.saturating_add(1).saturating_sub(height);
    for (line, (n, entry)) in (0..below.height).zip(found.iter().enumerate().skip(from).take(height)) {
        let chosen = n == at;
        let places = matcher.places(&entry.name(), &in_words(words));
        let row = entry_row(state, *entry, &places, chosen, columns);
        canvas.put(below, line, &row, chosen.then_some(StyleRole::Selected));
    }
    canvas.put_more(below, found.len().saturating_sub(from + height));
}

/// The key, the name with the matching letters marked, and the description.
fn entry_row(state: &State, entry: PaletteEntry, places: &[usize], chosen: bool, columns: usize) -> StyledLine {
    let bar = if chosen { Span::new(StyleRole::Accent, "▌") } else { Span::new(StyleRole::Text, " ") };
    let key = match entry {
        PaletteEntry::Action(action) => state.prefs.keymap.shown(action.id, 1),
        PaletteEntry::Pane(pane) => safe!("{}", pane as usize + 1),
    };
    let mut row = StyledLine::of([bar, Span::new(StyleRole::Accent, safe!("{:<6}", key))]);
    let name = entry.name();
    for (n, (at, c)) in name.char_indices().enumerate() {
        let role = if places.contains(&n) { StyleRole::Strong } else { StyleRole::Text };
        row.spans.push(Span::new(role, name.slice(at..at + c.len_utf8())));
    }
    let gap = NAME_COLUMNS.saturating_sub(width(&name)).max(1);
    if columns < DESCRIPTION_COLUMNS {
        return row.cut(columns);
    }
    row.and(StyleRole::Text, SafeText::spaces(gap)).and(StyleRole::Text, entry.help()).cut(columns)
}

/// The position of the cursor in the typed words.
pub fn cursor(state: &State, line: &Input) -> Option<(u16, u16)> {
    let area = dialogs::inside(outer(Rect::new(0, 0, state.size.0, state.size.1)));
    if area.width == 0 || area.height == 0 {
        return None;
    }
    let column = (width(PROMPT) + line.visual_cursor()) as u16;
    Some((area.x.saturating_add(column).min(area.right().saturating_sub(1)), area.y))
}

/// Draws the list of themes at the right: the rest of the screen previews the theme under the cursor.
pub fn themes(canvas: &mut Canvas<'_>, state: &State) {
    const WIDE: u16 = 38;
    let frame = canvas.buf.area;
    let names = state.prefs.themes.names();
    let right =
        Rect { x: frame.right().saturating_sub(WIDE.saturating_add(2)), width: WIDE.saturating_add(2), ..frame };
    let place = dialogs::place(right.intersection(frame), WIDE, (names.len() as u16).saturating_add(2));
    let close = safe!("{} revert", state.prefs.keymap.key("theme-back"));
    let area = dialogs::popup(canvas, place, "themes", close);
    let at = names.iter().position(|name| *name == state.prefs.theme).unwrap_or(0);
    let height = fitting(names.len(), area.height as usize);
    let from = at.saturating_add(1).saturating_sub(height);
    for (line, (n, theme)) in (0..area.height).zip(state.prefs.themes.all().iter().enumerate().skip(from).take(height))
    {
        let chosen = n == at;
        let bar = if chosen { Span::new(StyleRole::Accent, "▌ ") } else { Span::new(StyleRole::Text, "  ") };
        let name = Span::new(if chosen { StyleRole::Strong } else { StyleRole::Text }, SafeText::line(&theme.name));
        let ground = StyledLine::one(StyleRole::Dim, if theme.dark { "dark" } else { "light" });
        let row = spread(area.width as usize, 20, StyledLine::of([bar, name]), vec![ground]);
        canvas.put(area, line, &row, chosen.then_some(StyleRole::Selected));
    }
    canvas.put_more(area, names.len().saturating_sub(from + height));
}
