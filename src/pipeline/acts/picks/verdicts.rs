//! Defines the clauses of an answer that sorts what was offered, each with its verdict on what it names: "1 and 3 yes",
//! "skip the alerts", "fix the other two".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::after_any;
use crate::pipeline::acts::work::imperative::DOES;

/// The verdict of a clause on the options it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Take,
    Refuse,
    /// Postpones them: nothing is settled.
    Defer,
    /// It stays: an option is taken, a change that is proposed is not made.
    Stay,
    /// It is good as it is: an option is taken, a finding needs no work.
    Good,
}

/// A clause of the answer: its verdict where it has one, the verb it opens with, and the words that name options.
pub(super) struct Clause<'t> {
    pub(super) verdict: Option<Verdict>,
    /// The verdict follows the names: "1 and 3 yes".
    pub(super) behind: bool,
    pub(super) verb: &'t str,
    pub(super) names: &'t str,
}

/// The clauses of an answer. An "and" separates clauses if a verdict or a verb follows.
pub(super) fn clauses(low: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, _) in low.match_indices([',', ';', '.', ':', ' ']).filter(|(at, _)| *at > 0) {
        let rest = low.get(at..).unwrap_or("");
        let joint = phrases!(", and |, but |, |; |. | but | and | - | – |: ").iter().find(|j| rest.starts_with(*j));
        let Some(joint) = joint.filter(|_| at >= from) else { continue };
        // "The frame no: it is new" gives a reason; "the frame: no" a verdict.
        if joint == ": " && low.get(from..at).is_none_or(|before| clause(before).verdict.is_none()) {
            continue;
        }
        let next = rest.get(joint.len()..).unwrap_or("");
        let next_clause = clause(next.split([',', ';', '.']).next().unwrap_or(next));
        let apart = joint != " and " || next_clause.verdict.is_some() && !next_clause.behind;
        // "all but the last", "everything, except the last": one group.
        let before = low.get(from..at).unwrap_or("");
        let group = joint.trim() == "but"
            && ALL.iter().any(|all| before.trim_end() == all || before.trim_end().ends_with(&format!(" {all}")))
            || after_any(next, phrases!("except|apart from|besides|but not the|other than")).is_some();
        if apart && !group {
            out.push(before);
            from = at + joint.len();
        }
    }
    out.push(low.get(from..).unwrap_or(""));
    out
}

/// Filler words at the beginning of a clause.
pub(super) const LEADS: Phrases = phrases!(
    "yes|yeah|yep|ok|okay|sure|hm|hmm|well|so|then|and|please|pls|fine|good|great|just|only|let's|lets|we|i'd|i|i'll|we'll|can you|could you\
     |you can|also|nice|thanks|right|for now|oh"
);
pub(super) const TAKES: Phrases = phrases!(
    "do|take|go for|go with|yes to|ok to|ok for|yes for|ok with|want|need|like|would like|would do|keep|use|include|in|pick|choose|go ahead with|start with\
     |implement|i want|we need|love|would love|happy with|approve|accept|agreed on|agree with|agree to|👍 for|👍|+1 for|+1 to|+1|✅"
);
pub(super) const REFUSES: Phrases = phrases!(
    "skip|drop|no|not|without|leave out|forget|forget about|ignore|no to|don't do|don't|do not|not the|omit|lose|leave|never mind|no need for|don't need\
     |scratch|exclude|discard|kill|ditch|scrap|bye|bye bye|goodbye|away with|dont need|dont want|don't want|don't pay for|dont pay for|won't pay for|wont pay for|nobody needs|nobody wants|don't like|dont like\
     |don't touch|dont touch|disagree with|against|not in favour of|not convinced by|not sold on|can do without|could do without|can live without|we'd rather not have|👎 for|👎|❌"
);
pub(super) const DEFERS: Phrases = phrases!(
    "hold off on|hold off with|hold|wait with|park|postpone|later|not yet|defer|delay|put off|hold back|hold back on|leave for later"
);
pub(super) const TAKEN: Phrases = phrases!(
    " yes| yes please| ok| okay| fine| sure| good| looks good| look good| sounds good| sound good\
     | yep| please| as you say| as you said| as you suggest| as you suggested| as proposed| as suggested| sound right| sounds right| makes sense| make sense| are great| is great| approved| agreed| is approved"
);
pub(super) const GOOD: Phrases = phrases!(
    " is fine| are fine| is ok| are ok| is okay| are okay| is good| are good| is correct| are correct| is right| are right| is intended| are intended| is on purpose| is by design"
);
pub(super) const REFUSED: Phrases = phrases!(
    " no| nope| no way| no go| no chance| is a no go| out| leave out| skip| skip it| drop it| is out| are out| not needed| isn't needed| aren't needed| is not needed| are not needed| no thanks| rather not| not| never| alone"
);
pub(super) const STAYS: Phrases = phrases!(" stays| stay| remains| remain| can stay| stays put");
pub(super) const DEFERRED: Phrases = phrases!(
    " later| not yet| can wait| not now| next week| next sprint| next time| maybe later| another time| for later| some other time| has to wait| must wait\
     | in another pr| in a later pr| in a separate pr| when there's time| after the release| come later| comes later"
);

