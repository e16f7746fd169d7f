//! Defines which of the offered options an answer picks: by label, by ordinal, or by the option's words.

use super::descriptions::described;
use super::details::{added, by_case, given_amount, is_bound, put_off, with_detail};
use super::errands::is_errand;
use super::labels::{by_amount, by_name, by_number, by_place, by_place_alone, exactly_named, labels, labels_end};
use super::option_remarks::{describes_each, describes_one, speaks_against, tells_of_one};
use super::refused_options::{DENIES, RuledOut, instead, none_of_them, refused};
use super::sorting::is_order;
use super::verdicts::names_every;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::counter::{is_name, without};
use crate::pipeline::acts::answers::polarity::Polarity;
use crate::pipeline::acts::answers::reply::PersonsReply;
use crate::pipeline::acts::answers::{remarks, stance};
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::offers::option_labels::{bare_label, order_of};
use crate::pipeline::acts::questions::question_wording::is_manner;
use crate::pipeline::acts::sentences::quantities::with_amount;
use crate::pipeline::acts::sentences::topics::with_topic;
use crate::pipeline::acts::sentences::wording::{
    after, after_any, capital, parted_at, reason, unhurried, whole, words,
};
use crate::pipeline::acts::work::imperative::DOES;
use crate::pipeline::acts::{Act, ActKind};
use crate::text::patterns;

patterns! {
    /// Words behind an option's name that choose it: ", let's build that" of "undo stack, let's build that".
    TAKEN_BEHIND = r"(?i),? (?:let'?s|let us|please|i'd|we'll|we should) (?:do|implement|go with|go for|use|take|build|start with|pick|choose|try) (?:that|this|it)(?: one)?(?: first| then| now| please)*[.!]*$";
    /// "Row 3 of your table"
    OF_THE_LIST = r" (?:of|in|from) (?:your|the|that) (?:table|list|options|overview)\b";
}

/// The options that a reply picks.
pub(in crate::pipeline::acts) fn pick(offer: &Offer, reply: &PersonsReply, polarity: Polarity, said: &str) -> Vec<Act> {
    // "Definitely not the NAS" refuses that one alone.
    let before = || Some(reply.text.to_lowercase().split_once(&said.to_lowercase())?.0.to_owned());
    let denies_one = polarity == Polarity::No && before().is_some_and(|head| head.trim_end().ends_with(" not"));
    // "No google. maplibre" refuses one by its name.
    let denies_one = denies_one
        || polarity == Polarity::No
            && after_any(&reply.text, phrases!("no")).is_some_and(|rest| {
                let name = rest.split([',', '.', ';', '!']).next().unwrap_or(rest);
                let named = || exactly_named(name, offer).is_some() || refused(offer, &format!("no {name}")).is_some();
                rest.starts_with(char::is_alphanumeric) && named()
            });
    let text = if polarity == Polarity::Neither || denies_one { reply.text.as_str() } else { said };
    let text = &text.replace('’', "'");
    let text = conceded(offer, text).unwrap_or(text);
    if let Some(one) = named_whole(offer, &reply.text) {
        return taken(offer, reply, "", &[one]);
    }
    let advised = || offer.options.iter().find(|o| o.label.as_ref() == Some(&offer.object) || o.text == offer.object);
    if polarity == Polarity::Yes && text.is_empty() {
        return advised().map(|o| taken(offer, reply, text, &[o])).unwrap_or_default();
    }
    // "I recommend copper." - "no"
    if polarity == Polarity::No
        && text.is_empty()
        && let Some(option) = advised().filter(|_| !offer.object.is_empty())
    {
        return vec![RuledOut { option, why: reason_of(reply, "") }.act(offer, reply, "no")];
    }
    // "Proceed, just behind a flag": what the agent would take, with a detail.
    if polarity == Polarity::Yes
        && remarks::addition(text).is_some()
        && let Some(one) =
            advised().filter(|_| !offer.object.is_empty() && by_name(&text.to_lowercase(), offer).is_empty())
    {
        return taken(offer, reply, text, &[one]);
    }
    if let Some(own) = own_label(offer, reply) {
        return vec![own];
    }
    if describes_each(offer, text) {
        return vec![Act::nothing(reply.range.clone(), "weighs")];
    }
    if let Some(rest) = none_of_them(text) {
        let out = offer.options.iter();
        let why = reason_of(reply, rest);
        let mut out: Vec<Act> =
            out.map(|o| RuledOut { option: o, why: why.clone() }.act(offer, reply, "none-of-them")).collect();
        out.extend(instead(offer, reply, rest));
        return out;
    }
    // "Yes to 1 and 3"
    let to = after_any(text, phrases!("to|for|on")).filter(|_| polarity == Polarity::Yes);
    let listed = |rest: &&str| clauses(rest).first().is_some_and(|first| labels_end(&first.to_lowercase()));
    in_clauses(offer, reply, polarity, to.filter(listed).unwrap_or(text))
}

