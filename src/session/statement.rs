//! Defines [`Statement`], an item worded as a sentence that can be understood without its session, for memories, the
//! context and reminders. An item without a statement is left out of them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::spoken_rules::SPOKEN_RULE;
use super::suggest::points_elsewhere;
use super::wording::{ARROW, uncut};
use crate::language::answers::{asks_leave, bare_option, hands_back, is_about_talk, steers_talk};
use crate::language::likeness::subject;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::{calls_a_number, is_act, is_pick};
use crate::pipeline::extract::signals::{CHOICE_PLACE, PLAN_APPROVED};
use crate::pipeline::extract::summary::{as_row, imperative, plain, strip_fillers};
use crate::pipeline::passed_over::as_put;
use crate::state::{Evidence, Extractor, Item, ItemKind};
use crate::text::patterns;

/// An item in a sentence, with its question, reason and alternatives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statement {
    /// The sentence; of an answered question the answer first.
    pub text: String,
    /// The question that it answers, where the text does not say it.
    pub asked: Option<String>,
    /// The reason that was given.
    pub why: Option<String>,
    /// The options not chosen.
    pub instead: Vec<String>,
}

/// Minimum number of subject words in a decision or a task.
pub(super) const MIN_SUBJECTS: usize = 2;
/// Minimum confidence, 0 to 1, of a choice that may be worded without a verb.
const SURE: f32 = 0.75;
/// Maximum number of bytes in a quoted sentence, or of a reason.
pub(super) const MAX_SENTENCE_BYTES: usize = 280;
/// Maximum number of words in a choice's subject.
const MAX_SUBJECT_WORDS: usize = 3;
/// Minimum number of subject words in an answer that is quoted without its question.
const MIN_ANSWER_SUBJECTS: usize = 4;

