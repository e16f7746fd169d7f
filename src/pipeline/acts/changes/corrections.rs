//! Defines corrections that make sense only with the item they change: a bare number ("60 it is", "give it 90"), an
//! exception to a rule ("you can add zod, but only that one"), a choice that is ruled out.

use super::changes_of_mind::announces;
use super::new_values::may_take;
use super::same_subject::only_observes;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::questions::side_starts::LINKS;
use crate::pipeline::acts::references::standing::{LATELY, all_named, lately, open_tasks, recent, standing};
use crate::pipeline::acts::sentences::quantities::{kin_values, measured, single, with_amount, with_unit};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, stands_alone, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View, overlaps};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// An exception to a rule.
    EXCEPT = r"(?i)^(?:ok(?:ay)?,? |but |well,? |and |hm+,? |only |actually,? )*(?:except(?: for)?|apart from|other than|not for|with the exception of) (?P<what>[^,;]{2,60})";
    /// An exception that is announced as one: "one exception: ...".
    ONE_EXCEPTION = r"(?i)^(?:with )?(?:one|the only|a single|an|only) exceptions?(?: is|:|,| -)+ (?P<what>[^,;]{2,60})";
    /// Calls something off by its name.
    CALLED_OFF = r"(?i)^(?:so |and |ok,? |sorry,? |but |actually,? |btw,? )*(?:the |our |that |this )?(?P<what>[^,;]{2,50}?)(?: date| plan| idea| thing| story| part)? (?:is|are) (?:now |hereby )?(?:off|cancelled|canceled|called off|history|moot|obsolete)(?: now| then| again)?(?:,.*)?$";
    NO_LONGER_WANTED = r"(?i)^(?:so |and |ok,? |sorry,? |but |actually,? |you know what,? |please,? |pls )*(?:(?:ignore|disregard|forget(?: about)?|scrap|never ?mind) (?:the |that |my |our )?(?:answer (?:about|on) )?(?:the )?(?P<what>[^,;]{2,50}?)(?: thing| rule| limit| idea| part| bit| business)|(?:don't|dont|do not|no need to|you needn't) (?:bother|worry|continue|go on|proceed)(?: any ?more)? (?:with|about|on) (?:the |that |our )?(?P<work>[^,;]{2,50}?)|no need (?:any ?more |any longer )?for (?:the |that |our )?(?P<need>[^,;]{2,50}?)|disregard (?:the |that |my |our )?(?:answer (?:about|on) )?(?:the )?(?P<said>[^,;]{2,50}?))(?: any ?more| any longer| now| then)?(?:,.*)?$";
    /// A value that is taken back in the same breath, with what takes its place last: "9090, argh no that's taken, 9464".
    TAKEN_BACK = r"(?i)^[^,]{1,40}, (?:argh|ugh|no|wait|hm+|oh|sorry|ah|nope|scratch that|actually|hang on)\b[^,]*(?:,[^,]*)?, (?P<new>[^,]{1,30})$";
    /// Another value for what was just taken.
    MAKE_IT = r"(?i)^(?:but |so |and |then |please )*make (?:it|that) (?P<value>\d[\w.,]*(?: [a-z]{1,8})?)[.! ]*$";
    /// Another value for what was just told: "make 7", "set it to 7".
    CHANGES = r"(?i)^(?:so |but |and |please |let'?s |ok,? )*(?:make|set|put|raise|lower|bump|cut|reduce|increase)(?: (?:it|that|this))?(?: to| at)? (?P<value>\d[\w.]*(?: [a-z%°]{1,8})?)(?: please| instead| then)?$";
    /// Permission for one dependency, as an exception to a rule against new ones.
    MAY_ADD = r"(?i)^(?:ok(?:ay)?,? |fine,? |well,? |but |and |hm+,? |actually,? |alright,? )*(?:you|we) (?:can|may|could)(?: now| still)? (?:add|use|install|pull in|bring in|have|take) (?P<what>[^,;]{2,40}?)(?:,? (?:but|though|only|if|as|because|since|it).*)?$";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading).take(4);
    own.flat_map(|s| view.segments(s))
        .filter_map(|s| exception(view, s).or_else(|| called_off(view, s)).or_else(|| loose_value(view, s)))
        .collect()
}

/// Filler words around the new number.
const LOOSE: Phrases = phrases!(
    "let's|lets|let|us|be|it|is|its|it's|that|this|to|at|a|an|the|bit|of|with|by|for|and|or|i|we|you|please|pls|so|then|now|actually|no|ok|okay|hm|hmm|yes\
     |make|give|go|set|take|use|put|try|say|want|need|rather|should|would|could|will|can|may|do|better|best|fine|good|enough|plenty|instead\
     |stricter|strict|looser|tighter|relaxed|generous|higher|lower|longer|shorter|bigger|smaller|more|less|up|down|back|too|also|just|max|min|maximum|minimum\
     |i'd|we'd|prefer|like|rather|still|again|after|all|only|about|around|maximal|tops|them|these|those|am|i'm|lowering|raising|tightening\
     |relaxing|increasing|reducing|changing|lower|raise|tighten|relax|increase|reduce|change|bump|cut|extend|must|within|under|below|above|over|keep|least|most|not"
);

