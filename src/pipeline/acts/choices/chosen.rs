//! Defines what tells whether the words behind a form of choice name something chosen, or work, or nothing.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::work::imperative;

pub(super) fn determined(text: &str) -> bool {
    after_any(text, phrases!("the|our|my|all|these|those")).is_some()
}

/// Pronouns and filler words, which name no option.
const EMPTY: Phrases = phrases!(
    "it|that|this|them|those|these|one|a|the|now|later|soon|tomorrow|home|on|there|care|place|time|both|ahead|first|second"
);

/// Whether the words refer to something said elsewhere: "the second one", "your suggestion".
pub(super) fn points(chosen: &str) -> bool {
    let pointing = phrases!(
        "the first|the second|the third|the last|the other|the former|the latter|the same|your|that one|this one|it|them|these|those|that|this|what"
    );
    after_any(chosen, pointing).is_some()
        || after_any(chosen, phrases!("all but|everything but|all except|twice|half|double|the rest|whatever"))
            .is_some()
}

pub(super) fn names_something(chosen: &str) -> bool {
    let mut all = chosen.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    all.any(|w| !EMPTY.contains(w.to_lowercase().as_str()))
}

pub(super) fn too_long(form: &str, chosen: &str) -> bool {
    let most = match form {
        "it-is" => 10,
        "wins" | "good-enough" => 6,
        "use" => 14,
        _ if says_decided(form) => 60,
        _ => 20,
    };
    words(chosen) > most || (form == "it-is" && words(chosen) < 1)
}

/// Whether a word may be a product's name in small letters ("flutter") and no state ("ready", "released").
pub(in crate::pipeline::acts) fn may_be_product(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let states = phrases!(
        "ready|done|fine|good|ok|okay|great|late|slow|fast|big|small|gone|back|up|down|there|here|next|new|old|free|open|live|green|red|blue|black|white|grey|dark|light|broken|hard|easy|better|worse\
         |empty|public|private|short|long|different|same|stable|simple|true|false|safe|secure|available|possible|online|offline|on|off|out|it|that|this|one|two|soon|today|tomorrow|later|first|last|read|hidden|present|absent|correct|wrong|right|left|required|optional|visible|invisible|huge|tiny|awesome|nice|cool|fun|tough|sufficient|enough|complete|global|local|async|sync|blue|bold|static|dynamic"
    );
    let ends =
        ["ed", "en", "ing", "ble", "ful", "al", "ic", "ive", "ous", "y", "er", "ent", "ant", "less", "ish", "wn", "lt"];
    word.len() > 2 && !states.contains(&word) && !ends.iter().any(|end| word.ends_with(end))
        || ["flutter", "docker", "mariadb"].contains(&word.as_str())
}

/// Whether the words only say that the work goes on: "let's keep going", "we keep at it".
pub(super) fn goes_on(low: &str, first: &str) -> bool {
    low.contains("keep ")
        && phrases!("going|trying|working|looking|moving|pushing|digging|testing|talking|at|up|it|on|doing")
            .contains(first)
}

/// Whether words bid or bar something, so that they are no name and no value: "never paint the gate", "check the prices
/// first".
pub(in crate::pipeline::acts) fn bids(text: &str) -> bool {
    let rule = phrases!(
        "never|always|don't|do not|dont|must|must not|may not|stop|avoid|make sure|ensure|remember to|no more|only after|only when|only if"
    );
    let (verb, object) = text.split_once(' ').unwrap_or((text, ""));
    let verb = verb.to_lowercase();
    let known =
        imperative::DOES.contains(&verb) || phrases!("check|ask|tell|keep|leave|wait for|look at").contains(&verb);
    let orders = known && imperative::is_determined(object);
    after_any(text, rule).is_some_and(|rest| !rest.is_empty()) || orders
}

/// Whether words only begin or go on with the talk: "let's take a hard look at the plan", "let's take a step back". A plain
/// "take a look" may be work.
pub(super) fn only_moves(segment: &Segment) -> bool {
    let low = after_any(&segment.low, phrases!("ok|so|then|and|well|now")).unwrap_or(&segment.low);
    let low = low.trim_start_matches([',', ' ']);
    let verbs = phrases!("let's take|lets take|let us take|let's do|let's have|let's give it|let's give this");
    after_any(low, verbs).is_some_and(|what| is_move(what) && after_any(what, phrases!("a look")).is_none())
}

/// Whether words name a move of the talk: "a hard look at the plan", "a try".
fn is_move(chosen: &str) -> bool {
    const MOVES: Phrases = phrases!(
        "look|peek|glance|step|break|pause|moment|minute|second|pass|stab|shot|try|go|swing|crack|breath|dive|chance|walk"
    );
    let Some(moved) = after_any(chosen, phrases!("a|an|another|one")) else { return false };
    let all: Vec<&str> = moved.split(' ').map(|w| w.trim_end_matches([',', '.', '!'])).take(4).collect();
    let at = all.iter().take(3).position(|w| MOVES.contains(w));
    let goes_on = phrases!("at|into|through|over|back|with|on|to|for|first|and|before|here|now|again|from|then");
    at.is_some_and(|at| all.get(at + 1).is_none_or(|next| goes_on.contains(next)))
}

