//! Defines the spelling out of numbered parts: "start with phase 2" is "Start with phase 2 (undo stack)" where a turn
//! before has the title "Phase 2: undo stack".

use super::wording::{plain, whole, words};
use super::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// A part called by its number, with nothing behind it that says what it is.
    NUMBERED = r"(?i)\b(?P<label>phase|step|stage|milestone|part|iteration|sprint|task|option)s? #?(?P<number>\d{1,2})\b(?P<rest>\s*[:(–—-])?";
    /// A title of such a part at the start of a sentence.
    TITLE = r"(?i)^\W*(?P<label>phase|step|stage|milestone|part|iteration|sprint|task|option) #?(?P<number>\d{1,2})\W*?\s*(?::|[–—-]|\.|\))\W*(?P<title>[^.:;(–—]{3,})";
}

/// Most words of a title.
const MOST: usize = 10;

/// Adds the title of a numbered part to the summaries of work and choices that only call its number.
pub(super) fn spell_out(view: View<'_>, acts: &mut [Act]) {
    let may_name = |act: &&mut Act| matches!(act.deed, ActKind::Request | ActKind::Choose) && act.target.is_none();
    for act in acts.iter_mut().filter(may_name) {
        if let Some(text) = with_title(view, &act.summary) {
            act.summary = whole(&text);
        }
    }
}

/// Whether words only call a part by its number.
pub(super) fn is_part(text: &str) -> bool {
    NUMBERED.find(text).is_some_and(|found| found.start() == 0 && found.end() == text.trim_end().len())
}

/// The text with the title of the only part that it calls by a number.
fn with_title(view: View<'_>, text: &str) -> Option<String> {
    let mut all = NUMBERED.captures_iter(text);
    let (found, None) = (all.next()?, all.next()) else { return None };
    let (label, number) = (found.name("label")?.as_str(), found.name("number")?);
    if found.name("rest").is_some() {
        return None;
    }
    let said = view.talk.before().flat_map(|turn| turn.sentences.iter().filter(|s| s.block != BlockKind::Quote));
    let title = said.filter_map(|s| title(s, label, number.as_str())).find(|title| words(title) <= MOST)?;
    let (head, tail) = text.split_at(number.end());
    Some(format!("{head} ({title}){tail}"))
}

/// The title that a sentence gives a part.
fn title(sentence: &Sentence, label: &str, number: &str) -> Option<String> {
    let text = plain(&sentence.text);
    let found = TITLE.captures(&text)?;
    let same = found.name("label")?.as_str().eq_ignore_ascii_case(label) && found.name("number")?.as_str() == number;
    same.then(|| found.name("title").map(|m| m.as_str().trim().to_owned()))?
}
