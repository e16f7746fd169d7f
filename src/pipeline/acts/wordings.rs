//! Defines what the model of wordings ([`crate::pipeline::spoken`]) adds to the other families: it reads clauses that none
//! of them has a form for, and tells a refusal of an option from its choice, and a fact from a decision.

use super::offers::OfferForm;
use super::picks::found;
use super::segments::Segment;
use super::standing::{open_tasks, recent, standing};
use super::wording::{capital, order, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::phrases;
use crate::language::stems::tokens;
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::pipeline::spoken::{Likelihoods, SpokenAct, Surroundings, likelihoods};
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

/// Fewest words of a clause that makes a new item, and of one that ends an item or names an option; most words of both.
const LEAST: usize = 4;
const LEAST_NAMING: usize = 2;
const MOST: usize = 30;

/// Probability from which the model changes what another family read.
const SURE: f32 = 0.8;
/// Probability from which a clause ends the item that it names.
const ENDS: f32 = 0.9;
/// Probability from which a clause that names one of the offered options chooses or refuses it.
const NAMES_OPTION: f32 = 0.6;
/// Least worth of the words that a clause shares with the item it ends: one word that two items have.
const SHARED: f32 = 0.5;

/// The clauses of a turn in the person's own words, with what the agent said last.
pub(super) struct Clauses<'v> {
    agent: &'v str,
    all: Vec<&'v Segment>,
    /// For each, whether it stands in a sentence that says something itself: no question, heading or table.
    says: Vec<bool>,
}

impl<'v> Clauses<'v> {
    pub fn of(view: View<'v>) -> Self {
        let agent = view.talk.before().next().filter(|turn| turn.role == Role::Assistant);
        let agent = agent.and_then(|turn| turn.sentences.last()).map_or("", |sentence| sentence.text.as_str());
        let says = |s: &Sentence| matches!(s.block, BlockKind::Paragraph | BlockKind::Item) && !s.asks;
        let own = view.own().flat_map(|sentence| view.segments(sentence).iter().map(move |one| (one, says(sentence))));
        let (all, says) = own.unzip();
        Self { agent, all, says }
    }

    /// What the clauses from one place to another, as one, likely do.
    fn likelihoods(&self, places: std::ops::RangeInclusive<usize>) -> Likelihoods {
        let (first, last) = (*places.start(), *places.end());
        let texts: Vec<&str> = self.all.get(places).into_iter().flatten().map(|s| s.text.as_str()).collect();
        let text = |at: Option<usize>| at.and_then(|at| self.all.get(at)).map(|segment| segment.text.as_str());
        let around = Surroundings {
            agent: self.agent,
            previous: text(first.checked_sub(1)),
            next: text(Some(last + 1)),
            place: first,
        };
        likelihoods(&texts.join(" "), around)
    }

    /// An act as the model reads its words: who names an option may refuse it, and an answer may only tell a fact.
    pub fn corrected(&self, act: Act) -> Act {
        if act.deed != ActKind::Choose || act.target.is_some() {
            return act;
        }
        let first = self.all.partition_point(|s| s.range.end <= act.range.start);
        let end = self.all.partition_point(|s| s.range.start < act.range.end);
        let Some(last) = end.checked_sub(1).filter(|last| *last >= first) else { return act };
        match self.likelihoods(first..=last).best() {
            (SpokenAct::RuledOut, p) if p >= SURE && act.form == "pick" => {
                Act { deed: ActKind::RuleOut, alternatives: Vec::new(), ..act }
            }
            (SpokenAct::Fact, p) if p >= SURE && first == last && act.form.starts_with("answer") => {
                Act { deed: ActKind::Inform, ..act }
            }
            _ => act,
        }
    }
}

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let clauses = Clauses::of(view);
    let said = clauses.all.iter().zip(&clauses.says).enumerate().filter(|(_, (_, says))| **says);
    said.filter_map(|(place, (segment, _))| of_segment(view, segment, || clauses.likelihoods(place..=place))).collect()
}

