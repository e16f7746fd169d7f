//! Defines choices that a sentence makes in passing: after words that only shrug ("let's not overthink it: SQLite"),
//! for a topic without a verb ("for the docs mdBook over MkDocs"), as a name ("call the crate quillfish").

use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::pipeline::acts::answers::stance;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};

forms! {
    "shrugged" r"^(?:ok(?:ay)?,? |so |meh,? |well,? |then |and |ah,? )*(?:(?:let's|lets|we|don't|do not|no need to|please)(?: should| shouldn't| don't| won't)?(?: not| don't)? (?:overthink|over-think|overcomplicate|complicate|overengineer|over-engineer|bikeshed|debate|dwell)(?: (?:it|this|that|things|about it|on it|over it|over this|on this|here|about this))*|(?:the )?(?:simplest|easiest|cheapest|quickest|dumbest|most boring)(?: (?:thing|option|way|choice|solution))?(?: that (?:works|could possibly work|does it|does the job|could work))?|keep it simple|screw it|sod it) ?[:;,–—-]+ ?(?:just |we |we'll |let's |use |take |go with |do |then )*(?P<what>[^,;:]{2,50}?)(?:,? (?:done|and done|please|pls|it is|that's it|end of story|period|for now|will do|is fine|is enough))*$"
        yes "let's not overthink it: sqlite" no "let's not overthink the names";
    "over-for" r"^(?:and |so |ok,? |then )*for (?P<topic>(?:the|our|my|all) [\w' -]{2,40}),? (?P<what>[\w.+#/-]+) (?:over|instead of|rather than|and not|not) (?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)(?:[,;] (?P<why>.+))?$"
        yes "for the docs mdbook over mkdocs, we've used it before" no "for the record: we read it twice";
    "only-please" r"^(?:ok,? |so |and |but )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) only(?:,? (?:please|pls))?, (?P<why>(?:the |our )?[\w.+#/-]+(?: [\w.+#/-]+)? (?:is|are|would be|was|won't|doesn't|don't) .+)$"
        yes "numpy only please, pandas is too heavy for the lambda" no "read only files, they are locked here";
    "enough-instead" r"^(?:ok,? |so |and |please,? )*(?:don't (?:bother with|need|use|want)|no need for|we don't need|forget(?: about)?|skip|no|not) (?:an? |the )?(?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)[,;] (?P<what>(?:an? |plain |simple )?[\w.+#/' -]{2,40}?) (?:is|will be|would be|should be|'s) (?:more than |good |totally |perfectly )?(?:enough|fine|plenty|sufficient)(?: for (?:us|now|this|me))?$"
        yes "don't bother with kafka, a postgres table as queue is enough" no "no worries, the rest is fine by me then";
    "please-instead" r"^(?:ok,? |so |and |then |ouch\.? |hm+,? |no,? )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:(?:please|pls|it is),?|then,) (?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)(?: is|'s| are) (?:out|dead|gone|history|no option|not an option|off the table|unmaintained|deprecated|way too [a-z]+|too [a-z]+)(?:[,;:.].*)?$"
        yes "hemp please, nylon's out" no "ok then, the door is out of order";
    "out-instead" r"^(?:ok,? |so |and |then |ouch\.? |hm+,? |no,? )*(?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)(?: is|'s| are) (?:out|dead|gone|history|no option|not an option|off the table|unmaintained|deprecated|way too [a-z]+|too [a-z]+)[,;:.]+ (?:so |then |use |take |go with |just )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:please|pls|then|it is)$"
        yes "nylon is out, hemp please" no "the door is out of order, please wait outside";
    "call-the" r"^(?:ok(?:ay)?,? |so |and |please,? |let's |we |then |we'll |i'd )*(?:call|name) (?P<thing>(?:the|our|my|this) [\w'-]+(?: [\w'-]+){0,3}?) (?P<what>`?[a-z0-9_][\w.+#/-]*`?)(?:,? (?:please|pls|then|for now|instead))*$"
        yes "call the crate quillfish" no "call me when it is done";
    "be-called" r"^(?:ok(?:ay)?,? |so |and |please,? |btw,? )*(?P<thing>(?:the|our|my) [\w'-]+(?: [\w'-]+){0,3}?) (?:should|shall|must|is to) be (?:called|named) (?P<what>`?[a-z0-9_][\w.+#/-]*`?)(?:,? (?:please|pls|then|for now|instead))*$"
        yes "the table should be called readings_raw" no "the hook should be called twice a day";
}

