//! Defines corrections of what the agent took for given: "no wait, that was a new rope". They tell how something was and
//! decide nothing.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::wording::{capital, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::BlockKind;
use crate::text::patterns;

patterns! {
    /// An objection and how it was.
    PREMISE = r"(?i)^(?:(?:oh|ah|hm+|well|but|and|sorry),? )*(?:no,? wait|wait,? no|no|nope|wait|actually|hang on|hold on)[,.!-]? (?:no,? |but |actually,? )*(?P<fact>(?:that|this|it|those|these|they) (?:was|were) (?:already |just |actually |only |still |all )*(?:an?|the|on|in|from|with|my|our|another|two|three) [^?]+?)[.!]*$";
    /// Words that judge or take back what was said instead of telling how it was.
    TAKES_BACK = r"(?i)\b(?:mistake|joke|typo|error|wrong|bad|good|better|best|misunderstanding|question|example|idea|plan|point|reason|other|lie|same)\b";
}

/// Maximum number of words in such a correction.
const MOST: usize = 20;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    // Behind a question the no may answer that.
    let Some(first) = view.own().next().filter(|s| !s.asks && s.block == BlockKind::Paragraph) else {
        return Vec::new();
    };
    let asked = view.agents_turn().and_then(|turn| turn.sentences.last()).is_none_or(|last| last.asks);
    if asked {
        return Vec::new();
    }
    let text = plain(&first.text).replace('’', "'");
    let fact = PREMISE.captures(&text).and_then(|found| Some(found.name("fact")?.as_str().to_owned()));
    let told = fact.filter(|fact| words(fact) <= MOST && !TAKES_BACK.is_match(fact));
    let orders =
        phrases!(" let's | please | should | must | use | instead").within(&format!(" {} ", text.to_lowercase()));
    let act = |fact: String| Act::likely(ActKind::Inform, first.range.clone(), whole(&capital(&fact)), "premise");
    told.filter(|_| !orders).map(act).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_premise_is_put_right_and_nothing_is_taken_back() {
        for said in ["no wait, that was a new rope and the long mast", "wait, those were my old notes"] {
            assert!(PREMISE.is_match(said) && !TAKES_BACK.is_match(said), "{said}");
        }
        assert!(!PREMISE.is_match("no, that rope") && TAKES_BACK.is_match("that was a mistake"));
    }
}
