//! Defines answers that sort what was offered: "1 and 3 yes, 2 not yet", "import and audit log yes, skip the alerts",
//! "all but the last", "fix the other two". Each clause gives a verdict on the options it names.

use super::descriptions::same;
use super::labels;
use super::part_verdicts::changes;
use super::verdicts::{Clause, MORE_WORK, REMOVES, Verdict, clause, clauses, names_every, unpadded, without_end};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::reply::PersonsReply;
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::answers::values::is_work;
use crate::pipeline::acts::changes::replacements::is_name;
use crate::pipeline::acts::offers::offer::{Choice, Offer, OfferForm};
use crate::pipeline::acts::offers::proposals;
use crate::pipeline::acts::sentences::wording::{after, after_any, capital, plain, whole, words};
use crate::pipeline::acts::work::imperative::{DOES, opens};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};

/// The options that a clause names.
pub(super) struct NamedOptions<'o> {
    pub(super) options: Vec<&'o Choice>,
    /// They are named as a group: "all but the last", "the first two", "the others".
    grouped: bool,
}

/// Maximum number of words in an answer that sorts options.
const MOST: usize = 40;

/// The acts of an answer that sorts several options; `None` if it is a simpler answer.
pub(in crate::pipeline::acts) fn sorted(offer: &Offer, reply: &PersonsReply) -> Option<Vec<Act>> {
    let low = reply.text.to_lowercase().replace('’', "'");
    let polite = phrases!("could you|can you|would you").within(&low);
    if offer.options.len() < 2 || words(&low) > MOST || low.trim_end().ends_with('?') && !polite {
        return None;
    }
    let low = low.trim_end().trim_end_matches('?').to_owned();
    if let Some(acts) = allotted(offer, reply, &low) {
        return Some(acts);
    }
    let mut found: Vec<(Clause<'_>, NamedOptions<'_>)> = Vec::new();
    for text in clauses(&low) {
        let mut clause = clause(text);
        // "Carry the boxes, skip the lids": the proposal's own verb takes.
        let verb = clause.names.split(' ').next().unwrap_or("");
        if clause.verdict.is_none() && is_verb_of_all(offer, verb) {
            clause.verdict = Some(Verdict::Take);
        }
        if clause.names.is_empty() && clause.verb.is_empty() {
            continue;
        }
        let seen: Vec<&Choice> = found.iter().flat_map(|(_, n)| n.options.iter().copied()).collect();
        match named(clause.names, offer, &seen).or_else(|| several(clause.names, offer)) {
            Some(named) => found.push((clause, named)),
            // Clauses after a verdict that name no option give reasons; one before it tells how it came about.
            None if found.iter().any(|(c, n)| c.verdict.is_some() || n.grouped) => break,
            None if found.is_empty() && tells_a_story(text) => {}
            None => return None,
        }
    }
    // "just the awning", "all of them": of what is proposed together.
    let bare = low.trim_matches(['.', '!', ' ']);
    let only = after_any(&low, phrases!("only|just")).is_some() || names_every(bare, offer.options.len());
    let lone = offer.form == OfferForm::Proposal && found.len() == 1 && only;
    // "1 and 3", "go ahead with 2" of work: none of it is ruled out by what is named.
    let takes = |clause: &Clause<'_>| clause.verdict.is_none_or(|verdict| verdict == Verdict::Take);
    let some = offer.work && !found.is_empty() && found.iter().all(|(clause, _)| takes(clause));
    if let Some((clause, _)) = found.first_mut().filter(|_| lone || some || only && offer.work) {
        clause.verdict.get_or_insert(Verdict::Take);
    }
    if picks_before_later(offer, &found) {
        return None;
    }
    inherit(&mut found);
    // "Drop it" takes the option "drop the old runtime".
    let taken_by_verb = |(c, _): &(Clause<'_>, NamedOptions<'_>)| {
        let verb = c.verb.split(' ').next().filter(|v| !v.is_empty() && c.verdict == Some(Verdict::Refuse));
        verb.is_some_and(|verb| offer.options.iter().any(|o| after(&o.text, verb).is_some()))
    };
    if found.iter().any(taken_by_verb) {
        return None;
    }
    let judged = found.iter().filter(|(c, _)| c.verdict.is_some()).count();
    let grouped = found.iter().any(|(_, n)| n.grouped);
    let behind = found.iter().any(|(c, n)| c.behind && n.options.len() > 1);
    // Things that were only found are worked on: "kill the first".
    let works = (offer.work || !offer.asked && !is_plan(offer))
        && found.iter().any(|(c, _)| works_on(c.verb) || c.verb == "do");
    let sorts = judged == found.len() && (judged > 1 || behind || works || lone || some) || grouped;
    let refused = found.iter().filter(|(c, _)| c.verdict == Some(Verdict::Refuse)).flat_map(|(_, n)| &n.options);
    let refused: Vec<&Choice> = refused.copied().collect();
    sorts.then(|| {
        let mut acts = acts(offer, reply, &found);
        acts.extend(clauses(&low).into_iter().find_map(|text| instead_of(&refused, text, offer, reply)));
        acts
    })
}

