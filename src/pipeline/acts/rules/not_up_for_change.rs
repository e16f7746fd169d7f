//! Defines what the person shows as settled: "this is the oath of the crew. it's not up for feedback or change, it is as is".
//! The sentence before says what "it" is.

use std::ops::Range;

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

patterns! {
    /// Words that take a thing out of the talk.
    FIXED = r"(?i)^(?:and |but |so |please note,? |note,? )*(?P<subject>it|this|that|they|these)(?P<rule>(?:'s| is| are) (?:not (?:up for|open for|open to) (?:feedback|changes?|debate|discussion|review|negotiation|edits|suggestions)|final|done and final|set in stone|to stay as (?:it|they) (?:is|are))\b.{0,60}?)[:.!]*$";
    /// A thing that is shown.
    SHOWN = r"(?i)^(?:so |ok,? |hi,? |and |now |below |here )*(?:this|that|here|below|these)(?:'s| is| are) (?P<thing>(?:the|our|my) [^,;:]{2,60})[.:!]*$";
}

/// Maximum number of words in such a sentence.
const MOST: usize = 18;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let text = |s: &Sentence| plain(&s.text).replace('’', "'");
    let told = |s: &&&Sentence| !s.asks;
    // "Below is my oath, it's final" says both in one sentence.
    let in_one = own.iter().filter(told).filter_map(|s| {
        let said = text(s);
        let (shown, fixed) = said.split_once(", ")?;
        fixed_thing(shown, fixed, s.range.clone())
    });
    let in_two = own.windows(2).filter_map(|pair| match pair {
        [shown, fixed] if !shown.asks && !fixed.asks => {
            fixed_thing(&text(shown), &text(fixed), shown.range.start..fixed.range.end)
        }
        _ => None,
    });
    in_one.chain(in_two).collect()
}

/// The rule that the thing which the first words show stays as it is.
fn fixed_thing(before: &str, text: &str, range: Range<usize>) -> Option<Act> {
    let thing = SHOWN.captures(before)?.name("thing")?.as_str().to_owned();
    let rule = FIXED.captures(text).filter(|_| words(text) <= MOST)?.name("rule")?.as_str().to_owned();
    let rule = rule.strip_prefix("'s").map_or_else(|| rule.clone(), |rest| format!(" is{rest}"));
    let thing = thing.trim_end_matches(['.', ' ']).to_owned();
    let named = after_any(&thing, phrases!("my|our")).map_or_else(|| thing.clone(), |noun| format!("the {noun}"));
    let summary = whole(&capital(&format!("{named}{rule}")));
    Some(Act::settled(ActKind::Rule { hard: true }, range, summary, "not-up-for-change"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_as_settled_is_a_rule() {
        let rule = |shown, fixed| fixed_thing(shown, fixed, 0..1).map(|act| act.summary);
        assert_eq!(
            rule("this is the oath of the crew.", "it's not up for feedback or change").as_deref(),
            Some("The oath of the crew is not up for feedback or change")
        );
        assert_eq!(rule("below is my speech", "it's final").as_deref(), Some("The speech is final"));
        assert_eq!(rule("this is the oath", "it's too long"), None);
        assert_eq!(rule("the oath is below", "it's final"), None);
    }
}
