//! Defines quantities in a text: a number with its unit, and which units measure the same.

use super::wording::after_any;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::state::Item;

/// The byte range of the first number in a text with what it counts: "60", "30 minutes", "3e-4", "C++17", "512K".
pub(in crate::pipeline::acts) fn value(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let digit = bytes.get(at).is_some_and(u8::is_ascii_digit);
        let word_before = at > 0 && bytes.get(at - 1).is_some_and(|b| b.is_ascii_alphanumeric() || b"-_/+".contains(b));
        if digit && !word_before && !is_label(text.get(..at).unwrap_or("")) {
            let end = (at..bytes.len())
                .find(|&i| {
                    bytes
                        .get(i)
                        .is_some_and(|b| !(b.is_ascii_alphanumeric() || b".,%-".contains(b) || is_clock(bytes, i)))
                })
                .unwrap_or(bytes.len());
            let text = text.get(at..end)?.trim_end_matches(['.', ',', '-']);
            // "3d" is a kind of picture.
            if !matches!(text, "2d" | "3d" | "2D" | "3D") {
                return Some((at, at + text.len()));
            }
            at = end;
        }
        at += 1;
    }
    // Numbers within names: "C++17".
    let mut words = text.split_whitespace();
    let named = words.find(|w| w.contains("++") && w.bytes().any(|b| b.is_ascii_digit()));
    let Some(word) = named else { return in_words(text) };
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    Some((at, at + word.trim_end_matches(['.', ',']).len()))
}

/// Whether the number behind these words only numbers a thing: "figure 5", "step 2".
fn is_label(before: &str) -> bool {
    const NUMBERED: Phrases = phrases!(
        "figure|figures|fig|fig.|table|step|steps|notebook|chapter|section|page|issue|ticket|pr|line|exercise|experiment|appendix|slide"
    );
    let word = before.strip_suffix(' ').and_then(|head| head.rsplit([' ', '(']).next());
    word.is_some_and(|word| NUMBERED.contains(&word.to_lowercase()))
}

/// Numbers in words and their values.
pub(super) const NUMBER_WORDS: [(&str, u32); 20] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fourteen", 14),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("ninety", 90),
];

/// The value of a number in words; `None` for another word.
pub(in crate::pipeline::acts) fn word_value(word: &str) -> Option<u32> {
    NUMBER_WORDS.iter().find(|(w, _)| w.eq_ignore_ascii_case(word)).map(|(_, n)| *n)
}

/// Whether a text, or a part of it, may have a number that [`value`] finds.
pub(in crate::pipeline::acts) fn may_have_number(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
        || text.split(|c: char| !c.is_alphanumeric()).any(|word| word_value(word).is_some())
}

/// The byte range of the first number in words that a unit follows, or that is the whole text: "ten" of "for ten minutes".
fn in_words(text: &str) -> Option<(usize, usize)> {
    let mut words =
        text.split([' ', '-']).map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).peekable();
    while let Some((at, word)) = words.next() {
        let bare = word.trim_end_matches(['.', ',', '!']);
        let Some(number) = word_value(bare) else { continue };
        let next = words.peek().map_or("", |(_, next)| next.trim_end_matches(['.', ',', ';', '!', ')']));
        // "One" is a pronoun more often than a number.
        let counts = number > 1 || phrases!("second|minute|hour|week|month|year|percent").contains(next);
        let ends = bare.len() < word.len() || next.is_empty() || phrases!("instead|then|now|please").contains(next);
        let alone = number > 1 && at == 0 && ends;
        if alone || counts && bare.len() == word.len() && UNITS.contains(next.to_lowercase().as_str()) {
            return Some((at, at + bare.len()));
        }
    }
    None
}

/// The length in bytes of the number that a value begins with, in digits or in words.
fn number_len(value: &str) -> usize {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c)).len();
    let word = value.split([' ', '-']).next().unwrap_or("");
    if digits == 0 && word_value(word).is_some() { word.len() } else { digits }
}

/// The number that a value begins with and what follows it: "20 MB" and "ten minutes".
pub(in crate::pipeline::acts) fn number(value: &str) -> Option<(f64, &str)> {
    let (number, unit) = value.split_at_checked(number_len(value))?;
    let parsed = number.parse().ok().or_else(|| word_value(number).map(f64::from))?;
    Some((parsed, unit))
}

/// Whether the byte is the colon of a time of day: "05:30".
fn is_clock(bytes: &[u8], at: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    bytes.get(at) == Some(&b':') && at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2)
}

