//! Defines the families of acts and the order in which they read: the first to claim words keeps them.

use super::{
    Act, View, agents_choices, aims, answered, answers, antecedents, bans, called_off, changes, choices, conditions,
    corrections, delivered, ends, exceptions, found_causes, hunches, judged_replies, last_message, left_over, nudges,
    occasions, open_questions, other_languages, outright, own_steps, pointing, reports, restated, retold, ruled_out,
    rules, same_subject, sorting, statements, taken_up, told_orders, undecided, wordings, work, work_enumerated,
    work_judged,
};

/// A family of acts: its name and its reader.
pub(super) type Family = (&'static str, fn(View<'_>) -> Vec<Act>);

/// The families that read the person's turns; the first to claim words keeps them.
pub(super) const FAMILIES: &[Family] = &[
    ("told anew", retold::read),
    ("pointing", pointing::read),
    ("left over", left_over::read),
    ("counted up", work_enumerated::read),
    ("aims", aims::read),
    ("hunches", hunches::read),
    ("left open", undecided::read),
    ("open questions", open_questions::read),
    ("named", statements::named),
    ("called off", called_off::read),
    ("answers", answers::read),
    ("things", sorting::of_things),
    ("complaints", work_judged::read),
    ("reports", reports::read),
    ("same subject", same_subject::read),
    ("same number", same_subject::numbers),
    ("exceptions", exceptions::read),
    ("changes", changes::read),
    ("corrections", corrections::read),
    ("last message", last_message::read),
    ("ends", ends::read),
    ("told orders", told_orders::read),
    ("pronouns", antecedents::read),
    ("other languages", other_languages::read),
    ("outright", outright::read),
    ("occasions", occasions::read),
    ("bans", bans::read),
    ("ruled out", ruled_out::read),
    ("rules", rules::read),
    ("choices", choices::read),
    ("work", work::read),
    ("statements", statements::read),
    ("conditions", conditions::read),
];

/// The family that reads what the others leave.
pub(super) const WORDINGS: &[Family] = &[("wordings", wordings::read)];

/// The family that reads a turn in which no other has found anything.
pub(super) const REPLIES: &[Family] = &[("judged replies", judged_replies::read)];

/// The families that read the agent's turns.
pub(super) const OF_THE_AGENT: &[Family] = &[
    ("reports", reports::read),
    ("restated", restated::read),
    ("nudges", nudges::read),
    ("causes", found_causes::read),
    ("choices", agents_choices::read),
    ("suppositions", statements::supposed),
    ("findings", statements::found),
    ("delivered", delivered::read),
    ("taken up", taken_up::read),
    ("answered", answered::read),
    ("own steps", own_steps::read),
];