/// The words behind a concession that name an option: "the last one" of "fair, but the last one".
fn conceded<'t>(offer: &Offer, text: &'t str) -> Option<&'t str> {
    let low = text.to_ascii_lowercase();
    let (at, len) = phrases!(", but | but ").find(&low)?;
    let (head, tail) = (low.get(..at)?, text.get(at + len..)?);
    let adds = after_any(tail, phrases!("with|without|only|not|no|in|on|at|for|as|keep|make|if"));
    let excepts = phrases!("anything|everything|all|any|both|nothing|none|not").contains(head.rsplit(' ').next()?);
    let first = unhurried(clauses(tail).first()?);
    let said = unhurried(without_picking(first)).to_lowercase();
    let one = named_whole(offer, &said)
        .or_else(|| by_number(&first.to_lowercase(), offer))
        .or_else(|| by_place_alone(&said, true, offer))
        .or_else(|| labels(&said, offer).first().copied().filter(|_| labels_end(&said)))?;
    let same = by_name(head, offer).iter().any(|named| std::ptr::eq(*named, one));
    (adds.is_none() && !excepts && !same).then_some(tail)
}

/// The choice of an option that the person adds to a lettered list: "d) a message under the field" after a), b) and c).
fn own_label(offer: &Offer, reply: &PersonsReply) -> Option<Act> {
    let labels: Option<Vec<u32>> = offer.options.iter().map(|o| order_of(o.label.as_deref()?)).collect();
    let (label, text) = reply.text.split_once([')', ':', '.'])?;
    let next = labels?.last()? + 1;
    let adds = order_of(&label.trim_start_matches('(').to_lowercase()) == Some(next);
    let text = unhurried(text);
    let summary = || with_topic(&capital(text), &offer.topic);
    (adds && words(text) >= 2).then(|| Act::settled(ActKind::Choose, reply.range.clone(), summary(), "pick"))
}

/// The options that the clauses of a reply refuse and the first that they pick.
fn in_clauses(offer: &Offer, reply: &PersonsReply, polarity: Polarity, text: &str) -> Vec<Act> {
    let mut out: Vec<Act> = Vec::new();
    let all = clauses(text);
    let refusals =
        all.iter().take_while(|part| refused(offer, part).is_some() || tells_of_one(offer, part, &all)).count();
    for (at, part) in all.iter().copied().enumerate() {
        if tells_of_one(offer, part, &all) && refused(offer, part).is_none() {
            continue;
        }
        if let Some(option) = refused(offer, part) {
            let why = reason_of(
                reply,
                text.get(part.as_ptr() as usize - text.as_ptr() as usize + part.len()..).unwrap_or(""),
            );
            out.push(RuledOut { option, why }.act(offer, reply, "pick"));
            continue;
        }
        let near = at < CLAUSES + refusals.saturating_sub(1);
        let only_told = tells(part) || describes_one(offer, part) || speaks_against(part);
        let chosen = if near && !only_told { chosen(offer, part, text) } else { Vec::new() };
        if chosen.is_empty() {
            // "forget yarn, pnpm": what is none of the options takes their place.
            let denies = after_any(part, phrases!("not|no|nor|neither")).is_some();
            if at == 1 && !out.is_empty() && is_name(part) && !denies {
                let summary = with_topic(unhurried(part), &offer.topic);
                out.push(Act::settled(ActKind::Choose, reply.range.clone(), summary, "pick"));
                for act in &mut out {
                    act.why = None;
                }
                break;
            }
            continue;
        }
        // "I'd take basic." - "no, strict"
        let counters = !offer.object.is_empty() && named_whole(offer, part).is_some();
        if polarity == Polarity::No && out.is_empty() && at == 0 && !opens_pick(part) && !counters {
            return Vec::new();
        }
        out.extend(put_right(offer, reply, &all, at, &chosen).unwrap_or_else(|| taken(offer, reply, text, &chosen)));
        break;
    }
    out
}

