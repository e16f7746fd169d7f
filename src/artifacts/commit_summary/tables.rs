//! Defines the words that tell the kind of a commit's work, as the normalised stems of [`Words`].
//!
//! [`Words`]: crate::language::titles::Words

/// The kind of work of a commit, or of a point in its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Work on the thing itself.
    Work,
    /// Its documentation.
    Docs,
    Tests,
    /// Side work: a chore, code style.
    Aside,
    /// Preparation or an unfinished beginning.
    Unfinished,
    /// A correction of a slip, such as a typo.
    Slip,
}

/// Kinds by the conventional type before a subject. All other types are work.
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
/// Kinds by the first word of a statement.
pub(super) const LEADS: &[(Kind, &[&str])] = &[
    // Documenting a thing does not build it.
    (Kind::Docs, &["doc", "describ", "mention", "explain", "memo", "comment", "clarifi"]),
    (Kind::Tests, &["test", "cover", "benchmark", "mock"]),
    // Planning, beginning or trying does not finish it.
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
/// Kinds by a word anywhere in a statement, unless the task has it too.
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
/// Words that leave work open, unless the task has them too: the person decides.
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
