//! Defines how the person's words are spelled out before acts are read: short forms of chat ("dont", "pls", "w/"), words
//! that mean what a commoner one means ("shall", "kindly") and adverbs that only stress. So that no family needs a form
//! for each way of writing the same words.
// size: the ways of writing are tables, and their tests name each.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::chat_marks;
use super::wording::after_any;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::Act;
use crate::pipeline::acts::work::imperative;
use crate::pipeline::clause::{BlockKind, Clause, ReadTurn, Sentence, matcher, modality};

/// How people write a word in chat, and the word; words with a meaning of their own stand in [`AUXILIARIES`].
const WORDS: [(&str, &str); 66] = [
    ("im", "I'm"),
    ("ive", "I've"),
    ("thats", "that's"),
    ("theres", "there's"),
    ("whats", "what's"),
    ("dont", "don't"),
    ("doesnt", "doesn't"),
    ("didnt", "didn't"),
    ("isnt", "isn't"),
    ("wasnt", "wasn't"),
    ("arent", "aren't"),
    ("wont", "won't"),
    ("cant", "can't"),
    ("couldnt", "couldn't"),
    ("shouldnt", "shouldn't"),
    ("wouldnt", "wouldn't"),
    ("mustnt", "mustn't"),
    ("neednt", "needn't"),
    ("havent", "haven't"),
    ("hasnt", "hasn't"),
    ("youre", "you're"),
    ("theyre", "they're"),
    ("weve", "we've"),
    ("shouldve", "should have"),
    ("u", "you"),
    ("ye", "you"),
    ("ur", "your"),
    ("pls", "please"),
    ("plz", "please"),
    ("plse", "please"),
    ("kindly", "please"),
    ("thx", "thanks"),
    ("ty", "thanks"),
    ("cos", "because"),
    ("coz", "because"),
    ("cuz", "because"),
    ("bc", "because"),
    ("'cause", "because"),
    ("tho", "though"),
    ("thru", "through"),
    ("b4", "before"),
    ("w/", "with"),
    ("w/o", "without"),
    ("abt", "about"),
    ("smth", "something"),
    ("sth", "something"),
    ("wanna", "want to"),
    ("gonna", "going to"),
    ("gotta", "have to"),
    ("lemme", "let me"),
    ("gimme", "give me"),
    ("goin", "going"),
    ("doin", "doing"),
    ("usin", "using"),
    ("makin", "making"),
    ("takin", "taking"),
    ("gettin", "getting"),
    ("puttin", "putting"),
    ("tryin", "trying"),
    ("runnin", "running"),
    ("workin", "working"),
    ("missin", "missing"),
    ("nothin", "nothing"),
    ("anythin", "anything"),
    ("somethin", "something"),
    ("everythin", "everything"),
];

/// Short forms that lose their apostrophe in chat and are then another word: "well poll every 10 s", "id rather wait". The
/// word that follows decides which of the two is meant ([`auxiliary`]).
const AUXILIARIES: [(&str, &str); 7] = [
    ("well", "we'll"),
    ("ill", "I'll"),
    ("id", "I'd"),
    ("wed", "we'd"),
    ("were", "we're"),
    ("lets", "let's"),
    ("its", "it's"),
];

/// Openings of a clause that forbid, and the plain form that families know.
const FORBIDS: [(&str, &str); 30] = [
    ("i want no", "no"),
    ("we want no", "no"),
    ("i'd like no", "no"),
    ("i would like no", "no"),
    ("i want to see no", "no"),
    ("it is forbidden to", "don't"),
    ("it's forbidden to", "don't"),
    ("it is not allowed to", "don't"),
    ("it's not allowed to", "don't"),
    ("it is not ok to", "don't"),
    ("it's not ok to", "don't"),
    ("it's not okay to", "don't"),
    ("it's not ok for you to", "don't"),
    ("it's not fine to", "don't"),
    ("it is not your job to", "don't"),
    ("it's not your job to", "don't"),
    ("you are not allowed to", "don't"),
    ("you're not allowed to", "don't"),
    ("you have no permission to", "don't"),
    ("i forbid you to", "don't"),
    ("i never want to see you", "never"),
    ("i never want you to", "never"),
    ("i'd prefer if you didn't", "don't"),
    ("i would prefer if you didn't", "don't"),
    ("i'd rather you didn't", "don't"),
    ("you will not", "don't"),
    ("don't go and", "don't"),
    ("just don't", "don't"),
    ("simply don't", "don't"),
    ("we don't want to", "don't"),
];

