//! Defines the verdicts of an answer on parts of what is proposed, where they stand alone or behind the part's name: "gladly",
//! "nobody wants", "can wait", "leave it alone".

use super::verdicts::{DEFERRED, REMOVES, Verdict, without_end};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::polarity::Polarity;
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::sentences::wording::{after, after_all, after_any, words};

/// Words before a verdict that change nothing about it.
const BEFORE: Phrases = phrases!(
    "so|then|just|please|haha|hah|lol|hm|hmm|well|oh|ah|and|but|also|is|are|was|would be|will be|sounds|sound|looks|look|seems|feels|i|we|that|it|that one|this one|one|ones|thing|part|idea|for me|for us|to me\
     |really|indeed|hell|hard|clear|big|def|definitely|absolutely|totally|very|a|an|actually|honestly|'s|i'd|we'd|i'll|we'll|you can|you may|let's|lets|too|as well"
);

/// Words that take what stands before them.
const TAKES: Phrases = phrases!(
    "yes|yep|yeah|sure|ok|okay|fine|good|great|y|k|go|now|right away|please|pls|plz|gladly|do it|do that|do those|do them|do these|please do|go ahead|go for it|build it|build that|take it|take that|can live with|can live with that|live with|worth it|worth a try|need|what i need|what we need|what i want|what we want\
     |want|like|love|welcome|with pleasure|by all means|as well|too|of course|why not|👍|👌|✅|+1|💯|any time|those|these|those two|these two|that one|agreed|granted|in|is in|are in|wanted|required|is required|are required|must have|a must|must-have|needed|overdue"
);

/// Words that refuse it.
const REFUSES: Phrases = phrases!(
    "no|nope|nah|never|no thanks|no thank you|no thx|no way|no go|a no|no need|not needed|not wanted|not worth it|isn't|aren't|isn't needed|aren't needed|wouldn't|won't|nobody needs|nobody needs that|nobody needs it|nobody wants|nobody wants that|nobody wants it|nobody asked for|nobody asked for it|nobody asked for that|nobody uses|nobody will use|no one needs|no one wants|no one uses\
     |don't|dont|don't want|dont want|don't need|dont need|don't want it|don't need it|don't want that|don't need that|don't like|rather not|i'd rather not|hands off|leave|leave alone|leave out|skip\
     |out|over my dead body|only over my dead body|gold plating|overkill|scope creep|out of scope|off the table|don't bother|dont bother|don't do|👎|❌|not for me|not for us|not my thing|not a fan|too much|not happening|not going to happen|can go|may go|should go|has to go|must go"
);

/// Words that put it off.
const DEFERS: Phrases = phrases!(
    "later|not now|not yet|maybe later|perhaps later|can wait|could wait|may wait|has to wait|have to wait|must wait|should wait|wait|some other time|another time|some other day|another day|park it|park that|postpone|postpone it|postpone that|put it off|put that off|not today|not this week|not this month|not this sprint|not this time|not for now|not at the moment|not right now\
     |next week|next month|next sprint|next year|next release|next time|next quarter|tomorrow|for later|a later one|in spring|in summer|in autumn|in winter|after the release|after launch|after the launch|in v2|for v2|v2|phase two|phase 2|in a second step|on the list|on the todo list|on the backlog|backlog|not important|not urgent|not a priority|no priority|low priority|whenever|some time|sometime|someday"
);

/// Maximum number of words behind a name that only tell when.
const DATED: usize = 6;

/// Words that leave it in doubt whether something is a verdict.
const HEDGES: Phrases = phrases!(
    "maybe|perhaps|probably|possibly|not sure|unsure|dunno|no idea|i guess|i suppose|might|may be|think about|let me think|need to think|need to ask|have to ask|depends|what do you|which|how|if|unless|once|until|not before|not until|only if|only when|or"
);

/// Whether words leave in doubt what they settle.
pub(super) fn hedges(low: &str) -> bool {
    let padded = format!(" {} ", low.replace([',', '.', '!', '?'], " "));
    HEDGES.iter().any(|hedge| padded.contains(&format!(" {hedge} ")))
}

