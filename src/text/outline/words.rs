//! Defines the words that every match of a pattern holds one of, read off the parsed pattern: the table of the language
//! rules' words is compared with them.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{Ast, Flag, RepetitionKind, RepetitionRange};

/// Fewest bytes of a word: shorter ones occur in most texts.
const SHORTEST: usize = 2;
/// Most words of a set.
const MOST: usize = 160;

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

/// The words of a pattern: one of them occurs in every match.
pub(crate) fn of_parsed(pattern: &str) -> Option<Vec<String>> {
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

/// The set of the one word that stands in a run of literals, which is emptied.
fn word(run: &mut Vec<u8>) -> Option<Words> {
    let word = std::mem::take(run);
    (word.len() >= SHORTEST).then(|| vec![word.into_boxed_slice()])
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
        ("(", None),
    ] {
        assert_eq!(of_parsed(pattern), want.map(|words| words.into_iter().map(str::to_owned).collect()), "{pattern}");
    }
}
