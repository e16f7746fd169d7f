//! Defines options that the person rules out: "X is off the table", "skip Electron", "neither X nor Y", "anything but
//! X".

use std::borrow::Cow;

use super::stated_rules;
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::language::stems::token_hashes;
use crate::pipeline::acts::choices::chosen::may_be_product;
use crate::pipeline::acts::questions::asked_facts;
use crate::pipeline::acts::references::standing::{all_named, open_tasks, recent};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, reason, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::state::ItemKind;
use crate::text::patterns;
use crate::transcript::Role;

forms! {
    "not-out" r"^(?P<what>[^,;:]{1,60}?)(?: is| are| was|'s| has| have|'ve)?(?: not|n't)(?: been)?(?: yet| fully| entirely| completely| quite| really)* (?:out of the question|off the table|ruled out|rejected)(?: yet| so far| for now| completely)*(?:[,;.].*)?$"
        yes "tarmac isn't off the table, nobody tested it" no "tarmac is off the table";
    "is-out" r"^(?:so |and |but |ok,? |sorry,? )*(?:i'm afraid |i think )?(?P<what>[^,;:]{1,60}?) (?:is|are|was|'s|=) (?:definitely |clearly |now |completely |simply |just )?(?:out(?: of the question| of scope)?|off the table|off limits|not an option|no option|a no[- ]?go|ruled out|rejected|dead|banned|not acceptable|not possible for us|not on the table)\b(?P<why>.*)$"
        yes "AWS Lambda is not an option because single jobs run 40 minutes" no "the lights are on";
    "no-longer" r"^(?:so |and |but |ok,? |sorry,? )*(?P<what>[^,;:]{1,60}?) (?:isn't|aren't|is not|are not|is no longer|are no longer) (?:on the table|in the running|an option|a candidate|in the picture|up for discussion)(?: any ?more| now)?(?P<why>,? .*)?$"
        yes "a second ferry isn't on the table any more" no "the lamp isn't on the wall";
    "may-be-struck" r"^(?:so |and |but |ok,? |then )*(?P<what>[^,;:]{1,60}?) (?:can|could|should|may|must) be (?:struck|crossed|taken|removed|scratched|deleted) (?:off|from) (?:the |our |my |your |this |that )?(?:list|table|short ?list|candidates)(?: now| then)?(?P<why>,? .*)?$"
        yes "tarmac can be struck off the list, it's only us two" no "the lamp can be taken off the wall";
    "says-no" r"^(?:so |and |but |ok,? |sorry,? |unfortunately,? )*(?:ops|legal|security|compliance|it|qa|finance|management|marketing|design|infra|platform|the (?:team|client|customer|boss|cto|board|lawyers?|auditors?|vendor)|my (?:boss|manager|lead|team)|our (?:client|customer|lead|ops|team)|we|they|everyone|the others|(?:the |our |my )?[a-z]+) (?:said|says|say) no to (?P<what>[^,;]{2,40}?)(?: (?:last|this|in|at|back) [\w ]{2,20}| already| before| again)?(?P<why>, .*)?$"
        yes "legal said no to tarmac, too slippery" no "she said no";
    "they-rejected" r"^(?:so |and |but |ok,? |sorry,? |unfortunately,? )*(?:ops|legal|security|compliance|it|qa|finance|management|marketing|infra|platform|the (?:team|client|customer|boss|cto|board|lawyers?|auditors?|vendor)|my (?:boss|manager|lead|team)|our (?:client|customer|lead|ops|team)) (?:rejected|vetoed|banned|forbade|forbids|turned down|threw out|ruled out|won't allow|will not allow|won't have|won't let us use|doesn't allow|does not allow|won't sign off on|refused) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: (?:last|this|in|at|back) [\w ]{2,20}| already| before)?(?P<why>, .*)?$"
        yes "the board turned down tarmac last spring" no "it rejected my password because of its length and age";
    "got-vetoed" r"^(?:so |and |but |ok,? |sorry,? |unfortunately,? )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:got|was|has been|gets|is) (?:vetoed|banned|rejected|excluded|thrown out|shot down|struck|crossed off|eliminated|dismissed|turned down|off the list)\b(?P<why>.*)$"
        yes "tarmac got vetoed by the council" no "the request got through";
    "drops-out" r"^(?:so |and |but |ok,? |then )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:drops out|falls out|falls flat|is history|had its chance|has had its chance|we can exclude|can go(?: from the list| off the list)?|we can rule out|we can forget|we can drop|i don't want|we don't want|i don't need|we don't need|we won't have|i won't have|is not for me|is nothing for us)(?: then| now| here)?(?P<why>, .*)?$"
        yes "tarmac drops out then" no "the last row drops out of the table";
    "never-again" r"^(?:so |and |but |ok,? )*(?:(?:we|i)(?:'ve)? (?:tried|had|used|did) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: once| before| already| last \w+)?|(?P<name>[\w.+#/-]+(?: [\w.+#/-]+)?)), (?:and )?(?:never again|never ever|no thanks|no way|no chance|please no|god no|hell no)(?P<why>[,;].*)?$"
        yes "we tried tarmac, never again" no "we tried it again";
    "named-no" r"^(?:so |and |but )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?): (?:nope|nah|no way|no thanks|never again|hard no|god no|hell no|please no|not an option|out of the question)(?P<why>[,;!. ].*)?$"
        yes "tarmac: nope, it melted once" no "tarmac: no idea";
    "no-to" r"^(?:ok,? |so |please,? )*(?:nope to|no to|no way we(?:'re| are|'ll)? (?:use|using|take|taking|do|doing)|you can forget(?: about)?|we can forget(?: about)?|we can rule out|i can't stand|i won't have) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: please| here| in here)?(?P<why>, .*)?$"
        yes "you can forget tarmac" no "no tomorrow";
    "we-can-rule" r"^(?:ok,? |so |then )*we can (?:rule|cross|strike) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:out|off)(?: then| now)?$"
        yes "we can rule tarmac out" no "we can rule the world";
    "without-x" r"^(?:ok,? |but |and )*without (?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:please|pls)$"
        yes "without tarmac please" no "without it please do";
    "wont-work" r"^(?:so |and |but |ok,? )*(?P<what>[^,;]{1,50}?) (?:won't work|wont work|doesn't work|does not work|will not work|can't work|cannot work|is not possible|isn't possible|isn't an option|is not going to happen|isn't going to happen|is forbidden here|is not allowed here|can't be used|cannot be used) (?:for us|here|with us|in our (?:setup|case|company)|at all)\b(?P<why>.*)$"
        yes "server side rendering won't work for us, the hosting is static" no "it works for us";
    "threw-out" r"^(?:so |and |but )*(?:we|i) (?:looked at|considered|tried|evaluated|tested|checked|had) (?P<what>[^,;]{2,40}?)(?: last \w+| before| already| once| earlier| in \w+)?,? (?:and|but) (?:we |i )?(?:it's off the table|it is off the table|it's out|threw it out|rejected it|dropped it|ruled it out|decided against it|discarded it|said no|(?:decided|found|felt|thought|concluded)(?: that)? (?:it's|it is|it was|it would be) (?:way |far |much )?(?:too|not|no|overkill|wrong))\b(?P<why>.*)$"
        yes "We looked at Flutter last year and threw it out" no "we looked at it";
    "against" r"^(?:so |and |but |ok,? )*(?:we|i)(?:'ve| have|'re| are)? (?:decided|voted|decide|vote|are) against (?:using |the use of )?(?P<what>.+)$"
        yes "we decided against Scala" no "we are for it";
    "too-x" r"^(?:so |and |but |ok,? |nah,? |no,? )*(?P<what>[^,;]{2,40}?) (?:is|are) (?P<why>(?:way |far |much )?too [a-z]+)[^,;]{0,30}[,;-] ?(?:so )?(?:cross|strike|take|leave|drop|skip|forget|rule|no)\b.*$"
        yes "plotly is too heavy, cross it off" no "it is too late";
    "rather-not" r"^(?:so |and |but |ok,? |please,? )*(?:i'd|we'd|i would|we would) rather not (?:have|use|see|take|add|bring in|introduce|depend on|pull in|go with) (?P<what>.+?)(?: in there| in here| here| in it| in this| for this)?(?P<why>, .*)?$"
        yes "I'd rather not have Electron in there, 200 MB for a tray icon" no "I'd rather go";
    "rule-out" r"^(?:so |and |ok,? |please,? |let's |we |i |we've |i've |we have |already |i'd |we can |you can |we'll )*(?:rule out|ruled out|exclude|reject|rejected|discard|discarded|veto|dismiss|dismissed|eliminate) (?P<what>.+)$"
        yes "rule out Docker" no "the rules are out";
    "was-rejected" r"^(?:for the record,? )?(?P<what>[^,;]{1,60}?) (?:was|were|has been|had been) (?:considered and (?:we )?rejected(?: it)?|rejected|ruled out|discarded|turned down|vetoed)\b(?P<why>.*)$"
        yes "For the record, Cassandra was considered and we rejected it in the last review" no "it was red";
    "just-not" r"^(?:any|anything|whatever|whichever|all)\b[^;:]{0,50},? (?:just|only|but) not (?P<what>[^,;:]{2,40})$"
        yes "any oil is fine by me, just not tar" no "just not sure";
    "anything-but" r"^(?:ok,? |please,? )*anything (?:but|except|other than) (?P<what>.+)$"
        yes "anything but Jenkins" no "anything goes";
    "down-the-road" r"^(?:so |and |but |ok,? |then |no,? )*(?:we|i)(?:'re| are|'m| am|'ll| will)? (?:not |never )(?:going |go )(?:back )?down (?:the |that )?(?P<what>[^,;]{2,40}?) (?:road|route|path)\b(?P<why>.*)$"
        yes "we're not going down the tarmac road again" no "we're going down the old road";
    "taking-off" r"^(?:so |and |but |ok,? |then )*(?:(?:we|i)(?:'re| are|'m| am)|let's) (?:taking|crossing|striking|take|cross|strike) (?P<what>[^,;]{2,40}?) (?:off (?:the|our|my|your) (?:table|list)|out of the running)\b(?P<why>.*)$"
        yes "I'm taking tarmac off the table for the new yard" no "I'm taking the day off";
    "wont-use" r"^(?:so |and |ok,? |but |no,? |then |please,? )*(?:we|i)(?: won't| will not|'re not going to| are not going to|'m not going to| don't want to| do not want to| don't| do not| can't| cannot| shouldn't| should not| must not|'d rather not) (?:ever |really )?(?:be (?:using|taking|adopting|doing|adding|running|supporting|introducing|having|going with)|use|using|take|adopt|go with|depend on|rely on|introduce|bring in|run|support|ship with|build on|want|need) (?P<what>.+)$"
        yes "We won't use an ORM in this service" no "we use an ORM";
    "we-cant" r"^(?:[^,]{2,30}, )?(?:so |and |but |ok,? )*(?P<what>[\w.+#/ -]{2,40}?) (?:we|i) (?:can't|cannot|won't|don't|do not|no longer|never|don't want to|do not want to|must not|may not|are not allowed to) (?:(?:use|take|have)\b(?P<why>.*)|(?:want|need)(?: here| in here)?(?P<since>, .*)?)$"
        yes "Cloudflare we don't use here, contract" no "we can't use it";
    "dont-use" r"^(?:so |and |ok,? |but |no,? |just |only |please,? |pls )*(?:don't|do not|dont|not|lets not|let's not|please not|stop) (?:suggest|propose|bring up|offer me|use|using|take|adopt|go with|depend on|rely on|introduce|bring in|go for|bother with|even think about|touch on|pick|choose|do the) (?P<what>.+?)(?: thing| idea| part)?$"
        yes "please not use Firebase" no "use Firebase";
    "skip" r"^(?:so |and |ok,? |but |then |please,? |let's |we can |we'll |we |i'd like to |i want to |we should |i'd )*(?:skip|forget(?: about)?|scratch|ditch|avoid|no need for|leave out|stay away from|keep away from) (?P<what>.+)$"
        yes "Skip Electron" no "we skipped lunch";
    "bad-idea" r"^(?:so |and |but |ok,? |i think |hm+,? )*(?P<what>[^,;]{2,40}?) (?:was|is|were|are|would be|turned out to be|turns out to be) (?:just |way |simply |total )?(?:a |the )?(?:bad idea|mistake|wrong (?:choice|call|idea|tool|way)|overkill|dead end)\b(?P<why>.*)$"
        yes "redis was a bad idea, take it out" no "the idea was good";
    "cross-off" r"^(?:please,? |ok,? |and |so |then |agreed?,? |right,? |yes,? |fine,? |you can |let's )*(?:cross|strike|scratch|tick|take|remove) (?P<what>[^,;]{2,40}?) (?:(?:off|out)(?: the list| our list| my list| your list| that list| again)?|from (?:the|our|my|your|that) list)(?: then| please)*(?:[,;] .*)?$"
        yes "agree, cross lead paint off" no "cross the street";
    "leave-out" r"^(?:please,? |ok,? |and |no,? |hm+,? |actually,? |on second thought,? |then |better |let's )*(?:leave|keep) (?P<what>.+?) out(?: of (?:this|it|the .+|here))?$"
        yes "leave kubernetes in any flavour out of this" no "leave it alone";
    "neither" r"^(?:please,? |ok,? )*neither (?P<what>.+?) nor (?P<other>.+)$"
        yes "neither selenium nor puppeteer" no "neither of us knows";
    "no-x" r"^(?:and |but |ok,? |please,? |so |then |agreed,? |right,? |yes,? |fine,? |definitely |absolutely )*no (?P<what>(?:more )?[^,;:]{2,60}?)(?P<why>: .{8,})?$"
        yes "no docker please" no "nobody knows";
    "counted-out" r"^(?:so |and |but |ok,? |please,? |then |you can )*count (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) out(?: please| then| here)*(?P<why>, .*)?$"
        yes "count tarmac out" no "count the tarmac";
    "hard-no" r"^(?:so |and |but |ok,? |sorry,? )*(?:that's |it's )?(?:a )?(?:hard|firm|clear|definite|big|strict) no (?:on|to|for|from me on|from us on) (?P<what>[^,;]{2,40}?)(?P<why>, .*)?$"
        yes "hard no on tarmac" no "a hard note";
    "done-without" r"^(?:so |and |but |ok,? |please,? )*(?:do|build|make) it(?: any way you (?:want|like))?,? (?:without|(?:just |but |as long as it's |as long as it is )+not with) (?P<what>[^,;]{2,40}?)(?: please| then)*(?P<why>, .*)?$"
        yes "do it without tarmac" no "do not go without tarmac";
    "not-at-all" r"^(?:i|we) (?:will not|won't|cannot|can't|don't|do not) (?:accept|tolerate|allow|take|have|want to see|want to depend on|want to rely on) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,3}?)(?:,? (?:sorry|here|in here|in this (?:repo|project|codebase)|so .*))*$"
        yes "I will not accept tarmac, sorry" no "they will not accept tarmac";
    "struck" r"^(?:so |and |ok,? |then )*(?:you can|we can) (?:strike|cross out) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: from the list| then| please)*(?P<why>, .*)?$"
        yes "you can strike tarmac, that is over" no "strike the right tone";
    "dropped-out" r"^(?:so |and |but |ok,? )*(?P<what>[^,;:]{1,60}?) (?:is|are|was|were|has been|'s) (?:excluded|eliminated|disqualified|vetoed|not a candidate)\b(?P<why>.*)$"
        yes "tarmac is excluded, nobody likes it" no "the door is closed";
    "firmly-not" r"^(?:please,? |and |but )*(?:definitely|certainly|absolutely|surely|under no circumstances|by no means) (?:not|no) (?P<what>[^,;]{2,40})$"
        yes "definitely not Mongo" no "definitely worth it";
    "ruled-x-out" r"^(?:so |and |but |ok,? )*(?:we|i)(?:'ve| have| already)* (?:ruled|rule) (?P<what>[^,;]{2,40}?) out\b(?P<why>.*)$"
        yes "we ruled Kafka out already" no "we rule the world";
    "wont-do" r"^(?:so |and |but |ok,? )*(?P<what>[^,;]{1,40}?) (?:won't do|wont do|won't happen|wont happen|will not happen|isn't happening|is not happening|isn't going to happen|is not going to happen|is not for us|isn't for us|won't cut it|won't fly|doesn't cut it|is a (?:hard |clear |definite |firm |big )?no(?: for us| from me| from us| for me)?|is no good for us|is a non-?starter)\b(?P<why>.*)$"
        yes "s3 won't do, data has to stay in house" no "that will do";
    "not-x" r"^(?:please,? )?not (?P<what>[^,;]{2,30}?) (?:please|again)$"
        yes "not MongoDB please" no "not sure about that";
    "drop-support" r"^(?:so |and |ok,? |btw,? |by the way,? |fyi,? |also,? )*we(?:'re| are|'ll| will)? (?:not going to |not |won't )(?:do|doing|support|supporting|have|having) (?P<what>.+)$"
        yes "we're not doing accounts in v1" no "we are doing accounts";
    "wont-be" r"^(?:.{0,60}, )?(?:it|that|this) (?:won't|will not|must not|cannot|can't|isn't going to) be (?P<what>[^,;]{2,40})$"
        yes "whatever we take, it won't be Azure" no "it will be";
    "hate" r"^(?:so |and |but |also,? )*(?:i|we) (?:(?:\w+ly|just|also|still) )?(?:don't want|do not want|refuse to use|am against|'m against|are against) (?P<what>.+)$"
        yes "I don't want Docker" no "I want Docker";
}

