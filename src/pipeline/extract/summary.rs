//! Defines the self-contained summary of a clause: without Markdown and filler words, with the subject of its heading
//! or bold lead where the clause has none, at most 200 characters.

use super::super::clause::Clause;
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::negates_anything;
use crate::language::stems::each_token;
use crate::text::{patterns, without_escapes};

patterns! {
    /// A pronoun behind a preposition at the end: "for it" of "write a test for it".
    LAST_POINTER = r"(?i)^(?P<order>.+ (?:for|on|to|of|about|from|in|into|with)) (?P<it>it|this|that|them|these|those)$";
    /// A statement without its subject: "Is better but still too much".
    LACKS_SUBJECT = r"^(?:Is|Are|Was|Were) [^?]*$";
    /// A choice that is only named by its label: "My pick is #2".
    NAMES_A_LABEL = r"(?i)^(?:my |the |i'd |i would |i )?(?:[a-z]+ )?(?:pick|vote|choice|preference|recommendation|suggestion|recommend|suggest|prefer|lean(?:ing)? towards?|go with|take|use)(?: is| would be| for| goes to)? (?:option )?(?:#\d{1,2}|[a-h]\)|option (?:\d|[a-h]\b))[.)]?$";
}

/// Separator between a question and its answer.
pub(crate) const ARROW: &str = " → ";

/// Longest summary, in characters.
pub const MAX_CHARS: usize = 200;

/// Filler words at the start of a clause.
const FILLERS: &[&str] = &[
    "ok",
    "okay",
    "so",
    "yeah",
    "yes",
    "yep",
    "well",
    "and",
    "but",
    "also",
    "then",
    "hmm",
    "mmm",
    "um",
    "uh",
    "alright",
    "right",
    "phenomenal",
    "amazing",
    "awesome",
    "excellent",
    "fantastic",
    "wonderful",
    "brilliant",
    "lovely",
    "cool",
    "great",
    "perfect",
    "please",
    "no",
    "oh",
    "actually",
    "sure",
    "good",
    "nice",
    "thanks",
];

/// Words that call what stands behind their colon a task.
const LABELS: &[&str] = &["todo", "to do", "to-do", "task", "fixme", "action item", "todos", "tasks"];

/// Pronouns that refer to an earlier clause.
const POINTERS: &[&str] = &["it", "that", "this", "them", "those", "these", "one", "its", "they"];

/// The summary of a clause that asks for something or settles it.
pub fn of_order(clause: &Clause) -> String {
    with(clause, imperative)
}

/// The summary of a clause.
pub fn of(clause: &Clause) -> String {
    with(clause, str::to_owned)
}

fn with(clause: &Clause, say: impl Fn(&str) -> String) -> String {
    let plain = plain(&clause.text);
    let bare = say(strip_fillers(&plain));
    let bare = bare.as_str();
    let named = match subject(clause, bare) {
        Some(subject) => format!("{subject}: {bare}"),
        None => bare.to_owned(),
    };
    shorten(&named, MAX_CHARS)
}

/// Polite openings of an order or a choice; the longest match is removed.
const POLITE: &[&str] = &[
    "let's",
    "lets",
    "let us",
    "let’s",
    "can you",
    "could you",
    "would you",
    "will you",
    "can we",
    "i want you to",
    "i need you to",
    "i'd like you to",
    "i would like you to",
    "i want to",
    "i'd like to",
    "i would like to",
    "we want to",
    "we need to",
    "i need to",
    "we have to",
    "we should",
    "we'll",
    "we will",
    "we're going to",
    "we are going to",
    "i'd go",
    "i suggest",
    "i suggest we",
    "i'd suggest",
    "i'd suggest we",
    "i recommend",
    "i recommend we",
    "i'd recommend",
    "i propose",
    "i propose we",
    "i'll",
    "i will",
    "i'm going to",
    "i think",
    "i think we should",
    "i think we can",
    "i'd say",
    "i'd say we",
    "help me",
    "help me with",
    "go ahead and",
    "please",
];

