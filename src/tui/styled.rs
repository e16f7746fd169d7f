//! Defines [`Span`] and [`StyledLine`], safe text in roles, independent of the terminal, with cutting and wrapping.
//!
//! Wrapping is done here and only for the rows that a screen can hold: a widget is never passed a whole document.

use std::ops::Range;

use super::theme::StyleRole;
use crate::safe;
use crate::session::wording::asked_and_said;
use crate::text::{SafeText, cut, cut_path, width, wrap, wrap_hanging};

/// Text of one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub role: StyleRole,
    pub text: SafeText,
}

impl Span {
    /// Safe text in a role.
    pub fn new(role: StyleRole, text: impl Into<SafeText>) -> Self {
        Self { role, text: text.into() }
    }

    /// Untrusted text, sanitized to one line.
    pub fn quoted(role: StyleRole, text: &str) -> Self {
        Self { role, text: SafeText::line(text) }
    }
}

/// A bar between a lead and the text, with a blank.
const BAR: &str = "▏ ";
/// The bar beside a continuation line.
const BAR_ON: &str = "┊ ";

/// One line of the screen, or a paragraph that is to be wrapped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StyledLine {
    /// Spans before the text; wrapped lines are indented by their width.
    pub lead: Vec<Span>,
    /// Its text, left to right.
    pub spans: Vec<Span>,
    /// Whether its text is a path, which is not wrapped: it keeps its end where columns are few.
    pub is_path: bool,
}

impl StyledLine {
    /// A line of these spans.
    pub fn of(spans: impl IntoIterator<Item = Span>) -> Self {
        Self { spans: spans.into_iter().collect(), ..Self::default() }
    }

    /// A line of one span.
    pub fn one(role: StyleRole, text: impl Into<SafeText>) -> Self {
        Self::of([Span::new(role, text)])
    }

    /// An empty line.
    pub fn blank() -> Self {
        Self::default()
    }

    /// A paragraph that begins with `lead` and is indented by its width.
    pub fn led(role: StyleRole, lead: impl Into<SafeText>) -> Self {
        Self { lead: vec![Span::new(role, lead)], ..Self::default() }
    }

    /// Adds an untrusted path, of which the end is kept where columns are few.
    #[must_use]
    pub fn and_path(self, path: &str) -> Self {
        Self { is_path: true, ..self.and_quoted(StyleRole::Text, path) }
    }

    /// Ends the lead with a bar in its role. The lead is repeated beside every wrapped line, with a broken bar.
    #[must_use]
    pub fn with_bar(mut self) -> Self {
        let role = self.lead.last().map_or(StyleRole::Faint, |sign| sign.role);
        self.lead.push(Span::new(role, BAR));
        self
    }

    /// Adds a span.
    #[must_use]
    pub fn and(mut self, role: StyleRole, text: impl Into<SafeText>) -> Self {
        self.spans.push(Span::new(role, text));
        self
    }

    /// Adds untrusted text, sanitized to one line.
    #[must_use]
    pub fn and_quoted(mut self, role: StyleRole, text: &str) -> Self {
        self.spans.push(Span::quoted(role, text));
        self
    }

    /// Adds the spans of another line, its lead included.
    #[must_use]
    pub fn and_line(mut self, other: Self) -> Self {
        self.spans.extend(other.lead.into_iter().chain(other.spans));
        self
    }

    /// Its lead and its spans.
    pub fn all(&self) -> impl Iterator<Item = &Span> {
        self.lead.iter().chain(&self.spans)
    }

    /// Its columns.
    pub fn width(&self) -> usize {
        self.all().map(|span| width(span.text.as_str())).sum()
    }

    /// Cut to `columns`, between words where one ends near, with an ellipsis when something is lost. Signs before the
    /// words are dropped if they would leave no room for a letter.
    #[must_use]
    pub fn cut(self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let whole = Self::of(self.lead.into_iter().chain(self.spans));
        let text: String = whole.spans.iter().map(|span| span.text.as_str()).collect();
        let (mut from, mut kept) = (0, cut(&text, columns));
        if !kept.contains(char::is_alphanumeric)
            && let Some(words) = text.find(char::is_alphanumeric)
        {
            (from, kept) = (words, cut(&text[words..], columns));
        }
        let mut spans = whole.slice(&(from..from + kept.trim_end_matches('…').len()));
        if kept.ends_with('…') {
            match spans.last_mut() {
                Some(last) => last.text.push(&"…".into()),
                None => spans.push(Span::new(StyleRole::Text, "…")),
            }
        }
        Self::of(spans)
    }

