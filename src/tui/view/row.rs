//! Defines [`Span`] and [`StyledLine`], styled words before they meet the terminal, and the cutting and wrapping of them.
//!
//! Wrapping is done here and only for what a screen can hold: a widget is never handed a whole document.

use std::ops::Range;

use crate::text::{SafeText, cut, width, wrap};
use crate::tui::theme::StyleRole;

/// Words of one role. They are safe by construction: strangers' text enters through [`Span::quoted`] only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The role.
    pub role: StyleRole,
    /// The words.
    pub text: String,
}

impl Span {
    /// Our own words.
    pub fn new(role: StyleRole, text: impl Into<String>) -> Self {
        Self { role, text: text.into() }
    }

    /// A stranger's words on one line.
    pub fn quoted(role: StyleRole, text: &str) -> Self {
        Self { role, text: SafeText::line(text).as_str().to_owned() }
    }
}

/// One line of the screen, or a paragraph that is to be wrapped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StyledLine {
    /// What stands before the words; wrapped lines are indented by its width.
    pub lead: Vec<Span>,
    /// Its words, left to right.
    pub runs: Vec<Span>,
}

impl StyledLine {
    /// A row of these runs.
    pub fn of(runs: impl IntoIterator<Item = Span>) -> Self {
        Self { lead: Vec::new(), runs: runs.into_iter().collect() }
    }

    /// A row of one run.
    pub fn one(role: StyleRole, text: impl Into<String>) -> Self {
        Self::of([Span::new(role, text)])
    }

    /// An empty row.
    pub fn blank() -> Self {
        Self::default()
    }

    /// A paragraph that begins with `lead` and is indented by its width.
    pub fn led(role: StyleRole, lead: impl Into<String>) -> Self {
        Self { lead: vec![Span::new(role, lead)], runs: Vec::new() }
    }

    /// Adds a run.
    #[must_use]
    pub fn and(mut self, role: StyleRole, text: impl Into<String>) -> Self {
        self.runs.push(Span::new(role, text));
        self
    }

    /// Adds a stranger's words.
    #[must_use]
    pub fn and_quoted(mut self, role: StyleRole, text: &str) -> Self {
        self.runs.push(Span::quoted(role, text));
        self
    }

    /// All its runs.
    pub fn all(&self) -> impl Iterator<Item = &Span> {
        self.lead.iter().chain(&self.runs)
    }

    /// Its columns.
    pub fn width(&self) -> usize {
        self.all().map(|r| width(&r.text)).sum()
    }

    /// Cut to `columns`, between words where one ends near, with an ellipsis when something is lost.
    #[must_use]
    pub fn cut(self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let mut room = columns;
        let mut kept = Vec::new();
        for run in self.lead.into_iter().chain(self.runs) {
            let wide = width(&run.text);
            if wide < room {
                room -= wide;
                kept.push(run);
                continue;
            }
            // One column more than there is makes the cut fall into this run, also where it fits to the column.
            let longer = format!("{}..", run.text);
            kept.push(Span { role: run.role, text: cut_answer(&longer, room) });
            break;
        }
        Self::of(kept)
    }

    /// Wrapped to `columns`, at most `limit` lines.
    pub fn wrap(&self, columns: usize, limit: usize) -> Vec<StyledLine> {
        let lead = StyledLine::of(self.lead.clone()).width();
        let lead = if lead < columns { lead } else { 0 };
        let text: String = self.runs.iter().map(|r| r.text.as_str()).collect();
        let lines = wrap(&text, columns.saturating_sub(lead).max(1));
        let first = |n: usize| if n == 0 { self.lead.clone() } else { vec![Span::new(StyleRole::Text, " ".repeat(lead))] };
        let row = |(n, range): (usize, Range<usize>)| {
            let mut row = StyledLine::of(if lead > 0 { first(n) } else { Vec::new() });
            row.runs.extend(self.slice(&range));
            row
        };
        lines.into_iter().take(limit).enumerate().map(row).collect()
    }

