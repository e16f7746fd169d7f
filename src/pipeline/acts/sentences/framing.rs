//! Defines the framing of a sentence: words around a statement that introduce it, give its reason or comment on it
//! ("hmm, honestly", "because the old one broke twice", "(took me a while to see it)"). Acts are read without it, so that
//! a family needs no form for each way in which people lead up to what they say.

use std::ops::Range;

use super::announced::{announcement, announces_next};
use super::segments::{Segment, tells_a_state};
use super::topics::{self, Topic};
use super::wording::{after_any, whole, words};
use super::{empty_leads, leave_taking};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::remarks;
use crate::pipeline::acts::questions::openness;
use crate::pipeline::acts::statements::{aims, hunches};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, is_formal, is_long, overlaps};
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// Interjections and phrases about the speaking itself, with the pause after them.
    LEAD = r"^(?:seriously(?: though)?[,:]\s+|(?:ok(?:ay)?,? )?enough (?:whining|ranting|complaining|talk|of that|chatter)[,:.]\s+|(?:and |also )?(?:when(?:ever)?|if|once) you (?:have|get|find|can spare) (?:a |some |the |an? free )?(?:minute|moment|time|second|sec|chance|hour)(?:\s*,\s*|\s+)|(?:yep|yes|yeah|sure|ok(?:ay)?|right):\s+|(?:(?:no|ok(?:ay)?|right|fine|well|true),? then|then no|true|fair),\s+|(?:other than that|apart from that|besides that|besides|other than this|one exception)[,:]\s+|(?:hm+|hmm+|u+h+|u+m+|err?|ah+|oh|well|honestly|frankly|tbh|to be (?:honest|fair|frank|clear|blunt|precise)|(?:quite|very) frankly|in all honesty|honest answer|look|listen|anyways?|anyhow|btw|by the way|for the record|just so you know|heads[- ]up|quick (?:thing|one|note|update)|(?:one|two|three|four|five|a few|some|a couple of|several) (?:more |other |small |quick |little )*(?:things|points|jobs|requests|wishes|fixes|changes)(?: for you| to do| next| today| now)*(?:,? please)?|please do(?: this| these| the following)?|one (?:more )?(?:quick )?thing(?: up ?front| first| before (?:we|you) start)?|(?:just )?before (?:you|we|i) (?:continue|go on|start|begin|proceed|go any further|go further|dive in|do anything(?: else)?|forget|leave)|(?:in case|if) (?:it matters|that matters|it helps|that helps|it is of use|you (?:need|wonder|ask)(?: it)?)|hey|hi|hello|dear \w+|so|right|alright|(?:ok(?:ay)?|alright|right|well|cool|great|good|nice|ok(?:ay)? cool|ok(?:ay)? great|ok(?:ay)? good)(?:,? so|,? now)|(?:i )?(?:almost |nearly |totally |completely )?forgot(?: to (?:mention|say|add|tell you|write))?(?: (?:it|this|that|earlier|before))?|no (?:worries|problem|prob|probs|stress|rush|hurry)|(?:my |the )?(?:final|short) (?:answer|word)|bottom line|tl;?dr|and so|in short|long story short|short version|all in all|overall|basically|essentially|personally|for me|for us|for my part|from my side|from our side|from my point of view|as far as i(?:'m| am) concerned|if you ask me|at the end of the day|in the end|when all is said and done|thinking about it(?: (?:again|more|some more))?|on reflection|all things considered|that said|that being said|having said that|fun fact|sadly|unfortunately|luckily|obviously|naturally|of note|as (?:discussed|agreed|usual|expected|mentioned|said|promised)|for what it's worth|fwiw|imho|small thing|little thing|two cents|my two cents|good news|bad news|update|i(?:'d| would) (?:do|solve|approach|handle) (?:it|this|that) (?:differently|another way)|wrong direction|change of mind|change of plans?|new plan|note to self|again|now|actually|also|and also|oh and also|and|plus|additionally|in addition|(?:(?:hey|hi|hello|ok|okay) )?@?(?:claude(?: code)?|codex|gemini|copilot|cursor|assistant|agent|bot|buddy|mate|friend|team|folks|guys|all|dude|bro))(?:\s*(?:,|:|;|\.\.+|…|!|\s[-–—])\s*))";
    /// The same without a pause: only words that introduce nothing else.
    LEAD_ON = r"^(?:any(?:way|how)|(?:yeah|yes|yep|ja|no) so|omfg|omg|wtf|ffs|jfc|jesus|dude|bro|folks|guys|buddy|hm+|hmm+|u+h+|u+m+|ah+|ok(?:ay)? so|alright so|right so|well so|honestly|frankly|tbh|personally|btw|fwiw|as far as i(?:'m| am) concerned|imho|(?:please )?(?:keep in mind|bear in mind|note|be aware|remember|mind) that|(?:i )?(?:almost |nearly |totally |completely )?forgot to (?:mention|say|add|tell you) that|(?:i )?should(?: also)? (?:mention|add|say) that|that(?:'s| is) why|which means(?: that)?|hence|therefore|so that's why)\s+";
    /// A subordinate clause before the statement: its reason or the way it came about, never a condition or a time.
    REASON_FIRST = r"^(?:now that|since|because|as (?:we|it|they|he|she|the|our|this|that|there|you|most|all|nobody|everyone)|given(?: that)?|seeing(?: that| as| how)?|considering(?: that)?|although|though|even though|even if|after (?:(?:the|a|my|our|an|another|yesterday's|today's|this morning's|last night's) (?:[\w'-]+ ){0,2}?(?:call|meeting|chat|talk|review|discussion|mail|email|demo|stand-?up|lunch|conversation|session|sync|retro)|looking|thinking|reading|talking|speaking|sleeping|seeing|hearing|discussing|some|long|a (?:night|day|look|chat|call|talk|discussion|while|lot|few|bit|short|long|quick))|having|looking at|thinking about|sorry for|sorry about|sorry to|sorry|apologies for|apologies|thanks for|thank you for|thanks|thank you|cheers|due to|because of|no matter|whatever (?:you|they|we|he|she|the)|regardless of|on account of|for (?:that|this) reason|with that in mind|with all that|in light of|in view of|out of)\b[^,:;]{0,110}[,:]\s+";
    /// A story of how the speaker came to it, before the statement.
    STORY_FIRST = r"^(?:and |but |so )?(?:(?:just )?(?:talked|spoke|chatted|slept|discussed|checked with|asked around)|(?:i|we)(?:['’]ve| have| had)? (?:just |already |also |only |now )*(?:talked|spoke|spoken|chatted|thought|slept|looked|checked|asked|read|discussed|calculated|computed|measured|went|gone|sat|met|had a|did some|did a|done some|made up my mind|pondered|consulted|reviewed|played|poked)|(?:the |our |my )?(?:[\w'-]+ ){0,2}(?:vote|poll|discussion|debate|comparison|evaluation|review|spike|meeting|trial|benchmark|research) (?:is|are|was) (?:over|done|closed|finished|settled|through|in|clear)|(?:enough|no more) (?:comparing|discussing|debating|research|talk|talking|thinking|back and forth))\b[^:;.]{0,90}?(?::|;|,| and| -| –| —)\s+";
    /// The words that open a reason behind the statement.
    REASON_LAST = r"(?:^|[,;]? )(?:- |– |— )?(?:(?:mainly |mostly |simply |partly |just |also )?because|'?cause|cuz|bc|coz|since|as (?:we|it|they|he|she|the|our|this|that|there|you|most|all|nobody|everyone|i)|given(?: that| how)?|seeing (?:that|as|how)|considering|otherwise|or else|so that|so (?:nobody|no one|no-one)|due to|although|though|even though|even if|no matter|whatever (?:you|they|we|he|she|the)|regardless|which (?:is|are|was|were|covers?|gives?|saves?|costs?|makes?|lets?|keeps?|means|would|will|has|had|takes?|should)|that way|that is why|that's why|that's what|after all|in case|just in case|for the sake of|took me|it turns out|turns out|trust me|believe me)\b";
    /// A past mishap of the speaker, told behind a statement as its reason: "..., i lost a day to that".
    LEARNED = r"(?:, | - | – | — |; )(?:i|we)(?:['’]ve| have)? (?:once |already |just )?(?:burned|burnt|lost|broke|had|got burned|spent|wasted|learned|forgot|deleted|missed|paid|suffered|regretted|ran into|got bitten)\b[^?]*$";
    /// A remark in parentheses at the end.
    IN_PARENTHESES = r"\s*\((?:[^()]*\b(?:i|i'm|i've|we|we're|we've|it|it's|they|they're|me|my|you|that's|he|she|is|are|was|were|has|had|took|because|since|sorry|see|lol|yes|honestly)\b[^()]*|sorry|lol|finally|obviously|of course|for obvious reasons|again|sigh|yay|phew)\)\s*[.!]*$";
    /// Closing words of two or three that only colour the statement.
    COLOUR = r"(?:[,;]|\s[-–—]| )\s*(?:to be honest|tbh|honestly|frankly|for me|if you ask me|imho|fwiw|you know|lol|haha|i'd say|thanks|thank you|thx|cheers|many thanks|thanks a lot|thanks in advance|(?:i )?(?:nearly|almost) forgot(?: that| it| this)?|and that's it|that's it|that's all|that is all|end of story|full stop|(?:(?:that's|this is|it's|and that's) )?(?:not negotiable|non-negotiable|not up for (?:discussion|debate)|not open (?:for|to) (?:discussion|debate))|no (?:discussion|ifs and buts|ifs or buts)|i mean it|by the way|btw|obviously|of course|as discussed|as agreed|as usual|as i said|like i said|as mentioned|good luck|have fun|(?:and )?(?:i|we)(?:['’]ve| have)? (?:already )?(?:decided|agreed|settled) (?:on )?(?:that|this|it)(?: [\w-]+){0,6})[.! ]*$";
    /// What a comment must not have: it speaks of the speaker, forbids, or names a choice ("a cron job is plenty").
    STATES = r"\b(?:i|i'm|i've|me|mine|nothing|no one|none|only|always|without|at most|at least|from now on|same|instead|too|as well|someone|somebody)\b|\b(?:plenty|enough|fine|ok|okay|good|better|best|great|sufficient|it|done|out|the one)$|^(?:and|or|but|then|so|nobody (?:may|can|touches|pushes|merges)|yes|no|to|keep|use|take|go|do|make|get|run|look|ask|put|leave|let|give|try|stick|stay|start|stop|we(?:['’]re| are|['’]ll|['’]d)? (?:going|using|taking|doing|switching|moving|keeping|use|take|go|keep|want|need|do|run))\b";
    /// A sentence that only tells how the speaker came to a decision.
    STORY = r"^(?:and |but |so |ok,? |hmm,? |well,? )*(?:(?:i|we)(?:['’]ve| have| had)? (?:just |already |also |only |now |finally )*(?:talked|spoke|spoken|chatted|thought|slept|looked|asked|read|discussed|sat|met|pondered|consulted|reviewed)\b|took me (?:a while|some time|ages|forever|long)|(?:sorry|apologies|thanks|thank you|cheers|good morning|morning|back again|i'm back|ok i'm back)\b|(?:hello|hi|hey)\b[^,:;]*$|it took (?:me|us)\b)";
}