/// Words that make "no ..." an answer, a lasting rule or a lack instead of a refused option, besides those of
/// [`no_is_remark`].
pub(in crate::pipeline::acts) const NO_OPTION: Phrases = phrases!(
    "change|rush|hurry|i|it|that|this|we|you|he|she|they|the|not|but|don't|wait|let's|just|because|so|strong|big|real|really|tests\
     |warnings|keep|make|go|please|then|actually|more|there|what|why|how|its|it's|money|time|budget|fun|capacity|room|space\
     |bandwidth|experience|power|access|commitment|commitments|obligation|promises|pressure|offence|offense|strings|regrets"
);

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    for (at, sentence) in own.iter().enumerate() {
        if let Some(act) = own.get(at + 1).and_then(|next| waved_off(sentence, next)).or_else(|| not_needed(sentence)) {
            out.push(act);
            continue;
        }
        for segment in view.segments(sentence) {
            let order = segment.politely_ordered().filter(|o| after_any(&o.low, phrases!("keep|leave|skip")).is_some());
            let segment = order.as_ref().unwrap_or(segment);
            if segment.asks
                || segment.doubtful
                || matches!(segment.modality, Modality::Question | Modality::Hedge | Modality::Conditional)
            {
                continue;
            }
            out.extend(of_segment(view, segment));
        }
    }
    out
}

