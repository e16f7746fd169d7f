//! Defines the name of the followed session, the same in the header and in the picker.

use super::StyleRole;
use crate::text::SafeText;
use crate::transcript::request_title;
use crate::tui::panes::content::plain_line;
use crate::tui::state::State;
use crate::tui::styled::{StyledLine, without_marks};

/// The name of the followed session in the header.
pub struct SessionName {
    /// The project; if only an id is known, the title or another known property.
    pub project: StyledLine,
    /// The agent, shown after a project.
    pub agent: Option<StyledLine>,
    /// The title, unless it is shown as the project.
    pub title: Option<SafeText>,
}

impl SessionName {
    /// The name of the followed session. Before the project is known, the file's name is shown; if that is an id,
    /// another known property.
    pub fn of(state: &State) -> Self {
        let (meta, own) = (state.session.meta(), state.sessions.own.as_ref());
        let title = title(state);
        let agent = Some(meta.agent.as_str()).filter(|agent| !agent.is_empty());
        if !meta.project.is_empty() && !has_id(&meta.project) {
            let project = StyledLine::blank().and_quoted(StyleRole::Strong, &meta.project);
            let agent = agent.map(|agent| StyledLine::one(StyleRole::Dim, " · ").and_quoted(StyleRole::Dim, agent));
            return Self { project, agent, title: title.filter(|title| title.as_str() != meta.project) };
        }
        let folder = own.and_then(|session| session.project.as_deref()?.rsplit('/').next());
        let agent = agent.or(own.map(|session| session.agent));
        let name = title.unwrap_or_else(|| SafeText::line(folder.or(agent).unwrap_or("session")));
        Self { project: StyledLine::one(StyleRole::Strong, name), agent: None, title: None }
    }
}

/// The title of the followed session, which distinguishes the sessions of a project.
pub fn title(state: &State) -> Option<SafeText> {
    let asked = || request_title(state.session.turns());
    match &state.sessions.own {
        Some(own) => own.name_or(asked).map(|name| SafeText::line(&without_marks(&name))),
        None => asked().map(|name| plain_line(state, &name)),
    }
}

/// Whether a name contains a session id: five groups of hexadecimal digits.
fn has_id(name: &str) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let groups: Vec<&str> = name.split(['-', '_', '.']).collect();
    let is_hex = |group: &&str, digits: usize| group.len() == digits && group.bytes().all(|b| b.is_ascii_hexdigit());
    groups.windows(GROUPS.len()).any(|five| five.iter().zip(GROUPS).all(|(group, digits)| is_hex(group, digits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_not_a_name() {
        for id in
            ["0b2f7c1e-55a4-4d0c-9e1f-2a6b8c7d9e00", "rollout-2026-05-04T09-12-00-0b2f7c1e-55a4-4d0c-9e1f-2a6b8c7d9e00"]
        {
            assert!(has_id(id), "{id}");
        }
        for name in ["shop-api", "notes-2026-05-04", "a-b-c-d-e-f"] {
            assert!(!has_id(name), "{name}");
        }
    }
}
