//! Defines what a sentence of the agent commits it to: "I'll use the pool", "Switching to SQLite", "Changed the level to
//! warn", "The export now includes archived boats". What it only looks at commits it to nothing.

use super::imperative::{DOES, NO_VERB};
use super::reports::{is_unfinished, tells_done};
use crate::language::phrases::{Phrases, phrases};
use crate::language::verbs::{is_finished_form, present_of};
use crate::pipeline::acts::answers::stance::says_nothing;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, reason, unhurried, whole, words};
use crate::text::{Captures, patterns};

patterns! {
    /// Announces a deed: "I'll use the pool", "let me revert the change".
    INTENDS = r"^(?:i'll|i will|we'll|we will|i'm going to|i am going to|we're going to|let me|let's|i should|we should)(?: just| also| now| instead| rather| then| simply| therefore| go ahead and| go and)* (?P<deed>[a-z-]+ .+)$";
    /// Tells a deed that is under way: "I'm converting the dates", "Switching to SQLite".
    DOING = r"^(?:i'm |i am |we're |now |just |also )*(?P<verb>[a-z-]+ing) (?P<rest>.+)$";
    /// Reports a deed: "I've added a cap", "Changed the level to warn".
    DID = r"^(?:(?:i|we)(?:'ve| have)? )?(?:now |just |also |already |therefore )*(?P<verb>[a-z-]+) (?P<rest>.+)$";
    /// A deed without its object: "Done.", "Renamed.", "Fixed it", "Added to the plan", "Updating the plan".
    BARE = r"^(?:(?:i've |i |it's |that's |now |all )*(?:done|fixed|changed|renamed|added|removed|replaced|switched|updated|moved|corrected|swapped|dropped|converted|implemented|included|adopted|in)(?: it| that| this| them| both| all)?(?: (?:accordingly|everywhere|now|there|here))?|(?:i've |i )?(?:added|noted|put)(?: it| that| this)? (?:to|in|into) (?:the |my |our )?(?:plan|design|spec|draft|list|proposal|requirements?)|(?:i'm |i'll |i've |i )?(?:updating|update|adjusting|adjust|adding|add|sent|send|sending) (?:it|that|this|(?:the |that |this )?(?:plan|design|spec|draft|proposal|requirements?|correction))\b.*|will do|i'll do (?:that|it|so)|doing (?:that|it|so)(?: now)?)$";
}

/// The commitment that a sentence of the agent makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pipeline::acts) enum Commitment {
    /// A deed as an order: "Use the pool".
    Deed(String),
    /// How a thing is by now: "The export now includes archived boats".
    State(String),
    /// No words but that it is done or will be: "Done."
    Bare,
}

/// Deeds that only look at a thing, talk about it, or go on with the work at hand.
const ERRANDS: Phrases = phrases!(
    "check|look|see|verify|investigate|read|compare|find|think|measure|ask|wait|show|explain|link|confirm|trace|reproduce|report|let|get|need|be|have|try\
     |profile|search|grep|inspect|review|start|begin|continue|proceed|stay|tell|know|say|walk|come|go through|take a look|keep an eye|list|note|mention|quote\
     |run|rerun|test|debug|dig|figure|do|double-check|doublecheck|recheck|grab|open|pull up|locate|explore|analyze|analyse|examine|scan|summarize|summarise|count|finish|give|monitor|watch|poll until|spawn|work|plan|consider|assume|guess|suggest|propose|recommend|admit|hope|mean|like|want|wonder|leave it|leave that|use grep|draft a plan|write it up|it|that|this|you|me|us"
);

/// Verbs of choosing and changing, beside those of work.
const CHANGES: Phrases = phrases!(
    "switch|change|use|go|keep|rename|make|give|take|put|set|hand|cap|limit|raise|lower|pass|call|require|allow|stop|let|bind|redirect|direct|point|swap|restrict|leave|target|align|base|adopt|ignore|skip|start|stick|treat|subscribe|listen|ship|host|save|retire|deprecate|bring|break|bump|turn|lift|fold|join|sort|order|group|split|cluster|store|place|route|throw|raise|read|write|reject|accept|default|fall|expose|delay|postpone|shorten|double|halve|narrow|widen|relax|tighten|enforce|forbid|mirror|batch|stream|buffer|debounce|poll|cache|memoize|lock|unlock|encrypt|hash|sign|log|drop|draw|hang|paint|show|pull|push|pipe|wire|feed|embed|inject|guard|gate|clamp|truncate|retry|validate|check in|roll|revert|restore|undo|reuse|share|send|emit|pick|choose|prefer|exclude|include|merge|map|mark|hold|cover|require|resolve|return|render|compute|serve|run"
);

/// The base form of a verb in "-ing" or in the past that is known as one of work or of change.
pub(in crate::pipeline::acts) fn base(verb: &str) -> Option<String> {
    let known = |v: &String| DOES.contains(v) || CHANGES.contains(v);
    let present = present_of(verb);
    let root = verb.strip_suffix("ing").or_else(|| verb.strip_suffix("ed")).unwrap_or(&present);
    let single = root.get(..root.len().saturating_sub(1)).unwrap_or("");
    let y = root.strip_suffix('i').map(|stem| format!("{stem}y")).unwrap_or_default();
    [present.clone(), root.to_owned(), format!("{root}e"), single.to_owned(), y].into_iter().find(known)
}

