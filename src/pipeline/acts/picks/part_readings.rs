//! Defines the reading of one piece of an answer to several proposals: which parts it names, and how it judges or changes
//! them.

use super::descriptions::same;
use super::part_names::{Group, group};
use super::part_pieces::Joint;
use super::part_verdicts::{bare_verdict, changes, hedges, on_part, verdict_behind};
use super::verdicts::{Clause, Verdict, clause, names_every};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::counter::without;
use crate::pipeline::acts::answers::proposal_answers::with_value;
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::quantities::is_bare_value;
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, words};

/// A piece of the answer that names parts.
#[derive(Debug)]
pub(super) struct JudgedPiece {
    pub group: Group,
    pub verdict: Option<Verdict>,
    /// The verdict follows the names.
    pub behind: bool,
    /// Other words follow the names, of which no verdict is known.
    pub told: bool,
    /// The verdict is told in several words, which may be about the last name only: "creaks too much".
    pub remarked: bool,
    /// It says how the named thing is, which may be no answer: "the importer is wrong".
    pub states: bool,
    pub joint: Joint,
    /// The indexes of its piece and of its sentence.
    pub piece: usize,
    pub sentence: usize,
    /// The part as the answer changes it.
    pub changed: Option<String>,
}

impl JudgedPiece {
    pub fn new(group: Group, verdict: Option<Verdict>) -> Self {
        let (behind, told, remarked, states, changed) = (false, false, false, false, None);
        Self { group, verdict, behind, told, remarked, states, joint: Joint::Opens, piece: 0, sentence: 0, changed }
    }

    /// The only part that it names.
    pub fn one(&self) -> Option<usize> {
        match &self.group {
            Group::Parts { parts, .. } if parts.len() == 1 => parts.first().copied(),
            _ => None,
        }
    }

    /// Whether it only names parts, and in words of their own.
    pub const fn is_bare(&self) -> bool {
        self.verdict.is_none() && !self.told && matches!(self.group, Group::Parts { exact: true, .. })
    }

    /// The part, where it names only one.
    fn part(named: &Group, offer: &'_ Offer) -> Option<Choice> {
        Self::new(named.clone(), None).one().and_then(|at| offer.options.get(at)).cloned()
    }
}

/// Whether a piece opens with the label of an option: "a ok".
pub(super) fn opens_with_label(offer: &Offer, low: &str) -> bool {
    let first = low.split(' ').next().filter(|first| *first != low);
    offer.options.iter().any(|o| o.label.is_some() && o.label.as_deref() == first)
}

/// Maximum number of words in a name.
const NAME: usize = 6;

/// The beginnings of a text that may be a name, with what stands behind them; the longest first.
fn heads(text: &str) -> impl Iterator<Item = (&str, &str)> {
    const NO_END: Phrases = phrases!(
        "is|are|was|were|be|would|will|can|could|not|no|never|we|i|you|it|in|on|at|to|of|for|the|a|an|and|or|but|with|without|yes|yep|yeah|ok|okay|sure|fine|good|great|please|pls|so|also|too"
    );
    let mut ends: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
    ends.truncate(NAME);
    let cut = ends.into_iter().rev().filter_map(|at| Some((text.get(..at)?, text.get(at..)?.trim())));
    cut.filter(|(head, _)| !NO_END.contains(head.rsplit(' ').next().unwrap_or(head)))
}

/// The parts that a piece names, with its verdict on them.
pub(super) fn names(offer: &Offer, low: &str) -> Option<JudgedPiece> {
    if let Some(asked) = low.strip_suffix('?') {
        let named = || heads(asked).find_map(|(head, _)| group(head, offer));
        return Some(JudgedPiece::new(group(asked, offer).or_else(named)?, None));
    }
    let clause = clause(low);
    let told = || {
        let named = heads(low).find_map(|(head, _)| group(head, offer)).or_else(|| named_by_word(offer, low))?;
        Some(JudgedPiece { told: true, ..JudgedPiece::new(named, None) })
    };
    in_place(offer, low)
        .or_else(|| in_words_of_its_own(offer, low, &clause))
        .or_else(|| judged_behind(offer, low))
        .or_else(|| judged_before(offer, low, &clause))
        .or_else(|| group(low, offer).map(|named| JudgedPiece::new(named, None)))
        .or_else(told)
}

/// A verdict on parts, as it is meant by an order on each of them.
fn on_parts(offer: &Offer, named: &Group, verdict: Verdict, order: &str) -> Option<Verdict> {
    JudgedPiece::part(named, offer).map_or(Some(verdict), |part| on_part(verdict, order, &part.summary))
}

