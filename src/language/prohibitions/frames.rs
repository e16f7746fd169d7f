//! Defines [`forbidden`], which finds the wordings of a prohibition anywhere in a message: "don't push", "no force
//! pushes", "X stays as it is", "hands off X", "pushing is my job", "only touch X".

use std::ops::Range;
use std::rc::Rc;

use super::antecedents::{unsaid, with_antecedent};
use super::conditions::{Condition, condition, exceptions};
use super::content::content;
use super::destinations::sent;
use super::kinds::{of_noun, of_verb, outside};
use super::negated::{anywhere, negated_verbs};
use super::objects::files;
use super::operations::{is_local, places};
use super::ownership::{branches_and_places, owned, withheld};
use super::things::{kept, nobody, subject, things};
use super::verbs::{PROGRAMS, Verb, leading};
use super::wishes::in_present;
use super::{Ban, Exception, Forbidden};
use crate::language::phrases::{Phrases, phrases};
use crate::text::{Readings, patterns};

patterns! {
    /// Work that stays undone: "leave everything uncommitted".
    UNDONE = r"(?i)\b(?:leave|keep|stays?|remains?)\s+(?:[^,;:!?]+?\s+)?un(?P<verb>committed|pushed|merged|staged|published|released|deployed|applied|tagged)\b";
    /// A thing that goes on: "leave nginx running".
    RUNNING = r"(?i)\b(?:leave|keep)\s+(?P<what>[^,;:!?]+?)\s+(?:up\s+and\s+)?running\b|(?:^|[,;:]\s*)(?P<up>[^,;:!?]{2,40}?)\s+(?:must|has\s+to|have\s+to|should|needs?\s+to)\s+(?:keep\s+running|(?:stay|remain)\s+(?:up|online|alive|running)|not\s+(?:go\s+down|stop))\b";
    /// The only place that may be changed.
    ONLY = r"(?ix)\b(?: (?:only|just)\s+(?:ever\s+)?(?:touch|change|edit|modify|alter|write\s+(?:to|in)|work\s+(?:in|on|inside|within|under)|make\s+changes\s+(?:in|to|under)) | (?:touch|change|edit|modify|work\s+in)\s+(?:only|just|nothing\s+but|nothing\s+except) | (?:keep|limit|restrict|confine)\s+(?:your|all|the|any|this|it|yourself|everything)?\s*(?:changes?|edits?|work|yourself)?\s*(?:to|in|inside|within)(?:\s+only)? | (?:all\s+)?changes?\s+(?:only\s+)?(?:go|belong|stay)?\s*only\s+(?:in|to|under|inside) | (?:stay|remain|keep)\s+(?:in|inside|within)(?:\s+of)? )\s+(?P<where>[^;!?]+) | \bonly\s+(?P<yours>[^;!?,]+?)\s+(?:is|are)\s+yours\b | \bplayground\s+is\s+(?P<there>[^;!?,]+)";
    OUTSIDE = r"(?ix)\b(?:nothing|whatever|everything|no\s+(?:\w+\s+)?(?:files?|changes?|edits?|code)|anything|files?|changes?)\s+(?:else\s+)?(?:(?:that\s+)?(?:is|are|lives?)\s+)?outside(?:\s+of)?\s+(?P<where>[^;!?]+)";
    /// Only what the project already has: "standard library only".
    STANDARD = r"(?ix)\b(?: (?P<std7>standard\s+library|std\s?lib|built-?ins)\s+alone | what['’]s\s+(?:already\s+)?(?:installed|available|in\s+the\s+repo|in\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std8>standard\s+library|std\s?lib)) | (?:with|to|on)\s+(?:only\s+)?(?:the\s+|our\s+)?existing\s+(?:dependencies|packages|libraries|deps|libs) | (?P<std>standard\s+lib(?:rary|s)?|std\s?lib|std)\s+only | only\s+(?:use\s+)?(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std2>standard\s+library|std\s?lib|built-?ins?) | (?:keep|stick|limit|confine|restrict)\w*\s+(?:\w+\s+){0,3}?to\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std3>standard\s+library|std\s?lib|built-?ins?) | (?:stay|stays|remain)\s+(?:on|with|in|within)\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std4>standard\s+library|std\s?lib) | stick\s+with\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std5>standard\s+library|std\s?lib) | nothing\s+(?:but|except|beyond|outside)\s+(?:of\s+)?(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std6>standard\s+library|std\s?lib)
        | dependency[\s-]free | free\s+of\s+dependencies | zero[\s-]dep(?:endenc(?:y|ies)|s)? | (?:with|to|from|at|use)\s+(?:only\s+)?(?:the\s+|what\s+)?(?:tools|packages|dependencies|libraries|libs|deps|crates|what|gems|modules)?\s*(?:that\s+)?(?:we|you)(?:['’]ve|\s+have)?\s+(?:already\s+)?(?:have|got)(?:\s+already)?\b | (?:only\s+)?what['’]?s\s+(?:already\s+)?in\s+(?:the\s+)?(?:package\.json|cargo\.toml|pyproject|requirements|go\.mod|gemfile) | without\s+(?:any\s+)?(?:new\s+)?(?:third[\s-]party\s+)?dependencies )";
    /// Files that exist already are meant, not new ones: "existing migrations", "migrations that are applied".
    EXISTING = r"(?ix)\b(?:existing|applied|old|older|released|published|previous|past)\s+(?:[\w-]+\s+)?(?:migrations?|versions?|revisions?|tests?|files?|fixtures?|snapshots?|changesets?) | \b(?:migrations?|versions?|revisions?|changesets?)\s+(?:that|which)\s+(?:are|have|were|has|is)\b";
    /// A version that a thing is to keep: "stay on react 17".
    PINNED = r"(?ix)\b(?:stay|stays|staying|stick|remain|keep\s+(?:us|it|everything))\s+(?:on|with|at)\s+`?(?P<name>[a-z][\w.@/-]*[a-z])`?\s+(?:version\s+)?v?(?P<version>\d+(?:\.\d+)*)\b";
    /// "Nobody" or "nothing" as the subject.
    NOBODY = r"(?ix)\b(?:nobody|no\s+one|no-one|nothing|none\s+of\s+(?:this|it|that))\s+(?:else\s+)?(?:(?:ever|should|must|may|can|shall|is\s+(?:allowed\s+)?to|gets?\s+to|is|gets?|goes|go|ends?|lands?|will|be|allowed\s+to|up)\s+)*(?P<what>.+)$";
    NOBODY_ALONE = r"(?i)\b(?:nobody|no\s+one|no-one|else)\s*$";
    /// One tool instead of another: "use pnpm, not npm".
    NOT_THIS = r"(?ix)\b(?:use|using|with|take|go\s+with|on|via|through|run|prefer|want|install\s+with)\s+`?(?P<this>[\w@./+-]+)`?(?:\s+[\w-]+){0,3}?\s*[,;(]?\s*(?:and\s+)?(?:not|never|no|instead\s+of|rather\s+than)\s+(?:(?:with|via|bare|plain|raw|directly|the)\s+)*`?(?P<that>[\w@/.+-]*[\w@])`?";
    /// One thing before another: "prefer ky over axios".
    PREFERRED = r"(?i)\b(?:prefer|choose|favou?r|pick)\s+`?[\w@./+-]+`?\s+(?:over|to)\s+`?(?P<that>[\w@/.+-]*[\w@])`?\s*(?:$|[.,;!]|\b(?:here|please|in|for|everywhere)\b)";
    /// Read-only work: "just look, no changes".
    LOOK_ONLY = r"(?ix)\b(?:just|only)\s+(?:look|read|analy[sz]e|investigate|explain|review|tell\s+me|describe)\b[^.;!?]*\b(?:no|don['’]t|do\s+not|without)\b";
    /// An act with its answer: "commits yes, pushing no".
    ANSWERED = r"(?i)(?:^|[,;:.]\s*|\b(?:and|but)\s+)(?P<what>[a-z-]+ing|push|commits?|merges?|deploys?|releases?|tags?)\b\s*[:,=]?\s+(?:no|nope|never)\s*(?:$|[.,;!])";
    /// A place that nothing may end up in: "the keys must never end up in the repo".
    END_UP = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?:(?:must|should|may|can|shall)\s*(?:not|never|n['’]t)\s+(?:ever\s+)?(?:end\s+up|land|go|appear|show\s+up|be)|(?:do\s+not|don['’]?t|does\s+not|doesn['’]?t|never)\s+(?:belong|go))\s+(?:in|into)\s+(?:the\s+)?(?:repo|repository|git|code|history|commits?|source|logs?)\b";
    FREEZE = r"(?i)\b(?:freeze|lock|embargo|moratorium)\s+(?:on|for)\s+(?P<what>[^,;:!?]+)";
    /// "nothing under assets/ gets overwritten", "no rows may be deleted"
    NOTHING_IN = r"(?ix)\b(?:nothing|no|none\s+of|not\s+a\s+single)\s+(?P<place>[^,;:!?]{2,50}?)\s+(?:(?:ever|should|must|may|can|shall|will|is\s+to|are\s+to|is|gets?|be|being|allowed)\s+)+(?P<verb>[a-z]+(?:ed|en)|change|move)\b";
    /// A process by its number: "pid 4211", "the job 4211", "running as 4211".
    PROCESS = r"(?i)\b(?:pid|process|job|task|running\s+as|going\s+as|runs\s+as|kill|stop|interrupt|terminate|let|leave)\s+(?:(?:with|id|pid|number|no\.?)\s+)*#?(?P<pid>\d{2,7})\b";
    /// Verbs that keep a process running.
    GOES_ON = r"(?i)n['’]t\b|\b(?:dont|not|never|no|keeps?|stays?|remains?|leave|let|hands\s+off|alone|must|has\s+to)\b";
    /// Tools of which a sentence leaves out one: "not npm, not yarn".
    NOT_TOOL = r"(?i)(?:^|[,;:(.—–-]\s*|\b(?:and|but)\s+)(?:certainly\s+|definitely\s+|please\s+)?(?:not|never|no)\s+`?(?P<tool>[a-z][\w-]+)`?";
    /// "commit nothing yet", "touch nothing in core/", "make no changes in lib/".
    NOTHING = r"(?ix)(?:^|[,;:]\s*|\b(?:and|but|please|so|then)\s+)(?P<verb>commit|push|publish|deploy|touch|change|edit|delete|install|add|merge|make|release|modify|remove)\s+(?:nothing|no\s+changes?|no\s+edits?|none\s+of\s+(?:it|this))\b(?P<place>\s+(?:in|under|to|inside|on|from)\s+\S+)?";
    SENTENCE = r"(?:[.!?;]+[\s)\x22]+|\n+|\s[—–]\s)";
    /// A prohibition in the form of a question.
    POLITE = r"(?i)\b(?:can|could|shall)\s+we\s+(?:please\s+)?(?:agree|not|keep|leave|avoid)\b|\b(?:could|can|would|will)\s+(?:you|we)\b.*\b(?:do|get\s+by|manage|live|work)\s+without\b|\b(?:could|can|would|will)\s+you\s+(?:please\s+)?(?:not|avoid|stop|refrain|leave|keep)\b|\b(?:could|can|would|will)\s+you\b.*(?:\bbut\b|\band\b|,).*(?:n['’]t|\bnot\b|\bnever\b|\bno\b|\bwithout\b|\bhands\s+off\b|\bleave\b|\bkeep\b|\bavoid\b)";
    /// The question at the end of an order: "no new packages, ok?"
    TAG = r"(?i),\s*(?:ok|okay|alright|all\s+right|right|please|yes|yeah|got\s+it|deal|understood|agreed|clear|will\s+you)\s*$";
    /// Words that quote or report somebody else.
    QUOTED = r"(?i)^\s*>|\b(?:he|she|they|the\s+(?:docs?|readme|issue|error|log|message|test|ticket|manual))\s+(?:said|says|told|wrote|claims?|states?|reads?)\b";
}

/// Ends of abbreviations whose dot ends no sentence.
const ABBREVIATIONS: [&str; 4] = ["i.e", "e.g", " vs", " approx"];

/// Words of which every prohibition has one.
const SIGNS: Phrases = phrases!(
    "n't|n’t|not|dont|no |never|zero|avoid|without|stop|hold|only|just|leave|keep|hands|stay|off|nobody\
     |nothing|myself|forbid|frozen|out|my job|protected|refrain|instead|rather|free|ask|except|but|wait\
     |postpone|delay|closed|final|fixed|complete|sacred|holy|immutable|stone|alone|existing|installed\
     |available|what's|check with|tell me|let me|local|treat|consider|belong|owned|maintained|generated\
     |pull request|review|via|through|by ci|by me|plain|vanilla|pure|skip|ditch|resist|fan of|i'll|i do \
     |handle|take care|business|shop|need|require|stick|have|read|mine|on me|ing no|ban|locked|for me|to me|revert|bounce|refused\
     |turned down|dropped|ditched|moved off|repo|for a reason|has to|must|remain|same|pinned|spare|hate|reject|cheat|noise\
     |cop-out|crutch|pointless|lost|thrown away|survive|decide|up to|every|looked after|taboo|prohibited|clear of|go near|like it|before you|none|ve got|ed by|made by|built by|written by|comes from| job|should|before|left to|down to|unchanged|identical|untouched|intact|limit|restrict|confine|omit|uncommitted|unpushed|unmerged|unapplied|unstaged|unpublished\
     |let's|no-verify|yours|running|allow|peeve|thing of the past|getting rid|phasing|untouchable|sacrosanct|unw|undesired|unacceptable|inappropriate\
     |frowned|veto|outlaw|barred|allergic|sick of|tired of|fed up|keen|fond|rid of|last thing|, no|my |moving|blocked|to be kept|everything in|everything under|all by|preserve|prefer|favor|favour|resist|opened|done by|run by|survive|read only|we use|uses|let me|accepted"
);

/// Whether a text may forbid something: a cheap test before it is parsed.
pub(crate) fn may_forbid(text: &str) -> bool {
    SIGNS.within(&text.to_ascii_lowercase())
}

/// The prohibitions in a message or in the words of a rule. Empty if it is unclear what is forbidden.
pub(crate) fn forbidden(text: &str) -> Vec<Forbidden> {
    forbidden_before(text, "")
}

/// The prohibitions in a text, with the exceptions that the words `behind` it may hold.
pub(crate) fn forbidden_before(text: &str, behind: &str) -> Vec<Forbidden> {
    if text.contains('…') {
        return Vec::new();
    }
    let mut out: Vec<Forbidden> = Vec::new();
    let mut rest = text.trim();
    let mut before = "";
    while !rest.is_empty() {
        let end = end_of_sentence(rest).unwrap_or(rest.len()..rest.len());
        let (sentence, next) = (&rest[..end.start], &rest[end.end..]);
        let asks = rest[sentence.len()..].starts_with('?') || sentence.ends_with('?');
        let follow = if next.trim().is_empty() { behind } else { next };
        for rule in in_sentence(before, sentence.trim(), follow, asks) {
            if !out.iter().any(|known| known.ban == rule.ban && known.names == rule.names) {
                out.push(rule);
            }
        }
        before = &rest[..sentence.len() + usize::from(asks && !sentence.ends_with('?'))];
        rest = next.trim_start();
    }
    out
}

/// The bytes that part the first sentence of a text from the next.
fn end_of_sentence(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let found = SENTENCE.find(&text[from..])?.range();
        let end = from + found.start..from + found.end;
        if !ABBREVIATIONS.iter().any(|abbreviation| text[..end.start].ends_with(abbreviation)) {
            return Some(end);
        }
        from = end.end;
    }
}

/// The prohibitions of a sentence, with its limits. `before` is the sentence before it, which may name what it is about,
/// `next` the text after it, which may hold an exception.
fn in_sentence(before: &str, sentence: &str, next: &str, asks: bool) -> Vec<Forbidden> {
    let request = || POLITE.is_match(sentence) || TAG.is_match(sentence.trim_end_matches('?'));
    if !may_forbid(sentence) || asks && !request() {
        return Vec::new();
    }
    let sentence = &*in_present(sentence);
    let mut out = alone(sentence).to_vec();
    if out.is_empty()
        && let Some(named) = with_antecedent(sentence, before)
    {
        out = alone(&named).to_vec();
    }
    if out.is_empty() {
        out = unsaid(sentence, before);
    }
    if out.is_empty() || QUOTED.may_match(sentence) {
        return Vec::new();
    }
    let own = ruling(sentence);
    let limit = condition(own);
    let follow: String = next.chars().take(120).collect();
    let Some(except) = exceptions(sentence).and_then(|mut e| {
        e.extend(exceptions(&follow)?);
        Some(e)
    }) else {
        return Vec::new();
    };
    if limit == Condition::Open {
        return Vec::new();
    }
    let places = places(own);
    let existing = EXISTING.is_match(sentence);
    for rule in &mut out {
        if is_local(rule.ban) && rule.at.is_empty() {
            rule.at.clone_from(&places);
        }
        if existing && rule.ban == Ban::Paths {
            rule.except.push(Exception::NEW.to_owned());
        }
        rule.until |= limit == Condition::Until;
        // "terraform plan is fine, terraform apply is not"
        let words: Vec<String> = rule.names.iter().flat_map(|name| name.split(' ')).map(str::to_owned).collect();
        rule.except.extend(except.iter().filter(|e| !rule.names.contains(e) && !words.contains(e)).cloned());
    }
    out
}

/// The part of a sentence that rules, without the reason and the words that announce it: what the tests do on staging limits
/// no "so don't run them", and "two rules before you start:" no rule.
fn ruling(sentence: &str) -> &str {
    let announced = sentence.split_once(": ").filter(|(lead, rest)| alone(lead).is_empty() && !alone(rest).is_empty());
    let sentence = announced.map_or(sentence, |(_, rest)| rest);
    let behind = sentence.rfind(" so ").map(|at| &sentence[at + 4..]).filter(|tail| !alone(tail).is_empty());
    let own = behind.unwrap_or(sentence);
    own.find(" because ").map(|at| &own[..at]).filter(|own| !alone(own).is_empty()).unwrap_or(own)
}

thread_local! {
    /// The sentences of a message are read in it as a whole and one by one.
    static READ: Readings<Vec<Forbidden>> = Readings::new();
}

/// What a sentence by itself forbids.
fn alone(sentence: &str) -> Rc<Vec<Forbidden>> {
    READ.with(|readings| {
        readings.of(sentence, |sentence| {
            let mut out = Vec::new();
            read(sentence, &mut out);
            out
        })
    })
}

fn read(sentence: &str, out: &mut Vec<Forbidden>) {
    negated_verbs(sentence, out);
    things(sentence, out);
    if let Some(found) = STANDARD.captures(sentence) {
        out.push(Forbidden::new(Ban::Packages, Vec::new()));
        if ["std", "std2", "std3", "std4", "std5", "std6", "std7", "std8"].iter().any(|n| found.name(n).is_some()) {
            out.push(Forbidden::new(Ban::ThirdParty, Vec::new()));
        }
    }
    owned(sentence, out);
    withheld(sentence, out);
    branches_and_places(sentence, out);
    for found in [ONLY.captures(sentence), OUTSIDE.captures(sentence)].into_iter().flatten() {
        let place = ["where", "yours", "there"].iter().find_map(|name| found.name(name));
        outside(place.map_or("", |m| m.as_str()), out);
    }
    if let Some(what) = NOBODY.captures(sentence).and_then(|c| c.name("what")) {
        let before = NOBODY.find(sentence).map_or("", |found| &sentence[..found.start()]);
        // "nobody applied it" tells what happened.
        let told = what.as_str().split(' ').next().is_some_and(|verb| verb.ends_with("ed"))
            && NOBODY_ALONE.is_match(&sentence[..what.start()]);
        if !told {
            nobody(what.as_str(), before, out);
        }
    }
    if out.is_empty()
        && let Some(found) = NOT_THIS.captures(sentence)
    {
        let that = found.name("that").map_or("", |m| m.as_str());
        if found.name("this").is_some_and(|this| !this.as_str().eq_ignore_ascii_case(that)) {
            of_noun(that, out);
        }
    }
    if let Some(that) = PREFERRED.captures(sentence).and_then(|c| c.name("that")) {
        of_noun(that.as_str(), out);
    }
    if let Some(found) = PINNED.captures(sentence) {
        let [name, version] = ["name", "version"].map(|n| found.name(n).map_or("", |m| m.as_str()));
        let except = vec![format!("{}{version}", Exception::VERSION)];
        out.push(Forbidden { except, ..Forbidden::new(Ban::Upgrade, vec![name.to_lowercase()]) });
    }
    if let Some((verb, _)) = ANSWERED.captures(sentence).and_then(|c| leading(c.name("what")?.as_str())) {
        of_verb(verb, "", out);
    }
    nothing_in(sentence, out);
    if out.is_empty() {
        anywhere(sentence, out);
    }
    if out.is_empty() {
        plainly(sentence, out);
    }
    if out.is_empty() && LOOK_ONLY.is_match(sentence) && sentence.to_lowercase().contains("chang") {
        out.push(Forbidden::new(Ban::Paths, Vec::new()));
    }
}

/// Reads "the keys must never end up in the repo", "code freeze on X", "nothing in X gets changed", "commit nothing".
fn nothing_in(sentence: &str, out: &mut Vec<Forbidden>) {
    if let Some(what) = END_UP.captures(sentence).and_then(|c| c.name("what")) {
        let what = subject(what.as_str());
        let named = files(what);
        if named.is_empty() { content(what, out) } else { out.push(Forbidden::new(Ban::CommitPaths, named)) }
    }
    if let Some(what) = FREEZE.captures(sentence).and_then(|c| c.name("what")) {
        kept(what.as_str(), out);
    }
    if let Some(found) = NOTHING_IN.captures(sentence)
        && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
    {
        of_verb(verb, &format!(" {}", found.name("place").map_or("", |m| m.as_str())), out);
    }
    if let Some(found) = NOTHING.captures(sentence)
        && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
    {
        let place = found.name("place").map_or("", |m| m.as_str());
        of_verb(verb, if place.is_empty() { " anything" } else { place }, out);
    }
}

/// Reads what a negation and a known thing in one clause forbid, whatever stands between them: "nothing goes up to
/// origin", "not npm, not yarn", "don't solve it with a force push", "process 4211 has to keep running".
fn plainly(sentence: &str, out: &mut Vec<Forbidden>) {
    for clause in sentence.split([',', ';', '(', '—', '–']).flat_map(|part| part.split(" and ")) {
        sent(clause, out);
    }
    for tool in NOT_TOOL.captures_iter(sentence).filter_map(|c| c.name("tool")) {
        let behind = sentence[tool.end()..].trim_start_matches(['`', ' ']);
        let alone = behind.is_empty() || behind.starts_with([',', ';', '.', '!', ')']);
        if (alone || behind.starts_with('-')) && PROGRAMS.contains(&tool.as_str().to_ascii_lowercase()) {
            of_noun(&sentence[tool.start()..], out);
        }
    }
    if let Some(what) = RUNNING.captures(sentence).and_then(|c| c.name("what").or(c.name("up"))) {
        of_verb(Verb::Restart, &format!(" {}", what.as_str()), out);
    }
    if let Some((verb, _)) = UNDONE.captures(sentence).and_then(|c| leading(c.name("verb")?.as_str())) {
        of_verb(verb, if sentence.contains("migration") { " migrations" } else { "" }, out);
    }
    if let Some(pid) = PROCESS.captures(sentence).and_then(|c| c.name("pid")).filter(|_| GOES_ON.is_match(sentence)) {
        out.push(Forbidden::new(Ban::Restart, vec![pid.as_str().to_owned()]));
    }
}
