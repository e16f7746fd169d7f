//! Defines the polarity that an answer opens with. It is read first: only a bare yes settles a proposal unchanged.

use super::stance::{adds_nothing, stance};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, words};

/// The yes or no that an answer opens with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pipeline::acts) enum Polarity {
    Yes,
    No,
    Neither,
}

/// Words that say yes and nothing else.
const YES: Phrases = phrases!(
    "yes|yep|yeah|yup|y|ya|please|pls|plz|yes please|yes pls|sure|ok|okay|k|kk|go|go ahead|go for it|do it|do that|please do\
     |sounds good|sounds great|sounds right|sounds fine|lgtm|looks good|looks great|fine|fine with me|fine by me\
     |works for me|agreed|agree|i agree|perfect|great|great idea|good idea|good plan|nice idea|makes sense\
     |makes total sense|👍|👌|✅|+1|absolutely|definitely|of course|exactly|fair|fair enough|deal|ship it|make it so\
     |let's do that|let's do it|lets do that|lets do it|let's go|by all means|proceed|alright|right|correct\
     |approved|that works|that's fine|that is fine|that's good|i like it|i like that|love it|not at all\
     |no objections|no objection|ok by me|all good|yes do|do so|that's right|good|cool|nice|please proceed\
     |please go ahead|go on|do|ok then|oki|si|oui|ja|jo|jup|yess|yesss|yup yup|yeah yeah|we can|you can|you may|i don't mind\
     |i dont mind|don't mind|dont mind|wouldn't mind|i'm fine with that|i'm ok with that|i'm good with that|ok with me\
     |okay with me|ok for me|okay for me|fine for me|good for me|good with me|works|that'd be great|that would be great\
     |that'd be nice|would be great|would be nice|sounds like a plan|sounds reasonable|reasonable|sensible|go with that\
     |go with it|let's go with that|lets go with that|let's go with it|take that|use that|then use that|take it\
     |do it like that|do it that way|do it this way|do it so|do it like this|like that|that's the way|bien|vale|d'accord\
     |gerne|genau|passt|klingt gut|mach das|mach so|machen wir|machen wir so|einverstanden|in ordnung|alles klar|okey\
     |okidoki|yes sir|true|thumbs up|happy with that|i'm happy with that|confirmed|confirm|granted|permission granted\
     |your suggestion is fine|as you suggest|as you propose|as suggested|as proposed|as you said|good point|good call\
     |fair point|good thinking|nice one|no complaints|no complaint|no veto|nothing against it|nothing against that\
     |ack|sgtm|aye|roger|roger that|green light|you have my blessing|be my guest|i can live with that|can live with that|i could live with that|hell yes|hell yeah|oh yes|oh god yes|god yes\
     |yes of course|sure thing|that's what i was hoping for|that's what i had in mind|acceptable|accepted|granted|you got it|knock yourself out|don't see why not|can't hurt|have at it|let's try it|let's try that|let's give it a try|let's give it a go|give it a try|give it a go|you should go ahead|you should go ahead with it|you should do it|you should do that|you should go for it|we both think you should go ahead|i have no objections|we have no objections|i think that is the right thing to do|i think that's the right thing to do|that is the right thing to do|that's the right thing to do|sold|i'm sold|neat|that's neat|sweet|convinced|ok convinced|i'm convinced|you win|you got me|you had me at|can't argue with that|hard to argue with that|no argument from me|no arguments here|so yes|spot on|bang on|crack on|crack on with it|carry on|get on with it|go on then|aye go on then|fire away|let's have it|let's have that|you have my vote|has my vote|you have my go|go right ahead|i was about to suggest the same|i was about to suggest that|same idea"
);

