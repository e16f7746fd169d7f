//! Defines reports on tasks: a sentence that names an open task and says that it is done.

use super::{Act, ActKind, View};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// How a sentence says that something is done.
    DONE = r"(?x) \b(?: (?:is|are|'s|'re)\ (?:now\ |already\ |all\ |both\ )?(?:in|done|finished|fixed|live|up|gone|ready|complete|completed|implemented|merged|deployed|written|added|removed|there|solved|resolved|working|in\ place|set\ up)
        | works?\ (?:again|now) | (?:is|are)\ now\b | now\ (?:works?|is|are|has|have|shows?|reads?|uses?) )\b
        | ^\W*(?:done|finished|fixed|completed|implemented|added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|set\ up|wired\ up)\b
        | \b(?:i|we)(?:'ve|\ have|\ just)?\ (?:also\ |now\ |just\ |already\ )?(?:added|removed|renamed|deleted|wrote|written|updated|created|regenerated|moved|migrated|converted|replaced|documented|translated|bumped|tagged|refactored|fixed|finished|completed|implemented|extracted|built|set\ up|wired\ up|did)\b
        | ^\W*\[x\] | ^\W*(?:✅|✓|☑) | [-:—]\s*(?:done|finished|fixed|✅|✓)\W*$ ";
    /// Words that leave it open.
    OPEN = r"\b(?:not|still|failed|fails|yet|except|remaining|remains|open|todo|partly|half|almost|nearly|will|would|should|could|can|if|once|when|until|next|started|starting)\b|n't\b|\[ \]";
}

/// Open tasks that a report can be about, newest first.
const RECENT: usize = 16;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let mut tasks: Vec<&Item> = view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT).collect();
    if tasks.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for sentence in view.own().filter(|s| s.block != BlockKind::Heading && !s.asks) {
        let low = sentence.text.to_lowercase().replace('’', "'");
        if !DONE.is_match(&low) || OPEN.is_match(&low) {
            continue;
        }
        while let Some(at) = tasks.iter().position(|t| reports(sentence, t)) {
            let task = tasks.remove(at);
            let mut act = Act::settled(ActKind::Done, sentence.range.clone(), task.summary.clone(), "report");
            act.target = Some(task.id.clone());
            out.push(act);
        }
    }
    out
}

/// Share of a task's words, of 100, that a report of it names.
const NAMED: usize = 50;

/// Verbs of work, which name no task.
const VERBS: &str =
    "add fix write make create update remove delete rename build document set up implement convert translate new";

/// Whether a sentence names the task: most of its words, and one that is no verb of work.
fn reports(sentence: &Sentence, task: &Item) -> bool {
    let said = token_set(&sentence.text);
    let verbs = token_set(VERBS);
    let all: Vec<String> = tokens(&task.summary).into_iter().filter(|t| verbs.binary_search(t).is_err()).collect();
    let named = all.iter().filter(|t| said.binary_search(t).is_ok()).count();
    named > 0 && named * 100 >= NAMED * all.len()
}
