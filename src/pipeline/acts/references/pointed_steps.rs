//! Defines words that point to what the agent has just put forward: a nickname for its step ("let's not do the big bang
//! thing"), the numbers of its table ("let's do #4 and #5"), what it is about to do ("don't check this in").

use super::antecedents::told_of;
use super::talked_of::first_thing;
use crate::language::phrases::phrases;
use crate::pipeline::acts::answers::stance::names_some;
use crate::pipeline::acts::sentences::wording::{capital, order, plain, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::patterns;

patterns! {
    /// The refusal of a step by a nickname.
    NICKNAMED = r"(?i)^(?:(?:no|nah|hm+|ok|please|but|wait|oh),? )*(?:let'?s not|lets not|don'?t|do not|i don'?t want (?:you )?to|we won'?t|i'd rather not) (?:do|try|take|pull|go (?:for|with|down)) (?:the|that|this) (?P<name>[\w' -]{2,40}?) (?:thing|stuff|business|dance|route|road|circus|trick|move)(?:,? (?:please|here|again|now|yet|today))*[.!]*$";
    /// A step that the agent is about to take.
    INTENT = r"(?i)(?:^|[.;:,] |\b(?:so|then|next|first),? )(?:i'll|i will|i'm going to|let me|i'd|i would|we could|we can|let's)(?: now| then| first| just| try| try to)* (?P<step>[a-z`].+)$";
    /// Numbers of what the agent lists, as an order.
    NUMBERS = r"(?i)^(?:(?:ok|okay|yes|then|so|now|please|next|and|good),? )*(?:let'?s |please |can you |could you |i'd |we'll |you can )?(?:do|tackle|take|start(?: with| on)?|go (?:for|with|on with)|work on|pick(?: up)?|continue with|fix|implement|handle|finish|begin with) (?P<numbers>#\d{1,3}(?:(?:,? and |, ?| ?& ?| ?\+ ?)#?\d{1,3})*)(?:,? (?:first|next|now|please|then|today|both|instead))*[.!]*$";
    /// A number and its title in a list or a table.
    TITLED = r"#(?P<number>\d{1,3})\b[:.)]?\s+(?P<title>[^|#\n]{3,80})";
    NUMBER = r"\d{1,3}";
    /// A refusal of what the agent is about to do.
    HELD_BACK = r"(?i)^(?:(?:no|please|but|wait|oh|hm+),? )*(?P<not>don'?t|do not|never) (?P<deed>commit|push|check|merge|deploy|publish|send|release|upload|post|ship|share) (?:this|that|it|them|these|those)(?P<in> in)?(?P<when>(?: (?:please|yet|for now|now|anywhere))*)[.!]*$";
}

/// Deeds that are one to the person: checking in is committing.
const DEEDS: &[&[&str]] = &[
    &["commit", "check", "push"],
    &["merge"],
    &["deploy", "ship", "release", "publish"],
    &["send", "post", "share", "upload"],
];

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let Some(turn) = view.agents_turn() else { return Vec::new() };
    let own = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks);
    own.filter_map(|s| nicknamed(view, turn, s).or_else(|| numbered(turn, s)).or_else(|| held_back(turn, s)))
        .flatten()
        .collect()
}

/// Minimum number of words in a step that a nickname refuses.
const LEAST: usize = 3;

/// The refusal of the only step that the agent was about to take.
fn nicknamed(view: View<'_>, turn: &ReadTurn, sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text).replace('’', "'");
    let name = NICKNAMED.captures(&text)?.name("name")?.as_str().to_owned();
    let named = |what: &str| names_some(&name, what);
    // The words of an option name that one.
    if view.offers.iter().flat_map(|offer| &offer.options).any(|option| named(&option.text)) {
        return None;
    }
    let mut steps = turn.sentences.iter().filter_map(step).filter(|step| words(step) >= LEAST);
    let only = steps.next().filter(|_| steps.next().is_none())?;
    let summary = whole(&capital(&only));
    Some(vec![Act::settled(ActKind::RuleOut, sentence.range.clone(), summary, "nicknamed")])
}

