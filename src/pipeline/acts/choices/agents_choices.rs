//! Defines the choices that the agent makes itself: "Going with a worker: the timer drifts", "I'm using a worker instead
//! of a timer". They wait for the person. How it goes about its own work ("I'll use grep") is none: mere use counts only
//! with a reason.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::reservations::{hedges, sets_condition};
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{capital, lowered, plain, reason, whole, words};
use crate::pipeline::acts::work::imperative::plain_verb;
use crate::pipeline::acts::work::own_steps;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::pipeline::extract::summary;
use crate::text::patterns;

forms! {
    "agent-settles" r"^(?:.{3,90}, so )?(?:(?P<topic>(?:for|in|on|as) [^,.:]{2,40}?),? (?:i|we)(?:'ve| have|'m| am)? )?(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|then|for now)[,.:]? )*(?:(?:i'll|i will|i'm|i am|i've|i have|i'd|i|we'll|we) )?(?:now |just |also |deliberately |already |therefore |then |going to )*(?:go with|going with|went with|gone with|go for|going for|went for|choose|chose|chosen|choosing|pick|picked|picking|settle on|settled on|settling on|decide on|decided on|decided for|opt for|opted for|opting for|decided to use|decided to go with|chosen to use) (?P<what>.+)$"
        yes "Going with a worker: the timer drifts" no "Let me pick up the thread";
    "agent-prefers" r"^(?P<what>[^.;]{8,100}?)[;,.] (?:and )?(?:i|we)(?:'ve| have)? (?:chose|picked|preferred|took|prefer) (?:that|this|it) (?:over|to) (?P<old>.+)$"
        yes "the flags live in a TOML file; I chose that over environment variables" no "I chose that";
    "agent-uses" r"^(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|for now)[,.:] )*(?:i'll|i will|i'm|i am|i've|i have|i) (?:now |just |also |deliberately |already |going to )*(?:use|used|using) (?P<what>.+)$"
        yes "I'm using a worker instead of a timer now, since the timer drifts" no "I could use a worker here";
    "agent-keeps" r"^(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|for now)[,.:] )*(?:i'll|i will|i'm|i am|i've|i have|i) (?:now |just |also |deliberately |already |going to )*(?P<verb>store|stored|storing|keep|kept|keeping|put|putting) (?P<what>(?:the|all|every|each|both|your|our) .+)$"
        yes "I'm storing the files on local disk, since the volume is there" no "I kept looking";
    "agent-concludes" r"^(?:.{3,200}[,;:] |.{3,200} - )?so (?P<what>(?:the|our|your|both|all|each|every) [\w' -]{2,50}? (?:stays?|remains?|goes|go|keeps?|won't|doesn't|don't|moves?|becomes?) .+|(?:the|our|your|both|all|each|every) [\w' -]{2,50}? (?:stays?|remains?|goes|go)(?:, .+)?)$"
        yes "it wants them as a list, so the ropes stay strings" no "so the test runs";
    "agent-does" r"^(?:.{3,90}, so )?(?:(?:done|ok(?:ay)?|right|sure|fine|noted|so|for now)[,.:] )*(?:i'm|i am) (?:now |just |also |deliberately )*(?P<what>[a-z]+ing .+ (?:instead of|rather than) .+)$"
        yes "I'm writing the parser by hand instead of pulling in a generator" no "I'm writing the parser";
}

