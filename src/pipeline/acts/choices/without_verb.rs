//! Defines choices without a verb of choosing: a name and what it is for ("grpc between the two services, please"), a
//! topic and a name ("for the thumbnails: webp"), a name with "then" ("protobuf then, json doubles the bill"), and what a
//! named thing will do ("nats will carry the jobs"). A description of how things are today is no choice.

use super::chosen::{may_be_product, names_something, points};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::references::standing::{LATELY, lately, recent};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::work::requests::WORKPIECES;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::state::ItemKind;

forms! {
    "name-please" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:for|in|on|as|between|behind|under) (?:the|our|all|every|each|both) [^,;:]{2,50}?)(?:,? (?:please|pls|then))+$"
        yes "grpc between the two services please" no "please fix it";
    "name-for" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then |yes,? |yeah,? |just |simply |definitely |it'?s |it is )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) for (?:the|our|all|every|each|both) [^,;:]{2,50}?)(?: instead| after all| then| now)*$"
        yes "Oak for the frame" no "oak for a frame";
    "name-please-for" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?),? (?:please|pls|then),? for (?P<topic>(?:the|our|all|every|each|both) [^,;:]{2,50})$"
        yes "oak please, for the frame" no "please, for the frame";
    "topic-gets" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<topic>(?:the|our|every|each) [\w'/-]+(?: [\w'/-]+){0,3}?) gets (?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?)(?:,? (?:from now on|then|now|please))*$"
        yes "the gate gets oak" no "the gate gets stuck when it rains";
    "topic-from-now-on" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |then )*(?P<topic>(?:the|our|every|each) [\w'/-]+(?: [\w'/-]+){0,3}?) (?:uses|runs on|is on|moves to|goes with|is built (?:with|on|in)|is written in|is made (?:of|with)|is done (?:in|with)) (?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?),? (?:from now on|from here on|from today on)$"
        yes "the gate is made of oak from now on" no "the gate is made of oak";
    "topic-please" r"^(?:so |and |ok(?:ay)?,? |then )*for (?P<what>(?:the|our|all|every|each) [\w'/-]+(?: [\w'/-]+){0,2}?),? (?P<name>[\w.+#/-]+)(?:,? (?:please|pls|then))+$"
        yes "for the frame oak please" no "for the frame please";
    "name-will" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<what>(?:the |our )?(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) will (?:carry|hold|power|back|host|drive|feed|serve) (?:the|our|all|every|both|each) [^,;:]{2,50})$"
        yes "nats will carry the jobs" no "it will rain";
    "goes-then" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<what>(?:the |our )?(?P<name>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) (?:(?:is|are) going|goes|go|lives?|runs?|sits?|stays?) (?:out )?(?:on|in|over|to|through|via|with|behind|under) [^,;:]{2,40}?)(?:,? (?:then|please|pls|done arguing.*|end of (?:story|discussion).*|full stop|that's final))+$"
        yes "auth lives in the gateway then" no "time goes by";
    "becomes" r"^(?:so |and |then |ok(?:ay)?,? |well,? )*(?P<what>(?:the|our|my|all|every|each) (?:[\w'/.()-]+ ){1,5}?(?:becomes?|turns? into|go(?:es)? (?:in|out) as|comes? (?:in|out) as|ships? as) (?:an? |the )?(?P<name>[^,;:]{2,40}))$"
        yes "the thermal model goes in as a lookup table" no "it becomes slow";
    "will-be-for" r"^(?:so |and |then |ok(?:ay)?,? |well,? |no,? )*(?:it'?ll be|it will be|it'?s going to be|it shall be|that'?ll be) (?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?) for (?:the |our |all |every )?[^,;:]{2,40})$"
        yes "it'll be mollie for the payments" no "it will be fine";
    "is-wanted" r"^(?:so |and |then |ok(?:ay)?,? |well,? |no,? )*(?P<what>(?P<name>[^,;:]{2,60}?)) (?:is|are) (?:exactly |just |really )?(?:what|the one|the thing) (?:i|we)(?:'d| would)? (?:want|need|like|prefer|'ll take|take|had in mind)(?: here| for this| now)?$"
        yes "a plain table is what we want here" no "that is what you get";
    "limit-goes-to" r"^(?:so |and |then |ok(?:ay)?,? |well,? )*(?P<what>(?P<name>(?:[\w'/.()-]+ ){1,5}?(?:min|max|minimum|maximum|limit|timeout|budget|size|version|sdk|rate|threshold|price|quota|interval|target|deadline|margin|delay|window|ttl|retention|cap|minimum version)(?: [\w-]+)?) (?:goes|moves|changes|drops|rises|shrinks|grows|is raised|is lowered|is bumped|gets bumped) (?:up |down |back |over )?to [\w .%€$-]*\d[\w .%€$-]*)$"
        yes "the upload limit goes up to 40 MB" no "the load goes up to 3";
    "label-value" r"^(?:so |and |ok(?:ay)?,? |then )*(?P<determined>the |our )?(?P<label>[a-z][\w'/+-]*(?: [\w'/+-]+){0,3}): (?P<what>(?P<name>[\w.+#/%-]+(?: [\w.+#/%-]+){0,4}))(?:, [^,;:]{2,30})?$"
        yes "http client: 3 retries with backoff" no "note to self: buy milk, eggs, bread and butter";
    "name-then" r"^(?:so |and |ok(?:ay)?,? |right,? |alright,? |good,? |fine,? |ah,? )*(?P<what>(?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?)) then(?:, (?P<why>.+))?$"
        yes "protobuf then, json doubles the bill" no "redis and then a queue";
}

/// Words that are no name of something chosen.
const NO_NAME: Phrases = phrases!(
    "would|use|yes|no|ok|okay|todo|todos|plan|idea|ideas|note|notes|later|tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|next|now|go|do|well|that|this|it|them|one|both|all|none|nothing|something|thanks|bye|sure|fine|good|great|cool|right|wait|stop|continue|proceed|again|back|first|and|or|but|so|what|why|how|who|when|where|which|if|i|we|you|they|he|she|there|here|not|more|less|time|work|everything|everyone|anything|error|errors|bug|bugs|problem|issue|progress|agreed|settled|done|deal|see|till|until|since|only|just|even|by|from|a|an|maybe|perhaps"
);

/// Reads a segment that names what is chosen without a verb of choosing.
pub(super) fn of_segment(view: View<'_>, segment: &Segment) -> Option<Act> {
    let named = |text: &str| settled(segment, "topic-name", &format!("Use {text}"));
    // "For the download: Excel please" may ask for work.
    let asks = phrases!("please|pls").within(&segment.low);
    if segment.has_topic && segment.before.is_empty() && !asks {
        let (head, _) = segment.low.split_once(", ").unwrap_or((&segment.low, ""));
        let head = unhurried(segment.text.get(..head.len())?);
        return (is_name(head) && words(head) <= 2).then(|| named(head));
    }
    let (form, found) = first(&FORMS, &segment.low)?;
    let (what, name) = (group(&segment.text, &found, "what"), group(&segment.text, &found, "name"));
    if form == "label-value" {
        let is_thing = !group(&segment.low, &found, "determined").is_empty();
        return labelled(view, segment, group(&segment.low, &found, "label"), name, is_thing);
    }
    if matches!(form, "topic-gets" | "topic-from-now-on" | "name-please-for") {
        let topic = group(&segment.text, &found, "topic");
        let act = settled(segment, form, &format!("Use {name} for {topic}"));
        return (is_name(name) && is_short(view) && name.split(' ').all(may_be_product)).then_some(act);
    }
    if !matches!(form, "name-please" | "name-for" | "topic-please" | "name-will" | "goes-then" | "name-then") {
        return how_it_will_be(segment, form, what, name);
    }
    // "Protobuf then" concludes from what the agent told.
    let answers = || {
        let before = view.agents_turn();
        // Where a choice was just made, it changes that one.
        let chosen = recent(view, ItemKind::Decision).any(|item| lately(view, item, LATELY));
        !chosen && before.is_some_and(|t| t.sentences.iter().all(|s| !s.asks)) && segment.before.is_empty()
    };
    if !is_name(name) || form == "name-then" && (!answers() || !name.split(' ').all(may_be_product)) {
        return None;
    }
    // "Oak for the frame" may order work where the words are no name; a reason says that they weigh options.
    if form == "name-for"
        && !(segment.before.is_empty() && is_short(view) && (is_proper(name) || segment.why.is_some()))
    {
        return None;
    }
    if form == "topic-please" {
        return may_be_product(name).then(|| settled(segment, form, &format!("Use {name} for {what}")));
    }
    let act = match form {
        "name-for" | "name-please" => settled(segment, form, &format!("Use {what}")),
        _ => settled(segment, form, what),
    };
    let why = Some(group(&segment.text, &found, "why")).filter(|why| words(why) >= 3).map(str::to_owned);
    Some(Act { why, ..act })
}

/// Words before a colon that introduce a report or a quotation and name no setting.
const NO_SETTING: Phrases = phrases!(
    "there|note|notes|nb|ps|fyi|edit|update|warning|warn|error|err|info|debug|fatal|question|problem|issue|bug|status|result|results|output|input|expected\
     |actual|answer|reason|context|summary|title|subject|from|to|cc|date|re|fwd|link|url|see|file|line|path|example|step|steps|todo|task|goal|idea|hint\
     |tip|remember|reminder|important|also|btw|plan|decision|rule|rules|constraint|hypothesis|last|second|third|finally|lastly|for|in|on|with|please|still|missing|left|remaining|open|done|next|later|first|version|author|name|email|mail|phone|id|type|time"
);

/// Reads a setting by its label in a short turn: "backbone: resnet50", "http client: 3 retries with backoff".
/// A label with an article is what the value is for: "the frame: oak".
fn labelled(view: View<'_>, segment: &Segment, label: &str, value: &str, is_thing: bool) -> Option<Act> {
    let known = label.split(' ').any(|word| NO_SETTING.contains(word)) || stance::says_nothing(label);
    let short = is_short(view) && segment.before.is_empty();
    let amount = value.starts_with(|c: char| c.is_ascii_digit()) && value.contains(' ');
    let named = is_name(value) && words(value) <= 2 && value.split(' ').all(may_be_product);
    // "Excel please. Or whatever is best."
    let open = view.own().any(|s| s.asks || after_any(&s.text, phrases!("or|maybe|whatever|not sure")).is_some());
    let summary = if is_thing && named && !states(label) {
        format!("Use {value} for the {label}")
    } else {
        unhurried(&segment.text).to_owned()
    };
    (short && !known && !open && (amount || named)).then(|| settled(segment, "label-value", &summary))
}

/// Whether a label tells something: "the shop is now: ...".
fn states(label: &str) -> bool {
    label.split(' ').any(|word| phrases!("is|are|was|now|will|should|must|has|have").contains(word))
}

/// Whether a turn is so short that what it names without a verb is settled by it.
fn is_short(view: View<'_>) -> bool {
    const BYTES: usize = 160;
    let told = view.turn.sentences.iter();
    view.turn.bytes <= BYTES && told.len() <= 2 && !told.clone().any(|s| s.asks || s.list.is_some())
}

/// Whether words are a name as it is written ("Svelte", "esbuild2"), or one word in small letters that may be one.
fn is_proper(name: &str) -> bool {
    let written = |word: &str| word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit() || "+#.".contains(c));
    // "Redis" and "pandas" are names, "ropes" most often work.
    let plural = name.ends_with('s') && !["is", "os", "us", "as", "ss"].iter().any(|end| name.ends_with(end));
    name.split(' ').all(written) || !name.contains(' ') && !plural && may_be_product(name)
}

