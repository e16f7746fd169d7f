//! Defines the reading of a person's answer: how it opens (yes, no, a pick, the choice left to the agent), which option
//! it names, and whether it is hedged. The strict reading of a whole text is [`agreement()`].
//!
//! The pipeline looks for [`YES`], [`NO`], [`PICK`] and [`DELEGATES`] at the beginning of a clause and weighs what
//! follows clause by clause: there a yes with an addition still settles what it answers. [`agreement()`] decides
//! whether a proposal may be carried out unchanged: there a narrowed yes does not count. Both share their word lists.

mod agreement;

pub use agreement::{Agreement, agreement};

use super::phrases::phrases;
use super::stems::tokens;
use crate::text::patterns;

/// Words that mean yes, as alternatives of a pattern.
macro_rules! agreeing {
    () => {
        r"yes|yep|yeah|yea|yup|lgtm|sounds (?:good|great|right|fine|better)|agreed?|i agree|perfect|do (?:it|that|so)|go ahead|go for it|please do|exactly|absolutely|definitely|of course|makes sense|love it|that works|ship it|proceed|approved?|thumbs up|\+1"
    };
}
/// Words such as "ok" that mean yes only if nothing else is asked for.
macro_rules! acknowledging {
    () => {
        "ya|sure|ok|okay|kk?|great|good|nice|correct|right|fine|cool"
    };
}
/// Words that mean no, as alternatives of a pattern.
macro_rules! refusing {
    () => {
        "no|nope|nah|nay|stop"
    };
}
use {acknowledging, agreeing, refusing};

/// A clause that opens with a yes. ASCII and lower case, as every cue of the pipeline.
pub const YES: &str =
    concat!(r"^[\W_]*(", agreeing!(), "|", acknowledging!(), r"|works|continue|both|all of (?:them|the above))\b");
/// A clause that opens with a no, or with words that hold the work up.
pub const NO: &str =
    concat!(r"^[\W_]*(", refusing!(), r"|not yet|don'?t|neither|none|wait|hold on|hmm+|hm|not really)\b");
/// A clause that names an option by its letter, number or place.
pub const PICK: &str = r"^[\W_]*(?:ok(?:ay)?,? |let'?s |go with |do |i'?d (?:go|do|say|take) (?:with )?|option |yes,? |yeah,? |use |the |number |#|definitely |probably |pick |choose |i (?:choose|pick|prefer|like|think|say) (?:option )?|maybe )*(?:([b-e]|[1-9]|first|second|third|last|former|latter|both|iii?)(?:[).:,]|\b)(?:\s|$)|[ai](?:[).:,](?:\s|$)|\s*$))";
/// Words that leave the choice to the agent.
pub const DELEGATES: &str = r"\b(you decide|up to you|your call|whatever you (?:think|prefer)|you (?:pick|choose)|i trust you|use your (?:best )?judge?ment|as you see fit|dealer'?s choice|surprise me)\b";
patterns! {
    /// The agent's mark of the option it recommends.
    ADVISED = r"(?i)\s*\((?:recommended|suggested|default)\)";
    /// An option that ends or redirects the conversation instead of deciding something about the work.
    STEERS = r"(?ix) ^\W* (?: (?:next|more|another|other)\ (?:questions?|topics?|subjects?|points?|things?)
        | (?:done|finished|something\ else|move\ on|continue|proceed)\b
        | (?:need|want|have)\ to\ (?:discuss|talk|think) | let'?s\ (?:discuss|talk) | (?:discuss|talk)\ (?:about|more|further|it)
        | (?:pick\ |choose\ |take\ )?(?:a\ different\ one|another\ one|none) \W* $ | if\ you\ (?:want|like|prefer|wish) \W* $
        | (?:other|not\ sure|no\ preference|none\ of\ (?:these|them|the\ above)) \W* $ )";
    /// A question about the conversation itself.
    ABOUT_TALK = r"(?ix) \b (?: (?:more|further|other)\ questions | (?:move|go)\ (?:on|to\ (?:the\ )?next) | are\ we\ done | what(?:'s|\ is)\ next | anything\ else
        | what\ .* \b do\ next | how\ (?:would|do|should|shall)\ (?:you|we|i)\ (?:(?:like|want)\ (?:me\ )?to\ )?(?:proceed|continue|go\ on|move\ forward)
        | which\ (?:\w+\ ){0,3}? (?:topics?|subjects?|points?|questions?|areas?|aspects?) \b .* \b (?:discuss|talk|cover|explore|go\ (?:over|through)) ) \b";
    /// A question that asks for permission to go on.
    ASKS_LEAVE = r"(?i)\b(?:want me to|would you like|do you want|what do you want|should i|shall i|ready to|next steps?)\b";
    /// A question that offers one act on the spot: it is over when it is done.
    OFFERS_ACT = r"(?i)\b(?:want me to|would you like me to|shall i|should i)\s+(?:now\s+|also\s+|first\s+|just\s+|then\s+)?(?:generate|show|run|print|list|check|commit|push|merge|open|start|spawn|launch|draft|review|explain|clean\s+up)\b";
    /// An option that takes several of the others together.
    JOINS_ALL = r"(?i)^\W*(?:both|all|a\s+mix|mix|hybrid|combin\w+|a\s+combination)\b";
    /// A question without a noun of its own: "Which approach?", "After all that, which one do you prefer?"
    NAMELESS = r"(?ix)\bwhich\ (?:(?:of\ (?:these|the\ two|them)|one|design|approach|option|way|direction|variant|solution|alternative|path|strategy)\b\ ?)+ (?:(?:do|would|should|shall)\ (?:you|we|i)\b\ ?(?:like|prefer|want|take|go\ with|favou?r|use|pick|choose|do)?|(?:\w{2,}s)\b.*|best\b.*|for\ you)?\W*$";
    HANDS_BACK = DELEGATES;
    HEDGED = r"(?i)\b(?:maybe|perhaps|possibly|might|could|optional(?:ly)?|consider|if time|not sure)\b";
}

