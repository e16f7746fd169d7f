//! Defines orders whose object is a pronoun: "delete it then", "put it on the right", "fix the second one". The object
//! is looked up in the last turns; without one no act is made.

use super::talked_of::{NO_THING, first_thing, one_talked_of};
use super::told_in_line::{CODE, nth};
use super::written_down;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::quantities::{measured, single};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::{DOES, ordered};
use crate::pipeline::acts::work::work_told::{is_fault, stated};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::text::{Captures, patterns};
use crate::transcript::Role;

patterns! {
    /// A verb and its pronoun, and what follows: "put it on the right".
    ORDER = r"(?i)^(?:(?:ok(?:ay)?|yes|no|and|then|so|now|please|pls|but|good|nice|great|better|just|also|can you|could you|hm+|ah),? )*(?P<verb>[a-z]+(?: up| out)?) (?P<it>it|that|them|those|these|this)\b(?P<tail>.*)$";
    /// A choice to keep a thing where it is: "right, then we keep them on the server".
    KEPT = r"(?i)^(?:(?:ok(?:ay)?|right|true|fair|fine|yes|no|and|then|so|but|good|well|hm+),? )*(?:we|we'll|we will|let's|i'd) (?:just |then |rather )?(?P<verb>keep|leave) (?P<it>it|them) (?P<tail>(?:in|on|at|as|under|with|where|how) .+)$";
    /// A verb and an ordinal: "fix the second one".
    NTH = r"(?i)^(?:(?:ok(?:ay)?|yes|and|then|so|now|please|pls|just),? )*(?P<verb>[a-z]+) (?:only )?the (?P<nth>first|second|third|fourth|last|former|latter)(?: one)?(?:,| |$)";
    /// One of several things by its place: "that last one", "the latter for marketing".
    POINTED = r"(?i)\b(?P<place>(?:only )?(?:the|that|this) (?P<nth>first|second|third|fourth|last|former|latter|other)(?: one)?)(?:$|[.!]| (?:please|pls|too|as well|for|on|and|with|now|then|again|until|since|because)\b)";
    /// A lack that the agent tells of: "`mailer/` has no tests at all".
    LACKS = r"(?i)\b(?:has|have|with|had|lacks?|without) (?:no |any )?(?P<what>[A-Za-z][\w-]*(?: [A-Za-z][\w-]*)??)(?: (?:at all|yet|so far|here|configured|set up|defined|installed))?(?:[.,:;]|$)";
    /// A rule whose verb has a pronoun for its object.
    OF_RULE = r"^(?:(?:Do not|Never|Always|Only) (?:ever )?[a-z]+(?: anything| something)?|Keep|Limit|Cap) (?P<it>it|them|there)\b";
    /// The subject that a statement opens with: "`net_task` overflows", "The export runs".
    SUBJECT = r"^(?:(?:Confirmed|Right|Yes|Found it|Looked into it|OK|Ok)[.,:] )?(?P<subject>(?:The|Our|Your|This|That|Each|Every|Both|All|These|Those|Two|Three|Four|Five|Several|Some) (?:[`\w'./()-]+ ){1,6}?|[A-Z`][\w.`/()-]* (?:[a-z-]+ ){0,2}?|[a-z][\w.-]+ )(?:now |still |currently |also |often |always |only )*(?:(?:is|are|was|were|does|do|has|can|could|wo)(?:n't)?|have|takes?|reads?|writes?|uses?|runs?|loads?|keeps?|holds?|sends?|gets?|makes?|needs?|fails?|crash\w*|leaks?|overflows?|blocks?|re-?\w+s|calls?|returns?|stores?|sits?|lives?|depends?|expects?|looks?|seems|grows?|shows?|opens?|starts?|stops?|waits?|breaks?|ends?|expires?|comes?|goes|throws?|logs?|prints?|polls?|parses?|contains?|lacks?|misses|drops?|accepts?|ignores?|supports?|renders?|hangs?|times|loops?|decodes?|costs?|[a-z]{2,}[a-rt-z]s)\b";
    /// The subject of a statement about several: "The old lamps" of "The old lamps are worn".
    SUBJECTS = r"^(?P<subject>(?:The|Our|Your|These|Those|All|Both) (?:[\w'./-]+ ){0,3}?[\w-]*[a-rt-z]s(?: (?:of|in|on|for) (?:the|our) [\w-]+)?) (?:are|were|have|do|don't|can|can't|will|must|should|need|fail|look|expire|run|still|all|both|keep|take|get|lack|break|leak|wear|cost|use|show)\b";
    /// A thing that a statement tells of anew: "a second page with notes" of "I noticed the report has a second page with
    /// notes", "two stale flags" of "I found two stale flags".
    PRESENTED = r"(?i)\b(?:has|have|there(?:'s| is| are)|(?:found|noticed|spotted|saw|see)) (?:also |still |already )?(?P<thing>(?:an?|two|three|some|a few|several) (?:[`\w'./-]+ ?){1,6}?)(?: (?:that|which|who|so|but|and|because|at the moment|already|now|here|there)\b|[,;:.]|$)";
    /// Things that a statement counts, wherever in it: "two loose boards" of "The noise comes from two loose boards".
    COUNTED = r"(?i)\b(?P<thing>(?:two|three|four|five|several) (?:[`\w'./-]+ ){0,3}?[`\w'./-]*[a-rt-z]s`?)(?: (?:\w+ing|that|which|in|on|at|of|for|and)\b|[,;:.]|$)";
    /// The subject of a question: "the photos" of "Where do the photos go?"
    ASKED = r"(?i)\b(?:do|does|should|shall|can|will|would|must|is|are) (?P<subject>(?:the|our|your|these|those|all) [\w'./-]+(?: [\w'./-]+)??) (?:be|go|live|come|get|sit|stay|run|work|look|happen|end|stored?|kept|sent|handled|deployed|hosted|shown|saved)\b";
    /// A thing that a statement names: "It's `net_task`, which overflows".
    IDENTIFIED = r"^It(?:'s|’s| is) (?P<thing>`[^`]+`|the [\w-]+(?: [\w-]+)?)[,. ]";
    /// A question about a pronoun: "Should I rotate them", "How often should it run".
    ASKS_OF = r"(?i)^(?:(?:and |so |also,? )?(?:(?:how|where|when|which|what|from|to|at|with)\b(?: [\w-]+){0,3}? )?(?:should|shall|must|may|can|would you like me to|do you want me to|want me to|do you want us to)(?: [\w'-]+){0,4}? |[a-z]+ )(?P<it>it|they|them)\b";
    /// A pronoun in the first words of an order, after its verb.
    OBJECT = r"(?i)^(?:[\w-]+ ){1,3}?(?P<it>it|them)\b";
}

