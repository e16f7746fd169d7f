//! Defines the tests that a prefilter excludes no match, and that it excludes most texts that are none.

use std::sync::LazyLock;

use proptest::prelude::*;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::compiler::read;
use super::*;
use crate::text::pattern::{matcher, with_plain_letters};

/// Panics where the prefilter of a pattern is wrong about one of a number of texts that it matches or nearly matches.
pub(crate) fn assert_excludes_no_match(source: &str) {
    const SAMPLES: usize = 24;
    let compared = Compared::new(source);
    let parsed = regex_syntax::parse(source).unwrap();
    for seed in 0..SAMPLES {
        let mut sample = String::new();
        append_match(&parsed, &mut (seed * 7919), &mut sample);
        let cut = sample.chars().enumerate().filter(|(at, _)| at % SAMPLES != seed % 5).map(|(_, c)| c).collect();
        let small = sample.to_lowercase();
        for text in [format!("x {sample} x"), sample.to_uppercase(), format!("{small}\n"), small, cut, sample] {
            let wrong = compared.wrong_about(&text);
            assert!(wrong.is_none(), "{source:?} is {wrong:?} on {text:?}");
        }
    }
}

/// The prefilter of a pattern beside the real engine.
struct Compared {
    source: String,
    prefilter: Vec<u8>,
    matches: Box<dyn Fn(&str) -> bool + Send + Sync>,
}

impl Compared {
    fn new(source: &str) -> Self {
        Self { source: source.to_owned(), prefilter: read(source), matches: Box::new(matcher(source)) }
    }

    /// The prefilter's answer about a text, if the real engine gives another.
    fn wrong_about(&self, text: &str) -> Option<MatchChance> {
        let look = run(&self.prefilter, text, || true);
        let matches = (self.matches)(&with_plain_letters(text));
        let is_right = match look {
            MatchChance::Excluded => !matches,
            MatchChance::Possible => true,
            MatchChance::Certain => matches,
        };
        (!is_right).then_some(look)
    }
}

fn is_possible(prefilter: &[u8], text: &str) -> bool {
    run(prefilter, text, || true) != MatchChance::Excluded
}

/// Appends a text that the parsed pattern matches, anchors aside; each choice is taken from `seed`.
fn append_match(parsed: &Hir, seed: &mut usize, out: &mut String) {
    let mut choose = |of: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % of.max(1)
    };
    match parsed.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges();
            let range = ranges[choose(ranges.len())];
            let (first, last) = (range.start() as u32, range.end() as u32);
            let at = first + choose((last - first + 1) as usize) as u32;
            out.push(char::from_u32(at).unwrap_or(range.start()));
        }
        HirKind::Class(Class::Bytes(_)) => out.push('x'),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX).min(repetition.min + 2);
            let count = repetition.min as usize + choose((most - repetition.min) as usize + 1);
            (0..count).for_each(|_| append_match(&repetition.sub, seed, out));
        }
        HirKind::Capture(capture) => append_match(&capture.sub, seed, out),
        HirKind::Concat(parts) => parts.iter().for_each(|part| append_match(part, seed, out)),
        HirKind::Alternation(branches) => {
            let branch = choose(branches.len());
            append_match(&branches[branch], seed, out);
        }
    }
}

const SOURCES: &[&str] = &[
    r"^(?:ok(?:ay)?,? |so )*(?:let'?s|we) (?P<verb>use|take) (?P<what>.+)$",
    r"(?i)\bkeep (?:it|this)\b",
    r"(?x) ^ \s* a\ b+ [,;.]? (?: c | d{2,3} )* $ # layout",
    r"(?m)^no$|\d+[a-f-]*é?",
    r"[^,;]{1,4}? it is(?: then)?$",
    r"(?:a|b?)+\Bc|x{0}y",
    r"[’']s|\u{2014}|\x{e9}[\]x]",
    r"(?i)^[^a-f\n]{2,5} ?[\w'-]*\b.{0,3}t$",
    r"(?im)^(?:[k-u ]+[^\W\d]){1,2}.$",
    r"(?s)(?:it|is|us)(?: |,){1,2}.*(?-i:k|K)\S{2,}[A-Za-z]$",
    r"^\W*[a-z]+\D [A-Z]?\s",
    r"(?x) [ a - c]+ [^ d # e
]{1, 2} \ [k]{0,300}",
];

