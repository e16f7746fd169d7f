//! Defines the segments of a sentence: the pieces that are read as separate acts ("use Python, no new dependencies
//! please, and don't push").

use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::language::verbs::is_finished_form;
use crate::text::{Match, patterns};
use std::ops::Range;

use super::wording::{after_any, plain, reason, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::clause::{Clause, Modality, ReadTurn, Sentence};

/// A piece of a sentence.
#[derive(Debug, Clone)]
pub(in crate::pipeline::acts) struct Segment {
    /// Its words without Markdown's marks.
    pub text: String,
    /// `text` in lower case with straight apostrophes; byte offsets are the same.
    pub low: String,
    /// Byte range over the turn's raw text.
    pub range: Range<usize>,
    /// Whether its sentence is a question.
    pub asks: bool,
    /// The modality of its first clause.
    pub modality: Modality,
    /// The words of its sentence before it.
    pub before: String,
    /// The reason given in words that were taken away from the sentence.
    pub why: Option<String>,
    /// Whether its sentence names before it what it is about.
    pub has_topic: bool,
    /// Whether other words announce that it orders work: "one more job for you:".
    pub announced: bool,
    /// Whether it is code, or the words before it in its sentence hedge, set a condition or report what others say.
    pub doubtful: bool,
}

/// Words that begin a new segment after a comma or an "and".
const OPENERS: Phrases = phrases!(
    "btw|by the way|there must be|there may be|there should be|you may|you can|no|never|don't|dont|do not|always|only|i just want|i just need|i only want|i only need|all i want|all i need|\
     must|mustn't|please|pls|let's|lets|let us|use|keep|stick with|go with\
     |can you|could you|would you|also|then|so|but|we'll|we will|we'd|we use|we go|we take|we need|we should\
     |we must|we want|i want|i'd|i need|i'll|make|add|remove|fix|write|rename|update|delete|move|tag|post|push\
     |run|bump|switch|regenerate|generate|show|create|implement|set|change|clean|test|document|nothing|nobody\
     |forget|skip|drop|scrap|leave|back to|rather|bring it|bring that|get it|get that|take it|take that|push it|push that|scale it|put it|while at it|while you're at it|while you are at it|while we're at it|everything must|it must|it should|it has to|the|and"
);

/// Separators of segments. Each must begin with a blank, a comma, a semicolon or a colon.
const JOINTS: Phrases = phrases!(", and |, but |, so |; |, | and | but | so | - | — |: | then | & | + ");

/// Separators behind which stands what follows from the words before them.
const CONSEQUENCES: Phrases = phrases!(
    ", which means that |, which means |, that's why |, that is why |, meaning |, hence |, therefore |, thus | => | -> | hence | therefore "
);

/// Whether what follows a separator is concluded from what stands before it: "since the pi is slow: zstd".
fn draws(lead: &str, joint: &str) -> bool {
    CONSEQUENCES.contains(joint) && tells_a_state(lead) || joint == ": " && opens_with_reason(lead)
}

/// Words that open a reason.
const REASONS: Phrases = phrases!("since|because|as|given|given that|seeing that|considering");

/// Whether words open with a reason: "since the pi is slow".
pub(in crate::pipeline::acts) fn opens_with_reason(text: &str) -> bool {
    after_any(text, REASONS).is_some()
}

/// Whether words tell how things are, so that a choice may follow from them: "half of the pupils own only a phone".
pub(in crate::pipeline::acts) fn tells_a_state(lead: &str) -> bool {
    let settles = phrases!(
        "let's|lets|we'll|we will|we go|we use|we take|use|i want|i'd|please|pls|don't|never|always|no|keep|make"
    );
    after_any(lead, settles).is_none() && !imperative::opens(lead)
}

/// The segments of a sentence. The first word after a joint decides whether a new one begins there.
pub(in crate::pipeline::acts) fn segments(turn: &ReadTurn, sentence: &Sentence) -> Vec<Segment> {
    let text = &sentence.text;
    let mut cuts = vec![0];
    let mut depth = 0_usize;
    let mut quoted = false;
    // Where the last conclusion begins, and where the words that it follows from end.
    let mut concluded = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '`' | '"' => quoted = !quoted,
            _ => {}
        }
        if depth > 0 || quoted || !matches!(c, ' ' | ',' | ';' | ':') {
            continue;
        }
        let rest = text.get(at..).unwrap_or("");
        let joint = CONSEQUENCES.iter().chain(JOINTS.iter()).find(|j| rest.starts_with(*j));
        let Some(joint) = joint else { continue };
        let next = rest.get(joint.len()..).unwrap_or("");
        let from = at + joint.len();
        let lead = words_near(text, at).to_lowercase();
        // "Big buttons please and no passwords", but "two tests fail now and no warnings".
        let refuses = joint == " and "
            && after_any(next, phrases!("no")).is_some_and(|what| !no_is_remark(what))
            && WISHES.within(&lead);
        let excepts = belong_together(&lead, joint, next, cuts.len() == 1);
        let concludes = draws(&lead, joint);
        let starts = concludes || refuses || begins(next, joint);
        if excepts || cuts.last().is_some_and(|&last| from <= last + 1) || !starts {
            continue;
        }
        if concludes {
            concluded = Some((from, at));
        }
        cuts.push(from);
    }
    let ends: Vec<usize> = cuts.iter().skip(1).copied().chain([text.len()]).collect();
    let mut out: Vec<Segment> =
        cuts.into_iter().zip(ends).filter_map(|(from, to)| segment(turn, sentence, from..to)).collect();
    if let Some((from, end)) = concluded
        && let Some(last) = out.iter_mut().find(|s| s.range.start >= sentence.range.start + from)
    {
        last.why = text.get(..end).map(reason_told);
    }
    out
}

