//! Defines the edits of an agent's settings that install and remove our hooks. Members are inserted into the text and
//! cut from it; every other byte stays. Claude Code's `settings.json` and Codex's `hooks.json` have the same shape.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

words! {
    /// The events for which hooks are installed. `PreCompact` comes before the context is summarised.
    HookEvent {
        /// A session begins, goes on, was cleared or compacted.
        SessionStart = "SessionStart",
        UserPromptSubmit = "UserPromptSubmit", Stop = "Stop", PreCompact = "PreCompact", SessionEnd = "SessionEnd",
    }
}

words! {
    /// The agents that run hooks.
    HookAgent {
        /// Claude Code.
        Claude = "claude",
        Codex = "codex",
    }
}

impl HookAgent {
    /// The events it has hooks for. Only newer versions of Codex report the end of a session, and its `Stop` comes
    /// before.
    pub fn events(self) -> &'static [HookEvent] {
        use HookEvent::{PreCompact, SessionStart, Stop, UserPromptSubmit};
        match self {
            Self::Claude => HookEvent::ALL,
            Self::Codex => &[SessionStart, UserPromptSubmit, Stop, PreCompact],
        }
    }

    /// The arguments after the program's name in a hook's command. A program of another name names the agent, so that its
    /// hooks are known by their arguments.
    fn arguments(self, event: HookEvent, program: &str) -> String {
        if self == Self::Claude && has_our_name(program) {
            return format!(" hook {event}");
        }
        format!(" hook {event} --agent {self}")
    }

    /// Our id of its session `native`.
    pub fn session(self, native: &str) -> String {
        format!("{self}-{native}")
    }
}

/// Seconds the agent waits for an answer before it goes on.
const TIMEOUT: u32 = 5;
/// The content a new settings file starts from: with empty lines such as nobody writes, so that what we made is known.
pub const NEW: &str = "{\n\n}\n";
/// The object appended to a file of white space; its empty line shows that we wrote it.
const FILLED: &str = "{\n\n}";
/// The white space of JSON.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// The byte range of a part in the text it was parsed from.
fn span(text: &str, part: &RawValue) -> Range<usize> {
    let start = part.get().as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.get().len()
}

/// The byte range of a part; `None` where it is missing.
type Place = Option<Range<usize>>;
type Members<'a> = BTreeMap<String, &'a RawValue>;

fn member<'a>(object: &'a str, name: &str) -> Result<Option<&'a RawValue>, String> {
    let members: Members<'a> = serde_json::from_str(object).map_err(|e| format!("is not understood: {e}"))?;
    Ok(members.get(name).copied())
}

/// The byte ranges of `hooks` and of one event's list in it.
fn places(text: &str, event: HookEvent) -> Result<(Place, Place), String> {
    let Some(hooks) = member(text, "hooks")? else { return Ok((None, None)) };
    let list = member(hooks.get(), event.word())?;
    Ok((Some(span(text, hooks)), list.map(|l| span(text, l))))
}

/// Inserts `what` as the last part of the object or list at `place`. The white space before its end stays, so that
/// cutting it out restores the same bytes.
fn put(text: &str, place: &Range<usize>, what: &str, depth: usize) -> String {
    let filled = text[..place.end - 1].trim_end();
    let comma = if filled.len() == place.start + 1 { "" } else { "," };
    format!("{filled}{comma}\n{}{what}{}", "  ".repeat(depth), &text[filled.len()..])
}

/// Cuts out the part at `place` with the comma beside it.
fn cut(text: &str, place: &Range<usize>) -> String {
    let (before, after) = (text[..place.start].trim_end(), &text[place.end..]);
    if let Some(before) = before.strip_suffix(',') {
        return format!("{before}{after}");
    }
    format!("{before}{}", after.trim_start().strip_prefix(',').unwrap_or(after))
}

/// Cuts out a member of an object, its name included.
fn cut_member(text: &str, name: &str, value: &Range<usize>) -> String {
    let quoted = format!("\"{name}\"");
    let start = text[..value.start].rfind(&quoted).unwrap_or(value.start);
    cut(text, &(start..value.end))
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    command: String,
}

/// Whether a program is called as ours is when it is installed.
fn has_our_name(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program).trim_end_matches(['"', '\'']);
    name == "deltamind" || name.starts_with("deltamind-")
}

/// Whether a command is our hook for this event of the agent; `program` is what this program is called.
fn ours(command: &str, event: HookEvent, agent: HookAgent, program: &str) -> bool {
    let bare = |text: &str| text.replace(['"', '\''], "");
    let command = bare(command);
    if command.ends_with(&format!(" hook {event} --agent {agent}")) {
        return true;
    }
    let named = command.strip_suffix(&format!(" hook {event}")).filter(|_| agent == HookAgent::Claude);
    named.is_some_and(|named| named == bare(program) || has_our_name(named))
}