/// Words of which one must stand beside the new number.
const WANTS: Phrases = phrases!(
    "let's|lets|make|give|go|set|take|use|put|try|say|want|rather|should|would|better|instead|stricter|looser|tighter|higher|lower|longer|shorter|bigger|smaller|is|fine|please|i'd|we'd|prefer|lowering|raising|tightening|relaxing\
     |increasing|reducing|changing|lower|raise|tighten|relax|increase|reduce|change|bump|cut|extend"
);

/// Maximum number of words in a value with the words around it.
const LOOSE_WORDS: usize = 10;

/// Replaces the number of an item in force, where the other words are filler or the item's own.
fn loose_value(view: View<'_>, segment: &Segment) -> Option<Act> {
    if segment.unsettled() {
        return None;
    }
    let parts = segment.text.split(", ").flat_map(|part| part.split(": "));
    std::iter::once(segment.text.as_str()).chain(parts).find_map(|part| of_part(view, segment, part))
}

fn of_part(view: View<'_>, segment: &Segment, part: &str) -> Option<Act> {
    let (from, to) = measured(part)?;
    let (new, before, after) = (part.get(from..to)?, part.get(..from)?, part.get(to..)?);
    // "We had it in 2022"
    let year = new.len() == 4 && new.starts_with(['1', '2']) && before.trim_end().ends_with(" in");
    if words(part) > LOOSE_WORDS || measured(after).is_some() || year {
        return None;
    }
    let around = format!("{before} {after}").to_lowercase();
    let around: Vec<&str> =
        around.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let wants = around.iter().any(|w| WANTS.contains(w));
    // "The images are 900 KB" tells that a rule is not kept.
    let tells =
        around.iter().any(|w| matches!(*w, "is" | "are")) && !around.iter().any(|w| *w != "is" && WANTS.contains(w));
    let named: Vec<&str> = around.iter().copied().filter(|w| !LOOSE.contains(w)).collect();
    let item = standing(view).filter(|i| lately(view, i, LATELY)).find(|item| {
        let own = tokens(&item.summary);
        let kin =
            measured(&item.summary).and_then(|(a, b)| item.summary.get(a..b)).is_some_and(|old| kin_values(new, old));
        // "90 days for the backups, not 14"
        let old = measured(&item.summary).and_then(|(a, _)| item.summary.get(a..)?.split([' ', ',']).next());
        let denied = old.is_some_and(|old| segment.low.contains(&format!("not {}", old.to_lowercase())));
        let now = !named.is_empty() && around.iter().any(|w| matches!(*w, "may" | "can" | "now"));
        let observed = tells && item.kind == ItemKind::Constraint && only_observes(segment, item);
        kin && !observed
            && may_take(view, segment, item, new)
            && (wants || denied || now || named.len() >= 2)
            && named.iter().all(|w| tokens(w).iter().all(|t| own.contains(t)))
    })?;
    let (a, b) = single(&item.summary)?;
    let old = item.summary.get(a..b)?;
    let value = with_unit(new, old);
    (value != old).then(|| {
        let summary = format!("{}{value}{}", &item.summary[..a], &item.summary[b..]);
        Act::revises(item, segment, &summary, "loose-value")
    })
}

/// An exception to a standing rule.
fn exception(view: View<'_>, segment: &Segment) -> Option<Act> {
    let rules = || recent(view, ItemKind::Constraint).filter(|i| lately(view, i, LATELY));
    let except = EXCEPT.captures(&segment.text).or_else(|| ONE_EXCEPTION.captures(&segment.text));
    if let Some(what) = except.and_then(|c| c.name("what")) {
        let what = unhurried(what.as_str());
        // "/health needs no login" excepts /health.
        let end = phrases!(" needs | need | doesn't | don't | does not | can | may | is | are | has ").find(what);
        let what = end.and_then(|(at, _)| what.get(..at)).unwrap_or(what);
        let own = tokens(what);
        let shares = |i: &&Item| tokens(&i.summary).iter().any(|t| own.contains(t));
        let rule = rules().find(shares).or_else(|| rules().next().filter(|i| lately(view, i, 2)))?;
        return Some(Act::revises(rule, segment, &format!("{}, except {what}", rule.summary), "except"));
    }
    let what = MAY_ADD.captures(&segment.text).and_then(|c| c.name("what"))?;
    let bars = phrases!("dependenc|librar|package|crate|gem|plugin|framework");
    let rule = rules().find(|i| {
        let low = i.summary.to_lowercase();
        bars.within(&low) && after_any(&low, phrases!("no|zero|never|do not|don't")).is_some()
    })?;
    Some(Act::revises(rule, segment, &format!("{}, except {}", rule.summary, unhurried(what.as_str())), "may-add"))
}

