//! Defines the topic of a question, in as few words as possible ("signing algorithm" of "Which signing algorithm?"), and
//! the topic that stands before a statement ("for the search: ...").

use std::ops::Range;

use super::super::questions::asserted::is_verb;
use super::wording::{after_any, capital, plain, whole, words};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::text::patterns;

patterns! {
    /// What a statement is about, named before it.
    TOPIC = r"^(?:and |so |then |now )?(?:(?P<in>for|in|on|inside|within) |(?:about|regarding|concerning|as for|as to|re|when it comes to|with regard to|with respect to|what concerns|in terms of) )(?P<topic>(?:(?:the|our|my|this|all|every|each|your|any) )?[^,:;.?!()]{2,45}?)(?:,|:| -| –| —) +";
    /// The same without a pause: "for the frontend we use htmx".
    TOPIC_ON = r"^(?:and |so |then |now )?(?P<in>for|in|on) (?P<topic>(?:the|our|my|this|all|every|each|your) [^,:;.?!()]{2,40}?) (?P<rest>we|we['’]re|we['’]ll|i['’]d|let['’]?s|use|please|don['’]t|never|only|always|keep|take|just)\b";
    /// The same without a preposition: "the bootloader: it must not be bigger than 32 KB".
    TOPIC_BARE = r"^(?P<topic>(?:the|our|my|all|every) [\w./-]+(?: [\w./-]+){0,3})(?::| -| –| —) (?P<rest>it|they|this|these|those|must|should|has to|have to|can['’]t|cannot|may)\b";
    /// The first pronoun of a statement, which stands for its topic.
    PRONOUN = r"^(?:[\w'’]+ ){0,4}?(?P<it>it|they|them)\b";
}

/// Words that end a phrase of time or manner, which is no topic: "for the record", "in the end".
const NO_TOPIC: Phrases = phrases!(
    "record|moment|time|being|sake|reason|reasons|part|end|meantime|morning|evening|night|afternoon|case|hand|whole|future|run|side|way|beginning\
     |contrary|now|example|instance|sure|once|all|starters|today|tomorrow|me|us|you|that|this|it|them|fact|general|short|theory|practice|week|weeks|month|months|year\
     |years|day|days|hours|minutes|while|ever|good|release|releases|sprint|place|addition|order|particular|principle|doubt|mind"
);

/// A topic before a statement.
#[derive(Debug)]
pub(super) struct Topic {
    /// Its name: "the search".
    pub words: String,
    /// The preposition under which it is added to a summary.
    pub preposition: &'static str,
}

/// Where the topic before a statement stands.
pub(super) struct Led {
    /// Bytes before the statement.
    pub length: usize,
    /// The byte range of the topic's name.
    pub words: Range<usize>,
    pub preposition: &'static str,
}

/// The topic before the statement of a lower-case sentence.
pub(super) fn led(low: &str) -> Option<Led> {
    let found = TOPIC_ON.captures(low).or_else(|| TOPIC_BARE.captures(low)).or_else(|| TOPIC.captures(low))?;
    let length = found.name("rest").map_or_else(|| found.get(0).map(|m| m.end()), |m| Some(m.start()))?;
    let topic = found.name("topic")?;
    let last = topic.as_str().rsplit(' ').next().unwrap_or("");
    let place = found.name("in").map_or("", |m| m.as_str());
    let preposition = ["in", "on", "inside", "within"].into_iter().find(|p| *p == place).unwrap_or("for");
    let told = phrases!(" it's | there's | that's | is | are | was | were | if | when | we | i | you | they | it | we'll | we're | let's | use | said | says | told | wrote | asked | not ")
        .within(&format!(" {} ", topic.as_str()));
    (!NO_TOPIC.contains(last) && !told && !topic.as_str().contains(['"', '“'])).then(|| Led {
        length,
        words: topic.range(),
        preposition,
    })
}

