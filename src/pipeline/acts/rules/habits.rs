//! Defines lasting ways of working that are told as such, before or behind an order: "make it a habit to oil the hinges",
//! "by default, close the gate", "oil the hinges, every single time". The order alone would ask for work once.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::text::patterns;

patterns! {
    /// Words before an order that make it last.
    LEAD = r"(?ix)^(?:(?:and|also|please|so|ok|but|btw|then)[,:]?\ )*
        (?:(?:(?:one|a|the|our|my|your|new)\ )*(?:standing|general|permanent|house|team|working|lasting)[\ -](?:instruction|order|guideline|rule|agreement|convention|policy|practice|request)s?\b[^:]{0,40}:
        |(?:let's\ )?make\ (?:it|this)\ (?:(?:a|your|our|my)\ )?(?:habit|rule|routine|practice|standard\ practice|standard|default|policy|point)\ (?:to|of)
        |get\ used\ to\ (?:it|this):
        |(?:by\ default|as\ a\ (?:general\ )?rule|in\ general|generally|as\ standard|for\ (?:all|any|every)\ future\ \w+|for\ as\ long\ as\ [^,:]{3,40}|starting\ (?:today|now)|as\ of\ (?:today|now)|from\ (?:today|here|now)(?:\ on|\ onwards?)?(?:\ out)?|not\ just\ (?:this\ time|today|now)[^,:]{0,30}|(?:keep|bear)\ (?:it\ |this\ )?in\ mind\ for\ [^:,]{3,40}|every\ (?:single\ )?time)[,:]
        |(?:our|the|my|team|your)\ (?:general\ |usual\ |team\ |working\ )?(?:convention|practice|policy|rule|agreement|habit|standard|way\ we\ work)\b[^:,]{0,30}?(?:\ is(?:\ (?:to|that\ (?:we|you)))?|:(?:\ we)?)
        |(?:note|remember)\ our\ [^:,]{3,40}:\ (?:we|you)
        |add\ (?:this|that)\ to\ (?:your|the)\ (?:rules|instructions|guidelines|notes):
        |(?:i'd|i\ would)\ like\ (?:it|this)\ to\ be\ (?:a\ )?(?:routine|habit|rule|standard)\b[^:]{0,30}:
        |(?:remember\ to|(?:you|we)\ should)\ always
        |in\ this\ (?:repo|repository|project|codebase|team|module)\ (?:we|you)
        )\ (?P<deed>[a-z].+)$";
    /// Words behind an order that make it last.
    TAIL = r"(?ix)^(?:(?:i|we)\ (?:want|expect|need)\ you\ to\ |please\ |and\ |also\ )*(?P<deed>[a-z].+?)(?:[,.;]\ |\ -+\ |\ )
        (?:(?:please\ |and\ )?(?:make\ (?:that|it|this)\ a\ (?:habit|rule|routine)|(?:stick\ to|keep\ to)\ (?:that|it)|do\ the\ same)|as\ a\ (?:matter\ of\ (?:course|routine)|rule|habit)|without\ exceptions?|no\ exceptions|always|every\ single\ time|each\ and\ every\ time|from\ (?:here|now|today)\ on(?:\ out|wards?)?|going\ forward|(?:that|this)\ (?:goes|holds|counts|applies)\ for\ (?:everything|all\ of\ it|every\ \w+)\b.*|for\ all\ future\ work|by\ default)[.!]*$";
    /// How something is to be written, with all that the sentence says of it: "branch names like 'lake/boat', no capitals".
    WRITTEN = r"(?i)^(?:(?:and|also|please|so|ok|but|btw|then)[,:]? )*(?P<deed>(?:(?:the|all|our|your) )?(?:[\w-]+ )?(?:messages?|titles?|names?|branches|commits?|subjects?|headers?|headlines?|captions?|labels?|tickets?|variables?|changelog entries)(?: (?:is|are|should be|must be|go|look))? (?:like|as in|in the form|of the form|formatted (?:like|as)|named (?:like|as)|prefixed with|start(?:ing|s)? with|begin(?:ning|s)? with) .*['\x22`:/-].*)$";
}

/// Maximum number of words in such a sentence.
const MOST: usize = 32;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks).collect();
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        let clauses = view.turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
        let open = [Modality::Hedge, Modality::Conditional, Modality::Report];
        if clauses.iter().any(|c| open.contains(&c.modality)) || words(&sentence.text) > MOST {
            continue;
        }
        let text = plain(&sentence.text).replace('’', "'");
        let Some(deed) = lasting(&text) else { continue };
        out.push(Act::settled(ActKind::Rule { hard: false }, sentence.range.clone(), whole(&capital(deed)), "habit"));
        // "That goes for everything from here on" says no more.
        let next = own.get(at + 1).filter(|s| lasting(&format!("close the gate. {}", plain(&s.text))).is_some());
        out.extend(next.map(|s| Act::nothing(s.range.clone(), "habit")));
    }
    out
}

/// The order that words tell as a lasting one.
fn lasting(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    if let Some(written) = WRITTEN.captures(text).and_then(|found| found.name("deed")) {
        return Some(written.as_str());
    }
    let led = LEAD.captures(text).and_then(|found| found.name("deed"));
    let deed = led.or_else(|| TAIL.captures(text).and_then(|found| found.name("deed")))?.as_str();
    // Both may stand around it: "by default, close the gate, always".
    let deed = TAIL.captures(deed).and_then(|found| found.name("deed")).map_or(deed, |m| m.as_str());
    let deed = unhurried(deed).trim_end_matches([',', ';', ' ']);
    let deed = after_any(deed, phrases!("so")).unwrap_or(deed);
    is_order(deed).then_some(deed)
}

/// Whether words open with a verb, and with no sign of another sort of word.
fn is_order(deed: &str) -> bool {
    let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
    let low = verb.to_ascii_lowercase();
    // "Ring", "feed" are verbs.
    let inflected = |end: &&str| low.len() > end.len() + 3 && low.ends_with(*end);
    let other = ["ing", "ed", "ly", "s"].iter().any(inflected) && !imperative::DOES.contains(&low);
    let plain = low.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let known = phrases!("run|ask|use|keep|commit|start|give|tell|leave|check|open|call|put|take|push|let|get|try|see|stop|wait|read|follow|ensure|prefer|avoid").contains(&low);
    !rest.is_empty() && plain && !other && (known || !imperative::NO_VERB.contains(&low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_as_lasting_ones() {
        for said in [
            "make it a habit to oil the hinges",
            "standing instruction: oil the hinges",
            "by default, oil the hinges",
            "oil the hinges, every single time",
            "I want you to oil the hinges, without exception",
            "our convention here is to oil the hinges, so please stick to that",
            "for as long as you work on this, oil the hinges",
        ] {
            assert_eq!(lasting(said).map(|deed| deed.starts_with("oil the hinges")), Some(true), "{said}");
        }
        for said in ["oil the hinges", "as of today we are late", "the hinges always squeak", "our rule is a mess"] {
            assert_eq!(lasting(said), None, "{said}");
        }
    }
}
