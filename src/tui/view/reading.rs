//! Defines the offer of a language model to read the session: what is sent, to whom, how much, and the two keys.

use super::{Canvas, dialogs};
use crate::llm::cost::{QUESTIONS, ReadingCost};
use crate::safe;
use crate::text::{SafeText, counted};
use crate::tui::model::ReadingPlan;
use crate::tui::state::State;
use crate::tui::styled::{Span, StyledLine};
use crate::tui::theme::StyleRole;

/// Columns of the dialog, corners included.
const COLUMNS: u16 = 76;
/// Columns of the words before each row.
const LABEL: usize = 9;

/// Draws the offer.
pub fn draw(canvas: &mut Canvas<'_>, state: &State, plan: &ReadingPlan) {
    let frame = canvas.buf.area;
    let inner = dialogs::inside(dialogs::place(frame, COLUMNS, frame.height)).width as usize;
    let keymap = &state.prefs.keymap;
    let mut rows: Vec<StyledLine> = Vec::new();
    for (label, words) in facts(plan) {
        let lead =
            vec![Span::new(StyleRole::Dim, safe!(" {}{}", label, SafeText::spaces(LABEL.saturating_sub(label.len()))))];
        rows.extend(StyledLine { lead, ..StyledLine::one(StyleRole::Text, words) }.wrap(inner, 4));
    }
    rows.push(StyledLine::blank());
    let stops = safe!("{} stops it at once. Answers are kept, so that nothing is paid for twice.", keymap.key("model"));
    rows.extend(StyledLine::led(StyleRole::Text, " ").and(StyleRole::Dim, stops).wrap(inner, 3));
    let keys = StyledLine::one(StyleRole::Accent, safe!(" {}", keymap.key("yes")))
        .and(StyleRole::Text, " start   ")
        .and(StyleRole::Accent, keymap.key("no"))
        .and(StyleRole::Text, " not for this project");
    let height = rows.len().saturating_add(4) as u16;
    let title = safe!("let {} read along?", SafeText::line(&plan.model));
    let area = dialogs::popup(canvas, dialogs::place(frame, COLUMNS, height), title, dialogs::closes(state, "no"));
    // On a small screen the end of the words is cut; the keys stay.
    let room = (area.height as usize).saturating_sub(1);
    rows.truncate(room);
    if rows.len() < room {
        rows.push(StyledLine::blank());
    }
    rows.push(keys);
    canvas.put_all(area, &rows);
}

/// The lines of the dialog, as label and text.
fn facts(plan: &ReadingPlan) -> Vec<(&'static str, SafeText)> {
    let sent = match plan.turns {
        Some((first, last)) => safe!("the talk of this session, t{} to t{}, and what is said later", first, last),
        None => "what is said in this session from now on".into(),
    };
    let now = match plan.turns {
        Some(_) => safe!("{} now, then ", amount(plan.cost)),
        None => SafeText::default(),
    };
    let cap = match plan.offer.tokens_per_hour {
        Some(most) => safe!("; at most {} tokens an hour", thousands(most)),
        None => "; no limit".into(),
    };
    let mut facts = vec![
        ("sends", safe!("{}; secrets are taken out", sent)),
        ("to", SafeText::line(&plan.offer.destination)),
        ("takes", safe!("{}about {} questions in 100 turns{}", now, QUESTIONS, cap)),
    ];
    match plan.offer.measurement {
        Some(cost) => facts.push((
            "first",
            safe!("{} on invented talk, under two minutes: nobody has measured it here", amount(cost)),
        )),
        None => facts.push(("trust", SafeText::line(&plan.offer.trust))),
    }
    facts
}

/// `about 36 questions and 170,000 tokens`.
fn amount(cost: ReadingCost) -> SafeText {
    safe!("about {} and {} tokens", counted(cost.questions, "question"), thousands(cost.tokens.next_multiple_of(1000)))
}

/// A number with a comma before each three digits.
fn thousands(number: u64) -> SafeText {
    match number / 1000 {
        0 => safe!("{}", number),
        more => {
            let rest = number % 1000;
            let zeros = SafeText::repeated("0", 3 - rest.to_string().len());
            safe!("{},{}{}", thousands(more), zeros, rest)
        }
    }
}
