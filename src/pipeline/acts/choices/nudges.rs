//! Defines what the person nudges the agent to by a question or a suggestion, and the agent takes up: "shouldn't the key
//! live in the vault?" - "Good catch, moved it there." The two together settle it; a question that the agent only answers
//! settles nothing, and one that it agrees to without doing anything waits for the person.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::{says_nothing, stems};
use crate::pipeline::acts::questions::answered::open_of;
use crate::pipeline::acts::questions::asserted::asserted;
use crate::pipeline::acts::references::antecedents::resolved_question;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{
    after_any, capital, leaves_object_open, leaves_place_open, lowered, order, plain, reason, unhurried, whole, words,
};
use crate::pipeline::acts::work::commitments::{self, Commitment};
use crate::pipeline::acts::{Act, ActKind, Basis, Certainty, View, overlaps};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

forms! {
    "has-already" r"^(?:don't|do|haven't|didn't) we (?:already |also |still |not )*(?:have|got|get|own|ship|use) (?P<thing>.+)$"
        yes "don't we already have a ladder for that" no "do we want a ladder";
    "there-is" r"^(?:isn't|is|aren't) there (?:already |also |not )*(?P<thing>(?:an?|some|the) .+)$"
        yes "isn't there a ladder in the shed" no "is there";
    "does-already" r"^(?:doesn't|don't|can't|won't) (?P<thing>[\w./-]+(?: [\w./-]+){0,2}?) (?:already |also )+(?:do|have|handle|support|cover|provide|give|offer)\b.*$"
        yes "doesn't the shed already have a ladder" no "doesn't it";
    "doubts" r"^(?:do|does|did) (?:we|it|you|they) (?:really|actually|even|still) (?:need|want|have to have|have to use) (?P<thing>.+)$"
        yes "do we really need our own ladder" no "do we need a ladder";
    "doubts-whether" r"^(?:is|are|isn't|aren't) (?P<thing>.+?) (?:really |actually |even |still )?(?:necessary|needed|a good idea|the way to go|worth it|what we want|too (?:much|many|long|short|high|low|slow|big|small|large|heavy|noisy|strict|loose)|a bit much|overkill|unnecessary|redundant|risky|dangerous|the right (?:way|place|tool|choice|level|thing))\b.*$"
        yes "is a ladder really necessary" no "is the ladder red";
    "better" r"^(?:wouldn't|isn't|would|aren't|is) (?P<thing>.+?) (?:be |not )?(?:a )?(?:bit |much |maybe )?(?:better|nicer|clearer|simpler|cleaner|easier|safer|faster|shorter|cheaper|smarter|preferable|good enough|enough|more \w+|ok|okay|fine)\b.*$"
        yes "wouldn't a rope be safer" no "wouldn't it";
    "should-we" r"^(?:(?:should|shouldn't|can't|couldn't|could|why don't|why wouldn't|why can't|why aren't|wouldn't|shall|aren't|what if) we|(?:don't|do) we (?:not )?want to) (?:also |not |just |maybe |rather |better |at least |already |perhaps |simply |want to |be )*(?P<what>[a-z-]+ .+)$"
        yes "shouldn't we be using the ladder" no "should we";
    "why-not" r"^why not (?:just |simply |rather |also )*(?P<what>.+)$"
        yes "why not just use the ladder" no "why is it not there";
    "what-about" r"^(?:what|how) about (?P<what>.+)$"
        yes "what about a rope for that" no "what is it about";
    "sense-in" r"^(?:would it|wouldn't it|does it|doesn't it|isn't it|could it|might it|it might|it would|it could|it'd|might|would|perhaps|maybe)(?: not)?(?: also)?(?: be)?(?: make)?(?: (?:more|much|a bit))? (?:better|best|good|nice|nicer|easier|simpler|cleaner|safer|sense|worth)(?: here)?(?: to| if we| for us to) (?P<what>.+)$"
        yes "would it make sense to hide the ladder" no "it would be better";
    "suggests" r"^(?:(?:maybe|perhaps|possibly|probably|in theory|i wonder (?:if|whether)|i (?:guess|think)(?: that)?|i(?:'m| am| was|'ve been| have been)(?: also| still| just| now)? (?:thinking|wondering)(?: about it and)?(?: if| whether| that)?),? )+we (?:should|could|can|might|ought to|may want to|better|might want to)(?: also| just| maybe| rather| probably| at least| simply)* (?P<what>[a-z-]+ .+)$"
        yes "i am also thinking we should hide the ladder" no "we hide the ladder";
    "could-also" r"^we (?:could|might|can)(?: also| just| maybe| rather| probably| simply)+ (?P<what>[a-z-]+ .+)$"
        yes "we could also hide the ladder" no "we could";
    "maybe-is" r"^(?:maybe|perhaps) (?P<said>.+?) (?:is|are|would be|might be) (?:a |the )?(?:better|best|good|nicer|simpler|cleaner|right|safer)(?: (?:option|idea|way|choice|thing|solution|fit|approach))?\b.*$"
        yes "maybe a rope is the better option" no "maybe it rains";
    "maybe-should" r"^(?:maybe|perhaps|i wonder (?:if|whether)|i(?:'m| am| was)(?: also)? (?:thinking|wondering)(?: if| whether| that)?|i think) (?P<said>.+? (?:should|could|ought to) .+)$"
        yes "perhaps the ladder should go inside" no "perhaps the ladder";
    "could-it" r"^(?:can't|couldn't|could|wouldn't|won't) (?P<it>(?:they|it|that|this|the|our|my|those|these)\b.*)$"
        yes "couldn't they share a ladder" no "couldn't we";
    "should-it" r"^(?P<asked>(?:should|shouldn't|must|mustn't) .+)$"
        yes "shouldn't the ladder be inside" no "the ladder should";
    "belongs" r"^(?:don't|doesn't) (?P<thing>.+?) (?:belong|have to|need to|go) .+$"
        yes "doesn't the ladder belong inside" no "don't run";
}