/// An order or topic with the subject of the sentence before it for its pronoun; `None` where there is none.
pub(in crate::pipeline::acts) fn with_subject(order: &str, before: &str) -> Option<String> {
    let it = OBJECT.captures(order)?.name("it")?;
    let verb = order.split(' ').next().unwrap_or("").to_lowercase();
    // Before the pronoun stands a verb.
    let verb_first = order.get(..it.start()).is_some_and(|head| words(head) == 1);
    let acts = verb_first || DOES.contains(&verb) || phrases!("use|keep|switch|turn|store|let|give|take|call|run|cap|limit|bring|leave|change|start|stop|push|rerun|skip|pass|host|put|save|partition|shard|throttle|proxy|swap|defer|debounce").contains(&verb);
    if !acts {
        return None;
    }
    let thing = told_of(before, it.as_str().eq_ignore_ascii_case("them"))?;
    Some(format!("{}{thing}{}", order.get(..it.start())?, order.get(it.end()..)?))
}

/// A clause with the thing that its pronoun stands for; `None` where it has none or nothing is found.
pub(in crate::pipeline::acts) fn resolved(view: View<'_>, segment: &Segment, text: &str) -> Option<String> {
    let it = OBJECT.captures(text)?.name("it")?;
    // "So tin it is" points to nothing.
    if text.get(it.end()..).is_some_and(|rest| after_any(rest, phrases!("is")).is_some()) {
        return None;
    }
    let many = it.as_str().eq_ignore_ascii_case("them");
    let offer = view.offers.last().filter(|_| !many).and_then(|offer| ordered(&offer.object));
    let said = || first_thing(&segment.before, many).or_else(|| thing_said(view, segment, many));
    let thing = said().or(offer).or_else(|| thing_before(view, segment, many))?;
    Some(format!("{}{thing}{}", text.get(..it.start())?, text.get(it.end()..)?))
}

