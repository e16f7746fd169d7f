//! Defines what is said of a thing: it must not be edited, is off limits, stays as it is, is nobody's to change.

use super::antecedents::{named_last, without_pronoun};
use super::destinations::to_place;
use super::kinds::{CHANGES, after_changes, history, is_act, is_data, is_history, of_noun, of_verb, starts, trunk};
use super::libraries::{is_packages, upgraded};
use super::negated::noun;
use super::objects::files;
use super::operations::operated;
use super::services::is_service;
use super::verbs::{PROGRAMS, Verb, leading};
use super::verdicts::judged;
use super::{Ban, Forbidden, ruled_out};
use crate::text::patterns;
use std::borrow::Cow;

patterns! {
    /// A thing that must not be acted upon: "the generated files must not be edited".
    PASSIVE = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?: (?:must|should|may|can|shall|will)\s*(?:not|never|n['’]t)(?:\s+ever)?\s+(?:be|get) | (?:can['’]t|cannot|mustn['’]t|shouldn['’]t|won['’]t)\s+(?:be|get) | (?:is|are)\s+(?:not|never)\s+to\s+be | (?:isn['’]t|aren['’]t)\s+to\s+be | (?:isn['’]t|aren['’]t|is\s+not|are\s+not|is\s+never|are\s+never|never\s+gets?|never\s+get|(?:doesn['’]?t|don['’]?t|didn['’]?t|does\s+not|do\s+not|did\s+not)\s+get|wasn['’]?t|weren['’]?t|(?:was|were)\s+not|not\s+(?:be|get)) )\s+(?:ever\s+|directly\s+|accidentally\s+|to\s+be\s+|being\s+)*(?P<verb>checked\s+in|force-pushed|run|rewritten|overwritten|[a-z]+ed)\b(?P<rest>[^;!?]*)";
    /// A thing or act that is ruled out: "X is off limits", "pushing is my job".
    RULED = concat!(
        r"(?ix)(?P<what>[^,;:!?—]+?)(?:\s+(?:is|are|remains?|stays?|was|were|(?:has|have)\s+been)|['’]s)\s+(?:still\s+|also\s+|strictly\s+|absolutely\s+|completely\s+|totally\s+|definitely\s+|just\s+|really\s+|currently\s+|now\s+|all\s+|simply\s+)*(?:",
        ruled_out!(),
        r"|not\s+(?:allowed|permitted|accepted|ok|okay|acceptable|an\s+option|negotiable|welcome|wanted|yours(?:\s+to\s+(?:change|edit|touch|modify))?|your\s+(?:job|call|business)|to\s+be\s+(?:touched|changed|edited|modified|used|removed|deleted)) | out\b | my\s+(?:job|call|business|thing|task|decision)|(?:on|for)\s+me\b | mine\b | (?:the\s+)?(?:[\w-]+\s+)?(?:[\w-]+(?:['’]s|s['’])|ops|devops|infra|platform|qa|security|legal|marketing)\s+(?:business|job|turf|territory|responsibility|department|domain) | none\s+of\s+(?:our|your)\s+(?:business|concern) | not\s+(?:ours|our\s+(?:job|business|call|turf)|a\s+thing) | an?\s+(?:hard\s+|definite\s+|clear\s+)?no\b | not\s+a\s+(?:fix|solution|way\s+out) | (?:for|reserved\s+for)\s+(?:the\s+)?[\w-]+(?:\s+team)?\s+only | cheating | noise | evil | pointless | an?\s+(?:cop[\s-]?out|crutch|cheat|no-no) | too\s+(?:expensive|risky|dangerous) | not\s+up\s+for\s+(?:discussion|debate) | something\s+(?:i|we)\s+(?:decide|do|handle|never|don['’]?t)\b | (?:left|up|down)\s+to\s+(?:the\s+)?[\w-]+(?:\s+[\w-]+)?[\s.!]*$ | not\s*(?:$|[.,;!]) | not\s+for\s+(?:me|us|you)\b | a\s+(?:pet\s+peeve|thing\s+of\s+the\s+past) )"
    );
    /// Work that is undone or refused whenever it is done: "commits on master get reverted".
    REFUSED = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?: (?:(?:will\s+)?(?:gets?|be)|are|is)\s+(?:always\s+|automatically\s+|just\s+)?(?:reverted|bounced|refused|rejected|turned\s+down|thrown\s+out|sent\s+back) | (?:has|have)\s+no\s+(?:place|business) | (?:doesn['’]?t|don['’]?t)\s+count | (?:will\s+not|won['’]?t)\s+(?:be\s+)?(?:merged?|accepted|pass|fit) )\b";
    /// A refusal by the person: "I won't accept X", "I hate X".
    REJECTED = r"(?ix)\b(?:i|we)(?:['’](?:ll|m|d)|\s+will|\s+am|\s+would)?\s+(?:(?:going\s+to|always|just|really|absolutely)\s+)*(?: (?:reject|refuse|revert|decline|bounce|hate|despise|loathe|dislike)(?:\s+(?:to\s+see|seeing|any\s+use\s+of|using))? | (?:won['’]?t|will\s+not|do\s+not|don['’]?t|can['’]?t|cannot|never|not)\s+(?:ever\s+)?(?:accept|tolerate|allow|merge|approve|permit|do|like|put\s+up\s+with|take) | (?:allergic\s+to|sick\s+of|tired\s+of|fed\s+up\s+with|not\s+(?:very\s+|too\s+|so\s+)?(?:keen\s+on|fond\s+of|into|comfortable\s+with)) )\s+(?P<what>[^,;:.!?]+)";
    /// Hand edits that do not last: "manual changes to X are pointless", "whatever you change in X gets overwritten".
    LOST = r"(?ix)\b(?: (?:(?P<own>hand|manual|your|any)[\s-]+)?(?:hand[\s-]+)?(?:edits?|changes?|modifications?|tweaks?|fixes) | (?:whatever|anything|everything|what)\s+(?:you|one|we|anybody|somebody)\s+(?:change|edit|patch|write|touch|put)s? )(?P<place>\s+(?:in|to|under|inside|of|on|into)\s+[^,;:!?]+?)?[,\s]+(?:they\s+)?(?: (?:(?:will|would|just|always|only|get|gets|be|being|are|is)\s+)+(?:lost|overwritten|wiped|clobbered|discarded|thrown\s+away|blown\s+away|undone|gone|pointless|useless|futile|in\s+vain|wasted) | (?:don['’]?t|won['’]?t|never|doesn['’]?t|do\s+not|will\s+not)\s+(?:survive|last|stick) )\b";
    /// The content that a place must be free of: "the parser stays free of regexes".
    FREE_OF = r"(?i)\b(?:stays?|remains?|be|is|are|keep\s+\S+(?:\s+\S+)?)\s+(?:completely\s+)?free\s+(?:of|from)\s+(?P<what>[^,;:.!?]+)";
    /// A contrast that leaves out the verb: "run the unit tests but not the integration ones".
    BUT_NOT = r"(?i)(?:\b(?:but|just)\s+not\s+(?:(?:in|on|to)\s+)?|,\s+not\s+(?:in\s+|on\s+)?(?-i:(?:the|our|my)\s))(?P<what>[^,;:!?]+)";
    /// Who does it and who does not: "I merge, you don't".
    I_DO = r"(?i)\b(?:i|we|he|she|ops|ci)\s+(?P<act>[a-z-]+(?:\s+[^,;:.!?]{1,30})?),?\s+(?:and\s+|but\s+)?(?:you\s+(?:don['’]?t|do\s+not|never)|not\s+you)\s*(?:$|[.,;!])";
    /// A place whose files are all to be kept.
    RETAINED = r"(?i)\b(?:keep|preserve|retain)\s+(?:everything|all(?:\s+(?:the\s+)?files?|\s+of\s+it)?)\s+(?:in|under|inside)\s+(?P<place>[^,;:!?]+)|\b(?:in|under|inside)\s+(?P<kept>\S*[/.]\S*)\s+(?:(?:is|are)\s+to|must|should|has\s+to|have\s+to)\s+(?:be\s+)?(?:kept|preserved|retained)\b";
    /// A library that was given up for good: "we dropped axios for a reason".
    DROPPED = r"(?ix)\b(?:we|i)(?:['’]re|\s+are)\s+(?:getting\s+rid\s+of|phasing\s+out|moving\s+(?:off|away\s+from))\s+`?(?P<gone>[\w@./+-]+)`?\s*(?:$|[,.;]) | \b(?:we|i)\s+(?:(?:deliberately|finally|just)\s+)?(?:dropped|removed|banned|ditched|kicked\s+out|threw\s+out|got\s+rid\s+of|moved\s+(?:off|away\s+from))\s+`?(?P<what>[\w@./+-]+)`?(?:\s+(?:for\s+(?:a|good)\s+reasons?|on\s+purpose|deliberately|for\s+good)\b|[,;]?\s+(?:and\s+|so\s+)?(?:please\s+)?(?:do\s+not|don['’]?t|never|no)\s+(?:bring|add|put|drag|pull|re-?introduc|re-?add|sneak|want)(?:e|ing)?\b)";
    /// A thing that remains as it is.
    KEEP = r"(?ix)\b(?:leave|leaving|keep)\s+(?P<what>[^;:!?]+?)\s+(?:alone | untouched | unchanged | unmodified | intact | exactly\s+as | the\s+way\s+(?:it|they)\s+(?:is|are) | (?:where|at\s+what)\s+(?:it|they)\s+(?:is|are)\b | at\s+(?:the\s+)?current\s+\w+ | as\s+(?:it|they|is|are)\b | as[\s-]is | frozen | strict | (?:at|on|pinned\s+(?:at|to))\s+v?\d | at\s+(?:its|their)\b | pinned | out\s+of\s+(?:this|it|the\s+change) | in\s+peace | be\b )";
    LEFT = r"(?i)\bleave\s+(?P<what>`[^`]+`(?:\s+folder)?)\s*[.!]*$";
    STAYS = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?:(?:has|have|needs?)\s+to\s+|must\s+|should\s+|shall\s+|is\s+to\s+|are\s+to\s+|to\s+)?(?:stays?|remains?|survives?(?:\s+\w+){0,3}?|looks?|be|comes?\s+out|ends?\s+up)\s+(?:exactly\s+)?(?:as\s+(?:it|they|is|are|before)\b|as[\s-]is|untouched|unchanged|unmodified|intact|the\s+way|the\s+same(?:\s+(?:when|as|after\w*|before|once)\b|\s*(?:$|[.,;!]))|byte|identical|frozen|strict|like\s+(?:it|they|now|before)\b|where\s+(?:it|they)\b|(?:at|on|pinned\s+(?:at|to))\s+v?\d|pinned|alone|put\b|out\s+of\s+(?:this|it|here))|(?P<never>[^,;:!?—]+?)\s+(?:must|should|may|can|shall|to|do|does)(?:\s+not|n['’]t|not|\s+never)\s+(?:ever\s+)?(?:change|move|grow)\b|(?:n['’]t|\bdont|\bnot|\bnever)\s+(?:want|let)\s+(?P<let>[^,;:!?—]+?)\s+(?:to\s+)?(?:change|move|grow|differ)\b";
    HANDS_OFF = r"(?ix)\b(?:hands?\s+off(?:\s+of)? | keep\s+(?:your\s+|those\s+)?(?:hands|fingers|paws)\s+off(?:\s+of)? | stay\s+(?:away\s+from|out\s+of|off(?:\s+of)?|clear\s+of) | keep\s+(?:away\s+from|out\s+of|clear\s+of|off) | no\s+business\s+(?:in|with|inside|on|near|touching|editing|changing) | steer\s+clear\s+of | go\s+near | leave\s+out | (?:thing|file|folder|part|place|one)s?\s+(?:that\s+)?you\s+(?:can['’]t|cannot|must\s*n(?:['’]t|ot)|may\s+not|should\s*n(?:['’]t|ot))\s+\w+\s+(?:is|are) )\s+(?P<what>[^;!?]+)";
    /// A thing with its ruling behind it: "the lock file: hands off".
    OFF_LAST = concat!(r"(?i)(?:^|[,;]\s*|\band\s+)(?P<what>[^,;:!?—]+?)\s*(?:[:,—–]|\s-)\s*(?:please\s+)?(?:",ruled_out!(),r"|hands\s+off|(?:do\s+not|don['’]?t)\s+touch|no\s+touching|off[\s-]limits|leave\s+(?:it|them|alone))\W*$");
    /// A branch that nothing may be pushed or merged to.
    GOES_TO = r"(?ix)^(?:pushed\s+|committed\s+|merged\s+|straight\s+|directly\s+)*(?:in)?(?:to|on|onto)\s+(?:the\s+)?(?P<branch>main|master|trunk|develop|dev|release|staging|production|prod|[\w./-]+\s+branch)\b";
    /// The person does the act themselves: "I'll do the release".
    MYSELF = r"(?ix)\bi['’]ll\s+(?:then\s+|just\s+)?(?P<own>(?:open|create|push|merge|deploy|release|publish|tag)\s+(?:it|this|that|everything|the\s+[\w-]+))\b | \b(?:i['’]ll|i\s+will|i|let\s+me|i['’]d\s+like\s+to|i\s+want\s+to|i\s+always)\s+(?:do\s+(?:the\s+)?)?(?:the\s+)?(?P<what>(?:push|commit|merg|deploy|releas|publish|tag|rebas|migrat)\w*[^,.;!?]*?)\s*(?:myself|on\s+my\s+own|by\s+hand|later|afterwards|tomorrow|tonight|when\b|once\b|as\s+soon\b|from\s+my\b)";
    LEAVE_TO_ME = r"(?ix)\bleave\s+(?:the\s+|all\s+|any\s+)?(?P<what>[\w-]+ing|push|commits?|merge|deploy(?:ment)?s?|releases?|tags?|publish|pull\s+requests?|prs?|migrations?)\b[^,.;!?]*?\s+(?:to|for)\s+(?:me|us|ci|ops|the\s+[\w-]+|(?-i:[A-Z]\w+))\b";
    RELATIVE = r"(?i)\s(?:that|which)\s+(?:are|is|have|has|were|was|we|you|i)\b";
    /// Words that make "X isn't changed" an order.
    ENSURES = r"(?i)\b(?:sure|ensure|important|careful|see\s+to|watch\s+out|take\s+care|check\s+that)\b";
    /// A passive that may also describe a state: "docker is not installed".
    IS_NOT = r"(?i)\b(?:is|are)(?:\s+not|n['’]t)\s+(?:ever\s+|directly\s+|accidentally\s+|being\s+)*$";
}