/// Words before a nudge.
const BEFORE: Phrases = phrases!(
    "wait|hm|hmm|so|and|but|also|ok|okay|well|or|actually|btw|then|right|quick question|question|one more question|sorry|tbh|honestly|stupid question|dumb question|another thought|thinking about it|now that i see it|just wondering|out of curiosity"
);

/// Verbs and words of questions that ask for information or for comfort.
const ASKS_ONLY: Phrases = phrases!(
    "see|know|tell|say|expect|assume|worry|be worried|worried|be concerned|concerned|trust|find|have to wait|wait|care|be able|understand|think|look at|the other|the others|the rest|now|then|that|this|it|them|those|these|me|you|him|her"
);

/// Openings with which an agent agrees that it is to change something.
const GIVES_IN: Phrases = phrases!(
    "good catch|good point|good idea|good call|good thinking|good thought|great idea|great point|great catch|nice catch|nice idea|fair point|fair|fair enough|fair challenge|that's a good point|that's a fair point|that is a fair challenge|that's a good idea|that is a good idea|that's a good call|that's fair\
     |you're right|you are right|you're absolutely right|i agree|agreed|makes sense|that makes sense|true|absolutely|definitely|exactly|i think you're right|i think your instinct is right|your instinct is right|point taken|indeed|excellent point|excellent idea|right call|that's better|that is better|that would be better|that'd be better|much better"
);

/// Openings that agree to what was asked, be it a question or a nudge.
const ASSENTS: Phrases = phrases!(
    "yes|yeah|yep|sure|right|correct|it should|it does|they should|they can|they do|we do|we can|we should|it can|there is|there are|of course|ok|okay|not really|no, not really|fair, no|i think so|it is|it would|that would|that reads better|nope|no"
);

/// Openings and words of an agent that keeps things as they are, or leaves the choice to the person.
const DECLINES: Phrases = phrases!(
    "i'd rather|i would rather|i'd keep|i would keep|i'd stay|i'd stick|i'd leave|i don't think|not here|not necessarily|not yet|no need|probably not|possible|possibly|it depends|depends|because|mostly|usually|in principle"
);

/// Words of a sentence that weighs against.
const WEIGHS: Phrases = phrases!(" but | however | although | though | unless | on the other hand");

/// Numbers of sentences that are read of the person's turn and of the agent's, and of the agent's turns since.
const SAID: usize = 5;
const ANSWER: usize = 8;
const TURNS: usize = 3;

/// Maximum number of words in a nudge.
const MOST: usize = 32;

/// Id of the form of these acts.
pub(super) const FORM: &str = "nudged";