/// The thing that a statement tells of, one or several: "the old parser" of "The old parser chokes on tabs".
pub(super) fn told_of(before: &str, wants_many: bool) -> Option<String> {
    if let Some(found) = IDENTIFIED.captures(before).filter(|_| !wants_many) {
        return found.name("thing").map(|thing| thing.as_str().to_owned());
    }
    let before =
        after_any(before, phrases!("so|and|but|then|now|also|however|still")).map_or(before.to_owned(), capital);
    let before = before.as_str();
    let presented = presented(before);
    let several = SUBJECTS.captures(before).filter(|_| wants_many).and_then(|c| c.name("subject"));
    if let Some(several) = several.map(|subject| subject.as_str()).filter(|_| presented.is_none()) {
        let noun = after_any(several, phrases!("the|our|your|these|those|all|both")).unwrap_or(several);
        return Some(format!("the {noun}"));
    }
    let mut counted = COUNTED.captures_iter(before);
    if let (true, None, Some(one), None) = (wants_many, &presented, counted.next(), counted.next()) {
        return Some(format!("the {}", low_first(one.name("thing")?.as_str())));
    }
    let subject = match &presented {
        Some(thing) => thing.as_str(),
        None => SUBJECT.captures(before)?.name("subject")?.as_str().trim(),
    };
    // "OK, no password"
    let thing = after_any(subject, phrases!("the")).unwrap_or(subject).to_lowercase();
    if before.to_lowercase().contains(&format!("no {thing}")) {
        return None;
    }
    let counted = after_any(
        subject,
        phrases!(
            "both|all|these|those|two|three|four|five|several|some|the two|the three|the some|the few|the several"
        ),
    )
    .is_some();
    let verb = before.get(subject.len()..).unwrap_or_default().trim_start().split(' ').next().unwrap_or_default();
    let plural = phrases!("are|were|have|do|don't|aren't|weren't|haven't").contains(verb);
    let many = counted || presented.is_none() && (plural || subject.ends_with('s') && !subject.ends_with("ss"));
    let points = phrases!("it|that|this|these|those|they|there|he|she|we|you|i|what|which|one|all|both|both of|done|everybody|everyone|nobody")
        .contains(subject.to_lowercase().as_str());
    let no_noun = phrases!("would|could|should|will|can|might|may|must|you|it|i|we|they|that|which|not|is|are|to");
    // "With several files the order is undefined" opens with a circumstance.
    let circumstance = after_any(subject, phrases!("with|in|on|for|at|by|from|after|before|when|if|while|as|since"));
    let no_thing = circumstance.is_some() || subject.to_lowercase().split(' ').any(|w| NO_THING.contains(w));
    if points || no_thing || many != wants_many || subject.to_lowercase().split(' ').any(|w| no_noun.contains(w)) {
        return None;
    }
    let article = after_any(subject, phrases!("the|our|your|this|that|each|every|both|all|these|those"));
    let bare = || if wants_many { format!("the {}", low_first(subject)) } else { subject.to_owned() };
    Some(article.map_or_else(bare, |noun| format!("the {noun}")))
}