/// The choice of a reply that puts right the option it names: "the fee is per guest, not monthly" of "the fee is monthly".
fn put_right(offer: &Offer, reply: &PersonsReply, all: &[&str], at: usize, chosen: &[&Choice]) -> Option<Vec<Act>> {
    let [named] = chosen else { return None };
    let is_denied = |part: &&str| refused(offer, part).is_some_and(|option| std::ptr::eq(option, *named));
    let part = all.get(at).filter(|part| words(part) >= 3)?;
    let denied = all.iter().skip(at + 1).find(|later| is_denied(later))?;
    let summary = whole(&capital(&format!("{}, {}", unhurried(part), denied.trim())));
    let act = Act::settled(ActKind::Choose, reply.range.clone(), summary, "put-right");
    Some(vec![Act { alternatives: vec![named.text.clone()], ..act }])
}

/// The option that a reply names and nothing else: "go" picks the language if Go is an option.
pub(in crate::pipeline::acts) fn named_whole<'o>(offer: &'o Offer, text: &str) -> Option<&'o Choice> {
    let bare = unhurried(text);
    if phrases!("both|all|either|neither|none").iter().any(|w| w.eq_ignore_ascii_case(bare)) {
        return None;
    }
    let same = |o: &&Choice| {
        let quote = o.quote.trim_end_matches(" for now");
        [o.text.as_str(), &o.summary, quote].iter().any(|t| t.eq_ignore_ascii_case(bare))
    };
    let unspaced = |o: &&Choice| [&o.text, &o.summary].iter().any(|t| without_spaces(t) == without_spaces(bare));
    offer.options.iter().find(same).or_else(|| {
        let mut found = offer.options.iter().filter(unspaced);
        found.next().filter(|_| found.next().is_none())
    })
}

