//! Defines the title of a text: its heading, or the first words that name its subject.

use super::shape::{Heading, Shape, shape};
use crate::language::answers::unlabelled;
use crate::text::{Pattern, patterns};

/// Paragraphs below the opening one that may name a text.
const BELOW: usize = 4;
/// Longest title, in characters.
const TITLE: usize = 90;
/// Longest title with the option not chosen and the reason, in characters.
const LONG_TITLE: usize = 130;
/// Words that do not end a title.
const HANGING: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "with", "and", "or", "but", "by", "from", "as", "is", "are",
    "that", "which", "so", "because", "its", "it", "this", "than", "into", "not",
];

patterns! {
    /// An answering phrase that names no subject.
    CHATTER = r"(?i)^(yes|no|yeah|ok|okay|sure|great|good|nice|fair|right|exactly|agreed|that['’]?s|that (is|makes)|this is an? (very |really )?(good|great|fair|key|important)|let me|let['’]s|here['’]?s|here is|now|i |i['’]|it['’]?s|you['’]re right|absolutely|not quite|confirmed|excellent|perfect|thanks)\b";
    /// The end of a sentence; a dot within a path or number does not count.
    SENTENCE = r"[.!?](\s|$)";
    /// The words of deciding before what was decided.
    DECIDES = r"(?ix)^(?:(?:so|then|therefore|ok|okay|yes|and|after\ all|user)[,:]?\s+)*
        (?: (?:decision|decided|resolved)\W{0,3}:\s* | let['’]?s\s+(?:just\s+)?(?:go\s+with|settle\s+on)\s+
        | (?:(?:we|i|you|user)(?:['’](?:ve|ll|re|d|m)|\ have|\ had|\ will|\ are|\ am|\ would)?\s+)
          (?:then\ |therefore\ |also\ |now\ |rather\ |strongly\ )?
          (?:chose|choose|decided\ (?:on|for|to|that)|decided|opted\ (?:for|to)|picked|pick|settled\ on|agreed\ (?:on|to|that)|going\ with|go\ with
            |sticking\ with|stick\ with|settling\ on|settle\ on|recommend(?:ing)?|suggest|propose|prefer)\s+ )";
    /// The words by which a plan calls itself one.
    CALLED_PLAN = r"(?i)\b(plan|road ?map|migration|rollout|phases|milestones)\b";
    /// The header of a question.
    HEADER = r"^\s*\[[^\]]{1,40}\]\s*";
    IN_BRACKETS = r"\s*\([^)]*\)\s*$";
    /// A yes before what is agreed to.
    AGREED = r"(?i)^(yes|yeah|include (it|them|this)|add (it|them)|do it|both|all of (it|them)|agreed?)\b[,.: —–-]*";
    /// A question whether to do something.
    SHOULD_WE = r"(?i)^(so,? |and |then )?(should|shall|do|can|could|may) (we|i|you|it|this|the \w+)( want to| like to)?\s+(?P<deed>[a-z][^,;?]{3,})";
    /// A question about something that should be some way.
    SHOULD_IT = r"(?i)^should (?P<it>[^,;?]{3,60}?) (be|support|have|use|live|appear|include|allow|also|happen|stay|remain|work|go|show|run|default)\b";
    /// A question about a case.
    WHAT_IF = r"(?i)^what (should|shall|will|would) (we |it |the \w+ )?(do|happen)\w* (?P<case>(if|when|for|with|to) [^;?]{3,80})";
    /// A question about where or how something is.
    WHERE_OR_HOW = r"(?i)^(based on [^,—–]*[,—–]\s*)?(where|how|when) (should|do|does|would|shall|will|can) (the |we |you |i )?(?P<rest>[^;?]{3,80})";
    /// A question for one of several things, and the name of the thing.
    ASKS_WHICH = r"(?i)^\W*(which|what)\s+(?P<what>[\w /-]{3,40}?)\s+(should|do|does|would|shall|will|can|is|are)\b";
    SAYS_YES_OR_NO = r"(?i)^\W*(yes|no|nope|yeah)\b(\W|$)";
    /// The beginning of a reason.
    GIVES_REASON = r"(?i),?\s+(?:because|since|so that|due to|as it|as they|in order to)\b|\s+[—–]\s+|[.;](?:\s|$)";
    /// An answer's first word, and the punctuation between it and the reason.
    ANSWERS = r"(?i)^(short answer|yes|no|yeah|yep|right|correct|exactly|ah|ok|okay|agreed|true|you['’]re right)\b[^.!?\n]{0,40}?(\s+[—–-]+\s+|[:,;]\s+)";
}

/// The title of a text: its first heading, else its first words.
pub(super) fn title_of(text: &str) -> String {
    let heading = shape(text).headings.first().map(|h| h.text.trim().to_owned()).filter(|t| !t.is_empty());
    heading.unwrap_or_else(|| first_words(text))
}

/// The first sentence, as a title.
pub(super) fn first_words(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or_default();
    let line = line.trim_matches(|c| "*#_>` ".contains(c));
    let end = line.find(". ").unwrap_or(line.len());
    shortened(line.get(..end).unwrap_or(line))
}

/// The decision of a sentence as a title: without the words of deciding before it and the reason behind it.
pub(super) fn decision_title(sentence: &str) -> String {
    let words = sentence.trim().trim_start_matches(|c: char| "-*>#_ ".contains(c));
    let what = DECIDES.find(words).and_then(|lead| words.get(lead.end()..)).unwrap_or(words);
    let end = GIVES_REASON.find(what).map_or(what.len(), |reason| reason.start());
    plain(what.get(..end).unwrap_or(what))
}

/// The title of a settled decision: what was decided, then the option not chosen and the reason, as far as the title
/// stays readable.
pub fn settled_title(decided: &str, instead: &[String], why: Option<&str>) -> String {
    let mut out = if decided.chars().count() <= LONG_TITLE { capital(decided) } else { plain(decided) };
    let other = match instead {
        [other] => Some((", not ", capital(other))),
        _ => None,
    };
    let why = why.map(|why| (", because ", capital(why.trim_start_matches("because "))));
    for (lead, words) in other.into_iter().chain(why) {
        let more = format!("{lead}{}", lowered_first(&words));
        let is_said = out.to_lowercase().contains(&words.to_lowercase());
        if !is_said && out.chars().count() + more.chars().count() <= LONG_TITLE {
            out.push_str(&more);
        }
    }
    out
}

/// The title of an answered question: what was decided, as a statement where the question can be turned into one.
pub(super) fn answered(chosen: &str, question: &str) -> String {
    let question = question.lines().map(str::trim).rfind(|l| l.ends_with('?')).unwrap_or(question);
    let question = HEADER.find(question).and_then(|h| question.get(h.end()..)).unwrap_or(question);
    let question = question.trim().trim_end_matches(['?', ' ']);
    let chosen = IN_BRACKETS.remove_from(unlabelled(chosen)).trim().trim_end_matches('.').to_owned();
    let named = |pattern: &Pattern, name: &str| {
        pattern.captures(question).and_then(|c| c.name(name)).map(|w| w.as_str().trim().to_owned())
    };
    let words = |text: &str| text.split_whitespace().count();
    let agreed = AGREED.find(&chosen).map(|yes| chosen.get(yes.end()..).unwrap_or_default().trim().to_owned());
    if let Some(rest) = agreed.as_deref().filter(|rest| words(rest) >= 3) {
        return plain(rest);
    }
    let refused = chosen.to_lowercase().starts_with("no") && words(&chosen) <= 2;
    if let Some(deed) = named(&SHOULD_WE, "deed").filter(|_| agreed.is_some() || refused) {
        return plain(&if refused { format!("Do not {deed}") } else { deed });
    }
    if words(&chosen) >= 4 {
        return plain(&chosen);
    }
    if let Some(what) = named(&ASKS_WHICH, "what").filter(|what| words(what) <= 4) {
        return plain(&format!("{chosen} as {}", what.to_lowercase()));
    }
    if let Some(case) = named(&WHAT_IF, "case") {
        return plain(&format!("{chosen} {case}"));
    }
    let about = named(&SHOULD_IT, "it").or_else(|| named(&WHERE_OR_HOW, "rest"));
    match about {
        Some(about) => plain(&format!("{about}: {}", lowered_first(&chosen))),
        None => plain(&format!("{chosen}: {question}")),
    }
}

/// Whether an option begins with a yes or a no to its question.
pub(super) fn is_yes_or_no(option: &str) -> bool {
    SAYS_YES_OR_NO.is_match(option)
}

/// Words whose first letter is small, unless the word is written in capitals or as a name with digits.
fn lowered_first(words: &str) -> String {
    let first = words.split_whitespace().next().unwrap_or_default();
    let name = first.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit()) || first.len() < 2;
    if name {
        words.to_owned()
    } else {
        words.chars().take(1).flat_map(char::to_lowercase).chain(words.chars().skip(1)).collect()
    }
}

/// Words cut to the length of a title at the end of a clause, else of a word. There is no sign of the cut.
pub(super) fn shortened(words: &str) -> String {
    let words = words.trim().trim_end_matches(['.', ':', ';', ',', '!', '…']);
    if words.chars().count() <= TITLE {
        return words.to_owned();
    }
    let end = words.char_indices().nth(TITLE).map_or(words.len(), |(at, _)| at);
    let head = words.get(..end).unwrap_or(words);
    let clause = [" — ", " – ", " - ", "; ", ", ", " (", ": ", " because ", " so that ", " which "];
    let clause = clause.iter().filter_map(|c| head.rfind(c)).filter(|at| *at >= TITLE / 3).max();
    let at = clause.or_else(|| head.rfind(' ')).unwrap_or(end);
    let mut out = head.get(..at).unwrap_or(head).trim_end_matches([',', ';', ':', ' ', '(', '—', '–']);
    // A title does not end in the middle of a phrase.
    let hanging = |(_, last): &(&str, &str)| HANGING.contains(&last.to_lowercase().as_str());
    while let Some((rest, _)) = out.rsplit_once(' ').filter(hanging) {
        out = rest.trim_end_matches([',', ';', ':']);
    }
    out.to_owned()
}

/// The title of a plan without a leading heading: its first words, or its first heading if those are chatter. `None`
/// where neither names it.
pub(super) fn named_by(text: &str, shape: &Shape) -> Option<String> {
    let words = first_words(text);
    let chatter = CHATTER.is_match(&words) || words.split_whitespace().count() < 4;
    let heading = shape.headings.first().map(|h| h.text.trim().to_owned()).filter(|t| !t.is_empty());
    // A first sentence names a plan only if it calls itself one.
    heading.filter(|_| chatter).or_else(|| (!chatter && CALLED_PLAN.is_match(&words)).then_some(words))
}

/// The byte offset where a text that weighs things up begins, and its title. A first heading among others of its level
/// names its own section only: a sentence above it that names the subject belongs to the text and names it, unless a rule
/// separates them (`parted`).
pub(super) fn opening(text: &str, shape: &Shape, first: Option<&Heading>, parted: bool) -> (usize, String) {
    let start = first.map_or(0, |h| h.range.start);
    let among = first.is_some_and(|f| shape.headings.iter().any(|h| h.range.start > start && h.level <= f.level));
    let above = match first {
        None => text,
        Some(_) if among && !parted => text.get(..start).unwrap_or_default(),
        Some(_) => "",
    };
    if let Some(words) = telling(above) {
        return (0, words);
    }
    let heading = first.or(shape.headings.first()).and_then(heading_title);
    let title = heading.or_else(|| bold_lead(&shape.prose(text))).map(|t| plain(&t));
    let title = title.or_else(|| text.split("\n\n").skip(1).take(BELOW).find_map(telling));
    (start, title.unwrap_or_else(|| first_words(text)))
}

/// The text of a heading of more than three characters.
fn heading_title(heading: &Heading) -> Option<String> {
    Some(heading.text.trim().to_owned()).filter(|t| t.chars().count() > 3)
}

/// The first bold lead of a line that has at least two words.
fn bold_lead(prose: &str) -> Option<String> {
    prose.lines().find_map(|line| {
        let line = line.trim_start_matches(|c: char| !c.is_alphabetic() && c != '*');
        let (lead, _) = line.strip_prefix("**")?.split_once("**")?;
        (lead.split_whitespace().count() >= 2).then(|| lead.to_owned())
    })
}

/// The first of the three opening sentences that names the subject of a text.
fn telling(text: &str) -> Option<String> {
    let opening = text.split("\n\n").find(|p| !p.trim().is_empty())?.trim();
    SENTENCE.split(opening).take(3).find_map(subject_sentence)
}

/// A sentence as a title, without an answering lead; `None` if it is chatter or has fewer than five words.
fn subject_sentence(sentence: &str) -> Option<String> {
    let bare = sentence.trim_start_matches(|c| "*_`>- ".contains(c));
    let rest = ANSWERS.find(bare).and_then(|a| bare.get(a.end()..)).unwrap_or(bare);
    (rest.split_whitespace().count() >= 5 && !CHATTER.is_match(rest)).then(|| plain(rest))
}

/// Words as a title: on one line, without marks, up to the sentence's end.
fn plain(words: &str) -> String {
    shortened(&capital(words))
}

/// Words on one line that begins with a capital, without marks.
fn capital(words: &str) -> String {
    let bare: String = words.chars().filter(|c| !"*`#".contains(*c)).collect();
    let line = bare.trim().lines().next().unwrap_or_default();
    let bare = line.trim_end_matches(['.', ':', ';', ',', '!']);
    let first = bare.chars().next().into_iter().flat_map(char::to_uppercase);
    first.chain(bare.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> (usize, String) {
        let shape = shape(text);
        opening(text, &shape, shape.headings.first(), false)
    }

    #[test]
    fn a_text_is_titled_by_its_first_heading_or_statement() {
        for (text, title) in [
            ("Good question. Let me think.\n\n## What the scale costs\n\nMuch.", "What the scale costs"),
            (
                "Yes — but the scale in `depot/scale.rs:12` would lose its history. It is old.",
                "But the scale in depot/scale.rs:12 would lose its history",
            ),
            ("Fair challenge.\n\n**One scale would do.** It is enough.", "One scale would do"),
            (
                "That's right. Now to the others:\n\nParcels weigh less when they are dry.",
                "Parcels weigh less when they are dry",
            ),
            ("It follows.\n\n- the scale never sleeps here\n- nor the belt", "The scale never sleeps here"),
        ] {
            assert_eq!(named(text).1, title, "{text}");
        }
    }

    #[test]
    fn an_answered_question_is_titled_by_what_was_decided() {
        for (chosen, question, title) in [
            ("Postgres", "Which database should we use?", "Postgres as database"),
            ("Include it", "Should we add file locking to the depot?", "Add file locking to the depot"),
            ("No", "Should we add file locking to the depot?", "Do not add file locking to the depot"),
            ("Yes, weigh the parcels twice", "Shall the belt weigh?", "Weigh the parcels twice"),
            ("Option B: One belt for both depots", "How do we lay it out?", "One belt for both depots"),
            ("Refuse it", "What should happen if the label is torn?", "Refuse it if the label is torn"),
            ("Both depots", "Should sorting be done at night only?", "Sorting: both depots"),
            ("Left rail", "[layout] Where should the parcel list appear?", "Parcel list appear: left rail"),
        ] {
            assert_eq!(answered(chosen, question), title, "{question}");
        }
    }

    #[test]
    fn a_settled_decision_is_titled_with_the_option_not_chosen_and_the_reason_as_far_as_they_fit() {
        let title = |instead: &[&str], why| {
            settled_title("weigh on the belt", &instead.iter().map(|o| (*o).to_owned()).collect::<Vec<_>>(), why)
        };
        assert_eq!(title(&["The floor scale"], None), "Weigh on the belt, not the floor scale");
        assert_eq!(title(&[], Some("because it is calibrated")), "Weigh on the belt, because it is calibrated");
        assert_eq!(title(&["by hand", "on the floor"], None), "Weigh on the belt");
        assert_eq!(title(&[], Some("The scale is new ".repeat(9).trim())), "Weigh on the belt");
    }

    #[test]
    fn text_above_the_first_of_several_headings_is_part_of_the_artifact() {
        let text = "The new scale weighs parcels twice as fast.\n\n## Overall\n\nGood.\n\n## Risks\n\nNone.";
        assert_eq!(named(text), (0, "The new scale weighs parcels twice as fast".to_owned()));
        let text = "The new scale weighs parcels twice as fast.\n\n# Scales\n\nGood.\n\n## Risks\n\nNone.";
        assert_eq!(named(text).1, "Scales");
    }
}
