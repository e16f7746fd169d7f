//! Defines the places that a call acts on: the environments and folders that its words name.

use super::calls::ProgramCall;
use crate::language::prohibitions::{Forbidden, lies_in};

/// Words of an environment.
const ENVIRONMENTS: &[&[&str]] = &[
    &["production", "prod", "live", "prd"],
    &["staging", "stage", "stg"],
    &["test", "testing"],
    &["dev", "development", "local", "localhost"],
    &["preview"],
    &["demo"],
    &["sandbox"],
    &["qa"],
];

/// Whether a call names one of these places; true for an empty list.
pub(super) fn is_there(call: &ProgramCall, places: &[String]) -> bool {
    let low = call.text.to_ascii_lowercase();
    places.is_empty() || places.iter().any(|place| is_named(place, &format!("{low} {}", call.dir)))
}

/// Whether words name a place: an environment by any of its names, another place by its own.
fn is_named(place: &str, words: &str) -> bool {
    let names = ENVIRONMENTS.iter().find(|names| names.contains(&place)).copied();
    let mut all = words.split(|c: char| !c.is_ascii_alphanumeric());
    names.map_or_else(|| words.contains(place), |names| all.any(|w| names.contains(&w)))
}

/// Whether a call may act on the place of a rule: it names that place, or no other one.
pub(super) fn is_at(rule: &Forbidden, call: &ProgramCall) -> bool {
    let words = format!("{} {}", call.text.to_lowercase(), call.dir);
    let elsewhere = || {
        let environment = ENVIRONMENTS.iter().any(|names| is_named(names.first().unwrap_or(&""), &words));
        let folder = !call.dir.is_empty()
            || call.has_option(&["--prefix", "--filter", "--workspace", "-C", "--cwd", "--package", "--project"])
            || !call.writes.is_empty();
        environment || folder || call.text.starts_with("ssh ")
    };
    let named = |place: &String| {
        let place = place.to_lowercase();
        is_named(&place, &words) || words.split([' ', '=', '\'', '"']).any(|word| lies_in(word, &place))
    };
    rule.at.is_empty() || rule.at.iter().any(named) || !elsewhere()
}