/// A question with what the sentences before it tell of in the place of its pronoun: "The labels overlap. Should I rotate
/// them or hide some?"
pub(in crate::pipeline::acts) fn resolved_question(question: &str, before: &[Sentence]) -> Option<String> {
    const SENTENCES: usize = 2;
    const IDIOMS: Phrases = phrases!(
        " it ok| it okay| it fine| it alright| it worth| it possible| it make sense| make it a | it be ok| it be better| it be good| it help|leave it at|call it a day"
    );
    const TAG: usize = 2;
    let found = ASKS_OF.captures(question).filter(|_| words(question) > TAG)?;
    if IDIOMS.within(&question.to_lowercase()) {
        return None;
    }
    let it = found.name("it")?;
    let many = it.as_str().starts_with(['t', 'T']);
    let told = before.iter().rev().take(SENTENCES).filter(|s| !s.asks && s.block == BlockKind::Paragraph);
    // What is told last is meant, but for a remark that itself points to what was told before.
    let mut told: Vec<String> = told.map(|s| plain(&s.text)).collect();
    if told.first().is_some_and(|last| !is_short_or_points(last)) {
        told.truncate(1);
    }
    let thing = told.into_iter().find_map(|said| {
        let ends = [", so ", ", but ", "; ", ": "];
        let cuts = ends.iter().flat_map(|end| said.match_indices(end).map(|(at, _)| at + end.len()));
        let mut starts: Vec<usize> = cuts.chain([0]).collect();
        starts.sort_unstable_by(|a, b| b.cmp(a));
        starts.into_iter().find_map(|at| told_of(&capital(said.get(at..)?), many))
    })?;
    Some(format!("{}{thing}{}", question.get(..it.start())?, question.get(it.end()..)?))
}

/// Whether a statement points to what was told before it, or says next to nothing.
fn is_short_or_points(said: &str) -> bool {
    const SHORT: usize = 4;
    words(said) <= SHORT
        || after_any(said, phrases!("it|this|that|they|these|those|i|we|done|both|all|there|with")).is_some()
}

/// The subject of a statement without its article: "old parser" of "The old parser chokes on tabs".
pub(in crate::pipeline::acts) fn subject(said: &str) -> Option<String> {
    let said = after_any(said, phrases!("right now|currently|at the moment|today|so far")).unwrap_or(said);
    let said = capital(said.trim_start_matches([',', ' ']));
    if let Some(needed) = after_any(&said, phrases!("i need an|i need a|we need an|we need a")) {
        let end =
            phrases!(" to | for | so | that | which | in | on |, ").find(needed).map_or(needed.len(), |(at, _)| at);
        return needed.get(..end).map(|thing| thing.trim_end_matches('.').to_owned());
    }
    let found = SUBJECT.captures(&said)?;
    let subject = found.name("subject")?.as_str().trim();
    // "Passwords are stored as plain text."
    if words(subject) == 1 && subject.len() > 3 && subject.ends_with('s') && !subject.ends_with("ss") {
        return Some(subject.to_lowercase())
            .filter(|subject| !phrases!("this|yes|thus|looks|sounds").contains(subject));
    }
    let noun = after_any(subject, phrases!("the|our|your|this|that|each|every|both|all|these|those"));
    let named = subject.starts_with('`') || noun.is_some_and(|noun| !noun.is_empty());
    named.then(|| noun.unwrap_or(subject).to_owned())
}

/// The thing that a statement tells of anew, with "the".
pub(in crate::pipeline::acts) fn presented(before: &str) -> Option<String> {
    let found = PRESENTED.captures(before)?;
    let thing = found.name("thing")?.as_str().trim_end_matches(['.', ' ']);
    Some(format!("the {}", after_any(thing, phrases!("a|an")).unwrap_or(thing)))
}

