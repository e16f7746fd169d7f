//! Defines the separation of a chosen thing from what it is preferred to: "Redis over Memcached", "X, not Y".

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after, after_any, parted_at, words};

/// The preferred thing and the one it is put above: "the sessions in Redis than in memory".
pub(super) fn preferred(what: &str) -> (&str, Vec<String>) {
    let Some((chosen, other)) = what.split_once(" than ") else { return parted(what) };
    let place = |text: &str| phrases!("in|on|at|with|under").iter().any(|p| after(text, p).is_some());
    let alone = place(other).then(|| chosen.split_once(&format!(" {} ", other.split(' ').next()?))).flatten();
    let whole = alone.map_or_else(|| other.to_owned(), |(head, _)| format!("{head} {other}"));
    (chosen, vec![whole])
}

/// The chosen option, and the one it is preferred to.
pub(super) fn parted(what: &str) -> (&str, Vec<String>) {
    let low = what.to_ascii_lowercase();
    let ends = phrases!(
        ", not | instead of | rather than | and not | over |, no | not the | in place of | and discard | and drop \
     |, forget |, skip "
    );
    let Some((at, len)) = ends.iter().filter_map(|e| low.find(e).map(|at| (at, e.len()))).min() else {
        return (what, Vec::new());
    };
    let chosen = what.get(..at).unwrap_or(what);
    // "Lobbies go over Steam" tells the way.
    let goes = phrases!(
        " goes| go| going| runs| run| sent| send| works| work| talks| talk| served| available| transferred| streams| hand| handed| left| carried| looks| came"
    );
    let when = |text: &str| {
        let times = phrases!(
            "lunch|dinner|breakfast|coffee|tea|a coffee|a beer|beers|the weekend|the night|night|the holidays|the summer|the winter|the phone|time"
        );
        after_any(text, times).is_some()
    };
    let moves = low.get(at..at + len) == Some(" over ")
        && (goes.iter().any(|verb| format!(" {chosen}").to_lowercase().ends_with(verb))
            || when(low.get(at + len..).unwrap_or("")));
    if moves {
        return (what, Vec::new());
    }
    let rest = what.get(at + len..).unwrap_or("");
    let other =
        parted_at(rest, &[',', '.', ';', '!', ':']).next().and_then(|other| other.split('(').next()).unwrap_or("");
    let tail = phrases!(" for | in | as ").iter().filter_map(|t| other.find(t)).min().unwrap_or(other.len());
    let name = other.get(..tail).unwrap_or(other).trim().trim_start_matches("a ").trim_start_matches("the ");
    if name.is_empty() || words(name) > 8 { (what, Vec::new()) } else { (chosen, vec![name.to_owned()]) }
}

/// The purpose of both things, which stands behind the second: " for the door" of "oak instead of elm for the door".
pub(super) fn shared_tail<'t>(what: &'t str, chosen: &str) -> &'t str {
    let rest = what.get(chosen.len()..).unwrap_or("");
    let at = phrases!(" for | in the | as ").iter().filter_map(|t| rest.find(t)).min();
    let tail = at.and_then(|at| rest.get(at..)).unwrap_or("");
    parted_at(tail, &[',', ';', '.']).next().unwrap_or("")
}
