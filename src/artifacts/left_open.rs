//! Defines [`left_open`], the work that a message of the agent says is still open, and [`is_put_off`], whether words put
//! work off.

use super::claims::sentences;
use super::steps::{FoundStep, is_chore};
use crate::language::titles::Words;
use crate::text::patterns;

/// Longest text of a piece of work, in bytes.
const LONGEST: usize = 200;
/// Least words with a meaning in a piece of work; a shorter one belongs to the piece before it.
const LEAST: usize = 2;

patterns! {
    /// The words before a list of open work. Those in `adds` note a piece beside others; the rest name all that is open.
    LABEL = r"(?ix)^\W*(?:(?P<adds>noted|added|left\ open|also\ open|deferred|parked)
        |(?P<next>next(?:\ steps?|\ up)?)
        |(?:still\ |what(?:['’]s|\ is)\ (?:still\ )?)?(?:open|left(?:\ (?:over|for\ later|to\ do))?|remaining|outstanding|to\ ?do|not\ (?:yet\ )?done(?:\ yet)?|follow-?ups?|for\ (?:later|tomorrow|next\ time)))
        (?:\ (?:from|on|in|of)\ [^.:;]{1,30}|(?:\ \w+){0,2}\ (?:lines?|items?|points?|things?|tasks?|steps?|work))?
        (?:\**:\**\s*|\s+(?:is|are)\s+|\**$)";
    /// A sentence that says what has to happen, behind a list of open work.
    OBLIGES = r"(?i)\b(must|needs? to|has to|have to|still needs?)\b";
    /// The beginning of a part that belongs to the one before it.
    CONTINUES = r"(?ix)^(?:once|when|until|till|if|unless|because|since|as|so|with|without|but|which|that|after|before|in|on|at|by|for|from|to|of|or|instead|incl\w*|e\.g|\d+(?:\ |$))\b";
    /// A part that tells a state instead of work.
    TELLS = r"(?i)^(nothing|none|no|all|everything|both)\b";
    /// Words that put work off to a later time, or until something has happened.
    PUT_OFF = r"(?ix)\b(later|tomorrow|some\ ?day|eventually|afterwards|follow[- ]?up|remind|next\ (?:time|session|week|month|sprint|release)
        |(?:first|second|third|last)\ week|after\ the|once\ (?:the|we|it|\w+\ (?:is|has))|when\ \w+\ (?:is|are|has|gets?)|not\ (?:now|today|yet)|on\ the\ (?:list|board)
        |(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b";
}

/// Work that a message says is still open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LeftOpen {
    pub steps: Vec<FoundStep>,
    /// Whether it names all that is open, as opposed to a piece beside others.
    pub is_whole: bool,
    /// Whether it only says what comes next.
    pub is_next: bool,
}

/// Whether words put work off.
pub fn is_put_off(words: &str) -> bool {
    PUT_OFF.is_match(words)
}

/// Whether a sentence opens a list of all that is still open.
pub(super) fn lists_open(sentence: &str) -> bool {
    LABEL.captures(sentence).is_some_and(|label| label.name("adds").is_none())
}

/// The work that a message says is still open, in the message's words. `put_off` says whether the person had just put
/// work off: only then is a piece that is noted a task.
pub(super) fn left_open(text: &str, put_off: bool) -> LeftOpen {
    let mut out = LeftOpen::default();
    let (mut below, mut fenced, mut labels) = (false, false, 0);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        fenced ^= line.starts_with("```");
        if fenced || line.starts_with(['>', '|', '`']) {
            below = false;
            continue;
        }
        if let Some(point) = list_point(line) {
            if below {
                let ticked = ["[x] ", "[X] "].iter().find_map(|mark| point.strip_prefix(mark));
                let point = ticked.or_else(|| point.strip_prefix("[ ] ")).unwrap_or(point);
                out.take(vec![point.to_owned()], ticked.is_some());
            }
            continue;
        }
        below = false;
        let mut labelled = false;
        for sentence in sentences(line) {
            let found = LABEL.captures(sentence);
            let (adds, next) =
                found.as_ref().map_or((false, false), |f| (f.name("adds").is_some(), f.name("next").is_some()));
            let rest = found.as_ref().and_then(|f| f.get(0)).and_then(|label| sentence.get(label.end()..));
            match rest.map(|rest| rest.trim_matches(['*', ' '])) {
                Some(_) if adds && !put_off && !sentence.to_lowercase().contains("open") => labelled = false,
                Some("") => (below, labelled) = (true, false),
                Some(rest) => {
                    labelled = true;
                    out.take(parts(rest), false);
                }
                None if labelled && OBLIGES.is_match(sentence) => {
                    out.take(vec![sentence.split(';').next().unwrap_or(sentence).to_owned()], false);
                }
                None => labelled = false,
            }
            if labelled && found.is_some() || below {
                labels += 1;
                out.is_whole |= !adds;
                out.is_next |= next;
            }
        }
    }
    out.is_next &= labels == 1;
    out
}

impl LeftOpen {
    fn take(&mut self, parts: Vec<String>, done: bool) {
        for part in parts {
            let text = part.replace(['`', '*'], "");
            let text = text
                .trim()
                .trim_start_matches("and ")
                .trim_start_matches("then ")
                .trim_end_matches(['.', ';', ',', ' ']);
            let left_out = match text {
                _ if text.len() > LONGEST => Some("it is too long for a task"),
                _ if TELLS.is_match(text) => Some("it is no instruction"),
                _ if is_chore(text) => Some("agents do it anyway at the end of any task"),
                _ => None,
            };
            let first = text.chars().next().into_iter().flat_map(char::to_uppercase);
            let text: String = first.chain(text.chars().skip(1)).collect();
            if Words::of(&text).heavy().next().is_some() {
                self.steps.push(FoundStep { text, done, left_out });
            }
        }
    }
}

/// The text of a line that is a point of a list.
fn list_point(line: &str) -> Option<&str> {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if numbered.len() < line.len() {
        numbered.strip_prefix(['.', ')'])
    } else {
        line.strip_prefix(['-', '*', '+', '•'])
    };
    rest.filter(|rest| rest.starts_with(' ')).map(str::trim)
}

/// The parts of an enumeration: cut at commas and semicolons outside of brackets, with the parts joined that only go on
/// with the one before.
fn parts(list: &str) -> Vec<String> {
    let (mut pieces, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, sign) in list.char_indices() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' | ';' if depth <= 0 && list.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')) => {
                pieces.push(list.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(list.get(start..).unwrap_or_default().trim());
    let mut out: Vec<String> = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        let bare = piece.trim_start_matches("and ").trim_start_matches("then ");
        let brief = Words::of(bare).heavy().count() < LEAST;
        match out.last_mut() {
            Some(last) if CONTINUES.is_match(bare) || brief || CONTINUES.is_match(last) => {
                last.push_str(", ");
                last.push_str(piece);
            }
            _ => out.push(bare.to_owned()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Vec<String> {
        left_open(text, false).steps.into_iter().filter(|s| s.left_out.is_none() && !s.done).map(|s| s.text).collect()
    }

    #[test]
    fn an_enumeration_behind_its_label_is_open_work() {
        for (text, points) in [
            (
                "All is sorted. Open: the label printer (needs a driver), the depot map, and the invoice after the audit.",
                &["The label printer (needs a driver)", "The depot map", "The invoice after the audit"][..],
            ),
            (
                "Left open: weigh parcels twice, if the gauge allows it.",
                &["Weigh parcels twice, if the gauge allows it"],
            ),
            (
                "Still open are the depot map for 3, 4 and 5 and the scale.",
                &["The depot map for 3, 4 and 5 and the scale"],
            ),
            (
                "Remaining:\n\n- the depot map\n- weigh parcels twice\n\nAll tests pass.",
                &["The depot map", "Weigh parcels twice"],
            ),
            (
                "Open: the depot map. The north gate needs to be painted by May; nobody has asked for colours.",
                &["The depot map", "The north gate needs to be painted by May"],
            ),
            ("Remaining work:\n- [x] Weigh parcels twice\n- [ ] Draw the depot map", &["Draw the depot map"]),
            ("Open question: which scale?", &[]),
            ("Noted: parcels before letters, no new scales.", &[]),
            ("The door is open. I left the depot map alone.", &[]),
            ("Open: nothing is pushed.", &[]),
        ] {
            assert_eq!(open(text), points, "{text}");
        }
    }

    #[test]
    fn what_is_noted_is_open_work_only_if_the_person_put_it_off() {
        let noted = left_open("Noted: at the end of May, count the depot's scales.", true);
        assert_eq!(noted.steps[0].text, "At the end of May, count the depot's scales");
        assert!(!noted.is_whole && !noted.is_next);
        let next = left_open("Next: the depot map, then the scale driver.", false);
        assert_eq!((next.steps.len(), next.is_whole, next.is_next), (2, true, true));
        assert!(is_put_off("the depot map someday") && !is_put_off("draw the depot map"));
    }
}
