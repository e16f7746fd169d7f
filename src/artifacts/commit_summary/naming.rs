//! Defines [`Naming`], how a commit message names the id of a task: as closed, in passing, or as not done.

use crate::language::titles::ids;
use crate::text::patterns;

patterns! {
    /// A verb that closes right before the ids it closes.
    CLOSES = r"(?ix)(?P<before>^|.*?[^\w-])
        (?P<verb>fix(e[sd])?|close[sd]?|resolve[sd]?|finish(e[sd])?|complete[sd]?|implement(s|ed)?|deliver(s|ed)?|done(\ with)?)
        (?P<colon>:?)\s+(the\ )?((issues?|tasks?|tickets?|bugs?|story|stories)\s+)?
        (?P<ids>[(\[]?\#?[\w-]*\d[\w-]*[)\]]?((\s*,\s*(and\s+)?|\s+and\s+|\s*&\s*)[(\[]?\#?[\w-]*\d[\w-]*[)\]]?)*)
        (?P<after>.*)$";
    /// Words before a closing verb in its clause that negate it or leave it open.
    UNLESS = r"(?i)\b(not|no|never|without|cannot|\w+n['’]?t|part(ly|ially)?|almost|half|nearly|to|will|would|may|might|could|should|attempts?|try|tries|trying|helps?|starts?|begins?|todo|next|later|before|until|unless|if|when|once|reverts?|towards?|plans?|hopefully|maybe|perhaps)\b";
    /// Words after the ids that leave it open.
    BUT = r"(?i)\b(part(ly|ially|s)?|only|not|yet|except|missing|remain\w*|half|some|later|still|todo|\w+n['’]t)\b|\?";
    /// Words right before an id that only refer to it.
    SPEAKS_OF = r"(?i)\b(refs?|references?|see|related( to)?|relates to|part of|parts of|towards?|blocked (by|on)|blocks|unblocks|depends on|needs|before|after|on top of|follow(s|ed)?(-?\s?up)?( to| of| for)?|like|unlike|as in|since|from|cf|duplicates?( of)?|broken by|introduced (in|by)|caused by|regression (of|from|in)|prepar\w+( for)?|reverts?|reopens?|that|until|without|instead of|not|yet|plan(s|ned)?( for)?|start(s|ed)?( on)?|begin(s)?|discuss\w*)[\s:]*[(\[]?$";
    /// Words right after an id that call it not done.
    STAYS = r"(?i)^[)\]]?,?\s+((is|are|was|still|remains?|stays?|will|needs?|must|should|cannot|can['’]?t)\b|(partly|partially|not|later|todo|wip)\b)";
}

/// How a commit names an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    Closes,
    /// Mentions it in passing.
    Mentions,
    /// Refers to it as not done, or not done by this commit.
    SpeaksOf,
    /// Does not name it.
    No,
}

/// How a line names an id.
pub(super) fn named(line: &str, id: &str) -> Naming {
    if !has_id(line, id) {
        return Naming::No;
    }
    let mut rest = line;
    while let Some(found) = CLOSES.captures(rest) {
        let [before, verb, colon, closed, after] =
            ["before", "verb", "colon", "ids", "after"].map(|name| found.name(name).map_or("", |m| m.as_str()));
        if has_id(closed, id) {
            let clause = before.rsplit(['.', ';', ',', '(', ':']).next().unwrap_or_default();
            // In `fix: BACK-7`, `fix` is a conventional type and no verb.
            let convention = colon == ":" && before.trim().is_empty() && verb.eq_ignore_ascii_case("fix");
            let open = UNLESS.may_match(clause) || BUT.may_match(after);
            return if open || convention { Naming::Mentions } else { Naming::Closes };
        }
        rest = after;
    }
    let lower = line.to_lowercase();
    let Some(at) = lower.find(&id.to_lowercase()) else { return Naming::Mentions };
    let (before, after) = (lower.get(..at).unwrap_or_default(), lower.get(at + id.len()..).unwrap_or_default());
    if SPEAKS_OF.is_match(before) || STAYS.is_match(after) { Naming::SpeaksOf } else { Naming::Mentions }
}

fn has_id(text: &str, id: &str) -> bool {
    ids(text).iter().any(|other| other.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::commit_summary::CommitSummary;

    #[test]
    fn a_closing_verb_closes_an_id_other_words_mention_it() {
        for (line, id, naming) in [
            ("Fixes #12", "#12", Naming::Closes),
            ("Import rows in order (closes T-4)", "T-4", Naming::Closes),
            ("Closes: T-4, T-5 and T-6", "T-6", Naming::Closes),
            ("Resolved issue BACK-7.", "BACK-7", Naming::Closes),
            ("fix: last line was lost (T-4)", "T-4", Naming::Mentions),
            ("fix: T-4 last line was lost", "T-4", Naming::Mentions),
            ("Does not fix T-4", "T-4", Naming::Mentions),
            ("Doesn't close T-4", "T-4", Naming::Mentions),
            ("Fixes T-4 partly", "T-4", Naming::Mentions),
            ("Refactor the reader to fix T-4", "T-4", Naming::Mentions),
            ("Attempt to fix T-4", "T-4", Naming::SpeaksOf),
            ("WIP: fixes T-4", "T-4", Naming::SpeaksOf),
            ("Refs TASK-1: sketch the parser", "TASK-1", Naming::SpeaksOf),
            ("Part of TASK-1, parser only; UI is missing", "TASK-1", Naming::SpeaksOf),
            ("Revert TASK-1", "TASK-1", Naming::SpeaksOf),
            ("Revert \"Fixes TASK-1\"", "TASK-1", Naming::SpeaksOf),
            ("docs: note that TASK-1 is blocked", "TASK-1", Naming::SpeaksOf),
            ("Not done yet: #12", "#12", Naming::No),
            ("Add prefix handling to the parser (#12)", "#12", Naming::No),
            ("Disclose limits, see #12", "#12", Naming::No),
            ("Fixes #123", "#12", Naming::No),
        ] {
            assert_eq!(CommitSummary::of(line).naming(id), naming, "{line:?} {id}");
        }
    }
}
