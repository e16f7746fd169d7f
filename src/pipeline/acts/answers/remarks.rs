//! Defines what may stand after a yes or no: an order of its own, a reason, a condition, a detail that it adds or takes
//! out.

use super::polarity::{Polarity, polarity};
use super::reply::PersonsReply;
use super::stance;
use super::values::is_work;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::Act;
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::wording::{after_any, lowered, plain, stands_alone, unhurried, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::clause::Sentence;

/// Keeps a first sentence that only leads in the list below it from being an answer: "House rules for the new shed:".
pub(super) fn leads_in(sentences: &[&Sentence]) -> Option<Act> {
    const LEAST: usize = 4;
    let [first, next, ..] = sentences else { return None };
    let leads = next.list.is_some() && first.text.trim_end().ends_with(':') && words(&first.text) >= LEAST;
    leads.then(|| Act::nothing(first.range.clone(), "leads-in"))
}

/// Whether a sentence only comments on being asked: "Good question, I had to look that up."
pub(super) fn praises_question(text: &str) -> bool {
    let praise = phrases!(
        "good question|great question|fair question|nice question|excellent question|interesting question|tough question|hard question\
         |that's a good question"
    );
    let text = after_any(text, phrases!("a|an|that's a|that is a|very")).unwrap_or(text);
    let goes_on = |rest: &str| {
        rest.is_empty() || rest.starts_with(['.', '!']) || after_any(rest, phrases!(", i|, had|, let me")).is_some()
    };
    after_any(text, praise).is_some_and(goes_on)
}

/// Adds to a yes what the next sentence leaves out or adds: "yes. but with copper nails".
pub(super) fn add_exception(offer: &Offer, reply: &mut PersonsReply, next: Option<&&Sentence>) {
    if let Some(next) = next.filter(|next| is_exception(offer, reply, next)) {
        reply.text = format!("{}, {}", reply.text.trim_end_matches(['.', '!', ' ']), plain(&next.text));
        reply.range.end = next.range.end;
    }
}

/// Whether a sentence has no order of its own and only limits the yes before it.
fn is_exception(offer: &Offer, reply: &PersonsReply, next: &Sentence) -> bool {
    const MOST: usize = 12;
    if offer.form != OfferForm::Proposal || next.asks || words(&next.text) > MOST {
        return false;
    }
    let text = plain(&next.text);
    // "Yes. but run the tests first", "yes. but 30 is too short, make it 90": an order of its own.
    let orders = |part: &str| {
        imperative::opens(&part.trim().to_lowercase())
            || after_any(part, phrases!("make it|make that|rather")).is_some()
    };
    let bound = after_any(&text, phrases!("but")).filter(|rest| !rest.split(',').any(orders));
    let own = bound.is_none_or(|rest| after_any(rest, phrases!("first|please|also|then")).is_some());
    !own && polarity(&reply.text) == (Polarity::Yes, "") && addition(&text).is_some()
}

/// Whether what follows a yes is an order of its own: "and bump the version too".
pub(super) fn adds_order(said: &str) -> bool {
    // "But oil the hinge first" orders what comes before it.
    let before =
        after_any(said, phrases!("but")).filter(|order| order.trim_end_matches(['.', '!']).ends_with(" first"));
    let order = before.or_else(|| after_any(said, phrases!("and also|and then|and|also|then")));
    order.is_some_and(|order| words(order) >= 3 && imperative::object(order).is_some())
}

/// What a yes asks to be seen to: "make sure the bar still moves" of "just make sure the bar still moves".
pub(super) fn asks_to_ensure(said: &str) -> Option<&str> {
    let bare = after_any(said, phrases!("just|but|and|only|but please|and please|just please|please")).unwrap_or(said);
    let rest = after_any(bare, phrases!("make sure|make certain|ensure|be sure|see to it|take care that|mind that"))?;
    (words(rest) >= 3 && !rest.ends_with('?')).then(|| unhurried(bare))
}

/// Whether what stands after a yes only says why: "sure, redis is there already".
pub(in crate::pipeline::acts) fn explains(said: &str) -> bool {
    const MOST: usize = 16;
    let low = format!(" {} ", said.to_lowercase().replace('’', "'"));
    let verb = phrases!(" is | are | was | has | have | had | runs | needs | need | wants | want | wanted | takes | costs | works | breaks | complain | complains | hurts | bit | bites | gets | grows | keeps | makes | saves |'s |'re | eats | fails | were | keep | use | uses | know | knows | hate | hates | like | likes | love | loves | look | looks | come | comes | work | break | ask | asks | expect | expects | live | lives | own | owns | pay | pays | run | care | cares | notice | notices | take | get | does | do | did | took | went | came | got | broke | said | told | kept | made | found | left | lost | scream | screams | cry | cries ").within(&low);
    let turns = phrases!(" but | if | unless | except | only | however | although | though | until | instead | not |n't | maybe | perhaps | first | before | after | once | when | rather | should | could | would | must | please | let's | then | also | as long as | provided | condition | what | how | why | which | who |?").within(&low);
    // "Keep them on disk" orders, "we keep them" tells.
    let bare =
        phrases!("keep|use|take|put|make|leave|let|do|get|come|look|ask|run|pay|find|break|cry|own|care|own|know");
    let order = imperative::object(said).is_some() || is_work(said) || after_any(said, bare).is_some();
    // "A hook will do" names what is wanted.
    let suffices = phrases!("will do|would do|suffices|suffice|does it|does the job")
        .iter()
        .any(|end| said.trim_end().ends_with(end));
    verb && !turns && !order && !suffices && (3..=MOST).contains(&words(said))
}

/// Whether what stands after a yes sets a condition.
pub(super) fn on_condition(said: &str) -> bool {
    let set = phrases!(
        "as long as|so long as|provided|provided that|on condition that|on the condition that|under the condition that|if|only if|assuming|but only if"
    );
    after_any(said, set).is_some_and(|rest| (2..=24).contains(&words(rest)))
}

/// The limit that a yes sets to what it approves: "as long as it stays below 8 cores". What others must do or what is not
/// known yet is no limit.
pub(super) fn bound(said: &str) -> Option<&str> {
    let first = said.split([';', '–', '—']).next()?.split(" - ").next()?.split(". ").next()?;
    let bound = unhurried(first.trim_end_matches('.'));
    let rest = after_any(bound, phrases!("as long as|so long as|provided|provided that|on condition that"))?;
    let of_it = after_any(rest, phrases!("it|they|that|this|the result|you"))?;
    let named = after_any(of_it, phrases!("is ok|is fine|works|is possible|are ok|are fine")).is_none();
    (named && (2..=12).contains(&words(rest))).then_some(bound)
}

/// The condition or detail that a yes adds: "but on port 8080", "and call it v2".
pub(in crate::pipeline::acts) fn addition(said: &str) -> Option<String> {
    let adds = after_any(
        said,
        phrases!(
            "but|with|only|just|plus|on|at|in|behind|under|within|via|using|for|after|until|till|before|from|not before|not until\
             |and on|and in|and at|and for|and with|and from|also on|also in|also for|and also on|and also in|and also for"
        ),
    );
    // What a yes takes out is not yet what it leaves.
    let limit = after_any(said, phrases!("but not before|not before|but not until|not until")).is_some();
    let takes_out = !limit && phrases!("without|except|minus|not ").within(&said.to_lowercase());
    let plain = unhurried(without_reason(said));
    // "But now the menu is gone" tells what is wrong.
    let subject = after_any(
        said,
        phrases!("but now|but it|but there|but that|but this|but then|but still|but they|but we|but i"),
    )
    .is_some();
    if subject
        && phrases!("n't | not | no | still | fails| broke| gone| missing| lost")
            .within(&format!(" {} ", said.to_lowercase()))
    {
        return None;
    }
    (adds.is_some() && !takes_out && words(plain) >= 2 && words(plain) <= 12 && !tells_of_oneself(plain))
        .then(|| plain.to_owned())
}

/// A yes that stands behind its limit, put first: "yes, for one more day" of "for one more day, yes".
pub(super) fn yes_first(text: &str) -> Option<String> {
    const MOST: usize = 8;
    let (limit, yes) = text.trim_end_matches(['.', '!', ' ']).rsplit_once(", ")?;
    let opens = after_any(
        limit,
        phrases!("for|until|till|on|in|at|with|within|under|above|below|over|up to|from|after|before|only|just"),
    );
    let says_yes = phrases!("yes|yep|yeah|sure|ok|okay|fine|yes please|go ahead|please do|do it");
    let clear = opens.is_some() && words(limit) <= MOST && !limit.contains([',', '?']);
    (clear && says_yes.contains(&yes.to_lowercase())).then(|| format!("{yes}, {limit}"))
}

/// An addition without the reason after it: "but link it dynamically, the static build took forever".
fn without_reason(said: &str) -> &str {
    let tells = phrases!(
        " is | are | was | were | took | takes | has | have | had | we | i | it | they | need | needs | makes "
    );
    let told = |tail: &str| tells.within(&format!(" {} ", tail.to_lowercase()));
    let aim = phrases!(" so we can | so i can | so they can | so you can | so that | in case ").find(said);
    let said = aim.and_then(|(at, _)| said.get(..at)).unwrap_or(said);
    said.split_once(", ").filter(|(_, tail)| told(tail)).map_or(said, |(head, _)| head)
}

/// The part of a proposal that a yes leaves out: "fine, but without the cache, we have memory enough".
pub(super) fn taken_out(said: &str) -> Option<&str> {
    let out = after_any(
        said,
        phrases!(
            "but without|without|but not|except|except for|but except|apart from|minus|but no|but leave out|but skip|but drop"
        ),
    )?;
    let out = out.split([',', '.', ';', '(']).next().unwrap_or(out).trim();
    let out = after_any(out, phrases!("the|that|a|any")).unwrap_or(out);
    let told = phrases!("yet|now|today|sure|if|when|before|until|this week|more than|longer than")
        .iter()
        .any(|t| out.starts_with(t));
    let told = told || out.split(' ').next().is_some_and(|w| w.ends_with("ing"));
    (words(out) >= 1 && words(out) <= 5 && !told && stands_alone(out)).then_some(out)
}

/// Whether an addition tells what the person did or has instead of what is to be.
fn tells_of_oneself(said: &str) -> bool {
    phrases!(" i | i've| i'm| we've| was | were | it's ").within(&format!(" {}", said.to_lowercase()))
}

/// Whether more than the first word of a reply refuses: "no, leave it".
pub(super) fn refuses_twice(text: &str) -> bool {
    let more = after_any(text, phrases!("no|nope|nah|hm no")).unwrap_or("").trim_start_matches([',', '.', ' ']);
    polarity(more).0 == Polarity::No
}

/// Whether the words behind a no say how something is to be: "it needs to be oak".
pub(in crate::pipeline::acts) fn says_how(more: &str) -> bool {
    const NEEDS: Phrases = phrases!(" needs to | need to | has to | have to | should be | must be ");
    let first = more.split(['.', '!', ';']).next().unwrap_or(more);
    NEEDS.within(&first.to_lowercase())
}

/// Whether a remark is about an amount in what the agent shows, not about what it proposes: "too many numbers".
pub(super) fn is_about_amount(text: &str, about: &[String]) -> bool {
    let Some(rest) = after_any(text, phrases!("too many|too much|too little|too few|not enough")) else { return false };
    let noun = rest.trim_start().split([' ', ',', '.', '!']).next().unwrap_or("").to_lowercase();
    let counts = noun.len() > 2
        && !phrases!("for|work|effort|trouble|hassle|risk|money|time|right|now|and|but|here").contains(noun.as_str());
    counts && !about.iter().any(|word| stance::alike(word, &noun))
}

/// Whether a sentence refuses what the person has told of just before: "It beeps twice. I don't want that."
pub(super) fn points_to_remark(text: &str) -> bool {
    let low = lowered(text);
    phrases!("i don't want that|i don't want this|i don't like that|i don't need that|we don't want that")
        .contains(low.trim_end_matches(['.', '!', ' ']))
}

/// Whether what follows praise is an objection: "I love it, but our bundle is too big".
pub(super) fn objects(left: &str) -> bool {
    after_any(left, phrases!("but|however|only|it's just|though")).is_some()
}

/// The change that a reply makes to a proposal it points to: "but with toml" of "that, but with toml".
pub(super) fn taken_but(text: &str) -> Option<&str> {
    let rest =
        after_any(text, phrases!("that one|that|this|the same|same|like that|exactly that|exactly|as you say|it"))?;
    let rest = rest.trim_start_matches([',', ' ']);
    after_any(rest, phrases!("but|except|only|without|just")).is_some_and(|r| !r.is_empty()).then_some(rest)
}
