//! Defines orders that refer to something just done or said: "do that for staging too", "same for tablets", "make it
//! blue instead", "call it geo_utils". The missing words are taken from the last turns.

use super::{carried_over, transfer};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::stems;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::quantities::{kin_values, measured, single, with_unit};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, stands_alone, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::plain_verb;
use crate::pipeline::acts::work::work_judged::just_reported;
use crate::pipeline::acts::work::work_wording::thing_of;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::{Captures, patterns};
use crate::transcript::Role;

forms! {
    "also-for" r"^(?:ok(?:ay)?,? |and |now |then |great,? |nice,? |cool,? |please,? |can you |could you |thanks,? )*(?:do |make |apply )?(?:that|this|it|the same|same|same thing|the same thing|likewise)(?: thing| change| fix)? (?P<place>(?:for|in|on|to|with|at) .+?)(?:,? (?:too|as well|also|please|pls|plz|then|next|now))*$"
        yes "do that for staging too" no "that is for staging";
    "and-to" r"^(?:and|now|also),? (?:also |then )?(?P<place>(?:for|in|on|to) .+?)(?:,? (?:too|as well|also|please|pls))+$"
        yes "and to dutch as well" no "and to be honest I like it";
    "also-in" r"^(?:ok(?:ay)?,? |and |now |then |please,? )*also,? (?P<place>(?:for|in|on|to) (?:the |our |my |all )?[\w'/.-]+(?: [\w'/.-]+){0,2}?)(?:,? (?:please|pls|then|now))*$"
        yes "also for the grpc client" no "also for me it fails every time";
    "the-one" r"^(?:ok(?:ay)?,? |and |now |then |great,? |please,? |also |do )*(?:for )?the (?P<which>[\w'-]+(?: [\w'-]+)?) ones?,? (?:too|as well|also|please|pls|likewise|(?:the )?same (?:number|value|way|thing|there|limit|fix|size|colou?r|treatment|again)|ditto)(?:,? (?:please|pls|too|then))*$"
        yes "and the attic one, same number" no "the blue one is nicer too";
    "goes-for" r"^(?:ok(?:ay)?,? |and |now |then |btw,? |yes,? )*(?:(?:the same|same|that|this|it|likewise|same thing|same rule|that rule|the same rule)(?: also| should| must| then)? (?:goes|apply|applies|holds|counts|go)|ditto)(?: too| also)? (?P<place>(?:for|to|in) .+?)(?:,? (?:too|as well|also|please|pls|then|now|of course|obviously|btw))*$"
        yes "that applies to the signup page too" no "that goes without saying";
    "needs-it" r"^(?:and |also |now |ok,? )*(?P<place>(?:the |our |my )?[\w'/.-]+(?: [\w'/-]+){0,3}?) (?:needs?|gets?|should get|should have|could use|wants?|deserves?) (?:that|this|it|the same|one)(?:,? (?:too|as well|also|please))*$"
        yes "the download client needs that as well" no "the client needs a change";
    "x-too" r"^(?:and |also |now |ok,? )*(?P<place>(?:the|our|my)(?: [\w'/-]+){1,3}?),? (?:too|as well|also|likewise)(?:,? please)?$"
        yes "the buttons too" no "the buttons are too big";
    "noun-too" r"^(?:and |also |now |ok,? |oh and |ah and )*(?:the |our |my )?(?P<place>[a-z][\w/.-]+(?: [\w/.-]+)?),? (?:too|as well|likewise)(?:,? (?:please|pls|then))*(?:, (?:it's|they're|that's|it) .+)?$"
        yes "footer too" no "looks good to me too";
    "add-same" r"^(?:ok(?:ay)?,? |and |now |then |great,? |nice,? |cool,? |please,? |can you |could you |thanks,? |also )*(?:add|put|use|include|have|make|get|do|apply|give) (?:the|that) same(?: thing| one)? (?P<place>(?:for|in|on|to|at|beside|below|above) .+?)(?:,? (?:too|as well|also|please|pls|plz|then|next|now))*$"
        yes "nice, add the same to the delete button" no "add the same tests";
    "again-there" r"^(?:ok(?:ay)?,? |and |now |then |great,? |nice,? |cool,? |please,? |can you |could you |thanks,? |also )*(?P<again>[a-z]+) (?:it|that|this|them|those) (?P<place>(?:for|in|on|to|at|into|from) .+?)(?:,? (?:please|pls|plz|then))*,? (?:too|as well|also)(?:,? (?:please|pls|plz|then))*$"
        yes "hang it in the attic as well" no "hang it in the attic";
    "ones-for" r"^(?:ok(?:ay)?,? |and |now |then |next,? |great,? |please,? |also |do |can you do |could you do )*(?:the )?ones? (?P<place>(?:for|in|on|of) (?:the |our |my )?[\w'/.-]+(?: [\w'/.-]+)?)(?:,? (?:too|as well|also|please|pls|plz|then|next|now))*$"
        yes "now the ones for the attic please" no "the ones for the attic are loose";
    "same-there" r"^(?:ok(?:ay)?,? |and |now |then |so |please,? |can you |could you |let's )*(?:do |make |use |apply )?(?:exactly )?(?:that|it|the same|same)(?: thing| change| fix| trick| way)? there(?:,? (?:too|as well|also|please|pls|plz|then))*$"
        yes "do the same thing there" no "is it the same there";
    "give-one" r"^(?:ok(?:ay)?,? |and |now |then |great,? |nice,? |cool,? |please,? |can you |could you |thanks,? |also )*give (?P<place>(?:the|our|my|all|each)(?: [\w'/-]+){1,4}?) (?:one|that|the same|it|those)(?:,? (?:too|as well|also|please|pls|then))*$"
        yes "great, give the urls one too" no "give the user a hint";
    "let-it" r"^(?:no,? |hm+,? |but |and |then |please,? |ok(?:ay)?,? |actually,? |better,? )*(?:let|have|make) it (?P<what>[a-z]+ (?:to|in|into|on|at|with|from|under|as|every|after|before|for|only|the|a|an|all|by) .+?)(?:,? (?:instead|please|pls|rather|though|too|as well))*$"
        yes "let it write to the reports folder instead" no "let it go";
    "it-also" r"^(?:cool|great|nice|good|ok(?:ay)?|perfect|and|now|but|then|also)?[,.! ]*(?:and |now |then |but )*(?:it|that|they) (?:should|must|needs to|has to) (?:also|then also) (?P<what>[a-z]+ .+)$"
        yes "now it should also remember the volume" no "it should be fine";
    "want-it" r"^(?:and |so |but |now |please,? )*(?:i|we)(?:'d| would)? (?:really |just )?(?:want|like|need|prefer) (?:it|that|this) (?P<what>(?:in|as|on|with|under|inside|by|to be|written|rewritten|ported|moved|split|built|kept|done) .+)$"
        yes "I want it in Fortran, one file" no "I want it to work";
    "make-it" r"^(?:no,? |hm+,? |but |and |then |please,? |ok(?:ay)?,? |actually,? )*(?:make|paint|colou?r|turn|let) (?:it|that|this) (?:be )?(?P<what>[\w#.+-]+(?: [\w#.+-]+)?)(?:,? (?:instead(?: of .+)?|please|pls|then|rather|though))*$"
        yes "make it blue instead" no "make it so that it works";
    "call-it" r"^(?:no,? |hm+,? |but |and |then |please,? |ok(?:ay)?,? |better |rather |let's )*(?:re)?(?:call|name) (?:it|that|this) (?:to |as )?(?P<what>[\w.+#/-]+)(?: instead| then| please| pls| rather)*$"
        yes "call it geo_utils" no "call me";
    "take-out" r"^(?:no,? |hm+,? |but |and |then |please,? |ok(?:ay)?,? )*(?:(?:take|leave|rip|throw) (?:that|it|this) (?:out|away|off)(?: again)?|remove (?:that|it|this) again|undo that)\b(?P<why>.*)$"
        yes "take that out again, it's annoying" no "take out the trash";
    "the-same" r"^(?:and |but |hm+,? |yes,? |ok,? )*(?:it|that)(?:'s| is) (?:exactly )?the same (?P<place>(?:on|with|in|under|for) (?:the |our |my )?[\w.'/-]+(?: [\w.'/-]+){0,2}?)(?:,.*)?$"
        yes "it's the same on windows, just tried it" no "it's the same to me";
    "both" r"^(?:ok(?:ay)?,? |then |so |please,? |yes,? )*(?P<verb>remove|delete|drop|fix|rename|update|keep|deprecate|merge|test|document|archive) (?:both|both of them|them|them all|all of them|the two|these two|those two|all three)(?: please| pls| then)*$"
        yes "remove both" no "remove one";
}

