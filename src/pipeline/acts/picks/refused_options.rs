//! Defines the refusal of one option or of all: "not 3", "plotly is too heavy", "neither, generate them on the fly".

use super::pick::{NAMED_WITHIN, found};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::counter::is_name;
use crate::pipeline::acts::answers::reply::PersonsReply;
use crate::pipeline::acts::changes::replacements::without_tail;
use crate::pipeline::acts::offers::deeds::is_deed;
use crate::pipeline::acts::offers::offer::{Choice, Offer};
use crate::pipeline::acts::sentences::quantities::is_bare_value;
use crate::pipeline::acts::sentences::topics::with_topic;
use crate::pipeline::acts::sentences::wording::{after, after_any, parted_at, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::{DOES, opens};
use crate::pipeline::acts::{Act, ActKind};
use crate::text::patterns;

patterns! {
    /// Words that refuse all options at once: "I'm sorry, but none of these fits", "reject all three".
    REFUSES_ALL = r"(?i)^(?:(?:no|nope|nah|sorry|i'm sorry|thanks|thank you|hm+|honestly|tbh|for (?:the|our) [\w ]{2,30}),? )*(?:but )?(?:(?:i|we) (?:want|like|take|need|would take|'d take) )?(?:(?:none|neither|not (?:a single )?one|nothing) of (?:them|these|those|this|that|it|(?:the|your) (?:two|three|four|options?|above|suggestions?|ideas|list))(?: (?:two|three|four|options?))?(?: (?:is|are|looks?|seems?|sounds?|fits?|works?|convinces?|will do|would|appeals?)\b[^.;,]{0,40})?|(?:reject|refuse|veto|decline|discard|scrap|drop|rule out|forget)(?: all| both| every one)(?: of (?:them|these|those|the (?:two|three|options)))?(?: (?:two|three|four|options?))?|(?:i |we )?(?:don't|do not|dont) (?:think|believe|feel) (?:that )?(?:any|either|one)(?: of (?:them|these|those|the (?:two|three|options)))? [^.;,]{0,40}|(?:i |we )?(?:don't|do not|dont|can't|cannot|won't) (?:really )?(?:like|want|need|use|see|take|have|accept) (?:any|either) (?:of )?(?:them|these|those|the [a-z]+)|(?:all|every one)(?: of (?:them|these|those)| three| the options)? (?:are|is|look|seem|sound)(?: all)? (?:bad|wrong|out|no good|unsuitable|overkill|too [a-z]+|not [a-z ]{2,20})|(?:i'm |we're )?not (?:really )?(?:happy|convinced|satisfied|impressed|sold)(?: (?:with|by|of|on))? (?:any|either|all|these|those|them|the (?:two|three|options))(?: of (?:them|these|those))?)";
    /// Somebody who will not have an option: "we won't use tin", "they hate tin with a passion".
    DISLIKES = r"^(?:we|i|they|you|nobody here|(?:the|our|my) [\w-]+)(?:'d| would|'re| are| am|'m)? (?:(?:won't|will not|can't|cannot|don't want to|do not want to|never|rather not|no longer)(?: ever| really)? (?:use|take|have|go with|run|trust)|(?:really |all )?(?:hate|hates|dislike|dislikes|despise|don't like|doesn't like|don't trust|can't stand|against)) (?:the |using )?(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?)(?: with a passion| at all| any ?more| here)*$";
    /// An option named before the words that refuse it: "the rope we can rule out", "tin i don't want".
    NAMED_FIRST = r"^(?P<what>[^,;]{1,40}?),? (?:(?:we|i|you)(?: can| could| should| would|'d)(?: safely| already| definitely| surely| probably)? (?:exclude|rule out|skip|drop|forget|scratch|cross off|strike|discard|leave out)|(?:we|i) (?:don't|do not|won't|can't|cannot|never)(?: really| even)? (?:need|want|use|like|have|trust)|(?:can|could|should) be (?:excluded|ruled out|dropped|skipped|discarded|left out|forgotten)|(?:is|are) (?:excluded|rejected|discarded))(?: any ?more| here| then| now| for us| at all| already)*[.!]*$";
}

/// An option that the person refuses among several.
pub(in crate::pipeline::acts) struct RuledOut<'o> {
    pub option: &'o Choice,
    pub why: Option<String>,
}

