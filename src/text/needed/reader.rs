//! Defines how the words are read off a pattern's source. One walk over its bytes is a hundred times faster than parsing
//! it; a test of every pattern of the program compares the words with those of the parsed pattern.

use super::{MOST, SHORTEST};

/// The words of a pattern, and whether it takes capitals and small letters alike; `None` if there are no such words.
pub(super) fn words(pattern: &str) -> Option<(Vec<Box<[u8]>>, bool)> {
    let mut reader = Reader { source: pattern.as_bytes(), at: 0, spaced: false, caseless: false, unknown: false };
    let words = reader.choice();
    let read = !reader.unknown && reader.at == reader.source.len();
    words.filter(|_| read).map(|words| (words, reader.caseless))
}

type Words = Vec<Box<[u8]>>;

/// The rarer of two sets of words that are both needed.
fn better(a: Option<Words>, b: Option<Words>) -> Option<Words> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if frequency(&b) < frequency(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// About how often one of the words occurs: each letter more makes a word five times rarer. Blanks say little.
fn frequency(words: &Words) -> u64 {
    const LONG: u32 = 8;
    let letters = |word: &[u8]| word.iter().filter(|b| **b != b' ').count() + usize::from(word.contains(&b' '));
    words.iter().map(|word| 5_u64.pow(LONG.saturating_sub(letters(word) as u32))).sum()
}

/// A walk over a pattern.
struct Reader<'p> {
    source: &'p [u8],
    at: usize,
    /// Whether white space is layout (`(?x)`).
    spaced: bool,
    /// Whether some part takes capitals and small letters alike (`(?i)`).
    caseless: bool,
    /// Whether something stood there that this walk does not know.
    unknown: bool,
}

