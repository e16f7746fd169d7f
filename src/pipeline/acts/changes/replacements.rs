//! Defines what takes the place of a standing choice: another name for it, another option.

use std::rc::Rc;

use super::changes_of_mind::announces;
use super::new_values::{finished, may_take};
use super::scaled::spelled_span;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::answers::stance::names_some;
use crate::pipeline::acts::choices::chosen::bids;
use crate::pipeline::acts::questions::side_starts::LINKS;
use crate::pipeline::acts::references::standing::{
    LATELY, all_named, lately, nameable, named, open_tasks, recent, speaks_of, standing,
};
use crate::pipeline::acts::sentences::quantities::{measured, number};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, reason, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::BlockKind;
use crate::pipeline::extract::signals::PLAN_APPROVED;
use crate::pipeline::extract::summary::ARROW;
use crate::state::{Item, ItemKind};
use crate::text::{Readings, patterns};
use crate::transcript::Role;

/// Replaces the part of an item that the clause before scrapped: "scrap the tabs. 2 spaces".
pub(super) fn in_its_place(view: View<'_>, scrapped: &Act, words_of_it: &str, segment: &Segment) -> Option<Act> {
    let id = scrapped.target.as_ref()?;
    let item = standing(view).find(|i| i.id == *id)?;
    if let Some(text) = other_option(item, &segment.text) {
        return Some(Act::revises(item, segment, &text, "in-its-place"));
    }
    let what = segment.text.split([',', ';']).next().unwrap_or(&segment.text);
    let what =
        without_tail(after_any(what, phrases!("use|take|go with|let's use|we use|then|back to|just")).unwrap_or(what));
    // "What I said about tin" names tin.
    let links = phrases!("what|said|about|the|that|this|thing|idea|decision");
    let old = words_of_it.split(|c: char| !c.is_alphanumeric()).find(|w| {
        w.len() > 2
            && !links.contains(w.to_lowercase().as_str())
            && item.summary.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|s| s == w.to_lowercase())
    })?;
    if words(what) > 3 || tells(what) || words(what) == 0 || NO_NAME.contains(what.to_lowercase().as_str()) {
        return None;
    }
    Some(Act::revises(item, segment, &replaced(&item.summary, old, what), "in-its-place"))
}

/// A decision with the option that was not chosen, where words name it: "The data should live in files" of "The data
/// should live in a database".
pub(super) fn other_option(item: &Item, said: &str) -> Option<String> {
    let said = tokens(said);
    let named = |option: &&String| {
        let own = tokens(option);
        let shared = own.iter().filter(|word| said.contains(word)).count();
        shared > 0 && shared * 3 >= own.len() * 2
    };
    let mut found = item.alternatives.iter().filter(named);
    let option = found.next().filter(|_| found.next().is_none())?;
    if let Some((question, _)) = item.summary.split_once(ARROW) {
        return Some(format!("{question}{ARROW}{option}"));
    }
    // Options begin with words of one kind: "in a database", "in files".
    let first = option.split(' ').next().filter(|first| LINKS.contains(first));
    let stem = first.and_then(|first| item.summary.get(..item.summary.rfind(&format!(" {first} "))?));
    Some(whole(&stem.map_or_else(|| capital(option), |stem| format!("{stem} {option}"))))
}

/// A choice without closing words such as "will do".
pub(in crate::pipeline::acts) fn without_tail(what: &str) -> &str {
    let tails = phrases!(
        " will do| is enough| is fine| it is| is good enough| then| instead| please| after all| now| does the job| is plenty| will be enough| ok| works too| again| are enough| are fine| are plenty| gets the job| will be fine| suffices| suffice| would do"
    );
    let low = what.to_ascii_lowercase();
    let end = tails.iter().filter(|t| low.ends_with(*t)).map(str::len).max().unwrap_or(0);
    what.get(..what.len() - end).unwrap_or(what)
}

