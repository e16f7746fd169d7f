//! Defines questions that an agent's turn puts under labels of their own: "A) Which sensors? ... B) For the wire format:"
//! with bullets below. An answer refers to them by the same labels.

use std::ops::Range;

use super::entries::{ListEntry, entries};
use super::lists::{choice, of_question};
use super::offer::{Offer, OfferForm};
use super::option_labels::order_of;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::topics::topic_of_options;
use crate::pipeline::clause::ReadTurn;

/// Most options of one question.
const MOST_OPTIONS: usize = 8;

/// The labelled questions of a turn and the index range of their sentences; none where fewer than two labels follow one
/// another.
pub(super) fn of_turn(turn: &ReadTurn) -> Option<(Range<usize>, Vec<Offer>)> {
    let all: Vec<ListEntry<'_>> = turn.sentences.iter().enumerate().flat_map(|(place, s)| entries(s, place)).collect();
    let starts: Vec<usize> = (0..all.len()).filter(|at| all.get(*at).is_some_and(is_question)).collect();
    let labels: Vec<Option<u32>> =
        starts.iter().map(|at| all.get(*at).and_then(|e| order_of(e.label.as_deref()?))).collect();
    let in_order = labels.iter().enumerate().all(|(n, label)| *label == u32::try_from(n + 1).ok());
    if starts.len() < 2 || !in_order {
        return None;
    }
    let mut out = Vec::new();
    let mut with_options = false;
    for (n, &start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(all.len());
        let (question, below) = all.get(start..end)?.split_first()?;
        let options: Vec<&ListEntry<'_>> = below.iter().take_while(|e| e.label.is_none() && !e.asks).collect();
        with_options |= options.len() >= 2;
        if (2..=MOST_OPTIONS).contains(&options.len()) {
            let range = question.range.start..options.last()?.range.end;
            let mut offer = Offer::new(OfferForm::Options, &turn.turn_id, range, &question.text);
            offer.topic = topic_of_options(&question.text);
            offer.options = options.iter().map(|e| choice(e, &offer.topic)).collect();
            offer.number.clone_from(&question.label);
            out.push(offer);
        } else {
            out.push(of_question(&turn.turn_id, question, n));
        }
    }
    // Questions that have no options of their own are a plain list of questions.
    let last = all.get(starts.last().copied()?..)?.iter().take_while(|e| e.label.is_none() || is_question(e)).last()?;
    with_options.then_some((all.get(*starts.first()?)?.place..last.place + 1, out))
}

/// Whether a labelled entry asks, or begins a question that the bullets below it end.
fn is_question(entry: &ListEntry<'_>) -> bool {
    const ASKS: Phrases = phrases!("should |shall |which |what |how |where |when |do you |would you |can we |may i ");
    let text = entry.quote.trim_end_matches(['*', '_', ' ']).to_lowercase();
    entry.label.is_some() && (text.contains('?') || text.ends_with(':') && ASKS.within(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::clause::read;
    use crate::transcript::{RecordRef, Role, Turn};

    #[test]
    fn questions_under_labels_have_the_bullets_below_them() {
        let content = "Two things first.\n\n**A) Which decks should be covered?** For example only the upper one.\n\n\
                       **B) For the ropes, should it be:**\n- **Hemp** (cheap)\n- **Steel** (lasts longer)\n\nI lean to hemp.";
        let turn = read(&Turn {
            turn_id: "t1".to_owned(),
            ordinal: 1,
            role: Role::Assistant,
            content: content.to_owned(),
            at: None,
            record: RecordRef::default(),
        });
        let (_, offers) = of_turn(&turn).unwrap();
        let told: Vec<(Option<&str>, usize)> = offers.iter().map(|o| (o.number.as_deref(), o.options.len())).collect();
        assert_eq!(told, [(Some("a"), 0), (Some("b"), 2)]);
    }
}
