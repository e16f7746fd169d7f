//! Defines what a choice refuses beside the name that it chooses: "oak for the frame, not tin", "tin? no. oak for the
//! frame", "oak for the frame, tin is a no-go". What is set against the choice is what was not chosen; what is refused in
//! so many words is ruled out too.

use super::chosen::may_be_product;
use super::without_verb::is_name;
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::language::stems::token_set;
use crate::pipeline::acts::changes::replacements::option_of;
use crate::pipeline::acts::references::standing::{names_all, recent};
use crate::pipeline::acts::rules::ruled_out::NO_OPTION;
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition, tells_of_others};
use crate::pipeline::acts::sentences::wording::{capital, lowered, plain, reason, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::state::ItemKind;
use crate::text::patterns;

patterns! {
    /// Words that refuse without a verb.
    BARE = r"(?i)\b(?:no|not|without|never)\b";
    /// The same at the beginning: "lol no, not tin". "One page, no jargon" tells how a thing is to be.
    BARE_FIRST = r"(?i)^(?:(?:lol|no|nah|nope|ok|okay|please|pls|and|but|so|then|well|hm+|sorry|do it|make it)[,.]? )*(?:no|not|without|never)\b";
    /// Words of trouble, and of what is not known.
    TROUBLE = r"(?i)\b(?:don't know|forget to|error|fails?|failed|\?.*\w{3,}.*\?)\b";
    /// Words that set a name against another.
    AGAINST = r"(?i)\b(?:rather than|instead of|over|not|and not|anything but|than) (?:an? |the )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)??)(?: (?:for|we|i|and|because|since|as|in|on|here|there|so|:\))\b|[,;:.!?)]| :|$)";
    /// Words that refuse the name behind them.
    REFUSING = r"(?i)\b(?:no to|no|(?:^|[,;:.!?] )never|^(?:(?:lol|no|nah|nope|please|well|ok)[,.]? )*not|(?:i'm|i am|we're|we are) against|everything except|everything but|we're not using|we are not using|without any|without|stay away from|away from|had it with|(?:i'm|we're|i am|we are) done with|forget about|forget|rule out|ruled out|ruling out|vetoed|exclude[ds]?|excluding|banned|forbids?|skip|don't want|do not want|dont want|not do|not use|not take) (?:an? |the )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)??)(?: (?:for|we|i|and|because|since|as|in|on|here|there|so|anywhere|at all|please|pls|then|again|is|anymore)\b|[,;:.!?)]|$)";
    /// An order to take a name off a list: "strike tin from the options".
    STRUCK = r"(?i)\b(?:drop|remove|strike|take|scratch|leave|cross) (?:an? |the )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)??) (?:out|off|(?:from|off) (?:the |our |my |your )?(?:options|list|table|candidates|short ?list))(?:[,;:.!?)]|$)";
    /// A name and the words that refuse it.
    REFUSED = r"(?i)(?:^|[,;:.(] ?|\b(?:and|but|as|because|since) )(?:an? |the )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)??)(?:,? (?:is|are|was)(?: simply| clearly| now| already)? (?:excluded|forbidden|banned|out|dead|a no-go|no go|no option|not an option|not allowed|not to be used|off the table|ruled out|rejected|vetoed)|\? (?:no|nope|nah|never|no way|absolutely not|definitely not|certainly not|hard no)\b| ?-+> ?(?:no|never|out))";
}

/// The names that words refuse, in their order, each with whether it is refused in so many words.
pub(super) fn refused(text: &str) -> Vec<(&str, bool)> {
    let of = |pattern: &crate::text::Pattern, outright| {
        let found = pattern.captures_iter(text).filter_map(|c| c.name("name").map(|m| m.range())).collect::<Vec<_>>();
        found.into_iter().filter_map(move |range| Some((text.get(range)?, outright))).collect::<Vec<_>>()
    };
    let mut all = of(&REFUSING, true);
    all.extend(of(&STRUCK, true));
    all.extend(of(&REFUSED, true));
    all.extend(of(&AGAINST, false));
    all.retain(|(name, _)| {
        name.starts_with(char::is_alphanumeric)
            && is_name(name)
            && !name.to_lowercase().ends_with(" yet")
            && !NO_NAME.contains(&name.to_lowercase())
            && name.split(' ').all(may_be_product)
    });
    all
}

/// Words that are refused without being a name: "no more discussion", "not yet".
const NO_NAME: Phrases = phrases!(
    "mind|need|way|idea|longer|doubt|hurry|rush|worries|problem|discussion|further|fuss|matter|out|because|just|sure|clue|reason|point|sense|thanks|debate|chance|love|hard|others|rest|else|half|top|use|take|go"
);

/// Adds to the one choice of a turn what the turn refuses beside it.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let settled = |act: &Act| act.certainty == Certainty::Settled;
    let chooses = |act: &Act| matches!(act.deed, ActKind::Choose | ActKind::Revise) && settled(act);
    let mut chosen = acts.iter().enumerate().filter(|(_, act)| chooses(act)).map(|(at, _)| at);
    let (Some(at), None) = (chosen.next(), chosen.next()) else { return };
    let text = view.own().map(|s| plain(&s.text).replace('’', "'")).collect::<Vec<_>>().join(" ");
    let Some(act) = acts.get(at) else { return };
    let own = token_set(&act.summary);
    let told_there: Vec<String> = refused(&act.summary).into_iter().map(|(name, _)| name.to_lowercase()).collect();
    let known = |name: &str| {
        names_all(&own, name) && !told_there.contains(&name.to_lowercase())
            || acts.iter().any(|act| {
                matches!(act.deed, ActKind::RuleOut | ActKind::Rule { .. }) && names_all(&token_set(&act.summary), name)
            })
    };
    let first = refused(&text).into_iter().find(|(name, _)| !known(name));
    let Some((name, outright)) = first.map(|(name, outright)| (name.to_owned(), outright)) else { return };
    let range = act.range.clone();
    if let Some(act) =
        acts.get_mut(at).filter(|act| !act.alternatives.iter().any(|other| other.eq_ignore_ascii_case(&name)))
    {
        act.alternatives.push(capital(&name));
    }
    if outright {
        acts.push(Act::settled(ActKind::RuleOut, range, capital(&name), "refused-beside"));
    }
}

