//! Defines choices stated outright: "let's use X", "for the queue we take Y", "X it is", "X, not Y, because ...".

use super::beside::beside;
use super::chosen::{determined, is_work, names_something, only_moves, points, says_decided, too_long};
use super::preferences::{parted, preferred, shared_tail};
use super::without_verb;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::OfferForm;
use crate::pipeline::acts::sentences::form::{forms, group};
use crate::pipeline::acts::sentences::quantities::is_bare_value;
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, reason, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::{Captures, patterns};

forms! {
    "we-go-with" r"^(?:ok(?:ay)?,? |so |then |and |well,? |hm+,? |ugh,? |alright,? |after (?:a |some |much |long |many |several |all )[\w ]{3,60}?,? )*(?:let'?s|let us|we(?:'ll| will| are|'re| should)?|i(?:'d| would) like (?:us )?to|i(?:'d| would|'ll| will|'m)?(?: rather)?|i think we(?:'ll| should)?) (?:just |definitely |now |all |both )?(?:going to |gonna )?(?:go|going|went|stick|sticking|stay|staying|run|running) (?:ahead )?(?:with|for) (?P<what>.+)$"
        yes "let's go with Postgres for the queue" no "let's go home";
    "stick-with" r"^(?:ok(?:ay)?,? |so |then |and |ugh\.? |well,? |no,? )*(?:please |pls |let'?s |let us |we |we'll )?(?:(?:go|stick|stay|run) with|go for|stick to|adhere to|settle on|standardi[sz]e on|decide for|opt for) (?P<what>.+)$"
        yes "stick with webpack" no "it goes with the rest";
    "we-use" r"^(?:ok(?:ay)? so:? |ok(?:ay)?,? |so |then |and |right,? |vale, |well,? |(?:i|ich) (?:would |'d )?(?:say|think|guess) )*(?:let'?s|let us|we(?:'ll| will|'re going to| are going to|'re| are)?|i(?:'ll| will)|i(?:'d| would) like (?:us )?to) (?:just |now |all |both |only |definitely |then |keep |also )?(?P<verb>use|using|take|taking|choose|pick|adopt|target|targeting|keep|keeping|build on|switch to|switching to|move to|moving to|standardi[sz]e on|default to|bundle with|train with|deploy to|deploy on|host on|ship with|store)(?P<what> .+)$"
        yes "we'll use redis for the sessions" no "we used to have redis";
    "for-x-we-use" r"^(?:(?:hey|hi|hello|morning|so|and|ok|okay|then|well|now)[,!.]? )*(?P<topic>(?:for|as|in|on) [^,]{2,50}?),? (?:we|i)(?:'ll|'re|'m| will| are| am)?(?: just| now| all| only)? (?:use|using|take|taking|go with|go for|going with|going for|do|choose|chose|decide for|report|keep|pick|picked|run on|running on) (?:now )?(?P<what>.+)$"
        yes "for the job queue we use Redis" no "for the record we were late";
    "choosing" r"^(?:ok(?:ay)?,? |so |then |and |after .{3,50}? )*(?:(?:we|i)(?:'re| are|'m| am) (?:now |all |just |both )?)?(?:going with|(?P<verb>keeping)|sticking with|staying with|settling (?:on|for)|choosing|picking|adopting|opting for|standardi[sz]ing on|basing (?:it|this|everything|all of it) on|building (?:it|this|everything|all of it) (?:in|on|with)|writing (?:it|this|everything) in) (?P<what>.+)$"
        yes "Going with Stripe for the payments" no "we are going home";
    "based-on" r"^(?:ok(?:ay)?,? |so |then |and )*(?:let's|we(?:'ll| will)?|please|i(?:'ll| will)) (?:base|build|found) (?:it|this|that|everything|the [\w ]{2,30}?|our [\w ]{2,30}?) (?:on|upon|on top of) (?P<what>.+)$"
        yes "let's base it on Alpine images" no "we base nothing";
    "moves-on-with" r"^(?:ok(?:ay)?,? |so |then |and |yes,? |alright,? )*(?:let'?s |let us |(?:we|i)(?:'re| are|'m| am|'ll| will|'ve| have|'d like to| want to)? )(?:(?:deciding|decided|going|choosing|planning|agreed) to )?(?:move|moving|moved|go|going) (?:forward|ahead) with (?:the (?:idea|approach|plan|concept|design|option|variant) of )?(?P<what>.+)$"
        yes "We're deciding to move forward with the card layout" no "we are moving forward";
    "others-chose" r"^(?:so |and |ok,? )*(?:the |our |my )?(?:[a-z]+ )?(?:team|client|customer|boss|management|architects?|cto|ceo|cfo|lead|group|majority|board|committee|council|maintainers|owners?|reviewers|developers|devs|engineers|designers|stakeholders|sponsor|supervisor|professor|ops|everybody|everyone|all of us)(?: has| have| all| finally)* (?:voted for|decided (?:on|for)|agreed on|settled on|chose|picked|went with) (?P<what>.+)$"
        yes "The team voted for Playwright" no "the team was late";
    "decided-that" r"^(?:so |ok,? |and |.{3,60} and )*(?:it(?:'s| has| was| is)? (?:been )?(?:decided|agreed|settled)|(?:the|our) (?:outcome|result|conclusion|decision|agreement|verdict)(?: of [\w ]{2,30}?)? (?:is|was)) that (?P<what>.+)$"
        yes "it has been decided that the gate opens to the south" no "it is a pity that nothing was decided";
    "made-up" r"^(?:so |ok,? |and )*(?:i|we)(?:'ve| have)? made up (?:my|our) minds?(?:,? (?:(?P<topic>(?:about|on|for) [^:]{2,50}?)))?\s*[:,-] (?P<what>.+)$"
        yes "I've made up my mind about the sensors: Zigbee" no "I made up a story";
    "said-decided" r"^(?:so |ok,? |and )*(?:i|we)(?:'ve| have| all)* (?:decided|agreed)\s*[:,-] (?P<what>.+)$"
        yes "I decided: we host on Hetzner" no "I decided nothing";
    "agreed-that" r"^(?:so |ok,? |and )*(?:we|i|the team|the client|the customer|management|everyone|everybody)(?:'ve| have| has| all| both| just| finally)* (?:agreed|decided|settled|determined)(?: with (?:the |our |my )?[\w ]{2,40}?| together| yesterday| today| last \w+| in the [\w ]{2,30}?| on \w+day)* that (?P<what>.+)$"
        yes "we agreed with the farmers that the gates stay open" no "we agreed that";
    "plan-is" r"^(?:ok(?:ay)?,? |so |then |and )*(?:the |our )?(?:plan|deal|decision|choice|answer|verdict|agreement) (?:is|stands)\s*(?::|to use|to go with|to take) (?P<what>.+)$"
        yes "so the plan is: weekly releases, on Tuesdays" no "the plan is bad";
    "decided-tail" r"^(?:so |ok,? |and )*(?P<what>.{3,100}?)[,;.:]? (?:-+ ?)?(?:that'?s |that is |that'?s been |that has been |it'?s |it is |and that'?s )?(?:decided|final|let'?s (?:settle (?:on|for)|leave it at|keep it at|stick (?:to|with)) (?:that|it)|let'?s keep it that way|end of discussion|end of story|final answer|settled|agreed|fixed|set in stone|decision is made|decision made|done deal)(?: and (?:signed|done|final|closed|agreed|settled|paid|dusted))?(?: now| then| last week| yesterday| today| (?:with|between|among|by|in) .{2,40})?[.!]*$"
        yes "we bundle with esbuild, final answer" no "nothing decided here yet";
    "will-be" r"^(?:ok(?:ay)?,? |so |then |and )*(?P<what>(?:the |our |my )?[a-z][\w'/-]*(?: [a-z][\w/-]*){0,5} (?:will be|is going to be|shall be|will use|will run on|will live in|will be written in|will be built with) .+)$"
        yes "The DB will be CockroachDB because we need multi region" no "it is what it will be";
    "chose" r"^(?:so |and |ok,? |just so you know,? |for your information,? |fyi,? |after (?:some |all |a few |a lot of |much )?(?:back and forth|[a-z]+),? )*(?:we|i)(?:'ve| have| all| finally| now)* (?:chose|choose|have chosen|picked|opted for|decided (?:on|for|to use|to go with)|agreed (?:on|to use)|settled (?:on|for)|landed on|went with|ended up (?:with|using|choosing|picking|on|going with)|decide for) (?P<what>.+)$"
        yes "we decided on 30 days of snapshots" no "we decided nothing";
    "decision-label" r"^(?:the )?(?:final |team |our |my )?(?:decision|decided|verdict|agreed|settled|conclusion|vote|call|consensus|ruling|outcome|result)(?: (?:from|of|in|after) [^,:;?]{2,40})?(?: is| here)?\s*[:=-] (?P<what>.+)$"
        yes "Final decision: REST for the public API" no "the decision tree is deep";
    "it-is" r"^(?:.{0,80}(?:\.\.+|…|, | - | – | — ))?(?:ok(?:ay)?,? |alright,? |so:? |then |right,? )*(?P<what>[^,;…]{1,70}?) it is(?:,? (?:then|please|pls))*(?P<with>,? (?:with|plus|and) [^,;]{2,40}| for (?:the|our|all|every) [^,:;]{2,40})?$"
        yes "axum it is" no "what time it is now";
    "voted" r"^(?:ok(?:ay)?,? |so |well,? |hm+,? |then )*(?:my (?:vote|pick|choice)(?: (?P<topic>for (?:the|our|all) [^,;:]{2,40}?))? (?:goes to|is for|is|would be)|i(?:'d| would)? vote (?:for|goes to)|i(?:'m| am) (?:all )?for) (?P<what>.+)$"
        yes "my vote goes to gRPC" no "the vote was close";
    "choice-for" r"^(?:so |and |ok,? |then )*(?:the|our|my) (?:final )?(?:choice|pick|answer|winner|favou?rite|solution|decision|way to go|tool of choice|tool|library|framework|database|engine|format|language|platform) (?P<topic>for (?:the|our|all|every) [^,:;]{2,40}?)(?: is|:| will be| shall be| is going to be) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?)$"
        yes "the choice for the frame is oak" no "the choice for the frame is open until May";
    "wins" r"^(?:ok(?:ay)?,? |so )*(?P<what>[^,;]{1,40}?) (?:wins|gets my vote|has my vote|gets the job|gets the nod)(?: (?P<topic>for (?:the|our|all) [^,;:]{2,40})|\b)"
        yes "sqlite wins" no "nobody won";
    "settled-lead" r"^(?:so |ok,? )*(?:it'?s|that'?s|this is)? ?(?:settled|decided|agreed|official)(?: (?:it |this |that )?(?:with|in|over|at|last|yesterday|today|this)(?: [^,:;]{2,40})?)?(?: then)?[,:;-] (?P<what>.+)$"
        yes "so it's settled, 2.0 goes out on 14 March" no "settled dust is hard to clean";
    "good-enough" r"^(?:ok,? |so |then )*(?P<what>[^,;]{2,60}?) (?:is|are|will be) (?:good enough|enough|plenty|all we need)(?: for (?:us|now|this))?$"
        yes "plain http is good enough" no "enough of it";
    "prefer" r"^(?:ok(?:ay)?,? |hm+,? |well,? )*(?:i|we)(?:'d| would)? (?:really |strongly |much )?(?:prefer|rather have|rather use|rather go with) (?P<what>.+)$"
        yes "I prefer the vector tiles" no "the preferred way";
    "verb-by-value" r"^(?:ok(?:ay)?,? |and |also |then |so |please,? |just )*(?P<what>(?P<does>[a-z]{3,}) (?:it |them |that )?(?:by|every|after|within|up to|at most|in steps of) \d[\w.%]*(?: [a-z]+)?|[a-z]{3,} (?:the |our )[\w-]+(?: [\w-]+)? at \d[\d.]* ?(?:hz|khz|mhz|ghz|fps|%|percent|px|v|volts?|rpm|db|dpi|kbps|mbps|degrees))(?:[,;] .*)?$"
        yes "debounce by 2 seconds, the camera writes in chunks" no "debounced by the camera";
    "use" r"^(?:ok(?:ay)?,? |so |then |yes,? |yeah,? |please,? |pls |just |and |well,? |no,? |hm+,? )*(?P<verb>use|take|choose|pick|prefer|adopt|default to) (?P<what>.+)$"
        yes "use Postgres for the job store" no "the use of it";
    "ships-as" r"^(?P<what>(?:it|the [a-z -]{2,40}|our [a-z -]{2,40}) (?:(?:ships under|(?:will be|is to be|is going to be|shall be|should be|gets) (?:called|named)|is called from now on|will live in|goes out on) .+|(?:is|are) (?:now )?(?:called|named) [\w.`+#/-]+(?: from now on| now)?))$"
        yes "the crate will be called fernlight" no "we were there";
    "keep-it" r"^(?:ok(?:ay)?,? |so |then |right,? |no,? |vale,? |and )*we(?:'re| are|'ll| will)? (?:just |then )?(?P<what>(?:keep|keeping|leave|leaving|stay on|staying on) .+)$"
        yes "we keep them on the server" no "we kept going";
    "keep-the" r"^(?:ok(?:ay)?,? |so |then |and |but |also,? |good,? |right,? |please,? |pls )*(?P<what>keep (?:the|our|all|every|both|those|these) (?:[\w`'./-]+ ){0,4}?[\w`'./-]+(?:,? (?:in|as|for|on|under|at|one|with|so|until|like) .+)?)$"
        yes "keep the raw responses, one row each, so we can replay a bad morning" no "keep going";
    "we-do-in" r"^(?:ok(?:ay)?,? |so |then |and |well,? )*(?:(?:we(?:'re| are) going to|we'll|we will|let'?s) |we )(?P<what>(?:write|build|implement|code|do|publish|render|serve|send|log|keep|put|host|run|build|deploy|save|print|export|encode|package|ship|train|do) .{2,40}? (?:as|in|with|on|via|through|using|to|under) .+)$"
        yes "we're going to publish the plots as SVG" no "we will see";
    "we-do-not" r"^(?:ok(?:ay)?,? |so |then |and |well,? )*(?:we(?:'ll| will)?|let's) do (?P<what>[^,;]{2,60}?,? (?:and not|not|instead of|rather than|over) .+)$"
        yes "we'll do printed maps and not an app for the guests" no "we do not know";
    "we-go" r"^(?:ok(?:ay)?,? |so |then |and |well,? |for [^,]{3,40},? |from now on,? |on [^,]{3,30},? )*(?:we(?:'re| are|'ll| will)?|let's) (?:go|going) (?:all in on |all-in on |full |fully )?(?P<what>[a-z].*)$"
        yes "we're going read only for the archive" no "we are gone";
    "equals" r"^(?:(?:so|and|ok|okay|then)[,:]? )*(?P<topic>[a-z][\w'/ -]{2,40}?) = (?P<what>[a-z][^=<>]{2,70})$"
        yes "enemy brains = decision tables" no "x = 3";
    "lets-say" r"^(?:ok(?:ay)?,? |so |then |and |well,? |hm+,? )*(?:let'?s|let us) say (?P<what>\d[\w.,%]*(?: [a-zµ%°-]+){1,3}?(?: for (?:the|our|all|each) [\w -]{2,40})?)$"
        yes "let's say 8 ropes" no "let's say so";
    "set-equal" r"^(?:(?:so|and|ok|okay|then)[,:]? )*(?:please |pls )?(?P<what>[a-z][\w'/. -]{1,30}? ?= ?[-+]?\d[\w.,%/-]*(?: ?[a-zµ%°]{1,8})? for (?:the |all |our |every |each )[a-z][\w' /-]{2,40}?),? (?:please|pls)$"
        yes "tau = 2e-4 for the long dives pls" no "tau = 2e-4 for the long dives";
    "attribute" r"^(?:so |and |ok,? |the |our )*(?P<topic>(?:(?:project|app|package|crate|file|page|main|default|test|public|working|short|domain) )?(?:name|title|slogan|licen[cs]e|language|framework|database|db|queue|cache|store|storage|hosting|host|hoster|provider|registry|format|encoding|currency|units?|font|colou?r|theme|layout|style|code style|naming|branch|merge strategy|editor|bundler|linter|formatter|test runner|auth|runtime|package manager)(?: (?:of|for|in|on) (?:the |our |my |all |all the )?[\w' /-]{2,40}?)?): (?P<what>(?:an? |the )?[^,;:=?{}()\x22]{1,40}?)(?:,? (?:please|pls|then|as before))*$"
        yes "licence of the shop repo: MIT" no "the language is fine: I read it twice";
    "want-for" r"^(?:so |and |ok,? |then )*(?:i|we) (?:really )?want (?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?P<topic>for (?:the|our|all|my) [^,]{3,40})$"
        yes "I want oak for the frame" no "I want oak";
    "for-x-use" r"^(?:and |so |ok,? )*(?P<topic>for [^,]{3,50}?),? (?:please |pls |better |just )?(?:use|take|go with) (?P<what>.+)$"
        yes "For the plots please use matplotlib" no "for use at home";
}