/// Whether "and" stands within a name of two verbs: "drag and drop".
fn is_set_phrase(lead: &str, next: &str) -> bool {
    const PHRASES: Phrases = phrases!(
        "drag and drop|copy and paste|cut and paste|search and replace|find and replace|plug and play|pick and place|point and click|wait and see|trial and error"
    );
    let first = lead.rsplit(' ').next().unwrap_or_default();
    let second = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    PHRASES.contains(format!("{first} and {second}").as_str())
}

/// Whether the words around a joint belong together: "anything but Jenkins", "for the payments, use Stripe", "always in
/// cents, never floats". `is_first`: no segment ends before the joint.
fn belong_together(lead: &str, joint: &str, next: &str, is_first: bool) -> bool {
    // "anything but Jenkins" is one thing, and so is "decision: we use Postgres".
    let belongs = match joint {
        " but " => phrases!("anything|nothing|everything|all|none"),
        // "about 0.2 degrees or so"
        " so " => phrases!(" or| and| if| even| is| are| just| it"),
        ": " => phrases!("decision|decided|verdict|agreed|settled|conclusion"),
        _ => phrases!(""),
    };
    // "For the payments, use Stripe": what it is for belongs to it.
    let topic = joint == ", " && is_first && after_any(lead, phrases!("for")).is_some() && words(lead) <= TOPIC;
    // "Prices are always in cents, never floats" is one rule.
    let chooses = after_any(lead, phrases!("let's|lets|let us|we'll|we will|we go")).is_some();
    let contrast = joint == ", "
        && !chooses
        && next.to_lowercase().starts_with("never ")
        && (lead.contains(" always ") || words(next) <= CONTRAST);
    // "Metric units always, no inches", "writing only, no code", "all the doors must be oak, no pine"
    let bounds = joint == ", "
        && next.to_lowercase().starts_with("no ")
        && words(next) <= CONTRAST
        && (lead.contains(" always") || lead.ends_with(" only") || BINDS_ALL.is_match(lead));
    // "From now on, put fixtures under tests/" is one rule.
    let lasting = joint.starts_with(',') && is_lasting(lead);
    // "The difference between test and build mode"
    let compared = joint == " and " && lead.rsplit_once("between ").is_some_and(|(_, one)| words(one) <= CONTRAST);
    let paired = compared || joint == " and " && is_set_phrase(lead, next);
    topic
        || paired
        || joint == " and " && complemented(lead, next)
        || lasting
        || contrast
        || bounds
        || CLOSES.contains(next.to_lowercase().trim_end_matches(['.', '!']))
        || belongs.iter().any(|w| !w.is_empty() && lead.ends_with(w))
}

/// Whether a second object stands behind an "and", and what both are to become: "make the lid and base a little thinner".
fn complemented(lead: &str, next: &str) -> bool {
    let second = BECOMES.captures(next).and_then(|found| found.name("thing"));
    let is_verb = |thing: Match<'_>| imperative::DOES.contains(thing.as_str().to_lowercase().as_str());
    MADE.is_match(lead) && second.is_some_and(|thing| !is_verb(thing))
}