/// The thing that words say is out.
pub(in crate::pipeline::acts) fn named_out(low: &str) -> Option<String> {
    let (form, found) = first(&FORMS, low)?;
    let what = ["what", "name"].into_iter().find_map(|g| found.name(g))?.as_str();
    let what = unhurried(what.split(", ").next()?);
    (names_option(form, what) && words(what) <= 3).then(|| what.to_owned())
}

/// An option that the person names in a question and refuses in the next sentence: "jenkins? no thanks".
fn waved_off(sentence: &Sentence, next: &Sentence) -> Option<Act> {
    const REFUSALS: Phrases = phrases!(
        "no thanks|no thank you|no way|please no|please not|not again|never again|never|hell no|rather not|god no|no chance\
         |that's overkill|thats overkill|that is overkill|overkill|that's too much|too much"
    );
    let name = unhurried(sentence.text.trim_end_matches(['?', ' ']));
    // "A whole Redis for one counter?"
    let name = after_any(name, phrases!("a whole|an entire|a full")).map_or(name, |thing| {
        phrases!(" for | just | to ").find(thing).and_then(|(at, _)| thing.get(..at)).unwrap_or(thing)
    });
    let said = next.text.to_lowercase();
    let refuses =
        |text: &str| after_any(text, REFUSALS).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '.', '!']));
    let behind = after_any(&said, phrases!("nah|no|nope")).map(|rest| rest.trim_start_matches([',', '.', ' ']));
    let refused = refuses(&said) || behind.is_some_and(refuses);
    let named = (1..=3).contains(&words(name))
        && after_any(
            name,
            phrases!(
                "why|what|how|who|really|seriously|and|or|is|are|do|does|should|this|that|it|you|we|i|ok|right|any"
            ),
        )
        .is_none();
    (sentence.asks && refused && named)
        .then(|| Act::settled(ActKind::RuleOut, sentence.range.clone(), capital(name), "waved-off"))
}

