//! Defines changes of mind: another value for the same setting, another choice in the old one's place, something taken
//! back, a rule relaxed or lifted. Each change goes to the standing item it means, so that one chain holds them all.

use super::form::{forms, group};
use super::quantities::{measured, same_unit, value, with_unit};
use super::segments::Segment;
use super::wording::{after_any, capital, unhurried, whole, words};
use super::{Act, ActKind, View, offers};
use crate::language::phrases::Phrases;
use crate::language::stems::tokens;
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

forms! {
    "undo" r"^(?:no,? |oh,? |hm+,? |ok,? |sorry,? |wait,? |actually,? |please,? |and )*(?:undo|revert|scrap|cancel|forget|strike|scratch|drop|delete|remove|ignore|retract|withdraw|take back|never ?mind|kill|lift|abandon|nix|bin)(?: about)? (?P<what>(?:that|this|it|the|what i|my|all that|everything i)\b.*)$"
        yes "undo that, it breaks the privacy page" no "undone by then";
    "said-about" r"^(?:no,? |oh,? |ok,? |please,? |and |actually,? )*(?:forget|ignore|scrap|scratch|strike|never ?mind) (?:about )?(?:what i|everything i|all i)(?:'ve| have)? (?:just )?(?:said|wrote|told you|asked)(?: about| on| regarding| for)? (?P<what>.+)$"
        yes "forget what I said about the bloom filter, a set is small enough" no "forget it";
    "off-the-table" r"^(?:ok,? |so |please,? |and |on reflection,? )*(?:let's |we |i )?(?:take|took|have taken) (?P<what>.+?) (?:off the table|off the list|off the plan|back out|out of scope|out again)\b.*$"
        yes "Take the plugin API off the table for now" no "take it home";
    "rule-lifted" r"^(?:.{0,60}, )?(?:the |that |this )(?:rule|limit|ban|constraint|restriction|freeze|requirement)(?: (?:about|on|for|of|that|with|against))? (?P<what>.+?) (?:is|are|was|has been|have been)(?: now)? (?:lifted|gone|off|over|dropped|removed|obsolete|history|void|cancelled|canceled|off the table)(?: now| then)?$"
        yes "I asked them, the rule about new modules is lifted" no "the rule is old";
    "no-longer" r"^(?:so |and |ok,? |actually,? )*(?:you can (?:now )?ignore|we (?:don't|do not|no longer) need|no need for|there's no need for|we can drop|we can forget|you can forget|we're dropping|we drop|we dropped) (?P<what>.+?)(?: anymore| any more| any longer| from now on| now| after all)?$"
        yes "you can ignore the 80 column limit from now on" no "we need that anymore";
    "requirement-gone" r"^(?:please,? |and |so )*(?:delete|remove|drop|strike|lift|scrap|cancel) (?:the |that |this )(?:requirement|rule|constraint|limit|condition|restriction|decision)(?: (?:of|about|on|for|that|with))? (?P<what>.+)$"
        yes "Please delete the requirement of IE11" no "delete the file";
    "you-may" r"^(?:ok(?:ay)?,? |fine,? |ouch\.? |actually,? |hm+,? |right,? |so |then |alright,? |well,? )*(?:then )?(?:you|we)(?: now| actually| can| may)* (?:can|may|are allowed to|'re allowed to|are free to) (?:now |actually |of course |also )?(?P<what>.+)$"
        yes "Actually you may add deps if they're MIT" no "you might be right";
    "is-allowed" r"^(?:ok(?:ay)?,? |fine,? |actually,? |hm+,? |so |then |alright,? |well,? )*(?P<what>.{2,60}?) (?:is|are) (?:now |actually )?(?:ok|okay|fine|allowed|acceptable|permitted)(?: (?P<where>in|for|under|inside|within|if|when|as long as) (?P<limit>.+?))?(?: then| now| after all)?(?:, nowhere else)?$"
        yes "unsafe is allowed in src/simd then, nowhere else" no "is it fine";
    "instead" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |wait,? |actually,? |changed my mind,? |on second thought,? |so |then |and |but |right,? |fair,? |ah,? |hmm wait,? )*(?:let's |we'll |we |i'd |please |pls )?(?:go with|use|take|make it|switch to|change (?:it )?to|go|go for|do|move to|rather use|better use|swap in|swap it for|replace it (?:with|by)|replace that (?:with|by)) (?P<what>.+?)(?:,? (?:instead|then|after all|now|please|again))+(?: of (?P<old>.+))?$"
        yes "actually use zod instead" no "instead it failed";
    "instead-of" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |wait,? |actually,? |and |but |so )*(?:let's |we'll |we |i'd |please )?(?:go with|use|take|make it|switch to|do|move to) (?P<what>.+?) (?:instead of|rather than|in place of) (?P<old>.+)$"
        yes "use Fastify instead of Express" no "instead of that";
    "replace" r"^(?:no,? |ok(?:ay)?,? |actually,? |and |so )*(?:let's |we'll |please )?(?:replace|swap|exchange) (?P<old>.+?) (?:with|by|for|against) (?P<what>.+)$"
        yes "replace Redis with Valkey" no "a replacement";
    "changed-mind" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |and |so )*(?:i )?(?:changed my mind|on second thought|on reflection|thinking about it again|scratch that|scrap that|no wait|wait|hold on|correction|i take it back|i take that back|strike that|forget that)\s*[,:;.!-]+ ?(?:let's |we'll |we |i'd )?(?:go with |use |take |make it |do |go for |better )?(?P<what>.+)$"
        yes "changed my mind, go with axum" no "my mind is full";
    "back-to" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |argh,? |so |then |sorry,? |and |let's |we'll |we |please )*(?:go |going |switch |revert |move |change )?(?:it )?back to (?P<what>.+)$"
        yes "back to redis" no "my back hurts";
    "its-not" r"^(?:no,? |oh,? |ok(?:ay)?,? |sorry.{0,30}?[,:] |the .{2,40}?: |so |actually,? )*(?:it's|it is|we're on|it'll be|that's) (?P<what>[^,]{1,40}), not (?P<old>[^,]{1,40})$"
        yes "it's Azure, not GCP" no "it's not";
    "switch" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |then |and |let's |we'll |we |we're |i'd |please )*(?:switch|switching|move|moving|migrate|migrating|change|changing) (?:from (?P<old>.+?) )?(?:over )?to (?P<what>.+?)(?: instead| now| then)?$"
        yes "let's switch from npm to pnpm" no "the switch is broken";
    "set-to" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |then |and |nice\.? |let's |we |we'll |please |pls )*(?:set|bump|raise|lower|reduce|increase|cut|change|put|bring|up|drop|extend|shorten|double|halve|lift|rename|make|limit|relax|tighten|turn)(?: (?P<subject>it|that|this|them|the bar|.{2,50}?))? (?:up |down |back )?(?:to|at|by|:|->) (?P<what>.+?)(?: instead(?: of (?P<old>.+))?| then| now| please)*$"
        yes "bump the timeout to 60s" no "set theory";
    "make-it" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |ouch.{0,30}?[,.] ?|actually,? |so |then |and |let's |please |wait,? )*(?:make|let's make|call|name) (?:it|that|this|them) (?P<what>.+?)(?: then| please| instead(?: of (?P<old>.+))?| now| after all)*$"
        yes "make it 60" no "it makes sense";
    "take-instead" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |and |so |then )*(?:take|use|say|better|rather) (?P<what>\S+(?: \S+){0,3}?)(?: instead| then| please)*$"
        yes "take 3e-4 instead" no "we took it";
    "then" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |right,? |fine,? |so |and |argh,? )*(?P<what>[^,]{1,40}?) then(?:, but .+)?$"
        yes "28 March then" no "what happens";
    "not-bar" r"^(?:so |then |and |but )*(?P<what>not (?:below|above|under|over|more than|less than) .*\d.*?)(?: from now on| now)?$"
        yes "not below 80 from now on" no "not today";
    "bare" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |nope\.? ?|so |sorry,? |wait,? |hmm,? )*(?P<what>[\w.+#/-]+(?: [\w.+#%/-]+)?)$"
        yes "no, memcached" no "what is this all about";
}

/// Turns in which a short change can mean the item settled last.
const RECENT_ITEMS: usize = 12;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    let own: Vec<_> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    for sentence in own.iter().take(12) {
        if sentence.asks {
            continue;
        }
        if let Some(nothing) = never_mind(sentence) {
            out.push(nothing);
            continue;
        }
        let segments = view.segments(sentence);
        // "forget what I said about X, a set is enough" is one change: its reason is no act of its own.
        for (at, segment) in segments.iter().enumerate() {
            if segment.unsettled() && !segment.low.contains("if they") {
                continue;
            }
            let alone = own.len() <= 2 && segments.len() == 1;
            out.extend(of_segment(view, segment, alone, at));
        }
    }
    out
}

