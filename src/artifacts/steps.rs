//! Defines which points of a list are steps of a plan, and which are only chores of the agent.

use crate::language::stems::tokens;
use crate::text::{cut, patterns};

/// Longest text of a step, in bytes.
const LONGEST: usize = 160;

patterns! {
    /// Words an instruction opens with.
    IMPERATIVE = r"(?ix)^(part|phase|step|task|stage)?\s*\d*\s*[:.)-]?\s*
        (add|activate|adapt|adjust|allow|apply|archive|ask|assign|attach|audit|automate|bind|block|book|build|bump|cache|calculate|call|cancel|
        change|check|choose|clarify|clean|close|collect|combine|compare|compress|configure|
        connect|consolidate|contact|convert|copy|count|cover|create|cut|deactivate|decide|decouple|decrease|decrypt|defer|define|delay|delete|
        deploy|deprecate|design|detect|disable|disconnect|document|double|downgrade|draft|drop|duplicate|email|
        emit|enable|encrypt|enforce|ensure|evaluate|expand|export|expose|extend|extract|filter|finali[sz]e|find|finish|fix|flatten|force|freeze|generate|get|
        give|group|guard|halve|handle|harden|hide|highlight|hire|
        implement|import|improve|include|increase|inline|inject|insert|install|instrument|integrate|introduce|investigate|invalidate|invite|
        isolate|keep|limit|
        link|list|load|locali[sz]e|lock|log|lower|make|map|measure|merge|migrate|mock|monitor|move|negotiate|normali[sz]e|notify|open|optimi[sz]e|
        order|organi[sz]e|paginate|parse|partition|pay|pick|pin|plan|populate|
        port|prepare|prevent|print|prioriti[sz]e|protect|prototype|provide|publish|purge|push|put|raise|rank|read|rebuild|re-?design|redirect|
        reduce|refactor|refine|refresh|register|reject|relax|release|remove|rename|
        render|reorder|reorgani[sz]e|replace|report|request|require|research|reserve|reset|resolve|restart|restore|restrict|restructure|retry|
        return|reuse|revert|re-?write|rotate|route|saniti[sz]e|save|scan|schedule|secure|seed|select|send|
        separate|serve|set(?:\ ?up)?|share|shift|ship|shorten|show|sign|simplify|skip|sort|specify|speed|split|stabili[sz]e|standardi[sz]e|start|
        stop|store|stream|strip|submit|subscribe|support|swap|switch|sync|tell|test|throttle|tighten|
        track|train|transfer|translate|treat|trim|tune|turn|undo|unify|unlock|unpin|update|upgrade|use|validate|verify|warn|weigh|widen|wire|
        wrap|write)\b";
    /// Work that an agent does at the end of any task.
    CHORE = r"(?ix)^((re-?)?run|verify|validate|commit|check|test|ensure|confirm|review|read|explore|inspect|investigate|look|format|lint|stage|
        summari[sz]e|report|wait|monitor|compile|execute|find|search|understand|gather|analy[sz]e|open\ (a\ )?(pr|pull)|create\ (a\ )?(pr|pull|branch|commit)|
        gofmt|cargo|go\ (test|vet|build)|npm|mise\ run)\b
        | ^(fix|address|resolve)\ (lint|format|test\ fail|review|clippy|ci|comment|feedback|remaining|any|compil|type\ err)
        | ^push$ | ^push\ (to|the\ (branch|changes|fix)|branch|changes|it|and|origin|upstream|everything)\b
        | ^build$ | ^build\ (and|passes|succeeds|everything|the\ (project|binary|crate)|clean)\b
        | ^update\ (the\ )?(docs|documentation|readme|changelog|imports|call\ ?sites|tests|existing\ tests|snapshots|callers|references|go\.mod)
        | ^(write|add)\ (the\ )?(unit\ |integration\ |missing\ |regression\ )?tests?$
        | ^make\ sure";
}

/// Why a point is left out that opens with no known verb.
pub(super) const NO_INSTRUCTION: &str = "it is no instruction";

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundStep {
    pub text: String,
    /// Whether it is ticked.
    pub done: bool,
    /// Why it is no task.
    pub left_out: Option<&'static str>,
}

impl FoundStep {
    /// Reads a list's point, or a heading, as a step. `None` where it has no words.
    pub(super) fn of(point: &str, done: bool) -> Option<Self> {
        if let Some(text) = step_text(point) {
            let left_out = if is_chore(&text) {
                Some("agents do it anyway at the end of any task")
            } else if is_imperative(&text) {
                None
            } else {
                Some(NO_INSTRUCTION)
            };
            return Some(Self { text, done, left_out });
        }
        let line = point.trim().lines().next().unwrap_or_default().replace("**", "");
        let text = cut(first_clause(line.trim()), LONGEST).into_owned();
        let left_out = Some(if line.len() > LONGEST { "it is too long for a task" } else { NO_INSTRUCTION });
        (!text.is_empty()).then_some(Self { text, done, left_out })
    }
}

