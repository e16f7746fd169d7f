//! Defines [`FactChange`], words of a person that say that something is otherwise now: `X moved from A to B`.

use crate::text::patterns;

/// Longest sentence, in bytes.
const LONGEST: usize = 240;

patterns! {
    /// From one value to another.
    FROM_TO = r"(?ix)^\W*(?:(?:ok(?:ay)?|so|and|also|then|yes|please|now|let['’]s|we|i|they)[,:]?\s+)*
        (?:(?P<verb>moved?|moving|change[ds]?|changing|rais(?:e[ds]?|ing)|lower(?:ed|ing|s)?|bump(?:ed|ing|s)?|rename[ds]?|switch(?:ed|ing|es)?|set|put|push(?:ed)?)\s+)?
        (?:the\s+)?(?P<what>[^.;:,\n]{3,80}?)\s+
        (?:(?:is|are|was|were|has|have|been|got|now|moved|moves|goes|went|changed|changes|raised|lowered|bumped|renamed|switched|drops?|rises?)\s+)*
        from\s+(?P<old>[^.;,\n]{1,40}?)\s+to\s+(?P<new>[^.;,\n]{1,40}?)(?:\s+(?:because|since|so|as|per|after|now|for|in|on|at)\b[^\n]*|[.;,!]|$)";
    /// To a value.
    TO = r"(?ix)^\W*(?:(?:ok(?:ay)?|so|and|also|then|yes|please|now|we|i|they)[,:]?\s+)*(?:the\s+)?(?P<what>[^.;:,\n]{3,80}?)\s+
        (?:is\s+|was\s+|has\s+been\s+|has\s+|have\s+been\s+)?(?:now\s+)?(?:moved|moves|goes|went|changed|raised|lowered|bumped|renamed|switched)\s+(?:up\s+|down\s+)?to\s+
        (?P<new>(?:\#|v|version\s+)?[\d.]+\s?\w{0,8}|[A-Z][\w.-]*(?:\s[A-Z\d][\w.-]*)?)(?:\s+(?:because|since|so|as|per|after|now|for|in|on|at)\b[^\n]*|[.;,!]|$)";
    /// A value, and the one that no longer holds.
    NOT = r"(?ix)^\W*(?:(?:ok(?:ay)?|so|and|also|then|yes|no|actually|now)[,:]?\s+)*(?:the\s+)?(?P<what>[^.;:,\n]{3,80}?)\s+(?:is|are)\s+(?:now\s+)?
        (?P<new>[^.;,\n]{1,40}?)(?:\s+now)?,?\s+(?:and\s+)?(?:not|no\s+longer|instead\s+of|rather\s+than)\s+(?P<old>[^.;,\n]{1,40}?)(?:\s+(?:any\s?more|because|since)\b[^\n]*|[.;,!]|$)";
    /// A question, a wish or a condition says nothing about what is.
    OPEN = r"(?i)\?|\b(should|could|would|might|may|maybe|perhaps|if|unless|when|want|wants|consider|don['’]?t|do not|never|can we|how about|what about|try)\b";
}

/// Something that is otherwise now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactChange {
    /// Its subject.
    pub subject: String,
    /// The former value, if it was named.
    pub old: Option<String>,
    /// The present value.
    pub new: String,
}

impl FactChange {
    /// Reads a sentence.
    pub fn of(sentence: &str) -> Option<Self> {
        if sentence.len() > LONGEST || OPEN.is_match(sentence) {
            return None;
        }
        let found = FROM_TO.captures(sentence).or_else(|| NOT.captures(sentence)).or_else(|| TO.captures(sentence))?;
        let named = |name: &str| {
            let words = found.name(name)?.as_str().trim().trim_matches(|c| "`'\"*“”".contains(c)).trim();
            (!words.is_empty()).then(|| words.to_owned())
        };
        let change = Self { subject: named("what")?, old: named("old"), new: named("new")? };
        let words = |text: &str| text.split_whitespace().count();
        let short = words(&change.new) <= 5 && change.old.as_deref().is_none_or(|old| words(old) <= 5);
        (short && change.old.as_deref() != Some(change.new.as_str())).then_some(change)
    }
}

/// The sentences of a person's message that say that something is otherwise now.
pub(super) fn changed_facts(text: &str) -> Vec<&str> {
    if text.len() > 4000 || text.contains("```") {
        return Vec::new();
    }
    let sentences = text.lines().flat_map(|l| l.split_inclusive(". ")).map(str::trim);
    sentences.filter(|s| FactChange::of(s).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_fact_names_subject_and_values() {
        for (said, subject, old, new) in [
            ("Profile Expansion moved from #6 to #1.", "Profile Expansion", Some("#6"), "#1"),
            ("Move Profile Expansion from #6 to #1", "Profile Expansion", Some("#6"), "#1"),
            ("Profile Expansion is now moved to #1 per the board.", "Profile Expansion", None, "#1"),
            ("The upload limit is 50 MB now, not 20 MB.", "upload limit", Some("20 MB"), "50 MB"),
            (
                "We raised the upload limit from 20 MB to 50 MB because of the scans",
                "upload limit",
                Some("20 MB"),
                "50 MB",
            ),
        ] {
            let found = FactChange::of(said).unwrap_or_else(|| panic!("{said}"));
            assert_eq!(
                (found.subject.as_str(), found.old.as_deref(), found.new.as_str()),
                (subject, old, new),
                "{said}"
            );
        }
        for said in [
            "Should the limit go from 20 MB to 50 MB?",
            "Go from the desk to the belt and weigh the parcels there now and then again.",
            "The limit is 50 MB.",
        ] {
            assert_eq!(FactChange::of(said), None, "{said}");
        }
    }
}