/// "Never mind, I found it": takes a question back, and says nothing about the work.
fn never_mind(sentence: &Sentence) -> Option<Act> {
    let rest = after_any(&sentence.text, Phrases("never mind|nevermind|never minded|nvm"))?;
    let rest = rest.trim_start_matches([',', '.', '!', ' ']);
    let names = after_any(rest, Phrases("about|the|what|that|those|my")).is_some();
    (!names).then(|| Act::nothing(sentence.range.clone(), "never-mind"))
}

fn of_segment(view: View<'_>, segment: &Segment, alone: bool, at: usize) -> Option<Act> {
    FORMS.iter().find_map(|form| {
        let found = form.pattern.captures(&segment.low)?;
        let what = Some(group(&segment.text, &found, "what")).filter(|w| !w.is_empty())?;
        let old = group(&segment.text, &found, "old");
        let subject = group(&segment.text, &found, "subject");
        match form.id {
            "undo" | "said-about" | "off-the-table" | "no-longer" | "requirement-gone" | "rule-lifted" => {
                withdrawn(view, segment, what, form.id)
            }
            "you-may" | "is-allowed" => relaxed(view, segment, what),
            "bare" | "then" if !alone || at > 0 => None,
            "bare" if !objects(segment) => None,
            "set-to" => revalued(view, segment, what, subject, form.id)
                .or_else(|| first_valued(segment, what, subject, form.id).filter(|_| alone || !is_step(segment))),
            "take-instead" | "then" | "bare" | "instead" | "make-it" | "back-to" | "changed-mind" | "not-bar" => {
                revalued(view, segment, what, subject, form.id).or_else(|| rechosen(view, segment, what, old, form.id))
            }
            _ => {
                rechosen(view, segment, what, old, form.id).or_else(|| revalued(view, segment, what, subject, form.id))
            }
        }
    })
}