/// The verdict that a piece of an answer consists of.
pub(super) fn bare_verdict(low: &str) -> Option<Verdict> {
    const MOST: usize = 5;
    if words(low) > MOST {
        return None;
    }
    let low = after_any(low, phrases!("otherwise")).unwrap_or(low);
    if let Some(verdict) = on_it(low) {
        return Some(verdict);
    }
    of_list(low).or_else(|| by_stance(low, ""))
}

/// The verdict of the words behind a name.
pub(super) fn verdict_behind(said: &str, part: &str) -> Option<Verdict> {
    let said = unmarked(said);
    of_list(said).or_else(|| is_dated(said).then_some(Verdict::Defer)).or_else(|| by_stance(said, part))
}

fn unmarked(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ",;:.!()-–—=".contains(c))
}

/// The verdict of words that say nothing else.
fn of_list(said: &str) -> Option<Verdict> {
    const POLITE: Phrases = phrases!(" please| pls| thanks| thx| for sure| i think| imo| anyway| now| then| for now");
    let said = unmarked(said);
    for text in [said, unmarked(after_all(said, BEFORE))] {
        for text in [Some(text), without_end(text, POLITE)].into_iter().flatten() {
            if DEFERS.contains(text) || DEFERRED.contains(&format!(" {text}")) {
                return Some(Verdict::Defer);
            }
            if REFUSES.contains(text) {
                return Some(Verdict::Refuse);
            }
            if TAKES.contains(text) {
                return Some(Verdict::Take);
            }
        }
    }
    None
}

/// Whether words behind a name only tell that it comes later: "we do in spring", "after the holidays".
fn is_dated(said: &str) -> bool {
    const WHEN: Phrases = phrases!(
        " in spring| in summer| in autumn| in winter| next week| next month| next sprint| next year| next quarter| next release| next time| in january| in february| in march| in april| in may| in june| in july| in august| in september| in october| in november| in december| after the release| after the launch| some day"
    );
    let padded = format!(" {said} ");
    let behind = after_any(said, phrases!("after|when|once")).is_some_and(|rest| !rest.is_empty());
    words(said) <= DATED && (behind || WHEN.within(&padded) && !phrases!("n't | not | no ").within(&padded))
}

/// The verdict of words that tell how a part is liked.
fn by_stance(said: &str, part: &str) -> Option<Verdict> {
    const STAYS: Phrases = phrases!(
        "stays|stay|remains|remain|must stay|has to stay|have to stay|should stay|can stay|needs to stay|is staying"
    );
    const TOO: Phrases = phrases!(
        " too much| too many| too big| too heavy| too slow| too risky| too strict| too loud| too early| too late"
    );
    if hedges(said) || said.is_empty() {
        return None;
    }
    if after_any(said, STAYS).is_some() {
        return Some(Verdict::Stay);
    }
    if TOO.within(&format!(" {said}")) {
        return Some(Verdict::Refuse);
    }
    match stance::stance(said, &stance::content(part)) {
        Polarity::Yes => Some(Verdict::Take),
        Polarity::No => Some(Verdict::Refuse),
        Polarity::Neither => None,
    }
}

/// The verdict of an order that leaves what it points to: "leave it alone", "don't touch that", "skip it for now".
fn on_it(low: &str) -> Option<Verdict> {
    let orders = phrases!(
        "leave|skip|forget|forget about|don't touch|dont touch|do not touch|don't do|dont do|don't|dont|keep|drop the idea of"
    );
    let low = after_all(low, BEFORE);
    let behind = after_any(low, orders).or_else(|| after_any(low, REMOVES));
    let it =
        behind.and_then(|rest| after_any(rest, phrases!("it|that|this|them|those|these|this one|that one|that thing")));
    let tail = it?;
    let refuses = phrases!(
        "|alone|out|be|as is|as it is|as they are|as before|how it is|the way it is|please|pls|for good|there|in peace|untouched"
    );
    let postpones = phrases!("for now|for later|for the moment|right now|this time|till later|until later");
    if postpones.contains(tail) { Some(Verdict::Defer) } else { refuses.contains(tail).then_some(Verdict::Refuse) }
}