/// Openings of a negative order.
const NOT_TO: &[&str] = &[
    "let's not",
    "lets not",
    "let us not",
    "we should not",
    "we shouldn't",
    "i think we should not",
    "i think we shouldn't",
    "we will not",
    "we won't",
    "i'm not going to",
    "we're not going to",
];

/// Adverbs between a polite opening and the verb.
const BETWEEN: &[&str] = &["just", "also", "now", "then", "first", "next", "please", "definitely", "instead", "maybe"];

/// The imperative form of an order or a choice: "let's go with SendGrid" is "Use SendGrid", "can you add a test?"
/// is "Add a test".
pub fn imperative(text: &str) -> String {
    let bare = asked_last(strip_fillers(text));
    let low = bare.to_lowercase();
    if let Some(rest) = longest_opening(&low, NOT_TO).and_then(|p| bare.get(p..)) {
        return format!("Do not {}", rest.trim_start());
    }
    let polite = longest_opening(&low, POLITE).unwrap_or(0);
    let mut rest = bare.get(polite..).unwrap_or(bare).trim_start();
    while let Some((_, after)) =
        rest.split_once(' ').filter(|(w, _)| polite > 0 && BETWEEN.contains(&w.to_lowercase().as_str()))
    {
        rest = after.trim_start();
    }
    let choosing = ["go with ", "going with ", "stick with ", "run with "];
    let chosen = choosing.iter().find_map(|c| {
        let head = rest.get(..c.len())?;
        head.eq_ignore_ascii_case(c).then(|| rest.get(c.len()..)).flatten()
    });
    let out = match chosen {
        Some(what) => format!("Use {what}"),
        None if polite > 0 => capital(rest),
        None => return text.to_owned(),
    };
    let enough = out.split_whitespace().count() >= 2 && stands_alone(&out);
    if enough { out.trim_end_matches('?').to_owned() } else { text.to_owned() }
}

/// The request behind a remark: "could you note the depth in the log?" of "I like it deep, could you note the depth in the
/// log?".
fn asked_last(text: &str) -> &str {
    const ASKS: Phrases = phrases!("can you |could you |would you |will you ");
    let low = text.to_ascii_lowercase();
    let behind =
        |ask: &str| low.rfind(ask).filter(|at| text.get(..*at).is_some_and(|head| head.ends_with([' ', '\n'])));
    let Some(at) = ASKS.iter().filter_map(behind).max().filter(|_| text.trim_end().ends_with('?')) else { return text };
    let (head, asked) = text.split_at(at);
    let parted = head.trim_end().ends_with([',', '.', '!', '?', ';', ')', ':', '—', '-']);
    let points = asked.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let low = word.to_lowercase();
        POINTERS.contains(&low.as_str()) || phrases!("him|her|he|she").contains(low.as_str())
    });
    if parted && !points && asked.split_whitespace().count() > 4 { asked } else { text }
}

/// Bytes of the longest phrase the text begins with, followed by a space.
fn longest_opening(text: &str, phrases: &[&str]) -> Option<usize> {
    let matching = phrases.iter().filter(|p| text.strip_prefix(**p).is_some_and(|rest| rest.starts_with(' ')));
    matching.map(|p| p.len()).max()
}

/// The text with its first word capitalized, unless it is a name.
pub fn capital(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    let plain = word.bytes().all(|b| b.is_ascii_lowercase());
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if plain => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// Whether a heading names a part of any brief, and no subject: "Notes and rules".
fn names_a_section(name: &str) -> bool {
    const SECTIONS: Phrases = phrases!(
        "constraint|constraints|convention|conventions|rule|rules|note|notes|requirement|requirements|guideline|guidelines|instruction|instructions|important|context|background|goal|goals|scope|decision|decisions|task|tasks|todo|misc|general|other|others|and|or|please|additional|further|more|deliverable|deliverables|output|expectations"
    );
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| SECTIONS.contains(word.to_lowercase().as_str()))
}

