//! Defines orders whose object is the complaint before them: "column usr should be called user, pls rename", "the lamp
//! flickers. Kindly find the reason and repair it".

use super::imperative::{is_determined, opens, plain_verb};
use super::work_told::{is_fault, stated};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// An order without an object of its own.
    BARE = r"(?x) ^(?:(?:and|so|then|now|please|pls|plz|kindly|can\ you|could\ you|would\ you|will\ you|you\ should|just|maybe|someone\ should),?\ |(?:that's|it's|this\ is|which\ is)\ [\w\ ]{2,20},\ )*
        (?: (?P<rush>(?:.{2,40},\ )?(?:so\ |this\ is\ |it's\ |that's\ |please\ )*(?:(?:on\ )?top\ (?:of\ (?:your|the|our)\ (?:pile|list|queue|stack|backlog)|priority|prio)|first\ (?:thing|on\ your\ list)|highest\ priority|urgent|asap|prio\ (?:1|one)|needs\ (?:fixing|a\ fix)))
        | (?P<same>(?:please\ )?do\ (?:it|that|this|so)|go\ ahead(?:\ and\ do\ it)?|make\ it\ happen|get\ it\ done|take\ care\ of\ it)
        | (?P<does>[a-z]+)\ (?:it|them|that)(?P<particle>\ (?:up|down|out|off|away|back))? | (?P<verb>[a-z]+) | (?P<inquiry>(?:find\ (?:out\ )?|track\ down\ |figure\ out\ |get\ to\ |hunt\ down\ |look\ for\ )(?:why|the\ bottom\ of\ (?:it|this|that)|(?:the\ |its\ |what's\ the\ )?(?:real\ |root\ )?(?:reason|cause|culprit|problem|bug)(?:\ (?:for|of|behind)\ (?:it|that|this))?)|(?:track|hunt)\ (?:it|this|that)\ down|figure\ (?:it|this|that)\ out)
        | (?:that|this|it|they)\ (?:really\ |also\ )?(?:needs?|wants?|could\ use|deserves?)\ (?P<due>[a-z]+ing)(?P<way>\ (?:to|by|for|in)\ .{1,40}?)?
        | (?P<whole>bring)\ (?:it|them|that|this)\ (?:up\ to\ date|back(?:\ to\ life)?|in\ line) )
        (?P<repairs>(?:,|\ and|\ then|\ and\ then)+\ (?:fix|repair|solve|correct|mend|resolve|remove|kill|get\ rid\ of)\ (?:it|that|this|them))?
        (?:,?\ (?:when(?:ever)?\ (?:you|there|time)\b.{2,40}|if\ you\ (?:can|have\ time|get\ to\ it)|asap|soon|later|today|next|first|for\ me|please|pls|thanks|thx|at\ some\ point|as\ well|too))*[.!?\ ]*$ ";
    /// A state that is not as it should be.
    AMISS = r"\b(?:should(?:n't| not)? (?:be|have|say|read|show|use|start|end)|(?:is|are) (?:called|named|still|outdated|out of date|obsolete|old|stale|misspelled|missing|gone|empty|not)|(?:needs?|lacks?|misses)\b|no longer|out of (?:date|sync)|fails?|failing|flickers?|crashes|hangs|breaks|leaks|still (?:says?|talks?|mentions?|shows?|refers?|points?|lists?|uses?)|too (?:\w+)|takes? (?:\d|about|ages|forever|minutes|hours)|(?:has|have) (?:an?|no)|(?:is|are) (?:dead|blurry|garbled|slow|wrong|misaligned|off|down|cut off|broken|flaky)|does nothing|typo)\b|n't\b";
}

/// Number of words in a complaint.
const LEAST: usize = 3;
const MOST: usize = 30;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && s.list.is_none()).collect();
    if view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|n| own.get(n)).copied();
        if let Some(act) = within(sentence) {
            out.push(act);
        } else if let Some(both) = before.and_then(|before| across(before, sentence)) {
            out.extend(both);
        }
    }
    out
}