fn of_segment(view: View<'_>, segment: &Segment, likelihoods: impl Fn() -> Likelihoods) -> Option<Act> {
    // What stands in quotation marks or brackets may be somebody else's, or a program's.
    let quotes = segment.text.contains(['"', '“', '(', '{', '`', '<']);
    // An exception changes a rule that stands.
    let excepts = phrases!(" except| unless | other than | apart from | besides ").within(&segment.low);
    let length = words(unhurried(&segment.text));
    if segment.asks || segment.doubtful || quotes || excepts || !(LEAST_NAMING..=MOST).contains(&length) {
        return None;
    }
    let likelihoods = likelihoods();
    if let Some(act) = of_option(view, segment, likelihoods) {
        return Some(act);
    }
    let (act, p) = likelihoods.best();
    match act {
        SpokenAct::TakeBack if p >= ENDS && !segment.unsettled() => {
            let item = meant_item(standing(view).chain(open_tasks(view)).chain(recent(view, ItemKind::Goal)), segment);
            Some(item.map_or_else(
                || Act::nothing(segment.range.clone(), "wording"),
                |item| Act::ends(item, segment.range.clone(), "wording"),
            ))
        }
        SpokenAct::Done if p >= ENDS && !segment.unsettled() => {
            let item = meant_item(open_tasks(view), segment)?;
            let act = Act::settled(ActKind::Done, segment.range.clone(), item.summary.clone(), "wording");
            Some(Act { target: Some(item.id.clone()), ..act })
        }
        act => settled_by(act, p, segment),
    }
}

/// The choice or refusal of the only offered option that a clause names.
fn of_option(view: View<'_>, segment: &Segment, likelihoods: Likelihoods) -> Option<Act> {
    let offer = view.offers.iter().find(|offer| offer.form == OfferForm::Options)?;
    let [option] = found(offer, &segment.low)[..] else { return None };
    let (act, p) = likelihoods.best();
    let deed = match act {
        SpokenAct::Choice | SpokenAct::Answer if p >= NAMES_OPTION && !segment.unsettled() => ActKind::Choose,
        SpokenAct::RuledOut if p >= NAMES_OPTION => ActKind::RuleOut,
        _ => return None,
    };
    let mut act = Act::settled(deed, segment.range.clone(), option.summary.clone(), "wording");
    act.basis = Some(offer.basis_of(option));
    if deed == ActKind::Choose {
        let others = offer.options.iter().filter(|other| !std::ptr::eq(*other, option));
        act.alternatives = others.map(|other| other.text.clone()).collect();
    }
    Some(act)
}

/// The only item that shares most words with a clause, rare ones counting more.
fn meant_item<'v>(items: impl Iterator<Item = &'v Item>, segment: &Segment) -> Option<&'v Item> {
    let items: Vec<(&Item, Vec<String>)> = items.map(|item| (item, tokens(&item.summary))).collect();
    let mut said = tokens(&segment.text);
    said.sort_unstable();
    said.dedup();
    let worth = |own: &[String]| -> f32 {
        let shared = said.iter().filter(|word| word.len() > 2 && *word != "not" && own.contains(word));
        shared.map(|word| 1.0 / items.iter().filter(|(_, other)| other.contains(word)).count() as f32).sum()
    };
    let mut ranked: Vec<(f32, &Item)> = items.iter().map(|(item, own)| (worth(own), *item)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, item) = *ranked.first()?;
    let second = ranked.get(1).map_or(0.0, |(worth, _)| *worth);
    (best >= SHARED && best > second).then_some(item)
}

/// The new item that a clause makes.
fn settled_by(act: SpokenAct, p: f32, segment: &Segment) -> Option<Act> {
    let text = unhurried(&segment.text);
    let clear = words(text) >= LEAST && summary::stands_alone(text) && !summary::points(text);
    let (deed, least) = deed_of(act, segment)?;
    let summary = if deed == ActKind::Request { order(text) } else { capital(text) };
    (clear && !segment.unsettled() && p >= least)
        .then(|| Act::settled(deed, segment.range.clone(), whole(&summary), "wording"))
}

/// The effect of an act and the probability from which it is settled. In real sessions many sentences sound like a
/// guess or like what all of it is for: those are left to the other families and to the scorer.
fn deed_of(act: SpokenAct, segment: &Segment) -> Option<(ActKind, f32)> {
    match act {
        SpokenAct::Task => Some((ActKind::Request, 0.96)),
        SpokenAct::Choice => Some((ActKind::Choose, 0.96)),
        SpokenAct::Rule => Some((ActKind::Rule { hard: is_hard(segment) }, 0.92)),
        SpokenAct::RuledOut => Some((ActKind::RuleOut, 0.75)),
        SpokenAct::Fact => Some((ActKind::Inform, 0.93)),
        _ => None,
    }
}

/// Whether a rule leaves no exception.
fn is_hard(segment: &Segment) -> bool {
    phrases!("never|must|not |n't |no |nothing|nobody|always|only|at most|at least").within(&segment.low)
}