/// Maximum number of bytes of a sentence that are looked at before each of its joints and kept with each segment, so that the
/// work grows with the sentence and not with its square.
const KEPT_BEFORE: usize = 1_000;

/// The words of a sentence before a place, those nearest to it.
fn words_near(sentence: &str, at: usize) -> &str {
    let from = sentence.floor_char_boundary(at.saturating_sub(KEPT_BEFORE));
    sentence.get(from..at).unwrap_or("")
}

/// Words before "and no ..." that say what is wanted.
const WISHES: Phrases =
    phrases!("please| pls|i want |we want |i need |we need |i'd like |i would like |should | must |let's |use ");

/// A reason without the word that opens it.
fn reason_told(text: &str) -> String {
    let text = plain(text);
    let text = after_any(&text, REASONS).unwrap_or(&text);
    text.trim_start_matches(|c: char| ", ".contains(c)).to_owned()
}

/// Clauses that settle what stands before them.
const CLOSES: Phrases = phrases!(
    "let's settle on that|let's settle on it|let's settle for that|let's leave it at that|let's keep it at that|let's keep it that way|let's stick to that|let's stick with that"
);

/// Openings of an order that holds for good.
pub(in crate::pipeline::acts) const LASTING: Phrases = phrases!(
    "from now on|from here on|from here on out|from this point on|henceforth|going forward|as of today|in future|in the future|in general\
     |next time|the next time"
);

/// Whether words open an order that holds for good and say nothing else.
fn is_lasting(lead: &str) -> bool {
    LASTING.contains(after_any(lead, phrases!("and|but|so|also|ok,|please,")).unwrap_or(lead).trim())
}

/// Maximum number of words that only contrast with what stands before them: "amounts are integers, never floats".
const CONTRAST: usize = 3;

/// Maximum number of words in a topic that opens a sentence.
const TOPIC: usize = 5;

fn begins(next: &str, joint: &str) -> bool {
    let low =
        next.get(..next.len().min(40)).map(str::to_lowercase).or_else(|| Some(next.to_lowercase())).unwrap_or_default();
    let low = low.replace('’', "'");
    match joint.trim() {
        ";" | ", but" | "but" | ", so" | "-" | "—" => true,
        ":" => {
            let states = phrases!(
                "never|don't|do not|always|only|please|it must|you must|no|let's|we go with|we're going with|we are going with|we use|we'll use|we take\
                 |we'll take|we will not|we will never|we won't|we never|we don't|we only|we always"
            );
            after_any(&low, states).is_some()
                || phrases!(" must | may not | may never | can't | cannot | has to | have to | needs to ").within(&low)
        }
        // "The users are on IE11 so no arrow functions", but "it is so slow"
        "so" => {
            let orders = phrases!(
                "don't|do not|dont|never|only|always|please|pls|let's|lets|we must|we need to|use|keep|leave|make it"
            );
            let refuses = after_any(&low, phrases!("no")).is_some_and(|rest| !no_is_remark(rest));
            // "We ship at noon so oil the hinges now"
            let does = after_any(&low, imperative::DOES).is_some_and(imperative::is_determined);
            refuses || does || after_any(&low, orders).is_some()
        }
        "and" | "then" | "&" | "+" => opens(&low) && !low.starts_with("the ") && !low.starts_with("no "),
        _ => opens(&low),
    }
}

/// Whether the words after a separator begin a segment. A noun does only with a verb after it: "the reader must ...".
fn opens(low: &str) -> bool {
    let noun = low.starts_with("the ")
        && !phrases!(" must | should | is | are | has | needs | shall | may | can | will ").within(low);
    // "No cloud, data stays on the laptop"
    let kept = after_any(low, phrases!("data|everything|all data|files|secrets|logs|photos|images")).is_some()
        && phrases!(" stays | stay | must | has to | have to | remains | remain ").within(low);
    // "And for the blog we'll use Astro"
    let part = after_any(low, phrases!("for")).is_some_and(|rest| {
        phrases!(" we'll | we will | we use | we take | we go | i'd | use | take | let's | please ").within(rest)
    });
    !noun
        && (part
            || kept
            || after_any(low, OPENERS).is_some()
            || after_any(low, imperative::DOES).is_some()
            || imperative::opens(low))
}

