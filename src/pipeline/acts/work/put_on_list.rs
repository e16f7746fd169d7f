//! Defines offered work that the agent keeps for later after the person's answer: "not before the demo" - "OK, the gate stays
//! open until after the demo". People put work off in countless ways; an agent that understood them says so, and names it.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::offers::offer::OfferForm;
use crate::pipeline::acts::references::standing::open_tasks;
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::{opens, plain_verb};
use crate::pipeline::acts::{Act, ActKind, Basis, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::text::{Captures, patterns};
use crate::transcript::Role;

patterns! {
    /// A thing that stays as it is, and until when or where: "the gate stays on the list".
    STAYS = r"(?i)^(?:(?:ok|okay|then|alright|good|so|and|noted)\b[,:. ]*)*(?P<thing>[\w`./'#-]+(?: [\w`./'#-]+){0,6}?) (?:is|are|stays?|remains?|goes|go|comes?|waits?|stands?|gets?|will be|will stay|will wait|has been|have been) (?P<when>.+)$";
    /// A thing that the agent keeps: "noted the gate as open", "I'll leave the gate for Friday".
    KEEPS = r"(?i)^(?:(?:ok|okay|then|alright|good|so|and)\b[,:. ]*)*(?:i'll |i will |i've |i have )?(?:note|noted|put|keep|kept|keeping|leave|left|leaving|add|added|bring up|remind you of|remind you about|park|parked|postpone|postponed|defer|deferred|write down|wrote down|move|moved|hold|schedule|scheduled) (?P<thing>(?:the |your |our |a |an )?[\w`./'#-]+(?: [\w`./'#-]+){0,6}?) (?P<when>(?:as|for|until|till|on|onto|open|to|in|down|once|when|after) .+|open|later|down)$";
    /// A thing behind a heading: "Parked: the gate".
    HEADED = r"(?i)^(?:(?:ok|okay)[, ]+)?(?P<when>parked|noted|noted for later|postponed|deferred|on the list|on hold|left open|open|todo|for later|later)(?: for [^:]{2,30})?: (?P<thing>(?:the )?[\w`./'#-]+(?: [\w`./'#-]+){0,7})$";
    /// Work that the agent will do at a later time: "I'll oil the gate tomorrow".
    WILL_DO = r"(?i)^(?:(?:ok|okay|then|alright)\b[,:. ]*)*(?:i'll|i will) (?P<order>[a-z]+ .+?) (?P<when>tomorrow|tonight|later|next week|next month|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:the|your|that) .+|once .+|when .+|in (?:january|february|march|april|may|june|july|august|september|october|november|december|q\d).*)$";
    /// Words that keep work for a later time.
    LATER = r"(?i)\b(?:(?:my|the|your|our) (?:\w+ )?(?:list|todos?|to-dos?|backlog|notes|board|pile)|open|later|pending|parked|hold|postponed|deferred|until|till|noted|written down|as low|low priority|tomorrow|tonight|next (?:week|month|sprint|year|time|release)|for v\d|into v\d|after|once|when|due|for (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|for (?:the )?next|next)\b";
}

/// Words of an answer that does not want the work at all.
const REFUSES: Phrases = phrases!(
    " never| don't need| do not need| won't need| not needed| forget| drop it| no need| don't want| do not want"
);

/// Maximum numbers of words in the person's answer and in a sentence of the agent, of the sentences that are read, and of those
/// before the answer that may name the work.
const SAID: usize = 24;
const MOST: usize = 60;
const SENTENCES: usize = 2;
const TOLD: usize = 4;

/// Id of the form of these acts.
const FORM: &str = "put-on-list";

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    put_off(view).into_iter().collect()
}

fn put_off(view: View<'_>) -> Option<Act> {
    let mut before = view.talk.before();
    let said = before.next().filter(|turn| turn.role == Role::User)?;
    let told = before.next().filter(|turn| turn.role == Role::Assistant)?;
    let length = said.sentences.iter().map(|s| words(&s.text)).sum::<usize>();
    if length > SAID || said.sentences.iter().any(|s| REFUSES.within(&format!(" {}", s.text.to_lowercase()))) {
        return None;
    }
    let typed = view.talk.last_typed().filter(|turn| turn.turn_id == said.turn_id)?;
    let basis = Basis::of(&said.turn_id, typed.sentences.first()?);
    let short = |s: &&Sentence| s.block == BlockKind::Paragraph && words(&s.text) <= MOST;
    let mut own = view.own().filter(short).take(SENTENCES).take_while(|s| !s.asks);
    own.find_map(|sentence| {
        let text = plain(&sentence.text);
        let task = text.split("; ").flat_map(|part| part.split(", ")).find_map(|part| task(view, told, part))?;
        let own = token_set(&task);
        let shared = |other: &[String]| other.iter().filter(|t| own.binary_search(t).is_ok()).count();
        let known = open_tasks(view).any(|item| {
            let other = token_set(&item.summary);
            shared(&other) * 2 > own.len().min(other.len())
        });
        let act = Act::settled(ActKind::Request, sentence.range.clone(), whole(&capital(&task)), FORM);
        (!known).then(|| Act { basis: Some(basis.clone()), ..act })
    })
}

/// The work that a part of the agent's sentence keeps for later, in the words of the offer where these name it.
fn task(view: View<'_>, told: &ReadTurn, part: &str) -> Option<String> {
    let part = part.trim_end_matches(['.', '!']);
    let found = [&HEADED, &KEEPS, &WILL_DO, &STAYS].into_iter().find_map(|form| form.captures(part))?;
    let group = |found: &Captures<'_>, name| found.name(name).map(|m| m.as_str().trim().to_owned());
    LATER.is_match(&group(&found, "when")?).then_some(())?;
    let ordered = group(&found, "order");
    let thing = ordered.clone().or_else(|| group(&found, "thing"))?;
    let named = token_set(&thing);
    let names = |text: &str| tokens(text).iter().any(|t| t.len() > 1 && named.binary_search(t).is_ok());
    // What the agent keeps is what it spoke of before.
    if !told.sentences.iter().rev().take(TOLD).any(|s| names(&s.text)) || summary::points(&thing) {
        return None;
    }
    let offers = view.talk.offered().next().into_iter().flatten();
    let offers = offers.filter(|offer| offer.form == OfferForm::Proposal && offer.turn == told.turn_id);
    let orders = offers.map(|offer| unhurried(&order(&offer.object)).to_owned());
    let clear = |order: &String| {
        opens(&order.to_lowercase()) && names(order) && !summary::points(order) && !order.ends_with(" some")
    };
    let bare = after_any(&thing, phrases!("the|your|our|then the|then")).unwrap_or(&thing);
    // "Hero" alone names no work; "DMA" may.
    let named = words(bare) > 1 || bare.chars().filter(char::is_ascii_uppercase).count() > 1;
    let thing = || named.then(|| bare.to_owned());
    orders.filter(clear).last().or(ordered).or_else(|| plain_verb(bare)).or_else(thing)
}
