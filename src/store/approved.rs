//! Defines the approved lines of `CONTEXT.md`, computed from the recorded decisions alone: edits of the file do not
//! count.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::{LogFile, Store, StoreError};

/// The change that an approval makes to the approved lines.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovedChange {
    /// The line that is added; `None` where one is only removed.
    pub line: Option<String>,
    /// Ids of the approved lines that it replaces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
}

/// A decision of the person, as far as it concerns the approved lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The id of the suggestion, and of its line.
    pub id: String,
    pub did: DecisionKind,
    /// The change of an approval; `None` for one that was kept elsewhere.
    #[serde(default)]
    pub context: Option<ApprovedChange>,
}

/// The kinds of decisions, as the log of memories names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecisionKind {
    Approved,
    Dismissed,
    Undone,
}

/// The lines in force, each with its id, in the order of their approval.
///
/// A line is in force until its approval is undone, or a later approval that is not undone replaces it. So undoing an
/// approval brings back the lines that it alone replaced, and none whose own approval was undone.
pub fn standing(decisions: &[Decision]) -> Vec<(String, String)> {
    struct Approval<'a> {
        id: &'a str,
        line: Option<&'a str>,
        replaces: Vec<usize>,
        undone: bool,
    }
    let mut all: Vec<Approval<'_>> = Vec::new();
    for decision in decisions {
        match decision.did {
            DecisionKind::Undone => {
                if let Some(last) = all.iter_mut().rev().find(|a| a.id == decision.id && !a.undone) {
                    last.undone = true;
                }
            }
            DecisionKind::Dismissed => {
                let nothing = Approval { id: &decision.id, line: None, replaces: Vec::new(), undone: false };
                all.push(nothing);
            }
            DecisionKind::Approved => {
                let change = decision.context.as_ref();
                let gone = |id: &str| change.is_some_and(|c| id == decision.id || c.replaces.iter().any(|r| r == id));
                let replaces = (0..all.len()).filter(|at| all[*at].line.is_some() && gone(all[*at].id)).collect();
                let line = change.and_then(|c| c.line.as_deref());
                all.push(Approval { id: &decision.id, line, replaces, undone: false });
            }
        }
    }
    let mut replaced = vec![false; all.len()];
    for at in (0..all.len()).rev() {
        if !all[at].undone {
            all[at].replaces.iter().for_each(|r| replaced[*r] = true);
        }
    }
    let stands = |(at, a): (usize, &Approval<'_>)| {
        (!a.undone && !replaced[at]).then_some(())?;
        Some((a.id.to_owned(), a.line?.to_owned()))
    };
    all.iter().enumerate().filter_map(stands).collect()
}

impl Store {
    /// The approved lines in force, as list items.
    pub fn approved(&self) -> Result<Vec<String>, StoreError> {
        let (decisions, _) = self.log_lines::<Decision>(LogFile::Memory)?;
        Ok(standing(&decisions).into_iter().map(|(_, line)| line).collect())
    }
}