/// Words that say no and nothing else.
const NO: Phrases = phrases!(
    "no|nope|nah|n|drop it|drop that|scrap it|scrap that|skip that one|leave that out|leave it out|please rather not|certainly not|no thanks|no thank you|let's not do that|let's not do it|let's not do this|i'd rather not do that|i'd rather not do it|i'd rather not do this|rather not do that|i don't want to do that|we don't want to do that|no way|please don't|please dont|don't|dont|rather not|i'd rather not\
     |i'd rather we didn't|i'd rather you didn't|i'd rather we did not|i would rather not|i would rather we didn't|i'd prefer not to|i'd prefer if you didn't|let's leave it out|let's leave that out|better not|let's not|lets not|not really|not worth it|negative|nein|never|god no|lord no|please god no|oh god no|dear god no|god please no|no god no|hard no|hell no|no chance|not a chance|fat chance|over my dead body|not on my watch|not happening|that's not happening|not gonna happen|not going to happen|no way in hell|not in a million years\
     |nae chance|absolutely not|definitely not|not a fan|no no|i don't want that|i don't want this|not convinced\
     |i'm not convinced|leave it|forget it|not that|not acceptable|no need|not needed|not necessary|skip it\
     |skip that|do not|uff no|no don't|nö|ne|lieber nicht|nicht nötig|none|none from me|none from my side|none here\
     |no please|please no|no need for that|don't do that|don't do it|dont do that|i don't think so|don't think so\
     |don't bother|hard pass|won't be necessary|wont be necessary|not in this release|not in this pr|not in this pass|not in this round|not in this one|not this time|not here|out of the question|that's out of the question|that is out of the question|not for this release|not for now|i don't think that's a good idea|not a good idea|bad idea|kill that idea|scrap that idea|drop that idea|forget that idea|i'd leave it|i'd keep it as it is|keep it as it is|leave it as it is|leave it as is|keep it as is|leave it alone|leave it be|let it be|leave that|leave that alone\
     |don't like it|i don't like it|i don't like that|don't like that|not now|not this quarter|overkill|too much"
);

/// Words that may follow a yes without adding to it.
const AFTER_YES: Phrases = phrases!(
    "please|pls|thanks|thank you|thx|then|go ahead|go|do it|do that|exactly that|exactly|mate|sir|sounds good\
     |let's do that|let's do it|proceed|that works|now|for sure|as you said|as proposed|as suggested\
     |as you suggest|please proceed on that basis|let's go|that's it|of course|agreed|good idea|great|i agree\
     |makes sense|absolutely|ok|okay|yes|fine|like that|like this|that one|this|that|both|all of it|all of them|all of that\
     |with that|about time|high time|long overdue|cheers|ta|brilliant|lovely|perfect|great idea|sure|on that basis|please do|do|good|at all|so|it|way|that way|with it|as well|too\
     |anyway|from me|from my side|for me|by all means|🙂|:)|danke|bitte|much better|better|we can|you can|on this one"
);

/// The polarity of an answer to a proposal with the words `about`, and the rest of the answer. If no known phrase of
/// agreement or refusal opens it, its first clauses are judged by all their words ([`stance`]).
pub(super) fn polarity_to<'t>(text: &'t str, about: &[String]) -> (Polarity, &'t str) {
    let (mut found, mut rest) = polarity(text);
    while !rest.is_empty() {
        let (clause, after) = first_clause(rest);
        let mut next = stance(clause, about);
        // "Please do that instead of polling."
        if next == Polarity::Neither && found == Polarity::Yes && !about.is_empty() && adds_nothing(clause, about) {
            next = Polarity::Yes;
        }
        if next == Polarity::Neither || found != Polarity::Neither && next != found {
            break;
        }
        (found, rest) = (next, separated(after));
        if found == Polarity::No {
            break;
        }
    }
    // "Weekly backups sounds right, go"
    if found == Polarity::Yes && polarity(rest) == (Polarity::Yes, "") {
        rest = "";
    }
    (found, rest)
}

/// The first clause of a text, and the rest of it.
pub(super) fn first_clause(text: &str) -> (&str, &str) {
    let ends = phrases!(", |. |; |! |: | - | — | – | but | and | because | since | except | without | apart from |… ");
    let cut = ends.find(&text.to_ascii_lowercase()).filter(|(at, _)| *at > 0);
    cut.map_or((text.trim_end_matches(['.', '!', '…']), ""), |(at, _)| {
        text.split_at_checked(at).unwrap_or((text, ""))
    })
}

/// Maximum number of words in a remark that ends in a yes.
const GRUDGING: usize = 14;

/// An answer without a laugh at its end: "no way lol".
fn without_laugh(text: &str) -> &str {
    let low = text.to_ascii_lowercase();
    let laughs = phrases!(" lol| haha| hah| hehe| lmao| rofl| xd| :)| :-)| ;)| :d");
    laughs
        .iter()
        .find(|laugh| low.ends_with(*laugh))
        .map_or(text, |laugh| text.get(..text.len() - laugh.len()).unwrap_or(text).trim_end_matches([',', ' ']))
}

