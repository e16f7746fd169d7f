//! Defines what the person says and takes back in the same turn: "paint the gate... no, forget that". It settles nothing,
//! whatever it was, and what was in force stays.

use std::ops::Range;

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::words;
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

/// Words that may stand before words of taking back, as alternatives of a pattern with `(?x)`.
macro_rules! led {
    () => {
        r"(?:^|[,.;!?…)(–—-]\ ?|\ (?:no|wait|argh|ugh|oh|ah|oops|ups|actually|but|and)\ )(?:(?:no|nah|nope|naw|ah+|oh|uh|eh|hm+|mh+|argh|ugh|gah|ups|oops|whoops|wait|hold\ on|hang\ on|stop|actually|sorry|ok|okay|well|but|and|so|or|then|just|please|pls|yeah|haha|lol|damn|shit|crap|dang|you\ know\ what|my\ bad|my\ mistake|on\ second\ thoughts?|come\ to\ think\ of\ it|in\ fact|better|rather|let's|lets|no\ no|no\ wait|wait\ no|for\ now|guess|i\ guess|i\ think|nevermind|never\ mind)[,.!…\ ]+)*"
    };
}

/// The end of words of taking back, as a part of a pattern with `(?x)`.
macro_rules! ended {
    () => {
        r"(?:\ (?:then|please|pls|sorry|for\ now|again|thanks|all|yet|after\ all|already|lol|haha|ok|okay|completely|entirely|altogether|for\ a\ (?:moment|sec|second|bit)|about\ (?:it|that)|at\ all|today|tonight|now|myself|really|either|anyway|tbh|here|there|so\ far|at\ this\ point))*\ ?(?:$|[,.;:!?…)(–—-])"
    };
}