patterns! {
    /// The subject of a statement: "The export" in "The export runs at night".
    SUBJECT = r"(?i)^(?:and |so |ok,? )?(?P<subject>(?:the|our|my|its|this|your|both|all)(?: [\w'/-]+){1,4}?) (?:is|are|was|will be|should be|must be|could be|gets?|has|does|handles?|needs?|looks?|uses?|writes?|reads?|runs?|sits?|goes|shows?|sends?|lives?|stores?|logs?|opens?|starts?|prints?|keeps?|takes?|returns?|saves?)\b";
    /// A report that the agent gave a thing another quality: "I painted the gate blue".
    MADE = r"(?i)\bi(?:'ve| have)? (?:made|painted|colou?red|turned|styled) (?P<subject>(?:the|our|my|your|all|both) [\w'/-]+(?: [\w'/-]+){0,2}?) [\w#-]+\.?$";
    /// The thing that a remark announces to be about: "Two things about the release script."
    ABOUT = r"(?i)\b(?:about|regarding|concerning|as for|on|with|for) (?P<thing>(?:the|our|my|this) [\w'/. -]{2,36}?)(?:[:,]|\.?$)";
    /// Something the agent did: "I put the health check on /healthz".
    DID = r"(?i)^(?:done[.,:!-]* |ok,? )?i(?:'ve| have)? (?:also |now |just )?(?P<verb>[a-z]+) (?P<rest>.+)$";
    /// Something reported as done: "Log rotation on web-1 is set up: daily, 14 files".
    REPORTED = r"(?i)^(?:done[.,:!-]* |ok,? )?(?P<what>(?:the |all |both )?[\w'/. -]{3,60}?) (?:is|are|has been|have been) (?:now |all |also )?(?P<verb>set up|installed|enabled|disabled|configured|renamed|moved|updated|removed|added|fixed|wrapped|cached|pinned|merged|deleted|translated|documented|migrated|converted|cleaned)(?P<rest>(?: (?:to|in|on|for|with|from) [\w'/. -]{2,40})?)[.!:;,]";
    /// Names in backticks: "`old.css` and `print.css`".
    CODE = r"`([^`]+)`";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let mut out = Vec::new();
    for sentence in own.iter().take(4).filter(|s| !s.asks || words(&s.text) <= 10) {
        let segments = view.segments(sentence);
        for (at, segment) in segments.iter().enumerate() {
            let act = of_segment(view, segment);
            out.extend(act.map(|act| segments.get(at + 1).and_then(|s| with_value(&act, s)).unwrap_or(act)));
        }
    }
    out
}

fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    if segment.doubtful || words(&segment.text) > MOST {
        return None;
    }
    let Some((form, found)) = first(&FORMS, &segment.low) else {
        return elsewhere(view, segment, "carried-over", &carried_over::place(&segment.low)?);
    };
    let range = segment.range.clone();
    let place = unhurried(group(&segment.text, &found, "place"));
    let what = group(&segment.text, &found, "what");
    match form {
        "also-for" | "and-to" | "add-same" | "also-in" => elsewhere(view, segment, form, place),
        "again-there" => again_there(view, segment, group(&segment.low, &found, "again"), place),
        "ones-for" => elsewhere(view, segment, form, &format!("for {}", place.split_once(' ')?.1)),
        "same-there" => {
            let thing = thing_told(view, segment)?;
            let Some((base, deed)) = said_before(view) else {
                return as_told(view, segment, form, &format!("for {thing}"));
            };
            Some(Act::settled(deed, range, whole(&capital(&transfer::to_thing(&base, &thing))), form))
        }
        "the-one" => {
            let (base, deed) = said_before(view)?;
            let text = transfer::to_other_of_kind(&base, group(&segment.text, &found, "which"))?;
            Some(Act::settled(deed, range, whole(&capital(&text)), form))
        }
        "goes-for" => {
            // Only what was settled holds for more than one thing.
            let (base, deed) = said_before(view).filter(|(_, deed)| *deed != ActKind::Request)?;
            let (_, thing) = place.split_once(' ').filter(|_| words(place) <= 6 && !summary_points(place))?;
            Some(Act::settled(deed, range, whole(&capital(&transfer::to_thing(&base, thing))), form))
        }
        "let-it" => {
            let subject = subject_before(view).filter(|_| !stands(view))?;
            let text = whole(&format!("Make {subject} {}", unhurried(what)));
            Some(Act::settled(ActKind::Request, range, text, form))
        }
        "the-same" => same_there(view, segment, place),
        "want-it" => wanted(view, segment, what),
        "it-also" => too(view, segment, what),
        "needs-it" | "x-too" | "noun-too" | "give-one" => done_to(view, segment, form, place),
        // A value is one of a setting.
        "make-it" if measured(what).is_some_and(|(at, _)| at == 0) => None,
        "make-it" | "call-it" => {
            let act = remade(view, segment, form, what)?;
            let changes = form == "make-it" && !is_quality(what);
            (!changes && !stands(view)).then_some(act)
        }
        "take-out" => {
            let (verb, rest) = agents_deed(view)?;
            matches!(verb.as_str(), "add" | "put" | "insert" | "introduce" | "include" | "wrap" | "use" | "set")
                .then(|| Act::settled(ActKind::Request, range, whole(&format!("Remove {}", definite(&rest))), form))
        }
        _ => {
            let verb = group(&segment.text, &found, "verb");
            let things = things_before(view)?;
            let text = whole(&capital(&format!("{} {}", verb.to_lowercase(), things)));
            Some(Act::likely(ActKind::Request, range, text, form))
        }
    }
}

