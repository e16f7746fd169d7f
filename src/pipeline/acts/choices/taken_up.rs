//! Defines what the person puts in words which may also describe or ask ("slog in all services", "visitors sign in by
//! mail") and the agent takes up at once: "Noted, slog.", "The sign-in by mail is built." What both say is settled.

use std::ops::Range;

use super::chosen::may_be_product;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::questions::openness;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition, tells_of_others};
use crate::pipeline::acts::sentences::segments::is_hypothetical;
use crate::pipeline::acts::sentences::wording::{
    after_any, capital, lowered, parted_at, plain, unhurried, whole, words,
};
use crate::pipeline::acts::statements::asides::is_hearsay;
use crate::pipeline::acts::statements::descriptions::{mocks, only_tells};
use crate::pipeline::acts::work::{delivered, imperative};
use crate::pipeline::acts::{Act, ActKind, Basis, View, overlaps};
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::pipeline::spoken::{self, SpokenAct, Surroundings};
use crate::state::{Item, ItemKind, SourceTurn, Status, TurnId};
use crate::text::patterns;
use crate::transcript::Role;

forms! {
    "name-for" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) (?:for|in|on|as|between|with|behind|under|across|everywhere)(?: .+)?)$"
        yes "tantivy for the full text index" no "tantivy";
    "we-will" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?:we(?:'ll| will| shall|'re going to| are going to)) (?P<what>[a-z]{3,} .+)$"
        yes "we shall print the tickets with escpos" no "we print";
    "we-are-doing" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>we(?:'re| are) [a-z]{3,}ing .+)$"
        yes "we're partitioning the readings by month" no "we are late";
}

patterns! {
    /// A thing and how it is kept; what a thing has is not for the project to decide.
    WAY = r"^(?P<subject>[\w'#./-]+(?: [\w'#./-]+){0,4}?) (?:(?:only|always|never|all) )?(?P<verb>(?P<plural>are|go|run|live|start|end|come|stay|sit|carry|follow|show|use)|is|goes|runs|lives|starts|ends|comes|stays|sits|carries|follows|shows|uses) .+";
}

/// Words that say that it is so for good.
const LASTS: Phrases = phrases!(
    " everywhere | always | never | only | stays | stay | decided | final | settled | at all times | without exception | throughout |, no | no more | at most | at least | exactly one | minimum | maximum | don't change | fixed "
);

/// Words of a state that is passing or approximate.
const PASSING: Phrases = phrases!(
    " mostly | often | sometimes | usually | currently | right now | still | already | seems | seem | too | green | red | done | ready | passing | about | around | roughly | because | since | apparently | somehow | i | was | were | used to "
);

/// People and devices, whose ways the project does not decide.
const PEOPLE: Phrases = phrases!(
    "users|customers|people|clients|servers|machines|devices|phones|boxes|laptops|students|players|visitors|guests|colleagues|developers|browsers|teams|patients|sensors|boards"
);

/// Openings with which an agent takes up what was said, before it repeats it.
const TAKES_UP: Phrases = phrases!(
    "ok|okay|noted|got it|understood|all right|alright|right|sure|will do|fine|good|agreed|recorded|makes sense|using|set|so"
);

/// Words of an agent that weighs what was said instead of taking it up.
const WEIGHS: Phrases = phrases!(
    "but|however|though|unless|if|would|could|might|should|not|can't|cannot|isn't|doesn't|don't|already|still|currently|today"
);

/// Words of a sentence of the person that tells how things are, or that points to something else.
const TELLS: Phrases = phrases!(
    " is | are | was | were | has | have | had | does | did | it | it's | that | this | they | these | those | not | no | never | don't | can't | won't | if | when | why | how | what | maybe | perhaps "
);

/// Words that tell of trouble.
const TROUBLE: Phrases = phrases!(
    " error| bug | bugs |problem|issue| fails | failed | failing | broken | slow | missing | wrong | crash| stuck | hangs "
);

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "taken-up";

