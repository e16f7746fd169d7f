//! Defines who speaks in a Codex text of role `user`.

/// A text of role `user`, by its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CodexText {
    /// The person's words.
    Said(String),
    /// The agent's plan, which the person accepted and the tool repeats.
    Plan(String),
    /// A text that the tool wrote, with the reason why it is ignored.
    Machine(&'static str),
}

/// The beginnings of texts that the tool writes as the user, with the reason for ignoring them.
const MACHINE: &[(&str, &str)] = &[
    ("<environment_context>", "injected context"),
    ("# AGENTS.md instructions for", "injected context"),
    ("<INSTRUCTIONS>", "injected context"),
    ("<user_instructions>", "injected context"),
    ("<turn_aborted>", "interrupt note"),
    ("<subagent_notification>", "sub-agent"),
    ("<skill>", "injected context"),
    ("<hook_prompt", "injected context"),
    ("<user_action>", "injected context"),
    ("<goal_context>", "injected context"),
    ("<skills_instructions>", "injected context"),
    ("<apps_instructions>", "injected context"),
    ("<plugins_instructions>", "injected context"),
    ("<collaboration_mode>", "injected context"),
    ("<recommended_plugins>", "injected context"),
    ("<heartbeat>", "automation"),
    ("<user_shell_command>", "shell escape"),
    ("Review the code changes against the base branch", "review template"),
];

/// The heading before the person's own words, after a list of files or the editor's state.
const REQUEST: &str = "## My request for Codex:";
const LEADS: &[&str] = &["# Files mentioned by the user:", "# Context from my IDE setup:"];
const PLAN: &str = "PLEASE IMPLEMENT THIS PLAN:";

/// Decides who wrote a message.
pub(super) fn classify(text: &str) -> CodexText {
    let start = text.trim_start();
    if let Some((_, why)) = MACHINE.iter().find(|(begin, _)| start.starts_with(begin)) {
        return CodexText::Machine(why);
    }
    let led = LEADS.iter().any(|lead| start.starts_with(lead));
    let words = match start.split_once(REQUEST) {
        Some((_, request)) if led => request,
        _ => text,
    };
    let words = without_images(words);
    match words.trim_start().strip_prefix(PLAN) {
        Some(plan) => CodexText::Plan(plan.trim().to_owned()),
        None if words.trim().is_empty() => CodexText::Machine("no words"),
        None if led || words.len() < text.len() => CodexText::Said(words.trim().to_owned()),
        None => CodexText::Said(words),
    }
}

/// Removes `<image ...>` and `</image>`, which Codex writes in place of pictures.
fn without_images(text: &str) -> String {
    let mut text = text.to_owned();
    for open in ["<image name=", "<image>", "</image>"] {
        while let Some(start) = text.find(open) {
            let Some(len) = text[start..].find('>') else { break };
            text.replace_range(start..=start + len, "");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_speaks() {
        use CodexText::{Machine, Plan, Said};
        for (text, want) in [
            ("use sqlite", Said("use sqlite".into())),
            ("<environment_context>\n <cwd>/x</cwd>", Machine("injected context")),
            ("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>never", Machine("injected context")),
            ("<hook_prompt hook_run_id=\"1\">Never ask.</hook_prompt>\n", Machine("injected context")),
            ("<user_action>\n<context>Never ask.</context></user_action>", Machine("injected context")),
            ("<task>Never ask.</task>", Said("<task>Never ask.</task>".into())),
            ("<heartbeat>tick</heartbeat>", Machine("automation")),
            (
                "\n# Files mentioned by the user:\n\n## a.png: /a.png\n\n## My request for Codex:\nfix it\n",
                Said("fix it".into()),
            ),
            ("# Context from my IDE setup:\n\n## Open tabs\n## My request for Codex:\n\n", Machine("no words")),
            ("quote \"## My request for Codex:\" here", Said("quote \"## My request for Codex:\" here".into())),
            ("PLEASE IMPLEMENT THIS PLAN:\n# P\n", Plan("# P".into())),
            ("<image name=[Image #1]></image>look", Said("look".into())),
            ("  ", Machine("no words")),
        ] {
            assert_eq!(classify(text), want, "{text}");
        }
    }
}
