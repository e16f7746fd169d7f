//! Defines the reading of the person's answer to a question of the agent's form: an option, own words, or no decision
//! where it asks back, wavers, leaves it to the agent, or only steers the talk.

use std::ops::Range;

use super::super::acts::asks_which_is_had;
use super::super::clause::{Answered, Clause, Cue, Modality, ReadTurn, read};
use super::super::settle::{Proposed, Target, Verdict};
use super::super::spoken::{self, Surroundings};
use super::summary::{MAX_CHARS, capital, of_order, plain, shorten, stands_alone};
use super::{Draft, EvidenceSpan};
use crate::language::answers::{
    alone, bare_option, hands_back, is_about_talk, left_out, offers_act, picked_options, steers_talk,
};
use crate::language::phrases::{Phrases, phrases};
use crate::state::{DeltaKind, Pass};

use crate::transcript::{RecordRef, Role, Turn};

/// Longest question beside its answer, in characters.
const ASKED_CHARS: usize = 140;
/// Most words of an answer that is shown with its question.
const SHORT: usize = 6;
/// Most words of an answer read as a whole; a longer one is also read clause by clause.
const ONE_THING: usize = 30;
/// Fewest words of a clause that says something: "hmm" does not.
const SAYS_SOMETHING: usize = 3;
/// Probability from which an answer of more than `SHORT` words only tells.
const TELLS: f32 = 0.7;
/// Confidence of an answer without a signal.
const IN_TALK: f32 = 0.9;

/// The question as shown with its answer: its last sentence, without the agent's lead-in.
pub(super) fn topic(question: &str) -> String {
    let plain = plain(question);
    let whole = plain.trim_end_matches('?');
    let start = whole.rfind(['?', '.', '!']).filter(|at| whole.get(at + 1..).is_some_and(|r| r.starts_with(' ')));
    let last = start.and_then(|at| plain.get(at + 1..)).map_or(plain.as_str(), str::trim);
    shorten(if stands_alone(last) { last } else { &plain }, ASKED_CHARS)
}

/// The reason an answer settles nothing: rule id and words.
type Open = (&'static str, &'static str);

fn is_firm(clause: &Clause) -> bool {
    use Modality::{Commitment, Obligation, Permission, Prohibition, Request};
    !clause.asks && matches!(clause.modality, Commitment | Obligation | Prohibition | Permission | Request)
}

/// The clause that settles the question, in an answer that is no option; an error when the answer leaves it open.
fn own_words<'r>(read: &'r ReadTurn, question: &str) -> Result<Option<&'r Clause>, Open> {
    let Some(first) = read.clauses.first() else { return Ok(None) };
    let firm = read.clauses.iter().find(|c| is_firm(c));
    if first.has(Cue::Delegates) {
        return Err(("delegated", "you left it to the agent"));
    }
    match first.modality {
        _ if firm.is_some() => Ok(firm),
        Modality::Question => Err(("asked-back", "you asked back")),
        Modality::Hedge | Modality::Conditional | Modality::Report => {
            Err(("modality-answer", "the answer wavers, or is only quoted"))
        }
        _ if read.clauses.iter().any(|c| c.modality == Modality::Hedge) => {
            Err(("modality-answer", "the answer wavers"))
        }
        _ if tells(read, question) => Err(("told", "the answer tells how things are")),
        _ => Ok(None),
    }
}

/// Whether an answer in several words only tells, asks or wonders: "hmm, the last run died with a timeout".
fn tells(read: &ReadTurn, question: &str) -> bool {
    let words = |clause: &Clause| clause.text.split_whitespace().count();
    if read.clauses.iter().map(words).sum::<usize>() <= SHORT {
        return false;
    }
    let mut clauses = read.clauses.iter().enumerate().skip_while(|(_, clause)| words(clause) < SAYS_SOMETHING);
    let Some((place, clause)) = clauses.next() else { return false };
    let next = clauses.next().map(|(_, next)| next.text.as_str());
    spoken::read(&clause.text, Surroundings { agent: question, previous: None, next, place }).talks() >= TELLS
}

