//! Defines the word tables of English that the other modules share, each word in one table.
//!
//! Lists are plain words with a blank between them, compared by their stems unless said otherwise.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::stems::stem;

/// A set of stems.
type Stems = LazyLock<HashSet<String>>;

fn stems(words: &str) -> HashSet<String> {
    words.split_whitespace().map(stem).collect()
}

/// Whether a word is in a list, as it is written.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

/// Words without a meaning of their own, as they are written. Negations are not among them.
const STOP: &str = "a an the and or but so if then than that this these those it its is are was were be been being to for of \
     in on at by with from as into we our us i me my you your they their them will would shall should can \
     could may might do does did has have had let lets let's i'll we'll i'd we'd just also now here there \
     some about please must need needs ok okay go going yes yeah well really very want i'm it's that's";
/// Words that negate what follows, as they are written.
const NEGATIONS: &[&str] = &["not", "no", "never", "without", "avoid", "nor", "cannot"];
/// Words that negate in a sentence too, as they are written. "instead-of" stands for "instead of" and "rather than".
const WEAK_NEGATIONS: &str = "neither none stop refuse instead-of";
/// Words at which a negation ends, as they are written.
const ENDS_NEGATION: &str = "but unless until because since except so then if when instead";
/// Words after a negation that cancel it: "not only", "don't forget".
const CANCELS_NEGATION: &str = "only just sure worry problem hesitate doubt";
/// Words that take something away.
const UNDOING: &str = "remove delete drop disable revert undo abandon deprecate retire unship scrap ditch";
/// Words that want what follows to be no more, where a person says them. On a board they name work as any other.
const REFUSING: &str = "forget skip cancel ban forbid reject exclude omit discard prohibit deny abort";
/// Words that name no thing, wherever they stand.
const LIGHT: &str = "make use get not when each thing";
/// Words of choosing and telling.
const LIGHT_IN_TALK: &str = "choose chose chosen pick take took taken go keep made do done got decide decided decision settle settled \
     start stick instead option approach solution way one because since while which what how who where there \
     too still yet already said say like both";
/// Words for work as such, and for how and when.
const LIGHT_IN_TITLES: &str = "add remove change fix new all better proper improve handle ensure support first \
     during until after before per via work task part step phase feat chore";
/// Where something applies: two texts that differ in one of these speak of two things.
const SCOPE: &str = "staging production dev local remote client server frontend backend linux macos windows read write \
     public private admin europe asia eu min max";
/// The same in what is said. "us" is also the stem of "use".
const SCOPE_IN_TALK: &str = "prod test us user after";
/// The same in titles of tasks.
const SCOPE_IN_TITLES: &str = "development ci internal external mobile web desktop android ios input output source target \
     first second third upload download unit integration";
/// Verbs that say what kind of work a task is. Verbs that fit any work (handle, ensure, make, enable) are left out.
const WORK: &str = "add remove change fix archive audit benchmark bump cache check clean collapse compress convert copy \
     deprecate design disable discuss document drain draft explain export extract format import improve \
     inline investigate limit log measure merge migrate mock monitor move optimize pin plan port print \
     profile prototype publish refactor release rename replace research retry revert review rewrite scan \
     schedule sketch skip sort speed split stop stub test throttle track translate trim undo unpin upgrade \
     validate vendor verify write";
/// Verbs that only say that a task is taken up or ended, and words for a task.
const TAKES_UP: &str = "add fix finish complete close work continue start begin land ship deliver resume tackle task \
     issue ticket bug story";
/// Words behind which a title says how, where and when, as they are written.
const ELABORATES: &str = "with for by in on via using when after before to from into at over under through if while that which \
     because so across throughout everywhere as";

/// Stems that mean the same on a board; the first stands for all.
const SYNONYMS: &[&[&str]] = &[
    &["add", "implement", "creat", "introduc", "build", "support", "provid", "set-up", "setup", "install"],
    &["remov", "delet", "drop", "rip", "strip"],
    &["chang", "updat", "modifi", "adapt", "adjust", "edit"],
    &["fix", "repair", "resolv", "correct"],
    &["login", "signin", "sign-in", "log-in", "logon"],
    &["logout", "signout", "sign-out", "log-out"],
    &["doc", "document", "documentation"],
    &["auth", "authentication"],
    &["config", "configuration", "configur"],
    &["db", "databas"],
    &["production", "prod"],
    &["repo", "repositori"],
];
/// Stems that mean the opposite of each other.
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

/// Whether a word, as it is written, carries no meaning of its own.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_SET.contains(word)
}

/// Whether a word, as it is written, negates wherever it stands.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

/// Whether a word of a sentence, as it is written, negates what follows.
pub(super) fn negates(word: &str) -> bool {
    word.ends_with("n't") || is_negation(word) || is_in(WEAK_NEGATIONS, word)
}

/// Whether a negation ends at this word.
pub(super) fn ends_negation(word: &str) -> bool {
    is_in(ENDS_NEGATION, word)
}

/// Whether this word behind a negation cancels it.
pub(super) fn cancels_negation(word: &str) -> bool {
    is_in(CANCELS_NEGATION, word)
}

/// Whether a stem takes something away.
pub(super) fn is_undoing(stem: &str) -> bool {
    UNDOING_STEMS.contains(stem)
}

/// Whether a stem takes something away or refuses it.
pub(super) fn undoes_or_refuses(stem: &str) -> bool {
    is_undoing(stem) || REFUSING_STEMS.contains(stem)
}

/// Whether a stem of something said names no thing.
pub(super) fn is_light_in_talk(stem: &str) -> bool {
    LIGHT_TALK_STEMS.contains(stem)
}

/// Whether a stem of a title names no thing.
pub(super) fn is_light_in_title(stem: &str) -> bool {
    LIGHT_TITLE_STEMS.contains(stem)
}

/// Whether a stem of something said names where it applies.
pub(super) fn is_scope_in_talk(stem: &str) -> bool {
    SCOPE_TALK_STEMS.contains(stem)
}

/// Whether a stem of a title names where it applies.
pub(super) fn is_scope_in_title(stem: &str) -> bool {
    SCOPE_TITLE_STEMS.contains(stem)
}

/// Whether a stem, after [`fold_synonym`], is a verb that says what kind of work a task is.
pub(super) fn is_work(stem: &str) -> bool {
    WORK_STEMS.contains(stem)
}

/// Whether a stem only says that a task is taken up or ended.
pub(super) fn takes_up(stem: &str) -> bool {
    TAKES_UP_STEMS.contains(stem)
}

/// Whether a title says how, where or when behind this word, as it is written.
pub(super) fn elaborates(word: &str) -> bool {
    is_in(ELABORATES, word)
}

/// The stem that stands for all that mean the same on a board.
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