/// Words that follow "it's" but not "its".
const AFTER_IT_IS: Phrases = phrases!(
    "a|an|the|not|no|too|very|so|just|only|all|still|now|always|never|already|also|really|been|my|your|our|their|in|on|at|for|from|with|up|out|about|ok|okay|fine|good|better|easier|simpler|faster|cheaper|enough|done|called|what|how|because|decided|settled|overkill"
);

/// Words after which a clause begins.
const CONJUNCTIONS: [&str; 7] = ["and", "so", "then", "but", "or", "because", "if"];

/// Subjects after which "shall" states the future instead of asking: "we shall use".
const SUBJECTS: [&str; 8] = ["we", "i", "it", "they", "you", "this", "that", "there"];

/// Adverbs that only stress what is said.
const STRESS: [&str; 10] =
    ["certainly", "definitely", "indeed", "absolutely", "totally", "literally", "firmly", "hereby", "finally", "truly"];

/// Words after which such an adverb is left out.
const BEFORE_STRESS: [&str; 20] = [
    "we", "i", "you", "it", "they", "will", "won't", "would", "should", "must", "can", "are", "is", "am", "do",
    "don't", "we'll", "i'll", "we're", "i'm",
];

/// A word of the turn written otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Edit {
    /// Byte range over the turn's raw text.
    raw: Range<usize>,
    with: Cow<'static, str>,
}

/// A turn whose words are spelled out, and what was changed.
#[derive(Debug)]
pub(in crate::pipeline::acts) struct SpelledOut {
    /// The turn; its ranges are those of the changed text.
    pub turn: Arc<ReadTurn>,
    edits: Vec<Edit>,
}

/// Spells out the turn's own words; `None` where nothing changes.
pub(in crate::pipeline::acts) fn spelled_out(turn: &ReadTurn) -> Option<SpelledOut> {
    let own = || turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    let opening = own().next().and_then(opening);
    let from = opening.as_ref().map_or(0, |edit| edit.raw.end);
    let edits: Vec<Edit> = opening.into_iter().chain(own().flat_map(edits).filter(|e| e.raw.start >= from)).collect();
    if edits.is_empty() {
        return None;
    }
    let mut out = turn.clone();
    // The turn is as long as its changed text.
    out.bytes = edits.iter().fold(turn.bytes, |bytes, e| (bytes + e.with.len()).saturating_sub(e.raw.len()));
    let lengths = lengths(&edits);
    for sentence in &mut out.sentences {
        (sentence.text, sentence.range) = changed(&edits, &lengths, &sentence.text, &sentence.range);
    }
    let mut before: Option<Clause> = None;
    for clause in &mut out.clauses {
        let (text, range) = changed(&edits, &lengths, &clause.text, &clause.range);
        // Words within code and quotations are no cues.
        let plain = !text.contains(['`', '"']);
        let other = text != clause.text;
        (clause.text, clause.range) = (text, range);
        if other && plain && clause.block != BlockKind::Quote {
            clause.cues = matcher::find(&clause.text);
            clause.modality = modality::of(clause, before.as_ref(), turn.role);
        }
        before = Some(clause.clone());
    }
    Some(SpelledOut { turn: Arc::new(out), edits })
}

impl SpelledOut {
    /// Gives an act the range of the words as they were written.
    pub(in crate::pipeline::acts) fn restore(&self, act: &mut Act) {
        let (start, end) = (self.written(act.range.start), self.written(act.range.end));
        let within = self.edits.iter().find(|edit| edit.raw.start == end && end == start);
        // An act may end within a changed word: at the "no" of "no,".
        act.range = start..within.map_or(end, |edit| edit.raw.end);
    }

