//! Defines what the model of wordings ([`crate::pipeline::spoken`]) adds to the other families: it reads clauses that none
//! of them has a form for, and tells a refusal of an option from its choice, and a fact from a decision.

use super::offers::offer::{Offer, OfferForm};
use super::picks::option_remarks::{describes_one, speaks_against};
use super::picks::pick::found;
use super::picks::refused_options::refused;
use super::picks::sorting;
use super::references::antecedents;
use super::references::standing::{made_against, open_tasks, recent, standing};
use super::references::unnamed_ends::leaves_thing_open;
use super::sentences::quantities::measured;
use super::sentences::segments::Segment;
use super::sentences::wording::{after_any, capital, leaves_place_open, order, unhurried, whole, words};
use super::work::imperative::{self, without_order};
use super::{Act, ActKind, Certainty, View, overlaps};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::pipeline::spoken::{self, Reading, SpokenAct, Surroundings};
use crate::state::{Item, ItemKind};
use crate::text::patterns;
use crate::transcript::Role;

/// Id of the form of these acts.
pub(super) const FORM: &str = "wording";

/// Fewest words of a clause that makes a new item.
const LEAST_FOR_NEW: usize = 4;
/// Fewest words of a clause that ends an item or names an option.
const LEAST_TO_NAME: usize = 2;
/// Most words of a clause that is read.
const MOST: usize = 30;
/// Most bytes of a clause, and of the agent's words before it, that the model is given.
const MOST_BYTES: usize = 400;

/// Probability from which the model changes what another family read.
const SURE: f32 = 0.8;
/// Probability from which the model settles what another family only found likely.
const CONFIRMS: f32 = 0.97;
/// Probability from which a clause settles something or asks for work.
const SETTLES: f32 = 0.9;
/// The same where the clause names what was refused before.
const SETTLES_AGAIN: f32 = 0.75;
/// Probability from which one act of those counts.
const LIKELIEST: f32 = 0.6;
/// The same for facts, which much of what is only told looks like.
const LIKELIEST_FACT: f32 = 0.93;
/// Probability from which a clause ends the item that it names.
const ENDS: f32 = 0.9;
/// Probability from which a clause that names one of the offered options chooses or refuses it.
const NAMES_OPTION: f32 = 0.6;

patterns! {
    /// A deed on a thing that the sentence does not name: "we can always draw it later".
    ON_IT = r"(?i)^(?:(?:and|but|so|well|because|then),? )*(?:we|you|i|one|they)(?:'\w+)? (?:(?:can|could|will|would|should|may|must|have to|need to|do|always|just|still|also|only|then|even|already|simply|easily) )*[a-z]+ (?:it|them)\b";
    /// Complains about something that is in use: "the tin roof leaks again".
    COMPLAINS = r"\b(?:breaks|broke|fails|failed|crash(?:es|ed)|hates?|gets? out of hand|got (?:too|out of hand|worse)|leaks|lags|sucks|hurts|is down|was down|keeps? (?:failing|crashing|breaking)|takes? (?:ages|forever|too long)|draws? too much|costs? too much)\b";
    /// Reports how a program behaves: "it fails only when the clock is off".
    OBSERVES = r"\b(?:fails|failed|crashes|crashed|breaks|hangs|happens|passes|works|appears|shows up)(?: only| just)? (?:when|if|unless|with|on|in|after|while|for)\b";
}

/// The clauses of a turn in the person's own words, with what the agent said last.
pub(super) struct Clauses<'v> {
    agent: &'v str,
    all: Vec<&'v Segment>,
    /// For each, whether it is to be read: it stands in no question, heading or table, and acts have not all of its
    /// sentence.
    open: Vec<bool>,
}

impl<'v> Clauses<'v> {
    pub fn of(view: View<'v>) -> Self {
        let agent = view.talk.before().next().filter(|turn| turn.role == Role::Assistant);
        let agent = agent.and_then(|turn| turn.sentences.last()).map_or("", |sentence| sentence.text.as_str());
        let agent = agent.char_indices().rev().nth(MOST_BYTES).and_then(|(at, _)| agent.get(at..)).unwrap_or(agent);
        let whole = View { claimed: &[], ..view };
        let says = |s: &Sentence| matches!(s.block, BlockKind::Paragraph | BlockKind::Item) && !s.asks;
        let own = view.own().flat_map(|sentence| {
            let open = says(sentence) && !view.segments(sentence).is_empty();
            whole.segments(sentence).iter().map(move |segment| (segment, open))
        });
        let (all, open) = own.unzip();
        Self { agent, all, open }
    }

