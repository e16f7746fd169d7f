//! Defines requests for work: orders, polite questions and wishes, several in one sentence or list as one task each.

use super::imperative::{is_determined, object, opens, plain_verb};
use super::sequences::{adds_nothing, in_sequence, leads_on, make_certain, marked_lines, numbered};
use super::work_lists::{by_arrow, named_list, noted, of_list, parts, ticked};
use super::work_told::{and_then, lacking, needs_more, of_the_paste, points_back, remade};
use super::work_wording::{
    added, at_leisure, corrected_text, duty, if_done, in_usual_order, inquiry, lower, made_to, points_only, removal,
    resolved, thing_of, unclear, with_reason,
};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::references::antecedents::{subject, with_subject};
use crate::pipeline::acts::references::pointing::present;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::pipeline::extract::summary;
use crate::text::Captures;
use crate::transcript::Role;

forms! {
    "if-you" r"^(?:and |also |so |ok(?:ay)?,? |hi[,!]? |hey[,!]? )*if you (?:could|would)(?: please| kindly| just)* (?P<what>[a-z-]+ [^,?]+?)(?:,? (?:that|it|this|i)(?:'d| would) (?:be|help|make|save|love|appreciate)\b.*)?$"
        yes "if you could mend the nets, that would be lovely" no "if you could fly";
    "once-then" r"^(?:and |ok(?:ay)?,? |so |then )*(?P<when>(?:once|when|whenever|as soon as|after|if|until|in case|should) [^,]{4,80}?), (?:then )?(?:please |pls )?(?:can you |could you |you can |you may )?(?P<what>[a-z-]+ .+)$"
        yes "once the tests pass, tag the release" no "when is lunch";
    "mind" r"^(?:and |also |ok(?:ay)?,? |so |hi[,!]? |hey[,!]? )*(?:would|do) you mind (?P<what>(?:[a-z]+ing|to [a-z-]+) .+?)\??$"
        yes "would you mind adding a retry button?" no "do you mind";
    "asked" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? |hi[,!]? |hey[,!]? |please,? |first,? |yes,? )*(?:(?:can|could|would|will) (?:you|u)|(?:can|may|might|could) i (?:please |kindly )?(?:ask|get|have|trouble|bother) (?:you|u) to|(?:i(?:'d| would) )?appreciate it if you(?: could)?|help me(?: to)?|pls|plz)(?: please| pls| plz| kindly| be so (?:kind|good)(?: as)? to| be kind enough to| do me a favou?r and| also| then| now| just| quickly| maybe| first)* (?P<what>(?:have|take) a (?:quick |closer )?look .+|[a-z-]+ .+?)\??$"
        yes "can you fix the flaky login test?" no "what can you see";
    "can-we" r"^(?:and |also |ok(?:ay)?,? |so |then |now |hi[,!]? |hey[,!]? )*(?:(?:can|could|may) (?:we|i)|is it possible to|would it be possible to)(?: please| also| maybe| now)*(?: (?P<got>have|get))? (?P<what>[a-z-]+ .+?)\??$"
        yes "can we add a test for that case?" no "we can";
    "make-that" r"^(?:and |also |ok(?:ay)?,? |so )*(?:(?:i|we)(?:'d| would)? (?:also )?(?:need|want|like|love)|(?:first,? |then |next,? |please |pls |also )*get) (?P<subject>(?:the|our|my|all|each|every) [\w /.-]{2,40}?) to (?P<what>(?:be |not |also |always |only )?[a-z]+ .+)$"
        yes "I want the list to remember its scroll position" no "I want to sleep";
    "need-a" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? |later,? |oh,? |one more thing[,:] |hi[,!]? |hey[,!]? )*(?:(?:i|we)(?:'d| would|'ll| will)? (?:also |really |still )?(?:need|want|like|love|appreciate)(?: to have| to get| to see)?|(?:need|want|would love|would like|'d love)|(?:what's|what is) (?:still )?missing is) (?P<what>(?:an?|some|more|another|(?:new |better |proper |keyboard |email |push |log |code |usage )?(?:shortcuts|tests|docs|metrics|filters|icons|tooltips|alerts|logs|checks|buttons|links|labels|examples|benchmarks|notifications)|(?:[a-z-]+ )?(?:mode|pagination|caching|monitoring|tracing|authentication|autocomplete|sorting|filtering|backups|telemetry|localization|i18n|ssl|https|offline support)|docs?|tests?|documentation|logging|metrics|validation|support|unit|better|proper|automated|integration|e2e|end-to-end) [\w-]+ .+)$"
        yes "I need a script that converts the files to csv" no "I need to go";
    "own-duty" r"^(?:and |also |but |so |then |btw,? |first,? )*(?:(?:i|we) (?:still|also) (?:have to|need to|must|have got to)|(?:someone|somebody|one of us)(?:'s| has| will have| really)? (?:should|needs to|has to|have to|must|ought to|got to|gotta|better)(?: really| finally| also| probably| just)*|(?:please )?remind me (?:to|that (?:we|i) (?:should|need to|have to|must)|(?:we|i) (?:should|need to|have to|must))) (?P<what>[a-z-]+ .+)$|^(?:and |also |but |so |then |btw,? |first,? )*i(?:(?:'ll| will)(?: have to| need to)?| have to| need to| must) (?P<also>[a-z-]+ .+? myself)(?:, .+)?$"
        yes "I still have to renew the lease of the workshop" no "I still have to think";
    "grateful" r"^(?:and |also |hi[,!]? |hey[,!]? |hello[,!]? |please,? )*(?:i|we)(?:'d| would) be (?:very |really |so |most |quite )*(?:grateful|glad|happy|thankful|obliged|delighted) if you (?:could |would |can )?(?:please |kindly |also )*(?P<what>[a-z-]+ .+)$"
        yes "I would be grateful if you wrote a label for the jar" no "I would be glad if it rained";
    "like-that" r"^(?:and |also |but |hi[,!]? |hello[,!]? )*(?:i|we)(?:'d| would) (?:really |also )?(?:like|love|prefer|appreciate)(?: it)? (?:that|if) (?P<what>(?:the|our|my|all|each|every) .+)$"
        yes "I would like that the label also shows the weight" no "I would like that";
    "time-to" r"^(?:and |ok(?:ay)?,? |so |now |well,? |i think )*(?:it(?:'s| is) (?:about |high |now )*)?time (?:to|we|that we) (?P<what>[a-z-]+ .+?)(?:, (?:would|will|could|can) you(?: do (?:it|that|this))?)?\??$"
        yes "it's time to write the label, would you?" no "it is time for lunch";
    "wished" r"^(?:and |also |ok(?:ay)?,? |so |then |now |please,? |hi[,!]? )*(?:i|we)(?:'d| would)? (?:(?:need|want|like|love)(?: you| that you| if you| for you)?|(?:prefer|rather)(?: that| if| have)? you)(?: to)? (?:also |now |then )?(?P<what>(?:you to )?[a-z-]+ .+)$|^(?:and |also |but |so )*(?:still |also |just )*need you to (?P<also>[a-z-]+ .+)$"
        yes "I'd like you to translate the README" no "I see";
    "make-sure" r"^(?:and |also |ok(?:ay)?,? |so |then |please,? |pls )*(?:make sure|ensure|see to it|make it so)(?: that)? (?P<what>[\w`'-]+ [\w`'-]+ .+)$"
        yes "please make sure that the importer skips empty lines" no "makes sure";
    "nice-if" r"^(?:and |also |so )*(?:it(?:'d| would)|would) (?:be (?:really |so )?(?:great|nice|good|cool|helpful|awesome|lovely|perfect|useful)|(?:really )?help(?: a lot| us| me| greatly| everyone)*),? if (?P<what>(?:the|our|my|all|each|every) [\w /.-]{2,40}? (?:could|would|can|didn't|did not|were to) .+)$"
        yes "would be nice if the table could be sorted by date" no "would be nice if you could help";
    "nice-if-did" r"^(?:and |also |so )*(?:it(?:'d| would)|would) (?:be (?:really |so )?(?:great|nice|good|cool|helpful|awesome|lovely|perfect|useful)|(?:really )?help(?: a lot| us| me| greatly| everyone)*),? if (?P<subject>(?:the|our|my|all|each|every) [\w /.-]{2,40}?) (?P<did>[a-z]{2,}ed|showed|wrote|had|ran|kept|told|sent|made|put|let|went|gave|took|got|saw|knew|came|did) (?P<what>.+)$"
        yes "it would help if the page refreshed by itself" no "it would help if you knew";
    "should-be" r"^(?:and |also |so |but |hi,? |hey,? |(?:one|another|quick|small|minor|last) (?:more )?(?:thing|one|bug|detail)[:,] )*(?P<subject>(?:the|our|my) [\w /.-]{2,40}?) (?:still )?(?:says?|shows?|reads?|is|are|has|uses?|displays?) (?P<old>[^,;]{1,40})[,;]? (?:but )?(?:it |that |which )?should (?P<verb>be|say|show|read|have|use) (?P<new>.+)$"
        yes "the footer says 2023, should be 2026" no "the footer should be blue";
    "great-if" r"^(?:and |also |so )*(?:it(?:'d| would) be|would be) (?:really |so |very )?(?:great|nice|good|cool|helpful|awesome|lovely|perfect|useful|kind|sweet|super|neat) (?:if (?:you|we) (?:could |would )?|(?:of you )?to (?:have |get )?)(?P<what>[a-z-]+ .+)$|^(?:and |also |so )*(?:it(?:'d| would)|would) (?:really )?help(?: us| me| everyone)?(?: a lot| greatly)?,? if you (?:could |would )?(?P<also>[a-z-]+ [^?]+?)(?:, (?:would|will|could|can) you\b.*)?\??$"
        yes "it would be great if you could profile the loop" no "it would be great";
    "there-should" r"^(?:and |also |so |but )*there (?:should|must|has to|needs to|ought to) (?:also )?be (?P<what>(?:an?|some|more) .+)$"
        yes "there should be a dialog before a project is deleted" no "there should be";
    "lacks" r"^(?:and |also |so |but )*(?P<what>(?:the|our|my|every|each|all) [\w /.-]{2,40}? (?:needs|lacks?|deserves?|could use|(?:is|are) (?:still )?missing) (?:an?|some|more|its|proper|better|to be) .+)$"
        yes "the login form needs a show-password toggle" no "the need is great";
    "should-also" r"^(?:and |so |but )*(?P<what>(?:the|our|all|every|each) [\w /.-]{2,40}? should (?:also .+|.+ (?:as well|too)))$"
        yes "the invoices should also show the VAT number" no "the invoices should be fine";
    "still-missing" r"^(?:and |but |so )*(?:also,? )?(?P<what>(?:the|our|some|all) .{2,50}?) (?:is|are) (?:still |also )?missing(?P<where> (?:in|on|from|for|at) .+)?$"
        yes "the tests for the importer are still missing" no "something is missing";
    "forgotten" r"^(?:and |also |but |ok(?:ay)?,? |so |then |please,? |pls |oh,? )*(?:(?:don't|do not|dont) forget|you forgot|we forgot|you(?:'ve| have) forgotten) (?:about )?(?P<what>(?:the|a|an|our|all) .+)$"
        yes "don't forget the tests for the importer" no "you forgot it";
    "has-to-go" r"^(?:and |also |so |but |ok(?:ay)?[,.]? |good[,.]? |while (?:you're|you are|we're) (?:in there|at it|there|on it),? )*(?P<what>(?:the|our|that|this|those|these|all) [\w /.'`-]{2,50}?) (?:really |finally )?(?:has to|have to|needs? to|must|should) (?:really |finally |just )?(?:go|go away|disappear|vanish|be gone)(?: from (?P<where>[\w /.'-]{2,40}))?(?:[,;:] .+)?$"
        yes "the old banner has to go" no "the train has to go to Kiel";
    "next-up" r"^(?:and |but |ok(?:ay)?,? |so |then |now )*(?:next up|up next|next on the list|next in line|what comes next|next|(?:what(?:'s| is) )?(?:still|also) (?:open|missing|left(?: over| to do)?|to do|pending|outstanding|unfinished)(?: (?:here|now|for (?:me|us|today)|on (?:my|our) list))?) (?:is|are|comes|would be) (?P<what>(?:(?:the|a|an|our|to)|[a-z]+ing (?:the|a|an|our|all)) .+)$|^(?:and |ok(?:ay)?,? |so |then |now |great,? |good,? |nice,? )*on to (?P<also>the .+)$"
        yes "next up is the password reset flow" no "next is not clear";
    "keep-in-mind" r"^(?:and |also |but |ok(?:ay)?,? |so |then |please,? |pls )*(?:don't|do not|dont) forget to (?P<what>[a-z-]+ .+)$|^(?:and |also |but |ok(?:ay)?,? |so |then |please,? |pls )*(?:remember|be sure|make sure) to (?P<also>[a-z-]+ .+)$"
        yes "don't forget to update the changelog" no "don't forget it";
    "todo" r"^(?:and |also |ok(?:ay)?,? |so |yes,? )*(?:todo|to do|to-do|task|tasks|next task|next step|action item|next up|up next|next|then next|still missing|missing|still to do|left to do|what's left|remaining|jobs?|your job|chores?|requests?)(?: for (?:you|us|me|today|now|later))?\s*[:-] ?(?P<what>.+)$"
        yes "TODO: add the icons" no "to do so takes time";
    "lets" r"^(?:and |also |ok(?:ay)?,? |so |then |now |next,? )*(?:let'?s|let us) (?:also |now |then |first |next )?(?P<what>[a-z-]+ .+)$"
        yes "let's refactor the loader" no "letters are fine";
    "order" r"^(?:(?P<topic>(?:for|in|on) (?:the|our|my|all) [^,:]{2,40}), )?(?:and |also |plus |ok(?:ay)?,? |so |then |now |next,? |first,? |second,? |finally,? |please,? |pls |plz |kindly |yes,? |yeah,? |sure,? |great,? |thanks[,!.]? |hi[,!]? |hey[,!]? |just |while (?:you're |you are |we're )?at it,? |(?:when|once) (?:you're|you are|that's|that is|this is) done,? |after that,? |and after that |afterwards,? |lastly,? |meanwhile,? |go ahead and |you (?:can|may) |h+m+,? |oh,? |ah,? |uh,? |well,? )*(?P<what>[a-z-]+:? .+)$"
        yes "please update the changelog" no "changes";
}

/// Id of the form of a bare imperative.
pub(in crate::pipeline::acts) const IMPERATIVE: &str = "order";

/// Id of the form of an imperative that is certain: one in a list, one that is announced or one among other orders.
pub(super) const ORDERS: &str = "orders";

/// Objects that make no task, or are chosen instead of worked on.
pub(super) const NO_OBJECT: Phrases = phrases!(
    "it|that|this|them|those|these|me|us|you|up|on|a chance|sure|sense|so|one|some|more|all|everything|both|what|why|how"
);

/// Nouns of results that one task can produce.
pub(in crate::pipeline::acts) const WORKPIECES: Phrases = phrases!(
    "docs|doc|documentation|logging|metrics|validation|script|test|tests|shortcuts|filters|icons|tooltips|alerts|logs|checks|buttons|links|labels|examples|benchmarks|notifications|search|field|column|filter|bar|menu|modal|tooltip|banner|badge|spinner|mode|setting|hook|webhook|alert|check|probe|healthcheck|header|footer|section|tab|widget|checkbox|dropdown|backup|export|\
     function|page|button|endpoint|command|chart|plot|report|panel|module|component|migration|workflow|job|parser\
     |query|table|class|dialog|view|form|summary|diagram|benchmark|example|guide|flag|option|helper|shortcut|toggle|icon|link"
);

/// Maximum number of words in an order that is one task.
const MOST: usize = 28;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    // The thing the order before is about, for an "it" in the next.
    let mut thing = String::new();
    let listed = own.iter().filter(|s| s.list.is_some() && s.opens_block && opens(&s.text.to_lowercase())).count();
    let marked = marked_lines(view, &own);
    let mut asked = false;
    for (at, sentence) in own.iter().enumerate() {
        if let Some(act) = ticked(sentence).or_else(|| noted(sentence)) {
            out.push(act);
            continue;
        }
        if let Some(acts) = named_list(sentence).or_else(|| by_arrow(sentence)).or_else(|| lacking(sentence)) {
            out.extend(acts);
            continue;
        }
        if let Some(acts) = needs_more(sentence, &whole_thing(&out, &thing)) {
            out.extend(acts);
            continue;
        }
        if let Some(acts) = numbered(sentence) {
            out.extend(acts);
            continue;
        }
        let before = at.checked_sub(1).and_then(|n| own.get(n)).copied();
        let segments = view.segments(sentence);
        let orders = segments.iter().filter(|s| opens(&s.low)).count();
        let several = orders > 1 || listed > 1 && sentence.list.is_some();
        if orders == 0 && leads_on(sentence, own.get(at + 1).copied()) {
            out.push(Act::nothing(sentence.range.clone(), "announced"));
            continue;
        }
        let asked_before = std::mem::take(&mut asked);
        for segment in segments {
            let unhurried = at_leisure(segment).or_else(|| in_sequence(segment, asked_before, marked.contains(&at)));
            let segment = unhurried.as_ref().unwrap_or(segment);
            if let Some(act) = adds_nothing(segments, segment, &thing) {
                out.push(act);
                continue;
            }
            let noted = phrases!("todo|to do|to-do|task|next|someone|somebody|one of us|remind me");
            let noted = after_any(&segment.low, noted).is_some();
            if orders <= 1 && !noted && is_opening(view) && is_broad(&segment.low) {
                continue;
            }
            if let Some(act) = points_back(view, segment, before) {
                out.extend(and_then(sentence, &act));
                out.push(act);
                continue;
            }
            let acts = of_segment(view, sentence, segment, several, &thing);
            if let Some(act) = acts.first() {
                thing = thing_of(&act.summary).unwrap_or_default();
                asked = segment.asks && act.deed == ActKind::Request;
            }
            out.extend(acts);
        }
    }
    out.extend(of_list(view, &own, &out));
    make_certain(&own, &mut out);
    out
}

