//! Defines choices that no form reads: a sentence pairs a name with its purpose, in any order, and words of deciding stand
//! beside the pair ("my decision is oak for the frame", "since it lasts I'd like to have oak for the frame", "the frame
//! will be done with oak"). The pair is the choice, whatever else the sentence says.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::changes::same_subject;
use crate::pipeline::acts::choices::without_verb::is_name;
use crate::pipeline::acts::questions::openness;
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition, tells_of_others, tells_of_past};
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, plain, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View, overlaps};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::text::{Captures, patterns};

use super::chosen::may_be_product;
use super::refused_beside;

patterns! {
    /// A name and what it is for.
    NAME_FIRST = r"(?i)(?:^|[,;:.–—(] ?| - ?|\b(?:use|using|take|taking|with|for|want|have|is|on|to|choose|chose|pick|picked|like|prefer|just|simply|then|it|yes|yeah|so|ok|okay|be|therefore|now) )(?:an? )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)?)(?:,? (?:then|please|pls),?|,? is what (?:we|i) (?:use|want|take|need)|,? (?:is|will be|should be|shall be|gets) (?:used|taken|chosen|picked|set|our choice|my choice|the choice|our pick|my pick|the one|the way to go|decided|it))? for (?P<topic>(?:the|our|all|every|each|my) [\w'/-]+(?: [\w'/-]+){0,3})";
    /// A purpose and the name for it: "the frame will be done with oak".
    TOPIC_FIRST = r"(?i)(?:^|[,;:.–—-] |\b(?:for|want|and|so|now|then) |(?P<does>\b(?:do|doing|build|write|run|handle|settle|make|making|close|host) ))(?P<topic>(?:the|our|every|each|my) [\w'/-]+(?: [\w'/-]+){0,3}?)(?: (?:will|shall|should|must|is going to|is to|are going to|has to|to))?(?: be)?(?: use| uses| go with| goes with| done (?:with|in|using|on|via)| built (?:with|on|in)| run on| runs on| based on| stays? with| stick with| gets| handled (?:with|by)| written in|(?P<by> with| on| in| using| via)|:| ->| =|,? we(?:'ll| will|'re| are)?(?: just| now)? (?:use|using|take|taking|go with|going with|go for|going for|want)|,? (?:i|we)(?:'d like| want| would like)(?: to (?:use|have|take))?) (?:an? )?(?P<name>[\w+#/-]+(?:\.[\w+#/-]+)*(?: [\w+#/-]+(?:\.[\w+#/-]+)*)?)(?:[,;:.!)]| (?:then|now|please|pls|instead|because|since|as|and|so|from|again|seeing|given|-|–|—)\b|$)";
    /// Words of deciding.
    DECIDES = r"(?i)\b(?:use|used|using|take|taking|going (?:for|with)|goes with|go (?:for|with)|we go|i want|we want|i'd like|we'd like|choose|chose|chosen|pick|picked|choice|decision|decided|decide|deciding|settled?|final|agree[ds]?|sold|convinced|made up|it is|please|pls|conclusion|verdict|answer|from now on|(?:will|shall|going to|should) be|no more discussion|moving on|should use|to use|let's|lets|vote|wins?|therefore|so|stays? with|sticking to)\b";
    /// Words that ask, weigh or remind.
    WEIGHS = r"\b(?:idea|ideas|how|what if|what about|which one|why|or|vs|versus|compar\w+|costs?|example|estimate|look into|check|pros|cons|(?:like|as) (?:we|i) (?:said|decided|agreed|discussed)|as (?:decided|agreed|discussed|before)|remember|recap|sum up|summary)\b";
}

/// Maximum number of words in a sentence with such a choice.
const MOST: usize = 32;

/// Adds the choices of sentences in which no family has found one; what was read of their words otherwise goes.
pub(in crate::pipeline::acts) fn read(view: View<'_>, acts: &mut Vec<Act>) {
    let turn = view.own().map(|s| plain(&s.text).replace('’', "'")).collect::<Vec<_>>().join(" ");
    // To refuse another name decides too: "tin? no. oak for the frame". A first turn tells what is to be made.
    let refuses = !view.opens_session() && !refused_beside::refused(&turn).is_empty();
    for sentence in view.own().filter(|s| s.block != BlockKind::Heading) {
        let Some((name, act)) = of_sentence(view, sentence, refuses) else { continue };
        let of_sentence = |other: &&Act| overlaps(&other.range, &sentence.range);
        if acts.iter().filter(of_sentence).any(|other| settles_it(other, &act, &name)) {
            continue;
        }
        let act = same_subject::of_act(view, &act).unwrap_or(act);
        let named = |other: &Act| lowered(&other.summary).contains(&name) || other.deed == ActKind::Inform;
        acts.retain(|other| !(overlaps(&other.range, &sentence.range) && named(other)));
        acts.push(act);
    }
}

