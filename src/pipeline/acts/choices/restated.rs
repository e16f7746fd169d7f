//! Defines choices that the agent restates in its own words: "Minimum length 1000." after "1000. 500 was for the pilot".
//! The person's words may be bare or curt; the agent's stand alone, and both say the same.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::stance::{content, says_nothing};
use crate::pipeline::acts::questions::asked_facts::asks_a_fact;
use crate::pipeline::acts::sentences::topics::{topic, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Basis, View, overlaps};
use crate::pipeline::clause::{BlockKind, Clause, Modality, ReadTurn, Sentence};
use crate::pipeline::extract::question_answers;
use crate::state::{Item, ItemKind};
use crate::transcript::Role;

/// Openings with which an agent takes up an answer before it restates it.
const TAKES_UP: Phrases = phrases!(
    "ok|okay|noted|got it|understood|all right|alright|right|sure|fine|good|agreed|recorded|makes sense|clear|perfect|great|then|so|yes"
);

/// Endings of a restated choice.
const ENDS: Phrases = phrases!(" it is| then| it is then|, then|, understood|, noted|, got it|, ok");

/// Words of a sentence that reports, weighs or asks: more than a restated choice.
const TELLS: Phrases = phrases!(
    " is | are | was | were | has | have | had | will | can | could | would | should | might | may | did | does | do | i | we | you | it | that | this | there | they \
     |'s |'ll |'re |'ve |'d |n't | but | however | though | unless | if | because | so | already | still | currently | runs | works | fails | passes | needs | stays | lives | goes | becomes | means | sits | shows | uses | gets | takes | makes | comes "
);

/// Words of the person that leave something open or tell of others.
const LEAVES_OPEN: Phrases = phrases!(
    " maybe | perhaps | idk | not sure | might | dunno | i guess | probably | let me think | says | said | someday | one day | later "
);

/// Maximum number of words in a part of the restatement.
const MOST: usize = 10;

/// Maximum number of the agent's sentences that restate.
const SENTENCES: usize = 2;

/// Maximum number of words in what the person says where the agent neither asked nor offered.
const CURT: usize = 3;

/// Number of clauses of the person's turn among which an answer stands.
const FIRST: usize = 4;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut before = view.talk.before();
    let Some(said) = before.next().filter(|t| t.role == Role::User) else { return Vec::new() };
    // Answers to the questions of a form stand beside these.
    if !question_answers::in_talk(said).is_empty() {
        return Vec::new();
    }
    // Only what was asked for or offered is answered.
    let Some(asked) = before.next().filter(|t| t.role == Role::Assistant) else { return Vec::new() };
    let last = asked.sentences.iter().rev().find(|s| s.asks).map(|s| plain(&s.text));
    // What was, or what was meant, is told and not settled.
    let told = phrases!(" did | was | were | happened | you mean");
    if last.as_deref().is_some_and(|q| asks_a_fact(q) || told.within(&q.to_lowercase())) {
        return Vec::new();
    }
    let question = last.as_deref().map(topic);
    let offered = question.is_some() || view.talk.offered().next().is_some_and(|offers| !offers.is_empty());
    let named =
        if offered { None } else { Some(asked.sentences.iter().flat_map(|s| content(&s.text)).collect::<Vec<_>>()) };
    let opening = view.own().take_while(|s| s.block == BlockKind::Paragraph && !s.asks).take(SENTENCES);
    let mut out = Vec::new();
    for sentence in opening {
        let text = plain(&sentence.text).replace('’', "'");
        let parts = text.split([',', ';', '—', '–']).map(restatement).collect::<Vec<_>>();
        let found: Vec<Act> = parts
            .iter()
            .flatten()
            .filter(|part| named.as_ref().is_none_or(|named| content(part).iter().any(|t| named.contains(t))))
            .filter_map(|part| of_part(view, said, sentence, part, question.as_deref()))
            .collect();
        if found.is_empty() {
            break;
        }
        out.extend(found);
    }
    out
}