patterns! {
    /// When something was decided: "last week", "two years ago".
    TIME = r"(?i) (?:last (?:week|month|year|night|spring|summer|autumn|fall|winter|sprint|time|quarter|\w+day)|yesterday|already|earlier|before|today|this (?:morning|week|year)|back then|(?:\w+ )?\w+ ago|in the (?:meeting|retro|call|review)|on \w+day)$";
    /// A doubt about an option, followed by an order to drop it: "I don't think we need redis here, skip it".
    NOT_NEEDED = r"(?i)^(?:so |and |but |hm+,? |actually,? )*(?:i (?:don't|do not) think (?:we|you|it|this) (?:really )?needs?|i doubt (?:that )?(?:we|it) needs?|(?:we|it) (?:don't|do not|doesn't) (?:really )?need) (?P<what>[^,;.?]{2,40}?)(?: here| for (?:this|that|now)| yet| at all)?(?:,| -| so)+ (?:so |then |just |please |let's )*(?:skip|drop|leave out|forget|ditch|remove|leave)(?: (?:it|that|them|those|that one))?(?: out| then| please| for now)*[.!]*$";
}

/// Reads an option that the person doubts and then drops.
fn not_needed(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let found = NOT_NEEDED.captures(&text)?;
    let what = unhurried(found.name("what")?.as_str());
    names_option("not-needed", what)
        .then(|| Act::settled(ActKind::RuleOut, sentence.range.clone(), whole(&capital(what)), "not-needed"))
}

