//! Defines prohibitions that are stated as who may do something or where something stays: "ask me before you push",
//! "only I deploy", "treat X as read-only", "not on main", "keep it local".

use super::kinds::{after_changes, of_noun, of_verb};
use super::objects::files;
use super::things::{ruled, subject};
use super::verbs::{Verb, leading};
use super::{Ban, Forbidden, ruled_out};
use crate::text::patterns;

patterns! {
    /// All but one place: "change anything you like except X".
    ALL_BUT = r"(?ix)\b(?:anything|everything|whatever|any\s+files?|all\s+(?:the\s+)?files?)\b[^.;!?]{0,40}?\b(?:except(?:\s+for)?|but|apart\s+from|other\s+than|besides)\s+(?P<what>[^;!?]+)";
    /// An act that is put off: "the deploy has to wait", "postpone the release".
    WAITS = r"(?ix)(?: \b(?P<waits>push(?:es|ing)?|deploy(?:s|ing)?|releas(?:es?|ing)|publishing|merg(?:es?|ing)|migrat(?:ing|ions?)|tagging|commit(?:s|ting))\s+(?:(?:has|have)\s+to\s+|must\s+|can\s+|will\s+|should\s+)?waits?\b | (?:^|[,;:]\s*|\b(?:and|but|so)\s+)(?P<thing>[^,;:!?]+?)\s+(?:(?:has|have|needs?)\s+to|must|can)\s+wait\b | \b(?:hold|postpone|delay|defer|pause)\s+(?:back\s+|off\s+)?(?:on\s+|with\s+)?(?:the\s+|any\s+|all\s+|that\s+)?(?P<hold>push|deploy|release|publish|merge|migration|pull\s+request|pr\b)\w* )";
    /// A dependency list that is closed: "dependencies are final".
    CLOSED = r"(?i)\b(?:dependenc(?:y|ies)|deps|package)(?:\s+(?:list|set|tree))?\s+(?:is|are|stays?|remains?)\s+(?:final|closed|fixed|complete|frozen|locked|set\s+in\s+stone|as\b)";
    /// The person is asked before the act: "check with me before you deploy".
    ASK_FIRST = r"(?ix)\b(?:ask(?:\s+me)?|check\s+(?:in\s+)?with\s+me|tell\s+me|let\s+me\s+know|talk\s+to\s+me|ping\s+me|consult\s+me|come\s+to\s+me|get\s+my\s+(?:ok|okay|approval|permission)|wait\s+for\s+(?:me|my\s+\w+)|run\s+it\s+by\s+me|clear\s+it\s+with\s+me|stop|halt|pause)\b[^.;!?]{0,20}?\s(?:before|prior\s+to)\s+(?:you\s+|ever\s+|even\s+)*(?P<what>[^.;!?]+)";
    /// Words that lift a duty: "you don't have to".
    NO_DUTY = r"(?i)(?:n['’]t|\bnot|\bnever|\bno)\s+(?:have\s+to|need(?:\s+to)?|must)\s*$|\bneedn['’]t\s*$";
    /// A request to be asked first: "if you need another package ask me".
    IF_NEEDED = r"(?ix)\bif\s+(?: you\s+(?:need|want|must|have\s+to|think\s+you\s+need)\s+(?:to\s+)?(?P<what>[^,;!?]+?) | (?:(?:anything|something)\s+(?:in|under|inside)\s+(?P<where>\S+)|(?P<file>\S*[/.]\S*\w/?))\s+(?:needs?|has\s+to|must)\s+[^,;!?]+? ),?\s+(?:then\s+)?(?:you\s+)?(?:(?:have\s+to|must|need\s+to|should|please|first|just)\s+)*(?:ask|check\s+with|talk\s+to|tell|ping|consult|come\s+to)\s+(?:me|us|(?-i:[A-Z]\w+))\b";
    /// The person looks at it before it is done: "I want to see the diff before anything gets committed".
    LOOKS_FIRST = r"(?ix)\b(?:(?:i|we)(?:['’]d\s+like|\s+(?:want|need|have|would\s+like|must))\s+to|let\s+(?:me|us))\s+[^,;!?]{2,60}?\s+before\s+(?:anything|it|that|this|you|any\s+of\s+(?:it|this))\s+(?:(?:is|gets?|goes|are|being)\s+)?(?P<what>[a-z]+[^,;!?]*)";
    /// A thing that somebody else owns, or that counts as closed.
    TREAT = concat!(
        r"(?ix)(?: \b(?:treat|consider|regard|see)\s+(?P<what>[^,;:!?]+?)\s+(?:as\s+)?(?:strictly\s+)?(?:",
        ruled_out!(),
        r"|fixed|given|done|finished) | \b(?:want|need|like|prefer)\s+(?P<left>[^,;:!?]+?)\s+(?:to\s+(?:be|stay|remain|look)\s+)?(?:exactly\s+)?(?:left|kept|untouched|unchanged|like)\s*(?:alone|it\b|they\b|now\b|before\b|as\b|untouched|unchanged|the\s+way|intact|out\b|$|,|\.) | \bi(?:['’]ll|\s+will)?\s+(?:look\s+after|take\s+care\s+of|handle|manage|maintain|do)\s+(?P<mine>[^,;:!?]+?)\s+(?:myself|personally|on\s+my\s+own) | (?P<owned>[^,;:!?—]+?)\s+(?:belongs?\s+to\s+(?:the|another|somebody|someone|me|ops|other|legal|marketing|(?-i:[A-Z]\w+)|[\w-]+\s+team)|(?:is|are|gets?)\s+(?:only\s+|being\s+)?(?:owned|rewritten|reworked|maintained|managed|edited|written|updated|changed|generated|filled|done|curated|handled|touched|made|produced|built|emitted|created|spat\s+out|looked\s+after|kept\s+up)\s+(?:only\s+)?by|(?:is|are)\s+(?:all\s+)?(?:auto[\s-]?|machine[\s-]?)(?:written|made|generated)\b|(?:is|are)\s+generated\b|comes?\s+(?:straight\s+)?(?:out\s+of|from)\s+(?:the|a|our)\s+(?:[\w-]+\s+)?(?:generator|compiler|codegen|script|build|pipeline)|(?:is|are)\s+(?-i:[A-Z]\w+)['’]s?(?:\s|$|[,;.])|(?:changes\s+)?goe?s?\s+through\s+(?-i:[A-Z]\w+)\b|(?:is|are)\s+none\s+of\s+your\s+business) )"
    );
    /// The only ones who may do it: "only I push", "releases are cut by CI".
    ONLY_BY = r"(?ix)(?: \bonly\s+(?:i|me|ci|jenkins|ops|the\s+[\w-]+(?:\s+team)?|[\w-]+\s+team|(?-i:[A-Z][a-z]+))\s+(?:(?:may|can|should|must|am|is|gets?|allowed|to|ever|will|do|does)\s+)*(?P<what>[a-z-]+[^.;!?]*) | (?:^|[,;:]\s*|\b(?:and|but|the|all|our|any)\s+)(?P<noun>deploy(?:s|ments?|ing)?|releas(?:es?|ing)|push(?:es|ing)?|merg(?:es?|ing)|publishing|migrations?|rollouts?|tagging|tags|committing|commits)\s+(?:are|is|get|gets|happens?|go(?:es)?)\s+(?:only\s+)?(?:done\s+|cut\s+|made\s+|handled\s+|run\s+|triggered\s+|out\s+)?(?:only\s+)?(?:by|through|via|from)\s+(?:me\b|ci\b|the\b|jenkins|ops|our\b|someone|somebody|another|a\s+pipeline|hand) | \b(?:let\s+me|i(?:['’]ll|\s+will|['’]m\s+going\s+to)?)\s+(?:do|handle|take\s+care\s+of|look\s+after|manage)\s+(?:all\s+)?(?:the\s+|that\s+)?(?P<mine>push\w*|deploy\w*|releas\w*|publish\w*|merg\w*|commit\w*|tag\w*|migrat\w*)\b )";
    /// A branch that must not be committed to: "work on a branch, not on main".
    NOT_ON = r"(?ix)\b(?:not|never|nothing|no\s+commits|instead\s+of|rather\s+than|stay\s+off|keep\s+off|hands\s+off|off)\s+(?:directly\s+|straight\s+|right\s+)?(?:(?:on|to|into|onto|of)\s+)?(?:the\s+)?`?(?P<branch>main|master|trunk|develop)\b";
    /// A branch that is ruled out as a whole.
    BRANCH_RULED = r"(?ix)\b(?P<branch>main|master|trunk|develop)`?(?:\s+branch)?\s+(?:belongs\s+to\b|(?:is|stays?|remains?|must\s+stay|has\s+to\s+stay)\s+(?:strictly\s+|always\s+|only\s+)?(?:off[\s-]limits|protected|sacred|holy|frozen|locked|read[\s-]?only|untouchable|for\s+releases?|taboo|for\s+reviewed\s|reserved\s|closed|clean|untouched|as\b|mine))";
    /// Changes reach the main branch by review alone.
    BY_REVIEW = r"(?ix)\bonly\s+(?:merge\s+requests?|pull\s+requests?|prs?)\s+(?:touch|change|get|go|land|reach)\w*\b | \b(?:(?:main|master|trunk)\s+(?:is\s+|gets\s+|takes\s+|must\s+|may\s+|should\s+|can\s+)?only|everything|all\s+(?:changes|code|work)|changes|code|nothing\s+\w+\s+\w+\s+without)\s+(?:\w+\s+){0,3}?(?:through|via|by|in)\s+(?:a\s+)?(?:pull\s+requests?|prs?\b|merge\s+requests?|code\s+review)";
    /// Work that must stay on this machine: "keep it local".
    LOCAL = r"(?ix)\b(?:keep|leave)\s+(?:it|this|that|everything|all\s+of\s+(?:it|this)|the\s+(?:commits?|branch|work|changes))\s+local | \b(?:stays?|remains?|must\s+stay)\s+(?:local|on\s+(?:this|my)\s+(?:machine|laptop|computer)) | \b(?:local|locally)\s+(?:commits?\s+)?only\b | \b(?:keep|leave)\s+(?:your\s+|the\s+|all\s+|any\s+|these\s+)*(?:commits?|work|changes|branch)\s+(?:local\b|on\s+(?:this|my|your)\s+(?:machine|laptop|computer)) | \bonly\s+(?:commit\s+)?locally\b | \bnothing\s+(?:leaves|should\s+leave|may\s+leave)\s+(?:this|my)\s+(?:machine|laptop|computer)";
    /// Files that are not to be committed: "keep .env out of git".
    NOT_IN_GIT = r"(?i)(?:\b(?:keep|leave)\s+|^)(?P<what>[^,;:!?]+?)\s+(?:(?:must\s+|should\s+|has\s+to\s+)?(?:stays?|remains?|be\s+kept)\s+)?out\s+of\s+(?:git|version\s+control|the\s+(?:repo|repository|commits?|history)|source\s+control)\b";
    /// An act that needs somebody's approval: "schema changes need my ok first".
    NEEDS_OK = r"(?ix)(?P<what>[^,;:!?]+?)\s+(?:needs?|requires?)\s+(?:my|our|an?\s+explicit|the\s+[\w-]+(?:['’]s|s['’])|[\w-]+['’]s)\s+(?:explicit\s+)?(?:ok|okay|approval|sign[\s-]?off|permission|blessing|go|go-ahead|review|consent|nod)\b|(?P<granted>[^,;:!?]+?)\s+(?:needs?|requires?)\s+(?:an?\s+)?(?:approval|permission|sign[\s-]?off|consent)\s+(?:from|by|of)\s+\S+";
    /// An act that waits for something: "pushing only after the review".
    ONLY_AFTER = r"(?i)(?:^|[,;:]\s*|\band\s+)(?P<what>[^,;:!?]+?)\s+(?:(?:is|are|happens?|comes?|goes|may|be|done)\s+)*only\s+(?:after|once|when)\s+(?:i|we|he|she|they|my|our|talking|asking|the\s+(?:review|audit|approval|call|meeting)|legal|comms|somebody|someone|(?-i:[A-Z][a-z]+))\b";
    /// Work that is to stay on the branch that is checked out.
    SAME_BRANCH = r"(?i)\b(?:stay(?:ed)?|remain|keep|work|do\s+(?:it|this|everything))\s+(?:on|in)\s+(?:this|the\s+(?:current|same|existing))\s+branch\b";
    /// Work without a network.
    OFFLINE = r"(?i)(?:^|[,;:(—–-]\s*|\b(?:please|pls|so|then|just|you|you\s+(?:have\s+to|must|should))\s+)(?:work|stay|be|remain|you['’]re|you\s+are|do\s+(?:it|this|everything|all\s+of\s+it)|keep\s+\w+)\s+(?:strictly\s+|completely\s+|fully\s+)?offline\b|n['’]?t\s+go\s+online\b";
    /// The only package manager of the project, said of everything: "everything goes through bun", "pnpm only".
    ALL_BY = r"(?i)\b(?:(?:every\w+|all|always)\s+(?:\w+\s+){0,3}?(?:through|via|with|on|by|use)|(?:it['’]s|it\s+is)(?:\s+always)?|(?:repo|project|we['’]re|we\s+are|is)\s+(?:\w+\s+)?on|(?:stick|keep)\s+(?:to|with)|(?:we|this\s+(?:repo|project))\s+uses?|use\s+only|only\s+use)\s+`?(?P<tool>npm|yarn|pnpm|bun|pip|uv|poetry|pipenv|conda)\b|\b(?P<only>npm|yarn|pnpm|bun|pip|uv|poetry|pipenv|conda)`?\s+(?:only|exclusively|for\s+everything|is\s+the\s+package\s+manager)\b";
    /// Data that may only be read.
    READ_FROM = r"(?i)\b(?:only|just)\s+(?:ever\s+)?(?:read|query)\s+(?:from\s+)?(?P<what>[^,;:!?]+)|\b(?:read|query)\s+(?:from\s+)?(?P<read>(?:the|our)\s+[^,;:!?]+?)\s+only\b|(?P<select>\bonly\s+(?:use\s+|run\s+)?selects?\b|\bselects?\s+only\b|\bno\s+(?:destructive|modifying|writing|write)\s+(?:sql|statements?|queries)\b)";
    /// The only package manager of the project: "we're a pnpm shop".
    SHOP = r"(?i)\b(?:we['’]re|we\s+are|this\s+is|it['’]s)\s+an?\s+(?P<tool>npm|yarn|pnpm|bun|pip|uv|poetry|pipenv|conda)\s+(?:shop|house|project|repo|repository|monorepo|codebase|only)\b";
    /// A library to be kept out of the work: "keep lodash out of this".
    KEEP_OUT = r"(?i)\b(?:keep|leave)\s+(?P<what>[\w@./+`-]+(?:\s+[\w-]+)?)\s+(?:out|off)(?:\s+of\s+(?:this|it|the|our|here)\b|\s*[,.;!]|\s*$)";
    PLAIN = r"(?i)\b(?:vanilla|pure|plain|bare)\s+(?:js|javascript|python|ruby|go|golang|css|typescript|node|php|rust|java)\b(?:[^.;!?]*\bonly\b|[^.;!?]*\bplease\b|\s*(?:$|[,.;!]))";
}

