//! Defines how the person answers what the agent put: yes, no, a pick, an answer by number.
//!
//! Polarity comes first: only an answer that is nothing but a yes takes a proposal as it stands, and a no takes nothing.

use std::ops::Range;

use super::counter::without;
use super::offers::{Offer, OfferForm};
use super::options::unlabelled;
use super::picks::{is_errand, named_whole, pick};
use super::polarity::{Polarity, polarity, polarity_to};
use super::quantities::{kin_values, measured, with_unit};
use super::values::{asks_a_fact, is_work, to_question};
use super::wording::{after_any, capital, plain, stands_alone, unhurried, whole, words};
use super::{
    Act, ActKind, Certainty, View, corrections, counter, mood, numbered, proposals, rules, series, settings, sorting,
    stance,
};
use crate::language::answers::{Agreement, agreement};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::Sentence;

/// A piece of the person's turn that answers: its words and place, and what is said after it.
#[derive(Debug, Clone)]
pub(super) struct PersonsReply {
    pub text: String,
    pub range: Range<usize>,
    /// The words of the following sentences, for reasons and additions.
    pub rest: String,
}

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let sentences: Vec<&Sentence> = view.own().collect();
    let Some(first) = sentences.first() else { return Vec::new() };
    let numbered: Vec<&Offer> = view.offers.iter().filter(|o| o.number.is_some()).collect();
    if numbered.len() >= 2 {
        let acts = by_number(&sentences, &numbered);
        if !acts.is_empty() {
            return acts;
        }
    }
    let several = settings::answered(&sentences, view.offers);
    if !several.is_empty() {
        return several;
    }
    let Some(offer) = meant(view.offers) else { return Vec::new() };
    if offer.number.is_some() && numbered.len() >= 2 {
        return Vec::new();
    }
    if first.asks && words(&first.text) > 3 {
        return Vec::new();
    }
    // "hmm wait, B", "sure. B please": what answers may be the second sentence.
    let rest = |from: usize| sentences.iter().skip(from).map(|s| plain(&s.text)).collect::<Vec<_>>().join(" ");
    // "Oak and pine yes. no elm, it splits": each sentence sorts some.
    if let Some(reply) = sorting::judged(offer, &sentences) {
        return answer(offer, &reply, true);
    }
    let mut out: Vec<Act> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate().take(3) {
        if sentence.asks && at > 0 {
            break;
        }
        let (said, range) = rules::answer_before(view, sentence);
        let reply = PersonsReply { text: corrections::corrected(&said).to_owned(), range, rest: rest(at + 1) };
        // Nothing is said but yes: "oh yes, much better. please change that".
        let about = stance::content(&format!("{} {}", offer.object, offer.text));
        let agrees = |s: &&&Sentence| polarity_to(&plain(&s.text), &about) == (Polarity::Yes, "");
        let echoes: Vec<&&Sentence> = sentences.iter().skip(at + 1).take_while(agrees).collect();
        let alone = at + 1 + echoes.len() == sentences.len();
        let acts = answer(offer, &reply, alone);
        let says_yes = acts.iter().any(|a| a.form.starts_with("yes"));
        out.extend(echoes.iter().filter(|_| says_yes).map(|s| Act::nothing(s.range.clone(), "yes-again")));
        // "the elm. no, the other one": what was picked first is taken back.
        let next = sentences.get(at + 1).map_or("", |s| s.text.as_str());
        if offer.form == OfferForm::Options && !acts.is_empty() && corrections::takes_back(next) {
            continue;
        }
        // "not nix. mise is fine": an option may be refused before another is taken.
        let refuses_one = offer.form == OfferForm::Options && acts.iter().all(|a| a.deed == ActKind::RuleOut);
        // Only interjections may stand before the answer.
        let goes_on = if acts.is_empty() { words(&reply.text) <= 4 } else { refuses_one };
        out.extend(acts);
        if !goes_on {
            break;
        }
    }
    // "that part is small anyway. fine, go ahead": the answer may come last.
    if out.is_empty()
        && let [_, .., last] = sentences.as_slice()
        && !last.asks
        && words(&last.text) <= LAST
        && matches!(polarity(&plain(&last.text)), (Polarity::Yes | Polarity::No, ""))
    {
        return answer(offer, &whole_reply(last), false);
    }
    out
}