    /// The place in the raw text of a place in the changed one; the beginning of a word that was changed, within it.
    fn written(&self, at: usize) -> usize {
        let (mut raw, mut changed) = (0, 0);
        for edit in &self.edits {
            let start = changed + (edit.raw.start - raw);
            if at <= start {
                break;
            }
            let end = start + edit.with.len();
            if at < end {
                return edit.raw.start;
            }
            (raw, changed) = (edit.raw.end, end);
        }
        raw + (at - changed)
    }
}

/// A text over a raw range with the edits made, and its range in the changed turn. `lengths`: how much longer the turn has
/// become before each edit, and behind the last.
fn changed(edits: &[Edit], lengths: &[isize], text: &str, raw: &Range<usize>) -> (String, Range<usize>) {
    let first = edits.partition_point(|e| e.raw.start < raw.start);
    let within = edits.get(first..).unwrap_or_default().iter().take_while(|e| e.raw.end <= raw.end);
    let mut out = String::with_capacity(text.len() + 8);
    let mut from = 0;
    for edit in within {
        out.push_str(text.get(from..edit.raw.start - raw.start).unwrap_or(""));
        out.push_str(&edit.with);
        from = edit.raw.end - raw.start;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    let before = edits.partition_point(|e| e.raw.end <= raw.start);
    let start = raw.start.saturating_add_signed(lengths.get(before).copied().unwrap_or_default());
    let end = start + out.len();
    (out, start..end)
}

/// How much longer a turn is before each of its edits, and behind the last.
fn lengths(edits: &[Edit]) -> Vec<isize> {
    let longer = |e: &Edit| e.with.len().cast_signed() - e.raw.len().cast_signed();
    let mut sum = 0;
    let behind = edits.iter().map(|e| {
        sum += longer(e);
        sum
    });
    [0].into_iter().chain(behind).collect()
}

/// The word that only goes on with the talk, at the start of a turn: "so do that for the attic too".
fn opening(sentence: &Sentence) -> Option<Edit> {
    const GOES_ON: Phrases = phrases!("so|and so|well so|right so|ok so|okay so|alright so");
    const NOT_BEFORE: Phrases = phrases!(
        "that|far|much|many|long|called|so|as|is|does|did|do you|do we|do i|do they|are|was|were|be|what|why|how|when|where|who|which|if|you|it|they|he|she|it's|there|there's|then|in order|to|on"
    );
    const AFTER_AND: Phrases = phrases!(
        "we|i|i'd|i'll|we'll|our|my|this|let's|lets|never|always|don't|do not|please|could you|can you|what i|what we|help me|forget|sorry|neither|none|hm|hmm|yep|yes|no"
    );
    let text = sentence.text.as_str();
    let rest = match after_any(text, phrases!("and|oh and|ah and")) {
        Some(rest) if after_any(rest, AFTER_AND).is_some() => rest,
        _ => after_any(text, GOES_ON)?,
    };
    let keeps = sentence.asks || rest.is_empty() || after_any(rest, NOT_BEFORE).is_some();
    let start = sentence.range.start;
    (!keeps).then(|| Edit { raw: start..start + sentence.text.len() - rest.len(), with: "".into() })
}

/// A word of a sentence, and what stands around it.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    said: &'t str,
    /// Its first byte in the sentence, and the first byte of the next word.
    start: usize,
    next: usize,
    /// The word before it; empty behind code and quotations.
    before: &'t str,
    /// Whether a clause begins with it, also behind a conjunction; whether it closes one.
    opens: bool,
    ends: bool,
    /// Whether the sentence is written in capitals.
    shouts: bool,
}