    /// Reads the clause at this place with the model; `None` for one of more than `MOST_BYTES`.
    fn reading(&self, place: usize) -> Option<Reading> {
        let text = |at: Option<usize>| at.and_then(|at| self.all.get(at)).map(|segment| segment.text.as_str());
        let own = text(Some(place)).filter(|text| text.len() <= MOST_BYTES)?;
        let (previous, next) = (text(place.checked_sub(1)), text(Some(place + 1)));
        Some(spoken::read(own, Surroundings { agent: self.agent, previous, next, place }))
    }

    /// The likeliest act of the clause at this place, with its probability.
    fn likeliest(&self, place: usize) -> (SpokenAct, f32) {
        self.reading(place).map_or((SpokenAct::Nothing, 0.0), Reading::likeliest)
    }

    /// The places of the clauses that an act claims: from the first up to the one before the second.
    fn places(&self, act: &Act) -> (usize, usize) {
        let first = self.all.partition_point(|s| s.range.end <= act.range.start);
        (first, self.all.partition_point(|s| s.range.start < act.range.end))
    }

    /// Settles an act that waits, if it has one clause and the model is sure that this performs it.
    fn confirmed(&self, act: Act) -> Act {
        let (first, end) = self.places(&act);
        let unnamed = leaves_thing_open(&act.summary) || leaves_place_open(&act.summary);
        let open = act.target.is_some() || act.basis.is_some() || unnamed || end != first + 1;
        if open || self.all.get(first).is_none_or(|segment| segment.unsettled()) {
            return act;
        }
        let (likely, p) = self.likeliest(first);
        let agrees = matches!(
            (likely, act.deed),
            (SpokenAct::Task, ActKind::Request)
                | (SpokenAct::Choice, ActKind::Choose)
                | (SpokenAct::Rule, ActKind::Rule { .. })
                | (SpokenAct::RuledOut, ActKind::RuleOut)
                | (SpokenAct::Fact, ActKind::Inform)
        );
        if agrees && p >= CONFIRMS { Act { certainty: Certainty::Settled, ..act } } else { act }
    }

    /// Settles what waits where the model is sure that its words do that; turns a pick into a refusal, or an answer into
    /// a fact.
    pub fn corrected(&self, act: Act, offers: &[Offer]) -> Act {
        if act.certainty == Certainty::Likely {
            return self.confirmed(act);
        }
        if act.deed != ActKind::Choose || act.target.is_some() {
            return act;
        }
        let (first, end) = self.places(&act);
        if act.form == "pick" {
            let clauses = self.all.get(first..end).unwrap_or_default().iter();
            let parts = clauses.flat_map(|segment| segment.text.split([',', ';']));
            let mut naming = parts.filter(|part| names_option(part, &act, offers));
            let (Some(only), None) = (naming.next(), naming.next()) else { return act };
            let (likely, p) =
                spoken::read(only, Surroundings { agent: self.agent, ..Surroundings::default() }).likeliest();
            let refuses = likely == SpokenAct::RuledOut && p >= SURE;
            return if refuses { Act { deed: ActKind::RuleOut, alternatives: Vec::new(), ..act } } else { act };
        }
        if !act.form.starts_with("answer") || end != first + 1 {
            return act;
        }
        let (likely, p) = self.likeliest(first);
        if likely == SpokenAct::Fact && p >= SURE { Act { deed: ActKind::Inform, ..act } } else { act }
    }
}

/// Whether words name the option that an act takes, and no other.
fn names_option(words: &str, act: &Act, offers: &[Offer]) -> bool {
    let low = words.trim().to_lowercase();
    let taken = act.basis.as_ref().map(|basis| &basis.range);
    offers.iter().any(|offer| matches!(found(offer, &low)[..], [one] if Some(&one.range) == taken))
}

/// Whether a sentence puts two things side by side: "either we move it, or we leave it".
fn weighs(low: &str) -> bool {
    low.find("either ")
        .and_then(|at| low.get(at..))
        .is_some_and(|rest| rest.contains(", or ") || rest.contains(" or we "))
}

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let clauses = Clauses::of(view);
    let open = clauses.all.iter().zip(&clauses.open).enumerate().filter(|(_, (_, open))| **open);
    open.filter_map(|(place, (segment, _))| of_segment(view, segment, || clauses.reading(place))).collect()
}

