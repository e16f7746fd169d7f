//! Defines the prohibitions of calls to other machines, of programs that a verb names, and the places a rule is for.

use super::kinds::starts;
use super::{Ban, Forbidden};
use crate::language::stems::stem;
use crate::text::patterns;

patterns! {
    /// A host by its name or address.
    HOST = r"(?i)(?:https?://)?(?P<host>[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app|cloud|internal|local|co|de|uk|eu)\b|\d+\.\d+\.\d+\.\d+)";
    /// A service that is reached over the network: "the Stripe API", "any external endpoint".
    SERVICE = r"(?i)^\W*(?:(?:the|our|any|a|an|real|actual|live|external|public|remote|third[-\s]party|paid)\s+)*(?:(?P<name>[\w-]+)\s+)?(?:apis?|endpoints?|webhooks?|internet|network|gateway|backend|servers?|services|cluster|hosts?)\b";
    DATA = r"(?i)^\W*(?:(?:the|our|any|real|live|prod|production|staging)\s+)*(?:db|databases?|tables?|data|replica|warehouse)\b";
    /// The environment, host or folder that a rule is for.
    PLACE = r"(?ix)\b(?:in|on|at|into|under|inside|within|from|against|to|querying|query)\s+(?:the\s+|our\s+|any\s+of\s+the\s+)?(?: `?(?P<path>[\w@.-]+(?:/[\w@.*-]*)+)`? | (?P<environment>prod|production|live|staging|stage)\b | (?P<host>[a-z]+-?\d+|[\w-]+\.(?:internal|local|com|io|net|org))\b | `?(?P<folder>[a-z][\w.-]+)`?\s+(?:package|module|folder|directory|service|crate|workspace|app|branch)\b )";
    /// An object that is any of its kind, of which the verb is common talk: "build a new abstraction".
    ANY_OBJECT = r"(?i)^\s*(?:an?|any|new|more|another|some|up|on|in|out|your|this\s+into|around)\b";
}

/// Programs that take statements for a database.
const CLIENTS: &[&str] = &[
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "mongosh",
    "mongo",
    "redis-cli",
    "bq",
    "clickhouse-client",
    "sqlcmd",
    "duckdb",
];

/// Words before "folder" or "service" that name none.
const VAGUE: &str = " this that same whole other main new test ";

/// Adds what a call to another machine forbids.
pub(super) fn reached(behind: &str, out: &mut Vec<Forbidden>) {
    if let Some(host) = HOST.captures(behind).and_then(|c| c.name("host")) {
        out.push(Forbidden::new(Ban::Network, vec![host.as_str().to_lowercase()]));
    } else if let Some(found) = SERVICE.captures(behind) {
        let name = found.name("name").map(|m| m.as_str().to_lowercase());
        let general = [
            "the",
            "our",
            "any",
            "real",
            "live",
            "external",
            "production",
            "prod",
            "remote",
            "public",
            "an",
            "a",
            "actual",
        ];
        let name = name.filter(|name| !general.contains(&name.as_str()));
        out.push(Forbidden::new(Ban::Network, name.into_iter().collect()));
    } else if DATA.is_match(behind) {
        out.push(Forbidden::new(Ban::Tool, CLIENTS.iter().map(|name| (*name).to_owned()).collect()));
    } else if starts(behind, &["prod", "production", "staging", "the network", "anything external"]) {
        out.push(Forbidden::new(Ban::Network, Vec::new()));
    }
}

/// Adds the programs and targets that are named by a verb, given the text that begins with it.
pub(super) fn operated(text: &str, object: &str, out: &mut Vec<Forbidden>) {
    let end = text.len() - object.len();
    let verb = text[..end].trim().trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let fetched = ["download", "fetch"].iter().any(|base| verb.starts_with(base));
    if fetched
        && (object.trim().is_empty() || starts(object, &["anything", "stuff", "things", "any", "files", "from the"]))
    {
        out.push(Forbidden::new(Ban::Network, Vec::new()));
    } else if !verb.is_empty() && !ANY_OBJECT.is_match(object) {
        out.push(Forbidden::new(Ban::Operate, vec![stem(&verb)]));
    }
}

/// The environment, host or folder that the rules of a sentence are for, where one is named.
pub(super) fn places(sentence: &str) -> Vec<String> {
    let Some(found) = PLACE.captures(sentence) else { return Vec::new() };
    let place = ["path", "environment", "host", "folder"].iter().find_map(|name| found.name(name));
    let place = place.map(|m| m.as_str().trim_end_matches(['/', '*', '.']).to_lowercase());
    place.filter(|place| place.len() > 2 && !VAGUE.contains(&format!(" {place} "))).into_iter().collect()
}

/// Whether rules of this kind are limited by a place that their sentence names.
pub(super) const fn is_local(ban: Ban) -> bool {
    matches!(
        ban,
        Ban::Packages
            | Ban::ThirdParty
            | Ban::Tool
            | Ban::Library
            | Ban::Content
            | Ban::Restart
            | Ban::Format
            | Ban::Upgrade
            | Ban::Operate
    )
}