/// Whether words name parts as these call themselves.
const fn is_exact(named: &Group) -> bool {
    !matches!(named, Group::Parts { exact: false, .. })
}

/// Whether a clause leaves in doubt what it settles.
fn is_clear(low: &str, clause: &Clause<'_>) -> bool {
    !hedges(low) || clause.verdict == Some(Verdict::Defer)
}

/// The order of a clause: its verb, else all its words.
fn order_of<'t>(low: &'t str, clause: &Clause<'t>) -> &'t str {
    if clause.verb.is_empty() { low } else { clause.verb }
}

/// A clause that has nothing but the names of parts and a verdict: "skip the lamp", "extend it", "yes fonts".
fn in_words_of_its_own(offer: &Offer, low: &str, clause: &Clause<'_>) -> Option<JudgedPiece> {
    let judged = clause.verdict.and_then(|verdict| Some((verdict, group(clause.names, offer)?)));
    if let Some((verdict, named)) = judged.filter(|(_, named)| is_clear(low, clause) && is_exact(named)) {
        let states = verdict == Verdict::Good;
        let good = states && is_good_as_it_is(offer, &named, clause.names);
        // "Skip the lamp for now"
        let later = low.ends_with(" for now") && verdict == Verdict::Refuse;
        let order = order_of(low, clause);
        let verdict = if later { Some(Verdict::Defer) } else { on_parts(offer, &named, verdict, order) };
        let verdict = verdict.filter(|_| !good);
        return Some(JudgedPiece {
            behind: clause.behind,
            states,
            told: verdict.is_none(),
            ..JudgedPiece::new(named, verdict)
        });
    }
    // "Extend it" names what is to be extended.
    let points = phrases!("it|that|this|them").contains(clause.names) && clause.verdict == Some(Verdict::Take);
    let extended = points.then(|| group(clause.verb, offer)).flatten();
    let yes = phrases!("y|yes|yep|yeah|ok|okay|sure|definitely");
    let named = extended.or_else(|| group(after_any(low, yes)?, offer))?;
    Some(JudgedPiece::new(named, Some(Verdict::Take)))
}

/// Parts with words behind them that judge them: "the third lamp nobody wants", "a bell would be nice".
fn judged_behind(offer: &Offer, low: &str) -> Option<JudgedPiece> {
    let named: Vec<(&str, &str, Group)> =
        heads(low).filter_map(|(head, said)| Some((head, said, group(head, offer)?))).collect();
    // Words of the part's own before others: "mat" before "mat surely".
    let (own, loose): (Vec<_>, Vec<_>) = named.into_iter().partition(|(.., named)| is_exact(named));
    own.into_iter().chain(loose).find_map(|(head, said, named)| {
        let part = JudgedPiece::part(&named, offer);
        let summary = part.as_ref().map_or("", |part| &part.summary);
        let take =
            |changed| JudgedPiece { behind: true, changed, ..JudgedPiece::new(named.clone(), Some(Verdict::Take)) };
        if let Some(changed) = reduced(summary, said) {
            return Some(take(Some(changed)));
        }
        // "In two, not four" refuses a detail.
        let denied = after_any(said, phrases!("not"));
        let detail = part.as_ref().zip(denied).is_some_and(|(part, denied)| stance::names_some(denied, &part.text));
        let states = after_any(said, phrases!("is|are|was|were|looks|look|works|seems")).is_some();
        let verdict = verdict_behind(said, part.as_ref().map_or("", |part| &part.text)).filter(|_| !detail);
        let verdict = verdict.filter(|v| !(states && *v == Verdict::Take && is_good_as_it_is(offer, &named, head)));
        if let Some(verdict) = verdict.and_then(|v| on_parts(offer, &named, v, low)) {
            let remarked = words(said) > 2;
            return Some(JudgedPiece { behind: true, remarked, states, ..JudgedPiece::new(named, Some(verdict)) });
        }
        replaced(summary, said).or_else(|| instead(summary, low)).map(|changed| take(Some(changed)))
    })
}

/// A verdict before names that have other words with them: "skip the bell in the yard of ours".
fn judged_before(offer: &Offer, low: &str, clause: &Clause<'_>) -> Option<JudgedPiece> {
    let verdict = clause.verdict.filter(|_| is_clear(low, clause))?;
    let led = || heads(clause.names).find_map(|(head, _)| group(head, offer)).filter(|_| !clause.behind);
    let named = group(clause.names, offer).or_else(led)?;
    let verdict = on_parts(offer, &named, verdict, order_of(low, clause));
    Some(JudgedPiece { told: verdict.is_none(), ..JudgedPiece::new(named, verdict) })
}