/// Ids of the forms that carry over what was said to another thing, or add to it.
pub(in crate::pipeline::acts) const ELSEWHERE: Phrases = phrases!(
    "also-for|and-to|also-in|goes-for|needs-it|x-too|noun-too|add-same|give-one|the-one|needs-more|carried-over|again-there|ones-for|same-there"
);

/// The deed or rule said before at another place. An offer that was just put is what "that" means: its answer is read
/// elsewhere.
fn elsewhere(view: View<'_>, segment: &Segment, form: &'static str, place: &str) -> Option<Act> {
    const PLACE: usize = 6;
    if words(place) > PLACE || summary_points(place) {
        return None;
    }
    // "The map is old. Same for the sign" asks for no work by itself.
    let told = view.own().any(|s| s.range.end <= segment.range.start && !s.asks && words(&s.text) >= 3);
    let Some((base, deed)) = said_before(view) else {
        let nothing = || told.then(|| Act::nothing(segment.range.clone(), form));
        return as_told(view, segment, form, place).or_else(nothing);
    };
    // "The same with the taxes" is done to them, not with them.
    let text = match after_any(place, phrases!("with")) {
        Some(thing) => transfer::to_thing(&base, thing),
        None => transfer::elsewhere(&base, place),
    };
    // Another file is work, even where the first was told as a choice.
    let of_file = place.split(' ').any(|w| w.contains(['/', '.'])) && view.agents_turn().is_some();
    let deed = if of_file { ActKind::Request } else { deed };
    Some(Act::settled(deed, segment.range.clone(), whole(&capital(&text)), form))
}

