//! Defines [`PRESETS`], the coding agents' own programs as language models: how each is asked one question without
//! tools, hooks, project files and, where it can be switched off, a session record of its own.
//!
//! Checked against Claude Code 2.1, Codex 0.169, Gemini CLI 0.61, OpenCode 1.18, Copilot CLI 1.0 and Pi 0.73. A person
//! whose program is older, or who wants other flags, sets `provider = "command"` and the command.

use std::path::{Path, PathBuf};

use crate::config::Provider;

/// An agent's program as a model. The prompt goes to its stdin; its stdout is the answer.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    pub provider: Provider,
    /// The arguments after the program's name, which is the provider's word.
    pub arguments: &'static [&'static str],
    /// Arguments that must come last.
    pub last: &'static [&'static str],
    /// Environment variables set for it.
    pub variables: &'static [(&'static str, &'static str)],
    /// The records it still keeps and files it still reads, in words for the person.
    pub leaves: &'static str,
}

/// The system prompt that replaces an agent's own long one, where a program allows it.
const ROLE: &str = "You answer the request on your input with JSON and nothing else. You have no tools.";

/// The programs, the most used first.
pub const PRESETS: &[Preset] = &[
    Preset {
        provider: Provider::Claude,
        arguments: &[
            "-p",
            "--output-format=text",
            "--tools=",
            "--safe-mode",
            "--strict-mcp-config",
            "--disable-slash-commands",
            "--no-session-persistence",
            "--settings={\"disableAllHooks\":true}",
            "--system-prompt",
            ROLE,
        ],
        last: &[],
        variables: &[],
        leaves: "keeps nothing",
    },
    Preset {
        provider: Provider::Codex,
        arguments: &[
            "exec",
            "--ephemeral",
            "--skip-git-repo-check",
            "--sandbox=read-only",
            "--ignore-user-config",
            "--ignore-rules",
            "--color=never",
            "--config=project_doc_max_bytes=0",
            "--disable=hooks",
            "--disable=shell_tool",
        ],
        last: &["-"],
        variables: &[],
        leaves: "keeps nothing; your config.toml is not read, so it asks Codex's usual model",
    },
    Preset {
        provider: Provider::Gemini,
        arguments: &[
            "--prompt=Answer the request above with JSON and nothing else.",
            "--output-format=text",
            "--approval-mode=plan",
            "--extensions=none",
            "--allowed-mcp-server-names=none",
            "--skip-trust",
        ],
        last: &[],
        variables: &[],
        leaves: "keeps a record of each question under ~/.gemini/tmp, and runs the hooks of your own settings",
    },
    Preset {
        provider: Provider::OpenCode,
        arguments: &["run", "--pure", "--title=deltamind"],
        last: &[],
        variables: &[
            (
                "OPENCODE_CONFIG_CONTENT",
                // The prompt takes the place of OpenCode's own, which is longer than most questions.
                "{\"permission\":{\"*\":\"deny\"},\"share\":\"disabled\",\"autoupdate\":false,\"agent\":{\"build\":{\"prompt\":\
                 \"You answer the request with JSON and nothing else. You have no tools.\"}}}",
            ),
            ("OPENCODE_DISABLE_PROJECT_CONFIG", "1"),
            ("OPENCODE_DISABLE_CLAUDE_CODE", "1"),
            ("OPENCODE_DB", ":memory:"),
        ],
        leaves: "keeps nothing but its log; the AGENTS.md of your own settings is sent along",
    },
    Preset {
        provider: Provider::Copilot,
        arguments: &[
            "--silent",
            "--no-custom-instructions",
            "--disable-builtin-mcps",
            "--available-tools=",
            "--no-ask-user",
            "--no-auto-update",
            "--no-color",
            "--no-remote-export",
            "--log-level=none",
            "--stream=off",
        ],
        last: &[],
        variables: &[],
        leaves: "keeps a record of each question under ~/.copilot/session-state",
    },
    Preset {
        provider: Provider::Pi,
        arguments: &[
            "--print",
            "--no-session",
            "--no-tools",
            "--no-extensions",
            "--no-skills",
            "--no-prompt-templates",
            "--no-context-files",
            "--no-themes",
            "--system-prompt",
            ROLE,
        ],
        last: &[],
        variables: &[],
        leaves: "keeps nothing",
    },
];

/// The preset of a provider; `None` for servers and for the person's own command.
pub fn preset(provider: Provider) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.provider == provider)
}

/// The preset that a model's name selects: `claude`, or `claude:opus` for a model of it.
pub fn named(name: &str) -> Option<&'static Preset> {
    let head = name.split_once(':').map_or(name, |(head, _)| head);
    PRESETS.iter().find(|p| p.program() == head)
}

impl Preset {
    /// The program's name.
    pub fn program(&self) -> &'static str {
        self.provider.word()
    }

    /// The program and what its first argument names, for people: `claude -p`.
    pub fn short(&self) -> String {
        let first = self.arguments.first().map_or("", |a| a.split('=').next().unwrap_or(a));
        format!("{} {first}", self.program())
    }

    /// The command for a model of this name: the part after the colon is passed to the program.
    pub fn line(&self, name: &str) -> Vec<String> {
        let mut line: Vec<String> = [self.program()].iter().chain(self.arguments).map(|a| (*a).to_owned()).collect();
        if let Some((_, model)) = name.split_once(':') {
            line.extend(["--model".to_owned(), model.to_owned()]);
        }
        line.extend(self.last.iter().map(|a| (*a).to_owned()));
        line
    }

    /// The program's file, searched for in the folders of `path`.
    pub fn installed(&self, path: &std::ffi::OsStr) -> Option<PathBuf> {
        std::env::split_paths(path).map(|folder| folder.join(self.program())).find(|file| is_program(file))
    }
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.with_extension("exe").is_file() || file.with_extension("cmd").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_is_named_once_and_takes_a_model() {
        for preset in PRESETS {
            assert_eq!(named(preset.program()).map(|p| p.provider), Some(preset.provider));
            let line = preset.line(&format!("{}:small", preset.program()));
            assert_eq!(line[0], preset.program());
            let at = line.iter().position(|a| a == "--model").unwrap();
            assert_eq!(line[at + 1], "small");
            assert!(line.ends_with(&preset.last.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>()));
            assert!(!preset.leaves.is_empty());
        }
        assert!(named("gemma2:9b").is_none() && preset(Provider::Ollama).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_found_where_the_shell_would_find_it() {
        use std::os::unix::fs::PermissionsExt;
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let claude = preset(Provider::Claude).unwrap();
        std::fs::write(first.path().join("claude"), "not a program").unwrap();
        let path = std::env::join_paths([first.path(), second.path()]).unwrap();
        assert_eq!(claude.installed(&path), None);
        let file = second.path().join("claude");
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(claude.installed(&path), Some(file));
    }
}