/// Whether a new value is a step of the work ("bump the version to 2.0") where other steps stand beside it.
fn is_step(segment: &Segment) -> bool {
    after_any(&segment.low, Phrases("bump|rename|and bump|and rename|then bump")).is_some()
}

/// Whether the words say that something else is wanted than what was said before.
fn objects(segment: &Segment) -> bool {
    after_any(&segment.low, Phrases("no,|no.|nope|actually|sorry|wait|hm|hmm|oh|ah")).is_some()
        || value(&segment.text).is_some_and(|(at, _)| at == 0)
}

/// The standing choices and rules of talk, newest first.
fn standing(view: View<'_>) -> impl Iterator<Item = &'_ Item> {
    let mut all: Vec<&Item> = [ItemKind::Decision, ItemKind::Constraint]
        .into_iter()
        .flat_map(|kind| view.ledger.active(kind).rev().take(RECENT_ITEMS))
        .collect();
    all.sort_by_key(|i| std::cmp::Reverse(i.touched_seq));
    all.into_iter()
}

/// The standing item whose words hold these, best first; `least` of them must.
fn named<'v>(items: impl Iterator<Item = &'v Item>, what: &str) -> Option<&'v Item> {
    const EMPTY: Phrases = Phrases(
        "rule|again|edit|touch|chang|now|freez|limit|decision|thing|requir|constraint|idea|plan|not|stuff|about|said|whole|part|support|anymor",
    );
    let wanted: Vec<String> = tokens(what).into_iter().filter(|t| !EMPTY.contains(t.as_str())).collect();
    if wanted.is_empty() {
        return None;
    }
    let shared = |item: &Item| {
        let all = tokens(&item.summary);
        wanted
            .iter()
            .filter(|w| {
                all.iter().any(|t| {
                    t == *w || (w.len() > 3 && (t.starts_with(w.as_str()) || w.starts_with(t.as_str()) && t.len() > 3))
                })
            })
            .count()
    };
    let least = if wanted.len() <= 2 { 1 } else { 2 };
    items.map(|i| (shared(i), i)).filter(|(n, _)| *n >= least).max_by_key(|(n, i)| (*n, i.touched_seq)).map(|(_, i)| i)
}