/// The deed or rule said before for a thing that needs it as well: "the download client needs that too".
fn done_to(view: View<'_>, segment: &Segment, form: &'static str, thing: &str) -> Option<Act> {
    let no_thing = phrases!(
        "can't|cannot|don't|won't|i|we|you|they|he|she|it|to|not|could|should|would|please|also|still|just|nobody|everybody"
    );
    let is_verb = thing.split(' ').any(|word| no_thing.contains(word));
    if form == "noun-too" && segment.asks || is_verb || !names_thing(thing) {
        return None;
    }
    let Some((base, deed)) = said_before(view) else {
        return as_told(view, segment, form, &format!("for {thing}")).filter(|_| form == "needs-it");
    };
    let text = transfer::to_thing(&base, thing);
    Some(Act::settled(deed, segment.range.clone(), whole(&capital(&text)), form))
}

/// The deed said before at another place, or what it was done with used there: "hang it in the attic as well".
fn again_there(view: View<'_>, segment: &Segment, verb: &str, place: &str) -> Option<Act> {
    let (base, deed) = said_before(view)?;
    let (own, _) = base.split_once(' ')?;
    // "Try wax on the gate" - "use it on the door as well"
    let used = verb == "use" && after_any(own, phrases!("try|add|install|introduce|adopt")).is_some();
    let text = if own.eq_ignore_ascii_case(verb) {
        transfer::elsewhere(&base, place)
    } else {
        format!("{verb} {} {place}", transfer::thing(&base).filter(|_| used)?)
    };
    Some(Act::settled(deed, segment.range.clone(), whole(&capital(&text)), "again-there"))
}

/// A request for the same at another place, in the words in which the agent told what it had done: "The gate opens by itself
/// now; the same for the door".
fn as_told(view: View<'_>, segment: &Segment, form: &'static str, place: &str) -> Option<Act> {
    let text = whole(&format!("{}; the same {place}", told_last(view)?));
    (!segment.unsettled()).then(|| Act::settled(ActKind::Request, segment.range.clone(), text, form))
}

/// The first clause of the first statement of the agent's last turn.
pub(super) fn told_last(view: View<'_>) -> Option<String> {
    const LEAST: usize = 4;
    let turn = view.agents_turn()?;
    let told = turn.sentences.iter().find(|s| !s.asks && s.block == BlockKind::Paragraph)?;
    let told = plain(told.text.trim_end_matches(['.', '!']));
    told.split(", ").next().filter(|told| words(told) >= LEAST).map(str::to_owned)
}

/// Reads a further request for the thing that was just made: "it should also remember the volume".
fn too(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let thing = just_reported(view).and_then(|task| thing_of(&task.summary)).or_else(|| subject_before(view))?;
    let named = after_any(&thing, phrases!("a|an")).map_or_else(|| thing.clone(), |noun| format!("the {noun}"));
    let text = whole(&capital(&format!("{named} should also {}", unhurried(what))));
    (!segment.unsettled()).then(|| Act::settled(ActKind::Request, segment.range.clone(), text, "it-also"))
}

/// A fact that the agent told last, stated of another place too: "it's the same on Windows".
fn same_there(view: View<'_>, segment: &Segment, place: &str) -> Option<Act> {
    let text = whole(&format!("{}; the same {place}", told_last(view)?));
    (!segment.unsettled()).then(|| Act::settled(ActKind::Inform, segment.range.clone(), text, "the-same"))
}

/// Another quality or name for the thing told of, which is looked up by its old quality where that is named.
fn remade(view: View<'_>, segment: &Segment, form: &'static str, what: &str) -> Option<Act> {
    let old = segment.low.split_once(" instead of ").map_or("", |(_, old)| unhurried(old));
    let subject = if old.is_empty() { subject_before(view)? } else { subject_with(view, old)? };
    let verb = if form == "make-it" { "Make" } else { "Call" };
    let text = whole(&format!("{verb} {subject} {what}"));
    Some(Act::settled(ActKind::Request, segment.range.clone(), text, form))
}

