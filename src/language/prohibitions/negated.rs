//! Defines what a negation forbids: the verb or noun behind "don't", "no", "without", "avoid", with what is joined to it.

use super::antecedents::without_pronoun;
use super::content::content;
use super::kinds::{of_noun, of_verb, starts};
use super::objects::{files, objects};
use super::operations::operated;
use super::things::without_article;
use super::verbs::{Verb, leading};
use super::{Ban, Forbidden};
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::text::patterns;

patterns! {
    /// A negation after which the forbidden verb stands.
    NOT = r"(?ix)(?P<not> \b(?: do\s+not | don['’]?t | dont | never(?:\s+ever)? | must\s*n(?:ot|['’]t) | should\s*n(?:ot|['’]t) | may\s+not | cannot | can\s*not | can['’]?t | won['’]t | not\s+to | (?:are|is|am|we['’]re|you['’]re)\s+not(?:\s+(?:allowed|supposed|permitted|going)\s+to)? | aren['’]?t(?:\s+(?:allowed|supposed|permitted|going)\s+to)?
        | (?:could|can|would|will)\s+you\s+(?:please\s+)?not | please\s+not | (?:i['’]d|i\s+would)\s+(?:rather|prefer(?:\s+it)?(?:\s+if)?)(?:\s+that)?\s+you\s+(?:didn['’]?t|don['’]?t|did\s+not|do\s+not|wouldn['’]t|not)
        | i\s+(?:never|(?:don['’]?t|do\s+not)\s+ever)\s+want(?:\s+you)?(?:\s+to)?(?:\s+see)? | (?:i['’]d|i\s+would|we['’]d)\s+rather\s+not(?:\s+have\s+you)? | better\s+not(?:\s+to)? | you(?:['’]ve|\s+have)?\s+(?:got\s+)?no\s+(?:permission|right|business|need|reason)\s+to | to\s+not | no\s+need\s+to | no\s+way(?:\s+that)?\s+(?:you['’]re|you\s+are|you) | (?:do\s+not|don['’]?t)\s+(?:need|have)\s+to | (?:do\s+not|don['’]?t)\s+you\s+dare(?:\s+to)? | (?:i['’]m|i\s+am|we['’]re)\s+not\s+(?:ok|okay|fine|happy|comfortable)\s+with(?:\s+you)? | i\s+forbid(?:\s+you)?(?:\s+to)? | (?:great|nice|good|better|best|lovely|kind|glad|happy|grateful|thankful|appreciate|like|love|prefer)(?:\s+(?:it|of\s+you))?\s+(?:if|when)\s+you\s+(?:didn['’]?t|don['’]?t|did\s+not|do\s+not|wouldn['’]?t|would\s+not|not|never)
        | under\s+no\s+(?:circumstances?|conditions?)(?:\s+(?:should|may|must|shall|are|do|can))?(?:\s+(?:you|we|anyone|anybody))?(?:\s+to)? | (?:it['’]?s|it\s+is)\s+(?:forbidden|prohibited|not\s+(?:allowed|permitted))(?:\s+(?:to|for)\s+(?:me|us|you|anyone|anybody))?\s+to | forbidden\s+to | (?:i['’]m|i\s+am)\s+asking\s+you\s+not\s+to | let['’]?s\s+not | on\s+no\s+account | by\s+no\s+means | at\s+no\s+point | in\s+no\s+(?:case|event) | (?:it['’]?s|it\s+is|it\s+isn['’]?t|is|are|isn['’]t|aren['’]t)\s+(?:not\s+|never\s+)?(?:ok|okay|allowed|fine|acceptable|permitted)\s+to | not )) (?:\s+|,\s*)";
    /// Words between a negation and its verb.
    FILLER = r"(?ix)^(?: ever | even | do(?:ing)? | directly | just | please | really | absolutely | simply | also | again | accidentally | automatically | at\s+all | be | been | go(?:ing)?(?:\s+(?:and|ahead(?:\s+and)?|around))? | start(?:ing)? | try(?:ing)?\s+to | to | want | want(?:ing)? | get\s+to | like | need | (?:to\s+)?see(?:ing)? | have | having | you | us | we | anyone | anybody | people | claude | think(?:ing)?\s+about | think(?:ing)?\s+of | bother(?:ing)?(?:\s+to|\s+with)? | dare(?:\s+to)? | attempt(?:ing)?\s+to | let(?:ting)?\s+(?:the\s+)?[\w-]+ | allow(?:ed)? | under\s+any\s+circumstances?,? | in\s+any\s+case | yet | now | manually | by\s+hand | blindly | straight | for\s+now | ,)\s+";
    /// A negation that makes a rule of any subject.
    DEONTIC = r"(?i)^(?:must|should|may|shall)\s*(?:n['’]?t|not)$|^(?:are|is)\s+not\s+(?:allowed|supposed|permitted)\s+to$";
    /// A negation after which the forbidden noun or gerund stands.
    NO = r"(?ix)(?:^|[\s(*_]|[,;:—–-]\s*)(?P<no> no\s+(?:need|place|room|space|excuse|call)\s+for | stop\s+it\s+with(?:\s+the)? | omit | spare\s+(?:me|us)(?:\s+the)? | no | zero | avoid | stop | quit | refrain\s+from | abstain\s+from | resist\s+(?:the\s+(?:urge|temptation|impulse)\s+(?:to|of)|from) | rather\s+than | instead\s+of | (?:do|get\s+by|manage|live|solve\s+it|make\s+it\s+work|work)\s+without | not\s+a\s+fan\s+of | skip | ditch | hold\s+(?:off|back)\s+(?:on|with) | hold\s+off | wait\s+with | without(?:\s+any)? | w/o | not\s+(?:one|a\s+single|any) | (?:don['’]?t|do\s+not|dont)\s+(?:want|need|like)(?:\s+to\s+(?:see|have))?(?:\s+(?:any|a|an|you))? | (?:can['’]t|cannot|won['’]t|must\s+not|mustn['’]t)\s+(?:use|have|take)(?:\s+any)? | ban\s+on | never(?:\s+any)? ) \s+ (?:more\s+)?(?P<what>.+)$";
    /// Words that make "without" a condition.
    LIMITED = r"(?i)\b(?:nothing|nobody|no\s+one|none|no\s+\w+\s+(?:gets?|goes|is|may)|never|not|n['’]t)\b";
    PRONOUN = r"(?i)^\s*(?:(?:any|one|some|all)\s+of\s+)?(?:them|it|those|these|any)\b";
    /// A thing and the passive verb of what must not happen to it, behind a negation: "the golden files be updated".
    DONE_TO = r"(?i)^(?P<what>[^,;:]{2,60}?)\s+(?:(?:ever|be|get|gets|getting|being|to)\s+)*(?P<verb>[a-z]+(?:ed|en|un))\b";
    /// A thing by what it does: "anything that rewrites history".
    DOES = r"(?i)^(?:anything|code|changes?|something|whatever|commands?|scripts?|prs?|patch(?:es)?)\s+(?:that|which)\s+(?P<act>[a-z-]+s\b.*)$";
    /// Words by which somebody else, or the person in former times, was told something: "I was told not to".
    WAS_TOLD = r"(?i)\b(?:i|we|he|she|they|\w+s)\s+(?:was|were|am|are|had\s+been|got)\s+(?:always\s+)?(?:told|asked|advised|instructed|warned|taught)$";
    /// A "no" that answers, or that makes a rule strict: "no, this is fine", "no exceptions".
    NOT_A_RULE = r"(?i)^(?:,|business|exceptions?\s*(?:$|[.,;!]))";
}

/// Words before an order that are none of its subject.
const LEAD_INS: &[&str] = &[
    "whatever happens",
    "whatever you do",
    "no matter what",
    "at this point",
    "one more thing",
    "as always",
    "as usual",
    "i said",
    "by the way",
    "btw",
    "fyi",
    "heads up",
    "quick note",
    "side note",
    "for the record",
    "seriously",
    "honestly",
    "obviously",
    "in general",
    "in particular",
    "above all",
    "most importantly",
    "at all costs",
    "reminder",
    "important",
    "warning",
    "careful",
    "absolutely",
    "kindly",
    "ideally",
    "as a rule",
    "for safety",
    "in doubt",
    "anyway",
    "meanwhile",
    "until then",
    "the meantime",
    "one thing",
    "we agreed",
    "agreed",
    "hey",
    "hi",
    "hello",
    "thanks",
    "thx",
    "cool",
    "great",
    "good",
    "perfect",
    "right",
];

/// Words before a negation that make it a statement about something else: "I don't", "the tests do not".
const SPEAKS_OF_OTHERS: &str = " i he she they it that this which who these those server script code program function app api \
     build test tests user users customer customers library page thing compiler linter ci parser bug still \
     why what how where also-does really-does and-i ";

/// Adds an act of git that is the means of a forbidden one: "don't settle it with a force push".
fn means(behind: &str, out: &mut Vec<Forbidden>) {
    let clause = &behind[..behind.find([',', ';', ':']).unwrap_or(behind.len())];
    for by in ["with ", "via ", "by ", "through ", "using "] {
        let Some(what) = clause.find(by).map(|at| without_article(&clause[at + by.len()..])) else { continue };
        if let Some((verb @ (Verb::ForcePush | Verb::Rebase | Verb::Amend), object)) = leading(what) {
            of_verb(verb, object, out);
        } else if let Some((verb @ (Verb::Edit | Verb::Delete), object)) = leading(what).filter(|_| by == "by ") {
            of_verb(verb, object, out);
        } else if starts(what, &["forced push", "--force"]) {
            of_noun(what, out);
        }
    }
}

/// Reads "don't push", "no pushes", "without touching X", everywhere in a sentence.
pub(super) fn negated_verbs(sentence: &str, out: &mut Vec<Forbidden>) {
    for found in NOT.captures_iter(sentence) {
        let (Some(whole), Some(not)) = (found.get(0), found.name("not")) else { continue };
        let words = not.as_str().to_ascii_lowercase();
        let behind = without_filler(&sentence[whole.end()..]);
        if sentence[..not.start()].trim_end().to_ascii_lowercase().ends_with("there")
            && behind != &sentence[whole.end()..]
        {
            of_noun(without_article(behind), out);
            continue;
        }
        if !speaks_to_agent(&sentence[..not.start()], &words) {
            if DEONTIC.is_match(&words) {
                of_code(&sentence[..not.start()], behind, out);
            }
            continue;
        }
        means(behind, out);
        let Some((verb, object)) = leading(behind) else {
            // "use uv here, never pip"
            if let Some(found) = DONE_TO.captures(behind)
                && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
            {
                of_verb(verb, &format!(" {}", found.name("what").map_or("", |m| m.as_str())), out);
            }
            let wanted = words.contains("want") || words.contains("i forbid");
            if wanted || words == "never" && sentence[..not.start()].trim_end().ends_with(',') {
                of_noun(without_article(behind), out);
            }
            continue;
        };
        // "not main": a bare "not" forbids a gerund or an infinitive only.
        let contrasted = sentence[..not.start()].trim_end().ends_with("but");
        if words != "not" || contrasted || behind.split(' ').next().is_some_and(|w| w.ends_with("ing")) {
            if verb == Verb::Operate {
                operated(behind, object, out);
            }
            verbs(verb, object, &sentence[..not.start()], out);
        }
    }
    let mut rest = sentence;
    while let Some(found) = NO.captures(rest) {
        let (Some(no), Some(what)) = (found.name("no"), found.name("what")) else { return };
        let word = no.as_str().to_ascii_lowercase();
        let negated = word.starts_with("don") || word.starts_with("do ") || word.starts_with("can") || word == "never";
        // "nothing goes out without the team" is no rule about the team.
        let limits = word.starts_with("without") && LIMITED.is_match(&rest[..no.start()]);
        let own = negated && word != "never" && !word.contains("use") && !word.contains("have")
            || word.contains("without") && !limits
            || word.starts_with("w/")
            || word.starts_with("wait")
            || (word.starts_with("instead") || word.starts_with("rather")) && is_order(&rest[..no.start()])
            || word.ends_with(" for") && !starts(what.as_str(), &["the", "a", "an", "that", "this"])
            || speaks_to_agent(&rest[..no.start()], &word)
            || is_noun_barred(&rest[..no.start()], &word);
        let done =
            DONE_TO.captures(what.as_str()).and_then(|c| Some((c.name("what")?, leading(c.name("verb")?.as_str())?)));
        if let Some((what, (verb, _))) = done.filter(|_| word.contains("want")) {
            of_verb(verb, &format!(" {}", what.as_str()), out);
        } else if (own || word.starts_with("spare")) && !is_remark(what.as_str()) && word != "never" {
            noun(&word, what.as_str(), &rest[..no.start()], out);
        }
        rest = what.as_str();
    }
}

/// Whether the words behind a "no" make it an answer or a remark.
fn is_remark(behind: &str) -> bool {
    NOT_A_RULE.is_match(behind) || no_is_remark(behind)
}

/// Whether words are an order: they begin with a verb in its base form, not with a subject.
fn is_order(before: &str) -> bool {
    let clause = before.rsplit([':', ';', '—']).next().unwrap_or(before).trim();
    let mut words = clause.split_whitespace().map(|w| w.trim_matches([',', '.', '`', '*']).to_ascii_lowercase());
    let mut words = words.by_ref().skip_while(|w| OPENERS.contains(w));
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let bent = |w: &str| ["ing", "ed", "s"].iter().any(|end| w.ends_with(end)) && !w.ends_with("ss");
    !bent(&first) && !SUBJECTS.contains(&first) && !bent(&second)
}

/// Words before the verb of an order.
const OPENERS: Phrases =
    phrases!("please|pls|just|so|then|and|now|ok|okay|also|kindly|let's|lets|you|should|could|can|must|better");

/// Words that begin a statement, not an order.
const SUBJECTS: Phrases = phrases!(
    "i|we|they|he|she|it|that|this|there|these|those|what|who|which|why|how|where|when|while|if|since|because|the|a|an|our|my\
     |your|their|his|her|its|everything|anything|everybody|nobody|nothing|no|some|all|people|in|on|at|for|with|by|as|from|to|of\
     |is|are|was|were|be|been|has|have|had|did|does|do|will|would|maybe|perhaps|not|never"
);

/// Adds what a part of the code must not hold: "the tests must not hit the network". The rule is for its files only.
fn of_code(subject: &str, behind: &str, out: &mut Vec<Forbidden>) {
    let part = subject.trim_end().rsplit([' ', ',', '(']).next().unwrap_or("").to_ascii_lowercase();
    let part = part.trim_matches('`').trim_end_matches('s');
    let whole = ["library", "crate", "package", "app", "code", "codebase", "project", "program", "tool", "cli"];
    let at = if whole.contains(&part) { Vec::new() } else { vec![part.to_owned()] };
    let mut found = Vec::new();
    match leading(behind) {
        _ if part.len() < 3 => return,
        _ if starts(behind, &["log", "print", "write to stdout", "write to the console"]) => {
            content("prints", &mut found);
        }
        Some((verb, object)) => of_verb(verb, object, &mut found),
        None => return,
    }
    found.retain(|rule| matches!(rule.ban, Ban::Content | Ban::Library | Ban::Network | Ban::ThirdParty));
    out.extend(found.into_iter().map(|rule| Forbidden { at: at.clone(), ..rule }));
}

/// Verbs that turn a negation into its opposite: "don't forget to push".
const INVERTS: &[&str] = &[
    "forget",
    "hesitate",
    "worry",
    "be afraid",
    "be shy",
    "fail",
    "miss",
    "neglect",
    "omit",
    "mind",
    "shy",
    "have to ask",
];

/// Reads an order whose verb stands some words after its negation: "don't go and quickly push".
pub(super) fn anywhere(sentence: &str, out: &mut Vec<Forbidden>) {
    for found in NOT.captures_iter(sentence) {
        let (Some(whole), Some(not)) = (found.get(0), found.name("not")) else { continue };
        let words = not.as_str().to_ascii_lowercase();
        if words == "not" || !speaks_to_agent(&sentence[..not.start()], &words) {
            continue;
        }
        let behind = &sentence[whole.end()..];
        if starts(behind, INVERTS) {
            continue;
        }
        let clause = &behind[..behind.find([',', ';', ':', '(']).unwrap_or(behind.len())];
        let starts = clause.match_indices(' ').map(|(at, _)| at + 1).take(6);
        for at in starts {
            let doing = clause[at..].split(' ').next().is_some_and(|w| w.len() > 5 && w.ends_with("ing"));
            let joined =
                clause[..at].ends_with("and ") || clause[..at].ends_with("to ") || clause[..at].ends_with("or ");
            if let Some((verb, object)) = leading(&clause[at..]).filter(|_| doing || joined) {
                verbs(verb, object, &sentence[..not.start()], out);
            }
        }
    }
}

/// Adds what stands after "no", "avoid", "without": a gerund with its object, or a noun.
pub(super) fn noun(word: &str, what: &str, before: &str, out: &mut Vec<Forbidden>) {
    let is_wanted = word.contains("want") && (what.starts_with("to ") || what.starts_with("you to "));
    let what = without_filler(what);
    let gerund = what.split([' ', ',', '.']).next().is_some_and(|w| w.len() > 4 && w.ends_with("ing"));
    let what = if word.ends_with(" for") { without_article(what) } else { what };
    if matches!(word, "avoid" | "skip") && !objects(what).0.is_empty() && !files(what).is_empty() {
        out.push(Forbidden::new(Ban::Paths, files(what)));
        return;
    }
    if let Some((verb, object)) = DOES.captures(what).and_then(|c| leading(c.name("act")?.as_str())) {
        verbs(verb, object, before, out);
        return;
    }
    match leading(what) {
        Some((verb, object)) if is_wanted => verbs(verb, object, before, out),
        Some((Verb::Operate, object)) if gerund => operated(what, object, out),
        Some((verb, object)) if gerund => verbs(verb, object, before, out),
        _ if ["stop", "quit", "rather", "instead", "resist"].iter().any(|w| word.starts_with(w)) => {
            if word.contains("with") {
                of_noun(what, out);
            } else if word.starts_with("resist")
                && let Some((verb, object)) = leading(what)
            {
                verbs(verb, object, before, out);
            }
        }
        _ => of_noun(
            if word.starts_with("wait") || word.starts_with("hold") { without_article(what) } else { what },
            out,
        ),
    }
}

/// Adds what a verb forbids, and the verbs joined to it: "don't commit or push anything".
fn verbs(verb: Verb, object: &str, before: &str, out: &mut Vec<Forbidden>) {
    let joined = ["or ", "and ", "nor ", "/", ", or ", ", "].iter().find_map(|j| {
        let rest = object.trim_start().strip_prefix(j)?;
        // "don't rebase, merge main": the other verb is what to do instead, unless the list goes on.
        let lists = *j != ", " || rest.contains(" or ") || rest.contains(" nor ") || {
            let (_, behind) = leading(rest)?;
            behind.trim_matches([' ', '.', '!']).is_empty() || behind.starts_with(',')
        };
        lists.then_some(rest)
    });
    match joined.and_then(leading) {
        Some((other, rest)) if verb != Verb::Program => {
            of_verb(verb, &without_pronoun(rest, before), out);
            verbs(other, rest, before, out);
        }
        _ if verb == Verb::Skip && PRONOUN.is_match(object) && before.contains("test") => of_verb(verb, " tests", out),
        _ if verb == Verb::Skip && PRONOUN.is_match(object) && before.contains("hook") => of_verb(verb, " hooks", out),
        _ => of_verb(verb, &without_pronoun(object, before), out),
    }
}

/// Whether a clause holds an order not to do something.
pub(super) fn orders_not(clause: &str) -> bool {
    let is_order =
        |not: crate::text::Match<'_>| speaks_to_agent(&clause[..not.start()], &not.as_str().to_ascii_lowercase());
    NOT.captures_iter(clause).filter_map(|found| found.name("not")).any(is_order)
}

/// Whether a negation is an order to the agent, given the words before it.
pub(super) fn speaks_to_agent(before: &str, not: &str) -> bool {
    let own = [
        "dare",
        "ok",
        "happy",
        "comfortable",
        "forbid",
        " if you",
        " when you",
        "no way",
        "want",
        "rather",
        "prefer",
        "asking",
        "no circumstances",
        "forbidden",
        "you ",
    ];
    if own.iter().any(|w| not.contains(w)) {
        return true;
    }
    let before = before.trim_end().to_ascii_lowercase();
    if not == "not to" && WAS_TOLD.is_match(&before) {
        return false;
    }
    if before.is_empty() || before.ends_with([',', ':', ';', '-', '(', '"', '*', '_', '—', '–', '.', '!']) {
        return true;
    }
    if LEAD_INS.iter().any(|lead| before.ends_with(lead)) {
        return true;
    }
    let last = before.rsplit([' ', ',', '(']).next().unwrap_or("");
    // "for this task don't push", "on this branch never rebase"
    let of_others = SPEAKS_OF_OTHERS.contains(&format!(" {last} ")) || (last.ends_with('s') && last.len() > 4);
    let order = matches!(not, "don't" | "don’t" | "dont" | "do not" | "never");
    let near = before.rsplit(' ').take(6).any(|w| {
        " for in on at during while when with until as about besides after before today tonight time first of from careful sure ".contains(&format!(" {w} "))
    });
    if (order && near && !of_others) || not == "not to" && !of_others {
        return true;
    }
    let addressed = " you we and but so please also or then again said just ok okay must should that though however still \
                     instead because now rule rules anyone people everybody agents claude from for want though tests-but \
                     lets let's pls yet mean repeat remember sure note only simply kindly always ";
    addressed.contains(&format!(" {last} "))
        && !(last == "that" && SPEAKS_OF_OTHERS.contains(" that ") && not.starts_with("do"))
}

/// Whether "no X" after these words bars X: it tells of something only after a verb of having, being or finding.
fn is_noun_barred(before: &str, word: &str) -> bool {
    let low = before.trim_end().to_ascii_lowercase();
    let mut last = low.rsplit(' ');
    let (own, verb) = (last.next().unwrap_or(""), last.next().unwrap_or(""));
    let ordered = own == "be" && matches!(verb, "must" | "should" | "shall" | "may" | "will" | "to");
    let adverb = own.ends_with("ly") || matches!(own, "still" | "also" | "please" | "kindly");
    ordered
        || adverb && !word.starts_with("hold")
        || (word == "no" || word == "zero") && BEFORE_NO.contains(&format!(" {own} "))
}

/// Words before "no" that make it an order.
const BEFORE_NO: &str = " make use add take allow introduce accept write create open want wants yes with: means mean remember reminder rule rules today absolutely strictly same again here then but now so and or hence therefore thus ";

fn without_filler(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(found) = FILLER.find(rest) {
        // "start the server", "see new gems": a verb of its own if no other follows.
        let behind = &rest[found.end()..];
        let verbal = matches!(found.as_str().trim(), "start" | "see" | "want" | "have" | "need" | "like");
        if verbal && leading(without_filler(behind)).is_none() {
            break;
        }
        rest = behind;
    }
    rest
}
