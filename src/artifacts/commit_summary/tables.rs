//! Defines the words that tell what kind of work a commit is, in tables: as [`Words`] gives them, without their endings.
//!
//! [`Words`]: crate::language::titles::Words

/// The kind of work of a commit, or of a point in its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Work on the thing itself.
    Work,
    /// Words about it.
    Docs,
    /// Its tests.
    Tests,
    /// Something on the side: a chore, its looks.
    Aside,
    /// The beginning of it, or the talk before it.
    Unfinished,
    /// A slip in it.
    Slip,
}

/// Kinds by the conventional type before a subject. Features, fixes and what is not known are work.
pub(super) const TYPES: &[(&str, Kind)] = &[
    ("docs", Kind::Docs),
    ("doc", Kind::Docs),
    ("test", Kind::Tests),
    ("tests", Kind::Tests),
    ("chore", Kind::Aside),
    ("style", Kind::Aside),
    ("wip", Kind::Unfinished),
    ("draft", Kind::Unfinished),
    ("tmp", Kind::Unfinished),
    ("temp", Kind::Unfinished),
];
/// Kinds by the word that opens what is said, as it is normalised.
pub(super) const LEADS: &[(Kind, &[&str])] = &[
    // Documented is not built.
    (Kind::Docs, &["doc", "describ", "mention", "explain", "memo", "comment", "clarifi"]),
    (Kind::Tests, &["test", "cover", "benchmark", "mock"]),
    // Who plans, begins or tries has not finished.
    (
        Kind::Unfinished,
        &[
            "plan",
            "start",
            "begin",
            "draft",
            "outlin",
            "sketch",
            "propos",
            "discuss",
            "investigat",
            "explor",
            "research",
            "prepar",
            "tri",
            "try",
            "attempt",
            "consider",
            "evaluat",
            "prototyp",
            "scaffold",
            "stub",
            "spik",
            "wip",
            "design",
            "toward",
            "part",
        ],
    ),
];
/// Kinds by a word anywhere in what is said, where the task does not say it too.
pub(super) const ANYWHERE: &[(Kind, &[&str])] = &[
    (
        Kind::Unfinished,
        &[
            "wip",
            "unfinish",
            "incomplet",
            "partial",
            "partialli",
            "partli",
            "placeholder",
            "stub",
            "skeleton",
            "scaffold",
            "draft",
            "sketch",
            "prototyp",
            "groundwork",
            "yet",
            "halfwai",
        ],
    ),
    (Kind::Slip, &["typo", "whitespac", "spell", "misspell", "indentation"]),
];
/// Words that leave something open, where the task does not say them too: somebody has to look.
pub(super) const OPEN: &[&str] = &[
    "not",
    "miss",
    "later",
    "todo",
    "remain",
    "except",
    "half",
    "broken",
    "still",
    "partial",
    "unless",
    "untest",
    "follow-up",
    "temporarili",
    "temporari",
    "initial",
    "basic",
    "minimal",
];
/// Words of tasks for which documents or tests are the work itself.
pub(super) const OWN: &[(Kind, &[&str])] = &[
    (
        Kind::Docs,
        &[
            "doc",
            "readm",
            "guid",
            "changelog",
            "manual",
            "tutorial",
            "comment",
            "runbook",
            "faq",
            "wiki",
            "spec",
            "adr",
            "memo",
            "report",
            "review",
            "design",
            "describ",
            "explain",
            "mention",
        ],
    ),
    (Kind::Tests, &["test", "coverag", "benchmark", "fixtur", "e2e", "spec", "mock", "cover"]),
];