fn segment(turn: &ReadTurn, sentence: &Sentence, within: Range<usize>) -> Option<Segment> {
    let raw = sentence.text.get(within.clone())?;
    let trimmed = raw
        .trim()
        .trim_end_matches([',', ';'])
        .trim_end_matches(" and")
        .trim_end_matches(" but")
        .trim_end_matches(" &")
        .trim_end_matches(" +")
        .trim_end_matches(", so");
    // "Until I say so" and "two degrees or so" end with it.
    let inner = within.end < sentence.text.len();
    let trimmed = if inner && !trimmed.ends_with(" or so") { trimmed.trim_end_matches(" so") } else { trimmed };
    let consequence = CONSEQUENCES.iter().map(str::trim_end).find(|joint| trimmed.ends_with(joint));
    let trimmed = consequence.and_then(|joint| trimmed.strip_suffix(joint)).unwrap_or(trimmed);
    let trimmed = without_aside(trimmed);
    // "Use tantivy then" ends with it; before a joint it belongs to what follows.
    let trimmed = if inner { trimmed.trim_end_matches(" then") } else { trimmed };
    let start = sentence.range.start + within.start + (raw.len() - raw.trim_start().len());
    let text = plain(trimmed).replace('’', "'");
    let text = text.trim_end_matches(['.', '!']).to_owned();
    if words(&text) == 0 {
        return None;
    }
    let range = start..start + trimmed.len();
    let clause = turn
        .clauses
        .get(sentence.clauses.clone())
        .unwrap_or_default()
        .iter()
        .rev()
        .find(|c| c.range.start <= range.start + 2);
    // "The vendor says it hangs, bring it down to 2": the order is the speaker's own.
    let own = orders_a_value(&text.to_ascii_lowercase()) || concludes(&text.to_ascii_lowercase());
    let low = text.to_ascii_lowercase();
    let modality = clause.map_or(Modality::Statement, |c: &Clause| c.modality);
    let doubtful = doubtful(turn, sentence, &range, own) || is_code(trimmed) || is_opinion_of_another(&low);
    Some(Segment {
        low,
        text,
        asks: sentence.asks,
        modality: if own && modality == Modality::Report { Modality::Request } else { modality },
        doubtful,
        range,
        why: None,
        has_topic: false,
        announced: false,
        before: plain(words_near(&sentence.text, within.start)),
    })
}

/// Whether words tell what somebody else thinks.
fn is_opinion_of_another(text: &str) -> bool {
    let own = phrases!("i|we|it|that|this|which|what|there|one");
    let found = OPINION.captures(text).and_then(|found| Some(found.name("who")?.as_str().to_owned()));
    found.is_some_and(|who| !own.contains(&who))
}

/// A piece without closing words that only introduce another order: "fix the login and while you're at it".
fn without_aside(text: &str) -> &str {
    let low = text.to_ascii_lowercase().replace('’', "'");
    let asides = phrases!("while you're at it|while you are at it|while we're at it|while at it|when you're at it");
    let aside = asides.iter().find(|a| low.len() == text.len() && low.ends_with(*a));
    let cut = aside.and_then(|a| text.get(..text.len() - a.len())).filter(|head| words(head) >= 2);
    cut.map_or(text, |head| head.trim_end().trim_end_matches([',', ';']).trim_end_matches(" and").trim_end_matches(','))
}

/// Whether words end in what the speaker concludes: "ana says the driver is gone, so ftdi instead".
fn concludes(low: &str) -> bool {
    const MOST: usize = 4;
    let end = low.rsplit_once(" so ").map(|(_, end)| end).filter(|end| words(end) <= MOST);
    end.is_some_and(|end| end.ends_with(" instead") || end.ends_with(" it is"))
}

/// Whether words give what was said before another value: "bring it down to 2".
fn orders_a_value(low: &str) -> bool {
    let bare = after_any(low, phrases!("so|then|and|please|pls|so please")).unwrap_or(low);
    let sets =
        phrases!("bring|get|take|set|make|put|push|pull|cut|lower|raise|reduce|increase|change|turn|scale|drop|bump");
    let pointed = after_any(bare, sets).and_then(|rest| after_any(rest, phrases!("it|that|this")));
    pointed.is_some_and(|rest| rest.contains(|c: char| c.is_ascii_digit()))
}

