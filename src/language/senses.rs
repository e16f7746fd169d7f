//! Defines [`sense_of`], the sense that words of work share: "export" and "download", "absent" and "missing".
//!
//! It is wider than the synonyms of titles, which say that two tasks are the same one. Here a person decides.

use std::sync::LazyLock;

use foldhash::HashMap;

use super::stems::stem;
use super::tables::{are_opposite, elaborates, is_stop_word};

/// Words of one sense, a row each. A word is in one row only.
const ROWS: &[&str] = &[
    "page screen view panel tab dashboard-page",
    "button toggle switch checkbox control",
    "csv spreadsheet excel xlsx",
    "export download exporter",
    "email e-mail mail newsletter",
    "absent missing lacking nonexistent unset",
    "unused dead stale obsolete orphan orphaned leftover unneeded",
    "css style stylesheet styling scss",
    "fail failed failure unsuccessful failing erroneous",
    "log record logging logger logged",
    "limit cap restrict restriction maximum max throttle throttling ceiling",
    "background worker async asynchronous queue offline-job",
    "doc docs documentation document documented docstring",
    "config configuration settings preference preferences",
    "database db sql",
    "login signin sign-in log-in logon auth authentication authenticate",
    "signup sign-up registration register onboard",
    "logout signout sign-out",
    "slow fast faster speed performance perf latency quick quicker optimize optimise sped accelerate snappy",
    "crash panic segfault abort crashing blow blowing blew explode die",
    "test tests spec coverage testing tested",
    "retry retries reattempt retried",
    "validate validation validator reject rejected",
    "search lookup find",
    "cache caching cached memoize memoized ttl redis",
    "deduplicate dedupe duplicate duplicates dedup duplicated",
    "shortcut hotkey keybinding ctrl cmd keyboard key",
    "spinner loader indicator throbber",
    "picture image photo img",
    "resize resizing thumbnail downscale",
    "translate translation localize localise localization localisation i18n",
    "ci pipeline workflow",
    "notification notify alert alerting",
    "invoice bill billing",
    "cart basket",
    "date dates day",
    "time timestamp clock",
    "zip archive compress compression gzip shrink",
    "backup snapshot dump",
    "chart graph plot diagram",
    "menu navigation nav navbar",
    "typo spelling misspelling misspelled",
    "dependency dependencies package packages library libraries dep deps",
    "docker container dockerfile compose",
    "kubernetes k8s cluster",
    "flaky unstable intermittent nondeterministic",
    "credential credentials secret secrets",
    "password passphrase pw",
    "endpoint route handler",
    "parameter param argument arg flag",
    "folder directory dir",
    "column field attribute",
    "popup modal dialog dialogue lightbox",
    "header headline heading title",
    "filter filtering filtered",
    "pagination perpage paginate paging paged paginated",
    "tooltip hint",
    "refund reimburse reimbursement",
    "metric metrics monitoring telemetry",
    "memory ram heap",
    "leak leaks leaking leaked",
    "deploy deployment rollout",
    "license licence",
    "permission permissions role roles privilege",
    "accessibility a11y aria",
    "encrypt encryption encrypted",
    "timezone tz utc",
    "sound audio",
    "currency money",
    "customer client-account",
    "autosave auto-save",
    "redirect forward",
    "placeholder stub",
    "env environment",
    "repository repo",
    "mobile phone",
    "empty blank zero",
    "concurrent parallel concurrency parallelize multithreaded",
    "clear reset",
    "round rounding rounded",
    "sort sorting ordering sorted",
    "collapse collapsible",
    "drag draggable dragging",
    "print printing printable printout",
    "schedule scheduled scheduling cron",
    "stream streaming streamed",
    "normalize normalise normalization",
    "sync synchronize synchronise synchronization",
    "upload uploading uploaded import importer imported",
    "photo-upload attachment attach",
    "warning warn warnings",
    "hardcoded hard-coded literal",
    "identifier id ids",
    "address addresses",
    "supplier vendor provider",
    "calculate calculation compute computed computing",
    "average mean",
    "battery charge",
    "level percentage percent",
    "handwritten homegrown custom own",
    "total sum totals",
    "height elevation",
    "german deutsch",
    "french français",
    "english",
    "footer",
    "bug glitch",
    "blog post article",
    "bookmark favourite favorite star",
    "icon logo glyph",
    "color colour",
    "font typeface",
    "theme skin appearance",
    "overlap clash collide collision clip clips clipping",
    "freeze hang hangs stuck froze deadlock",
    "jitter stutter lag laggy choppy",
    "rotate rotation orientation",
    "scroll scrolling scrollbar",
    "zoom magnify",
    "select selection pick choose",
    "copy clone",
    "share sharing",
    "comment remark",
    "reply respond",
    "message chat",
    "friend follower",
    "discount coupon voucher promo",
    "shipping delivery deliver",
    "stock inventory",
    "price pricing fee",
    "tax vat",
    "payment pay checkout",
    "subscription subscribe",
    "contract agreement",
    "report summary",
    "statistics stats analytics",
    "budget spending",
    "salary payroll wage",
    "employee staff",
    "meeting appointment booking reservation book",
    "calendar agenda",
    "reminder remind",
    "deadline due",
    "timer countdown stopwatch",
    "location position gps coordinates",
    "weather forecast",
    "temperature thermal",
    "sensor probe",
    "motor servo",
    "led lamp light",
    "serial uart",
    "bluetooth ble",
    "wifi wlan wireless",
    "power energy",
    "voice speech",
    "microphone mic",
    "speaker loudspeaker",
    "volume loudness",
    "subtitle caption",
    "song track",
    "player playback",
    "frame fps",
    "texture sprite",
    "animation animate tween",
    "enemy monster opponent foe",
    "weapon gun",
    "health hp hitpoints",
    "score points",
    "jump leap",
    "controller gamepad joystick",
    "multiplayer coop",
    "lobby matchmaking",
    "leaderboard highscore ranking",
    "achievement trophy badge",
    "tutorial walkthrough",
    "pause paused",
    "spawn respawn",
    "dataset corpus",
    "checkpoint checkpoints",
    "train training",
    "predict prediction inference",
    "accuracy precision",
    "outlier anomaly",
    "histogram distribution",
    "split partition",
    "label annotation annotate",
    "notebook jupyter",
    "warehouse redshift snowflake bigquery",
    "schema ddl",
    "index indices",
    "replica replication",
    "shard sharding",
    "nullable null",
    "trailing whitespace",
    "certificate cert tls ssl https",
    "domain dns hostname",
    "loadbalancer balancer",
    "healthcheck heartbeat liveness",
    "outage downtime",
    "oncall pager pagerduty",
    "region zone",
    "bucket s3",
    "terraform iac",
    "ansible playbook",
    "token jwt",
    "session cookie",
    "csrf xsrf",
    "captcha recaptcha",
    "otp totp mfa 2fa",
    "biometric fingerprint faceid",
    "consent gdpr",
    "audit trail",
    "anonymize pseudonymize redact mask masked",
    "ban banned",
    "moderate moderation",
    "onboarding welcome",
    "profile bio",
    "plural pluralization",
    "responsive breakpoint breakpoints",
    "release version",
    "binary executable",
    "plugin extension addon",
    "cli commandline terminal",
    "help usage",
    "stdin pipe",
    "verbose debug",
    "parser parse parsing lexer tokenizer",
    "compiler compile",
    "typecheck typing",
    "lint linter eslint",
    "formatter prettier",
    "benchmark profiling",
    "mock fake",
    "stacktrace traceback",
    "overflow overrun",
    "encoding charset unicode utf umlaut umlauts",
    "decimal fraction cents",
    "negative minus",
    "range interval span",
    "weight mass",
    "size dimension",
    "distinct unique",
    "barcode qr scan scanner",
    "student pupil",
    "course lesson",
    "exam quiz",
    "author writer",
    "citation reference bibliography",
    "figure illustration",
    "equation formula",
    "link url hyperlink href",
    "carousel slider",
    "dropdown combobox",
    "tag category",
    "sidebar drawer",
    "toast snackbar",
    "card tile",
    "weekly week",
    "monthly month",
    "daily nightly night",
];