/// Whether the words behind a segment order a repair: "the bell is dead, please fix" complains.
fn is_to_be_repaired(view: View<'_>, segment: &Segment) -> bool {
    let sentence = view.own().find(|s| s.range.end >= segment.range.end);
    let behind = sentence.and_then(|s| s.text.get(segment.range.end.checked_sub(s.range.start)?..)).unwrap_or("");
    after_any(unhurried(behind), phrases!("fix|repair|replace|please fix")).is_some()
}

fn of_segment(view: View<'_>, segment: &Segment) -> Vec<Act> {
    // "No Lambda for the resizer." is its own sentence; "nope" and "no," answer.
    // "no pandas for that, stdlib only": what follows goes into detail.
    let head = segment.low.split_once(", ").map(|(head, _)| head).filter(|h| words(h) >= 2);
    let Some((form, found)) = first(&FORMS, &segment.low).or_else(|| first(&FORMS, head?).filter(|f| f.0 == "no-x"))
    else {
        return Vec::new();
    };
    // "4.2 is out of the door" tells where it is.
    let elsewhere = form == "is-out"
        && segment.low.contains(" out of ")
        && !phrases!(" out of the question| out of scope").within(&segment.low);
    // "All strings go through tr(), no exceptions" stresses the rule.
    let stresses = segment.low == "no exceptions" && !segment.before.is_empty();
    // "Three tries then the badge is dead" tells what follows.
    if form == "is-out" && phrases!(" then ").within(&segment.low) && !segment.low.contains(", then") {
        return Vec::new();
    }
    if form == "is-out" && is_to_be_repaired(view, segment) {
        return Vec::new();
    }
    if form == "not-out" || elsewhere || stresses {
        return vec![Act::nothing(segment.range.clone(), form)];
    }
    let named = ["what", "name"].map(|g| group(&segment.text, &found, g)).into_iter().find(|w| !w.is_empty());
    let (what, why) = reason(named.unwrap_or(""));
    let stated = ["why", "since"].map(|g| group(&segment.text, &found, g)).concat();
    let stated = stated.trim_start_matches([',', ' ', ':', '-']).trim_start_matches("because ");
    // "forget Electron, 150 MB is a joke": what follows is the reason.
    let (what, tail) = what.split_once(", ").unwrap_or((what, ""));
    let why = why.or_else(|| (words(tail) >= 3).then(|| tail.trim_end_matches('.').to_owned()));
    let what = what.trim_end_matches([' ', '.', '!']).trim_end_matches(" for now");
    // "Screen readers trip over them and I won't have them": the words before are a clause of their own.
    let thinks = phrases!("i think|i guess|i believe").iter().any(|words| what.to_lowercase().ends_with(words));
    if thinks || what.ends_with(" and") || what.ends_with(" but") || what.ends_with(" so") {
        return Vec::new();
    }
    let what = without_time(without_noun(what));
    let what = without_place(unhurried(what))
        .trim_end_matches(" needed")
        .trim_end_matches(" if possible")
        .trim_end_matches(" here")
        .trim_end_matches(" for that")
        .trim_end_matches(" for this")
        .trim_end_matches(" for it")
        .trim_end_matches(" btw")
        .trim_end_matches(" by the way");
    let Some(what) = named_by_label(view, what) else { return Vec::new() };
    let what = what.as_ref();
    let ends_task = form == "cross-off" && all_named(open_tasks(view), what).is_some();
    if !names_option(form, what) || ends_task || form == "wont-use" && is_momentary(&segment.low) {
        return Vec::new();
    }
    let mut act = Act::settled(ActKind::RuleOut, segment.range.clone(), whole(&capital(what)), form);
    if !is_certain(view, form, segment, what) {
        act.certainty = Certainty::Likely;
    }
    act.why =
        why.or_else(|| (!stated.is_empty() && words(stated) < 24).then(|| stated.trim_end_matches('.').to_owned()));
    let mut out = vec![act];
    let other = group(&segment.text, &found, "other");
    if !other.is_empty() {
        let other = other.split([',', ';']).next().unwrap_or(other);
        out.push(Act::settled(ActKind::RuleOut, segment.range.clone(), whole(&capital(unhurried(other))), form));
    }
    out
}

