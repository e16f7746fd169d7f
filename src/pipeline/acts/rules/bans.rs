//! Defines bans in everyday words: "X is off limits", "X belongs to the other team", "I push myself", "X needs my ok
//! first", "nobody changes X". The words become the rule unchanged; where they hold only a pronoun, the whole sentence
//! does.

use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{self, after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::text::{Captures, patterns};
use crate::transcript::Role;

forms! {
    "off-limits" r"^(?P<what>[^,;:?]{2,70}?)(?: is| are| stays?| remains?|'s)(?: still| also| strictly| absolutely| completely| just| really| currently| now| all| totally| simply| \w+ and)* (?P<how>off[ -]limits?|forbidden|banned|prohibited|verboten|taboo|sacred|holy|untouchable|frozen|locked|read[ -]only|out of bounds|hands[ -]off|set in stone|a no[ -]?go|not (?:up for|open for|open to) (?:feedback|changes?|debate|review|negotiation|edits|suggestions|grabs)|not to be (?:touched|changed|edited|modified|moved|deleted|removed|used|renamed)|not up for discussion)\b(?P<more>.*)$"
        yes "the billing module is off limits till Friday" no "the limits are fine";
    "stays" r"^(?P<what>[^,;:?]{2,70}?) (?:has to |have to |must |should |needs to |need to |shall |will )?(?:stays?|remains?) (?:exactly |just |completely )?(?:as (?:it|they) (?:is|are)|as[ -]is|untouched|unchanged|unmodified|intact|alone|put|the way (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|how (?:it|they) (?:is|are)|out of (?:it|this|git|scope))\b(?P<more>.*)$"
        yes "docker-compose.yml stays untouched" no "he stays at home";
    "hands" r"^(?P<what>(?:hands? off|keep (?:your|those) (?:hands|fingers|paws) off|keep off|stay off|stay out of|stay clear of|steer clear of|keep out of|don't go near|do not go near|don't come near) .+)$"
        yes "keep your fingers off the seed data" no "hands are cold";
    "belongs" r"^(?P<what>[^,;:?]{2,60}?) (?:belongs? to|(?:is|are) (?:owned|maintained|managed|looked after|handled|taken care of) by) (?:me|us alone|them|someone else|somebody else|others|(?:the |our |another |a |an |some )?(?:other |different )?(?:[\w-]+ )?(?:team|manager|lawyers?|department|group|people|guys|colleagues?|customers?|clients?|vendor|partner|admins?|dba|ops|legal|security|design|marketing|finance|platform|infra|qa))\b(?P<more>.*)$"
        yes "the main branch belongs to the release manager" no "the row belongs to the order";
    "owns" r"^(?P<what>(?:ops|legal|security|design|marketing|finance|infra|qa|(?:the |our |another |a )?(?:other |different )?(?:[\w-]+ )?(?:team|manager|lawyers?|department|dba|vendor|partner|admins?)) (?:owns?|looks? after|takes? care of|maintains?) (?:it|them|that|those|that one|this|this one|the .+|.*[./].*))$"
        yes "the platform team owns the terraform folder" no "she owns a dog";
    "business" r"^(?P<what>[^,;:?]{2,60}?)(?: is| are|'s) (?:strictly |really |entirely |only |all )?(?:mine|my (?:job|call|business|task|thing|baby|turf|territory|responsibility)|not (?:your|our) (?:job|call|business|task|concern|thing|responsibility)|not (?:yours|ours)(?: to \w+)?|none of (?:your|our) business|not for (?:you|us) to \w+|(?:the )?[\w-]+(?:s'|'s) (?:business|job|call|turf|territory|responsibility|domain|department))\b(?P<more>.*)$"
        yes "tagging releases is not your job" no "business is good";
    "no-business" r"^(?P<what>(?:we|you|the agent|claude) (?:have|has|'ve)(?: got)? no business .+|there(?:'s| is) no reason (?:for you |for us )?to (?:touch|change|edit|modify|open|delete|push) .+)$"
        yes "we have no business in the payroll tables" no "no business today";
    "my-ok" r"^(?P<what>[^,;:?]{2,60}?) (?:needs?|requires?) (?:my|our|an? explicit|the [\w-]+(?:'s|s')|[\w-]+'s) (?:explicit )?(?:ok|okay|approval|sign[- ]?off|permission|blessing|go|go-ahead|review|consent|nod)\b(?P<more>.*)$"
        yes "every schema change needs my ok first" no "it needs more time";
    "goes-through" r"^(?P<what>[^,;:?]{2,60}?) (?:has to |have to |must )?(?:goes|go|happens?|gets? done|(?:is|are) done|(?:is|are) made|(?:is|are) cut|=) (?:only |always )?(?:through|past|via|by|in|from)? ?(?:me|us|ci|jenkins|ops|review|a review|a pr|the pipeline|the dba|the (?:[\w-]+ )?(?:team|manager|pipeline))(?: first| only| alone)?$"
        yes "releases are cut by the release manager" no "it goes through walls";
    "myself" r"^(?P<what>(?:i|i'll|i will|i'd like to|i want to|let me|i always|i prefer to)(?: always| will| only| do)? (?:do|handle|make|write|run|push|commit|merge|deploy|release|publish|tag|rebase|migrate|cut|take care of)\b[^,;]{0,50}? (?:myself|by hand|on my own))\b(?P<more>.*)$"
        yes "I'll do the release myself" no "I did the release myself";
    "i-do" r"^(?P<what>i(?:'ll| will)? (?:always )?(?:do|handle|make|take care of|look after) (?:all )?(?:the |our )?(?:push\w*|commit\w*|deploy\w*|releas\w*|merg\w*|tagging|tags|migrat\w*|publish\w*|rebas\w*)|leave (?:the |all )?(?:push\w*|commit\w*|deploy\w*|releas\w*|merg\w*|tagging|tags|migrat\w*|publish\w*|rebas\w*)(?: \w+){0,2} (?:to|for) me)\b(?P<more>.*)$"
        yes "I do the commits" no "I do like commits";
    "nobody-does" r"^(?P<what>(?:nobody|no one|no-one|none of us|neither of us)(?: ever| here| (?:but|except|other than|besides|apart from) (?:the )?[\w-]+(?: team)?)* (?:touches|changes|edits|pushes|commits|merges|deploys|deletes|removes|writes|restarts|installs|adds|renames|moves|modifies|rewrites|publishes|releases|upgrades|bumps|drops|alters|disables|regenerates)\b.*)$"
        yes "nobody changes the protobuf files" no "nobody uses it";
    "under-no" r"^(?P<what>(?:under no circumstances|on no account|at no point|in no case|in no event|not under any circumstances|at no time) .+)$"
        yes "under no circumstances should the seed file be regenerated" no "no circumstances";
    "never-ever" r"^never ever (?P<never>[a-z].+)$"
        yes "never ever run terraform apply" no "hardly ever";
    "dare" r"^(?:don't|do not|dont) (?:you )?(?:ever )?dare (?:to )?(?P<not>.+)$"
        yes "don't you dare use sudo" no "I dare you";
    "id-rather" r"^(?:i'd|i would) (?:rather|prefer(?: it)?(?: if)?)(?: that)? you (?:didn't|don't|did not|do not|not|wouldn't) (?P<not>[a-z].+)$"
        yes "I'd rather you didn't rename the columns" no "I'd rather wait";
    "polite" r"^(?:can|could|would|will) you (?:please |maybe )?(?:not|never) (?P<not>[a-z].+)$"
        yes "can you not touch the public API" no "can you touch it";
    "careful" r"^(?:please |just |and |but |so |also )*(?:be (?:very |really )?careful|take care|be sure|remember|mind|watch out|see to it|make sure|try)(?: please)?(?: to not| not to| never to| that (?:you|we) (?:don't|do not|never)| (?:you|we) (?:don't|do not|never)) (?P<not>[a-z].+)$"
        yes "just be careful not to touch the old gate" no "be careful with the gate";
    "forbidden-to" r"^(?P<what>(?:it(?:'s| is) )?(?:not allowed|forbidden|prohibited|not permitted)(?: (?:to|for) (?:me|us|you|anyone|anybody))? to .+)$"
        yes "it is forbidden to change the schema" no "it is allowed";
    "refrain" r"^(?P<what>(?:stop|quit|refrain from|abstain from|avoid|hold off|hold off on|hold off with|resist) (?:\w+ing) .+)$"
        yes "refrain from rewriting history on shared branches" no "stop the server";
    "avoid-here" r"^(?P<what>(?:avoid|ditch|no) [^,;:]{2,50}? (?:here|anywhere|everywhere|at all costs?|altogether|in (?:this|the|our|new|any) .+))$"
        yes "avoid pip here" no "avoid pip";
    "not-wanted" r"^(?P<what>(?:i|we) (?:really |just )?(?:don't|do not|dont) want .+? (?:left|anywhere|in|inside|touched|changed|edited|modified|committed|pushed|removed|deleted|renamed|to be \w+ed)\b.*)$"
        yes "I don't want console.log left in components" no "I don't want it";
    "keep-out" r"^(?P<what>(?:keep|leave) [^,;]{2,60}? (?:out of|away from|off) (?P<place>[^,;]+))(?P<more>.*)$"
        yes "keep .env out of git" no "keep it";
    "only-by" r"^(?P<what>only (?:i|ci|jenkins|ops|the [\w-]+(?: [\w-]+)?|[\w-]+ (?:team|people)) (?:may|can|should|must|gets? to|is allowed to|are allowed to|am allowed to|push\w*|deploys?|merges?|releases?|publish\w*|touch\w*|changes?|edits?)\b.*)$"
        yes "only the DBA may alter tables" no "only two tests fail";
    "only-mine" r"^(?:(?:oh|ah|no|wait|well|sorry),? )*(?P<what>(?:they|the [\w'-]+(?: [\w'-]+)?|users?|readers?|customers?|clients?|guests?|students?|people|players?|visitors?|others) (?:won't|will not|don't|do not|can't|cannot|must not|should not|shouldn't) (?:have|get|see|need|use|find|know|reach) .{2,50}?, (?:that|this|it|those|these)(?:'s| is| are) (?:only|just|purely) (?:for|on|in) (?:me|us|my .{2,30}|our .{2,30}|the team|the devs|developers|testing|tests|internal use))$"
        yes "no they won't have the spare key, that's only for me" no "they have a key, that's for me";
    "leave-it" r"^(?P<what>(?:leave|keep) (?:it|that|them|this|those|that one|this one|those ones|these) (?:exactly )?(?:alone|untouched|unchanged|intact|in peace|as (?:it|they) (?:is|are)|the way (?:it|they) (?:is|are)))\b(?P<more>.*)$"
        yes "leave that alone" no "leave it there";
    "never-get" r"^(?P<what>(?:the |our |any |all )?(?:[\w-]+ )?(?:keys|secrets|passwords|tokens|credentials|certificates|certs|binaries|dumps|artifacts|artefacts|logs|personal data|customer data|prod data) (?:never|must never|don't ever) (?:get|go|leave|land|end up|touch|enter|reach) .+)$"
        yes "keys never get committed" no "keys never worked";
    "we-never" r"^(?P<what>(?:we|you) (?:never|don't|do not|dont) (?:do|squash|rebase|push|commit|merge|deploy|tag|amend|touch|edit|write|store|log|hardcode|mock|catch|commit|skip|release|publish|use) .+|we never (?:squash|rebase|amend|push|deploy|merge))$"
        yes "we never squash" no "we never met";
    "no-practice" r"^(?P<what>no (?P<kind>(?:[\w./'-]+ ){0,3}?[\w-]*[a-z]s)(?: (?P<place>(?:in|on|to|into|under|inside|within|between|from) (?:the |our |any |this )?[\w./'-]+(?: [\w'-]+){0,3}))?)$"
        yes "no emojis in commit messages" no "no idea";
    "object-first" r"^(?P<what>(?P<thing>[^,;:?]{2,50}?) (?:you|we) (?:just |simply |please )*(?:don't|do not|dont|never|must not|mustn't|may not|shall not|should not|can't|cannot)(?: ever)? (?P<deed>touch|edit|change|modify|delete|remove|rename|move|open|commit|push to|merge|deploy|format|reformat|rewrite|refactor|break|share|publish|upgrade|bump))(?: at all| ever| for now| please| then)*$"
        yes "the seed file you don't touch" no "the file you don't touch up is fine";
    "if-i-see" r"^(?P<what>if i (?:ever )?(?:see|find|catch|spot) .+?,? (?:i'll|i will|i'm going to|it gets|it goes|you) .+)$"
        yes "if I see a package-lock.json I'll cry" no "if I see it right";
}

patterns! {
    /// Words before a rule that call attention to it or are polite: "btw", "please".
    ATTENTION = r"(?i)^(?:(?:and|but|so|also|then|ok|okay|btw|please|pls|again|careful|hey|oh|fyi|important|reminder|(?:one|another|last|first) (?:more |other )?(?:small |quick |important )?thing(?: up front| first| before (?:you|we) (?:start|begin)| to (?:know|note|remember|respect|keep in mind|be aware of)(?: (?:before|when|while) [^,:;]{3,40}?)?)?|(?:just )?so you know|before (?:you|we) (?:start|begin|continue|go on)|first of all|to be clear|just to be clear|let me be (?:very |quite )?clear|i want to be clear|as a reminder|as you know|by the way|heads[ -]up|while you(?:'re| are) at it|(?:it )?would be (?:good|nice|great|best|better) if|i'd (?:like|prefer|appreciate)(?: it)? if(?: you)?|i'd be (?:glad|happy|grateful) if|let's|lets|mind(?: you)?|other than that|apart from that)\b[,:;.-]*\s+)+";
    /// A list of banned things: "no tracking, no analytics, ever".
    NO_LIST = r"(?i)^(?:and |so |also |but |right,? )*(?P<what>no [\w'/-]+(?: [\w'/-]+){0,3}(?:,? (?:and |or )?no [\w'/-]+(?: [\w'/-]+){0,3})*),? (?:ever|period|full stop|whatsoever|under any circumstances|at all)[.!]*$";
    /// Words that limit a rule to a time or a place; they stay part of the rule.
    SCOPE = r"(?i)^(?:for (?:the time being|now|the moment|this (?:task|session|sprint|week|change|pr|release|ticket|milestone)|the rest of (?:the|this) \w+)|until further notice|in this (?:repo|repository|project|codebase|session|folder)|on this (?:branch|machine|laptop|server|repo|project)|this (?:week|sprint)|today|right now),?\s+";
    /// A state that is to remain as it is: "not using any ORM, keep it that way".
    KEPT_SO = r"(?i)^(?P<what>.{6,100}?)\s*[,;.–-]*\s+(?:and |so |please |let's |but )*(?:(?:keep|leave) (?:it|this|that) (?:that way|like that|like this|so)|(?:it|that|this) (?:should |must |has to |shall )?stays? (?:that way|like that|so))[.!]*$";
    /// A file, a folder or a branch.
    A_PLACE = r"`|[\w-]/|/[\w-]|\w\.[a-z]{2,4}\b|\b(?:branch|folder|directory|module|file|schema|api|prod|production|staging|main|master|trunk|config|database|table|package|repo|service|server|box|cluster|pipeline)s?\b";
    /// A pronoun in the place of the rule's object.
    POINTS = r"\b(?:it|them|there|that one|this one|that|this|those|these)\b";
}

/// Splits a rule into the limit of time or place that it opens with, and the rest without words that call attention.
pub(super) fn unled(text: &str) -> (&str, &str) {
    let bare = |text: &'_ str| ATTENTION.find(text).map_or(0, |m| m.end());
    let rest = text.get(bare(text)..).unwrap_or(text);
    let Some(scope) = SCOPE.find(rest) else { return ("", rest) };
    let (scope, rest) = rest.split_at(scope.end());
    (scope.trim_end_matches([',', ' ']), rest.get(bare(rest)..).unwrap_or(rest))
}

/// Whether a question is a polite ban: "can you not touch the API?"
pub(super) fn asks_politely(text: &str) -> bool {
    let dares = after_any(text, phrases!("don't you dare|don’t you dare|dont you dare")).is_some();
    dares
        || after_any(text, phrases!("can you|could you|would you|will you")).is_some_and(|rest| {
            let rest = after_any(rest, phrases!("please|maybe")).unwrap_or(rest).trim_start();
            after_any(rest, phrases!("not|never|avoid|stop|refrain from|stay out of|keep out of|stay away from"))
                .is_some()
        })
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    for sentence in view.own().filter(|s| s.block != BlockKind::Heading) {
        if sentence.asks && !asks_politely(&sentence.text) && !super::stated_rules::seeks_assent(&sentence.text) {
            continue;
        }
        let before = out.len();
        out.extend(kept_so(sentence).or_else(|| never_any(sentence)));
        if out.len() == before {
            let segments = view.segments(sentence);
            out.extend(segments.iter().filter_map(|segment| {
                let act = of_segment(sentence, segment)?;
                (act.form != "no-practice" || is_practice(view, sentence, segments)).then_some(act)
            }));
        }
    }
    // Drops a rule that lies within the sentence of another one.
    let held = |act: &Act| out.iter().any(|o| o.range != act.range && holds(o, act));
    let kept: Vec<bool> = out.iter().map(|act| !held(act)).collect();
    let mut kept = kept.into_iter();
    out.retain(|_| kept.next().unwrap_or(true));
    out
}

fn holds(outer: &Act, inner: &Act) -> bool {
    outer.range.start <= inner.range.start && inner.range.end <= outer.range.end
}

/// Whether "no tracking pixels" is a rule: it is a short sentence of its own, or stands in a first message, and does not
/// answer a question about the present state.
fn is_practice(view: View<'_>, sentence: &Sentence, segments: &[Segment]) -> bool {
    let asked = view.talk.before().next().filter(|turn| turn.role == Role::Assistant);
    let asked = asked.is_some_and(|turn| turn.sentences.iter().any(|s| s.asks));
    // "Fine, but no prints in library code": an approval may stand before it.
    let approves = |s: &&Segment| {
        words(&s.text) <= 2 && after_any(&s.low, phrases!("fine|ok|okay|good|great|nice|cool|right|sure|yes")).is_some()
    };
    let alone = match segments {
        [_] => true,
        [first, _] => approves(&first),
        _ => false,
    };
    let laid_out = view.opens_session() && segments.iter().all(|segment| !segment.doubtful);
    !asked && (alone && words(&sentence.text) <= 12 || laid_out)
}

/// Reads a state that is to be kept: "not using any ORM, keep it that way".
fn kept_so(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text);
    let what = KEPT_SO.captures(&text)?.name("what")?.as_str();
    let (_, what) = unled(what);
    if words(what) < 3 || after_any(what, phrases!("it|that|this|they|he|she|if|i think|looks")).is_some() {
        return None;
    }
    let said = if after_any(what, phrases!("not")).is_some() { format!("We are {what}") } else { what.to_owned() };
    let deed = ActKind::Rule { hard: true };
    Some(Act::settled(deed, sentence.range.clone(), whole(&capital(&said)), "kept-so"))
}