/// Words after "call the ..." that are no name.
const NO_NAME: Phrases = phrases!(
    "twice|once|again|later|first|last|back|directly|async|asynchronously|synchronously|now|there|here|it|that|this|them|something|properly|explicitly|lazily|done|finished|good|bad\
     |often|instead|too|anyway|manually|immediately|always|never|only|yourself|tomorrow|today|before|after|in|on|at|for|from|with|as|like|and|or|when|if|so|to|by|service|api|function"
);

/// Openings that forbid nothing.
const SHRUGS: Phrases = phrases!(
    "let's not overthink|lets not overthink|don't overthink|let's not overcomplicate|don't overcomplicate|let's not bikeshed|don't bikeshed|no need to overthink"
);

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading);
    own.filter(|s| words(&s.text) <= MOST).flat_map(|s| of_sentence(view, s)).collect()
}

/// Maximum number of words in a sentence that settles in passing.
const MOST: usize = 24;

fn of_sentence(view: View<'_>, sentence: &Sentence) -> Vec<Act> {
    let clauses = view.turn.clauses.get(sentence.clauses.clone()).unwrap_or_default();
    let open = [Modality::Hedge, Modality::Conditional, Modality::Report, Modality::Question];
    if clauses.iter().any(|c| open.contains(&c.modality)) {
        return Vec::new();
    }
    let text = plain(&sentence.text).replace('’', "'");
    let text = text.trim_end_matches(['.', '!']);
    let low = text.to_ascii_lowercase();
    let Some((form, found)) = first(&FORMS, &low) else {
        if after_any(&low, SHRUGS).is_some() {
            return vec![Act::nothing(sentence.range.clone(), "shrugged")];
        }
        return view
            .segments(sentence)
            .iter()
            .filter(|s| !s.unsettled())
            .filter_map(|s| named(&s.text, s.range.clone()))
            .collect();
    };
    let part = |name| group(text, &found, name);
    let (what, old) = (unhurried(part("what")), unhurried(part("old")));
    let act = |deed, summary: String| Act::settled(deed, sentence.range.clone(), whole(&summary), form);
    if matches!(form, "call-the" | "be-called") {
        return named(text, sentence.range.clone()).into_iter().collect();
    }
    if !is_thing(what) {
        return Vec::new();
    }
    let why = Some(part("why")).filter(|why| !why.is_empty()).map(str::to_owned);
    match form {
        "over-for" if !is_topic(part("topic")) => Vec::new(),
        "over-for" => {
            let act = act(ActKind::Choose, format!("Use {what} for {}", part("topic")));
            vec![Act { alternatives: vec![old.to_owned()], why, ..act }]
        }
        "only-please" => vec![Act { why, ..act(ActKind::Rule { hard: false }, format!("{} only", capital(what))) }],
        "enough-instead" | "please-instead" | "out-instead" if stance::says_nothing(old) || no_is_remark(old) => {
            Vec::new()
        }
        "enough-instead" | "please-instead" | "out-instead" => {
            vec![act(ActKind::RuleOut, capital(old)), act(ActKind::Choose, format!("Use {what}"))]
        }
        _ => vec![act(ActKind::Choose, format!("Use {what}"))],
    }
}

/// Whether words only name what a choice is for: "the record we went" tells, "the function twice a" counts.
fn is_topic(topic: &str) -> bool {
    !phrases!(" we | i | it | you | they | is | was | a | an | in | on | at | for | to | from | with | and | or | twice | once | if | when ")
        .within(&format!(" {} ", topic.to_lowercase()))
}

/// Whether words name a thing: nothing is told or ordered, and they do not point elsewhere.
fn is_thing(what: &str) -> bool {
    let low = format!(" {} ", what.to_lowercase());
    let told = phrases!(
        " is | are | was | it | it's | that | this | i | you | they | he | she | works | not | no | if | why | how | what | them | would | could | maybe | don't | never "
    );
    (1..=6).contains(&words(what))
        && !told.within(&low)
        && !imperative::opens(low.trim())
        && after_any(what, imperative::DOES).is_none()
        && !stance::says_nothing(what)
}

/// The name that a sentence gives to a thing: "call the crate quillfish".
fn named(text: &str, range: std::ops::Range<usize>) -> Option<Act> {
    let low = text.to_ascii_lowercase();
    let (form, found) = first(&FORMS, &low).filter(|(form, _)| matches!(*form, "call-the" | "be-called"))?;
    let (thing, name) = (group(text, &found, "thing"), group(text, &found, "what"));
    let bare = name.to_lowercase();
    let is_name = is_topic(thing)
        && !NO_NAME.contains(&bare)
        && !bare.ends_with("ly")
        && !bare.chars().all(|c| c.is_ascii_digit());
    is_name.then(|| Act::settled(ActKind::Choose, range, whole(&format!("Name {thing} {name}")), form))
}
