//! Defines answers that decide nothing (postponed, handed back, unknown, other work, the agent's own words) and questions
//! that only ask for agreement or objections.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, words};
use crate::pipeline::acts::work::imperative;

/// Words that postpone an answer, hand the choice back or say that the person does not know.
const PUT_OFF: Phrases = phrases!(
    "not yet|not now|later|wait|hold|hold off|hold on|no idea|dunno|don't know|i don't know|not sure|not so sure|not too sure|not really sure|not entirely sure|not quite sure|i'm not sure|i'm not so sure|idk|unsure\
     |undecided|let me think|let me sleep|let me ask|let me check|let me look|i'll think|i'll ask|i'll check\
     |i will think|i will ask|i'll get back|will decide|will ask|will check|i'll decide|need to ask|have to ask\
     |i need to think|need to think|ask|no strong opinion|no preference|no opinion|i don't care|don't care|either\
     |either is fine|both fine|whatever|you decide|you choose|you pick|your call|up to you|your choice\
     |dealer's choice|whichever|as you like|as you prefer|depends|it depends|good question|good questions|tricky|tricky one|hard one|tough one|tough call|hard call|hmm|tbd\
     |open|still open|that's open|skip this|skip that one for now|i'd have to|what do you think|what would you\
     |whatever you think|whatever you prefer|surprise me|let's discuss|let's talk|tell me more|i guess|mal sehen\
     |weiß nicht|keine ahnung|later maybe|maybe later|we'll see|we will see|perhaps|maybe|not decided|give me a sec|give me a second|give me a minute|give me a moment|one sec|one second|one moment|just a sec|just a moment|hang on|brb|torn|i'm torn|i am torn|hard to say|hard to tell|can't decide|cannot decide|toss-up|a toss-up|fifty-fifty|50/50|ask me again"
);

/// Whether an answer puts the question off or hands it back.
pub(in crate::pipeline::acts) fn puts_off(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    let bare = low.trim_matches(|c: char| !c.is_alphanumeric());
    let within = phrases!(
        "not a no|not a yes| has to say| have to say| has to decide| have to decide| must decide| has to confirm| have to confirm|makes me nervous|makes me a little nervous|makes me a bit nervous|i'll think|i will think|let me sleep|your call|up to you|you decide|you choose|you pick|let me think|sleep on it|think about it| ask |not decided\
     |get back to you|to the team|with the team|let's wait|lets wait|wait with|can't say|cannot say|will decide\
     |no idea|don't know|whatever you|bring it up|before i decide|before we decide|not sure|so sure|too sure|really sure|entirely sure|quite sure|still open|tomorrow\
     |i'll tell you|might work|could work|not yet|clarify|figure out|find out|question for the team|check with|talk to|revisit"
    );
    after_any(bare, PUT_OFF).is_some() || within.within(&format!(" {bare}"))
}

/// Whether words in lower case say that nothing is decided: "my brother wants doors. dunno, lets see".
pub(super) fn is_undecided(low: &str) -> bool {
    let open = phrases!(
        " dunno| idk| lets see| let's see| we'll see| haven't made up my mind| havent made up my mind| haven't decided| havent decided| not decided yet| no idea yet"
    );
    // "The first. let's see how far that gets us" tries what it takes.
    let tries = phrases!(
        "let's see how far|lets see how far|let's see how it|lets see how it|let's see how that|lets see how that"
    );
    open.within(&format!(" {low}")) && !tries.within(low)
}

/// Words of a question that only asks for a reaction: "Does that work for you?" "Which one?" "What do you think?"
const OF_TAGS: Phrases = phrases!(
    "worth|does|do|did|is|are|was|would|will|could|can|should|shall|that|this|it|these|them|they|one|ones|work|works|sound|sounds\
     |ok|okay|fine|good|right|alright|all|any|some|objection|objections|objected|thought|thoughts|opinion|opinions\
     |preference|preferences|prefer|agree|agreed|agreeable|acceptable|with|for|to|by|on|you|your|me|i|we|us|think|what\
     |which|how|like|better|rather|want|wanted|go|ahead|proceed|so|or|the|a|an|of|and|be|have|mind|minding|need|yes|no|not\
     |either|way|do|deal|happy|there|please|know|let|tell|take|pick|choose|anything|against|concern|concerns|veto|two|three\
     |ja|oder|both|plan|approach|proposal|make|makes|sense|unless|see|problem|problems|issue|issues|interested|confirm|say|sure|might|feel|this|way|then|here\
     |implement|start|started|begin|continue|may|sounding|correct|understood|everyone|anyone|help|suit|suits|interest"
);

/// Whether a question only asks for a reaction to the sentence before it.
pub(in crate::pipeline::acts) fn is_tag(text: &str) -> bool {
    let low = text.to_lowercase().replace('’', "'");
    let mut words = low.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).peekable();
    low.trim_end_matches([')', '*', '_', ' ']).ends_with('?')
        && words.peek().is_some()
        && words.all(|w| OF_TAGS.contains(w))
}

/// Whether a question asks for objections, so that a no agrees: "Any objections?" "Would you mind?"
pub(in crate::pipeline::acts) fn asks_for_objections(text: &str) -> bool {
    phrases!("objection|would you mind|do you mind|anything against|any concern|veto|speaks against|see a problem|see any problem|any problem|any issue|any worries")
        .within(&text.to_lowercase())
}

/// Whether a reply only repeats the agent's words in quotation marks, to object to them: '"may not". Show me.'
pub(super) fn quotes(text: &str) -> bool {
    let bare = text.trim().trim_end_matches(['.', '!', '?', ',']);
    let marks = [('"', '"'), ('“', '”')];
    words(bare) >= 2 && marks.iter().any(|(open, close)| bare.starts_with(*open) && bare.ends_with(*close))
}

/// Whether a reply only gives the path of a picture.
pub(super) fn is_screenshot(text: &str) -> bool {
    let bare = text.trim().trim_matches(['\'', '"', '`', '.']).to_lowercase();
    let picture = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".mp4", ".mov"];
    words(&bare) <= 2 && bare.contains(['/', '\\']) && picture.iter().any(|end| bare.ends_with(end))
}

/// Whether a reply asks for other work instead of answering: "could you also add a test for the parser?"
pub(super) fn asks_for_work(text: &str) -> bool {
    let said = after_any(text, phrases!("and|also|ok,|ok|then|thanks,|great,|now|please")).unwrap_or(text);
    let asked = after_any(said, phrases!("can you|could you|would you|will you"));
    let order = asked.map(|rest| after_any(rest, phrases!("please|also|then|now|just|maybe")).unwrap_or(rest));
    order.is_some_and(|order| text.trim_end().ends_with('?') && imperative::opens(order))
}