/// Verbs of work by what they do, a row each; the first word names the row.
const DEEDS: &[&str] = &[
    "add implement create introduce build support provide setup set-up install write make enable generate wire integrate new offer allow put include ship show display expose",
    "remove delete drop clean rip strip kill retire purge prune eliminate gone ditch scrap unship",
    "fix repair resolve correct patch handle prevent avoid solve cure tolerate guard survive",
    "change update modify adapt adjust edit refactor rework rewrite convert migrate replace swap switch move port improve tweak simplify extract split merge restructure reorganize",
    "rename call name",
    "upgrade bump raise",
    "investigate analyse analyze research find figure diagnose examine profile look",
    "describe explain outline",
    "send",
    "revert undo restore",
    "disable deactivate hide",
    "downgrade lower",
];

type Table = LazyLock<HashMap<String, usize>>;

static SENSES: Table = LazyLock::new(|| table(ROWS));
static DEED_ROWS: Table = LazyLock::new(|| table(DEEDS));

/// The rows by their words, and by the stems and roots that no word before has.
fn table(rows: &[&str]) -> HashMap<String, usize> {
    let words = || rows.iter().enumerate().flat_map(|(n, row)| row.split(' ').map(move |word| (word, n)));
    let mut out: HashMap<String, usize> = words().map(|(word, n)| (word.to_owned(), n)).collect();
    for form in [stem, root] {
        for (word, n) in words() {
            out.entry(form(word)).or_insert(n);
        }
    }
    out
}

/// The row of a word, as it is written or by its stem or root.
fn row_of(table: &HashMap<String, usize>, word: &str) -> Option<usize> {
    table.get(word).or_else(|| table.get(&stem(word))).or_else(|| table.get(&root(word))).copied()
}

