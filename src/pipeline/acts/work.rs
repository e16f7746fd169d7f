//! Defines requests for work: orders, polite questions and wishes, several in one sentence or list as one task each.

use super::form::{first, forms, group};
use super::segments::Segment;
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::{Act, ActKind, Certainty, View};
use crate::language::phrases::Phrases;
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::transcript::Role;

forms! {
    "asked" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? |hi[,!]? |hey[,!]? |please,? |first,? )*(?:can|could|would|will) (?:you|u)(?: please| pls| also| then| now| just| quickly| maybe)* (?P<what>(?:have|take) a (?:quick |closer )?look .+|[a-z-]+ .+?)\??$"
        yes "can you fix the flaky login test?" no "what can you see";
    "need-a" r"^(?:and |also |ok(?:ay)?,? |so |hi[,!]? )*(?:i|we)(?:'d| would)? (?:also )?(?:need|want|like) (?P<what>an? (?:[\w-]+ )?(?:script|test|function|page|button|endpoint|command|tool|chart|plot|report|dashboard|panel|test suite|helper|module|component|migration|workflow|job|parser|query|table|class|dialog|view|form|summary|diagram|benchmark|example|guide|flag|option) .+)$"
        yes "I need a script that converts the files to csv" no "I need a coffee";
    "wished" r"^(?:and |also |ok(?:ay)?,? |so |then |now |please,? |hi[,!]? )*(?:i|we)(?:'d| would)? (?:need|want|like)(?: you)?(?: to)? (?:also |now |then )?(?P<what>(?:you to )?[a-z-]+ .+)$"
        yes "I'd like you to translate the README" no "I see";
    "great-if" r"^(?:and |also |so )*it(?:'d| would) be (?:great|nice|good|cool|helpful) if (?:you|we) (?:could |would )?(?P<what>[a-z-]+ .+)$"
        yes "it would be great if you could profile the loop" no "it would be great";
    "todo" r"^(?:todo|to do|to-do|task|next task|next step|action item)\s*[:-] ?(?P<what>.+)$"
        yes "TODO: add the icons" no "to do so takes time";
    "lets" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? )*(?:let'?s|let us) (?:also |now |then |first |next )?(?P<what>[a-z-]+ .+)$"
        yes "let's refactor the loader" no "letters are fine";
    "order" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? |first,? |second,? |finally,? |please,? |pls |plz |yes,? |yeah,? |sure,? |great,? |thanks[,!.]? |hi[,!]? |just |after that |afterwards |lastly,? )*(?P<what>[a-z-]+ .+)$"
        yes "please update the changelog" no "changes";
}

/// Verbs that open an order for work with an end that can be seen.
pub(super) const DOES: Phrases = Phrases(
    "add|annotate|archive|automate|benchmark|build|bump|cache|clean|clone|compress|configure|connect|convert|copy|correct|create\
     |cut|debug|delete|deploy|design|disable|document|download|draft|draw|drop|enable|encrypt|expand|explain|expose|extend\
     |extract|fill|fix|format|generate|get rid of|handle|hide|highlight|implement|import|improve|increase|insert|install\
     |integrate|investigate|localize|log|measure|merge|migrate|mock|move|optimize|optimise|parse|plot|port|prepare|print|profile\
     |proofread|publish|put|reduce|refactor|regenerate|release|remove|rename|render|reorder|replace|reproduce|rerun|resize\
     |restore|restructure|rewrite|rotate|round|scan|seed|send|set up|shorten|show|simplify|solve|sort|speed up|split|squash\
     |store|summarise|summarize|support|sync|tag|test|tidy up|tidy|translate|trim|tune|turn|unify|update|upgrade|upload\
     |validate|verify|visualize|wire up|wire|wrap|write|have a look|take a look",
);

/// The form of a bare imperative.
pub(super) const IMPERATIVE: &str = "order";

/// Objects that are no work of their own, or are chosen rather than done.
const NO_OBJECT: Phrases = Phrases(
    "it|that|this|them|those|these|me|us|you|up|on|a chance|sure|sense|so|one|some|more|all|everything|both|what|why|how",
);

/// Most words of an order that is one plain task.
const MOST: usize = 28;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    for sentence in view.own().filter(|s| s.block != BlockKind::Heading) {
        for segment in view.segments(sentence) {
            if is_opening(view) && is_broad(&segment.low) {
                continue;
            }
            out.extend(of_segment(sentence, segment));
        }
    }
    out
}

/// Whether the person speaks for the first time.
fn is_opening(view: View<'_>) -> bool {
    view.talk.before().all(|t| t.role != Role::User)
}

/// Whether a first request names what the whole session is for: it is the goal, and no task.
fn is_broad(low: &str) -> bool {
    let verb = Phrases(
        " build a| build an| build the| develop | refactor the| rewrite the| redesign | modernize | migrate the| port the| port our| migrate our",
    );
    verb.within(&format!(" {low}"))
}

