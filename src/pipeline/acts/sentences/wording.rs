//! Defines how the words of a sentence become an item's summary that can be understood alone.

use std::borrow::Cow;

use crate::language::phrases::{Phrases, phrases};
pub(in crate::pipeline::acts) use crate::language::phrases::{after, after_any};
use crate::language::stems::word_count;
use crate::pipeline::acts::work::imperative::{opens, plain_verb};
use crate::pipeline::extract::summary;
pub(in crate::pipeline::acts) use crate::pipeline::extract::summary::plain;
use crate::text::patterns;

/// Lead-in words of proposals and orders, which are not part of the object; the longest that matches is stripped.
const LEAD_INS: Phrases = phrases!(
    "my proposal:|my suggestion:|proposal:|suggestion:|plan:|idea:|my recommendation:|recommendation:\
     |i suggest that we|i suggest we|i suggest to|i suggest using|i suggest|i'd suggest that we|i'd suggest we\
     |i'd suggest to|i'd suggest using|i'd suggest|i would suggest we|i would suggest to|i would suggest\
     |i propose that we|i propose we|i propose to|i propose|i'd propose that we|i'd propose we|i'd propose to\
     |i'd propose|i would propose to|i would propose|i recommend that we|i recommend we|i recommend to\
     |i recommend using|i recommend|i'd recommend we|i'd recommend to|i'd recommend using|i'd recommend\
     |i would recommend|my recommendation is to|my suggestion is to|my proposal is to|i think we should\
     |i think we could|i think i should|we should probably|we should|we could also|we could|we can also|we can\
     |i could also|i could|i can also|i can|if you want, i can|if you'd like, i can|if you like, i can|i'd also|i'd just|i'd rather|i'd prefer to|i would prefer to|i prefer to|i'm inclined to|i'd be inclined to|i'd like to|i'd love to|i'd|i would rather|i would like to|i would|i'll|i will\
     |we'd|we'll|should i also|should i|should we also|should we|shall i also|shall i|shall we\
     |of these do you want|do you want|would you like|do you want me to also|do you want me to|do you want to|do you want us to|would you like me to\
     |would you like to|would you like us to|would you mind if i|would you mind if we|want me to also|want me to\
     |can we agree on|unless you mind, i'd|unless you mind, i would|unless you object, i'd|unless you object, i'll\
     |any objections to me|any objection to|any objections to|do you mind if i|do you mind if we|is it alright if i\
     |would it be ok if i|would it be okay if i|want us to|how about we|how about i|how about if we|how about if i|how about|what about if we|what about\
     |what if we|why don't we|why not|what do you think about|what do you think of|how do you feel about\
     |how would you feel about|what would you say to|are you ok with|are you okay with|are you fine with|are you happy with|would you be ok with\
     |would you be okay with|would you be fine with|any thoughts on|would you prefer|would you like|i'd say we|i would say we|i want to|i plan to|i intend to\
     |i'm going to|we're going to|we want to|we plan to|may we|i'd favour|i'd favor|i favour|i favor|i'd vote for|i vote for|i'd lean towards|i lean towards|can i|may i|could i|can we|could we|let's|lets|let us|next i could\
     |next, i could|next i can|next i'd|next i would|then i'd|next i'll|next, i'll\
     |next i will|then i'll|now i'll|first i'll|is it ok if i|is it okay if i|is it fine if i|ok if i|okay if i\
     |ok to|okay to|fine to|ready to|happy to|one option is to|the simplest fix is to|the easiest fix is to\
     |the fix is to|the simplest way is to|the easiest way is to|the best way is to|it would be best to|better to"
);

/// Questions at a proposal's end that only ask for a reaction: ", ok?".
const TAGS: Phrases = phrases!(
    "ok?|okay?|agreed?|agree?|okay for you?|ok for you?|ok with you?|okay with you?|fine with you?|sound good?\
     |sounds good?|does that work?|does that work for you?|shall i?|should i?|shall we?|should we?|want that?\
     |do you want that?|go ahead?|what do you think?|thoughts?|right?|yes?|good?|any objections?|objections?\
     |does that sound good?|deal?"
);