/// A complaint and its order in one sentence.
fn within(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text);
    if let Some(fault) = announced(&text).filter(|_| !sentence.asks) {
        let summary = whole(&format!("Fix: {}", capital(&fault)));
        return Some(Act::settled(ActKind::Request, sentence.range.clone(), summary, "told-order"));
    }
    let joints = [", ", " - ", " – ", " — ", "; ", " so "];
    let split = |j: &&str| text.rfind(*j).map(|at| (at, j.len()));
    let mut cuts: Vec<(usize, usize)> = joints.iter().filter_map(split).collect();
    cuts.sort_unstable();
    cuts.into_iter().rev().find_map(|(at, len)| {
        let (told, order) = (text.get(..at)?, text.get(at + len..)?);
        let summary = task(told, order)?;
        Some(Act::settled(ActKind::Request, sentence.range.clone(), summary, "told-order"))
    })
}

/// The fault that words announce as one more thing to do: "one more thing, the lamp in the hall flickers".
fn announced(text: &str) -> Option<String> {
    const ANNOUNCES: Phrases = phrases!(
        "one more thing|another thing|one other thing|one small thing|small thing|minor thing|one more bug|another bug|found a bug|bug|bug report|new bug"
    );
    let rest = after_any(text, phrases!("and|oh|ah|also|ok|hi|hey")).unwrap_or(text).trim_start_matches([',', ' ']);
    let behind = after_any(rest, ANNOUNCES)?;
    let fault = unhurried(behind.strip_prefix([',', ':', '-', '.'])?);
    let clear = (LEAST..=MOST).contains(&words(fault)) && stated(fault) && after_any(fault, SPEAKS).is_none();
    (clear && (AMISS.is_match(&fault.to_lowercase()) || is_fault(fault))).then(|| fault.to_owned())
}

/// A complaint, which is nothing by itself, and its order in the next sentence.
fn across(before: &Sentence, sentence: &Sentence) -> Option<[Act; 2]> {
    let summary = task(&plain(&before.text), &plain(&sentence.text)).filter(|_| !before.asks)?;
    let order = Act::settled(ActKind::Request, sentence.range.clone(), summary, "told-order");
    Some([Act::nothing(before.range.clone(), "told-order"), order])
}

/// The task of an order and the complaint before it.
fn task(told: &str, order: &str) -> Option<String> {
    let low = order.to_ascii_lowercase().replace('’', "'");
    let found = BARE.captures(&low)?;
    let told = bare(told);
    if let Some(rush) = found.name("rush") {
        return rushed(told, rush.as_str());
    }
    if let Some(due) = found.name("due") {
        return due_to(told, due.as_str(), found.name("way").map_or("", |way| way.as_str()));
    }
    let complains = AMISS.is_match(&told.to_lowercase().replace('’', "'")) || is_fault(told);
    let sized = (LEAST..=MOST).contains(&words(told)) && stated(told);
    let speaks = after_any(told, SPEAKS).is_some() || opens(&told.to_lowercase());
    if !complains || !sized || speaks {
        return None;
    }
    let named = |name| found.name(name).map(|m| m.as_str());
    if let Some(does) = named("does") {
        // "Fix it" is read with the other orders.
        return (TREATS.contains(does))
            .then(|| whole(&format!("{}, {does} it{}", capital(told), named("particle").unwrap_or(""))));
    }
    if named("same").is_some() {
        return Some(whole(&capital(told)));
    }
    let what = match (named("verb"), named("inquiry"), named("repairs")) {
        // "Fix" alone is read with the other orders.
        (Some(verb), _, None) => CHANGES.contains(verb).then(|| capital(verb))?,
        (None, Some(_), Some(_)) => "Find the cause and fix".to_owned(),
        (None, Some(_), None) => "Look into".to_owned(),
        (None, None, _) => "Bring up to date".to_owned(),
        _ => return None,
    };
    Some(whole(&format!("{what}: {}", capital(told))))
}

/// Orders that say what is done to what the complaint is about: "the hut has a draught, seal it".
const TREATS: Phrases = phrases!(
    "strip|speed|cap|lower|raise|shorten|widen|narrow|trim|mute|hide|seal|clean|tidy|tighten|loosen|tone|bring|slow|cut|shrink|enlarge|bump|clear|drop|kill|move|escape|quote|round|clamp|debounce|throttle|cache|batch|split|merge|sort|align|center|centre|wrap|unwrap"
);

/// The task of a thing that is due for some work: "the map still shows the old shed. that needs updating".
fn due_to(told: &str, due: &str, way: &str) -> Option<String> {
    let verb = plain_verb(due).map_or_else(|| format!("Needs {due}"), |verb| capital(&verb));
    let clear = (LEAST..=MOST).contains(&words(told)) && stated(told) && after_any(told, SPEAKS).is_none();
    clear.then(|| whole(&format!("{verb}{way}: {}", capital(told))))
}

