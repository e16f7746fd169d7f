//! Defines the ends that plain speech gives to what is open: a sentence names an open task or an item in force by its own
//! words and says that it can go, has become moot, was never said. The words of an item are what tells it from the
//! others; without an item that has all of them nothing ends.

use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::references::named_tasks::{
    OpenTask, deeds, is_deed_of, is_named_by, only_asked, open_lately,
};
use crate::pipeline::acts::references::standing::{LATELY, lately, open_tasks, recent, standing};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, plain, unhurried, words};
use crate::pipeline::acts::work::work_wording::thing_of;
use crate::pipeline::acts::{Act, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::state::{Item, ItemKind};

forms! {
    "can-go" r"^(?P<what>[^,;:]{1,60}?) (?:(?:can|may|could) (?:safely |just |also |now |simply )?(?:go(?: (?:from|off) (?:the|your|my|our) (?:[\w-]+ )?(?:list|board|backlog|agenda))?|be (?:dropped|skipped|scrapped|cancell?ed|forgotten|crossed off|struck))|(?:falls?|fell|has fallen|have fallen) (?:away|through|by the wayside))(?: now| then| again| too| as well| after all| for good)*$"
        yes "the brochure can go" no "the brochure can go to print";
    "moot" r"^(?P<what>[^,;:]{1,60}?)(?:'s| (?:is|are|was|has become|have become|has been|have been|became|got|gets|just got))(?: now| already| hereby| all| completely| officially| sort of| kind of| thus| rendered| made| no more than)* (?:off|out of scope|obsolete|void|not happening|a no-go|an? (?:bad|stupid|dumb|silly|terrible) idea|a mistake|a misunderstanding|dropped|killed|pulled|rejected|moot|history|superfluous|redundant|unnecessary|pointless|needless|irrelevant|withdrawn|revoked|overtaken by events|cut|axed|scrapped|shelved|descoped|cancell?ed|called off|dead|off the (?:table|list|menu|agenda)|no longer (?:needed|necessary|required|wanted|relevant)|not (?:needed|necessary|required|wanted) (?:any ?more|any longer|after all))(?: now| then| again| too| as well| after all| for good| any ?more)*$"
        yes "the brochure has become moot" no "the brochure is pointless to read";
    "rests" r"^(?P<what>[^,;:]{1,60}?) (?:(?:may|can|shall|should) (?:rest(?: in peace)?|die|be buried|be laid to rest)|(?:bites|bit) the dust|goes? (?:in|into) the bin)(?: now| then)*$"
        yes "the brochure may rest in peace" no "the brochure may rest on the table";
    "not-doing" r"^(?:then |so )?(?:we|i)(?:'re| are|'m| am) (?:not|no longer) (?:doing|building|going (?:to do|ahead with|with)) (?P<what>[^,;:]{2,60}?)(?: any ?more| any longer| after all| now| then| this (?:week|month|sprint|year))*$"
        yes "then we are not doing the brochure" no "we are not doing well, thanks";
    "decided-against" r"^(?:we|i|they|the team|management|product)(?:'ve| have| has)? (?:now |just |finally )*(?:decided|agreed|chose|voted)(?: [^,;:]{2,30})? (?:not to (?:do|build|make|have|go ahead with|continue with|pursue|proceed with)|against(?: doing| building| having)?) (?P<what>[^,;:]{2,60}?)(?: any ?more| after all| now| in (?:the )?[a-z-]+| this (?:week|month|sprint|year)| at all)*$"
        yes "we agreed at lunch not to do the brochure" no "we decided to do the brochure";
    "called-off" r"^(?:(?:(?:we|they)(?:'re| are)|i(?:'m| am)) (?:now |just |already |sadly )*(?:dropping|scrapping|cancell?ing|shelving|axing|abandoning|descoping|skipping|nixing|binning|killing|closing)|(?:we|i)(?:'ve| have)? (?:just |now )?(?:closed|cancell?ed|withdrawn|withdrew) (?:the|my|our) (?:ticket|issue|request|story|card|task)|(?:product|management|marketing|legal|they|(?:the|our|my) (?:team|customer|client|boss|lead|manager|pm|owner)|he|she|upstream|sales|leadership)(?:'ve|'s| have| has)? (?:just |now |sadly )*(?:killed|cut|dropped|cancell?ed|scrapped|shelved|axed|abandoned|descoped|nixed|pulled|rejected|withdrew|withdrawn|closed|vetoed))(?: (?:the (?:ticket|issue|request|story|card|task) )?(?:for|about|on))? (?P<what>[^,;:]{2,60}?)(?: (?:this|last|yesterday|today|just|now|again|for good|from|as|in)(?: [\w-]+){0,3})?$|^(?:i'm |we're )?closing (?P<listed>[^,;:]{2,60}?) as (?:wontfix|won't fix|won't do|invalid|obsolete|not planned|rejected|declined)$"
        yes "management killed the brochure this morning" no "the sun killed my mood, sadly";
    "halted" r"^(?:abort|disregard|discard|shelve|axe|bin|stop|halt|kill|void|undo|pull the plug on) (?P<what>[^,;:]{2,60}?)(?: (?:right (?:there|now|here)|immediately|for good|at once|there|now|then|please|altogether))*$"
        yes "stop the brochure right there" no "stop";
    "not-needed" r"^(?P<what>[^,;:]{1,60}?) (?:(?:won't|will not|need not|needn't) be (?:needed|necessary|required|done)|(?:no longer|doesn't|don't|does not|do not) needs? (?:doing|to be done)|(?:isn't|is not|aren't|are not) (?:an? )?(?:hard |strict |real )?(?:requirement|requirements|must|necessity|condition|needed|required|necessary)(?: any ?more| any longer| after all| now)|(?:is|are) no longer (?:an? )?(?:requirement|requirements|must|necessity|condition)|no longer (?:counts?|stands?|matters?|applies|apply))(?: now| then| any ?more| any longer| after all)*$"
        yes "the brochure won't be needed after all" no "the brochure won't be late";
    "need-no-more" r"^(?P<what>[^,;:]{2,80}? (?:doesn't|don't|does not|do not) (?:have|need) to .{2,50}?)(?: any ?more| any longer)$"
        yes "the boats don't have to pass the lock any more" no "the boats don't have to wait";
    "needs-no-longer" r"^(?P<what>[^,;:]{2,60}? no longer (?:has|have|needs?) to .{2,50})$"
        yes "the boats no longer have to pass the lock" no "the boats no longer float";
    "open-again" r"^(?:please |just )?(?:consider|regard|treat|count|take) (?P<what>[^,;:]{2,60}?) as (?:undecided|open|unsettled|not decided|not settled|undone)(?: again| now)*$"
        yes "please regard the brochure as undecided again" no "regard the brochure as good";
    "is-open-again" r"^(?P<what>[^,;:]{2,60}?) (?:is|are) (?:undecided|open|unsettled|up for discussion|back on the table)(?: again| now)+$"
        yes "the brochure is open again" no "the shop is open";
    "rule-falls" r"^(?P<what>[^,;:]{0,60}\b(?:rule|ban|limit|restriction|constraint|requirement|freeze|policy|cap|embargo)(?: (?:about|on|for|against|of|with|to|regarding) [^,;:]{2,60}?)?)(?:'s| (?:is|was|has been|gets|got))?(?: now| hereby| officially| all)* (?:suspended|lifted|repealed|abolished|revoked|over|gone|off|void|dropped|falls?|ends|ended|expires|expired)(?: now| then| again| today| for good| (?:as of|from|starting|since) (?:today|now|tomorrow|this week|yesterday|monday|next week)(?: on)?)*$"
        yes "the ferry rule is suspended from today" no "the ferry rule is simple";
    "unsaid" r"^(?:please |just )?(?:consider|regard|treat|count) (?P<what>[^,;:]{2,60}?)(?: as| to be)? (?:unsaid|(?:not|never) (?:said|mentioned|spoken|agreed)|withdrawn|retracted|void|gone|cancell?ed|lifted|off the (?:table|list)|closed|dropped)(?: now| then| for now)*$"
        yes "consider the brochure as never mentioned" no "consider the brochure";
    "spared" r"^(?:(?:you|we) (?:can|may|could) |please |let's )*(?:save|spare) (?:yourself|you|yourselves|us|ourselves)(?: the (?:trouble|work|effort|time) (?:of|for|with))? (?P<what>[^,;:]{2,60})$"
        yes "you can spare yourself the brochure" no "you can save the brochure";
    "without" r"^(?:(?:i|we|you) (?:can|could|may|will|'ll) (?:well |easily |just |happily )?(?:live|do|manage|go|get by) without|(?:i|we) (?:no longer|don't|do not) (?:want|need)|(?:there's |there is )?no (?:more |further |longer any )?need for) (?P<what>[^,;:]{2,60}?)(?: any ?more| any longer| now| then| after all)*$"
        yes "we can live without the brochure" no "we live without a car";
    "let-go" r"^(?:just |then )*let (?P<what>it|that|that one|them) go$"
        yes "let it go" no "let it go to print";
    "never-said" r"^(?:(?:forget|ignore|scratch|scrap|strike|disregard|drop|erase|delete|discard) (?:what|everything|anything|all|whatever)(?: that)? i(?:'ve| have| had)? (?:just |ever |once )?(?:said|wrote|told you|told|mentioned|asked)(?: for)?|(?:let's |just )?(?:pretend|act as if|act like) (?:i|we)(?:'d| had)? never (?:said|mentioned|brought up|wrote|asked for)(?: anything)?|i (?:said|wrote|told you) nothing)(?: about| on| of| regarding| re)? (?P<what>[^,;:]{2,60})$"
        yes "scratch what I told you about the brochure" no "scratch what hurts";
    "off-list" r"^(?:(?:you|we) (?:can|may|could) |please |let's )*(?:off (?:the|your|my|our) (?:[\w-]+ )?(?:list|plate|agenda|board|table) with|(?:take|strike|cross|scratch|remove|drop|delete) (?P<listed>[^,;:]{2,60}?) (?:off|from) (?:the|your|my|our) (?:[\w-]+ )?(?:list|plate|agenda|board|table|backlog|todos?))(?: again| then| now)*(?P<what> [^,;:]{2,60})?$"
        yes "strike the brochure from the list" no "strike the brochure";
    "not-that" r"^(?:[^,;:]{2,40}, (?:but |and )?)?not (?P<what>(?:the|that|a|an|my|our) [^,;:]{2,40}?)(?: any ?more| after all| please| though| then)*$"
        yes "only the leaflet, not the brochure" no "not sure about the brochure";
    "retracted" r"^(?:i |i'll |i'd like to |let me |i have to |please )*(?:cancel|nvm|never ?mind|retract|withdraw|unsay|revoke|rescind|repeal|call off|scrap|scratch|forget(?: all)?(?: about)?|take (?P<back>[^,;:]{2,40}?) back)(?P<what> [^,;:]{2,60}?)?(?: for now| again| then| please| altogether| entirely)*$"
        yes "nvm the brochure" no "never again";
}

/// Words before an order to end something.
const LEADS: Phrases = phrases!(
    "no|ok|okay|yes|yep|yeah|oh|ah|uh|hm|hmm|ohh|well|so|and|but|then|actually|please|pls|sorry|on second thought|in that case|right|fine|argh|just|also|news|update|therefore|thus|good news|bad news|hey|listen|apologies|my bad|change of plan|change of plans|i changed my mind|thanks|thank you|sorry for the noise|turns out|it turns out"
);

/// Stems of words that name the sort of a thing, not the thing: "the sigma rule", "my statement on tiles".
const SORTS: Phrases = phrases!(
    "rul|ban|limit|restriction|constraint|requirement|freez|polici|cap|embargo|thing|stuff|business|stori\
     |part|bit|item|on|idea|plan|project|ticket|featur|card|initiativ|task|todo|job|request|statement|remark|point|decision|choic|wish|whol|again|now|work|about|said|old|entri|ticket|bullet|have|has|need|no|longer|anymor|troubl|ever|anyth|current|my|not|hard|strict|firm"
);

/// Maximum number of words in a sentence that ends something, and of content words in the name of what it ends.
const MOST: usize = 18;
const NAME_WORDS: usize = 4;

/// Number of the person's first sentences that are looked at.
const SENTENCES: usize = 6;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).take(SENTENCES).collect();
    let mut out: Vec<Act> = Vec::new();
    for sentence in own {
        if sentence.asks || sentence.list.is_some() {
            continue;
        }
        for segment in view.segments(sentence) {
            let ended = of_segment(view, segment, &out);
            out.extend(ended);
        }
    }
    out
}

