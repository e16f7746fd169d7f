//! Defines orders to write down what was said before them: "Nobody lights the oven alone. Put it in the handbook".

use super::antecedents::request;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{plain, unhurried, words};
use crate::pipeline::acts::{Act, Certainty, View};
use crate::text::patterns;

patterns! {
    /// A document in which something is to be written down.
    DOCUMENT = r"(?i)^(?:down )?(?:in|into|to|on) (?:the |our |your |a )?(?:[\w./-]+ )?[\w./-]*(?:docs?|documentation|readme|contributing|changelog|notes?|wiki|runbook|handbook|guidelines?|guide|agents|claude|ticket|comment|spec|adr)(?:\.\w+)?$";
}

/// Longest lead of a statement, in words: "One rule: ...".
const LEAD: usize = 4;

/// The order with the sentence before it, if it names a document; it waits where nothing was said.
pub(super) fn read(view: View<'_>, segment: &Segment, verb: &str, tail: &str) -> Option<Act> {
    DOCUMENT.find(tail)?;
    let said = view.own().take_while(|s| s.range.end <= segment.range.start).last().filter(|s| !s.asks);
    let told = said.map(|s| plain(s.text.trim_end_matches(['.', '!']))).filter(|told| words(told) > 2);
    let Some(told) = told else {
        return Some(Act { certainty: Certainty::Likely, ..request(segment, unhurried(&segment.text)) });
    };
    let bare = told.split_once(": ").filter(|(lead, _)| words(lead) <= LEAD).map_or(told.as_str(), |(_, rest)| rest);
    Some(request(segment, &format!("{verb} {tail}: {}", low_first(bare))))
}