/// Whether an answer takes one option now and puts another off: "gas now, leds later".
fn picks_before_later(offer: &Offer, found: &[(Clause<'_>, NamedOptions<'_>)]) -> bool {
    let [(now, _), (later, _)] = found else { return false };
    offer.form == OfferForm::Options
        && now.verdict.is_none()
        && (later.verdict, later.behind) == (Some(Verdict::Defer), true)
}

/// Whether a clause tells what happened before the answer: "we talked in the board yesterday".
fn tells_a_story(clause: &str) -> bool {
    after_any(
        clause,
        phrases!(
            "we talked|we spoke|we discussed|i talked|i spoke|i asked|we met|i checked|we checked|talked|spoke|asked"
        ),
    )
    .is_some()
}

/// The choice that a clause puts in the place of the refused option: "take oak" of "pine no, it's soft, take oak".
fn instead_of(refused: &[&Choice], text: &str, offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    const MOST: usize = 8;
    let [refused] = refused else { return None };
    let chosen = unpadded(after_any(text, phrases!("take|use|go with|go for|let's use|we'll use"))?);
    if !is_name(chosen, "sorted") || !(1..=MOST).contains(&words(chosen)) || named(chosen, offer, &[]).is_some() {
        return None;
    }
    let at = reply.text.to_lowercase().find(chosen)?;
    let written = reply.text.get(at..at + chosen.len())?;
    let act = Act::settled(ActKind::Choose, reply.range.clone(), whole(&format!("Use {written}")), "sorted");
    Some(Act { alternatives: vec![refused.text.clone()], ..act })
}

/// Gives clauses without a verdict that of the neighbouring clause: "import, audit log and themes yes".
fn inherit(found: &mut [(Clause<'_>, NamedOptions<'_>)]) {
    let mut behind = None;
    for (clause, _) in found.iter_mut().rev() {
        if let Some(verdict) = clause.verdict {
            behind = clause.behind.then_some(verdict);
        } else {
            (clause.verdict, clause.behind) = (behind, behind.is_some());
        }
    }
    let mut before = None;
    for (clause, _) in found.iter_mut() {
        match clause.verdict {
            Some(verdict) => before = (!clause.behind).then_some((verdict, clause.verb)),
            None => {
                if let Some((verdict, verb)) = before {
                    (clause.verdict, clause.verb) = (Some(verdict), verb);
                }
            }
        }
    }
}