    /// The runs of a byte range of the words.
    fn slice(&self, range: &Range<usize>) -> Vec<Span> {
        let mut at = 0;
        let mut out = Vec::new();
        for run in &self.runs {
            let (from, to) = (range.start.max(at), range.end.min(at + run.text.len()));
            if from < to {
                out.push(Span::new(run.role, run.text.get(from - at..to - at).unwrap_or("")));
            }
            at += run.text.len();
        }
        out
    }
}

/// Words that are too wide, cut at their end; of "question → answer" the question gives way first.
fn cut_answer(text: &str, room: usize) -> String {
    const LEAST: usize = 20;
    let Some((asked, said)) = text.rsplit_once(ARROW).filter(|_| room >= LEAST) else {
        return cut(text, room).into_owned();
    };
    let both = room - width(ARROW);
    // What marks the end of a text that is cut anyway is no part of the answer.
    let said = said.strip_suffix("..").unwrap_or(said);
    let asked = cut(asked, both.saturating_sub(width(said)).max(both / 3));
    format!("{asked}{ARROW}{}", cut(said, both - width(&asked)))
}

/// What stands between a question and its answer.
const ARROW: &str = " → ";

/// Left words cut to the room that right-hand facts leave. Facts stand in order of worth: the last go first, whole,
/// while the left keeps fewer than `least` columns.
pub fn spread(columns: usize, least: usize, left: StyledLine, facts: Vec<StyledLine>) -> StyledLine {
    let mut right: Vec<StyledLine> = facts.into_iter().filter(|f| f.width() > 0).collect();
    let taken = |right: &[StyledLine]| right.iter().map(|f| f.width() + 2).sum::<usize>();
    let wanted = left.width().min(least);
    while !right.is_empty() && taken(&right) + wanted > columns {
        right.pop();
    }
    let room = columns.saturating_sub(taken(&right));
    let left = left.cut(room);
    let gap = room.saturating_sub(left.width());
    let mut row = left.and(StyleRole::Text, " ".repeat(gap));
    for fact in right {
        row.runs.push(Span::new(StyleRole::Text, "  "));
        row.runs.extend(fact.lead.into_iter().chain(fact.runs));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(rows: &[StyledLine]) -> Vec<String> {
        rows.iter().map(|r| r.all().map(|x| x.text.as_str()).collect()).collect()
    }

    #[test]
    fn cutting_ends_at_a_word_and_says_so() {
        let cut = |s: &str, n| words(&[StyledLine::one(StyleRole::Text, s).cut(n)]).concat();
        assert_eq!(cut("Postgres with sqlx, no ORM", 40), "Postgres with sqlx, no ORM");
        assert_eq!(cut("Postgres with sqlx, no ORM", 18), "Postgres with…");
        assert_eq!(cut("Postgres", 4), "Pos…");
        assert_eq!(cut("日本語です", 5), "日本…");
        assert_eq!(cut("x", 0), "");
        assert_eq!(cut("Which unit should temperatures be shown in? → Celsius", 34), "Which unit should… → Celsius");
        assert_eq!(cut("Who? → Everybody who has a key to the boat house", 28), "Who? → Everybody who has a…");
        assert_eq!(cut("Which unit? → Celsius", 8), "Which…");
    }

    #[test]
    fn wrapping_breaks_between_words_with_one_indent() {
        let row =
            StyledLine::led(StyleRole::Dim, "> ").and(StyleRole::Text, "drop Prisma, raw sqlx ").and(StyleRole::Bad, "is fine. keep it");
        assert_eq!(words(&row.wrap(18, 9)), ["> drop Prisma, raw", "  sqlx is fine.", "  keep it"]);
        assert_eq!(row.wrap(18, 2).len(), 2);
        assert_eq!(words(&StyledLine::one(StyleRole::Text, "abcdefgh").wrap(3, 9)), ["abc", "def", "gh"]);
    }

    #[test]
    fn right_hand_facts_go_whole() {
        let facts = || vec![StyledLine::one(StyleRole::Dim, "live"), StyledLine::one(StyleRole::Dim, "t142")];
        let line = |n| words(&[spread(n, 8, StyledLine::one(StyleRole::Text, "shop-api claude"), facts())]).concat();
        assert_eq!(line(30), "shop-api claude     live  t142");
        assert_eq!(line(20), "shop-ap…  live  t142");
        assert_eq!(line(14), "shop-ap…  live");
    }
}
