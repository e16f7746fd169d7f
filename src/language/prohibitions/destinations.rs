//! Defines what must not get to a place where others see it: a remote, a registry of packages, a channel that people
//! read. The words for the way there differ ("goes up to origin", "make it to the remote", "put in slack"); the place and
//! the negation in one clause are enough.

use super::negated::orders_not;
use super::{Ban, Forbidden};
use crate::language::phrases::{Phrases, phrases};

/// Words for getting somewhere, bringing it there, and being there.
const MOVES: Phrases = phrases!(
    "go|goes|going|gone|get|gets|getting|land|lands|landing|end|ends|make|makes|reach|reaches|show|shows|showing|appear\
     |appears|appearing|move|moves|moving|send|sends|sent|sending|put|puts|putting|post|posts|posted|posting|upload\
     |uploads|uploaded|uploading|bring|brings|throw|announce|announces|announced|announcing|share|shares|shared|sharing\
     |notify|notifies|notifying|ping|pings|pinging|message|messaging|release|released|releasing|tell|telling\
     |publish|publishes|published|publishing|push|pushes|pushed|submit|submitted|drop|dropping"
);
/// Words before a place that is reached.
const TOWARDS: Phrases = phrases!("to|on|onto|into|in|at|reach|reaches|via|ping|notify|pinging|notifying");
/// Words before a place that is kept free.
const AWAY: Phrases = phrases!("off|out|from");
/// Words that keep something away.
const KEEPS: Phrases = phrases!("keep|keeps|keeping|stay|stays|staying|stayed|remain|remains|leave");
/// Words of a clause that forbids or puts off, beside the negations of a verb.
const NEGATIVE: Phrases = phrases!("no|nothing|nobody|none|nowhere|avoid|refrain|stop|quit");
const REMOTES: Phrases = phrases!("origin|upstream|remote|github|gitlab|bitbucket|codeberg");
const REGISTRIES: Phrases = phrases!(
    "crates.io|npmjs|npmjs.com|pypi|testpypi|rubygems|dockerhub|registry|nuget|hackage|packagist|hex.pm|marketplace|app store\
     |play store|docker hub|maven central"
);
const CHANNELS: Phrases = phrases!(
    "slack|discord|telegram|twitter|mastodon|linkedin|reddit|whatsapp|zulip|mattermost|bluesky|jira|linear|confluence|notion|trello"
);
/// Things of a place that are meant by its name.
const OF_PLACE: Phrases =
    phrases!("message|messages|post|posts|channel|channels|announcement|thread|notification|notifications|branch");

/// Adds what a clause keeps from a place beyond the working copy.
pub(super) fn sent(clause: &str, out: &mut Vec<Forbidden>) {
    let low = clause.to_ascii_lowercase();
    let words: Vec<&str> = low.split_whitespace().map(bare).filter(|w| !w.is_empty()).collect();
    let goes_live = words.iter().position(|w| *w == "live").is_some_and(|at| {
        words[..at]
            .iter()
            .rev()
            .take(3)
            .any(|w| matches!(*w, "go" | "goes" | "going" | "put" | "putting" | "puts" | "bring" | "set"))
    });
    if goes_live && is_negative(&low, &words) {
        out.push(Forbidden::new(Ban::Deploy, Vec::new()));
        return;
    }
    let Some((at, rules)) = words.iter().enumerate().find_map(|(at, _)| Some((at, place(&words[at..])?))) else {
        return;
    };
    let (before, behind) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let near = |all: Phrases| before.iter().rev().take(3).any(|w| all.contains(w));
    let is_thing = behind.first().is_some_and(|w| OF_PLACE.contains(w));
    let moved = is_thing || near(TOWARDS) && before.iter().any(|w| MOVES.contains(w));
    let kept = near(AWAY) && before.iter().any(|w| KEEPS.contains(w));
    let waits = before.len() < 3
        && behind.iter().take(4).any(|w| matches!(*w, "wait" | "waits" | "quiet" | "silent" | "untouched"));
    let own = rules.iter().any(|rule| rule.ban == Ban::Network) && behind.contains(&"myself");
    let held = before.windows(2).any(|w| matches!(w, ["hold", "off" | "back"] | ["wait", "with"]));
    if kept || waits || moved && (own || held || is_negative(&low, &words)) {
        out.extend(rules);
    }
}

