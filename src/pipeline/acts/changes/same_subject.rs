//! Defines the replacement of what was said of a subject: "we'll go with leapfrog for the integrator" takes the place of "use
//! RK4 for the integrator". Two sentences say something of the same subject if they are built alike and only the last part
//! differs: another name in the same place ("in Markdown", "in AsciiDoc"), another day, another number of a limit. What is
//! only observed ("the images have 900 KB") or added ("in German too") replaces nothing.

use std::ops::Range;

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::token_set;
use crate::pipeline::acts::answers::stance::names_some;
use crate::pipeline::acts::references::standing::{recent, standing};
use crate::pipeline::acts::sentences::quantities::{kin_values, may_have_number, measured, same_amount, single};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::{Readings, patterns};
use crate::transcript::Role;

patterns! {
    /// A choice before what it is for: "use RK4 for the integrator", "American spelling for the docs".
    FOR = r"(?i)^(?:(?:we|i|let's)(?:'ll|'d| will| want to| want| would like to)? ?)?(?P<takes>use|using|take|go with|going with|want|pick|choose|adopt|keep|stay with|switch to)? ?(?P<value>[\w.+#/'-]+(?: [\w.+#/'-]+){0,4}?) (?:for|as) (?P<subject>(?:(?:the|our|my|all|all the) )?[\w.'/-]+(?: [\w.'/-]+){0,3})$";
    /// A choice of a sort that is named: "use a Matern kernel".
    SORT = r"^(?:(?:we|i|let's)(?:'ll|'d| will)? ?)?(?:use|using|take|go with|switch to|return to|go back to|back to) (?:an? )?(?P<value>[\w.+#/'-]+(?: [\w.+#/'-]+)?) (?P<subject>[a-z][a-z-]{2,})$";
    /// A name that is given: "let's call the helper to_date".
    CALL = r"^(?:(?:we|i|let's|please)(?:'ll|'d| will| would)?(?: rather| better)? ?)?(?:call|name|rename) (?P<subject>(?:the|our|my) [\w' -]{2,30}?) (?:to |into )?(?P<value>[\w.`+#/-]+)$";
    /// Work done with something: "do the styling with CSS modules".
    DONE_WITH = r"^(?:(?:we|i)(?:'ll| will)? |let's )?(?:do|make|handle) (?P<subject>(?:the|our|my|all|all the) [\w' -]{2,40}?) (?:with|in|via|using) (?P<value>.{1,50})$";
    /// Work whose place, form or means is said: "write the manual in AsciiDoc".
    WORK = r"^(?:(?:we|i)(?:'ve decided to|'ll| will|'re going to| decided to)? |let's )?(?P<subject>(?:write|build|render|draw|run|host|deploy|store|serve|send|ship|log|print|publish|save|test|package|train|set|style|generate|read|target|normali[sz]e|sort|sign|export|format)(?: (?:the|our|my|all|every|each))?(?: [\w'/-]+){0,4}?) (?P<link>in|with|on|as|to|via|using|from|under|at|by|into) (?P<value>.{1,50})$";
    /// A subject and what is said of it: "deploys run on GitHub Actions", "the service is called doorman".
    SAID = r"^(?P<subject>(?:(?:the|our|my|all|every|each|new) )*[\w.'/-]+(?: [\w.'/-]+){0,5}?) (?:(?:is|are|will be|should be|must be|has to be|have to be|is going to be|shall be|has been)(?: now)?(?: (?P<done>called|named|written|read|hosted|stored|kept|built|sent|served|deployed|planned|pushed|moved|postponed|scheduled|rounded|due|set|rendered|printed|drawn|signed|sorted|published))?|(?:(?:will|must|should|has to|have to|shall) )?(?P<verb>go|run|live|stay|slip|move|ship|start|end|begin|close|open)(?:e?s)?) (?:(?P<link>in|with|on|as|to|via|using|from|under|at|by|into|for|until|through) )?(?P<value>.{1,50})$";
    /// A setting by its label: "backbone: resnet50".
    LABEL = r"^(?P<subject>[a-z][\w' /+-]{1,30}): (?P<value>[^,;:]{1,40})$";
    /// An order that says where a thing goes.
    LINKED = r"^[a-z]+ (?:the|our|my|all|every) [\w'/ -]{2,40}? (?:in|on|at|under|to|into|with) [^,;]+$";
    /// A day that is moved: "we moved the freeze to Monday".
    MOVED = r"^(?:we|they|i|ops|management|marketing)(?:'ve| have|'re)? (?:just )?(?:moved|pushed|postponed|shifted|delayed|rescheduled|moving|pushing) (?P<subject>(?:the|our|my) [\w.'/ -]{2,40}?) (?:to|until) (?P<value>.{1,40})$";
    /// A day or a time of the calendar.
    DAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d|$)|\b\d{1,2}(?:st|nd|rd|th)\b|\bq[1-4]\b|\b(?:today|tomorrow|tonight|noon|midnight)\b|\b(?:next|this) (?:week|month|year|sprint|quarter)\b|\bend of (?:the )?(?:week|month|year|sprint|quarter)\b";
    /// Words that deny, or that add to what holds.
    OTHERWISE = r"\b(?:not|no|never|none|nobody|nothing|without|only|except|unless|too|also|either|as well|before)\b|n't\b";
    /// Words that set a limit or say that it changes.
    LIMITS = r"\b(?:max(?:imum)?|min(?:imum)?|limit|cap|ceiling|at most|at least|up to|under|below|no (?:longer|more|less|fewer) than|allowed|must|should|has to|have to|may (?:be|have)|from now on|as of|instead|enough|new)\b";
    /// Words with which another limit is announced: "p95 may be 350 ms now".
    LIMIT_CHANGES = r"\b(?:now|from now on|any ?more|no longer|instead|new (?:limit|requirement|cap|budget|ceiling|minimum|maximum)|is the (?:new )?(?:limit|requirement|cap|budget)|relaxed|tightened)\b";
    /// Words that allow or demand: what is only observed has none.
    ALLOWS = r"\b(?:may|can|max(?:imum)?|min(?:imum)?|limit|cap|ceiling|at most|at least|up to|under|below|no (?:longer|more|less|fewer) than|allowed|must|should|has to|have to|requirement)\b";
    /// Words that say that something else holds from now on.
    CHANGES = r"\b(?:instead|now|from now on|from today|as of (?:now|today)|changed? to|rather|after all|no longer)\b";
    /// Colours, which a thing has one of.
    COLOUR = r"^(?:dark |light |pale )?(?:red|green|blue|yellow|orange|purple|pink|black|white|gr[ea]y|brown|teal|cyan|magenta|amber)$";
    /// Words that narrow what stands before them: "on the site", "for all training runs".
    NARROWS = r" (?:on|in|at|per|of|with|from|by|for|before|after) (?:(?:the|our|my|this|all|each|every|an?) [\w.'/-]+(?: [\w'/-]+)?|[\w.'/-]+)";
}