/// Withdraws an item in force that is named, and reads its replacement: "scrap scss, plain css will do".
pub(super) fn scrapped(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let (name, rest) = what.split_once([',', ';']).unwrap_or((what, ""));
    // "That Redis thing" is Redis.
    let tails = phrases!(
        " thing| idea| plan| stuff| business| decision| part| bit| choice| rule| ban| restriction| requirement"
    );
    let name = tails.iter().find_map(|tail| name.trim_end().strip_suffix(tail)).unwrap_or(name);
    let instead = rest.trim_start_matches("use ").trim();
    let Some(item) = all_named(standing(view).chain(open_tasks(view)), name) else {
        return undone(view, segment, name, instead);
    };
    if let Some(text) = other_option(item, rest) {
        return Some(Act::revises(item, segment, &text, "scrap"));
    }
    let instead = without_tail(rest.trim_start_matches("use ").trim());
    let replaceable = matches!(item.kind, ItemKind::Decision | ItemKind::Constraint);
    if replaceable && words(instead) <= 6 && is_name(instead, "scrap") && !tells(instead) {
        return Some(Act::revises(item, segment, &replaced(&item.summary, name, instead), "scrap"));
    }
    let why = (words(rest) >= 2).then(|| rest.trim().to_owned());
    Some(Act { why, ..Act::ends(item, segment.range.clone(), "scrap") })
}

/// Rules out what a finished task made, in favour of what is to take its place: "scrap the plugin system, a dict of
/// functions will do".
fn undone(view: View<'_>, segment: &Segment, name: &str, instead: &str) -> Option<Act> {
    let made = |task: &&Item| after_any(&task.summary, REMOVES).is_none();
    all_named(finished(view).filter(made), name)?;
    let bare = without_tail(instead);
    if bare.len() < instead.len() && (1..=6).contains(&words(bare)) && !tells(bare) {
        let act = Act::settled(ActKind::Choose, segment.range.clone(), whole(&format!("Use {bare}")), "scrap");
        return Some(Act { alternatives: vec![name.to_owned()], ..act });
    }
    let drops = after_any(&segment.low, phrases!("drop|skip|lose|remove|delete")).is_some();
    let act = || Act::settled(ActKind::RuleOut, segment.range.clone(), whole(&capital(name)), "scrap");
    (!drops).then(act)
}

/// Verbs of orders that take something away, and of tasks that leave nothing behind.
pub(in crate::pipeline::acts) const REMOVES: Phrases = phrases!(
    "scrap|forget|drop|ditch|skip|cancel|kill|nix|bin|abandon|lose|remove|delete|revert|retire|strip|get rid of|throw out|take out"
);

/// Whether words are a statement, not a name: "nobody uses it".
fn tells(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase());
    phrases!(" is | are | was | we | i | it | they | nobody | does | has | have | not | too | it's | can | because | takes | needs | said | says | wants | told | asked | me | us | just ").within(&low)
}

/// Another name for what was named last: "rename it to tidewatch".
pub(super) fn renamed(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let item = standing(view).find(|i| {
        i.kind == ItemKind::Decision
            && phrases!("name|call").within(&i.summary.to_lowercase())
            && lately(view, i, LATELY)
    })?;
    let (head, _) = item.summary.rsplit_once(' ')?;
    Some(Act::revises(item, segment, &format!("{head} {what}"), "rename"))
}

/// Forms that replace a choice.
const CHANGES_CHOICE: Phrases = phrases!(
    "back-to|bare|changed-mind|instead|instead-of|its-not|make-it|meant|other-one|rename\
     |replace|old-instead|scrap|outdone|so-go|switch|take-instead|in-its-place|then|then-x|x-instead|x-instead-of|x-not-y"
);