/// Takes points for steps that open with no known verb, where most of the list are steps: "Match payments to invoices".
/// Prohibitions and names alone stay out.
pub(super) fn take_unknown_verbs(steps: &mut [FoundStep]) {
    const FEWEST: usize = 3;
    let known = steps.iter().filter(|step| step.left_out != Some(NO_INSTRUCTION)).count();
    if steps.len() < FEWEST || known * 3 < steps.len() * 2 {
        return;
    }
    for step in steps.iter_mut().filter(|step| step.left_out == Some(NO_INSTRUCTION)) {
        let mut words = step.text.split_whitespace();
        let first = words.next().unwrap_or_default().to_lowercase();
        let inflected = ["ing", "ed", "s", "ly"].iter().any(|end| first.ends_with(end));
        let verb = first.len() > 2 && first.bytes().all(|b| b.is_ascii_lowercase()) && !inflected;
        let means = tokens(&first);
        if verb && !means.is_empty() && means != ["not"] && words.count() >= 2 {
            step.left_out = None;
        }
    }
}

/// The instruction in a list's point: its bold lead, else its first clause. `None` if it is no step.
pub(super) fn step_text(point: &str) -> Option<String> {
    let point = point.trim();
    let point = ["[ ] ", "[x] ", "[X] "].iter().find_map(|b| point.strip_prefix(b)).unwrap_or(point).trim();
    let line = point.lines().next().unwrap_or_default().trim();
    let bold = line.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(lead, _)| lead.trim());
    let text = match bold {
        Some(lead) if is_imperative(lead) => lead.trim_end_matches([':', '.']).to_owned(),
        Some(_) => return None,
        None => first_clause(line).to_owned(),
    };
    (text.len() <= LONGEST && text.chars().count() > 6).then_some(text)
}

/// A line up to the first sign, from byte 12 on, that ends a sentence or clause.
fn first_clause(line: &str) -> &str {
    let ends = [" — ", " – ", ". ", ": ", " (", "; "];
    let end = ends.iter().filter_map(|e| line.find(e).filter(|at| *at >= 12)).min().unwrap_or(line.len());
    line.get(..end).unwrap_or(line).trim_end_matches(['.', ':', ';', ',']).trim()
}

/// Whether a text opens as an instruction.
pub(super) fn is_imperative(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '`', '_', ' ']);
    IMPERATIVE.is_match(text)
}

/// Whether a step is a chore that an agent does anyway and that does not belong on a board.
pub(super) fn is_chore(text: &str) -> bool {
    CHORE.is_match(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_with_an_unknown_verb_is_taken_among_steps() {
        let points = [
            "Add a table of payments",
            "Match payments to invoices",
            "Write the importer",
            "Build the ledger view",
            "Send the reminders",
            "Create a page of totals",
            "Document the export",
            "Invoices",
            "Never push to the main branch",
        ];
        let mut steps: Vec<FoundStep> = points.iter().filter_map(|point| FoundStep::of(point, false)).collect();
        take_unknown_verbs(&mut steps);
        let left_out: Vec<&str> = steps.iter().filter(|s| s.left_out.is_some()).map(|s| s.text.as_str()).collect();
        assert_eq!(left_out, ["Invoices", "Never push to the main branch"]);
    }

    #[test]
    fn steps_are_cut_to_their_imperative() {
        for (point, want) in [
            ("[ ] Add a rate limit: 10 per second", Some("Add a rate limit")),
            ("**Move the list** to its page", Some("Move the list")),
            ("**Note**: it was slow", None),
            ("Write docs for the client. They are thin.", Some("Write docs for the client")),
        ] {
            assert_eq!(step_text(point).as_deref(), want, "{point}");
        }
        assert!(is_chore("Run gofmt and full tests") && is_chore("Commit and push") && !is_chore("Add a login page"));
        assert!(is_chore("Push to origin") && !is_chore("Push updates to the client") && !is_chore("Build the wizard"));
        for setup in ["Part 2: Setup database", "Part 2: Set up database"] {
            assert_eq!(FoundStep::of(setup, false).map(|s| s.left_out), Some(None), "{setup}");
        }
        for human in
            ["Decrease the upload limit", "Rank matches by reasons", "Call the carrier", "Restore the old list"]
        {
            assert_eq!(FoundStep::of(human, false).map(|s| s.left_out), Some(None), "{human}");
        }
        assert!(is_imperative("Part 2: Set up the depot database") && !is_imperative("The queue is slow"));
    }
}
