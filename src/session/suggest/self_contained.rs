//! Defines whether a text can be understood later without its session: it is a whole sentence, names its subject and
//! does not refer to the moment.

use crate::language::stems::tokens;
use crate::pipeline::acts::calls_a_number;
use crate::state::ItemKind;
use crate::text::patterns;

const MIN_FACT_TOKENS: usize = 3;
/// Minimum number of tokens in a ban: "no unsafe code".
const MIN_BAN_TOKENS: usize = 2;
/// Minimum number of tokens in a self-contained decision: shorter ones only name an option.
const MIN_DECISION_TOKENS: usize = 4;
/// Minimum number of tokens in a title: one word names no work.
const MIN_TITLE_TOKENS: usize = 2;
/// Maximum number of characters in several sentences: longer ones hold more than one fact.
const MAX_CHARS_OF_SENTENCES: usize = 160;
/// Maximum number of words in a phrase that is no title: a longer one can be understood by itself.
const MAX_PHRASE_WORDS: usize = 6;
/// Minimum number of words before a pronoun for it to have an antecedent in the text.
const BEFORE_IT: usize = 3;

patterns! {
    /// Words that cannot end a sentence.
    UNFINISHED = r"(?i)\b(must|should|shall|can|cannot|will|the|an?|of|and|or|with|that|is|are|to|for|from|by|if|when)\W*$";

    /// The end of a sentence, also at the end of the text.
    SENTENCE_END = r"[a-zA-Z_)\x22'][.!?](?:\s|$|[A-Z])";

    /// An opening without a subject, or one that continues an earlier sentence.
    BEGUN_BEFORE = r"(?ix) ^\W* (?:
        (?:needs?|has|have|had|is|are|was|were|does|did|gets?|goes|means|allowed|not|because|which|who|whose|whereas|but|or|nor|than|though|although|while|rather|instead)\b
        | (?:must|should|shall|can|cannot|will) \s+ (?:be|have|stay|remain|contain|hold|return|work)\b )";

    /// A number word before what it counts: "both scales".
    COUNTS = r"(?i)\b(?:both|either)\s+";

    /// The opening of a phrase that belongs to a sentence: "on the belt", but not "on-call rota".
    PHRASE = r"(?i)^\W*(?:on|in|at|by|to|of|from|for|with|as|into|under|over|between|via|per)\s";

    /// A word that has a noun behind it, and no order.
    BEFORE_NOUN = r"(?i)^\W*(?:the|an?|each|every|all|any|our|your|my|its|their|on|in|at|by|to|of|from|for|with|as|into|under|over|between|via|per)\W*$";

    /// Words about the present moment or the conversation itself. `Plan approved` opens the summary of an approved
    /// plan.
    PASSING = r"(?ix)
        \b(for\ now | for\ the\ moment | right\ now | this\ time | today | tomorrow | tonight | yesterday | at\ the\ moment
        | next\ (step|question|topic) | move\ on | let's\ (see|try|do\ it|go|start)
        | the\ (above|former|latter) | as\ (it\ is|discussed|mentioned|before|above)
        | plan\ approved | the\ plan\ .*\ was\ approved | you\ decide | up\ to\ you | sounds\ (good|better|great|fine) )\b
        | ^\s*(ok|okay|yes|yeah|yep|hm+|uh+|sure|really|done)\b[\s,.…!]
        | ^\s*no\b[,.…!]
        | [😀-🙏🤣]";

    /// Points at something: "these tests", "this module". Group 1 is the word after it.
    POINTED_AT = r"(?i)\b(?:this|these|those)\b\W*(\w*)";

    /// The current work under a generic name: "the change". In "keep the logs and drop the rest", the rest is defined.
    THE_WORK = r"(?ix) \b(?:the|that|your|our) \s+ (?:change|changes|fix|work|task|tasks|approach|options?|phase|step|steps|implementation|refactor|refactoring|rename|finding|findings|review|discussion|draft|proposal|previous|last|current|remaining)
        (?:\s+(?:apply|go|be|is|are|should|as|in|on|to|for|of|and|or|with|now)\b | \W*$ | \s*[,;:.?!—→-]) | ^\W*(?:[\w'-]+\s+){0,3}the\s+rest\b";

    /// An order to take something out of the one change at hand, which is no rule for every change.
    ONE_CHANGE = r"(?i)^\W*(?:please\s+)?(?:leave|take|drop|get|move|pull|split)\b[^.]*\b(?:out of|from)\s+the\s+(?:pull\s+request|merge\s+request|pr|mr|commit|branch|diff|patch|change|release)\W*$";

    /// A pronoun that needs something named before it.
    PRONOUN = r"(?i)\b(it|its|them|they|he|she|him|that\s+one|the\s+\w+\s+one|both|either)\b";

    /// An answer that only points at the options it was given.
    POINTS_BACK = r"(?ix) ^\W*(?:both|neither|either|all(?:\s+of\s+(?:them|it|the\s+above))?|none|any|same|the\s+same
        | (?:the\s+)?(?:first|second|third|last|other)(?:\s+one)? | option\s+\w+
        | (?:include|keep|drop|leave|use|add)\s+(?:it|them|this|that) | as\s+is | skip | later | [a-h] | \d{1,2} )\b(?:\s*\(\w+\))?\W*$";

    /// Words that weigh something or describe what exists already, so that nothing is settled.
    WEIGHED = r"(?i)\b(would|could|might|maybe|perhaps|probably|not\s+sure|i\s+guess|i\s+wonder|it\s+depends|thinking|(i|we)\s+(already|currently)\s+\w+)\b";

    /// A single change to the project, which the project itself shows once it is made.
    ONE_DEED = r"(?ix) ^\W* (?:(?:ok|okay|so|and|also|please|just|then|now|i|we|think|guess|want|wants|need|have|to|should|must|can|could|let['’]?s|let|us|go\s+ahead\s+and|that)[,:]?\s+)*
        (?:get\s+rid\s+of|rename|bump|lower|raise|increase|decrease|reduce|revert|undo|redo|fix|move|clean\s+up|tidy|commit|push|merge|rebase
        |remove|delete|add|update|review|check|draft|create|ship|start|begin|release|deploy|run|test|open|close|split|squash|fold|rework|implement|build|do|try|continue|go|proceed|investigate|look|apply|finish|generate|install|stop|wait)\b";

    /// The sequence of steps, not a lasting choice.
    SEQUENCE = r"(?ix) \b(?: (?:ship|do|tackle|build|merge|finish|land|release|start|begin|go|deploy|handle|work\ on|come|comes)\b .{0,60} \b(?:first|next|before|afterwards|later|last)
        | in\ (?:this|the\ (?:same|next|first|second)) \ (?:pr|pull\ request|release|phase|sprint|version|step|commit|session)
        | (?:part\ of|within) \ this \ (?:work|pr|phase|release|session) | out\ of\ scope )\b";

    /// A choice that lasts: how something is to be, not one step of the work.
    LASTING_CHOICE = r"(?ix) ^\W*(?:please\ )? (?: use|keep|send|save|prefer|stay|stick|support|never|always|only|no|not|do\ not|don['’]?t|store|serve|host|name|call|target|require|allow|treat|version|license|pin|avoid|follow|write|document|put|leave )\b";

    /// A ban in the person's words.
    A_BAN = r"(?i)^\W*(?:no|never|nothing|do not|don['’]?t|dont|avoid|(?:i|we) (?:do not|don['’]?t|dont|never) (?:want|need|use|do|have))\b";

    /// Says whose something is.
    OWNED = r"(?i)\b(?:is|are|stays?) (?:mine|ours|not yours|off[- ]limits|untouchable|taboo|sacred|frozen|locked|reserved|read[- ]only)\b";

    /// One step of the work.
    A_STEP = r"(?ix) ^\W*(?:add|ask|apply|answer|back|bring|cache|change|check|collect|compare|compute|convert|copy|count|cut|define|drop|extract|fetch|filter|find|format|give|group|handle|hide|hold|include|insert|join|load|log|make|map|mark|merge|note|notify|order|parse|pass|pick|print|record|reject|render|replace|report|reset|return|round|save|say|send|set|show|skip|sort|switch|take|tell|track|turn|warn|wrap)\b";

    /// Words that state how something is.
    LASTS = r"(?ix) \b(?:is|are|must|should|stays?|remains?|lives?|goes|runs?|uses?|will|never|always|only|has|have|means|needs?|belongs?|comes?|holds?)\b";

    /// Status reports, and faults that were repaired.
    STATUS = r"(?ix) \b(?: (?:is|are|was|were|been|got|now)\ (?:now\ |already\ )?(?:done|fixed|merged|finished|complete|completed|green|red|failing|broken|committed|pushed|deployed|released|gone)
        | (?:has|have)\ asked | root\ cause | regression | (?:the|a)\ (?:bug|crash|failure|error)\ (?:is|was|came|comes) | so\ far | not\ yet )\b";
}