/// Reads a list of banned things: "no ads, no popups, period".
fn never_any(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text);
    let what = NO_LIST.captures(&text)?.name("what")?.as_str();
    let low = what.to_lowercase();
    let states = low.split("no ").skip(1).any(|behind| no_is_remark(behind) || behind.starts_with("change"));
    let told = states || words(what) < 4 && text.to_lowercase().contains(" at all");
    let deed = ActKind::Rule { hard: true };
    (!told).then(|| Act::settled(deed, sentence.range.clone(), whole(&capital(what)), "no-list"))
}

fn plain(text: &str) -> String {
    wording::plain(text).replace('’', "'")
}

fn of_segment(sentence: &Sentence, segment: &Segment) -> Option<Act> {
    let guesses = phrases!("maybe|perhaps|i think|probably|i guess|not sure|might|i wonder|it seems|apparently");
    if matches!(segment.modality, Modality::Report) || guesses.within(&segment.low) || is_told(segment) {
        return None;
    }
    let (scope, rest) = unled(&segment.text);
    let text = rest.trim_end_matches(['?', '!', '.', ' ']);
    let low = text.to_ascii_lowercase();
    // "X is off limits, legal wants that": what follows is the reason. "X broke twice, hands off it": or what precedes.
    let head = low.find(", ").filter(|at| words(&low[..*at]) >= 2).map(|at| 0..at);
    let tail = low.rfind(", ").filter(|at| words(&low[at + 2..]) >= 2).map(|at| at + 2..low.len());
    let pieces = [Some(0..end_of_rule(&low)), Some(0..low.len()), head, tail.clone()];
    let (form, found, piece) = pieces.into_iter().flatten().find_map(|piece| {
        let (form, found) = first(&FORMS, &low[piece.clone()])?;
        Some((form, found, piece))
    })?;
    let own_low = &low[piece.clone()];
    if words(text) > 34 || !is_meant(form, group(own_low, &found, "what"), &found, own_low, !scope.is_empty()) {
        return None;
    }
    let second = tail.is_some_and(|tail| tail == piece);
    // "Only sand the boards, I do the painting myself": the order comes first.
    if second
        && form == "myself"
        && after_any(low.get(..piece.start).unwrap_or_default(), phrases!("only|just|please only|and please only"))
            .is_some()
    {
        return None;
    }
    // "Paint the gate, the fence we don't touch" is one order.
    if second && form == "object-first" && imperative::opens(low.get(..piece.start).unwrap_or_default()) {
        return None;
    }
    let rule = text.get(piece.clone()).unwrap_or(text);
    // "No they won't have it": the no objects to what was said before.
    let rule = if form == "only-mine" { group(rule, &found, "what") } else { rule };
    let why = if second { text.get(..piece.start) } else { text.get(piece.end..) };
    let why = why.map(|why| why.trim_matches([',', ' '])).filter(|why| words(why) >= 3);
    let said = ["not", "never"].into_iter().find_map(|name| {
        let at = found.name(name)?.start();
        let verb = if name == "not" { "Do not" } else { "Never" };
        Some(format!("{verb} {}", rule.get(at..)?))
    });
    // "The seed file you don't touch"
    let deed = found.name("deed").and_then(|m| rule.get(m.range()));
    let said =
        said.or_else(|| Some(format!("Do not {} {}", deed?, low_first(rule.get(found.name("thing")?.range())?))));
    let own = unhurried(&said.unwrap_or_else(|| rule.to_owned())).to_owned();
    let (summary, range) = if points_back(form, &own.to_ascii_lowercase()) {
        // "The box is shared with QA, so hands off it": the sentence says what "it" is. Of two things joined with "and" the
        // last is meant: "commits stay in English and please don't push, I do that myself".
        let before = sentence.text.get(..segment.range.start.saturating_sub(sentence.range.start)).unwrap_or_default();
        let from = before.rfind(" and ").map(|at| at + " and ".len());
        let from = from.filter(|at| words(before.get(*at..).unwrap_or_default()) >= 2).unwrap_or(0);
        let range = sentence.range.start + from..sentence.range.end;
        let whole_sentence = plain(sentence.text.get(from..).unwrap_or(&sentence.text));
        let (_, whole_sentence) = unled(&whole_sentence);
        if segment.before.trim().is_empty() && !second || words(whole_sentence) > 34 || segment.doubtful {
            return None;
        }
        (unhurried(whole_sentence.trim_end_matches(['.', '!', '?'])).to_owned(), range)
    } else {
        (own, segment.range.clone())
    };
    let summary = if scope.is_empty() { capital(&summary) } else { format!("{}, {summary}", capital(scope)) };
    let mut act = Act::settled(ActKind::Rule { hard: true }, range, whole(&summary), form);
    act.why = why.map(str::to_owned);
    Some(act)
}

