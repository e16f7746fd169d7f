//! Defines choices that are open again: the person names a standing choice, or what it is for, and takes it back or says
//! that it is undecided, without choosing another thing ("the team shot down tin", "the roof is undecided again").

use super::replacements::option_of;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::{token_set, tokens};
use crate::pipeline::acts::questions::openness;
use crate::pipeline::acts::references::standing::{lately, recent};
use crate::pipeline::acts::sentences::wording::{after_any, lowered, words};
use crate::pipeline::acts::{Act, View};
use crate::state::{Item, ItemKind};
use crate::text::patterns;

patterns! {
    /// Words that take a choice back.
    TAKES_BACK = r"(?x)\b(?:never\ ?mind|nvm|spoke\ too\ soon|too\ (?:quick|fast|hasty|early|soon)|jumped\ the\ gun|(?:take|taking|took)\ (?:that|it|this|all\ that)\ back|retract|revoked?|undo|unmake|overrul\w+|overturn\w*|sho(?:o)?t\ down|no\ longer\ (?:holds?|stands?|applies|valid|the\ plan)
        |(?:won't|doesn't|does\ not|will\ not|can't|cannot)\ work|was\ wrong\ (?:about|on)|is\ (?:the\ )?wrong\ (?:for|choice|tool|fit)|drawing\ board|square\ one|scratch|scrap|pull\ [^,.;]{1,30}\ (?:back\ )?out|no\ longer|not\ [^,.;]{1,40}\ after\ all|second\ thoughts|reconsider|rethink|revisit|re-?open|not\ [\w.+\#-]+(?:\ [\w.+\#-]+)?[,.;:]\ (?:tbd|tba)|think\ (?:\w+\ ){0,5}?(?:over|more))\b";
    /// Words that choose another thing.
    CHOOSES = r"\b(?:use|using|go with|going with|take|switch|move to|let's do|we'll do|instead|rather|replace|swap|better|prefer|back to)\b|\bit is\b|: \w";
}

/// Maximum number of words in a sentence that reopens a choice, and of turns since a choice that only a pronoun names.
const MOST: usize = 24;
const TURNS: usize = 2;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<_> = view.own().filter(|s| !s.asks).collect();
    let all = own.iter().map(|s| lowered(&s.text)).collect::<Vec<_>>().join(" ");
    let reopens = TAKES_BACK.is_match(&all) || openness::says_open(&all);
    if !reopens || words(&all) > MOST || CHOOSES.is_match(&all) || !all.split([',', '.', ';', ':']).all(tells) {
        return Vec::new();
    }
    let said = token_set(&all);
    let named = recent(view, ItemKind::Decision).find(|item| is_named(item, &said));
    let pointed = || {
        let points = phrases!("that|this|it|again|some more").within(&all);
        recent(view, ItemKind::Decision).next().filter(|item| points && lately(view, item, TURNS))
    };
    let Some(item) = named.or_else(pointed) else { return Vec::new() };
    let (first, last) = (own.first().map_or(0, |s| s.range.start), own.last().map_or(0, |s| s.range.end));
    vec![Act::ends(item, first..last, "reopened")]
}

/// Words that open a statement, an order or a remark: no name of another choice.
const OPENERS: Phrases = phrases!(
    "i|i'm|i'll|i'd|i've|we|we'll|we've|we're|they|they've|it|it's|that|that's|this|so|but|don't|do|sorry|let|let's|my|our|there|because|since|please|oh|ah|hm|hmm|no|nope|wait|hang on|hold on|actually|on|tbd|tba|never|nvm|not|also|and|the|treat|consider|ok|okay|yes|well|uh|argh|again|for now|as|after|what|pull|scratch|scrap|undo|forget|drop"
);

/// Whether a piece of a sentence takes something back or tells something, and names no other choice: "tin for the roof".
fn tells(piece: &str) -> bool {
    let piece = piece.trim();
    piece.is_empty() || after_any(piece, OPENERS).is_some() || TAKES_BACK.is_match(piece) || openness::says_open(piece)
}

/// Whether words name what a choice took, or what it is for.
fn is_named(item: &Item, said: &[String]) -> bool {
    let has = |text: &str| {
        let wanted = tokens(text);
        !wanted.is_empty() && wanted.iter().all(|word| said.contains(word))
    };
    let purpose =
        phrases!(" for | as | in | on | - ").find(&item.summary).and_then(|(at, len)| item.summary.get(at + len..));
    has(&option_of(&item.summary)) || purpose.is_some_and(has)
}