/// The words of a sentence that are written otherwise, in the order of the text.
fn edits(sentence: &Sentence) -> Vec<Edit> {
    let text = sentence.text.as_str();
    let shouts = chat_marks::shouts(text);
    let edit = |range: Range<usize>, with: Cow<'static, str>| {
        let start = sentence.range.start;
        Edit { raw: start + range.start..start + range.end, with }
    };
    let mut out = Vec::new();
    let mut before = "";
    let mut code = false;
    let mut opens = true;
    let mut at = 0;
    // The end of what was written otherwise.
    let mut skip_to = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end().trim_end_matches([',', '.', '!', '?', ';', ':', ')']).trim_start_matches('(');
        let start = at + piece.find(word).unwrap_or(0);
        at += piece.len();
        if start < skip_to {
            continue;
        }
        if let Some((range, with)) = chat_marks::smile(text, at - piece.len()..at).filter(|_| !code) {
            out.push(edit(range, with.into()));
            continue;
        }
        let marks = piece.matches(['`', '"']).count();
        let within = code;
        code ^= marks % 2 == 1;
        if marks > 0 || within || word.is_empty() {
            before = "";
            continue;
        }
        let ends = piece.trim_end().len() > start - (at - piece.len()) + word.len();
        let read = Word { text, said: word, start, next: at, before, opens, ends, shouts };
        opens = ends;
        if let Some((range, with)) = of_word(&read) {
            let removed = with.is_empty();
            skip_to = range.end;
            out.push(edit(range, with));
            if removed {
                // The blank before the next word is gone with it.
                before = if is_one_of(word, &HESITATIONS) { before } else { "" };
                continue;
            }
        }
        let rest = text.get(at..).unwrap_or("");
        if ends && let Some(dots) = dots_for_comma(piece.trim_end(), rest) {
            let stop = at - (piece.len() - piece.trim_end().len());
            // With the capital behind it.
            let (end, with) = if rest.starts_with("But ") { (at + 1, ", b") } else { (stop, ",") };
            out.push(edit(stop - dots..end, with.into()));
        }
        before = word;
    }
    out
}

/// The byte range in its sentence of a word that is written otherwise, and what stands for it.
fn of_word(read: &Word<'_>) -> Option<(Range<usize>, Cow<'static, str>)> {
    let Word { text, said: word, start, next, before, opens, ends, shouts } = *read;
    let rest = text.get(next..).unwrap_or("");
    let range = start..start + word.len();
    // With the blank before it, or with the pause and the blank behind it.
    let joined_to_last = || text.get(..start).map_or(0, |head| head.trim_end().len())..range.end;
    let with_pause = start..next;
    let begins = opens
        || word.eq_ignore_ascii_case("well")
            && (is_one_of(before, &CONJUNCTIONS) || after_any(text, phrases!("for")).is_some())
        || is_one_of(before, &["so", "because"]);
    let clause_opens = opens || is_one_of(before, &CONJUNCTIONS);
    if let Some(with) = chat_marks::sign(text, &range, next, before) {
        return Some((range, with));
    }
    if let Some((phrase, with)) = forbids(text.get(start..)?).filter(|_| clause_opens) {
        return Some((start..start + phrase.len(), (*with).into()));
    }
    let lowered = shouts.then(|| word.to_lowercase());
    let usual = lowered.as_deref().unwrap_or(word);
    if let Some(with) = written(usual, before).or_else(|| auxiliary(word, rest).filter(|_| !ends && begins)) {
        return Some((range, with));
    }
    if is_answer_no(word, before, rest) && !ends {
        return Some((range, format!("{word},").into()));
    }
    if is_one_of(word, &HESITATIONS) {
        return Some((with_pause, "".into()));
    }
    if DASHES.contains(&word) && joins(before, rest) {
        return Some((joined_to_last(), ",".into()));
    }
    if let Some((_, _, short)) = joined(before, word).filter(|_| !ends && goes_on(rest)) {
        return Some((joined_to_last(), (*short).into()));
    }
    if is_one_of(word, &STRESS) && is_one_of(before, &BEFORE_STRESS) && !ends {
        return Some((with_pause, "".into()));
    }
    let plain = word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || "'’-".contains(c));
    lowered.filter(|_| plain).map(|low| (range, low.into()))
}

/// The phrase with which words forbid something, and its plain form.
fn forbids(text: &str) -> Option<&'static (&'static str, &'static str)> {
    FORBIDS.iter().find(|(phrase, _)| {
        let found = text.get(..phrase.len()).is_some_and(|head| head.eq_ignore_ascii_case(phrase));
        found && text.get(phrase.len()..).is_some_and(|rest| rest.starts_with(' '))
    })
}

