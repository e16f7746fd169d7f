//! Defines which words of the person lift a rule or allow its act once.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::kinds::pushes_a_thing;
use super::statements::{SaidStatement, Speech};
use super::{Ban, Forbidden, forbidden};
use crate::text::patterns;

/// The effect of a message on a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Release {
    /// The rule ends.
    Ends,
    /// The act is asked for this time; the rule holds again afterwards.
    Once,
}

patterns! {
    /// A permission or a withdrawal, with the act named.
    PERMITS = r"(?ix)\b(?: you\s+(?:can|may|could|are\s+allowed\s+to) | feel\s+free | go\s+ahead | it['’]?s\s+(?:ok|okay|fine|alright|all\s+right)\s+(?:now\s+)?to | fine\s+(?:now|by\s+me|with\s+me|again) | (?:are|is)\s+(?:now\s+)?(?:ok|okay|fine|allowed|alright)(?:\s+now)? | after\s+all | forget\s+(?:about\s+)?(?:the|that|my|what) | changed\s+(?:my|our)\s+minds? | no\s+longer\s+(?:applies|needed|holds) | drop\s+(?:the|that)\s+rule | never\s+mind\s+(?:the|that|my|about|what) | ignore\s+(?:the|that|my)\s+(?:rule|earlier|ban) | (?:rule|ban|freeze|lock)\s+(?:is|has\s+been)\s+(?:over|lifted|gone|off) | lift(?:ed)?\s+the | (?:allowed|ok|okay|fine)\s+(?:now|again) | now\s+(?:ok|okay|fine|allowed) | as\s+an\s+exception | exception\s+for | i['’]m\s+(?:ok|okay|fine)\s+with | from\s+now\s+on\s+you\s+(?:can|may) | unfrozen | (?:is|are|['’]s)\s+(?:now\s+)?(?:safe|free|clear|good)\s+to | (?:can|may)\s+(?:now\s+)?(?:be\s+\w+|go\b) | (?:is|are)\s+(?:all\s+)?yours | no\s+longer )\b";
    /// Words that end a rule without naming it.
    LIFTS = r"(?ix)\b(?: (?:freeze|ban|rule|lock|embargo|hold|restriction|limit)\s+(?:is|has\s+been|was|['’]s)\s+(?:now\s+|finally\s+)?(?:over|lifted|off|gone|done|dropped|history) | (?:forget|ignore|scrap|scratch|drop|never\s*mind|disregard)\s+(?:what\s+i\s+said|that\s+rule|the\s+rule|my\s+(?:rule|earlier)|that\s+restriction) | i\s+take\s+(?:that|it)\s+back | i(?:['’]ve|\s+have)?\s+changed\s+my\s+mind )";
    /// A permission that names no act: it ends rules that hold until the person says so.
    GOES_AHEAD = r"(?ix)\b(?: go\s+ahead | go\s+for\s+it | ship\s+it | approved? | lgtm | green\s+light | all\s+clear | do\s+it\s+now | you\s+have\s+my\s+(?:ok|okay|approval|permission|blessing) | i\s+say\s+so | signed\s+off | i(?:['’]ve|\s+have)\s+(?:reviewed|checked|looked|read|tested)(?:\s+it)? | (?:tests?|ci|build|pipeline|checks?)\s+(?:is|are|went|came)\s+(?:all\s+|back\s+)?green | (?:tests?|checks?)\s+(?:all\s+)?pass(?:ed)?\b | (?:is|are)\s+(?:done|through|merged|finished|over|ready|complete|in\s*(?:$|[.,!]))(?:\b|$) | (?:gave|has\s+given|given)\s+(?:me\s+|us\s+)?(?:her|his|their|the|my|an?)\s+(?:ok|okay|go|go-ahead|approval|blessing) | looks\s+(?:good|great|fine|right)\s+(?:to\s+me|now) | i['’]m\s+(?:back|done|happy) )";
    CARRY_ON = r"(?i)\b(?:carry\s+on|keep\s+going|continue)\b";
    /// The verbs and nouns of the acts, by kind.
    PUSH = r"(?i)\bpush(?:es|ed|ing)?\b|\bsend\s+it\s+up\b";
    COMMIT = r"(?i)\b(?:commit(?:s|ted|ting)?|check\s+(?:it|them)\s+in)\b";
    PACKAGES = r"(?i)\b(?:dependenc(?:y|ies)|deps?|packages?|librar(?:y|ies)|libs?|crates?|gems?|modules?|install(?:s|ed|ing)?)\b|\badd(?:ing)?\s+`?[@\w./-]+`?\s*(?:$|[.,!;]|\s(?:after\s+all|anyway|then|for\s+(?:this|that|it))\b)";
    EDITS = r"(?i)\byours\b|\b(?:set|put|raise|increase|lower|reduce|replace|insert|append|configure|edit|change|modify|touch|update|rewrite|rename|fix|adjust|move|patch|refactor|extend|add|write|remove|delete)(?:s|d|ed|ing)?\b";
    /// A library that is chosen after all.
    CHOSEN = r"(?i)\b(?:use|take|go\s+with|exception\s+for)\s+`?[@\w./-]+`?\s+(?:after\s+all|then|anyway|is\s+(?:ok|okay|fine))\b";
    /// An installation of what is declared already.
    INSTALLS_DECLARED = r"(?i)\binstall\w*\s+(?:the|all|our|existing|its)\s+(?:the\s+|existing\s+)?(?:deps|dependencies|packages|modules|gems|crates)\b";
    DELETES = r"(?i)\b(?:delet|remov|drop|truncat|wip|clear|eras|get\s+rid|throw)\w*\b";
    RUNS = r"(?i)\b(?:run|use|call|try|start|execute|go\s+with|take|add|install)(?:s|ning|ing)?\b";
    DEPLOYS = r"(?i)\b(?:go(?:es)?\s+live|deploy|releas|ship|roll|publish|upload|promot)\w*\b";
    DATA = r"(?i)\b(?:migrat\w*|drop|truncate|tables?|database|db|rows?|columns?)\b";
    NEGATED = r"(?i)\b(?:not|don['’]?t|never|no|without|avoid|instead|can['’]t|shouldn['’]t|why|did\s+you|have\s+you)\b";
    /// A request or an order, at the beginning of a clause or of its part.
    ASKS = r"(?ix)(?:^|,|:|\band\b|\bthen\b|\bnow\b|\bso\b|\bok(?:ay)?\b|\byes\b)\s*(?:(?:fine|sure|alright|good|looks\s+good|please|now|then|just|also|go\s+ahead\s+and|let['’]?s|(?:can|could|would|will)\s+you(?:\s+please)?|i\s+(?:want|need)\s+you\s+to|you\s+(?:should|must|need\s+to|have\s+to)|ok(?:ay)?|yes|yeah|great|good|thanks|and|so)[\s,]+)*(?:(?:force-?\s?)?push|set|put|raise|increase|lower|reduce|replace|insert|append|configure|commit|add|install|bring|use|edit|change|modify|touch|update|rewrite|rename|fix|adjust|move|patch|refactor|extend|delete|remove|drop|truncate|wipe|clear|run|call|start|execute|deploy|release|ship|roll|publish|upload|take|go\s+live|merge|rebase|tag|amend|squash|open|create|write|restart|stop|kill|migrate|skip|disable)\b";
}

