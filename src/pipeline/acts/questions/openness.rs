//! Defines what says that a choice is not made, in any words: a denial before a verb of deciding ("couldn't agree on"), a
//! state ("up in the air", "still open"), a postponement ("we'll pick it next week"); and the alternatives around it.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::words;
use crate::text::patterns;

patterns! {
    /// Nothing is decided, said in so many words.
    OPEN = r"(?x)\b(?:^open\ (?:for\ now|still|until)|undecided|undetermined|unsettled|unresolved|tbd|tba|jury(?:'s|\ is)?(?:\ still)?\ out|toss-?\ ?up|coin\ (?:flip|toss)|(?:up|still)\ in\ the\ air|on\ the\ fence|in\ limbo|in\ the\ balance|(?:go|goes|going|went|still|keep\w*)\ (?:\w+\ ){0,2}?back\ and\ forth|torn\ (?:between|on|over)|split\ (?:between|on|over|about)|half\ of\ (?:us|the\ team)|cross\ that\ bridge|remains?\ to\ be\ seen
        |open\ (?:point|question|issue|item|topic|matter|again)|outcome\ open|(?:no|not\ a|without\ a)\ (?:final\ |clear\ |real\ )?(?:decision|verdict|consensus|agreement|conclusion|result|winner)|nothing\ (?:is\ )?(?:final|decided|settled|fixed)
        |(?:haven't|hasn't|have\ not|has\ not|hadn't|can't|cannot|couldn't|could\ not|isn't|aren't|is\ not|are\ not|not\ yet|didn't|nobody\ has|no\ one\ has|not)\ (?:\w+\ ){0,3}?(?:decided|decide|settled|settle|chosen|choose|picked|agreed|agree|concluded|final|finalised|finalized|clear\ yet|clear\ (?:if|whether|which)|sure\ (?:yet|if|whether|which|between)|made\ up)
        |(?:don't|do\ not|doesn't)\ (?:\w+\ ){0,2}?know\ (?:\w+\ ){0,2}?yet
        |(?:still|yet|have|has|need|needs|remains?)\ (?:\w+\ ){0,5}?to\ (?:be\ )?(?:decided|decide|choose|chosen|pick|picked|settle|settled|agreed)\b
        |(?:is|are|'s|'re|still|remains?|stays?|as|be|choice|decision)\ (?:\w+\ ){0,4}?(?:open|pending|tied|a\ tie|under\ discussion|being\ discussed|up\ for\ (?:debate|discussion|grabs)|in\ the\ running|on\ the\ table|in\ play)
        |(?:was|is|ended\ in)\ a\ tie|(?:isn't|is\ not|aren't|not)\ (?:over|through)\ yet|(?:debate|discussion|argument|vote)\b[^.;]{0,50}?\ (?:isn't|is\ not|not)\ (?:over|finished|through)|still\ (?:arguing|debating|discussing|thinking|comparing)|no\ (?:\w+\ )?(?:answer|preference|idea|favou?rite)\ (?:\w+\ ){0,6}?yet|(?:can't|cannot|can\ not)\ (?:\w+\ )?(?:say|tell|decide|choose)\ yet|not\ (?:settled|decided|chosen|there\ yet)
        |to\ be\ (?:determined|defined|clarified|seen)|(?:are|be)\ (?:both\ )?possible|(?:has|have|had)\ (?:until|till|time\ until)\ [^.;]{3,40}?\ to\ (?:decide|choose|pick)|(?:don't|do\ not)\ (?:assume|pick|choose|build\ in|settle\ on|decide)\ (?:\w+\ )?(?:anything|either|any|one)|without\ (?:committing|deciding|choosing|settling)|(?:before|until|till)\ (?:i|we)\ (?:choose|decide|pick|commit)|keep\ both|no\ idea\ which
        |keeps?\ changing\ (?:my|our|his|her|their)\ minds?)\b";
    /// A thing that stays open, which may be a door: "keep the roof open".
    STAYS_OPEN = r"\b(?:keep|leave) [^,.;:]{1,40} open\b";
    /// A decision that is put off.
    PUT_OFF = r"(?x)\b(?:(?:decide|choose|pick|choosing|picking|deciding|tell\ you|let\ you\ know|get\ back\ to\ you|come\ back\ to)\b[^.!?]*?\b(?:later|tomorrow|tonight|next\ \w+|when|once|after|soon|in\ time|until|on)\b
        |(?:decision|choice)\ (?:comes|follows|is\ made|will\ be\ made)\ (?:\w+\ )?(?:later|after|next|then|soon|in)|hold(?:ing)?\ (?:the|that|this|off\ the)\ (?:decision|choice|thought)|(?:park|shelve)\ (?:the|that|this)\ [^,.;]{2,40}?\ (?:thing|topic|question|debate|decision)|(?:then|before)\ (?:i|we)\ (?:can\ )?(?:decide|choose|pick)|(?:need|have)\ to\ (?:decide|choose|pick)\ (?:by|until|before)
        |let\ you\ know|get\ back\ to\ you|(?:postpone|postponing|defer|deferring|put\ off|hold\ off|holding\ off|delay|park)\ (?:\w+\ )*?(?:decision|choice|choosing|picking|deciding|question|it|this|that)|sleep\ on
        |think\ (?:\w+\ ){0,5}?(?:over|more)|waiting\ (?:for|on)|evaluating|weighing|may\ end\ up|could\ (?:go|be)\ either)\b";
    /// Words that call for a comparison or for keeping several things in mind.
    COMPARES = r"(?x)\b(?:compar(?:e|es|ing|ison)|pros\ ?(?:and|&|/|\+)\ ?cons|(?:up|down)sides|trade-?\ ?offs?|both\ sides|speaks\ (?:for|against)|thoughts\ on\ (?:each|both|either)|(?:list|say|tell\ me)\ for\ each|(?:keep|remember|bear)\ both|both\ in\ mind|hold\ that\ thought|(?:that's|thats|it's|its)\ (?:the\ question|one\ of\ (?:these|the)\ two)|which\ (?:one\ )?(?:has|would\ be|would\ have|is)\ (?:\w+er|more|less|the)\b|two\ (?:ways|candidates|options|possibilities|routes|variants|alternatives|approaches)|both\ have|could\ go\ (?:two|either)\ ways?|the\ (?:alternatives|candidates|options|possibilities)\ are|shortlist)\b";
    /// A word before each of two alternatives that are named side by side: "some say tin, some say oak".
    SIDE = r"\b(?:(?:could|may|might)(?: also)? be|some (?:say|want|prefer|like)|half(?: of (?:us|them|the team|the crew))? (?:wants?|prefers?|likes?|says?)|(?:the )?other half(?: (?:wants?|prefers?|likes?|says?))?|others (?:say|want|prefer|like)|option \w+(?: for [^,;.]{2,40}?)? is|i (?:also )?like|speaks for|what for) ";
}

