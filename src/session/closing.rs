//! Defines [`Closing`]: how a session ended, read from its last turns: the agent's report, and the work left for later.

use super::Session;
use super::agent_wording::harmless;
use super::statement::is_open;
use crate::language::likeness::subject;
use crate::pipeline::clause::{self, BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary::{as_row, capital, imperative, points, strip_fillers};
use crate::state::TurnId;
use crate::text::patterns;
use crate::transcript::Role;

/// Number of last turns that are read.
const LAST_TURNS: usize = 8;
/// Number of the person's last turns searched for postponed work.
const LAST_SAID: usize = 3;
/// Number of the agent's last turns searched for a report; an older one is stale.
const LAST_REPORTS: usize = 3;
/// Maximum numbers of sentences in the report, and of entries of work left.
const MAX_REPORTED: usize = 3;
const MAX_LEFT: usize = 6;
/// Maximum number of characters in a sentence of the report.
const MAX_SENTENCE_CHARS: usize = 240;
/// Minimum number of words in a sentence of the report.
const MIN_WORDS: usize = 4;
/// Minimum number of subject words in postponed work.
const MIN_SUBJECTS: usize = 2;
/// Minimum number of words in a sentence of the first request; "hello" is no goal.
const MIN_REQUEST_WORDS: usize = 3;

patterns! {
    /// Words that report a state of the work.
    REPORTS = r"(?ix) \b( committed|pushed|merged|deployed|released|tagged|published | (?:tests?|suite|checks|build|lint|clippy|ci|everything|all) \b .{0,40} \b (?:pass|passes|passed|passing|green|clean|fail|fails|failing|red)
        | (?:is|are|was|were|now|all|both) \ (?:now\ )?(?:in|on|done|complete|finished|ready|implemented|in\ place|live|up\ to\ date|wired|working|fixed|tested|green|clean|open|blocked|untouched|unpushed|parked|staged|uncommitted|missing|left|written|updated|added|removed|moved)
        | not\ (?:yet|pushed|committed|merged|deployed|released|done|started|touched)|(?:is|are|sits?|stays?|remains?)\ (?:untouched|uncommitted|unpushed) | still\ (?:open|failing|missing|to\ do|needs?|on) | branch\ \S+ | nothing\ is\ (?:pushed|committed|deployed) )\b";

    /// The agent expects a state of the work.
    HOPES = r"(?i)\b(?:should|ought to|hopefully|probably|may|might)(?: now| all| then)? (?:pass|work|be|build|fix|run|succeed)\b";

    /// The agent announces its next step, or addresses the person.
    IN_PASSING = r"(?ix) \bi\ ?(?:['’]ll|will|['’]m\ going)\b | ^\W*(?:let\ me|i['’]?ll|i\ (?:will|am|can|could)|i['’]?m|want|shall|should|would|do\ you|you\ can|if\ you|ready|now\ (?:i|let)|next,?\ i|first|understood|got\ it|you['’]?re|good|great|perfect|thanks|see\ you)\b";

    /// The person postpones something, or says where to continue.
    PUTS_OFF = r"(?ix) \b( tomorrow|next\ (?:time|session|week|sprint|month) | later | (?:pick|picking)\ (?:it|this|that|up)\b | stop\ here | not\ today | another\ (?:day|time|session) | on\ hold | postponed? | parked? | some\ ?day
        | (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday) | still\ (?:need|needs|open|missing|to\ do) | remind | (?:first|second|last|next)\ week | follow[- ]?up | left\ (?:to\ do|open) | remaining(?:\ (?:work|tasks?|steps?|items?|points?)|\ (?:is|are)\b|:) | when\ \w+\ (?:is|are|gets?)\ back )\b";

    /// The person leaves, without a word on the work.
    LEAVES = r"(?ix) ^\W* (?:(?:ok|okay|so|right|alright|well|anyway),?\ )? (?:i|we)(?:['’](?:m|ll|re|ve)|\ am|\ are|\ will|\ must|\ have\ to|\ need\ to|\ should)?
        (?:\ (?:stop|stopping|leave|leaving|go|going|gotta|and|quit|off|out|away|done|finish|finished|call|calling|log|back|here|now|then|home|soon|it|a|the|to|bed|sleep|lunch|dinner|for|on|at|in|until|till|today|tonight|tomorrow|this|next|day|night|week|weekend|morning|afternoon|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday))+ \W*$";

    /// A heading or lead above the remaining work.
    LEFT = r"(?i)^\W*(?:what(?:['’]s| is)?\s+)?(?:remaining|still (?:open|to do|missing|left)|left(?: (?:open|to do|over|for later))?|next(?: steps?| up| time| session)?|open(?: (?:points|items|ends|tasks))?|not (?:yet )?done(?: yet)?|to ?do|todo|outstanding|for (?:later|tomorrow|next time)|follow[- ]?ups?|deferred|parked)\b[^.]{0,30}:?\W*$";

    /// Words after which a sentence lists the remaining work.
    LEFT_IN_LINE = r"(?i)^\W*(?:also |then )?(?:remaining|still (?:open|to do|missing|left)|left (?:open|to do|over|for later)|next(?: steps?)?|open|not (?:yet )?done(?: yet)?|todo|outstanding|for (?:later|tomorrow|next time)|deferred|parked)(?:\s*(?:is|are)?:| (?:is|are))\s+";
}

/// The end of a session in quoted sentences, each one line with Markdown neutralised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closing {
    /// The state of the work, from the agent's last report.
    pub reported: Vec<String>,
    /// The work that the person postponed or the agent said is left.
    pub left: Vec<String>,
}