/// Times and numbers after "since", which then counts from something: "since yesterday", "since v2".
const SINCE_WHEN: Phrases = phrases!(
    "yesterday|last|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december\
     |then|when|version|the last|the update|the upgrade|the release|this morning|today|early|late|around|about|day one|the start|the beginning"
);

/// Words of a decision: a story that has them is more than a story.
const OUTCOMES: Phrases = phrases!(
    "decid|decision|settled|agree|chose|chosen|picked|conclu|changed my mind|made up my mind|threw|reject|ruled|drop|instead|never|must|should|let's|please|don't|do not|want|won't|no more|we'll|use "
);

/// A turn without the framing of its sentences, and what was taken away.
#[derive(Debug)]
pub(in crate::pipeline::acts) struct Unframed {
    /// The turn: its sentences and clauses are narrowed, those that only tell a story are left out.
    pub turn: ReadTurn,
    /// What was taken from each sentence that lost something.
    cuts: Vec<Cut>,
}

/// The framing of one sentence.
#[derive(Debug)]
struct Cut {
    /// The sentence's byte range over the turn's raw text.
    whole: Range<usize>,
    /// The range that is left.
    kept: Range<usize>,
    /// The reason given, in the speaker's words.
    why: Option<String>,
    /// What it is about.
    topic: Option<Topic>,
    /// Whether it announces an order.
    announces: bool,
}

