//! Defines statements that are no orders: what the session is for, how things are, what is suspected, what is still open.

use super::form::{first, forms, group};
use super::options;
use super::segments::Segment;
use super::wording::{after_any, capital, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::Phrases;
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;

forms! {
    "goal" r"^(?:so |ok,? |hi,? )*(?:the |our |my )?(?:overall |main |big |ultimate )?(?:goal|aim|objective|purpose|mission)(?: (?:for|of|here|in) [^:]{2,40}?)?(?: is|:| here is| is to)(?: that| to)? (?P<what>.+)$"
        yes "our aim for this quarter: get the build below 10 minutes" no "the goalkeeper is late";
    "building" r"^(?:so |ok,? |hi,? |context: )*(?:we(?:'re| are)|i(?:'m| am)) (?:building|making|writing|developing|creating|working on) (?P<what>(?:an?|the|our|my) .+)$"
        yes "we're building a booking tool for clinics" no "we are late";
    "fyi" r"^(?:fyi|for your information|for context|some context|context|background|heads up|just so you know|so you know|for reference|note|good to know|by the way|btw)[,:]? (?:that )?(?P<what>.+)$"
        yes "fyi the api is rate limited to 100 requests per minute" no "take a note";
    "amount" r"^(?:so |and |ok,? )*(?P<what>(?:the |our |my |total )*(?:budget|deadline|due date|release date|launch date|go-live|quota|target date|rate limit|size limit)(?: (?:for|of|on) .{2,40}?)? (?:is|are|=|:) .*\d.*)$"
        yes "Budget is $500 for the whole thing" no "budget talks are hard";
    "there-is-no" r"^(?:and |so |but |also )*(?P<what>there(?:'s| is| are) (?:no|only|just) [\w -]{2,50})$"
        yes "there's no FPU" no "there it is";
    "subject-is" r"^(?:so |and |also |ok,? )*(?P<what>(?:the|our|my|all|most|each) (?P<subject>[\w'/. -]{2,40}?) (?:is|are|runs?(?: on| in)?|uses?|has|have|contains?|comes? with|lives? (?:on|in)|sits? (?:on|in)|consists? of|supports?|expects?|speaks?|accepts?|returns?|weighs?|costs?|takes?) (?P<value>.+))$"
        yes "The database is PostgreSQL 15, running on a separate box" no "the end";
    "will-be" r"^(?:so |and |also |ok,? )*(?P<what>(?:the |our |my )?(?P<subject>[\w'/. -]{2,40}?) (?:is going to be|will be|is set to|gets|shall be) (?P<value>.*\d.*))$"
        yes "session timeout is going to be 30 minutes" no "it will be fun";
    "suspect" r"^(?:hm+,? |so |and |but |ok,? |well,? )*(?P<what>(?:i (?:suspect|guess|assume|bet|have a feeling)|my (?:guess|hunch|theory|suspicion) is|(?:it|that|this) (?:might|may|could) be|maybe|perhaps|possibly|presumably|could it be|might it be|(?:it )?(?:looks|seems|sounds) like)\b.+)$"
        yes "I suspect the leak comes from the socket handler" no "suspects are many";
}

/// Words of a complaint, a remark on the moment or a story: no lasting fact.
const PASSING: Phrases = Phrases(
    " not |n't | fail| error| broken| bug| wrong| slow| missing| still | now | again| same | too | should | must | weird| empty| red| green\
     | crash| stuck| working| done| ready| good| bad| nice| fine| better| ugly| ok | okay| was | were | had | seems| looks| think\
     | i | you | me | my | clear| great| cool| correct| right| sure| finished| hard | easy | this| that | these ",
);

/// Subjects whose state is of the moment, or that name the talk.
const NO_SUBJECT: Phrases = Phrases(
    "test|tests|build|error|problem|issue|output|result|results|question|idea|point|thing|rest|first|second|third|last|next|only|best|same\
     |other|reason|fix|bug|pr|branch|commit|code|change|changes|diff|answer|log|logs|plan|message",
);

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    for (at, sentence) in own.iter().enumerate() {
        if let Some(open) = left_open(sentence, own.get(at + 1).copied()) {
            out.push(open);
            continue;
        }
        for segment in view.segments(sentence).iter().take(1) {
            out.extend(of_segment(sentence, segment));
        }
    }
    out
}

