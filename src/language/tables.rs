//! Defines the tables of English words that the other modules share, each word in one table.
//!
//! Lists are words separated by blanks. They are compared by stems, or where noted by the written form.

use std::sync::LazyLock;

use foldhash::HashSet;

use super::stems::stem;

/// A set of stems.
type Stems = LazyLock<HashSet<String>>;

fn stems(words: &str) -> HashSet<String> {
    words.split_whitespace().map(stem).collect()
}

/// Whether the written form of a word is in a list.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

/// Stop words, in written form, without negations.
const STOP: &str = "a an the and or but so if then than that this these those it its is are was were be been being to for of \
     in on at by with from as into we our us i me my you your they their them will would shall should can \
     could may might do does did has have had let lets let's i'll we'll i'd we'd just also now here there \
     some about please must need needs ok okay go going yes yeah well really very want i'm it's that's";
/// Bytes of the longest stop word.
const LONGEST_STOP: usize = 6;
/// Words that also negate within a sentence, in written form. "instead-of" represents "instead of" and "rather than".
const WEAK_NEGATIONS: &str = "neither none stop refuse instead-of";
/// Words that end a negation, in written form.
const ENDS_NEGATION: &str = "but unless until because since except so then if when instead";
/// Words after a negation that cancel it: "not only", "don't forget".
const CANCELS_NEGATION: &str = "only just sure worry problem hesitate doubt";
/// Words that remove or disable something.
const UNDOING: &str = "remove delete drop disable revert undo abandon deprecate retire unship scrap ditch";
/// Words of refusal in conversation. In titles of tasks they name ordinary work.
const REFUSING: &str = "forget skip cancel ban forbid reject exclude omit discard prohibit deny abort";
/// Words that name no subject, in conversation and in titles.
const LIGHT: &str = "make use get not when each thing";
/// Verbs of deciding and talking, which name no subject in conversation.
const LIGHT_IN_TALK: &str = "choose chose chosen pick take took taken go keep made do done got decide decided decision settle settled \
     start stick instead option approach solution way one because since while which what how who where there \
     too still yet already said say like both";
/// Words for work in general, and for how and when, which name no subject in titles.
const LIGHT_IN_TITLES: &str = "add remove change fix new all better proper improve handle ensure support first \
     during until after before per via work task part step phase feat chore";
/// Words for where something applies: two texts that differ in one have different subjects.
const SCOPE: &str = "staging production dev local remote client server frontend backend linux macos windows read write \
     public private admin europe asia eu min max";
/// More words of scope in conversation. "us" is also the stem of "use".
const SCOPE_IN_TALK: &str = "prod test us user after";
/// More words of scope in titles of tasks.
const SCOPE_IN_TITLES: &str = "development ci internal external mobile web desktop android ios input output source target \
     first second third upload download unit integration";
/// Verbs that say what kind of work a task is. Verbs that fit any work (handle, ensure, make, enable) are left out.
const WORK: &str = "add remove change fix archive audit benchmark bump cache check clean collapse compress convert copy \
     deprecate design disable discuss document drain draft explain export extract format import improve \
     inline investigate limit log measure merge migrate mock monitor move optimize pin plan port print \
     profile prototype publish refactor release rename replace research retry revert review rewrite scan \
     schedule sketch skip sort speed split stop stub test throttle track translate trim undo unpin upgrade \
     validate vendor verify write";
/// Verbs of starting or finishing a task, and words for a task.
const TAKES_UP: &str = "add fix finish complete close work continue start begin land ship deliver resume tackle task \
     issue ticket bug story";
/// Words that introduce how, where and when in a title, in written form.
const ELABORATES: &str = "with for by in on via using when after before to from into at over under through if while that which \
     because so across throughout everywhere as";

/// Stems of synonyms on a board; the first represents its row.
const SYNONYMS: &[&[&str]] = &[
    &[
        "add",
        "implement",
        "creat",
        "introduc",
        "build",
        "support",
        "provid",
        "set-up",
        "setup",
        "install",
        "implementation",
        "creation",
        "introduction",
        "installation",
    ],
    &["remov", "delet", "drop", "rip", "strip", "removal", "deletion"],
    &["chang", "updat", "modifi", "adapt", "adjust", "edit"],
    &["fix", "repair", "resolv", "correct"],
    &["login", "signin", "sign-in", "log-in", "logon"],
    &["logout", "signout", "sign-out", "log-out"],
    &["doc", "document", "documentation", "describ"],
    &["auth", "authentication"],
    &["config", "configuration", "configur"],
    &["db", "databas"],
    &["production", "prod"],
    &["repo", "repositori"],
];
/// Stems of opposites.
const OPPOSITES: &[(&str, &str)] = &[
    ("add", "remov"),
    ("enabl", "disabl"),
    ("start", "stop"),
    ("show", "hid"),
    ("allow", "forbid"),
    ("allow", "block"),
    ("open", "clos"),
    ("rais", "lower"),
    ("increas", "decreas"),
    ("increas", "reduc"),
    ("upgrad", "downgrad"),
    ("lock", "unlock"),
    ("encrypt", "decrypt"),
    ("import", "export"),
    ("pin", "unpin"),
    ("merg", "split"),
    ("expand", "shrink"),
    ("apply", "revert"),
    ("add", "revert"),
    ("add", "disabl"),
    ("add", "deprecat"),
    ("connect", "disconnect"),
    ("login", "logout"),
    ("mount", "unmount"),
    ("subscrib", "unsubscrib"),
    ("keep", "remov"),
];

