//! Defines orders for an occasion that comes again and again, which are rules: "before you commit, run make lint", "add a
//! test for every bugfix". An order for an occasion that comes once ("when this is done, push") is work.

use super::imperative::{self, DOES};
use super::wording::{after_any, words};
use crate::language::phrases::{Phrases, phrases};

/// Whether words are an order for an occasion that comes again and again, which stands before or behind it.
pub(super) fn orders_each_time(low: &str) -> bool {
    let parts = |at: usize| Some((low.get(..at)?, low.get(at + 1..)?));
    let mut cuts = low.match_indices(' ').filter_map(|(at, _)| parts(at));
    cuts.any(|(before, behind)| {
        let in_front = comes_again(before.trim_end_matches(',')) && is_order(behind, before.ends_with(','));
        in_front || after_any(behind, BEHIND).is_some() && comes_again(behind) && is_step(before.trim_end_matches(','))
    })
}

/// Words that open an occasion behind its order.
const BEHIND: Phrases = phrases!("before|after|with|on|for|whenever|every time|each time");

/// Things that are done again and again in a project.
const EVENTS: Phrases = phrases!(
    "bugfix|bugfixes|bug|fix|fixes|hotfix|change|edit|commit|push|pr|pull request|merge|release|feature|migration|deploy|deployment\
     |refactor|refactoring|rename"
);

/// What an agent does again and again, in the form after "you".
const DEEDS: Phrases = phrases!(
    "commit|push|merge|rebase|deploy|release|edit|delete|remove|rename|add|install|change|touch|refactor|reformat|format|upgrade|write"
);

/// The same in the form after "before".
const DOING: Phrases = phrases!(
    "committing|pushing|merging|rebasing|deploying|releasing|editing|deleting|removing|renaming|adding|installing|changing|touching\
     |refactoring|reformatting|formatting|upgrading|writing"
);

/// Whether words name an occasion that comes again and again: "before each release", "when you add a route".
fn comes_again(occasion: &str) -> bool {
    const MOST: usize = 9;
    const UNSURE: Phrases = phrases!(
        "if in doubt|when in doubt|if unsure|when unsure|if not sure|if you're unsure|if you are unsure|if you're not sure\
         |if you are not sure|when you're unsure|when you're not sure|if something is unclear|if anything is unclear"
    );
    if UNSURE.contains(occasion) {
        return true;
    }
    let Some((opening, rest)) = occasion.split_once(' ').filter(|_| words(occasion) <= MOST) else { return false };
    if after_any(occasion, phrases!("whenever|every time|each time|any time")).is_some_and(|rest| words(rest) >= 2) {
        return true;
    }
    let is_event = |noun: &str| EVENTS.iter().any(|event| noun == event || noun.ends_with(&format!(" {event}")));
    let each = after_any(rest, phrases!("each|every|any")).map(|noun| (noun, true));
    if let Some((noun, each)) = each.or_else(|| after_any(rest, phrases!("a|an")).map(|noun| (noun, false))) {
        let in_time = phrases!("before|after").contains(opening);
        let known = is_event(noun) || each && (in_time || noun.starts_with("new "));
        return known && (in_time || each && phrases!("for|with|on").contains(opening)) && words(noun) <= 4;
    }
    if !phrases!("before|after|when|once|if").contains(opening) {
        return false;
    }
    let (deed, object) = match after_any(rest, phrases!("you|we")) {
        Some(done) => done.split_once(' ').unwrap_or((done, "")),
        None => rest.split_once(' ').filter(|(word, _)| DOING.contains(word)).unwrap_or((rest, "")),
    };
    let repeated = DEEDS.contains(deed) || DOING.contains(deed);
    let any = after_any(object, phrases!("a|an|any|anything|something|new|another")).is_some();
    repeated && any || repeated && object.is_empty() && opening == "before" || any && deed == "finish"
}

/// Whether words order something. `marked`: a comma stands before them.
fn is_order(text: &str, marked: bool) -> bool {
    let text = after_any(text, phrases!("please|always|also|first")).unwrap_or(text);
    let firm = phrases!(
        "run|ask|tell|report|stop|ping|let me|show me|make sure|never|don't|do not|check with me|you must|we must"
    );
    let orders =
        phrases!("commit|push|open|leave|keep|use|wait|restart|check|note|rebase|squash|lint|you should|we should");
    after_any(text, firm).is_some()
        || imperative::opens(text)
        || marked && after_any(text, orders).or_else(|| after_any(text, DOES)).is_some()
}

/// Whether words order a step of work that people take again and again: "update the changelog".
fn is_step(order: &str) -> bool {
    let order = after_any(order, phrases!("please|always|also")).unwrap_or(order);
    let steps = phrases!(
        "run|ask|tell|report|stop|check|update|write|add|bump|commit|push|rebase|squash|test|lint|format|review|ping|document|note|let me|show me"
    );
    after_any(order, steps).is_some_and(|object| !object.is_empty()) && words(order) <= 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occasion_that_comes_again_is_told_from_one_that_comes_once() {
        for said in [
            "before you commit, run make lint",
            "before committing run make lint",
            "after each change run the tests",
            "when you finish a task, run the linter",
            "when adding a route, document it",
            "whenever you touch the schema, bump the version",
            "for every bugfix add a regression test",
            "add a regression test for every bugfix",
            "update the changelog with every user-visible change",
            "if in doubt, ask me",
            "after a deploy, check the logs",
            "tell me before each release",
        ] {
            assert!(orders_each_time(said), "{said}");
        }
        for said in [
            "when you finish this, run the linter",
            "when the build is done, push it",
            "before we ship, fix the header",
            "after lunch, look at the logs",
            "add a page for every product",
            "before you go, commit everything",
            "after you fix it, push",
            "for every row the import prints a line",
            "if it breaks, fix it",
            "the tests run after each change",
        ] {
            assert!(!orders_each_time(said), "{said}");
        }
    }
}