impl Topic {
    /// A statement with the topic in the place of its first pronoun; `None` where it has none.
    pub(super) fn for_pronoun(&self, text: &str) -> Option<String> {
        let at = PRONOUN.captures(&text.to_ascii_lowercase())?.name("it")?.range();
        Some(format!("{}{}{}", text.get(..at.start)?, self.words, text.get(at.end..)?))
    }

    /// A summary with the topic behind it, unless it names it.
    pub(super) fn added_to(&self, summary: &str) -> String {
        let named = tokens(summary);
        let wanted = tokens(&self.words);
        if summary.is_empty() || wanted.is_empty() || wanted.iter().any(|w| named.contains(w)) {
            return summary.to_owned();
        }
        format!("{summary} {} {}", self.preposition, self.words)
    }
}

/// Appends the topic to an option that does not name it: "EdDSA - signing algorithm".
pub(in crate::pipeline::acts) fn with_topic(text: &str, topic: &str) -> String {
    let low = text.to_lowercase();
    let asks = phrases!("the next question is|the last question is|the question is|my question is|one question is");
    let topic = after_any(topic.trim(), asks).unwrap_or(topic.trim());
    // "Cached in the app or at the edge. Where?" has no topic.
    let open = phrases!("where|when|how|which|what|why|one|ones|if|in|on|for");
    let (before, last) = topic.trim_end_matches('?').rsplit_once(' ').unwrap_or(("", topic.trim_end_matches('?')));
    let topic = if open.contains(&last.to_lowercase()) { before } else { topic };
    let names = |w: &str| w.len() > 3 && low.contains(&w.to_lowercase());
    let said = topic.split(|c: char| !c.is_alphanumeric()).any(names) || low.ends_with(&topic.to_lowercase());
    if topic.is_empty() || said || words(text) > 6 {
        whole(&capital(text))
    } else {
        whole(&format!("{} - {topic}", capital(text)))
    }
}

/// Question words and auxiliaries, which are left out of a topic.
const ASKING: Phrases = phrases!(
    "which|what|what's|should|shall|do|you|want|we|i|is|are|the|your|a|an|and|prefer|like|would|to|use|be|need\
     |know|before|start|some|options|for|about"
);

/// Maximum number of words in a topic.
const MOST: usize = 12;

/// A question without the "or" that joins it to the one before: "Or do you want a short one?"
fn asked_again(text: &str) -> &str {
    let asks = phrases!("do you|would you|should i|should we|shall i|shall we");
    after_any(text, phrases!("or")).filter(|rest| after_any(rest, asks).is_some()).unwrap_or(text)
}