/// What a question asks about, as the statement that [`with_subject`] takes.
pub(in crate::pipeline::acts) fn asked_about(question: &str) -> Option<String> {
    let found = ASKED.captures(question)?;
    Some(format!("{} is", capital(found.name("subject")?.as_str())))
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    // With an open offer the pronoun means the offer; `answers` reads that.
    if view.offers.iter().any(|o| o.asked) {
        return Vec::new();
    }
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading).take(4);
    own.flat_map(|s| view.segments(s)).filter_map(|segment| of_segment(view, segment)).collect()
}

/// Verbs of orders whose object is a fault.
const REPAIRS: Phrases = phrases!("fix|repair|solve|correct|debug|address");

/// Maximum number of words in an order whose object is a pronoun.
const MOST: usize = 9;

fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    if segment.unsettled() {
        return None;
    }
    if let Some(act) = pointed(view, segment) {
        return Some(act);
    }
    if words(&segment.text) > MOST {
        return None;
    }
    let text = one_order(segment);
    if let Some(found) = NTH.captures(&segment.text) {
        let verb = found.name("verb")?.as_str().to_lowercase();
        let thing = nth(view, &found.name("nth")?.as_str().to_lowercase())?;
        let work = orders(&verb) || phrases!("keep|use|take").contains(&verb);
        // "Fix: the lid is loose": what the agent told is a fault.
        let joint = if words(&thing) > 3 && REPAIRS.contains(&verb) { ": " } else { " " };
        return work.then(|| request(segment, &format!("{verb}{joint}{thing}")));
    }
    // Above a pasted text or below it the pronoun means that text.
    if view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote) {
        return None;
    }
    if let Some(found) = KEPT.captures(text) {
        return kept(view, segment, &found);
    }
    let found = ORDER.captures(text)?;
    let (verb, tail) =
        (found.name("verb")?.as_str().to_lowercase(), unhurried(found.name("tail")?.as_str()).to_owned());
    // "The form needs a phone field, please add it": the words before are the task.
    let lacks = phrases!(" needs | need | lacks | has no | missing | without ").within(&segment.before.to_lowercase());
    if verb == "add" && tail.is_empty() && lacks {
        return Some(Act::nothing(segment.range.clone(), "add-it"));
    }
    let many = phrases!("them|those|these").contains(found.name("it")?.as_str().to_lowercase().as_str());
    // "This skill" names its thing.
    let points = phrases!("this|that|these|those").contains(found.name("it")?.as_str().to_lowercase().as_str());
    let next = tail.split([' ', ',']).next().unwrap_or("").to_lowercase();
    let links = phrases!(
        "|in|into|to|for|as|by|with|on|from|up|down|out|off|again|too|instead|at|over|under|back|away|behind|before|after"
    );
    if points && !links.contains(next.as_str()) {
        return None;
    }
    if !orders(&verb) || says_other(&tail) {
        return None;
    }
    if REPAIRS.contains(&verb) {
        return repaired(view, segment, &verb);
    }
    // "Tag it v0.1", "deploy it to staging" are about all of the work.
    if phrases!("tag|ship|release|publish|deploy|merge").contains(&verb) && !many && !tail.is_empty() {
        return Some(request(segment, &format!("{verb} {tail}")));
    }
    if phrases!("rename|call|name").contains(&verb) && tail.is_empty() {
        return None;
    }
    if let Some(act) = written_down::read(view, segment, &verb, &tail).filter(|_| !many) {
        return Some(act);
    }
    let thing = offered(view, &verb).filter(|_| !many).or_else(|| thing_before(view, segment, many));
    // What is not named surely waits for the person; "write it down" asks to keep in mind what was said.
    let deed = if verb == "write" && tail == "down" { ActKind::Nothing } else { ActKind::Request };
    let waits = || Act { deed, certainty: Certainty::Likely, ..request(segment, unhurried(text)) };
    // "Put it in" does not say where.
    let thing =
        thing.filter(|thing| fits(&verb, &tail, thing) && !(verb == "put" && phrases!("in|on").contains(&tail)));
    Some(thing.map_or_else(waits, |thing| of_thing(segment, &verb, &thing, &tail)))
}