/// Two words that are usually one, and the end of the one.
const JOINED: [(&str, &str, &str); 5] =
    [("let", "us", "'s"), ("we", "are", "'re"), ("i", "am", "'m"), ("we", "will", "'ll"), ("i", "will", "'ll")];

/// Sounds of a person who looks for words.
const HESITATIONS: [&str; 9] = ["um", "umm", "ummm", "uh", "uhh", "uhm", "erm", "er", "ehm"];

/// Dashes that people set instead of a comma.
const DASHES: [&str; 3] = ["-", "–", "—"];

/// The number of bytes of the stops behind a word where a comma is meant: "fine. But keep the lid", "yes... but keep it".
fn dots_for_comma(word: &str, rest: &str) -> Option<usize> {
    let dots = word.len() - word.trim_end_matches('.').len();
    let several = dots > 1 && rest.starts_with(char::is_lowercase);
    (dots > 0 && (several || rest.starts_with("But "))).then_some(dots)
}

/// Whether a dash between words and what follows could be a comma: one between numbers is a range.
fn joins(before: &str, rest: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    before.ends_with(char::is_alphanumeric)
        && rest.starts_with(char::is_alphanumeric)
        && !(is_number(before) && is_number(rest))
}

/// Whether words follow that are said with the short form; "we'll not" is none.
fn goes_on(rest: &str) -> bool {
    !rest.is_empty() && after_any(rest, phrases!("not|never")).is_none()
}

/// Whether a "no" is an answer with its comma left out: "no everyone here knows oak". In "no one knows" it is none.
fn is_answer_no(word: &str, before: &str, rest: &str) -> bool {
    const EXCLAMATIONS: [&str; 10] = ["", "oh", "haha", "lol", "ah", "ha", "hm", "uh", "ugh", "well"];
    const STARTS: Phrases = phrases!(
        "everyone|everybody|we|i|it|they|you|he|she|the|my|our|this|that|these|those|there|just|let's|lets|i'm|im|we're|it's|its|that's|thats|they're"
    );
    word.eq_ignore_ascii_case("no") && is_one_of(before, &EXCLAMATIONS) && after_any(rest, STARTS).is_some()
}

/// The subject and auxiliary that a word at the beginning of a clause stands for, if a verb follows that needs them.
fn auxiliary(word: &str, rest: &str) -> Option<Cow<'static, str>> {
    let (_, full) = AUXILIARIES.iter().find(|(short, _)| word.eq_ignore_ascii_case(short))?;
    let next = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let follows = if *full == "it's" {
        next.len() > 4 && next.ends_with("ing") || AFTER_IT_IS.contains(next)
    } else if full.ends_with("'re") {
        let states = phrases!("not|on|at|still|all|good|fine|done|only|just|also|now|already|out|out of|in");
        next.len() > 4 && next.ends_with("ing") || states.contains(next)
    } else {
        let adverbs = phrases!(
            "rather|just|also|probably|only|never|not|need|have|be|do|go|say|like|love|prefer|want|use|take|keep|make|put|try|stay|stick|leave|see"
        );
        let on_it = rest.split_once(' ').is_some_and(|(_, object)| after_any(object, phrases!("it|them")).is_some());
        adverbs.contains(next) || on_it || imperative::opens(rest)
    };
    follows.then_some((*full).into())
}

fn joined(before: &str, word: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    JOINED.iter().find(|(a, b, _)| before.eq_ignore_ascii_case(a) && word.eq_ignore_ascii_case(b))
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|w| w.eq_ignore_ascii_case(word))
}