patterns! {
    /// A name that the agent chose, and what it is for.
    CHOSEN_FOR = r"(?i)\b(?:use|uses|used|using|take|took|taking|chose|choose|chosen|choosing|picked|pick|picking|selected|selecting|introduced|added|set up|put in|brought in|wired in|dropped in|adopt|adopted|adopting|standardi[sz]ing on|standardi[sz]ed on|went (?:ahead )?(?:for|with)|gone (?:for|with)|go (?:for|with)|going (?:for|with)|settled on|settling on|opted for|opting for|decided (?:on|to use|for|to go with)|relies on|rely on|built on|based on|sticking with|stuck with|stick with|(?:choice|decision|pick)(?: is|:)|it with|in place, with|one, with|key (?:point|choice|decision):) (?P<name>(?:an? |the )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}?)(?: here| there| now)? (?:for|as|behind) (?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3})";
    /// A purpose before the name that the agent chose for it: "for the frame I picked oak".
    FOR_CHOSEN = r"(?i)(?:^(?:(?:a )?(?:quick )?note on |as for |for |regarding |about |on )?|[.;:,] |\b(?:for|note on|as for|choice regarding|decision about|choice for|specified for|worth knowing:|about|on|and|that|so) )(?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3}?)(?:,? (?:i|we)(?:'ve|'m|'ll| am| have| will)?(?: now| just| also| then| therefore| ended up| decided to)* (?:use|used|using|take|took|taking|chose|choose|picked|pick|selected|went (?:for|with)|gone (?:for|with)|go (?:for|with)|going (?:for|with)|settled on|opted for|decided on|stick with|sticking with|rely on|introduced|adopted)|: (?:i|we)(?:'ve|'m)? (?:went (?:for|with)|use|using|chose|took|picked|settled on)|,? the (?:implementation|code) (?:relies on|uses|is built on)| and (?:took|chose|picked|settled on)|(?: is| are)?(?: now)? (?:uses|runs on|relies on|goes through|lives in|sits on|handled (?:with|by)|done (?:with|by|in|via)|built (?:with|on)|backed by|based on|powered by|served (?:with|by)|stored (?:with|in|as)|kept in|written in|implemented (?:with|in|as|on)|solved with|covered by)|: (?:now )?done with) (?P<name>(?:an? |the )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}?)(?:[,;:.()]| (?:here|instead|from|since|because|as|given|so|and|which|now|under|rather|–|—|-)\b| [–—-] |$)";
    /// A purpose between a verb of doing, or a noun of choosing, and the name: "I'm basing the frame on oak", "my choice for the frame is oak".
    DONE_WITH = r"(?i)\b(?:(?:basing|building|built|implemented|implementing|doing|did|solving|solved|wrote|writing|wired|wiring|handling|handled) (?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3}?) (?:up )?(?:on|with|in|via|using|around|through)|(?:choice|decision|call|pick|approach|answer) (?:for|on|about|regarding) (?P<chosen>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3}?)(?: is|:|, which is)|settle (?P<settled>(?:the|our|your) [\w'/-]+(?: [\w'/-]+){0,3}?): (?:i'm|i am|i) us(?:e|ing)) (?P<name>(?:an? |the )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,2}?)(?:[,;:.()]| (?:here|instead|from|since|because|as|given|so|and|which|now|rather)\b| [–—-] |$)";
    /// A name before a verb of serving and its purpose: "oak carries the frame".
    DOES = r"(?i)(?:^|[.;:,] |\b(?:hood|now|and|so|that) )(?P<name>(?:an? )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,2}?) (?:now )?(?:handles|is what i(?:'ve| have)? (?:use|used|chose|chosen|picked|took|take|went with) for|is the (?:approach|one|tool|library|option) i(?:'ve| have)? (?:use|used|chose|chosen|picked|took|take|taken|went with) for|takes care of|backs|powers|covers|is used for|is responsible for|is in charge of|serves as) (?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3})";
}

/// Joints behind which the agent says why.
const WHY_JOINTS: Phrases =
    phrases!(", so |: |; | — | – | - |, it's |, it is |, it |, which |, they |, as |, that |, because ");

/// Maximum numbers of sentences in a turn, of those in a report that names a purpose, and of words in a sentence that is
/// read for such a choice.
const SENTENCES: usize = 8;
const SENTENCES_OF_REPORT: usize = 16;
const WORDS: usize = 40;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let act = own(view.turn, SENTENCES).find_map(of_sentence);
    act.or_else(|| own(view.turn, SENTENCES_OF_REPORT).find_map(with_purpose)).into_iter().collect()
}

/// The turn's first choice as an offer, which the person may approve: "good call". Praise for work that also tells of a
/// choice means the work.
pub(in crate::pipeline::acts) fn offered(turn: &ReadTurn) -> Option<Offer> {
    let act = own(turn, SENTENCES).find_map(of_sentence)?;
    let sentence = turn.sentences.iter().find(|s| s.range == act.range)?;
    let offer = Offer::new(OfferForm::Proposal, &turn.turn_id, act.range, &sentence.text);
    Some(Offer { object: act.summary, asked: false, last: true, chosen: true, ..offer })
}

/// The sentences of a turn that has at most so many.
fn own(turn: &ReadTurn, most: usize) -> impl Iterator<Item = &Sentence> {
    let own = || turn.sentences.iter().filter(|s| matches!(s.block, BlockKind::Paragraph | BlockKind::Item));
    own().take(if own().count() > most { 0 } else { most })
}