/// What the thing told of is to be: "I want it to be blue".
fn wanted(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let subject = thing_told(view, segment)?;
    let what = after_any(what, phrases!("to be")).unwrap_or(what);
    let text = whole(&capital(&format!("{subject} {}", unhurried(what))));
    (!segment.unsettled()).then(|| Act::settled(ActKind::Choose, segment.range.clone(), text, "want-it"))
}

/// Whether words are the name of a thing, not a pronoun or a statement.
fn names_thing(words_of_it: &str) -> bool {
    let pronouns = phrases!("i|we|you|it|they|he|she|that|this|everyone|everybody|nobody|who|what|and|also|now");
    let low = words_of_it.to_lowercase();
    !low.split(' ').any(|w| NO_THING.contains(w)) && !pronouns.contains(low.split(' ').next().unwrap_or(""))
}

/// A deed at another place with the other value that it has there: "cards as well, but 8px there".
fn with_value(act: &Act, next: &Segment) -> Option<Act> {
    const SHORT: usize = 5;
    let said = after_any(&next.text, phrases!("but with|but only|but at|but|with|only|at")).unwrap_or(&next.text);
    let (from, to) = measured(said).filter(|(from, _)| *from == 0 && words(said) <= SHORT)?;
    let (at, end) = single(&act.summary)?;
    let (new, old) = (said.get(from..to)?, act.summary.get(at..end)?);
    let value = kin_values(new, old).then(|| with_unit(new, old))?;
    let summary = format!("{}{value}{}", act.summary.get(..at)?, act.summary.get(end..)?);
    Some(Act { summary, range: act.range.start..next.range.end, ..act.clone() })
}

/// Maximum number of words in an order that refers back.
const MOST: usize = 14;

fn summary_points(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or("").to_lowercase();
    words(text) <= 2 && phrases!("it|that|this|them|those|these|me|us|you|now|later|sure").contains(&last)
}