/// The first commitment in the clauses of a sentence.
pub(in crate::pipeline::acts) fn of_sentence(text: &str) -> Option<Commitment> {
    let text = plain(text).replace('’', "'");
    let mut starts: Vec<usize> = vec![0];
    for joint in [" — ", " – ", " - ", "; ", ": ", ", so ", ", and ", ", then ", ", ", " and i", ") "] {
        let begins = |(at, _): (usize, &str)| at + joint.len() - usize::from(joint.ends_with('i'));
        starts.extend(text.match_indices(joint).map(begins));
    }
    starts.sort_unstable();
    starts.dedup();
    starts.into_iter().filter_map(|at| text.get(at..)).find_map(|part| of_clause(opened(part)))
}

/// A clause without the words that lead it in.
fn opened(part: &str) -> &str {
    const LEADS: Phrases = phrases!("so|then|ok|okay|now|instead|and|in that case|also|done");
    let mut rest = part.trim();
    while let Some(after) = after_any(rest, LEADS).filter(|after| words(after) >= 2) {
        rest = after.trim_start_matches([',', '.', ':', ' ', '-', '–', '—']);
    }
    rest.trim_end_matches(['.', '!', ' ', ':'])
}

fn of_clause(clause: &str) -> Option<Commitment> {
    let low = clause.to_lowercase();
    if BARE.is_match(&low) {
        return Some(Commitment::Bare);
    }
    let open =
        phrases!(" if you | unless | if that's | would | could | might | maybe | perhaps | not sure ").within(&low);
    if open || low.ends_with('?') {
        return None;
    }
    if let Some(deed) = INTENDS.captures(&low).and_then(|found| clause.get(found.name("deed")?.range())) {
        // Behind "I'll" stands a verb, behind "let me" too, but there it may be any errand.
        let own = after_any(&low, phrases!("i'll|i will|i'm going to|i am going to|we'll|we will")).is_some();
        let known = own || deed.split(' ').next().is_some_and(|verb| base(verb).is_some());
        return (known && after_any(deed, ERRANDS).is_none()).then(|| order(deed));
    }
    let told = |found: Captures<'_>, of_kind: &dyn Fn(&str) -> bool| {
        let verb = found.name("verb")?.as_str();
        let base = Some(verb).filter(|verb| of_kind(verb)).and_then(base)?;
        let rest = clause.get(found.name("rest")?.range())?;
        let deed = format!("{base} {rest}");
        (after_any(&deed, ERRANDS).is_none()).then(|| order(&deed))
    };
    if let Some(doing) = DOING.captures(&low).and_then(|found| told(found, &|_| true)) {
        return Some(doing);
    }
    let own = after_any(&low, phrases!("i|i've|we|we've")).is_some();
    // "Set a flag" without a subject is an order.
    let before: &[String] = if own { &["i've".to_owned()] } else { &[] };
    let past = |verb: &str| is_finished_form(verb, before) && !NO_VERB.contains(verb);
    let by_agent = own || !is_unfinished(&low);
    if let Some(did) = DID.captures(&low).filter(|_| by_agent).and_then(|found| told(found, &past)) {
        return Some(did);
    }
    let there = after_any(&low, phrases!("there's now|there is now|there are now")).is_some();
    let states = there || phrases!(" now").within(&low) && tells_done(&low) && !is_unfinished(&low);
    let own = after_any(&low, phrases!("i|i'm|we|you|let|now i|it|that|this|they")).is_some();
    (states && !own && words(clause) >= 3).then(|| Commitment::State(whole(&capital(clause))))
}

/// A deed without its reason, as an order.
fn order(deed: &str) -> Commitment {
    const ENDS: Phrases =
        phrases!(" — | – | - |; |. |, since | so that |, so |, which |, because |, as | for consistency");
    let (deed, _) = reason(deed);
    let end = ENDS.find(&deed.to_lowercase()).map_or(deed.len(), |(at, _)| at);
    let deed = unhurried(deed.get(..end).unwrap_or(deed));
    if says_nothing(deed) { Commitment::Bare } else { Commitment::Deed(whole(&capital(deed))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_read_in_any_tense() {
        for (said, deed) in [
            ("Good catch, I'll hang the lamp on the porch.", "Hang the lamp on the porch"),
            ("Switching the lamp to oil.", "Switch the lamp to oil"),
            ("You're right. I've moved the lamp to the porch, since it rains.", "Move the lamp to the porch"),
            ("We do, so I'm using the porch lamp.", "Use the porch lamp"),
            ("Let me put the old lamp back.", "Put the old lamp back"),
        ] {
            let said = said.rsplit(". ").next().unwrap_or(said);
            assert_eq!(of_sentence(said), Some(Commitment::Deed(deed.to_owned())), "{said}");
        }
    }

    #[test]
    fn bare_deeds_and_states_commit_too() {
        for said in ["Done.", "Renamed.", "Added to the plan.", "Updating the plan.", "I'll do that."] {
            assert_eq!(of_sentence(said), Some(Commitment::Bare), "{said}");
        }
        let state = "The lamp now burns all night";
        assert_eq!(of_sentence(state), Some(Commitment::State(state.to_owned())));
    }

    #[test]
    fn looking_and_weighing_commit_to_nothing() {
        for said in [
            "Let me check the lamp.",
            "I'll look at the porch next.",
            "I would move the lamp.",
            "The lamp burns oil.",
            "I'll keep an eye on the lamp.",
            "Yes, the lamp supports oil.",
        ] {
            assert_eq!(of_sentence(said), None, "{said}");
        }
    }
}
