//! Defines imperatives that order work: an opening verb and its object.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, order, words};

/// Verbs of orders whose result can be checked.
pub(in crate::pipeline::acts) const DOES: Phrases = phrases!(
    "add|address|adjust|alias|align|analyse|analyze|annotate|append|apply|archive|assemble|assign|attach|audit\
     |augment|automate|backfill|backport|beef up|benchmark|bring back|build|bump|bypass|cache|calculate|calibrate\
     |carve out|categorise|categorize|center|centre|classify|clean up|clean|clone|close|collect|combine|comment out\
     |compile|compress|compute|concatenate|condense|configure|connect|containerise|containerize|convert|copy\
     |correct|count|create|crop|cut|debounce|debug|decode|decouple|decrement|dedupe|deduplicate|define|delete|deploy\
     |deprecate|describe|design|detect|develop|diagnose|digitise|digitize|disable|display|dockerise|dockerize\
     |document|double|download|draft|draw|drop|dump|embed|enable|encode|encrypt|enforce|enlarge|estimate|evaluate\
     |expand|explain|export|expose|extend|extract|factor out|fill|filter|find|fix|flatten|flesh out|format\
     |generate|get rid of|gray out|grey out|group|handle|harden|have a look|hide|highlight|hook up|implement|import\
     |improve|include|increase|increment|index|inline|insert|install|instrument|integrate|interpolate|introduce\
     |investigate|jot down|kick off|launch|lazy load|link|list|load|localize|lock|log|look into|look up|make|mark\
     |measure|mention|merge|migrate|minify|mock|modernize|monitor|mount|move|normalize|obfuscate|optimise|optimize\
     |pack|package|paginate|parallelize|parse|partition|patch|persist|phase out|pin|plot|polish|port|precompute\
     |preload|prepare|print|profile|proofread|prototype|provide|prune|publish|purge|put back|put|recompute|redesign\
     |redirect|redo|reduce|refactor|refresh|regenerate|register|reindex|relabel|release|remove|rename|render|reorder\
     |reorganise|reorganize|repair|rephrase|replace|report|reproduce|rerun|reset|reshape|resize|resolve|restore\
     |restructure|restyle|retry|return|reuse|revert|review|reword|rework|rewrite|rip out|roll back|roll out|rotate\
     |round|sanitize|save|scaffold|scale|scan|schedule|scrape|seed|segment|send|separate|serve|set up|setup|shorten\
     |show|shrink|shut down|sign|simplify|simulate|slim down|slow down|smooth|solve|sort out|sort|spawn|speed up\
     |spin up|split|squash|store|strip out|stub out|style|subclass|summarise|summarize|support|suppress|swap|sync\
     |tabulate|tackle|tag|take care of|take a look|take out|tear down|test|thin out|throttle|throw out|tidy up|tidy\
     |touch up|track|train|transcribe|transform|translate|transpose|trim|tune|turn|tweak|unify|unzip|update|upgrade\
     |upload|validate|vectorise|vectorize|verify|version|visualize|warm up|wire up|wire|wrap|write up|write"
);

