//! Defines the items made of spoken rules of the person that no item of the ledger covers, for memories and the
//! context.

use std::sync::Arc;

use super::suggest::points_elsewhere;
use super::{Session, Statement};
use crate::language::stems::tokens;
use crate::pipeline::acts::calls_a_number;
use crate::state::semantic_id::semantic_id;
use crate::state::{Confidence, Evidence, Extractor, Item, ItemKind, Scope, SourceTurn, Status, Version};
use crate::text::patterns;

/// The rule name of these items.
pub(super) const SPOKEN_RULE: &str = "spoken-rule";
/// The confidence of a rule that was read from a plain sentence of the person.
const SCORE: f32 = 0.7;
/// Minimum number of words in a rule that can be understood without its talk, unlike "No wait."
const MIN_TOKENS: usize = 2;

patterns! {
    /// Openings of an order for one step of the work, or of an answer.
    OF_THE_MOMENT = r"(?i)^\W*(?:for (?:a )?(?:begin\w*|start|now)|first|step \d+|then|now|next|no,|no wait|nope|yes|yeah|ok|okay|nah|hm+|sorry|wait|oh|ah|lol|why|i (?:said|see|think|know|mean)|you (?:said|wrote|did|say))\b";
}

impl Session {
    /// The lasting spoken rules of the person that no item covers, oldest first, each as a constraint. A rule whose
    /// words a choice already covers is left out.
    pub(super) fn spoken_rules(&self) -> Vec<Item> {
        let rules = self.guard.unlisted(&self.ledger).filter(|(turn, _)| !self.is_withdrawn(turn));
        let rules = rules.filter(|(turn, words)| stands_alone(words) && !self.is_chosen(turn, words));
        rules.enumerate().map(|(n, (turn, words))| constraint(n + 1, turn, words)).collect()
    }

    /// Whether a choice in force that has a sentence rests on these words.
    fn is_chosen(&self, turn_id: &str, words: &str) -> bool {
        let words = words.trim().trim_end_matches('.');
        let rests_on_them = |item: &&Item| {
            item.newest().is_some_and(|version| {
                let said = version.evidence.turn_ids.iter().zip(&version.evidence.snippets);
                said.into_iter().any(|(turn, said)| *turn == *turn_id && said.contains(words))
            })
        };
        let mut choices = self.ledger.active(ItemKind::Decision).filter(rests_on_them);
        choices.any(|item| Statement::of(item).is_some())
    }
}

/// Whether a rule is understood without its talk and meant for longer than one step.
fn stands_alone(words: &str) -> bool {
    !points_elsewhere(words)
        && !calls_a_number(words)
        && !OF_THE_MOMENT.is_match(words)
        && tokens(words).len() >= MIN_TOKENS
}

fn constraint(n: usize, turn_id: &str, words: &str) -> Item {
    let summary = words.trim().to_owned();
    let version = Version {
        seq: 0,
        summary: summary.clone(),
        mode: None,
        evidence: Arc::new(Evidence::one(turn_id, words, 0..words.len())),
        turn_id: turn_id.into(),
        at: None,
        extractor: Extractor::Rules,
        rule: Arc::from(SPOKEN_RULE),
        score: SCORE,
        parts: Arc::default(),
        reason: Arc::default(),
    };
    Item {
        id: format!("rule-{n}").into(),
        semantic_id: semantic_id(ItemKind::Constraint, &summary),
        kind: ItemKind::Constraint,
        summary,
        status: Status::Active,
        confidence: Confidence::of(SCORE),
        scope: Scope::Session,
        source_turns: vec![SourceTurn { turn_id: turn_id.into(), offset: Some(0..words.len()) }],
        last_touched: None,
        tags: Vec::new(),
        touched_seq: 0,
        versions: vec![version],
        alternatives: Vec::new(),
        rationale: None,
        resolution: None,
        ended_because: None,
        supersedes: Vec::new(),
        superseded_by: None,
        reinforced: 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::session::suggest::Ask;
    use crate::session::{Budget, Session, export_context};
    use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

    fn session(said: &[&str]) -> Session {
        let mut session = Session::new(Meta::default());
        session.ingest(said.iter().zip(1..).map(|(words, n)| {
            let (turn_id, content) = (format!("u{n}"), (*words).to_owned());
            Entry::Turn(Turn { turn_id, ordinal: n, role: Role::User, content, at: None, record: RecordRef::default() })
        }));
        session
    }

    fn told(session: &Session) -> (Vec<String>, String) {
        let words = session.suggestions(Ask::default(), &[]).into_iter().map(|s| s.words).collect();
        (words, export_context(session, session.ledger(), Budget::Chars(8000)).text)
    }

    #[test]
    fn a_choice_is_not_offered_again_as_a_rule() {
        let session = session(&["We store bookings in SQLite.", "Use Postgres instead of SQLite."]);
        let (memories, _) = told(&session);
        let of_postgres: Vec<_> = memories.iter().filter(|words| words.contains("Postgres")).collect();
        assert_eq!(of_postgres.len(), 1, "{memories:?}");
    }

    const RULES: &str = "Ground rules of this kitchen:\n- every recipe names its allergens\n- no `float` for grams outside the importer. \
                         That burnt us.\n- cellar/ stay like it is, we don't move a single jar\n- the \
                         allergen check and the price check before every menu\n- metric units always, no cups\n- \
                         MENU.md is mine. I print it on Fridays, you never edit it";

    #[test]
    fn listed_rules_are_exported_without_an_item() {
        let session = session(&[RULES]);
        let (memories, context) = told(&session);
        for rule in [
            "Every recipe names its allergens",
            "No float for grams outside the importer",
            "cellar/ stay like it is",
            "The allergen check and the price check before every menu",
            "Metric units always, no cups",
            "MENU.md is mine",
        ] {
            // An item is worded without the marks of code.
            assert!(memories.iter().any(|m| m.replace('`', "").starts_with(rule)), "{rule}: {memories:?}");
            assert!(context.replace('`', "").contains(rule), "{rule}: {context}");
        }
        assert!(!context.contains("- That burnt us"), "{context}");
        let (folded, _) = Session::folded(session.sidecar(), session.log().to_vec());
        let lasting: Vec<_> = folded.spoken_rules().into_iter().map(|item| item.summary).collect();
        assert_eq!(lasting, session.spoken_rules().into_iter().map(|item| item.summary).collect::<Vec<_>>());
    }

    #[test]
    fn lifted_or_momentary_rules_are_not_exported() {
        for said in [
            &["Do not restart the oven in hall 2.", "The restart of the oven in hall 2 is ok now."][..],
            &["For now just read `legacy/`, don't modify anything in it."],
            &["Don't push until I say so."],
            &["What I found:\n- the parser is slow\n- the cache is never emptied"],
        ] {
            let session = session(said);
            assert!(session.spoken_rules().is_empty(), "{said:?}: {:?}", session.spoken_rules());
        }
    }
}