/// Where a rule ends and its reason begins, in bytes: at a comma, unless a limit follows.
fn end_of_rule(low: &str) -> usize {
    let limits = phrases!(
        "ever|not even|nor|neither|or|and|unless|until|till|except|but|only|even|period|always|please|full stop"
    );
    low.match_indices(", ")
        .map(|(at, _)| at)
        .find(|at| low.get(at + 2..).is_some_and(|tail| words(tail) >= 3 && after_any(tail, limits).is_none()))
        .filter(|at| words(low.get(..*at).unwrap_or("")) >= 3)
        .unwrap_or(low.len())
}

/// Whether the words report the past or what others say, give an example, or a reason: "nobody opens that gate anyway".
fn is_told(segment: &Segment) -> bool {
    let anyway = segment.low.trim_end_matches(['.', '!']).ends_with(" anyway");
    let told =
        phrases!(" used to | yesterday| turned out| said that | says that | would have | should have | was when ");
    anyway
        || told.within(&segment.low)
        || after_any(&segment.low, phrases!("for example|e.g.|imagine|suppose")).is_some()
}

/// Whether the rule's own words do not name its object.
fn points_back(form: &str, low: &str) -> bool {
    let object = match form {
        "off-limits"
            if low.split(' ').nth(1) == Some("it") && low.split(' ').next().is_some_and(|w| w.ends_with("ing")) =>
        {
            return true;
        }
        "off-limits" | "stays" | "belongs" | "business" | "my-ok" | "goes-through" | "kept-so" => {
            return after_any(low, phrases!("it|they|that|this|those|these|that one|this one|he|she")).is_some_and(
                |rest| {
                    rest.trim_start_matches("'s").trim_start().starts_with(|c: char| c.is_alphabetic())
                        && verb_follows(rest)
                },
            );
        }
        "under-no" | "forbidden-to" | "if-i-see" | "no-business" | "not-wanted" => low.rsplit(' ').next().unwrap_or(""),
        _ => low,
    };
    let last: Vec<&str> = object.split(' ').collect();
    let near = match form {
        "keep-out" | "leave-it" | "nobody-does" | "owns" | "myself" | "dare" | "polite" | "careful" | "id-rather"
        | "never-ever" | "hands" => last.iter().take(6).copied().collect::<Vec<_>>().join(" "),
        _ => last.iter().rev().take(1).copied().collect::<Vec<_>>().join(" "),
    };
    POINTS.find(&near).is_some_and(|m| {
        // "that table" names its thing.
        let behind = near.get(m.end()..).unwrap_or("").trim_start();
        matches!(m.as_str(), "it" | "them" | "there")
            || behind.is_empty()
            || after_any(behind, phrases!("myself|by|on|to|out|off|away|first|please|ever|again|alone|untouched|unchanged|intact|as|the way|in peace")).is_some()
    })
}