/// Openings that say nothing of the subject.
const LEADS: Phrases = phrases!(
    "so|and|but|ok|okay|then|oh|hm|hmm|now|actually|please|instead|from now on|as of today|new limit:|new rule:|correction:|update:|heads up,|turns out|yes,|no,|right,"
);

/// Ends that only say since when, or that it is a change.
const TAILS: Phrases = phrases!(
    " now| from now on| from today| from today on| as of today| as of now| instead| again| after all| then| please| as they used to| at first| like at first| it is"
);

/// Purposes for which more than one thing is used: "TypeScript for the frontend", "Vite for the frontend".
const BROAD: Phrases = phrases!(
    "frontend|front|backend|app|project|server|client|site|sit|ui|doc|test|build|ci|api|repo|web|mobil|page|pag|websit|pipelin|infra|game|system|servic|tool|script|code|work|team"
);

/// Stems of words that name no subject.
const EMPTY: Phrases = phrases!("it|thing|one|everything|all|that|there|they|you|what|who|everi|each|new|i|we|end");

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "same-subject";

/// A sentence taken apart: its subject and the value that it gives to it.
#[derive(Debug)]
struct SubjectValue {
    /// Stems of the subject's words, and of those that do not only narrow it.
    subject: Vec<String>,
    core: Vec<String>,
    /// How the value is tied to it: "for", "in", "called"; empty for a plain "is".
    link: String,
    /// The verb of the sentence, if it is more than "is".
    verb: String,
    value: String,
    /// Whether a verb of choosing stands before the value.
    takes: bool,
    /// Whether the sentence says that it changes something.
    changes: bool,
    /// Whether it only says how something is.
    is_state: bool,
}

