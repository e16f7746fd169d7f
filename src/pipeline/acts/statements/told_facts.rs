//! Defines facts told in plain sentences: a thing, a verb of state or habit in the present, and what it is, has or does
//! ("the ferry takes forty cars", "half of our guests come by train").

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::references::standing::made_against;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Modality};
use crate::text::patterns;

patterns! {
    /// Words around a statement that only say when it is so.
    AROUND = r"^(?:(?:and|but|so|also|well|yes|right now|currently|today|nowadays|at the moment|these days|as of (?:now|today|this \w+|last \w+)),? )+";
    /// An origin in the past that still holds: "was written in Perl".
    ORIGIN = r"^(?:was|were|has been|have been) (?:originally |once |all |mostly |first )?(?:written|built|made|designed|developed|set up|started|founded|introduced|archived|deprecated|discontinued|closed|bought|owned) (?:in|by|with|for|from|since|as|on)\b";
    /// Being somewhere, of some kind, of some make, under some care.
    BEING = r"^(?:is|are|gets?) (?:(?:still|only|all|mostly|about|around|roughly|currently|always|usually|just|actually|also|now|generally|already|partly|almost|nearly|officially|physically) )*(?:an?|the|our|my|two|three|four|five|six|in|on|at|from|by|behind|under|over|between|called|named|managed|written|stored|kept|based|hosted|built|signed|rendered|made|owned|maintained|used|limited|licensed|part of|run|generated|served|deployed|connected|mounted|shared|configured|encrypted|split|located|handled|done by|read[- ]only|based|compatible|available|older|younger|bigger|smaller|flaky|offline|air-?gapped|little|big|single|multi|mostly)\b";
    /// A contrast behind a statement: ", not UTC".
    CONTRAST = r", not [\w +#.-]{1,24}$";
    /// How many there are of something lasting.
    COUNTS = r"^there(?:'s| is| are) (?:only |just |about |around |roughly |exactly |currently )*(?:\d[\d.,]*k?|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|no) (?:[\w-]+ )??(?:environments?|servers?|nodes?|machines?|users?|customers?|services?|teams?|people|developers|devs|branches|tables|databases|regions|stages|instances|boards?|devices?|sensors?|clients?|tenants?|repos|repositories|modules|levels|languages|versions?|offices?|sites?|lamps|gates)\b";
    /// Being in a state that passes: "is in progress", "is on fire".
    PASSES = r"^(?:is|are) (?:in|on|at|under|over|by)(?: and\b|,|$)|^(?:is|are) (?:(?:still|now|just|currently|already) )*(?:in|on|at|under|by|a|an|the) (?:progress|review|place|order|danger|trouble|sync|fire|hold|track|risk|stake|way|question|problem|bug|mess|pain|joke|mistake|nightmare|disaster|shame|good|bad|great|nice|no-brainer|must|bit|reason|case|point|idea|plan|issue|result|it|that|this|best|worst|only thing|next|first|last|same|right|wrong)\b";
}

/// Verbs of state and habit in their base form.
const VERBS: Phrases = phrases!(
    "use|live|sit|consist|expect|speak|accept|weigh|cost|take|hold|come|belong|talk|expire|need|ship|peak|own|deliver|start|end|open|happen|cover|host|contain\
     |last|stand|rely|run|work|produce|pay|earn|listen|arrive|leave|consume|drain|provide|follow|rotate|refresh|poll|push|pull|keep|give|get|grow\
     |emit|offer|target|report|fit|measure|charge|maintain|share|employ|buy|sell|change|draw|allow|limit|work|rent|share|date|originate|stem|span|cap|reboot|restart|log|drop|read"
);

/// Words that order, wish, permit or doubt, or tell of a fault or of a state that passes.
const NO_FACT: Phrases = phrases!(
    " must | should | shall | will | would | can | could | may | might | has to | have to | needs to | need to | please | pls | let's | ought | never | always |n't | not | cannot\
     | fail| error| broke| wrong| slow | missing| weird| crashes| crashed| crashing| stuck| hang| ugly| looks | look | seems | seem | feels | feel | again| ready| done | done.| finished| green | red | empty\
     | too | fine | nice | great | better | ok | okay | correct | hard | easy | merged| committed| pushed | i | i'm | me | you | your | u | he | she | tested | wants | want | think | think,| instead | rather \
     | silly| stupid| ridiculous| nonsense| crazy| pointless| overkill| excessive"
);