/// The turn without framing; `None` where no sentence has any.
pub(in crate::pipeline::acts) fn unframed(turn: &ReadTurn) -> Option<Unframed> {
    if is_formal(turn) || is_long(turn) {
        return None;
    }
    let mut out = Unframed { turn: turn.clone(), cuts: Vec::new() };
    let several = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote).count() > 1;
    let mut sentences = Vec::with_capacity(turn.sentences.len());
    for (at, sentence) in turn.sentences.iter().enumerate() {
        if sentence.block == BlockKind::Quote || sentence.text.len() > LONGEST {
            sentences.push(sentence.clone());
            continue;
        }
        let whole = sentence.range.clone();
        let low = sentence.text.to_ascii_lowercase();
        if !sentence.asks && (several && is_story(&low) || leave_taking::takes_leave(&low)) {
            out.cuts.push(Cut { kept: whole.start..whole.start, whole, why: None, topic: None, announces: false });
            continue;
        }
        // "Jana has the password. Don't put it in the repo": the next sentence needs the words that "it" stands for.
        let referred_to = turn.sentences.get(at + 1).is_some_and(|next| refers_back(&next.text));
        let mut core = core(&low, !referred_to);
        if core.orders && sentence.asks {
            core.kept.end = low.trim_end_matches([' ', '?']).len();
        }
        if core.kept == (0..low.len()) {
            sentences.push(sentence.clone());
            continue;
        }
        let kept = whole.start + core.kept.start..whole.start + core.kept.end;
        let words =
            |range: Range<usize>| Some(sentence.text.get(range)?.trim_matches(|c: char| " ,.:()-–—".contains(c)));
        let why = core.why.and_then(words).map(str::to_owned);
        let topic =
            core.topic.and_then(|(range, preposition)| Some(Topic { words: words(range)?.to_owned(), preposition }));
        let mut narrowed = out.turn.narrowed(sentence, &kept);
        if core.orders {
            narrowed.asks = false;
            for clause in out.turn.clauses.get_mut(narrowed.clauses.clone()).unwrap_or_default() {
                (clause.asks, clause.modality) = (false, Modality::Request);
            }
        }
        sentences.push(narrowed);
        out.turn.bytes -= whole.len() - kept.len();
        out.cuts.push(Cut { whole, kept, why, topic, announces: core.announces });
    }
    out.turn.sentences = sentences;
    (!out.cuts.is_empty()).then_some(out)
}