/// Whether the person speaks for the first time.
pub(in crate::pipeline::acts) fn is_opening(view: View<'_>) -> bool {
    view.talk.before().all(|t| t.role != Role::User)
}

/// Whether a first request describes the whole session: it becomes the goal instead of a task.
fn is_broad(low: &str) -> bool {
    let verb = phrases!(
        " build a| build an| build the| develop | refactor the| rewrite the| redesign | modernize | migrate the| port the| port our| migrate our"
    );
    verb.within(&format!(" {low}"))
}

fn of_segment(view: View<'_>, sentence: &Sentence, segment: &Segment, several: bool, thing: &str) -> Vec<Act> {
    if let Some(act) = labelled(sentence, segment) {
        return vec![act];
    }
    let Some((form, found)) = first(&FORMS, &segment.low) else { return Vec::new() };
    let said = ["what", "also"].map(|name| group(&segment.text, &found, name)).concat();
    let said = after_any(&said, phrases!("you to|to")).unwrap_or(&said);
    let verb = plain_verb(said).filter(|_| form == "mind");
    let what = verb.as_deref().unwrap_or(said);
    if segment.asks && asks_opinion(what) || calls_off(what) {
        return vec![Act::nothing(segment.range.clone(), "no-work")];
    }
    let made = made_to(what);
    let resolved = made.clone().or_else(|| resolved(what, thing)).or_else(|| spelled_out(view, segment, form, what));
    let what = resolved.as_deref().unwrap_or(what);
    let polite = is_polite(form, segment) || segment.announced;
    if let Some(act) = conditional(segment, what) {
        return vec![act];
    }
    let (what, why) = with_reason(what);
    let open = is_doubtful(segment, form, what) || (segment.asks && !polite) || words(what) > MOST;
    if open || form == IMPERATIVE && names_no_work(view, sentence, what) {
        return Vec::new();
    }
    // An imperative in a list of orders, or one that is announced, is certain.
    let form = if form == IMPERATIVE && (sentence.list.is_some() || segment.announced) { ORDERS } else { form };
    let request = |text: String| Act::settled(ActKind::Request, segment.range.clone(), text, form);
    let bare = unhurried(what).trim_end_matches(['?', '.']);
    if let Some(acts) = of_form(segment, form, &found, what) {
        return acts;
    }
    if let Some(text) = inquiry(what).filter(|_| !segment.asks || polite) {
        let form = if polite { form } else { IMPERATIVE };
        return vec![Act { form, ..request(text) }];
    }
    // The first wish of a session is its goal, unless it is for something small.
    let small = WORKPIECES.iter().any(|w| what.split_whitespace().take(3).any(|t| t.eq_ignore_ascii_case(w)));
    if form == "need-a" && is_opening(view) && !small {
        return Vec::new();
    }
    if let Some(text) = remade(view, what) {
        return vec![request(text)];
    }
    let named = matches!(form, "need-a" | "todo") && !segment.unsettled();
    let about = object(what).or_else(|| (named || made.is_some()).then_some(what));
    let Some(about) = about.filter(|_| !asks_for_words(what)) else { return without_work(segment, what) };
    if let Some(text) = of_the_paste(view, what) {
        return vec![request(text)];
    }
    if leads_in(sentence, about) || points_only(about) || unclear(about) || !summary::stands_alone(about) {
        return Vec::new();
    }
    let sure = !matches!(form, IMPERATIVE | ORDERS) || is_certain(sentence, segment, what, several);
    let listed = parts(bare, object(bare).unwrap_or(about));
    // "This skill" is known to those who talk, not to a reader of the list.
    let shown = after_any(about, phrases!("this|that|these|those")).is_none();
    let wished = form == "need-a" && !small;
    let certainty = if sure && shown && !wished && form != "can-we" { Certainty::Settled } else { Certainty::Likely };
    let texts = if listed.is_empty() { vec![whole(&capital(&plain(bare)))] } else { listed };
    let topic = group(&segment.text, &found, "topic");
    let placed = |text| placed(text, form, topic);
    texts.into_iter().map(|text| Act { certainty, why: why.clone(), ..request(placed(text)) }).collect()
}

