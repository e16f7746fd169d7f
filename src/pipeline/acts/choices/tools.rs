//! Defines the choices of language and tool that an order for work carries: "write the exporter in TypeScript" also settles
//! that it is written in TypeScript.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, overlaps};
use crate::pipeline::clause::{BlockKind, Modality, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// An order to make a thing, and the language or tool it is made with.
    MADE_WITH = r"(?ix)^(?:please\ |can\ you\ |could\ you\ |let's\ |now\ |so\ |then\ |also\ )*(?:write|rewrite|build|make|create|implement|develop|code|prototype|script|do|set\ up|redo|reimplement)\ (?:me\ |us\ )?(?P<thing>(?:an?|the|our|my|this|all)\ [\w'`/.\ -]{2,60}?)\ (?:(?:in|using)\ (?:plain\ |pure\ |modern\ |vanilla\ )?(?P<language>rust|go|golang|python|typescript|javascript|java|kotlin|swift|c|c\+\+|c\#|ruby|php|elixir|erlang|haskell|ocaml|scala|clojure|zig|nim|lua|perl|julia|dart|bash|powershell|elm|gleam|fortran|ada)(?P<version>\ ?\d[\d.]*)?|using\ (?P<using>[\w.+\#-]+(?:\ \d[\d.]*)?(?:\ and\ [\w.+\#-]+)?)|with\ (?P<with>[\w.+\#-]+\ v?\d[\d.]*(?:\ and\ [\w.+\#-]+)?))(?:(?:\ instead\ of|\ rather\ than|,\ not)\ (?:plain\ |pure\ )?(?P<old>[\w.+\#-]+(?:\ [\w.+\#-]+)?))?(?P<next>$|[,.;]|\ (?:that|which|to|for|and|so|please|pls|instead|then|because|since|with)\b)";
}

/// The choices of language or tool in the orders of a turn.
pub(in crate::pipeline::acts) fn of_orders(turn: &ReadTurn, acts: &[Act]) -> Vec<Act> {
    let own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote && words(&s.text) <= LONGEST);
    own.filter_map(|sentence| {
        let mut beside = acts.iter().filter(|a| overlaps(&a.range, &sentence.range));
        let order = match beside.next() {
            Some(act) => matches!(act.deed, ActKind::Request | ActKind::Aim).then(|| act.clone())?,
            // The first request of a session is read as its goal.
            None => ordered(turn, sentence)?,
        };
        of_order(&order, &plain(&sentence.text))
    })
    .collect()
}

/// Maximum number of words in an order that carries a choice.
const LONGEST: usize = 28;

/// An order that no act has read.
fn ordered(turn: &ReadTurn, sentence: &Sentence) -> Option<Act> {
    let clauses = turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    let meant = clauses.first().is_some_and(|c| matches!(c.modality, Modality::Request | Modality::Commitment));
    (meant && !sentence.asks).then(|| Act::settled(ActKind::Request, sentence.range.clone(), "", FORM))
}

/// The form of a choice that an order carries: the order's words stay free for other readers.
pub(in crate::pipeline::acts) const FORM: &str = "made-with";

/// The choice of language or tool in an order for work.
fn of_order(act: &Act, said: &str) -> Option<Act> {
    let found = MADE_WITH.captures(said)?;
    let part = |name| found.name(name).map_or("", |m| m.as_str().trim());
    let thing = part("thing");
    let named = ["language", "using", "with"].into_iter().map(part).find(|t| !t.is_empty())?;
    // "Using the helper", "using as few files as possible", "with 3 tabs".
    let first = named.split(' ').next().unwrap_or("").to_lowercase();
    let open = phrases!(
        "the|a|an|our|my|your|as|only|just|it|this|that|these|those|more|less|existing|one|two|three|at|all|some|any|different|new|up|what|which|around|about|least|most|version"
    );
    if open.contains(&first) || first.chars().all(|c| c.is_ascii_digit()) || words(thing) > MOST {
        return None;
    }
    // "The post about the rewrite in Rust" names no language to write in.
    if phrases!(" about | on | of | for | that | which ").within(thing) {
        return None;
    }
    let tool = format!("{named}{}", found.name("version").map_or("", |m| m.as_str()));
    // A tool may also be a part of the work: "using Theme".
    let certainty = if part("language").is_empty() { Certainty::Likely } else { act.certainty };
    let thing = after_any(thing, phrases!("a|an|this")).map_or_else(|| thing.to_owned(), |bare| format!("the {bare}"));
    let old = part("old");
    Some(Act {
        deed: ActKind::Choose,
        summary: whole(&format!("Use {tool} for {thing}")),
        alternatives: if old.is_empty() { Vec::new() } else { vec![old.to_owned()] },
        target: None,
        certainty,
        why: None,
        form: FORM,
        ..act.clone()
    })
}

/// Maximum number of words in the thing that is made.
const MOST: usize = 8;