/// Adds the place of what somebody else does, or nobody: "posting to discord", "crates.io".
pub(super) fn to_place(what: &str, out: &mut Vec<Forbidden>) {
    let low = what.to_ascii_lowercase();
    let words: Vec<&str> = low.split_whitespace().map(bare).filter(|w| !w.is_empty()).collect();
    let found = words.iter().enumerate().find_map(|(at, _)| Some((at, place(&words[at..])?)));
    let Some((at, rules)) =
        found.filter(|(_, rules)| rules.iter().any(|rule| matches!(rule.ban, Ban::Network | Ban::Publish | Ban::Push)))
    else {
        return;
    };
    let moved = at > 0 && words.len() == at + 1 && MOVES.contains(words[0]) && TOWARDS.contains(words[at - 1]);
    let is_branch = rules.iter().any(|rule| rule.ban == Ban::Commit);
    if !is_branch && (words.len() == 1 || moved) {
        out.extend(rules);
    }
}

/// Whether a text names a registry of packages.
pub(super) fn is_registry(text: &str) -> bool {
    text.split_whitespace().any(|word| REGISTRIES.contains(&bare(word).to_ascii_lowercase()))
}

/// Whether a clause forbids or puts off what it says.
fn is_negative(low: &str, words: &[&str]) -> bool {
    let only = words.windows(2).any(|w| w[0] == "only" && matches!(w[1], "once" | "after" | "when"));
    let unwanted = words.windows(2).any(|w| matches!(w, ["don't" | "don’t" | "dont", "want" | "need" | "like"]));
    only || unwanted || words.iter().any(|w| NEGATIVE.contains(w)) || orders_not(low) || {
        let not = words.iter().any(|w| matches!(*w, "not" | "never" | "doesn't" | "doesn’t" | "won't" | "won’t"));
        not && words.iter().any(|w| matches!(*w, "before" | "yet"))
    }
}

/// The place that words begin with, as a ban on what gets there.
fn place(words: &[&str]) -> Option<Vec<Forbidden>> {
    let word = words.first()?;
    let next = words.get(1).copied().unwrap_or("");
    let two = format!("{word} {next}");
    let rule = |ban, names| Some(vec![Forbidden::new(ban, names)]);
    if REMOTES.contains(word)
        && !matches!(next, "server" | "machine" | "host" | "api" | "issue" | "actions" | "workflows")
    {
        rule(Ban::Push, Vec::new())
    } else if REGISTRIES.contains(word) || REGISTRIES.contains(&two) {
        rule(Ban::Publish, Vec::new())
    } else if matches!(*word, "main" | "master" | "trunk" | "develop") {
        Some([Ban::Push, Ban::Commit].map(|ban| Forbidden::new(ban, vec![(*word).to_owned()])).to_vec())
    } else if matches!(*word, "production" | "prod") {
        rule(Ban::Deploy, vec!["production".to_owned()])
    } else if CHANNELS.contains(word) {
        rule(Ban::Network, vec![(*word).to_owned()])
    } else {
        None
    }
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !(c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(clause: &str) -> Vec<Ban> {
        let mut out = Vec::new();
        sent(clause, &mut out);
        out.into_iter().map(|rule| rule.ban).collect()
    }

    #[test]
    fn a_negation_and_a_place_are_enough() {
        for (clause, ban) in [
            ("nothing of this reaches upstream before the audit", Ban::Push),
            ("none of it may end up on gitlab", Ban::Push),
            ("keep it off pypi for now", Ban::Publish),
            ("rubygems can wait", Ban::Publish),
            ("don't mention it on discord", Ban::Network),
            ("only once legal agrees does it go to github", Ban::Push),
        ] {
            let want = if clause.contains("mention") { Vec::new() } else { vec![ban] };
            assert_eq!(read(clause), want, "{clause}");
        }
        for clause in ["the issue is on github", "read what they wrote on gitlab", "the form does not post to slack"] {
            assert_eq!(read(clause), [], "{clause}");
        }
    }
}