/// Whether an order only calls something off, whatever that is: "scratch the gate", "the gate you can forget".
fn calls_off(what: &str) -> bool {
    let ends = phrases!(
        " you can forget| you can skip| you can drop| you can leave out| we can forget| we can skip| we can drop| we skip| we drop"
    );
    let low = what.to_lowercase();
    let head = low.split([',', ';']).next().unwrap_or(&low);
    after_any(what, phrases!("scratch|disregard|nix|never mind|nevermind")).is_some()
        || ends.iter().any(|e| head.ends_with(e))
}

/// Whether the object of an order only leads in what is ordered: "do the following:".
fn leads_in(sentence: &Sentence, about: &str) -> bool {
    let alone = after_any(about, phrases!("the following|these|this")).is_some_and(|rest| words(rest) == 0);
    let listed = after_any(about, phrases!("the following")).is_some() && sentence.text.trim_end().ends_with(':');
    alone || listed
}

/// The thing of the last order, or all of one that only names a thing.
fn whole_thing(found: &[Act], thing: &str) -> String {
    let last = found.last().filter(|act| act.deed == ActKind::Request && is_determined(&act.summary));
    last.map_or_else(|| thing.to_owned(), |act| act.summary.clone())
}

/// An order in its usual words, with its pronoun named.
fn spelled_out(view: View<'_>, segment: &Segment, form: &str, what: &str) -> Option<String> {
    let spelled = || if form == "grateful" { if_done(what) } else { told_before(view, segment, form, what) };
    in_usual_order(what).or_else(spelled)
}