/// Replaces a choice in force: the one named as old, else the one settled last.
pub(super) fn rechosen(view: View<'_>, segment: &Segment, what: &str, old: &str, form: &'static str) -> Option<Act> {
    // "Swap it for MapLibre": what was chosen last is meant, if the agent has just named it.
    let points = phrases!("it|that|this|them").contains(old);
    if points && !names_last_choice(view) {
        return None;
    }
    let old = if points { "" } else { old };
    let (what, _) = reason(what);
    let what = unhurried(what.split(". ").next().unwrap_or(what).split(';').next().unwrap_or(what));
    let picked = older_option(view, what);
    let what = picked.as_deref().unwrap_or(what);
    // "X instead of Y for the orders": what it is for belongs to both.
    let old = TAILS.iter().filter_map(|t| old.find(t)).min().map_or(old, |end| old.get(..end).unwrap_or(old));
    let named_old = if old.is_empty() { None } else { named(nameable(view, ItemKind::Decision), old) };
    if !CHANGES_CHOICE.contains(form) {
        return None;
    }
    let strong = matches!(form, "instead-of" | "old-instead" | "x-instead-of" | "outdone" | "its-not" | "x-not-y")
        || form == "replace" && !old.is_empty();
    // "Better an hour" is a value.
    if spelled_span(what).is_some() && what.split(' ').count() <= 3 {
        return None;
    }
    let states = form == "changed-mind"
        && phrases!(" never | always | is | are | was | has | have ").within(&format!(" {what} "));
    if picked.is_none() && (!is_name(what, form) || bids(what) || states || announces(&what.to_lowercase())) {
        return None;
    }
    let told = || retold(view, segment, what, form).filter(|_| matches!(form, "back-to" | "changed-mind"));
    // A plan is not replaced by one word of what is said about it.
    let single = |i: &&Item| !i.summary.starts_with(PLAN_APPROVED);
    let newest = || choices(view).filter(single).max_by_key(|i| i.touched_seq);
    let item = match named_old {
        Some(item) => item,
        None if !old.is_empty() || strong => return None,
        None => match newest().filter(|item| lately(view, item, LATELY)) {
            Some(item) => item,
            None => return told(),
        },
    };
    if tokens(&item.summary).iter().any(|t| tokens(what).contains(t) && words(what) == 1) {
        return None;
    }
    let named = named_old.is_some() || picked.is_some();
    let another = named_old.is_none() && picked.is_none() && means_another(view, segment, item, what, form);
    if another || form == "changed-mind" && !named && answers_otherwise(view, segment, item) {
        return None;
    }
    // A number replaces only a number, and a name none.
    let misplaced = |n| measured(&item.summary).is_none() || !may_take(view, segment, item, n);
    if number_of(what).map_or_else(|| named_old.is_none() && ends_in_value(item) && !is_measure(what), misplaced) {
        return None;
    }
    // Only if it was settled in the last turns.
    let near = matches!(form, "bare" | "then" | "then-x" | "so-go" | "take-instead")
        || form == "switch" && !OBJECTS.within(&before(view, segment));
    let within = if near { 2 } else { LATELY };
    if named_old.is_none() && !lately(view, item, within) {
        return None;
    }
    let summary = if picked.is_some() && (old.is_empty() || words(what) > 1) {
        what.to_owned()
    } else {
        replaced(&item.summary, old, what)
    };
    Some(Act::revises(item, segment, &summary, form))
}

/// Whether the agent's last turn names the option that was chosen last.
pub(super) fn names_last_choice(view: View<'_>) -> bool {
    let agent = view.agents_turn();
    let option = recent(view, ItemKind::Decision).next().map(|item| option_of(&item.summary));
    let named = |option: Rc<String>| agent.is_some_and(|t| t.sentences.iter().any(|s| names_some(&option, &s.text)));
    option.is_some_and(named)
}