fn of_segment(sentence: &Sentence, segment: &Segment) -> Vec<Act> {
    let Some((form, found)) = first(&FORMS, &segment.low) else { return Vec::new() };
    let what = group(&segment.text, &found, "what");
    let what = after_any(what, Phrases("you to|to")).unwrap_or(what);
    let before = segment.before.to_lowercase();
    let polite =
        matches!(form, "asked" | "great-if") || Phrases("can you|could you|would you|will you").within(&before);
    let open = segment.doubtful || (segment.asks && !polite) || words(what) > MOST;
    if open || (form == IMPERATIVE && sentence.list.is_some() && !sentence.opens_block) {
        return Vec::new();
    }
    let done = after_any(what, DOES).filter(|rest| !rest.is_empty());
    let Some(object) = done.or_else(|| (form == "need-a").then_some(what)) else { return Vec::new() };
    let pointing = after_any(object, NO_OBJECT).is_some() || summary::points(object);
    if let Some(act) = points_back(segment, what) {
        return vec![act];
    }
    if pointing || !summary::stands_alone(object) || questions(what) {
        return Vec::new();
    }
    let bare = unhurried(what).trim_end_matches('?');
    let certain = form != IMPERATIVE || is_certain(sentence, segment, what);
    let listed = parts(bare, object);
    if listed.is_empty() {
        let mut act = Act::settled(ActKind::Request, segment.range.clone(), whole(&capital(&plain(bare))), form);
        if !certain {
            act.certainty = Certainty::Likely;
        }
        return vec![act];
    }
    listed.into_iter().map(|text| Act::settled(ActKind::Request, segment.range.clone(), text, form)).collect()
}

/// Whether an imperative is an order of its own: a line of a status in capitals, a statement whose subject looks like a verb
/// ("design says ..."), an alternative or half a sentence is none.
fn is_certain(sentence: &Sentence, segment: &Segment, what: &str) -> bool {
    let shouted = what.split_whitespace().next().is_some_and(|w| w.len() > 2 && w.chars().all(char::is_uppercase));
    let second = what.split_whitespace().nth(1).unwrap_or("").to_lowercase();
    let states = Phrases("says|is|are|was|were|or|exits|fails|works|has|does|goes|runs|shows|said").contains(&second);
    let cut_off = sentence.text.trim_end().ends_with("...") || sentence.text.starts_with("->") || what.contains('→');
    let short = words(what) <= 2 && segment.before.is_empty() && !segment.low.contains("please");
    !(shouted || states || cut_off || short)
}

/// "The importer crashes on empty files, please fix that": what stands before says what is to be done.
fn points_back(segment: &Segment, what: &str) -> Option<Act> {
    let pointing =
        after_any(what, Phrases("fix that|fix this|fix it|solve that|solve this|solve it|handle that")).is_some();
    let bare = words(what) <= 4 || after_any(what, Phrases("fix|fix pls")).is_some() && words(what) <= 2;
    let before = segment.before.trim().trim_end_matches([',', ';', ':', ' ']);
    let before = before.strip_suffix(" and").unwrap_or(before).trim_end_matches(',');
    let states = words(before) >= 3 && summary::stands_alone(before) && !summary::points(before);
    (pointing && bare && states).then(|| {
        let start = segment.range.start;
        Act::settled(ActKind::Request, start..segment.range.end, whole(&format!("Fix: {before}")), "fix-that")
    })
}

/// Whether the words ask to be told something: the answer ends it, and no work is left.
fn questions(what: &str) -> bool {
    after_any(what, Phrases("explain|show me|show us|print")).is_some()
}

/// The tasks of an order with several objects, each behind its article: "write the lexer, the parser and the generator".
fn parts(what: &str, object: &str) -> Vec<String> {
    let verb = what.get(..what.len().saturating_sub(object.len())).unwrap_or("").trim();
    let low = object.to_ascii_lowercase();
    let marks = Phrases(", and the |, the | and the |, and a |, a | and a |, an | and an ");
    if after_any(object, Phrases("the|a|an")).is_none() || marks.find(&low).is_none() || words(object) > 20 {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut rest = object;
    while let Some((at, len)) = marks.find(&rest.to_ascii_lowercase()) {
        let article = marks.iter().find(|m| rest.to_ascii_lowercase().get(at..).is_some_and(|t| t.starts_with(*m)));
        let keep = article.map_or(0, |m| m.trim_end().rsplit(' ').next().unwrap_or("").len() + 1);
        out.push(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + len - keep..).unwrap_or("");
    }
    out.push(rest);
    if out.iter().any(|p| words(p) > 8 || words(p) < 2) {
        return Vec::new();
    }
    out.into_iter().map(|p| whole(&capital(&plain(&format!("{verb} {p}"))))).collect()
}