/// Most words of an answer that comes last in its turn.
const LAST: usize = 5;

/// The offer an answer without a number is to: the last that asks, else the last.
fn meant(offers: &[Offer]) -> Option<&Offer> {
    let last = || offers.iter().rev().filter(|o| o.last);
    last().find(|o| o.asked && o.form != OfferForm::Question).or_else(|| last().next())
}

/// Answers to several numbered questions.
fn by_number(sentences: &[&Sentence], offers: &[&Offer]) -> Vec<Act> {
    let numbers: Vec<&str> = offers.iter().filter_map(|o| o.number.as_deref()).collect();
    let mut parts = numbered::parts(sentences, &numbers);
    if parts.is_empty() {
        parts = in_order(sentences, offers.len());
    }
    parts
        .iter()
        .filter_map(|(at, reply)| {
            let offer = offers.get(*at)?;
            let acts = answer(offer, reply, true);
            Some(if acts.iter().all(|a| a.form == "no") { joined(offer, reply) } else { acts })
        })
        .flatten()
        .collect()
}

/// An answer beside its question, where its words alone do not say what they settle: "May guests upload pictures → no,
/// behind the proxy".
fn joined(offer: &Offer, reply: &PersonsReply) -> Vec<Act> {
    const MOST: usize = 16;
    let said = reply.text.trim_end_matches('.');
    if mood::puts_off(said) || said.ends_with('?') || said.is_empty() || words(said) > MOST {
        return Vec::new();
    }
    let question = plain(&offer.text);
    let question = unlabelled(&question).trim_end_matches(['?', ' ']);
    let summary = whole(&format!("{question} → {said}"));
    let of_fact = asks_a_fact(question) && !question.contains(" or ");
    let deed = if of_fact { ActKind::Inform } else { ActKind::Choose };
    vec![Act::settled(deed, reply.range.clone(), summary, "joined-answer").on(offer)]
}

/// Answers without numbers: as many bullets, sentences or comma-parted words as there are questions.
fn in_order(sentences: &[&Sentence], count: usize) -> Vec<(usize, PersonsReply)> {
    let bullets: Vec<&&Sentence> = sentences.iter().filter(|s| s.list.is_some() && s.opens_block).collect();
    let plain_ones: Vec<&&Sentence> = sentences.iter().filter(|s| !s.asks && !leads(&s.text)).collect();
    let chosen = if bullets.len() == count { bullets } else { plain_ones };
    if chosen.len() == count && chosen.iter().all(|s| words(&s.text) <= 14) {
        return chosen.into_iter().map(|s| whole_reply(s)).enumerate().collect();
    }
    let [only] = chosen.as_slice() else { return Vec::new() };
    let pieces: Vec<&str> = only.text.split(", ").collect();
    if pieces.len() != count || pieces.iter().any(|p| words(p) > 6) {
        return Vec::new();
    }
    let mut at = only.range.start;
    let mut out = Vec::new();
    for (n, piece) in pieces.into_iter().enumerate() {
        let text = piece.trim().trim_start_matches("and ").trim_end_matches('.');
        out.push((n, PersonsReply { text: plain(text), range: at..at + piece.len(), rest: String::new() }));
        at += piece.len() + 2;
    }
    out
}

fn whole_reply(sentence: &Sentence) -> PersonsReply {
    PersonsReply { text: plain(&sentence.text), range: sentence.range.clone(), rest: String::new() }
}

/// Whether a sentence only leads in the answers: "sure:", "ok, in order:".
fn leads(text: &str) -> bool {
    text.trim_end().ends_with(':') && words(text) <= 6
}