/// Whether words that name a thing, without contrast to what stands, mean another thing than the newest choice: it has a value of
/// another kind, or the agent has spoken of something else since.
fn means_another(view: View<'_>, segment: &Segment, item: &Item, what: &str, form: &str) -> bool {
    let weak = matches!(form, "instead" | "make-it" | "take-instead") && !contrasts(&segment.low);
    let other_kind = || number_of(what).is_none() && measured(&item.summary).is_some() && !is_measure(what);
    weak && (other_kind() || !answers_choice(view, item))
}

/// The number that words give and nothing else before it: "5 minutes" of "every 5 minutes".
fn number_of(what: &str) -> Option<&str> {
    let amount = after_any(what, phrases!("every|each|at most|up to|at|after|within|max|about")).unwrap_or(what);
    let (from, to) = measured(amount).filter(|(at, _)| *at == 0)?;
    amount.get(from..to)
}

/// Whether an item ends in a value: "a watch lasts two hours".
fn ends_in_value(item: &Item) -> bool {
    let spans = [measured(&item.summary), spelled_span(&item.summary)];
    spans.into_iter().flatten().any(|(_, to)| to == item.summary.len())
}

/// Whether words give a measure without a number: "unlimited".
fn is_measure(what: &str) -> bool {
    phrases!("unlimited|infinite|forever|never|off|none|zero|daily|weekly|hourly|nightly|monthly|yearly|half|double|a|an|noon|midnight|longer|shorter|more|less|bigger|smaller")
        .contains(what.split(' ').next().unwrap_or("").to_lowercase().as_str())
}

/// Whether words set what they name against what stood before.
fn contrasts(low: &str) -> bool {
    phrases!("instead|rather|after all|actually| now|now |no,|no |nah|nope|not |switch|change|replace|swap|better|again|second thought|sorry|wait").within(low)
}

/// Whether the agent's last turn speaks of a choice, or says next to nothing: what the person says then may be about it.
fn answers_choice(view: View<'_>, item: &Item) -> bool {
    const SHORT: usize = 4;
    let Some(turn) = view.agents_turn() else { return true };
    turn.sentences.len() <= 1
        || turn.sentences.iter().map(|s| words(&s.text)).sum::<usize>() <= SHORT
        || speaks_of(&turn.sentences, item)
}

/// Whether words answer the agent's question instead of changing an item: "where does the wire end?" - "oh wait. the cable".
/// They may change one that chose between things.
fn answers_otherwise(view: View<'_>, segment: &Segment, item: &Item) -> bool {
    let agent = view.agents_turn();
    let asked = agent.is_some_and(|t| t.sentences.iter().any(|s| s.asks));
    asked && !opens_choice(&segment.low) && !is_choice(item)
}

/// Whether words say themselves that they choose: "go with the cable".
fn opens_choice(low: &str) -> bool {
    phrases!("go with|use|take|let's|we'll|go for|switch").within(low)
}

/// Whether an item chooses a thing that another one can take the place of: it has what was not chosen, opens with the verb
/// of a choice, or is little more than a name.
fn is_choice(item: &Item) -> bool {
    const NAME: usize = 4;
    let name = item.summary.split(" - ").next().unwrap_or(&item.summary);
    let chooses = phrases!("use|take|go with|switch to|move to|pick|store|deploy|host|write|build|run|keep|name|call");
    !item.alternatives.is_empty()
        || after_any(&item.summary, chooses).is_some()
        || words(name) <= NAME && !name.contains([':', ','])
}

/// Words that object to what stands: "that is too slow, we're switching to ...".
const OBJECTS: Phrases = phrases!(
    " too |n't | not | no longer | slow| expensive| pricey| broke| fail| crash| hate| unmaintained| deprecated| pain"
);

/// The words before a segment: those of its sentence, else the sentence before, in lower case.
fn before(view: View<'_>, segment: &Segment) -> String {
    let sentence = || view.own().take_while(|s| s.range.end <= segment.range.start).last();
    let before = if segment.before.is_empty() {
        sentence().map(|s| plain(&s.text)).unwrap_or_default()
    } else {
        segment.before.clone()
    };
    before.to_lowercase().replace('’', "'")
}