/// The draft and verdict of an answer to a question. `place` holds the spans of answer and question; the options are the
/// form's, with their meanings, both empty when unknown.
pub fn answer(
    place: (&EvidenceSpan, &EvidenceSpan),
    question: &str,
    (options, meanings): (&[String], &[String]),
    said: &str,
    at: Option<jiff::Timestamp>,
) -> (Draft, Verdict) {
    let said = said.trim();
    let chosen = picked_options(options, said);
    let turn = Turn {
        turn_id: place.0.turn_id.to_string(),
        ordinal: 0,
        role: Role::User,
        content: said.to_owned(),
        at,
        record: RecordRef::default(),
    };
    let clauses = read(&turn);
    let own = if chosen.is_empty() { own_words(&clauses, question) } else { Ok(None) };
    let (asked, words) = (topic(question), plain(&bare_option(said)));
    let asks_first = clauses.clauses.first().is_some_and(|first| first.asks);
    let summary = match own {
        _ if words.split_whitespace().count() <= SHORT => format!("{asked} → {words}"),
        Ok(Some(clause)) if words.split_whitespace().count() > ONE_THING || asks_first => of_order(clause),
        _ => words.clone(),
    };
    let places = vec![place.0.clone(), place.1.clone()];
    // "Where did the timeout come up?" asks how things are.
    let act = act_taken(question, &words);
    let kind = match act {
        Some(_) => DeltaKind::TaskOpened,
        None if asks_which_is_had(&asked) => DeltaKind::FactLearned,
        None => DeltaKind::DecisionMade,
    };
    let summary = act.unwrap_or(summary);
    let mut draft = Draft::new(kind, &shorten(&summary, MAX_CHARS), places, at);
    if !chosen.is_empty() && kind == DeltaKind::DecisionMade {
        let others = left_out(options, meanings, &chosen).into_iter().map(|o| plain(&bare_option(o)));
        draft.delta.details.alternatives = others.filter_map(|o| Some(shorten(alone(&o)?, MAX_CHARS))).collect();
    }
    "question-answered".clone_into(&mut draft.rule);
    let firm = matches!(own, Ok(Some(_)));
    let open = if chosen.iter().filter_map(|at| options.get(*at)).any(|o| hands_back(o)) {
        Err(("delegated", "you left it to the agent"))
    } else if steers_talk(said) || (is_about_talk(question) && !firm) {
        Err(("of-the-talk", "it steers the talk and settles nothing of the work"))
    } else {
        own.map(drop)
    };
    let verdict = match open {
        Ok(()) if chosen.is_empty() && rambles(&clauses, &words, firm) => Verdict::Hold,
        Ok(()) => Verdict::Accept,
        Err((code, why)) => Verdict::Reject { pass: Pass::Extract, code: code.to_owned(), why: why.to_owned() },
    };
    (draft, verdict)
}

/// Whether an answer in the person's own words says more than one thing, or more how things are than what is to be: it waits
/// for the person.
fn rambles(read: &ReadTurn, words: &str, firm: bool) -> bool {
    const TOLD: Phrases = phrases!(
        "we already|i already|it already|we have|i have|there is|there are|there's|we currently|i wonder|i guess|i think we|the problem|the issue"
    );
    let count = words.split_whitespace().count();
    let low = words.to_lowercase();
    let asks = read.clauses.iter().any(|clause| clause.asks) || words.contains('?');
    let tells = TOLD.iter().any(|told| low.starts_with(told));
    let weighs = phrases!(" would | might | could ").within(&low) && !firm;
    count > SHORT && (asks || tells || weighs || count > ONE_THING && !firm)
}

/// The work that a yes takes of a question which offers one act on the spot: "Run the tests" of "Yes, run the tests".
fn act_taken(question: &str, said: &str) -> Option<String> {
    let yes = ["Yes, ", "Yes - ", "Yes: "].iter().find_map(|yes| said.strip_prefix(yes));
    yes.filter(|_| offers_act(question)).map(|act| capital(act.trim()))
}

/// The proposals of a turn's lines "question? -> answer", for turns without a signal.
pub fn in_talk(read: &ReadTurn) -> Vec<Proposed> {
    read.answered.iter().filter(|a| !a.said.is_empty()).map(|a| propose(read, a)).collect()
}

fn propose(read: &ReadTurn, answered: &Answered) -> Proposed {
    let said = span(read, &answered.said, &answered.answer);
    let asked = span(read, &answered.asked, &answered.question);
    let (mut draft, verdict) = answer((&said, &asked), &answered.asked, (&[], &[]), &answered.said, read.at);
    draft.confidence = IN_TALK;
    "you answered the agent's question".clone_into(&mut draft.reason);
    draft.propose(Target::None, verdict)
}

fn span(read: &ReadTurn, text: &str, range: &Range<usize>) -> EvidenceSpan {
    EvidenceSpan { turn_id: read.turn_id.clone(), text: text.to_owned(), range: range.clone() }
}

