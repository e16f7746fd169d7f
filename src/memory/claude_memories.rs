//! Defines [`ClaudeMemories`], a `MEMORY.md` in the project whose lines point to `memory/*.md`, with the front matter of
//! ai-loadout. Claude Code's own index is another format: neither reads the other's.

use std::path::PathBuf;

use super::indexed::Indexed;
use super::{MemoryFolder, TargetKind, loadout, names, text, wording};
use crate::edits::EditError;
use crate::session::suggest::Suggestion;
use crate::text::cut;

/// Columns of a name.
const NAME: usize = 48;
/// Columns of a description: the validator allows 120. The file holds the rest.
const DESCRIPTION: usize = 110;

/// The memory files of a project.
#[derive(Debug)]
pub struct ClaudeMemories {
    folder: MemoryFolder,
}

impl ClaudeMemories {
    /// Opens the memory files in a project's root.
    pub fn open(root: PathBuf) -> Result<Self, EditError> {
        Ok(Self { folder: MemoryFolder::open(root)? })
    }
}

impl Indexed for ClaudeMemories {
    const KIND: TargetKind = TargetKind::ClaudeMemories;
    const BELOW: &'static str = "memory/";

    fn folder(&self) -> &MemoryFolder {
        &self.folder
    }

    fn topic(&self, suggestion: &Suggestion, name: &str) -> String {
        let stem = name.trim_start_matches(Self::BELOW).trim_end_matches(".md");
        format!("{}\n{}", loadout::front_matter(suggestion, stem), wording::body(suggestion))
    }

    /// `- Name — description → ` and the path in backticks. The name contains none of the separators. A short title is the
    /// name, and needs no description; a long one is the description, behind its first telling words.
    fn index_line(&self, suggestion: &Suggestion, name: &str) -> String {
        let title = without_dashes(&suggestion.title);
        if text::columns(&title) <= NAME {
            return format!("- {title} → `{name}`");
        }
        let words = names::slug(&title).replace('-', " ");
        format!("- {words} — {} → `{name}`", cut(&title, DESCRIPTION).trim_end_matches('…'))
    }
}

/// A title with hyphens for the separators of an index line.
fn without_dashes(title: &str) -> String {
    text::link(title).replace("--", "-").replace(['—', '→'], "-")
}