/// A name in lower case without spaces, hyphens and marks of code: "EN16931" is "EN 16931".
fn without_spaces(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && !"-_`".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// Number of clauses of a reply searched for an option; later ones give reasons.
const CLAUSES: usize = 2;

/// The clauses of a reply: "arrow please", "csv loses the types".
pub(super) fn clauses(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((at, len)) = phrases!(", |. |; | - | — |! |: | because | cause | since | bc | as the |, as ")
        .find(&rest.to_ascii_lowercase())
    {
        out.push(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + len..).unwrap_or("");
    }
    out.push(rest);
    // "Steps 1, 2 and 4" is one clause.
    let listed = out.windows(2).take_while(|pair| matches!(pair, [one, next] if goes_on(one, next))).count();
    if let Some(last) = out.get(listed).filter(|_| listed > 0) {
        let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
        out.splice(..=listed, text.get(..end));
    }
    out.retain(|c| !c.trim().is_empty());
    out
}

/// Whether the labels at the end of a clause go on in the next: "steps 1", "2 and 4 please".
fn goes_on(clause: &str, next: &str) -> bool {
    let is_label = |word: Option<&str>| word.is_some_and(|word| bare_label(word).is_some() && !word.contains(')'));
    is_label(clause.split_whitespace().last())
        && is_label(next.split_whitespace().next())
        && labels_end(&next.to_lowercase())
}

/// The reason given with an answer: after a "because", else in what follows.
fn reason_of(reply: &PersonsReply, follows: &str) -> Option<String> {
    let (_, why) = reason(&reply.text);
    let of = |text: &str| {
        let text = text.trim_start_matches(|c: char| ",;:.!- ".contains(c)).trim_end_matches('.');
        // "(There is cake in the kitchen)" is an aside.
        (words(text) >= 2 && words(text) <= 24 && !text.starts_with('(')).then(|| text.to_owned())
    };
    // "and don't touch legacy/" is a rule or an order of its own.
    let further =
        phrases!("and|also|then|please|don't|do not|never|always|make sure|but|what|can you|could you|next|no");
    let rest = after_any(&reply.rest, further).map_or(reply.rest.as_str(), |_| "");
    why.or_else(|| of(follows)).or_else(|| of(rest))
}

fn opens_pick(part: &str) -> bool {
    after_any(part, PICKING).is_some()
}

/// Id of the form of a pick beside which another option is put off; its words end where that one is named.
pub(in crate::pipeline::acts) const PICKED_NOW: &str = "pick-now";

/// The choices that taking these options makes.
fn taken(offer: &Offer, reply: &PersonsReply, text: &str, chosen: &[&Choice]) -> Vec<Act> {
    let put_off = put_off(offer, text);
    // "Green on hover, blue otherwise" gives each its case.
    let split = put_off.is_empty() && by_case(offer, text);
    // What is put off has conditions of its own.
    let now = if put_off.is_empty() { reply.text.len() } else { reply.text.find([',', ';', '.']).unwrap_or(0) };
    let range = reply.range.start..reply.range.end.min(reply.range.start + now.max(1));
    let range = if put_off.is_empty() { reply.range.clone() } else { range };
    let is_out = |o: &&Choice| !split && !chosen.iter().chain(&put_off).any(|c| std::ptr::eq(*c, *o));
    // "Together" alone names nothing.
    let name = |option: &Choice| if is_manner(&option.text) { option.summary.clone() } else { option.text.clone() };
    let others: Vec<String> = offer.options.iter().filter(is_out).map(name).collect();
    // "the one with the patent grant" describes and adds nothing.
    let by_quality = after_any(without_picking(text), phrases!("one|ones")).is_some();
    let describes = |more: &String| {
        by_quality || chosen.iter().any(|o| stance::only_names(more, &format!("{} {} {}", o.summary, o.text, o.about)))
    };
    let more = added(without_picking(text)).filter(|more| chosen.len() == 1 && !describes(more));
    // "The client. 3 tries at most"
    let next = parted_at(&reply.rest, &['.', '!', ';']).next().map(unhurried).filter(|next| is_bound(next));
    let more = more.or_else(|| next.filter(|_| chosen.len() == 1).map(str::to_owned));
    let why = reason_of(reply, "").filter(|why| !is_bound(why));
    // Several of steps that were only told exclude none of the others.
    let steps = chosen.len() > 1 && offer.stated && offer.options.iter().all(|o| is_order(&o.summary));
    let momentary = offer.is_of_the_moment();
    let mut out = Vec::new();
    for (n, option) in chosen.iter().enumerate() {
        let amount = given_amount(text, option).filter(|_| chosen.len() == 1);
        let text = match &more {
            _ if split && n == 0 => whole(&option.summary.replacen(&option.text, unhurried(text), 1)),
            _ if let Some((text, _)) = amount.and_then(|amount| with_amount(&option.summary, amount)) => text,
            Some(more) if n == 0 => with_detail(&without(&option.summary, more), more),
            _ => option.summary.clone(),
        };
        // "Shall I commit or run the tests first?" is answered by an order, not by a choice.
        let errands = offer.options.iter().all(|o| is_errand(&o.text)) || momentary && is_order(&option.text);
        let is_work = steps || errands && words(&option.text) > 1;
        let deed = if is_work { ActKind::Request } else { ActKind::Choose };
        let form = if put_off.is_empty() { "pick" } else { PICKED_NOW };
        let mut act = Act::settled(deed, range.clone(), text, form);
        act.why.clone_from(&why);
        act.basis = Some(offer.basis_of(option));
        if n == 0 && !steps && !momentary {
            act.alternatives.clone_from(&others);
        }
        out.push(act);
    }
    out
}

/// Words that introduce a pick without naming an option.
const PICKING: Phrases = phrases!(
    "let's go with|lets go with|let's go for|let's do|let's take|let's use|i'd go with|i'd go for|i'd take\
     |i'd say|i would go with|i would take|i would say|i'll take|i'll go with|we'll take|we'll go with|go with\
     |go for|take|use|do|i prefer|i'd prefer|prefer|i choose|i pick|pick|choose|the|option|number|nr|no.|#\
     |variant|row|line|entry|item|point|then|but|probably|definitely|i like|i want|i would like|i'd like|i would prefer|i'd rather have|i would rather have|give me|let me have|we would like|we'd like|we prefer|could you|can you|would you|please|just|we want|we take|we use|with|it's|it is|make it\
     |i could live with|i can live with|i'd be fine with|i'd be happy with|i'm fine with|i'm happy with|i'm ok with|i am fine with|can we have|can we do|can we use|can we take|can we go with|could we have|could we do|could we use|could we go with\
     |my vote is|my pick is|i vote for|ok|approach|solution|hmm wait|wait|opt|follow|only|so|idea|choice|alternative|options|steps|points|items|numbers|no|let's try|let's start with|lets try|lets start with|start with|try|gimme|make mine|in the meantime|meanwhile|for the moment|i fancy|i'm for|i am for|i'll have|we'll have"
);

/// Words of a wish around the verb of a pick: "let us settle on", "I would like to have", "we shall opt for".
const WISHING: Phrases = phrases!(
    "i|we|us|i'd|we'd|i'll|we'll|let|let's|lets|would|will|shall|should|like|to|have|going|settle|settled|decide|decided|vote|voted|lean|leaning     |towards|toward|for|on|opt|rather|all|both of us|myself"
);

/// A text without the words that introduce a pick: "B" of "let's do B".
pub(super) fn without_picking(text: &str) -> &str {
    let mut rest = text.trim().trim_start_matches('(');
    while let Some(after) = after_any(rest, PICKING).or_else(|| after_any(rest, WISHING)) {
        let after = after.trim_start_matches([',', ':', ' ', '#', '(']);
        if after.is_empty() || after.len() == rest.len() {
            break;
        }
        rest = after;
    }
    rest
}

/// Whether words take all options: "both please", but "both smell" tells of them.
fn takes_every(low: &str) -> bool {
    const MOST: usize = 5;
    const GOES_ON: Phrases = phrases!(
        "of|please|pls|then|and|for|now|are fine|are ok|are good|sound good|work|it is|three|four|the|in|on|at|to|with|as|but|yes|would|will|if"
    );
    let rest = after_any(low, phrases!("both|all|everything")).filter(|_| words(low) <= MOST);
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic) || after_any(rest, GOES_ON).is_some())
}

