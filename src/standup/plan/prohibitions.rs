//! Defines [`ProjectRule`], a line of an instruction file for the agent that forbids something or puts it on hold.

use crate::language::prohibitions::Prohibition;
use crate::standup::project::ProjectState;

/// A prohibition with its line and file.
#[derive(Debug, Clone)]
pub(super) struct ProjectRule {
    pub prohibition: Prohibition,
    pub line: String,
    pub path: String,
}

/// The prohibitions in the instruction files for the agent.
pub(super) fn rules(state: &ProjectState) -> Vec<ProjectRule> {
    let mut out = Vec::new();
    for file in state.context.iter().flatten() {
        for line in file.text.lines() {
            let line = line.trim().trim_start_matches(['-', '*', '>', ' ', '+']).trim();
            if let Some(prohibition) = Prohibition::of(line) {
                out.push(ProjectRule { prohibition, line: line.to_owned(), path: file.path.clone() });
            }
        }
    }
    out
}
