//! Defines who wrote a text of role `user`: the person, or the tool.
//!
//! The tool writes most user records: command echoes, hook feedback, notifications, reminders. The rules come from
//! transcripts of versions 2.0 to 2.1.

use crate::transcript::format::json::Text;

/// A text of role `user`, by its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::transcript::format) enum ClaudeText {
    /// The person's words.
    Said(String),
    /// The agent's plan, which the person accepted and the tool repeats.
    Plan(String),
    /// The person cleared the context.
    Cleared,
    /// A text that the tool wrote, with the reason why it is ignored.
    Machine(&'static str),
}

/// Elements that the tool inserts into the person's messages.
const CUT: &[&str] = &[
    "system-reminder",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "user-prompt-submit-hook",
    "bash-stdout",
    "bash-stderr",
    "local-command-stdout",
    "local-command-stderr",
    "task-notification",
];

/// The beginnings of texts that the tool wrote, with the reason for ignoring them.
const MACHINE: &[(&str, &str)] = &[
    ("<local-command-stdout>", "command output"),
    ("<local-command-stderr>", "command output"),
    ("<local-command-caveat>", "command output"),
    ("Caveat: The messages below", "command output"),
    ("<bash-input>", "shell escape"),
    ("<bash-stdout>", "shell escape"),
    ("<bash-stderr>", "shell escape"),
    ("<task-notification>", "task notification"),
    ("<agent-notification>", "task notification"),
    ("<teammate-message", "message of an agent"),
    ("<cross-session-message", "message of an agent"),
    ("<agent-message", "message of an agent"),
    ("<channel source=", "message of a channel"),
    ("<channel-message", "message of a channel"),
    ("PreToolUse:", "hook feedback"),
    ("PostToolUse:", "hook feedback"),
    ("UserPromptSubmit hook", "hook feedback"),
    ("SessionStart hook", "hook feedback"),
    ("SessionStart:", "hook feedback"),
    ("Operation stopped by hook:", "hook feedback"),
    ("Stop hook feedback:", "hook feedback"),
    ("This session is being continued from a previous conversation", "compaction summary"),
    ("[Image: source:", "image note"),
];

const PLAN: &str = "Implement the following plan:";
const INTERRUPT: &str = "[Request interrupted by user";
const CONTINUE: &str = "Continue from where you left off.";

/// Decides who wrote a message, given as its text blocks. The flag tells whether the person interrupted the agent.
pub(super) fn classify<'a>(blocks: impl Iterator<Item = &'a Text<'a>>) -> (ClaudeText, bool) {
    let mut interrupted = false;
    let mut texts = Vec::new();
    for block in blocks {
        let text = without_elements(block);
        if text.trim_start().starts_with(INTERRUPT) {
            interrupted = true;
        } else if !text.trim().is_empty() {
            texts.push(text);
        }
    }
    // Text that the tool put beside the person's words is dropped.
    if texts.iter().any(|text| machine(text).is_none()) {
        texts.retain(|text| machine(text).is_none());
    }
    if texts.is_empty() {
        return (ClaudeText::Machine(if interrupted { "interrupt" } else { "no words" }), interrupted);
    }
    (classify_plain(texts.join("\n")), interrupted)
}

/// Whether a text from the steering queue was not typed by the person.
pub(super) fn is_machine_talk(text: &str) -> bool {
    let text = text.trim_start();
    let command = text.strip_prefix('/').is_some_and(|rest| {
        let word = rest.split_whitespace().next().unwrap_or_default();
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':'))
    });
    command || text.starts_with("{\"task_id\"") || !matches!(classify_plain(text.to_owned()), ClaudeText::Said(_))
}

/// Decides who wrote a text without inserted elements.
fn classify_plain(text: String) -> ClaudeText {
    let start = text.trim_start();
    if start.starts_with("<command-name>") || start.starts_with("<command-message>") {
        return command(start);
    }
    if let Some(why) = machine(start) {
        return ClaudeText::Machine(why);
    }
    if start.trim_end() == CONTINUE {
        return ClaudeText::Machine("resumed by the tool");
    }
    match start.strip_prefix(PLAN) {
        Some(plan) => ClaudeText::Plan(plan.trim().to_owned()),
        None if start.is_empty() => ClaudeText::Machine("no words"),
        None => ClaudeText::Said(text),
    }
}

/// Why a text that begins as one of the tool's is ignored.
fn machine(text: &str) -> Option<&'static str> {
    let start = text.trim_start();
    MACHINE.iter().find(|(begin, _)| start.starts_with(begin)).map(|(_, why)| *why)
}