/// The options that a clause of the reply picks.
fn chosen<'o>(offer: &'o Offer, part: &str, text: &str) -> Vec<&'o Choice> {
    // "The undo stack, let's build that"
    let named = TAKEN_BEHIND.find(part).and_then(|found| part.get(..found.start()));
    let rest = without_picking(named.unwrap_or(part));
    let low = rest.to_lowercase();
    if let Some(option) = by_number(&part.trim().to_lowercase(), offer) {
        return vec![option];
    }
    let except = after_any(&low, phrases!("all but|all except|everything but|everything except"));
    if let Some(out) = except.map(|what| labels(what, offer)).filter(|o| !o.is_empty()) {
        return offer.options.iter().filter(|o| !out.iter().any(|x| std::ptr::eq(*x, *o))).collect();
    }
    // "All three" names every one of three, "all three are bad" none.
    let said = part.trim().trim_end_matches(['.', '!', ' ']).to_lowercase();
    let counted = phrases!("all two|all three|all four|all five|all six").find(&said);
    if let Some((at, _)) = counted {
        let every = said.get(at..).is_some_and(|tail| names_every(unhurried(tail), offer.options.len()));
        return if every { offer.options.iter().collect() } else { Vec::new() };
    }
    // A connective introduces no pick: "so we drain that queue on any call" tells.
    let connected = after_any(part.trim(), phrases!("so|but|then|and")).unwrap_or(part.trim());
    // "The popovers scare me": an article alone introduces no pick.
    let unnamed = after_any(connected, phrases!("the")).unwrap_or(connected);
    let led = named.is_some() || words(unnamed) > words(rest);
    // "What you have under 2", "do point 3".
    let under = phrases!("under |number |point |item |nr ").find(&low).and_then(|(at, len)| low.get(at + len..));
    if let Some(found) =
        under.map(unhurried).filter(|r| words(r) == 1).map(|r| labels(r, offer)).filter(|f| !f.is_empty())
    {
        return found;
    }
    if offer.stated {
        // Numbered steps or findings are picked only by a bare number or an ordinal.
        let led = words(connected) > words(rest);
        return if labels_end(&low) {
            labels(&low, offer)
        } else {
            by_place_alone(&low, led, offer).into_iter().collect()
        };
    }
    if takes_every(&low) || names_every(unhurried(&said), offer.options.len()) {
        return offer.options.iter().collect();
    }
    let several = [
        ("first two", 0..2),
        ("first three", 0..3),
        ("last two", offer.options.len().saturating_sub(2)..offer.options.len()),
    ];
    if let Some((_, places)) =
        several.into_iter().find(|(words, _)| after_any(&low, phrases!("the")).unwrap_or(&low).starts_with(words))
    {
        return offer.options.iter().skip(places.start).take(places.len()).collect();
    }
    // "Write a note on that please" is an order of its own, unless an option says the same.
    // "Separate PR please" names a thing.
    let names = words(&low) <= 3 && phrases!("please|pls|plz").within(&low);
    let orders = after_any(&low, DOES).is_some() && !names;
    let first = low.split([' ', '.', ',', '!']).next().unwrap_or("");
    if orders && !offer.options.iter().any(|o| o.text.to_lowercase().contains(first)) {
        return Vec::new();
    }
    if (after_any(&low, phrases!("a|an")).is_some() || !led) && bothers(&low) {
        return Vec::new();
    }
    let picked = found(offer, &low);
    let polite = phrases!("please|pls|plz").within(&low) || approves(&low);
    if led || polite || words(&low) <= NAMED_WITHIN && words(text) <= ANSWER { picked } else { Vec::new() }
}

