//! Defines the conditions and exceptions of a rule: when it ends, what it still allows, and which conditions a machine
//! cannot judge.

use super::Exception;
use crate::text::patterns;

/// The limit of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    /// It always holds.
    None,
    /// It holds until the person says otherwise: "until I say so", "yet", "without my approval".
    Until,
    /// A machine cannot tell when it holds: "if the tests fail", "without asking first".
    Open,
}

patterns! {
    /// Limits that a machine cannot judge.
    OPEN = r"(?ix)\b(?: without\s+(?:asking|running|test(?:s|ing)?|review(?:ing)?|a|first|checking|telling|good|explicit\s+reason|need)\b | (?:if|whenever)\b | when\s+(?:it|the|there|a|in|tests?|possible) | after\b | other\s+than\s+when | too\s+(?:many|much) | more\s+than | lightly | blindly | unnecessarily | needlessly | in\s+one\s+go | all\s+at\s+once | at\s+the\s+same\s+time | again\s+and\s+again | every\s+time | in\s+a\s+loop )";
    /// A run of the tests that must come first: "never push before the tests pass".
    TESTS_FIRST = r"(?ix)\bbefore\s+(?:running\s+)?(?:the\s+|all\s+(?:the\s+)?|our\s+|every\s+)?(?:unit\s+|e2e\s+)?(?:tests?|checks?|ci|build|suite|lint\w*|linters?|type\s?checks?|pipeline)\b";
    /// Phrases with "if" and "when" that are no condition.
    NO_LIMIT = r"(?i)\beven\s+(?:if|when|though)\b[^,;.]*|\blook(?:s|ed|ing)?\s+after\b|\bif\s+(?:you\s+(?:like\b|wish\b|need|miss|think\s+you)|(?:anything|something)\s+(?:in|under)|\S*[/.]\S*\w/?\s+needs?)\b|\b(?:good|nice|great|best|better|lovely|kind|like|prefer|love|appreciate|glad|happy|grateful|thankful)(?:\s+(?:it|of\s+you))?\s+(?:if|when)\b";
    /// The beginning of a reason after a rule.
    REASON = r"(?i)(?:,\s*(?:i|we|they|he|she|it|that|there|this|people|others|some|otherwise)\b|\s(?:because|since)\b|\s(?:and|or|as)\s+(?:i|we|they|he|she|people|others|somebody|everybody)\b|\s[—–-]\s|\safter\s+(?:last|yesterday|what|that|the\s+(?:incident|outage|accident|mess|fiasco))\b|[;:(])";
    /// Limits that end when the person says so.
    UNTIL = r"(?ix)\b(?: only\s+(?:after|once|when)\s+(?:i|we|he|she|they|my|our|talking|asking|the\s+(?:review|audit|approval|call|meeting)|legal|comms|somebody|someone|(?-i:[A-Z][a-z]+))\b | before\s+[\w-]+\s+(?:says?|approves?|agrees?|signs?|confirms?)\b | unless\s+(?:i|we|you\s+ask|you['’]ve\s+asked|explicitly|told|asked) | untill? | till | before\s+(?:i|we|the|it|my|that|this|you|all|everything|everyone|somebody) | without\s+(?:(?:my|me|an?\s+explicit|explicit)\b|(?:[\w-]+['’]s?|the\s+[\w-]+['’]s?)\s+(?:ok|okay|approval|permission|go|go-ahead|sign-?off|consent|review|blessing|yes|word)\b) | yet | for\s+now | right\s+now | for\s+the\s+moment | at\s+the\s+moment | so\s+far | today | tonight | this\s+week | hold\s+off | wait\s+with | hold\s+(?:the|that|your) )";
    /// A first step to which a rule is limited: "look first, change nothing".
    FIRST_STEP = r"(?i)\b(?:look|read|explore|think|plan|investigate|understand)(?:\s+(?:at|around|through|into)\s+[\w-]+(?:\s+[\w-]+)?)?\s+first\b|\bfirst\s+(?:just\s+|only\s+)?(?:look|read|explore|think|plan|investigate|understand)\b";
    /// An exception: what stands after it remains allowed.
    EXCEPT = r"(?i)\b(?:except(?:\s+for|\s+in|\s+under)?|other\s+than|apart\s+from|besides|with\s+the\s+exception\s+of|aside\s+from|excluding|only\s+exceptions?\s*(?:is|are|:)|unless\s+it['’]?s\s+(?:for|in|to|under))\s+(?P<what>[^,;!?—]+)";
    /// An exception in a clause of its own: "dev ones are okay", "docs/api is fine".
    FINE = r"(?i)(?:^|[,;(.]|\bbut\b|\bonly\b|\band\b)\s*(?:that\s+)?(?P<what>[\w@./`*-]+(?:\s+[\w@./`*-]+){0,3}?)\s+(?:ones?\s+)?(?:are|is)\s+(?:still\s+|of\s+course\s+|totally\s+)?(?:ok|okay|fine|allowed|alright|all\s+right|good)\b";
    /// A place where the rule does not hold: "in the tests it's fine".
    FINE_IN = r"(?i)(?:^|[,;(.]|\bbut\b|\band\b)\s*(?:in|within|inside|under|for|on)\s+(?:the\s+|our\s+|your\s+)?(?P<what>[\w@./`*-]+(?:\s+[\w-]+)?)\s+(?:it['’]?s|it\s+is|that['’]?s|that\s+is|they['’]?re|they\s+are|you\s+(?:can|may)|i\s+don['’]?t\s+mind)\b\s*(?:ok|okay|fine|allowed|alright|all\s+right|good|it|them|$|[.,!])";
    DEVELOPMENT = r"(?i)(?:^|\s)(?:dev|development|test|testing|build)(?:[\s-]*(?:only|time))?[\s-]*(?:dependenc\w+|deps?|packages?|ones?|tools?|crates?|librar\w+|stuff)?\b";
    /// Everything but the tests is meant.
    OUTSIDE_TESTS = r"(?i)\b(?:outside(?:\s+of)?\s+(?:the\s+)?(?:tests?|specs?|test\s+(?:code|files))|in\s+(?:production|non-?test|shipped|library|prod)\s+code)\b";
    /// Names within an exception.
    NAMES = r"[\w@*-]*(?:[./][\w@*.-]+)+/?|`[^`]+`|[\w@-]{3,}";
}

