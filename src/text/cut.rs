//! Defines measuring, cutting and wrapping of text in terminal columns.
//!
//! The measure is ratatui's: the sum over graphemes, so what fits here fits on screen.

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The end of a text that was cut; one column wide.
const ELLIPSIS: char = '…';

/// The width of a text in columns.
pub fn width(text: &str) -> usize {
    // A text that was cut ends with an ellipsis, one column wide.
    let (body, ellipsis) = text.strip_suffix(ELLIPSIS).map_or((text, 0), |body| (body, 1));
    if is_plain(body) { body.len() + ellipsis } else { text.graphemes(true).map(UnicodeWidthStr::width).sum() }
}

/// Printable ASCII: one byte, one column.
fn is_plain(text: &str) -> bool {
    let mut bytes = text.as_bytes();
    while let [b' '..=b'~', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes.is_empty()
}

/// The text in at most `columns`: itself, or its beginning and an ellipsis. It is cut between words, or between the parts
/// of a path or name, where that keeps three fifths of the room, and within a word elsewhere.
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    // A byte is never wider than a column, so a short text needs no measuring.
    if text.len() <= columns || width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let end = cut_at(text, columns - 1);
    let head = text[..end].trim_end_matches([' ', ',', ';', ':', ELLIPSIS]);
    let mut out = String::with_capacity(head.len() + ELLIPSIS.len_utf8());
    out.push_str(head);
    out.push(ELLIPSIS);
    Cow::Owned(out)
}

/// A path in at most `columns`: itself, or its end behind an ellipsis. Folders stay whole where half of the columns hold
/// them.
pub fn cut_path(path: &str, columns: usize) -> Cow<'_, str> {
    if width(path) <= columns {
        return Cow::Borrowed(path);
    }
    let Some(room) = columns.checked_sub(1) else { return Cow::Borrowed("") };
    let fits = |at: &usize| width(&path[*at..]) <= room;
    let begins = path.grapheme_indices(true).map(|(at, _)| at).find(fits).unwrap_or(path.len());
    let folder = path.match_indices('/').map(|(at, _)| at).find(fits);
    let begins = folder.filter(|at| width(&path[*at..]) * 2 >= room).unwrap_or(begins);
    Cow::Owned(format!("{ELLIPSIS}{}", &path[begins..]))
}

