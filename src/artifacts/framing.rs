//! Defines the talk around a work product in a message: the opener before it and the offer or question after it. Neither
//! belongs in a document.

use crate::language::answers::asks_leave;
use crate::text::patterns;

/// Longest paragraph that is only an opener, and only an offer, in bytes.
const OPENER: usize = 240;
const OFFER: usize = 600;

patterns! {
    /// A paragraph that opens a message and says nothing about its subject.
    OPENS = r"(?i)^\W*(yes|no|yeah|ok|okay|sure|great|good|nice|perfect|excellent|thanks|absolutely|exactly|agreed|got it|understood|alright|right|fair|let me|let['’]s|now i|now let|i['’]?ll|i will|i['’]?ve (read|looked|reviewed|checked|gone|now|got)|i have (read|looked|reviewed|checked|gone|now|got|enough|a)|here['’]?s|here is|here are|below is|based on|that makes sense|makes sense)\b";
    /// A closing paragraph that offers more, or hands the turn over.
    OFFERS = r"(?i)^\W*(let me know|want me to|shall (i|we)|should (i|we)|would you (like|prefer)|do you (want|agree|prefer|approve)|does (this|that|it) (look|sound|match|work|make)|how does (this|that)|what do you think|which (one|of|option|do|would|approach|should)|ready (to|for|when|if)|if you['’]?(d| would)? ?(like|want|agree|prefer|approve)|if (this|that) (looks|sounds|works|is)|i can (also )?|i could (also )?|i['’]?(d| would) be happy|happy to|say the word|just say|your call|any (questions|thoughts|feedback|concerns|objections)|please (confirm|review|let me|approve|say|tell)|waiting for|(is this|are you) (ok|okay|good|fine|happy)|ok(ay)? to (proceed|go|start)|approve (this|the)|sound(s)? good|thoughts|next,? i)\b";
}

/// The offset behind the opening paragraphs of a message that say nothing about its subject.
pub(super) fn body_start(text: &str) -> usize {
    let mut start = 0;
    while let Some((paragraph, rest)) = text.get(start..).and_then(|t| t.trim_start().split_once("\n\n")) {
        let talk = paragraph.len() <= OPENER && !paragraph.contains('\n') && !is_marked_up(paragraph);
        if !talk || !(OPENS.is_match(paragraph)) || rest.trim().is_empty() {
            break;
        }
        start = text.len() - rest.len();
    }
    start
}

/// The offset at which the closing offer or question of a message begins; its length where there is none.
pub(super) fn body_end(text: &str) -> usize {
    let mut end = text.trim_end().len();
    for _ in 0..3 {
        let body = text.get(..end).unwrap_or(text);
        let start = body.rfind("\n\n").map_or(0, |at| at + 2);
        let paragraph = body.get(start..).unwrap_or_default();
        if start > 0 && paragraph.trim().chars().all(|c| "-*_ ".contains(c)) {
            end = body.get(..start).unwrap_or_default().trim_end().len();
            continue;
        }
        if is_marked_up(paragraph) || paragraph.len() > OFFER {
            break;
        }
        let Some(at) = offer_in(paragraph) else { break };
        end = text.get(..start + at).unwrap_or_default().trim_end().len();
    }
    end
}

/// The closing offer or question of a message; empty where there is none.
pub(super) fn offer(text: &str) -> &str {
    text.get(body_end(text)..).unwrap_or_default().trim()
}

/// The offset at which a paragraph's closing offer begins; `None` where it ends with a statement.
fn offer_in(paragraph: &str) -> Option<usize> {
    let mut found = None;
    let mut start = 0;
    let bare = paragraph.trim_end_matches(['*', '_', ' ']);
    for sentence in bare.split_inclusive(['.', '?', '!']) {
        // An abbreviation or a file name does not end a sentence.
        let whole = sentence.trim().len() > 3;
        let asks = sentence.trim_end().ends_with('?') || asks_leave(sentence);
        let offers = whole && (OFFERS.is_match(sentence) || asks);
        match (offers, found) {
            (true, None) => found = Some(start),
            (false, Some(_)) if whole && !OFFERS.is_match(sentence) && !is_short(sentence) => found = None,
            _ => {}
        }
        start += sentence.len();
    }
    found
}

fn is_short(sentence: &str) -> bool {
    sentence.split_whitespace().count() <= 8
}

/// Whether a paragraph is a list, a table, a heading, a quote or code.
fn is_marked_up(paragraph: &str) -> bool {
    let line = paragraph.trim_start().lines().next().unwrap_or_default();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let listed = numbered.len() < line.len() && numbered.starts_with(['.', ')']);
    listed || line.starts_with("- ") || line.starts_with("* ") || line.starts_with(['#', '|', '>', '`'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_and_closing_offers_are_no_part_of_a_text() {
        let body = "The belt is slow because both scales read one line.\n\n1. Add a queue\n2. Merge the lines";
        for (before, after) in [
            ("", ""),
            ("Great question.\n\n", "\n\nShall I go ahead?"),
            ("Here's the plan:\n\n", "\n\n---\n\nWant me to start with step 1, or with the queue?"),
            ("", "\n\nLet me know if you want anything else. I can also write the tests."),
            ("I've read the belt. Let me write it down.\n\n", "\n\n**Does this look right?**"),
        ] {
            let text = format!("{before}{body}{after}");
            let (start, end) = (body_start(&text), body_end(&text));
            assert_eq!(text[start..end].trim(), body, "{text}");
            assert_eq!(offer(&text).is_empty(), after.is_empty(), "{text}");
        }
        let same = "The belt is slow. Is it the scale? It is not: the scale answers within 3 ms, and the belt in 40 ms at night.";
        assert_eq!(body_end(same), same.len());
    }
}