/// Words that leave a choice open where they stand beside its alternatives.
const BESIDE_ALTERNATIVES: Phrases = phrases!(
    "not sure yet|still open|torn between|torn on|don't know yet|no decision yet|no decision has been|to be decided|leave it open|leave that open|leave this open|leave that one open|leave both open|keep it open|keep that open|keep this open|keep that one open|keep both open|open options|on the table|open until|still thinking\
     |we'll see|not sure which|no idea which|need to decide|have to decide|decide later|decide tomorrow|decide it|will decide|hasn't been decided|isn't decided|thinking about it|to decide|no preference yet|made up my mind|make up my mind|open for now|sleep on it|sleep on that"
);

/// Whether words say that nothing is decided.
pub(in crate::pipeline::acts) fn is_undecided(low: &str) -> bool {
    OPEN.is_match(low)
}

/// Whether words say that a choice that is named stays open.
pub(in crate::pipeline::acts) fn says_open(low: &str) -> bool {
    is_undecided(low) || STAYS_OPEN.is_match(low)
}

/// Whether words beside alternatives leave the choice between them open.
pub(super) fn leaves_choice_open(low: &str) -> bool {
    BESIDE_ALTERNATIVES.within(low) || is_undecided(low)
}

/// Whether words put a decision off, or say that nothing is decided.
pub(in crate::pipeline::acts) fn puts_off(low: &str) -> bool {
    says_open(low) || PUT_OFF.is_match(low)
}

