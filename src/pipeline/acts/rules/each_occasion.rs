//! Defines orders for an occasion that comes again and again, which are rules: "before you commit, run make lint", "add a
//! test for every bugfix". An order for an occasion that comes once ("when this is done, push") is work.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::work::imperative::{self, DOES};

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

/// Stems of the verbs of steps that an agent takes again and again; "adding" and "installing" lose a letter more.
const STEPS: Phrases = phrases!(
    "commit|push|merg|rebas|deploy|releas|edit|delet|remov|renam|add|ad|install|instal|chang|touch|refactor|reformat|format|upgrad|writ"
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
    let always = after_any(occasion, phrases!("whenever|every time|each time|any time"));
    always.is_some_and(|rest| words(rest) >= 2) || is_each_event(opening, rest) || is_each_step(opening, rest)
}

/// Whether an occasion names an event of a project: "after each change", "for every bugfix", "after a deploy".
fn is_each_event(opening: &str, rest: &str) -> bool {
    const MOST: usize = 4;
    let each = after_any(rest, phrases!("each|every|any"));
    let Some(noun) = each.or_else(|| after_any(rest, phrases!("a|an"))).filter(|noun| words(noun) <= MOST) else {
        return false;
    };
    let is_event = EVENTS.iter().any(|event| noun == event || noun.ends_with(&format!(" {event}")));
    match opening {
        "before" | "after" => is_event || each.is_some(),
        "for" | "with" | "on" => each.is_some() && (is_event || noun.starts_with("new ")),
        _ => false,
    }
}

/// Whether an occasion is a step of the agent's work: "before you commit", "when adding a route", "when you finish a task".
fn is_each_step(opening: &str, rest: &str) -> bool {
    if !phrases!("before|after|when|once|if").contains(opening) {
        return false;
    }
    let done = after_any(rest, phrases!("you|we")).unwrap_or(rest);
    let (verb, object) = done.split_once(' ').unwrap_or((done, ""));
    let repeated = STEPS.contains(&stem(verb));
    let any = after_any(object, phrases!("a|an|any|anything|something|new|another")).is_some();
    repeated && (any || object.is_empty() && opening == "before") || any && verb == "finish"
}

/// Whether words order something. `marked`: a comma stands before them. Without one a noun may stand in the place of the
/// verb: "every time I turn the phone the catch | report is empty".
fn is_order(text: &str, marked: bool) -> bool {
    let states = phrases!(" is | are | was | were | gets | goes | has | shows | appears ").find(text);
    let within = phrases!(" if | when | that | what | which | whether | why | how ").find(text);
    if !marked && states.is_some_and(|(at, _)| within.is_none_or(|(inner, _)| inner > at)) {
        return false;
    }
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
            "every time i turn the phone the catch report form is empty again",
        ] {
            assert!(!orders_each_time(said), "{said}");
        }
    }
}
