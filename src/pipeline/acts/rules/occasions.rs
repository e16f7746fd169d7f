//! Defines rules that name the occasion or the place they hold for: "whenever you change a migration, bump the version",
//! "nothing in this module may read a clock", "tests first. every time."

use super::each_occasion::orders_each_time;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};

forms! {
    "named-rule" r"^(?:and |but |so |also |new |one |another |our |my |the |a |house |ground |first |standing |general |more |last |important )*(?:rule|policy|guideline|requirement|principle|thing)(?: (?P<place>(?:for|in|on|of|about) [^,;:]{2,40}))?(?: as a (?:rule|principle)(?: for [^,;:]{2,40})?)?(?:, (?:which|because|since|and) [^:;.]{3,70})?: (?P<rule>(?:no|never|not|only|always|all|every|each|at most|at least|nothing|nobody|don't|do not|must|max) .+)$"
        yes "rule for the kitchen: no shoes" no "rule of thumb";
    "whenever" r"^(?:and |but |so |also |please,? )*(?P<rule>(?:whenever|every time|each time|any ?time|always when) (?:you|we|i|someone|somebody|anyone|a|an|the|there|one) .{3,70}?, (?P<order>.+))$"
        yes "whenever you change a migration, bump the schema version" no "whenever it rains";
    "if-in-future" r"^(?:and |but |so |also |please,? )*(?P<rule>(?:if|when) (?:a|an|the|any|some|you|we|there|something) .{3,70}?, (?P<order>.+) (?:in (?:the )?future|from now on|from here on|going forward|every time|each time))$"
        yes "if a plank is longer than 3 m, saw it in two in the future" no "if a plank is long, saw it in two";
    "if-never" r"^(?:and |but |so |also |please,? )*(?P<rule>(?:if|when) (?:a|an|the|any|some|you|there|something) .{3,70}?, (?P<order>.*\b(?:never|don't|do not|always) .+))$"
        yes "if a test is flaky, report it, don't skip it" no "if it breaks, fix it";
    "nothing-in" r"^(?:and |but |so |also |please,? )*(?P<rule>(?:nothing|nobody|no one|no [\w-]+) (?:in|on|under|inside|outside|below|within) [^,;]{2,40}? (?:may|must|should|shall|can|is allowed to|is to) .+)$"
        yes "nothing in this repo may depend on the network" no "nothing in the log";
    "only-allowed" r"^(?:and |but |so |also |please,? |remember,? )*(?:you're|you are|we're|we are) only (?:allowed|permitted|supposed) to (?P<rule>.+)$"
        yes "you're only allowed to edit files under web/" no "you're allowed to edit it";
    "want-done" r"^(?:and |but |so |also |ok,? )*(?:i|we)(?:'d)? (?:want|need|expect|like) (?P<rule>(?:every|each|all) (?:[\w'/-]+ ){1,6}[a-z]+(?:ed|wn|lt|tten))$"
        yes "I want every public function documented" no "I want every one of them";
    "run-with" r"^(?:and |but |so |also |please,? |rules?[:,] |btw,? )*(?P<rule>(?:run|start|build|format|lint|deploy|install|test) (?:the |all |our )?(?:[\w-]+ )?(?:with|via|using|through) [^,;]{2,40}?,? (?:and )?(?:not|never|instead of|rather than) .+)$"
        yes "run tests with make test not bare pytest" no "run the tests with coverage";
    "new-needs" r"^(?:and |but |so |also |please,? |btw,? )*(?P<rule>(?:all |any |every )?new [\w'/-]+(?: [\w'/-]+)? (?:needs?|gets?|requires?|must have|has to have|have to have|comes? with|goes?|go) .+)$"
        yes "new endpoints need docs" no "a new lamp is needed";
    "belongs" r"^(?:and |but |so |also )*(?P<rule>[\w'-]+(?: [\w'-]+){0,3} belongs? (?:in|into|to|under|on|behind|with) [^,;]{2,40},? (?:and )?(?:not|never|nowhere else|nowhere but)\b.*)$"
        yes "secrets belong in the vault, not in env files" no "it belongs to her";
}

/// Sentences that say that the one before them holds every time.
const EVERY_TIME: Phrases = phrases!(
    "every time|every single time|each time|each and every time|always|without exception|without exceptions|no exceptions|no exceptions please|at all times|from now on|that's policy|that's policy here|that's our policy|that's company policy|that's the rule|that's the rule here\
     |that's our rule|house rule|that's how we do it|that's how we do it here|that's how we work|that's how we work here"
);

/// Maximum number of words in such a rule.
const MOST: usize = 30;

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading && !s.asks).collect();
    let repeated = own.windows(2).filter_map(|pair| match pair {
        [rule, tag] => every_time(rule, tag),
        _ => None,
    });
    repeated.chain(own.iter().filter_map(|sentence| of_sentence(view, sentence))).collect()
}

/// A rule that a sentence of its own makes lasting: "Tests first, then the code. Every time."
fn every_time(rule: &Sentence, tag: &Sentence) -> Option<Act> {
    let said = plain(&tag.text).to_lowercase();
    let lasting = EVERY_TIME.contains(said.trim_end_matches(['.', '!', ' ']));
    let text = plain(&rule.text);
    let short = (2..=MOST).contains(&words(&text)) && after_any(&text, TELLS).is_none();
    (lasting && short).then(|| {
        let summary = whole(&capital(unhurried(&text)));
        Act::settled(ActKind::Rule { hard: true }, rule.range.start..tag.range.end, summary, "every-time")
    })
}

/// Openings of sentences that tell what happens instead of saying what is to be done.
const TELLS: Phrases =
    phrases!("it|i|he|she|they|that|this|there|what|why|how|we had|we have|the build|the test|nothing");

/// Reads an order for an occasion that comes again and again.
fn each_time(sentence: &Sentence, text: &str) -> Option<Act> {
    let leads = phrases!("and|but|so|also|please|pls|btw,|ok,|then|remember to|don't forget to");
    let mut order = text;
    while let Some(after) = after_any(order, leads).filter(|after| !after.is_empty()) {
        order = after.trim_start_matches([',', ':', ' ']);
    }
    let deed = ActKind::Rule { hard: false };
    orders_each_time(&order.to_ascii_lowercase())
        .then(|| Act::settled(deed, sentence.range.clone(), whole(&capital(unhurried(order))), "each-occasion"))
}

fn of_sentence(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let text = plain(sentence.text.trim_end_matches(['.', '!'])).replace('’', "'");
    let low = text.to_ascii_lowercase();
    let doubted = view.segments(sentence).iter().any(|segment| segment.doubtful);
    if doubted || words(&low) > MOST {
        return None;
    }
    let Some((form, found)) = first(&FORMS, &low) else { return each_time(sentence, &text) };
    let rule = group(&text, &found, "rule");
    let order = group(&low, &found, "order");
    let lasting = phrases!("always|never|don't|do not|please|make sure|you must|you should|we must|tell|ask");
    if !order.is_empty() && !imperative::opens(order) && after_any(order, lasting).is_none() {
        return each_time(sentence, &text);
    }
    let rule = unhurried(rule);
    let summary = match (form, group(&text, &found, "place")) {
        ("only-allowed", _) => format!("Only {rule}"),
        ("named-rule", place) if !place.is_empty() => {
            format!(
                "{} {}",
                capital(rule),
                after_any(place, phrases!("of|about")).map_or_else(|| place.to_owned(), |thing| format!("for {thing}"))
            )
        }
        _ => capital(rule),
    };
    Some(Act::settled(ActKind::Rule { hard: form != "want-done" }, sentence.range.clone(), whole(&summary), form))
}