/// The task of a statement that is called urgent, which makes it a fault: "the gate loses its hinges, top of your list".
fn rushed(told: &str, rush: &str) -> Option<String> {
    let sized = (LEAST..=MOST).contains(&words(told)) && stated(told) && after_any(told, SPEAKS).is_none();
    let order = opens(&told.to_lowercase()) || after_any(rush, phrases!("no|not|isn't|never")).is_some();
    (sized && !order && is_determined(told)).then(|| whole(&format!("Fix: {}", capital(told))))
}

/// Orders that say what is to change, so that the complaint before them is all they need.
const CHANGES: Phrases = phrases!(
    "rename|change|update|adjust|correct|adapt|migrate|convert|reword|rewrite|shorten|move|swap|replace|remove|delete|document|translate|restore|refactor|resize|reorder"
);

/// Openings of words that are no complaint, or not about a thing.
const SPEAKS: Phrases = phrases!(
    "if|when|unless|once|yes|no|ok|okay|let's|please|pls|i|you|don't|do not|never|always|it|that|this|they|what|why|how|maybe|perhaps"
);

/// A complaint without an address: "Dear agent, the lamp flickers".
fn bare(told: &str) -> &str {
    const ADDRESSES: Phrases = phrases!(
        "dear agent|dear assistant|dear claude|dear all|hi there|hello|hey|hi|good morning|morning|also|and|so|btw|but|by the way|oh"
    );
    let mut rest = unhurried(told.trim_end_matches(['.', '!', ' ']));
    while let Some(after) = after_any(rest, ADDRESSES) {
        rest = unhurried(after);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_order_is_about_the_complaint_before_it() {
        for (told, order, summary) in [
            ("the shed is called hut on the map", "pls rename", "Rename: The shed is called hut on the map"),
            (
                "Dear agent, the lamp flickers at night",
                "kindly find the reason and repair it",
                "Find the cause and fix: The lamp flickers at night",
            ),
            (
                "the map is out of date",
                "bring it up to date when you have time",
                "Bring up to date: The map is out of date",
            ),
            (
                "the lamp in the hall flickers",
                "please track down the cause",
                "Look into: The lamp in the hall flickers",
            ),
        ] {
            assert_eq!(task(told, order).as_deref(), Some(summary), "{told}");
        }
        for (told, order, summary) in [
            (
                "the gate drops a bolt in every storm",
                "three neighbours complained, so top of your list",
                "Fix: The gate drops a bolt in every storm",
            ),
            (
                "the map of the park still shows the old shed",
                "that needs updating",
                "Update: The map of the park still shows the old shed",
            ),
            (
                "price list still says 2019",
                "it wants changing to 2026",
                "Needs changing to 2026: Price list still says 2019",
            ),
            ("the stove in the hut needs cleaning", "do it", "The stove in the hut needs cleaning"),
            ("the hut has a draught", "seal it please", "The hut has a draught, seal it"),
            ("the door takes ages to open", "speed it up", "The door takes ages to open, speed it up"),
            (
                "the door takes 9 seconds to open",
                "that's too slow, speed it up",
                "The door takes 9 seconds to open, speed it up",
            ),
            ("every second bell fails", "urgent!", "Fix: Every second bell fails"),
        ] {
            assert_eq!(task(told, order).as_deref(), Some(summary), "{told}");
        }
        for (told, order) in [
            ("the lamp is lovely", "do it"),
            ("the hut has a view", "enjoy it"),
            ("i like the gate", "top priority"),
            ("the lamp is lovely", "rename"),
            ("if the lamp fails", "replace"),
            ("the lamp flickers", "thanks"),
            ("it fails", "update"),
        ] {
            assert_eq!(task(told, order), None, "{told}, {order}");
        }
    }

    #[test]
    fn one_more_thing_may_be_a_fault() {
        for (said, fault) in [
            ("one more thing, the lamp in the hall flickers", Some("the lamp in the hall flickers")),
            ("oh, another bug: the door is broken again", Some("the door is broken again")),
            ("one more thing, the lamp is lovely", None),
            ("bugs are animals", None),
        ] {
            assert_eq!(announced(said).as_deref(), fault, "{said}");
        }
    }
}
