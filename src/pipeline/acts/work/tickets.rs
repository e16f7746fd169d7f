//! Defines requests for a ticket: "write me a ticket: find out why the lamp flickers". The task is the ticket, not the work
//! that it describes.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// An order to write a ticket, up to the sign behind which stands what it is about.
    TICKET = r"(?i)^(?:(?:and|also|ok|okay|then|now|so|next|please|pls|hi|hey|yes|yeah|first),? )*(?:(?:can|could|would|will) (?:you|u) (?:please |pls |also |just |quickly )*|let's |you can |i need you to )?(?P<verb>write|create|open|file|make|raise|log|draft|add|submit|prepare)(?: me| us| up)? (?P<ticket>(?:an?|another|one) (?:new |short |small |quick |separate |follow-?up )*(?:(?:jira|github|gitlab|linear|bug|support|trello|youtrack|feature|asana|azure|redmine) )*(?:ticket|issue|bug report|work item|jira)(?: (?:in|on|under|at) (?:the |our )?(?:project |board |repo |backlog )?[\w./-]+){0,2})(?: (?:for this|for that|to (?:log|track|record|note) (?:this|that|it)(?: (?:as|under) [^:>]{1,30}?)?))?(?:,? (?:please|pls))?\s*(?:->|=>|→|:| - | – )\s*(?P<about>\S.+)$";
}

/// Maximum number of words that a ticket's task tells of it.
const MOST: usize = 30;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    view.own().filter(|s| s.block != BlockKind::Heading).filter_map(of_sentence).collect()
}

fn of_sentence(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = TICKET.captures(&text)?;
    let part = |name| found.name(name).map(|m| m.as_str());
    let about = unhurried(part("about")?).trim_end_matches(['?', '.']);
    let doubts = phrases!("should i|shall i|should we|maybe").iter().any(|lead| text.to_lowercase().starts_with(lead));
    let summary = whole(&capital(&format!("{} {}: {about}", part("verb")?.to_lowercase(), part("ticket")?)));
    (!doubts && words(about) <= MOST).then(|| Act::settled(ActKind::Request, sentence.range.clone(), summary, "ticket"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_ordered_with_what_it_is_about() {
        for (said, about) in [
            (
                "can you write me a jira ticket in project PIER -> find out why the lamp flickers",
                "find out why the lamp flickers",
            ),
            ("open a github issue: the gate creaks", "the gate creaks"),
            ("please file a bug report for this: the rope slips", "the rope slips"),
        ] {
            let found = TICKET.captures(said).and_then(|c| Some(c.name("about")?.as_str().to_owned()));
            assert_eq!(found.as_deref(), Some(about), "{said}");
        }
        for said in ["add an issue template: bugs", "fix the ticket: it is wrong", "create a ticket page"] {
            assert!(!TICKET.is_match(said), "{said}");
        }
    }
}
