//! Defines the change of Claude Code's `settings.json` that calls us at its events: members are put into the text and
//! taken out of it, and every other byte stays.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

words! {
    /// The events we are called at.
    HookEvent {
        /// A session begins, goes on, was cleared or compacted.
        SessionStart = "SessionStart",
        /// The person sends a prompt.
        UserPromptSubmit = "UserPromptSubmit",
        /// The agent has answered.
        Stop = "Stop",
        /// The context is about to be summarised.
        PreCompact = "PreCompact",
        /// The session ends.
        SessionEnd = "SessionEnd",
    }
}

/// Seconds the agent waits for an answer before it goes on.
const TIMEOUT: u32 = 5;
/// What a file begins with where there is none.
const EMPTY: &str = "{\n}\n";

/// Where a part stands in the text it was parsed from.
fn span(text: &str, part: &RawValue) -> Range<usize> {
    let start = part.get().as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.get().len()
}

/// Where a part stands, if it is there.
type Place = Option<Range<usize>>;
type Members<'a> = BTreeMap<String, &'a RawValue>;

fn member<'a>(object: &'a str, name: &str) -> Result<Option<&'a RawValue>, String> {
    let members: Members<'a> = serde_json::from_str(object).map_err(|e| format!("is not understood: {e}"))?;
    Ok(members.get(name).copied())
}

/// The part of the text that is `hooks`, and the list of one event in it.
fn places(text: &str, event: HookEvent) -> Result<(Place, Place), String> {
    let Some(hooks) = member(text, "hooks")? else { return Ok((None, None)) };
    let list = member(hooks.get(), event.word())?;
    Ok((Some(span(text, hooks)), list.map(|l| span(text, l))))
}

/// The text with `what` as the last part of the object or list at `place`.
fn put(text: &str, place: &Range<usize>, what: &str, depth: usize) -> String {
    let inner = &text[place.start + 1..place.end - 1];
    let filled = inner.trim_end();
    let comma = if filled.trim().is_empty() { "" } else { "," };
    let (deep, back) = ("  ".repeat(depth), "  ".repeat(depth - 1));
    let (before, after) = (&text[..=place.start], &text[place.end - 1..]);
    format!("{before}{filled}{comma}\n{deep}{what}\n{back}{after}")
}

/// The text without the part at `place`, and without the comma that parted it from its neighbour.
fn cut(text: &str, place: &Range<usize>) -> String {
    let (before, after) = (text[..place.start].trim_end(), &text[place.end..]);
    if let Some(before) = before.strip_suffix(',') {
        return format!("{before}{after}");
    }
    let rest = after.trim_start().strip_prefix(',').unwrap_or(after);
    // Alone in its object or list: that closes at once.
    let rest = if rest.trim_start().starts_with(['}', ']']) { rest.trim_start() } else { rest };
    format!("{before}{rest}")
}

/// The same for a member of an object, whose name goes too.
fn cut_member(text: &str, name: &str, value: &Range<usize>) -> String {
    let quoted = format!("\"{name}\"");
    let start = text[..value.start].rfind(&quoted).unwrap_or(value.start);
    cut(text, &(start..value.end))
}

#[derive(Deserialize)]
struct Group {
    #[serde(default)]
    hooks: Vec<Call>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    command: String,
}

/// Whether a command is ours, for this event.
fn ours(command: &str, event: HookEvent) -> bool {
    let command = command.replace(['"', '\''], "");
    command.strip_suffix(&format!(" hook {event}")).is_some_and(|program| program.ends_with("deltamind"))
}

/// The groups of an event's list that are ours alone.
fn groups(text: &str, event: HookEvent) -> Result<Vec<Range<usize>>, String> {
    let (_, Some(list)) = places(text, event)? else { return Ok(Vec::new()) };
    let parts: Vec<&RawValue> =
        serde_json::from_str(&text[list]).map_err(|_| format!("hooks.{event} is not a list: mend it first"))?;
    let is_ours = |part: &&RawValue| {
        let group: Option<Group> = serde_json::from_str(part.get()).ok();
        group.is_some_and(|g| !g.hooks.is_empty() && g.hooks.iter().all(|c| ours(&c.command, event)))
    };
    Ok(parts.into_iter().filter(is_ours).map(|p| span(text, p)).collect())
}