proptest! {
    #[test]
    fn looks_are_right(
        text in "([ ,.;]|ok|so|let|'|’s|we|use|take|keep|KEEP|it|this|is|a|b|c|dd|é|—|K|ſ|[a-zé0-9x\\n]){0,24}",
        long in "(we use|keep it|[a-f ,0-9é]){60,120}",
    ) {
        static ALL: LazyLock<Vec<Compared>> = LazyLock::new(|| SOURCES.iter().copied().map(Compared::new).collect());
        for compared in ALL.iter() {
            for text in [with_plain_letters(&text), with_plain_letters(&long)] {
                prop_assert_eq!(compared.wrong_about(&text), None, "{} on {:?}", compared.source, text);
            }
        }
    }

    #[test]
    fn every_part_of_a_text_has_its_trigrams(text in "\\PC{0,40}", from in 0..40_usize, to in 0..40_usize) {
        let part: String = text.chars().skip(from).take(to).collect();
        for part in [part.to_ascii_uppercase(), part] {
            prop_assert!(has_trigrams(&text, &part));
        }
    }
}

fn has_trigrams(text: &str, word: &str) -> bool {
    positions::with(text, |positions| {
        let positions = positions.unwrap();
        trigrams_of(word).iter().all(|trigram| positions.has(*trigram))
    })
}

#[test]
fn most_texts_are_excluded() {
    let may = |source, text| is_possible(&read(source), text);
    let choice = SOURCES[0];
    assert!(may(choice, "ok, so we use redis") && may(choice, "lets take it"));
    assert!(!may(choice, "ok, so we should use redis") && !may(choice, "we use ") && !may(choice, "and we use it"));
    assert!(may(SOURCES[1], "please KEEP it, ok") && !may(SOURCES[1], "please keep item"));
    assert!(may("(?i)kiss é", "KISS __") && !may("(?i)kiss", "miss"));
    assert!(may("a{3}|b", "aaa") && !may("^(?:ab){2,}$", "abx") && !may("[0-9]{2}:", "x:"));
    assert!(may(r"no\b{start}", "x") && may("(", "x"), "what is not understood is not excluded");
    let tells = |source, text| run(&read(source), text, || true) == MatchChance::Certain;
    assert!(tells("a{3}b?$", "aaa") && tells("(?i)no$", "NO") && !tells("no$", "No no"));
    assert!(tells(r"no\W+é", "no –é") && tells("n[’']?o", "no") && !tells("n[’']?o", "no –"));
}

#[test]
fn the_rarest_words_stand_before_the_alternatives_and_then_the_next_rarest() {
    let trigrams = |all: &[&str]| -> Vec<u8> {
        all.iter().flat_map(|word| trigrams_of(word)).flat_map(u16::to_le_bytes).collect()
    };
    for (source, rarest, next) in [
        (r"^(?:so |and )*rule out (?P<what>.+)$", &["rule out "][..], &["rule out "][..]),
        (r"(?:bump|raise) it", &["bump", "raise"], &[" it"]),
        (r"(?:bump|raise) it(?: by| to)? (?:four|nine)", &["bump", "raise"], &["four", "nine"]),
        (
            r"(?x) (?: bump\ it | (?:raise|lower)+ all ) # the value",
            &["bump it", "raise", "lower"],
            &["bump it", "all"],
        ),
        (r"(?:up){2,}\b[^])(]", &["up"], &["up"]),
        (r"bumps?", &["bump"], &["bump"]),
        (r"(?:bump)?\d+|raise", &[], &[]),
    ] {
        let prefilter = read(source);
        let found = walk::counted(walk::counted(&prefilter).unwrap().0).unwrap();
        assert_eq!((found.0, found.1), (&*trigrams(rarest), &*trigrams(next)), "{source}");
    }
}

#[test]
fn a_text_of_any_length_is_looked_at() {
    for length in [0, 1, 62, 63, 64, 127, 128, 200, 255, 256, 1000, 1023, 1024, 5000] {
        let text = format!("{}no tea", ".".repeat(length));
        assert!(is_possible(&read("no tea$"), &text) && is_possible(&read(r"^\.*no\b"), &text), "{length}");
        let excluded = text.len() <= positions::LONGEST;
        assert_eq!(!is_possible(&read("no te[df]"), &text), excluded, "{length}");
    }
}

#[test]
fn words_without_their_trigrams_are_excluded() {
    assert!(has_trigrams("use redis", "red") && !has_trigrams("use redis", "reuse"));
    assert!(positions::with(&"x".repeat(positions::LONGEST + 1), |positions| positions.is_none()));
}
