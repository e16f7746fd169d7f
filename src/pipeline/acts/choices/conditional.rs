//! Defines choices under a condition that nobody knows yet: "I'd take oak for the frame if the test convinces me". They
//! wait for the person, wherever in its sentence the condition stands.

use crate::pipeline::acts::picks::pick::PICKED_NOW;
use crate::pipeline::acts::sentences::reservations::sets_condition;
use crate::pipeline::acts::sentences::wording::lowered;
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};

/// Makes settled choices of conditional sentences wait. A limit or rule for a case ("use the red rope if it rains") keeps
/// its condition in its words, a choice does not.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut [Act]) {
    let settles = |act: &&mut Act| {
        act.certainty == Certainty::Settled && matches!(act.deed, ActKind::Choose | ActKind::Revise | ActKind::RuleOut)
    };
    for act in acts.iter_mut().filter(settles) {
        let sentence = view.own().find(|s| overlaps(&s.range, &act.range));
        let now = |s: &str| s.split([',', ';', '.']).next().map(str::to_owned);
        let text = sentence.map_or_else(String::new, |s| lowered(&s.text));
        let text = now(&text).filter(|_| act.form == PICKED_NOW).unwrap_or(text);
        if sets_condition(&text) {
            act.certainty = Certainty::Likely;
        }
    }
}