/// Reads "X must not be edited", "X is off limits", "leave X alone", "hands off X".
pub(super) fn things(sentence: &str, out: &mut Vec<Forbidden>) {
    if let Some(found) = PASSIVE.captures(sentence) {
        let [what, verb, rest] = ["what", "verb", "rest"].map(|n| found.name(n).map_or("", |m| m.as_str()));
        let before = found.name("verb").map_or("", |verb| &sentence[..verb.start()]);
        let told = IS_NOT.is_match(before) && !ENSURES.is_match(sentence);
        if let Some((verb, _)) = leading(verb).filter(|_| !told) {
            let start = found.name("what").map_or(0, |m| m.start());
            let thing = without_pronoun(subject(what), &sentence[..start]);
            let thing = thing.trim();
            let thing = if matches!(verb, Verb::Push | Verb::Commit) && files(thing).is_empty() { rest } else { thing };
            of_verb(verb, &format!(" {thing}"), out);
        }
    }
    let whole = with_whole_not(sentence);
    for (pattern, sentence) in [(&RULED, &*whole), (&REFUSED, sentence), (&OFF_LAST, sentence)] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what")) {
            ruled(subject(what.as_str()), out);
        }
    }
    for pattern in [&FREE_OF, &DROPPED, &REJECTED] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("gone"))) {
            noun("no", without_article(what.as_str()), "", out);
        }
    }
    judged(&whole, out);
    if let Some(place) = RETAINED.captures(sentence).and_then(|c| c.name("place").or(c.name("kept"))) {
        let named = files(&format!(" {}", place.as_str()));
        out.extend((!named.is_empty()).then(|| Forbidden::new(Ban::Delete, named)));
    }
    lost(sentence, out);
    contrasts(sentence, out);
    for pattern in [&KEEP, &STAYS, &LEFT] {
        if let Some(what) =
            pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("never")).or(c.name("let")))
        {
            kept(subject(what.as_str()), out);
        }
    }
    if let Some(what) = HANDS_OFF.captures(sentence).and_then(|c| c.name("what")) {
        let what = without_pronoun(what.as_str(), HANDS_OFF.find(sentence).map_or("", |m| &sentence[..m.start()]));
        let found = files(&what);
        let before = out.len();
        of_verb(Verb::Edit, &format!(" {what}"), out);
        if out.len() == before {
            if found.is_empty() { of_noun(&what, out) } else { out.push(Forbidden::new(Ban::Paths, found)) }
        }
    }
    for pattern in [&MYSELF, &LEAVE_TO_ME] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("own"))) {
            match leading(what.as_str()) {
                _ if is_act(what.as_str()) => of_noun(what.as_str(), out),
                Some((verb, object)) => of_verb(verb, object, out),
                None => {}
            }
        }
    }
}