/// A nudge of the person.
#[derive(Debug, Default)]
struct Nudge<'t> {
    /// The words of the question.
    said: String,
    /// As an order or a statement; empty where the question does not say it.
    states: String,
    /// The thing that it is about: "a ladder".
    thing: String,
    /// Whether it doubts a thing, so that a no agrees.
    doubts: bool,
    /// The sentences of the agent before it, in which its pronouns are looked up.
    told: &'t [Sentence],
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some((said, between)) = asked_lately(view) else { return Vec::new() };
    let Some(typed) = view.talk.typed(&said.turn_id).filter(|t| t.sentences.len() == said.sentences.len()) else {
        return Vec::new();
    };
    let before = view.talk.before().skip_while(|t| t.turn_id != said.turn_id).nth(1);
    let told = before.filter(|t| t.role == Role::Assistant).map_or(&[][..], |t| t.sentences.as_slice());
    let own = said.sentences.iter().zip(&typed.sentences).take(SAID);
    let mut own = own.filter(|(s, typed)| s.block == BlockKind::Paragraph && !is_known(view, said, typed));
    let taken_up = own.find_map(|(sentence, typed)| {
        let nudge = nudge(&sentence.text, told)?;
        answered(view, &nudge, &between).map(|found| act(said, typed, found))
    });
    let Some(act) = taken_up else { return Vec::new() };
    let range = act.range.clone();
    let open = open_of(view, said).filter(|_| act.certainty == Certainty::Settled);
    let ended = open.map(|question| Act::ends(question, range.clone(), FORM)).collect::<Vec<_>>();
    [act].into_iter().chain(ended).collect()
}

/// The person's last turn, and the agent's between it and this one: "Good catch, let me see what there is."
fn asked_lately(view: View<'_>) -> Option<(&ReadTurn, Vec<&ReadTurn>)> {
    let between: Vec<&ReadTurn> = view.talk.before().take(TURNS + 1).take_while(|t| t.role != Role::User).collect();
    let said = view.talk.before().nth(between.len()).filter(|t| t.role == Role::User)?;
    (between.len() <= TURNS).then_some((said, between))
}

/// Whether a settled item has its evidence in this sentence.
fn is_known(view: View<'_>, said: &ReadTurn, typed: &Sentence) -> bool {
    const NEWEST: usize = 6;
    let made = |item: &Item| {
        let mut here = item.source_turns.iter().filter(|s| s.turn_id == said.turn_id);
        here.any(|s| s.offset.as_ref().is_none_or(|at| overlaps(at, &typed.range)))
    };
    let kinds = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
    kinds.iter().any(|kind| view.ledger.of_kind(*kind).rev().take(NEWEST).any(made))
}

/// The nudge in one of a sentence's clauses. `told`: what the agent had told of, for pronouns.
fn nudge<'t>(text: &str, told: &'t [Sentence]) -> Option<Nudge<'t>> {
    let text = plain(text).replace('’', "'");
    let mut starts: Vec<usize> = vec![0];
    for joint in [", ", " - ", " – ", ": ", ". ", "; "] {
        starts.extend(text.match_indices(joint).map(|(at, _)| at + joint.len()));
    }
    starts.sort_unstable();
    starts.into_iter().filter_map(|at| text.get(at..)).find_map(|part| of_clause(unopened(part), told))
}

fn unopened(part: &str) -> &str {
    let mut rest = part.trim();
    while let Some(after) = after_any(rest, BEFORE).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', '.', ':', ' ', '-']);
    }
    rest.trim_end_matches(['?', '!', '.', ' ', ')'])
}

fn of_clause<'t>(clause: &str, told: &'t [Sentence]) -> Option<Nudge<'t>> {
    let low = clause.to_lowercase();
    if words(clause) > MOST {
        return None;
    }
    let (form, found) = first(&FORMS, &low)?;
    let part = |name| group(clause, &found, name);
    let (what, thing, said) = (part("what"), part("thing"), part("said"));
    // "Shouldn't the key have been kept?" asks what was.
    let past = phrases!(" have been | have had ").within(&low);
    if past || after_any(what, ASKS_ONLY).is_some() || phrases!("i|you").contains(low.split(' ').nth(1).unwrap_or("")) {
        return None;
    }
    let states = match form {
        "should-it" => {
            let asked = positive(part("asked"));
            let asked = resolved_question(&asked, told).unwrap_or(asked);
            asserted(&asked).unwrap_or_default()
        }
        // "What about the roof?" asks after a thing that is there.
        "what-about" if after_any(what, phrases!("the|our|my|your|its|all|those|these")).is_some() => String::new(),
        "what-about" => format!("Use {}", main(what)),
        _ if !what.is_empty() => order(&main(&base_form(what))),
        _ => capital(&main(said)),
    };
    // "Should we paint or oil it?" leaves the choice to the agent's words.
    let states = if states.contains(" or ") { String::new() } else { states };
    let thing = after_any(thing, phrases!("these|those|this|that")).unwrap_or(thing);
    let thing =
        phrases!(" for | in the | that | which ").find(thing).map_or(thing, |(at, _)| thing.get(..at).unwrap_or(thing));
    let doubts = form.starts_with("doubts");
    Some(Nudge { said: clause.to_owned(), states, thing: thing.to_owned(), doubts, told })
}