/// The subject of a question, in as few words as possible: "Which signing algorithm?" is "signing algorithm".
pub(in crate::pipeline::acts) fn topic(question: &str) -> String {
    let text = plain(question);
    let text = text.trim().trim_end_matches(['?', ':', '.', ' ']);
    // Only the last sentence is the question.
    let text = text.rsplit_once(". ").map_or(text, |(_, last)| last);
    let led = after_any(text, phrases!("first,|second,|third,|first:|second:|third:|and|also,"));
    let text = asked_again(led.unwrap_or(text));
    // "What exactly feels slow?"
    let adverb = after_any(text, phrases!("what|which")).and_then(|rest| rest.split_whitespace().next());
    if adverb.is_some_and(|word| word.len() > 4 && word.ends_with("ly")) || asks_with_a_clause(text) {
        return whole_question(text);
    }
    if after_any(text, phrases!("how|where|when|who")).is_some() {
        let end =
            phrases!(" before | when | if | once | so that | after |, ").find(text).filter(|_| words(text) > MOST);
        return whole_question(text.get(..end.map_or(text.len(), |(at, _)| at)).unwrap_or(text));
    }
    if let Some(of_aux) = asked_thing(text) {
        return of_aux;
    }
    // "What should the crate be called?" asks for its name.
    let named = after_any(text, phrases!("what should|what shall|what do we")).and_then(|rest| {
        let behind = ["be called", "be named", "call", "name"].iter().find_map(|e| rest.strip_suffix(e));
        let of = behind.or_else(|| after_any(rest, phrases!("call|name")))?;
        (1..=5).contains(&words(of)).then(|| format!("name of {}", of.trim()))
    });
    if let Some(named) = named {
        return named;
    }
    let asks =
        [" do you want", " do you prefer", " would you like", " should we use", " shall we use", " should i use"];
    let text = asks.iter().find_map(|a| text.strip_suffix(a)).filter(|t| words(t) >= 2).unwrap_or(text);
    let mut rest: Vec<&str> = text.split_whitespace().collect();
    let mut off = 0;
    while rest.len() > off + 1
        && rest.get(off).is_some_and(|w| matches!(w.to_ascii_lowercase().as_str(), "of" | "these" | "those" | "them"))
        || off < rest.len() && rest.get(off).is_some_and(|w| ASKING.contains(w.to_ascii_lowercase().trim_matches(',')))
    {
        off += 1;
    }
    rest.drain(..off);
    let tags = phrases!("one|ones|of|these|this|it|that|them");
    if rest.iter().all(|w| tags.contains(w.to_ascii_lowercase().as_str())) || rest.len() > MOST {
        return String::new();
    }
    let rest = rest.join(" ");
    // "What should the page size be"
    let rest = rest.strip_suffix(" be").unwrap_or(&rest).to_owned();
    let counted = phrases!(
        "there are two|there are three|there are four|there are|here are two|here are three|here are|two|three|four"
    );
    let rest = after_any(&rest, counted).map_or(rest.clone(), str::to_owned);
    let kinds = phrases!(
        "options for|choices for|candidates for|approaches for|alternatives for|ways for|ways back|ways out|ways forward|ways around|ways around it|ways ahead|ways to go|options|choices|candidates|approaches|alternatives|ways|possibilities"
    );
    let rest = after_any(&rest, kinds).map_or(rest.clone(), str::to_owned);
    // "Which stack should I use" is about the stack.
    let asker = phrases!(
        " should i use| should we use| shall i use| shall we use| do you want| do you prefer| do you like| would you like| would you prefer\
         | should i take| should we take| should i pick| should we pick| should i go with| should we go with\
         | i see| i can see| i found| i know| i have| we have| there are| i could| we could| you could| i can| we can| you can"
    );
    let end = asker.find(&rest.to_ascii_lowercase()).map_or(rest.len(), |(at, _)| at);
    low_first(rest.get(..end).filter(|t| !t.is_empty()).unwrap_or(&rest))
}

/// The purpose before words that put options: "ropes" of "For the ropes there are three kinds".
pub(in crate::pipeline::acts) fn purpose_led(text: &str) -> Option<&str> {
    let put = phrases!(" i'd | i would | i can | i see| i found| we have| you have| there are| there is");
    let rest = after_any(text, phrases!("for the|for your|for our|for|as the|as"))?;
    let (at, _) = put.find(&rest.to_lowercase())?;
    rest.get(..at).map(|thing| thing.trim_end_matches(','))
}

