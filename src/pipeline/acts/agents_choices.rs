//! Defines the choices that the agent makes itself: "Going with a worker: the timer drifts", "I'm using a worker instead
//! of a timer". They wait for the person. How it goes about its own work ("I'll use grep") is none: mere use counts only
//! with a reason.

use super::form::{first, forms, group};
use super::wording::{capital, plain, reason, whole, words};
use super::{Act, ActKind, View};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::clause::BlockKind;
use crate::pipeline::extract::summary;

forms! {
    "agent-settles" r"^(?:.{3,90}, so )?(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|then|for now)[,.:]? )*(?:(?:i'll|i will|i'm|i am|i've|i have|i'd|i|we'll|we) )?(?:now |just |also |deliberately |already |therefore |then |going to )*(?:go with|going with|went with|gone with|go for|going for|went for|choose|chose|chosen|choosing|pick|picked|picking|settle on|settled on|settling on|decide on|decided on|decided for|opt for|opted for|opting for|decided to use|decided to go with|chosen to use) (?P<what>.+)$"
        yes "Going with a worker: the timer drifts" no "Let me pick up the thread";
    "agent-uses" r"^(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|for now)[,.:] )*(?:i'll|i will|i'm|i am|i've|i have|i) (?:now |just |also |deliberately |already |going to )*(?:use|used|using) (?P<what>.+)$"
        yes "I'm using a worker instead of a timer now, since the timer drifts" no "I could use a worker here";
    "agent-keeps" r"^(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|for now)[,.:] )*(?:i'll|i will|i'm|i am|i've|i have|i) (?:now |just |also |deliberately |already |going to )*(?P<verb>store|stored|storing|keep|kept|keeping|put|putting) (?P<what>(?:the|all|every|each|both|your|our) .+)$"
        yes "I'm storing the files on local disk, since the volume is there" no "I kept looking";
}

/// Joints behind which the agent says why.
const WHY_JOINTS: Phrases =
    phrases!(", so |: |; | — | – | - |, it's |, it is |, it |, which |, they |, as |, that |, because ");

/// Maximum numbers of sentences in a turn and of words in a sentence that is read for such a choice.
const SENTENCES: usize = 8;
const WORDS: usize = 40;

pub(super) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<_> = view.own().filter(|s| s.block == BlockKind::Paragraph).collect();
    if own.len() > SENTENCES {
        return Vec::new();
    }
    let told = own.into_iter().filter(|s| !s.asks && words(&s.text) <= WORDS);
    let read = told.into_iter().find_map(|s| {
        let text = plain(&s.text).replace('’', "'");
        let (said, why) = reason(text.trim_end_matches('.'));
        let low = said.to_ascii_lowercase();
        let (form, found) = first(&FORMS, &low)?;
        let contrasts = phrases!(" instead of | rather than | over ").within(&low);
        let open = phrases!(" unless | if | until | would | could | might | to see | to check | to find ")
            .within(WHY_JOINTS.find(&low).and_then(|(at, _)| low.get(..at)).unwrap_or(&low));
        // How the agent goes about its own work is no choice of the session.
        let own_work = phrases!(" skill| workflow| guidance| instruction| tool | tools | output | command | agent| task list| search | grep | plan | to ").within(&low);
        let what = group(said, &found, "what");
        let verb = match form {
            "agent-keeps" if group(&low, &found, "verb").starts_with('s') => "Store",
            "agent-keeps" => "Keep",
            _ => "Use",
        };
        let (what, explained) = match WHY_JOINTS.find(what) {
            Some((at, joint)) => (what.get(..at)?, what.get(at + joint..).map(capital)),
            None => (what, None),
        };
        let what = what.trim_end_matches(" then").trim_end_matches(" now");
        let why = why.or(explained);
        let reasoned = contrasts || why.is_some() || form == "agent-settles";
        (reasoned && !open && !own_work && summary::stands_alone(what) && !summary::points(what)).then(|| {
            let text = whole(&format!("{verb} {}", what.replacen(" now ", " ", 1)));
            Act { why, ..Act::likely(ActKind::Choose, s.range.clone(), text, form) }
        })
    });
    read.into_iter().collect()
}