/// A word as it is usually written; `None` where it is.
fn written(word: &str, before: &str) -> Option<Cow<'static, str>> {
    if word.eq_ignore_ascii_case("shall") {
        return is_one_of(before, &SUBJECTS).then_some("will".into());
    }
    let (_, usual) = WORDS.iter().find(|(short, _)| word.eq_ignore_ascii_case(short))?;
    if !word.starts_with(char::is_uppercase) || usual.starts_with(char::is_uppercase) {
        return Some((*usual).into());
    }
    // A capitalised short form is a name as often as not, unless the sentence begins with it.
    before.is_empty().then(|| super::wording::capital(usual).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{RecordRef, Role, Turn};

    fn read(content: &str) -> ReadTurn {
        let (turn_id, record) = ("t1".to_owned(), RecordRef::default());
        let turn = Turn { turn_id, ordinal: 1, role: Role::User, content: content.to_owned(), at: None, record };
        crate::pipeline::clause::read(&turn)
    }

    fn spelled(content: &str) -> String {
        let turn = read(content);
        let spelled = spelled_out(&turn).map_or_else(|| Arc::new(turn), |s| s.turn);
        spelled.sentences.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_of_chat_are_spelled_out() {
        for (said, written) in [
            ("dont touch anythin under web/", "don't touch anything under web/"),
            ("they shall use oak", "they will use oak"),
            ("I am glad that we are here", "I'm glad that we're here"),
            ("we will not store names", "we will not store names"),
            ("shall we use oak?", "shall we use oak?"),
            ("Let us move the saw", "Let's move the saw"),
            ("kindly paint it, thx", "please paint it, thanks"),
            ("Pls paint it", "Please paint it"),
            ("we certainly won't use tin", "we won't use tin"),
            ("I certainly will paint it", "I will paint it"),
            ("is it used? definitely.", "is it used? definitely."),
            ("well paint it then, id rather not wait", "we'll paint it then, I'd rather not wait"),
            (
                "for the frame well use oak, were using pine inside",
                "for the frame we'll use oak, we're using pine inside",
            ),
            ("well, the id is 5 and they were ill", "well, the id is 5 and they were ill"),
            ("paint it as well", "paint it as well"),
            ("no everyone here knows oak", "no, everyone here knows oak"),
            ("oh no we have no oak", "oh no, we have no oak"),
            ("no one knows it, no the less", "no one knows it, no the less"),
            ("for some reason the lamps were failing", "for some reason the lamps were failing"),
            ("they ran on oil and were not seen", "they ran on oil and were not seen"),
            ("set `dont` w/o quotes", "set `dont` without quotes"),
            ("the UR robot stays", "the UR robot stays"),
            ("do it pls... but keep the lid", "do it please, but keep the lid"),
            ("fine thx. But keep the lid", "fine thanks, but keep the lid"),
            ("umm... paint the saw - the old one", "paint the saw, the old one"),
            ("paint the saw 🙂", "paint the saw"),
            ("paint it :) the old saw too 🎉🎉", "paint it, the old saw too"),
            ("the saw 👍", "the saw 👍"),
            ("so do that for the attic too", "do that for the attic too"),
            ("so far the saw is blunt", "so far the saw is blunt"),
            ("NEVER PAINT THE SAW IN A-2", "never paint the saw in A-2"),
            ("OAK, ELM, ASH", "OAK, ELM, ASH"),
            ("from 3 - 5 lids, lets paint the lid", "from 3 - 5 lids, let's paint the lid"),
        ] {
            assert_eq!(spelled(said), written);
        }
    }

    #[test]
    fn a_place_is_found_again_in_what_was_written() {
        let content = "ok. pls dont paint the saw w/ oil.";
        let turn = read(content);
        let spelled = spelled_out(&turn).unwrap();
        for (words, raw) in [("please", "pls"), ("don't", "dont"), ("paint", "paint"), ("with oil", "w/ oil")] {
            let sentence = spelled.turn.sentences.last().unwrap();
            let start = sentence.range.start + sentence.text.find(words).unwrap();
            let range = spelled.written(start)..spelled.written(start + words.len());
            assert_eq!(&content[range], raw);
        }
        assert_eq!(spelled.turn.bytes, turn.bytes + "please".len() + "don't".len() + "with".len() - "plsdontw/".len());
        let (sentence, clause) = (spelled.turn.sentences.last().unwrap(), spelled.turn.clauses.last().unwrap());
        assert_eq!(sentence.range.len(), sentence.text.len());
        assert_eq!(clause.range.len(), clause.text.len());
    }
}