/// Words that may stand before an article and are no order: other parts of speech, and verbs of choosing, allowing or
/// talking.
pub(in crate::pipeline::acts) const NO_VERB: Phrases = phrases!(
    "a|about|above|across|after|again|against|all|along|also|although|among|an|and|any|are|around|as|at|back|be|because|been\
     |before|behind|being|below|beneath|underneath|alongside|atop|beside|besides|between|beyond|both|but|by|can|could|despite|did|does|down|during|each|either|else\
     |even|ever|every|except|for|from|had|has|have|here|hence|how|however|if|in|inside|instead|into|is|it|its|just|least|less|like|many\
     |may|maybe|might|mind|more|most|much|must|near|neither|never|no|nor|not|now|of|off|often|ok|on|once|one|only|onto|or|our|out\
     |outside|over|own|past|per|perhaps|plus|probably|quite|rather|really|same|shall|should|since|so|some|still|such|than|that|the|their\
     |then|there|these|they|this|those|though|through|throughout|till|to|together|too|toward|towards|twice|under|unless|unlike|until|up|upon\
     |very|via|was|we|were|what|whatever|when|where|whereas|whether|which|while|who|whom|whose|why|will|with|within|without|would|yes|yet|you|your\
     |use|keep|take|pick|choose|go|stick|prefer|avoid|leave|stop|let|see|know|think|mean|guess|hope|love|hate|want|need|try\
     |call|got|get|give|tell|ask|wait|remember|forget|ignore|skip|note|assume|say|thank|thanks|consider|allow|imagine|suppose|pardon|apparently\
     |brilliant|wonderful|lovely|fantastic|terrific|splendid|typical|classic|excellent|marvellous|marvelous|superb|awesome|another\
     |done|fixed|read|using|thx|sorry|hello|hi|hey|nope|yeah|sure|great|good|nice|cool|fine|perfect|exactly|maintain|respect|follow|honor|honour\
     |otherwise|spent|sent|met|felt|held|led|paid|sold|stood|lost|taught|thought|won|grew|knew|threw|plus|according|thereby|fyi|btw|imo|imho|afaik|tbh|lol|hmm|bonus|given|regarding|mostly|half|double|today|tomorrow|yesterday|meanwhile|somehow|anyway\
     |true|right|wrong|wow|oops|ugh|omg|argh|damn|gosh|jeez|geez|yikes|oof|whoa|meh|crap|shit|wtf|ffs|dude|bro|guys|folks|man|haha|hehe|hah|phew|hey|thus|hear|heard|saw|found|made|went|came|took|gave|told|said|ran|wrote|did|built|broke|lost|kept\
     |left|minus|question|reminder|idea|note|update|problem|issue|context|background|status|first|second|last|next|afterwards|finally\
     |ensure|depends|run|rerun|start|restart|continue|commit|push|pull|check|open|follow|press|click|type|enter|visit|select|repeat"
);

/// Words that open the object of a verb.
const DETERMINERS: Phrases = phrases!(
    "the|a|an|all|every|each|our|my|their|any|some|more|another|both|unused|missing|duplicate|old|new|remaining|dead"
);

/// Verbs that count only before an article, since they are as often nouns or verbs of choosing.
const WITH_ARTICLE: Phrases =
    phrases!("do|make|run|check|file|finish|complete|start|give|open|read|pull|book|order|clear|post");

/// The object of an order, after its verb; `None` if the words do not open with a verb of work.
pub(in crate::pipeline::acts) fn object(what: &str) -> Option<&str> {
    if after_any(what, phrases!("make sure|make it|make sense|find out|turn out|turns out")).is_some() {
        return None;
    }
    if let Some(rest) = after_any(what, DOES)
        .filter(|rest| after_any(rest, OF_A_NOUN).is_none())
        .filter(|rest| !rest.is_empty() && !rest.starts_with(['(', '=']))
        .filter(|rest| !rest.starts_with(':') || rest.contains(", "))
    {
        let article = !matches!(first_word(what), "make" | "close" | "load" | "list" | "return" | "store" | "find");
        return (article || is_determined(rest)).then_some(rest);
    }
    let verb = first_word(what);
    let rest = what.get(verb.len()..)?.trim_start();
    // The first letter may be that of a sentence.
    let plain = verb.chars().skip(1).all(|c| c.is_ascii_lowercase() || c == '-') && verb.len() > 1;
    let low = verb.to_ascii_lowercase();
    let known = WITH_ARTICLE.contains(&low);
    let form = ["ing", "ed", "ly", "tion", "ness", "ment", "ous", "ful", "s"].iter().any(|e| low.ends_with(*e));
    let verb_like = plain && !NO_VERB.contains(&low) && !form;
    ((known || verb_like) && is_determined(rest)).then_some(rest)
}

