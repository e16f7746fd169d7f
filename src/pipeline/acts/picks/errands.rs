//! Defines the options that are small steps of the work under way, "run the tests", and no choice of how something is to
//! be.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::quantities;
use crate::pipeline::acts::sentences::wording::{after_any, words};

/// Maximum number of words in a small step.
const ERRAND_WORDS: usize = 8;

/// Openings of offers to show something in the talk; anything else is shown by what is built.
const SHOWS: Phrases = phrases!(
    "show you|show me|show it|show them|show that|show the diff|show the output|show the code|show the result|show the plan|show the file|show a diff\
     |show a plan|show an example|show what|show how"
);

/// Whether an option is a small step of the work under way.
pub(in crate::pipeline::acts) fn is_errand(option: &str) -> bool {
    let long = words(option) > ERRAND_WORDS;
    // "Push the resize to a worker", "merge both passes into one" are designs.
    let of_repository = phrases!(
        "branch|commit|main|master|origin|remote|upstream|change|tag|pull request| pr| prs| it| this| that| fix"
    )
    .within(&option.to_lowercase());
    let first = option.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    // "Start the fine-tuning with a rate of 3e-4" sets a value.
    let sets = option.contains(" with ") && quantities::measured(option).is_some();
    let shows = first != "show" || after_any(option, SHOWS).is_some();
    let runs_as = after_any(option, phrases!("run as|run under|run without|run everything|run only")).is_some();
    !sets && shows && !runs_as && phrases!("check|look|investigate|explore|run|commit|push|merge|reply|continue|start|proceed|review|inspect|go|show|see|hear|know").contains(&first)
        && !(long && phrases!("run|go|show").contains(&first))
        && !(words(option) > 3 && !of_repository && phrases!("push|merge|commit").contains(&first))
}