/// An option without the agent's "(recommended)" mark.
pub fn bare_option(option: &str) -> String {
    ADVISED.remove_from(option.trim()).trim().to_owned()
}

/// The options an answer names, by index. Empty unless the answer is nothing but names; a note in brackets may follow.
pub fn picked_options(options: &[String], answer: &str) -> Vec<usize> {
    let mut rest = bare_option(answer).to_lowercase();
    let names: Vec<String> = options.iter().map(|o| bare_option(o).to_lowercase()).collect();
    let mut out = Vec::new();
    loop {
        let candidates = names.iter().enumerate().filter(|(_, name)| opens_with_option(&rest, name));
        let Some((at, name)) = candidates.max_by_key(|(_, name)| name.len()) else {
            return Vec::new();
        };
        out.push(at);
        rest = rest.get(name.len()..).unwrap_or("").trim_start_matches([',', ' ']).to_owned();
        if rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')) {
            return out;
        }
    }
}

/// Whether an answer begins with the whole name of an option.
fn opens_with_option(answer: &str, name: &str) -> bool {
    let Some(rest) = answer.strip_prefix(name).filter(|_| !name.is_empty()) else { return false };
    rest.is_empty() || rest.starts_with(',') || rest.starts_with(" (")
}

/// Whether an option is about how the conversation goes on ("next topic"), not about the work.
pub fn steers_talk(option: &str) -> bool {
    STEERS.is_match(option)
}

/// The words of an option that was not chosen, as far as they say something without the others: nothing of "Both", and
/// "keep the state" of "No, keep the state".
pub fn alone(option: &str) -> Option<&str> {
    let polar = phrases!("no,|yes,|no -|yes -|no:|yes:");
    let rest = polar.iter().find_map(|lead| option.get(..lead.len()).filter(|head| head.eq_ignore_ascii_case(lead)));
    let words = rest.and_then(|lead| option.get(lead.len()..)).map_or(option, str::trim);
    let low = format!("{} ", words.to_lowercase());
    let empty = phrases!(
        "yes |no |both |either |neither |mix of both |a mix of both |all of them |all of the above |skip |not now "
    );
    let says_nothing = empty.iter().any(|e| low.starts_with(e)) || steers_talk(words) || hands_back(words);
    (!says_nothing).then_some(words)
}

/// Whether a question is about the conversation itself, not about the work.
pub fn is_about_talk(question: &str) -> bool {
    ABOUT_TALK.is_match(question)
}

/// Whether a question asks for permission to go on.
pub fn asks_leave(question: &str) -> bool {
    ASKS_LEAVE.is_match(question)
}

/// Whether a question offers one act on the spot: "Shall I run the tests?"
pub fn offers_act(question: &str) -> bool {
    OFFERS_ACT.is_match(question)
}

/// The options that a choice leaves out, each of which has a meaning: those not chosen, but for the parts of a chosen one.
pub fn left_out<'o>(options: &'o [String], meanings: &[String], chosen: &[usize]) -> Vec<&'o String> {
    let is_part = |option: &str| {
        chosen.iter().any(|at| {
            let joins = options.get(*at).is_some_and(|chosen| JOINS_ALL.is_match(chosen));
            joins || meanings.get(*at).is_some_and(|meaning| takes_in(meaning, option))
        })
    };
    let others = options.iter().enumerate().filter(|(at, option)| !chosen.contains(at) && !is_part(option));
    others.map(|(_, option)| option).collect()
}

/// Whether the meaning of an option names another as its part: "Quick, with a check at night" takes in "Quick".
fn takes_in(meaning: &str, option: &str) -> bool {
    let (names, said) = (tokens(&bare_option(option)), tokens(meaning));
    let denies = phrases!(" not |n't | no | without | instead of | rather than | never | unlike ");
    !names.is_empty() && !denies.within(&meaning.to_lowercase()) && names.iter().all(|name| said.contains(name))
}

/// Whether neither a question nor the answer names what is chosen: "Which approach?" - "The long one".
pub fn names_nothing(question: &str, said: &str) -> bool {
    const NAMES: usize = 3;
    let chosen = bare_option(said);
    JOINS_ALL.is_match(&chosen) && chosen.split_whitespace().count() <= NAMES || NAMELESS.is_match(question.trim())
}