/// The events at which we are called.
pub fn installed(text: &str) -> Result<Vec<HookEvent>, String> {
    let mut out = Vec::new();
    for &event in HookEvent::ALL {
        if !groups(text, event)?.is_empty() {
            out.push(event);
        }
    }
    Ok(out)
}

/// The settings with a call of `program` at every event where there is none. No settings give new ones.
pub fn with_hooks(text: &str, program: &str) -> Result<String, String> {
    let mut text = if text.trim().is_empty() { EMPTY.to_owned() } else { text.to_owned() };
    for &event in HookEvent::ALL {
        if !groups(&text, event)?.is_empty() {
            continue;
        }
        let command = serde_json::Value::from(format!("{program} hook {event}"));
        let group = format!(r#"{{ "hooks": [{{ "type": "command", "command": {command}, "timeout": {TIMEOUT} }}] }}"#);
        text = match places(&text, event)? {
            (None, _) => {
                let start = text.find('{').unwrap_or(0);
                let end = text.rfind('}').map_or(text.len(), |at| at + 1);
                put(&text, &(start..end), &format!("\"hooks\": {{\n    \"{event}\": [\n      {group}\n    ]\n  }}"), 1)
            }
            (Some(hooks), None) => put(&text, &hooks, &format!("\"{event}\": [\n      {group}\n    ]"), 2),
            (Some(_), Some(list)) => put(&text, &list, &group, 3),
        };
    }
    Ok(text)
}

/// The settings without our calls. Lists and objects that hold nothing else go too.
pub fn without_hooks(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let mut text = text.to_owned();
    for &event in HookEvent::ALL {
        let mut emptied = false;
        while let Some(place) = groups(&text, event)?.pop() {
            text = cut(&text, &place);
            emptied = true;
        }
        let (_, list) = places(&text, event)?;
        if let Some(list) = list.filter(|l| emptied && text[l.start + 1..l.end - 1].trim().is_empty()) {
            text = cut_member(&text, event.word(), &list);
        }
        let (hooks, _) = places(&text, event)?;
        if let Some(hooks) = hooks.filter(|h| emptied && text[h.start + 1..h.end - 1].trim().is_empty()) {
            text = cut_member(&text, "hooks", &hooks);
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_again_and_the_rest_stays() {
        for before in [
            "{\n}\n",
            "{\n  \"model\": \"opus\",\n  \"z\": [1,   2]\n}\n",
            "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] }\n    ]\n  },\n  \"a\": 1\n}",
        ] {
            let with = with_hooks(before, "deltamind").unwrap();
            assert_eq!(installed(&with).unwrap(), HookEvent::ALL, "{with}");
            assert_eq!(with_hooks(&with, "deltamind").unwrap(), with, "a second time changes nothing");
            let value: serde_json::Value = serde_json::from_str(&with).unwrap();
            assert_eq!(value["hooks"]["SessionStart"][0]["hooks"][0]["command"], "deltamind hook SessionStart");
            let without = without_hooks(&with).unwrap();
            let same = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            assert_eq!(same(&without), same(before), "{without}");
            assert!(
                before.lines().all(|l| l.trim_end_matches(',').is_empty() || with.contains(l.trim_end_matches(',')))
            );
        }
        assert_eq!(installed("{}").unwrap(), []);
        assert!(with_hooks("{ broken", "deltamind").is_err());
        assert!(with_hooks("{\"hooks\": {\"Stop\": 3}}", "deltamind").is_err());
    }

    #[test]
    fn only_our_own_calls_are_ours() {
        assert!(ours("'/opt/my tools/deltamind' hook Stop", HookEvent::Stop));
        assert!(!ours("deltamind hook Stop", HookEvent::SessionStart));
        assert!(!ours("other hook Stop", HookEvent::Stop));
    }
}