/// A question with "not" as one without.
fn positive(asked: &str) -> String {
    asked.replacen("n't ", " ", 1)
}

/// Words without their reason and what follows it.
fn main(text: &str) -> String {
    let (text, _) = reason(text);
    let end = phrases!(", as |, which |, or | - | – |. |; |, like |, so |, since ").find(&text.to_lowercase());
    unhurried(end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)).to_owned()
}

/// "Using the ladder" of "be using the ladder", "sort the birds" of "if we sorted the birds".
fn base_form(what: &str) -> String {
    let Some((verb, rest)) = what.split_once(' ') else { return what.to_owned() };
    commitments::base(&verb.to_lowercase()).map_or_else(|| what.to_owned(), |base| format!("{base} {rest}"))
}

/// The sentence of the agent that takes a nudge up, the words it settles, and whether the agent acts on them.
struct Answer<'s> {
    sentence: &'s Sentence,
    text: String,
    acts: bool,
}

fn answered<'v>(view: View<'v>, nudge: &Nudge<'_>, between: &[&ReadTurn]) -> Option<Answer<'v>> {
    let lines = |turn: &'v ReadTurn| {
        turn.sentences.iter().filter(|s| !matches!(s.block, BlockKind::Quote | BlockKind::Heading))
    };
    let own: Vec<&Sentence> = lines(view.turn).take(ANSWER).take_while(|s| !s.asks).collect();
    let first = between.last().and_then(|t| t.sentences.first()).or(own.first().copied())?;
    let opening = opening(&first.text, nudge);
    // Steps in between belong to a nudge that the agent has taken up.
    if opening == Opening::Declines || between.len() > 1 && opening != Opening::GivesIn {
        return None;
    }
    let weighed = own.iter().take(2).any(|s| WEIGHS.within(&format!(" {} ", s.text.to_lowercase())));
    let agrees =
        opening == Opening::GivesIn || own.iter().take(2).any(|s| self::opening(&s.text, nudge) == Opening::GivesIn);
    for sentence in &own {
        // The entry of a list tells of many things besides.
        let listed = sentence.list.is_some() && !agrees;
        let Some(found) = commitments::of_sentence(&sentence.text).filter(|_| !listed) else { continue };
        let text = match &found {
            Commitment::Bare if agrees || opening == Opening::Assents || restates(nudge, &own) => {
                worded(nudge, "", &own)
            }
            Commitment::Deed(words) | Commitment::State(words) if is_about(nudge, words, opening) => {
                worded(nudge, words, &own)
            }
            _ => None,
        };
        if let Some(text) = text {
            return Some(Answer { sentence, text, acts: true });
        }
    }
    let told = own.first().copied().filter(|_| agrees && !weighed && between.is_empty())?;
    worded(nudge, "", &own).map(|text| Answer { sentence: told, text, acts: false })
}

/// Whether a line says what the person asked in its own words.
fn restates(nudge: &Nudge<'_>, own: &[&Sentence]) -> bool {
    let said = stems(&nudge.said);
    let shared = |s: &&&Sentence| stems(&s.text).iter().filter(|word| said.contains(word)).count() >= 2;
    own.iter().any(|s| shared(&s))
}

/// How an agent takes a nudge, by its first words.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Opening {
    GivesIn,
    Assents,
    Declines,
    Other,
}

fn opening(text: &str, nudge: &Nudge<'_>) -> Opening {
    let low = lowered(text);
    if after_any(&low, GIVES_IN).is_some() {
        return Opening::GivesIn;
    }
    let denies = after_any(&low, phrases!("no|nope|not really|fair, no")).is_some();
    if denies && !nudge.doubts || after_any(&low, DECLINES).is_some() {
        return Opening::Declines;
    }
    if denies || after_any(&low, ASSENTS).is_some() { Opening::Assents } else { Opening::Other }
}

/// Whether a deed is about what the person asked: it shares a word, or has a pronoun behind words that agree.
fn is_about(nudge: &Nudge<'_>, deed: &str, opening: Opening) -> bool {
    let said = stems(&nudge.said);
    let points = summary::points(deed) && opening != Opening::Other;
    points || stems(deed).iter().any(|word| said.contains(word))
}