impl RuledOut<'_> {
    pub fn act(self, offer: &Offer, reply: &PersonsReply, form: &'static str) -> Act {
        let mut act = Act::settled(ActKind::RuleOut, reply.range.clone(), self.option.summary.clone(), form);
        act.why = self.why;
        act.basis = Some(offer.basis_of(self.option));
        act
    }
}

/// Openings of a clause that refuses what it names: "don't force push".
pub(super) const DENIES: Phrases = phrases!(
    "don't|dont|do not|never|must not|mustn't|should not|shouldn't|must never|let's not|lets not|it shouldn't|it should not|they shouldn't|they should not"
);

/// The option a clause refuses: "not 3", "no nix please", "server side rendering won't work", "plotly is too heavy".
pub(in crate::pipeline::acts) fn refused<'o>(offer: &'o Offer, part: &str) -> Option<&'o Choice> {
    let low = part.trim().to_lowercase();
    // "Definitely not the NAS", "I'd rather not take the NAS".
    let low = after_any(&low, phrases!("definitely|certainly|absolutely|surely|for sure|please|really|ideally|but|so"))
        .unwrap_or(&low);
    let wish = phrases!("i would|i'd|i will|i'll|we would|we'd|we will|we'll|let us|let's|we should|we shall");
    let low = after_any(low, wish)
        .filter(|rest| after_any(rest, phrases!("not|rather not|never")).is_some())
        .map_or(low, |rest| after_any(rest, phrases!("rather")).unwrap_or(rest));
    if let Some(what) =
        after_any(low, DENIES).filter(|_| offer.options.iter().all(|o| after_any(&o.text, DENIES).is_none()))
    {
        // "Don't use tin"
        let what = after_any(what, phrases!("use|be|do|go with|take")).unwrap_or(what);
        return match found(offer, what).as_slice() {
            [one] => Some(one),
            _ => None,
        };
    }
    // "drop it" takes the option "drop the old runtime".
    let first = low.split(' ').next().unwrap_or("");
    let refuses = phrases!("not|no|forget|skip|drop|without|kill|scratch|strike|ditch|nix|cross").contains(first);
    if refuses && offer.options.iter().any(|o| after(&o.text, first).is_some()) {
        return None;
    }
    let what = after_any(low, phrases!("as long as it isn't|as long as it's not|as long as it is not|so long as it isn't|so long as it's not|just not|only not|not|no|anything but|not the|no to|forget|skip|drop|don't use|without|kill|scratch|strike|ditch|nix|cross out")).or_else(|| {
        let (at, _) = phrases!(" is out| is too | seems too | looks too | sounds too | feels too | is not an option| is no option| won't work| wont work| doesn't work| is dead| is ruled out| is a no| are out| is overkill| are too | is off the table| is not possible| can't be")
        .find(low)?;
        low.get(..at)
    }).or_else(|| {
        let disliked = low.get(DISLIKES.captures(low)?.name("what")?.range())?;
        after_any(disliked, phrases!("without|only|just|it|that")).is_none().then_some(disliked)
    }).or_else(|| low.get(NAMED_FIRST.captures(low)?.name("what")?.range()))?;
    if words(what) > NAMED_WITHIN {
        return None;
    }
    let what = after_any(what, phrases!("option|number|variant|row|point|item|nr")).unwrap_or(what);
    let all = found(offer, what);
    let [one] = all.as_slice() else { return None };
    Some(one)
}

/// Strips words that refuse every option ("neither", "none of them") and returns the rest; `None` without such words.
pub(super) fn none_of_them(text: &str) -> Option<&str> {
    let text = text.trim();
    none_in_a_word(text).or_else(|| text.split_at_checked(REFUSES_ALL.find(text)?.end()).and_then(refused_as_a_whole))
}