/// Whether the words order something of a thing that they do not name.
pub(in crate::pipeline) fn leaves_object_open(summary: &str) -> bool {
    OPEN_OBJECT.is_match(summary.trim_end_matches('.')) || leaves_place_open(summary)
}

/// Whether the words break off: "three of them are", "the lamp and".
pub(in crate::pipeline::acts) fn breaks_off(summary: &str) -> bool {
    const OPEN_ENDS: Phrases = phrases!("is|are|was|were|the|a|an|and|or|but|which|whose|because|than|of");
    const STATES: Phrases = phrases!("it|they|that|as|what|this|there|these|those|things|he|she|we|you|i");
    let mut last = summary.trim_end_matches(['.', '!', ',']).rsplit(' ');
    let open = last.next().is_some_and(|word| OPEN_ENDS.contains(word));
    // "Leave it as it is"
    open && last.next().is_some_and(|word| !STATES.contains(word))
}

/// Whether the words end in a place or a way that they do not name.
pub(in crate::pipeline::acts) fn leaves_place_open(summary: &str) -> bool {
    OPEN_PLACE.is_match(summary.trim_end_matches('.'))
}

patterns! {
    /// An order whose object is a pronoun, or lacks its noun: "do not commit it", "avoid inventing our own".
    OPEN_OBJECT = r"(?i)^(?:(?:do not|don't|never|always|only|stop|avoid|keep|please|i don't|we don't|i do not|we do not|i|we) )*(?:ever )?[a-z]+ (?:anything |something |up |out |off )?(?:it|that|this|them|those|these)(?:$|[.,!]| (?:in|on|at|to|for|if|as|with|up|out|off|down|again|now|and|or|when|until|without|by|from|via|into|like|please|anymore|any more|here|there|yet|today|later|before|after|while|too|either)\b)|\b(?:our|your|my) own$";
    /// An end that points to a place or a way: "rename it there too".
    OPEN_PLACE = r"(?i)\b(?:there|that|here|this|it) (?:too|as well|also)$";
    /// Openings of proposals whose words vary: "the cleanest way would be to ...", "would it be ok to ...".
    OPENING = r"(?i)^(?:(?:the|my) (?:simplest|easiest|cleanest|safest|best|quickest|fastest|cheapest|smallest|right|preferred|obvious) (?:way|fix|option|solution|approach|move|thing|step)(?: (?:here|forward|for this|for that))?,? (?:is|would be|might be)(?: probably)? to|(?:would it be|is it|are you|would you be) (?:ok|okay|fine|alright|good|happy)(?: with (?:you|that|this))? (?:to|if i|if we|with)|let me know (?:if|whether) (?:i should|we should|i shall|you'd like me to|you want me to))\s+";
    /// "For the docs search, Pagefind would be my choice".
    FAVOURED = r"(?i)^(?:(?P<topic>(?:for|as|in) [^,.?!]{3,48}),? )?(?P<what>[^,.?!:]{2,60}?) (?:would be|is|'d be) (?:my|the best|the obvious|the right|the safest) (?:choice|pick|favou?rite|suggestion|recommendation|preference|bet|default|fit|tool|option)\b";
    /// "For the cache I'd use Redis": what it is for stands before the proposal.
    TOPIC_FIRST = r"(?i)^(?P<topic>(?:for|to|instead of|rather than|as|if we want to|if you want to|before|after|besides) [^,.?!]{3,48}?),? (?:(?:i'd|i would|we could|we should|i'll|i will|i want to|i plan to|i could|i can)(?: (?:suggest|recommend|propose)(?: (?:to|that we|we|using))?| (?:like|love) to)?|i (?:suggest|recommend|propose|advise)(?: (?:to|that we|we|using))?) (?P<what>[a-z].*)$";
}

/// Whether a sentence opens like a proposal by pattern, beyond the fixed phrases.
pub(in crate::pipeline::acts) fn opens_proposal(text: &str) -> bool {
    OPENING.is_match(text) || TOPIC_FIRST.is_match(text) || FAVOURED.is_match(text)
}

