//! Defines the transcripts of real agents in `fixtures/agents`.

/// The transcripts, and whether their agent keeps a todo list, asks questions with choices, and shows plans.
pub const AGENTS: &[(&str, [bool; 3])] = &[
    ("claude.jsonl", [true, true, true]),
    ("claude-older.jsonl", [true, true, true]),
    ("codex.jsonl", [true, true, true]),
    ("codex-scripts.jsonl", [true, true, true]),
    ("copilot.jsonl", [false, true, false]),
    ("gemini.jsonl", [false, true, false]),
    ("opencode.json", [true, true, false]),
    ("pi.jsonl", [false, false, false]),
    ("pi-older.jsonl", [false, false, false]),
];