/// Maximum number of bytes of a sentence whose framing is looked for.
const LONGEST: usize = 400;

fn is_story(low: &str) -> bool {
    STORY.is_match(low) && !OUTCOMES.within(low) && !low.contains(": ")
}

/// A sentence without its framing, as byte ranges over its words.
struct Core {
    kept: Range<usize>,
    why: Option<Range<usize>>,
    /// What it is about, and the preposition for it.
    topic: Option<(Range<usize>, &'static str)>,
    /// Whether the words before the statement announce an order.
    announces: bool,
    /// Whether they make an order of it: "could you make it five?"
    orders: bool,
}

fn refers_back(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
    words.take(REFERS_WITHIN).any(|w| phrases!("it|them").contains(w.to_ascii_lowercase().as_str()))
}

/// First words of a sentence in which a pronoun is taken to point to the sentence before.
const REFERS_WITHIN: usize = 6;

/// Finds the framing of a sentence; that behind its statement only if `with_tail`.
fn core(low: &str, with_tail: bool) -> Core {
    let (mut start, mut end, mut why, mut topic) = (0, low.len(), None, None);
    let (mut announces, mut orders) = (false, false);
    while let Some(lead) = lead(low.get(start..end).unwrap_or("")) {
        match lead.kind {
            LeadKind::Reason if why.is_none() => why = Some(start..start + lead.length),
            LeadKind::Topic(words, preposition) if topic.is_none() => {
                topic = Some((start + words.start..start + words.end, preposition));
            }
            LeadKind::Topic(..) => break,
            LeadKind::Announcement => announces = true,
            LeadKind::Politeness => orders = true,
            LeadKind::Reason | LeadKind::Colour => {}
        }
        start += lead.length;
    }
    let told_before = why.is_some();
    // What stands behind the reason: ", thanks" says nothing.
    let mut until = end;
    loop {
        let text = low.get(start..end).unwrap_or("");
        let Some(at) = tail(text).filter(|_| with_tail) else { break };
        if end == until && colour(text) == Some(at) {
            until = start + at;
        } else if !told_before {
            why = Some(start + at..until);
        }
        end = start + at;
    }
    Core { kept: start..end, why, topic, announces, orders }
}

/// Words before the statement of a sentence.
struct Lead {
    length: usize,
    kind: LeadKind,
}

/// The part that the words before a statement play.
enum LeadKind {
    /// They say nothing.
    Colour,
    /// They announce an order.
    Announcement,
    /// They ask politely for what an order would say.
    Politeness,
    /// They say why.
    Reason,
    /// They name what it is about: their byte range, and the preposition for it.
    Topic(Range<usize>, &'static str),
}

fn lead(text: &str) -> Option<Lead> {
    let politeness = || Some((politeness(text)?, LeadKind::Politeness));
    let (length, kind) = colour_first(text).or_else(|| reason_first(text)).or_else(politeness).or_else(|| {
        let led = topics::led(text)?;
        Some((led.length, LeadKind::Topic(led.words, led.preposition)))
    })?;
    let rest = text.get(length..)?;
    // "In the service, the gateway belongs to others" names the place and comments on it.
    let comments = matches!(kind, LeadKind::Topic(..)) && comments(rest);
    (!comments && (words(rest) >= 1 || !rest.is_ascii())).then_some(Lead { length, kind })
}

fn colour_first(text: &str) -> Option<(usize, LeadKind)> {
    if let Some(length) = announcement(text) {
        return Some((length, LeadKind::Announcement));
    }
    let found = LEAD.find(text).or_else(|| LEAD_ON.find(text)).map(|m| m.end());
    Some((found.or_else(|| stressed(text)).or_else(|| empty_leads::length(text))?, LeadKind::Colour))
}

/// The length of a polite lead before an order to do something with what was talked of: "could you make it five". Other
/// polite orders are read whole.
fn politeness(text: &str) -> Option<usize> {
    const POLITE: Phrases = phrases!(
        "can you please|can you|could you please|could you|will you please|would you please|i want you to|i need you to|i'd like you to|i would like you to|i'd love you to|we need to|we have to|we should|you should|you need to"
    );
    const POINTS: Phrases = phrases!(
        "it|that|this|them|these|those|both|all|all of them|the first|the second|the third|the last|the other|the others|the former|the latter|the same"
    );
    let order = after_any(text, POLITE)?;
    let object = order.split_once(' ').map_or("", |(_, object)| object);
    let points = after_any(object, POINTS).is_some() || object.starts_with(|c: char| c.is_ascii_digit());
    let opens = imperative::opens(order) || after_any(order, phrases!("make|set|call|put|turn|let")).is_some();
    (points && opens && !phrases!(" or ").within(order)).then(|| text.len() - order.len())
}

/// The length of the words that stress an order: "but do" of "but do mark the vegan dishes".
fn stressed(text: &str) -> Option<usize> {
    let order = after_any(text, phrases!("do|but do|and do|please do|also do|but please do"))?;
    imperative::opens(order).then(|| text.len() - order.len())
}

fn reason_first(text: &str) -> Option<(usize, LeadKind)> {
    let why = REASON_FIRST.find(text).filter(|m| !counts_from(m.as_str()));
    Some((why.or_else(|| STORY_FIRST.find(text))?.end(), LeadKind::Reason))
}

fn counts_from(words: &str) -> bool {
    after_any(words, phrases!("since"))
        .is_some_and(|when| after_any(when, SINCE_WHEN).is_some() || when.starts_with(|c: char| c.is_ascii_digit()))
}

/// The place where the words behind the statement of a sentence begin.
fn tail(text: &str) -> Option<usize> {
    let at = in_parentheses(text).or_else(|| colour(text)).or_else(|| reason(text)).or_else(|| comment(text))?;
    let (head, said) = text.split_at_checked(at)?;
    let states = words(head) >= 1 || !head.is_ascii();
    // "That's the goal" says what the words before it are.
    (states && !aims::calls_goal(said)).then_some(at)
}

fn in_parentheses(text: &str) -> Option<usize> {
    let (head, said) = text.trim_end_matches(['.', '!', ' ']).strip_suffix(')')?.rsplit_once('(')?;
    (IN_PARENTHESES.is_match(text) || comments(said)).then_some(head.trim_end().len())
}

fn colour(text: &str) -> Option<usize> {
    // "No thanks" refuses, "I'll let you know" puts off.
    COLOUR
        .find(text)
        .map(|m| m.start())
        .filter(|&at| !text.get(..at).is_some_and(|head| head.ends_with("no") || head.ends_with("let")))
}

fn reason(text: &str) -> Option<usize> {
    if hunches::supposes_cause(text)
        || phrases!("theory|suspect|guess|hypothesis|hunch|suspicion|i bet|i assume|assumption|i wonder|feeling that|my money|my bet|surprised if|tells me|smells like").within(text)
    {
        return None;
    }
    let found = REASON_LAST.find_iter(text).find(|m| {
        let from = text.get(m.start()..).unwrap_or("").trim_start_matches(|c: char| " ,;-–—".contains(c));
        // "Track down the cause and fix it" names a cause.
        let names_cause = from.starts_with("cause ")
            && phrases!(" the| a| its| root| real| any| no| likely| possible| this| that| actual| main")
                .iter()
                .any(|w| text.get(..m.start()).unwrap_or("").ends_with(w));
        // "As long as the tests pass" is a condition.
        let before = text.get(..m.start()).unwrap_or("");
        let measures = phrases!("long|soon|well|far|much|many|same|such|so").iter().any(|w| before.ends_with(w));
        // "As short as the rope" compares.
        let measures = measures || from.starts_with("as ") && before.trim_end().rsplit(' ').nth(1) == Some("as");
        // "That's why the worksheet will be HTML" is what is decided.
        let concludes =
            after_any(from, phrases!("which means|that's why|that is why")).is_some() && tells_a_state(before);
        m.start() > 0
            && !concludes
            && !measures
            && !names_cause
            && !counts_from(from)
            && !goes_on(from)
            && !refers(from)
            && !within_quotes(text, m.start())
            && words(from) >= 3
    });
    let learned = LEARNED.find(text).filter(|m| words(text.get(..m.start()).unwrap_or("")) >= 3);
    found.into_iter().chain(learned).map(|m| m.start()).min()
}

/// Whether more than a reason follows: "as it ends on Friday, and write the runbook", "though could we make it two?"
fn goes_on(reason: &str) -> bool {
    let concedes = after_any(reason, phrases!("though|although|even though|whatever|regardless")).is_some();
    let asks = phrases!("could|can|should|must|please|make|let's|only|not").within(reason);
    let orders = |part: &str| {
        imperative::opens(part) || after_any(part, phrases!("please|don't|do not|never|use|keep|let's")).is_some()
    };
    concedes && asks
        || reason
            .split(", ")
            .skip(1)
            .any(|part| orders(after_any(part, phrases!("and|but|then|also|so")).unwrap_or(part)))
}

/// Whether "as" refers to what was said instead of giving a reason: "as you suggest, skip the lids".
fn refers(reason: &str) -> bool {
    let referred = phrases!(
        "as you say|as you said|as you suggest|as you suggested|as you propose|as you proposed|as you like|as you wish|as you see fit|as we said|as we agreed|as we discussed|as i said|as it is|as they are"
    );
    after_any(reason, referred).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '.', '!', ';', ' ']))
}