/// A proposal without its opening, and with its topic moved to the end: "use Redis for the cache".
fn topic_last(text: &str) -> Option<String> {
    if let Some(found) = OPENING.find(text) {
        return text.get(found.end()..).map(str::to_owned);
    }
    let found = TOPIC_FIRST.captures(text)?;
    let (topic, what) = (found.name("topic")?.as_str(), found.name("what")?.as_str());
    let what = first_part(what);
    if let Some(whole) =
        after_any(topic, phrases!("instead of|rather than")).and_then(|old| with_named_object(what, old))
    {
        return Some(whole);
    }
    let mut chars = topic.chars();
    let topic: String = chars.next().map(|c| c.to_lowercase().chain(chars).collect())?;
    Some(format!("{what} {topic}"))
}

/// Names the object of an order whose pronoun means the thing to be replaced: "split the big config per service" of "instead
/// of one big config I'd split it per service".
fn with_named_object(what: &str, old: &str) -> Option<String> {
    let (verb, rest) = what.split_once(' ')?;
    let rest = after_any(rest, phrases!("it"))?;
    let old = after_any(old, phrases!("one|a single|a|an|the|our")).unwrap_or(old);
    Some(format!("{verb} the {old} {rest}"))
}

/// A thing that the agent calls its choice: "for the docs search Pagefind would be my pick".
fn favoured(text: &str) -> Option<String> {
    let found = FAVOURED.captures(text)?;
    let (topic, what) = (found.name("topic").map_or("", |m| m.as_str()), found.name("what")?.as_str());
    Some(format!("Use {what} {}", topic.to_lowercase()))
}

/// The words before a reason.
fn first_part(text: &str) -> &str {
    let text = text.trim_end_matches(['.', '?', '!', ' ']);
    let end = phrases!(", | since | because | as it | as that | so that ").find(text).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Maximum number of words in a name that the agent "would say".
const NAME_WORDS: usize = 4;

/// The content of a proposal or an order as an entry of a list: "I'd suggest we use Parquet, ok?" is "Use Parquet".
pub(in crate::pipeline::acts) fn order(text: &str) -> String {
    let plain = plain(text).replace('’', "'");
    let bare = untagged(summary::strip_fillers(&plain)).trim_end_matches(['?', '.', '!', ' ', ',', ':']);
    let told = topic_last(bare).or_else(|| favoured(bare));
    let mut rest = told.as_deref().unwrap_or(bare);
    for _ in 0..3 {
        let Some(after) = unled(rest) else { break };
        rest = after;
    }
    let rest = rest.trim_start_matches(|c: char| ",: ".contains(c));
    let rest = unhurried(rest);
    // "I'd say tin": what is said is the choice.
    let said = after_any(bare, phrases!("i'd|i would")).and_then(|_| after_any(rest, phrases!("say")));
    if let Some(said) = said.filter(|said| !said.is_empty()) {
        let named = words(said) <= NAME_WORDS && plain_verb(said).is_none() && chosen(said).is_none() && !opens(said);
        return if named { whole(&format!("Use {said}")) } else { order(said) };
    }
    // "I'd rather not use tin"
    if let Some(deed) = after_any(rest, phrases!("not")).filter(|deed| opens(deed)) {
        return whole(&format!("Do not {deed}"));
    }
    let rest =
        plain_verb(rest).unwrap_or_else(|| chosen(rest).map_or_else(|| rest.to_owned(), |what| format!("Use {what}")));
    whole(&capital(&rest))
}

/// Words of politeness and urgency at the start or end of an order.
const HASTE: Phrases = phrases!("please|just|also|then|now|first|next|instead|definitely|simply");

/// An order without politeness and urgency around it.
pub(in crate::pipeline::acts) fn unhurried(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        // ".env" and ".backup" begin with their dot.
        let bare =
            rest.trim_end_matches(|c: char| ",;:.! ".contains(c)).trim_start_matches(|c: char| ",;:! ".contains(c));
        let bare = bare.strip_prefix(". ").unwrap_or(bare);
        let (first, after) = bare.split_once(' ').unwrap_or((bare, ""));
        // "Next to the originals" is a place, "next week" a time.
        let is_next = first.eq_ignore_ascii_case("next");
        let other = is_next
            && after_any(after, phrases!("to|week|month|year|quarter|sprint|day|night|morning|release|version"))
                .is_some();
        let in_place_of = first.eq_ignore_ascii_case("instead") && after_any(after, phrases!("of")).is_some();
        if !after.is_empty() && !other && !in_place_of && is_word(HASTE, first) {
            // "Next time read the list first"
            rest = after_any(after, phrases!("time")).filter(|rest| is_next && !rest.is_empty()).unwrap_or(after);
            continue;
        }
        let (before, last) = bare.rsplit_once(' ').unwrap_or(("", bare));
        let polite = phrases!("please|pls|plz|thanks|thx|then|now|ok|okay");
        let belongs = [" for", " not", " until", " as"].iter().any(|word| before.ends_with(word));
        if !before.is_empty() && is_word(polite, last) && !belongs {
            rest = before;
            continue;
        }
        let asides = phrases!(
            ", not now|, but not now|, not yet|, good catch|, nice catch|, good point|, good call|, well spotted| after all| while i'm at it| while you're at it| while we're at it| while you're there| while i'm there"
        );
        let low = bare.to_ascii_lowercase();
        if let Some(aside) = asides.iter().find(|aside| low.ends_with(*aside)) {
            rest = &bare[..bare.len() - aside.len()];
            continue;
        }
        return bare;
    }
}