/// A duty with what the sentence before tells of for its pronoun: "the tyres wear out in May. somebody has to swap them".
fn told_before(view: View<'_>, segment: &Segment, form: &str, what: &str) -> Option<String> {
    // "The pump is too loud, lower its speed"
    let own = what.split_once(' ').and_then(|(verb, about)| Some((verb, after_any(about, phrases!("its"))?)));
    if let Some(((verb, own), thing)) = own.zip(subject(&capital(&segment.before))) {
        return Some(format!("{verb} the {thing}'s {own}"));
    }
    let before = view.own().take_while(|s| s.range.end <= segment.range.start).last();
    let before = before.filter(|s| form == "own-duty" && !s.asks)?;
    with_subject(what, &capital(&plain(&before.text)))
}

/// Whether a request is put as a question.
fn is_polite(form: &str, segment: &Segment) -> bool {
    matches!(form, "asked" | "if-you" | "great-if" | "grateful" | "time-to" | "mind" | "can-we")
        || phrases!("can you|could you|would you|will you").within(&segment.before.to_lowercase())
        || after_any(&segment.low, phrases!("kindly|please|pls|plz")).is_some()
}

/// The text of a task with the topic that stands before it.
fn placed(text: String, form: &str, topic: &str) -> String {
    match topic {
        "" if form == "need-a" => as_addition(text),
        "" => text,
        _ => whole(&format!("{text} {}", lower(topic))),
    }
}