fn of_segment(view: View<'_>, segment: &Segment, judge: impl FnOnce() -> Option<Reading>) -> Option<Act> {
    // What stands in quotation marks or brackets may be somebody else's, or a program's.
    let quotes = segment.text.contains(['"', '“', '(', '{', '`', '<']);
    // An exception changes a rule that stands.
    let excepts = phrases!(" except| unless | other than | apart from | besides ").within(&segment.low);
    let length = words(unhurried(&segment.text));
    // "Either we move it, or we leave it and only paint it" chooses neither.
    let either = |s: &Sentence| overlaps(&s.range, &segment.range) && weighs(&s.text.to_lowercase());
    if segment.unsettled() || quotes || excepts || view.own().any(either) || !(LEAST_TO_NAME..=MOST).contains(&length) {
        return None;
    }
    let reading = judge()?;
    let (act, p) = reading.likeliest();
    let complains = || matches!(act, SpokenAct::Rule | SpokenAct::Choice) && COMPLAINS.is_match(&segment.low);
    if act == SpokenAct::Rule && OBSERVES.is_match(&segment.low) || complains() {
        return None;
    }
    if let Some(act) = of_option(view, segment, act, p) {
        return Some(act);
    }
    match act {
        // What is taken back is no new item, also where nothing says which item is meant.
        SpokenAct::TakeBack if p >= ENDS => {
            let item = meant_item(standing(view).chain(open_tasks(view)).chain(recent(view, ItemKind::Goal)), segment);
            Some(item.map_or_else(
                || Act::nothing(segment.range.clone(), FORM),
                |item| Act::ends(item, segment.range.clone(), FORM),
            ))
        }
        SpokenAct::Done if p >= ENDS => {
            let item = meant_item(open_tasks(view), segment)?;
            let act = Act::settled(ActKind::Done, segment.range.clone(), item.summary.clone(), FORM);
            Some(Act { target: Some(item.id.clone()), ..act })
        }
        _ => settled_by(view, reading, segment),
    }
}

/// The choice or refusal of the only offered option that a clause names.
fn of_option(view: View<'_>, segment: &Segment, act: SpokenAct, p: f32) -> Option<Act> {
    let deed = match act {
        SpokenAct::Choice | SpokenAct::Answer if p >= NAMES_OPTION => ActKind::Choose,
        SpokenAct::RuledOut if p >= NAMES_OPTION => ActKind::RuleOut,
        _ => return None,
    };
    // Entries of a list that nobody called options are findings as often as not.
    let offers = view.offers.iter().filter(|offer| offer.form == OfferForm::Options);
    let offers = offers.filter(|offer| !offer.stated || offer.options.iter().all(|o| sorting::is_order(&o.text)));
    let named: Vec<_> = offers.flat_map(|o| found(o, &segment.low).into_iter().map(move |c| (o, c))).collect();
    let [(offer, option)] = named[..] else { return None };
    let remarks = || describes_one(offer, &segment.text) || speaks_against(&segment.text);
    if deed == ActKind::Choose && remarks() {
        return None;
    }
    // "Without a zone" takes none.
    let deed = if refused(offer, &segment.low).is_some() { ActKind::RuleOut } else { deed };
    let mut act = Act::settled(deed, segment.range.clone(), option.summary.clone(), FORM);
    act.basis = Some(offer.basis_of(option));
    if deed == ActKind::Choose {
        let others = offer.options.iter().filter(|other| !std::ptr::eq(*other, option));
        act.alternatives = others.map(|other| other.text.clone()).collect();
    }
    Some(act)
}

/// Stems of words that say that something ends, not what.
const SAYS_END: Phrases = phrases!(
    "not|forget|scratch|scrap|drop|cancel|remov|lose|skip|kill|nix|thing|idea|stuff|whole|now|anymor|pleas|done"
);

/// The only item that shares most words with a clause, rare ones counting more: two words at least, or one where the
/// clause has no more than two.
fn meant_item<'v>(items: impl Iterator<Item = &'v Item>, segment: &Segment) -> Option<&'v Item> {
    let items: Vec<(&Item, Vec<String>)> = items.map(|item| (item, tokens(&item.summary))).collect();
    let mut said = tokens(&segment.text);
    said.retain(|word| word.len() > 2 && !SAYS_END.contains(word));
    said.sort_unstable();
    said.dedup();
    let least = if said.len() <= 2 { 1 } else { 2 };
    let worth = |own: &[String]| -> f32 {
        let shared: Vec<&String> = said.iter().filter(|word| own.contains(word)).collect();
        let rarity = |word: &String| 1.0 / items.iter().filter(|(_, other)| other.contains(word)).count() as f32;
        if shared.len() < least { 0.0 } else { shared.into_iter().map(rarity).sum() }
    };
    let mut ranked: Vec<(f32, &Item)> = items.iter().map(|(item, own)| (worth(own), *item)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, item) = *ranked.first()?;
    let second = ranked.get(1).map_or(0.0, |(worth, _)| *worth);
    (best > second).then_some(item)
}