/// Whether a word is a quality ("blue"), not a verb form or a number, which are read as changes of a setting.
fn is_quality(what: &str) -> bool {
    let low = what.to_lowercase();
    let no = phrases!(
        "so|half|twice|double|work|happen|clear|sure|possible|a|the|to|an|simple|simpler|short|shorter|better|faster|go|stop|clearer|look|more|less|optional"
    );
    let first = low.split_whitespace().next().unwrap_or("");
    !no.contains(first) && !what.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the last turns hold a choice or rule in force, which "make it ..." would change.
fn stands(view: View<'_>) -> bool {
    let last: Vec<&str> = view.talk.before().take(2).map(|t| t.turn_id.as_str()).collect();
    [ItemKind::Decision, ItemKind::Constraint]
        .into_iter()
        .filter_map(|kind| view.ledger.active(kind).next_back())
        .any(|i| i.source_turns.iter().any(|s| last.contains(&&*s.turn_id)))
}

/// Words that are no thing which something could be done to as well.
const NO_THING: Phrases = phrases!(
    "me|us|you|him|her|them|it|that|this|i|we|they|works|work|worked|fails|fail|failed|pass|passes|passed|breaks|broke|is|are|was|were|has|have|looks|look\
     |seems|helps|happens|counts|matters|good|fine|ok|okay|nice|great|cool|bad|wrong|right|true|same|yes|no|not|maybe|later|now|then|well|very|much|way|far|agreed\
     |thanks|sure|love|like|liked|think|thought|know|see|saw|want|need|needs|green|red|done|fast|slow|big|small|old|new|important|possible|useful|works|here|there|today|tomorrow"
);

/// The work that the agent has just reported as done, the choice or rule that the person's last turn made, or the last
/// work requested, with what it does.
fn said_before(view: View<'_>) -> Option<(String, ActKind)> {
    if let Some(task) = just_reported(view) {
        return Some((as_order(&task.summary), ActKind::Request));
    }
    let users = view.talk.before().find(|t| t.role == Role::User);
    let asked = users.and_then(|t| orders(t).last());
    let done = agents_deed(view).map(|(verb, rest)| format!("{verb} {rest}"));
    // What the agent did after the order is nearer than the order, unless it is the same.
    let asked = asked.filter(|asked| done.as_ref().is_none_or(|done| shares_word(asked, done)));
    let made = |kind| {
        let of_turn = |i: &&Item| users.is_some_and(|t| i.source_turns.iter().any(|s| *s.turn_id == *t.turn_id));
        view.ledger.active(kind).rev().find(of_turn).map(|i| i.summary.clone())
    };
    let opening = |text: &str| text.split(' ').next().unwrap_or("").to_lowercase();
    let settled = made(ItemKind::Decision)
        .map(|text| (text, ActKind::Choose))
        .or_else(|| made(ItemKind::Constraint).map(|text| (text, ActKind::Rule { hard: false })));
    // An order beside it is nearer than a choice of other words.
    settled
        .filter(|(text, _)| done.as_ref().is_none_or(|done| shares_word(text, done)))
        .filter(|(text, _)| asked.as_ref().is_none_or(|asked| opening(asked) == opening(text)))
        .or_else(|| asked.or(done).map(|order| (order, ActKind::Request)))
}

/// Work as an order, also where it was told as done: "Switched the lamps to oil" is "Switch the lamps to oil".
fn as_order(summary: &str) -> String {
    let (verb, rest) = summary.split_once(' ').unwrap_or((summary, ""));
    let past = verb.ends_with("ed").then(|| present(&verb.to_lowercase())).flatten();
    past.map_or_else(|| summary.to_owned(), |verb| capital(&format!("{verb} {rest}")))
}

/// Whether two orders name a thing in common.
fn shares_word(order: &str, other: &str) -> bool {
    let stems_of_other = stems(other);
    stems(order).iter().any(|stem| stems_of_other.contains(stem))
}

/// The orders of a turn of the person.
fn orders(turn: &ReadTurn) -> impl Iterator<Item = String> {
    let own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    own.filter_map(|s| {
        let text = plain(&s.text);
        let text = text.trim_end_matches(['.', '!', '?']);
        // "In the footer, sort the links."
        let bare = after_any(text, phrases!("can you|could you|would you|please|pls|also|and|then|now|let's|next"))
            .unwrap_or(text);
        let bare = match bare.split_once(", ") {
            Some((head, rest)) if after_any(head, phrases!("in|on|for|at")).is_some() && words(rest) >= 2 => rest,
            _ => bare,
        };
        let bare = bare.split(", ").next().unwrap_or(bare);
        let starts = bare.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
        let no_order = phrases!("i|it|that|this|the|we|you|they|no|yes|what|why|how|there|where|when|who|which|is|are|hm|ok|a|thanks|great|my|our|same|do");
        let is_order = words(bare) >= 3 && words(bare) <= 16 && !no_order.contains(starts.as_str()) && stands_alone(bare);
        is_order.then(|| unhurried(bare).to_owned())
    })
}

/// The work that the agent reported last, as verb and object.
fn agents_deed(view: View<'_>) -> Option<(String, String)> {
    let agents = view.talk.before().find(|t| t.role == Role::Assistant)?;
    agents.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote).find_map(|s| {
        let text = plain(&s.text);
        if let Some(done) = REPORTED.captures(&text) {
            let part = |name| done.name(name).map_or("", |m| m.as_str());
            return Some((
                present(&part("verb").to_lowercase())?,
                format!("{}{}", low_first(part("what")), part("rest")),
            ));
        }
        let found = DID.captures(text.trim_end_matches('.'))?;
        let verb = found.name("verb")?.as_str().to_lowercase();
        let rest = found.name("rest")?.as_str();
        let rest = rest.split([',', ';']).next().unwrap_or(rest);
        Some((present(&verb)?, rest.to_owned()))
    })
}