/// Verbs that may follow "this" or "these" where it is a pronoun.
const VERBS_AFTER_PRONOUN: &[&str] = &[
    "is", "are", "was", "were", "will", "must", "should", "can", "has", "have", "do", "does", "stays", "stay", "get",
    "gets",
];
/// Nouns that mean the same thing whenever they are read: "this project".
const LASTING_NOUNS: &[&str] = &[
    "project",
    "repo",
    "repository",
    "codebase",
    "app",
    "application",
    "service",
    "tool",
    "library",
    "crate",
    "package",
    "machine",
    "team",
    "company",
    "product",
    "workspace",
    "monorepo",
    "server",
    "system",
    "site",
    "website",
    "cli",
];

/// Whether a text can be understood later, without its session.
pub(super) fn is_self_contained(summary: &str, kind: ItemKind, answers: bool) -> bool {
    let text = summary.trim();
    let whole =
        !text.contains('…') && !text.ends_with(['?', ':']) && !text.ends_with("...") && !UNFINISHED.is_match(text);
    let passing =
        PASSING.is_match(text) || STATUS.is_match(text) || (kind != ItemKind::Constraint && SEQUENCE.is_match(text));
    let talk = text.chars().count() > MAX_CHARS_OF_SENTENCES && SENTENCE_END.find_iter(text).count() > 1;
    let passing = passing || ONE_CHANGE.is_match(text);
    if !whole || passing || points_elsewhere(text) || calls_a_number(text) || (talk && !answers) {
        return false;
    }
    if answers {
        return !POINTS_BACK.is_match(text) && tokens(text).len() >= MIN_FACT_TOKENS;
    }
    let least = match kind {
        ItemKind::Decision => MIN_DECISION_TOKENS,
        ItemKind::Constraint | ItemKind::RejectedOption if is_ban(text) || OWNED.is_match(text) => MIN_BAN_TOKENS,
        _ => MIN_FACT_TOKENS,
    };
    let settled = kind != ItemKind::Decision
        || (lasts(text) && !(WEIGHED.is_match(text) || ONE_DEED.is_match(text) || only_names(text)));
    settled && !BEGUN_BEFORE.is_match(text) && tokens(text).len() >= least
}

