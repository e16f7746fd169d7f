//! The engine: ledger, corrections, scores on labelled sessions, and language models asked beside the rules.
#![allow(clippy::needless_pass_by_value, clippy::panic, clippy::unwrap_used)]

mod answering;
mod answers_in_passing;
mod asking;
mod authorship;
mod carried_out;
mod carried_over;
mod change_of_mind;
mod changed_in_passing;
mod choice_matrix;
mod closing_reports;
mod demo;
mod dialogue;
mod endings;
mod feedback;
mod gold;
mod guard;
mod handed_on;
mod labelled;
mod ledger;
mod limits_and_pointers;
mod linear;
mod listed_answers;
mod lists_of_work;
mod llm_server;
mod long_turns;
mod model_answers;
mod model_loop;
mod model_ties;
mod named_without_or;
mod offer;
mod offers_in_long_turns;
mod ordered_anew;
mod partial_answers;
mod plain_faults;
mod plain_matrix;
mod plain_speech;
mod plain_work;
mod reader;
mod reader_replays;
mod real_agents;
#[path = "../common/agents.rs"]
mod recorded_agents;
mod replies;
mod said_in_sessions;
#[path = "../common/server.rs"]
mod server;
mod settles_nothing;
mod several_topics;
mod spoken;
#[path = "../common/trials.rs"]
mod trials;
mod ways_of_typing;
mod what_is_meant;
mod whole_sessions;
mod worded_answers;
mod work_and_facts;