/// Whether words call for a comparison of the alternatives that they name.
pub(super) fn compares(low: &str) -> bool {
    COMPARES.is_match(low)
}

/// Whether words name alternatives as nothing but possible: "could be tin, could be oak".
pub(super) fn names_possible(low: &str) -> bool {
    SIDE.find_iter(low).filter(|side| side.as_str().ends_with(" be ")).count() > 1
}

/// Joints of two alternatives.
const JOINTS: Phrases = phrases!(" or | vs. | vs | versus | / ");
/// Words beside which an "and" joins alternatives.
const OF_SEVERAL: Phrases = phrases!(
    "both|between|on the table|in the running|about|candidates|alternatives|options|possibilit|two ways|two routes|variants|namely|consider|compar|evaluat|undecided|shortlist\
     |pros|trade|understand|back and forth|tie|torn|got "
);

/// Words at which the name of an alternative ends, on either side of the joint.
const AROUND: Phrases = phrases!(
    "to|choose|choosing|chose|between|either|pick|picking|use|using|on|about|go|with|want|wants|is|be|being|it's|its|it|say|of|decide|decided|deciding|for|keep|take|torn|leave|split|evaluating|comparing\
     |weighing|over|that|whether|if|we|i|you|it|some|others|half|want|consider|compare|compares|comparing|understand|namely|like|thats|that's|were|was|both|maybe|still|stay|stays|remain|remains|not|than|from|agree|agreed|in|as|at|yet|until|when|because|since|so|and|or|later|are|after|once|depending|by|but|though|while|then|will|would|could|might\
     |has|have|got|open|tomorrow|today|tonight|next|pending|undecided|out|they|get|gets|need|needs|may|can|should|before|first|soon|now|here|there|per|let|me|tbd"
);

/// Maximum number of words in the name of an alternative.
const NAME: usize = 4;

/// The two names around a joint, and what they are for: "tin" and "oak" of "no verdict on the roof yet, it's tin or oak".
pub(in crate::pipeline::acts) fn around_joint(text: &str) -> Option<([String; 2], Option<String>)> {
    let low = text.to_lowercase();
    if low.len() != text.len() {
        return None;
    }
    let beside = || {
        let mut marks = SIDE.find_iter(&low).filter_map(|mark| text.get(mark.end()..));
        Some([name_after(marks.next()?), name_after(marks.next()?)])
    };
    let named = |sides: &[String; 2]| sides.iter().all(|side| (1..=NAME).contains(&words(side)));
    let at_joint = |(at, len): (usize, usize)| {
        // "Back and forth", "pros and cons" name no alternatives.
        let pair = phrases!("back|pros|ups|plus").iter().any(|w| low.get(..at).is_some_and(|head| head.ends_with(w)));
        let sides = [name_before(text.get(..at)?), name_after(text.get(at + len..)?)];
        Some(sides).filter(|sides| named(sides) && !pair)
    };
    let compared = low.find("compare ").filter(|_| !low.contains(" or "));
    let joined = || {
        let several = OF_SEVERAL.within(&low);
        let by_and = if several { phrases!(" and ") } else { phrases!("") };
        let by_comparison = if compared.is_some() { phrases!(" with | to | against ") } else { phrases!("") };
        let joints = [JOINTS, by_comparison, by_and].into_iter().flat_map(Phrases::iter).filter(|j| !j.is_empty());
        let mut places = joints.flat_map(|joint| low.match_indices(joint));
        places.find_map(|(at, joint)| at_joint((at, joint.len())))
    };
    let slashed = || {
        let pair = |word: &str| {
            let (one, other) = word.trim_matches(|c: char| !c.is_alphanumeric()).split_once('/')?;
            let name = |side: &str| side.len() > 1 && side.chars().all(char::is_alphanumeric) && side != "pros";
            (name(one) && name(other)).then(|| [one.to_owned(), other.to_owned()])
        };
        text.split_whitespace().find_map(pair)
    };
    let sides = beside().filter(named).or_else(joined).or_else(slashed)?;
    Some((sides, purpose(text)))
}

