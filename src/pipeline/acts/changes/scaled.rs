//! Defines values given in words: a multiple of the present one ("double it", "half that is enough"), or a spelled-out
//! span ("a minute is enough").

use super::new_values::{NewValue, another_value};
use crate::pipeline::acts::sentences::quantities::number;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::words;
use crate::pipeline::acts::{Act, View};
use crate::text::patterns;

patterns! {
    /// An order for a multiple of the present value.
    SCALED = r"(?x) ^(?: (?:no|oh|ok(?:ay)?|hm+|actually|and|so|but|then|yes|yeah|great|nice|please|pls|maybe|let's|lets|we\ can|you\ can|just|better|i\ think|i'd\ say|say|make|set|use|take|go\ with|rather|well),?\ )*
        (?: (?P<verb>double|triple|quadruple|halve)(?:\ (?P<what>it|that|this|the\ [\w\ -]{2,40}?))?
          | (?:cut|reduce|bring|drop)\ (?P<cut>it|that|this|the\ [\w\ -]{2,40}?)\ (?:down\ )?(?:in|by|to)\ (?P<by>half)
          | (?:(?P<made>it|that|this|them|the\ [\w\ -]{2,40}?)\ )?(?P<times>twice|double|half|triple|three\ times|four\ times|five\ times|ten\ times|two\ times)(?:\ of)?(?:\ (?:that|this|it|as\ (?:long|big|much|many|wide|high|large|tall|short|small)|the\ (?:size|time|amount|number|value|limit|length|width|height)))? )
        (?:\ (?:is|would\ be|would|will\ be|will|should\ be|should|do|does|suffices|enough|plenty|fine|better|ok|okay|please|pls|then|instead|now|for\ now|actually|too|also|i\ think))*$ ";
    /// Somebody who asks for a multiple: "compliance wants twice as long".
    WANTED = r"^(?:(?:[\w'-]+ ){1,6})?(?:wants?|wanted|needs?|asks? for|asked for|requires?|can have|could use|should have|deserves?|would like) (?P<times>twice|double|half|triple|three times|four times|five times|ten times|two times)(?: (?:that|this|as (?:long|big|much|many|wide|high|large|tall|short|small)|the (?:size|time|amount|number|value|limit|length|width|height)))?$";
    /// A span of time in words.
    SPELLED = r"\b(?P<number>an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|ninety|half an|half a|a half|a couple of) (?P<unit>seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b";
    /// A number in words.
    NUMBER = r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b";
}

/// Maximum number of words in a sentence that gives a multiple.
const MOST: usize = 12;

/// Gives the setting that is meant a multiple of its value.
pub(super) fn multiple(view: View<'_>, segment: &Segment) -> Option<Act> {
    if words(&segment.low) > MOST {
        return None;
    }
    let found = SCALED.captures(&segment.low).or_else(|| WANTED.captures(&segment.low))?;
    let part = |name| found.name(name).map_or("", |m| m.as_str());
    let factor = match [part("verb"), part("by"), part("times")].into_iter().find(|w| !w.is_empty())? {
        "double" | "twice" | "two times" => 2.0,
        "triple" | "three times" => 3.0,
        "quadruple" | "four times" => 4.0,
        "five times" => 5.0,
        "ten times" => 10.0,
        _ => 0.5,
    };
    // "Half" alone says nothing of a value.
    if words(&segment.low) < 2 {
        return None;
    }
    let subject = [part("what"), part("cut"), part("made")].into_iter().find(|w| !w.is_empty()).unwrap_or("");
    another_value(view, segment, subject, &NewValue::Times(factor), "multiple")
}

/// Multiplies a value: "20 MB" by 2 is "40 MB"; `None` if it is no plain number with a unit.
pub(super) fn times(old: &str, factor: f64) -> Option<String> {
    let (old, unit) = number(old)?;
    let plain = unit.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '%');
    let value = plain.then_some(old * factor)?;
    let number = format!("{value:.2}");
    let number = number.trim_end_matches('0').trim_end_matches('.');
    Some(format!("{number}{}", counted(unit, number == "1")))
}

/// A spelled-out unit, in the singular or the plural.
fn counted(unit: &str, one: bool) -> String {
    let bare = unit.trim_end_matches('s');
    match bare.trim() {
        "second" | "minute" | "hour" | "day" | "week" | "month" | "year" if one => bare.to_owned(),
        "second" | "minute" | "hour" | "day" | "week" | "month" | "year" => format!("{bare}s"),
        _ => unit.to_owned(),
    }
}

/// Where a text gives a span of time in words.
pub(in crate::pipeline::acts) fn spelled_span(text: &str) -> Option<(usize, usize)> {
    let low = text.to_ascii_lowercase();
    SPELLED.find(&low).map(|m| (m.start(), m.end()))
}

/// A text with its first span of time or number in digits: "once a minute is enough" is "1 minute is enough".
pub(super) fn in_digits(low: &str) -> Option<String> {
    let Some(found) = SPELLED.captures(low) else {
        let word = NUMBER.find(low)?;
        let (value, _) = number(word.as_str())?;
        return Some(format!("{}{value}{}", low.get(..word.start())?, low.get(word.end()..)?));
    };
    let (all, count, unit) = (found.get(0)?, found.name("number")?.as_str(), found.name("unit")?.as_str());
    let value = if count.contains("half") {
        // "Half a minute" is 30 seconds.
        match unit {
            "minute" => "30 seconds".to_owned(),
            "hour" => "30 minutes".to_owned(),
            "day" => "12 hours".to_owned(),
            _ => return None,
        }
    } else {
        let count = if count == "a couple of" { 2.0 } else { number(count).map_or(1.0, |(count, _)| count) };
        format!("{count} {unit}")
    };
    let head = low.get(..all.start())?;
    let head = head.strip_suffix("once ").or_else(|| head.strip_suffix("every ")).unwrap_or(head);
    Some(format!("{head}{value}{}", low.get(all.end()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_multiplied_with_its_unit() {
        for (old, factor, new) in [
            ("20 MB", 2.0, "40 MB"),
            ("30 minutes", 0.5, "15 minutes"),
            ("1 week", 2.0, "2 weeks"),
            ("2 hours", 0.5, "1 hour"),
            ("250ms", 2.0, "500ms"),
            ("5", 0.5, "2.5"),
        ] {
            assert_eq!(times(old, factor).as_deref(), Some(new));
        }
        assert_eq!(times("3-4 days", 2.0), None);
    }

    #[test]
    fn spans_of_time_are_read_in_words() {
        for (said, read) in [
            ("once a minute is enough", "1 minute is enough"),
            ("half an hour then", "30 minutes then"),
            ("two weeks would be better", "2 weeks would be better"),
            ("six would be better", "6 would be better"),
        ] {
            assert_eq!(in_digits(said).as_deref(), Some(read));
        }
        assert_eq!(in_digits("a moment please"), None);
    }

    #[test]
    fn multiples_are_told_from_other_uses_of_their_words() {
        for said in [
            "double it",
            "hm, make that half",
            "twice that is plenty",
            "halve the timeout please",
            "half that would do",
        ] {
            assert!(SCALED.is_match(said), "{said}");
        }
        for said in ["double check it", "half of the tests fail", "twice now it crashed", "half the team is away"] {
            assert!(!SCALED.is_match(said), "{said}");
        }
        assert!(WANTED.is_match("compliance wants twice as long") && !WANTED.is_match("it needs half a day"));
    }
}