/// The acts that one reply makes of one offer. `alone` when nothing else is said.
pub(super) fn answer(offer: &Offer, reply: &PersonsReply, alone: bool) -> Vec<Act> {
    let parts = series::in_parts(offer);
    if let Some(acts) = sorting::sorted(parts.as_ref().unwrap_or(offer), reply) {
        return acts.into_iter().map(|act| act.on(offer)).collect();
    }
    let text = reply.text.replace('’', "'");
    let names = offer.form == OfferForm::Options && named_whole(offer, &text).is_some();
    if !names && (mood::puts_off(&text) || text.trim_end().ends_with('?')) {
        return vec![Act::nothing(reply.range.clone(), "answer-open").on(offer)];
    }
    let about = stance::content(&format!("{} {}", offer.object, offer.text));
    let (mut polarity, mut said) = match offer.form {
        // "That, but with TOML": it is taken with a change.
        OfferForm::Proposal => {
            taken_but(&text).map_or_else(|| polarity_to(&text, &about), |change| (Polarity::Yes, change))
        }
        // A question may deny in part: "not for everything".
        OfferForm::Question => {
            Some(polarity_to(&text, &[])).filter(|p| p.0 == Polarity::Yes).unwrap_or_else(|| polarity(&text))
        }
        OfferForm::Options => polarity(&text),
    };
    // "No" takes what was put with "any objections?", and what was stated where a change was offered: "no, that's good".
    let (then, left) = stance::all_of(said, &about);
    let against_change = offer.objections || !offer.text.trim_end().ends_with('?');
    if polarity == Polarity::No
        && offer.form == OfferForm::Proposal
        && (offer.objections && said.is_empty() || against_change && then == Polarity::Yes)
    {
        (polarity, said) = (Polarity::Yes, left);
    }
    // "Leave it open" takes "I'd leave it open until they ask".
    if polarity == Polarity::No && offer.form == OfferForm::Proposal && repeats(&text, &offer.object) {
        (polarity, said) = (Polarity::Yes, "");
    }
    let acts = match offer.form {
        OfferForm::Options => pick(offer, reply, polarity, said),
        OfferForm::Proposal => to_proposal(offer, reply, polarity, said, alone),
        OfferForm::Question => to_question(offer, reply, polarity, said),
    };
    acts.into_iter().map(|act| act.on(offer)).collect()
}

/// Whether a reply of some words only repeats a proposal's first words.
fn repeats(reply: &str, object: &str) -> bool {
    let bare = unhurried(reply.trim_end_matches(['.', '!']));
    words(bare) >= 3 && super::wording::after(object, bare).is_some()
}

impl Act {
    fn on(mut self, offer: &Offer) -> Self {
        self.basis.get_or_insert_with(|| offer.basis());
        self
    }
}