/// Reads "ask me before you push", "only I deploy", "treat X as read-only".
pub(super) fn owned(sentence: &str, out: &mut Vec<Forbidden>) {
    let free = |at: usize| NO_DUTY.is_match(&sentence[..at]);
    if let Some(found) = ASK_FIRST.captures(sentence)
        && let Some(what) = found.name("what").filter(|_| !found.get(0).is_some_and(|m| free(m.start())))
        && let Some((verb, object)) = leading(what.as_str())
    {
        let before = out.len();
        of_verb(verb, object, out);
        out[before..].iter_mut().for_each(|rule| rule.until = true);
    }
    put_off(sentence, out);
    if let Some(found) = ONLY_BY.captures(sentence)
        && let Some(what) = ["what", "noun", "mine"].iter().find_map(|n| found.name(n)).map(|m| m.as_str())
    {
        let act = what.strip_suffix("ment").or(what.strip_suffix("ments")).unwrap_or(what);
        let known = leading(act).map(|(verb, object)| of_verb(verb, object, out));
        if known.is_none() {
            of_noun(what, out);
        }
    }
    if let Some(found) = WAITS.captures(sentence) {
        let before = out.len();
        match found.name("waits").or(found.name("hold")).and_then(|m| leading(m.as_str())) {
            Some((verb, _)) => of_verb(verb, "", out),
            None if found.name("hold").is_some() => of_noun("pr", out),
            None => ruled(subject(found.name("thing").map_or("", |m| m.as_str())), out),
        }
        out[before..].iter_mut().for_each(|rule| rule.until = true);
    }
    if let Some(what) = ALL_BUT.captures(sentence).and_then(|c| c.name("what")) {
        let named = files(what.as_str());
        if !named.is_empty() && out.is_empty() {
            out.push(Forbidden::new(Ban::Paths, named));
        }
    }
    if let Some(found) = TREAT.captures(sentence) {
        let what = ["what", "left", "owned", "mine"].iter().find_map(|n| found.name(n)).map_or("", |m| m.as_str());
        let (what, named) = (subject(what), files(subject(what)));
        if !named.is_empty() {
            out.push(Forbidden::new(Ban::Paths, named));
        } else if after_changes(what).is_some() {
            of_noun(what, out);
        }
    }
}