/// The end that a segment gives to an item; words that only point to what was just ended say nothing more.
fn of_segment(view: View<'_>, segment: &Segment, before: &[Act]) -> Vec<Act> {
    // "The board agreed, so the limit is lifted": the end follows from what is reported.
    let concluded = segment.text.split_once(", so ").and_then(|(_, said)| ending(said));
    let follows = concluded.is_some() || segment.before.trim_end().ends_with(" so");
    if segment.doubtful && !follows || matches!(segment.modality, Modality::Hedge | Modality::Conditional) {
        return Vec::new();
    }
    let Some((form, what)) = concluded.or_else(|| ending(&segment.text)) else { return Vec::new() };
    // "What I said" is no report of others.
    if segment.modality == Modality::Report && !follows && !matches!(form, "unsaid" | "never-said") {
        return Vec::new();
    }
    // "Not the brochure" may answer a question.
    if form == "not-that" && view.offers.iter().any(|offer| offer.asked) {
        return Vec::new();
    }
    let low = what.to_lowercase();
    if PRONOUNS.contains(low.as_str()) {
        return if before.is_empty() { pointed(view, segment, form) } else { vec![nothing(segment)] };
    }
    let of_rule = RULES.iter().any(|rule| format!(" {low}").ends_with(rule));
    let that_rule = of_rule && after_any(&low, phrases!("the|that|this")).is_some();
    let items = if (form == "rule-falls" || that_rule) && is_sort(&what) {
        newest_rule(view)
    } else {
        named(view, form, &what)
    };
    if items.is_empty() {
        // Such an order asks for no work, whatever it is about.
        let of_rule = form == "retracted" && of_rule;
        let ends_only = matches!(form, "spared" | "unsaid" | "never-said") || low_opens(segment, "nvm") || of_rule;
        return if ends_only { vec![nothing(segment)] } else { Vec::new() };
    }
    // "The rope is cut" after "cut the rope" reports; "nvm about the cut" does not.
    let told = segment.low.split_once(low.as_str()).map(|(_, told)| deeds(told)).unwrap_or_default();
    let ordered = |item: &Item| item.kind == ItemKind::Task && is_deed_of(&told, &OpenTask::new(item));
    let items = items.into_iter().filter(|item| !ordered(item));
    items.map(|item| Act { form, ..Act::ends(item, segment.range.clone(), form) }).collect()
}