/// The polarity that an answer opens with, and the rest of the answer.
pub(in crate::pipeline::acts) fn polarity(text: &str) -> (Polarity, &str) {
    let mut rest = without_laugh(text.trim());
    let mut found = Polarity::Neither;
    // "Not thrilled about more parts, but ok", "the boss will hate it but yes": a grudging yes.
    let grudging = rest.trim_end_matches(['.', '!']).to_lowercase();
    let ends_in_yes = phrases!(" but yes| but yeah| but go ahead| but do it").iter().any(|e| grudging.ends_with(e));
    if ends_in_yes && words(&grudging) <= GRUDGING {
        return (Polarity::Yes, "");
    }
    if after_any(&grudging, phrases!("not|i'm not|i am not|i don't love|don't love|not my favourite")).is_some()
        && phrases!(" but ok| but okay| but fine| but go| but sure").iter().any(|e| grudging.ends_with(e))
    {
        return (Polarity::Yes, "");
    }
    // "Cute but no": praise before a no.
    let clause = grudging.split([',', ';', '.']).next().unwrap_or("").trim_end();
    if let Some(head) = clause.strip_suffix(" but no").filter(|head| head.split(' ').count() <= 3) {
        return (Polarity::No, separated(text.trim().get(head.len() + " but no".len()..).unwrap_or("")));
    }
    rest = unopened(rest);
    // "Please god no", "lol no"
    let said_first = after_any(rest, phrases!("please|pls|plz|lol|haha|omg|jeez|dear|ha"));
    let denies = |said: &&str| after_any(said, NO).is_some_and(|after| sets_apart(said, after));
    rest = said_first.map(separated).filter(denies).unwrap_or(rest);
    // "Please not another wire" refuses.
    if let Some(what) =
        after_any(rest, phrases!("please not|pls not|please no|not another|not yet another|oh not another"))
    {
        return (Polarity::No, separated(what));
    }
    // "But yes, your idea is good" after a remark.
    let said = |words: &&str| after_any(words, phrases!("yes|yeah|yep|ok|okay|sure|no|nope")).is_some();
    rest = after_any(rest, phrases!("but|and")).filter(said).unwrap_or(rest);
    for _ in 0..4 {
        let negative = after_any(rest, NO).filter(|after| sets_apart(rest, after));
        let positive = after_any(rest, YES).filter(|after| sets_apart(rest, after));
        let (next, after) = match (negative, positive) {
            (Some(no), Some(yes)) if yes.len() < no.len() => (Polarity::Yes, yes),
            (Some(no), _) => (Polarity::No, no),
            (None, Some(yes)) => (Polarity::Yes, yes),
            (None, None) => break,
        };
        if found == Polarity::Neither {
            found = next;
        } else if found != next {
            break;
        }
        rest = separated(after);
    }
    if found == Polarity::No {
        let rest_of_no = after_any(rest, phrases!("at all|from me|from my side|here|thanks|thank you"));
        rest = rest_of_no.filter(|rest| separated(rest).is_empty()).map_or(rest, separated);
    }
    if found == Polarity::Yes {
        while let Some(after) = after_any(rest, AFTER_YES) {
            let after = separated(after);
            if after.len() == rest.len() {
                break;
            }
            rest = after;
        }
    }
    (found, rest)
}

/// An answer without interjections before it: "ah", "hm", "well" carry nothing.
pub(super) fn unopened(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = after_any(rest, phrases!("ah|hm|hmm|oh|well|uh|um|mh|haha|ok so|so|ugh")) {
        let after = separated(after);
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    rest
}

fn separated(text: &str) -> &str {
    text.trim_start_matches(|c: char| ",.!:;-–—) ".contains(c) || is_picture(c))
}

/// Whether a character is an emoji or another sign that says nothing after a yes or no.
fn is_picture(c: char) -> bool {
    !c.is_ascii() && !c.is_alphanumeric() && !"…‘’“”„«»".contains(c)
}

/// Whether punctuation or the end of the text follows a yes or no: "ok by the way" and "go with" are no yes.
fn sets_apart(text: &str, after: &str) -> bool {
    let head = text.get(..text.len() - after.len()).unwrap_or("");
    let long = words(head.trim()) >= 2;
    let mark = after.starts_with(|c: char| ",.!:;-–—…)".contains(c) || is_picture(c))
        || head.ends_with([',', '.', '!', ':', ';']);
    // "I'd rather not use tin" refuses tin.
    if !after.is_empty() && !mark && head.trim().to_lowercase().ends_with(" not") {
        return false;
    }
    let limits =
        after_any(after, phrases!("but|only|except|without|plus|as long as|so long as|if|provided|unless|until"))
            .is_some();
    // "No leave it alone."
    let leaves =
        head.trim().eq_ignore_ascii_case("no") && after_any(after, phrases!("leave|keep|let it|don't")).is_some();
    leaves || after.is_empty() || mark || long || limits || after_any(after, AFTER_YES).is_some() || strong(head.trim())
}

/// Whether a yes or no needs no punctuation after it: "yes two", "nope the file".
fn strong(head: &str) -> bool {
    matches!(
        head.to_lowercase().as_str(),
        "yes" | "yep" | "yeah" | "yup" | "nope" | "nah" | "sure" | "absolutely" | "👍"
    )
}