/// The byte ranges of our hooks in an event's list: the group where it holds nothing else, else the hook in it.
fn our_parts(text: &str, event: HookEvent, agent: HookAgent, program: &str) -> Result<Vec<Range<usize>>, String> {
    let (_, Some(list)) = places(text, event)? else { return Ok(Vec::new()) };
    let groups: Vec<&RawValue> =
        serde_json::from_str(&text[list]).map_err(|_| format!("hooks.{event} is not a list: correct it first"))?;
    let mut out = Vec::new();
    for group in groups {
        let hooks = member(group.get(), "hooks").ok().flatten();
        let calls: Vec<&RawValue> = hooks.and_then(|h| serde_json::from_str(h.get()).ok()).unwrap_or_default();
        let is_ours = |part: &&RawValue| {
            serde_json::from_str::<Call>(part.get()).is_ok_and(|c| ours(&c.command, event, agent, program))
        };
        let (own, others): (Vec<&RawValue>, Vec<&RawValue>) = calls.into_iter().partition(is_ours);
        match (own.is_empty(), others.is_empty()) {
            (true, _) => {}
            (false, true) => out.push(span(text, group)),
            (false, false) => out.extend(own.into_iter().map(|part| span(text, part))),
        }
    }
    Ok(out)
}

/// The events for which our hooks are installed.
pub fn installed(text: &str, program: &str, agent: HookAgent) -> Result<Vec<HookEvent>, String> {
    let mut out = Vec::new();
    for &event in agent.events() {
        if !our_parts(text, event, agent, program)?.is_empty() {
            out.push(event);
        }
    }
    Ok(out)
}