fn doubtful(turn: &ReadTurn, sentence: &Sentence, range: &Range<usize>, own: bool) -> bool {
    let clauses = turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    let before = clauses.iter().take_while(|c| c.range.end <= range.start);
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question];
    // "At my old job we had a rule, no deploys on Fridays": it held there.
    let at = range.start.saturating_sub(sentence.range.start);
    let lead = sentence.text.get(..at).unwrap_or("").to_lowercase();
    let elsewhere = phrases!(
        "had this rule|had a rule|had the rule|had a policy|had this policy|at my old |at my last |at my previous |at my former |used to have "
    )
    .within(&lead);
    let open = |c: &Clause| open.contains(&c.modality) && !(own && c.modality == Modality::Report);
    before.into_iter().any(open)
        || EXAMPLE.is_match(&sentence.text)
        || is_hypothetical(&sentence.text)
        || elsewhere
        || tells(sentence, range)
        || narrates(sentence, at)
}

/// Whether a sentence only thinks of a case, or says what would be done under a condition. "If possible" sets none.
pub(in crate::pipeline::acts) fn is_hypothetical(text: &str) -> bool {
    let text = text.replace('’', "'");
    let polite = phrases!("you|possible|that's ok|that's fine|that is ok|needed|necessary|it's ok|i may|i can|so|not");
    let condition = WOULD_IF.captures(&text).and_then(|found| Some(found.name("condition")?.as_str().to_owned()));
    HYPOTHETICAL.is_match(&text) || condition.is_some_and(|condition| after_any(&condition, polite).is_none())
}

/// Whether a piece of a sentence goes on with what its speaker did: "I cleaned the lens, then set the focus to 3 m".
fn narrates(sentence: &Sentence, at: usize) -> bool {
    let (before, rest) = (sentence.text.get(..at).unwrap_or(""), sentence.text.get(at..).unwrap_or(""));
    if !DID.is_match(before) {
        return false;
    }
    let joint = phrases!("then|and then|and|afterwards|after that|later|finally");
    let joined = before.trim_end_matches([' ', ',']);
    let behind = joint.iter().any(|j| joined.to_lowercase().ends_with(&format!(" {j}")));
    let rest = after_any(rest, joint).or(behind.then_some(rest));
    let verb = rest.map(|rest| rest.trim_start_matches([',', ' ']).split(' ').next().unwrap_or("").to_lowercase());
    let unchanged = phrases!("set|put|cut|let|split|reset|hit|read|back|went|took|made");
    verb.is_some_and(|verb| unchanged.contains(&verb) || is_finished_form(&verb, &[]))
}

patterns! {
    /// An order that makes something of a thing, up to the thing: "make the lid".
    MADE = r"\b(?:make|keep|render|paint|turn|draw|print|set|leave|get|colou?r)(?: both| all)? (?:the|our|my|its|their|these|those|all|both) [\w-]+(?: [\w-]+){0,2}$";
    /// Words that say how all of a kind must be: "all the doors have to be oak".
    BINDS_ALL = r"^(?:(?:no|ok|and|but|so),? )*(?:all|every|each|both) [^,;:]{2,40} (?:must|has to|have to|needs? to|should) be [^,;:]+$";
    /// A second thing and what both become: "base a little thinner", "rim the same green".
    BECOMES = r"(?i)^(?P<thing>[a-z][\w-]*)(?: [\w-]+)? (?:an? (?:little|bit|lot|tad|touch|shade|hair|tiny bit)|slightly|somewhat|much|more|less|both|all|equally|the same|as)\b";
    /// Somebody else's opinion: "Anna thinks we should use Mapbox", "reviewer 2 believes it must be linear".
    OPINION = r"^(?:and |but |so |well,? |btw,? )*(?P<who>[a-z][\w'-]*|(?:the|our|my|their) [\w-]+(?: [\w-]+)?|reviewer \d)(?: (?:from|in|at) (?:the )?[\w-]+)? (?:thinks|believes|feels|reckons|suspects|swears|would rather|would love|would prefer|is convinced)\b";
    /// A case that is only thought of: "worst case we take tin", "some day I'd love to sail", "not saying we should".
    HYPOTHETICAL = r"(?i)^(?:and |but |so |well,? |ok,? )*(?:(?:in the )?(?:worst|best) case|as a last resort|(?:one|some) day|someday|hypothetically|(?:i'm |i am |we're )?not saying|say (?:the|it|they|our|we|you|a) [^.?!]*?, ?(?:then )?(?:i|we)(?:'d| would))\b|\bwould be (?:an option|a candidate|next|worth)\b[^.?!]* if |\b(?:if you were me|if i were you|in my place|in my shoes)\b";
    /// A plan whose condition stands behind it: "we'd take oak if the price falls".
    WOULD_IF = r"(?i)\b(?:i|we)(?:'d| would) (?:then |rather |probably |maybe |only )*(?:use|go|take|pick|choose|try|switch|bring|move|need|consider|add)\b[^.?!]*? (?:if|in case|provided|assuming|unless) (?P<condition>.+)$";
    /// The beginning of an example: "like for example we could say that the ferry starts first".
    EXAMPLE = r"(?i)^(?:[^.!?]{1,16}\?\s+)?(?:(?:like|so|well|and|but),? )?(?:for example|for instance|e\.g\.|imagine|suppose|say we)\b";
    /// The beginning of a story of one's own: "yesterday I cleaned the lens".
    DID = r"(?i)^(?:(?:so|well|ok|hm+|first)[, ]+)*(?:(?:yesterday|today|tonight|earlier|this morning|last \w+|on \w+day|just now)[, ]+)?(?:i|we) (?:first |then |already |just )?(?:\w{3,}ed|set|put|went|took|made|got|tried|ran|did|wrote|built|gave|found|thought|bought|cut)\b";
    /// An introduction of what somebody else wants: "they write that they want a menu, and never more than two".
    TELLS = r"(?i)\b(?:he|she|they|people|somebody|someone|users?|customers?|everybody|(?:the|our|my|their|his|her) [\w-]+|[a-z][\w'-]+(?: (?:from|in|at|over at) (?:the )?[\w'-]+)) (?:says?|said|writes?|wrote|thinks?|claims?|insists?|told (?:me|us)|asks?|asked)(?: (?:that|for|about)|:)? ";
}