/// A wished thing as work: "Add a healthcheck endpoint" of "A healthcheck endpoint".
fn as_addition(thing: String) -> String {
    let is_new = after_any(&thing, phrases!("a|an|some|more|another")).is_some();
    if is_new { format!("Add {}", lower(&thing)) } else { thing }
}

/// Whether a polite question asks for an opinion: "would you rather take oak or larch?"
fn asks_opinion(what: &str) -> bool {
    after_any(what, phrases!("rather|prefer|recommend|say|think|know")).is_some()
}

/// Whether an imperative is no order: it names the text below it, or stands further inside a list item.
fn names_no_work(view: View<'_>, sentence: &Sentence, what: &str) -> bool {
    names_text(view, sentence, what) || (sentence.list.is_some() && !sentence.opens_block)
}

/// Whether the words around an order make it uncertain.
fn is_doubtful(segment: &Segment, form: &str, what: &str) -> bool {
    let noticed = form == IMPERATIVE && observed(&segment.before.to_lowercase()) && opens(&lower(what));
    // "After that rename I get this warning" reports.
    let reports = phrases!(" i get | i got | i see | i'm getting | i am getting | it says ")
        .within(&format!(" {} ", what.to_lowercase()));
    reports || segment.doubtful && !noticed
}

/// Whether the words before an order only describe an observation: "looks like the voucher is applied twice, fix the
/// cart".
fn observed(before: &str) -> bool {
    after_any(before, phrases!("looks like|it looks like|seems like|seems|it seems|apparently|looks as if|sounds like"))
        .is_some()
        && before.trim_end().ends_with(',')
        && !phrases!(" said| says| wrote| would | could | if ").within(before)
}