fn nothing(segment: &Segment) -> Act {
    Act::nothing(segment.range.clone(), "ended")
}

fn low_opens(segment: &Segment, word: &'static str) -> bool {
    segment.low.split(' ').next() == Some(word)
}

/// Nouns of what is set by speaking.
const RULES: Phrases = phrases!(" rule| ban| limit| restriction| requirement| policy| freeze");

/// Words that point to what was said before them.
const PRONOUNS: Phrases = phrases!("it|that|this|them|those|these|that one|this one|that again|that part|all that");

/// The form with which words end something, and the name of what they end.
pub(in crate::pipeline::acts) fn ending(text: &str) -> Option<(&'static str, String)> {
    let text = plain(text).replace('’', "'");
    let mut rest = text.trim();
    // "Stop, the brochure is moot", but "stop the brochure"
    let halted = |rest| {
        after_any(rest, phrases!("stop|wait|no wait|hold on")).filter(|after| after.starts_with([',', '.', '!']))
    };
    while let Some(after) = after_any(rest, LEADS).or_else(|| halted(rest)).filter(|after| !after.is_empty()) {
        rest = after.trim_start_matches([',', ':', '.', '-', ' ']);
    }
    // The reason behind it is no part of the name.
    let end =
        phrases!(", |; | - | – | — | because | since | as the |. | (").find(rest).map_or(rest.len(), |(at, _)| at);
    // "Only the leaflet, not the brochure"
    let end = if rest.get(end..).is_some_and(|tail| tail.starts_with(", not the ")) { rest.len() } else { end };
    let said = rest.get(..end)?.trim_end_matches(['.', '!', ' ']);
    if words(said) > MOST {
        return None;
    }
    let low = said.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low)?;
    let what = ["what", "listed", "back"].map(|name| group(said, &found, name)).into_iter().find(|w| !w.is_empty())?;
    let what = unhurried(after_any(what, phrases!("with|about|on|for|that you|to")).unwrap_or(what));
    Some((form, what.to_owned()))
}

