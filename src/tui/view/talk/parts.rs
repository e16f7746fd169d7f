//! Defines how a turn is shown in part: its beginning, its end or lines from its middle, with marks that count those
//! left out.

use super::Line;
use crate::safe;
use crate::text::counted;
use crate::tui::styled::StyledLine;
use crate::tui::theme::StyleRole;

/// The part of a turn taller than the screen that begins with `line`. The head stays on top while the lines pass under it.
pub(super) fn window(mut own: Vec<Line>, line: usize, height: usize) -> Vec<Line> {
    let from = line.min(own.len().saturating_sub(height));
    own.drain(1..=from);
    // One line of words stays between the two marks.
    if let Some(first) = own.get_mut(1).filter(|_| from > 0 && height > 3) {
        first.row = lines_above(from + 1);
    }
    let hidden = own.len().saturating_sub(height);
    if let Some(last) = height.checked_sub(1).and_then(|at| own.get_mut(at)).filter(|_| hidden > 0 && height > 2) {
        last.row = lines_more(hidden + 1, false);
    }
    own
}

/// The head of a turn, the mark of the lines left out, and its last lines; `None` if none of them would be visible.
pub(super) fn end_of(mut lines: Vec<Line>, rows: usize) -> Option<Vec<Line>> {
    let hidden = lines.len().saturating_sub(rows) + 1;
    if rows < 3 || lines.len() <= rows {
        return Some(lines).filter(|lines| lines.len() <= rows);
    }
    lines.drain(1..hidden);
    if let Some(mark) = lines.get_mut(1) {
        mark.row = lines_above(hidden);
    }
    Some(lines)
}

/// The mark of lines left out before those that follow.
fn lines_above(hidden: usize) -> StyledLine {
    StyledLine::one(StyleRole::Dim, safe!("  ⋯ {} above", counted(hidden, "line")))
}

/// The mark of lines left out after those before it; a turn read in part may have more.
fn lines_more(hidden: usize, is_part: bool) -> StyledLine {
    let over = if is_part { "over " } else { "" };
    StyledLine::one(StyleRole::Dim, safe!("  ⋯ {}{} more", over, counted(hidden, "line")))
}

/// A turn that begins in `rows` rows and has `most` lines of words at most: its head, its first lines, the mark of those
/// left out, and the calls against a rule, which are left out too if they leave no row for the words; `None` if no line
/// would be visible.
pub(super) fn fitting(
    rows: usize,
    most: usize,
    is_part: bool,
    lines: impl Fn(usize) -> Vec<Line>,
) -> Option<Vec<Line>> {
    if rows == 0 {
        return None;
    }
    let whole = lines(most);
    if whole.len() <= rows {
        return Some(whole);
    }
    let fewer = rows.checked_sub(2).filter(|fewer| *fewer > 0)?.min(most);
    let part = lines(fewer);
    // Marks without words are not shown.
    if part.iter().skip(1).all(|line| line.row.all().any(|span| span.text.as_str().trim_start().starts_with('⋯'))) {
        return None;
    }
    let over = part.len().saturating_sub(rows);
    if over == 0 {
        return Some(part);
    }
    let beside = fewer.checked_sub(over).filter(|words| *words > 0).map(&lines);
    if let Some(part) = beside.filter(|part| part.len() <= rows) {
        return Some(part);
    }
    let mut all = lines(usize::MAX);
    let hidden = all.len().saturating_sub(rows - 1);
    all.truncate(rows - 1);
    all.push(Line { row: lines_more(hidden, is_part), chosen: false, first: false });
    Some(all)
}

/// The first rows, with a mark of the minimum number of further ones.
pub(super) fn first_of(mut rows: Vec<StyledLine>, most: usize, is_part: bool) -> Vec<StyledLine> {
    let more = rows.len().saturating_sub(most);
    if more > 1 {
        rows.truncate(most);
        rows.push(lines_more(more, is_part));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn of a head, so many lines of words, `most` of them shown, and so many calls against a rule.
    fn turn(words: usize, calls: usize, most: usize) -> Vec<Line> {
        let words = (1..=words).map(|n| StyledLine::one(StyleRole::Text, safe!("word {}", n))).collect();
        let calls = (1..=calls).map(|n| StyledLine::one(StyleRole::Text, safe!("call {}", n)));
        let head = std::iter::once(StyledLine::one(StyleRole::Text, "head"));
        let rows = head.chain(first_of(words, most, false)).chain(calls);
        rows.map(|row| Line { row, chosen: false, first: false }).collect()
    }

    fn shown(rows: usize, words: usize, calls: usize) -> Option<String> {
        let lines = fitting(rows, 6, false, |most| turn(words, calls, most))?;
        assert!(lines.len() <= rows, "{rows} {words} {calls}");
        let texts = lines.iter().flat_map(|line| line.row.all().map(|span| span.text.as_str().trim()));
        Some(texts.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn calls_against_a_rule_do_not_hide_a_turn() {
        assert_eq!(shown(6, 20, 0).unwrap(), "head, word 1, word 2, word 3, word 4, ⋯ 16 lines more");
        assert_eq!(shown(6, 20, 2).unwrap(), "head, word 1, word 2, ⋯ 18 lines more, call 1, call 2");
        assert_eq!(shown(5, 20, 4).unwrap(), "head, word 1, word 2, word 3, ⋯ 21 lines more");
        assert_eq!(shown(4, 1, 4).unwrap(), "head, word 1, call 1, ⋯ 3 lines more");
        assert_eq!((shown(0, 1, 1), shown(2, 3, 1)), (None, None));
        for rows in 3..20 {
            for (words, calls) in (0..12).flat_map(|words| (0..12).map(move |calls| (words, calls))) {
                assert!(shown(rows, words, calls).is_some(), "{rows} {words} {calls}");
            }
        }
    }
}