/// Whether words only name the text below them: "release notes of v5:".
fn names_text(view: View<'_>, sentence: &Sentence, what: &str) -> bool {
    let named = object(what).is_some_and(|o| !is_determined(o) && !summary::points(o));
    named && sentence.text.trim_end().ends_with(':') && view.turn.sentences.iter().any(|s| s.block == BlockKind::Quote)
}

/// Whether a clause tells what somebody else wants: "my teammate says it should be in a database".
fn reports_a_wish(low: &str) -> bool {
    phrases!(" says it | say it | said it | thinks it | thought it | wants it ").within(low)
}

/// The acts of a form that is unambiguous; `None` if the object has to be looked at.
fn of_form(segment: &Segment, form: &'static str, found: &Captures<'_>, what: &str) -> Option<Vec<Act>> {
    let request = |text: String| vec![Act::settled(ActKind::Request, segment.range.clone(), text, form)];
    let bare = unhurried(what).trim_end_matches(['?', '.']);
    match form {
        "make-that" if !segment.unsettled() && after_any(what, OTHERS_DO).is_none() => {
            let subject = group(&segment.text, found, "subject");
            let alone = !summary::points(subject) && words(what) >= 2;
            // "I want the orders to be stored in Postgres" settles where.
            let kept = phrases!(
                "be stored|be kept|be saved|be hosted|be written in|be built with|be deployed to|be served from|live in|run on"
            );
            if alone && after_any(what, kept).is_some() {
                let text = whole(&capital(&format!("{subject} should {bare}")));
                return Some(vec![Act::settled(ActKind::Choose, segment.range.clone(), text, form)]);
            }
            Some(if alone { request(whole(&format!("Make {subject} {bare}"))) } else { Vec::new() })
        }
        // "Time to load the page is 3 s" measures.
        "time-to" if after_any(&segment.low, phrases!("time")).is_some() && MEASURES.within(&segment.low) => {
            Some(Vec::new())
        }
        "there-should" if !segment.unsettled() && summary::stands_alone(what) => {
            Some(request(whole(&format!("Add {bare}"))))
        }
        "can-we" if !segment.doubtful && !group(&segment.text, found, "got").is_empty() => {
            // "Can we have a quick call" asks for no work.
            let talk = || vec![Act::nothing(segment.range.clone(), "asked-for-talk")];
            let thing = after_any(what, phrases!("a|an|some|more|another")).is_some();
            thing.then(|| added(what, bare).map_or_else(talk, request))
        }
        "great-if" if !segment.doubtful && added(what, bare).is_some() => added(what, bare).map(request),
        "wished" if !segment.doubtful && after_any(what, phrases!("have the|have our|have all")).is_some() => {
            (words(what) >= 4).then(|| request(whole(&capital(bare))))
        }
        "wished" if WOULD_TAKE.within(&segment.low) => Some(vec![Act::nothing(segment.range.clone(), "would-need")]),
        "nice-if-did" if !segment.asks && !segment.doubtful => {
            Some(wished_for(segment, found, bare).map(request).unwrap_or_default())
        }
        "nice-if" | "like-that" if !segment.asks && !segment.doubtful => {
            Some(request(whole(&format!("Make sure that {}", in_present(bare)))))
        }
        "should-be" if !segment.asks && !segment.doubtful && !reports_a_wish(&segment.low) => {
            let named = |name| unhurried(group(&segment.text, found, name));
            Some(corrected_text(["subject", "old", "verb", "new"].map(named)).map(request).unwrap_or_default())
        }
        // "Next: a --once flag" is a thing to be added.
        "todo" if !segment.unsettled() && added(what, bare).is_some() => added(what, bare).map(request),
        "next-up" if !segment.unsettled() => {
            let alone = !summary::points(what) && !unclear(what) && (2..=12).contains(&words(what));
            Some(if alone { request(whole(&capital(bare))) } else { Vec::new() })
        }
        // "Remember to run the tests before each push" is a rule.
        "keep-in-mind" if phrases!(" each | every | always | whenever | any ").within(&segment.low) => Some(Vec::new()),
        "make-sure" if !segment.unsettled() && !unclear(what) => {
            Some(request(ensured(group(&segment.text, found, "what"), bare)))
        }
        "has-to-go" if !segment.unsettled() => {
            let alone = !summary::points(what);
            Some(alone.then(|| removal(bare, group(&segment.text, found, "where"))).map(request).unwrap_or_default())
        }
        "lacks" if !segment.unsettled() && !summary::points(what) => Some(request(whole(&capital(bare)))),
        "own-duty" if !segment.unsettled() => Some(duty(bare).map(request).unwrap_or_default()),
        "should-also" | "still-missing" | "forgotten" => Some(of_lack(segment, form, found, what)),
        "once-then" => Some(once_then(segment, form, group(&segment.text, found, "when"), what)),
        _ => None,
    }
}

