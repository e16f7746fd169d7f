//! Defines whether a clause of an answer agrees with or refuses a proposal, judged by all its words: it has a word that
//! does, and all others are filler words or names of what was proposed.

use super::polarity::Polarity;
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::stem;
use crate::pipeline::acts::sentences::wording::{after_any, words};

/// Words that agree.
const AGREES: Phrases = phrases!(
    "yes|yep|yeah|yup|ya|yea|sure|ok|okay|okey|fine|good|great|nice|nicer|perfect|cool|excellent|awesome|fantastic|brilliant|lovely\
     |love|super|right|correct|exactly|precisely|indeed|agree|agreed|confirm|confirmed|approve|approved|deal|works|work|sounds\
     |better|best|fair|sensible|reasonable|convinced|happy|board|sold|gladly|absolutely|definitely|certainly|clever|smart|neat\
     |solid|sane|acceptable|ahead|proceed|+1|👍|👌|✅|💯|like|want|wanted|prefer|welcome|amazing|wonderful|elegant|useful|helpful|alright|lgtm|ja|oui|si|sense|compromise|accepted|suits|suit|trust|help|helps|blessing|favor|favour"
);

/// Words that refuse.
const REFUSES: Phrases = phrases!(
    "bad|wrong|overkill|hate|hated|hates|terrible|horrible|awful|ugly|unnecessary|pointless|useless|reject|rejected|refuse|veto|nonsense\
     |dislike|nope|nah|unacceptable|impossible|risky|overengineered|over-engineered|pass|ridiculous|madness|insane|insanity|lunacy|absurd|crazy|bonkers|silly|stupid|suicide|nightmare|disaster"
);

/// Words that deny.
const DENIES: Phrases = phrases!("no|not|never|none|neither|nothing|without|cannot|cant|dont|wont|doesnt|isnt");

/// Filler words, which do not change whether an answer agrees.
const LIGHT: Phrases = phrases!(
    "i|we|you|they|he|she|it|its|it's|that|that's|thats|you've|i've|we've|this|these|those|them|there|the|a|an|is|are|be|been|am|i'm|im|we're|you're\
     |would|i'd|we'd|can|may|will|i'll|we'll|it'll|that'll|that'd|it'd|shall|should|must|let|let's|lets|us|me|my|your|yours|our|mine|of|for|to|with\
     |by|in|on|at|as|so|and|then|now|just|also|too|very|much|more|really|quite|pretty|totally|still|all|any|one|ones|way\
     |what|which|how|here|thing|things|idea|ideas|plan|proposal|suggestion|suggestions|approach|choice|call|point|route|name\
     |solution|direction|recommendation|default|said|say|says|suggest|suggested|propose|proposed|described|please|pls|plz|thanks\
     |thank|thx|need|needed|have|has|do|does|go|take|use|using|make|makes|sense|from|side|both|everything|up|look|looks|looking\
     |sound|about|oh|ah|hm|well|again|too|own|case|us|everyone|everybody|team|whole|same|already|even|along|forward|indeed\
     |particularly|especially|instead|least|moment|first|worth|seems|seem|feel|feels|anyway|through|out|over|lot|actually|mate|sir|thinking|thoughts|why|answer|given|having|lovely|change|changes|though"
);

/// Verbs that order what was proposed, where the rest of the clause points to it: "do it", "change that", "go that route".
const PERFORMS: Phrases = phrases!(
    "do|go|take|have|use|proceed|implement|apply|build|start|make|change|add|keep|set|run|ship|write|create|commit|begin|continue\
     |put|introduce|include|enable|switch|try|adopt|carry|follow|prepare|update|merge|let's|lets|move|convert|raise|lower|extract|migrate|swap|store|save|give|shot|stab"
);

/// Verbs of proposals that keeping things as they are refuses.
const CHANGES: Phrases = phrases!(
    "drop|remove|delete|replace|switch|move|rename|change|migrate|rewrite|split|merge|convert|disable|strip|kill|retire|deprecate|refactor\
     |rework|restructure|upgrade|downgrade|swap|cut|inline|extract|clean|revert"
);

/// Words that point to what was proposed.
const POINTS: Phrases = phrases!(
    "it|that|this|them|those|these|so|way|route|one|ahead|on|proposed|suggested|described|said|suggest|propose|recommend|both|all|everything"
);

/// Denials that agree to a proposal: "no objections", "why not".
const NOTHING_AGAINST: Phrases = phrases!(
    "no problem|no problems|no concern|no concerns|no objection|no objections|no worries|no complaint|no complaints|no issue|no issues\
     |not a problem|not an issue|don't mind|dont mind|nothing against|why not|no brainer|no-brainer|can't hurt|cant hurt|doesn't hurt|does not hurt\
     |wouldn't hurt|won't hurt|no reason not to|nothing to add|not bad|no veto|all for it|all for that|couldn't agree more|could not agree more|nothing to complain"
);

/// The stems of a text's content words that say something.
pub(in crate::pipeline::acts) fn stems(text: &str) -> Vec<String> {
    content(text).iter().filter(|word| !says_nothing(word)).map(|word| stem(word)).collect()
}