/// Words of a sentence that tells what others want.
const WANTED_BY_OTHERS: Phrases = phrases!(
    " wants | want | needs | need | says | said | refuses | asked | asks | promised | complains | thinks | prefers "
);

/// Words that make a statement a rule.
const BINDS: Phrases = phrases!(" only | never | always | at most | at least | no later than | no more than ");

/// Maximum numbers of words in what is taken up, and in the words that do so.
const MOST: usize = 14;

/// Fewest words of a statement.
const LEAST: usize = 3;

/// Maximum number of sentences in a turn of the person that is taken up, and of the agent's that take it up.
const SENTENCES: usize = 3;

/// Probability from which words settle something, as the model of wordings finds, where the agent takes them up.
const SETTLES: f32 = 0.6;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(said) = view.talk.before().next().filter(|t| t.role == Role::User) else { return Vec::new() };
    let Some(typed) = view.talk.last_typed().filter(|t| t.sentences.len() == said.sentences.len()) else {
        return Vec::new();
    };
    if said.sentences.len() > SENTENCES || said.sentences.iter().any(|s| mocks(&lowered(&s.text))) {
        return Vec::new();
    }
    let own = said.sentences.iter().zip(&typed.sentences);
    // "But with copper nails" belongs to the answer before it.
    let goes_on = |s: &Sentence| after_any(&s.text, phrases!("but|except")).is_some();
    own.filter(|(_, typed)| !view.talk.leaves_unsettled(&typed.range))
        .filter(|(s, _)| s.block == BlockKind::Paragraph && !s.asks && !settles_nothing(&s.text) && !goes_on(s))
        .filter_map(|(sentence, typed)| of_sentence(view, said, sentence, typed))
        .collect()
}

/// Whether words only think of a case, pass on what others advise, or leave something open.
fn settles_nothing(text: &str) -> bool {
    let low = lowered(text);
    hedges(&low)
        || sets_condition(&low)
        || tells_of_others(&low)
        || is_hypothetical(text)
        || is_hearsay(&low)
        || openness::says_open(&low)
        || only_tells(&low)
        // "Waste isn't the only cost" binds nothing.
        || phrases!("isn't the only|is not the only|not the only|aren't the only|are not the only").within(&low)
}

/// The items that have their evidence in these words.
fn known_from<'v>(view: View<'v>, turn: &'v TurnId, range: &'v Range<usize>) -> impl Iterator<Item = &'v Item> {
    let here = move |s: &SourceTurn| s.turn_id == *turn && s.offset.as_ref().is_none_or(|o| overlaps(o, range));
    let newest = ItemKind::ALL.iter().flat_map(move |kind| view.ledger.of_kind(*kind).rev().take(8));
    newest.filter(move |item| item.source_turns.iter().any(here))
}

/// The act of a sentence of the person that the agent takes up.
fn of_sentence(view: View<'_>, said: &ReadTurn, sentence: &Sentence, typed: &Sentence) -> Option<Act> {
    let text = first_part(said, sentence)?;
    let is_way = is_kept_to(view, &text, &sentence.text);
    // "The lamps are oil, no candles": the ban behind it is another item.
    let range = typed.range.start..if is_way { typed.range.start + text.len() } else { typed.range.end };
    let known: Vec<&Item> = known_from(view, &said.turn_id, &range).collect();
    let fact = known.first().filter(|item| is_way && item.kind == ItemKind::Fact && item.status == Status::Active);
    if known.len() > usize::from(fact.is_some()) {
        return None;
    }
    if said.sentences.len() == 1
        && fact.is_none()
        && let Some(what) = put(&text)
        && let Some(answer) = view.own().next().filter(|s| takes_up(s) && shared(&s.text, &what) > 0)
    {
        return Some(act(said, typed, ActKind::Choose, &what, answer));
    }
    let answers = view.own().take(SENTENCES).take_while(|s| !s.asks && !weighs(s));
    let mut answers = answers.filter(|s| s.block == BlockKind::Paragraph);
    let answer = answers.find(|answer| match shared(&answer.text, &text) {
        0 => agrees(answer),
        1 => takes_up(answer) || delivered::is_report(&answer.text),
        _ => true,
    })?;
    // "The lamps are oil everywhere" was taken for a fact until the agent agreed to keep to it.
    if is_way {
        let deed = if BINDS.within(&format!(" {} ", text.to_lowercase())) {
            ActKind::Rule { hard: true }
        } else {
            ActKind::Choose
        };
        let target = fact.map(|item| item.id.clone());
        let deed = if target.is_some() { ActKind::Revise } else { deed };
        return Some(Act { target, ..act(said, typed, deed, &text, answer) });
    }
    let deed = stated(&text).filter(|_| fact.is_none())?;
    Some(act(said, typed, deed, &text, answer))
}