/// The choice that a part of the agent's sentence restates: no statement, no report, a name with what belongs to it.
fn restatement(part: &str) -> Option<&str> {
    let mut rest = part.trim().trim_end_matches(['.', '!', ' ']);
    while let Some(after) = after_any(rest, TAKES_UP) {
        rest = after.trim_start_matches([',', '.', ':', ' ']);
    }
    let low = rest.to_lowercase();
    let end = ENDS.iter().filter(|e| low.ends_with(*e)).map(str::len).max().unwrap_or(0);
    let rest = unhurried(rest.get(..rest.len() - end)?);
    let low = rest.to_lowercase();
    let (first, last) = (low.split(' ').next()?, low.rsplit(' ').next()?);
    // "Fixed the door", "Oban added": reports of work.
    let reports = !first.contains('-') && (first.ends_with("ed") || first.ends_with("ing"))
        || last.ends_with("ed")
        || low.split(' ').nth(1).is_some_and(|w| w.ends_with("ed") && !w.contains('-'));
    let reports = reports || phrases!("done|ready|gone|finished|complete|live|green").contains(first);
    let denies = phrases!("no|not|never|nothing|neither|without|only").contains(first);
    // "The door", "for a week": half a sentence.
    let halved = phrases!("since|because|for|in|on|at|to|from|with|by|as|of|into|like|than|about|which|that|who|where|when|while|and|but|so").contains(first)
        || words(rest) <= 2 && phrases!("the|a|an|your|our|my|both|all|one|these|those").contains(first);
    let bare = !halved && (1..=MOST).contains(&words(rest)) && !TELLS.within(&format!(" {low} "));
    // "MJML compiles to tables": a verb stands behind the name.
    let verb = low.split(' ').nth(1).filter(|w| w.len() > 3 && w.ends_with('s') && !w.ends_with("ss"));
    let links = phrases!("to|the|a|an|in|into|with|by|at|on|from|for|it|them|as|over|only|all");
    let acts = verb.is_some() && low.split(' ').nth(2).is_some_and(|next| links.contains(next));
    let label = phrases!("option|step|number|variant|phase").contains(first) && words(rest) <= 2;
    (bare && !acts && !label && !reports && !denies && !says_nothing(rest)).then_some(rest)
}

/// The choice of a part, if the person's turn says the same and nothing of it is known.
fn of_part(view: View<'_>, said: &ReadTurn, sentence: &Sentence, part: &str, question: Option<&str>) -> Option<Act> {
    let own = content(part);
    let clause = said.clauses.iter().find(|c| {
        let says = |piece: &str| {
            let curt = question.is_some() || words(piece) <= CURT;
            curt && settles(piece) && content(piece).iter().any(|t| own.contains(t))
        };
        let mut pieces = c.text.split([',', ';']).flat_map(|piece| piece.split(". "));
        is_stated(c) && c.index < FIRST && pieces.any(says) && !is_known(view, said, c.index)
    })?;
    let typed = view.talk.last_typed()?.clauses.get(clause.index)?;
    let basis = Basis {
        turn: said.turn_id.clone(),
        range: typed.range.clone(),
        text: typed.text.clone(),
        offer: typed.range.clone(),
    };
    let text = capital(part);
    let text = match question {
        Some(topic) if words(part) <= 2 => with_topic(&text, topic),
        _ => text,
    };
    // What is on record in other words is not told again.
    let recorded = |i: &Item| content(&i.summary).iter().filter(|t| own.contains(t)).count() * 2 >= own.len();
    let kinds = [ItemKind::Decision, ItemKind::Constraint, ItemKind::Task];
    if kinds.iter().any(|kind| view.ledger.of_kind(*kind).rev().take(RECENT).any(recorded)) {
        return None;
    }
    let act = Act::settled(ActKind::Choose, sentence.range.clone(), whole(&text), "restated");
    Some(Act { basis: Some(basis), ..act })
}

/// Whether a clause of the person states something.
fn is_stated(clause: &Clause) -> bool {
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question];
    // A number that answers may look like the label of a list.
    let own = matches!(clause.block, BlockKind::Paragraph | BlockKind::Item);
    own && !clause.asks && !open.contains(&clause.modality)
}

/// Whether words between commas leave nothing open and deny nothing.
fn settles(piece: &str) -> bool {
    let low = format!(" {} ", piece.trim().to_lowercase().replace('’', "'"));
    let denies = phrases!(
        " no | not |n't | never | nor | neither | without | instead | is | are | was | were | has | had | does | did "
    );
    !LEAVES_OPEN.within(&low) && !denies.within(&low)
}

/// Number of items of a kind searched for one that says the same.
const RECENT: usize = 12;

/// Whether an item was made of the clause at this place.
fn is_known(view: View<'_>, said: &ReadTurn, place: usize) -> bool {
    let Some(clause) = view.talk.last_typed().and_then(|t| t.clauses.get(place)) else { return true };
    let made = |item: &Item| {
        let here = item.source_turns.iter().filter(|s| *s.turn_id == *said.turn_id);
        here.into_iter().any(|s| s.offset.as_ref().is_none_or(|at| overlaps(at, &clause.range)))
    };
    ItemKind::ALL.iter().any(|kind| view.ledger.of_kind(*kind).rev().take(RECENT).any(made))
}