/// The words behind those that refuse all options; `None` where they go on with a name: "none of those foreign ropes"
/// refuses a kind of thing.
fn refused_as_a_whole<'t>((refusal, rest): (&'t str, &'t str)) -> Option<&'t str> {
    const GOES_ON: Phrases = phrases!(
        "please|pls|really|actually|thanks|for|because|since|as|at|tbh|imo|right|yet|now|today|though|honestly|have|has|had|make|makes|do|does|can|could|would|will|is|are|seem|seems|feel|feels|help|helps|solve|solves|handle|handles|work|works|fit|fits|here|in|on|to|if|but|and|so|then|lol|i|we|they|it|you"
    );
    let determines = ["these", "those", "this", "that"].iter().any(|end| refusal.to_lowercase().ends_with(end));
    let next = rest.strip_prefix(' ').and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '\'').next());
    (!determines || next.is_none_or(|word| word.is_empty() || GOES_ON.contains(&word.to_lowercase()))).then_some(rest)
}

/// Strips a word that refuses every option and returns the rest.
fn none_in_a_word(text: &str) -> Option<&str> {
    // "Use neither", "both smell, use neither"
    let taken = phrases!(
        "use|take|pick|choose|let's use|let's take|we use|we take|we'll use|we'll take|i'd use|i'd take|i want|i'll take|go with"
    );
    let text = after_any(text, taken).unwrap_or(text);
    let mut rest = after_any(
        text.trim(),
        phrases!(
            "neither|none|none of them|none of these|none of those|neither of them|neither of these|neither of those|neither of the two|none of the two\
             |none of the three|neither one|none of the above|nothing of that"
        ),
    )?;
    // "neither lol"
    while let Some(after) = after_any(
        rest.trim_start_matches([',', ' ']),
        phrases!(
            "lol|haha|hah|tbh|to be honest|honestly|really|actually|thanks|thx|sorry|please|imo|i think|:)|:d|of course|frankly"
        ),
    ) {
        rest = after;
    }
    (rest.is_empty() || rest.starts_with([',', '.', ';', '!', ':', '-'])).then_some(rest)
}

/// Reads the choice made in place of all options: "neither, generate them on the fly".
pub(super) fn instead(offer: &Offer, reply: &PersonsReply, rest: &str) -> Option<Act> {
    let rest = unhurried(rest.trim_start_matches(|c: char| ",;:.!- ".contains(c)));
    let rest = after_any(rest, phrases!("just|rather|let's just|simply")).unwrap_or(rest);
    // "None. Show me others" orders no other option.
    let asks_on = phrases!(
        "give me|show me|suggest|propose|find|look|come up|search|think of|what else|other|others|something else|anything else|try|any other|more|go back|keep looking|can you|could you|please"
    );
    let orders_on = |text: &str| after_any(text, asks_on).is_some();
    if orders_on(rest) || rest.is_empty() && orders_on(reply.rest.trim()) {
        return None;
    }
    let all = format!("{rest}. {}", reply.rest);
    let named = pointed_at(if rest.is_empty() { unhurried(&reply.rest) } else { rest });
    let told = |what: &str| {
        phrases!(" is | are | i | we | won't | reasons | reason | allow | for the | for our | it's | its | they | too | doesn't | don't | not | you | that | why | because | there | so | what | how | if ")
            .within(&format!(" {} ", what.to_lowercase()))
    };
    let stands = |what: &str| ((2..=12).contains(&words(what)) || is_bare_value(what)) && !told(what);
    // "None of those, copper. the client has some": a name in the place of theirs.
    let name = || parted_at(rest, &['.', ';', '!']).next().map(unhurried).filter(|name| is_name(name));
    // "neither. it's ten jobs an hour, a table will do": what is to be comes after the reason.
    let parts = all.split(['.', ',', ';', '!']).map(|part| {
        let part = after_any(part.trim(), phrases!("so|just|then|and|please|let's|we can|rather|better"))
            .unwrap_or(part.trim());
        unhurried(part)
    });
    let later =
        || parts.into_iter().find(|part| stands(without_tail(part)) && (settles(part) || without_tail(part) != *part));
    // "None of these, give them a zip they can unpack"
    let ordered = || Some(rest).filter(|rest| words(rest) <= ORDERED && (settles(rest) || opens(&rest.to_lowercase())));
    let stated = || Some(rest).filter(|rest| stands(rest));
    // Behind a whole sentence of refusal stands its reason; only an order takes the place of the options there.
    let what = if none_in_a_word(&reply.text).is_none() {
        ordered()?
    } else {
        named.or_else(name).or_else(stated).or_else(later).or_else(ordered)?
    };
    let what = without_tail(what);
    let summary = in_their_place(offer, what)
        .or_else(|| with_shared(offer, what))
        .unwrap_or_else(|| with_topic(what, &offer.topic));
    Some(Act::settled(ActKind::Choose, reply.range.clone(), summary, "none-of-them"))
}