/// The content words of a text, in lower case.
pub(in crate::pipeline::acts) fn content(text: &str) -> Vec<String> {
    let names = |w: &String| w.chars().count() > 2 || w.chars().any(|c| c.is_ascii_digit());
    tokens(text).filter(names).collect()
}

fn tokens(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || "'-_+#./".contains(c) || !c.is_ascii();
    let cut = text.split(move |c: char| !is_part(c)).map(|w| w.trim_matches(|c| "'-./".contains(c)));
    // Few words have such an apostrophe.
    let straight = |low: String| if low.contains('’') { low.replace('’', "'") } else { low };
    cut.filter(|w| !w.is_empty()).map(move |w| straight(w.to_lowercase()))
}

/// Judges whether a clause agrees to or refuses a proposal whose words are `about`.
pub(in crate::pipeline::acts) fn stance(clause: &str, about: &[String]) -> Polarity {
    let low = clause.trim().to_lowercase().replace('’', "'");
    let all: Vec<String> = tokens(&low).collect();
    if all.is_empty() || all.len() > MOST {
        return Polarity::Neither;
    }
    let named = |w: &String| about.iter().any(|a| alike(a, w));
    let denies = |w: &String| DENIES.contains(w) || w.ends_with("n't");
    let nothing_against = NOTHING_AGAINST.within(&low);
    if approved_by_name(&low, about) {
        return Polarity::Yes;
    }
    if keeps_as_is(&low) && about.iter().any(|a| CHANGES.contains(a)) {
        return Polarity::No;
    }
    if !nothing_against && (too_much(&low) || all.iter().any(|w| REFUSES.contains(w)) || all.iter().any(denies)) {
        let plain =
            |w: &String| denies(w) || REFUSES.contains(w) || AGREES.contains(w) || LIGHT.contains(w) || named(w);
        return if too_much(&low) || all.iter().all(plain) { Polarity::No } else { Polarity::Neither };
    }
    let ordered =
        after_any(&low, phrases!("let's|lets|let us|please|pls|just|then|and|so|ok|okay|yes|yeah|now|i would|i'd|we should|you should|you can|you may")).unwrap_or(&low);
    let verb = tokens(ordered).next().filter(|v| PERFORMS.contains(v)).unwrap_or_default();
    let idle = |w: &String| AGREES.contains(w) || LIGHT.contains(w) || named(w) || *w == verb;
    let harmless =
        |w: &String| nothing_against && (denies(w) || NOTHING_AGAINST.iter().any(|n| n.contains(w.as_str())));
    if !all.iter().all(|w| idle(w) || harmless(w)) {
        return Polarity::Neither;
    }
    let approves = all.iter().any(|w| AGREES.contains(w) && !named(w));
    let points = all.iter().any(|w| POINTS.contains(w) && *w != verb);
    let orders = !verb.is_empty() && all.len() > 1 && (points || all.iter().any(|w| *w != verb && named(w)));
    let suits = low.ends_with(" it is") || low.ends_with(" it is then");
    // "What I like", "do you want": words that agree only with one who speaks for themselves.
    let asks = after_any(&low, phrases!("what|which|how|do you|are you|can you|would you|is it|is that|can we|does"))
        .is_some();
    if nothing_against || (approves || orders || suits) && !asks { Polarity::Yes } else { Polarity::Neither }
}

/// Whether a clause calls good what it names by words of the proposal: "weekly backups sounds right".
fn approved_by_name(low: &str, about: &[String]) -> bool {
    const MOST: usize = 4;
    let ends = phrases!(
        " sounds right| sounds good| sounds great| sounds fine| sounds sensible| sounds reasonable| sound right| sound good| looks right| looks good| is fine| are fine| is good| works for me| works for us| makes sense"
    );
    let low = low.trim_end_matches(['.', '!', ' ']);
    let Some(name) = ends.iter().find_map(|end| low.strip_suffix(end)) else { return false };
    let names = content(name);
    let named = names.iter().filter(|w| !LIGHT.contains(w.as_str()) && about.iter().any(|a| alike(a, w))).count();
    let denies = tokens(name).any(|w| DENIES.contains(&w) || w.ends_with("n't"));
    words(name) <= MOST && named > 0 && named * 2 >= names.len() && !denies
}

/// Whether a clause wants things to stay as they are: "keep it for now", "please leave that in".
fn keeps_as_is(low: &str) -> bool {
    let bare =
        after_any(low, phrases!("please|pls|just|no|let's|lets|i'd|we'd|i'd rather|i would|we should")).unwrap_or(low);
    let left = after_any(bare, phrases!("keep|leave"));
    let left = left.and_then(|l| after_any(l, phrases!("it|that|this|them|those|things|everything|all")));
    left.is_some_and(|l| {
        let l = l.trim_end_matches(['.', '!', ' ']);
        l.is_empty() || phrases!("for now|as is|as it is|as they are|in|there|alone|in place|the way it is|like it is|like that|as before|untouched|out of this|how it is").contains(l)
    })
}