static STOP_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP.split_whitespace().collect());
static UNDOING_STEMS: Stems = LazyLock::new(|| stems(UNDOING));
static REFUSING_STEMS: Stems = LazyLock::new(|| stems(REFUSING));
static LIGHT_TALK_STEMS: Stems = LazyLock::new(|| &stems(LIGHT) | &stems(LIGHT_IN_TALK));
static LIGHT_TITLE_STEMS: Stems = LazyLock::new(|| &stems(LIGHT) | &stems(LIGHT_IN_TITLES));
static SCOPE_TALK_STEMS: Stems = LazyLock::new(|| &stems(SCOPE) | &stems(SCOPE_IN_TALK));
static SCOPE_TITLE_STEMS: Stems = LazyLock::new(|| &stems(SCOPE) | &stems(SCOPE_IN_TITLES));
static WORK_STEMS: Stems = LazyLock::new(|| stems(WORK).iter().map(|verb| fold_synonym(verb).to_owned()).collect());
static TAKES_UP_STEMS: Stems = LazyLock::new(|| stems(TAKES_UP));

/// Whether the written form of a word is a stop word.
pub(super) fn is_stop_word(word: &str) -> bool {
    word.len() <= LONGEST_STOP && STOP_SET.contains(word)
}

/// Whether the written form of a word negates.
pub(super) fn is_negation(word: &str) -> bool {
    matches!(word, "not" | "no" | "never" | "without" | "avoid" | "nor" | "cannot")
}

/// Whether the written form of a word negates the words after it in a sentence.
pub(super) fn negates(word: &str) -> bool {
    word.ends_with("n't") || is_negation(word) || is_in(WEAK_NEGATIONS, word)
}

/// Whether a negation ends at this word.
pub(super) fn ends_negation(word: &str) -> bool {
    is_in(ENDS_NEGATION, word)
}

/// Whether this word after a negation cancels it.
pub(super) fn cancels_negation(word: &str) -> bool {
    is_in(CANCELS_NEGATION, word)
}

/// Whether a stem removes or disables something.
pub(super) fn is_undoing(stem: &str) -> bool {
    UNDOING_STEMS.contains(stem)
}

/// Whether a stem removes, disables or refuses something.
pub(super) fn undoes_or_refuses(stem: &str) -> bool {
    is_undoing(stem) || REFUSING_STEMS.contains(stem)
}

/// Whether a stem names no subject in conversation.
pub(super) fn is_light_in_talk(stem: &str) -> bool {
    LIGHT_TALK_STEMS.contains(stem)
}

/// Whether a stem names no subject in titles.
pub(super) fn is_light_in_title(stem: &str) -> bool {
    LIGHT_TITLE_STEMS.contains(stem)
}

/// Whether a single word changes the meaning: a negation, a number, a version.
pub(crate) fn is_decisive(word: &str) -> bool {
    word == "not" || word.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a stem names a scope in conversation.
pub(super) fn is_scope_in_talk(stem: &str) -> bool {
    SCOPE_TALK_STEMS.contains(stem)
}

/// Whether a stem names a scope in titles.
pub(super) fn is_scope_in_title(stem: &str) -> bool {
    SCOPE_TITLE_STEMS.contains(stem)
}

/// Whether a stem, after [`fold_synonym`], is a verb that says what kind of work a task is.
pub(super) fn is_work(stem: &str) -> bool {
    WORK_STEMS.contains(stem)
}

/// Whether a stem only says that a task is started or finished.
pub(super) fn takes_up(stem: &str) -> bool {
    TAKES_UP_STEMS.contains(stem)
}

/// Whether the written form of a word introduces how, where or when in a title.
pub(super) fn elaborates(word: &str) -> bool {
    is_in(ELABORATES, word)
}

/// The stem that represents all its synonyms on a board.
pub(super) fn fold_synonym(stem: &str) -> &str {
    SYNONYMS.iter().find(|row| row.contains(&stem)).and_then(|row| row.first()).map_or(stem, |first| *first)
}

/// Whether two stems mean the opposite of each other.
pub(super) fn are_opposite(a: &str, b: &str) -> bool {
    OPPOSITES.contains(&(a, b)) || OPPOSITES.contains(&(b, a))
}

/// Whether a stem has an opposite.
pub(super) fn has_opposite(stem: &str) -> bool {
    OPPOSITES.iter().any(|(a, b)| *a == stem || *b == stem)
}