/// Verbs of statements about a time.
const MEASURES: Phrases =
    phrases!(" is | was | went | has | had | takes | took | dropped | grew | stays | improved | doubled | halved ");

/// An order with the time that it waits for: "once the tests pass, tag the release".
fn once_then(segment: &Segment, form: &'static str, when: &str, what: &str) -> Vec<Act> {
    let order = object(what).is_some_and(|o| after_any(o, NO_OBJECT).is_none());
    let text = whole(&capital(&format!("{when}, {}", unhurried(what).trim_end_matches(['?', '.']))));
    let act = Act::likely(ActKind::Request, segment.range.clone(), text, form);
    (order && !summary::points(when)).then_some(act).into_iter().collect()
}

/// The task of a wish in the past form: "Make the page refresh by itself" of "if the page refreshed by itself".
fn wished_for(segment: &Segment, found: &Captures<'_>, rest: &str) -> Option<String> {
    let [subject, did] = ["subject", "did"].map(|name| group(&segment.text, found, name));
    let does = present(&did.to_lowercase()).filter(|_| !summary::points(subject))?;
    Some(whole(&format!("Make {subject} {does} {rest}")))
}

/// Words the task of "make sure to sort the tracks" as "Sort the tracks", of "make sure the tracks are sorted" as "Make sure
/// that the tracks are sorted".
fn ensured(said: &str, bare: &str) -> String {
    let is_order = said.to_ascii_lowercase().starts_with("to ");
    whole(&if is_order { capital(bare) } else { format!("Make sure that {bare}") })
}

/// Verbs of what other people do: "I need the landlord to sign".
const OTHERS_DO: Phrases = phrases!("sign|agree|approve|confirm|answer|reply|decide|sign off|say yes|call back");

/// Words that say what something would take: "we'd need to collect names".
const WOULD_TAKE: Phrases = phrases!("we'd need|i'd need|we would need|i would need");