/// Whether an answer leaves the choice to the agent.
pub fn hands_back(answer: &str) -> bool {
    HANDS_BACK.is_match(&answer.to_lowercase())
}

/// Whether a text is hedged: maybe, could, not sure.
pub fn is_hedged(text: &str) -> bool {
    HEDGED.is_match(text)
}

/// The letter or number an option is called by at the beginning of its text: "Option B", "(b)", "B)".
pub fn label(text: &str) -> Option<String> {
    let low = text.trim_start_matches(|c: char| "*_(#[- ".contains(c)).to_lowercase();
    let rest = low.strip_prefix("option ").or(low.strip_prefix("approach ")).unwrap_or(&low);
    let mut chars = rest.chars();
    let first = chars.next().filter(char::is_ascii_alphanumeric)?;
    let mark = chars.next();
    let named = rest.len() < low.len() && mark.is_none_or(|c| ").:—,- ".contains(c));
    let marked = mark.is_some_and(|c| ").:".contains(c)) && chars.next().is_none_or(|c| c == ' ' || c == '*');
    (named || marked).then(|| first.to_string())
}

/// An option's text without the label it begins with.
pub fn unlabelled(text: &str) -> &str {
    let bare = text.trim_start_matches(|c: char| "*_(".contains(c));
    let low = bare.to_ascii_lowercase();
    let skip = ["option ", "approach "].iter().find(|p| low.starts_with(**p)).map_or(0, |p| p.len());
    let rest = bare.get(skip..).unwrap_or(bare);
    let mut chars = rest.char_indices();
    match (chars.next(), chars.next()) {
        (Some((_, c)), Some((at, mark))) if c.is_ascii_alphanumeric() && ").:—".contains(mark) => {
            rest.get(at + mark.len_utf8()..).unwrap_or(rest).trim_start_matches(['*', '_', ' '])
        }
        _ => text,
    }
}

/// The list index, from 0, that an ordinal among these words names.
pub fn ordinal(words: &[&str]) -> Option<usize> {
    const ORDINALS: &[(&str, usize)] =
        &[("first", 0), ("former", 0), ("second", 1), ("third", 2), ("fourth", 3), ("fifth", 4)];
    ORDINALS.iter().find(|(word, _)| words.contains(word)).map(|(_, place)| *place)
}

/// Words that begin a condition on a pick: "2 but without the cache".
pub const PROVISOS: &[&str] = &["but", "without", "except", "minus", "plus"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_named_as_a_whole() {
        let options = ["Tests".to_owned(), "Docs, and examples (Recommended)".to_owned(), "CI".to_owned()];
        assert_eq!(picked_options(&options, "docs, and examples, CI"), [1, 2]);
        assert_eq!(picked_options(&options, "Tests (the slow ones later)"), [0]);
        assert!(picked_options(&options, "Tests but only for the parser").is_empty());
    }

    #[test]
    fn an_option_or_question_about_the_talk_settles_nothing() {
        for option in ["Next topic", "Something else", "not sure", "Let's discuss it first"] {
            assert!(steers_talk(option), "{option}");
        }
        assert!(!steers_talk("Next.js") && !steers_talk("Another index on the table"));
        assert!(is_about_talk("Which topics do you want to discuss?") && !is_about_talk("Which port is free?"));
        let options = ["Quick", "Thorough", "Middle way", "Both"].map(str::to_owned);
        let meanings = ["", "", "Quick, with a check at night", ""].map(str::to_owned);
        assert_eq!(left_out(&options, &meanings, &[0]), ["Thorough", "Middle way", "Both"]);
        assert_eq!(left_out(&options, &meanings, &[2]), ["Thorough", "Both"]);
        assert!(left_out(&options, &meanings, &[3]).is_empty());
        assert!(!takes_in("a run that is not quick", "Quick"));
        assert!(names_nothing("After all that, which approach?", "The long one"));
        assert!(names_nothing("Which way feels right for the kitchen staff?", "Left"));
        assert!(names_nothing("Which of these do you prefer?", "The second"));
        assert!(names_nothing("Where should the button be?", "Both"));
        assert!(!names_nothing("Which store do we use?", "SQLite"));
        assert!(!names_nothing("Which design of the bridge holds longest?", "Arch"));
        assert!(asks_leave("Shall I start with the parser?") && hands_back("Your call.") && !hands_back("We decide"));
        assert!(is_hedged("Perhaps add an index") && !is_hedged("Add an index"));
    }

    #[test]
    fn labels_are_read_and_left_out() {
        for (text, found, rest) in
            [("Option B: a map", Some("b"), "a map"), ("(c) a list", Some("c"), "a list"), ("a map", None, "a map")]
        {
            assert_eq!((label(text).as_deref(), unlabelled(text)), (found, rest), "{text}");
        }
        assert_eq!(ordinal(&["the", "second", "one"]), Some(1));
    }
}