/// The options that words name; `None` where a part of the words names none.
pub(super) fn named<'o>(words_of_it: &str, offer: &'o Offer, seen: &[&Choice]) -> Option<NamedOptions<'o>> {
    let text = words_of_it.trim_matches(|c: char| ",;:.! ()".contains(c));
    let others = phrases!(
        "the rest|the others|the other ones|the other two|the other three|the remaining ones|the remaining two|all others|all the others|everything else|rest|others\
         |the other one|the other"
    );
    if others.contains(text) && !seen.is_empty() {
        let left = offer.options.iter().filter(|o| !seen.iter().any(|s| std::ptr::eq(*s, *o))).collect();
        return Some(NamedOptions { options: left, grouped: true });
    }
    let except = phrases!(
        "all but|all except for|all except|everything but|everything except for|everything except|all of them except|all of them but|all apart from\
         |everything apart from|all besides|all minus|everything, except|all, except|all other than|any but"
    );
    if let Some(out) = after_any(text, except) {
        // "All but the last, it is too slow" gives a reason.
        let alone = || named(out.split(", ").next().unwrap_or(out), offer, seen);
        let out = named(out, offer, seen).or_else(alone)?;
        let kept = offer.options.iter().filter(|o| !out.options.iter().any(|x| std::ptr::eq(*x, *o)));
        return Some(NamedOptions { options: kept.collect(), grouped: true });
    }
    let bare = after_any(text, phrases!("the|your")).unwrap_or(text);
    if let Some((from_end, rest)) = after_any(bare, phrases!("first"))
        .map(|r| (false, r))
        .or_else(|| after_any(bare, phrases!("last")).map(|r| (true, r)))
        && let Some(count) =
            phrases!("one|two|three|four|five").iter().position(|n| after(rest, n).is_some_and(is_empty))
        && count > 0
    {
        let count = (count + 1).min(offer.options.len());
        let from = if from_end { offer.options.len() - count } else { 0 };
        return Some(NamedOptions { options: offer.options.iter().skip(from).take(count).collect(), grouped: true });
    }
    let them = offer.work && phrases!("these|those|them").contains(text);
    if them || names_every(text, offer.options.len()) {
        return Some(NamedOptions { options: offer.options.iter().collect(), grouped: false });
    }
    // "What you said about caching", "the idea with the trie".
    if let Some(about) = after_any(text, ABOUT) {
        return one(about, offer).map(|o| NamedOptions { options: vec![o], grouped: true });
    }
    let mut out: Vec<&Choice> = Vec::new();
    for part in text.split([',', '+', '&', '/']).flat_map(|p| p.split(" and ")).map(str::trim) {
        let one = one(part, offer)?;
        if !out.iter().any(|o| std::ptr::eq(*o, one)) {
            out.push(one);
        }
    }
    (!out.is_empty()).then_some(NamedOptions { options: out, grouped: false })
}

/// The options that share a name in the plural: "the tests" of several missing tests and an old document.
fn several<'o>(words_of_it: &str, offer: &'o Offer) -> Option<NamedOptions<'o>> {
    let text = words_of_it.trim_matches(|c: char| ",;:.! ()".contains(c));
    let bare = after_any(text, phrases!("the|those|all the")).unwrap_or(text);
    let noun = bare.strip_suffix('s').filter(|noun| noun.len() > 2 && !noun.contains(' '))?;
    let has = |o: &&Choice| stance::content(&o.text).iter().any(|word| same(noun, word));
    let options: Vec<&Choice> = offer.options.iter().filter(has).collect();
    (options.len() > 1 && options.len() < offer.options.len()).then_some(NamedOptions { options, grouped: true })
}

/// Words that introduce the name of an option.
const ABOUT: Phrases = phrases!(
    "what you said about|what you wrote about|what you propose for|what you suggested for|what you say about|the thing about|the thing with|the idea with|the idea of|the idea about\
     |the point about|the part about|the part with|the bit about|the suggestion about|the one with|the one about|your idea of|your idea with|your point about\
     |your suggestion about"
);