/// What "undo that", "forget what I said about X" takes back.
fn withdrawn(view: View<'_>, segment: &Segment, what: &str, form: &'static str) -> Option<Act> {
    let low = what.to_lowercase();
    let what = what.split([',', ';']).next().unwrap_or(what);
    let tasks = || view.ledger.open_of_kind(ItemKind::Task).rev().take(RECENT_ITEMS);
    let points = words(what) <= 3
        && Phrases(
            "that|this|it|that one|that rule|this rule|that decision|that idea|that plan|that again|this again|it again\
     |that please",
        )
        .iter()
        .any(|p| low.trim_end_matches([',', '.', '!']).split(',').next() == Some(p));
    let item = if points {
        let kind = if low.contains("rule") { Some(ItemKind::Constraint) } else { None };
        let newest = standing(view).find(|i| kind.is_none_or(|k| i.kind == k));
        let task = tasks().next().filter(|_| kind.is_none());
        match (newest, task) {
            (Some(a), Some(b)) if b.touched_seq > a.touched_seq => Some(b),
            (a, b) => a.or(b),
        }
    } else {
        named(standing(view).chain(tasks()), what)
    }?;
    // "Remove it", "revert that" mostly ask for work on the code.
    let of_code = points && after_any(&segment.low, Phrases("remove|delete|drop|revert|kill|cancel|abandon")).is_some();
    if points && !lately(view, item, if of_code { 2 } else { LATELY }) {
        return None;
    }
    let deed = if item.kind == ItemKind::Task { ActKind::Drop } else { ActKind::Withdraw };
    let mut act = Act::settled(deed, segment.range.clone(), item.summary.clone(), form);
    act.target = Some(item.id.clone());
    Some(act)
}

/// A rule that is relaxed or lifted by what one may do now.
fn relaxed(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let rules = || view.ledger.active(ItemKind::Constraint).rev().take(RECENT_ITEMS);
    let allowed = Phrases(" may |allowed|permitted|free to").within(&segment.low);
    let newest = || rules().next().filter(|i| allowed && words(what) <= 8 && lately(view, i, LATELY));
    let turned = allowed || Phrases("now|actually|after all|then| if |ok|fine|anymore").within(&segment.low);
    let item = named(rules().filter(|_| turned), &similar(what)).or_else(newest)?;
    let limits = Phrases(" if | as long as | in | under | for | only | when | unless |nowhere else| inside ")
        .iter()
        .any(|l| segment.low.contains(l));
    if limits {
        let mut act =
            Act::settled(ActKind::Revise, segment.range.clone(), whole(&capital(unhurried(&segment.text))), "relaxed");
        act.target = Some(item.id.clone());
        return Some(act);
    }
    let mut act = Act::settled(ActKind::Withdraw, segment.range.clone(), item.summary.clone(), "lifted");
    act.target = Some(item.id.clone());
    Some(act)
}

/// Short forms of words that rules use.
fn similar(what: &str) -> String {
    what.replace("deps", "dependencies").replace("dep ", "dependency ")
}