/// Whether words name only a sort of thing: "that rule".
fn is_sort(what: &str) -> bool {
    tokens(what).iter().all(|t| SORTS.contains(t))
}

/// The rule that was set last, if that was just now.
fn newest_rule(view: View<'_>) -> Vec<&'_ Item> {
    recent(view, ItemKind::Constraint).next().filter(|i| lately(view, i, LATELY)).into_iter().collect()
}

/// The open items that a name means: those that have all its words. Several are meant only if one turn made them.
fn named<'v>(view: View<'v>, form: &str, what: &str) -> Vec<&'v Item> {
    let wanted: Vec<String> = tokens(what).into_iter().filter(|t| !SORTS.contains(t)).collect();
    if wanted.is_empty() || wanted.len() > NAME_WORDS {
        return Vec::new();
    }
    let has_all = |item: &&Item| {
        let own = tokens(&item.summary);
        wanted.iter().all(|w| own.iter().any(|t| alike(t, w)))
    };
    // "We can do without tin" insists on a ban of tin; only "the tin rule can go" ends it.
    let of_rule =
        matches!(form, "rule-falls" | "unsaid" | "never-said") || RULES.within(&format!(" {}", what.to_lowercase()));
    let bans = |item: &&Item| item.kind != ItemKind::Task && tokens(&item.summary).iter().any(|t| t == "not");
    let open = standing(view).chain(open_tasks(view)).chain(recent(view, ItemKind::Goal));
    // A task that is open again is not done, and work that somebody no longer has to do may be what a task asks for.
    let of_sort = |item: &&Item| match form {
        "open-again" | "is-open-again" => item.kind == ItemKind::Decision,
        "need-no-more" | "needs-no-longer" => item.kind == ItemKind::Constraint,
        "called-off" | "not-that" => item.kind == ItemKind::Task,
        // "Stop the mill" is no word on "paint the door of the mill".
        "halted" => item.kind == ItemKind::Task && is_about(item, &wanted),
        _ => true,
    };
    let open = open.filter(of_sort);
    let mut found: Vec<&Item> = open.filter(|item| has_all(item) && (of_rule || !bans(item))).collect();
    found.sort_by_key(|i| std::cmp::Reverse(i.touched_seq));
    let Some(newest) = found.first().copied() else {
        // "The gate job" after "oil the hinges of the gate", which is all that was asked for; "the gate of the other hut" is
        // none of it.
        let other = phrases!(" of | other |another ").within(&what.to_lowercase());
        let is_meant = |task: &&Item| !other && of_sort(task) && is_named_by(&wanted.join(" "), task);
        let asked = only_asked(view, &open_lately(view)).filter(is_meant);
        return asked.into_iter().collect();
    };
    found.retain(|i| made_with(i, newest));
    found
}