/// Maximum number of bytes in a message that may allow something; a longer one is a document.
const LONGEST: usize = 2000;
/// Maximum number of bytes in a message that can lift a rule without naming it.
const SHORT: usize = 120;

/// A message of the person, read once for all rules.
#[derive(Debug)]
pub(crate) struct Message<'t> {
    whole: Part<'t>,
    /// Whether it permits what it names.
    permits: bool,
    /// Whether it says that a rule ends.
    lifts: bool,
    /// Whether it gives the permission that rules with `until` wait for.
    goes_ahead: bool,
    /// The clauses that are not negated.
    clauses: Vec<Clause<'t>>,
    /// The prohibitions of the message itself, computed when it would release a rule.
    forbids: OnceCell<Vec<Forbidden>>,
}

/// A text with its lower-case form.
#[derive(Debug)]
struct Part<'t> {
    text: &'t str,
    low: String,
}

#[derive(Debug)]
struct Clause<'t> {
    part: Part<'t>,
    /// The request that it is.
    request: Option<SaidStatement<'t>>,
    /// Whether it asks for some act; read when a rule needs it.
    asks: OnceCell<bool>,
}

impl<'t> Part<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, low: text.to_lowercase() }
    }
}

impl<'t> Message<'t> {
    /// Reads a message; `None` for one that is too long to allow something.
    pub(crate) fn of(text: &'t str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let clauses = clauses(text).filter(|clause| !NEGATED.may_match(clause));
        let told = without_questions(text);
        Some(Self {
            whole: Part::of(text),
            permits: PERMITS.is_match(&told),
            lifts: LIFTS.is_match(&told),
            goes_ahead: GOES_AHEAD.is_match(&told) && !CARRY_ON.is_match(text),
            clauses: clauses.map(Clause::of).collect(),
            forbids: OnceCell::new(),
        })
    }

    /// Whether it states the rule once more.
    fn restates(&self, rule: &Forbidden) -> bool {
        let said = self.forbids.get_or_init(|| forbidden(self.whole.text));
        said.iter().any(|said| said.ban == rule.ban && said.names == rule.names)
    }
}

/// The clauses of a text; a dot within a name of a file ends none.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(['!', '\n', ';']).flat_map(|part| part.split(". ")).map(|clause| clause.trim_end_matches('.'))
}

/// A text without its questions: they permit nothing.
fn without_questions(text: &str) -> Cow<'_, str> {
    if !text.contains('?') {
        return text.into();
    }
    text.split_inclusive(['.', '!', '?', '\n']).filter(|sentence| !sentence.ends_with('?')).collect::<String>().into()
}

