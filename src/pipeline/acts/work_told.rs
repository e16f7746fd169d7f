//! Defines orders whose object stands beside them: "please fix that" after a complaint, "summarise this" above a pasted
//! text.

use super::imperative::object;
use super::segments::Segment;
use super::wording::{after_any, capital, plain, unhurried, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;

/// "The importer crashes on empty files, please fix that": what stands before says what is to be done.
pub(super) fn points_back(view: View<'_>, segment: &Segment, before: Option<&Sentence>) -> Option<Act> {
    let low = segment.low.trim_start_matches("please ").trim_start_matches("pls ").trim_start_matches("plz ");
    let low = after_any(low, phrases!("can you|could you|would you|can u|and|so")).unwrap_or(low);
    let low = unhurried(low).trim_end_matches(['?', '!', '.']);
    let bare = phrases!(
        "fix|fix it|fix that|fix this|fix that one|fix this one|fix them|fix these|fix those|repair it|solve it|solve that|solve this\
     |handle that|handle this|handle it|correct that|correct it|take care of that|take care of it|take care of this|change that|change it\
     |look into it|look into that|look into this|have a look|take a look|sort it out|sort that out|clean that up|clean it up|do something about it|find out why|figure out why|find out what's wrong"
    );
    if !bare.contains(low) || segment.doubtful {
        return None;
    }
    let lead = segment.before.trim().trim_end_matches([',', ';', ':', ' ']);
    let lead = lead.strip_suffix(" and").unwrap_or(lead).trim_end_matches(',');
    let told = before.filter(|s| words(lead) < 3 && !s.asks).map(|s| plain(&s.text));
    let what = told.as_deref().filter(|t| stated(t)).or(Some(lead).filter(|l| stated(l)));
    let verb = if low.starts_with("change") {
        "Change"
    } else if low.contains("look") || low.contains(" out ") {
        "Look into"
    } else {
        "Fix"
    };
    let text = match what {
        Some(what) => format!("{verb}: {}", capital(unhurried(what))),
        None => format!("{verb}: {}", gist(view)?),
    };
    Some(Act::settled(ActKind::Request, segment.range.clone(), whole(&text), "fix-that"))
}

/// Whether words state something that can be understood alone.
fn stated(text: &str) -> bool {
    words(text) >= 3
        && words(text) <= 40
        && summary::stands_alone(text)
        && !summary::points(text)
        && !text.ends_with(':')
}

/// The error that a pasted text reports.
fn gist(view: View<'_>) -> Option<String> {
    const FAULTS: Phrases = phrases!("error:|exception:|error[|panicked|fatal:|failed:|fail |failure:|cannot |assert");
    let pasted = || view.turn.sentences.iter().filter(|s| s.block == BlockKind::Quote).map(|s| plain(&s.text));
    let faults = |t: &String| FAULTS.within(&t.to_lowercase()) && words(t) >= 2;
    pasted().find(faults).map(|text| text.chars().take(90).collect::<String>().trim().to_owned())
}

/// "Summarise this in three lines": an order about the pasted text of the turn.
pub(super) fn of_the_paste(view: View<'_>, what: &str) -> Option<String> {
    let about = object(what)?;
    let rest = after_any(about, phrases!("this|these|it|that|the following|the text below"))?;
    let pasted =
        view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote) || view.turn.bytes > view.own_bytes() * 2;
    let verb = what.get(..what.len() - about.len())?.trim();
    if !pasted || after_any(verb, phrases!("fix|make|build|do")).is_some() {
        return None;
    }
    let noun = rest.split_whitespace().next().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric());
    let linking = phrases!("in|into|to|for|as|by|with|on|please|from|up|down|pls|and|").contains(&noun.to_lowercase());
    let rest = unhurried(rest);
    Some(whole(&capital(&if linking {
        format!("{verb} the pasted text {rest}")
    } else {
        format!("{verb} the {rest}")
    })))
}
