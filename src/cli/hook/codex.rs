//! Defines whether Codex runs the hooks that are installed for it: it runs a project's only in a project that it trusts,
//! and each only once the person trusted it at `/hooks`, which it notes in its `config.toml`.

use std::path::Path;

use super::super::saved::short;
use crate::memory::settings::HookEvent;

/// Says in a sentence whether Codex's `config.toml` trusts the hooks in `file` for these events.
pub(super) fn trust(config: &toml::Table, file: &Path, events: &[HookEvent]) -> String {
    let shown = short(file);
    let known = |event: &&HookEvent| is_trusted(config, file, **event);
    let missing: Vec<&str> = events.iter().filter(|event| !known(event)).map(|event| event.word()).collect();
    if missing.is_empty() {
        return format!("Codex trusts the hooks in {shown}");
    }
    let which = if missing.len() == events.len() { String::new() } else { format!(" ({})", missing.join(", ")) };
    format!("Codex does not run the hooks in {shown}{which} yet: trust them there (/hooks)")
}

/// Whether it has noted that one of our kind of hook in this file is trusted, and did not switch it off since. Its notes
/// are named by file, event, and the hook's place in the file.
fn is_trusted(config: &toml::Table, file: &Path, event: HookEvent) -> bool {
    let notes = config.get("hooks").and_then(|hooks| hooks.get("state")?.as_table());
    let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    notes.into_iter().flatten().any(|(name, note)| {
        let mut parts = name.rsplitn(4, ':');
        let (place, group, word) = (parts.next(), parts.next(), parts.next());
        let is_place = place.is_some() && group.is_some() && word == Some(&*snake(event.word()));
        is_place
            && parts.next().is_some_and(|path| Path::new(path) == file || Path::new(path) == real)
            && note.get("trusted_hash").is_some()
            && note.get("enabled").and_then(toml::Value::as_bool) != Some(false)
    })
}

/// `SessionStart` as `session_start`.
fn snake(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_is_noted_for_each_event() {
        let file = Path::new("/w/shop/.codex/hooks.json");
        let all = [HookEvent::SessionStart, HookEvent::Stop];
        let config = |notes: &str| notes.parse::<toml::Table>().unwrap();
        let none = trust(&config(""), file, &all);
        assert!(none.contains("does not run the hooks in /w/shop/.codex/hooks.json yet"), "{none}");
        let one = "[hooks.state.\"/w/shop/.codex/hooks.json:session_start:0:0\"]\ntrusted_hash = \"sha256:b9\"\n";
        assert!(trust(&config(one), file, &all).contains("(Stop) yet"));
        let both = format!("{one}[hooks.state.\"/w/shop/.codex/hooks.json:stop:1:0\"]\ntrusted_hash = \"sha256:b8\"\n");
        assert!(trust(&config(&both), file, &all).contains("Codex trusts the hooks in"));
        assert!(trust(&config(&format!("{both}enabled = false\n")), file, &all).contains("(Stop) yet"));
        assert!(trust(&config(&both), Path::new("/w/other/.codex/hooks.json"), &all).contains("does not run"));
    }
}