fn is_word(list: Phrases, word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    list.iter().any(|w| w.eq_ignore_ascii_case(word))
}

fn unled(text: &str) -> Option<&str> {
    after_any(text, LEAD_INS)
}

fn untagged(text: &str) -> &str {
    let low = text.to_lowercase();
    let tag = TAGS.iter().filter(|t| low.ends_with(*t)).map(str::len).max();
    let cut = tag.and_then(|t| text.get(..text.len().checked_sub(t)?));
    match cut {
        Some(head) if head.split_whitespace().count() >= 2 => head.trim_end(),
        _ => text,
    }
}

/// Words behind "take" that choose nothing: "take down the roof", "take a look".
const NOT_CHOSEN: Phrases = phrases!(
    "a look|a closer look|a critical look|a quick look|another look|down|out|off|apart|away|over|care|back|turns|notes"
);

/// The X that "go with X" chooses.
fn chosen(text: &str) -> Option<&str> {
    after_any(
        text,
        phrases!("go with|going with|go for|opt for|argue for|plead for|stick with|run with|take|pick|choose"),
    )
    .filter(|rest| !rest.is_empty() && after_any(rest, NOT_CHOSEN).is_none())
}

/// The text with a capital first letter; code, names and paths stay as they are.
pub(in crate::pipeline::acts) fn capital(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    let is_plain =
        word.trim_end_matches([',', ':', '.']).chars().all(|c| c.is_ascii_lowercase() || c == '\'' || c == '-');
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if is_plain => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// A text without the curses that only stress a word: "use bloody oak".
fn without_curses(text: &str) -> Cow<'_, str> {
    const CURSES: Phrases = phrases!(
        "fucking|fuckin|effing|frigging|friggin|freaking|freakin|goddamn|goddamned|god-damn|damn|damned|bloody|motherfucking|omfg|wtf|ffs|jfc"
    );
    let is_curse = |word: &str| CURSES.contains(word.trim_matches([',', '!', '.']).to_lowercase().as_str());
    let Some((head, _)) = text.split_once(' ').filter(|_| text.split(' ').any(is_curse)) else {
        return Cow::Borrowed(text);
    };
    let calm = text.split(' ').filter(|word| !is_curse(word)).collect::<Vec<_>>().join(" ");
    Cow::Owned(if is_curse(head) { capital(&calm) } else { calm })
}

/// A text without marks, in lower case and with straight apostrophes.
pub(in crate::pipeline::acts) fn lowered(text: &str) -> String {
    plain(text).to_lowercase().replace('’', "'")
}