/// The one option that a label, a place or its own words name.
fn one<'o>(part: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let part = after_any(part, phrases!("for the|to the|on the|for")).unwrap_or(part);
    let bare =
        after_any(part, phrases!("the|number|no.|nr|option|point|item|step|options|points|items|steps|numbers|#|your"))
            .unwrap_or(part);
    let bare = bare.trim_matches(|c: char| "().:#*` ".contains(c));
    if bare.is_empty() {
        return None;
    }
    if let Some(labelled) = offer.options.iter().find(|o| o.label.as_deref() == Some(bare)) {
        return Some(labelled);
    }
    let tail = phrases!("|one|thing|point|item|option|idea|part|suggestion|thing you said|one you said|proposal");
    let place = phrases!("first|1st|second|2nd|third|3rd|fourth|4th|fifth|last|latter|former")
        .iter()
        .any(|p| after(bare, p).is_some_and(|rest| tail.contains(rest)));
    if place {
        return labels::by_place(bare, offer);
    }
    let idle = phrases!(" one| thing| part| bit| change| idea| step| piece");
    let bare = without_end(bare, idle).unwrap_or(bare);
    // "Carry the boxes" of "carry the boxes and the lids": the verb is that of all.
    let told = stance::content(bare).into_iter().filter(|w| !stance::says_nothing(w));
    let said: Vec<String> =
        told.enumerate().filter(|(at, w)| *at > 0 || !is_verb_of_all(offer, w)).map(|(_, w)| w).collect();
    let says = |o: &&Choice| {
        let own = stance::content(&o.text);
        !said.is_empty() && said.iter().all(|w| own.iter().any(|a| same(w, a)))
    };
    let mut all = offer.options.iter().filter(says);
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Whether a word is the verb that all options share.
fn is_verb_of_all(offer: &Offer, word: &str) -> bool {
    let opens = |o: &Choice| stance::content(&o.summary).first().is_some_and(|verb| same(word, verb));
    offer.form == OfferForm::Proposal && !word.is_empty() && offer.options.iter().all(opens)
}

fn is_empty(rest: &str) -> bool {
    rest.is_empty() || phrases!("of them|of these|of those|items|points|things|steps|ones").contains(rest)
}

fn works_on(verb: &str) -> bool {
    [DOES, MORE_WORK, REMOVES].into_iter().any(|list| list.contains(verb))
}

/// Whether the options are orders: steps, or work that is offered.
fn is_plan(offer: &Offer) -> bool {
    offer.form == OfferForm::Proposal || offer.options.iter().all(|o| is_order(&o.summary))
}

pub(in crate::pipeline::acts) fn is_order(summary: &str) -> bool {
    is_work(summary) || opens(&summary.to_lowercase())
}

fn acts(offer: &Offer, reply: &PersonsReply, found: &[(Clause<'_>, NamedOptions<'_>)]) -> Vec<Act> {
    let judged = found.iter().flat_map(|(clause, named)| named.options.iter().map(move |option| (clause, *option)));
    let out: Vec<Act> = judged.filter_map(|(clause, option)| act(offer, reply, clause, option)).collect();
    if out.is_empty() { vec![Act::nothing(reply.range.clone(), "sorted")] } else { out }
}

/// The act that a clause's verdict on one option comes to.
pub(super) fn act(offer: &Offer, reply: &PersonsReply, clause: &Clause<'_>, option: &Choice) -> Option<Act> {
    // "I'd cache the boxes" says how it will be, "shall I cache the boxes?" offers work.
    let proposes_way = offer.form == OfferForm::Proposal && !offer.work && !proposals::offers_work(&offer.text);
    let removes = !offer.asked && REMOVES.contains(clause.verb) && !is_order(&option.summary);
    let (deed, summary) = match clause.verdict {
        // What is proposed together and put off may still be to be done.
        Some(Verdict::Defer) if offer.form == OfferForm::Proposal && !offer.stated => {
            (ActKind::Request, option.summary.clone())
        }
        Some(Verdict::Defer) => return None,
        // "The frame is fine" may say that there is nothing to rebuild.
        Some(Verdict::Good) if offer.form == OfferForm::Proposal && changes(&option.summary) => return None,
        Some(Verdict::Stay) if offer.form == OfferForm::Proposal || would_end(option) => {
            (ActKind::RuleOut, option.summary.clone())
        }
        Some(Verdict::Refuse) if removes => (ActKind::Request, done_to(clause.verb, option)),
        // A finding or a report cannot be refused: nothing is recorded for it.
        Some(Verdict::Refuse | Verdict::Good) if is_finding(offer) => return None,
        // "Build the alerts" is what was asked about: the alerts are out.
        Some(Verdict::Refuse) if offer.form != OfferForm::Proposal && !is_order(&option.text) => {
            (ActKind::RuleOut, capital(&option.text))
        }
        Some(Verdict::Refuse) => (ActKind::RuleOut, option.summary.clone()),
        // A name in code marks is no order, whatever its first letters: `SHOW_PROMO`.
        _ if is_order(&option.summary) && option.summary.contains(' ') && !proposes_way => {
            (ActKind::Request, option.summary.clone())
        }
        _ if works_on(clause.verb) && after(&option.summary, clause.verb).is_none() => {
            (ActKind::Request, done_to(clause.verb, option))
        }
        _ if offer.is_to_do() => (ActKind::Request, option.summary.clone()),
        _ if clause.verb == "keep" && !offer.asked => (ActKind::Choose, done_to("keep", option)),
        _ => (ActKind::Choose, option.summary.clone()),
    };
    // When it is to be done, if ever, is not said.
    let make = if clause.verdict == Some(Verdict::Defer) { Act::likely } else { Act::settled };
    let mut act = make(deed, reply.range.clone(), summary, "sorted");
    act.basis = Some(offer.basis_of(option));
    Some(act)
}