/// Strips the time of a refusal: "tarmac" of "tarmac last week".
fn without_time(what: &str) -> &str {
    TIME.find(what).map(|m| m.start()).and_then(|end| what.get(..end)).unwrap_or(what)
}

/// Strips a place that only points: "tarmac" of "tarmac anywhere near this".
fn without_place(what: &str) -> &str {
    let low = what.to_ascii_lowercase();
    let places = phrases!(
        " anywhere near this| anywhere near it| anywhere near that| anywhere near here| near this| near it| anywhere in here| anywhere| in here| in there| around here| at all"
    );
    let end = places.iter().filter(|place| low.ends_with(*place)).map(str::len).max().unwrap_or(0);
    what.get(..what.len() - end).unwrap_or(what)
}

/// Strips a noun such as "idea": "the websocket" of "the websocket idea".
fn without_noun(what: &str) -> &str {
    let what = after_any(what, phrases!("the idea of|the idea to|the plan to|the plan of|the thought of|that idea of"))
        .unwrap_or(what);
    let nouns = phrases!(" idea| plan| thing| approach| stuff");
    let bare = nouns.iter().find_map(|noun| what.strip_suffix(noun)).filter(|bare| words(bare) >= 2);
    bare.and_then(|bare| after_any(bare, phrases!("the|this|that|our|my|your"))).unwrap_or(what)
}