/// Words before which a verb of work is a noun: "review by Ann", "test of the brakes".
const OF_A_NOUN: Phrases = phrases!(
    "of|by|breaks|broke|fails|failed|takes|took|is|was|are|were|has|had|hangs|hung|crashes|crashed|passes|works|stopped|stops\
     |needs|got|gets|went|does|did|seems|looks|keeps"
);

/// Words that only give an order's place in a sequence: "then", "first", "when you're at it".
const THEN: Phrases = phrases!(
    "and|then|after that|and then|afterwards|finally|lastly|last|also|next|please|pls|and after that|at the end|in the end|besides|besides that|apart from that\
     |apart from this|on top|on top of that|in addition|additionally|first|firstly|second|secondly|third|thirdly|as a last step|as the last step|as the next step\
     |as a next step|meanwhile|in the meantime|separately|when you're at it|when you are at it|while you're at it|while you are at it|while at it|while you're there\
     |oh|plus|one more|another one|just|simply"
);

/// Words without those that only say that something follows: "the lamp needs oil" of "after that the lamp needs oil".
pub(in crate::pipeline::acts) fn without_order(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = after_any(rest, THEN).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', ':', ' ']);
    }
    rest
}

/// Whether words open with a verb of work and its object.
pub(in crate::pipeline::acts) fn opens(what: &str) -> bool {
    object(without_order(what)).is_some()
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or("")
}

pub(in crate::pipeline::acts) fn is_determined(rest: &str) -> bool {
    let first = first_word(rest).trim_end_matches([',', '.', ':']).to_ascii_lowercase();
    DETERMINERS.contains(&first) && rest.split_whitespace().nth(1).is_some()
}

/// The plain form of a verb in "-ing" at the start of words: "adding a button" is "add a button".
pub(in crate::pipeline::acts) fn plain_verb(what: &str) -> Option<String> {
    let first = first_word(what);
    let root = first.strip_suffix("ing")?;
    let rest = what.get(first.len()..)?;
    let single = root.get(..root.len().checked_sub(1)?)?;
    let verb = [root.to_owned(), format!("{root}e"), single.to_owned()]
        .into_iter()
        .find(|v| DOES.contains(v) || phrases!("make|do|give|use|target|go|keep|run|aim").contains(v));
    verb.map(|v| format!("{v}{rest}"))
}

/// The thing that an order is about: "the gauge" of "please add a gauge to the tank".
pub(in crate::pipeline::acts) fn ordered(said: &str) -> Option<String> {
    const WORDS: usize = 4;
    let order = order(said);
    let object = object(&order)?;
    let end = phrases!(" to | so | for | in | on | with | from | at | that | which | by | when | and | or |, |: | - ")
        .find(object);
    let thing = object.get(..end.map_or(object.len(), |(at, _)| at))?.trim();
    let named =
        after_any(thing, phrases!("a|an|the|our|my")).map_or_else(|| thing.to_owned(), |noun| format!("the {noun}"));
    let points = phrases!("it|them|this|that|these|those|one|all|everything|both").contains(&thing.to_lowercase());
    ((1..=WORDS).contains(&words(thing)) && !points).then_some(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_opens_with_a_verb_and_its_object() {
        for (said, about) in [
            ("add tests", "tests"),
            ("paint the door green", "the door green"),
            ("make the sail bigger", "the sail bigger"),
            ("look into the draught", "the draught"),
        ] {
            assert_eq!(object(said), Some(about), "{said}");
        }
        for said in
            ["in the garden", "make sense", "painting the door", "use the red one", "doors open", "is the door red"]
        {
            assert_eq!(object(said), None, "{said}");
        }
        assert_eq!(plain_verb("removing the door").as_deref(), Some("remove the door"));
        assert_eq!(plain_verb("cutting a hole").as_deref(), Some("cut a hole"));
        assert_eq!(plain_verb("morning light"), None);
    }
}