/// Reads a statement of how a thing will be: "the model goes in as a lookup table", "the limit goes up to 40 MB".
fn how_it_will_be(segment: &Segment, form: &'static str, what: &str, name: &str) -> Option<Act> {
    let passing = phrases!(" when | while | after | if | whenever | sometimes | suddenly ").within(&segment.low);
    let exact = name.contains(|c: char| c.is_ascii_digit() || c.is_uppercase()) || segment.why.is_some();
    match form {
        "becomes" if !passing => {
            // "The page becomes a mess" tells what happens.
            let act = settled(segment, form, what);
            Some(if exact { act } else { Act { certainty: Certainty::Likely, ..act } })
        }
        "will-be-for" if name.split(' ').all(may_be_product) && is_name(name) => {
            Some(settled(segment, form, &format!("Use {what}")))
        }
        "is-wanted" if !points(name) && names_something(name) && !stance::says_nothing(name) => {
            Some(settled(segment, form, what))
        }
        "limit-goes-to" if !passing => Some(settled(segment, form, what)),
        _ => None,
    }
}

fn settled(segment: &Segment, form: &'static str, text: &str) -> Act {
    Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(text)), form)
}

/// Whether words name something that can be chosen, and no work and no person.
pub(super) fn is_name(name: &str) -> bool {
    let low = name.to_lowercase();
    let last = low.rsplit(' ').next().unwrap_or("");
    let piece = WORKPIECES.contains(last) || WORKPIECES.contains(last.trim_end_matches('s'));
    let other = low.split(' ').any(|w| NO_NAME.contains(w) || w.ends_with("n't") || w.ends_with("ly"));
    !low.is_empty()
        && !piece
        && !other
        && low.chars().any(char::is_alphabetic)
        && !imperative::opens(&low)
        && after_any(&low, imperative::DOES).is_none()
        && !stance::says_nothing(&low)
}