/// Additional verbs of work that are used of findings.
pub(super) const MORE_WORK: Phrases = phrases!(
    "kill|nuke|ditch|rip out|throw out|get rid of|quarantine|bin|rerun|look at|look into|try|check|check out|inspect|verify"
);
/// Verbs of removal: they refuse an offered option, but order work on a finding.
pub(super) const REMOVES: Phrases =
    phrases!("drop|kill|nuke|ditch|remove|delete|lose|scrap|scratch|bin|rip out|throw out|get rid of");

/// Cuts off the longest of some endings; `None` if the text has none of them.
pub(super) fn without_end(text: &str, ends: Phrases) -> Option<&str> {
    let end = ends.iter().filter(|e| text.ends_with(*e)).map(str::len).max()?;
    text.get(..text.len() - end).filter(|head| !head.trim().is_empty())
}

/// A text without closing politeness and words such as "for now".
pub(super) fn unpadded(text: &str) -> &str {
    let mut rest = text.trim_matches(|c: char| ",;:.! ()".contains(c));
    let pads = phrases!(
        " for now| then| first| too| as well| thanks| pls| for sure| now| at least| right away| as it is| as is| as they are| where it is"
    );
    while let Some(head) = without_end(rest, pads).filter(|head| !head.ends_with("the") && !head.ends_with(" not")) {
        rest = head.trim_end_matches([',', ' ']);
    }
    rest
}

pub(super) fn clause(text: &str) -> Clause<'_> {
    let mut rest = unpadded(text);
    if let Some((verdict, head)) = [
        (Verdict::Defer, DEFERRED),
        (Verdict::Refuse, REFUSED),
        (Verdict::Good, GOOD),
        (Verdict::Take, TAKEN),
        (Verdict::Stay, STAYS),
    ]
    .iter()
    .find_map(|(v, ends)| Some((*v, without_end(rest, *ends)?)))
    {
        let led = lead(head);
        let polite = rest.ends_with(" please") || rest.ends_with(" alone");
        if led.verdict.is_none() || !polite {
            // "leave 3 alone", "leave 3 out": both ends say it.
            if led.verdict == Some(verdict) {
                return led;
            }
            return Clause { verdict: Some(verdict), behind: true, verb: "", names: unled(head) };
        }
        rest = head;
    }
    lead(rest)
}

pub(super) fn unled(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = after_any(rest, LEADS).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches(|c: char| ",:.! ".contains(c));
    }
    rest
}

/// The verdict that a clause opens with.
pub(super) fn lead(text: &str) -> Clause<'_> {
    let mut rest = unpadded(text);
    loop {
        for (verdict, list) in [(Verdict::Defer, DEFERS), (Verdict::Refuse, REFUSES), (Verdict::Take, TAKES)] {
            // "Not sure about the lamp" refuses nothing.
            let unsure = after_any(rest, phrases!("not sure|not certain|not yet sure")).is_some();
            if let Some(names) = after_any(rest, list).filter(|n| !n.is_empty() && !unsure) {
                return Clause { verdict: Some(verdict), behind: false, verb: head_of(rest, names), names };
            }
        }
        let Some(after) = after_any(rest, LEADS) else { break };
        rest = after.trim_start_matches(|c: char| ",:.! ".contains(c));
        if rest.is_empty() {
            return Clause { verdict: None, behind: false, verb: "", names: "" };
        }
    }
    // "fix the other two": work on what is named.
    let worked = after_any(rest, DOES).or_else(|| after_any(rest, MORE_WORK));
    match worked.filter(|n| !n.is_empty() && after_any(n, phrases!("and|or")).is_none()) {
        Some(names) => Clause { verdict: Some(Verdict::Take), behind: false, verb: head_of(rest, names), names },
        None => Clause { verdict: None, behind: false, verb: "", names: rest },
    }
}

pub(super) fn head_of<'t>(text: &'t str, tail: &str) -> &'t str {
    text.get(..text.len() - tail.len()).unwrap_or("").trim()
}

const ALL: Phrases = phrases!(
    "all|all of them|all of it|all of these|all of those|all of the above|all these|all those|everything|both|both of them|them all|the lot|the whole list"
);

/// Whether words name all of `count` options: "all of them", "all three", "these 4".
pub(super) fn names_every(text: &str, count: usize) -> bool {
    const NUMBERS: Phrases = phrases!("two|three|four|five|six|seven|eight");
    let counted = || {
        let rest = after_any(text, phrases!("all of the|all of these|all the|all these|all|the|these|those"))?;
        let rest = without_end(rest, phrases!(" of them| of these| of those")).unwrap_or(rest);
        NUMBERS.iter().position(|n| n == rest).map(|at| at + 2).or_else(|| rest.parse().ok())
    };
    ALL.contains(text) || counted() == Some(count)
}
