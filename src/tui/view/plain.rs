//! Defines the plain mode for screen readers: no lines are drawn, and symbols that such programs read as long names are
//! replaced by ASCII characters.

use ratatui::buffer::Buffer;

/// Signs and their replacements, in texts too. A decision is `D`, a constraint `C`, a task `o`, a goal `G`.
const SIGNS: &[(&str, &str)] = &[
    ("–", "-"),
    ("─", " "),
    ("━", " "),
    ("│", " "),
    ("┌", " "),
    ("┐", " "),
    ("└", " "),
    ("┘", " "),
    ("▌", ">"),
    ("▏", "|"),
    ("┊", ":"),
    ("▸", "*"),
    ("▾", "*"),
    ("▶", "*"),
    ("◀", "*"),
    ("•", "*"),
    ("●", "*"),
    ("◌", "*"),
    ("◆", "D"),
    ("◇", "d"),
    ("■", "C"),
    ("□", "c"),
    ("○", "o"),
    ("◐", "/"),
    ("✓", "x"),
    ("×", "-"),
    ("◎", "G"),
    ("◫", "A"),
    ("▤", "F"),
    ("·", "."),
    ("⚑", "!"),
    ("‡", "#"),
    ("⋯", "+"),
];

/// Replaces the signs of a frame.
pub fn apply(buf: &mut Buffer) {
    for cell in &mut buf.content {
        if let Some((_, plain)) = SIGNS.iter().find(|(sign, _)| *sign == cell.symbol()) {
            cell.set_symbol(plain);
        }
    }
}