patterns! {
    /// A name and what it is for.
    PAIRED = r"(?i)^(?P<what>[\w.+#-]+(?: [\w.+#-]+)?) for (?:(?:the|our|all|all the) )?[\w-]+(?: [\w-]+){0,2}$";
    /// What the agent says is not there: "I see no mention of a state library yet".
    ABSENT = r"(?i)\b(?:no|not find an?|couldn't find an?|don't see an?|isn't an?|missing an?) (?:(?:mention|sign|trace) of )?(?:an? |the |any )?(?P<thing>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)(?: (?:in|for|yet|configured|set up|installed|at all|here|on|anywhere)\b|[.,]|$)";
    /// A clause that says that what stands before it is decided: ", that's decided and signed".
    VERDICT = r"(?i)[,;] (?:and )?(?:that|it|this)(?:['’]s| is)(?: all| now| been)? (?:decided|final|settled|agreed|fixed)(?: and [a-z]+)?[.!]*$";
    /// A remark against another option after the choice: "htmx for the admin pages, react would be overkill".
    OUTDONE = r"(?i)[,;] (?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:would be|is|was|would have been|feels|seems) (?:just |way |simply |far )?(?:overkill|too [a-z]+|out|no option|unmaintained|deprecated|dead|not an option)\b.*$";
}

