//! Defines the choices that the agent makes itself: "Going with a worker: the timer drifts", "I'm using a worker instead
//! of a timer". They wait for the person. How it goes about its own work ("I'll use grep") is none: mere use counts only
//! with a reason.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Offer, OfferForm};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{capital, plain, reason, whole, words};
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
    CHOSEN_FOR = r"(?i)\b(?:(?:i|we)(?:'ve|'m|'ll| am| have| will)?(?: then| now| just| also| therefore)? (?:use|used|using|take|took|taking|chose|choose|chosen|picked|pick|selected|introduced|set up|went (?:for|with)|gone (?:for|with)|go (?:for|with)|going (?:for|with)|settled on|opted for|decided (?:on|to use|for|to go with))|(?:i'm|i am) going (?:to use|for|with)|(?:then|and) (?:chose|picked|selected|took|settled on)|^(?:chose|picked|selected|settled on|opted for|decided on)|(?:choice|decision)(?: is|:)|key (?:point|choice|decision):|implementing it with|in place, with|one, with|it uses|this uses) (?P<name>(?:an? |the )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}?) for (?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3})";
    /// What something is for, and the name that the agent chose for it.
    FOR_CHOSEN = r"(?i)(?:^(?:(?:a )?note on |as for |for |regarding |about )?|\b(?:for|note on|as for|choice regarding|decision about|choice for|specified for|worth knowing:|part\.) )(?P<topic>(?:the|our|all|every|each|your) [\w'/-]+(?: [\w'/-]+){0,3}?)(?:,? (?:i|we)(?:'ve|'m|'ll| am| have| will)? (?:use|used|using|take|took|taking|chose|picked|selected|went (?:for|with)|gone (?:for|with)|go (?:for|with)|going (?:for|with)|settled on|opted for|decided on)|: (?:i|we) (?:went (?:for|with)|use|chose|took|picked)|,? the (?:implementation|code) (?:relies on|uses|is built on)| and (?:took|chose|picked|settled on)| now uses| is now (?:handled|done|built|served|stored) (?:with|by|on|in)| is (?:handled|done) with|: now done with|: done with) (?P<name>(?:an? |the )?[\w`.+#/-]+(?: [\w`.+#/-]+){0,3}?)(?:[,;:.]| (?:here|instead|from|since|because|as|given|so)\b|$)";
}

/// Joints behind which the agent says why.
const WHY_JOINTS: Phrases =
    phrases!(", so |: |; | — | – | - |, it's |, it is |, it |, which |, they |, as |, that |, because ");

/// Maximum numbers of sentences in a turn and of words in a sentence that is read for such a choice.
const SENTENCES: usize = 8;
const WORDS: usize = 40;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = || own(view.turn);
    own().find_map(of_sentence).or_else(|| own().find_map(with_purpose)).into_iter().collect()
}

/// The turn's first choice as an offer, which the person may approve: "good call". Praise for work that also tells of a
/// choice means the work.
pub(in crate::pipeline::acts) fn offered(turn: &ReadTurn) -> Option<Offer> {
    let act = own(turn).find_map(of_sentence)?;
    let sentence = turn.sentences.iter().find(|s| s.range == act.range)?;
    let offer = Offer::new(OfferForm::Proposal, &turn.turn_id, act.range, &sentence.text);
    Some(Offer { object: act.summary, asked: false, last: true, chosen: true, ..offer })
}

/// The sentences of a turn that is short enough to be read for such a choice.
fn own(turn: &ReadTurn) -> impl Iterator<Item = &Sentence> {
    let own = || turn.sentences.iter().filter(|s| matches!(s.block, BlockKind::Paragraph | BlockKind::Item));
    let most = if own().count() > SENTENCES { 0 } else { SENTENCES };
    own().take(most)
}

/// Id of the form of choices with their purpose; their words may report work too.
pub(in crate::pipeline::acts) const FOR_PURPOSE: &str = "agent-for-purpose";

/// Reads a sentence that pairs what the agent chose with what it is for: "I then picked oak for the frame, it lasts".
fn with_purpose(sentence: &Sentence) -> Option<Act> {
    let text = plain(&sentence.text).replace('’', "'");
    if sentence.asks || words(&text) > WORDS || UNSETTLED.within(&text.to_lowercase()) {
        return None;
    }
    let found = CHOSEN_FOR.captures(&text).or_else(|| FOR_CHOSEN.captures(&text))?;
    let part = |name| found.name(name).map_or("", |m| m.as_str().trim());
    let (name, topic) = (part("name"), part("topic"));
    let end = phrases!(
        " and | so | because | since | as | then | instead| from | too| that | which | with | is | given | to "
    );
    let topic = end.find(&topic.to_lowercase()).and_then(|(at, _)| topic.get(..at)).unwrap_or(topic);
    let own_work = OWN_WORK.within(&format!(" {} ", name.to_lowercase()));
    let clear = summary::stands_alone(name) && !summary::points(name) && words(topic) >= 2 && !summary::points(topic);
    let act = || {
        let summary = whole(&format!("Use {name} for {topic}"));
        let why = reason(text.trim_end_matches('.')).1;
        Act { why, ..Act::likely(ActKind::Choose, sentence.range.clone(), summary, "agent-for-purpose") }
    };
    (clear && !own_work).then(act)
}

/// Words of a sentence in which the agent weighs instead of choosing.
const UNSETTLED: Phrases = phrases!(
    " unless | if | until | would | could | might | to see | to check | to find | can use | should use | may use | option | options | instead of asking | you use | you can | not using | don't | doesn't "
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