/// Reads the sentences that say something else of a subject than a standing item does.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    settled(view).filter_map(|segment| of_segment(view, segment)).collect()
}

/// The segments in which the person states something.
fn settled(view: View<'_>) -> impl Iterator<Item = &Segment> {
    let own = view.own().filter(|s: &&Sentence| s.block != BlockKind::Heading && !s.asks);
    own.flat_map(move |sentence| view.segments(sentence)).filter(|segment| !segment.unsettled() || grants(segment))
}

/// Whether what sounds like a possibility gives leave: "functions may have up to 60 lines".
fn grants(segment: &Segment) -> bool {
    let limit =
        phrases!(" may be up to | may have up to | may be at most | can be up to | can have up to | may take up to ");
    let limits = limit.within(&segment.low) || segment.low.contains(" may be ") && LIMIT_CHANGES.is_match(&segment.low);
    segment.modality == Modality::Hedge && !segment.doubtful && limits
}

fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    let item = replaced(view, &segment.text)?;
    let choice = first_clause(&segment.text);
    let found = FOR.captures(&choice).filter(|found| found.name("takes").is_some() || words(&choice) <= SHORT);
    let parts = found.and_then(|found| Some((found.name("value")?.range(), found.name("subject")?.range())));
    let summary = if let Some((value, subject)) = parts {
        format!("Use {} for {}", &choice[value], &choice[subject])
    } else {
        let text = without_fillers(&segment.text);
        capital(after_any(&text, phrases!("let's|let us")).unwrap_or(&text))
    };
    Some(Act::revises(item, segment, &whole(&summary), FORM))
}

/// Number of words up to which a choice before its purpose needs no verb: "American spelling for the docs".
const SHORT: usize = 6;

/// An act of the person that says something else of the subject of a standing item, as the revision of that.
pub(in crate::pipeline::acts) fn of_act(view: View<'_>, act: &Act) -> Option<Act> {
    let makes = matches!(act.deed, ActKind::Choose | ActKind::Rule { .. } | ActKind::Inform);
    let own = view.turn.role == Role::User && act.certainty == Certainty::Settled && act.target.is_none();
    if !makes || !own {
        return None;
    }
    let renumbers = || {
        let settles = act.deed != ActKind::Inform;
        // A rule is changed by another rule only.
        let limits = matches!(act.deed, ActKind::Rule { .. }) || LIMITS.is_match(&act.summary.to_lowercase());
        Some(renumbered(view, &act.summary, |item| settles && (limits || item.kind != ItemKind::Constraint))?.0)
    };
    let item = replaced(view, &act.summary).or_else(renumbers)?;
    // What is told of a fact is a fact again.
    let form = if act.deed == ActKind::Inform { FORM } else { act.form };
    Some(Act { deed: ActKind::Revise, target: Some(item.id.clone()), alternatives: Vec::new(), form, ..act.clone() })
}

thread_local! {
    /// Each turn is set beside the items that stand.
    static STATED: Readings<Option<SubjectValue>> = Readings::new();
    static NUMBERED: Readings<Option<NumberedItem>> = Readings::new();
}