/// The acts of a yes or no to a proposal.
fn to_proposal(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str, alone: bool) -> Vec<Act> {
    if !offer.options.is_empty() {
        return to_plan(offer, reply, polarity, said);
    }
    let deed =
        if is_work(&offer.object) && proposals::offers_work(&offer.text) { ActKind::Request } else { ActKind::Choose };
    match polarity {
        Polarity::Yes if said.is_empty() => {
            if unclear(&offer.object) {
                return Vec::new();
            }
            if offer.stated {
                let ordered = after_any(&unled(&reply.text), ORDERS).is_some();
                let make = if ordered { Act::settled } else { Act::likely };
                return vec![make(deed, reply.range.clone(), offer.object.clone(), "yes-stated")];
            }
            // What was only mentioned as possible, or is long, may not be what the yes means.
            let weak = !offer.asked || after_any(&reply.text, PRAISE).is_some();
            let long = words(&offer.object) > if alone { WHOLE_OBJECT } else { SHORT_OBJECT };
            let weak = weak && !alone || long || offer.crowded && deed == ActKind::Choose || doubts(&reply.rest);
            let mut act = Act::settled(deed, reply.range.clone(), offer.object.clone(), "yes");
            // Small steps of the work that is under way are no tasks of their own.
            if weak || is_errand(&offer.object) || points(&offer.object) {
                act = Act::likely(deed, reply.range.clone(), offer.object.clone(), "yes-weak");
            }
            vec![act]
        }
        Polarity::Yes if !unclear(&offer.object) && taken_out(said).is_some() => reduced(offer, reply, said, deed),
        Polarity::Yes => match addition(said).filter(|_| !unclear(&offer.object)) {
            Some(more) => {
                let text = with_addition(&offer.object, &more);
                vec![Act::settled(deed, reply.range.clone(), text, "yes-but")]
            }
            // "yeah that's what we use elsewhere too, go for it"
            None if !unclear(&offer.object) && agreement(&reply.text) == Agreement::Agrees => {
                let certain =
                    offer.asked && words(&reply.text) <= REMARKED && !offer.crowded && !is_errand(&offer.object);
                let make = if certain { Act::settled } else { Act::likely };
                vec![make(deed, reply.range.clone(), offer.object.clone(), "yes-remark")]
            }
            None if !unclear(&offer.object) && names(said, &offer.object) => {
                let mut act = Act::settled(deed, reply.range.clone(), offer.object.clone(), "yes-named");
                if offer.crowded || is_errand(&offer.object) {
                    act.certainty = Certainty::Likely;
                }
                vec![act]
            }
            None => Vec::new(),
        },
        Polarity::No if offer.stated => Vec::new(),
        Polarity::No | Polarity::Neither if counter::to(offer, reply).is_some() => {
            counter::to(offer, reply).into_iter().collect()
        }
        Polarity::No => refused(offer, reply, said),
        Polarity::Neither
            if deed == ActKind::Choose && !unclear(&offer.object) && calls(&reply.text, &offer.object) =>
        {
            let make = if offer.crowded { Act::likely } else { Act::settled };
            vec![make(deed, reply.range.clone(), offer.object.clone(), "named")]
        }
        Polarity::Neither => Vec::new(),
    }
}

/// The change that a reply makes to a proposal it points to: "but with toml" of "that, but with toml".
fn taken_but(text: &str) -> Option<&str> {
    let rest =
        after_any(text, phrases!("that one|that|this|the same|same|like that|exactly that|exactly|as you say|it"))?;
    let rest = rest.trim_start_matches([',', ' ']);
    after_any(rest, phrases!("but|except|only|without|just")).is_some_and(|r| !r.is_empty()).then_some(rest)
}

/// Settles the proposal without the part that the yes leaves out, and rules the part out.
fn reduced(offer: &Offer, reply: &PersonsReply, said: &str, deed: ActKind) -> Vec<Act> {
    let out = taken_out(said).unwrap_or_default();
    let kept = without(&offer.object, &format!("without {out}"));
    let make = |deed, text: &str| Act::settled(deed, reply.range.clone(), whole(text), "yes-without");
    vec![make(deed, &kept), make(ActKind::RuleOut, &capital(out))]
}

/// Whether a reply only names what was proposed: "ok then avro", "PDF only, so matplotlib".
fn calls(said: &str, object: &str) -> bool {
    let last = said.rsplit([',', '.', ';']).find(|c| !c.trim().is_empty()).unwrap_or(said);
    let name = unled(last);
    let names = stance::content(&name);
    let of_it = stance::content(object);
    let shaped = names.len() == words(&name) && (1..=3).contains(&names.len());
    let empty = names.iter().all(|w| stance::says_nothing(w));
    shaped && !empty && words(said) <= 10 && names.iter().all(|w| of_it.iter().any(|a| stance::alike(a, w)))
}