/// The words that say alone what is settled: the deed, else the deed with what the question names for its pronoun, else
/// the question as a statement, else what the agent agrees to.
fn worded(nudge: &Nudge<'_>, deed: &str, own: &[&Sentence]) -> Option<String> {
    let alone = |text: &String| {
        let open = leaves_object_open(text) || leaves_place_open(text) || says_nothing(text);
        words(text) >= 2 && summary::stands_alone(text) && !points_back(text) && !open && !is_cut(text)
    };
    let deed = deed.to_owned();
    let named = with_thing(&deed, &nudge.thing);
    let agreed = || own.iter().take(2).find_map(|s| agreed_to(&s.text, nudge.told));
    [Some(deed), named, Some(nudge.states.clone())]
        .into_iter()
        .flatten()
        .find(alone)
        .or_else(|| agreed().filter(alone))
        .map(|text| whole(&text))
}

/// Whether words point back to something; "one frame" counts.
fn points_back(text: &str) -> bool {
    summary::points(&text.to_lowercase().replace("one ", "1 "))
}

/// Whether words end before what they say: "The key should be handed over before".
fn is_cut(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or("").to_lowercase();
    phrases!("before|after|in|on|at|for|with|by|of|to|the|a|and|or|instead of").contains(last.as_str())
}

/// A deed whose pronoun is replaced: "Use that for the roof" is "Use a ladder for the roof".
fn with_thing(deed: &str, thing: &str) -> Option<String> {
    let points = phrases!("it|that|this|them|they|those|these").contains(thing.to_lowercase().as_str());
    if thing.is_empty() || points || summary::points(thing) {
        return None;
    }
    let (verb, rest) = deed.split_once(' ')?;
    let rest = after_any(rest, phrases!("it|that|this|them|those|these|that one|this one"))?;
    Some(format!("{verb} {thing} {rest}").trim().to_owned())
}

/// The statement that an agent agrees to: "`--dry` is clearer" of "Agreed, `--dry` is clearer".
fn agreed_to(text: &str, told: &[Sentence]) -> Option<String> {
    let text = plain(text).replace('’', "'");
    let rest = after_any(&text, GIVES_IN).or_else(|| after_any(&text, ASSENTS))?;
    let rest = rest.trim_start_matches([',', ':', '.', ' ', '–', '—']);
    let rest = main(rest.strip_prefix("- ").unwrap_or(rest));
    if let Some((it, deed)) = rest.split_once(" should ").filter(|(it, _)| phrases!("it|they").contains(it)) {
        return resolved_question(&format!("should {it} {deed}"), told).and_then(|asked| asserted(&asked));
    }
    let says = phrases!(" is | are | should | would | makes | keeps ").within(&rest.to_lowercase());
    (says && words(&rest) >= 3).then(|| capital(&rest))
}

fn act(said: &ReadTurn, typed: &Sentence, answer: Answer<'_>) -> Act {
    let basis = Basis::of(&said.turn_id, typed);
    let range = answer.sentence.range.clone();
    let make = if answer.acts { Act::settled } else { Act::likely };
    Act { basis: Some(basis), ..make(ActKind::Choose, range, answer.text, FORM) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(said: &str) -> Option<String> {
        nudge(said, &[]).map(|nudge| nudge.states)
    }

    #[test]
    fn a_nudge_states_what_it_asks_for() {
        for (said, states_it) in [
            ("shouldn't we be using the ladder from the shed?", "Use the ladder from the shed"),
            ("why not just take the rope?", "Use the rope"),
            ("hm, shouldn't the ladder stand inside?", "The ladder should stand inside"),
            ("i'm also thinking we should paint the ladder, as it rusts", "Paint the ladder"),
            ("what if we painted the ladder?", "Paint the ladder"),
            ("maybe a rope is the better option", "A rope"),
        ] {
            assert_eq!(states(said).as_deref(), Some(states_it), "{said}");
        }
        for said in ["is the ladder red?", "can we see the roof?", "should i worry about the ladder?", "where is it?"] {
            assert_eq!(states(said), None, "{said}");
        }
    }

    #[test]
    fn a_pronoun_is_named_by_the_question() {
        let named = with_thing("Use that for the roof", "a ladder");
        assert_eq!(named.as_deref(), Some("Use a ladder for the roof"));
        assert_eq!(with_thing("Use that", "it"), None);
    }

    #[test]
    fn the_first_words_tell_how_a_nudge_is_taken() {
        let doubt = Nudge { doubts: true, ..Nudge::default() };
        assert_eq!(opening("Fair point, I'll take the rope", &Nudge::default()), Opening::GivesIn);
        assert_eq!(opening("No, the rope is wet", &Nudge::default()), Opening::Declines);
        assert_eq!(opening("Not really, the rope will do", &doubt), Opening::Assents);
        assert_eq!(opening("I'd rather keep it", &doubt), Opening::Declines);
    }
}