/// Filler words of an exception.
const FILLING: &str = " the for and its own our your any all files file folder directory things stuff packages package \
                       dependencies what that which are new use only ";

/// The limit of a rule, given its sentence.
pub(crate) fn condition(sentence: &str) -> Condition {
    let without = NO_LIMIT.find(sentence).map(|m| format!("{} {}", &sentence[..m.start()], &sentence[m.end()..]));
    let sentence = without.as_deref().unwrap_or(sentence);
    if TESTS_FIRST.is_match(sentence) {
        return Condition::Open;
    }
    if UNTIL.may_match(sentence) || is_of_first_step(sentence) {
        return Condition::Until;
    }
    // "don't tag it, I do that after the release": a reason limits nothing.
    let end = REASON.find(sentence).map_or(sentence.len(), |m| m.start());
    if OPEN.may_match(&sentence[..end]) { Condition::Open } else { Condition::None }
}

/// Whether a rule's sentence limits it to the first step of the work, so that it ends with the person's next words.
pub(crate) fn is_of_first_step(sentence: &str) -> bool {
    FIRST_STEP.is_match(sentence)
}

/// Reads the exceptions in a rule's sentence or in the text after it: names, paths, or `dev` for packages of
/// development. `None` if it is unclear what is excepted ("except where it hurts").
pub(crate) fn exceptions(text: &str) -> Option<Vec<String>> {
    let mut out = Vec::new();
    if OUTSIDE_TESTS.is_match(text) {
        out.push("tests".to_owned());
    }
    let fine = FINE_IN.captures(text).or_else(|| FINE.captures(text)).map(|found| (found, false));
    for (found, excludes) in EXCEPT.captures(text).map(|found| (found, true)).into_iter().chain(fine) {
        let what = found.name("what").map_or("", |m| m.as_str());
        let before = out.len();
        if DEVELOPMENT.is_match(what) {
            out.push(Exception::DEV.to_owned());
        }
        for name in NAMES.find_iter(what) {
            let name = name.as_str().trim_matches(['`', '.', ',']).trim_end_matches(['/', '*']);
            let known = out.iter().any(|other| other == name);
            if !name.is_empty() && !known && !FILLING.contains(&format!(" {} ", name.to_lowercase())) {
                out.push(name.to_owned());
            }
        }
        // "that is fine" excepts nothing.
        if excludes && out.len() == before {
            return None;
        }
    }
    Some(out)
}