/// Ends an item in force, or an open task, that is called off by its name.
fn called_off(view: View<'_>, segment: &Segment) -> Option<Act> {
    if segment.unsettled() {
        return None;
    }
    let found = CALLED_OFF.captures(&segment.text).or_else(|| NO_LONGER_WANTED.captures(&segment.text))?;
    let what = ["what", "work", "need", "said"].iter().find_map(|name| found.name(name))?.as_str();
    let tasks = open_tasks(view);
    let item = all_named(standing(view).chain(tasks), what)?;
    Some(Act::ends(item, segment.range.clone(), "called-off"))
}

/// Withdraws the choice in force that an act rules out: "leave redis out" after "let's use redis".
pub(in crate::pipeline::acts) fn taken_back(view: View<'_>, act: &Act) -> Option<Act> {
    if act.deed != ActKind::RuleOut || act.target.is_some() || act.basis.is_some() {
        return None;
    }
    let chosen = recent(view, ItemKind::Decision);
    let item = all_named(chosen, &act.summary).filter(|item| !refuses(item, &act.summary))?;
    Some(Act { why: act.why.clone(), ..Act::ends(item, act.range.clone(), act.form) })
}

/// Whether an item already rejects a thing: "Postgres, not Redis".
fn refuses(item: &Item, what: &str) -> bool {
    let (low, what) = (item.summary.to_lowercase(), what.to_lowercase());
    let beside = ["not ", "no ", "without ", "never ", "instead of ", "rather than "];
    beside.iter().any(|b| low.contains(&format!("{b}{what}")))
        || item.alternatives.iter().any(|a| a.to_lowercase().contains(&what))
}

/// Gives an act the end that the person corrects at once: "sort the results by date. hmm no. by relevance".
pub(in crate::pipeline::acts) fn corrected_at_once(view: View<'_>, acts: &mut Vec<Act>) {
    let own: Vec<&Sentence> = view.own().collect();
    for three in own.windows(3) {
        let &[said, back, new] = three else { continue };
        let back = back.text.to_lowercase();
        let back = after_any(&back, phrases!("hm|hmm|or|ah")).unwrap_or(&back);
        let first = new.text.split(' ').next().unwrap_or_default().to_lowercase();
        if !announces(back.trim_matches(|c: char| !c.is_alphanumeric())) || !LINKS.contains(&first) {
            continue;
        }
        let link = format!(" {first} ");
        let of_it = |act: &Act| overlaps(&act.range, &said.range);
        let head =
            acts.iter().filter(|act| of_it(act)).find_map(|act| Some(act.summary.rsplit_once(&link)?.0.to_owned()));
        let Some(head) = head else { continue };
        let end = plain(&new.text);
        let end = low_first(end.trim_end_matches(['.', '!']));
        acts.retain(|act| of_it(act) || !overlaps(&act.range, &new.range));
        for act in acts.iter_mut().filter(|act| of_it(act) && act.summary.starts_with(&head)) {
            act.summary = whole(&format!("{head} {end}"));
        }
    }
}

/// Settles what a turn tells with the value that its next words ask for: "the lamp burns 3 hours a night. make 7".
pub(in crate::pipeline::acts) fn told_and_changed(view: View<'_>, acts: &mut Vec<Act>) {
    let own: Vec<_> = view.own().filter(|s| !s.asks && s.block == BlockKind::Paragraph).collect();
    for pair in own.windows(2) {
        let [told, next] = pair else { continue };
        let said = plain(&next.text);
        let said = said.split([',', ';']).next().unwrap_or_default().trim_end_matches(['.', '!', ' ']);
        let value = CHANGES.captures(said).and_then(|c| c.name("value")).map(|m| m.as_str());
        let text = plain(&told.text);
        let text = text.trim_end_matches(['.', '!']);
        let alone = single(text).is_some_and(|(_, to)| measured(text.get(to..).unwrap_or_default()).is_none());
        let Some((summary, _)) = value.filter(|_| alone).and_then(|value| with_amount(text, value)) else { continue };
        let known = |act: &Act| act.target.is_some() && overlaps(&act.range, &next.range);
        if words(&summary) < 4 || acts.iter().any(known) || !stands_alone(&summary) {
            continue;
        }
        acts.retain(|act| {
            let tells = overlaps(&act.range, &told.range) && act.deed == ActKind::Inform;
            !tells && !overlaps(&act.range, &next.range)
        });
        let range = told.range.start..next.range.end;
        acts.push(Act::settled(ActKind::Choose, range, whole(&capital(&summary)), "told-and-changed"));
    }
}