/// Reads a slash command, whose arguments are the person's words.
fn command(text: &str) -> ClaudeText {
    let name = element(text, "command-name").unwrap_or_default().trim();
    let args = element(text, "command-args").unwrap_or_default().trim();
    match name.trim_start_matches('/') {
        "clear" | "reset" | "new" => ClaudeText::Cleared,
        _ if args.is_empty() => ClaudeText::Machine("slash command"),
        bare => ClaudeText::Said(format!("/{bare} {args}")),
    }
}

fn element<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>")).map(|(inner, _)| inner)
}

fn without_elements(text: &str) -> String {
    let mut text = text.to_owned();
    if machine(&text).is_some() || !text.contains('<') {
        return text;
    }
    for name in CUT {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        while let Some(start) = text.find(&open) {
            let Some(len) = end_of_element(&text[start + open.len()..], &open, &close) else {
                // Without a closing tag, the text is the tool's if it begins with the tag; else the person quotes it.
                if start == 0 {
                    text.clear();
                }
                break;
            };
            text.replace_range(start..start + open.len() + len, "");
        }
    }
    text
}

/// The end of an element in the text after its opening tag. Its content may quote
/// closing tags: further ones without an opening tag before them belong to it.
fn end_of_element(rest: &str, open: &str, close: &str) -> Option<usize> {
    let mut end = rest.find(close)? + close.len();
    while let Some(next) = rest[end..].find(close).filter(|next| !rest[end..end + next].contains(open)) {
        end += next + close.len();
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify_text(text: &str) -> (ClaudeText, bool) {
        classify([Text(text.into())].iter())
    }

    #[test]
    fn who_speaks() {
        use ClaudeText::{Cleared, Machine, Plan, Said};
        for (text, want) in [
            ("use sqlite", Said("use sqlite".into())),
            ("c", Said("c".into())),
            ("  indented stays\n", Said("  indented stays\n".into())),
            (
                "<command-name>/plan</command-name>\n<command-args>keep sqlite</command-args>",
                Said("/plan keep sqlite".into()),
            ),
            (
                "<command-message>x</command-message>\n<command-name>/x:y</command-name>\n<command-args>14</command-args>",
                Said("/x:y 14".into()),
            ),
            ("<command-name>/model</command-name><command-args></command-args>", Machine("slash command")),
            ("<command-name>/clear</command-name><command-args></command-args>", Cleared),
            ("<local-command-stdout>ok</local-command-stdout>", Machine("command output")),
            ("<bash-input>ls</bash-input>", Machine("shell escape")),
            ("<task-notification>x</task-notification>", Machine("task notification")),
            ("Stop hook feedback:\n- lint", Machine("hook feedback")),
            ("Continue from where you left off.", Machine("resumed by the tool")),
            (
                "Continue from where you left off. And use tabs.",
                Said("Continue from where you left off. And use tabs.".into()),
            ),
            ("Implement the following plan:\n\n# P", Plan("# P".into())),
            ("<system-reminder>be good</system-reminder>", Machine("no words")),
            ("<ide_opened_file>a.rs</ide_opened_file>fix it", Said("fix it".into())),
            ("<system-reminder>a file: </system-reminder> Never ask. </system-reminder>fix it", Said("fix it".into())),
            (
                "<system-reminder>a <system-reminder>b</system-reminder> Never ask.</system-reminder>fix it",
                Said("fix it".into()),
            ),
            ("look<bash-stdout>Never ask.</bash-stdout>", Said("look".into())),
            ("<teammate-message teammate_id=\"a\">Never ask.</teammate-message>", Machine("message of an agent")),
            ("<channel source=\"chat\">Never ask.</channel>", Machine("message of a channel")),
            ("PostToolUse:Bash hook error: Never ask.", Machine("hook feedback")),
            ("what does <system-reminder> do?", Said("what does <system-reminder> do?".into())),
            ("", Machine("no words")),
        ] {
            assert_eq!(classify_text(text), (want, false), "{text}");
        }
    }

    #[test]
    fn interrupts_are_reported_beside_the_words() {
        assert_eq!(
            classify_text("[Request interrupted by user for tool use]"),
            (ClaudeText::Machine("interrupt"), true)
        );
        let blocks = [Text("[Request interrupted by user]".into()), Text("no, use tabs".into())];
        assert_eq!(classify(blocks.iter()), (ClaudeText::Said("no, use tabs".into()), true));
    }

    #[test]
    fn the_queue_holds_machine_talk_too() {
        for text in ["<task-notification>x", "{\"task_id\":\"a\"}", "/ide", "/compact now", ""] {
            assert!(is_machine_talk(text), "{text}");
        }
        for text in ["use sqlite", "/home/me/x is wrong", "{\"a\": 1} is what I get"] {
            assert!(!is_machine_talk(text), "{text}");
        }
    }
}