    /// Wrapped to `columns`, with continuation lines aligned to the text of an indented line or a list item.
    pub fn wrap_hanging(&self, columns: usize) -> Vec<Self> {
        let lead = self.lead_width(columns);
        let text: String = self.spans.iter().map(|span| span.text.as_str()).collect();
        let rows =
            wrap_hanging(&text, columns.saturating_sub(lead)).into_iter().enumerate().map(|(n, (blanks, range))| {
                let before = if n == 0 { self.lead.clone() } else { Vec::new() };
                let blanks = blanks + if n == 0 { 0 } else { lead };
                let blanks = (blanks > 0).then(|| Span::new(StyleRole::Text, SafeText::spaces(blanks)));
                Self::of(before.into_iter().chain(blanks).chain(self.slice(&range)))
            });
        rows.collect()
    }

    /// Wrapped to `columns`, at most `limit` lines; the last one is cut if more is left.
    pub fn wrap_cut(&self, columns: usize, limit: usize) -> Vec<Self> {
        let mut rows = self.wrap(columns, limit + 1);
        if let Some(next) = rows.len().checked_sub(limit + 1).and_then(|_| rows.pop())
            && let Some(last) = rows.pop()
        {
            rows.push(last.and(StyleRole::Text, " ").and_line(next).cut(columns));
        }
        rows
    }

    /// The columns of the lead; 0 where it leaves no room for the text.
    fn lead_width(&self, columns: usize) -> usize {
        let lead: usize = self.lead.iter().map(|span| width(span.text.as_str())).sum();
        if lead < columns { lead } else { 0 }
    }

    /// Wrapped to `columns`, at most `limit` lines.
    pub fn wrap(&self, columns: usize, limit: usize) -> Vec<Self> {
        self.wrap_with_ends(columns, limit).into_iter().map(|(row, _)| row).collect()
    }

    /// [`Self::wrap`] with the byte offset in the text at which each row ends.
    pub fn wrap_with_ends(&self, columns: usize, limit: usize) -> Vec<(Self, usize)> {
        let lead = self.lead_width(columns);
        let text: String = self.spans.iter().map(|span| span.text.as_str()).collect();
        if self.is_path {
            let end = Span::quoted(StyleRole::Text, &cut_path(&text, columns.saturating_sub(lead)));
            return vec![(Self::of(self.lead.iter().cloned().chain([end])), text.len())];
        }
        let ranges = wrap(&text, columns.saturating_sub(lead).max(1));
        let goes_on = match self.lead.split_last() {
            Some((bar, sign)) if bar.text.as_str() == BAR => {
                Self::of(sign.iter().cloned().chain([Span::new(bar.role, BAR_ON)]))
            }
            _ => Self::one(StyleRole::Text, SafeText::spaces(lead)),
        };
        let mut lines = Vec::new();
        for (n, range) in ranges.into_iter().take(limit).enumerate() {
            let mut line = match (lead, n) {
                (0, _) => Self::blank(),
                (_, 0) => Self::of(self.lead.clone()),
                _ => goes_on.clone(),
            };
            line.spans.extend(self.slice(&range));
            lines.push((line, range.end));
        }
        lines
    }

    /// The spans of a byte range of the text, the lead not counted.
    fn slice(&self, range: &Range<usize>) -> Vec<Span> {
        let mut at = 0;
        let mut out = Vec::new();
        for span in &self.spans {
            let long = span.text.as_str().len();
            let (from, to) = (range.start.max(at), range.end.min(at + long));
            if from < to {
                out.push(Span { role: span.role, text: span.text.slice(from - at..to - at) });
            }
            at += long;
        }
        out
    }
}

