//! Defines statements that are no orders: what the session is for, how things are, what is suspected, what is still open.

use super::aims;
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::pipeline::acts::questions::undecided;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{self, after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::work::requests::is_opening;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;

forms! {
    "suspect" r"^(?:hm+,? |so |and |but |also |ok,? |well,? |my feeling: |not sure(?: at all)?,? but )*(?P<what>(?:if i had to (?:guess|bet|put money on)|(?:theory|hypothesis|hunch|suspicion|wild guess|guess)(?: is)?:|(?:could|might|may) be (?:the|that|a|an|because|due)|(?:i(?:'d| would) say|id say) (?:it'?s|that|the)|(?:i )?reckon|i've (?:got )?(?:a|the) (?:feeling|suspicion|hunch|theory|guess)|i (?:suspect|guess|assume|bet|wonder (?:if|whether)|have (?:a|the) (?:feeling|suspicion|hunch|theory|guess)|think maybe|have to guess|think it(?:'s| is)|think the)|(?:my|one|a|the|working|first) (?:best |current |working )?(?:guess|hunch|theory|suspicion|hypothesis|bet)(?: is| would be|:)|(?:it|that|this) (?:might|may|could)(?: very)?(?: well)? be|maybe|perhaps|possibly|presumably|probably|could it be|might it be|(?:it )?(?:looks|seems|sounds) (?:like|as if)|most likely)(?:\b| ).+)$"
        yes "I suspect the leak comes from the socket handler" no "suspects are many";
    "goal" r"^(?:so |ok,? |hi,? |well,? )*(?:the |our |my )?(?:whole |overall |main |big |ultimate |end )?(?:goal|aim|objective|purpose|mission|point|end ?game|end state|north star|idea behind this|idea)(?:,? (?:for|of|here|in|behind|if|i|we) [^:]{2,40}?,?)?(?: is:|: it's| is|:| here is| is to)(?: that| to)? (?P<what>.+)$"
        yes "our aim for this quarter: get the build below 10 minutes" no "the goalkeeper is late";
    "succeeded-when" r"^(?:so |ok,? |yes,? |well,? )*(?:we(?:'ll| will)?(?: have)? (?:succeed(?:ed)?|win|won|be done|be happy|are done)|it(?:'s| is| will be) a success|success (?:is|means)|done means) (?:when|once|if|that) (?P<what>.{6,120})$"
        yes "it's a success when a guest finds the exit alone" no "we are done";
    "is-the-goal" r"^(?:so |ok,? |yes,? |well,? )*(?P<what>.{6,80}?) (?:is|remains|stays) (?:the|our|my) (?:goal|aim|target|objective|mission)(?: here| now)?$"
        yes "60 frames per second is the goal" no "the goal is far";
    "aims" r"^(?:so |ok,? |hi,? |well,? )*(?:(?:this session|today|this branch|this pr|this task|this) is (?:all )?about|what (?:i'm|we're|i am|we are) (?:after|aiming (?:at|for)|trying to (?:build|do|get|reach|achieve))(?: in the end| here| really| basically| overall| mostly| with this)*(?: is(?: that)?|:)|(?:in the end|at the end of the day),? (?:what matters is that|it's about|it is about)|what (?:i|we) (?:want|need)(?: in the end| here| really)* is|(?:this|the|our|my) (?:project|app|tool|site|service|game|library|script|package|thing|program|bot|plugin)(?: here)? is (?:about|for|meant to|supposed to|there to)|(?:i'm|we're|i am|we are) (?:after|aiming (?:at|for)|trying to|planning to|hoping to)|(?:in the end|by (?:the )?[a-z0-9 ]{3,24}),? (?:i|we) (?:want|need|should have|'d like)|all i want is) (?P<what>.+)$"
        yes "what I'm after is a page with all open alarms" no "after all";
    "building" r"^(?:so |ok,? |hi,? |hello,? |context: )*(?:(?:we(?:'re| are)|i(?:'m| am)) (?:currently )?(?:building|making|writing|developing|creating|working on)|(?:i|we)(?:'d| would)? (?:want|like|need|plan|have) to (?:build|make|develop|create|write|set up)|help me (?:to )?(?:build|make|develop|create|write|set up)|(?:can|could) you help me (?:to )?(?:build|make|develop|create|write|set up)) (?P<what>(?:an?|the|our|my) .+)$"
        yes "we're building a booking tool for clinics" no "we are late";
    "help-me" r"^(?:so |ok,? |hi[,!]? |hello[,!]? |hey[,!]? |please )*(?:(?:can|could) you )?help me (?:to )?(?P<what>(?:get|bring|port|move|migrate|finish|modernize|upgrade) (?:an?|the|our|my|this|all|some) .+)$"
        yes "help me get this old Rails app onto Ruby 3.3" no "help me out";
    "want-a" r"^(?:so |ok,? |hi[,!]? |hello[,!]? |hey[,!]? )*(?:(?:i|we)(?:'m| am|'re| are)? [^,;.:]{3,60} and (?:(?:i|we)(?:'d)? )?(?:would|want|need)|(?:i|we)(?:'d| would)?) ?(?:really |just |also )?(?:want|like|love)?(?: to (?:have|see|get|end up with))? (?P<what>(?:an?|one) .+)$"
        yes "I want a small web shop for my pottery" no "I want out";
    "setup" r"^(?:our |the |my )?(?:setup|stack|tech stack|tech|environment|env|infra|deployment)(?: is| here)?: ?(?P<what>.+)$|^(?:we're on |we use |i use )?(?P<named>[\w.+#-]+(?:(?: with| and| \+|,| /) [\w.+#-]+){1,4}, (?:deployed|hosted|self-hosted|running|runs|served) (?:on|at|by|via|behind|in) .+)$"
        yes "python with fastapi, deployed on a raspberry pi" no "set up the stack";
    "fyi" r"^(?:fyi|for your information|for context|some context|context|background|heads up|just so you know|so you know|for reference|note|good to know|by the way|btw|(?:no,? |sorry,? |careful,? )*(?:you(?:'ve| have)? (?:mixed (?:that|it|them|this|those) up|got (?:that|it|this|them|those) (?:wrong|backwards|mixed up|the wrong way (?:round|around))|misunderstood(?: me| that| it| this)?|swapped (?:them|those|the two))|(?:a |one )?(?:small |slight |little |quick )?(?:misunderstanding|correction|mix-?up)(?: there| here)?|that(?:'s| is) (?:a misunderstanding|the wrong way (?:round|around)|backwards)))[,:]? (?:that )?(?P<what>.+)$"
        yes "fyi the api is rate limited to 100 requests per minute" no "take a note";
    "amount" r"^(?:so |and |ok,? )*(?P<what>(?:the |our |my |total )*(?:budget|deadline|due date|release date|launch date|go-live|quota|target date|rate limit|size limit)(?: (?:for|of|on) .{2,40}?)?(?: moved,? it)?(?: is|'s|'s now| is now| are|=|:) .*(?:\d|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday).*)$"
        yes "Budget is $500 for the whole thing" no "budget talks are hard";
    "moved" r"^(?:so |and |ok,? )*(?P<what>(?:the |our |my )*(?:deadline|due date|release|launch|go-live|demo|freeze)(?: date)? (?:has |was |got )?(?:moved|slipped|shifted|changed)\b.*)$"
        yes "our deadline moved, it's the 3rd of October now" no "he moved on";
    "all-we-have" r"^(?:so |and |but |ok,? )*(?P<what>[\w.+# -]{2,40} is (?:what|all|the only thing) we (?:have|run|use|got|support|are on)\b.*)$"
        yes "Python 3.9 is what we have on the cluster" no "this is what it looks like";
    "there-is-no" r"^(?:and |so |but |also )*(?P<what>there(?:'s| is| are) (?:no|only|just|about|around|roughly|\d+) [\w -]{2,50})$"
        yes "there's no FPU" no "there it is";
    "we-have" r"^(?:so |and |also |ok,? |right now |at the moment |currently,? |today )*(?P<what>(?:we(?:'re| are)?|i(?:'m| am)(?: only| just)?) (?:currently )?(?:run|running|use|using|have|on|host|hosting|deploy|deployed|serve|store|ship|support|got|work with|working with)(?: (?:everything|all|it))?(?: on| in| with| about| around)? .*(?:\d|\b[A-Z]).*)$"
        yes "we run on kubernetes 1.29 with 3 replicas per service" no "we have to go";
    "subject-is" r"^(?:so |and |also |ok,? )*(?P<what>(?:(?:the|our|my|all|most|each|every) )?(?P<subject>[\w'/.()-]+(?: [\w'/.()-]+){0,5}?) (?:is|are|runs?(?: on| in)?|uses?|has|have|contains?|comes? with|lives? (?:on|in)|sits? (?:on|in)|consists? of|supports?|expects?|speaks?|accepts?|returns?|sends?|weighs?|costs?|takes?|holds?|stores?) (?P<value>.+))$"
        yes "The database is PostgreSQL 15, running on a separate box" no "the end";
    "will-be" r"^(?:so |and |also |ok,? )*(?P<what>(?:the |our |my )?(?P<subject>[\w'/. -]{2,40}?) (?:is going to be|will be|is set to|gets|shall be) (?P<value>.*\d.*))$"
        yes "session timeout is going to be 30 minutes" no "it will be fun";
}

/// Words of complaints, of passing remarks and of stories, which state no lasting fact.
const PASSING: Phrases = phrases!(
    " silly| stupid| ridiculous| nonsense| crazy| pointless| overkill| excessive\
     | not |n't | fail| error| broken| bug| wrong| slow| missing| still | now | again| same | too | should | must | weird| empty| red| green\
     | crash| stuck| working| done| ready| good| bad| nice| fine| better| ugly| ok | okay| was | were | had | seems| looks| think\
     | i | you | me | my | clear| great| cool| correct| right| sure| finished| hard | easy | this| that | these "
);

/// Subjects whose state does not last, or that name the conversation.
const NO_SUBJECT: Phrases = phrases!(
    "test|tests|build|error|problem|issue|output|result|results|question|idea|point|thing|rest|first|second|third|last|next|only|best|same\
     |other|reason|fix|bug|pr|branch|commit|code|change|changes|diff|answer|log|logs|plan|message"
);

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        if let Some(open) = undecided::left_open(sentence, own.get(at + 1).copied()) {
            out.push(open);
            continue;
        }
        for (facts, segment) in view.segments(sentence).iter().take(MOST_PARTS).enumerate() {
            let act = of_segment(sentence, segment, is_opening(view));
            // Later segments of a sentence count only if they state facts.
            if facts > 0 && act.as_ref().is_none_or(|a| a.deed != ActKind::Inform) {
                break;
            }
            out.extend(act);
        }
    }
    out
}