/// Maximum number of words in a reply searched for an option's name.
const ANSWER: usize = 40;

/// Whether a clause tells how somebody takes an option, or what is bad about it: "the popovers scare me".
fn bothers(low: &str) -> bool {
    let told = phrases!(
        " scare| worr| bother| annoy| confuse| bore| irritate| hurt| break| crash| costs a | look dated| sick| seem| looks | loses \
         | fills | eats | floods | slows | annoys | hides | wastes "
    );
    told.within(low) && !approves(low)
}

/// Whether a clause approves an option: "mise is fine", "ebbline sounds nicer".
pub(super) fn approves(low: &str) -> bool {
    phrases!(" looks more| seems more| looks nicer| looks cleaner| looks good| looks fine| seems good| seems fine| seems best| seems right| looks best| is fine| is good| is better| is enough| is ok| sounds | wins| looks better| is nicer| seems to fit| seem to fit| seems to work| seem to work| seems to represent| seem to represent| seems the most| seem the most| it is| would be | will do| is the one| fits| suits").within(low)
}

/// The options that words name: by label, by ordinal, else by the option's words.
pub(in crate::pipeline::acts) fn found<'o>(offer: &'o Offer, low: &str) -> Vec<&'o Choice> {
    let low = &OF_THE_LIST.remove_from(low);
    let by_label = if labels_end(low) { labels(low, offer) } else { Vec::new() };
    if !by_label.is_empty() {
        return by_label;
    }
    let said = low.trim_start_matches(['`', '"']);
    let whole = |o: &&Choice| {
        after(said, &o.text.to_lowercase())
            .is_some_and(|rest| rest.is_empty() || rest.trim() == "first" || rest.starts_with([',', '.', '!', '`']))
    };
    if let Some(one) = offer.options.iter().find(whole) {
        return vec![one];
    }
    // "Test first", "the last project": the word belongs to what is named.
    let places = phrases!("first|last|second|latter|former|third");
    let spare: Vec<&str> =
        low.split(' ').filter(|w| !places.contains(w) && !phrases!("the|one|please").contains(w)).collect();
    let beside = if spare.len() < low.split(' ').count() { by_name(&spare.join(" "), offer) } else { Vec::new() };
    if let ([one], false) = (beside.as_slice(), spare.is_empty()) {
        return vec![one];
    }
    if let Some(one) = by_place(low, offer).filter(|_| {
        low.contains(" one") || low.starts_with("one ") || words(low) <= 2 || by_name(low, offer).is_empty()
    }) {
        return vec![one];
    }
    let named = by_name(low, offer);
    if !named.is_empty() {
        return named;
    }
    if let Some(one) = by_amount(low, offer) {
        return vec![one];
    }
    described(low, offer).into_iter().collect()
}

/// Maximum number of words in a reply that picks an option by its name alone.
pub(super) const NAMED_WITHIN: usize = 8;

/// Whether a reply reports a state instead of picking.
fn tells(text: &str) -> bool {
    let low = format!(" {} ", text.to_lowercase());
    // "Our commits are mostly noise" says how they are.
    let own = after_any(text, phrases!("our|my|their|hm our|hm my|well our|well my")).is_some();
    if own && phrases!(" is | are | was | were | has | have ").within(&low) && !approves(&low) {
        return true;
    }
    // "Don't force push" refuses.
    if after_any(text, DENIES).is_some() {
        return true;
    }
    phrases!(" nobody | we have no | we've no | there's no | don't have | do not have | can't | cant | cannot | theyre | isn't | doesn't | didn't | can't get | there is | i'm | i am | i was | was | were | it works | works fine |n't really ").within(&low)
}