/// Where a comment begins that tells how things are: ", the support folks keep asking".
fn comment(text: &str) -> Option<usize> {
    let joints = [", ", " - ", " – ", " — ", "; "];
    let (at, joint) = joints.iter().filter_map(|j| text.rfind(j).map(|at| (at, j.len()))).max()?;
    let said = text.get(at + joint..)?.trim_end_matches(['.', '!', ' ']);
    // "No, it needs to be oak" says what is wanted instead.
    let instead = phrases!("no|nope|nah").contains(text.get(..at)?.trim()) && remarks::says_how(said);
    // "No verdict on the roof yet, tin and oak both have fans" names what is open.
    let open = openness::puts_off(text) && openness::around_joint(text).is_some();
    (!within_quotes(text, at) && !instead && !open && comments(said)).then_some(at)
}

/// Whether words tell how things are and settle nothing.
fn comments(said: &str) -> bool {
    // "Tin or oak, I'll let you know" leaves it open.
    let states = said.contains(|c: char| c.is_ascii_digit())
        || OUTCOMES.within(said)
        || STATES.is_match(said)
        || openness::puts_off(said);
    !states && remarks::explains(said)
}

/// Whether a place stands within quotation marks, code marks or parentheses.
fn within_quotes(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    let open = |mark: char| before.matches(mark).count() % 2 == 1;
    open('"') || open('`') || before.matches('(').count() > before.matches(')').count()
}