/// The only standing item whose statement a sentence replaces.
fn replaced<'v>(view: View<'v>, text: &str) -> Option<&'v Item> {
    let new = subject_value(text)?;
    let items = standing(view).chain(recent(view, ItemKind::Fact));
    let told =
        |value: &str| view.agents_turn().is_some_and(|turn| turn.sentences.iter().any(|s| names_some(value, &s.text)));
    let mut meant = items.filter(|item| {
        let old = STATED.with(|stated| stated.of(&item.summary, subject_value));
        old.as_ref().as_ref().is_some_and(|old| gives_way(old, &new, item.kind, || told(&old.value)))
    });
    let only = meant.next()?;
    meant.next().is_none().then_some(only)
}

/// Words without their openings and closing remarks.
fn without_fillers(text: &str) -> String {
    let text = plain(text).replace('’', "'");
    let mut rest = text.trim();
    while let Some(after) = after_any(rest, LEADS).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', ':', ' ']);
    }
    loop {
        let end = rest.trim_end_matches(['.', '!', ',', ' ']);
        let low = end.to_ascii_lowercase();
        let tail = TAILS.iter().filter(|tail| low.ends_with(*tail)).map(str::len).max();
        match tail.and_then(|tail| end.get(..end.len() - tail)).filter(|head| words(head) >= 2) {
            Some(head) => rest = head,
            None => return unhurried(end).to_owned(),
        }
    }
}

/// The first clause of a text without its fillers: the reason behind it is no part of what it says.
fn first_clause(text: &str) -> String {
    let bare = without_fillers(text);
    without_fillers(bare.split([',', ';']).next().unwrap_or(&bare))
}

/// Reads the subject and the value of a sentence.
fn subject_value(text: &str) -> Option<SubjectValue> {
    const MOST: usize = 16;
    let low = text.to_lowercase().replace('’', "'");
    let bare = placed(&first_clause(text).to_lowercase());
    let bare = bare.as_str();
    if words(bare) > MOST || OTHERWISE.is_match(&low) {
        return None;
    }
    // Each form with how it ties the value to the subject; `None` where the sentence says.
    let forms = [
        (&FOR, Some("for")),
        (&DONE_WITH, Some("for")),
        (&CALL, Some("called")),
        (&SORT, Some("sort")),
        (&WORK, None),
        (&MOVED, Some("moved")),
        (&LABEL, Some("for")),
        (&SAID, None),
    ];
    let (of_form, found) = forms.iter().find_map(|(form, link)| Some((*link, form.captures(bare)?)))?;
    let part = |name: &str| found.name(name).map_or("", |m| m.as_str());
    let done = part("done");
    let link = match (of_form, done) {
        (Some(link), _) => link.to_owned(),
        (None, "called" | "named") => "called".to_owned(),
        (None, _) => format!("{done} {}", part("link")).trim().to_owned(),
    };
    let stems =
        |text: &str| -> Vec<String> { token_set(text).into_iter().filter(|word| !EMPTY.contains(word)).collect() };
    let (subject, core) = (stems(part("subject")), stems(&core_of(part("subject"))));
    let duty = phrases!("should be|must be|has to be|have to be|shall be|will be|going to be").within(bare);
    Some(SubjectValue {
        takes: after_any(bare, phrases!("we|i|let's|do|make|handle")).is_some() || !part("takes").is_empty(),
        changes: CHANGES.is_match(&low),
        is_state: of_form.is_none() && link.is_empty() && part("verb").is_empty() && !duty,
        value: part("value").to_owned(),
        subject,
        core,
        link,
        verb: part("verb").to_owned(),
    })
    .filter(|said| !said.subject.is_empty())
}

