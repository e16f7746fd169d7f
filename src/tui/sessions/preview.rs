//! Defines [`SessionDetails`], the summary of a session in a few lines.

use crate::session::Session;
use crate::state::{Item, ItemKind, Status};
use crate::transcript::Role;

/// Lines kept of each kind, since a preview is short.
pub const MOST: usize = 8;
/// Turns kept of the end of the talk, and bytes of each.
const LAST_TURNS: usize = 24;
const TURN_BYTES: usize = 400;
/// Approximate bytes of a session's items that a search covers.
const SEARCHED_BYTES: usize = 16 * 1024;

/// Summary of a session's ledger. Its text is untrusted and is sanitized where it is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionDetails {
    /// Turns said.
    pub turns: usize,
    /// Newest active goal.
    pub goal: Option<String>,
    /// Number of active decisions, and the newest summaries.
    pub decisions: (usize, Vec<String>),
    /// Number of active constraints, and the newest summaries.
    pub constraints: (usize, Vec<String>),
    /// Number of open tasks, and the newest summaries.
    pub tasks: (usize, Vec<String>),
    /// The last turns, the newest first: the speaker and the beginning.
    pub said: Vec<(Role, String)>,
    /// The summaries of all items, one a line, for the search.
    pub words: String,
    /// Reason why the session could not be read.
    pub fault: Option<String>,
}

impl SessionDetails {
    /// Summarizes the ledger of a session.
    pub fn of(session: &Session) -> Self {
        Self {
            turns: session.turns().len(),
            goal: active(session, ItemKind::Goal).1.into_iter().next(),
            decisions: active(session, ItemKind::Decision),
            constraints: active(session, ItemKind::Constraint),
            tasks: active(session, ItemKind::Task),
            said: said(session),
            words: words(session),
            fault: None,
        }
    }

    /// The item that most of the typed words are in, the newest of several.
    pub fn found(&self, typed: &str) -> Option<&str> {
        let typed: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
        let shared = |item: &str| {
            let item = item.to_lowercase();
            typed.iter().filter(|word| item.contains(*word)).count()
        };
        let found = self.words.lines().rev().map(|item| (shared(item), item)).max_by_key(|(shared, _)| *shared);
        found.filter(|(shared, _)| *shared > 0).map(|(_, item)| item)
    }
}

fn said(session: &Session) -> Vec<(Role, String)> {
    let last = session.turns().iter().rev().take(LAST_TURNS);
    let begin = |words: &str| words[..words.floor_char_boundary(TURN_BYTES)].to_owned();
    last.map(|turn| (turn.role, begin(&session.from_project(&turn.content)))).collect()
}

/// The summaries of a session's items, the newest first, up to [`SEARCHED_BYTES`] bytes.
fn words(session: &Session) -> String {
    let mut out = String::new();
    for item in session.ledger().items().iter().rev() {
        if out.len() > SEARCHED_BYTES {
            break;
        }
        out.push_str(&session.from_project(&item.summary));
        out.push('\n');
    }
    out
}

/// The number of active, unresolved items of a kind, and the newest summaries.
fn active(session: &Session, kind: ItemKind) -> (usize, Vec<String>) {
    let items = session.ledger().of_kind(kind).filter(|i| i.status == Status::Active && i.resolution.is_none());
    let items: Vec<&Item> = items.collect();
    let newest: Vec<String> =
        items.iter().rev().take(MOST).map(|i| session.from_project(&i.summary).into_owned()).collect();
    (items.len(), newest)
}