/// Whether an option takes a thing's place or takes it away, so that it is refused where the thing stays: "replace Celery
/// by Huey".
fn would_end(option: &Choice) -> bool {
    let low = option.text.to_lowercase();
    let replaces = phrases!("replace|swap|switch|migrate|convert|move|port|retire|take out");
    after_any(&low, REMOVES).or_else(|| after_any(&low, replaces)).is_some()
}

/// Whether the options are something that was found or told, which can be worked on but not chosen.
fn is_finding(offer: &Offer) -> bool {
    // "I could sand the door and oil the hinge" proposes, though it asks nothing.
    if offer.form == OfferForm::Proposal && !offer.work && !offer.stated {
        return false;
    }
    // One order among them tells that all are.
    !offer.asked || (offer.work || offer.stated) && !offer.options.iter().any(|o| is_order(&o.text))
}

/// The task of a verb and an option: "Fix billing".
pub(in crate::pipeline::acts) fn done_to(verb: &str, option: &Choice) -> String {
    let low = format!(" {} ", option.text.to_lowercase());
    let told = words(&option.text) > 3
        && phrases!(" is | are | still | no | not | can | has | have | was | does | fails | uses | mentions ")
            .within(&low);
    // "The README still mentions Python 2" tells a fault.
    let text = if told { format!("{verb}: {}", option.text) } else { format!("{verb} {}", option.text) };
    whole(&capital(&text))
}

/// The acts of an answer that assigns each option a purpose: "S3 for production, the disk for tests".
fn allotted(offer: &Offer, reply: &PersonsReply, low: &str) -> Option<Vec<Act>> {
    const PLACE: usize = 5;
    // "Both actually: S3 for ..."
    let both =
        low.split_once(": ").filter(|(lead, _)| after_any(lead, phrases!("both|all|each|all of them")).is_some());
    let parts: Vec<(&Choice, String)> = both
        .map_or(low, |(_, parts)| parts)
        .split([',', ';'])
        .flat_map(|c| c.split(" and "))
        .map(|part| {
            let part = unpadded(part);
            let part = after_any(part, phrases!("and|yes|ok|use|take|then")).unwrap_or(part);
            let (at, _) = phrases!(" for | in | on | at | during | while | when ").find(part)?;
            let place = part.get(at..)?.trim();
            let short = (2..=PLACE).contains(&words(place)) && !phrases!(" it| that| now| me| us").within(place);
            Some((one(part.get(..at)?, offer)?, place.to_owned())).filter(|_| short)
        })
        .collect::<Option<_>>()?;
    (parts.len() >= 2).then(|| {
        let acts = parts.into_iter().map(|(option, place)| {
            // What it is about stays after the place: "S3 for production - uploads".
            let (name, topic) = option.summary.split_once(" - ").unwrap_or((&option.summary, ""));
            let tail = if topic.is_empty() { String::new() } else { format!(" - {topic}") };
            let summary = whole(&capital(&format!("{name} {place}{tail}")));
            Act {
                basis: Some(offer.basis_of(option)),
                ..Act::settled(ActKind::Choose, reply.range.clone(), summary, "allotted")
            }
        });
        acts.collect()
    })
}