/// Units that may follow a number as a word of their own.
const UNITS: Phrases = phrases!(
    "s|sec|secs|second|seconds|ms|us|µs|ns|ps|m|min|mins|minute|minutes|h|hour|hours|day|days|week|weeks|month|months|year\
     |years|kb|mb|gb|tb|k|kib|mib|gib|hz|khz|mhz|fps|px|rows|retries|workers|percent|%|march|april|may|june|july\
     |august|september|october|november|december|january|february|am|pm|columns|lines|items|replicas|days.\
     |requests|connections|attempts|times|bytes|bit|bits|cores|threads|volts|v|mm|cm|km|km/h|kg|g|l|w|kw|ma|db|degrees|euros|eur|dollars|usd|words|characters|chars|pages|tokens|users|entries"
);

/// Whether a text is a value and nothing else: "200", "actually two weeks".
pub(in crate::pipeline::acts) fn is_bare_value(text: &str) -> bool {
    let lead = after_any(text, phrases!("actually|then|now|just|rather|only|maybe|about|around|every|like"));
    let text = lead.unwrap_or(text).trim();
    measured(text) == Some((0, text.len()))
}

/// The byte range (from, to) of the number in a text, with its unit; of the unit alone in "every minute".
pub(in crate::pipeline::acts) fn measured(text: &str) -> Option<(usize, usize)> {
    let Some((from, to)) = value(text) else { return every(text) };
    let rest = text.get(to..)?;
    let unit = rest
        .strip_prefix(' ')
        .map(|r| r.split_whitespace().next().unwrap_or("").trim_end_matches([',', '.', ';', ')']));
    match unit {
        Some(unit) if UNITS.contains(unit.to_lowercase().as_str()) => Some((from, to + 1 + unit.len())),
        _ => Some((from, to)),
    }
}

/// The byte range of the unit in "every minute", whose number is one.
fn every(text: &str) -> Option<(usize, usize)> {
    let from = ["every ", "Every "].iter().find_map(|rate| Some(text.find(rate)? + rate.len()))?;
    let unit = text.get(from..)?.split(|c: char| !c.is_alphanumeric()).next()?;
    phrases!("second|minute|hour|day|week|month").contains(unit).then(|| (from, from + unit.len()))
}

/// The value of the setting that words name, where a text gives several: "a batch of 64 and a rate of 3e-4".
pub(in crate::pipeline::acts) fn measured_of(text: &str, name: &str) -> Option<(usize, usize)> {
    let first = measured(text)?;
    let named = stance::content(name);
    let mut best = (0, first);
    let mut from = 0;
    while let Some((at, end)) = text.get(from..).and_then(measured).map(|(at, end)| (from + at, from + end)) {
        // The words beside a value up to the next part name it.
        let head = text.get(..at).unwrap_or("");
        let start = phrases!(", | and |; ").iter().filter_map(|j| head.rfind(j)).max().unwrap_or(0);
        let rest = text.get(end..).unwrap_or("");
        let stop = phrases!(", | and |; ").find(rest).map_or(text.len(), |(n, _)| end + n);
        let own = stance::content(text.get(start..stop).unwrap_or(""));
        let shared = named.iter().filter(|w| own.iter().any(|o| stance::alike(o, w))).count();
        if shared > best.0 {
            best = (shared, (at, end));
        }
        from = end;
    }
    Some(best.1)
}

/// The byte range of the only value in a text; `None` for a range, since a new number could replace either end:
/// "between 22:00 and 06:00".
pub(in crate::pipeline::acts) fn single(text: &str) -> Option<(usize, usize)> {
    let (from, to) = measured(text)?;
    let rest = text.get(to..)?.trim_start();
    let second = after_any(rest, phrases!("and|to|until|till|or")).or_else(|| rest.strip_prefix(['-', '–']));
    let is_range = second.is_some_and(|s| value(s.trim_start()).is_some_and(|(at, _)| at == 0));
    (!is_range).then_some((from, to))
}

/// A time span with its number in digits: "an hour" is "1 hour".
pub(in crate::pipeline::acts) fn spelled(text: &str) -> String {
    let units = phrases!("second|minute|hour|day|week|month|year");
    match text.split_once(' ') {
        Some((article, unit)) if matches!(article, "a" | "an" | "one") && units.contains(unit) => format!("1 {unit}"),
        _ => text.to_owned(),
    }
}