/// Subjects whose state does not last, that name the talk, or that point to something said before.
const NO_SUBJECT: Phrases = phrases!(
    "test|tests|build|error|errors|problem|problems|issue|issues|output|result|results|question|questions|idea|point|thing|things|rest|first|second|third|next|best|same\
     |other|others|reason|fix|bug|bugs|pr|change|changes|diff|answer|plan|message|option|options|goal|aim|decision|task|tasks|rule|rules|choice|trick|hope|truth|difference\
     |what|which|who|whose|why|how|when|where|if|whether|that|these|those|it|they|he|she|i|you|we|here|there|no|not|yes|ok|please|nothing|everything|something|one|any\
     |make|let|see|as|in|on|at|for|with|and|but|because|since|then|now|only|just|maybe|perhaps|probably|set|add|check|whatever|someone|somebody|everyone|anyone|looks|seems|while|after|before|once|until|instead|everybody|nobody|none|neither"
);

/// Things of the project to which "this" may point.
const OF_PROJECT: Phrases = phrases!(
    "repo|repository|project|codebase|package|service|app|machine|board|team|company|site|library|module|server|laptop|device|game|customer|client|cluster"
);

/// Words that give the whole or a part of a group.
const SHARES: Phrases = phrases!(
    "half of|most of|all of|some of|many of|a third of|a quarter of|about half of|a few of|none of|two of|both of|most|all|both|half|every|each|many|few"
);

/// Numbers and amounts in words.
const AMOUNTS: Phrases = phrases!(
    " two | three | four | five | six | seven | eight | nine | ten | twelve | twenty | hundred| thousand| million| half | third of | quarter | no | only | once | twice | every | per \
     | january| february| march| april| june| july| august| september| october| november| december| monday| tuesday| wednesday| thursday| friday| saturday| sunday| midnight| noon| night"
);

/// Verbs that tell how a thing is for good, in their base form.
const LASTING: Phrases =
    phrases!("live|sit|belong|own|share|consist|talk|speak|rely|originate|contain|host|maintain|stem");

/// Number of words in a fact that is kept.
const MOST: usize = 26;
/// Maximum number of words in the first of two things that a statement is about.
const JOINED: usize = 3;
/// Maximum number of words in a subject.
const LONGEST_SUBJECT: usize = 8;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| matches!(s.block, BlockKind::Paragraph | BlockKind::Item) && !s.asks);
    let first = own.filter_map(|s| view.segments(s).first().map(|segment| (s, segment)));
    let told = first.filter(|(_, segment)| !segment.unsettled() && segment.modality != Modality::Narration);
    told.filter_map(|(sentence, segment)| {
        // What names something refused before goes back to it.
        let again = made_against(view, &token_set(&segment.text)).next().is_some();
        let certainty = told_of(segment).filter(|_| !again)?;
        let range = segment.range.start..sentence.range.end.max(segment.range.end);
        // Beside something else it may be only the reason: "the votes are from May, so take oak".
        let alone = view.segments(sentence).len() == 1 || COUNTS.is_match(&segment.low);
        let range = if alone { range } else { segment.range.clone() };
        let certainty = if alone { certainty } else { Certainty::Likely };
        let said = whole(&capital(unhurried(bare(&segment.text))));
        Some(Act { certainty, ..Act::settled(ActKind::Inform, range, said, "told-fact") })
    })
    .collect()
}

/// The statement without the words that only say when it is so.
fn bare(text: &str) -> &str {
    AROUND.find(&text.to_ascii_lowercase()).and_then(|m| text.get(m.end()..)).unwrap_or(text)
}

/// The certainty of the fact that a segment tells, if it tells one.
fn told_of(segment: &Segment) -> Option<Certainty> {
    let text = bare(&segment.text);
    let low = text.to_ascii_lowercase();
    // "In local time, not UTC" denies nothing.
    let low = low.get(..CONTRAST.find(&low).map_or(low.len(), |m| m.start())).unwrap_or_default().to_owned();
    if COUNTS.is_match(&low) {
        return Some(Certainty::Settled);
    }
    if words(text) < 4 || words(text) > MOST || NO_FACT.within(&format!(" {low} ")) || imperative::opens(&low) {
        return None;
    }
    let (subject, verb) = parted(&low)?;
    let predicate = low.get(subject.len()..)?.trim_start();
    let base = base(verb);
    let is = matches!(verb, "is" | "are" | "was" | "were" | "has" | "have" | "gets" | "get");
    let (said, rest) = (text.get(subject.len()..)?.trim_start(), predicate.get(verb.len()..)?);
    let named = said.split_whitespace().skip(1).any(|w| w.starts_with(char::is_uppercase) && w != "I");
    let exact = named || low.chars().any(|c| c.is_ascii_digit()) || AMOUNTS.within(&format!("{rest} "));
    let owned = matches!(verb, "has" | "have") && after_any(rest, phrases!("been|to|got to|had")).is_none();
    let state = BEING.is_match(predicate) && !PASSES.is_match(predicate) || ORIGIN.is_match(predicate) || owned;
    if is && !state && !(exact && matches!(verb, "is" | "are" | "gets" | "get")) || PASSES.is_match(predicate) {
        return None;
    }
    let within = phrases!(" in | of | on | from | for ").find(subject).map_or(subject.len(), |(at, _)| at);
    let group = subject.get(..within)?;
    let shared = after_any(subject, SHARES).is_some();
    let known = after_any(subject, phrases!("the|our|my|this")).is_some()
        || shared
        || is_plural(group)
        || group.contains(" and ")
        || text.starts_with(char::is_uppercase) && subject.split(' ').count() == 1;
    let lasting = exact || shared || ORIGIN.is_match(predicate) || base.is_some_and(|base| LASTING.contains(&base));
    let kept = lasting
        || is && after_any(rest, phrases!("in|on|at|from|called|named|managed|written|stored|kept|hosted")).is_some();
    Some(if known && kept { Certainty::Settled } else { Certainty::Likely })
}