/// The forms that say in words that something is decided, so that they are read in long turns too.
pub(in crate::pipeline::acts) const TOLD_AS_DECIDED: &[&str] =
    &["decided-tail", "settled-next", "said-decided", "decided-that", "agreed-that", "others-chose", "made-up"];

/// Words that settle the choice in the sentence before: "I talked to Ines and that's settled."
const SETTLES: Phrases = phrases!(
    "that's settled|that is settled|it's settled|that's decided|that is decided|it's decided|that's final|that is final|this is final\
     |that's fixed|that's agreed|that is agreed|we agreed on that|everybody agreed|that's the decision|decision is made|final decision|not up for discussion|settled with|agreed with|decided with|signed off by|not negotiable"
);

/// Reads a sentence as a choice if the next one settles it.
fn settled_by_next(sentence: &Sentence, next: &Sentence) -> Option<Act> {
    let low = plain(&next.text).to_lowercase().replace('’', "'");
    let short = words(&low) <= 12 && !next.asks && !sentence.asks;
    let alone = phrases!("decided|settled|final|agreed|done deal|full stop|that's that")
        .contains(low.trim_matches(['.', '!', ' ']));
    if !short || !(alone || SETTLES.within(&low)) || phrases!("not settled|isn't|if |once |when ").within(&low) {
        return None;
    }
    let said = plain(&sentence.text);
    let said = after_any(&said, phrases!("heads up:|heads up,|fyi:|fyi,|fyi|note:|info:|just so you know,|btw,|btw"))
        .unwrap_or(&said);
    let said = unhurried(said);
    let said =
        after_any(said, phrases!("anyhow|anyway|well|so")).map_or(said, |rest| rest.trim_start_matches([',', ' ']));
    let pointing =
        after_any(said, phrases!("that is|that's|this is|it is|it's|these are|those are|they are")).is_some();
    let stands = !pointing && words(said) >= 3 && words(said) <= 24 && !points(said) && after_any(said, TOLD).is_none();
    stands.then(|| Act::settled(ActKind::Choose, sentence.range.clone(), whole(&inner(said)), "settled-next"))
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    for (at, sentence) in own.iter().enumerate() {
        if let Some(act) = own.get(at + 1).and_then(|next| settled_by_next(sentence, next)) {
            out.push(act);
            continue;
        }
        if let Some(acts) = paired(sentence) {
            out.extend(acts);
            continue;
        }
        let segments = view.segments(sentence);
        for (at, segment) in segments.iter().enumerate() {
            // "We went with Stripe in the last project" is a story.
            if ELSEWHERE.within(&segment.low) && words(&segment.text) <= PROSE_WORDS {
                out.push(Act::nothing(segment.range.clone(), "elsewhere"));
            }
            if only_moves(segment) {
                out.push(Act::nothing(segment.range.clone(), "move"));
            }
            if segment.unsettled() || told(segment) || only_moves(segment) {
                continue;
            }
            let act = decided(segment)
                .or_else(|| stated(segment).filter(|act| !names_criterion(view, act)))
                .or_else(|| without_verb::of_segment(view, segment))
                .map(|act| Act { why: act.why.clone().or_else(|| segment.why.clone()), ..act })
                .map(|act| of_nothing_yet(view, act, segments.get(at + 1)));
            out.extend(act.or_else(|| beside(segment, !view.offers.is_empty())));
        }
    }
    out
}