/// Reads "if you need a package ask me", "I want to see the diff before anything gets committed".
fn put_off(sentence: &str, out: &mut Vec<Forbidden>) {
    let before = out.len();
    if let Some(found) = IF_NEEDED.captures(sentence) {
        match (found.name("where").or(found.name("file")), found.name("what").map(|m| m.as_str())) {
            (Some(place), _) => of_verb(Verb::Edit, &format!(" {}", place.as_str()), out),
            (None, Some(what)) => match leading(what) {
                Some((verb, object)) => of_verb(verb, object, out),
                None => of_verb(Verb::Bring, &format!(" {what}"), out),
            },
            (None, None) => {}
        }
    }
    let looked = LOOKS_FIRST.captures(sentence).and_then(|c| c.name("what"));
    if let Some((verb, object)) = looked.and_then(|what| leading(what.as_str())) {
        of_verb(verb, object, out);
    }
    out[before..].iter_mut().for_each(|rule| rule.until = true);
}

/// Package managers that exclude each other.
const RIVALS: &[&[&str]] = &[&["npm", "yarn", "pnpm", "bun"], &["pip", "uv", "poetry", "pipenv", "conda"]];

/// Reads "keep .env out of git", "schema changes need my ok first", "only read from the database", "we're a pnpm shop".
pub(super) fn withheld(sentence: &str, out: &mut Vec<Forbidden>) {
    if let Some(what) = NOT_IN_GIT.captures(sentence).and_then(|c| c.name("what")) {
        let named = files(what.as_str());
        if !named.is_empty() {
            out.push(Forbidden::new(Ban::CommitPaths, named));
        }
    }
    if let Some(what) = NEEDS_OK.captures(sentence).and_then(|c| c.name("what").or(c.name("granted"))) {
        let before = out.len();
        ruled(subject(what.as_str()), out);
        out[before..].iter_mut().for_each(|rule| rule.until = true);
    }
    if let Some(found) = READ_FROM.captures(sentence) {
        let what = found.name("what").or(found.name("read")).map_or("the database", |m| m.as_str());
        of_verb(Verb::Edit, &format!(" {what}"), out);
    }
    if let Some(what) = ONLY_AFTER.captures(sentence).and_then(|c| c.name("what")) {
        let (what, before) = (subject(what.as_str()), out.len());
        match ["we ", "you ", "i "].iter().find_map(|who| what.strip_prefix(who)).map(leading) {
            Some(act) => act.map_or((), |(verb, object)| of_verb(verb, object, out)),
            None => ruled(what, out),
        }
        out[before..].iter_mut().for_each(|rule| rule.until = true);
    }
    let shop = SHOP.captures(sentence).or_else(|| ALL_BY.captures(sentence));
    if let Some(tool) = shop.and_then(|c| c.name("tool").or(c.name("only"))) {
        let tool = tool.as_str().to_lowercase();
        let rivals = RIVALS.iter().find(|all| all.contains(&tool.as_str())).copied().unwrap_or_default();
        for rival in rivals.iter().filter(|rival| **rival != tool) {
            out.push(Forbidden::new(Ban::Tool, vec![(*rival).to_owned()]));
        }
    }
}