/// The newest item whose number has the same unit; a new number without a unit fits any.
pub(in crate::pipeline::acts) fn same_unit<'v>(items: impl Iterator<Item = &'v Item>, new: &str) -> Option<&'v Item> {
    let wanted = unit(new);
    items.into_iter().find(|item| {
        let Some((from, to)) = measured(&item.summary) else { return false };
        let has = unit(item.summary.get(from..to).unwrap_or(""));
        // A bare number does not change a time of day.
        has != CLOCK && wanted.is_empty() || kin(&wanted, &has)
    })
}

/// Whether two values may belong to one setting: their units measure the same, or the new one has none.
pub(in crate::pipeline::acts) fn kin_values(new: &str, old: &str) -> bool {
    unit(new).is_empty() || kin(&unit(new), &unit(old))
}

/// Whether two values give the same number, in the same unit where both have one: "1k", "1000" and "1 kHz".
pub(in crate::pipeline::acts) fn same_amount(a: &str, b: &str) -> bool {
    let scaled = |text: &str| {
        let (number, unit) = number(text)?;
        let unit = unit.trim().to_lowercase();
        let kilo = unit.strip_prefix('k').map(str::to_owned);
        let scale = if kilo.is_some() { 1000.0 } else { 1.0 };
        Some((number * scale, kilo.unwrap_or(unit)))
    };
    let (Some((a, of_a)), Some((b, of_b))) = (scaled(a), scaled(b)) else { return false };
    (a - b).abs() < f64::EPSILON && (of_a.is_empty() || of_b.is_empty() || of_a == of_b)
}

/// The unit of a time of day.
const CLOCK: &str = "o'clock";

/// The unit of a number; its exponent ("3e-4") is none.
fn unit(text: &str) -> String {
    let rest = text.get(number_len(text)..).unwrap_or("").trim().to_lowercase();
    let rest = rest.strip_prefix('-').filter(|unit| unit.starts_with(char::is_alphabetic)).unwrap_or(&rest).to_owned();
    if rest.starts_with(':') {
        return CLOCK.to_owned();
    }
    let exponent = rest.strip_prefix('e').map(|e| e.trim_start_matches(['-', '+']));
    match exponent {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => String::new(),
        _ => rest,
    }
}

/// Whether two units measure the same: "kb" and "mb", "minutes" and "hours". Time units more than a step apart (days
/// and minutes) do not count as the same.
fn kin(a: &str, b: &str) -> bool {
    const TIMES: &[Phrases] = &[
        phrases!("s|sec|secs|second|seconds|ms|millisecond|milliseconds"),
        phrases!("m|min|mins|minute|minutes"),
        phrases!("h|hour|hours"),
        phrases!("day|days|week|weeks|month|months|year|years"),
    ];
    const KINDS: &[Phrases] = &[
        phrases!("kb|mb|gb|tb|k|kib|mib|gib|bytes|b"),
        phrases!("march|april|may|june|july|august|september|october|november|december|january|february"),
        phrases!("%|percent"),
    ];
    let scale = |unit: &str| TIMES.iter().position(|t| t.contains(unit));
    let near = matches!((scale(a), scale(b)), (Some(a), Some(b)) if a.abs_diff(b) <= 1);
    near || a.trim_end_matches('s') == b.trim_end_matches('s') || KINDS.iter().any(|k| k.contains(a) && k.contains(b))
}

/// A text with another amount in the place of the only one it has, and the old amount: "three wires" of "two wires" given
/// "3". `None` if it has several, or the amounts are of different kinds.
pub(in crate::pipeline::acts) fn with_amount(text: &str, new: &str) -> Option<(String, String)> {
    let (at, end) = single(text)?;
    let old = text.get(at..end)?;
    let changed = format!("{}{}{}", text.get(..at)?, with_unit(new, old), text.get(end..)?);
    kin_values(new, old).then(|| (changed, old.to_owned()))
}

/// The new number with the old one's unit, where it has none of its own.
pub(in crate::pipeline::acts) fn with_unit(new: &str, old: &str) -> String {
    let unit = old.get(number_len(old)..).unwrap_or("");
    // "At nine" in the place of "14:30" is "9:00".
    if let Some((hour, "")) = number(new).filter(|_| unit.starts_with(':')) {
        return format!("{hour}:00");
    }
    // "A 5-minute window" becomes a 10-minute window.
    if unit.starts_with('-')
        && let Some((number, unit)) = new.split_once(' ')
    {
        return format!("{number}-{}", unit.trim_end_matches('s'));
    }
    if unit.len() == old.len() && number_len(new) == new.len() {
        return format!("{new} {unit}s");
    }
    if number_len(new) == new.len() && !unit.starts_with('-') { format!("{new}{unit}") } else { new.to_owned() }
}