/// Whether a choice names what counts, not one of the options that stand: "readability wins".
fn names_criterion(view: View<'_>, act: &Act) -> bool {
    act.form == "wins" && view.offers.iter().any(|offer| offer.form == OfferForm::Options)
}

/// Settles what the person says is used where it is not there yet: the agent found none, or the words go on with "add it".
fn of_nothing_yet(view: View<'_>, act: Act, next: Option<&Segment>) -> Act {
    let (head, points) = match phrases!(" for it| for that| for this").find(&act.summary.to_lowercase()) {
        Some((at, len)) if at + len == act.summary.len() => (act.summary.get(..at).unwrap_or(&act.summary), true),
        _ => (act.summary.as_str(), false),
    };
    let missing = view.agents_turn().and_then(|turn| {
        let said = turn
            .sentences
            .iter()
            .rev()
            .find_map(|s| Some(ABSENT.captures(&s.text)?.name("thing")?.as_str().to_owned()));
        said.map(|thing| thing.trim().to_lowercase())
    });
    let introduced = next.is_some_and(|s| {
        let bare = after_any(&s.low, phrases!("and|so|please|pls|can you|could you")).unwrap_or(&s.low);
        after_any(bare, phrases!("add it|install it|wire it|set it up|put it|pull it in|hook it up|please wire it"))
            .is_some()
    });
    if act.form != "we-use" || !(introduced || missing.is_some()) {
        return act;
    }
    let summary = match missing.filter(|_| points) {
        Some(thing) => format!("{head} for the {thing}"),
        None => head.to_owned(),
    };
    Act { certainty: Certainty::Settled, summary: whole(&summary), ..act }
}