/// The choices in force, and the newest rules that name one: "The font should be Lora", "Charts in ink".
pub(super) fn choices(view: View<'_>) -> impl Iterator<Item = &'_ Item> {
    const NEWEST: usize = 8;
    let is_choice = |item: &&Item| RULED_OPTION.is_match(&item.summary) && measured(&item.summary).is_none();
    let ruled = recent(view, ItemKind::Constraint).take(NEWEST).filter(is_choice);
    recent(view, ItemKind::Decision).chain(ruled)
}

/// The summary of a choice with another option in the place of the one it names.
pub(in crate::pipeline::acts) fn in_place_of(item: &Item, what: &str) -> String {
    replaced(&item.summary, "", what)
}

thread_local! {
    /// The choices that stand are set beside each sentence.
    static OPTIONS: Readings<String> = Readings::new();
}

/// The option that the summary of a choice names: "Cypress" of "Use Cypress for the page tests".
pub(in crate::pipeline::acts) fn option_of(summary: &str) -> Rc<String> {
    const MARK: &str = "\u{1}";
    let read = |summary: &str| {
        let marked = replaced(summary, "", MARK);
        let (head, tail) = marked.split_once(MARK).map(|(head, tail)| (head.len(), tail.len())).unwrap_or_default();
        summary.get(head..summary.len().saturating_sub(tail)).unwrap_or_default().trim().to_owned()
    };
    OPTIONS.with(|options| options.of(summary, read))
}

/// The option that a decision gives up where it chooses another thing: "SQLite" of "Use SQLite for the bookings".
pub(in crate::pipeline::acts) fn given_up(item: &Item, summary: &str) -> Option<String> {
    if item.kind != ItemKind::Decision || measured(&item.summary).is_some() {
        return None;
    }
    let option = option_of(&item.summary);
    (!option.is_empty() && !summary.to_lowercase().contains(&option.to_lowercase())).then(|| option.to_string())
}

/// Gives a thing whose choice stands another one: "move the lamps over to LED".
pub(super) fn switched(view: View<'_>, segment: &Segment, thing: &str, what: &str) -> Option<Act> {
    let chosen = recent(view, ItemKind::Decision).filter(|i| measured(&i.summary).is_none());
    let item = all_named(chosen, thing).filter(|_| is_name(what, "switch-thing"))?;
    let bare = after_any(thing, phrases!("the|our|all")).unwrap_or(thing).to_lowercase();
    // "Lamps in the hall": the thing itself stays.
    let link = phrases!(" in | on | with | as | via ").find(&item.summary.to_lowercase());
    let own = link.filter(|(at, _)| item.summary.get(..*at).is_some_and(|head| head.to_lowercase().ends_with(&bare)));
    let summary = own.and_then(|(at, len)| Some(format!("{}{what}", item.summary.get(..at + len)?)));
    let summary = summary.unwrap_or_else(|| replaced(&item.summary, "", what));
    Some(Act::revises(item, segment, &summary, "switch-thing"))
}

/// Says with another name what the person told last and what stands nowhere: "we deploy to fly.io" - "back to heroku".
fn retold(view: View<'_>, segment: &Segment, what: &str, form: &'static str) -> Option<Act> {
    const SHORT: usize = 12;
    let turn = view.talk.before().find(|t| t.role == Role::User)?;
    let own = turn.sentences.iter().rev().filter(|s| s.block == BlockKind::Paragraph && !s.asks);
    own.filter(|s| words(&s.text) <= SHORT).find_map(|s| {
        let text = plain(s.text.trim_end_matches(['.', '!']));
        let found = PLACED.captures(&text)?;
        let part = |name| found.name(name).map_or("", |m| m.as_str());
        let low = text.to_lowercase();
        if phrases!("maybe|might|could|not |n't |if ").within(&low) || part("old").eq_ignore_ascii_case(what) {
            return None;
        }
        let head = after_any(part("head"), phrases!("we|i")).unwrap_or(part("head"));
        let act =
            Act::settled(ActKind::Choose, segment.range.clone(), whole(&capital(&format!("{head} {what}"))), form);
        Some(Act { alternatives: vec![part("old").to_owned()], ..act })
    })
}

patterns! {
    /// A rule or statement that names an option at its end: "the font should be Lora", "charts in ink".
    RULED_OPTION = r"(?i)^(?:(?:the |our |my |all )?[\w'/-]+(?: [\w'/-]+){0,2}? (?:should|must|shall|has to|have to|will) be(?: (?:in|on|called|named|set in|written in|drawn in))?|(?:all |the )?[\w'-]+s (?:in|as)|(?:write|draw|build|render|format) (?:the|our|all) [\w'/-]+(?: [\w'/-]+)? (?:in|with|as)) (?P<option>[\w.+#/-]*[a-z][\w.+#/-]*(?: (?-i:[A-Z]|\d)[\w.+#/-]*)?)$";
    /// A state with the name of what serves it at its end: "mails go out over SendGrid".
    PLACED = r"(?i)^(?:so |and |ok,? |hi,? )*(?P<head>(?:we|i|(?:the |our |all )?[a-z][\w-]*(?: [a-z][\w-]*){0,2}) [a-z]+(?: [\w-]+){0,5}? (?:to|on|with|over|via|at|in|from|by|through)) (?P<old>[\w./+#-]+(?: [\w.+#/-]+)?)$";
}

/// The option that words name among the options offered last: "on second thought 2", "the other one", "toml".
fn older_option(view: View<'_>, what: &str) -> Option<String> {
    let low = what.trim_start_matches("option ").to_lowercase();
    let low = number(&low).map_or(low.clone(), |(nth, rest)| format!("{nth}{rest}"));
    if words(&low) > 4 {
        return None;
    }
    let list = view.talk.offered().flatten().find(|o| o.options.len() > 1)?;
    if phrases!("the other one|the other|other one|that other one|that other|the other option").contains(&low) {
        let taken = view.ledger.active(ItemKind::Decision).rev().find_map(|i| {
            list.options.iter().position(|o| i.summary.to_lowercase().contains(&o.text.to_lowercase()))
        })?;
        let [a, b] = list.options.as_slice() else { return None };
        return Some(if taken == 0 { b.summary.clone() } else { a.summary.clone() });
    }
    if low.chars().count() <= 2 {
        return list.options.iter().find(|o| o.label.as_ref() == Some(&low)).map(|o| o.summary.clone());
    }
    list.options.iter().find(|o| o.text.to_lowercase() == low).map(|o| o.summary.clone())
}

/// Words that are no name of an option.
const NO_NAME: Phrases = phrases!(
    "actually|well|but|and|then|instead|yes|no|ok|okay|thanks|thx|good|fine|cool|great|nice|done|continue|go|next|right|sure|stop|wait|hm|hmm|what\
     |why|how|that|this|it|them|one|nothing|both|all|none|maybe|later|now|again|back|first|push|commit|merge|home\
     |work|better|faster|smaller|bigger|simpler|good|lgtm|perfect|please|sorry|same|haha|lol|k|y|n|yep|yeah|nope\
     |nah|hello|hi|hey|ship|proceed|agreed|exactly|correct|wow|ugh|argh|retry|run|test|more|clear|compact\
     |nobody|everybody|everyone|someone|somebody|they|we|he|she|people|there|interesting|i see|got it|never mind|aha|mh|ah|oh|possible|optional|readable|clearer|shorter|happen|so|quick\
     |short|wonderful|fantastic|awesome|lovely|brilliant|amazing|excellent|terrible|horrible|awful|weird|strange|odd|funny|crazy|hilarious|annoying|sweet|neat|impressive|cute|sad|typical|unbelievable|incredible|hooray|yay|damn|ouch|sigh|joy|phew|oops"
);

/// Whether words may name an option; after some forms only short ones do.
pub(in crate::pipeline::acts) fn is_name(what: &str, form: &str) -> bool {
    let low = what.to_lowercase();
    let first = low.split_whitespace().next().unwrap_or("");
    let most = if matches!(form, "bare" | "then" | "then-x" | "so-go" | "take-instead") { 2 } else { 6 };
    words(what) >= 1
        && words(what) <= most
        && !NO_NAME.contains(low.as_str())
        && !NO_NAME.contains(first)
        && !phrases!("out|away|off|care|back|over|down|up|apart|god|gosh|man|boy|dear|crap|shit|lord|christ|jesus|hell|tomorrow|tmrw|tmr|tonight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday").contains(first)
        && low.chars().any(char::is_alphabetic)
        && !low.contains('?')
}

/// Verbs a choice opens with.
const VERBS: Phrases = phrases!(
    "use |keep |target |switch to |move to |bundle with |train with |deploy to |host on |ship with |default to \
 |store |go with "
);

/// Verbs of work that a choice settles the means of.
const DONE_WITH: Phrases = phrases!("do|write|build|implement|code|deploy|host|publish|render|store|run|make|test");

/// Words that introduce the purpose of a choice.
const TAILS: Phrases = phrases!(" for | as | in | on | to | at | - |, | with | when ");

/// The old summary with the new choice in the place of the old one.
fn replaced(summary: &str, old: &str, new: &str) -> String {
    let low = summary.to_ascii_lowercase();
    if !old.is_empty()
        && let Some(at) = low.find(&old.to_ascii_lowercase())
    {
        let end = at + old.len();
        return format!("{}{new}{}", summary.get(..at).unwrap_or(""), summary.get(end..).unwrap_or(""));
    }
    // "Licence for the shop: CC0": the label stays.
    if let Some((label, _)) = summary.rsplit_once(": ") {
        return format!("{label}: {new}");
    }
    // "Do the page tests in Cypress": what it is done with gives way.
    if let Some((at, len)) =
        after_any(summary, DONE_WITH).and_then(|_| phrases!(" in | with | on | using | as ").find(&low))
    {
        let tail = summary.get(at + len..).unwrap_or_default();
        let end = TAILS.iter().filter_map(|t| tail.find(t)).min().unwrap_or(tail.len());
        return format!(
            "{}{new}{}",
            summary.get(..at + len).unwrap_or_default(),
            tail.get(end..).filter(|t| !t.starts_with(", ")).unwrap_or_default()
        );
    }
    if let Some(option) = RULED_OPTION.captures(summary).and_then(|found| Some(found.name("option")?.range())) {
        let (head, tail) = (summary.get(..option.start), summary.get(option.end..));
        return format!("{}{new}{}", head.unwrap_or_default(), tail.unwrap_or_default());
    }
    let verb = VERBS.iter().find(|v| low.starts_with(*v)).map_or(0, str::len);
    let rest = low.get(verb..).unwrap_or("");
    let tail = TAILS.iter().filter_map(|t| rest.find(t)).min().map_or(summary.len(), |at| verb + at);
    // "The text will be set in Lora" is a statement, whose last name gives way.
    let states = phrases!(" will be | is | are | should be | going to be ").within(&low);
    let after = !states
        && phrases!(" for | as | in | - | on ").iter().any(|t| low.get(tail..).is_some_and(|r| r.starts_with(t)));
    if verb > 0 || after {
        return capital(&format!(
            "{}{new}{}",
            summary.get(..verb).unwrap_or(""),
            if after && !new.contains(" for ") { summary.get(tail..).unwrap_or("") } else { "" }
        ));
    }
    // Built like "Writing the firmware in Zig": the last name gives way.
    match summary.rsplit_once(' ') {
        Some((head, _)) if words(summary) >= 4 => format!("{head} {new}"),
        _ => capital(new),
    }
}