/// Words after an opinion that make it a refusal: "overkill, we're not doing that".
const REFUSES: Phrases = phrases!(
    "not doing that|not doing it|not doing this|not going there|not using it|not using that|skip it|skip that|leave it|drop it\
     |drop that|forget it|so no|not for us|hard pass"
);

/// Whether ambiguous words ("no retries" may describe, "skip the tests" may order work) refuse an option: it was
/// discussed, it is a name, or the sentence is an order.
fn is_certain(view: View<'_>, form: &str, segment: &Segment, what: &str) -> bool {
    if form == "bad-idea" {
        let chosen = recent(view, ItemKind::Decision);
        return all_named(chosen, what).is_some()
            || view.offers.iter().any(|o| mentions(&o.text, what))
            || is_talked_of(view, what)
            || REFUSES.within(&segment.low);
    }
    // "Leave trams out of this" is said of nothing else.
    if form == "leave-out" && segment.low.contains(" out of ") {
        return true;
    }
    let open = matches!(form, "no-x" | "skip" | "wont-use" | "leave-out" | "hate");
    if !open && !matches!(form, "got-vetoed" | "drops-out" | "never-again" | "no-to" | "without-x" | "says-no") {
        return true;
    }
    let low_what = what.to_lowercase();
    // "No refactoring while you're there": what is not to be done beside the work.
    let deed = form == "no-x"
        && low_what.split(' ').next().is_some_and(|w| w.len() > 5 && w.ends_with("ing"))
        && (is_asked_for_work(view) || phrases!(" while you| in here| beside that").within(&low_what));
    // "One hard limit for the importer: no pandas."
    let named_rule =
        phrases!("limit|rule|constraint|condition|requirement|restriction").within(&segment.before.to_lowercase());
    let firm = form == "wont-use"
        && phrases!("we won't be |we will not be |we won't use |we will not use |we're not going to use |we are not going to use ").within(&segment.low);
    if deed || form == "no-x" && named_rule && segment.before.trim_end().ends_with(':') || firm {
        return words(&segment.text) <= 16;
    }
    let told = phrases!("ed |ing ").within(&format!("{low_what} ")) || what.contains(": ");
    let told = told || phrases!("i've |i have |i see |there |it |i get |still ").within(&segment.before.to_lowercase());
    let order = phrases!("please|pls").within(&segment.low) || segment.text.ends_with('!');
    // "No oars, not even the short ones"
    let order = order
        || view.own().any(|s| overlaps(&s.range, &segment.range) && s.text.to_lowercase().contains(", not even "));
    let order = order || form != "no-x" && phrases!(" anywhere near | anywhere in ").within(&segment.low);
    let name = what.split_whitespace().any(|w| {
        w.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit()) || w.starts_with(char::is_uppercase)
    });
    let talked_of = view.offers.iter().any(|o| mentions(&o.text, what)) || is_talked_of(view, what);
    // "No sailing then" after talk of it, but "no linting errors"
    let told = told && !(form == "no-x" && words(what) == 1 && talked_of && what.ends_with("ing"));
    // What a first message says no to is left out of what is to be made; "no docs yet" tells how things are.
    let laid_out = matches!(form, "no-x" | "wont-use" | "hate") && view.opens_session() && !low_what.ends_with(" yet");
    // "can you add the export? and no pandas for that"
    let within_order = form == "no-x" && is_asked_for_work(view) && segment.before.is_empty();
    // "We don't need backwards compatibility" says what the work may leave out, in the words of who decides that.
    let needless = form == "wont-use" && phrases!("we don't need|we do not need|we dont need").within(&segment.low);
    let needless = needless && after_any(what, phrases!("the|to|any more|anymore|your|both|all")).is_none();
    let order =
        order || form == "skip" && after_any(&segment.low, phrases!("let's|lets|we can|we'll|forget about")).is_some();
    let order = order || needless && !segment.low.contains(" yet");
    let opens = segment.before.is_empty() || segment.before.trim_end().ends_with(':');
    let refused = opens && is_refused(form, segment, &low_what);
    // "No tin: it rusts at sea": the reason may be long.
    let said = segment.text.split(": ").next().unwrap_or_default();
    words(said) <= 16 && !told && (order || name || talked_of || within_order || laid_out || refused)
}