/// A sentence with "is not" for "isn't".
fn with_whole_not(sentence: &str) -> Cow<'_, str> {
    let short = ["isn't", "isn’t", "aren't", "aren’t", "isnt ", "arent "];
    if !short.iter().any(|word| sentence.contains(word)) {
        return sentence.into();
    }
    let long = |out: String, word: &&str| out.replace(word, if word.starts_with('i') { "is not " } else { "are not " });
    short.iter().fold(sentence.to_owned(), long).replace("  ", " ").into()
}

/// Reads "hand edits in X get lost", "X is generated, changes don't survive".
pub(super) fn lost(sentence: &str, out: &mut Vec<Forbidden>) {
    let Some(found) = LOST.captures(sentence) else { return };
    match found.name("place") {
        Some(place) if !place.as_str().contains("there") => of_noun(&format!("edits{}", place.as_str()), out),
        // A form may lose changes too: only those by hand are the agent's.
        place if place.is_some() || found.name("own").is_some() => {
            let before = found.get(0).map_or("", |whole| &sentence[..whole.start()]);
            let named = named_last(before).map(|file| files(&file)).unwrap_or_default();
            out.extend((!named.is_empty()).then(|| Forbidden::new(Ban::Paths, named)));
        }
        _ => {}
    }
}

/// Reads "run the unit tests but not the integration ones", "I merge, you don't".
fn contrasts(sentence: &str, out: &mut Vec<Forbidden>) {
    // "I use vim, you don't" forbids nothing.
    let act = I_DO.captures(sentence).and_then(|c| leading(c.name("act")?.as_str()));
    if let Some((verb, object)) = act.filter(|(verb, _)| !matches!(verb, Verb::Use | Verb::Bring | Verb::Read)) {
        of_verb(verb, object, out);
    }
    let Some(found) = BUT_NOT.captures(sentence) else { return };
    let (Some(whole), Some(what)) = (found.get(0), found.name("what")) else { return };
    let before = &sentence[..whole.start()];
    // The nearest verb is the one that is left out.
    let mut starts: Vec<usize> = std::iter::once(0).chain(before.match_indices(' ').map(|(at, _)| at + 1)).collect();
    starts.reverse();
    let ordered = |at: &usize| {
        let told = before[*at..].split(' ').next().is_some_and(|w| w.ends_with("ed") || w.ends_with('s'));
        let subject = before[..*at].trim_end().rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
        !told && !matches!(subject.as_str(), "i" | "we" | "he" | "she" | "they" | "it" | "the" | "a" | "this")
    };
    let mut orders = starts.into_iter().filter(ordered).filter_map(|at| leading(&before[at..]));
    let Some((verb, object)) = orders.next().filter(|_| leading(what.as_str()).is_none()) else { return };
    let noun = object.trim().trim_end_matches(',').rsplit(' ').next().unwrap_or_default();
    let what = what.as_str().replace(" ones", &format!(" {noun}"));
    of_verb(verb, &format!(" {what}"), out);
}