/// Marks the segments of sentences between others that announce an order, or thank for it.
pub(in crate::pipeline::acts) fn mark_announced(turn: &ReadTurn, segments: &mut [Vec<Segment>]) {
    let thanks = |s: &Sentence| {
        words(&s.text) <= THANKS && after_any(&s.text, phrases!("thanks|thank you|thx|many thanks|cheers")).is_some()
    };
    for segment in segments.iter_mut().flatten() {
        let at = turn.sentences.partition_point(|s| s.range.end <= segment.range.start);
        let before = at.checked_sub(1).and_then(|before| turn.sentences.get(before));
        let behind = turn.sentences.get(at + 1);
        segment.announced |= before.is_some_and(|s| announces_next(&s.text)) || behind.is_some_and(thanks);
    }
}

/// Maximum number of words of a sentence that only thanks.
const THANKS: usize = 4;

impl Unframed {
    /// Gives the segments of the turn the reasons and topics that stood around them.
    pub(in crate::pipeline::acts) fn inform(&self, segments: &mut [Vec<Segment>]) {
        for (of_it, sentence) in segments.iter_mut().zip(&self.turn.sentences) {
            let Some(cut) = self.cuts.iter().find(|c| c.kept == sentence.range) else { continue };
            for segment in of_it {
                segment.why.clone_from(&cut.why);
                segment.has_topic = cut.topic.is_some();
                segment.announced |= cut.announces;
                if let Some(named) = cut.topic.as_ref().and_then(|t| t.for_pronoun(&segment.text)) {
                    segment.low = named.to_ascii_lowercase();
                    segment.text = named;
                }
            }
        }
    }