/// An order to put something somewhere in one wording: "store the sessions in redis" of "put the sessions in redis" and
/// "move the sessions to redis".
fn placed(order: &str) -> String {
    let verb = order.split(' ').next().unwrap_or_default();
    let puts = phrases!("keep|put|save|hold|move|store").contains(verb) && LINKED.is_match(order);
    if !puts {
        return order.to_owned();
    }
    let rest = order.get(verb.len()..).unwrap_or_default();
    let rest =
        if verb == "move" { rest.replacen(" to ", " in ", 1).replacen(" into ", " in ", 1) } else { rest.to_owned() };
    format!("store{rest}")
}

/// Words without those that only narrow what they name.
fn core_of(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(range) = NARROWS.find(&out).map(|m| m.range()).filter(|range| range.start > 0) {
        out.replace_range(range, "");
    }
    out
}

/// Whether a new name of something says no more than the old one, and leaves out only what narrows that.
fn names_again(old: &[String], core: &[String], new: &[String]) -> bool {
    !new.is_empty() && new.iter().all(|word| old.contains(word)) && core.iter().all(|word| new.contains(word))
}

/// Whether a new statement takes the place of an old one in an item of this kind. `told`: the agent has just told of the old
/// value, so that a part of its subject's name is enough.
fn gives_way(old: &SubjectValue, new: &SubjectValue, kind: ItemKind, told: impl Fn() -> bool) -> bool {
    is_of_same_subject(old, new, kind, told) && !has_same_value(&old.value, &new.value)
}

/// Whether two statements say of the same subject what can be true of one value only.
fn is_of_same_subject(old: &SubjectValue, new: &SubjectValue, kind: ItemKind, told: impl Fn() -> bool) -> bool {
    let sort = |value: &str| value.split_once(' ').and_then(|_| value.rsplit(' ').next().map(str::to_owned));
    let (of_old, of_new) = (sort(&old.value), sort(&new.value));
    // "Use a Matern kernel" after "use a Gaussian kernel for the smoothing".
    if new.link == "sort" {
        let named = new.subject.concat();
        let of_old =
            if old.link == "sort" { Some(old.subject.concat()) } else { of_old.map(|s| token_set(&s).concat()) };
        return kind == ItemKind::Decision && matches!(old.link.as_str(), "for" | "sort") && of_old == Some(named);
    }
    let part = kind == ItemKind::Decision
        && old.link == "for"
        && new.link == "for"
        && new.subject.iter().any(|word| old.core.contains(word))
        && told();
    if !part && !names_again(&old.subject, &old.core, &new.subject) {
        return false;
    }
    if DAY.is_match(&old.value) || DAY.is_match(&new.value) {
        let moves = |verb: &str| matches!(verb, "" | "slip" | "move" | "go");
        let same = old.verb == new.verb || moves(&new.verb) && moves(&old.verb);
        return same && DAY.is_match(&old.value) && DAY.is_match(&new.value);
    }
    if measured(&old.value).is_some() || measured(&new.value).is_some() {
        // Numbers are read by `numbers`.
        return false;
    }
    let settles = matches!(kind, ItemKind::Decision | ItemKind::Constraint) || old.link == "called";
    let alike = match (old.link.as_str(), new.link.as_str()) {
        ("", "") => new.changes || COLOUR.is_match(&old.value) && COLOUR.is_match(&new.value) && !new.is_state,
        // "The broker is NATS" after "take RabbitMQ as the broker".
        ("for", "") => kind == ItemKind::Decision && words(&new.value) <= 2,
        ("for", "for") => {
            let broad = old.subject.iter().any(|word| BROAD.contains(word));
            of_old.is_some() && of_old == of_new || new.takes && (!broad || new.changes) || told()
        }
        (a, b) => a == b && old.verb == new.verb,
    };
    settles && alike
}

/// Whether one of two values says no more than the other.
fn has_same_value(a: &str, b: &str) -> bool {
    if same_amount(a, b) {
        return true;
    }
    let (a, b) = (token_set(a), token_set(b));
    a.iter().all(|word| b.contains(word)) || b.iter().all(|word| a.contains(word))
}