/// One literal byte sequence, a group, or something without words.
enum Piece {
    Literal(usize, usize),
    Byte(u8),
    Group(Option<Words>),
    Other,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Passes over layout and comments.
    fn skip_layout(&mut self) {
        while self.spaced {
            match self.peek() {
                Some(b) if b.is_ascii_whitespace() => self.at += 1,
                Some(b'#') => {
                    while self.peek().is_some_and(|b| b != b'\n') {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Alternatives up to the end or the closing bracket: each needs words.
    fn choice(&mut self) -> Option<Words> {
        let mut all = self.sequence();
        while self.take(b'|') {
            let branch = self.sequence();
            all = all.zip(branch).map(|(mut all, branch)| {
                all.extend(branch);
                all
            });
        }
        all.filter(|words| words.len() <= MOST)
    }

    /// A sequence: the words of one of its parts.
    fn sequence(&mut self) -> Option<Words> {
        let (mut best, mut run) = (None, Vec::new());
        loop {
            self.skip_layout();
            let Some(piece) = self.piece() else { break };
            self.skip_layout();
            let repeated = self.repetition();
            match piece {
                Piece::Literal(from, to) if repeated.is_none() => {
                    run.extend(self.source.get(from..to).into_iter().flatten());
                    continue;
                }
                Piece::Byte(byte) if repeated.is_none() => {
                    run.push(byte);
                    continue;
                }
                Piece::Group(words) if repeated != Some(0) => best = better(best, words),
                _ => {}
            }
            best = better(best, word(&mut run));
        }
        better(best, word(&mut run))
    }

    /// The next piece; `None` at the end of a sequence.
    fn piece(&mut self) -> Option<Piece> {
        let byte = self.peek().filter(|b| !matches!(b, b'|' | b')'))?;
        self.at += 1;
        Some(match byte {
            b'(' => self.group(),
            b'[' => self.class(),
            b'\\' => self.escape(),
            b'.' | b'^' | b'$' => Piece::Other,
            _ => {
                let from = self.at - 1;
                while self.peek().is_some_and(|b| b & 0xC0 == 0x80) {
                    self.at += 1;
                }
                match (self.caseless, byte.is_ascii()) {
                    (true, true) => Piece::Byte(byte.to_ascii_lowercase()),
                    // Its other case is not looked for.
                    (true, false) => Piece::Other,
                    _ => Piece::Literal(from, self.at),
                }
            }
        })
    }

    fn escape(&mut self) -> Piece {
        let Some(byte) = self.peek() else { return self.give_up() };
        self.at += 1;
        match byte {
            b'b' if self.peek() == Some(b'{') => self.give_up(),
            b'b' | b'B' | b'A' | b'z' | b'w' | b'W' | b'd' | b'D' | b's' | b'S' => Piece::Other,
            b'n' => Piece::Byte(b'\n'),
            b't' => Piece::Byte(b'\t'),
            b'r' => Piece::Byte(b'\r'),
            b if b.is_ascii_punctuation() || b == b' ' => Piece::Byte(b),
            _ => self.give_up(),
        }
    }

    fn give_up(&mut self) -> Piece {
        self.unknown = true;
        self.at = self.source.len();
        Piece::Other
    }

    /// A class has no words. In it, brackets nest and a bracket that comes first is a member.
    fn class(&mut self) -> Piece {
        self.take(b'^');
        self.take(b']');
        loop {
            match self.peek() {
                None => return self.give_up(),
                Some(b']') => {
                    self.at += 1;
                    return Piece::Other;
                }
                Some(b'[') => {
                    self.at += 1;
                    self.class();
                }
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn group(&mut self) -> Piece {
        let outer = self.spaced;
        if self.take(b'?') {
            let named = self.take(b'P') || self.peek() == Some(b'<');
            if named {
                while self.peek().is_some_and(|b| b != b'>') {
                    self.at += 1;
                }
                self.at += 1;
            } else if !self.flags() {
                // They hold from here to the end of the group that surrounds them.
                return Piece::Other;
            }
        }
        let words = self.choice();
        if !self.take(b')') {
            return self.give_up();
        }
        self.spaced = outer;
        Piece::Group(words)
    }

    /// Reads flags up to `:` or `)`; whether a group begins behind them.
    fn flags(&mut self) -> bool {
        let mut on = true;
        loop {
            let byte = self.peek();
            self.at += 1;
            match byte {
                Some(b':') => return true,
                Some(b')') => return false,
                Some(b'-') => on = false,
                Some(b'i') if on => self.caseless = true,
                Some(b'x') => self.spaced = on,
                Some(b'u' | b's' | b'm') => {}
                _ => {
                    self.give_up();
                    return false;
                }
            }
        }
    }

    /// Passes over a repetition; its least count.
    fn repetition(&mut self) -> Option<usize> {
        let least = match self.peek()? {
            b'*' | b'?' => 0,
            b'+' => 1,
            b'{' => {
                let count = self.source.get(self.at + 1..).unwrap_or_default();
                let digits = count.iter().take_while(|b| b.is_ascii_digit());
                let least = digits.fold(0_usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
                self.at += count.iter().position(|b| *b == b'}').map_or(0, |end| end + 1);
                least
            }
            _ => return None,
        };
        self.at += 1;
        self.take(b'?');
        Some(least)
    }
}

/// The set of the one word that stands in a run of literals, which is emptied.
fn word(run: &mut Vec<u8>) -> Option<Words> {
    let word = std::mem::take(run);
    (word.len() >= SHORTEST).then(|| vec![word.into_boxed_slice()])
}

#[cfg(test)]
pub(super) mod tests {
    use regex_syntax::ast::parse::Parser;
    use regex_syntax::ast::{Ast, Flag, RepetitionKind, RepetitionRange};

    use super::*;

    /// The words that [`words`] must read, from the parsed pattern.
    pub fn of_parsed(pattern: &str) -> Option<Vec<String>> {
        let mut caseless = false;
        let words = sequence(&[Parser::new().parse(pattern).ok()?], &mut caseless)?;
        Some(words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect())
    }

    fn sequence(parts: &[Ast], caseless: &mut bool) -> Option<Words> {
        let (mut best, mut run) = (None, Vec::new());
        for part in parts {
            match part {
                Ast::Literal(literal) if !*caseless => {
                    run.extend(literal.c.to_string().bytes());
                    continue;
                }
                Ast::Literal(literal) if literal.c.is_ascii() => {
                    run.push(literal.c.to_ascii_lowercase() as u8);
                    continue;
                }
                _ => best = better(best, group(part, caseless)),
            }
            best = better(best, word(&mut run));
        }
        better(best, word(&mut run))
    }

    fn group(part: &Ast, caseless: &mut bool) -> Option<Words> {
        match part {
            Ast::Flags(set) => *caseless |= set.flags.flag_state(Flag::CaseInsensitive) == Some(true),
            Ast::Concat(parts) => return sequence(&parts.asts, caseless),
            Ast::Group(group) => {
                *caseless |= group.flags().is_some_and(|f| f.flag_state(Flag::CaseInsensitive) == Some(true));
                return match &*group.ast {
                    inner @ Ast::Literal(_) => sequence(std::slice::from_ref(inner), caseless),
                    inner => self::group(inner, caseless),
                };
            }
            Ast::Alternation(choice) => {
                let branches = choice.asts.iter().map(|branch| sequence(std::slice::from_ref(branch), caseless));
                let branches: Vec<_> = branches.collect();
                let all: Words = branches.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
                return (all.len() <= MOST).then_some(all);
            }
            Ast::Repetition(repetition) => {
                let words = self::group(&repetition.ast, caseless);
                return words.filter(|_| match &repetition.op.kind {
                    RepetitionKind::ZeroOrOne | RepetitionKind::ZeroOrMore => false,
                    RepetitionKind::OneOrMore => true,
                    RepetitionKind::Range(
                        RepetitionRange::Exactly(n) | RepetitionRange::AtLeast(n) | RepetitionRange::Bounded(n, _),
                    ) => *n > 0,
                });
            }
            _ => {}
        }
        None
    }

    #[test]
    fn one_part_of_a_sequence_is_needed_and_each_branch_of_a_choice() {
        for (pattern, want) in [
            (r"^(?:so |and )*rule out (?P<what>.+)$", Some(vec!["rule out "])),
            (r"(?:bump|raise) it", Some(vec!["bump", "raise"])),
            (r"(?x) (?: bump\ it | raise ) # the value", Some(vec!["bump it", "raise"])),
            (r"(?:up){2,}\b[^])(]", Some(vec!["up"])),
            (r"(?:up){0,2}[\]x]\d", None),
            (r"bumps?", Some(vec!["bump"])),
            (r"(?:bump)?\d+", None),
            (r"(?:bump|\d+)", None),
            (r"(?i)Bump", Some(vec!["bump"])),
            (r"x", None),
            (r"\x41bc", None),
            ("(", None),
        ] {
            let read = words(pattern).map(|(all, _)| all);
            let read = read.map(|all| all.iter().map(|w| String::from_utf8_lossy(w).into_owned()).collect::<Vec<_>>());
            assert_eq!(read, want.map(|words| words.into_iter().map(str::to_owned).collect()), "{pattern}");
            if !pattern.contains(r"\x") {
                assert_eq!(read, of_parsed(pattern), "{pattern}");
            }
        }
    }
}