    /// Whether words belong to a sentence with framing.
    pub(in crate::pipeline::acts) fn covers(&self, range: &Range<usize>) -> bool {
        self.cuts.iter().any(|c| overlaps(&c.whole, range))
    }

    /// Completes the acts read without framing: the reason and the topic that a sentence gives belong to its acts, and
    /// nobody reads the framing of a sentence that has acts again.
    pub(in crate::pipeline::acts) fn complete(&self, acts: &mut Vec<Act>) {
        for cut in &self.cuts {
            let mut read = false;
            for act in acts.iter_mut().filter(|a| overlaps(&a.range, &cut.kept)) {
                let settles =
                    matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Rule { .. } | ActKind::Revise);
                if settles && act.why.is_none() && !read {
                    act.why.clone_from(&cut.why);
                }
                if let Some(topic) = cut.topic.as_ref().filter(|_| settles || act.deed == ActKind::Request) {
                    act.summary = whole(&topic.added_to(&act.summary));
                }
                read = true;
            }
            let around = [cut.whole.start..cut.kept.start, cut.kept.end..cut.whole.end];
            acts.extend(around.into_iter().filter(|r| read && !r.is_empty()).map(|r| Act::nothing(r, "framing")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(said: &str) -> &str {
        said.get(core(&said.to_ascii_lowercase(), true).kept).unwrap_or_default()
    }

    #[test]
    fn lead_ins_reasons_and_remarks_are_taken_away() {
        for (said, left) in [
            ("hmm, honestly: paint it green", "paint it green"),
            ("Now that I have seen the roof, take slate", "take slate"),
            ("I spoke to the carpenter and we take oak", "we take oak"),
            ("slate, because tin is loud in the rain", "slate"),
            ("no tin on the roof since the neighbours hear it", "no tin on the roof"),
            ("two windows (the cat likes the view)", "two windows"),
            ("the red door, the neighbours love the colour", "the red door"),
            ("ok so no carpets - my boss was very clear, tbh", "no carpets"),
        ] {
            assert_eq!(bare(said), left, "{said}");
        }
    }

    #[test]
    fn conditions_times_limits_and_choices_stay() {
        for said in [
            "if it rains, close the roof",
            "no guests since yesterday",
            "the shed (2 m wide at most)",
            "forget the hinges, a hook is plenty",
            "yes, but not before the glue is dry",
            "the door opens at 7, the gate opens at 8",
            "tin? no thanks",
        ] {
            assert_eq!(bare(said), said, "{said}");
        }
    }

    #[test]
    fn a_topic_takes_the_place_of_its_pronoun_or_is_added() {
        for (said, left, states) in [
            ("For the shed we'll build it in oak", "we'll build it in oak", "we'll build the shed in oak"),
            ("regarding the doors: never use tin", "never use tin", "never use tin for the doors"),
            ("the roof: it must be blue", "it must be blue", "the roof must be blue"),
            ("in the kitchen, use tiles", "use tiles", "use tiles in the kitchen"),
            ("the bench: no nails on the bench please", "the bench: no nails on the bench please", ""),
            ("in the end, use tiles", "use tiles", ""),
        ] {
            let low = said.to_ascii_lowercase();
            assert_eq!(bare(said), left);
            let topic =
                core(&low, true).topic.map(|(words, preposition)| Topic { words: low[words].to_owned(), preposition });
            let stated = topic.map(|t| t.for_pronoun(left).unwrap_or_else(|| t.added_to(left))).unwrap_or_default();
            assert_eq!(stated, states, "{said}");
        }
    }

    #[test]
    fn the_reason_is_kept() {
        let said = "slate, because tin is loud in the rain";
        let why = core(said, true).why.and_then(|why| said.get(why));
        assert_eq!(why, Some(", because tin is loud in the rain"));
    }
}