/// Reads the sentences that give a limit or a setting another number: "functions may have up to 60 lines" after "no function
/// longer than 30 lines".
pub(in crate::pipeline::acts) fn numbers(view: View<'_>) -> Vec<Act> {
    settled(view).filter_map(|segment| parts_of(segment).iter().find_map(|part| of_number(view, part))).collect()
}

/// A segment and the clauses that it joins with commas.
fn parts_of(segment: &Segment) -> Vec<Segment> {
    let mut out = vec![segment.clone()];
    // Otherwise the places of the words are not known.
    if segment.range.len() == segment.text.len() {
        let mut at = 0;
        for part in segment.text.split_inclusive(", ") {
            let range = segment.range.start + at..segment.range.start + at + part.len();
            at += part.len();
            let text = part.trim_end_matches([',', ' ']).to_owned();
            out.push(Segment { low: text.to_ascii_lowercase(), text, range, ..segment.clone() });
        }
    }
    out
}

fn of_number(view: View<'_>, segment: &Segment) -> Option<Act> {
    let (item, summary) = renumbered(view, &segment.text, |item| !only_observes(segment, item))?;
    Some(Act::revises(item, segment, &summary, FORM))
}

/// Whether a sentence without words of a limit only tells how something is: "the images are 900 KB" does not change a rule
/// on their size, "the timeout is 60 s" changes what was set before.
pub(super) fn only_observes(segment: &Segment, item: &Item) -> bool {
    let is = || phrases!(" is | are ").within(&segment.low);
    let rules = || item.kind == ItemKind::Constraint || LIMITS.is_match(&item.summary.to_lowercase());
    !LIMITS.is_match(&segment.low) && (rules() || !is())
}

/// The only standing item whose number a text gives anew, and its summary with the new number.
fn renumbered<'v>(view: View<'v>, text: &str, allows: impl Fn(&Item) -> bool) -> Option<(&'v Item, String)> {
    let new = numbered(text)?;
    let low = text.to_lowercase();
    if phrases!(" too | also | as well| either ").within(&format!(" {low} ")) {
        return None;
    }
    let announced = LIMIT_CHANGES.is_match(&low) && ALLOWS.is_match(&low);
    let items = standing(view).chain(recent(view, ItemKind::Fact));
    let mut meant = items.filter_map(|item| {
        let known = NUMBERED.with(|known| known.of(&item.summary, NumberedItem::of));
        let NumberedItem { place, number: old, is_limit } = known.as_ref().as_ref()?;
        let kin = kin_values(&new.value, &old.value) && old.value.contains(' ') == new.value.contains(' ');
        let other = kin && !has_same_value(&old.value, &new.value);
        // "Let the bundle be 300 kB at most" after "main bundle: 250 kB gzipped at most"
        let part = !new.named.is_empty() && new.named.iter().all(|word| old.named.contains(word));
        let limited = *is_limit && (announced && shares(old, &new) || ALLOWS.is_match(&low) && part);
        let same = names_again(&old.named, &old.core, &new.named) || limited;
        (other && same && allows(item)).then(|| (item, place.clone()))
    });
    let (item, place) = meant.next()?;
    if meant.next().is_some() {
        return None;
    }
    let (head, tail) = (item.summary.get(..place.start)?, item.summary.get(place.end..)?);
    Some((item, format!("{head}{}{tail}", new.value)))
}

/// Whether two numbers are of something that has a name in common.
fn shares(old: &Numbered, new: &Numbered) -> bool {
    new.named.iter().any(|word| word.len() > 2 && old.named.contains(word))
}

/// The only number of a text with its unit, and the stems of the words that say what it is of.
struct Numbered {
    value: String,
    named: Vec<String>,
    core: Vec<String>,
}

/// An item with one number.
struct NumberedItem {
    /// The bytes of the number in the summary.
    place: Range<usize>,
    number: Numbered,
    /// Whether it sets a limit.
    is_limit: bool,
}

