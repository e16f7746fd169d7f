//! Defines which sentences of the agent propose something, and what they propose.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::says_nothing;
use crate::pipeline::acts::picks::errands::is_errand;
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::topics::with_topic;
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, opens_proposal, order, plain, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::work::own_steps::is_step;
use crate::pipeline::extract::summary::strip_fillers;
use crate::text::{Match, patterns};

patterns! {
    /// The agent's intention, after an introduction of at most one clause.
    INTENDS = r"(?i)^(?:(?:for|to|in|on|with|as|if you (?:agree|like|want|don't mind)|if that's|unless you|instead of|after|before|given|since|from here|personally|in that case|that said|as a next step)\b[^,.?!]{0,44}, )?(?:then |so |here |next |now )?(?:i|we)(?:'d| would|'ll| will| want to| plan to| intend to|'m going to| am going to|'re going to| propose| suggest| recommend| advise| favou?r| vote for| lean towards?)\b|^for (?:the|our|your|all|every|each) [^,.?!]{2,40}? (?:i|we)(?:'d| would|'ll| will| propose| suggest| recommend| advise) [\w`]";
    /// A noun that announces a proposal, and the proposal after it: "my plan is to ...", "one idea: ...".
    NAMED = r"(?i)^(?:so |then )?(?:i think )?(?:(?:my|the|one|a|an|another|our)\b ?)?(?:[a-z-]+ )?(?:(?:proposal|suggestion|recommendation|offer|advice|preference|vote|pick)(?: (?:here|now|then|for [^,:]{2,40}?|of mine))?(?::| is to| is| would be to| would be)|(?:plan|idea|tip|bet)(?: (?:here|now|then|for [^,:]{2,40}?|of mine))?(?::| is to| would be to| would be)|(?:default|approach|solution|fix|option|choice|way|thing|move|route|step)(?: (?:here|now|then|forward|for [^,:]{2,40}?))?(?: is to| would be to| would be| might be to| could be to)) ";
    /// A change that stands below its description: "This would set a timeout of 10 seconds:".
    SHOWN = r"(?i)^(?:this|that|it|the (?:patch|change|diff|commit|fix|edit)(?: below)?)(?: below)? (?:would|will|could) (?P<deed>[a-z]+ [^:]{4,}):$";
    /// The pronoun behind the verb of an order: "put them behind a queue".
    POINTS_TO_TOPIC = r"^[A-Z][a-z]+ (?P<it>it|them|that|those|these|this)\b";
    /// A proposal that is called one: "my suggestion: ...".
    ANNOUNCED = r"(?i)^(?:so |then )?(?:my|one|a|the|another) (?:[a-z]+ )?(?:proposal|suggestion|recommendation|offer|plan)(?: (?:here|now|then|for [^,:]{2,40}?))?(?::| is to| would be to| is:) ";
    /// "Here's what I'd do about the slow update: send only the difference".
    HERE_IS = r"(?i)^(?:so |ok(?:ay)?,? )?(?:(?:here(?:'s| is)|this is) (?:what|how) |what )(?:i|we)(?:'d| would|'ll| will)? (?:do|suggest|propose|recommend|go about|handle|approach|fix|solve|change|go with)\b[^:,]{0,60}(?::| is to| is:) ";
    /// "I think this is the moment to move to Bazel", "it's time to drop the old flag".
    IS_TIME = r"(?i)^(?:i think |i'd say |maybe |perhaps )?(?:(?:this|now)(?: is|'s) (?:probably |perhaps )?(?:the|a good|the right) (?:moment|time|point)|(?:it(?:'s| is) )?(?:probably |about )?time) to ";
    /// Words that announce a proposal and say nothing of it: "I propose", "my proposal".
    ANNOUNCES = r"(?i)^(?:(?:i|we)(?:'d| would)? (?:propose|suggest|recommend|do|go with)(?: the following| this| these)?|(?:here(?:'s| is) )?(?:my|the|a|one|our|this) (?:[a-z]+ )?(?:proposal|plan|suggestion|recommendation|idea|offer|approach|take|fix)(?: is| would be| here| now| for [^:]{2,50})?|here(?:'s| is) (?:what|how) (?:i|we)\b[^:]{0,60})[:.]?$";
    /// A recommendation: "15 minutes for the tokens is a good balance", "the cheapest fix is a unique constraint".
    PRAISED = r"(?i)^(?:the (?:\w+est|best|right|obvious|proper|standard|usual|safe|clean) (?:fix|way|solution|option|approach|choice|thing) (?:here |now |for [^,]{2,40} )?is )|\b(?:is|are|would be|should be) (?:a |an |the )?(?:[a-z]+ )?(?:good (?:balance|compromise|choice|default|fit|value|start)|enough|plenty|sufficient|sensible|reasonable|standard practice|the way to go|best practice|less work)\b";
    /// "Simplest would be that the linter returns 2": the thing praised is proposed.
    SIMPLEST = r"(?i)^(?:the )?(?:simplest|easiest|cleanest|best|safest|quickest|nicest|cheapest)(?: thing| way| option| fix| solution)?(?: here| now)? (?:would be|is|might be|could be)(?: probably)? (?:that|if) ";
    /// "It'd be cleaner to generate the client".
    WORTH = r"(?i)^(?:i think )?it(?:'d| would| might| could|'s| is| may)(?: probably| also| well)? (?:be )?worth (?:it to |while to )?";
    /// "It'd be cleaner to generate the client", without its "to".
    IMPERSONAL = r"(?i)^(?:i think )?(?:it|that|this)(?:'d| would| might| could|'s| is)(?: probably| also)? (?:be )?(?:probably |much |far |a bit |also )?[a-z]+(?:er|ier|ble|st|ful|al|fe)? to ";
    /// Leaves it to the person to object before the agent does something.
    LEAVE = r"(?i)^(?:if you(?:'re| are) (?:happy|ok|okay|fine|good|alright) with (?:that|this|it),?|if (?:that|this)(?:'s| is) (?:ok|okay|fine|alright)(?: (?:with|for|by) you)?,?|(?:unless|if) (?:you (?:see|have|object|mind|say|stop|want|prefer)|there(?:'s| is))[^,]{0,50},) (?:then )?(?:i'll|i will|i'd|i would|we'll|i can|let me) ";
    /// "How does Argon2id sound for the passwords?"
    SOUNDS = r"(?i)^how (?:does|do|would|about) (?P<what>.+?) (?:sound|look|feel|suit you)(?P<tail> (?:for|as|in|on|to) .+?)?(?: to you)?\?*$";
    /// A statement with a question mark or a word at its end that asks for a yes: "so rows without a key are skipped, right?"
    RIGHT = r"(?i)^(?P<said>.{12,}?),? (?:right|correct|yes|ok|okay|agreed|agree|deal|no|isn't it|doesn't it|shall we|good)\?$";
    /// "Is copper with a seal OK for you?"
    FINE = r"(?i)^(?:and |so )?(?:is|are|would) (?P<what>.+?) (?:be )?(?:ok|okay|fine|good|alright|acceptable)(?: (?:for|with|by) you|(?P<tail> as (?:the |an? )?[\w -]{2,40}?))\?$";
    /// "Is it OK for the bell to ring at night?"
    OK_FOR = r"(?i)^(?:and |so )?(?:is|would) it (?:be )?(?:ok|okay|fine|alright|all right|acceptable) for (?P<who>(?:the|a|an|our|your|each|every|all|any|people|users|guests) ?[\w' -]{0,40}?) to (?P<deed>[a-z].+?)\?$";
    /// "A bell over the door would be a nice addition later."
    EXTRA = r"(?i)^(?P<what>.{6,80}?) (?:would|might|could) be (?:an? )?(?:really |very |quite )?(?:nice|good|useful|handy|great|cool|neat|worthwhile|natural) (?:add-on|addition|extra|touch|next step|follow-up|complement|bonus)\b[^,]{0,20}\.?$";
    /// A value that the agent reports to have chosen: "I've set the limit of the lift at 300 kg".
    HAS_SET = r"(?i)^(?:for now,? )?(?:i|we)(?:'ve| have)? (?:now |just |provisionally |simply )?(?:set|put|capped|limited|pinned) (?:the |your |our )?(?P<what>[^,;:]{3,60}?) (?P<value>(?:at|to) (?:at most |about )?\d[^;:]*?)\.?$";
    /// A report of what was done or found.
    TOLD = r"(?i)\b(?:i|we)(?:'ve| have)? (?:just |also |now |already )?(?:[a-z]+ed|found|ran|saw|made|wrote|did|built|got|read|took|put|had|was|could not|couldn't|can't|don't|am)\b|\b(?:was|were|did|didn't|has been|have been|failed|passes|passed|crashed)\b";
}

