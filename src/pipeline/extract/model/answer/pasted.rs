//! Defines which pasted words of a person's turn are talk of this session: those that the agent said before.

use super::super::quote;
use super::{Found, Reading};
use crate::pipeline::clause::{BlockKind, Clause};
use crate::transcript::Role;

impl Reading<'_> {
    /// Whether the quoted words stand in the person's turn as pasted, and the agent said them in an earlier turn that is
    /// shown. `clauses` are those of the quoted words.
    pub(super) fn repeats_agent(&self, found: &Found<'_>, clauses: &[&Clause]) -> bool {
        let pasted = clauses.first().is_some_and(|c| c.block == BlockKind::Quote);
        let words = found.place().text;
        let before =
            self.asked.window.turns.iter().filter(|t| t.index < found.shown.index && t.role == Role::Assistant);
        let mut said = before.filter_map(|t| self.asked.turns.get(t.index));
        pasted && found.turn.role == Role::User && said.any(|t| quote::is_said(&t.content, &words))
    }
}