/// Whether words call a thing good which a part would change, so that nothing may be to do: "the importer is fine" of "rewrite
/// the importer".
fn is_good_as_it_is(offer: &Offer, named: &Group, said: &str) -> bool {
    let Group::Parts { parts, .. } = named else { return false };
    let changed = |option: &Choice| {
        let verb = option.summary.split(' ').next().unwrap_or_default();
        changes(&option.summary)
            && !stance::names_some(said, verb)
            && !stance::content(said).iter().any(|w| same(w, &verb.to_lowercase()))
    };
    parts.iter().filter_map(|at| offer.options.get(*at)).any(changed)
}

/// A part without what the words behind its name take out: "yes without the lid".
fn reduced(part: &str, said: &str) -> Option<String> {
    let (at, len) = phrases!(" without | minus | but without | but no ").find(said)?;
    let out = said.get(at + len..)?;
    let kept = without(part, &format!("without {out}"));
    (verdict_behind(said.get(..at)?, "") == Some(Verdict::Take) && kept != part).then_some(kept)
}

/// A part with the value that words behind its name give it: "limit 500".
fn replaced(part: &str, said: &str) -> Option<String> {
    let value = after_any(said, phrases!("to|at|of|is|=|should be|only|max|yes but|ok but|but|with")).unwrap_or(said);
    with_value(part, unhurried(value)).filter(|_| is_bare_value(unhurried(value)))
}

/// The part in which a name takes the place of another: "tin instead of copper".
fn in_place(offer: &Offer, low: &str) -> Option<JudgedPiece> {
    let (new, old) = low.split_once(" instead of ").or_else(|| low.split_once(" rather than "))?;
    let (new, old) = (unhurried(new), unhurried(old));
    let named = group(old, offer)?;
    let part = JudgedPiece::new(named.clone(), None).one().and_then(|at| offer.options.get(at))?;
    let summary = part.summary.to_lowercase();
    let at = summary.find(old).filter(|_| summary.len() == part.summary.len() && words(new) <= NAME)?;
    let head = part.summary.get(..at)?;
    let vowel = new.starts_with(['a', 'e', 'i', 'o']);
    let head = match head.strip_suffix(" an ").or_else(|| head.strip_suffix(" a ")) {
        Some(head) => format!("{head} {} ", if vowel { "an" } else { "a" }),
        None => head.to_owned(),
    };
    let changed = Some(format!("{head}{new}{}", part.summary.get(at + old.len()..)?));
    Some(JudgedPiece { behind: true, remarked: true, changed, ..JudgedPiece::new(named, Some(Verdict::Take)) })
}

/// A part done another way: "sand it by hand instead" of "sand the door with the machine".
fn instead(part: &str, low: &str) -> Option<String> {
    let said = low.strip_suffix(" instead").or_else(|| after_any(low, phrases!("rather|better")))?;
    let verb = part.split(' ').next()?.to_lowercase();
    (said.split(' ').next() == Some(verb.as_str()) && words(said) > 1).then(|| said.to_owned())
}

/// The only part that any word of a piece names: "400 lamps for the stairs".
fn named_by_word(offer: &Offer, low: &str) -> Option<Group> {
    const LEAST: usize = 4;
    let words = low.split(' ').filter(|word| word.len() >= LEAST);
    let mut named = words.filter_map(|word| JudgedPiece::new(group(word, offer)?, None).one());
    let one = named.next()?;
    named.all(|other| other == one).then(|| Group::Parts { parts: vec![one], exact: false })
}

/// The parts that any of a text's words name.
pub(super) fn group_in(offer: &Offer, low: &str) -> Option<Group> {
    low.split(' ').find_map(|word| group(word, offer))
}

/// The part that an answer takes out of all: "all but the bell", "yes except the bell".
pub(super) fn all_but(offer: &Offer, low: &str) -> Option<(Group, Verdict)> {
    const EXCEPT: Phrases = phrases!(
        " except for | except | apart from | besides | minus | but not | but for | without | other than | but "
    );
    let padded = format!(" {low}");
    let (at, len) = EXCEPT.places(&padded).into_iter().min_by_key(|(at, len)| (*at, usize::MAX - len))?;
    let head = padded.get(..at)?.trim().trim_end_matches(',');
    let all = names_every(head, offer.options.len()) || phrases!("everything|anything").contains(head);
    let out = group(padded.get(at + len..)?, offer)?;
    let praised = after_any(
        head,
        phrases!("everything's|everything is|everything looks|all's|all is|all are|it's all|that's all"),
    );
    (all || bare_verdict(praised.unwrap_or(head)) == Some(Verdict::Take)).then_some((out, Verdict::Refuse))
}