patterns! {
    /// Openings that narrate, hedge or continue an earlier sentence.
    NARRATES = r"(?ix) ^\W* (?:
        (?:i|we) (?: ['’](?:d|m|ll|ve|re) | \ (?:already|just|actually|also|really|see|saw|guess|wonder|hope|believe|am|was|were|have|had|did|tried|found|removed|noticed|forgot|could|might|think|thought|mean|know|agree|understand|realized|realised) )\b
        | (?:let\ me|let['’]?s\ (?:see|try|start|go|continue|move|do\ it|get|look|have)|get\ going|say|like\ to|love\ to|happy\ to|going\ to|about\ to|now|apparently|however|basically|seems?|looks?\ like|sounds?|that|it|they|he|she)\b
        | (?:or|and|but|because|since|though|although|as|which|who|yup|yeah|yes|yep|nope|ok|okay|sure|well|thanks|great|perfect|cool|good|nice|hmm+|oh|ah|lol|sorry)\b )";

    /// Verbs in the present or future, and words such as "no" and "only", without which a clause states nothing.
    SAYS = r"(?ix) \b(?: is|are|isn['’]?t|aren['’]?t|be|has|have|must|should|shall|will|won['’]?t|can|cannot|can['’]?t|may|need|needs|stay|stays|remain|remains
        | go|goes|get|gets|use|uses|live|lives|run|runs|hold|holds|keep|keeps|mean|means|work|works|return|returns|come|comes|show|shows|take|takes
        | make|makes|contain|contains|support|supports|require|requires|write|writes|read|reads|store|stores|send|sends|belong|belongs|become|becomes
        | do|does|don['’]?t|doesn['’]?t|never|always|only|no|without|not|want|wants|prefer|prefers|expire|expires|start|starts|stop|stops|apply|applies
        | count|counts|log|logs|fail|fails|follow|follows|move|moves|land|lands|ship|ships|win|wins|own|owns|review|reviews|pass|passes|accept|accepts
        | allow|allows|depend|depends|happen|happens|exist|exists|cover|covers|start|begins?|ends?|changes?|serves?|points?|speaks?|supports?|ignores?|replaces?|loads?|opens?|closes?|drops?|sorts?|counts?|merges?|lasts?|lists?|costs?|matches|handles?|sets?|adds?|builds?|calls?|comes?|deletes?|exports?|fits?|gives?|groups?|lets?|maps?|names?|parses?|prints?|puts?|rejects?|renders?|retries|retry|rounds?|saves?|sees?|sits?|splits?|syncs?|tests?|tracks?|treats?|tries|wraps?|skips?|shares?|shows?|stands? )\b";

    /// Imperatives that choose or order.
    ORDERS = r"(?ix) ^\W* (?:please\ )? (?:
        use|keep|take|pick|choose|go\ with|stick|prefer|avoid|leave|let|make|put|move|store|add|remove|drop|delete|rename|replace|split|merge|write|read|show|hide|send|call|run|build|test|check|log|cache|limit|set|start|stop|ship|deploy|release
        | do\ not|don['’]?t|never|always|only|no|fold|compare|sort|group|treat|return|retry|skip|ignore|allow|reject|accept|store|export|import|print|open|close|support|require|include|exclude|switch|migrate|convert|update|upgrade|create
        | implement|fix|document|refactor|extract|generate|track|pin|round|render|format|validate|handle|load|save|fetch|sync|share|serve|register|reuse|revert|commit|push|ask|review|follow|begin|end|count|measure|record|name|map|parse|wrap|give|hand|tell|warn|block|disable|enable|apply|change|wait|work|stay|verify|draft|investigate|look|find|raise|lower|increase|decrease|reduce|publish|post|schedule|clean|finish|prepare|provide|adjust|backfill|seed|query|join|index|back\ up|bump|port|adopt|land|expose|install|configure|define|expire|encrypt|hash|paginate|sanitize|debounce|throttle|batch|queue|archive|redirect|clamp|cap|trim|strip|expand|collapse|attach|assign|notify|mail|email|surface|tag|mark|label|lock|unlock|rotate|wire|hook|emit|subscribe|persist|restore|rerun|rebase|squash|amend|regenerate|rework|restructure|simplify|polish|improve|extend|introduce|integrate|combine|align|center|resize|style|translate|localize|transcribe|summarize|summarise|explain|describe|design|plan|decide|confirm|clarify|propose|evaluate|benchmark|profile|optimize|optimise|audit|monitor|scan|detect|recover|resolve|reproduce|debug|diagnose )\b";

    /// Endings of an incomplete sentence.
    OPEN_END = r"(?i)(…|\.\.\.|[:,;(—–-]|\b(the|an?|of|and|or|with|to|for|from|by|if|when|in|on|that|than|as|into|at|is|are|until|till|because|so|btw|but|our|my|your|their))\W*$";

    /// Words before a rule or a choice: `rules btw:`, `(b)`.
    LEADS_UP = r"(?i)^\W*(?:(?:rules?|notes?|btw|fyi|ps|also|reminder|decision|decided|constraint|agreed|one (?:more )?thing|important)(?: (?:btw|for you|then|too))?\s*[:—-]+\s+|\(?[a-h1-9][.)]\s+|one more thing,?\s+)";

    /// The opening of an offer, which is stripped: it was accepted and is now a choice.
    OFFERS = r"(?i)^\W*(?:i|we)(?:['’]d| would| will|['’]ll)? (?:(?:propose|suggest|recommend)(?: (?:that )?we| to)? )|^\W*(?:i|we)(?:['’]d| would|['’]ll| will) |^\W*(?:i|we)(?:['’]ve| have)? (?:decided|agreed) (?:to|that) ";

    /// Weighs instead of settling.
    WEIGHS = r"(?i)\b(?:i think|i guess|not sure|would (?:also )?be (?:good|nice|better)|maybe|perhaps|probably|might)\b";

    /// The opening of a question, also of one joined to the next: `should it be zipped, and how often?`
    ASKS = r"(?i)^\W*(?:(?:should|shall|does|did) \w|(?:is|are|must|can|will|could|would) (?:i|we|you|they|it|the|an?|our)\b|(?:do|may|have) (?:i|we|you|they|users|people)\b)";

    /// Words that limit a statement to the moment.
    MOMENTARY = r"(?i)\b(?:for the moment|at the moment|right now|just now|this time|until (?:we|i|you) (?:know|find|see|understand|say|decide)|(?:ok|okay|fine|allowed|free|safe|possible|good|back)(?: again)? now|now (?:ok|okay|fine|allowed|possible)|you (?:can|may)\b[^.;:]{0,40} now|now you (?:can|may))\b";

    /// Parts the sentences of a quotation.
    SENTENCES = r"[.!?]+ ";

    /// A courtesy at the end of a sentence.
    KINDLY = r"(?i)[,\s]+(?:please|pls|plz|thanks|thank you|thx)[\s.!]*$";

    /// A remark on the talk within a sentence.
    IN_PASSING = r"(?i),? \b(?:btw|by the way|obviously|tbh|imo|imho|fyi)\b,?";

    /// A word that only draws a conclusion, or a courtesy: "tin then, since it lasts".
    CONCLUDES = r"(?i)(?P<word> then| please| pls)(?:[,;]|[.!]?$)";

    /// A prohibition as it is spoken to the agent: "you don't climb the mast".
    YOU_DONT = r"(?i)^you (?:do not|don['’]?t|must not|mustn['’]?t|may not|shouldn['’]?t) ";

    /// Courtesies and idioms, which settle nothing though they hold a "no".
    COURTESY = r"(?i)^\W*(?:(?:thanks|thank you|sorry|cheers|good (?:catch|question|night|morning))\b[^,.;:]{0,40}|no (?:harm(?: done| meant)?|problem|worries|rush|hurry|idea|offen[cs]e|questions?|comment|wonder|doubt|luck|surprise|big deal)(?: (?:at all|so far|yet|why|how|what|from me|from my side))?)\W*$";

    /// The opening of a question whose subject comes later.
    ASKS_HOW = r"(?i)^(?:how|what|where|when|which|who|why) (?:should|shall|do|does|is|are|can|would|will)\b";

    /// A question about the past, whose answer is no choice.
    ASKS_PAST = r"(?i)\bdid (?:you|i|it|they|we|he|she|this|that|the)\b[^.?]*\?";

    /// The first word behind the name of a question's subject.
    SUBJECT_END = r"(?i)\b(?:will|would|should|shall|is|are|do|does|can|could|i|we|you|it|see|to|for|of|in|on|at)\b";

    /// A choice under its subject: `dates: day first`.
    NAMED = r"^\W*[\w'’/. -]{3,60}: \S.*";

    /// Openings of words that are no reason.
    NO_REASON = r"(?i)^\W*(so|then|and|but|also|ok|okay|yes|no|now|please|document|add|make|let)\b";

    /// A ban, also of a single noun: `no emojis`.
    BANS = r"(?i)^\W*(?:no|never|do not|don['’]?t|avoid)\b";
}

impl Statement {
    /// Words an item as a sentence; `None` if none can be understood alone.
    pub fn of(item: &Item) -> Option<Self> {
        let newest = item.newest()?;
        if item.kind == ItemKind::Decision && ASKS_PAST.is_match(&item.summary) {
            return None;
        }
        let why = item.rationale.clone().filter(|why| is_reason(why));
        if item.has_tag("branch") {
            return branch(item).map(|text| Self { text, why, ..Self::default() });
        }
        let instead = item.alternatives.iter().filter(|a| !steers_talk(a) && !hands_back(a)).cloned().collect();
        let said = Self { why, instead, ..Self::default() };
        let by_hand = newest.extractor == Extractor::Person;
        let chosen = by_hand || newest.extractor == Extractor::Model;
        let imported = || item.is_imported().then(|| sentence(item, true)).flatten();
        let out = match answered(item, &newest.evidence).filter(|_| !by_hand) {
            Some(answer) => Self { text: answer.text, asked: answer.asked, ..said },
            None => Self { text: sentence(item, chosen).or_else(imported)?, ..said },
        };
        let whole = !out.text.contains('…') && !out.instead.iter().any(|a| a.contains('…'));
        (whole && !out.text.is_empty()).then_some(out)
    }

    /// The sentence with the options not chosen and the reason, on one line.
    pub fn line(&self) -> String {
        let mut out = self.text.clone();
        if let Some(asked) = self.asked.as_ref().filter(|asked| subject(asked).len() > 1) {
            out.push_str(&beside(asked));
        }
        if !self.instead.is_empty() {
            let _ = write!(out, " (not: {})", self.instead.join("; "));
        }
        match &self.why {
            Some(why) if !out.to_lowercase().contains(&why.to_lowercase()) => {
                out.truncate(out.trim_end_matches(['.', ',', ';', ' ']).len());
                let why = why.strip_prefix("because ").or(why.strip_prefix("Because ")).unwrap_or(why);
                let why = &within_sentence(why);
                let _ = write!(out, ", because {why}");
            }
            _ => {}
        }
        out
    }
}

/// A sentence as a part of another: without the capital letter of a word that opens any sentence.
fn within_sentence(text: &str) -> Cow<'_, str> {
    const OPENS: Phrases = phrases!(
        "the|this|that|these|those|it|we|you|they|there|by|one|no|not|in|on|for|a|an|so|otherwise|nobody|everyone|if|when|our|my|your|with|all|most|some|it's|that's|they're|then|less|more"
    );
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let low = first.to_lowercase();
    if OPENS.contains(low.as_str()) && low != first { Cow::Owned(format!("{low} {rest}")) } else { Cow::Borrowed(text) }
}

/// The statement of an answered question, answer first; `None` if the item answers none, and an empty statement if the
/// answer cannot be understood without the talk.
fn answered(item: &Item, evidence: &Evidence) -> Option<Statement> {
    let (question, answer) = item.summary.split_once(ARROW).unwrap_or(("", &item.summary));
    let asked = quoted(evidence, |at| at.is_empty() && at.start == 1).unwrap_or(question);
    if asked.is_empty() || item.kind == ItemKind::Task {
        return None;
    }
    let choice = quoted(evidence, |at| *at == CHOICE_PLACE);
    // An option explained by questions is a topic to discuss, not a choice.
    let topic = choice.is_some_and(|choice| choice.contains('?'));
    let nothing = topic || hands_back(answer) || steers_talk(answer) || is_about_talk(asked);
    // A yes states nothing by itself; "paint the north side first, the porch in spring" does.
    let states = subject(answer).len() >= MIN_ANSWER_SUBJECTS && ORDERS.is_match(answer);
    if nothing || (choice.is_none() && asks_leave(asked) && !states) {
        return Some(Statement::default());
    }
    let asked = asked.trim().to_owned();
    if let Some(choice) = choice {
        let named = subject(&asked).iter().all(|word| subject(choice).contains(word));
        return Some(Statement { text: choice.to_owned(), asked: (!named).then_some(asked), ..Statement::default() });
    }
    let answer = quoted(evidence, |at| *at == (0..0)).filter(|said| said.len() >= answer.len()).unwrap_or(answer);
    let text = bare_option(answer);
    if subject(&text).len() >= MIN_ANSWER_SUBJECTS && SAYS.is_match(&text) {
        return Some(Statement { text: capital(&text), asked: Some(asked), ..Statement::default() });
    }
    // A short answer needs its question.
    let empty = subject(&asked).len() < MIN_SUBJECTS || subject(&text).is_empty();
    let text = if empty { String::new() } else { text + &beside(&asked) };
    Some(Statement { text, ..Statement::default() })
}

/// An open choice with its options: `Should the map be tiled or whole?`, `Map: tiled or whole`.
fn branch(item: &Item) -> Option<String> {
    let text = capital(item.summary.trim_end_matches(['?', '.', ' ']));
    let low = text.to_lowercase();
    let clear = !text.contains('…') && subject(&text).len() >= MIN_SUBJECTS && !points_elsewhere(&text);
    let names_all = item.alternatives.iter().all(|option| low.contains(&option.to_lowercase()));
    let mark = if ASKS.is_match(&text) { "?" } else { "" };
    clear.then(|| if names_all { text + mark } else { format!("{text}: {}", item.alternatives.join(" or ")) })
}

/// The suffix that appends a question to its answer.
fn beside(asked: &str) -> String {
    let what = if asked.trim_end().ends_with('?') { "asked" } else { "about" };
    format!(" ({what}: \"{asked}\")")
}

/// The first snippet whose range satisfies `form`.
fn quoted(evidence: &Evidence, form: impl Fn(&Range<usize>) -> bool) -> Option<&str> {
    let at = evidence.ranges.iter().position(form)?;
    evidence.snippets.get(at).map(String::as_str)
}

/// The item's summary as a sentence; `None` if it is not one. `chosen`: a person, a model or another program worded
/// it, so fewer checks apply. For other summaries the quoted sentence is used if the summary is a part of it that cannot stand alone.
fn sentence(item: &Item, chosen: bool) -> Option<String> {
    if let Some(plan) = item.summary.strip_prefix(PLAN_APPROVED) {
        return Some(format!("The plan \"{}\" was approved", plan.trim()));
    }
    if chosen {
        let text = item.summary.trim().to_owned();
        return (!OPEN_END.is_match(&text)).then_some(text);
    }
    let words = item.newest().map_or(Cow::Borrowed(&*item.summary), |v| uncut(&item.summary, &v.evidence));
    // An option that was ruled out is named without its ban; a short ban needs no subject.
    let ruled_out = item.kind == ItemKind::RejectedOption;
    let named = subject(&words).len();
    let brief = named < MIN_SUBJECTS || (named == MIN_SUBJECTS && BANS.is_match(&words));
    let own = || Some(words.as_ref().to_owned());
    // A pick is worded with the words that its options share.
    let worded = item.newest().is_some_and(|v| is_pick(&v.rule));
    let (first, last) = (own().filter(|_| !ruled_out && (!brief || worded)), own().filter(|_| brief && !ruled_out));
    let mut whole: Vec<String> = whole_sentences(item).map(plain).collect();
    // A quotation that names nothing more than a short ban is only longer: "you dont climb the mast".
    if brief && BANS.is_match(&words) && !ruled_out && whole.iter().all(|said| subject(said).len() <= named) {
        whole.clear();
    }
    if brief {
        whole.sort_by_key(|words| std::cmp::Reverse(words.len()));
    }
    let readings = first.into_iter().chain(whole).chain(last);
    let found = readings.map(|words| tidied(&words)).find(|text| !OPEN_END.is_match(text) && stands_alone(text, item));
    let found = found.or_else(|| refused_name(item, as_put(&words)).filter(|_| ruled_out));
    found.or_else(|| chosen_name(item, &words).filter(|_| item.kind == ItemKind::Decision))
}

/// "Use copper": a choice that is a name, where no sentence tells more.
fn chosen_name(item: &Item, name: &str) -> Option<String> {
    const MOST_WORDS: usize = 3;
    let sure = item.newest().is_some_and(|v| is_act(&v.rule) && v.score >= SURE);
    let named = (1..=MOST_WORDS).contains(&name.split_whitespace().count()) && !subject(name).is_empty();
    let plain = !points_elsewhere(name) && !ORDERS.is_match(name) && !SAYS.is_match(name) && !NARRATES.is_match(name);
    let bare = !name.contains(['?', ':', ',', '→']) && !OPEN_END.is_match(name);
    (sure && named && plain && bare).then(|| format!("Use {}", as_said(item, &as_row(name))))
}

/// A name as the quotations write it: a summary begins with a capital letter.
fn as_said(item: &Item, name: &str) -> String {
    let mut letters = name.chars();
    let Some(first) = letters.next() else { return String::new() };
    let low: String = first.to_lowercase().chain(letters).collect();
    let quoted = item.newest().is_some_and(|v| v.evidence.snippets.iter().any(|said| said.contains(&low)));
    if quoted { low } else { name.to_owned() }
}

/// "No GraphQL": an option that was ruled out, by its name, where the sentence that does so points elsewhere.
fn refused_name(item: &Item, name: &str) -> Option<String> {
    const MOST_WORDS: usize = 4;
    let by_form = item.newest().is_some_and(|v| is_act(&v.rule));
    let named = (1..=MOST_WORDS).contains(&name.split_whitespace().count()) && !subject(name).is_empty();
    let plain = !points_elsewhere(name) && !ORDERS.is_match(name) && !SAYS.is_match(name) && !OPEN_END.is_match(name);
    (by_form && named && plain).then(|| format!("No {}", as_said(item, name.trim_end_matches('.'))))
}

/// The quoted sentences that hold the words of an item.
fn whole_sentences(item: &Item) -> impl Iterator<Item = &str> {
    let evidence = item.newest().map(|v| &v.evidence);
    let places = evidence.into_iter().flat_map(|e| e.snippets.iter().zip(&e.ranges));
    let is_option = item.kind == ItemKind::RejectedOption && item.superseded_by.is_some();
    let own = subject(if is_option { as_put(&item.summary) } else { &item.summary });
    let wanted = own.clone();
    let holds = move |words: &str| wanted.is_subset(&subject(words));
    let said = places
        .filter(|(words, at)| !at.is_empty() && words.len() <= MAX_SENTENCE_BYTES)
        .map(|(words, _)| words.as_str());
    let said = said.filter(move |words| holds(words));
    // A refusal or a choice is the one sentence that names it; a short rule needs the one before it.
    let named = matches!(item.kind, ItemKind::RejectedOption | ItemKind::Decision);
    said.map(move |words| {
        let mut parts = SENTENCES.split(words).filter(|_| named);
        parts.find(|one| own.is_subset(&subject(one))).unwrap_or(words)
    })
}

/// Words of the talk tidied into a sentence: lead-ins stripped, orders in the imperative.
fn tidied(words: &str) -> String {
    let words = LEADS_UP.remove_from(words);
    let words = OFFERS.remove_from(&words);
    let words = KINDLY.remove_from(&words);
    let words = IN_PASSING.remove_from(&words);
    let words = match CONCLUDES.captures(&words).and_then(|found| Some(found.name("word")?.range())) {
        Some(word) => Cow::Owned(format!("{}{}", &words[..word.start], &words[word.end..])),
        None => words,
    };
    let words = as_row(&words);
    let words = YOU_DONT.find(&words).map_or(words.clone(), |you| format!("Do not {}", &words[you.end()..]));
    let words = words.trim().trim_start_matches(|c: char| !c.is_alphanumeric() && !"\"'`(/.$<@#".contains(c));
    let text = capital(&imperative(strip_fillers(words)));
    subject_first(text.trim_end_matches([' ', ',', ';']))
}

/// A choice followed by its subject (`SQLite - store`), reordered with the subject first.
fn subject_first(text: &str) -> String {
    let Some((choice, about)) = text.rsplit_once(" - ") else { return text.to_owned() };
    // "How" names no subject.
    if let Some(question) = about.strip_suffix('?').filter(|asked| ASKS_HOW.is_match(asked)) {
        return format!("{choice} ({question})");
    }
    let about = SUBJECT_END.find(about).map_or(about, |end| &about[..end.start()]).trim();
    let names = (1..=MAX_SUBJECT_WORDS).contains(&about.split_whitespace().count()) && !about.contains(['.', ',', ':']);
    if names && !choice.contains(": ") { format!("{}: {choice}", capital(about)) } else { text.to_owned() }
}

/// Whether a text ends within a sentence.
pub(super) fn is_open(text: &str) -> bool {
    text.contains('…') || OPEN_END.is_match(text)
}

/// Whether a text gives a reason: a clause of its own, no question and no order.
fn is_reason(why: &str) -> bool {
    let short = why.len() <= MAX_SENTENCE_BYTES && subject(why).len() >= MIN_SUBJECTS;
    let worded = why.starts_with(char::is_alphanumeric);
    short && worded && !why.contains(['…', '?', '!']) && !NO_REASON.is_match(why)
}

/// Whether the words can be understood without the talk.
fn stands_alone(text: &str, item: &Item) -> bool {
    use ItemKind::{Constraint, OpenQuestion, RejectedOption, Task};
    let by_signal = item.newest().is_some_and(|v| v.extractor == Extractor::Signals);
    let newest = item.newest();
    let sure = newest.is_some_and(|v| v.score >= SURE);
    // The options not chosen show the purpose of a chosen name: `Postgres (not: MySQL)`.
    let picked = item.kind == ItemKind::Decision
        && sure
        && !item.alternatives.is_empty()
        && newest.is_some_and(|v| is_act(&v.rule));
    let least = match item.kind {
        _ if by_signal || picked => 1,
        Constraint if BANS.is_match(text) => 1,
        OpenQuestion => 1,
        _ => MIN_SUBJECTS,
    };
    let enough = subject(text).len() >= least && !MOMENTARY.is_match(text) && !COURTESY.is_match(text);
    let asks = text.contains('?') || ASKS.is_match(text) || WEIGHS.is_match(text);
    let says = SAYS.is_match(text) || ORDERS.is_match(text);
    // A line of a list of rules is one without a verb.
    let by_form = item.newest().is_some_and(|v| is_act(&v.rule) || &*v.rule == SPOKEN_RULE);
    match item.kind {
        RejectedOption => enough && !asks && !points_elsewhere(text) && !calls_a_number(text) && says,
        OpenQuestion => asks && enough && !asks_leave(text) && !is_about_talk(text) && !points_elsewhere(text),
        Task => enough && !asks && (by_signal || ORDERS.is_match(text)) && !points_elsewhere(text),
        // A long rule may contain a pronoun.
        Constraint => {
            let clear = !points_elsewhere(text) || subject(text).len() >= MIN_ANSWER_SUBJECTS;
            enough && !asks && clear && (says || by_form)
        }
        _ => {
            // A sure choice of several names needs no verb: `Argon2id for the passwords of members`.
            let named = NAMED.is_match(text) || sure && subject(text).len() > MIN_SUBJECTS;
            let settled = says || named || picked;
            let says = ORDERS.is_match(text) || (settled && !NARRATES.is_match(text));
            enough && !asks && says && !points_elsewhere(text)
        }
    }
}

/// The text with a capital letter, unless its first word is a name from code.
fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let plain = first.trim_end_matches([',', ':']).chars().all(|c| c.is_ascii_lowercase() || c == '\'');
    let mut chars = text.chars();
    match chars.next() {
        Some(letter) if plain => letter.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