/// Words of a sentence that says itself what it is: a goal or a guess, whatever else its words look like.
const SAYS_WHAT_IT_IS: Phrases = phrases!(
    "goal|aim of|aim is|aim:|objective|purpose|mission|endgame|end game|end state|north star|what i'm after|what we're after|what we are after|reckon"
);

/// Reads the statements that name themselves a goal or a guess, before their words are taken for a rule or an order.
pub(in crate::pipeline::acts) fn named(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading);
    let segments = own.flat_map(|s| view.segments(s).iter().map(move |segment| (s, segment)));
    segments
        .filter(|(_, segment)| SAYS_WHAT_IT_IS.within(&segment.low))
        .filter_map(|(sentence, segment)| of_segment(sentence, segment, false))
        .filter(|act| matches!(act.deed, ActKind::Aim | ActKind::Suspect))
        .collect()
}

/// Reads the agent's suppositions, as candidates for the person.
pub(in crate::pipeline::acts) fn supposed(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    let mut out = Vec::new();
    for sentence in own {
        let low = sentence.text.to_lowercase().replace('’', "'");
        let faulty = || MAY_BE_A.within(&low) && FAULTS.within(&low);
        let opens = after_any(&low, SUPPOSES).is_some() || MAY_BE.within(&low) || faulty();
        if opens && words(&sentence.text) <= MOST && out.len() < MOST_SUPPOSED && summary::stands_alone(&sentence.text)
        {
            let said = whole(&capital(wording::plain(&sentence.text).trim_end_matches('.')));
            // A fault that is called by its kind is a suspicion for certain.
            let certainty = if faulty() { Certainty::Settled } else { Certainty::Likely };
            out.push(Act { certainty, ..Act::settled(ActKind::Suspect, sentence.range.clone(), said, "supposes") });
        }
    }
    out
}