/// The first clause of a segment, or all of it where it is one order: "At 08:30 on weekends, 07:00 otherwise".
fn one_order(segment: &Segment) -> &str {
    let joined = phrases!("otherwise|else").iter().any(|end| segment.low.ends_with(end));
    segment.text.split([',', ';']).next().filter(|_| !joined).unwrap_or(&segment.text)
}

/// Whether the words behind a verb and its pronoun make it another kind of statement: "make it work", "see it as a risk".
fn says_other(tail: &str) -> bool {
    phrases!("sense|sure|work|happen|so").iter().any(|w| tail.starts_with(w))
        || tail.split(' ').any(|w| phrases!("is|are|was|as|if|what|how").contains(w))
}

/// An order with its thing; one that sets a value or puts a thing elsewhere is a choice.
fn of_thing(segment: &Segment, verb: &str, thing: &str, tail: &str) -> Act {
    let act = request(segment, &format!("{verb} {thing} {tail}"));
    // "Poll it every 15 minutes" sets a value.
    let sets = measured(tail).is_some()
        || refuses(&segment.before) && phrases!("put|store|save|keep|send|write").contains(verb);
    if sets { Act { deed: ActKind::Choose, ..act } } else { act }
}

/// Whether a thing can be the object of an order: what was said is written down or carried out, and work is merged.
fn fits(verb: &str, tail: &str, thing: &str) -> bool {
    let down = phrases!("write|put|take").contains(verb) && after_any(tail, phrases!("down|up")).is_some();
    let of_talk = down || phrases!("note|capture|record|implement|apply|adopt|start|begin|try").contains(verb);
    let of_work = phrases!("merge|push|commit|tag|rebase|squash").contains(verb);
    let work = phrases!("branch|pr|request|patch|change|fix|commit|release|version|feature|work|changes|commits");
    let told =
        phrases!("plan|idea|design|proposal|suggestion|rule|step|list|change|fix|feature|version|job|phase|task");
    let noun = thing.rsplit(' ').next().unwrap_or("").to_lowercase();
    (!of_talk || told.contains(noun.as_str())) && (!of_work || work.contains(noun.as_str()))
}

/// An order to repair the fault that was complained of last. A complaint in the same turn is read with the orders.
fn repaired(view: View<'_>, segment: &Segment, verb: &str) -> Option<Act> {
    let told = view.own().take_while(|s| s.range.start < segment.range.start).any(|s| stated(&plain(&s.text)));
    complaint(view)
        .filter(|_| !told && segment.before.is_empty())
        .map(|fault| request(segment, &format!("{verb}: {}", capital(&fault))))
}

/// Finds the lacking thing that the agent offers to add: "a filter" for "add it" after "The pump has no filter. I can add
/// one."
fn offered(view: View<'_>, verb: &str) -> Option<String> {
    let one = phrases!(" add one| create one| write one| install one| set one up");
    let adds = phrases!("add|create|write|install|set up|introduce").contains(verb);
    let offers = view.agents_turn()?.sentences.iter().any(|s| one.within(&s.text));
    lacking(view).filter(|_| adds && offers).map(|thing| format!("a {thing}"))
}

/// Whether the words before an order refuse what the agent did: "please don't, put them in the bucket".
fn refuses(before: &str) -> bool {
    let bare = before.trim_end_matches([',', ' ', '.', '-', ':', ';']).to_lowercase();
    phrases!("please don't|don't|no|nope|no please|please no|rather not|no don't|no, don't|please not|not there|not like that").contains(&bare)
}