/// Another number for the setting that is meant: the one that is named, else the one settled last that has a number.
fn revalued(view: View<'_>, segment: &Segment, what: &str, subject: &str, form: &'static str) -> Option<Act> {
    let what = what.split(" instead").next().unwrap_or(what);
    let (from, to) = measured(what)?;
    let new = what.get(from..to)?;
    // More than a number and a word or two speaks for itself.
    if words(what) > 7 {
        return None;
    }
    let facts = || view.ledger.active(ItemKind::Fact).rev().take(RECENT_ITEMS);
    let mut all: Vec<&Item> = standing(view).chain(facts()).filter(|i| measured(&i.summary).is_some()).collect();
    all.sort_by_key(|i| std::cmp::Reverse(i.touched_seq));
    let with_number = || all.iter().copied();
    let pointing = Phrases("|it|that|this|them|the bar").contains(subject.to_lowercase().as_str());
    let item = if pointing { same_unit(with_number(), new) } else { named(with_number(), subject) }?;
    let (was_from, was_to) = measured(&item.summary)?;
    let old = item.summary.get(was_from..was_to)?;
    if old == new {
        return None;
    }
    let merged = with_unit(new, old);
    let summary = format!("{}{merged}{}", item.summary.get(..was_from)?, item.summary.get(was_to..)?);
    let mut act = Act::settled(ActKind::Revise, segment.range.clone(), whole(&summary), form);
    act.target = Some(item.id.clone());
    Some(act)
}

/// The first value of a setting that is named: "set the timeout to 30 seconds".
fn first_valued(segment: &Segment, what: &str, subject: &str, form: &'static str) -> Option<Act> {
    let named = !subject.is_empty() && !Phrases("it|that|this|them|the bar").contains(subject.to_lowercase().as_str());
    let short = words(what) <= 4 && words(subject) <= 5 && words(&segment.text) <= 12;
    let valued = named && short && measured(what).is_some_and(|(at, _)| at == 0);
    valued
        .then(|| Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(unhurried(&segment.text))), form))
}

/// Another choice in the place of a standing one: the one that is named as old, else the one settled last.
fn rechosen(view: View<'_>, segment: &Segment, what: &str, old: &str, form: &'static str) -> Option<Act> {
    let (what, _) = super::wording::reason(what);
    let what = unhurried(what.split(['.', ';']).next().unwrap_or(what));
    let picked = older_option(view, what);
    let what = picked.as_deref().unwrap_or(what);
    // "X instead of Y for the orders": what it is for belongs to both.
    let old = TAILS.iter().filter_map(|t| old.find(t)).min().map_or(old, |end| old.get(..end).unwrap_or(old));
    let choices = || view.ledger.active(ItemKind::Decision).rev().take(RECENT_ITEMS);
    let named_old = if old.is_empty() { None } else { named(choices(), old) };
    let weak = matches!(
        form,
        "take-instead"
            | "then"
            | "bare"
            | "instead"
            | "make-it"
            | "back-to"
            | "changed-mind"
            | "switch"
            | "its-not"
            | "instead-of"
            | "replace"
    );
    if !weak {
        return None;
    }
    let strong = matches!(form, "instead-of" | "replace" | "switch" | "its-not");
    let item = match named_old {
        Some(item) => item,
        None if !old.is_empty() || strong => return None,
        None => choices().max_by_key(|i| i.touched_seq)?,
    };
    if picked.is_none() && !is_name(what, form)
        || tokens(&item.summary).iter().any(|t| tokens(what).contains(t) && words(what) == 1)
    {
        return None;
    }
    // Just said: the talk is still about it.
    let within = if matches!(form, "bare" | "then" | "take-instead") { 2 } else { LATELY };
    if named_old.is_none() && !lately(view, item, within) {
        return None;
    }
    let summary = if picked.is_some() { what.to_owned() } else { replaced(&item.summary, old, what) };
    let mut act = Act::settled(ActKind::Revise, segment.range.clone(), whole(&summary), form);
    act.target = Some(item.id.clone());
    Some(act)
}