/// Returns the step that a sentence of the agent announces: "destroy the whole stack" of "I'll destroy the whole stack".
fn step(sentence: &Sentence) -> Option<String> {
    let told = sentence.block != BlockKind::Quote && !sentence.asks;
    let text = plain(&sentence.text).replace('’', "'");
    let step = INTENT.captures(&text).filter(|_| told)?.name("step")?.as_str().to_owned();
    let looks = phrases!("look|check|see|know|read|think|explain|show|start by|say|ask");
    let first = step.split(' ').next().unwrap_or_default().to_lowercase();
    (!looks.contains(&first)).then(|| order(&step))
}

/// The tasks that numbers of the agent's last table or list name; none if a number has no title there.
fn numbered(turn: &ReadTurn, sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = NUMBERS.captures(&text)?;
    let numbers = found.name("numbers")?.as_str();
    let title = |number: &str| {
        let all = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
        let mut titles = all.flat_map(|s| {
            let titled =
                TITLED.captures_iter(&s.text).filter(|c| c.name("number").is_some_and(|n| n.as_str() == number));
            titled.filter_map(|c| Some(plain(c.name("title")?.as_str()))).collect::<Vec<_>>()
        });
        let only = titles.next().filter(|_| titles.next().is_none())?;
        Some(only.trim().trim_end_matches(['.', ';', ',', ':']).to_owned())
    };
    let act = |number: &str| {
        let summary = whole(&capital(&title(number)?));
        Some(Act::settled(ActKind::Request, sentence.range.clone(), summary, "by-number"))
    };
    NUMBER.find_iter(numbers).map(|number| act(number.as_str())).collect()
}

/// The ban of what the agent was about to do, with the thing that it is done to.
fn held_back(turn: &ReadTurn, sentence: &Sentence) -> Option<Vec<Act>> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = HELD_BACK.captures(&text)?;
    let deed = found.name("deed")?.as_str().to_lowercase();
    let alike = DEEDS.iter().find(|group| group.contains(&deed.as_str()))?;
    let own = |s: &&Sentence| s.block != BlockKind::Quote && !s.asks;
    let at = turn
        .sentences
        .iter()
        .filter(own)
        .position(|s| step(s).is_some_and(|step| alike.iter().any(|verb| step.to_lowercase().starts_with(verb))))?;
    // "I'll commit it with the rest": the sentences before say what "it" is.
    let intent = turn.sentences.iter().filter(own).nth(at).and_then(step)?;
    let points = intent.split(' ').any(|word| phrases!("it|them|this|that|these|those").contains(&word.to_lowercase()));
    let told = if points { at } else { at + 1 };
    let said: Vec<String> = turn.sentences.iter().filter(own).take(told).map(|s| plain(&s.text)).collect();
    let names =
        |text: &String| told_of(text, true).or_else(|| told_of(text, false)).or_else(|| first_thing(text, false));
    let thing = said.iter().rev().find_map(names)?;
    let never = found.name("not")?.as_str().eq_ignore_ascii_case("never");
    let verb = if found.name("in").is_some() { format!("{deed} in") } else { deed };
    let when = found.name("when").map_or("", |m| m.as_str());
    let summary = format!("{} {verb} {thing}{}", if never { "Never" } else { "Do not" }, when.replace(" please", ""));
    Some(vec![Act::settled(ActKind::Rule { hard: true }, sentence.range.clone(), whole(&summary), "held-back")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_refused_by_a_nickname_or_named_by_a_number() {
        for said in ["let's not do the big bang thing", "no please don't go down the start over road"] {
            assert!(NICKNAMED.is_match(said), "{said}");
        }
        assert!(!NICKNAMED.is_match("let's not do the dishes"));
        for (said, numbers) in [("let's do #4 and #5 please", "#4 and #5"), ("start with #3, #7 & 8", "#3, #7 & 8")] {
            let found = NUMBERS.captures(said).and_then(|c| Some(c.name("numbers")?.as_str().to_owned()));
            assert_eq!(found.as_deref(), Some(numbers), "{said}");
        }
        assert!(!NUMBERS.is_match("fix #4 by tightening the rope"));
        assert!(HELD_BACK.is_match("don't check this in") && !HELD_BACK.is_match("don't push the rope"));
    }
}