/// The bold lead or heading that names the subject of a short clause or one with a pronoun.
fn subject(clause: &Clause, bare: &str) -> Option<String> {
    let low = bare.to_lowercase();
    let short = bare.split_whitespace().count() <= 4;
    if !points(bare) && !short {
        return None;
    }
    let from = clause.lead.as_deref().or(clause.heading.as_deref())?;
    let name = plain(from).trim_end_matches([':', '.', '?']).to_owned();
    let said = low.contains(&name.to_lowercase()) || names_a_section(&name);
    (!said && !name.is_empty() && name.chars().count() <= 60).then_some(name)
}

/// Nouns of what a session is about: "this project" is known without an earlier clause.
const HERE: &[&str] = &[
    "project",
    "repo",
    "repository",
    "codebase",
    "app",
    "board",
    "machine",
    "device",
    "site",
    "team",
    "company",
    "game",
];

/// A summary as a row: without interjections before it, and without the full stop and the courtesies behind it. An
/// interjection needs a mark or a word behind it that opens a sentence: "OK button" is a name.
pub fn as_row(text: &str) -> String {
    const LAST: Phrases = phrases!(" please| pls| plz| thanks| thx| obviously| of course| btw| by the way| tbh| imo");
    const OPENS: Phrases = phrases!("i|we|you|let's|lets|so|then|but|and|please|can|could|hm|hmm|ok|okay|no|now");
    let mut row = text.trim();
    while let Some(at) = row.find(|c: char| !c.is_alphanumeric()) {
        let (word, rest) = row.split_at(at);
        let tail = rest.trim_start_matches(|c: char| ",.!:; -—…".contains(c));
        let next = tail.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default().to_lowercase();
        let low = word.to_lowercase();
        let parted = rest.starts_with([',', '.', '!', ';', '…']) || OPENS.contains(next.as_str());
        let exclaims = phrases!("hm|hmm|hmmm|ah|oh|uh|um|omg|omfg|wow|lol").contains(low.as_str());
        let agrees = phrases!("ok|okay|yeah|yep|well|so|but|and|alright|sorry").contains(low.as_str());
        if !(exclaims || agrees && parted) || tail.split_whitespace().count() < 2 {
            break;
        }
        row = tail;
    }
    let mut end = without_stop(row);
    while let Some(last) = LAST.iter().find(|last| end.to_ascii_lowercase().ends_with(*last)) {
        let head = end.get(..end.len() - last.len()).unwrap_or_default().trim_end_matches([',', ' ']);
        if head.split_whitespace().count() < 2 {
            break;
        }
        end = without_stop(head);
    }
    if row.len() == text.trim().len() { end.to_owned() } else { capital(end) }
}

/// A text without the full stop or exclamation mark at its end: "etc." and "..." stay.
fn without_stop(text: &str) -> &str {
    let bare = text.trim_end_matches([' ', '!']);
    let Some(head) = bare.strip_suffix('.') else { return bare };
    let last = head.rsplit(' ').next().unwrap_or_default();
    let short = last.contains('.') || last.len() < 2 || phrases!("etc|resp|approx|max|min|no|vs").contains(last);
    if head.is_empty() || head.ends_with('.') || short { bare } else { head.trim_end() }
}

/// Whether one of the first four words is a pronoun that refers to an earlier clause.
pub fn points(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(5).peekable();
    for _ in 0..4 {
        let Some(word) = words.next() else { return false };
        let known = word.eq_ignore_ascii_case("this") && words.peek().is_some_and(|next| HERE.contains(next));
        if word.len() <= 5 && POINTERS.iter().any(|p| p.eq_ignore_ascii_case(word)) && !known {
            return true;
        }
    }
    false
}