/// Whether the agent agrees to keep to what these words tell.
fn is_kept_to(view: View<'_>, text: &str, sentence: &str) -> bool {
    const SHORT: usize = 10;
    let answers = || view.own().take(SENTENCES).take_while(|s| !s.asks && !weighs(s));
    let short = view.own().map(|s| words(&s.text)).sum::<usize>() <= SHORT;
    let commits = || {
        answers().any(|s| phrases!("will do|i'll stick|i'll keep|i'll follow|sticking to").within(&lowered(&s.text)))
    };
    if !answers().any(agrees) {
        return false;
    }
    let repeats = answers().any(|s| shared(&s.text, text) > 0);
    (short || repeats) && sets_way(text, sentence, short && (repeats || commits()))
}

/// Whether words tell how things of the project are kept: "the lamps are oil everywhere", "ropes come in red". With
/// `committed`, the agent has said that it will keep to them, and one thing is enough: "the lamp is oil".
fn sets_way(text: &str, sentence: &str, committed: bool) -> bool {
    let low = lowered(text);
    let whole = format!(" {} ", lowered(sentence));
    let passes = TROUBLE.within(&whole) || PASSING.within(&whole);
    let found = WAY.captures(&low).filter(|_| !passes && words(text) <= MOST && !summary::points(text));
    found.is_some_and(|found| {
        let subject = found.name("subject").map_or("", |m| m.as_str());
        // "The pump has two valves" tells, whatever the agent says to it.
        let one =
            committed && found.name("verb").is_none_or(|verb| matches!(verb.as_str(), "is" | "are" | "stays" | "goes"));
        let all = phrases!("all|every|each|both").contains(subject.split(' ').next().unwrap_or_default());
        // "Henceforth run the saw", "I'd get into trouble" name no kind of thing.
        let head = phrases!(" for | in | of | on | at ")
            .find(subject)
            .and_then(|(at, _)| subject.get(..at))
            .unwrap_or(subject);
        let pointed = after_any(head, phrases!("the|our|my|these|those|this|that|its|some|most|many|few")).is_some()
            || head.contains('\'');
        let plural = found.name("plural").is_some() && !pointed && head.ends_with('s') && !head.ends_with("ss");
        let of_people = PEOPLE.iter().any(|people| subject.split(' ').any(|w| w == people));
        !of_people && !names_talk(subject) && (one || all || plural || LASTS.within(&whole))
    })
}

/// Whether a subject names who talks or how it is told, no thing: "fyi the pump", "what you saw".
fn names_talk(subject: &str) -> bool {
    const TALK: Phrases =
        phrases!("i|you|we|they|it|he|she|btw|fyi|fwiw|background|unfortunately|luckily|sadly|that|this");
    subject.contains('\'') || subject.split(' ').any(|word| TALK.contains(word))
}