/// Whether a verb follows a word that may be a pronoun or an article: "that is mine", not "that table is mine".
fn verb_follows(rest: &str) -> bool {
    let rest = rest.trim_start();
    after_any(rest, phrases!("is|are|'s|s|stays|stay|remains|remain|must|should|has|have|needs|need|belongs|belong|goes|requires|happens|shall|will"))
        .is_some()
}

/// Whether words behind a "no" tell what there is not, and forbid nothing: "no warnings", "no regressions".
fn states_a_lack(kind: &str) -> bool {
    let states = phrases!("warning|change|test|is|was|this|log|plan|user|further|more|comment|us|regression");
    let first = kind.split(' ').next().unwrap_or_default();
    no_is_remark(first) || states.contains(first) || states.contains(first.trim_end_matches('s'))
}

/// Stems of the acts and things that a rule may send through somebody: "every release goes through Ann".
const GO_THROUGH: Phrases =
    phrases!("everything|every|all|any|push|deploy|releas|publish|merg|migrat|commit|change|tag|schema|rollout");

/// Whether the words forbid something instead of describing it.
fn is_meant(form: &str, what: &str, found: &Captures<'_>, low: &str, scoped: bool) -> bool {
    let opening =
        after_any(what, phrases!("i|we|you|he|she|there|what|who|which|why|how|when|if|because|nothing|where"));
    match form {
        "off-limits" => {
            let (how, more) = (group(low, found, "how"), group(low, found, "more"));
            let determined =
                after_any(what, phrases!("the|our|this|that|those|these|all|every|any|anything|everything|it|they"));
            let gerund = what.split(' ').next().is_some_and(|w| w.len() > 5 && w.ends_with("ing"));
            let names_place = A_PLACE.is_match(what) && after_any(what, phrases!("a|an")).is_none();
            // "The table is locked", "the screen is frozen": how things are.
            let state = phrases!("frozen|locked|read only|read-only").contains(how);
            let limited = phrases!("until|till|for now|for the|this week|here|during|outside|while").within(more);
            let bound = limited || after_any(more, phrases!("in|on|for|from|after|before")).is_some();
            opening.is_none()
                && if state {
                    what.contains(['/', '.', '`'])
                        || limited
                        || phrases!(" api| schema| interface| protocol| contract| file format").within(what)
                } else {
                    determined.is_some() || gerund || names_place || bound
                }
        }
        "stays" | "belongs" | "my-ok" => opening.is_none(),
        "business" => {
            let fault = phrases!("fault|mistake|bug|error|blame|bad|typo|problem|idea|guess|question");
            opening.is_none() && !fault.within(what)
        }
        "goes-through" => opening.is_none() && GO_THROUGH.within(what),
        "myself" => {
            let deeds =
                phrases!("push|commit|merg|deploy|releas|publish|tag|rebas|migrat|install|do it|do that|do this|run");
            deeds.within(what)
        }
        // "Keep Docker out of this" refuses an option.
        "keep-out" => {
            let place = group(low, found, "place");
            after_any(what, phrases!("keep me|keep us|keep him|keep her|keep you|leave me|leave us")).is_none()
                && after_any(place, phrases!("this|it|here|the way|my|your mind|mind|sync|date|hand|trouble|scope"))
                    .is_none()
        }
        "refrain" => after_any(what, phrases!("stop using|quit using|avoid using"))
            .is_none_or(|rest| words(rest) >= 3 && !rest.contains(" for ")),
        "avoid-here" => after_any(what, phrases!("no")).is_none_or(|kind| !states_a_lack(kind)),
        "not-wanted" => after_any(
            what,
            phrases!(
                "i don't want to|we don't want to|i do not want to|we do not want to|i dont want to|we dont want to"
            ),
        )
        .is_none(),
        "we-never" => scoped || phrases!(" here| in this | on this | in our ").within(low),
        "no-practice" => {
            let kind = group(low, found, "kind");
            words(kind) >= 1
                && !kind.split(' ').any(states_a_lack)
                && !low.ends_with("ss")
                && (words(kind) >= 2 || !group(low, found, "place").is_empty())
        }
        _ => true,
    }
}