patterns! {
    /// Words that take back what was just said, whatever it was.
    TAKES_BACK = concat!(r"(?x)", led!(), r"(?:
        forget\ (?:that|it|this|all\ (?:of\ )?(?:that|this|it)|everything|about\ (?:it|that|this)|the\ whole\ thing|(?:that\ |what\ )?i\ (?:ever\ |just\ |even\ )*(?:said|asked|mentioned|wrote|typed|brought)(?:\ (?:that|it|this|anything|something|up|it\ up|so|here|above))*)
        |(?:scratch|strike|belay|unsay|scrub)\ (?:that|this|it|all\ (?:of\ )?that|everything|the\ above)|(?:scratch|strike|scrap|drop|delete|cancel|forget|ignore)\ what\ i\ (?:just\ )?(?:said|wrote|typed|asked)|scrap\ (?:that|all\ (?:of\ )?that)
        |never\ ?mind|nvm|nevermind
        |(?:ignore|disregard)\ (?:me|us|all\ (?:of\ )?(?:that|this)|everything|what\ i\ (?:just\ )?(?:said|wrote|typed)|the\ above|my\ (?:rambling|last\ (?:sentence|line|words|remark)))
        |i(?:'ll|'d|\ will|\ hereby|\ want\ to|\ should|\ have\ to|\ must|\ just|'d\ like\ to|\ would\ like\ to|'d\ better|\ better)*\ (?:take|took|withdraw|retract|revoke|unsay)\ (?:that|it|this|all\ (?:of\ )?(?:that|this|it)|everything|the\ (?:whole|entire)\ thing|my\ words|what\ i\ (?:just\ )?said|that\ last\ (?:bit|part|one))(?:\ back)?
        |taking\ (?:that|it|this|all\ of\ that)\ back|(?:that|it)'?s\ withdrawn
        |pretend\ (?:i|you|that\ i)\ (?:didn't|did\ not|never|haven't|hadn't|said\ nothing)(?:\ [\w']+){0,4}?|(?:you\ didn't|you\ never)\ (?:hear|read|see)\ (?:that|this|it|anything)|i\ said\ nothing|i\ (?:didn't|never)\ (?:say|said)\ (?:that|anything|this)
        |nothing(?:'s|\ is|\ has\ been|\ was)?\ (?:really\ |actually\ |at\ all\ )?(?:decided|settled|final|fixed|agreed|certain|chosen|official|set\ in\ stone)
        |(?:i|we)(?:'ve|\ have|\ really|\ actually|\ still)*\ ?(?:haven't|have\ not|havent|didn't|did\ not|not|never)\ (?:really\ |actually\ |even\ |yet\ )*(?:decided?|chosen?|choose|picked|settled|agreed|made\ up\ (?:my|our)\ minds?)(?:\ (?:anything|yet|on\ (?:anything|that|it|this)|that|it|this|about\ (?:it|that|this)))*
        |(?:that's|thats|it's|its|this\ is|that\ is)\ not\ (?:really\ )?(?:a\ decision|decided|settled|final|agreed|an\ order|a\ plan)
        |(?:(?:i(?:'m|\ am|\ was)\ |just\ |only\ )+(?:kidding|joking|exaggerating|rambling|venting|dreaming|testing\ you|thinking\ (?:out\ loud|aloud)|messing\ (?:around|with\ you)|playing))|(?:that|this|it)\ was\ (?:just\ |only\ )?(?:a|my)\ (?:bad\ )?(?:joke|test|typo|slip|reflex|brain\ fart|example|habit|mistake)(?:\ if\b.*)?
        |(?:disregard|ignore|forget|skip)\ (?:my|the|that)\ (?:last\ )?(?:message|request|comment|remark|order|wish|suggestion|sentence|line)|(?:consider|treat|take)\ (?:it|that|this|what\ i\ said)\ (?:as\ )?(?:unsaid|not\ said|withdrawn|void|cancell?ed|gone|never\ said)|false\ alarm|as\ you\ were|i\ (?:have|got|get)\ no\ (?:say|vote)(?:\ in\ (?:that|it|this))?
        |i(?:'m|\ am|'ve|\ have|\ was)?\ (?:spoke|speaking|talked|decided|typed|wrote|was|went|got|getting|jumped|jumping)\ (?:too\ (?:soon|fast|early|quick(?:ly)?|hast(?:y|ily))|ahead\ of\ (?:myself|things)|the\ gun|carried\ away)|too\ (?:hasty|hastily\ said|early\ to\ decide|soon\ to\ decide)
        )", ended!());
    /// Words that say that nothing was typed for this talk: "wrong window", "that was for the other chat".
    MISPLACED = concat!(r"(?x)", led!(), r"(?:(?:it\ was\ |that\ was\ |in\ )?(?:the\ )?wrong\ (?:chat|window|terminal|tab|session|thread|channel|pane|agent|repo|project|conversation|ticket|page|prompt|screen)|i(?:'m|\ am|\ was|'ve|\ had|\ have)(?:\ \w+){0,3}\ (?:the\ )?wrong\ \w+)", ended!(),
        r"|\b(?:that|this|it|the\ last\ (?:one|line|bit))\ was(?:\ actually|\ really)?\ (?:not\ (?:meant\ |intended\ )?(?:for|to)\ you|(?:meant\ |intended\ |supposed\ to\ (?:go|be)\ )?(?:for|to)\ (?:another|the\ other|a\ different|my\ other|someone\ else|somebody\ else|a\ colleague|my\ (?:wife|boss|colleague|mom|partner)))\b|\b(?:pasted|typed|posted|sent)\ (?:that|this|it)\ (?:in|into|to)\ the\ wrong\b");
    /// Words that leave what was said unsettled where the speaker hesitates before them: "hm, not my call".
    UNSETTLES = concat!(r"(?x)", led!(), r"(?:
        (?:ignore|disregard|skip|cancel|scrap|drop|undo|stop|revert|leave|delete)\ (?:that|this|it)|ignore|disregard|cancel|abort
        |(?:please\ )?(?:don't|do\ not|dont)(?:\ (?:do|start|begin|bother|build)(?:\ (?:it|that|this|anything|with\ (?:it|that)))?)?|do\ nothing|not(?:\ yet|\ now|\ that)|i\ meant\ (?:nothing|no\ such)\b.*|nothing(?:\ yet)?|or\ not|maybe\ not|rather\ not|better\ not
        |(?:i\ )?(?:have\ |really\ )*no\ (?:decision|idea|opinion|clue|preference|need)\b.*|(?:it's|its|that's|thats|that\ is|it\ is|all|this\ is|is)?\ ?(?:still\ |all\ )?(?:open|undecided|tbd|unclear|up\ in\ the\ air)
        |(?:i|we)(?:'d|'ll|'ve|\ will|\ would|\ really|\ still|\ actually|\ first)*\ (?:have|need|want|better|should|ought|gotta|got|must|had\ better)\ (?:to\ |first\ |really\ )*(?:ask\b|check\ (?:with|first|if|whether|that|this|it)\b|talk\ (?:to|with|about)\b|speak\ (?:to|with)\b|clear\ (?:it|this|that)\b|sleep\ (?:on|over)\b|think\b|run\ (?:it|this|that)\ by\b|consult\b|discuss\b|find\ out\b|wait\ for\b).*
        |(?:that|this|it)(?:'s|\ is|\ was)\b.{0,30}\ (?:my|the|our)\ (?:other|old|previous|last)\ (?:project|job|team|company|repo|gig|office)|(?:leave|let)\ (?:it|that|this)\ (?:be|sit|rest|open|for\ (?:now|later|another\ \w+))|(?:let's\ |we'll\ |we\ can\ |i'll\ )?(?:talk|come\ back|get\ back|return)\ (?:about\ |to\ )?(?:it|that|this)\ .*|not\ (?:so\ |really\ |quite\ |entirely\ )?(?:convinced|sold|happy)
        |let\ me\ (?:first\ |just\ |maybe\ )*(?:ask|check|think|sleep|talk|look|discuss|verify|read|clear|consult|find\ out|get\ back|show)\b.*|hands\ off|(?:that's|thats|this\ is|it's|that\ is)\ (?:way\ |far\ )?above\ my\ (?:pay\ ?grade|head)|leave\ (?:it|that|this)\ alone
        |(?:that's|thats|it's|its|this\ is|that\ is|that'd\ be|not)(?:\ really|\ actually)?(?:\ not)?\ (?:(?:[\w-]+(?:'s|s')|[\w-]+s|my|mine|our|her|their)\ (?:call|decision|choice|thing|business|department|job)|up\ to\ (?:him|her|them|my\ \w+|our\ \w+|the\ [\w\ ]+|[a-xz]\w+)|for\ [\w\ ]+\ to\ (?:decide|say)|to\ (?:decide|be\ decided)\ by\b.*)
        |i(?:'m|\ am)?\ (?:really\ |probably\ |actually\ )*(?:shouldn't|should\ not|can't|cannot|can\ not|may\ not|not\ (?:the\ one|supposed|allowed)\ to|not\ going\ to)\ (?:decide|say|choose|settle|order)\b.*
        |i\ (?:don't|do\ not|dont)\ (?:even\ |actually\ |really\ )*(?:know|have\ an\ opinion|want\ (?:it|that|this|any\ of)|need\ (?:it|that|this))\b.*|i(?:'m|\ am)\ not\ (?:so\ |really\ |even\ )*sure\b.*|not\ (?:so\ |really\ )?sure\b.*|i(?:'ll|\ will)\ (?:think|ask|sleep|check|get\ back|let\ you\ know|come\ back)\b.*|ask\ me\ (?:again|later|tomorrow|next\ \w+)
        |(?:(?:it|that|this|they|there|he|she|someone|somebody|we|tom|i)(?:'s|s|'ve|\ is|\ are|\ has|\ have)?\ ){0,2}(?:a\ |one\ |it\ |got\ |been\ |done\ |has\ |exists?\ |does\ |there\ |did\ |in\ |on\ |set\ |had\ |have\ )*already(?:\ (?:one|it|that|this|there|done|exists?|is|does|did|has|have|merged|fixed|in|handled|works?|like\ that|set|deployed|landed|does\ (?:it|that|this)|did\ (?:it|that|this)|have\ (?:one|it|that)|has\ (?:one|it|that)|in\ \w+|on\ \w+))*|(?:it|that|this|they|he|she)(?:\ is|'s|\ does|\ did|\ has|\ was)?\ (?:gone|there|merged|done|fixed|handled|deprecated|dead)
        )", ended!());
    /// Words of somebody who stops at what they have just said.
    HESITATES = r"(?:^|[,.;!?…)–—-] ?)(?:and |but |ok |well )?(?:hm+|mh+|no|nah|nope|wait|hold on|hang on|stop|ah+|oh|uh|eh|argh|ugh|gah|ups|oops|whoops|shit|damn|crap|dang|on second thoughts?|come to think of it|actually|or|haha|lol|though|did i (?:say|write|just)|what am i saying|my bad|sorry|scratch)\b";
    /// A stop in the middle of speech.
    STOPS = r"^[ ,.;!?…)(–—-]*(?:and |but |ok |well |oh,? |ah,? )*(?:hm+|mh+|no no|no wait|wait|hold on|hang on|argh|ugh|gah|oops|ups|whoops|or (?:rather|wait|no)|nope|nah|kidding|did i|eh+m*|uh)\b";
    /// Words that deny or leave open.
    DENIES = r"\b(?:no|not|\w+n't|dont|never|nothing|nobody|forget|ignore|disregard|wrong|already|kidding|joking|mistake|later|another time|decide|opinion|preference|ask|unsaid|back|unsure|hands off|careful)\b";
    /// Words of somebody who adds to what they have just said.
    ADDS = r"\b(?:(?:oh|ah|hm+|mh+|ok|okay|well|so),? and|and also|also)\b";
    /// The subject of the words of taking back, named before them: "the bench, forget it".
    TOPIC = r"^(?:(?:and|but|ok|oh|also|so),? )*(?:the|those|these|our|my|about|as for|regarding|concerning) (?:the )?[\w'-]+(?: [\w'-]+)?[,:;–—-]* ?$";
    /// A question of the person about what they have just said: "did I say tin?"
    ASKS_ONESELF = r"^(?:wait,? |hm+,? |oh,? |what,? )*(?:did i|what am i|why am i|am i|what did i|do i|do we even|why would we|why did i)\b";
    /// Words of taking back that name all that was said.
    OF_ALL = r"\b(?:all|everything|whole|entire|nothing|anything|wrong \w+|i said|the above|carried away|another|the other|you)\b";
}

/// Most sentences that no act has and a sentence behind them takes back.
const SAID_BEFORE: usize = 2;

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "unsaid";

/// Takes away the acts that the same turn takes back; those that it doubts wait for the person.
pub(in crate::pipeline::acts) fn read(view: View<'_>, out: &mut Vec<Act>) {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    for (at, sentence) in own.iter().enumerate() {
        let low = sentence.text.to_ascii_lowercase().replace('’', "'");
        // Offsets are those of the raw words only while nothing has changed its length.
        if low.len() != sentence.text.len() {
            continue;
        }
        let before = own.get(..at).unwrap_or_default();
        claim_unread(sentence, &low, before, out);
        if let Some(from) = taken_back_from(sentence, &low, before, out) {
            take_away(view, out, sentence, from, OF_ALL.is_match(&low));
        }
    }
    doubt(&own, out);
}

/// Keeps the scorer from reading what no act has and a sentence takes back: "knots first, always! ...ignore me".
fn claim_unread(sentence: &Sentence, low: &str, before: &[&Sentence], out: &mut Vec<Act>) {
    let Some(found) = TAKES_BACK.find(low).or_else(|| MISPLACED.find(low)) else { return };
    let from = sentence.range.start + found.start();
    if out.iter().any(|act| settles(act) && act.range.start < from) {
        return;
    }
    let opens = !low.get(..found.start()).is_some_and(|before| before.contains(char::is_alphanumeric));
    if opens && before.is_empty() {
        return;
    }
    let said =
        before.iter().rev().take(if opens { SAID_BEFORE } else { 0 }).filter(|s| !s.asks).map(|s| s.range.clone());
    let back = sentence.range.start..if opens { sentence.range.end } else { from };
    let unread: Vec<_> = said.chain([back]).collect();
    for range in unread {
        if !out.iter().any(|act| overlaps(&act.range, &range)) {
            out.push(Act::nothing(range, FORM));
        }
    }
}

/// Lets the last act of a turn wait, if its speaker stops behind it and denies something.
fn doubt(own: &[&Sentence], out: &mut [Act]) {
    let Some(last) = out.iter().filter(|a| settles(a)).map(|a| a.range.clone()).max_by_key(|r| r.start) else { return };
    let behind = own.iter().filter(|s| s.range.end > last.end);
    let rest: Vec<&str> =
        behind.filter_map(|s| s.text.get(last.end.saturating_sub(s.range.start)..)).filter(|s| words(s) > 0).collect();
    let rest = rest.join(" ").to_ascii_lowercase().replace('’', "'");
    // "By length. hmm no. by age" corrects.
    let denied = STOPS.find(&rest).and_then(|stop| rest.get(stop.end()..)).map(|tail| {
        let tail = tail.trim_start_matches(|c: char| !c.is_alphanumeric());
        tail.strip_prefix("no.").or_else(|| tail.strip_prefix("no,")).unwrap_or(tail)
    });
    if denied.is_some_and(|tail| DENIES.is_match(tail)) && !ADDS.is_match(&rest) {
        for act in out.iter_mut().filter(|a| settles(a) && a.range.start == last.start && a.target.is_none()) {
            act.certainty = Certainty::Likely;
        }
    }
}

/// The byte of the turn at which a sentence takes back what stands before it.
fn taken_back_from(sentence: &Sentence, low: &str, before: &[&Sentence], acts: &[Act]) -> Option<usize> {
    let said = TAKES_BACK.find(low).or_else(|| MISPLACED.find(low));
    let only_leaves = said.is_none();
    let at = said.or_else(|| UNSETTLES.find(low))?.start();
    let from = sentence.range.start + at;
    let end = acts.iter().filter(|a| settles(a) && a.range.start < from).map(|a| a.range.end.min(from)).max()?;
    let between: Vec<&Sentence> = before.iter().copied().filter(|s| s.range.end > end).collect();
    // "Oil the hinge. what's a hasp? never mind, found it" takes the question back, "oil the hinge. the bench, forget it"
    // the bench.
    let asks = |s: &&Sentence| s.asks && s.range.start >= end && !ASKS_ONESELF.is_match(&s.text.to_lowercase());
    if between.iter().any(asks) || names_topic(low.get(..at).unwrap_or_default()) {
        return None;
    }
    // Words that only leave something open take back what the speaker stopped at.
    let stops = |s: &Sentence| {
        let rest = s.text.get(end.saturating_sub(s.range.start)..).unwrap_or_default().to_ascii_lowercase();
        HESITATES.is_match(&rest) && !ADDS.is_match(&rest)
    };
    let stopped = || between.iter().any(|s| stops(s)) || stops(sentence);
    (!only_leaves || stopped()).then_some(from)
}

/// Whether words before those of taking back name what is taken back, and tell nothing of it.
fn names_topic(before: &str) -> bool {
    TOPIC.is_match(before) && !phrases!(" is | was | are | were | has ").within(&format!("{before} "))
}

/// Whether an act sets something. What ends something is not taken back by "no idea yet what instead".
fn settles(act: &Act) -> bool {
    use ActKind::{Aim, Choose, Request, Revise, Rule, RuleOut};
    // "Not even in the harbour yet, forget it" refuses what the agent offers.
    matches!(act.deed, Aim | Choose | Request | Revise | Rule { .. }) || act.deed == RuleOut && act.basis.is_none()
}

/// Takes away the acts of the last sentence before `from` that settles something, or of all if `all` is meant.
fn take_away(view: View<'_>, out: &mut Vec<Act>, back: &Sentence, from: usize, all: bool) {
    let holding = |act: &Act| view.own().find(|s| overlaps(&s.range, &act.range)).map(|s| s.range.clone());
    let last = out.iter().filter(|a| settles(a) && a.range.start < from).max_by_key(|a| a.range.start);
    let Some(last) = last.and_then(holding) else { return };
    let reach = if all { 0..from } else { last };
    let is_taken = |act: &Act| settles(act) && act.range.start < from && overlaps(&act.range, &reach);
    let answers = out.iter().any(|act| is_taken(act) && act.basis.is_some());
    let taken: Vec<Range<usize>> = out.iter().filter(|a| is_taken(a)).map(|a| a.range.clone()).collect();
    let of_back = |act: &Act| act.range.start >= from && overlaps(&act.range, &back.range);
    // "Forget that" ends what was just said, and nothing that stands in the ledger.
    let ends = |act: &Act| {
        // "That's Ines's call", "forget that" read as undoing the work before
        let left = matches!(act.form, "business" | "undo");
        (left || matches!(act.deed, ActKind::Withdraw | ActKind::Drop | ActKind::Inform)) && of_back(act)
    };
    out.retain(|act| !is_taken(act) && !ends(act));
    out.extend(taken.into_iter().map(|range| Act::nothing(range, FORM)));
    if !out.iter().any(|act| overlaps(&act.range, &back.range)) {
        out.push(Act::nothing(back.range.clone(), FORM));
    }
    if all && answers {
        let ended = asked_about(view).map(|item| Act::ends(item, back.range.clone(), FORM));
        out.extend(ended);
    }
}

/// The items that come from the person's message before the agent's question alone.
fn asked_about(view: View<'_>) -> impl Iterator<Item = &Item> {
    let last = view.talk.before().find(|turn| turn.role == Role::User);
    let kinds = [ItemKind::Decision, ItemKind::Constraint, ItemKind::RejectedOption];
    let standing = kinds.into_iter().flat_map(move |kind| view.ledger.active(kind));
    let items = standing.chain(view.ledger.open_of_kind(ItemKind::Task));
    items.filter(move |item| last.is_some_and(|l| item.source_turns.iter().all(|s| s.turn_id == l.turn_id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_taking_back_stand_alone() {
        for said in [
            "no, forget i said that, nothing is decided yet",
            "no idea who still needs it, i take that back",
            "hold on, ignore me",
            "i'm tired, i haven't chosen anything, ask me tomorrow",
            "never mind then",
            "nah, i spoke too soon",
            "ok, strike that",
        ] {
            assert!(TAKES_BACK.is_match(said), "{said}");
        }
        for said in [
            "forget about the bench",
            "don't forget it",
            "never mind the paint",
            "i take that one",
            "i take it we're done with the roof",
            "we have decided",
            "nothing else is decided yet",
            "scratch that off the list of the mason",
            "i haven't decided on the rest",
        ] {
            assert!(!TAKES_BACK.is_match(said), "{said}");
        }
        assert!(MISPLACED.is_match("that was meant for the other terminal") && MISPLACED.is_match("ups wrong window"));
        assert!(!MISPLACED.is_match("the window is wrong"));
    }

    #[test]
    fn what_leaves_something_open_needs_a_pause_before_it() {
        for said in [
            "ah theres one already",
            "oh, it already is",
            "that's ines's call",
            "i have to ask the others before",
            "no wait, don't",
            "let me sleep on it",
            "not yet",
        ] {
            assert!(UNSETTLES.is_match(said), "{said}");
        }
        for said in ["don't paint it", "not in the shed", "it is blue", "we have to hurry", "that's your call"] {
            assert!(!UNSETTLES.is_match(said), "{said}");
        }
        assert!(HESITATES.is_match("hmm wait") && HESITATES.is_match(" – argh no") && !HESITATES.is_match("paint it"));
    }
}