impl<'t> Clause<'t> {
    fn of(text: &'t str) -> Self {
        Self { part: Part::of(text), request: SaidStatement::read(text, Speech::Requests), asks: OnceCell::new() }
    }

    /// Whether it asks for the act.
    fn is_request(&self, rule: &Forbidden) -> bool {
        self.request.as_ref().is_some_and(|request| request.is_against(rule))
            || (speaks_of(rule, &self.part) && *self.asks.get_or_init(|| ASKS.is_match(self.part.text)))
    }
}

/// Decides whether a message of the person ends a rule or allows its act once; `None` if it does neither. One that restates
/// the rule allows nothing.
pub(crate) fn release(rule: &Forbidden, message: &Message<'_>) -> Option<Release> {
    allowed(rule, message).filter(|_| !message.restates(rule))
}

/// [`release`] by a message that may restate the rule.
fn allowed(rule: &Forbidden, message: &Message<'_>) -> Option<Release> {
    if (message.permits || message.lifts) && speaks_of(rule, &message.whole) {
        return Some(Release::Ends);
    }
    if message.lifts && message.whole.text.len() < SHORT {
        return Some(Release::Ends);
    }
    if message.clauses.iter().any(|clause| clause.is_request(rule)) {
        return Some(if rule.until { Release::Ends } else { Release::Once });
    }
    (rule.until && message.goes_ahead).then_some(Release::Ends)
}

/// Whether a text speaks of what a rule forbids. The names of the rule are looked for first: most texts have none of them.
fn speaks_of(rule: &Forbidden, Part { text: message, low }: &Part<'_>) -> bool {
    let names = rule.names.iter().map(|n| n.to_lowercase());
    let has = |n: String| low.contains(&n) || n.rsplit('/').next().is_some_and(|l| l.len() > 3 && low.contains(l));
    let named = || rule.names.is_empty() || names.clone().any(has);
    let word = |word: &str| low.contains(word);
    match rule.ban {
        // "push it" asks for a push to the branch spoken of last, if no branch is named.
        Ban::Push => (rule.until || named()) && PUSH.is_match(message) && !pushes_a_thing(message),
        Ban::ForcePush => word("force") && PUSH.is_match(message),
        Ban::Commit => (rule.until || named()) && COMMIT.is_match(message),
        Ban::CommitPaths => named() && (word("add") || COMMIT.is_match(message)),
        Ban::Packages | Ban::ThirdParty | Ban::Programs => {
            (PACKAGES.is_match(message) || CHOSEN.is_match(message)) && !INSTALLS_DECLARED.is_match(message)
        }
        Ban::Paths if rule.names.is_empty() => word("implement") || word("go ahead") || EDITS.is_match(message),
        Ban::Paths => named() && EDITS.is_match(message),
        Ban::Outside => !named() && EDITS.is_match(message),
        Ban::Create => word("create") || word("write") || word("add"),
        Ban::Delete | Ban::DeleteBranch => (word("branch") || named()) && DELETES.is_match(message),
        Ban::Tool | Ban::Library | Ban::Choice => {
            names.clone().any(|n| n.split(' ').next().is_some_and(|first| low.contains(first)))
                && RUNS.is_match(message)
        }
        // "roll it out" does not name production.
        Ban::Database | Ban::Migrate => (rule.until || named() || is_production(rule, low)) && DATA.is_match(message),
        Ban::Deploy => (rule.until || named() || is_production(rule, low)) && DEPLOYS.is_match(message),
        Ban::Publish => DEPLOYS.is_match(message),
        Ban::Amend => word("amend") || word("squash"),
        Ban::Merge => word("merge"),
        Ban::Rebase => word("rebase"),
        Ban::Tag => word("tag"),
        Ban::PullRequest => word("pull request") || low.split(|c: char| !c.is_alphanumeric()).any(|w| w == "pr"),
        Ban::SkipHooks => word("hook") || word("no-verify"),
        Ban::Restart => word("restart") || word("stop") || word("reboot"),
        Ban::Tests => (word("test") || word("suite")) && RUNS.is_match(message),
        Ban::Content => names.clone().any(|n| low.contains(n.trim_matches(|c: char| !c.is_alphanumeric()))),
        Ban::Upgrade => {
            word("upgrade") || word("bump") || word("version") || (word("update") && PACKAGES.is_match(message))
        }
        Ban::Format => word("format") || word("lint"),
        Ban::Network => word("call") || word("request") || word("curl") || word("api") || word("hit"),
        Ban::Operate => names.clone().any(|n| low.contains(&n)),
        Ban::Branch => word("branch"),
        Ban::Read => (word("read") || word("open") || word("look")) && named(),
    }
}

/// Whether a message names the production environment that a rule is for.
fn is_production(rule: &Forbidden, low: &str) -> bool {
    rule.names.iter().any(|name| name == "production") && (low.contains("prod") || low.contains("live"))
}
