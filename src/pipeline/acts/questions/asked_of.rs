//! Defines the joining of a question with the options named next to it: "The screen could get a, b and c. Which should
//! I build?", "Where do we keep uploads? Disk, S3 or Blob?"

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::topics::{topic, with_topic};
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, plain, whole, words};
use crate::text::patterns;

patterns! {
    /// A question which of the options just named are meant, with the verb to apply to them.
    WHICH = r"(?i)^(?:so |and |now )?(?:which|what)(?: ones?| of (?:them|these|those|the [\w -]{2,24}))?(?: (?:should|shall|do|would|can|may) .{2,48}| goes in| go in| first)?\?$|^(?P<verb>[a-z]+(?: out| up)?) which(?: ones?| of (?:them|these|those))?\?$";
    /// The verb of such a question: "Which should I build?"
    VERB = r"(?i)(?:should|shall|can|may) (?:i|we) (?P<verb>[a-z]+)(?: (?:now|first|next|today))?\?$|do you want me to (?P<order>[a-z]+)(?: (?:now|first|next|today))?\?$";
}

/// Maximum number of bytes between options and their question.
const NEAR: usize = 120;

/// Joins each question with the options right before or after it into one offer.
pub(in crate::pipeline::acts) fn join(offers: &mut Vec<Offer>) {
    let mut at = 0;
    while at + 1 < offers.len() {
        let (Some(first), Some(second)) = (offers.get(at), offers.get(at + 1)) else { break };
        let near = second.range.start.saturating_sub(first.range.end) <= NEAR
            && first.number.is_none()
            && second.number.is_none();
        let is = |offer: &Offer, form| offer.form == form;
        if near && is(first, OfferForm::Options) && is(second, OfferForm::Question) && asks_which(&second.text) {
            let verb = verb_of(&second.text);
            offers.remove(at + 1);
            if let Some(options) = offers.get_mut(at) {
                (options.asked, options.stated) = (true, false);
                with_verb(options, verb.as_deref());
            }
        } else if near && is(first, OfferForm::Question) && is(second, OfferForm::Options) && only_lists(second) {
            let about = topic(&first.text);
            offers.remove(at);
            if let Some(options) = offers.get_mut(at).filter(|o| o.topic.is_empty()) {
                for option in options.options.iter_mut().filter(|o| o.summary == capital(&o.text)) {
                    option.summary = with_topic(&option.text, &about);
                }
                options.topic = about;
            }
        } else {
            at += 1;
        }
    }
}

fn asks_which(question: &str) -> bool {
    let said = plain(question);
    let names =
        after_any(&said, phrases!("what should i do|what should we do|what would you|what do you think")).is_some();
    !names && WHICH.is_match(&said) && words(&said) <= 12
}

/// The work that a question asks about: "remove" of "Remove which?".
fn verb_of(question: &str) -> Option<String> {
    const CHOOSES: Phrases = phrases!(
        "use|take|pick|choose|do|prefer|go|have|start|try|be|get|want|favour|favor|keep|see|so|and|now|for|of"
    );
    let said = plain(question);
    let which = WHICH.captures(&said).and_then(|c| c.name("verb").map(|m| m.as_str().to_lowercase()));
    let asked = || {
        let found = VERB.captures(&said)?;
        Some(found.name("verb").or_else(|| found.name("order"))?.as_str().to_lowercase())
    };
    which.or_else(asked).filter(|v| !CHOOSES.contains(v))
}

/// Prefixes each option's summary with the verb of the question: "Remove the SOAP bridge".
fn with_verb(offer: &mut Offer, verb: Option<&str>) {
    let Some(verb) = verb else { return };
    for option in offer.options.iter_mut().filter(|o| after(&o.text, verb).is_none()) {
        option.summary = whole(&capital(&format!("{verb} {}", option.text)));
    }
}

/// Whether an offer's sentence consists of its options alone.
fn only_lists(offer: &Offer) -> bool {
    let first = offer.options.first().map_or("", |o| o.text.as_str());
    !first.is_empty() && after(plain(&offer.text).trim_start_matches(['(', '"']), first).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_the_work_it_asks_about() {
        for (asked, verb) in [
            ("Which ones should I build?", Some("build")),
            ("Remove which?", Some("remove")),
            ("Which of them do you want me to fix first?", Some("fix")),
            ("Which one should I use?", None),
            ("Which do you prefer?", None),
        ] {
            assert!(asks_which(asked), "{asked}");
            assert_eq!(verb_of(asked).as_deref(), verb, "{asked}");
        }
        for asked in ["Which port?", "What should I do next?", "Which ports are open on the host you deploy to?"] {
            assert!(!asks_which(asked), "{asked}");
        }
    }
}