/// A choice to keep what the person has asked about or what was talked of last.
fn kept(view: View<'_>, segment: &Segment, found: &Captures<'_>) -> Option<Act> {
    let many = found.name("it")?.as_str().eq_ignore_ascii_case("them");
    let asked = view.talk.before().find(|t| t.role == Role::User)?.sentences.iter().rfind(|s| s.asks);
    let thing = asked.and_then(|s| first_thing(&plain(&s.text), many)).or_else(|| thing_before(view, segment, many))?;
    let text = format!("{} {thing} {}", found.name("verb")?.as_str(), unhurried(found.name("tail")?.as_str()));
    Some(Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(&text)), "pronoun"))
}

/// An order that points to one of the things which the agent named last: "keep the latter for marketing", "write some for
/// that last one", "do the other one too".
fn pointed(view: View<'_>, segment: &Segment) -> Option<Act> {
    const SHORT: usize = 12;
    let said = segment.text.split([',', ';']).next().filter(|text| words(text) <= SHORT)?;
    let said = after_any(said, LEADS).unwrap_or(said).trim_start_matches([',', ' ']);
    let found = POINTED.captures(said)?;
    let place = found.name("place")?;
    let nth_name = found.name("nth")?.as_str().to_lowercase();
    let one = nth(view, &nth_name).or_else(|| spread(view, &nth_name))?;
    let (head, tail) = (said.get(..place.start())?.trim(), unhurried(said.get(place.end()..)?));
    let verb = head.split(' ').next()?.to_lowercase();
    // "Do the other one too": the deed was told of the one before.
    if matches!(
        head.to_lowercase().as_str(),
        "do" | "do the same for" | "same for" | "same with" | "the same for" | "and"
    ) && nth_name == "other"
    {
        return Some(request(segment, &format!("do the same for {one}: {}", told_of_first(view)?)));
    }
    if phrases!("keep|leave|use|take").contains(&verb) {
        let text = whole(&capital(&format!("{head} {one} {tail}")));
        return Some(Act::settled(ActKind::Choose, segment.range.clone(), text, "pronoun"));
    }
    if !orders(&verb) || verb == head.to_lowercase() && tail.is_empty() {
        return None;
    }
    // "Write some for that last one": of what it lacks.
    let head = match (head.split_once(" some"), lacking(view)) {
        (Some((verb, rest)), Some(thing)) if rest.is_empty() || rest.starts_with(' ') => {
            format!("{verb} {thing}{rest}")
        }
        _ => match (head.split_once(" one"), lacking(view)) {
            (Some((verb, rest)), Some(thing)) if rest.starts_with(' ') => format!("{verb} a {thing}{rest}"),
            _ => head.to_owned(),
        },
    };
    Some(request(segment, format!("{head} {one} {tail}").trim()))
}

/// Words that may stand before an order.
const LEADS: Phrases =
    phrases!("and then|then|and|now|please|pls|ok|okay|so|yes|great|ok then|ok now|also|can you|could you");

/// The n-th of the names in code marks that the sentences of the agent's last turn name together.
fn spread(view: View<'_>, place: &str) -> Option<String> {
    let turn = view.agents_turn()?;
    let mut things: Vec<&str> = Vec::new();
    for found in turn.sentences.iter().flat_map(|s| CODE.captures_iter(&s.text)) {
        let name = found.get(1)?.as_str();
        if !things.contains(&name) {
            things.push(name);
        }
    }
    match (place, things.as_slice()) {
        ("first" | "former", [first, _]) => Some((*first).to_owned()),
        ("second" | "last" | "latter" | "other", [_, second]) => Some((*second).to_owned()),
        _ => None,
    }
}

/// The agent's first sentence, which tells what was done to the first of two things.
fn told_of_first(view: View<'_>) -> Option<String> {
    let turn = view.agents_turn()?;
    turn.sentences.iter().find(|s| CODE.is_match(&s.text)).map(|s| plain(s.text.trim_end_matches(['.', '!'])))
}