/// The acts that a yes makes of the steps of a plan. A step that points to another one does not stand alone.
fn to_plan(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str) -> Vec<Act> {
    // "1 and 2, skip the docs"
    if polarity == Polarity::Neither || !said.is_empty() {
        let picked = pick(offer, reply, polarity, said);
        if !picked.is_empty() {
            return picked.into_iter().map(as_step).collect();
        }
    }
    if polarity != Polarity::Yes || !said.is_empty() && addition(said).is_some() {
        return Vec::new();
    }
    let left_out = taken_out(said).unwrap_or_default();
    let steps = offer.options.iter().filter(|o| !stance::names_some(left_out, &o.summary));
    let steps = steps.filter(|o| !unclear(&o.summary) && !points(&o.summary) && !is_errand(&o.summary));
    let acts = steps.map(|step| {
        let deed = if is_work(&step.summary) { ActKind::Request } else { ActKind::Choose };
        let make = if offer.crowded { Act::likely } else { Act::settled };
        let mut act = make(deed, reply.range.clone(), step.summary.clone(), "yes-plan");
        act.basis = Some(offer.basis_of(step));
        act
    });
    acts.collect()
}

/// A picked step of a plan: work that is asked for, where it is work.
fn as_step(act: Act) -> Act {
    let orders = act.deed == ActKind::Choose && is_work(&act.summary);
    if orders { Act { deed: ActKind::Request, alternatives: Vec::new(), ..act } } else { act }
}

/// Words that order what was only stated as possible.
const ORDERS: Phrases = phrases!(
    "do it|do that|do so|go for it|go with that|go with it|use that|use it|take that|take it|make it so|let's do|lets do|let's go\
     |go ahead|please do|do this|implement it|implement that"
);

/// A reply without the words that only lead in: "yeah do it that way", "then use that".
fn unled(text: &str) -> String {
    let mut rest = text.trim();
    while let Some(after) =
        after_any(rest, phrases!("yeah|yes|yep|ok|okay|then|so|sure|good|great|and|please|well|right|ja"))
    {
        rest = after.trim_start_matches(|c: char| ",.! ".contains(c));
        if rest.is_empty() {
            break;
        }
    }
    rest.to_owned()
}

/// Most words of a yes with a remark behind it.
const REMARKED: usize = 16;

/// A proposal with what the yes adds. "But make it 2000" gives its number another value.
fn with_addition(object: &str, more: &str) -> String {
    let value = after_any(more, phrases!("but make it|but make that|but use|but with|but|make it|with"))
        .and_then(|rest| measured(rest).filter(|(at, _)| *at == 0).and_then(|(from, to)| rest.get(from..to)));
    if let Some(changed) = restated_part(object, more) {
        return whole(&changed);
    }
    let old = measured(object).and_then(|(from, to)| Some((from, to, object.get(from..to)?)));
    match (value, old) {
        (Some(new), Some((from, to, old))) if kin_values(new, old) => {
            let (head, tail) = (object.get(..from).unwrap_or(""), object.get(to..).unwrap_or(""));
            whole(&format!("{head}{}{tail}", with_unit(new, old)))
        }
        _ => whole(&format!("{object}, {more}")),
    }
}

/// A proposal of several values with another one for the value that the yes names: "gusts below 12 m/s, daylight" and "but
/// gusts below 10".
fn restated_part(object: &str, more: &str) -> Option<String> {
    let said = after_any(more, phrases!("but|with|only")).unwrap_or(more).split(',').next()?;
    let (from, to) = measured(said)?;
    let (new, name) = (said.get(from..to)?, said.get(..from)?);
    let name = stance::content(name);
    let part = object.split(", ").find(|part| {
        let own = stance::content(part);
        !name.is_empty() && name.iter().all(|w| own.iter().any(|o| stance::alike(o, w)))
    })?;
    let (old_from, old_to) = measured(part)?;
    let old = part.get(old_from..old_to)?;
    kin_values(new, old).then(|| object.replacen(old, &with_unit(new, old), 1))
}