/// Reads choices without a verb, each with its purpose: "Postgres for storage, Redis for the cache".
fn paired(sentence: &Sentence) -> Option<Vec<Act>> {
    const NO_NAME: Phrases = phrases!(
        "thanks|thank|sorry|good|bad|great|ready|time|waiting|looking|except|as|but|not|and|one|two|same|this|that|it|what|no|yes|also|only|ok|nice|enough|reason\
         |reasons|numbers|here|now|todo|tests|test|fine|works|go|check|wait|ask|look|a|an|the|so|just|up|down"
    );
    let text = plain(&sentence.text);
    let text = text.trim_end_matches('.');
    if sentence.asks || words(text) > 16 || !text.contains(" for ") {
        return None;
    }
    let text = after_any(text, phrases!("so|ok|use|we use|we'll use|then|decision:|let's use|take|go with|we go with|we'll go with|we're going with|let's go with|we take|we'll take")).unwrap_or(text);
    let pairs: Option<Vec<String>> = text
        .split([',', ';'])
        .flat_map(|part| part.split(" and "))
        .map(|part| {
            let found = PAIRED.captures(part.trim())?;
            let first = found.name("what")?.as_str().split(' ').next()?.to_lowercase();
            (!NO_NAME.contains(first.as_str()) && !imperative::opens(&part.trim().to_lowercase()))
                .then(|| part.trim().to_owned())
        })
        .collect();
    let pairs = pairs.filter(|p| p.len() >= 2)?;
    let act =
        |pair: String| Act::settled(ActKind::Choose, sentence.range.clone(), whole(&format!("Use {pair}")), "paired");
    Some(pairs.into_iter().map(act).collect())
}

