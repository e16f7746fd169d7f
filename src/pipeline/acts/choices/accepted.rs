//! Defines how a choice bears on a standing one, and on an offer: an accepted offer takes the place of a choice ("Cypress
//! can't open two tabs, I suggest WebdriverIO instead" - "fair, do it"), fewer words say a choice again, or take a proposal.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::changes::replacements::{in_place_of, option_of, without_tail};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::references::standing::{LATELY, lately, made_against, named, names_all, recent, speaks_of};
use crate::pipeline::acts::sentences::quantities::{kin_values, measured, single};
use crate::pipeline::acts::sentences::wording::{after_any, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::ReadTurn;
use crate::state::{Item, ItemKind};

/// Maximum number of words in an option that takes the place of another.
const MOST: usize = 4;

/// The revision that an accepted offer makes; `None` where it leaves every standing choice as it is.
pub(in crate::pipeline::acts) fn replaces(view: View<'_>, act: &Act) -> Option<Act> {
    let offered = act.deed == ActKind::Choose && act.target.is_none() && act.certainty == Certainty::Settled;
    let basis = act.basis.as_ref().filter(|_| offered)?;
    let turn = view.talk.before().find(|t| t.turn_id == basis.turn)?;
    let bare = after_any(&act.summary, phrases!("use|take|go with|switch to|move to|change to|change it to|switch"))
        .unwrap_or(&act.summary);
    let parted = phrases!(" instead of | rather than | in place of ").iter().find_map(|link| bare.split_once(link));
    let (new, old) = parted.unwrap_or((bare, ""));
    let new = without_tail(new).trim_end_matches(',');
    let said = act.summary.to_lowercase();
    let contrasts = parted.is_some() || phrases!("switch to|move to|change to|instead|change it to").within(&said);
    let mut chosen = recent(view, ItemKind::Decision)
        .filter(|i| lately(view, i, LATELY) && (!is_about(i, new) || with_value(i, new).is_some()));
    let item = if old.is_empty() {
        chosen.find(|item| {
            let other_value = || contrasts && speaks_of(&turn.sentences, item) && with_value(item, new).is_some();
            gives_way(turn, &option_of(&item.summary), contrasts) || other_value()
        })?
    } else {
        named(chosen, old)?
    };
    // An offer with its own purpose stands beside the choice.
    let purpose = phrases!(" for | in | on | when | while ").within(&format!(" {new} "));
    if words(new) > MOST || new.is_empty() || purpose && parted.is_none() {
        return None;
    }
    let summary = with_value(item, new).unwrap_or_else(|| in_place_of(item, new));
    Some(Act {
        deed: ActKind::Revise,
        target: Some(item.id.clone()),
        summary: whole(&summary),
        alternatives: Vec::new(),
        ..act.clone()
    })
}

/// The revision that a choice makes of what a standing one was made against: "the events go through RabbitMQ" after Kafka
/// was picked over RabbitMQ.
pub(in crate::pipeline::acts) fn takes_refused(view: View<'_>, act: &Act) -> Option<Act> {
    let chooses = act.deed == ActKind::Choose && act.target.is_none() && act.certainty == Certainty::Settled;
    let low = act.summary.to_lowercase();
    let denies = phrases!(" not | instead of | rather than | over | without | no | or ").within(&low);
    if !chooses || denies {
        return None;
    }
    let said = token_set(&act.summary);
    let purpose = phrases!(" for | in | on | when | while ").within(&low);
    let item = made_against(view, &said).find(|item| {
        let same_purpose = !purpose || tokens(&item.summary).iter().any(|t| said.binary_search(t).is_ok());
        same_purpose && !names_all(&said, &option_of(&item.summary))
    })?;
    Some(Act { deed: ActKind::Revise, target: Some(item.id.clone()), alternatives: Vec::new(), ..act.clone() })
}

/// A choice that names the option of a standing one without its purpose, in the words of that: "stay with SQLite" after
/// "use SQLite for the local cache".
pub(in crate::pipeline::acts) fn repeats(view: View<'_>, act: &Act) -> Option<Act> {
    const CHOOSES: Phrases =
        phrases!("use|stay with|stick with|stay on|keep|take|go with|we use|we stay with|we keep|store");
    let own = act.deed == ActKind::Choose && act.target.is_none();
    if !own || act.certainty != Certainty::Settled || !act.alternatives.is_empty() {
        return None;
    }
    let said = token_set(after_any(&act.summary, CHOOSES).unwrap_or(&act.summary));
    let mut same = recent(view, ItemKind::Decision).filter(|item| {
        let chooses = after_any(&item.summary, CHOOSES).is_some() || item.summary.contains(" for ");
        chooses && lately(view, item, LATELY) && token_set(&option_of(&item.summary)) == said
    });
    let only = same.next().filter(|_| !said.is_empty() && same.next().is_none())?;
    Some(Act { summary: only.summary.clone(), ..act.clone() })
}

/// A choice that only names the thing of a proposal, in the words of that: "bell, agreed" after "I'd rather have a bell at
/// the gate".
pub(in crate::pipeline::acts) fn names_proposal(view: View<'_>, act: &Act) -> Option<Act> {
    const NAME: usize = 2;
    let bare = after_any(&act.summary, phrases!("use|the|a|an")).unwrap_or(&act.summary);
    let short = words(bare) <= NAME && act.target.is_none() && act.basis.is_none();
    if act.deed != ActKind::Choose || !short || !matches!(act.form, "decided-tail" | "it-is") {
        return None;
    }
    let named = |offer: &&Offer| offer.form == OfferForm::Proposal && names_all(&token_set(&offer.object), bare);
    let offer = view.offers.iter().rev().find(named)?;
    Some(Act { summary: offer.object.clone(), ..act.clone() }.on(offer))
}

/// Whether a choice already names an option.
fn is_about(item: &Item, new: &str) -> bool {
    let all = tokens(&item.summary);
    tokens(new).iter().any(|t| all.contains(t))
}

/// Whether the agent's turn names an option as the one that gives way: it contrasts the two or speaks against this one.
fn gives_way(turn: &ReadTurn, option: &str, contrasts: bool) -> bool {
    let wanted = tokens(option);
    let names = |text: &str| {
        let said = token_set(text);
        !wanted.is_empty() && wanted.len() <= MOST && wanted.iter().all(|t| said.binary_search(t).is_ok())
    };
    let against = phrases!(
        "n't | cannot | not | no longer | has no | too | deprecated | unmaintained | abandoned | lacks | fails | breaks | only | dead | slow| drops | costs "
    );
    let mut own = turn.sentences.iter().filter(|s| !s.asks).filter(|s| names(&s.text));
    own.any(|s| contrasts || against.within(&format!(" {} ", s.text.to_lowercase().replace('’', "'"))))
}

/// A choice's summary with an offered value of the same kind in the place of its own.
fn with_value(item: &Item, new: &str) -> Option<String> {
    let (from, to) = single(&item.summary)?;
    let old = item.summary.get(from..to)?;
    let (at, end) = measured(new)?;
    let value = new.get(at..end).filter(|value| *value != old && kin_values(value, old))?;
    Some(format!("{}{value}{}", item.summary.get(..from)?, item.summary.get(to..)?))
}