/// Openings of an agent's supposition.
const SUPPOSES: Phrases = phrases!(
    "my hypothesis|my guess|my theory|my suspicion|my hunch|hypothesis:|i suspect|i think the cause|the likely cause\
     |the most likely cause|likely cause|most likely cause|one hypothesis|a possible cause|one possible cause|the likely culprit"
);

/// Words in a sentence that supposes a cause, anywhere in it.
const MAY_BE: Phrases = phrases!(
    " might be caused by| may be caused by| could be caused by| might be due to| may be due to| could be due to| might be because| may come from\
     | might come from| could come from| is probably caused by| is probably due to| is likely caused by| is likely due to|it looks as if|looks as though\
     |it seems as if| probably comes from| haven't verified|haven't confirmed|can't be certain|no proof"
);

/// Words that suppose of what kind a thing is, and kinds of faults.
const MAY_BE_A: Phrases =
    phrases!(" may be a| might be a| could be a| is likely a| is probably a| is most likely a|probably a|likely a");
const FAULTS: Phrases = phrases!(
    " problem| issue| bug| race| leak| mismatch| regression| deadlock| conflict| overflow| timeout| collision"
);

/// Reads findings that the agent says it verified, as candidates for the person.
pub(in crate::pipeline::acts) fn found(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block == BlockKind::Paragraph && !s.asks).collect();
    let vouched = |low: &str| VOUCHES.within(low);
    let lows: Vec<String> = own.iter().map(|s| s.text.to_lowercase().replace('’', "'")).collect();
    if own.len() > MOST_VOUCHED || !lows.iter().any(|l| vouched(l)) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (sentence, low) in own.iter().zip(&lows) {
        let (said, claim) = match sentence.text.split_once(": ") {
            Some((lead, rest)) if vouched(&lead.to_lowercase()) => (rest, rest),
            _ => (
                sentence.text.as_str(),
                after_any(&sentence.text, phrases!("yes,|no,|no:|yes:")).unwrap_or(&sentence.text),
            ),
        };
        let exact = claim.chars().any(|c| c.is_ascii_digit())
            || phrases!(" only | because | each | every | never | always ").within(low);
        let planned = phrases!(" will | would | should | i'll| let me| next| could | might | may | i'd ")
            .within(&format!(" {low}"));
        let own_deed = after_any(claim, phrases!("i|i've|we|let|here|done|fixed|added")).is_some();
        let whole_claim = (5..=MOST).contains(&words(claim)) && summary::stands_alone(claim) && !summary::points(claim);
        if exact && !planned && !own_deed && whole_claim && out.is_empty() {
            let text = whole(&capital(wording::plain(said).trim_end_matches('.')));
            out.push(Act::likely(ActKind::Inform, sentence.range.clone(), text, "found"));
        }
    }
    out
}