/// A text without all of the phrases that it opens with one after the other; the last words stay.
pub(in crate::pipeline::acts) fn after_all(text: &str, phrases: Phrases) -> &str {
    let mut text = text;
    while let Some(rest) = after_any(text, phrases).filter(|rest| !rest.is_empty()) {
        text = rest.trim_start_matches([',', '.', '!', ':', ' ']);
    }
    text
}

/// A text without curses, cut to the maximum length of a summary.
pub(in crate::pipeline::acts) fn whole(text: &str) -> String {
    let calm = without_curses(text);
    summary::shorten(calm.trim().trim_end_matches([',', ';', ':']), summary::MAX_CHARS)
}

/// The reason a sentence gives, and the sentence without it: "Postgres, not Mongo, because we need joins".
pub(in crate::pipeline::acts) fn reason(text: &str) -> (&str, Option<String>) {
    const WHY: Phrases = phrases!(
        ", because | because | bc |, since | since the | since they | since we | since it | since nobody | since everyone |, as the |: the | due to |, cause | cuz "
    );
    let low = text.to_ascii_lowercase();
    match WHY.find(&low) {
        Some((at, len)) if at > 0 => {
            let why = text.get(at + len..).unwrap_or("").trim().trim_end_matches('.');
            (text.get(..at).unwrap_or(text).trim_end_matches([',', ' ']), (!why.is_empty()).then(|| why.to_owned()))
        }
        _ => (text, None),
    }
}

/// Words that lead in a reason.
const REASON_LEADS: Phrases = phrases!(
    "because|since|cause|'cause|cuz|bc|given that|seeing that|seeing as|due to|reason:|the reason:|the reason is|the reason is that|reason is|after all|and|mainly because|mostly because"
);

/// A reason without the words that lead it in: "it lasts" of "because it lasts". `None` where only thanks are left.
pub(in crate::pipeline::acts) fn bare_reason(why: &str) -> Option<String> {
    let subjects = phrases!("it|they|we|the|our|you|there|nobody|everyone|everybody|i|this|that");
    let as_is = |text| after_any(text, phrases!("as")).filter(|behind| after_any(behind, subjects).is_some());
    let mut rest = why.trim_matches(|c: char| " ,;:-–—".contains(c));
    while let Some(behind) = after_any(rest, REASON_LEADS).or_else(|| as_is(rest)).filter(|behind| words(behind) >= 2) {
        rest = behind.trim_start_matches([',', ':', ' ']);
    }
    let says_nothing = phrases!("thanks|thank you|cheers|thx|ty|great|nice|perfect|please");
    let thanks = |text: &str| says_nothing.contains(text.trim_matches(['.', '!', ' ']).to_lowercase().as_str());
    let rest = rest.rsplit_once(',').filter(|(_, last)| thanks(last)).map_or(rest, |(head, _)| head);
    let rest = rest.trim_end_matches(['.', '!', ',', ';', ' ']);
    (!rest.is_empty() && !thanks(rest)).then(|| rest.to_owned())
}

/// Whether a summary can be understood alone.
pub(in crate::pipeline::acts) fn stands_alone(text: &str) -> bool {
    summary::stands_alone(text)
}

/// The clauses of words, parted at marks behind which a blank or the end follows: "node.js" and "http://x" stay whole.
pub(in crate::pipeline::acts) fn parted_at<'t>(
    text: &'t str,
    marks: &[char],
) -> impl DoubleEndedIterator<Item = &'t str> + use<'t> {
    let ends = |at: usize| text.get(at..).is_none_or(|rest| rest.chars().next().is_none_or(char::is_whitespace));
    let mut out = Vec::new();
    let mut from = 0;
    for (at, mark) in text.match_indices(marks).filter(|(at, mark)| ends(at + mark.len())) {
        out.extend(text.get(from..at));
        from = at + mark.len();
    }
    out.extend(text.get(from..));
    out.into_iter()
}

/// Number of words.
pub(in crate::pipeline::acts) fn words(text: &str) -> usize {
    word_count(text)
}