/// The base form of a verb of state or habit, if a word is one in the third person.
fn base(word: &str) -> Option<String> {
    let stem = word.strip_suffix('s')?;
    let forms = [Some(stem.to_owned()), stem.strip_suffix('e').map(str::to_owned)];
    forms.into_iter().flatten().find(|base| is_verb(base))
}

fn is_verb(base: &str) -> bool {
    VERBS.contains(base) || imperative::DOES.contains(base)
}

/// Whether a word or its last word names several.
fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
        || phrases!("people|users|staff|data|half|most").contains(word)
}

/// The subject and the verb of a lower-case statement.
fn parted(low: &str) -> Option<(&str, &str)> {
    let all: Vec<&str> = low.split(' ').collect();
    let determined = phrases!("the|our|my|this|all|most|half|both|every|each|many|some|a").contains(all.first()?);
    let least = if determined { 2 } else { 1 };
    let is_aux = |w: &str| matches!(w, "is" | "are" | "has" | "have" | "was" | "were" | "gets" | "get");
    let opens_rest = |w: &str| {
        phrases!("the|a|an|in|on|at|to|from|with|by|about|around|only|over|through|every|our|that|which|who|two|no|as|for|after|before")
            .contains(w)
            || w.starts_with(|c: char| c.is_ascii_digit())
    };
    let stop = |w: &str| {
        phrases!("that|which|who|when|if|because|and|or|but|so|while").contains(w) || w.ends_with([',', ':', ';'])
    };
    let mut candidate = None;
    for at in least..all.len().min(LONGEST_SUBJECT + 1) {
        let word = *all.get(at)?;
        let before = *all.get(at - 1)?;
        if is_aux(word) {
            candidate = Some(at);
            break;
        }
        let next = all.get(at + 1).copied().unwrap_or("");
        let goes = matches!(word, "go" | "goes") && phrases!("through|to|via|out|into|over").contains(next);
        // "The sun and the moon share a sky"
        let joined = all.get(..at)?.contains(&"and");
        let verb = goes || base(word).is_some() || is_verb(word) && (joined || is_plural(before));
        if candidate.is_none() && verb && !next.is_empty() {
            candidate = Some(at);
        }
        let joins = word == "and" && candidate.is_none() && at <= JOINED;
        if candidate.is_some_and(|verb| at > verb && opens_rest(word)) || stop(word) && !joins {
            break;
        }
    }
    let at = candidate?;
    let end: usize = all.iter().take(at).map(|w| w.len() + 1).sum();
    let subject = low.get(..end)?.trim_end();
    let (first, last) = (*all.first()?, *all.get(at - 1)?);
    let this = first == "this" && !all.iter().take(at).skip(1).any(|w| OF_PROJECT.contains(w));
    let unclear =
        NO_SUBJECT.contains(first) || NO_SUBJECT.contains(last) || this || subject.contains([',', ':', ';', '"']);
    (!unclear).then_some((subject, *all.get(at)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_a_subject_and_a_verb_of_state() {
        for (said, want) in [
            ("the ferry takes forty cars", Some(("the ferry", "takes"))),
            ("our harbour office drops mails after a week", Some(("our harbour office", "drops"))),
            ("half of our guests come by train", Some(("half of our guests", "come"))),
            ("the tide tables are in local time", Some(("the tide tables", "are"))),
            ("add the lamp to the map", None),
            ("it takes forty cars", None),
        ] {
            assert_eq!(parted(said), want, "{said}");
        }
    }

    #[test]
    fn states_that_pass_are_told_from_those_that_last() {
        assert!(COUNTS.is_match("there are three lamps: red") && !COUNTS.is_match("there are three ways"));
        assert!(CONTRAST.is_match("in local time, not utc") && !CONTRAST.is_match("it is not utc"));
        assert!(BEING.is_match("is in the harbour") && !PASSES.is_match("is in the harbour"));
        assert!(
            PASSES.is_match("is in progress") && ORIGIN.is_match("was built in 1931") && AROUND.is_match("right now x")
        );
        assert!(
            !ORIGIN.is_match("was built yesterday") && !BEING.is_match("is lovely") && !AROUND.is_match("the lamp")
        );
    }
}