/// Words with which an agent says that it verified something.
const VOUCHES: Phrases = phrases!(
    "i measured|i tested|i checked|i verified|i confirmed|i reproduced|i counted|i looked it up|i profiled|i timed|i traced|measured|the docs say|the documentation says\
     |according to|it turns out|turns out|root cause|the cause is|the reason is|confirmed:|i found that|shows that|shows the|says"
);
/// Maximum number of sentences in an agent's turn that is searched for findings.
const MOST_VOUCHED: usize = 6;

/// Maximum number of suppositions kept of one turn.
const MOST_SUPPOSED: usize = 2;
/// Maximum number of segments read of one sentence.
const MOST_PARTS: usize = 4;

/// Maximum number of words in a statement that is kept.
const MOST: usize = 26;

fn of_segment(sentence: &Sentence, segment: &Segment, opening: bool) -> Option<Act> {
    let (form, found) = first(&FORMS, &segment.low)?;
    // A statement takes the whole sentence, later segments included.
    let whole_low = segment.low.as_str();
    let what = ["what", "named"].map(|name| group(&segment.text, &found, name)).into_iter().find(|w| !w.is_empty())?;
    let range = segment.range.clone();
    let said = whole(&capital(unhurried(what)));
    if words(what) < 2 || words(what) > MOST || !summary::stands_alone(what) || sentence.text.len() < 4 {
        return None;
    }
    match form {
        "suspect" => of_supposition(segment, what, form),
        "aims" if !segment.asks && !segment.doubtful => {
            Some(Act::settled(ActKind::Aim, range, without_to(&said), form))
        }
        _ if segment.unsettled() => None,
        "goal" if aims::judges(&said) => None,
        "goal" | "is-the-goal" | "succeeded-when" => Some(Act::settled(ActKind::Aim, range, said, form)),
        "aims" => None,
        // The first wish of a session is its goal; a wish for something small is a task.
        "want-a" => (opening && words(what) >= 3).then(|| Act::settled(ActKind::Aim, range, said, form)),
        "help-me" => (opening && words(what) >= 5).then(|| Act::settled(ActKind::Aim, range, said, form)),
        "setup" => Some(Act::settled(ActKind::Inform, range, whole(&capital(&segment.text)), form)),
        "building" => Some(Act::likely(ActKind::Aim, range, format!("Build {}", whole(unhurried(what))), form)),
        "fyi" => {
            let low = format!(" {} ", what.to_lowercase());
            let states = phrases!(
                " is | are | has | have | runs | run | uses | needs | comes | supports | only | limited | lives "
            )
            .within(&low);
            let plain = states && !phrases!(" i | you | we should | please | got | was | were ").within(&low);
            let plain = plain || is_named(what) && !PASSING.within(&low) && !segment.asks;
            (plain && !summary::points(what)).then(|| Act::settled(ActKind::Inform, range, said, form))
        }
        "all-we-have" => is_named(what).then(|| Act::settled(ActKind::Inform, range, said, form)),
        "amount" | "moved" => Some(Act::settled(ActKind::Inform, range, said, form)),
        "there-is-no" => {
            let passing = phrases!(" time| more | test| warning| change| choice| excuse| going back| other");
            let lasting = !passing.within(whole_low)
                && !what.split_once(" no ").is_some_and(|(_, thing)| no_is_remark(thing))
                && words(what) <= 8;
            let act = Act::settled(ActKind::Inform, range, said, form);
            Some(if lasting { act } else { Act { certainty: Certainty::Likely, ..act } })
        }
        "we-have" => {
            let told =
                phrases!(" to | been | problem| issue| error| fail| not | bug|n't | now | again| should | could ");
            let named = is_named(what.split_once(' ').map_or("", |(_, rest)| rest));
            (named && after_any(what, OF_SPEAKER).is_none() && !told.within(&format!("{whole_low} ")))
                .then(|| Act::settled(ActKind::Inform, range, said, form))
        }
        _ => {
            let (subject, value) = (group(&segment.text, &found, "subject"), group(&segment.text, &found, "value"));
            of_subject(segment, subject, value).map(|certainty| {
                let chooses = form == "will-be" && !MEASURES.within(whole_low);
                let deed = if chooses { ActKind::Choose } else { ActKind::Inform };
                Act { certainty, ..Act::settled(deed, range, said, form) }
            })
        }
    }
}

