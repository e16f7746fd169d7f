//! Defines the return to an option that a choice gave up: "tin was better after all, back to it", "the roof goes back to
//! tin". The words of returning stand beside the name of the option, whatever else the turn says. "Actually tin" takes an
//! option that was not chosen.

use super::replacements::{in_place_of, option_of};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::references::standing::{names_all, recent};
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition};
use crate::pipeline::acts::sentences::wording::{lowered, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// Words of returning.
    RETURNS = r"\b(?:back|again|return(?:s|ing)?|revert(?:s|ing)?|restore|undo|as before|like before|as (?:in|at) the (?:beginning|start)|as (?:it was|we had it|originally|initially|first)|originally|after all|stays? with|stay(?:ed|ing)? with|stick(?:ing)? with|roll(?:ing)? back|was (?:better|fine|right|good|nicer|the right (?:one|choice)))\b";
    /// A name behind words of changing one's mind: "actually tin".
    TAKES = r"^(?:(?:no|nope|hm+|wait|ok|sorry|well|so|then|but|and)[,.]? )*(?:actually|(?:on )?second thoughts?|rather|(?:i've )?changed my mind|change of plans?|no wait|wait|better|(?:actually |then |rather )?let's (?:rather )?(?:use|take|go with|do)|(?:i'd|we'd) rather (?:use|take|have)),? (?P<name>.+?)(?: then| instead| after all| please| it is)*$";
    /// Words that deny or tell of something else.
    OTHERWISE = r"\b(?:never|not (?:going|go|want)|no (?:way )?(?:going )?back|don't (?:want|go)|won't|they(?:'re| are| go| went| want| have gone))\b";
}

/// Maximum number of words in a turn that returns.
const MOST: usize = 26;

/// Makes the turn the revision of the choice that gave up the option it names.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let own: Vec<String> = view.own().map(|s| lowered(&s.text)).collect();
    let all = own.join(". ");
    if words(&all) > MOST || view.own().any(|s| s.asks) || reserved(&all) {
        return;
    }
    let said = token_set(&all);
    let given_up = |item: &Item| item.alternatives.iter().rev().find(|option| names_all(&said, option)).cloned();
    let mut found = recent(view, ItemKind::Decision).filter_map(|item| Some((item, given_up(item)?)));
    let (Some((item, option)), None) = (found.next(), found.next()) else { return };
    if !RETURNS.is_match(&all) && !all.split([',', '.', ';', ':']).any(|clause| takes(clause.trim(), &option)) {
        return;
    }
    let has = |act: &Act, name: &str| {
        let own = token_set(&act.summary);
        tokens(name).iter().all(|word| own.contains(word))
    };
    let returns = |act: &Act| act.deed == ActKind::Revise && act.target.as_ref() == Some(&item.id) && has(act, &option);
    let Some(sentence) = view.own().find(|s| names_all(&token_set(&s.text), &option)) else { return };
    if acts.iter().any(returns) {
        return;
    }
    let old = option_of(&item.summary);
    let empty = |act: &Act| act.deed == ActKind::Request && words(&act.summary) <= 4;
    acts.retain(|act| !(act.target.as_ref() == Some(&item.id) || has(act, &option) || has(act, &old) || empty(act)));
    let summary = whole(&in_place_of(item, &option));
    let act = Act::settled(ActKind::Revise, sentence.range.clone(), summary, "returned");
    acts.push(Act { target: Some(item.id.clone()), alternatives: vec![old.to_string()], ..act });
}

/// Whether a clause takes an option after all, and nothing else.
fn takes(clause: &str, option: &str) -> bool {
    let name = TAKES.captures(clause).and_then(|found| Some(token_set(found.name("name")?.as_str())));
    name.is_some_and(|name| !name.is_empty() && name == token_set(option))
}

/// Whether the turn leaves it open, or means something else.
fn reserved(low: &str) -> bool {
    hedges(low) || sets_condition(low) || OTHERWISE.is_match(low)
}
