//! Defines the families of acts and the order in which they read: the first to claim words keeps them.

use super::{Act, View, answers, changes, choices, picks, questions, references, rules, statements, wordings, work};

/// A family of acts: its name and its reader.
pub(super) type Family = (&'static str, fn(View<'_>) -> Vec<Act>);

/// The families that read the person's turns; the first to claim words keeps them.
pub(super) const FAMILIES: &[Family] = &[
    ("told anew", changes::retold::read),
    ("pointing", references::pointing::read),
    ("pointed steps", references::pointed_steps::read),
    ("tickets", work::tickets::read),
    ("renamed", choices::renamed::read),
    ("not up for change", rules::not_up_for_change::read),
    ("premises", statements::premises::read),
    ("left over", work::left_over::read),
    ("counted up", work::work_enumerated::read),
    ("aims", statements::aims::read),
    ("hunches", statements::hunches::read),
    ("permissions", changes::permissions::read),
    ("reopened", changes::reopened::read),
    ("left open", questions::undecided::read),
    ("open questions", questions::open_questions::read),
    ("named", statements::plain_statements::named),
    ("called off", changes::called_off::read),
    ("ordered anew", changes::ordered_anew::read),
    ("answers", answers::reply::read),
    ("things", picks::sorting::of_things),
    ("complaints", work::work_judged::read),
    ("reports", work::reports::read),
    ("same subject", changes::same_subject::read),
    ("same number", changes::same_subject::numbers),
    ("exceptions", rules::exceptions::read),
    ("changes", changes::changes_of_mind::read),
    ("corrections", changes::corrections::read),
    ("last message", changes::last_message::read),
    ("ends", changes::ends::read),
    ("occasions", rules::occasions::read),
    ("told orders", work::told_orders::read),
    ("pronouns", references::antecedents::read),
    ("other languages", choices::other_languages::read),
    ("outright", choices::outright::read),
    ("habits", rules::habits::read),
    ("bans", rules::bans::read),
    ("ruled out", rules::ruled_out::read),
    ("rules", rules::stated_rules::read),
    ("conditions of requests", rules::conditions_of_requests::read),
    ("choices", choices::stated_choices::read),
    ("work", work::requests::read),
    ("statements", statements::plain_statements::read),
    ("told facts", statements::told_facts::read),
    ("conditions", rules::conditions::read),
];

/// The family that reads what the others leave.
pub(super) const WORDINGS: &[Family] = &[("wordings", wordings::read)];

/// The family that reads a turn in which no other has found anything.
pub(super) const REPLIES: &[Family] = &[("judged replies", answers::judged_replies::read)];

/// The families that read the agent's turns.
pub(super) const OF_THE_AGENT: &[Family] = &[
    ("reports", work::reports::read),
    ("restated", choices::restated::read),
    ("nudges", choices::nudges::read),
    ("taken on", work::taken_on::read),
    ("causes", statements::found_causes::read),
    ("choices", choices::agents_choices::read),
    ("suppositions", statements::plain_statements::supposed),
    ("findings", statements::plain_statements::found),
    ("delivered", work::delivered::read),
    ("confirmed", questions::confirmed::read),
    ("taken up", choices::taken_up::read),
    ("put on the list", work::put_on_list::read),
    ("carried out", answers::carried_out::read),
    ("answered", questions::answered::read),
    ("own steps", work::own_steps::read),
];