/// Openings of sentences that narrate, weigh or mention an option without choosing it.
const TOLD: Phrases = phrases!(
    "i thought|i was|we were|we had|we tried|i tried|they|he |she |someone|somebody|the docs|the readme|if \
     |we could|i could|maybe|perhaps|imagine|suppose|we might|i might|would i|when i|when we|there's|there is\
     |would be nice|it would be nice|in theory|usually|normally"
);

/// Words of what was chosen elsewhere or long ago.
const ELSEWHERE: Phrases = phrases!(
    " last project| previous project| other project| old project| another project| last job| old job| previous job| last company| old company| last team| back then| last year\
     | years ago| at my old| at my last| at my previous| in my last| in the past|previously we|before that we"
);

fn told(segment: &Segment) -> bool {
    // "Use tin was my first thought" tells of a thought.
    phrases!(" was my | was our | was the idea| was the plan| was one idea").within(&segment.low)
        || ELSEWHERE.within(&segment.low)
        || TOLD.iter().any(|t| segment.low.starts_with(t))
        || segment.before.to_lowercase().starts_with("if ")
}

/// Whether words only tell when or where something was settled: "we settled that in standup".
fn is_occasion(chosen: &str) -> bool {
    const WORDS: usize = 4;
    let opens = phrases!("in|at|on|during|with|before|after|over|last|yesterday|today|this morning|already|earlier");
    words(chosen) <= WORDS && after_any(chosen, opens).is_some()
}

/// Reads a segment that says of itself that it is decided by the words before that.
fn decided(segment: &Segment) -> Option<Act> {
    let verdict = VERDICT.find(&segment.text)?;
    let text = segment.text.get(..verdict.start())?.to_owned();
    let act = stated(&Segment { low: text.to_ascii_lowercase(), text, ..segment.clone() })?;
    Some(Act { certainty: Certainty::Settled, form: "decided-tail", ..act })
}

/// Reads a segment by the first form that makes a choice of it.
fn stated(segment: &Segment) -> Option<Act> {
    FORMS.iter().find_map(|form| stated_by(form.id, &form.pattern.captures(&segment.low)?, segment))
}

fn stated_by(form: &'static str, found: &Captures<'_>, segment: &Segment) -> Option<Act> {
    let what = group(&segment.text, found, "what");
    let (what, why) = reason(what);
    let what = without_remark(what);
    let outdone = OUTDONE.captures(what).and_then(|c| Some((c.get(0)?.start(), c.name("old")?.as_str())));
    let (what, worse) = outdone.map_or((what, None), |(at, old)| (what.get(..at).unwrap_or(what), Some(old)));
    let (chosen, others) = if form == "prefer" { preferred(what) } else { parted(what) };
    let shared = if others.is_empty() { "" } else { shared_tail(what, chosen) };
    let chosen = unhurried(chosen);
    let unknown = form == "it-is" && names_nothing(chosen);
    // "Two leaks in a year is enough" complains.
    let counted = || phrases!(" in a | in one | this | last | per | a year| a week| a month").within(chosen);
    let state = form == "good-enough"
        && (counted()
            || after_any(chosen, phrases!("the|your|our|current|a|my|that|this|it|one|two|there|what|which"))
                .is_some());
    // "I'd prefer if you asked first" is a wish, no thing.
    let wish = form == "prefer" && after_any(chosen, phrases!("if|that you|you|we|to be|not to")).is_some();
    let by_value = form == "verb-by-value" && !orders_by_value(group(&segment.low, found, "does"));
    if state
        || unknown
        || form == "agreed-that" && is_occasion(chosen)
        || form == "equals" && !is_equation_in_words(group(&segment.text, found, "topic"), chosen)
        || wish
        || by_value
        || points(chosen)
        || !names_something(chosen)
        || form == "decided-tail" && ends_in_state(what)
        || is_bare_value(chosen) && matches!(form, "good-enough" | "it-is" | "wins")
        || too_long(form, chosen)
        || is_work(form, &segment.low, chosen)
    {
        return None;
    }
    let summary = summary_of(form, found, segment, chosen);
    let mut act = Act::settled(ActKind::Choose, segment.range.clone(), whole(&format!("{summary}{shared}")), form);
    act.alternatives = others.into_iter().chain(worse.map(str::to_owned)).collect();
    act.why = why;
    if narrates(form, segment) {
        act.certainty = Certainty::Likely;
    }
    Some(act)
}