/// The text without Markdown and escape sequences, white space folded.
pub fn plain(text: &str) -> String {
    if is_unmarked(text) {
        return trimmed(text);
    }
    let text = without_escapes(text);
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Code is copied as it is: "[monorepo] lockfile", "cmd/*.go".
            '`' => {
                out.extend(chars.by_ref().take_while(|c| *c != '`').map(|c| if c.is_whitespace() { ' ' } else { c }));
            }
            '*' | '[' => {}
            '_' if out.ends_with([' ', '(']) || out.is_empty() || chars.peek().is_none_or(|n| !n.is_alphanumeric()) => {
            }
            '|' => out.push_str(" - "),
            ']' => {
                if chars.peek() == Some(&'(') {
                    for skipped in chars.by_ref() {
                        if skipped == ')' {
                            break;
                        }
                    }
                }
            }
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    trimmed(&out)
}

/// A text without the marks of lists and headings before it and of clauses behind it.
fn trimmed(text: &str) -> String {
    let rest = text.trim().trim_start_matches(|c: char| "#>-—–•✅✓^↑ ".contains(c));
    rest.trim_end_matches([' ', ',', ';', ':', '-']).to_owned()
}

/// Whether each byte is printable ASCII and no mark of Markdown within a text.
const UNMARKED: [bool; 256] = {
    let (mut out, mut byte) = ([false; 256], b' ');
    while byte <= b'~' {
        out[byte as usize] = !matches!(byte, b'`' | b'*' | b'[' | b']' | b'_' | b'|');
        byte += 1;
    }
    out
};

/// Whether a text is ASCII without marks of Markdown within it, its words one blank apart.
fn is_unmarked(text: &str) -> bool {
    let mut before = 0;
    for byte in text.bytes() {
        if !UNMARKED[usize::from(byte)] || byte == b' ' && before == b' ' {
            return false;
        }
        before = byte;
    }
    true
}

/// The text without leading filler words, as long as two words are left. "No" is removed only before a mark ("no, keep
/// it"): "no docker" is a prohibition.
pub fn strip_fillers(text: &str) -> &str {
    // "Todo: oil the hinges"
    let behind = |label: &&str| {
        let is_label = text.get(..label.len()).is_some_and(|head| head.eq_ignore_ascii_case(label));
        text.get(label.len()..).filter(|_| is_label)?.strip_prefix(": ")
    };
    let mut rest = LABELS.iter().find_map(behind).unwrap_or(text);
    for _ in 0..4 {
        let word_end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word_end);
        let tail = after.trim_start_matches(|c: char| ",.!:; -—".contains(c));
        let stops = after.starts_with([',', '.', '!', ':', ';']) || !word.eq_ignore_ascii_case("no");
        if !stops || !FILLERS.contains(&word.to_lowercase().as_str()) || tail.split_whitespace().count() < 2 {
            break;
        }
        rest = tail;
    }
    rest
}

/// Whether a text can be understood alone: it has a word that is neither a pronoun nor an empty verb.
pub fn stands_alone(text: &str) -> bool {
    if NAMES_A_LABEL.is_match(text) || LACKS_SUBJECT.is_match(text) {
        return false;
    }
    let mut has_meaning = false;
    each_token(text, |t| has_meaning |= t.chars().nth(1).is_some() && !EMPTY.contains(t));
    has_meaning
}

/// The pronoun that a text ends in behind a preposition, and the words before it: "this" of "get a PR up for this".
pub fn last_pointer(text: &str) -> Option<(&str, &str)> {
    let found = LAST_POINTER.captures(text)?;
    let part = |name| found.name(name).and_then(|part| text.get(part.range()));
    Some((part("order")?, part("it")?))
}

/// Whether a short order ends in what it only points to, so that it may be all that was told: "get a PR up for this".
pub fn leaves_end_open(text: &str) -> bool {
    const SHORT: usize = 6;
    last_pointer(text)
        .is_some_and(|(order, it)| order.split(' ').count() <= SHORT && it.to_lowercase().starts_with("th"))
}

/// Whether a text leaves open which of two things is meant: "we either poll or listen for changes".
pub fn leaves_open(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase());
    low.contains(" either ") && low.contains(" or ") && !negates_anything(text)
        || low.contains(" or something")
        || low.contains(" or whatever")
}