/// The option that a label names among the options offered last: "on second thought 2".
fn older_option(view: View<'_>, what: &str) -> Option<String> {
    let label = what.trim_start_matches("option ").to_lowercase();
    if label.len() > 2 {
        return None;
    }
    let agents = view.talk.before().filter(|t| t.role == Role::Assistant);
    let mut lists = agents.flat_map(offers::offers).filter(|o| o.options.iter().any(|c| c.label.is_some()));
    lists.next()?.options.into_iter().find(|o| o.label.as_ref() == Some(&label)).map(|o| o.summary)
}

/// Words that no option is called by.
const NO_NAME: Phrases = Phrases(
    "yes|no|ok|okay|thanks|thx|good|fine|cool|great|nice|done|continue|go|next|right|sure|stop|wait|hm|hmm|what\
     |why|how|that|this|it|them|one|nothing|both|all|none|maybe|later|now|again|back|first|push|commit|merge|home\
     |work|better|faster|smaller|bigger|simpler|good|lgtm|perfect|please|sorry|same|haha|lol|k|y|n|yep|yeah|nope\
     |nah|hello|hi|hey|ship|proceed|agreed|exactly|correct|wow|ugh|argh|retry|run|test|more|clear|compact\
     |interesting|i see|got it|never mind|aha|mh|ah|oh|possible|optional|readable|clearer|shorter|happen|so|quick\
     |short",
);

fn is_name(what: &str, form: &str) -> bool {
    let low = what.to_lowercase();
    let first = low.split_whitespace().next().unwrap_or("");
    let most = if matches!(form, "bare" | "then" | "take-instead") { 2 } else { 6 };
    words(what) >= 1
        && words(what) <= most
        && !NO_NAME.contains(low.as_str())
        && !NO_NAME.contains(first)
        && low.chars().any(char::is_alphabetic)
        && !low.contains('?')
}

/// Turns back in which an item counts as just said.
const LATELY: usize = 6;

/// Whether an item was settled or changed in the last `within` turns.
fn lately(view: View<'_>, item: &Item, within: usize) -> bool {
    let turns: Vec<&str> = view.talk.before().take(within).map(|t| t.turn_id.as_str()).collect();
    item.source_turns.iter().any(|s| turns.contains(&&*s.turn_id))
}

/// Verbs a choice opens with.
const VERBS: Phrases = Phrases(
    "use |keep |target |switch to |move to |bundle with |train with |deploy to |host on |ship with |default to \
 |store |go with ",
);
/// Words at which what a choice is for begins.
const TAILS: Phrases = Phrases(" for | as | in | on | to | at | - |, | with | when ");

/// The old choice's words with the new one in its place.
fn replaced(summary: &str, old: &str, new: &str) -> String {
    let low = summary.to_ascii_lowercase();
    if !old.is_empty()
        && let Some(at) = low.find(&old.to_ascii_lowercase())
    {
        let end = at + old.len();
        return format!("{}{new}{}", summary.get(..at).unwrap_or(""), summary.get(end..).unwrap_or(""));
    }
    let verb = VERBS.iter().find(|v| low.starts_with(*v)).map_or(0, str::len);
    let rest = low.get(verb..).unwrap_or("");
    let tail = TAILS.iter().filter_map(|t| rest.find(t)).min().map_or(summary.len(), |at| verb + at);
    let after = Phrases(" for | as | in | - | on ").iter().any(|t| low.get(tail..).is_some_and(|r| r.starts_with(t)));
    if verb > 0 || after {
        return capital(&format!(
            "{}{new}{}",
            summary.get(..verb).unwrap_or(""),
            if after { summary.get(tail..).unwrap_or("") } else { "" }
        ));
    }
    if summary.contains(": ") {
        let at = summary.find(": ").map_or(0, |at| at + 2);
        return format!("{}{new}", summary.get(..at).unwrap_or(""));
    }
    // Built like "Building the prototype in Unity": the last name gives way.
    match summary.rsplit_once(' ') {
        Some((head, _)) if words(summary) >= 4 => format!("{head} {new}"),
        _ => capital(new),
    }
}