/// A summary with the answer first and the question behind it, as in [`worded`](crate::session::worded).
pub fn answer_first(summary: SafeText, role: StyleRole) -> StyledLine {
    match asked_and_said(&summary) {
        Some((asked, said)) => StyledLine::one(role, said).and(StyleRole::Text, safe!(" - {}", asked)),
        None => StyledLine::one(role, summary),
    }
}

/// Columns of a label.
pub const LABEL: usize = 10;

/// A label with a value after it.
pub fn fact(label: &'static str, value: impl Into<SafeText>) -> StyledLine {
    labelled(label).and(StyleRole::Text, value)
}

/// A label before a value.
pub fn labelled(label: &'static str) -> StyledLine {
    StyledLine::led(StyleRole::Dim, safe!("   {:<10} ", label))
}

/// Words in quotation marks, as they were said, without marks of Markdown.
pub fn quotation(words: &str) -> SafeText {
    safe!("\"{}\"", SafeText::line(&without_marks(words)))
}

/// The places of a Markdown link in a line.
pub struct MarkdownLink {
    /// All of it.
    pub whole: Range<usize>,
    /// Its words.
    pub words: Range<usize>,
}

/// The links and images of a line, outside code.
pub fn links(line: &str) -> Vec<MarkdownLink> {
    let mut found: Vec<MarkdownLink> = Vec::new();
    for (middle, _) in line.match_indices("](") {
        let after = found.last().map_or(0, |link| link.whole.end);
        let Some(open) = line.get(after..middle).and_then(|text| Some(after + text.rfind('[')?)) else { continue };
        let Some(close) = line.get(middle..).and_then(|text| Some(middle + text.find(')')?)) else { continue };
        let before = &line[..open];
        let is_code =
            before.matches('`').count() % 2 == 1 || before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !is_code && open + 1 < middle {
            let start = open - usize::from(before.ends_with('!'));
            found.push(MarkdownLink { whole: start..close + 1, words: open + 1..middle });
        }
    }
    found
}