/// What the agent's last turn says that something lacks: "`mailer/` has no tests".
fn lacking(view: View<'_>) -> Option<String> {
    let turn = view.agents_turn()?;
    turn.sentences.iter().rev().find_map(|s| {
        let found = LACKS.captures(&s.text)?;
        Some(found.name("what")?.as_str().to_owned())
    })
}

pub(super) fn request(segment: &Segment, text: &str) -> Act {
    Act::settled(ActKind::Request, segment.range.clone(), whole(&capital(text.trim())), "pronoun")
}

fn orders(verb: &str) -> bool {
    let no = phrases!(
        "do|make|see|get|leave|like|love|check|run|try|use|take|is|was|did|report|mark|handle|say|keep|undo|revert|retry|show"
    );
    let more = phrases!(
        "put|let|place|turn|take out|reuse|rename|translate|build|ship|cut|split|paint|switch|poll|call|ping|fetch|send|flush|renew"
    );
    !no.contains(verb) && (after_any(verb, DOES).is_some_and(str::is_empty) || more.contains(verb))
}

/// Number of last turns searched for a complaint.
const LATELY: usize = 4;

/// The newest complaint in the last turns, of the agent or the person.
fn complaint(view: View<'_>) -> Option<String> {
    let faults = |turn: &ReadTurn| {
        let own = turn.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote && !s.asks);
        own.map(|s| plain(&s.text)).find(|text| is_fault(text) && stated(text))
    };
    let fault = view.talk.before().take(LATELY).find_map(faults)?;
    Some(fault.trim_end_matches(['.', '!']).to_owned())
}

/// Replaces the pronoun after a rule's verb by the thing that the person named earlier in the same turn: "Jana has the
/// password. don't put it in the repo".
pub(in crate::pipeline::acts) fn named(view: View<'_>, segment: &Segment, rule: &str) -> String {
    if let Some(head) = phrases!(" than that| beyond that").iter().find_map(|end| rule.strip_suffix(end))
        && let Some(value) = value_told(view)
    {
        let link = rule.get(head.len()..).and_then(|end| end.split(' ').nth(1)).unwrap_or("than");
        return format!("{head} {link} {value}");
    }
    let thing = OF_RULE.captures(rule).and_then(|found| {
        let it = found.name("it")?;
        let before = first_thing(&segment.before, it.as_str() == "them");
        let many = it.as_str() == "them";
        let told = || one_talked_of(view, many);
        let thing = before.or_else(|| thing_said(view, segment, many)).or_else(told)?;
        Some((it.range(), if it.as_str() == "there" { format!("in {thing}") } else { thing }))
    });
    thing.map_or_else(|| rule.to_owned(), |(it, thing)| format!("{}{thing}{}", &rule[..it.start], &rule[it.end..]))
}

/// The one measure that the agent's last turn tells, with the words after it: "64 MB of RAM".
fn value_told(view: View<'_>) -> Option<String> {
    let turn = view.agents_turn()?;
    let mut told = turn.sentences.iter().filter(|s| !s.asks).filter_map(|s| {
        let text = plain(s.text.trim_end_matches('.'));
        let (from, _) = single(&text)?;
        let rest = text.get(from..)?;
        Some(rest.split([',', ';', '(']).next().unwrap_or(rest).trim().to_owned())
    });
    told.next().filter(|value| told.next().is_none() && words(value) <= 5)
}

/// The object of the person's words before a segment.
fn thing_said(view: View<'_>, segment: &Segment, many: bool) -> Option<String> {
    let said: Vec<_> = view.own().take_while(|s| s.range.end <= segment.range.start && !s.asks).collect();
    said.iter().rev().find_map(|s| first_thing(&plain(&s.text), many))
}

/// The thing a pronoun stands for: what the person's words before the segment name, else the one thing that the last turns
/// are about.
fn thing_before(view: View<'_>, segment: &Segment, many: bool) -> Option<String> {
    first_thing(&segment.before, many).or_else(|| thing_said(view, segment, many)).or_else(|| one_talked_of(view, many))
}
