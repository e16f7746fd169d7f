//! Defines the forms of questions, by their openings: what the agent should do, what the person wants to have, what something
//! should do, how something is.

use super::asserted::{Asked, asked};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, order, whole};

/// Openings of a question about what the agent or both should do.
pub(super) const OWN: Phrases = phrases!(
    "should i also|should i|should we also|should we|shall i also|shall i|shall we|can i|can we|could i|could we|do i|do we|do you want me to|do you want us to|would you like me to|would you like us to|would you rather i|would you rather we|would you prefer i|would you prefer we|do you prefer i|do you prefer we\
     |do you prefer that i|do you prefer that we|would you prefer that i|would you prefer that we|do you want that i|do you want that we|want me to"
);

/// Openings of a question about what the person wants to have.
const WISHES: Phrases = phrases!(
    "do you want|do you need|do you prefer|do you like|would you like|would you prefer|would you rather have|would you rather|would you want|do we want|do we need"
);

/// Openings of statements that put options.
const CAN: Phrases = phrases!(
    "i can either|i could either|we can either|we could either|you can either|you could either|i can|i could|we could|we can|you could|are we"
);

/// The form of a question, which decides how a side is worded.
pub(super) enum Frame<'t> {
    /// "Should we use": a side is an order.
    Own(&'t str),
    /// "Do you want": a side is a thing.
    Wish(&'t str),
    /// "Should the lamp be": a side is a statement about a subject.
    Third(Asked<'t>),
    /// "Is the lamp": a side tells how a subject is.
    Is(&'static str, &'t str),
}

impl<'t> Frame<'t> {
    pub(super) fn read(text: &'t str) -> Option<Self> {
        // "Do we need": wishes are longer than the openings they begin with.
        if let Some(thing) = after_any(text, WISHES)
            .filter(|thing| after_any(thing, phrases!("to|me|us|that i|that we|i|we|if")).is_none())
        {
            // "Do you want the lamp to be red"
            let to_be = thing.split_once(" to be ").and_then(|(subject, _)| {
                let deed = thing.get(subject.len() + " to ".len()..)?;
                Some(Self::Third(Asked { subject, aux: "should", deed }))
            });
            return to_be.or(Some(Self::Wish(thing)));
        }
        if let Some(deed) = after_any(text, OWN).or_else(|| after_any(text, CAN)) {
            return Some(Self::Own(deed));
        }
        let is = ["is", "are"].into_iter().find_map(|is| Some(Self::Is(is, after(text, is)?)));
        let named = |frame: &Self| after_any(frame.deed(), phrases!("the|our|your|all|these|those")).is_some();
        is.filter(named).or_else(|| asked(text).map(Self::Third))
    }

    /// The words from the verb on, or the thing that is wished for.
    pub(super) fn deed(&self) -> &'t str {
        match self {
            Self::Own(deed) | Self::Wish(deed) | Self::Is(_, deed) => deed,
            Self::Third(asked) => asked.deed,
        }
    }

    /// Words a side, given all words from the verb on.
    pub(super) fn worded(&self, deed: &str) -> String {
        match self {
            Self::Own(_) => order(deed),
            Self::Wish(_) | Self::Is(..) => whole(&capital(deed)),
            Self::Third(asked) => whole(&asked.states(deed)),
        }
    }
}