/// Id of the form of choices with their purpose; their words may report work too.
pub(in crate::pipeline::acts) const FOR_PURPOSE: &str = "agent-for-purpose";

/// Reads a sentence that pairs what the agent chose with what it is for: "I then picked oak for the frame, it lasts".
fn with_purpose(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    let low = lowered(&text);
    let reserved = hedges(&low) || sets_condition(&low) || UNSETTLED.within(&low);
    if sentence.asks || words(&text) > WORDS || reserved {
        return None;
    }
    let found =
        [&CHOSEN_FOR, &FOR_CHOSEN, &DONE_WITH, &DOES].into_iter().find_map(|pattern| pattern.captures(&text))?;
    let part = |name| found.name(name).map_or("", |m| m.as_str().trim());
    let topic = ["topic", "chosen", "settled"].into_iter().map(part).find(|topic| !topic.is_empty())?;
    let name = part("name").trim_end_matches(['.', ',']);
    let end = phrases!(
        " and | so | because | since | as | then | instead| from | too| that | which | with | is | given | to "
    );
    let topic = end.find(&topic.to_lowercase()).and_then(|(at, _)| topic.get(..at)).unwrap_or(topic);
    let own_work = OWN_WORK.within(&format!(" {} ", name.to_lowercase()));
    let clear = summary::stands_alone(name) && !summary::points(name) && words(topic) >= 2 && !summary::points(topic);
    let act = || {
        let summary = whole(&format!("Use {name} for {}", low_first(topic)));
        let why = reason(text.trim_end_matches('.')).1;
        Act { why, ..Act::likely(ActKind::Choose, sentence.range.clone(), summary, FOR_PURPOSE) }
    };
    (clear && !own_work).then(act)
}

/// Words of a sentence in which the agent weighs instead of choosing.
const UNSETTLED: Phrases = phrases!(
    " until | to see | to check | to find | can use | should use | may use | option | options | instead of asking | you use | you can | not using | don't | doesn't "
);

/// Words of how the agent goes about its own work, which is no choice of the session.
const OWN_WORK: Phrases = phrases!(
    " skill | workflow | guidance | instruction | tool | tools | output | command | agent | subagent | agents | task list | search | grep | plan | script | test | tests | same | it | this | that | them "
);
fn of_sentence(sentence: &Sentence) -> Option<Act> {
    if sentence.asks || words(&sentence.text) > WORDS {
        return None;
    }
    let text = plain(&sentence.text).replace('’', "'");
    let (said, why) = reason(text.trim_end_matches('.'));
    let low = said.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low).filter(|_| !own_steps::is_step(&low))?;
    let contrasts = phrases!(" instead of | rather than | over ").within(&low);
    let open = phrases!(" unless | if | until | would | could | might | to see | to check | to find ")
        .within(WHY_JOINTS.find(&low).and_then(|(at, _)| low.get(..at)).unwrap_or(&low));
    // How the agent goes about its own work is no choice of the session.
    let own_work = phrases!(" skill| workflow| guidance| instruction| tool | tools | output | command | agent| task list| search | grep | plan | to ").within(&low);
    let what = group(said, &found, "what");
    let own_work = own_work && !matches!(form, "agent-prefers" | "agent-concludes");
    let (what, explained) = match WHY_JOINTS.find(what) {
        Some((at, joint)) => (what.get(..at)?, what.get(at + joint..).map(capital)),
        None => (what, None),
    };
    let what = what.trim_end_matches(" then").trim_end_matches(" now").replacen(" now ", " ", 1);
    let topic = group(said, &found, "topic");
    let summary = match form {
        "agent-keeps" if group(&low, &found, "verb").starts_with('s') => format!("Store {what}"),
        "agent-keeps" => format!("Keep {what}"),
        "agent-prefers" | "agent-concludes" => capital(&what),
        "agent-does" => capital(&plain_verb(&what)?),
        _ if topic.is_empty() => format!("Use {what}"),
        _ => format!("Use {what} {}", low_first(topic)),
    };
    let why = why.or(explained);
    let reasoned = contrasts || why.is_some() || matches!(form, "agent-settles" | "agent-concludes");
    let clear = summary::stands_alone(&what) && !summary::points(&what);
    (reasoned && !open && !own_work && clear)
        .then(|| Act { why, ..Act::likely(ActKind::Choose, sentence.range.clone(), whole(&summary), form) })
}