/// Whether words that open their sentence refuse a thing: "no terraform", "I don't want a login page", "we can't use an ORM".
fn is_refused(form: &str, segment: &Segment, what: &str) -> bool {
    const MOST: usize = 5;
    let lone = !what.contains(' ') && !what.ends_with('s') && may_be_product(what);
    let firm = phrases!(
        "don't want|do not want|can't use|cannot use|won't|not going to|will not|not using|refuse|stay away|keep away"
    )
    .within(&segment.low);
    let points = phrases!("to|you|it|that|this|them|anything|more|trouble|problems|surprises|a mess|your|us|me");
    let thing = words(what) <= MOST && after_any(what, points).is_none();
    lone && form != "wont-use" || firm && thing && matches!(form, "hate" | "wont-use" | "skip")
}

/// Whether the turn also asks for work.
fn is_asked_for_work(view: View<'_>) -> bool {
    view.turn.clauses.iter().any(|c| c.modality == Modality::Request)
}

/// Whether all content words of `what` occur in a text.
fn mentions(text: &str, what: &str) -> bool {
    let (wanted, said) = (token_hashes(what), token_hashes(text));
    !wanted.is_empty() && wanted.iter().all(|t| said.binary_search(t).is_ok())
}

/// Whether the last turns discuss a thing, questions of the agent about facts ("Do you see a spinner?") aside.
fn is_talked_of(view: View<'_>, what: &str) -> bool {
    const TURNS: usize = 4;
    let agents = view.talk.before().find(|t| t.role == Role::Assistant);
    let asks_a_fact = agents.is_some_and(|t| t.sentences.iter().any(|s| s.asks && asked_facts::asks_a_fact(&s.text)));
    let spoken = || view.talk.before().take(TURNS).flat_map(|t| &t.sentences).filter(|s| s.block != BlockKind::Quote);
    !asks_a_fact && spoken().any(|s| mentions(&s.text, what))
}

fn names_option(form: &str, what: &str) -> bool {
    let low = what.to_lowercase();
    let first_word = low.split(|c: char| !c.is_alphanumeric() && c != '\'').find(|w| !w.is_empty()).unwrap_or("");
    let pointers =
        phrases!("it|that|this|them|those|these|what|everything|all|about|to|be|any|nothing|me|us|you|him|her");
    let connective = phrases!("then|so|but|and|or|now|here|there|currently").contains(first_word);
    let speaker = connective || form == "wont-do" && phrases!("we|i|you|they|he|she").contains(first_word);
    // "When a warning is out" sets a condition.
    let conjunctions = phrases!("when|while|if|once|until|unless|whenever|as|after|before|because|since|where");
    if words(what) == 0
        || words(what) > 9
        || pointers.contains(first_word)
        || conjunctions.contains(first_word)
        || speaker
    {
        return false;
    }
    // "It must not be bigger than 32 KB" sets a limit.
    if phrases!(" than ").within(&low) && low.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    // "Don't use globals in the firmware" is a rule for a place.
    if form == "dont-use" && phrases!(" in | inside | within | when | while | without | before | after ").within(&low) {
        return false;
    }
    if form == "no-x" {
        // Rules ("no new dependencies", "no malloc after init") are read by the rules.
        let rule = phrases!("new |extra |additional |further |other |external ").iter().any(|r| low.starts_with(r));
        // "No inline styles!" orders how to work; an option is one thing.
        let practice = words(what) >= 2 && low.ends_with('s') && low == what;
        // "No lamps yet, please", "no hard feelings"
        let later = format!("{low} ").contains(" yet ") || after_any(&low, phrases!("hard feelings")).is_some();
        return !NO_OPTION.contains(first_word)
            && !later
            && !no_is_remark(first_word)
            && !rule
            && !stated_rules::bounds(&low)
            && !practice
            && words(what) <= 5;
    }
    if form == "skip" {
        return words(what) <= 5 && !low.starts_with("the ") && !low.contains("line") && !low.starts_with("empty");
    }
    form != "is-out" || words(what) <= 7
}

/// Whether words only put something off: "I don't need code today".
fn is_momentary(low: &str) -> bool {
    let bare = low.split([',', '.']).next().unwrap_or(low);
    [" today", " now", " yet", " this time", " tonight"].iter().any(|end| bare.ends_with(end))
}

/// The words themselves, or the option that they give by its label alone: "then 1 is dead". `None` where no option has it.
fn named_by_label<'t>(view: View<'_>, what: &'t str) -> Option<Cow<'t, str>> {
    let is_label = what.len() <= 2 && what.starts_with(|c: char| c.is_ascii_digit());
    if is_label { option_labelled(view, what).map(Cow::Owned) } else { Some(Cow::Borrowed(what)) }
}

/// The option that the newest list gives this label.
fn option_labelled(view: View<'_>, label: &str) -> Option<String> {
    let list = view.talk.offered().flatten().find(|offer| offer.options.len() > 1)?;
    list.options.iter().find(|option| option.label.as_deref() == Some(label)).map(|option| option.summary.clone())
}
