//! Defines the settings that a project's own file may not make: a cloned repository could otherwise choose where
//! memories are written.

use super::fault::{Fault, parse_toml};

/// Settings that are valid in the user's own file only.
const PERSONAL: &[&str] = &["memory", "project", "standup"];

/// A fault for each setting in a project's file that only the user may make.
pub fn refused(text: &str) -> Vec<Fault> {
    let (table, mut faults) = parse_toml(text);
    for (key, _) in table.get_ref() {
        let name = key.get_ref().as_ref();
        if PERSONAL.contains(&name) {
            let what = format!("`{name}` counts in your own config.toml only; a project's file cannot set it");
            faults.add(key.span().start, &what);
        }
    }
    faults.into_list()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_cannot_set_where_memories_go() {
        let faults =
            refused("[thresholds]\naccept = 0.4\n[memory]\ntarget = \"claude\"\n[project.\"/\"]\nmemory = 1\n");
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [3, 5], "{faults:?}");
        assert!(faults[0].what.contains("your own config.toml only"), "{faults:?}");
        assert_eq!(refused("[thresholds]\naccept = 0.4\n"), []);
    }
}
