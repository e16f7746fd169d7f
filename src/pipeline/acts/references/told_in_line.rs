//! Defines the things that the agent counts up in one sentence: "Two parts are loose: the lid and the spout."

use crate::language::phrases::phrases;
use crate::pipeline::acts::View;
use crate::pipeline::acts::sentences::quantities::word_value;
use crate::pipeline::acts::sentences::wording::{after_any, plain, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::patterns;
use crate::transcript::Role;

patterns! {
    /// Names in backticks.
    pub(super) CODE = r"`([^`]+)`";
}

/// Words in one of the things.
const MOST: usize = 14;

/// The things that a turn counts up in its last sentence that does: as many as it says there are.
pub(super) fn told_in_line(turn: &ReadTurn) -> Option<Vec<String>> {
    let own = turn.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote && !s.asks);
    own.map(|s| plain(&s.text)).find_map(|text| counted(&text))
}

fn counted(text: &str) -> Option<Vec<String>> {
    let (lead, rest) = text.split_once(": ")?;
    let lead = lead.to_lowercase();
    let counts = |word: &str| word.parse().ok().or_else(|| word_value(word)).filter(|n: &u32| *n >= 2);
    let count = lead.split(' ').find_map(counts)? as usize;
    let rest = rest.trim_end_matches(['.', '!', ' ']);
    let bare =
        |part: &str| after_any(part, phrases!("and|or|plus")).unwrap_or(part.trim()).trim_end_matches(',').to_owned();
    let by_comma: Vec<String> = rest.split([',', ';']).map(bare).collect();
    let by_and = || -> Vec<String> {
        let (head, last) = rest.rsplit_once(" and ").unwrap_or((rest, ""));
        head.split([',', ';']).chain([last]).map(bare).collect()
    };
    let fits = |things: &Vec<String>| things.len() == count && things.iter().all(|t| (1..=MOST).contains(&words(t)));
    Some(by_comma).filter(fits).or_else(|| Some(by_and()).filter(fits))
}

/// The n-th of the names in backticks in one sentence of the agent's last turn, or of what it counts up.
pub(super) fn nth(view: View<'_>, place: &str) -> Option<String> {
    let agents = view.talk.before().find(|t| t.role == Role::Assistant)?;
    let sentence = agents.sentences.iter().rev().find(|s| CODE.find_iter(&s.text).count() >= 2);
    let in_code =
        |s: &Sentence| CODE.captures_iter(&s.text).filter_map(|c| Some(c.get(1)?.as_str().to_owned())).collect();
    let things: Vec<String> = sentence.map(in_code).or_else(|| told_in_line(agents))?;
    let at = match place {
        "first" | "former" => 0,
        "second" => 1,
        "third" => 2,
        "fourth" => 3,
        _ => things.len() - 1,
    };
    things.get(at).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_as_many_as_the_sentence_says() {
        let things = |text: &str| counted(text).unwrap_or_default();
        assert_eq!(things("Two parts are loose: the lid and the spout."), ["the lid", "the spout"]);
        assert_eq!(
            things("I saw three faults: the lid is loose, the spout drips, and the handle is hot."),
            ["the lid is loose", "the spout drips", "the handle is hot"]
        );
        for said in
            ["Two parts are loose: the lid.", "Some parts are loose: the lid and the spout.", "It has two lids."]
        {
            assert_eq!(things(said), Vec::<String>::new(), "{said}");
        }
    }
}