/// Whether a proposal's first words point to something said before: "move it up".
pub(super) fn points(object: &str) -> bool {
    let mut first = object.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(4);
    first.any(|w| phrases!("it|that|this|them|those|these|they").contains(w.to_lowercase().as_str()))
}

/// Most words of a proposal that a bare yes settles as it stands, and where more is said behind it.
const WHOLE_OBJECT: usize = 26;
const SHORT_OBJECT: usize = 18;

/// Whether what follows a yes doubts it.
fn doubts(rest: &str) -> bool {
    phrases!("wonder|though|however|on second thought|not sure|actually,|wait").within(&rest.to_lowercase())
}

/// Openings of a yes that may be mere praise or agreement with what was explained.
const PRAISE: Phrases = phrases!("right|nice|cool|great|good|perfect|correct|exactly|ah|fair");

/// Whether a proposal's words do not say what is proposed: a condition, a pointing word, no words.
fn unclear(object: &str) -> bool {
    object.is_empty()
        || after_any(object, phrases!("if|at minimum|unless|when|once")).is_some()
        || phrases!("anything|something else|something different").within(&object.to_lowercase())
        || !stands_alone(object)
}

/// A proposal that the person refuses is ruled out; words that point back to it are no other choice.
fn refused(offer: &Offer, reply: &PersonsReply, said: &str) -> Vec<Act> {
    if unclear(&offer.object) {
        return vec![Act::nothing(reply.range.clone(), "no")];
    }
    let mut act = Act::settled(ActKind::RuleOut, reply.range.clone(), offer.object.clone(), "no");
    let why = if said.is_empty() { reply.rest.clone() } else { said.to_owned() };
    act.why = (!why.is_empty() && words(&why) <= 24).then(|| why.trim_end_matches('.').to_owned());
    vec![act]
}

/// The condition or detail that a yes adds: "but on port 8080", "and call it v2".
fn addition(said: &str) -> Option<String> {
    let adds = after_any(said, phrases!("but|with|only|plus|on|at|in|for|after|until|till|before|from"));
    // What a yes takes out is not yet what it leaves.
    let takes_out = phrases!("without|except|minus|not ").within(&said.to_lowercase());
    let plain = unhurried(said);
    (adds.is_some() && !takes_out && words(plain) >= 2 && words(plain) <= 12 && !tells_of_oneself(plain))
        .then(|| plain.to_owned())
}

/// The part of a proposal that a yes leaves out: "fine, but without the cache, we have memory enough".
fn taken_out(said: &str) -> Option<&str> {
    let out = after_any(
        said,
        phrases!(
            "but without|without|but not|except|except for|but except|apart from|minus|but no|but leave out|but skip|but drop"
        ),
    )?;
    let out = out.split([',', '.', ';', '(']).next().unwrap_or(out).trim();
    let out = after_any(out, phrases!("the|that|a|any")).unwrap_or(out);
    let told = phrases!("yet|now|today|sure|if|when|before|until|this week|more than|longer than")
        .iter()
        .any(|t| out.starts_with(t));
    let told = told || out.split(' ').next().is_some_and(|w| w.ends_with("ing"));
    (words(out) >= 1 && words(out) <= 5 && !told && stands_alone(out)).then_some(out)
}

/// Whether an addition tells what the person did or has instead of what is to be.
fn tells_of_oneself(said: &str) -> bool {
    phrases!(" i | i've| i'm| we've| was | were | it's ").within(&format!(" {}", said.to_lowercase()))
}

/// Whether words name what an object names, and nothing else.
fn names(said: &str, object: &str) -> bool {
    let object = object.to_lowercase();
    let content: Vec<String> = said
        .split(|c: char| !c.is_alphanumeric() && !"-_.+#".contains(c))
        .filter(|w| w.chars().count() > 3)
        .map(str::to_lowercase)
        .collect();
    let named = content.iter().filter(|w| object.contains(w.as_str())).count();
    named > 0 && named * 4 >= content.len() * 3 && words(said) <= 8
}