/// Indexes of the clauses that belong to answers read as a whole.
pub fn answered_clauses(read: &ReadTurn) -> Vec<usize> {
    let short = read.answered.iter().filter(|a| a.said.split_whitespace().count() <= ONE_THING);
    let spans: Vec<Range<usize>> = short.map(|a| a.question.start..a.answer.end).collect();
    let clauses = read.clauses.iter().filter(|c| spans.iter().any(|s| s.contains(&c.range.start)));
    clauses.map(|c| c.index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settles(question: &str, options: &[&str], said: &str) -> Result<(String, Vec<String>), String> {
        let options: Vec<String> = options.iter().map(|o| (*o).to_owned()).collect();
        let place = EvidenceSpan { turn_id: "u1".into(), text: said.to_owned(), range: 0..said.len() };
        let (draft, verdict) = answer((&place, &place), question, (&options, &[]), said, None);
        match verdict {
            Verdict::Reject { code, .. } => Err(code),
            _ => Ok((draft.delta.text().to_owned(), draft.delta.details.alternatives.clone())),
        }
    }

    #[test]
    fn an_option_by_its_name_leaves_the_others_out() {
        let stores = ["SQLite (Recommended)", "Postgres", "Something else"];
        let (summary, others) = settles("We can keep it small. Which store?", &stores, "SQLite (Recommended)").unwrap();
        assert_eq!((summary.as_str(), others), ("Which store? → SQLite", vec!["Postgres".to_owned()]));
        let parts = ["Tests", "Docs, and examples", "CI"];
        assert_eq!(settles("What goes in?", &parts, "Docs, and examples, CI").unwrap().1, ["Tests"]);
        assert_eq!(settles("Which store?", &stores, "Postgres (it runs already)").unwrap().1, ["SQLite"]);
    }

    #[test]
    fn options_that_say_nothing_alone_are_not_ruled_out() {
        let places = ["Menu", "Toolbar", "Both places", "You decide", "Skip this"];
        assert_eq!(settles("Where is it?", &places, "Menu").unwrap().1, ["Toolbar"]);
        let polar = ["Yes, at start", "No, keep the state"];
        assert_eq!(settles("Should it reset?", &polar, "Yes, at start").unwrap().1, ["keep the state"]);
        assert_eq!(settles("Where is it?", &places, "You decide"), Err("delegated".to_owned()));
    }

    #[test]
    fn an_option_that_joins_the_others_rules_none_out() {
        let places = ["Menu only", "Side bar", "Both"];
        assert!(settles("Where is it?", &places, "Both").unwrap().1.is_empty());
        assert_eq!(settles("Where is it?", &places, "Menu only").unwrap().1, ["Side bar"]);
    }

    #[test]
    fn a_yes_to_one_act_on_the_spot_opens_a_task() {
        let place = EvidenceSpan { turn_id: "u1".into(), text: String::new(), range: 0..0 };
        let options = ["Yes, print the labels".to_owned(), "No".to_owned()];
        let of = |question| answer((&place, &place), question, (&options, &[]), "Yes, print the labels", None).0.delta;
        let task = of("Would you like me to print the labels for all shelves?");
        assert_eq!((task.kind, task.text()), (DeltaKind::TaskOpened, "Print the labels"));
        assert!(task.details.alternatives.is_empty());
        assert_eq!(of("Should every parcel carry labels?").kind, DeltaKind::DecisionMade);
    }

    #[test]
    fn an_answer_in_other_words_chooses_no_option() {
        let stores = ["SQLite", "Postgres"];
        let (summary, others) = settles("Which store?", &stores, "SQLite, but one file for each boat").unwrap();
        assert_eq!((summary.as_str(), others.len()), ("SQLite, but one file for each boat", 0));
        assert!(settles("How is it shown?", &[], "a separate section at the top").is_ok());
        assert!(settles("Which store?", &stores, "not sure. let's go with SQLite for now").is_ok());
    }

    #[test]
    fn asking_back_wavering_and_steering_settle_nothing() {
        let stores = ["SQLite", "Postgres", "Next topic"];
        for (question, said, code) in [
            ("Which store?", "what are the downsides of SQLite?", "asked-back"),
            (
                "Which store?",
                "hmm, that might work, perhaps the import is faster with it but I would have to measure it on the small boats",
                "modality-answer",
            ),
            ("Shall I try again?", "hmm, the last import died with a timeout after two minutes", "told"),
            ("Which store?", "You decide", "delegated"),
            ("Which store?", "Next topic", "of-the-talk"),
            ("More questions about the store, or move to the next topic?", "Postgres", "of-the-talk"),
            ("Which topics do you want to discuss?", "SQLite, Postgres", "of-the-talk"),
        ] {
            assert_eq!(settles(question, &stores, said), Err(code.to_owned()), "{said}");
        }
    }

    #[test]
    fn an_answer_about_how_things_are_is_a_fact() {
        let place = EvidenceSpan { turn_id: "u1".into(), text: String::new(), range: 0..0 };
        let kind = |question| answer((&place, &place), question, (&[], &[]), "On the test boat", None).0.delta.kind;
        assert_eq!(kind("Where did the leak come up first?"), DeltaKind::FactLearned);
        assert_eq!(kind("Where should the sensor sit?"), DeltaKind::DecisionMade);
    }

    #[test]
    fn what_is_said_behind_a_question_is_the_answer() {
        let said = "what states are there? we need to keep the raw values too";
        assert_eq!(settles("Which values are kept?", &[], said).unwrap().0, "Keep the raw values too");
    }
}