/// Verbs of proposals that leave things as they are.
const KEEPS: Phrases = phrases!("keep|leave|retain|preserve|maintain");

/// Whether a clause takes away what a proposal would keep: "kill it", "get rid of that".
pub(super) fn takes_away(clause: &str, proposed: &str) -> bool {
    const OPENING: usize = 4;
    let low = clause.trim().to_lowercase().replace('’', "'");
    let bare =
        after_any(&low, phrases!("please|pls|just|no|nah|nope|let's|i'd|we'd|we can|you can|you may")).unwrap_or(&low);
    let out = after_any(
        bare.trim_start_matches([',', ' ']),
        phrases!(
            "kill|remove|drop|delete|ditch|nuke|scrap|bin|trash|retire|lose|axe|cut|get rid of|throw|rip|take|toss|chuck"
        ),
    );
    let rest = out.and_then(|out| after_any(out, phrases!("it|that|this|them|those|all of it|the lot")));
    let whole = rest.is_some_and(|rest| {
        phrases!("|please|pls|out|away|off|down|now|then|for good|altogether|entirely|completely|with fire")
            .contains(rest.trim_matches([' ', '.', '!']))
    });
    let all: Vec<String> = tokens(proposed).take(OPENING).collect();
    whole && all.iter().any(|w| KEEPS.contains(w)) && !all.iter().any(|w| CHANGES.contains(w))
}

/// Whether a clause has only filler words, words that agree and names of what was proposed.
pub(super) fn adds_nothing(clause: &str, about: &[String]) -> bool {
    tokens(clause).all(|w| LIGHT.contains(&w) || AGREES.contains(&w) || about.iter().any(|a| alike(a, &w)))
}

/// Whether a text has no content words: "implement it", "go ahead with this".
pub(in crate::pipeline::acts) fn says_nothing(text: &str) -> bool {
    tokens(text).all(|w| LIGHT.contains(&w) || POINTS.contains(&w) || PERFORMS.contains(&w) || AGREES.contains(&w))
}

/// The common polarity of a text's first clauses, and the rest of the text.
pub(super) fn all_of<'t>(text: &'t str, about: &[String]) -> (Polarity, &'t str) {
    let (clause, rest) = super::polarity::first_clause(text);
    (stance(clause, about), rest.trim_start_matches(|c: char| ",.!:;-–— ".contains(c)))
}

/// Maximum number of words in a clause that only agrees or refuses.
const MOST: usize = 12;

/// "Too slow", "that's way too heavy for us".
fn too_much(low: &str) -> bool {
    let bare = after_any(low, phrases!("that's|that is|it's|it is|this is|is|looks|sounds|feels|a bit|way|far|much"));
    let bare = bare.map_or(low, |b| after_any(b, phrases!("a bit|way|far|much")).unwrap_or(b));
    after_any(bare, phrases!("too")).is_some_and(|rest| !rest.is_empty()) && words(low) <= 8
}

/// Whether two words are forms of the same word: "retries" and "retry", "fixtures" and "fixture".
pub(in crate::pipeline::acts) fn alike(a: &str, b: &str) -> bool {
    a == b || (a.len() > 3 && b.len() > 3 && crate::language::stems::stem(a) == crate::language::stems::stem(b))
}

/// Whether `said` has content words and all of them are in `text`.
pub(in crate::pipeline::acts) fn only_names(said: &str, text: &str) -> bool {
    let named = content(text);
    let said: Vec<String> = content(said).into_iter().filter(|w| !LIGHT.contains(w.as_str())).collect();
    !said.is_empty() && said.iter().all(|w| named.contains(w))
}

/// Whether `said` has a content word that is in `text`.
pub(in crate::pipeline::acts) fn names_some(said: &str, text: &str) -> bool {
    let named = content(text);
    content(said).iter().any(|w| !LIGHT.contains(w.as_str()) && named.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(clause: &str, about: &str) -> Polarity {
        stance(clause, &content(about))
    }

    #[test]
    fn a_clause_agrees_by_all_its_words() {
        for clause in
            ["that's what I want", "I'm on board with that", "looks right", "would love that", "implement it like this"]
        {
            assert_eq!(of(clause, ""), Polarity::Yes, "{clause}");
        }
        assert_eq!(of("ok with tape", "back up to tape every night"), Polarity::Yes);
        assert_eq!(of("no problem at all", ""), Polarity::Yes);
        for clause in
            ["that wakes the dog", "good that you ask my mother", "remove it", "how do you like that", "the tape"]
        {
            assert_eq!(of(clause, "back up to tape every night"), Polarity::Neither, "{clause}");
        }
    }

    #[test]
    fn a_clause_refuses_by_all_its_words() {
        for clause in ["too slow for us", "that won't work", "not a good idea", "people hated it", "no tapes please"] {
            let expected = if clause.starts_with("people") { Polarity::Neither } else { Polarity::No };
            assert_eq!(of(clause, "back up to tape every night"), expected, "{clause}");
        }
        assert_eq!(of("not before the summer", ""), Polarity::Neither);
    }
}