/// Adds a hook that runs `program` to every event without one. An empty text gives new settings.
pub fn with_hooks(before: &str, program: &str, agent: HookAgent) -> Result<String, String> {
    let blank = before.trim_matches(BLANK).is_empty();
    let mut text = if blank { format!("{before}{FILLED}") } else { before.to_owned() };
    for &event in agent.events() {
        if !our_parts(&text, event, agent, program)?.is_empty() {
            continue;
        }
        let command = Value::from(format!("{program}{}", agent.arguments(event, program)));
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
    checked(before, text, program, agent)
}

/// Removes our hooks, and the lists and objects that installing them made.
pub fn without_hooks(before: &str, program: &str, agent: HookAgent) -> Result<String, String> {
    if before.trim().is_empty() {
        return Ok(before.to_owned());
    }
    let mut text = before.to_owned();
    for &event in agent.events() {
        let mut emptied = false;
        while let Some(place) = our_parts(&text, event, agent, program)?.pop() {
            text = cut(&text, &place);
            emptied = true;
        }
        let (_, list) = places(&text, event)?;
        if let Some(list) = list.filter(|l| emptied && is_left_empty(&text[l.start + 1..l.end - 1])) {
            text = cut_member(&text, event.word(), &list);
        }
        let (hooks, _) = places(&text, event)?;
        if let Some(hooks) = hooks.filter(|h| emptied && is_left_empty(&text[h.start + 1..h.end - 1])) {
            text = cut_member(&text, "hooks", &hooks);
        }
    }
    match text.strip_suffix(FILLED) {
        // The file was empty before.
        Some(blank) if text != before && blank.trim_matches(BLANK).is_empty() => Ok(blank.to_owned()),
        _ => checked(before, text, program, agent),
    }
}

/// Whether the inside of a list or object that is empty now was made by us: we begin a line for each part, and what was
/// empty before is written without one.
fn is_left_empty(inside: &str) -> bool {
    inside.trim().is_empty() && inside.contains('\n')
}

/// The new text, if it is valid and says everything but our hooks that the old one says.
fn checked(before: &str, after: String, program: &str, agent: HookAgent) -> Result<String, String> {
    let blank = before.trim_matches(BLANK).is_empty();
    let was = if blank { Some(Values::new()) } else { without_ours(before, program, agent) };
    if was.is_some() && without_ours(&after, program, agent) == was {
        return Ok(after);
    }
    Err("is written in a way that cannot be changed safely: mend it by hand".to_owned())
}

type Values = BTreeMap<String, Value>;

/// The settings without our hooks, and without lists and objects of hooks that are empty.
fn without_ours(text: &str, program: &str, agent: HookAgent) -> Option<Values> {
    let mut all: Values = serde_json::from_str(text).ok()?;
    let Some(Value::Object(hooks)) = all.get_mut("hooks") else { return Some(all) };
    for &event in agent.events() {
        let Some(Value::Array(groups)) = hooks.get_mut(event.word()) else { continue };
        groups.retain_mut(|group| {
            let Some(Value::Array(calls)) = group.get_mut("hooks") else { return true };
            let count = calls.len();
            calls.retain(|c| !c["command"].as_str().is_some_and(|c| ours(c, event, agent, program)));
            count == calls.len() || !calls.is_empty()
        });
        if groups.is_empty() {
            hooks.remove(event.word());
        }
    }
    if hooks.is_empty() {
        all.remove("hooks");
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_are_removed_again_and_the_rest_of_the_settings_is_unchanged() {
        for before in [
            NEW,
            "",
            "\n",
            " \r\n\t",
            "{\n}\n",
            "{\n\n}\n",
            "{}",
            "{\"hooks\":{}}",
            "{\n  \"hooks\": {},\n  \"a\": 1\n}\n",
            "{\n  \"hooks\": { },\n  \"a\": 1\n}\n",
            "{\n  \"a\": 1,\n  \"hooks\": {\n    \"Stop\": [],\n    \"SessionStart\": [ ]\n  }\n}\n",
            "{\"a\":1}\n",
            "{\n  \"model\": \"opus\",\n  \"z\": [1,   2]\n}\n",
            "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] }\n    ]\n  },\n  \"a\": 1\n}",
            "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"say done\"}]}],\"PreToolUse\":[]},\"é\":\"\\u00e9\"}\r\n",
        ] {
            for &agent in HookAgent::ALL {
                let with = with_hooks(before, "deltamind", agent).unwrap();
                assert_eq!(installed(&with, "deltamind", agent).unwrap(), agent.events(), "{with}");
                assert_eq!(with_hooks(&with, "deltamind", agent).unwrap(), with, "a second time changes nothing");
                let value: serde_json::Value = serde_json::from_str(&with).unwrap();
                let call = &value["hooks"]["SessionStart"][0]["hooks"][0];
                assert_eq!(
                    call["command"],
                    format!("deltamind{}", agent.arguments(HookEvent::SessionStart, "deltamind"))
                );
                assert_eq!((&call["type"], &call["timeout"]), (&"command".into(), &TIMEOUT.into()));
                assert_eq!(without_hooks(&with, "deltamind", agent).unwrap(), before, "{with}");
                let other = HookAgent::ALL.iter().find(|a| **a != agent).unwrap();
                assert_eq!(without_hooks(&with, "deltamind", *other).unwrap(), with, "what is another's stays");
            }
        }
        assert_eq!(installed("{}", "deltamind", HookAgent::Claude).unwrap(), []);
        assert!(with_hooks("{ broken", "deltamind", HookAgent::Codex).is_err());
        assert!(with_hooks("{\"hooks\": {\"Stop\": 3}}", "deltamind", HookAgent::Claude).is_err());
    }

    #[test]
    fn a_hook_of_the_persons_beside_ours_stays_and_hides_nothing() {
        let call = |command: &str| format!(r#"{{"type":"command","command":"{command}"}}"#);
        let both =
            format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{},{}]}}]}}}}"#, call("deltamind hook Stop"), call("say done"));
        assert_eq!(installed(&both, "deltamind", HookAgent::Claude).unwrap(), [HookEvent::Stop]);
        let with = with_hooks(&both, "deltamind", HookAgent::Claude).unwrap();
        assert_eq!(with.matches("deltamind hook Stop").count(), 1, "{with}");
        let without = without_hooks(&with, "deltamind", HookAgent::Claude).unwrap();
        assert_eq!(without, format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{}]}}]}}}}"#, call("say done")));
    }

    #[test]
    fn a_program_of_another_name_knows_our_hooks() {
        for first in ["deltamind", "/opt/deltamind-0.2", "/opt/dm", "'/opt/my tools/dm'"] {
            for then in ["deltamind", "/opt/dm", "dm2"] {
                for &agent in HookAgent::ALL {
                    let with = with_hooks("{}", first, agent).unwrap();
                    assert_eq!(with_hooks(&with, then, agent).unwrap(), with, "{first}, then {then}");
                    assert_eq!(without_hooks(&with, then, agent).unwrap(), "{}", "{first}, then {then}");
                }
            }
        }
    }

    #[test]
    fn a_key_with_escapes_never_makes_invalid_settings() {
        let text = with_hooks("{\"a\":1}", "deltamind", HookAgent::Claude).unwrap();
        for (name, escaped) in [("\"hooks\": {", "\"\\u0068ooks\": {"), ("\"Stop\"", "\"\\u0053top\"")] {
            let text = text.replace(name, escaped);
            for after in [
                without_hooks(&text, "deltamind", HookAgent::Claude),
                with_hooks(&text, "deltamind", HookAgent::Claude),
            ] {
                let Ok(after) = after else { continue };
                let value: serde_json::Value = serde_json::from_str(&after).unwrap();
                assert_eq!(value["a"], 1, "{after}");
            }
        }
    }

    #[test]
    fn only_our_own_calls_are_ours() {
        let stop = |command| ours(command, HookEvent::Stop, HookAgent::Claude, "x");
        assert!(stop("'/opt/my tools/deltamind' hook Stop"));
        assert!(stop("x hook Stop") && stop("/opt/dm hook Stop --agent claude"));
        assert!(!ours("deltamind hook Stop", HookEvent::SessionStart, HookAgent::Claude, "x"));
        assert!(!stop("other hook Stop"));
        assert!(!stop("deltamind hook Stop --agent codex"));
        assert!(!ours("deltamind hook Stop", HookEvent::Stop, HookAgent::Codex, "x"));
    }
}