/// The effect of words that settle something, as the model of wordings finds; orders are left to the other families.
fn stated(text: &str) -> Option<ActKind> {
    let clear = words(text) >= LEAST && summary::stands_alone(text) && !summary::points(text);
    let led_in = after_any(
        text,
        phrases!("instead of|rather than|because|so that|which|so can you|so could you|can you|could you|would you"),
    )
    .is_some();
    if !clear || led_in || imperative::opens(summary::strip_fillers(text)) || stance::says_nothing(text) {
        return None;
    }
    let low = format!(" {} ", text.to_lowercase());
    // "I see both in package.json", "the journal wants a lock file": what is seen, and what others want.
    if low.starts_with(" i ") || TROUBLE.within(&low) || WANTED_BY_OTHERS.within(&low) {
        return None;
    }
    let reading = spoken::read(text, Surroundings::default());
    let deed = match reading.likeliest().0 {
        _ if BINDS.within(&low) => ActKind::Rule { hard: true },
        SpokenAct::Fact => ActKind::Inform,
        SpokenAct::Rule => ActKind::Rule { hard: false },
        SpokenAct::Task | SpokenAct::Choice => ActKind::Choose,
        _ => return None,
    };
    (reading.settles() >= SETTLES).then_some(deed)
}

fn takes_up(sentence: &Sentence) -> bool {
    let low = plain(&sentence.text).to_lowercase().replace('’', "'");
    let ends = low.trim_end_matches(['.', '!']).ends_with(", ok");
    !sentence.asks
        && sentence.block == BlockKind::Paragraph
        && !weighs(sentence)
        && words(&low) <= MOST
        && (ends || after_any(&low, TAKES_UP).is_some())
}

/// Whether a sentence of the agent opens with words that agree to what was said.
fn agrees(sentence: &Sentence) -> bool {
    let agreed = phrases!("ok|okay|noted|got it|understood|will do|agreed|recorded");
    takes_up(sentence) && after_any(&plain(&sentence.text), agreed).is_some()
}

/// Whether the agent weighs what was said, or tells how things are without it.
fn weighs(sentence: &Sentence) -> bool {
    let low = plain(&sentence.text).to_lowercase().replace('’', "'");
    low.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|w| WEIGHS.contains(w))
}

/// The number of words and numbers of what was said that an answer repeats.
fn shared(answer: &str, said: &str) -> usize {
    let own = tokens(answer);
    tokens(said).iter().filter(|t| own.contains(t)).count()
}

/// The first part of a sentence that leaves nothing open.
fn first_part(turn: &ReadTurn, sentence: &Sentence) -> Option<String> {
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question, Modality::Prohibition];
    let text = plain(&sentence.text).replace('’', "'");
    let text = parted_at(&text, &[',', ';', ':']).next().unwrap_or(&text);
    let end = sentence.range.start + text.len();
    let clauses = turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    if clauses.iter().any(|c| open.contains(&c.modality) && c.range.start < end) {
        return None;
    }
    Some(unhurried(text.trim_end_matches(['.', '!'])).to_owned())
}

/// The choice that words put by one of the forms.
fn put(text: &str) -> Option<String> {
    let low = text.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low)?;
    let what = group(text, &found, "what");
    let name = group(&low, &found, "name");
    // "Screenshots for the readme" asks for work.
    if !name.split(' ').all(|word| word.is_empty() || may_be_product(word) && !word.ends_with('s')) {
        return None;
    }
    let work = imperative::opens(name) || after_any(name, imperative::DOES).is_some();
    let spaced = format!(" {low} ");
    let told = (TELLS.within(&spaced) || TROUBLE.within(&spaced)) && form != "we-are-doing";
    let tried = form == "we-are-doing" && phrases!("seeing|getting|having|trying|looking|waiting|thinking|going|hoping|talking|missing|losing|running into|wondering").within(&low);
    (!work && !told && !tried && words(text) <= MOST && !stance::says_nothing(what)).then(|| capital(what))
}

fn act(said: &ReadTurn, typed: &Sentence, deed: ActKind, text: &str, answer: &Sentence) -> Act {
    let basis = Basis::of(&said.turn_id, typed);
    let act = Act::settled(deed, answer.range.clone(), whole(&capital(text)), FORM);
    Act { basis: Some(basis), ..act }
}