/// Whether the title of a task or a document can be understood without the session it is from.
pub fn is_title_self_contained(title: &str) -> bool {
    // "Part 2: set up the scale" defines part 2.
    let text = title.split_once(": ").filter(|(lead, _)| calls_a_number(lead)).map_or(title, |(_, rest)| rest).trim();
    let begun = BEGUN_BEFORE.is_match(text) || is_only_phrase(text);
    let whole = !text.contains('…') && !begun && !UNFINISHED.is_match(text);
    whole
        && !points_elsewhere(&COUNTS.remove_from(text))
        && !calls_a_number(text)
        && tokens(text).len() >= MIN_TITLE_TOKENS
}

/// Whether a text is only a short phrase that belongs to a sentence: "on the belt". With a comma or a verb it may be work.
fn is_only_phrase(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_phrase = PHRASE.is_match(text) && words.len() <= MAX_PHRASE_WORDS && !text.contains(',');
    is_phrase && !LASTS.is_match(text) && !has_order(&words)
}

/// Whether an order is among the words: a verb with something behind it, where no noun has to be.
fn has_order(words: &[&str]) -> bool {
    words.windows(3).any(|three| {
        let [before, word, _] = three else { return false };
        !BEFORE_NOUN.is_match(before) && (A_STEP.is_match(word) || ONE_DEED.is_match(word))
    })
}

/// Whether a text bans something.
pub(super) fn is_ban(text: &str) -> bool {
    A_BAN.is_match(text)
}

/// Whether a choice lasts: it says how something is to be, not what to do next.
fn lasts(text: &str) -> bool {
    LASTING_CHOICE.is_match(text) || (LASTS.is_match(text) && !A_STEP.is_match(text))
}

/// Whether a text points at something outside it, by a word or a pronoun.
pub fn points_elsewhere(text: &str) -> bool {
    points(text) || THE_WORK.is_match(text) || pronoun_first(text)
}

