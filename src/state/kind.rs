//! Defines the closed vocabularies of the ledger: kinds, statuses, confidences, passes.

words! {
    /// The eleven typed changes.
    DeltaKind {
        /// An aim of the session.
        GoalSet = "goal_set",
        /// A settled choice.
        DecisionMade = "decision_made",
        /// A change to a former decision.
        DecisionRevised = "decision_revised",
        /// A lasting rule, boundary or requirement.
        ConstraintAdded = "constraint_added",
        /// A rule relaxed, tightened or amended.
        ConstraintRevised = "constraint_revised",
        /// A new task.
        TaskOpened = "task_opened",
        /// Work completed or abandoned.
        TaskClosed = "task_closed",
        /// A stable piece of knowledge.
        FactLearned = "fact_learned",
        /// A tentative idea: never a decision by itself.
        HypothesisIntroduced = "hypothesis_introduced",
        /// Alternatives put side by side, unsettled.
        BranchCreated = "branch_created",
        /// An item dropped or replaced.
        ItemSuperseded = "item_superseded",
    }
}

words! {
    /// The kind of an item.
    ItemKind {
        /// An aim of the session.
        Goal = "goal",
        /// A settled choice.
        Decision = "decision",
        /// A lasting rule.
        Constraint = "constraint",
        /// Work to be done.
        Task = "task",
        /// A stable piece of knowledge.
        Fact = "fact",
        /// A tentative idea, or (tagged `branch`) open alternatives.
        Hypothesis = "hypothesis",
        /// An unanswered question.
        OpenQuestion = "open_question",
        /// A named alternative that was not chosen.
        RejectedOption = "rejected_option",
        /// A dependency of the work.
        Dependency = "dependency",
        /// A possible problem.
        Risk = "risk",
        /// A deliverable named in talk.
        Artifact = "artifact",
    }
}

impl ItemKind {
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

    /// Whether this delta creates an item.
    pub const fn creates(self) -> bool {
        !matches!(self, Self::DecisionRevised | Self::ConstraintRevised | Self::TaskClosed | Self::ItemSuperseded)
    }
}

words! {
    /// The status of an item.
    Status {
        /// In force.
        Active = "active",
        /// Not settled yet.
        Tentative = "tentative",
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
        /// The language rules and their scorer.
        Rules = "rules",
        /// A structured signal of the transcript.
        Signals = "signals",
        /// A language model.
        Model = "model",
        /// The person, by hand.
        Person = "person",
    }
}

words! {
    /// The pass that refused a candidate.
    Pass {
        /// Pass 0.
        Gate = "gate",
        /// Pass 1.
        Extract = "extract",
        /// Pass 2.
        Normalize = "normalize",
        /// Pass 3.
        Reconcile = "reconcile",
        Person = "person",
    }
}