/// The sense of a word: the first of its row, or its own root.
pub fn sense_of(word: &str) -> String {
    let row = row_of(&SENSES, word).and_then(|n| ROWS.get(n)?.split(' ').next());
    row.map_or_else(|| root(word), |first| format!("~{first}"))
}

/// The kind of work of a verb, by the first verb of its row.
pub fn deed_of(word: &str) -> Option<&'static str> {
    row_of(&DEED_ROWS, word).and_then(|n| DEEDS.get(n)?.split(' ').next())
}

/// The words of a text in small letters, in order, names of code and files cut into theirs; without function words.
/// Each with whether it stands after a word that introduces how, where or when.
pub fn plain_words(text: &str) -> Vec<(String, bool)> {
    let text = together(text);
    let mut out: Vec<(String, bool)> = Vec::new();
    let mut behind = false;
    for whole in text.split(|c: char| !(c.is_alphanumeric() || ".'_".contains(c))) {
        let whole = whole.trim_matches(['.', '\'', '_']);
        behind |= !out.is_empty() && elaborates(&whole.to_lowercase());
        for word in cut(whole) {
            let word = word.to_lowercase();
            if !word.is_empty() && !is_stop_word(&word) && !elaborates(&word) {
                out.push((word, behind));
            }
        }
    }
    out
}

/// Words that are one, in the spelling that the rows have. Each is looked for in small letters.
const TOGETHER: &[(&str, &str)] = &[
    ("e-mail", "email"),
    ("sign in", "login"),
    ("sign-in", "login"),
    ("log in", "login"),
    ("log-in", "login"),
    ("sign up", "signup"),
    ("sign-up", "signup"),
    ("log out", "logout"),
    ("sign out", "logout"),
    ("set up", "setup"),
    ("auto-save", "autosave"),
    ("no longer", "nolonger"),
    ("time zone", "timezone"),
    ("github", "gh"),
    ("hand-written", "handwritten"),
    ("every night", "nightly"),
    ("every day", "daily"),
    ("every week", "weekly"),
    ("every month", "monthly"),
    ("per_page", "perpage"),
    ("per page", "perpage"),
    ("turn off", "disable"),
    ("turned off", "disabled"),
    ("switch off", "disable"),
    ("switched off", "disabled"),
    ("turn on", "enable"),
    ("turned on", "enabled"),
    ("get /", "endpoint /"),
    ("post /", "endpoint /"),
    ("->", " renamed "),
    ("→", " renamed "),
];

/// A text with the words of [`TOGETHER`] as one.
fn together(text: &str) -> String {
    let mut text = text.replace('’', "'");
    for (said, meant) in TOGETHER {
        while let Some(at) = text.to_ascii_lowercase().find(said) {
            text.replace_range(at..at + said.len(), meant);
        }
    }
    text
}

/// The words within a word: of a name with humps or underscores, and a number with its unit. A version stays whole.
fn cut(word: &str) -> Vec<String> {
    let version = word.trim_start_matches(['v', 'V']);
    if !version.is_empty() && version.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return vec![version.to_owned()];
    }
    let mut out = vec![String::new()];
    let mut last = ' ';
    for c in word.chars() {
        let hump = c.is_uppercase() && last.is_lowercase();
        let unit = c.is_alphabetic() && last.is_ascii_digit();
        if c == '_' || c == '.' || hump || unit {
            out.push(String::new());
        }
        if let Some(part) = out.last_mut().filter(|_| c != '_' && c != '.') {
            part.push(c);
        }
        last = c;
    }
    // A possessive adds nothing.
    out.into_iter().map(|part| part.strip_suffix("'s").map_or(part.clone(), str::to_owned)).collect()
}

/// Whether two words mean the opposite of each other.
pub fn are_opposed(a: &str, b: &str) -> bool {
    are_opposite(&stem(a), &stem(b))
}

/// The root that a verb shares with its nouns and adjectives: "validation" and "validate", "collapsible" and "collapse".
fn root(word: &str) -> String {
    let stem = stem(&word.to_lowercase());
    let endings = [
        "isation", "ization", "ation", "ition", "ution", "ment", "able", "ible", "ion", "ator", "or", "er", "al",
        "ness",
    ];
    let base = endings.iter().find_map(|ending| stem.strip_suffix(ending).filter(|base| base.len() >= 4));
    let base = base.unwrap_or(&stem);
    base.strip_suffix("at").filter(|b| b.len() >= 4).unwrap_or(base).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_sense_are_alike_in_any_form() {
        for (a, b) in [
            ("export", "downloads"),
            ("validation", "validates"),
            ("collapsible", "collapsed"),
            ("settings", "configuration"),
            ("migration", "migrated"),
            ("failed", "unsuccessful"),
        ] {
            assert_eq!(sense_of(a), sense_of(b), "{a} {b}");
        }
        for (a, b) in [("invoice", "order"), ("upload", "download"), ("login", "logout")] {
            assert_ne!(sense_of(a), sense_of(b), "{a} {b}");
        }
        assert_eq!((deed_of("implemented"), deed_of("dropped"), deed_of("weigh")), (Some("add"), Some("remove"), None));
    }
}
