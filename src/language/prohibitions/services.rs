//! Defines which running things a rule against restarting names: one service, or any.

use super::kinds::mentions_any;
use super::libraries::object_end;
use super::{Ban, Forbidden};

/// Things that run and may be restarted.
const SERVICES: &[&str] = &[
    "server",
    "servers",
    "service",
    "services",
    "app",
    "database",
    "container",
    "containers",
    "daemon",
    "process",
    "processes",
    "machine",
    "cluster",
    "worker",
    "workers",
    "pod",
    "pods",
    "vm",
    "host",
    "broker",
    "it",
    "them",
    "stack",
    "anything",
    "there",
    "docker",
];
/// Nouns behind the name of one service: "the recorder process".
const KINDS: &[&str] = &["service", "container", "daemon", "process", "server", "job", "pod"];
/// Words before such a noun that name none.
const VAGUE: &[&str] = &[
    "running",
    "dev",
    "development",
    "local",
    "production",
    "prod",
    "live",
    "staging",
    "shared",
    "main",
    "web",
    "app",
    "application",
    "backend",
    "frontend",
    "whole",
    "entire",
    "other",
    "same",
    "old",
    "new",
    "any",
    "all",
    "single",
    "these",
    "those",
    "api",
    "background",
];
/// Data stores by the word for them, with the names that their services go by.
const STORES: &[(&[&str], &[&str])] = &[
    (&["database", "databases", "db"], &["postgres", "pg", "mysql", "mariadb", "mongo", "sql", "database", "db"]),
    (&["postgres", "postgresql"], &["postgres", "pg", "database", "db"]),
    (&["mysql", "mariadb"], &["mysql", "mariadb", "database", "db"]),
    (&["redis"], &["redis", "cache"]),
    (&["nginx"], &["nginx"]),
    (&["worker"], &["worker", "celery", "sidekiq"]),
];
/// Words that no service is named by.
const NO_NAME: &[&str] = &[
    "that",
    "this",
    "them",
    "there",
    "asking",
    "doing",
    "here",
    "now",
    "everything",
    "what",
    "adding",
    "using",
    "work",
    "the",
    "and",
    "until",
    "before",
    "for",
    "talking",
    "guessing",
];
/// Words behind a name that say when or why.
const BEHIND: &str = " during while until before today tonight now because without for yet ever again please here this \
                      as since when myself yourself in under either at just ";

/// Whether a word is the name of a known service.
pub(super) fn is_service(name: &str) -> bool {
    STORES.iter().any(|(said, _)| said.contains(&name))
}

/// Adds the ban on restarting what stands after the verb.
pub(super) fn restarted(behind: &str, out: &mut Vec<Forbidden>) {
    let clause = &behind[..behind.find([',', ';', '(', ':']).unwrap_or(behind.len())];
    if let Some(names) = service(&clause[..object_end(clause)]) {
        out.push(Forbidden::new(Ban::Restart, names));
    } else if mentions_any(behind, SERVICES) {
        out.push(Forbidden::new(Ban::Restart, Vec::new()));
    } else {
        out.extend(by_name(clause));
    }
}

/// The names of the one service that an object is about, if it is about one kind.
fn service(object: &str) -> Option<Vec<String>> {
    let words = object.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let words: Vec<String> = words.take_while(|w| !BEHIND.contains(&format!(" {w} "))).collect();
    let store = STORES.iter().find(|(said, _)| words.last().is_some_and(|last| said.contains(&last.as_str())));
    if let Some((_, names)) = store {
        return Some(names.iter().map(|name| (*name).to_owned()).collect());
    }
    let (kind, before) = words.split_last()?;
    let name = before.last().filter(|name| name.len() > 2 && !VAGUE.contains(&name.as_str()))?;
    let determined = before.len() > 1 || !matches!(name.as_str(), "the" | "our" | "your" | "his" | "her" | "their");
    (KINDS.contains(&kind.as_str()) && determined && name != "the").then(|| vec![name.clone()])
}

/// The ban on restarting what has a name: "the relay on node-7".
fn by_name(clause: &str) -> Option<Forbidden> {
    let mut words = clause.split_whitespace();
    let name = words.find(|w| !matches!(*w, "the" | "our" | "my" | "any"))?.trim_matches(['`', '.', '"']);
    let place = match (words.next(), words.next()) {
        (Some("on" | "at"), Some(place)) => Some(place.trim_matches(['`', '.', '"']).to_owned()),
        (None, _) => None,
        (Some(next), _) if BEHIND.contains(&format!(" {next} ")) => None,
        _ => return None,
    };
    let is_name = name.len() > 2 && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    (is_name && !NO_NAME.contains(&name) && !name.ends_with("ing"))
        .then(|| Forbidden { at: place.into_iter().collect(), ..Forbidden::new(Ban::Restart, vec![name.to_owned()]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_service_or_any_is_named() {
        for (behind, names) in [
            (" the scheduler daemon today", "scheduler"),
            (" nginx, people are on it", "nginx"),
            (" the services", ""),
            (" the dev server", ""),
            (" gateway-2 while I debug", "gateway-2"),
        ] {
            let mut out = Vec::new();
            restarted(behind, &mut out);
            assert_eq!(out.iter().map(|rule| rule.names.join(" ")).collect::<Vec<_>>(), [names], "{behind}");
        }
    }
}