/// Maximum number of words in an order that takes the place of all options.
const ORDERED: usize = 14;

/// Whether a clause opens with a verb that settles how something is to be: "put them on disk".
fn settles(part: &str) -> bool {
    after_any(part, DOES).is_some_and(|rest| !rest.is_empty())
        || after_any(
            part,
            phrases!("use|keep|take|go with|do|stay with|leave|stick with|run|host|let|give|send|hand|ship|offer"),
        )
        .is_some()
}

/// The thing that an order at the end points back to: "the kettle" of "the kettle is in the hall already, use that".
fn pointed_at(text: &str) -> Option<&str> {
    let head = phrases!(", use it|, use that|, take it|, take that|, let's use it|, let's use that|, let's take that|, go with that|, so use that")
        .iter()
        .find_map(|end| text.strip_suffix(end))?;
    // "Node has a test runner built in, use that"
    if let Some((_, had)) = head.split_once(" has a ").or_else(|| head.split_once(" has its own ")) {
        return Some(had).filter(|name| (1..=6).contains(&words(name)));
    }
    let (at, _) = phrases!(" is | are |'s | comes | works ").find(head)?;
    head.get(..at).filter(|name| (1..=4).contains(&words(name)))
}

/// The deed that the options share, done another way: "do it on disk" for "cache the tiles in memory".
fn in_their_place(offer: &Offer, what: &str) -> Option<String> {
    let way = after_any(
        what,
        phrases!("do it|do that|put it|put them|keep it|keep them|store it|store them|do this|make it"),
    )?;
    let way = way.strip_suffix(" instead").unwrap_or(way);
    after_any(way, phrases!("in|on|at|with|via|as|by|per|from|to|inside|over"))?;
    let shared = offer.options.iter().rev().find_map(|o| {
        let (at, _) = phrases!(" in | on | at | with | via | as | by | per | from | to ").find(&o.summary)?;
        o.summary.get(..at).filter(|head| words(head) >= 2)
    })?;
    Some(whole(&format!("{shared} {way}")))
}

/// A thing in the place of the options, with the words that all options share: "Print the labels on cloth" where "Print the
/// labels on paper" was offered.
fn with_shared(offer: &Offer, what: &str) -> Option<String> {
    let name = after_any(what, phrases!("use|take|go with|go for")).unwrap_or(what);
    let around = |o: &Choice| o.summary.split_once(&o.text).map(|(a, b)| (a.to_owned(), b.to_owned()));
    let (before, behind) = offer.options.first().and_then(around)?;
    let shared = offer.options.iter().all(|o| around(o).is_some_and(|(b, _)| b == before));
    let names = words(name) <= 4 && !is_deed(name) && after_any(name, DOES).is_none_or(str::is_empty);
    let fits = words(&before) >= 2 && names && !behind.starts_with(" - ");
    (shared && fits).then(|| whole(&format!("{before}{name}{behind}")))
}