/// Openings about the speaker, not about what it works with: "I'm on it, 5 minutes".
const OF_SPEAKER: Phrases = phrases!(
    "i'm on it|i'm on a|i'm on the|i'm on my|i'm on call|i'm on vacation|i'm on holiday|i am on it|i'm on page|i'm on line|i'm on step|i'm on point|i'm on day"
);

/// Words before what was counted: "the office gets about 20 mails a day".
const MEASURES: Phrases = phrases!(" gets about | gets around | gets roughly | gets some | gets only | gets up to ");

/// Something that the person supposes: "reckon it's the cache". A question does only if it names a cause: "maybe the cache
/// is what causes it?"
fn of_supposition(segment: &Segment, what: &str, form: &'static str) -> Option<Act> {
    let cause = phrases!(" causing | causes | caused | because | due to | comes from | culprit| to blame| is down to ");
    let supposes = (!segment.asks || cause.within(&segment.low)) && words(what) >= 5;
    // "Maybe ..." may also put off a choice.
    let guesses = phrases!(
        "maybe|perhaps|possibly|presumably|probably|it might be|it may be|it could be|that might be|that may be|that could be|this might be|this may be|this could be|could be"
    );
    let is_firm = after_any(what, guesses).is_none() && !segment.asks;
    let make = if is_firm { Act::settled } else { Act::likely };
    let said = whole(&capital(unhurried(what)));
    supposes.then(|| make(ActKind::Suspect, segment.range.clone(), said, form))
}

