//! deltamind: what a coding agent's session has decided, live, with its evidence.
//!
//! # The rooms
//!
//! ```text
//! text/        safe text, redaction of secrets, cutting and wrapping at a width
//! config/      the person's settings, and where our own files are
//! language/    English and shell: stems, polarity, likeness of titles, command lines     (no rules of the ledger)
//! transcript/  from bytes to turns and signals: following a file, finding sessions, one format per agent
//! state/       the data model: items, deltas, the ledger, its log                        (data and queries, no rules)
//! pipeline/    gate, extract, normalize, reconcile                                       (from talk to deltas)
//! artifacts/   plans, analyses, decisions, lessons cut verbatim from transcripts
//! guard/       flags statements and tool calls that violate a rule in force
//! session/     one transcript's ledger, log and turns; what screen and commands call     (a pure fold)
//! lab/         labelled sessions, scores against them, learning of the weights           (for `eval` and `train` only)
//! store/       what is kept under .deltamind/: snapshot, provenance log, lock            (the only writer there)
//! llm/         language models: Ollama, OpenAI-compatible servers, commands              (the only network)
//! edits/       changes to other people's files: draft, preview, journal, undo            (the only writer of those)
//! memory/      writes and undoes approved memories, one writer per place
//! trackers/    the places for a project's tasks: files and commands behind one trait
//! standup/     compares artifacts with the project's board and documents: proposals, applied or put to the person
//! tui/         State, Msg, Effect, update, view; panes, actions, themes                  (pure: a frame from a value)
//! runtime/     the terminal, the threads, the one loop that performs effects
//! cli/         one file per subcommand, thin
//! main.rs      calls cli
//! ```
//!
//! `docs/architecture.md` says which room may import which and which rooms are pure, follows a line of a transcript to the
//! frame and a key press to a write that can be undone, and lists the invariants with their tests.
//!
//! # A list of sessions
//!
//! `deltamind sessions --json` prints `[{agent, id, path, project, started, lastEntry, live, kind main|subagent|fork,
//! parent?, title?, request?, branch?}]`, times in UTC. `live` is a last entry younger than ten minutes; `fork` is a session a person leads
//! that began as a copy of another.
//!
//! # Words
//!
//! | word | what it means here |
//! |---|---|
//! | record | one line of a transcript file |
//! | turn | something the person or the agent said |
//! | signal | a structured fact beside the talk: a todo list, an answered question, a plan's fate, a commit; in `runtime`, also a signal of the operating system |
//! | offer | what the agent put to the person in talk: a proposal, options, a question |
//! | clause | the piece of a turn that rules look at |
//! | cue | what one rule found in a clause |
//! | candidate | a delta that is proposed, with evidence, confidence and reason |
//! | delta | a typed change, one of eleven kinds |
//! | item | something believed now: a decision, a constraint, a task, a fact and so on |
//! | chain | an item's versions, what it replaced and what replaced it |
//! | held | a likely candidate that waits for the person's word |
//! | rejection | a candidate refused, with pass, rule and reason |
//! | ledger | the items, the deltas accepted, and the sequence number |
//! | session | a ledger with its log and its turns, for one transcript |
//! | mark | a position in a followed file with the decoder's memory (`transcript::FollowMark`); not the evidence positions of the transcript view or the marked rows of a list |
//! | generation | how often a session's transcript began anew |
//! | action | something the person can do at the screen, with its keys |
//! | pane | a list on the screen |
//! | role | a named style of a theme |
//! | suggestion | what is offered to be kept beyond the session |
//! | memory | what is kept beyond the session, where the agent reads it |
//! | target | a place for memories |
//! | artifact | a work product cut from a transcript: a plan, an analysis, a decision with its reasons, a lesson |
//! | board | the place for a project's tasks: a checklist, a file of todos, a command |
//! | proposal | a change to board or documents that the standup would make |
//! | tier | what may happen to a proposal: done at once, the person's call, a note, never |
//! | conflict | later words or deeds against a rule or choice that stands: flagged, never resolved by itself |
//! | window | the piece of the talk a language model is asked about |
//! | guard | the room `guard`: checks later talk and tool calls against rules in force; also a check that a model's answer must pass (`pipeline/extract/model/guards.rs`) |
//! | doubt | a model's word against an item: shown, never applied by itself |
//! | safe text | text without secrets, control or hidden characters; the only kind that leaves the program |

#[macro_use]
mod words;

pub mod artifacts;
pub mod cli;
pub mod config;
pub mod edits;
mod guard;
pub mod lab;
pub mod language;
pub mod llm;
pub mod memory;
pub mod pipeline;
pub mod runtime;
pub mod session;
pub mod standup;
pub mod state;
pub mod store;
pub mod text;
pub mod trackers;
pub mod transcript;
pub mod tui;