/// The summary of a choice in the words of its form.
fn summary_of(form: &'static str, found: &Captures<'_>, segment: &Segment, chosen: &str) -> String {
    let topic = group(&segment.text, found, "topic");
    let verb = group(&segment.low, found, "verb");
    match form {
        "decided-tail" | "settled-lead" | "ships-as" | "decision-label" | "keep-it" | "keep-the" | "we-do-in"
        | "said-decided" | "decided-that" | "agreed-that" | "plan-is" | "will-be" => inner(chosen),
        // "I'd rather have the sessions in Redis": what has a place is kept there.
        "prefer" if phrases!(" in | on | at | under ").within(chosen) && determined(chosen) => format!("Keep {chosen}"),
        "prefer" if imperative::opens(chosen) => capital(chosen),
        "it-is" if !group(&segment.text, found, "with").is_empty() => {
            capital(&format!("{chosen} {}", group(&segment.text, found, "with").trim_start_matches([',', ' '])))
        }
        "made-up" if !topic.is_empty() => {
            let topic = after_any(topic, phrases!("about|on|for")).unwrap_or(topic);
            format!("Use {} for {topic}", inner(chosen))
        }
        "it-is" if let Some((thing, name)) = for_thing(chosen) => format!("Use {name} for {thing}"),
        "it-is" | "good-enough" | "verb-by-value" | "made-up" | "lets-say" => capital(chosen),
        "wins" if topic.is_empty() => capital(chosen),
        "set-equal" => chosen.to_owned(),
        "we-go" if after_any(chosen, phrases!("without")).is_some() => format!("Go {chosen}"),
        "attribute" | "equals" => format!("{}: {chosen}", capital(topic)),
        _ if !topic.is_empty() => format!("Use {chosen} {}", small(topic)),
        _ => {
            let chosen = chosen.trim_end_matches(" instead");
            format!("{} {chosen}{}", verb_of(verb), purpose_before(&segment.before, chosen))
        }
    }
}

/// Whether the words before "it is" name no choice: "no idea what it is", "of course it is".
fn names_nothing(chosen: &str) -> bool {
    phrases!(
        " of course | sure | indeed | what | how | why | who | where | when | that | as | like | because | is | if "
    )
    .within(&format!(" {} ", chosen.to_lowercase()))
}

/// The purpose that stands before a choice with a colon: " for hosting" of "hosting: we go with Hetzner".
fn purpose_before(before: &str, chosen: &str) -> String {
    const PARTS: Phrases = phrases!(
        "database|db|cache|queue|frontend|backend|auth|storage|search|mail|payments|deployment|ci|docs|ui|language|framework|runtime|orm|broker|format\
         |server|client|build|maps|charts|icons|state|api|editor|parser|protocol|engine|bundler|linter|formatter|licence|license|platform"
    );
    let Some(label) = before.trim_end().strip_suffix(':') else { return String::new() };
    let article = after_any(label, phrases!("the|our|for the|for"));
    let label = small(article.unwrap_or(label).trim());
    let part = PARTS.contains(&label) || label.ends_with("ing") && words(&label) == 1;
    let placed = phrases!(" for | as ").within(chosen);
    if (part || article.is_some() && words(&label) <= 3) && !placed { format!(" for {label}") } else { String::new() }
}

/// The purpose and the name of a choice: "passwords" and "argon2id" of "for passwords argon2id".
fn for_thing(chosen: &str) -> Option<(&str, &str)> {
    const MOST: usize = 5;
    let rest = after_any(chosen, phrases!("for")).filter(|rest| words(rest) <= MOST)?;
    rest.rsplit_once(' ').map(|(thing, name)| (thing.trim_end_matches(','), name))
}