/// Whether a text refers to something outside it: "these files".
fn points(text: &str) -> bool {
    POINTED_AT.captures_iter(text).any(|found| {
        let noun = found.get(1).map_or("", |m| m.as_str()).to_lowercase();
        let start = found.get(0).map_or(0, |m| m.start());
        let is_pronoun = VERBS_AFTER_PRONOUN.contains(&noun.as_str());
        !(LASTING_NOUNS.contains(&noun.as_str()) || (is_pronoun && has_before(text, start)))
    })
}

/// Whether a pronoun at this byte of a text may have an antecedent in the text.
fn has_before(text: &str, at: usize) -> bool {
    text[..at].split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count() >= BEFORE_IT
}

/// Whether the text has a pronoun before anything is named.
fn pronoun_first(text: &str) -> bool {
    PRONOUN.find(text).is_some_and(|found| !has_before(text, found.start()))
}

/// Whether a text is a list of capitalised names and no sentence.
fn only_names(text: &str) -> bool {
    let parts: Vec<&str> = text.split(", ").map(str::trim).collect();
    parts.len() >= 3 && parts.iter().all(|p| p.starts_with(char::is_uppercase) && p.split_whitespace().count() <= 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_need_their_session_are_not_self_contained() {
        for (kind, text, alone) in [
            (ItemKind::Constraint, "Never push to main without asking first", true),
            (ItemKind::Constraint, "This project must run on Windows too", true),
            (ItemKind::Constraint, "No unsafe code", true),
            (ItemKind::Constraint, "No new globals in the player", true),
            (ItemKind::Constraint, "No, the player must keep its globals", false),
            (ItemKind::Constraint, "Invoices older than ten years are archived so that these are not lost", true),
            (ItemKind::Constraint, "Torn tickets must never stop the turnstile", true),
            (ItemKind::Constraint, "has to be enabled before the first start", false),
            (ItemKind::Constraint, "Not before the credentials are checked", false),
            (ItemKind::Constraint, "must be a string in both cases", false),
            (ItemKind::Constraint, "never touch these files again", false),
            (ItemKind::Constraint, "keep it under two hundred lines", false),
            (ItemKind::Constraint, "The doc must", false),
            (ItemKind::Constraint, "No courier tables before phase 2", false),
            (ItemKind::Constraint, "Step 2 of the checkout must never ask for a phone number", true),
            (ItemKind::Constraint, "Take the courier logos out of the branch", false),
            (ItemKind::Constraint, "Leave generated labels out of every pull request", true),
            (ItemKind::Constraint, "Name the courier in the pull request", true),
            (ItemKind::Constraint, "The tariffs are read-only", true),
            (ItemKind::Decision, "Use PostgreSQL for the orders service", true),
            (ItemKind::Decision, "Send receipts through the existing mail queue", true),
            (ItemKind::Decision, "Keep the cache small so that it fits into memory", true),
            (ItemKind::Decision, "Print it, even where no printer is set up", false),
            (ItemKind::Decision, "Raise the timeout to 40 for uploads", false),
            (ItemKind::Decision, "I think we need to get rid of the coupon table", false),
            (ItemKind::Decision, "A second warehouse would need a courier which is slow", false),
            (ItemKind::Decision, "I am thinking we should print all the labels", false),
            (ItemKind::Decision, "We already track a weight for every parcel", false),
            (ItemKind::Decision, "Stock levels, Return labels, Courier rates", false),
            (ItemKind::Decision, "Ship the exports before the imports", false),
            (ItemKind::Fact, "The label printer was fixed in the warehouse", false),
            (ItemKind::Constraint, "Only tested builds are ever given to the…", false),
        ] {
            assert_eq!(is_self_contained(text, kind, false), alone, "{text}");
        }
    }

    #[test]
    fn a_title_names_its_subject_by_itself() {
        for (title, alone) in [
            ("Fix PLZ validation", true),
            ("Write docs", true),
            ("Support both scales in the importer", true),
            ("Postgres as database", true),
            ("In the depot only two scales run", true),
            ("Part 2: set up the scale", true),
            ("In-memory cache for the depot", true),
            ("Per-project settings page", true),
            ("On-call rota for the depot", true),
            ("To-do list export", true),
            ("In `scale.rs`, add a retry to the reader", true),
            ("For each parcel print a label", true),
            ("Rename", false),
            ("Weigh it twice", false),
            ("Rename both", false),
            ("On ParcelBelt as weigher", false),
            ("In the report of the depot", false),
            ("Update these tests", false),
            ("Do step 4", false),
            ("Weigh the parcels and", false),
        ] {
            assert_eq!(is_title_self_contained(title), alone, "{title}");
        }
    }
}