/// The new item that a clause makes, if the model is sure that it settles something, and of one act above all others.
/// Less is enough where it names what was refused before: that is seldom only told.
fn settled_by(view: View<'_>, reading: Reading, segment: &Segment) -> Option<Act> {
    let text = without_order(unhurried(&segment.text));
    let text = after_any(text, phrases!("i think|i'd say|i would say|imo|in my opinion|in my view")).unwrap_or(text);
    let resolved = if summary::points(text) { antecedents::resolved(view, segment, text) } else { None };
    let text = resolved.as_deref().unwrap_or(text);
    let wanted = after_any(text, WANTED).unwrap_or(text);
    let clear = words(text) >= LEAST_FOR_NEW
        && summary::stands_alone(text)
        && !summary::points(wanted)
        && !summary::leaves_open(text)
        && !ON_IT.is_match(text)
        && !gives_number(&segment.low)
        && !tells_of_people(&segment.low)
        && !OWN_WORK.within(&segment.low)
        && after_any(text, OWN_DEED).is_none()
        && !asks_why(&segment.low);
    let (act, p) = reading.likeliest();
    if view.opens_session() && act == SpokenAct::Goal && p >= SURE && clear {
        let aim = after_any(text, AIMED)?;
        return Some(Act::settled(ActKind::Aim, segment.range.clone(), whole(&capital(aim)), "wanted"));
    }
    let least = if act == SpokenAct::Fact { LIKELIEST_FACT } else { LIKELIEST };
    let sure = reading.settles() >= SETTLES && p >= least;
    let told = act == SpokenAct::Fact && p >= SURE;
    let chooses = clear
        && !told
        && reading.settles() >= SETTLES_AGAIN
        && made_against(view, &token_set(&segment.text)).next().is_some();
    let deed = if chooses { Some(ActKind::Choose) } else { deed_of(act, segment).filter(|_| sure) };
    let deed = deed.filter(|_| clear)?;
    // "Instead of the loop in the importer" names a place or a thing, not what to do with it.
    if deed == ActKind::Request
        && (after_any(text, LINKS).is_some() && !text.contains(',')
            || after_any(text, UNNEEDED).is_some()
            || describes(wanted, segment))
    {
        return None;
    }
    // "The alarm must ring within a second" binds, whatever follows.
    let binds = deed == ActKind::Request
        && after_any(text, phrases!("the|our|each|every|all|no")).is_some_and(|rest| phrases!(" must ").within(rest));
    let deed = if binds { ActKind::Rule { hard: true } } else { deed };
    let summary = if deed == ActKind::Request { order(wanted) } else { capital(text) };
    // "The blue lamp burns at night" may be a rule, and may be what is seen.
    let told = matches!(deed, ActKind::Rule { .. }) && !BINDS.within(&format!(" {} ", segment.low));
    let make = if told { Act::likely } else { Act::settled };
    Some(make(deed, segment.range.clone(), whole(&summary), FORM))
}

/// Whether words only give a number to what stands before them: "make it 10".
fn gives_number(low: &str) -> bool {
    let value = after_any(low, phrases!("make it|make that|set it to|keep it at|put it at|let's make it|let's say"));
    value.is_some_and(|value| measured(value).is_some_and(|(from, _)| from == 0))
}

/// Whether words tell what other people do: "and then they cite each other".
fn tells_of_people(low: &str) -> bool {
    let bare = after_any(low, phrases!("and then|but then|then|and|but|so|because")).unwrap_or(low);
    let people = after_any(bare, phrases!("they|he|she|people|somebody|someone|nobody else|some people|the others"));
    people.is_some_and(|rest| {
        !phrases!(" must | should | may | have to | need to | can't | cannot | only | never ")
            .within(&format!(" {rest} "))
    })
}

/// Whether a clause asks for a reason, also without a question mark: "but hm then why no sails".
fn asks_why(low: &str) -> bool {
    let idle = phrases!("but|hm|hmm|hmmm|then|so|and|ok|well|oh|wait");
    let said = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    said.into_iter().find(|word| !idle.contains(word)) == Some("why")
}