/// The subject of a question that options stand beside; nothing where the question is about the conversation, or for
/// leave: "Want me to fix these?"
pub(in crate::pipeline::acts) fn topic_of_options(question: &str) -> String {
    let leave = phrases!(
        "want me|do you want me|would you like me|do you want to|would you like to|want to|do you need to|shall i|should i start|should i go|thoughts\
         |any thoughts|any other|anything|what do you think|what do you say|what would you like|does that|does this|is that|is this|ok|okay|agreed|ready|make sense|sounds|sound"
    );
    let text = plain(question);
    let text = text.trim_end_matches(['?', ':', ' ']);
    // "I compared three instance types:" is about the types.
    let looked = phrases!(
        "i compared|i've compared|i looked at|i've looked at|i found|i've found|i can think of|i see|i can see|here are|there are"
    );
    if let Some(things) = after_any(text, looked) {
        return after_any(things, phrases!("the|a few|some|two|three|four|five|several")).unwrap_or(things).to_owned();
    }
    // "For the ropes I'd consider:"
    if let Some(purpose) = purpose_led(text) {
        return purpose.to_owned();
    }
    // "For the ropes, should it be:"
    let of_thing = after_any(text, phrases!("for the|for your|for our|for")).and_then(|rest| rest.split_once(", "));
    // "When a summary exists already:" is no question.
    if !question.ends_with('?') && after_any(text, phrases!("when|if|while|once")).is_some() {
        return low_first(text);
    }
    let of_part = of_thing.and_then(|(thing, question)| {
        let part = after_any(question, phrases!("should the|shall the|should its|should we keep the"))?;
        let part = part.trim_end_matches(" be");
        (1..=3).contains(&words(part)).then(|| format!("{part} of the {thing}"))
    });
    if let Some(of_part) = of_part {
        return of_part;
    }
    let asks =
        phrases!("should it be|should they be|shall it be|do you want|would you like|should we use|should i use");
    if let Some((thing, _)) = of_thing.filter(|(_, question)| asks.contains(question)) {
        return thing.to_owned();
    }
    // "Which one suits you?" names no subject.
    let taste = phrases!(" suits| fits| sounds| feels| appeals| works for you| works best| do you| would you");
    let of_taste = after_any(text, phrases!("which|what"))
        .is_some_and(|rest| taste.within(&format!(" {rest}")) && words(rest) <= 8);
    // "The drawings are in the folder:" tells something.
    let tells = !question.ends_with('?')
        && phrases!(
            " is in | are in | is at | are at | is below| are below| is attached| are attached| is here| are here"
        )
        .within(text);
    if of_taste || tells || after_any(text, leave).is_some() {
        String::new()
    } else {
        Some(topic(question)).filter(|topic| !names_only_options(topic)).unwrap_or_default()
    }
}

/// The thing that "What machine will it run on?" asks for, "machine"; the whole question if it says more about the
/// thing: "what port does the dashboard listen on?"
fn asked_thing(question: &str) -> Option<String> {
    let rest = after_any(question, phrases!("what|which"))?;
    let (at, length) =
        phrases!(" does | do | did | will | would | can | could | is | are ").find(&rest.to_ascii_lowercase())?;
    let (thing, clause) = (rest.get(..at)?, rest.get(at + length..)?);
    if !(1..=3).contains(&words(thing)) || words(clause) < 2 || words(question) > 12 {
        return None;
    }
    let wishes = phrases!("you want|you prefer|you like|you need|you have in mind|we use|i use|we want|we need");
    let pronoun = after_any(clause, phrases!("it|this|that|they|we|you|i|these|those")).is_some();
    Some(if pronoun || after_any(clause, wishes).is_some() { low_first(thing) } else { low_first(question) + "?" })
}

/// A short question as a topic; nothing for a long one.
fn whole_question(text: &str) -> String {
    if words(text) <= MOST { low_first(text) + "?" } else { String::new() }
}

/// Whether a question is no question without its first word: "What does the guard look at?", "Which rope lasts longest?"
fn asks_with_a_clause(question: &str) -> bool {
    let wishes =
        phrases!("you want|you prefer|you like|you need|you have in mind|we use|i use|we want|we need|we call|i call");
    let of_deed = after_any(question, phrases!("what does|what do|what did"));
    let of_thing = || {
        let (_, behind) = after_any(question, phrases!("which|what"))?.split_once(' ')?;
        let (verb, object) = behind.split_once(' ')?;
        let verb = verb.strip_suffix('s').filter(|verb| !verb.ends_with(['s', 'u', 'i']))?;
        // "Which rope colours should we offer?" has its verb further on.
        let aux = phrases!("should|shall|do|does|did|can|could|will|would|may|must|are|were|have|to");
        (is_verb(&verb.to_lowercase()) && after_any(object, aux).is_none()).then_some(())
    };
    let of_verb = || {
        let asked = after_any(question, phrases!("what should|what shall|what must|what may|what can"))?;
        let last = asked.rsplit(' ').next()?;
        phrases!("like|do|happen|show|say|return|contain|include|mean|look|sound|stand|print|send")
            .contains(last)
            .then_some(())
    };
    of_deed.is_some_and(|clause| after_any(clause, wishes).is_none()) || of_thing().or_else(of_verb).is_some()
}