/// Reads "not on main", "main is protected", "keep it local", "keep lodash out of this", "plain JavaScript only".
pub(super) fn branches_and_places(sentence: &str, out: &mut Vec<Forbidden>) {
    let mut branches: Vec<String> = Vec::new();
    for found in [NOT_ON.captures(sentence), BRANCH_RULED.captures(sentence)].into_iter().flatten() {
        branches.extend(found.name("branch").map(|m| m.as_str().to_owned()));
    }
    if BY_REVIEW.is_match(sentence) && branches.is_empty() {
        branches = vec!["main".to_owned(), "master".to_owned()];
    }
    if !branches.is_empty() {
        out.extend([Ban::Push, Ban::Commit].map(|ban| Forbidden::new(ban, branches.clone())));
    }
    if LOCAL.is_match(sentence) {
        out.push(Forbidden::new(Ban::Push, Vec::new()));
    }
    if let Some(what) = KEEP_OUT.captures(sentence).and_then(|c| c.name("what")) {
        of_noun(what.as_str(), out);
    }
    if SAME_BRANCH.is_match(sentence) {
        out.push(Forbidden::new(Ban::Branch, Vec::new()));
    }
    if OFFLINE.is_match(sentence) {
        out.push(Forbidden::new(Ban::Network, Vec::new()));
    }
    if CLOSED.is_match(sentence) {
        out.push(Forbidden::new(Ban::Packages, Vec::new()));
    }
    if PLAIN.is_match(sentence) {
        out.extend([Ban::Packages, Ban::ThirdParty].map(|ban| Forbidden::new(ban, Vec::new())));
    }
}
