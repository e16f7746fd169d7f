//! Defines the closed vocabularies of the ledger: kinds, statuses, confidences, passes.

words! {
    /// The eleven typed changes.
    DeltaKind {
        GoalSet = "goal_set", DecisionMade = "decision_made", DecisionRevised = "decision_revised",
        ConstraintAdded = "constraint_added", ConstraintRevised = "constraint_revised", TaskOpened = "task_opened",
        TaskClosed = "task_closed", FactLearned = "fact_learned",
        /// A tentative idea: never a decision by itself.
        HypothesisIntroduced = "hypothesis_introduced",
        BranchCreated = "branch_created",
        /// An item dropped or replaced.
        ItemSuperseded = "item_superseded",
    }
}

words! {
    /// The kind of an item.
    ItemKind {
        Goal = "goal", Decision = "decision", Constraint = "constraint", Task = "task", Fact = "fact",
        /// A tentative idea, or (tagged `branch`) open alternatives.
        Hypothesis = "hypothesis",
        OpenQuestion = "open_question",
        /// A named alternative that was not chosen.
        RejectedOption = "rejected_option",
        Dependency = "dependency", Risk = "risk", Artifact = "artifact",
    }
}

impl ItemKind {
    /// The name shown to people.
    pub const fn plain_name(self) -> &'static str {
        match self {
            Self::OpenQuestion => "question",
            Self::RejectedOption => "ruled out",
            kind => kind.word(),
        }
    }

    /// The kind that a person calls so: by its word or its plain name, also in the plural.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        let is_named = |kind: &&Self| {
            let plain = kind.plain_name().replace(' ', "_");
            [kind.word(), &plain].iter().any(|own| name.strip_prefix(own).is_some_and(|rest| matches!(rest, "" | "s")))
        };
        Self::ALL.iter().find(is_named).copied()
    }

    /// The letter before the counter of an item's id (`d-7`).
    pub const fn letter(self) -> char {
        match self {
            Self::Goal => 'g',
            Self::Decision => 'd',
            Self::Constraint => 'c',
            Self::Task => 't',
            Self::Fact => 'f',
            Self::Hypothesis => 'h',
            Self::OpenQuestion => 'q',
            Self::RejectedOption => 'r',
            Self::Dependency => 'p',
            Self::Risk => 'k',
            Self::Artifact => 'a',
        }
    }

    /// The prefix of a semantic id (`d-a3f7c012`).
    pub const fn semantic_prefix(self) -> &'static str {
        match self {
            Self::Goal => "g",
            Self::Decision => "d",
            Self::Constraint => "c",
            Self::Task => "t",
            Self::Fact => "f",
            Self::Hypothesis => "h",
            Self::OpenQuestion => "q",
            Self::RejectedOption => "r",
            Self::Dependency => "dep",
            Self::Risk => "rsk",
            Self::Artifact => "a",
        }
    }
}

impl DeltaKind {
    /// The kind of item this delta creates or changes; `None` if any.
    pub const fn item_kind(self) -> Option<ItemKind> {
        Some(match self {
            Self::GoalSet => ItemKind::Goal,
            Self::DecisionMade | Self::DecisionRevised => ItemKind::Decision,
            Self::ConstraintAdded | Self::ConstraintRevised => ItemKind::Constraint,
            Self::TaskOpened | Self::TaskClosed => ItemKind::Task,
            Self::FactLearned => ItemKind::Fact,
            Self::HypothesisIntroduced | Self::BranchCreated => ItemKind::Hypothesis,
            Self::ItemSuperseded => return None,
        })
    }

    /// The name shown to people: that of the kind of item it is about.
    pub const fn plain_name(self) -> &'static str {
        match self.item_kind() {
            Some(kind) => kind.plain_name(),
            None => "change",
        }
    }

    /// Whether this delta creates an item.
    pub const fn creates(self) -> bool {
        !matches!(self, Self::DecisionRevised | Self::ConstraintRevised | Self::TaskClosed | Self::ItemSuperseded)
    }
}

words! {
    /// The status of an item.
    Status {
        Active = "active", Tentative = "tentative",
        /// Replaced or dropped; final.
        Superseded = "superseded",
        /// Done or abandoned; final.
        Resolved = "resolved",
    }
}

words! {
    /// A confidence in words, by score.
    Confidence {
        /// Below 0.5.
        Low = "low",
        /// 0.5 to 0.75.
        Medium = "medium",
        /// 0.75 to 0.95.
        High = "high",
        /// 0.95 and above: hard constraints, explicit commitments, structured signals.
        Certain = "certain",
    }
}

impl Confidence {
    /// The word for a score in 0..=1.
    pub fn of(score: f32) -> Self {
        if score < 0.5 {
            Self::Low
        } else if score < 0.75 {
            Self::Medium
        } else if score < 0.95 {
            Self::High
        } else {
            Self::Certain
        }
    }
}

words! {
    /// The scope of an item.
    Scope {
        Session = "session",
        Project = "project",
        /// Everywhere, from now on.
        Durable = "durable",
    }
}

words! {
    /// How a constraint changed.
    Mode {
        /// Looser than before.
        Relaxed = "relaxed",
        /// Stricter than before.
        Tightened = "tightened",
        /// Different, neither looser nor stricter.
        Amended = "amended",
    }
}

words! {
    /// How a task ended.
    Resolution {
        /// It was done.
        Completed = "completed",
        /// It was given up.
        Abandoned = "abandoned",
    }
}

words! {
    /// The source of a candidate.
    Extractor {
        Rules = "rules",
        /// A structured signal of the transcript.
        Signals = "signals",
        Model = "model", Person = "person",
    }
}

words! {
    /// The pass that refused a candidate, in the order of passes 0 to 3, or the person.
    Pass {
        Gate = "gate", Extract = "extract", Normalize = "normalize", Reconcile = "reconcile", Person = "person",
    }
}