/// Adds a thing that is to remain as it is: files, a branch, the dependencies.
pub(super) fn kept(what: &str, out: &mut Vec<Forbidden>) {
    // "when you are done go.mod"; an attribute of a file is not the file.
    let mut words = what.trim_end().rsplit(' ');
    let (last, related) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_attribute = matches!(related, "of" | "in" | "from" | "for" | "to" | "with" | "at" | "by" | "on" | "under");
    let found = if files(what).is_empty() && !is_attribute { files(last) } else { files(what) };
    let bare = what.trim().trim_start_matches("the ").trim_start_matches("our ").trim_end_matches(" branch");
    if matches!(bare, "it" | "them" | "that" | "this" | "those" | "everything") {
        return;
    }
    if is_history(what) {
        history(what, out);
    } else if starts(bare, &["versions", "pinned versions"]) {
        out.push(Forbidden::new(Ban::Upgrade, Vec::new()));
    } else if CHANGES.is_match(bare) {
        of_verb(Verb::Delete, &format!(" {bare}"), out);
    } else if !found.is_empty() {
        out.push(Forbidden::new(Ban::Paths, found));
    } else if let Some(trunk) = trunk(bare) {
        out.extend([Ban::Push, Ban::Commit].map(|ban| Forbidden::new(ban, vec![trunk.to_owned()])));
    } else if is_packages(what)
        || starts(
            bare,
            &[
                "dependency list",
                "dependency tree",
                "dependency set",
                "dependency count",
                "number of dependencies",
                "dependency footprint",
                "package list",
            ],
        )
    {
        out.extend([Ban::Packages, Ban::Upgrade].map(|ban| Forbidden::new(ban, Vec::new())));
    } else if ["origin", "remote", "upstream"].iter().any(|place| what.split(' ').any(|w| w == *place)) {
        out.push(Forbidden::new(Ban::ForcePush, Vec::new()));
    } else if is_act(bare) || PROGRAMS.contains(bare) {
        of_noun(bare, out);
    } else if is_data(&format!(" {what}")) {
        of_verb(Verb::Edit, &format!(" {what}"), out);
    } else if is_service(bare) {
        of_verb(Verb::Restart, &format!(" {bare}"), out);
    } else {
        upgraded(bare, out);
    }
}