/// The verdict that an order with this verb gives a part. To drop what a part would remove is to take it, to keep what it would
/// change is to refuse it; where that may be meant either way, there is none.
pub(super) fn on_part(verdict: Verdict, low: &str, part: &str) -> Option<Verdict> {
    let changes = changes(part);
    let keeps = after_any(part, phrases!("keep|leave|retain|preserve")).is_some();
    let removes = after_any(low, phrases!("kill|remove|delete|nuke|rip out|throw out|get rid of")).is_some();
    // "The old table can go"
    let goes = phrases!(" can go| may go| should go| has to go| must go").iter().any(|end| low.ends_with(end));
    let removes = removes || goes && after_any(part, REMOVES).is_some();
    let drops = after_any(low, REMOVES).is_some();
    let same_verb = part.split(' ').next().is_some_and(|verb| after(low, verb).is_some());
    match verdict {
        Verdict::Refuse if drops && same_verb => Some(Verdict::Take),
        Verdict::Refuse if changes && removes => Some(Verdict::Take),
        Verdict::Refuse if changes && drops => None,
        Verdict::Take if changes && after_any(low, phrases!("keep|leave")).is_some() => Some(Verdict::Refuse),
        Verdict::Refuse | Verdict::Stay if keeps => None,
        Verdict::Stay | Verdict::Refuse => Some(Verdict::Refuse),
        Verdict::Good | Verdict::Take => Some(Verdict::Take),
        Verdict::Defer => Some(Verdict::Defer),
    }
}

/// Whether a part changes or ends what is there.
pub(super) fn changes(part: &str) -> bool {
    after_any(part, CHANGES).is_some() || after_any(part, REMOVES).is_some()
}

/// Verbs of parts that change or end what is there.
const CHANGES: Phrases = phrases!(
    "replace|swap|switch|migrate|convert|move|port|retire|take out|take down|disable|turn off|switch off|shut|shut down|skip|cut|lower|raise|increase|decrease|reduce|shorten|shrink|rename|rewrite|rebuild|rewire|repaint|relabel|reword|split|merge|change|hide|downgrade|upgrade|bump|simplify|trim|drop|tidy|tidy up|clean|clean up|refactor|rework|restructure|reorganise|reorganize|redo|redesign|fix|update|improve|extract|inline|modernise|modernize"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_behind_a_name_judge_it() {
        for (said, verdict) in [
            ("definitely yes", Some(Verdict::Take)),
            ("would be lovely", Some(Verdict::Take)),
            ("nobody wants", Some(Verdict::Refuse)),
            ("- rather not", Some(Verdict::Refuse)),
            ("creaks too much for us", Some(Verdict::Refuse)),
            ("must stay in", Some(Verdict::Stay)),
            ("we do in spring", Some(Verdict::Defer)),
            ("can wait", Some(Verdict::Defer)),
            ("gets a new roof", None),
            ("maybe", None),
            ("if it is cheap", None),
        ] {
            assert_eq!(verdict_behind(said, ""), verdict, "{said}");
        }
        assert_eq!(bare_verdict("leave it alone"), Some(Verdict::Refuse));
        assert_eq!(bare_verdict("skip it for now"), Some(Verdict::Defer));
        assert_eq!(bare_verdict("the roof can wait"), None);
    }

    #[test]
    fn to_drop_what_is_to_be_removed_takes_it() {
        let on = |verdict, order| on_part(verdict, order, "Remove the old bell");
        assert_eq!(on(Verdict::Refuse, "kill"), Some(Verdict::Take));
        assert_eq!(on(Verdict::Take, "keep"), Some(Verdict::Refuse));
        assert_eq!(on(Verdict::Stay, "the bell stays"), Some(Verdict::Refuse));
        assert_eq!(on(Verdict::Refuse, "drop"), None);
        assert_eq!(on_part(Verdict::Refuse, "drop", "Add a bell"), Some(Verdict::Refuse));
    }
}