/// A wish as it is to be: "the table can be sorted" of "the table could be sorted".
fn in_present(wish: &str) -> String {
    let wish = wish.replacen(" could ", " can ", 1).replacen(" would ", " will ", 1);
    let wish = wish.replacen(" were to ", " will ", 1);
    wish.replacen(" didn't ", " does not ", 1).replacen(" did not ", " does not ", 1)
}

/// The task of what is missing, was forgotten or should be there too.
fn of_lack(segment: &Segment, form: &'static str, found: &Captures<'_>, what: &str) -> Vec<Act> {
    let bare = unhurried(what).trim_end_matches(['?', '.']);
    if segment.unsettled() || summary::points(what) || unclear(what) || words(what) < 2 {
        return Vec::new();
    }
    let text = match form {
        "still-missing" => format!("Add {bare}{}", group(&segment.text, found, "where")),
        "forgotten" => format!("Do not forget {bare}"),
        _ => capital(bare),
    };
    // "The index is missing" may only answer what was asked.
    let told = form == "still-missing" && !phrases!(" still | also ").within(&segment.low);
    let make = if told { Act::likely } else { Act::settled };
    vec![make(ActKind::Request, segment.range.clone(), whole(&text), form)]
}

/// Reads an order with a condition as a candidate that keeps the condition: "once the tests pass, tag the release".
fn conditional(segment: &Segment, what: &str) -> Option<Act> {
    let when = segment.before.trim().trim_end_matches([',', ' ']);
    let when = summary::strip_fillers(when);
    after_any(when, phrases!("once|when|as soon as|after|if|until|in case|before"))?;
    let whole_order = object(what).is_some() && (words(what) >= 4 || !unclear(object(what)?));
    let alone = words(when) >= 3 && words(when) <= 16 && !segment.asks && whole_order;
    let text = || whole(&capital(&format!("{when}, {}", unhurried(what))));
    alone.then(|| Act::likely(ActKind::Request, segment.range.clone(), text(), "after-condition"))
}

/// Reads an order after the name of a component: "boiler: cap the flow at 60 degrees".
fn labelled(sentence: &Sentence, segment: &Segment) -> Option<Act> {
    const NO_LABEL: Phrases = phrases!(
        "goal|aim|objective|theory|hypothesis|guess|rule|decision|note|fyi|context|question|problem|issue|idea|plan|todo|to do|task|next|first\
     |please|pls|can|could|only|one|also|reminder|error|warning|answer|option|proposal|suggestion"
    );
    let (label, what) = segment.text.split_once(": ")?;
    let named = words(label) <= 3
        && after_any(label, NO_LABEL).is_none()
        && after_any(label, super::imperative::DOES).is_none();
    let apart = sentence.list.is_some() || sentence.lead.is_some() || sentence.opens_block;
    let order = object(&lower(what)).is_some_and(|o| !unclear(o));
    (named && apart && order && !segment.unsettled()).then(|| {
        Act::settled(ActKind::Request, segment.range.clone(), whole(&capital(unhurried(&segment.text))), "labelled")
    })
}

/// Whether an imperative is an order: a status line in capitals, a statement whose subject looks like a verb ("design
/// says ..."), an alternative or half a sentence is not.
fn is_certain(sentence: &Sentence, segment: &Segment, what: &str, several: bool) -> bool {
    let shouted = what.split_whitespace().next().is_some_and(|w| w.len() > 2 && w.chars().all(char::is_uppercase));
    let second = what.split_whitespace().nth(1).unwrap_or("").to_lowercase();
    let states = phrases!("says|is|are|was|were|or|exits|fails|works|has|does|goes|runs|shows|said").contains(&second);
    let cut_off = sentence.text.trim_end().ends_with("...") || sentence.text.starts_with("->") || what.contains('→');
    let short = words(what) <= 2 && segment.before.is_empty() && !several && !segment.low.contains("please");
    !(shouted || states || cut_off || short)
}

/// Claims an order that only asks for words with an act that changes nothing, so that no other family makes a task of it.
fn without_work(segment: &Segment, what: &str) -> Vec<Act> {
    let ends = asks_to_see(what) && !segment.doubtful || asks_for_words(what) && !segment.unsettled();
    ends.then(|| Act::nothing(segment.range.clone(), IMPERATIVE)).into_iter().collect()
}

/// Whether the words only ask for information, so that the answer completes them and no task is opened.
fn asks_for_words(what: &str) -> bool {
    const ASKS: Phrases =
        phrases!("explain|show me|show us|tell me|tell us|let me know|remind me|walk me through|clarify");
    asks_to_see(what) || after_any(what, ASKS).is_some()
}

/// Whether the words ask to see something: "list the routes", but "list the routes in the README" changes it.
fn asks_to_see(what: &str) -> bool {
    after_any(what, phrases!("print|list|summarize|summarise|recap|describe")).is_some_and(|rest| {
        !phrases!(" at | in | on | when | if | before | after | as | instead | to | next | into | for ").within(rest)
    })
}
