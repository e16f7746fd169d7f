//! Defines the reading of what no form of the other families reads, by a model that was learned from many wordings
//! ([`crate::pipeline::spoken`]).

use super::segments::Segment;
use super::wording::{capital, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::phrases;
use crate::pipeline::clause::{BlockKind, Modality};
use crate::pipeline::extract::summary;
use crate::pipeline::spoken::{ClauseBefore, SpokenAct, most_likely};
use crate::transcript::Role;

/// Fewest and most words of a clause that is read so.
const LEAST: usize = 4;
const MOST: usize = 30;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let agent = view.talk.before().next().filter(|turn| turn.role == Role::Assistant);
    let agent = agent.and_then(|turn| turn.sentences.last()).map_or("", |sentence| sentence.text.as_str());
    let own = view.own().filter(|s| matches!(s.block, BlockKind::Paragraph | BlockKind::Item) && !s.asks);
    let mut clauses = 0;
    let mut out = Vec::new();
    for sentence in own {
        for segment in view.segments(sentence) {
            out.extend(of_segment(segment, ClauseBefore { agent, clauses }));
            clauses += 1;
        }
    }
    out
}

fn of_segment(segment: &Segment, before: ClauseBefore<'_>) -> Option<Act> {
    let text = unhurried(&segment.text);
    let clear = (LEAST..=MOST).contains(&words(text)) && summary::stands_alone(text) && !summary::points(text);
    // What stands in quotation marks or brackets may be somebody else's, or a program's.
    let quotes = text.contains(['"', '“', '(', '{', '`', '<']);
    // An exception changes a rule that stands.
    let excepts = phrases!(" except| unless | other than | apart from | besides ").within(&segment.low);
    if segment.asks || segment.doubtful || quotes || excepts || !clear {
        return None;
    }
    let (act, p) = most_likely(&segment.text, before);
    let (deed, least) = settled(act, segment)?;
    let open = if deed == ActKind::Suspect { segment.modality == Modality::Question } else { segment.unsettled() };
    (!open && p >= least).then(|| Act::settled(deed, segment.range.clone(), whole(&capital(text)), "wording"))
}

/// The effect of an act and the probability from which it is settled. Choices, tasks and goals are left to the other
/// families and to the scorer: in real sessions too many sentences sound like them.
fn settled(act: SpokenAct, segment: &Segment) -> Option<(ActKind, f32)> {
    match act {
        SpokenAct::Rule => Some((ActKind::Rule { hard: is_hard(segment) }, 0.92)),
        SpokenAct::RuledOut => Some((ActKind::RuleOut, 0.75)),
        SpokenAct::Fact => Some((ActKind::Inform, 0.75)),
        SpokenAct::Guess => Some((ActKind::Suspect, 0.75)),
        _ => None,
    }
}

/// Whether a rule leaves no exception.
fn is_hard(segment: &Segment) -> bool {
    phrases!("never|must|not |n't |no |nothing|nobody|always|only|at most|at least").within(&segment.low)
}