/// The certainty of a statement that a subject has this value; `None` if it says nothing lasting.
fn of_subject(segment: &Segment, subject: &str, value: &str) -> Option<Certainty> {
    let first = subject.split_whitespace().next().unwrap_or("").to_lowercase();
    let last = subject.split_whitespace().last().unwrap_or("").to_lowercase();
    let passing = PASSING.within(&format!(" {} ", segment.low))
        || NO_SUBJECT.contains(&first)
        || NO_SUBJECT.contains(&last)
        || NO_OPENING.contains(&first);
    let of_setup = SETUP.contains(&last) && words(value) <= 8;
    if !of_setup && (passing || !is_named(value)) || words(subject) > 5 {
        return None;
    }
    // Without an article the subject may be a verb or a part of a name.
    let articled = after_any(&segment.low, phrases!("the|our|my|all|most|each|every|so the|and the")).is_some();
    let exact = value.chars().any(|c| c.is_ascii_digit());
    Some(if articled || exact || of_setup { Certainty::Settled } else { Certainty::Likely })
}

/// Parts of a project whose names are often written in lower case.
const SETUP: Phrases =
    phrases!("stack|backend|frontend|database|db|framework|hosting|infra|infrastructure|orm|toolchain|runtime");

/// Words that cannot open a subject.
const NO_OPENING: Phrases = phrases!(
    "let's|lets|let|what|which|who|why|how|when|where|if|is|are|does|do|can|could|should|would|that|this|these|those|it|they|he|she|i|you|we|here\
     |there|no|not|yes|ok|please|nothing|everything|something|one|two|some|any|make|use|let|see|as|in|on|at|for|with|and|but|because\
     |since|then|now|also|only|just|maybe|set|add|fix|check|whatever|someone|somebody|everyone|anyone|looks|seems|whether"
);

/// Whether words are a number, a name or a percentage.
fn is_named(value: &str) -> bool {
    value.chars().any(|c| c.is_ascii_digit())
        || value.split_whitespace().any(|w| w.starts_with(char::is_uppercase) && w != "I")
        || value.starts_with("mostly ")
}

/// A goal without the "to" it begins with.
fn without_to(said: &str) -> String {
    after_any(said, phrases!("to")).map_or_else(|| said.to_owned(), capital)
}