/// Work on the names in backticks in the agent's last turn, if it made no offer: "keep the justfile, remove the other
/// two".
pub(in crate::pipeline::acts) fn of_things(view: View<'_>) -> Vec<Act> {
    if !view.offers.is_empty() {
        return Vec::new();
    }
    let Some(sentence) = view.own().next().filter(|s| !s.asks && words(&s.text) <= MOST) else { return Vec::new() };
    let Some(turn) = view.agents_turn() else { return Vec::new() };
    let named = |s: &&Sentence| s.block != BlockKind::Quote && s.text.matches('`').count() >= 4;
    let Some(of) = turn.sentences.iter().rev().find(named) else { return Vec::new() };
    let mut offer = Offer::new(OfferForm::Options, &turn.turn_id, of.range.clone(), &of.text);
    offer.asked = false;
    let names = of.text.split('`').skip(1).step_by(2).filter(|n| !n.contains(' ') && !n.is_empty()).take(MOST_THINGS);
    offer.options = names.map(|n| thing(n, of)).collect();
    let reply = PersonsReply { text: plain(&sentence.text), range: sentence.range.clone(), rest: String::new() };
    sorted(&offer, &reply).unwrap_or_default()
}

/// Maximum number of names in backticks in one sentence.
const MOST_THINGS: usize = 6;

fn thing(name: &str, sentence: &Sentence) -> Choice {
    Choice {
        label: None,
        text: name.to_owned(),
        summary: name.to_owned(),
        about: String::new(),
        range: sentence.range.clone(),
        quote: sentence.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str], asked: bool, said: &str) -> Vec<(ActKind, String)> {
        let turn = crate::state::TurnId::from("t1");
        let mut offer = Offer::new(OfferForm::Options, &turn, 0..9, "words");
        offer.asked = asked;
        let option = |(n, name): (usize, &&str)| Choice {
            label: Some((n + 1).to_string()),
            text: (*name).to_owned(),
            summary: capital(name),
            about: String::new(),
            range: 0..9,
            quote: String::new(),
        };
        offer.options = names.iter().enumerate().map(option).collect();
        let reply = PersonsReply { text: said.to_owned(), range: 0..said.len(), rest: String::new() };
        sorted(&offer, &reply).unwrap_or_default().into_iter().map(|a| (a.deed, a.summary)).collect()
    }

    #[test]
    fn an_answer_sorts_what_is_offered() {
        use ActKind::{Choose, RuleOut};
        let beds = ["oak bed", "elm chest", "pine shelf"];
        for (said, expected) in [
            ("1 and 3 yes, 2 not yet", vec![(Choose, "Oak bed"), (Choose, "Pine shelf")]),
            (
                "bed and shelf yes, skip the chest",
                vec![(Choose, "Oak bed"), (Choose, "Pine shelf"), (RuleOut, "Elm chest")],
            ),
            ("all but the last", vec![(Choose, "Oak bed"), (Choose, "Elm chest")]),
            ("the first two please", vec![(Choose, "Oak bed"), (Choose, "Elm chest")]),
            ("go for 1 and 3, hold off on 2", vec![(Choose, "Oak bed"), (Choose, "Pine shelf")]),
            ("yes to the third, rest later", vec![(Choose, "Pine shelf")]),
            (
                "shelf in the hall, bed in the attic",
                vec![(Choose, "Pine shelf in the hall"), (Choose, "Oak bed in the attic")],
            ),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(deed, text)| (deed, text.to_owned())).collect();
            assert_eq!(of(&beds, true, said), expected, "{said}");
        }
        for said in ["the oak one", "what is the difference?", "1 is done", "oak, it lasts", "no"] {
            assert_eq!(of(&beds, true, said), [], "{said}");
        }
    }

    #[test]
    fn things_that_were_found_are_worked_on() {
        use ActKind::{Choose, Request};
        let found = ["left door", "right door"];
        for (said, expected) in [
            ("kill the first, keep the second for now", vec![(Request, "Kill left door"), (Choose, "Keep right door")]),
            ("remove the left one", vec![(Request, "Remove left door")]),
            ("ignore the left door, fix the other one", vec![(Request, "Fix right door")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(deed, text)| (deed, text.to_owned())).collect();
            assert_eq!(of(&found, false, said), expected, "{said}");
        }
    }
}