/// A verb of the past as an order: "added" is "add".
pub(in crate::pipeline::acts) fn present(verb: &str) -> Option<String> {
    const KNOWN: &[(&str, &str)] = &[
        ("put", "put"),
        ("had", "have"),
        ("kept", "keep"),
        ("told", "tell"),
        ("sent", "send"),
        ("showed", "show"),
        ("went", "go"),
        ("gave", "give"),
        ("took", "take"),
        ("got", "get"),
        ("knew", "know"),
        ("came", "come"),
        ("did", "do"),
        ("let", "let"),
        ("set", "set"),
        ("set up", "set up"),
        ("wrote", "write"),
        ("written", "write"),
        ("made", "make"),
        ("built", "build"),
        ("ran", "run"),
        ("moved", "move"),
        ("removed", "remove"),
        ("renamed", "rename"),
        ("updated", "update"),
        ("created", "create"),
        ("enabled", "enable"),
        ("disabled", "disable"),
        ("changed", "change"),
        ("replaced", "replace"),
        ("included", "include"),
        ("introduced", "introduce"),
        ("wrapped", "wrap"),
        ("used", "use"),
        ("deleted", "delete"),
        ("configured", "configure"),
        ("increased", "increase"),
        ("reduced", "reduce"),
        ("dropped", "drop"),
        ("pinned", "pin"),
        ("tagged", "tag"),
        ("cached", "cache"),
        ("merged", "merge"),
        ("split", "split"),
    ];
    if let Some((_, base)) = KNOWN.iter().find(|(past, _)| *past == verb) {
        return Some((*base).to_owned());
    }
    // "Saved" is "save".
    let root = verb.strip_suffix("ed").filter(|b| b.len() >= 3)?;
    Some(plain_verb(&format!("{root}ing")).unwrap_or_else(|| root.to_owned()))
}

/// An object with a definite article: "a confirmation dialog before the export" is "the confirmation dialog ...".
fn definite(rest: &str) -> String {
    match after_any(rest, phrases!("a|an|the")) {
        Some(object) => format!("the {object}"),
        None => rest.to_owned(),
    }
}

/// The subject of the last statement that has one.
fn subject_before(view: View<'_>) -> Option<String> {
    view.talk.before().take(2).find_map(|turn| {
        turn.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote).take(3).find_map(|s| {
            let text = plain(&s.text);
            let found = SUBJECT.captures(&text).or_else(|| MADE.captures(&text))?;
            Some(found.name("subject")?.as_str().to_lowercase())
        })
    })
}

/// The subject of the newest statement that gives it a value: "the save button" of "The save button is green".
fn subject_with(view: View<'_>, value: &str) -> Option<String> {
    let words_of =
        |text: &str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    let value = words_of(value);
    view.talk.before().find_map(|turn| {
        turn.sentences.iter().rev().filter(|s| s.block != BlockKind::Quote && !s.asks).find_map(|s| {
            let text = plain(&s.text);
            let said = words_of(&text);
            let subject = SUBJECT.captures(&text)?.name("subject")?.as_str().to_lowercase();
            value.iter().all(|w| said.contains(w)).then_some(subject)
        })
    })
}

/// The thing that the person's sentences before a segment are about: "Two things about the release script."
fn thing_told(view: View<'_>, segment: &Segment) -> Option<String> {
    let said: Vec<&Sentence> = view.own().take_while(|s| s.range.end <= segment.range.start).collect();
    said.iter().rev().find_map(|s| {
        let text = plain(&s.text);
        let thing =
            |found: &Captures<'_>, name| found.name(name).map(|m| m.as_str().trim_end_matches('.').to_lowercase());
        let about = ABOUT.captures(&text).and_then(|c| thing(&c, "thing"));
        about.or_else(|| SUBJECT.captures(&text).and_then(|c| thing(&c, "subject")))
    })
}

/// The two or three things in code marks that the agent's last turn names.
fn things_before(view: View<'_>) -> Option<String> {
    let agents = view.talk.before().find(|t| t.role == Role::Assistant)?;
    let sentence = agents.sentences.iter().rev().find(|s| CODE.find_iter(&s.text).count() >= 2)?;
    let things: Vec<&str> = CODE.captures_iter(&sentence.text).filter_map(|c| Some(c.get(1)?.as_str())).collect();
    (things.len() <= 3).then(|| things.join(" and "))
}
