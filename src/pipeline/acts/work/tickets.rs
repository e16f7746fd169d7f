//! Defines requests for a ticket: "write me a ticket: find out why the lamp flickers". The task is the ticket, not the work
//! that it describes.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary::{points, stands_alone, strip_fillers};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// An order to write a ticket about what was said: "let's open a ticket for that please".
    OF_WHAT_WAS_SAID = r"(?i)^(?:(?:and|also|ok|okay|then|now|so|next|please|pls|hey|yes|yeah|first|good|great|nice|right),? )*(?:(?:can|could|would|will) (?:you|u|we) (?:please |pls |also |just )*|let's |let us |lets |you can |i need you to )?(?P<verb>write|create|open|file|make|raise|log|draft|add|submit|prepare)(?: me| us| up)? (?P<ticket>(?:an?|another|one) (?:new |short |small |quick |separate |follow-?up )*(?:(?:jira|github|gitlab|linear|bug|support|trello|youtrack|feature|asana|azure|redmine|backlog) )*(?:ticket|issue|bug report|work item|task|card|story|todo|reminder|item|entry)) for (?P<it>it|this|that|these|those|them)(?P<where>(?: (?:in|on|under|at) (?:the |our )?(?:project |board |repo |backlog |list )?[\w./-]+){0,2})(?:,? (?:please|pls|too|as well|then|now))*[.!]*$";
    /// A tag or a reaction around a statement: ", no?"
    TAG = r"(?i),? (?:no|right|correct|ok|isn't it|doesn't it|wouldn't it|don't you think)\?+$";
    /// An order to write a ticket, up to the sign behind which stands what it is about.
    TICKET = r"(?i)^(?:(?:and|also|ok|okay|then|now|so|next|please|pls|hi|hey|yes|yeah|first),? )*(?:(?:can|could|would|will) (?:you|u) (?:please |pls |also |just |quickly )*|let's |you can |i need you to )?(?P<verb>write|create|open|file|make|raise|log|draft|add|submit|prepare)(?: me| us| up)? (?P<ticket>(?:an?|another|one) (?:new |short |small |quick |separate |follow-?up )*(?:(?:jira|github|gitlab|linear|bug|support|trello|youtrack|feature|asana|azure|redmine) )*(?:ticket|issue|bug report|work item|jira)(?: (?:in|on|under|at) (?:the |our )?(?:project |board |repo |backlog )?[\w./-]+){0,2})(?: (?:for this|for that|to (?:log|track|record|note) (?:this|that|it)(?: (?:as|under) [^:>]{1,30}?)?))?(?:,? (?:please|pls))?\s*(?:->|=>|→|:| - | – )\s*(?P<about>\S.+)$";
}

/// Maximum number of words that a ticket's task tells of it.
const MOST: usize = 30;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading);
    own.filter_map(|s| of_sentence(s).or_else(|| of_what_was_said(view, s))).collect()
}

/// A ticket about what was said before. Where that is not plain, the order waits.
fn of_what_was_said(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = OF_WHAT_WAS_SAID.captures(&text)?;
    let part = |name| found.name(name).map_or("", |m| m.as_str());
    let order = format!("{} {}{}", part("verb").to_lowercase(), part("ticket"), part("where"));
    let act = |text: &str| Act::settled(ActKind::Request, sentence.range.clone(), whole(&capital(text)), "ticket");
    let waits = || {
        let act = act(&format!("{order} for {}", part("it").to_lowercase()));
        Act { certainty: Certainty::Likely, ..act }
    };
    Some(said_before(view, sentence).map_or_else(waits, |said| act(&format!("{order}: {said}"))))
}

/// Finds the statement that a pointing word stands for: the person's sentence before it in the turn, the agent's last offer,
/// or the person's sentence before the agent's short answer.
fn said_before(view: View<'_>, sentence: &Sentence) -> Option<String> {
    const SHORT: usize = 3;
    let whole_words = |text: &str| {
        let text = plain(text);
        let text = TAG.find(&text).map_or(text.as_str(), |tag| text.get(..tag.start()).unwrap_or(&text));
        let said = strip_fillers(text).trim_end_matches(['.', '!']).to_owned();
        let tells = (4..=MOST).contains(&words(&said)) && stands_alone(&said) && !points(&said) && !said.ends_with('?');
        tells.then_some(said)
    };
    let own: Vec<_> = view.own().take_while(|s| s.range.end <= sentence.range.start).collect();
    if let Some(last) = own.last() {
        return whole_words(&last.text);
    }
    let agents = view.agents_turn()?;
    let offered = view
        .offers
        .last()
        .map(|offer| offer.object.as_str())
        .filter(|object| imperative::opens(&object.to_lowercase()));
    if let Some(object) = offered {
        return Some(object.to_owned());
    }
    let before = view.talk.before().find(|t| t.role == Role::User).filter(|_| agents.sentences.len() <= SHORT);
    before.and_then(|turn| whole_words(&turn.sentences.last()?.text)).or_else(|| match agents.sentences.as_slice() {
        [told] if !told.asks => whole_words(&told.text),
        _ => None,
    })
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
