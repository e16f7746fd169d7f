//! Defines the choices that finished work leaves behind: "let the quiet hours end at 05:30", once it is done, is how the
//! product is. The value stands as a decision after the task has ended.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::references::standing::standing;
use crate::pipeline::acts::sentences::quantities::measured;
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, words};
use crate::pipeline::acts::{Act, ActKind, Basis, View};
use crate::pipeline::clause::ReadTurn;
use crate::pipeline::extract::summary;
use crate::state::Item;

/// Id of the form of these acts.
const FORM: &str = "setting-made";

/// Maximum number of words of a task that is nothing but its setting.
const MOST: usize = 14;

/// The choices that the tasks leave behind which acts close. `acts` are those of `turn`.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &[Act]) -> Vec<Act> {
    let closed = acts.iter().filter(|act| act.deed == ActKind::Done);
    let left = closed.filter_map(|act| {
        let task = view.ledger.get(act.target.as_ref()?)?;
        let value = setting(&task.summary)?;
        let stands = standing(view).any(|item| item.summary.contains(value));
        let text = unhurried(&task.summary).to_owned();
        let choice = Act::settled(ActKind::Choose, act.range.clone(), text, FORM);
        (!stands).then(|| Act { basis: asked(view, task), ..choice })
    });
    left.collect()
}

/// The value that a task sets, with its unit.
fn setting(task: &str) -> Option<&str> {
    const SETS: Phrases = phrases!(
        "let|set|make|keep|send|limit|cap|raise|lower|increase|reduce|shorten|extend|start|end|round|expire|retry|wait|refresh|poll"
    );
    let (from, to) = measured(task)?;
    let sets = after_any(task, SETS).is_some() && words(task) <= MOST && summary::stands_alone(task);
    task.get(from..to).filter(|_| sets && !summary::points(task))
}

/// The person's words that asked for a task.
fn asked(view: View<'_>, task: &Item) -> Option<Basis> {
    let source = task.source_turns.first()?;
    let range = source.offset.clone()?;
    let turn: &ReadTurn = view.talk.typed(&source.turn_id)?;
    let sentence = turn.sentences.iter().find(|s| s.range.end > range.start)?;
    Some(Basis::of(&turn.turn_id, sentence))
}