impl Session {
    /// Reads the end of the session from its last turns; empty if their text is not in memory.
    pub(super) fn closing(&self) -> Closing {
        let turns = self.turns().iter().enumerate().rev().filter(|(_, t)| !self.is_withdrawn(&t.turn_id));
        let read: Vec<ReadTurn> = turns.take(LAST_TURNS).map(|(_, turn)| clause::read(turn)).collect();
        let mut out = Closing::default();
        let agent = read.iter().filter(|r| r.role == Role::Assistant);
        if let Some(last) = agent.clone().take(LAST_REPORTS).find(|r| r.sentences.iter().any(reports)) {
            let told = last.sentences.iter().filter(|s| reports(s)).take(MAX_REPORTED);
            out.reported = told.map(|s| row(&s.text)).collect();
        }
        for read in read.iter().filter(|r| r.role == Role::User).take(LAST_SAID) {
            // "Leave that open until Thursday" cannot be understood alone.
            let told = read.sentences.iter().filter(|s| puts_off(s) && !points(&s.text));
            out.left.extend(told.map(|s| row(&s.text)));
        }
        if let Some(left) = agent.map(left_in).find(|left| !left.is_empty()) {
            out.left.extend(left.into_iter().map(|line| format!("(agent) {line}")));
        }
        out.left.truncate(MAX_LEFT);
        out
    }

    /// The turn and the first sentences of the person's first request, about `chars` characters; `None` where they are not in memory.
    pub fn first_request(&self, chars: usize) -> Option<(TurnId, String)> {
        let spoken = self.turns().iter().filter(|t| t.role == Role::User && !self.is_withdrawn(&t.turn_id));
        let request =
            spoken.take(LAST_SAID).filter(|turn| crate::transcript::is_request(&turn.content)).map(clause::read).find(
                |read| read.answered.is_empty() && read.sentences.iter().any(is_request) && !opens_pointing(read),
            )?;
        let mut out = String::new();
        for sentence in request.sentences.iter().filter(|s| s.block != BlockKind::Quote) {
            let words = line(&sentence.text);
            let brief = words.split_whitespace().count() < MIN_REQUEST_WORDS;
            if brief && (!out.is_empty() || subject(&words).len() < MIN_SUBJECTS) {
                continue;
            }
            if !out.is_empty() && out.chars().count() + words.chars().count() + 1 > chars {
                break;
            }
            out.push_str(if out.is_empty() { "" } else { " " });
            out.push_str(&words);
        }
        (out.chars().count() <= MAX_SENTENCE_CHARS && !is_open(&out)).then_some((request.turn_id, out))
    }
}

/// Whether a turn begins in the middle of a talk: "they're both old".
fn opens_pointing(read: &ReadTurn) -> bool {
    let first = read.sentences.first().map_or("", |s| s.text.as_str()).to_lowercase();
    let first = first.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    read.sentences.len() == 1 && matches!(first.as_str(), "they" | "it" | "those" | "these" | "that" | "he" | "she")
}

fn is_request(sentence: &Sentence) -> bool {
    sentence.block != BlockKind::Quote && sentence.text.split_whitespace().count() >= MIN_WORDS
}

fn reports(sentence: &Sentence) -> bool {
    // "[hook] review is ready" is a program's line, "the build should pass now" a hope.
    let hopes = sentence.text.trim_start().starts_with('[') || HOPES.is_match(&sentence.text);
    !hopes && is_quotable(sentence) && REPORTS.is_match(&sentence.text) && !LEFT.is_match(&sentence.text)
}

/// Whether a sentence postpones something and names it.
fn puts_off(sentence: &Sentence) -> bool {
    let text = &sentence.text;
    is_quotable(sentence) && PUTS_OFF.is_match(text) && !LEAVES.is_match(text) && subject(text).len() >= MIN_SUBJECTS
}

/// Whether a sentence can be quoted in an export: complete, short, no question, and not addressed to the person.
fn is_quotable(sentence: &Sentence) -> bool {
    let text = sentence.text.trim();
    let talk = !matches!(sentence.block, BlockKind::Quote | BlockKind::Heading | BlockKind::Row);
    let long = text.chars().count() > MAX_SENTENCE_CHARS;
    talk && !long
        && !sentence.asks
        && !text.contains('…')
        && !text.ends_with(':')
        && text.split_whitespace().count() >= MIN_WORDS
        && !IN_PASSING.is_match(text)
}

/// The remaining work in a turn: the entries below such a heading, or in a sentence that begins with such words.
fn left_in(read: &ReadTurn) -> Vec<String> {
    let mut out = Vec::new();
    let mut below = false;
    for sentence in &read.sentences {
        let text = sentence.text.trim();
        let opens = LEFT.is_match(text) || sentence.lead.as_deref().is_some_and(|lead| LEFT.is_match(lead));
        if let Some(found) = LEFT_IN_LINE.find(text) {
            out.push(row(&text[found.end()..]));
        } else if opens && sentence.list.is_none() {
            below = true;
        } else if below && sentence.list.is_some() && !sentence.asks && text.chars().count() <= MAX_SENTENCE_CHARS {
            out.push(row(text));
        } else if sentence.list.is_none() {
            below = false;
        }
    }
    out.retain(|line| line.split_whitespace().count() >= 2);
    out
}

/// A sentence as a line of an export: an order in the imperative, without fillers before it and the full stop behind it.
fn row(text: &str) -> String {
    let text = line(text);
    as_row(&capital(&imperative(strip_fillers(&text))))
}

/// A sentence without Markdown on one line.
fn line(text: &str) -> String {
    harmless(&crate::pipeline::extract::summary::plain(text))
}