/// Adds an act or a thing that is ruled out.
pub(super) fn ruled(what: &str, out: &mut Vec<Forbidden>) {
    let (whole, what) = (what, without_article(what));
    let before = out.len();
    to_place(what, out);
    if out.len() > before {
        return;
    }
    let gerund = what.split([' ', '-']).any(|w| w.len() > 4 && w.ends_with("ing"));
    if let Some((verb, object)) =
        leading(what).filter(|(verb, _)| gerund || *verb == Verb::Program || *verb == Verb::ForcePush)
    {
        of_verb(verb, object, out);
        if out.len() > before {
            return;
        }
    }
    let found = files(whole);
    if !found.is_empty() {
        out.push(Forbidden::new(Ban::Paths, found));
    } else if is_history(what) {
        kept(what, out);
    }
    let is_long = what.split(' ').count() > if is_act(what) || after_changes(what).is_some() { 6 } else { 3 };
    if out.len() == before && !is_long {
        of_noun(what, out);
    }
}

pub(super) fn without_article(text: &str) -> &str {
    let text = text.trim_start();
    ["the ", "The ", "a ", "an ", "any "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

pub(super) fn nobody(what: &str, before: &str, out: &mut Vec<Forbidden>) {
    if let Some(branch) = GOES_TO.captures(what).and_then(|c| c.name("branch")) {
        let branch = branch.as_str().split(' ').next().unwrap_or("").to_owned();
        out.extend([Ban::Push, Ban::Commit, Ban::Merge].map(|ban| Forbidden::new(ban, vec![branch.clone()])));
        if matches!(branch.as_str(), "staging" | "production" | "prod" | "live") {
            out.push(Forbidden::new(Ban::Deploy, vec![branch]));
        }
    } else if let Some((verb, object)) = leading(what) {
        if verb == Verb::Operate {
            operated(what, object, out);
        }
        let end = object.find(" but ").map_or(object.len(), |at| at);
        of_verb(verb, &without_pronoun(&object[..end], before), out);
    }
}

/// The last clause of the words before a verb: "I know it is slow and the lock file" is about the lock file.
pub(super) fn subject(what: &str) -> &str {
    // "migrations that are applied already"
    let head = RELATIVE.find(what).map(|m| &what[..m.start()]).filter(|head| !files(head).is_empty());
    if let Some(head) = head {
        return subject(head);
    }
    let starts =
        [" that ", " and ", " but ", " so ", " because ", " sure ", " if ", " though ", " since ", " as ", " mind "];
    let at = starts.iter().filter_map(|s| Some(what.rfind(s)? + s.len())).max().unwrap_or(0);
    let last = &what[at..];
    // "the files in a and b": a list is one subject.
    if files(last).is_empty() && !files(what).is_empty() { what.trim() } else { last.trim() }
}