/// Whether words tell how a thing is, will be or would be, and order nothing: "the chart still looks the same", "can be
/// changed later", "if it rains, the roof should close".
fn describes(text: &str, segment: &Segment) -> bool {
    const MODALS: Phrases = phrases!("can|could|will|would|may|might|is|are|was|were");
    const THINGS: Phrases = phrases!("the|this|that|these|those|a|an|my|our|its|their|it|they|there");
    const OBLIGES: Phrases =
        phrases!(" should | must | need | needs to | has to | have to | shall | please | ought to ");
    let text = summary::strip_fillers(text);
    let obliges = OBLIGES.within(&format!(" {} ", segment.low));
    let supposes = phrases!(" if | would ").within(&format!(" {} ", segment.before.to_lowercase()));
    after_any(text, MODALS).is_some() || after_any(text, THINGS).is_some() && (!obliges || supposes)
}

/// Words of a rule.
const BINDS: Phrases = phrases!(
    " must| should| shall | never | always | only | no | not |n't | nothing | nobody | none | need| has to | have to | at most | at least | max| min| limit| from now | keep | stay| remain| without | please | pls | we | i | allow| forbid| forbidden | required | require| ban| off limits | before | after | until | unless | per | use | let | make | be | everything | exclusively | instead "
);

/// Words before what a session is for.
const AIMED: Phrases = phrases!(
    "i just want to|i just want|i want to|i want|we want to|we want|i'd like to|i'd like|i would like to|i would like|we'd like to|we'd like|we would like to|we would like"
);
/// Words before what the agent need not do.
const UNNEEDED: Phrases = phrases!("you don't need|you do not need|you needn't|you don't have to|no need");
/// Words before what is wanted.
const WANTED: Phrases = phrases!(
    "i need to|we need to|i want to|we want to|i need you to|i want you to|we have to|i'd like to|i'd like you to|i would like to|i would like you to|we should|you should|you need to"
);
/// Words with which the person tells what they do themselves.
const OWN_DEED: Phrases = phrases!("i'll|i will|i'm going to|i am going to|i can|let me");
/// Words that keep work for the person.
const OWN_WORK: Phrases = phrases!(
    "that's on me|that is on me|on my plate|i'll do that myself|i'll do it myself|i'll do them myself|i'll see to it"
);
/// Words that lead in a place, a time or a thing.
const LINKS: Phrases = phrases!(
    "of|at|in|on|by|from|with|as|than|about|into|inside|within|below|above|under|after|before|instead of|rather than"
);

/// Openings of clauses that tell what there is.
const TELLS: Phrases = phrases!(
    "we have the|we have a|we have an|we have our|we've got|i have the|i have a|i have an|i've got|there is|there are|there's|it has|they have|now we have|we already have|it is|it's"
);

/// The effect of an act. In real sessions many sentences sound like a guess or like what all of it is for: those are left
/// to the other families and to the scorer.
fn deed_of(act: SpokenAct, segment: &Segment) -> Option<ActKind> {
    match act {
        // "We have the radio on the board" tells.
        SpokenAct::Task if after_any(&segment.low, TELLS).is_some() => None,
        SpokenAct::Task => Some(ActKind::Request),
        // "Port the script to Python" is work, whatever it also chooses.
        SpokenAct::Choice | SpokenAct::Fact
            if imperative::object(&segment.text).is_some() && !chooses(&segment.text) =>
        {
            Some(ActKind::Request)
        }
        // "Tin is going away next year" tells.
        SpokenAct::Choice if phrases!(" is going | are going | is leaving | are leaving ").within(&segment.low) => {
            Some(ActKind::Inform)
        }
        SpokenAct::Choice => Some(ActKind::Choose),
        SpokenAct::Rule => Some(ActKind::Rule { hard: is_hard(segment) }),
        SpokenAct::RuledOut => Some(ActKind::RuleOut),
        SpokenAct::Fact => Some(ActKind::Inform),
        _ => None,
    }
}

/// Whether an order opens with a verb of choosing or keeping.
fn chooses(text: &str) -> bool {
    const CHOOSES: Phrases = phrases!(
        "use|take|pick|choose|go|keep|stay|stick|make|let|set|call|name|store|host|put|send|run|have|leave|write|log|limit|cap|return|serve|read|start|treat|round|sort|show|ship|prefer|deploy|build|cache|save|test|sign|encrypt|format|order|display|default|restrict|target|support|throw|fail|retry|alert|poll|sample|hash|require|allow"
    );
    after_any(text, CHOOSES).is_some()
}

/// Whether a rule leaves no exception.
fn is_hard(segment: &Segment) -> bool {
    phrases!("never|must|not |n't |no |nothing|nobody|always|only|at most|at least").within(&segment.low)
}