/// Gives a proposal that the person takes the value that a later sentence asks for: "yes. but 30 is too short, make it 90".
pub(in crate::pipeline::acts) fn valued_at_once(view: View<'_>, acts: &mut [Act]) {
    let said = |act: &Act| {
        let sentence = view.own().find(|s| s.range.start <= act.range.start && act.range.end <= s.range.end)?;
        let from = act.range.start - sentence.range.start;
        sentence.text.get(from..from + act.range.len()).map(str::to_owned)
    };
    let Some(taken) = acts.iter().position(|act| act.form.starts_with("yes") && act.deed == ActKind::Choose) else {
        return;
    };
    let later = (0..acts.len()).find_map(|at| {
        let act = acts.get(at).filter(|act| act.target.is_none() && at != taken)?;
        let value = MAKE_IT.captures(&said(act)?)?.name("value")?.as_str().to_owned();
        Some((at, value))
    });
    let Some((at, value)) = later else { return };
    let changed = acts.get(taken).and_then(|act| with_amount(&act.summary, &value));
    if let (Some((summary, _)), Some(act)) = (changed, acts.get_mut(taken)) {
        act.summary = whole(&summary);
        if let Some(act) = acts.get_mut(at) {
            *act = Act::nothing(act.range.clone(), act.form);
        }
    }
}

/// An answer without what it takes back itself: "50" of "20, hm no, 50".
pub(in crate::pipeline::acts) fn corrected(text: &str) -> &str {
    correction(text).unwrap_or(text)
}

fn correction(text: &str) -> Option<&str> {
    const SHORT: usize = 4;
    if let Some(new) = TAKEN_BACK.captures(text.trim_end_matches(['.', '!'])).and_then(|c| c.name("new")) {
        let new = text.get(new.range())?;
        let told =
            phrases!(" is | are | it | i | we | not | that | no | yes ").within(&format!(" {} ", new.to_lowercase()));
        return ((1..=SHORT).contains(&words(new)) && !told).then_some(new);
    }
    let (at, len) = phrases!(
        ", no wait, |. no wait, |. wait no, |. wait, no, |. no, |. sorry, |. actually, |.. no wait, |… no wait, |, or wait, |, hm no, |, hmm no, |, no, |, wait no, |, wait, |, sorry, |, or rather |, actually |, actually, |, no make that |, no make it |, make that "
    )
    .find(&text.to_ascii_lowercase())?;
    let (said, new) = (text.get(..at)?, text.get(at + len..)?);
    let polar = after_any(said, phrases!("yes|no|nope|yeah|ok|hm|hmm|oh|well|sure")).is_some_and(str::is_empty);
    // "Spanish, most of them live in Mexico": the reason is no part of the value.
    let value = new.split(", ").next().unwrap_or(new);
    let sized = (1..=SHORT).contains(&words(said)) && (1..=SHORT).contains(&words(value));
    (sized && !polar && !phrases!(" is | are | it | i | we | not ").within(&format!(" {value} "))).then_some(new)
}

/// The words after an opening that takes back what was just said: "B, the bucket costs" of "no wait, B, the bucket costs".
pub(in crate::pipeline::acts) fn reconsidered(text: &str) -> Option<&str> {
    const BACK: Phrases = phrases!(
        "no wait|wait no|wait, no|no, wait|oh wait|oh no|or wait|or no|no sorry|sorry no|no, sorry|sorry, no|actually|no actually|actually no|actually, no|no, actually|scratch that|on second thought|or rather|i mean|i meant|correction"
    );
    let said = after_any(text, phrases!("hm|hmm|ah|oh|argh|ugh|hang on"))
        .map_or(text, |rest| rest.trim_start_matches([',', '.', ' ']));
    let rest = after_any(said, BACK)?;
    let new = rest.trim_start_matches(|c: char| " ,.:;!-–—…".contains(c));
    (!new.is_empty()).then_some(new)
}

/// Whether a sentence takes the answer before it back: it points to another option, or stops the agent.
pub(in crate::pipeline::acts) fn takes_back(text: &str) -> bool {
    if reconsidered(text).is_some() {
        return true;
    }
    let low = text.to_lowercase();
    let stops = phrases!(
        "no hang on|no, hang on|hang on|no hold on|no, hold on|hold on|no stop|no, stop|no don't|no, don't|actually no"
    );
    if after_any(&low, stops).is_some() {
        return true;
    }
    after_any(&low, phrases!("no|wait|sorry|actually|hm|hmm|or rather|oh no|nope")).is_some()
        && words(&low) <= 6
        && (phrases!("other|instead|i mean|i meant|rather").within(&low)
            || after_any(&low, phrases!("no wait|oh wait|wait no|wait|no, wait|or wait")).is_some())
}
