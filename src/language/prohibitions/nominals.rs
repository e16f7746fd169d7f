//! Defines which nouns stand for an act: "uploads to X" is uploading to X, "the deletion of X" is deleting X.

use super::verbs::Verb;
use crate::text::patterns;

patterns! {
    /// The noun of an act with the text after it, which the preposition opens.
    NOMINAL = r"(?ix)^(?:the\s+|any\s+|new\s+|more\s+|further\s+|other\s+|live\s+|real\s+|direct\s+|whatsoever\s+)*(?: (?P<delete>deletions?|removals?)\s+of | (?P<bring>additions?|installations?|introductions?|installs?)\s+of | (?P<publish>uploads?|publications?)\b(?:\s+(?:of|to))? | (?P<reach>calls?|requests?|connections?|hits)\s+(?:to|on|against) | (?P<apply>uses?|usages?)\s+of | (?P<run>executions?|runs?|calls?|invocations?)\s+of | (?P<create>creations?)\s+of | (?P<edit>modifications?|alterations?|rewrites?|renames?|adjustments?|touch-ups?)\s+(?:of|to|in|under) | (?P<upgrade>upgrades?|updates?|downgrades?|bumps?)\s+of | (?P<restart>restarts?|shutdowns?|reboots?)\s+of )(?P<behind>(?:\s|[.,;!]|$).*)$";
    /// The plural noun of an act, after the thing that is acted upon: "test deletions".
    PLURAL = r"(?i)^(?:(?P<delete>deletions|removals)|(?P<bring>additions|installs|installations)|(?P<publish>uploads)|(?P<edit>modifications|rewrites|renames|tweaks))\b";
}

const VERBS: &[(&str, Verb)] = &[
    ("delete", Verb::Delete),
    ("bring", Verb::Bring),
    ("publish", Verb::Publish),
    ("edit", Verb::Edit),
    ("reach", Verb::Reach),
    ("apply", Verb::Use),
    ("run", Verb::Run),
    ("create", Verb::Create),
    ("upgrade", Verb::Upgrade),
    ("restart", Verb::Restart),
];

/// The verb of the noun that a text begins with, and the text that is its object.
pub(super) fn nominal(text: &str) -> Option<(Verb, &str)> {
    let found = NOMINAL.captures(text)?;
    let verb = VERBS.iter().find(|(name, _)| found.name(name).is_some())?.1;
    Some((verb, found.name("behind")?.as_str()))
}

/// The verb of the plural noun that a text begins with.
pub(super) fn plural(text: &str) -> Option<Verb> {
    let found = PLURAL.captures(text)?;
    VERBS.iter().take(4).find(|(name, _)| found.name(name).is_some()).map(|(_, verb)| *verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_of_acts_are_read_as_their_verbs() {
        for (text, verb, behind) in [
            ("uploads to the mirror", Verb::Publish, " the mirror"),
            ("deletion of recordings", Verb::Delete, " recordings"),
            ("calls to the billing API", Verb::Reach, " the billing API"),
            ("use of eval", Verb::Use, " eval"),
        ] {
            assert_eq!(nominal(text), Some((verb, behind)), "{text}");
        }
        assert_eq!(nominal("use cases"), None);
        assert_eq!(nominal("runs"), None);
    }
}
