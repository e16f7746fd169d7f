//! Defines the pieces of an answer to several proposals: "the lamp yes, bell - no (too loud), rest later" has four, and a
//! reason in brackets.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::after_any;
use crate::text::patterns;

patterns! {
    /// A label with its mark before a verdict: "1) yes 2) no".
    LABELLED = r"(?i)(?:^|[ ,;]+)\(?(?P<label>[1-9a-h])[).:] +";
}

/// A text with each label in it apart from what stands before: "1) yes 2) no" as "1: yes, 2: no".
pub(super) fn with_labels_apart(text: &str) -> String {
    let found: Vec<_> =
        LABELLED.captures_iter(text).filter_map(|c| Some((c.get(0)?.range(), c.name("label")?.range()))).collect();
    if found.len() < 2 {
        return text.to_owned();
    }
    let (mut out, mut from) = (String::new(), 0);
    for (whole, label) in found {
        out.push_str(text.get(from..whole.start).unwrap_or_default());
        out.push_str(if out.is_empty() { "" } else { ", " });
        out.push_str(text.get(label).unwrap_or_default());
        out.push_str(": ");
        from = whole.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// How a piece goes on from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// It opens its sentence.
    Opens,
    /// Another name or verdict stands beside it: "lamp and bell".
    And,
    Comma,
    But,
    /// A colon, a dash or an arrow: what stands before it is judged by what follows.
    Is,
    /// It gives a reason.
    Reason,
}

/// A piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub text: &'t str,
    pub joint: Joint,
}

/// The words and marks between pieces, with what they say of the piece after them.
const JOINTS: [(Joint, Phrases); 5] = [
    (Joint::And, phrases!(", and | and | & | + |, plus | plus ")),
    (Joint::But, phrases!(", but | but |; |. |! |, so | so |, though ")),
    (
        Joint::Reason,
        phrases!(" (|, because | because | bc |, since | since | cuz | cos | coz | as it | as they | as we "),
    ),
    (Joint::Is, phrases!(": | - | – | — | → | -> | => | = |→")),
    (Joint::Comma, phrases!(", |) |)")),
];

/// The pieces of a sentence, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let (mut from, mut joint) = (0, Joint::Opens);
    for (at, _) in text.char_indices() {
        let Some((next, len)) = (at >= from).then(|| joint_at(text, from, at)).flatten() else { continue };
        out.extend(piece(text.get(from..at), joint));
        (from, joint) = (at + len, next);
    }
    out.extend(piece(text.get(from..), joint));
    out
}

fn piece(text: Option<&str>, joint: Joint) -> Option<Piece<'_>> {
    let text = text?.trim_matches(|c: char| c.is_whitespace() || ",;:.!()".contains(c));
    (!text.is_empty()).then_some(Piece { text, joint })
}

/// The joint that stands at a place of a sentence, and its length.
fn joint_at(text: &str, from: usize, at: usize) -> Option<(Joint, usize)> {
    let (before, rest) = (text.get(from..at)?, text.get(at..)?);
    let low: String = rest.chars().take(LONGEST).collect::<String>().to_ascii_lowercase();
    let found = JOINTS.iter().flat_map(|(joint, all)| all.iter().map(|mark| (*joint, mark)));
    let found = found.filter(|(_, mark)| low.starts_with(*mark)).max_by_key(|(_, mark)| mark.len());
    let Some((joint, mark)) = found else { return is_sum(before, rest).then_some((Joint::And, 1)) };
    let next = rest.get(mark.len()..)?;
    // "All but the last", "so far"
    let all = phrases!("all|everything|both|any|anything").iter().any(|all| ends_with_word(before, all));
    let goes_on = mark.trim() == "so" && after_any(next, phrases!("far|that|much|many|long|called")).is_some();
    let within = mark.trim() == "but" && all || goes_on;
    (!within).then_some((joint, mark.len()))
}

/// Maximum number of letters in a joint.
const LONGEST: usize = 12;

/// Whether a plus or an ampersand stands between two names: "lamp+bell", but not "Ctrl+Z".
fn is_sum(before: &str, rest: &str) -> bool {
    const NAME: usize = 3;
    let letters = |text: &mut dyn Iterator<Item = char>| text.take_while(|c| c.is_alphabetic()).count();
    let mut next = rest.chars();
    matches!(next.next(), Some('+' | '&')) && letters(&mut before.chars().rev()) >= NAME && letters(&mut next) >= NAME
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let low = text.to_ascii_lowercase();
    low.strip_suffix(word).is_some_and(|head| !head.ends_with(|c: char| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_pieces() {
        use Joint::{And, But, Comma, Is, Opens, Reason};
        for (said, expected) in [
            ("lamp yes, bell no", vec![(Opens, "lamp yes"), (Comma, "bell no")]),
            ("lamp+bell go", vec![(Opens, "lamp"), (And, "bell go")]),
            (
                "bell - no (too loud), rest ok",
                vec![(Opens, "bell"), (Is, "no"), (Reason, "too loud"), (Comma, "rest ok")],
            ),
            ("all but the bell, so go", vec![(Opens, "all but the bell"), (But, "go")]),
            ("so far so good", vec![(Opens, "so far"), (But, "good")]),
            ("Ctrl+Z", vec![(Opens, "Ctrl+Z")]),
        ] {
            let found: Vec<_> = pieces(said).into_iter().map(|p| (p.joint, p.text)).collect();
            assert_eq!(found, expected, "{said}");
        }
    }

    #[test]
    fn labels_stand_apart() {
        assert_eq!(with_labels_apart("1) yes 2) no, 3. later"), "1: yes, 2: no, 3: later");
        assert_eq!(with_labels_apart("a) ok, lamp no"), "a) ok, lamp no");
    }
}