/// A proposal that a sentence makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AgentsProposal {
    /// The proposal, as an order or a statement.
    pub object: String,
    /// Whether the person is asked; false if it is only mentioned as possible.
    pub asked: bool,
}

/// Reads the proposal in a sentence. Its object is empty where the sentence only asks for an opinion on the one before.
pub(super) fn proposal(said: &str) -> Option<AgentsProposal> {
    // "Unless you see a reason against it, I'll ...": a yes is waited for.
    if let Some(rest) = LEAVE.find(said).and_then(|m| said.get(m.end()..)) {
        let object = object(rest);
        return (!object.is_empty() && !is_errand(&object)).then_some(AgentsProposal { object, asked: true });
    }
    let said = unintroduced(said);
    if let Some((topic, rest)) = introduced(said) {
        let found = proposal(rest)?;
        return Some(AgentsProposal { object: about(&found.object, topic), ..found });
    }
    if let Some(deed) = SHOWN.captures(said).and_then(|c| c.name("deed")) {
        let object = order(deed.as_str());
        return imperative::opens(&object).then_some(AgentsProposal { object, asked: false });
    }
    let asks = said.ends_with('?');
    if asks && let Some(found) = SOUNDS.captures(said) {
        let part = |name| found.name(name).map_or("", |m| m.as_str());
        return Some(AgentsProposal { object: order(&format!("{}{}", part("what"), part("tail"))), asked: true });
    }
    // "Is 10 minutes fine as the interval?" names a value, "is the door good as a lamp?" does not.
    let valued = |what: &str| what.contains(|c: char| c.is_ascii_digit());
    if let Some(found) = FINE.captures(said).filter(|_| asks)
        && (found.name("tail").is_none() || found.name("what").is_some_and(|what| valued(what.as_str())))
    {
        let part = |name| found.name(name).map_or("", |m: Match<'_>| m.as_str());
        let what = format!("{}{}", part("what"), part("tail"));
        let points = phrases!("that|this|it|everything|all|these|those|all of this|either");
        return (!points.contains(what.to_lowercase().as_str()))
            .then(|| AgentsProposal { object: order(&what), asked: true });
    }
    if let Some(found) = OK_FOR.captures(said) {
        let part = |name| found.name(name).map_or("", |m: Match<'_>| m.as_str());
        let deed = part("deed").split(" (").next().unwrap_or_default();
        return Some(AgentsProposal { object: capital(&format!("{} may {deed}", part("who"))), asked: true });
    }
    if let Some(found) = EXTRA.captures(said) {
        let what = found.name("what").map_or("", |m| m.as_str());
        return Some(AgentsProposal { object: order(what), asked: false });
    }
    if let Some(found) = RIGHT.captures(said).filter(|_| asks && !opens_question(said)) {
        let said = found.name("said").map_or("", |m| m.as_str());
        // "Share links, yes or no?"
        let said = said.strip_suffix(" yes or").map_or(said, |bare| bare.trim_end_matches(','));
        return Some(AgentsProposal { object: order(said), asked: true });
    }
    let openly = proposes(said);
    let intended = !openly && !asks && (intends(said) || naming(said).is_some());
    if !openly && !intended
        || asks && asks_to_be_told(said)
        || intended && is_step(&said.to_lowercase().replace('’', "'"))
    {
        return None;
    }
    let object = object(said);
    // "I'd like to show you a plan first" offers talk.
    let talks =
        phrases!("show you|ask you|tell you|walk you|hear|know|see").iter().any(|w| after(&object, w).is_some());
    if (intended || !asks && talks) && is_errand(&object) {
        return None;
    }
    let announced = [&HERE_IS, &IS_TIME, &ANNOUNCED].iter().any(|form| form.is_match(said));
    Some(AgentsProposal { object, asked: (openly || announced) && !floats(said) })
}

/// The words that name a proposal before it: "my plan is to", "here's what I'd do:", "it's time to".
fn naming(said: &str) -> Option<Match<'_>> {
    [&NAMED, &HERE_IS, &IS_TIME].iter().find_map(|form| form.find(said))
}

/// Whether a sentence only tells what something is due or equal to.
fn is_due(bare: &str) -> bool {
    let linked = phrases!(
        "due to|up to|close to|next to|similar to|related to|thanks to|back to|equal to|prone to|likely to|bound to|subject to|unable to|able to|used to|open to|limited to|down to|specific to"
    );
    after_any(bare, phrases!("it's|it is|that's|that is|this is|it's probably|it's mostly|it's also"))
        .is_some_and(|rest| after_any(rest, linked).is_some())
}

/// Words that open a reason or a circumstance before a proposal.
const REASONS: Phrases = phrases!(
    "since|because|as|given|seeing|considering|although|though|even though|due to|looking at|judging by|based on|having|now that|while"
);

/// Openings of a sentence whose last part belongs to its first: "for the export, I'd use Parquet".
const BELONGS: Phrases = phrases!(
    "for|to|as|in|on|with|at|instead|rather|if|when|once|unless|until|before|after|besides|since|because|given|while|so|then|personally|next|otherwise|depending"
);

/// A proposal without the words before it: "since the map stutters on old phones (all of 2019), I'd cluster the pins".
fn unintroduced(said: &str) -> &str {
    if let Some(last) = behind_a_statement(said) {
        return last;
    }
    if after_any(said, REASONS).is_none() {
        return said;
    }
    let behind =
        said.match_indices([',', ':']).filter(|(at, _)| said.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')));
    let behind = behind.filter_map(|(at, _)| said.get(at + 2..));
    behind.into_iter().find(|part| makes_proposal(part)).unwrap_or(said)
}

/// The proposal behind a statement: "I'd use a tree" of "a plain list won't scale; I'd use a tree", "I can list them" of
/// "41 clients still call it, I can list them".
fn behind_a_statement(said: &str) -> Option<&str> {
    let apart = said.rsplit_once("; ").filter(|(head, last)| makes_proposal(last) && !makes_proposal(head));
    let offers = phrases!("i can|i could|i'll|i'd");
    let weighs = phrases!(" would | could | might | should | can ");
    let joined = || {
        let (head, last) = said.rsplit_once(", ").filter(|(_, last)| after_any(last, offers).is_some())?;
        let states = !makes_proposal(head) && !weighs.within(head) && after_any(head, BELONGS).is_none();
        (states && makes_proposal(last)).then_some((head, last))
    };
    apart.or_else(joined).map(|(_, last)| last)
}

/// Whether a part of a sentence opens like a proposal.
fn makes_proposal(text: &str) -> bool {
    let bare = after_any(text, phrases!("so|then")).unwrap_or(text).replace('’', "'");
    (after_any(&bare, PROPOSES).is_some() || INTENDS.is_match(&bare)) && after_any(&bare, NO_PROPOSAL).is_none()
}

/// The subject that stands before a proposal, and the proposal: "About late homework: my proposal is ...".
fn introduced(said: &str) -> Option<(&str, &str)> {
    const SUBJECT: usize = 7;
    let (lead, rest) = said.split_once(": ")?;
    let about = after_any(lead, phrases!("about|regarding|concerning|as for|on|re"));
    let announces = phrases!(
        "proposal|suggestion|plan|idea|recommendation|option|approach|note|done|so|next|also|and|yes|no|sure|question|status|fix|fixed|my|one|two|three"
    );
    let named = || Some(lead).filter(|l| words(l) <= 3 && after_any(l, announces).is_none() && proposes(rest));
    let topic = about.or_else(named)?;
    let topic = after_any(topic, phrases!("the|our|your")).unwrap_or(topic);
    (words(topic) <= SUBJECT && !rest.contains(": ")).then_some((topic, rest))
}

/// A proposal with the subject that stands before it in the place of its pronoun, else behind it.
fn about(object: &str, topic: &str) -> String {
    let found = POINTS_TO_TOPIC.captures(object).and_then(|c| c.name("it"));
    match found.and_then(|it| Some((object.get(..it.start())?, object.get(it.end()..)?))) {
        Some((before, behind)) => format!("{before}the {topic}{behind}"),
        None => with_topic(object, topic),
    }
}

/// The proposed thing as an order; empty where the words only point to an earlier sentence: "shall I implement it?"
fn object(said: &str) -> String {
    let said = first_clause(said);
    let bare = strip_fillers(&said);
    if ANNOUNCES.is_match(bare) {
        return String::new();
    }
    let named = naming(bare).or_else(|| [&IMPERSONAL, &SIMPLEST].iter().find_map(|form| form.find(bare)));
    let named = named.or_else(|| worth(bare));
    let rest = named.and_then(|m| bare.get(m.end()..));
    // "My offer: I write a simulator"
    let rest =
        rest.map(|rest| after_any(rest, phrases!("i|we")).filter(|deed| imperative::opens(deed)).unwrap_or(rest));
    let object = order(rest.unwrap_or(&said));
    if says_nothing(&object) { String::new() } else { object }
}

/// The words before a deed that may be worth while: "it might be worth" of "it might be worth sanding the door".
fn worth(bare: &str) -> Option<Match<'_>> {
    let found = WORTH.find(bare)?;
    let deed = bare.get(found.end()..)?.split(' ').next()?;
    let remarks = phrases!("noting|mentioning|pointing|knowing|checking|asking|seeing|remembering|keeping|saying");
    (deed.ends_with("ing") && !remarks.contains(deed)).then_some(found)
}

/// Whether the agent offers to do the work itself; any other proposal is a design to agree on.
pub(in crate::pipeline::acts) fn offers_work(said: &str) -> bool {
    let bare = plain(said);
    let bare = strip_fillers(&bare);
    // "I've no test for that yet. Shall I add one?" offers in its last clause.
    let late = bare.rsplit_once(", ").map_or("", |(_, tail)| tail);
    [bare, late].into_iter().any(|text| after_any(text, OFFERS_WORK).is_some())
}

/// Openings of sentences in which the agent offers to do something.
const OFFERS_WORK: Phrases = phrases!(
    "shall i|should i|want me to|do you want me to|would you like me to|can i|may i|could i|i can|i could|i'll|i will|let me know if i should\
     |let me know if you want me to|is it ok if i|is it okay if i|is it alright if i|is it fine if i|ok if i|okay if i|would it be ok if i|would it be okay if i\
     |do you mind if i|would you mind if i|next i could|next i can|next i'd|next i would|next i'll|next, i'll|next i will|then i'll|now i'll|first i'll|ready to|ok to|okay to|if you want, i can|if you like, i can|if you'd like, i can\
     |happy to|shall we|should we|want us to|let's|let me know whether i should|if you agree, i'll|i want to|i plan to"
);

/// Whether a question asks only whether to go on as said: "Shall I proceed with that?"
pub(super) fn asks_to_go_on(said: &str) -> bool {
    said.ends_with('?') && proposal(said).is_some_and(|p| p.object.is_empty())
}

/// The statement that the question after it asks about: "Two retries should be enough. Okay for you?"
pub(in crate::pipeline::acts) fn stated_before(said: &str) -> Option<String> {
    let said = said.trim_start_matches(|c: char| !c.is_alphanumeric() && !"`(".contains(c));
    // "Yes, that works: the bot can ..." agrees before it states.
    let agreed = after_any(said, phrases!("yes|yeah|sure|ok|okay|right|true|good point|good idea|that works|works"));
    let said =
        agreed.and_then(|rest| rest.split_once(": ")).filter(|(lead, _)| words(lead) <= 5).map_or(said, |(_, s)| s);
    let points = phrases!(
        "that|that's|this|it|it's|these|those|they|there|there's|here|here's|no|not|now|done|also|which|yes|ok"
    );
    if let Some(found) = HAS_SET.captures(said) {
        let part = |name| found.name(name).map_or("", |m: Match<'_>| m.as_str());
        return Some(capital(&format!("{} {}", part("what"), part("value"))));
    }
    if said.ends_with(['?', ':']) || TOLD.is_match(said) || words(said) < 4 || after_any(said, points).is_some() {
        return None;
    }
    Some(object(said)).filter(|o| !o.is_empty())
}

/// Whether a sentence reports a value that the agent has chosen: "I've set the limit of the lift at 300 kg".
pub(in crate::pipeline::acts) fn sets_value(said: &str) -> bool {
    HAS_SET.is_match(said)
}

/// Whether a sentence says what the agent would do, or names a proposal.
fn intends(said: &str) -> bool {
    let bare = strip_fillers(said).replace('’', "'");
    let conditional =
        after_any(&bare, phrases!("if|when|once|until|after|unless|while|although|since|because")).is_some();
    !conditional
        && after_any(&bare, NO_PROPOSAL).is_none()
        && !is_due(&bare)
        && (INTENDS.is_match(&bare)
            || naming(&bare).is_some()
            || IMPERSONAL.is_match(&bare)
            || worth(&bare).is_some()
            || PRAISED.is_match(&bare) && !TOLD.is_match(&bare))
}

/// Whether a question asks for information or offers to show something, instead of proposing a change.
fn asks_to_be_told(said: &str) -> bool {
    let asked = after_any(
        said,
        phrases!("do you want to|do you want me to|would you like to|would you like me to|want me to|want to"),
    );
    asked.is_some_and(|rest| after_any(rest, phrases!("see|know|hear|read|talk|discuss|tell|look at")).is_some())
}

fn opens_question(said: &str) -> bool {
    after_any(
        strip_fillers(said),
        phrases!(
            "is|are|do|does|did|can|could|may|should|shall|would|will|what|which|where|when|who|why|how|has|have|was|were\
             |want|any|shall"
        ),
    )
    .is_some()
}

/// Maximum number of words before a colon that say too little without what follows, and of the whole.
const SHORT_HEAD: usize = 6;
const WHOLE: usize = 26;

/// The part of a proposal before its reasons: "use Parquet for the export, it comes out smaller".
pub(super) fn first_clause(said: &str) -> String {
    let said =
        after_any(said, phrases!("unless you mind,|if you don\'t mind,|if that\'s ok,|if you agree,")).unwrap_or(said);
    let ends = phrases!(", it |, since | because |, which |, so | if you| if that|, that |; |, as | - |: the ");
    let low = said.to_ascii_lowercase();
    // "I'd split it: the API pages are built at night": a short head says too little.
    let whole = |end: &&str| {
        **end == *": the "
            && words(said) <= WHOLE
            && low.find(*end).is_some_and(|at| words(said.get(..at).unwrap_or("")) <= SHORT_HEAD)
    };
    let cut = ends.iter().filter(|end| !whole(end));
    let at = cut.filter_map(|e| low.find(e)).filter(|at| *at > 12).min().unwrap_or(said.len());
    let head = said.get(..at).unwrap_or(said);
    let asks = said.ends_with('?') && !head.ends_with('?');
    if asks { format!("{head}?") } else { head.to_owned() }
}

/// Openings of sentences that propose something.
const PROPOSES: Phrases = phrases!(
    "my proposal|my suggestion|proposal:|suggestion:|plan:|idea:|my recommendation|my plan|recommendation:\
     |i suggest|i'd suggest|i would suggest|i propose|i'd propose|i would propose|i recommend|i'd recommend\
     |i would recommend|i think we should|we should|we could|i could|i'd|i would|let's|should i|should we|shall i\
     |shall we|do you want me to|do you want to|do you want us to|would you like me to|would you like to\
     |would you like us to|would you mind if|want me to|want us to|how about|what about|what if we|why don't we\
     |can i|may i|could i|can we|could we|can we agree on|unless you mind|unless you object|i'd rather|any objection to|any objections to\
     |do you mind if i|do you mind if we|would it be ok if i|would it be okay if i|is it alright if i|next i could|next, i could|next i'd|next i would|is it ok if i|is it okay if i\
     |is it fine if i|ok if i|okay if i|ok to|okay to|ready to|the simplest fix is to|the easiest fix is to\
     |one option is to|we can|i can|better to|it would be best to|do you want|would you like|would you prefer|how do you feel about\
     |how would you feel about|what do you think about|what do you think of|what would you say to|are you ok with|are you okay with\
     |are you fine with|are you happy with|would you be ok with|would you be okay with|would you be fine with|any thoughts on\
     |may we|i'd say we|i would say we|i think i should|want the|want a|that would be|that'd be|that's then"
);

/// Openings of sentences that only say what would be possible.
const FLOATS: Phrases =
    phrases!("we could|i could|next i could|next, i could|we can|i can|one option is to|i'd be happy");

/// Openings that look like a proposal's but narrate or ask about something else.
const NO_PROPOSAL: Phrases = phrases!(
    "let's see|let's look|let's settle|let's decide|let's discuss|let's clarify|let's talk|i'd say that|i'd say it|i'd need|i'd have|i'd be|i'd expect|i'd guess|i'd estimate|i would estimate|i would need|i would have\
     |i would normally|i'd normally|i can see|i can confirm|i can reproduce|i could not|i could see|i can't\
     |i couldn't|we can't|we could not|we can see|can you|could you|i would expect|i'd like to know|i'd like to push back|i'd push back|i want to push back|i'd like to point out|i'd like to flag|i'd like to mention|i'd caution|i'd first\
     |i could reproduce|we should see|we should be|what about the|i can only|we should now|i would guess|we would need|we'd need|we will need|we'll need|i'll need|i will need|i'd say the\
     |we will see|we'll see|i'll be|i will be|we will be|we'll be|i'll have|we'd have|we would have|i'll let you|i'll wait|i'd love to know"
);

fn proposes(said: &str) -> bool {
    let leave = phrases!(
        " if you're fine| if you are fine| if you're ok| if that's ok| if that's fine| if you agree| if you don't mind| unless you object| if it's ok"
    );
    if leave.within(&said.to_lowercase().replace('’', "'"))
        && after_any(said, phrases!("i'll|i will|then i'll|i'd|i would")).is_some()
    {
        return true;
    }
    let bare = crate::pipeline::extract::summary::strip_fillers(said).replace('’', "'");
    // "Looking at the traces, most of the time is spent in parsing, so I suggest ..." opens late.
    let late = bare.rsplit_once(", ").map_or("", |(_, tail)| tail);
    let opens = |text: &str| {
        // "I'd say 16 or 32" names values.
        let says = after_any(text, phrases!("i'd say|i would say"))
            .is_some_and(|rest| after_any(rest, phrases!("we")).is_none());
        !says && (after_any(text, PROPOSES).is_some() || opens_proposal(text)) && after_any(text, NO_PROPOSAL).is_none()
    };
    // "Start the backup at 1:00?"
    let orders = said.trim_end().strip_suffix('?').is_some_and(|o| imperative::opens(o) && measured(o).is_some());
    orders || opens(&bare) || (bare.len() - late.len() < 40 && opens(late))
}

fn floats(said: &str) -> bool {
    let asks = said.ends_with('?');
    !asks && after_any(crate::pipeline::extract::summary::strip_fillers(said), FLOATS).is_some()
}