/// Whether an act has settled the sentence already: a revision, an end, a refusal of the name, or the same choice in words
/// that stand alone.
fn settles_it(act: &Act, choice: &Act, name: &str) -> bool {
    let low = lowered(&act.summary);
    let stands = imperative::opens(&low) || after_any(&low, phrases!("use")).is_some();
    let same = act.deed == ActKind::Choose && words(&act.summary) <= words(&choice.summary) + 2 && stands;
    act.target.is_some() || act.basis.is_some() || low.contains(name) && (act.deed == ActKind::RuleOut || same)
}

/// The choice of a sentence, and its name in lower case.
fn of_sentence(view: View<'_>, sentence: &Sentence, refuses: bool) -> Option<(String, Act)> {
    let text = plain(&sentence.text).replace('’', "'");
    let decides = refuses || DECIDES.is_match(&text) || !refused_beside::refused(&text).is_empty();
    let low = lowered(&text);
    let reserved = hedges(&low) || sets_condition(&low) || tells_of_others(&low) || tells_of_past(&low);
    if sentence.asks || words(&text) > MOST || !decides || reserved || WEIGHS.is_match(&low) {
        return None;
    }
    let clauses = view.turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question];
    if clauses.iter().any(|c| open.contains(&c.modality)) || openness::puts_off(&low) {
        return None;
    }
    // "the readme says 'oak for the frame'" quotes.
    let quotes = text.contains(['"', '“', '‘']) || text.contains(" '");
    let pair = pair(&text).filter(|_| !quotes)?;
    let act = Act::settled(ActKind::Choose, sentence.range.clone(), whole(&pair.summary()), "for-purpose");
    Some((pair.name.to_lowercase(), act))
}

/// A name and what it is for.
struct Pair<'t> {
    name: &'t str,
    topic: &'t str,
    /// The verb and the preposition of a way of doing: "write" and "in" of "write the manual in Esperanto".
    way: Option<(&'t str, &'t str)>,
}

impl Pair<'_> {
    fn summary(&self) -> String {
        let (name, topic) = (self.name, self.topic);
        match self.way {
            Some((verb, by)) if phrases!("write|build|run|host").contains(verb) => {
                format!("{} {topic} {by} {name}", capital(verb))
            }
            _ => format!("Use {name} for {topic}"),
        }
    }
}

/// The one name that a text pairs with a purpose.
fn pair(text: &str) -> Option<Pair<'_>> {
    const ENDS: Phrases = phrases!(
        " and | so | because | since | as | then | please | pls | instead| from now| now| too| that | which | with | is | are | was | has | we | i "
    );
    let of = |found: &Captures<'_>| {
        let part = |group| found.name(group).and_then(|m| text.get(m.range()));
        let at = found.name("name")?.start();
        let way = part("does").map(str::trim).zip(part("by").map(str::trim));
        // "The gate on wheels" tells where or how it is: a way of doing needs a verb of doing.
        let told = part("by").is_some() && way.is_none();
        let topic = part("topic")?;
        let topic = ENDS.find(&topic.to_lowercase()).and_then(|(at, _)| topic.get(..at)).unwrap_or(topic);
        // "I want a site for the club" asks for one.
        let wished = phrases!("want a|want an|need a|need an|like a|like an")
            .iter()
            .any(|wish| text.get(..at).is_some_and(|head| head.trim_end().to_lowercase().ends_with(wish)));
        (!told && !wished).then_some((Pair { name: part("name")?, topic, way }, at))
    };
    let mut found = [&NAME_FIRST, &TOPIC_FIRST].into_iter().flat_map(|p| p.captures_iter(text)).filter_map(|c| of(&c));
    let (pair, _) = found.find(|(pair, at)| is_chosen(pair.name) && !is_refused(text, *at))?;
    (words(pair.topic) >= 2 && !stance::says_nothing(pair.topic)).then_some(pair)
}

fn is_chosen(name: &str) -> bool {
    let proper = |w: &str| w.contains(|c: char| c.is_uppercase() || c.is_ascii_digit() || "+#.".contains(c));
    is_name(name)
        && !phrases!("would|have|use|take|used|using|like|go|get|to|do")
            .contains(&name.split(' ').next().unwrap_or("").to_lowercase())
        && name.split(' ').all(|word| may_be_product(word) || proper(word))
}

/// Whether words right before a name refuse it: "no tin for the roof".
fn is_refused(text: &str, at: usize) -> bool {
    const NO: Phrases = phrases!(
        "no|not|never|without|don't|dont|against|instead|of|than|over|but|nor|avoid|drop|any|except|skip|forget"
    );
    let before = text.get(..at).unwrap_or("").to_lowercase();
    let clause = before.rsplit([',', ';', ':', '.', '?']).next().unwrap_or("");
    clause
        .split_whitespace()
        .rev()
        .take(3)
        .any(|word| NO.contains(word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'')))
}