/// The text with a small first letter, unless it begins with a name.
pub(in crate::pipeline::acts) fn low_first(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    let is_plain = word.chars().skip(1).all(|c| c.is_ascii_lowercase());
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if is_plain => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// The subject of questions that a lead counts: "three questions about the save games".
pub(in crate::pipeline::acts) fn counted_subject(lead: &str) -> Option<String> {
    let low = lead.to_lowercase();
    let (at, len) = phrases!(
        "questions about |questions on |questions for |question about |points about |points on |things about |choices for |decisions on |decisions about |decisions for |options for |options on |ways to |ways of |ways for "
    )
    .find(&low)?;
    let subject = lead.get(at + len..)?;
    (words(&low[..at]) <= 3).then(|| after_any(subject, phrases!("the|our|your")).unwrap_or(subject).to_owned())
}

/// Strips connectives and "for the" from the words before a colon and returns the subject: "photos" of "And for the photos".
pub(in crate::pipeline::acts) fn subject(lead: &str) -> &str {
    let lead = after_any(lead, phrases!("and|now|next|then|so|also")).unwrap_or(lead);
    let of_it = after_any(lead, phrases!("for|as for|about|regarding|concerning"));
    let of_it = of_it.map(|rest| after_any(rest, phrases!("the|our|your")).unwrap_or(rest));
    purpose_led(lead).or(of_it).unwrap_or(lead)
}

/// Whether a lead says only that options follow: "Options", "the candidates".
pub(in crate::pipeline::acts) fn names_only_options(lead: &str) -> bool {
    let bare = after_any(lead, phrases!("the|your|our|my|possible")).unwrap_or(lead).to_lowercase();
    // "Three ways to add one", "two ways to do it"
    let points = [" one", " it", " this", " that", " them", " fix", " proceed"];
    let to_it = |deed: &str| points.iter().any(|end| format!(" {deed}").ends_with(end));
    if after_any(&bare, phrases!("to")).is_some_and(to_it) {
        return true;
    }
    phrases!("plan|plans|steps|next steps|the steps|list|tasks|todo|to do|work|proposal|proposals|suggestion|suggestions|options|choices|candidates|alternatives|possibilities|ideas|approaches|fixes|possible fixes|treatments|remedies|measures|ways back|ways out|routes|variants|question|questions|next question|last question|another question|one question|one more question|two questions|next|first|last").contains(bare.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_what_the_question_is_about() {
        assert_eq!(topic("Which signing algorithm?"), "signing algorithm");
        assert_eq!(topic("Where should the logs go?"), "where should the logs go?");
        assert_eq!(topic("Which one?"), "");
        assert_eq!(topic("There are two ways."), "");
        assert_eq!(topic("Two options for the door:"), "the door");
        assert_eq!(topic_of_options("Want me to oil the hinges?"), "");
        assert_eq!(topic("What exactly feels slow?"), "what exactly feels slow?");
        assert_eq!(topic("What machine will it run on?"), "machine");
        assert_eq!(topic("What port does the dashboard listen on?"), "what port does the dashboard listen on?");
        assert_eq!(topic("For the schedule I see two ways:"), "schedule");
        assert_eq!(topic("What does the guard look at?"), "what does the guard look at?");
        assert_eq!(topic("Which rope lasts longest?"), "which rope lasts longest?");
        assert_eq!(topic("Which rope colours?"), "rope colours");
        assert_eq!(topic("Which harbour records should we keep?"), "harbour records should we keep");
        assert_eq!(topic("Two ways out:"), "");
    }
}