/// Whether one of the words is the verb of a task or stands in its object.
fn is_about(task: &Item, words: &[String]) -> bool {
    let object = thing_of(&task.summary).unwrap_or_default();
    let verb = task.summary.split(' ').next().unwrap_or_default();
    let own = tokens(&format!("{verb} {object}"));
    words.iter().any(|w| own.iter().any(|t| alike(t, w)))
}

/// Whether two items come from the same turn.
fn made_with(item: &Item, other: &Item) -> bool {
    item.source_turns.iter().any(|s| other.source_turns.iter().any(|o| o.turn_id == s.turn_id))
}

/// Minimum number of letters in the common beginning of two forms of a word.
const ROOT: usize = 4;

fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || short.len() >= ROOT && long.starts_with(short)
}

/// The item that a pronoun means: the one named by the words of the turn before it.
fn pointed(view: View<'_>, segment: &Segment, form: &'static str) -> Vec<Act> {
    let told = view.own().take_while(|s| s.range.end <= segment.range.start).last().map(|s| plain(&s.text));
    let told = if words(&segment.before) >= 2 { segment.before.clone() } else { told.unwrap_or_default() };
    let said = tokens(&told);
    let shares = |item: &Item| tokens(&item.summary).iter().filter(|t| said.iter().any(|s| alike(s, t))).count();
    let open = standing(view).chain(open_tasks(view));
    let best = open.map(|item| (shares(item), item)).filter(|(shared, _)| *shared >= 2);
    let item = best.max_by_key(|(shared, item)| (*shared, item.touched_seq)).map(|(_, item)| item);
    item.map(|item| Act::ends(item, segment.range.clone(), form)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_what_it_ends() {
        for (said, what) in [
            ("the brochure can go, the fair is cancelled", "the brochure"),
            ("oh, the brochure has become moot", "the brochure"),
            ("ok so the harbour rule is suspended as of today", "the harbour rule"),
            ("please consider the brochure as unsaid", "the brochure"),
            ("you can save yourself the brochure", "the brochure"),
            ("scratch what I wrote about the brochure", "the brochure"),
            ("strike the brochure from the list", "the brochure"),
            ("off the list with it", "it"),
            ("I take the brochure back", "the brochure"),
        ] {
            assert_eq!(ending(said).map(|(_, what)| what).as_deref(), Some(what), "{said}");
        }
        for said in [
            "the brochure can go to print",
            "don't forget the brochure",
            "the brochure is nearly done",
            "never cancel the brochure",
            "the harbour rule is simple",
            "consider the brochure",
        ] {
            assert_eq!(ending(said).map(|(_, what)| what), None, "{said}");
        }
    }
}