/// Whether a piece of a sentence continues a report of what somebody else wants.
fn tells(sentence: &Sentence, range: &Range<usize>) -> bool {
    let at = range.start.saturating_sub(sentence.range.start);
    let before = words_near(&sentence.text, at);
    let own = phrases!("so|but|let's|lets|we|i|i'd|please|pls|can you|could you|then");
    let goes_on = before.trim_end().ends_with([',', ':']) || before.trim_end().ends_with(" and");
    // "Add a bell since they asked for one, and ..." gives a reason.
    let reports = TELLS.find(before).is_some_and(|found| {
        let lead = before.get(..found.start()).unwrap_or("").trim_end().to_lowercase();
        !phrases!(" since| because| as").iter().any(|word| lead.ends_with(word))
    });
    reports && goes_on && after_any(sentence.text.get(at..).unwrap_or(""), own).is_none()
}

/// Percentage of punctuation, outside of backticks, above which a text is code or data.
const MARKS: usize = 14;

fn is_code(text: &str) -> bool {
    let talk: String = text.split('`').step_by(2).collect();
    let signs = phrases!("::|()|=>|->|→|{|}|//|==|❯|$ ");
    let marks =
        talk.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && !".,'’!?\"-".contains(*c)).count();
    signs.within(&talk) || marks * 100 > MARKS * talk.chars().count().max(1) && marks > 2
}

impl Segment {
    /// Its words without the reason they give, and the reason.
    pub fn reasoned(&self) -> (&str, Option<String>) {
        let (text, why) = reason(&self.text);
        (text, why.or_else(|| self.why.clone()))
    }

    /// The order that a polite question gives: "please keep tin out" of "could you please keep tin out?"
    pub fn politely_ordered(&self) -> Option<Self> {
        let lasting = after_any(&self.text, LASTING);
        let bare = lasting.map_or(self.text.as_str(), |rest| rest.trim_start_matches([',', ' ']));
        let polite = phrases!("can you|could you|would you|will you|could we please|can we please");
        let order = after_any(bare, polite).filter(|_| self.asks)?;
        let order = after_any(order, phrases!("please|pls")).unwrap_or(order);
        let order = order.trim_end_matches(['?', ' ']).trim_end_matches(" please").to_owned();
        let low = order.to_ascii_lowercase();
        Some(Self { text: order, low, asks: false, modality: Modality::Request, ..self.clone() })
    }

    /// Whether it settles nothing: a question, a hedge, a condition or a report of others.
    pub fn unsettled(&self) -> bool {
        self.asks
            || self.doubtful
            || matches!(self.modality, Modality::Question | Modality::Hedge | Modality::Conditional | Modality::Report)
    }
}