/// Stemmed words without meaning of their own.
const EMPTY: Phrases = phrases!(
    "do|switch|chang|proceed|continu|think|need|about|start|it|that|this|them|those|thes|on|one|mak|us|tak|ad\
     |keep|go|ahead|fix|draft|lat|first|second|third|last|both|option|approach|way|sam|thing|not|so|lik|no|get|try\
     |tri|continu|commit|push|proce|next|again|retri|start|run|look|explain|help|understand|discus|resum|pleas|thi\
     |done|too|all|sound|good|great|fin|perfect|right|agr|exact|correct|sur|work|plan|idea|someth|anyth|everyth\
     |alwai|nic|cool"
);

/// At most `limit` characters: cut at the end of a clause if possible, else of a word, with an ellipsis.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let head: String = text.chars().take(limit).collect();
    let ends = phrases!(". |; | (|, | - | because | so that | since | which ");
    let at = ends.iter().filter_map(|end| head.rfind(end)).filter(|at| *at >= limit / 3).max();
    if let Some(clauses) = at.and_then(|at| head.get(..at)) {
        return clauses.trim_end_matches(|c: char| ",;:. ".contains(c)).to_owned();
    }
    let cut: String = text.chars().take(limit.saturating_sub(1)).collect();
    let at = cut.rfind(' ').filter(|&i| i > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..at).unwrap_or(&cut).trim_end_matches([',', ';', ':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_pasted_output_leave_nothing_behind() {
        assert_eq!(plain("never use \u{1b}[1mbold\u{1b}[0m text"), "never use bold text");
    }

    #[test]
    fn an_order_reads_as_on_a_list() {
        for (said, listed) in [
            ("let's go with SendGrid", "Use SendGrid"),
            ("can you add a test?", "Add a test"),
            ("I suggest we keep readings for two years", "Keep readings for two years"),
            ("I recommend .backup into a dated file", ".backup into a dated file"),
            ("ok, let's not rewrite the importer", "Do not rewrite the importer"),
            ("I think we should cache the token", "Cache the token"),
            ("I like it deep, could you note the depth in the log?", "Note the depth in the log"),
            ("It rusts, could you oil it?", "It rusts, could you oil it?"),
        ] {
            assert_eq!(imperative(said), listed);
        }
    }

    #[test]
    fn a_row_has_no_fillers_and_no_full_stop() {
        for (said, row) in [
            ("Hmm, the gate squeaks.", "The gate squeaks"),
            ("ok, so we oil the hinges, please", "We oil the hinges"),
            ("No flags on the mast, obviously!", "No flags on the mast"),
            ("OK button must be green", "OK button must be green"),
            ("Open it at 5 a.m.", "Open it at 5 a.m."),
            ("Nails, screws etc.", "Nails, screws etc."),
            ("so", "so"),
        ] {
            assert_eq!(as_row(said), row);
        }
    }

    #[test]
    fn markup_and_fillers_are_removed_and_words_stay() {
        assert_eq!(plain("**Use** `sqlx`, see [the docs](http://x)"), "Use sqlx, see the docs");
        assert_eq!(plain("- keep snake_case_names"), "keep snake_case_names");
        assert_eq!(["a b", "a  b", "a\tb", "a–b"].map(plain), ["a b", "a b", "a b", "a–b"]);
        assert_eq!(plain("set `[mono] lockfile` and\n`cmd/*.go` **now**"), "set [mono] lockfile and cmd/*.go now");
        assert_eq!(strip_fillers("ok, so let's keep it optional"), "let's keep it optional");
        assert_eq!(strip_fillers("yes"), "yes");
        assert_eq!(strip_fillers("no docker on that machine"), "no docker on that machine");
        assert_eq!(strip_fillers("no, keep the file"), "keep the file");
        assert!(
            !stands_alone("do that.") && !stands_alone("let's make it the first one") && stands_alone("keep the cache")
        );
        assert!(shorten(&"word ".repeat(60), MAX_CHARS).chars().count() <= MAX_CHARS);
    }
}