/// Whether a line is a directive to the agent's program: `::stage{cwd="/home"}`.
pub fn is_directive(line: &str) -> bool {
    let named =
        line.trim().strip_prefix("::").map(|rest| rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-'));
    named.is_some_and(|rest| rest.starts_with('{') && line.trim_end().ends_with('}'))
}

/// Words without marks of emphasis, code, headings, links and list items, line by line.
pub fn without_marks(words: &str) -> String {
    let lines: Vec<String> = words.lines().map(line_without_marks).collect();
    lines.join("\n")
}

fn line_without_marks(words: &str) -> String {
    let words = words.trim_start();
    let heading = words.trim_start_matches('#').trim_start();
    let words = if heading.len() < words.len() { heading } else { words };
    let words = words.strip_prefix("- ").or(words.strip_prefix("* ")).unwrap_or(words);
    let mut out = words.to_owned();
    for link in links(words).into_iter().rev() {
        out.replace_range(link.whole, &words[link.words]);
    }
    let out = without_cut_link(out).replace("**", "");
    let slant: Vec<usize> = slanted(&out).into_iter().flat_map(|(from, to)| [from, to]).collect();
    out.char_indices().filter(|(at, c)| *c != '`' && !slant.contains(at)).map(|(_, c)| c).collect()
}

/// A line without the marks of a link at its end that was cut in the middle: `see [the gate](https://exa…`.
fn without_cut_link(words: String) -> String {
    let Some((before, link)) = words.rsplit_once('[').filter(|(_, link)| link.ends_with('…') && !link.contains(')'))
    else {
        return words;
    };
    match link.split_once("](") {
        Some((named, _)) => format!("{before}{named}…"),
        None if link.starts_with("http") => format!("{before}{link}"),
        None => words,
    }
}

/// The places of the marks around words between single `_` or `*`, in pairs. A mark within a word or beside a slash is
/// part of a name, and one in code is code.
pub fn slanted(line: &str) -> Vec<(usize, usize)> {
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_*/".contains(c));
    let ticks: Vec<usize> = line.match_indices('`').map(|(at, _)| at).collect();
    let is_code = |at: usize| {
        let before = ticks.partition_point(|tick| *tick < at);
        before % 2 == 1 && before < ticks.len()
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for mark in ['_', '*'] {
        let mut open: Option<usize> = None;
        for (at, _) in line.match_indices(mark).filter(|(at, _)| !is_code(*at)) {
            let (before, after) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
            let opens = !is_name(before) && after.is_some_and(|c| c.is_alphanumeric() || c == '`');
            let closes = !is_name(after) && before.is_some_and(|c| !c.is_whitespace() && c != '/');
            if let Some(from) = open.take_if(|_| closes) {
                found.push((from, at));
            } else if opens {
                open = Some(at);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Left words cut to the room beside right-hand facts. Facts are sorted by importance: whole facts are dropped from the
/// end until the left has `least` columns.
pub fn spread(columns: usize, least: usize, left: StyledLine, facts: Vec<StyledLine>) -> StyledLine {
    let mut right: Vec<StyledLine> = facts.into_iter().filter(|f| f.width() > 0).collect();
    let wanted = left.width().min(least);
    while !right.is_empty() && columns_of(&right) + wanted > columns {
        right.pop();
    }
    let room = columns.saturating_sub(columns_of(&right));
    let left = left.cut(room);
    let gap = room.saturating_sub(left.width());
    let mut row = left.and(StyleRole::Text, SafeText::spaces(gap));
    for fact in right {
        row = row.and(StyleRole::Text, "  ").and_line(fact);
    }
    row
}

/// Columns of facts, two of margin before each.
fn columns_of(facts: &[StyledLine]) -> usize {
    facts.iter().map(|fact| fact.width() + 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(rows: &[StyledLine]) -> Vec<String> {
        rows.iter().map(|r| r.all().map(|x| x.text.as_str()).collect()).collect()
    }

    #[test]
    fn a_cut_ends_at_a_word_with_an_ellipsis() {
        let cut = |s: &'static str, n| words(&[StyledLine::one(StyleRole::Text, s).cut(n)]).concat();
        assert_eq!(cut("Postgres with sqlx, no ORM", 40), "Postgres with sqlx, no ORM");
        assert_eq!(cut("Postgres with sqlx, no ORM", 18), "Postgres with…");
        assert_eq!(cut("Postgres", 4), "Pos…");
        assert_eq!(cut("日本語です", 5), "日本…");
        assert_eq!(cut("x", 0), "");
        assert_eq!(cut("fetch → merge → push retry loop", 24), "fetch → merge → push…");
    }

    #[test]
    fn a_cut_keeps_words_behind_what_leads_them() {
        let cut = |line: StyledLine, n| words_of(&line.cut(n));
        let named = StyledLine::one(StyleRole::Text, " ").and(StyleRole::Dim, "deltamind  ");
        assert_eq!(
            cut(named.and(StyleRole::Strong, "ParcelBeltControllerFirmware"), 36),
            " deltamind  ParcelBeltControllerFir…"
        );
        let done = || StyledLine::led(StyleRole::Good, " ✓ ").and(StyleRole::Text, "a-b");
        assert_eq!((cut(done(), 5), cut(done(), 4)), (" ✓ a…".into(), "a-b".into()));
        assert_eq!(cut(done(), 2), "a…");
        assert_eq!(cut(StyledLine::one(StyleRole::Good, " ✓ a-b"), 4), "a-b");
        let said =
            StyledLine::one(StyleRole::Text, "Nein: ").and(StyleRole::Text, "Donaudampfschifffahrtsgesellschaft");
        assert_eq!(cut(said, 38), "Nein: Donaudampfschifffahrtsgesellsch…");
    }

    #[test]
    fn a_link_that_was_cut_leaves_no_marks() {
        for (cut, plain) in [
            ("see [the gate](https://gates.example/a…", "see the gate…"),
            ("see [https://gates.example/a…", "see https://gates.example/a…"),
            ("an array [1, 2…", "an array [1, 2…"),
        ] {
            assert_eq!(without_marks(cut), plain);
        }
    }

    #[test]
    fn an_answer_comes_before_its_question() {
        let row = |words: &'static str| words_of(&answer_first(words.into(), StyleRole::Text));
        assert_eq!(row("Where to? → Local file"), "Local file - Where to?");
        assert_eq!(row("Local file (asked: \"Where to?\")"), "Local file - Where to?");
        assert_eq!(row("Can it be swapped → ugh, yes"), "ugh, yes - Can it be swapped");
        assert_eq!(row("SQLite - where should bookings be stored?"), "SQLite - where should bookings be stored?");
        assert_eq!(row("A lamp (how should the pilot be told)"), "A lamp - how should the pilot be told");
        assert_eq!(row("Keep it - when in doubt (see which file)"), "Keep it - when in doubt (see which file)");
        assert_eq!(row("rename foo → bar"), "rename foo → bar");
        assert_eq!(quotation("## **Handled** by `run`").as_str(), "\"Handled by run\"");
        assert_eq!(quotation("# Plan\n\n## Context\n- `a`").as_str(), "\"Plan Context a\"");
    }

    #[test]
    fn marks_of_emphasis_are_no_part_of_the_words() {
        for (text, want) in [
            ("I _think_ so", "I think so"),
            ("*really*, _and truly_.", "really, and truly."),
            ("run snake_case_name in __init__.py", "run snake_case_name in __init__.py"),
            ("_private is not _meant_", "_private is not meant"),
            ("2 * 3 * 4, *.rs and *.md, **bold**", "2 * 3 * 4, *.rs and *.md, bold"),
            ("# Task: glaze the pots", "Task: glaze the pots"),
            ("Name the column `_meta_`", "Name the column _meta_"),
            ("_in `code_` too_, one ` only, _so_", "in code_ too, one  only, so"),
            ("match /_foo_/ and src/_old_, not _new_", "match /_foo_/ and src/_old_, not new"),
        ] {
            assert_eq!(without_marks(text), want);
        }
    }

    fn words_of(row: &StyledLine) -> String {
        words(std::slice::from_ref(row)).concat()
    }

    #[test]
    fn wrapping_breaks_between_words_with_one_indent() {
        let row = StyledLine::led(StyleRole::Dim, "> ")
            .and(StyleRole::Text, "drop Prisma, raw sqlx ")
            .and(StyleRole::Bad, "is fine. keep it");
        assert_eq!(words(&row.wrap(18, 9)), ["> drop Prisma, raw", "  sqlx is fine.", "  keep it"]);
        assert_eq!(row.wrap(18, 2).len(), 2);
        assert_eq!(words(&row.wrap_cut(18, 2)), ["> drop Prisma, raw", "  sqlx is fine.…"]);
        assert_eq!(words(&row.wrap_cut(18, 3)), words(&row.wrap(18, 9)));
        let row = StyledLine::led(StyleRole::Good, " +").with_bar().and(StyleRole::Good, "- drop Prisma - raw sqlx");
        assert_eq!(words(&row.wrap(18, 9)), [" +▏ - drop Prisma", " +┊ - raw sqlx"]);
        let goes_on = row.wrap(18, 9).pop().unwrap_or_default();
        assert!(goes_on.spans.iter().any(|bar| bar.text.as_str() == BAR_ON && bar.role == StyleRole::Good));
        assert_eq!(words(&StyledLine::one(StyleRole::Text, "abcdefgh").wrap(3, 9)), ["abc", "def", "gh"]);
        let row = StyledLine::led(StyleRole::Dim, " in ").and_path("~/code/company/payments-api");
        assert_eq!(words(&row.wrap(31, 9)), [" in ~/code/company/payments-api"]);
        assert_eq!(words(&row.wrap(26, 9)), [" in …/company/payments-api"]);
    }

    #[test]
    fn right_hand_facts_are_dropped_whole() {
        let facts = || vec![StyledLine::one(StyleRole::Dim, "live"), StyledLine::one(StyleRole::Dim, "t142")];
        let line = |n| words(&[spread(n, 8, StyledLine::one(StyleRole::Text, "shop-api claude"), facts())]).concat();
        assert_eq!(line(30), "shop-api claude     live  t142");
        assert_eq!(line(20), "shop-…    live  t142");
        assert_eq!(line(14), "shop-…    live");
    }
}
