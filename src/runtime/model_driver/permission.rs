//! Defines [`Permission`]: whether the person has said that a model may read, asked once for each project, and which
//! model is offered for it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{ModelDriver, ModelOptions};
use crate::config::{NO_READER, Provider, Readers, save_reader};
use crate::llm::presets;
use crate::runtime::app::App;
use crate::tui::Msg;

/// Whether the person is asked before anything of the talk is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Permission {
    /// The caller has asked.
    #[default]
    Given,
    /// The person is asked once for each project.
    PerProject(ProjectReaders),
}

/// The models that may read the sessions of projects, and where that is saved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectReaders {
    /// The person's earlier answers.
    pub known: Readers,
    /// The agents' programs that are installed.
    pub programs: Vec<&'static str>,
    /// The settings folder, where the person's answers are saved.
    pub keep: Option<PathBuf>,
    /// Whether the person named the model on the command line, so that the offer opens by itself.
    pub named: bool,
}

impl ProjectReaders {
    /// Remembers that `model` may read the sessions of a project, or [`NO_READER`]. The error says why it is not saved
    /// beyond this run.
    fn remember(&mut self, project: &Path, model: &str) -> Result<(), String> {
        self.known.0.insert(project.to_owned(), model.to_owned());
        let Some(folder) = &self.keep else { return Ok(()) };
        match save_reader(folder, project, model) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("your word is not kept in {}: {error}", folder.display())),
        }
    }
}

impl Permission {
    /// Whether `model` may read the sessions of a project.
    pub(super) fn allows(&self, project: &Path, model: &str) -> bool {
        match self {
            Self::Given => true,
            Self::PerProject(readers) => readers.known.of(project) == Some(model),
        }
    }

    /// Whether the person wants no model to read the sessions of a project.
    pub(super) fn is_declined(&self, project: &Path) -> bool {
        matches!(self, Self::PerProject(readers) if readers.known.of(project) == Some(NO_READER))
    }

    /// Whether the offer opens by itself.
    pub(super) fn opens(&self) -> bool {
        matches!(self, Self::PerProject(readers) if readers.named)
    }

    /// Remembers the person's answer about a project. The error says why it is not saved.
    pub(super) fn remember(&mut self, project: &Path, model: &str) -> Result<(), String> {
        match self {
            Self::Given => Ok(()),
            Self::PerProject(readers) => readers.remember(project, model),
        }
    }
}

impl ModelOptions {
    /// The options with this model. "claude" and "claude:opus" name an agent's own program, whatever the settings say.
    #[must_use]
    pub fn with_name(mut self, name: Option<String>) -> Self {
        if let Some(preset) = name.as_deref().and_then(presets::named) {
            self.choice.provider = preset.provider;
        }
        self.name = match (presets::preset(self.choice.provider), name) {
            (Some(preset), Some(name)) if presets::named(&name).is_none() => {
                Some(format!("{}:{name}", preset.program()))
            }
            (Some(preset), None) => Some(preset.program().to_owned()),
            (_, name) => name,
        };
        self
    }

    /// The reader of the sessions of a project: the model that the person named, else the one that may read them, else
    /// the program of their agent, else a model of a server on this machine.
    pub(super) fn for_project(&self, project: &Path, agent: &str) -> Self {
        let Permission::PerProject(readers) = &self.permission else { return self.clone() };
        let is_set = self.name.is_some() || self.choice.provider != Provider::default() || self.choice.url.is_some();
        if is_set {
            return self.clone();
        }
        let known = readers.known.of(project).filter(|model| *model != NO_READER);
        let own = readers.programs.iter().copied().find(|program| *program == agent);
        self.clone().with_name(known.or(own).map(str::to_owned))
    }
}

impl ModelDriver {
    /// Begins to read, from the session's beginning or from the current position, at the person's request. An
    /// unmeasured model is measured first.
    pub fn begin(&mut self, from_start: bool, app: &mut App, now: Instant) {
        let Some(name) = self.model.as_ref().map(|(name, _)| name.clone()) else { return };
        self.remember(&name, app);
        self.measuring.want(self.is_unmeasured());
        (self.on, self.said) = (true, Some(now));
        if from_start {
            self.reach.begin_at_start();
        }
    }

    /// Records that the person wants no model to read this project's sessions.
    pub fn decline(&mut self, app: &mut App) {
        self.remember(NO_READER, app);
    }

    fn remember(&mut self, model: &str, app: &mut App) {
        if let Err(why) = self.base.permission.remember(&self.project, model) {
            app.tell(Msg::Notice(why));
        }
    }

    /// Whether the person has said that the model may read this project's sessions.
    pub(super) fn is_allowed(&self) -> bool {
        self.model.as_ref().is_some_and(|(name, _)| self.base.permission.allows(&self.project, name))
            || self.base.permission == Permission::Given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(known: &[(&str, &str)]) -> ModelOptions {
        let known = Readers(known.iter().map(|(path, model)| (path.into(), (*model).to_owned())).collect());
        let readers = ProjectReaders { known, programs: vec!["claude", "codex"], ..ProjectReaders::default() };
        ModelOptions { permission: Permission::PerProject(readers), ..ModelOptions::default() }
    }

    #[test]
    fn the_sessions_own_agent_is_the_default_reader() {
        let chosen = |options: &ModelOptions, agent: &str| {
            let chosen = options.for_project(Path::new("/p/shop"), agent);
            (chosen.name.unwrap_or_default(), chosen.choice.provider)
        };
        let plain = options(&[]);
        assert_eq!(chosen(&plain, "claude"), ("claude".to_owned(), Provider::Claude));
        assert_eq!(chosen(&plain, "gemini"), (String::new(), Provider::Ollama), "it is not installed");
        assert_eq!(chosen(&options(&[("/p", "codex:mini")]), "claude"), ("codex:mini".to_owned(), Provider::Codex));
        assert_eq!(chosen(&options(&[("/p", "gemma2:9b")]), "claude"), ("gemma2:9b".to_owned(), Provider::Ollama));
        assert_eq!(chosen(&options(&[("/p", NO_READER)]), "claude").0, "claude", "it can still be asked for");
        assert_eq!(chosen(&plain.clone().with_name(Some("phi4".to_owned())), "claude").0, "phi4");
    }

    #[test]
    fn an_answer_applies_to_its_project_and_below_and_is_saved() {
        let home = tempfile::tempdir().unwrap();
        let mut permission = options(&[]).permission;
        if let Permission::PerProject(readers) = &mut permission {
            readers.keep = Some(home.path().to_owned());
        }
        let (shop, notes) = (Path::new("/p/shop"), Path::new("/p/notes"));
        assert!(!permission.allows(shop, "claude") && !permission.is_declined(shop));
        permission.remember(shop, "claude").unwrap();
        permission.remember(notes, NO_READER).unwrap();
        assert!(permission.allows(Path::new("/p/shop/api"), "claude") && !permission.allows(shop, "codex"));
        assert!(permission.is_declined(notes) && !permission.allows(notes, "claude"));
        let kept = std::fs::read_to_string(home.path().join(crate::config::READERS)).unwrap();
        assert!(kept.contains("/p/shop\" = \"claude\"") && kept.contains("/p/notes\" = \"none\""), "{kept}");
    }
}