/// Rules out what a short turn refuses and no family has read; a standing choice of it is withdrawn.
pub(in crate::pipeline::acts) fn alone(view: View<'_>, acts: &mut Vec<Act>) {
    const MOST: usize = 18;
    const SHORT: usize = 6;
    let texts: Vec<String> = view.own().map(|s| plain(&s.text).replace('’', "'")).collect();
    let long = texts.len() > 2 || texts.iter().map(|text| words(text)).sum::<usize>() > MOST;
    let settles =
        |act: &Act| act.certainty == Certainty::Settled && !matches!(act.deed, ActKind::Nothing | ActKind::Request);
    if long || acts.iter().any(settles) || texts.iter().any(|text| settles_nothing(text)) {
        return;
    }
    // "It went well, without any delay" tells of a lack: a bare "no" or "without" refuses in a sentence of its own.
    let brief = |text: &str| !BARE.is_match(text) || words(text) <= SHORT && BARE_FIRST.is_match(text);
    let first = |text| refused(text).into_iter().find(|(_, outright)| *outright);
    let mut told = view.own().zip(&texts).filter(|(_, text)| brief(text));
    let found = told.find_map(|(sentence, text)| Some((sentence, first(text.as_str())?.0)));
    let Some((sentence, name)) = found.filter(|(_, name)| is_kept(name)) else { return };
    let said = token_set(name);
    let named = |act: &Act| names_all(&token_set(&act.summary), name);
    let chosen = recent(view, ItemKind::Decision).find(|item| names_all(&said, &option_of(&item.summary)));
    let why = texts.iter().find_map(|text| reason(text).1);
    acts.retain(|act| !named(act));
    acts.push(match chosen {
        Some(item) => Act::ends(item, sentence.range.clone(), "refused-alone"),
        None => Act {
            why,
            ..Act::settled(ActKind::RuleOut, sentence.range.clone(), whole(&capital(name)), "refused-alone")
        },
    });
}

/// Whether a name may stand alone as what is ruled out: a name as it is written, or words that are no report of a lack.
fn is_kept(name: &str) -> bool {
    !no_is_remark(name) && !NO_OPTION.contains(name.split(' ').next().unwrap_or("").to_lowercase().as_str())
}

fn settles_nothing(text: &str) -> bool {
    let low = lowered(text);
    hedges(&low) || sets_condition(&low) || tells_of_others(&low) || TROUBLE.is_match(&low)
}