/// Whether the words before "fixed" or "settled" make it a state of something: "the old ones won't get".
fn ends_in_state(what: &str) -> bool {
    let states = phrases!("get|gets|got|getting|be|been|being|not|were|was|was never|isn't|aren't|never|to");
    states.contains(what.trim_end_matches([',', ' ']).rsplit(' ').next().unwrap_or("").to_lowercase().as_str())
}

/// Whether "physics = rapier" names a thing and what it is to be, and no line of code or settings.
fn is_equation_in_words(thing: &str, chosen: &str) -> bool {
    // "Track 1 = the lake, track 2 = the river" lays out ways.
    let lays_out = after_any(
        thing,
        phrases!("option|track|variant|alternative|alt|plan|path|route|approach|version|scenario|idea|way"),
    )
    .is_some();
    let of_code = |text: &str| text.contains(['_', '(', ')', '{', '[', ';', '"', '*']) || text.contains(" + ");
    let low = format!(" {} ", chosen.to_lowercase());
    let told =
        phrases!(" is | are | was | it | what | true | false | null | none | yes | no | nil | undefined ").within(&low);
    !lays_out && words(thing) <= 4 && words(chosen) <= 7 && !of_code(thing) && !of_code(chosen) && !told
}

/// Whether the verb before a value sets it: "debounce by 2 seconds", not "fails after 2 seconds".
fn orders_by_value(verb: &str) -> bool {
    let told = ["s", "ed", "ing", "ly", "er"].iter().any(|end| verb.ends_with(end));
    let other = phrases!(
        "up|down|page|line|step|version|option|chapter|day|week|month|only|about|run|come|back|off|error|fail|not|and|but|the|this|that|all|one|two\
         |once|always|never|maybe|what|how|then|again|done|due|late|early|right|left|here|there|it|we|they|you|went|took|grew|rose|fell|got|hit"
    );
    !told && !other.contains(verb)
}

/// Whether the words may describe the present state instead of choosing: "we use tabs in that module".
fn narrates(form: &str, segment: &Segment) -> bool {
    let low = &segment.low;
    let present = phrases!("we use |we also use |we keep |we store |we take |we target |we deploy |i use ").within(low);
    let firm = phrases!(
        "let's|lets|we'll|we will|going to|from now on|instead|not |decision is made|decided|settled|final|agreed|fixed"
    )
    .within(low)
        || low.starts_with("ok")
        || segment.has_topic;
    // "We use Unity for the game" says what is used for which part.
    let assigned = phrases!(" for the | for our | for all ").within(low)
        && !phrases!("currently|at the moment|right now|still|today|these days|already").within(low);
    (form == "we-use" && present && !firm && !assigned) || !says_decided(form) && words(&segment.text) > PROSE_WORDS
}

/// Number of words from which a sentence counts as prose.
const PROSE_WORDS: usize = 30;

/// Strips the words that say that a choice is settled: "we bundle with esbuild" is "Bundle with esbuild".
fn inner(text: &str) -> String {
    let low = text.to_lowercase();
    let bare = phrases!("we're going |we are going |we'll |we will |we're |we are |we |let's |so ")
        .iter()
        .find(|p| low.starts_with(*p));
    capital(bare.and_then(|p| text.get(p.len()..)).unwrap_or(text))
}

fn small(topic: &str) -> String {
    let mut chars = topic.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

fn verb_of(verb: &str) -> &'static str {
    match verb.trim() {
        "keep" | "keeping" => "Keep",
        "target" | "targeting" => "Target",
        "store" => "Store",
        "switch to" | "switching to" => "Switch to",
        "move to" | "moving to" => "Move to",
        "bundle with" => "Bundle with",
        "train with" => "Train with",
        "deploy to" => "Deploy to",
        "deploy on" => "Deploy on",
        "host on" => "Host on",
        "ship with" => "Ship with",
        "default to" => "Default to",
        _ => "Use",
    }
}

/// Strips a closing remark without content: "Redis tbh" is "Redis".
fn without_remark(what: &str) -> &str {
    let ends = phrases!(" tbh| to be honest| imo| imho| honestly| i think| i guess| frankly| if you ask me");
    let bare = what.trim_end_matches(['.', '!', ' ']);
    let low = bare.to_ascii_lowercase();
    let end = ends.iter().filter(|e| low.ends_with(*e)).map(str::len).max().unwrap_or(0);
    let bare = bare.get(..bare.len() - end).unwrap_or(bare);
    // Strips when and with whom the choice was made.
    let told = phrases!(
        " last week| last month| last year| last sprint| yesterday| the other day| this morning| in the meeting| at the meeting| in our meeting| in standup"
    );
    let told = told.find(&low).map(|(at, _)| at).filter(|at| words(bare.get(..*at).unwrap_or("")) >= 1);
    told.and_then(|at| bare.get(..at)).unwrap_or(bare).trim_end_matches([',', ' '])
}