/// Most words of a statement that is kept.
const MOST: usize = 26;

fn of_segment(sentence: &Sentence, segment: &Segment) -> Option<Act> {
    let (form, found) = first(&FORMS, &segment.low)?;
    // A statement is the whole sentence: what follows belongs to it.
    let whole_low = segment.low.as_str();
    let what = group(&segment.text, &found, "what");
    let range = segment.range.clone();
    let said = whole(&capital(unhurried(what)));
    if words(what) < 2 || words(what) > MOST || !summary::stands_alone(what) || sentence.text.len() < 4 {
        return None;
    }
    match form {
        "suspect" => (!segment.asks).then(|| Act::likely(ActKind::Suspect, range, said, form)),
        _ if segment.unsettled() => None,
        "goal" => Some(Act::settled(ActKind::Aim, range, said, form)),
        "building" => Some(Act::likely(ActKind::Aim, range, format!("Build {}", whole(unhurried(what))), form)),
        "fyi" => {
            let low = format!(" {} ", what.to_lowercase());
            let states = Phrases(" is | are | has | have | runs | uses | needs | comes | supports | only | limited ")
                .within(&low);
            let plain = states && !Phrases(" i | you | we should | please | got | was | were ").within(&low);
            plain.then(|| Act::settled(ActKind::Inform, range, said, form))
        }
        "amount" => Some(Act::settled(ActKind::Inform, range, said, form)),
        "there-is-no" => Some(Act::likely(ActKind::Inform, range, said, form)),
        _ => {
            let (subject, value) = (group(&segment.text, &found, "subject"), group(&segment.text, &found, "value"));
            let named = value.chars().any(|c| c.is_ascii_digit())
                || value.split_whitespace().any(|w| w.starts_with(char::is_uppercase))
                || value.starts_with("mostly ");
            let first = subject.split_whitespace().next().unwrap_or("").to_lowercase();
            let last = subject.split_whitespace().last().unwrap_or("").to_lowercase();
            let passing =
                PASSING.within(&format!(" {whole_low} ")) || NO_SUBJECT.contains(&first) || NO_SUBJECT.contains(&last);
            if !named || passing || words(subject) > 5 {
                return None;
            }
            let deed = if form == "will-be" { ActKind::Choose } else { ActKind::Inform };
            Some(Act::settled(deed, range, said, form))
        }
    }
}

/// Alternatives that the person leaves open: "S3, MinIO or the disk. Haven't decided yet."
fn left_open(sentence: &Sentence, next: Option<&Sentence>) -> Option<Act> {
    const OPEN: Phrases = Phrases(
        "not sure yet|haven't decided|have not decided|not decided|undecided|still open|open question|torn between|no decision yet|can't decide|to be decided|tbd|don't know yet|not settled",
    );
    let low = sentence.text.to_lowercase().replace('’', "'");
    let after = next.map(|s| s.text.to_lowercase().replace('’', "'")).unwrap_or_default();
    if !(OPEN.within(&low) || OPEN.within(&after)) || !(low.contains(" or ") || low.contains(" between ")) {
        return None;
    }
    let text = after_any(sentence.text.trim(), Phrases("open question:|still open:|undecided:|tbd:|open:"))
        .unwrap_or(&sentence.text);
    let end =
        Phrases(", not sure|, haven't|, still|, undecided|, i don't|, can't|, no decision").find(&text.to_lowercase());
    let text = end.and_then(|(at, _)| text.get(..at)).unwrap_or(text);
    let asked = format!("{}?", text.trim().trim_end_matches(['.', '?', '!']));
    let sides = options::sides(&asked)?;
    let names: Vec<String> = sides.sides.iter().map(|s| s.text.clone()).collect();
    let summary = whole(&capital(text.trim().trim_end_matches(['.', '?'])));
    let mut act = Act::likely(ActKind::LeaveOpen, sentence.range.clone(), summary, "left-open");
    act.alternatives = names;
    Some(act)
}