/// The text with the paths below a folder named from there. A folder of one name only is no place to begin at.
pub fn below<'t>(text: &'t str, folder: Option<&str>) -> Cow<'t, str> {
    let folder = folder.map(|folder| folder.trim_end_matches('/')).filter(|folder| folder.matches('/').count() >= 2);
    let Some(begin) = folder.map(|folder| format!("{folder}/")).filter(|begin| text.contains(begin.as_str())) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, found) in text.match_indices(&begin) {
        let before = text[..at].chars().next_back();
        let behind = text[at + found.len()..].chars().next();
        let begins = before.is_none_or(|c| !c.is_alphanumeric() && !"/._-~".contains(c));
        if begins && behind.is_some_and(|c| c.is_alphanumeric() || "._-".contains(c)) {
            out.push_str(&text[from..at]);
            from = at + found.len();
        }
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// The text in exactly `columns`: cut, or padded with spaces.
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = cut(text, columns).into_owned();
    let missing = columns.saturating_sub(width(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// Where a text that is wider than `room` columns is cut, as a byte offset: at the last end of a word, else after the last
/// part of a path or name, where that keeps enough of the room; else where the room ends.
fn cut_at(text: &str, room: usize) -> usize {
    let is_late = |used: usize| used > 0 && used * 5 >= room * 3;
    let (mut used, mut word, mut joint) = (0, None, None);
    let mut after = "";
    for (at, grapheme) in text.grapheme_indices(true) {
        if is_late(used) && grapheme == " " && after != " " {
            word = Some(at);
        }
        if is_late(used) && JOINTS.contains(&after) && grapheme.chars().all(char::is_alphabetic) {
            joint = Some(at);
        }
        let wide = grapheme.width();
        if used + wide > room {
            return word.or(joint).unwrap_or(at);
        }
        used += wide;
        after = grapheme;
    }
    text.len()
}

/// Byte ranges of the lines a text takes when wrapped at `columns` (at least 1): between words, within a word only
/// where it alone is wider than a line, and between any two wide characters. `\n` always ends a line; spaces at a
/// break belong to no line. Reads the text once.
pub fn wrap(text: &str, columns: usize) -> Vec<Range<usize>> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        wrap_line(line, start, (columns, columns), &mut lines);
        start += line.len() + 1;
    }
    lines
}

/// Wraps like [`wrap`], with the blanks before each line: what goes on of an indented line or of a list item stands
/// below its words.
pub fn wrap_hanging(text: &str, columns: usize) -> Vec<(usize, Range<usize>)> {
    let columns = columns.max(1);
    let (mut lines, mut all) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split('\n') {
        let indent = Some(hanging(line)).filter(|indent| indent * 2 <= columns).unwrap_or(0);
        wrap_line(line, start, (columns, columns - indent), &mut lines);
        all.extend(lines.drain(..).enumerate().map(|(n, range)| (if n == 0 { 0 } else { indent }, range)));
        start += line.len() + 1;
    }
    all
}

/// The columns before the words of a line: its blanks, and the sign or number of a list item.
fn hanging(line: &str) -> usize {
    let words = line.trim_start_matches(' ');
    let blanks = line.len() - words.len();
    let number = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let sign = match words.get(number..).unwrap_or("") {
        rest if (1..=3).contains(&number) && (rest.starts_with(". ") || rest.starts_with(") ")) => number + 2,
        rest if number == 0 && ["- ", "* ", "+ "].iter().any(|sign| rest.starts_with(sign)) => 2,
        _ => 0,
    };
    blanks + sign
}

/// A position where a line may end.
#[derive(Clone, Copy)]
struct Break {
    /// The end of the line.
    end: usize,
    /// The start of the next line.
    resume: usize,
    /// The column of `resume`.
    column: usize,
}

/// The signs after which a word longer than a line is broken: it is a path or a name more often than not.
const JOINTS: [&str; 4] = ["/", "-", "_", "."];

/// Wraps a line, its first row at the first number of columns and what goes on at the second.
fn wrap_line(line: &str, offset: usize, (first, next): (usize, usize), lines: &mut Vec<Range<usize>>) {
    let (mut start, mut column, mut columns) = (0, 0, first);
    let mut spaces: Option<usize> = None;
    let mut last_break: Option<Break> = None;
    let mut joint: Option<Break> = None;
    let (mut after_wide, mut after_joint) = (false, "");
    for (at, grapheme) in line.grapheme_indices(true) {
        let wide = grapheme.width();
        if grapheme == " " {
            spaces.get_or_insert(at);
            column += 1;
            continue;
        }
        match spaces.take() {
            // An indent is no break; one wider than the line is left out.
            Some(from) if from == start && column >= columns => (start, column) = (at, 0),
            Some(from) if from == start => {}
            Some(from) => last_break = Some(Break { end: from, resume: at, column }),
            None if at > start && (wide == 2 || after_wide) => {
                last_break = Some(Break { end: at, resume: at, column });
            }
            None => {}
        }
        // A point before a short ending is no better place than the joint before it, nor is a second sign in a row.
        let is_new = joint.is_none_or(|joint| after_joint != "." && joint.resume + after_joint.len() != at);
        let begins = grapheme != "/" && (after_joint != "." || !JOINTS.contains(&grapheme));
        if !after_joint.is_empty() && begins && column * 3 > columns && is_new {
            joint = Some(Break { end: at, resume: at, column });
        }
        after_wide = wide == 2;
        after_joint = JOINTS.into_iter().find(|joint| *joint == grapheme).unwrap_or("");
        while column + wide > columns && at > start {
            let inner = joint.filter(|joint| joint.resume > start);
            if let Some(found) = last_break.take().or(inner) {
                lines.push(offset + start..offset + found.end);
                start = found.resume;
                column -= found.column;
                // A place in the rest of the word is counted from the new line's beginning.
                joint = joint.filter(|j| j.resume > start).map(|j| Break { column: j.column - found.column, ..j });
                joint = joint.filter(|j| j.column * 3 > next);
            } else {
                lines.push(offset + start..offset + at);
                (start, column) = (at, 0);
            }
            columns = next;
        }
        column += wide;
    }
    let end = line.trim_end_matches(' ').len().max(start);
    lines.push(offset + start..offset + end);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_keeps_its_end() {
        let path = "~/code/company/platform/payments-api";
        assert_eq!(cut_path(path, 36), path);
        assert_eq!(cut_path(path, 30), "…/platform/payments-api");
        assert_eq!(cut_path(path, 10), "…ments-api");
        assert_eq!(
            cut_path("~/.claude/projects/-home-mara-work-payments-api/memory", 30),
            "…mara-work-payments-api/memory"
        );
        assert_eq!((cut_path("~/日本語", 5), cut_path(path, 0)), ("…本語".into(), "".into()));
    }

    #[test]
    fn cuts_between_words_where_it_can() {
        for (text, columns, want) in [
            ("short", 10, "short"),
            ("exactly ten", 11, "exactly ten"),
            ("use Postgres with sqlx", 15, "use Postgres…"),
            ("use Postgres, with sqlx", 15, "use Postgres…"),
            ("incomprehensibilities", 8, "incompr…"),
            ("use incomprehensibilities", 22, "use incomprehensibili…"),
            ("use incomprehensibilities", 12, "use incompr…"),
            ("a state-machine-for-tracking", 25, "a state-machine-for-…"),
            ("takes 10.25 seconds in all", 11, "takes 10.2…"),
            (" deltamind  ParcelBeltControllerFirmware", 36, " deltamind  ParcelBeltControllerFir…"),
            ("Nein: Donaudampfschifffahrtsgesellschaft", 38, "Nein: Donaudampfschifffahrtsgesellsch…"),
            (" ✓ a-b", 5, " ✓ a…"),
            ("src/orders/repository/mongo/legacy.ts", 32, "src/orders/repository/mongo/…"),
            ("see src/ö/repository/mongo/legacy.ts", 28, "see src/ö/repository/mongo/…"),
            ("日本語のテキスト", 7, "日本語…"),
            ("👩‍💻👩‍💻👩‍💻", 5, "👩‍💻👩‍💻…"),
            ("abc", 1, "…"),
            ("abc", 0, ""),
        ] {
            assert_eq!(cut(text, columns), want);
        }
        assert_eq!(pad("ab", 4), "ab  ");
        assert_eq!(pad("日本語", 4), "日… ");
    }

    #[test]
    fn paths_below_a_folder_are_named_from_there() {
        let folder = Some("/home/dev/shop/");
        for (text, want) in [
            ("never log in /home/dev/shop/src/log.ts", "never log in src/log.ts"),
            ("\"/home/dev/shop/a\" and /home/dev/shop/b", "\"a\" and b"),
            (
                "/home/dev/shopping/a, /mnt/home/dev/shop/a, /home/dev/shop/",
                "/home/dev/shopping/a, /mnt/home/dev/shop/a, /home/dev/shop/",
            ),
        ] {
            assert_eq!(below(text, folder), want);
        }
        assert_eq!(below("/a/b", Some("/")), "/a/b");
        assert_eq!(below("/home/a", Some("/home")), "/home/a", "a folder of one name is no project");
    }

    fn wrapped(text: &str, columns: usize) -> Vec<&str> {
        wrap(text, columns).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrapped("use Postgres with sqlx", 12), ["use Postgres", "with sqlx"]);
        assert_eq!(wrapped("a\n\nb", 5), ["a", "", "b"]);
        assert_eq!(wrapped("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(wrapped("日本語です", 4), ["日本", "語で", "す"]);
        assert_eq!(
            wrapped("in ~/.claude/projects/-home-shop/memory", 20),
            ["in", "~/.claude/projects/", "-home-shop/memory"]
        );
        assert_eq!(wrapped("either/or this", 9), ["either/or", "this"]);
        assert_eq!(wrapped("a/bcdefghijkl", 6), ["a/bcde", "fghijk", "l"]);
        assert_eq!(
            wrapped("docs/plans/02-session-state-machine.md", 30),
            ["docs/plans/02-session-state-", "machine.md"]
        );
        assert_eq!(wrapped("0003-on-basic-auth.md (new)", 20), ["0003-on-basic-", "auth.md (new)"]);
        assert_eq!(
            wrapped("see (feedback-no-new-dependencies.md)", 31),
            ["see", "(feedback-no-new-", "dependencies.md)"]
        );
        assert_eq!(wrapped("snake_case_names_are_long", 14), ["snake_case_", "names_are_long"]);
        assert_eq!(wrapped("a well-known word", 8), ["a", "well-", "known", "word"]);
        assert_eq!(wrapped("  indented text", 10), ["  indented", "text"]);
        assert_eq!(wrapped("          x", 4), ["x"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn what_goes_on_of_a_list_item_stands_below_its_words() {
        let hung = |text: &'static str, columns| {
            let lines = wrap_hanging(text, columns).into_iter();
            lines.map(|(blanks, range)| format!("{}{}", " ".repeat(blanks), &text[range])).collect::<Vec<_>>()
        };
        assert_eq!(hung("- the first\n  - a nested item", 10), ["- the", "  first", "  - a", "    nested", "    item"]);
        assert_eq!(hung("10. the last one", 12), ["10. the last", "    one"]);
        assert_eq!(hung("plain words here", 12), ["plain words", "here"]);
        assert_eq!(hung("          deep words", 16), ["          deep", "words"].map(str::to_owned));
    }

    /// Text of words, wide characters, emoji, marks and spaces.
    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec(
            prop_oneof![
                "[a-z]{1,12}",
                Just(" ".to_owned()),
                Just("   ".to_owned()),
                Just("日本".to_owned()),
                Just("👩‍💻".to_owned()),
                Just("e\u{301}".to_owned()),
                Just("\n".to_owned()),
                Just("…".to_owned())
            ],
            0..40,
        )
        .prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn a_cut_fits(text in text(), columns in 0usize..40) {
            let line = text.replace('\n', " ");
            prop_assert!(width(&cut(&line, columns)) <= columns);
            prop_assert_eq!(width(&pad(&line, columns)), columns);
        }

        #[test]
        fn wrapping_loses_only_spaces(text in text(), columns in 2usize..40) {
            let lines = wrap(&text, columns);
            let mut at = 0;
            for line in &lines {
                prop_assert!(line.start >= at);
                prop_assert!(text[at..line.start].chars().all(|c| c == ' ' || c == '\n'));
                prop_assert!(width(&text[line.clone()]) <= columns, "{:?}", &text[line.clone()]);
                at = line.end;
            }
            prop_assert!(text[at..].chars().all(|c| c == ' ' || c == '\n'));
        }
    }
}