fn ends_name(word: &str) -> bool {
    AROUND.contains(word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_lowercase().as_str())
}

/// The last words of a text up to one that cannot be part of a name.
fn name_before(text: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in text.split_whitespace().rev() {
        if ends_name(word) || word.ends_with([',', ':', ';', '.', '?', '!', ')']) && !out.is_empty() {
            break;
        }
        out.push(word.trim_matches(['(', ',', ':', ';']));
        if word.starts_with('(') {
            break;
        }
    }
    out.reverse();
    out.join(" ")
}

/// The first words of a text up to one that cannot be part of a name.
fn name_after(text: &str) -> String {
    let text = ["either ", "with ", "to ", "for "].iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text);
    let mut out: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if ends_name(word) || word.starts_with('(') {
            break;
        }
        let bare = word.trim_end_matches([',', ':', ';', '.', '?', '!', ')']);
        out.push(bare);
        if bare.len() < word.len() {
            break;
        }
    }
    out.join(" ")
}

/// The purpose of the alternatives: "the roof" of "tin or oak for the roof", "no verdict on the roof".
fn purpose(text: &str) -> Option<String> {
    const MOST: usize = 4;
    let low = text.to_lowercase();
    let places = phrases!(" for | on | about |keep |leave |as to ");
    let mut from = 0;
    while let Some((at, len)) = low.get(from..).and_then(|rest| places.find(rest)) {
        from += at + len;
        let rest = text.get(from..)?;
        let determined = ["the ", "our ", "my "].iter().any(|d| low.get(from..).is_some_and(|r| r.starts_with(d)));
        let name = name_after(rest);
        if determined && (2..=MOST).contains(&words(&name)) {
            return Some(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openness_is_told_in_many_words() {
        for said in [
            "we haven't decided between tin and oak yet",
            "the team couldn't agree on the roof",
            "no consensus about the roof so far",
            "the roof is still up in the air",
            "jury's out on tin",
            "keep the roof open",
            "we still have to choose",
            "the debate about the roof isn't over",
            "tin and oak are both possible",
            "don't pick anything for the roof",
        ] {
            assert!(says_open(said), "{said}");
        }
        for said in ["open the gate", "don't pick tin", "the door is closed", "we decided on tin"] {
            assert!(!says_open(said), "{said}");
        }
        assert!(compares("pros and cons of tin and oak?") && !compares("the boat is bigger"));
        assert!(names_possible("could be tin, may be oak") && !names_possible("could be tin"));
        assert!(says_open("leave the door open") && !is_undecided("leave the door open"));
    }

    #[test]
    fn alternatives_stand_around_a_joint() {
        for (said, first, second, purpose) in [
            ("no verdict on the roof yet, it's tin or oak", "tin", "oak", Some("the roof")),
            ("we'll pick tin or old oak for the roof later", "tin", "old oak", Some("the roof")),
            ("still going back and forth on tin vs oak", "tin", "oak", None),
            ("the roof is open (tin or oak)", "tin", "oak", None),
            ("some say tin, some say old oak", "tin", "old oak", None),
            ("could be tin, could be oak", "tin", "oak", None),
            ("park the tin/oak thing", "tin", "oak", None),
            ("two candidates for the roof: tin and oak", "tin", "oak", Some("the roof")),
        ] {
            let want = Some(([first.to_owned(), second.to_owned()], purpose.map(str::to_owned)));
            assert_eq!(around_joint(said), want, "{said}");
        }
    }
}