/// Whether words say what something will be: "the DB will be CockroachDB", and not "the build will be done soon".
pub(super) fn names_what_will_be(chosen: &str) -> bool {
    let value = phrases!(
        "will be written in |will be built with |will be |going to be |shall be |will use |will run on |will live in "
    )
    .find(&chosen.to_lowercase())
    .and_then(|(at, len)| chosen.get(at + len..));
    // "Will be heated with Pellets"
    let done_with = |v: &&str| {
        let verb = v.split(' ').next().unwrap_or("");
        ["ed", "en", "lt", "wn"].iter().any(|end| verb.ends_with(end))
    };
    // "The tool's name will be lantern"
    if phrases!(" name will be | name is going to be | name shall be ").within(&chosen.to_lowercase())
        && words(chosen) <= 8
    {
        return true;
    }
    let means = phrases!(" with | by | in | on | via | using | through ");
    let way = |v: &'_ str| means.find(v).and_then(|(at, len)| v.get(at + len..).map(str::to_owned));
    let value = value.map(|v| Some(v).filter(done_with).and_then(way).unwrap_or_else(|| v.to_owned()));
    let named = value.as_deref().and_then(|v| v.split(' ').find(|w| !phrases!("a|an|the|in|on|our").contains(w)));
    let name = |w: &str| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '`');
    let product = value.as_deref().is_some_and(|v| words(v) == 1 && may_be_product(v));
    named.is_some_and(name) || product
}

/// Whether the words order work instead of choosing: "use the new helper in foo.rs", "take a look".
pub(super) fn is_work(form: &str, low: &str, chosen: &str) -> bool {
    let first = chosen.split_whitespace().next().unwrap_or("").to_lowercase();
    // "We go home": a place or a way, no choice.
    let moves = phrases!(
        "to|home|back|for|with|on|over|through|live|ahead|there|out|up|down|from|into|by|and|one|step|further|about|now|wrong|first|right|via|in|at|off|a|the|round|around|that"
    );
    if form == "we-go" && moves.contains(first.as_str()) {
        return true;
    }
    if form == "we-use" && goes_on(low, &first) {
        return true;
    }
    // "In the yard I do not mind"
    if phrases!("not|n't|never|mind").contains(first.as_str()) {
        return true;
    }
    // "I want tests for the parser" asks for work.
    if form == "want-for" {
        return !chosen.split(' ').any(|w| w.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()))
            && (words(chosen) > 1 || chosen.ends_with('s') || !may_be_product(chosen));
    }
    // "The hook is called twice" tells of a run.
    if form == "ships-as" {
        let how = phrases!(
            "twice|once|again|first|last|here|there|automatically|too|never|often|later|directly|anyway|before|afterwards|manually|daily|it|that|wrong|differently|like"
        );
        let last = chosen.rsplit(' ').next().unwrap_or("");
        return how.contains(last) || last.ends_with("ly");
    }
    // "Take over", "use up", "take care".
    if form == "use"
        && phrases!("over|up|out|down|off|on|into|back|away|part|care|turns|note|it").contains(first.as_str())
    {
        return true;
    }
    if form == "will-be" {
        return !names_what_will_be(chosen);
    }
    // The thing is done in a way that has a name: "publish the plots as SVG".
    if form == "we-do-in" {
        // "We run on three nodes" tells how things are.
        let told = after_any(low, phrases!("we"))
            .is_some_and(|rest| after_any(rest, phrases!("run|send|log|keep|put|save|print|ship|serve")).is_some());
        let way = phrases!(" as | in | with | on | via | through | using | to | under ").find(&chosen.to_lowercase());
        let named = way.and_then(|(at, len)| chosen.get(at + len..)).is_some_and(|w| {
            w.split_whitespace()
                .take(3)
                .any(|w| w.starts_with(char::is_uppercase) || w.chars().any(|c| c.is_ascii_digit()))
        });
        // "We do the fight as a behaviour tree"
        let is_kind = after_any(&chosen.to_lowercase(), phrases!("do|build|implement|write")).is_some()
            && phrases!(" as a | as an ").within(&chosen.to_lowercase());
        return told || !named && !is_kind;
    }
    let unfinished = phrases!("once|if|when|until|after|not|be|been|is|are|already|never|was")
        .contains(chosen.rsplit(' ').next().unwrap_or(""));
    let denied = phrases!("not|not yet|nothing|never|nobody has|haven't|hasn't").contains(&chosen.to_lowercase());
    if form == "decided-tail" && (unfinished || denied) {
        return true;
    }
    if form == "decided-tail" && phrases!("talked |spoke |asked |discussed ").within(&chosen.to_lowercase()) {
        return true;
    }
    let looks = phrases!("the time|a look|a screenshot|care of|your time|a backup|a break|a closer");
    if looks.iter().any(|l| chosen.to_lowercase().starts_with(l)) {
        return true;
    }
    form == "we-use" && low.starts_with("we're") && low.contains(" using ") && low.contains(" already")
}

/// Whether the form says in words that a decision is told, so that its length says nothing against it.
pub(super) fn says_decided(form: &str) -> bool {
    matches!(form, "decision-label" | "decided-that" | "agreed-that" | "said-decided" | "settled-lead")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_orders_are_no_values() {
        for said in ["Never paint the gate", "always oil the hinges first", "check the prices first", "no more ropes"] {
            assert!(bids(said), "{said}");
        }
        for said in ["larch", "tin plate", "sort by name", "no paint", "go"] {
            assert!(!bids(said), "{said}");
        }
    }

    #[test]
    fn a_look_is_nothing_chosen() {
        assert!(is_move("a hard look at the rope list") && is_move("a step back") && is_move("a quick break"));
        assert!(!is_move("a look-up table") && !is_move("a rope") && !is_move("a second gate"));
    }
}