impl NumberedItem {
    fn of(summary: &str) -> Option<Self> {
        let (from, to) = single(summary)?;
        let is_limit = LIMITS.is_match(&summary.to_lowercase());
        Some(Self { place: from..to, number: numbered(summary)?, is_limit })
    }
}

/// Stems of words that only say that a number is a limit.
const OF_LIMITS: Phrases = phrases!(
    "let|make|set|rais|bump|lower|increas|reduc|put|down|not|allow|enough|max|maximum|min|minimum|limit|most|least|fine|ok|okai|plenti|now|may|mai|can|up|under|below|abov|over|longer|shorter|larger|smaller|bigger|more|less|than|must|should|stai|have|has|fit|be|last|take|hold|from|on"
);

fn numbered(text: &str) -> Option<Numbered> {
    if !may_have_number(text) {
        return None;
    }
    let text = without_fillers(text);
    let (from, to) = single(&text)?;
    let (head, value, tail) = (text.get(..from)?, text.get(from..to)?, text.get(to..)?);
    // A number without a unit belongs to a name: "the Quest 2".
    let has_unit =
        |part: &str| measured(part).is_some_and(|(at, end)| part.get(at..end).is_some_and(|m| m.contains(' ')));
    let stems = |text: &str| -> Vec<String> {
        let of_name = |word: &String| !OF_LIMITS.contains(word) && !EMPTY.contains(word);
        token_set(text).into_iter().filter(of_name).collect()
    };
    let named = format!("{head} {tail}");
    let core = stems(&core_of(&named.to_lowercase()));
    (!has_unit(head) && !has_unit(tail)).then(|| Numbered { value: value.to_owned(), named: stems(&named), core })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaces(old: &str, new: &str) -> bool {
        let (Some(old), Some(new)) = (subject_value(old), subject_value(new)) else { return false };
        gives_way(&old, &new, ItemKind::Decision, || false)
    }

    #[test]
    fn another_value_of_the_same_subject_replaces_the_former() {
        for (old, new) in [
            ("Use oak for the frame", "we'll use pine for the frame"),
            ("I want oak for the frame", "we do the frame in pine"),
            ("Write the sign in English", "We write the sign in Dutch."),
            ("the ferries run on diesel", "the ferries will run on hydrogen"),
            ("The opening is on May 3", "the opening has been pushed to May 17"),
            ("The freeze is Thursday at 18:00", "we moved the freeze to Monday noon"),
            ("The new boat is called Marlin", "our boat is called Heron from now on"),
            ("The lamp should be green", "the lamp should be red"),
            ("Use a brass handle for the gate", "let's use a steel handle"),
            ("The boat is called Marlin", "let's call the boat Heron"),
        ] {
            assert!(replaces(old, new), "{old}: {:?}, {new}: {:?}", subject_value(old), subject_value(new));
        }
        for (old, new) in [
            ("Use oak for the frame", "use oak for the door"),
            ("Use oak for the frame", "use oak for the frame please"),
            ("The left lamp should be green", "the right lamp should be red"),
            ("The ferry is slow", "the ferry is late"),
            ("Passes must be signed", "passes must be renewed yearly"),
            ("The build must be reproducible", "the build is green again"),
            ("The opening is on May 3", "the opening speech is on May 17"),
            ("The race starts on Monday", "the race ends on Friday"),
            ("Use oak for the site", "use brass for the site"),
            ("Use oak for the frame", "thanks for the frame"),
            ("Use Redis for the queue", "use a priority queue"),
            ("The signs are written in English", "the signs are written in Dutch too"),
            ("The boat is called Heron", "the boat was called Marlin before"),
            ("No nets are stored in the shed", "nets are stored in the barn"),
            ("The gate is 90 cm", "the gate is on the left"),
            ("The sign is on the left", "the sign is in Dutch"),
            ("The ferry runs on diesel", "the ferry doesn't run on Sundays"),
        ] {
            assert!(!replaces(old, new), "{old}: {:?}, {new}: {:?}", subject_value(old), subject_value(new));
        }
    }
}
