//! Defines the edits of an agent's settings that install and remove our hooks. Members are inserted into the text and
//! cut from it; every other byte stays. Claude Code's `settings.json` and Codex's `hooks.json` have the same shape.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
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

    /// The arguments after the program's name in a hook's command.
    fn arguments(self, event: HookEvent) -> String {
        match self {
            Self::Claude => format!(" hook {event}"),
            Self::Codex => format!(" hook {event} --agent codex"),
        }
    }

    /// Our id of its session `native`.
    pub fn session(self, native: &str) -> String {
        format!("{self}-{native}")
    }
}

/// Seconds the agent waits for an answer before it goes on.
const TIMEOUT: u32 = 5;
/// The content a new settings file starts from.
pub const EMPTY: &str = "{\n}\n";

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

/// Whether a command is our hook: `call` is the end of its command line, `program` what this program is called.
fn ours(command: &str, call: &str, program: &str) -> bool {
    let bare = |text: &str| text.replace(['"', '\''], "");
    let Some(named) = bare(command).strip_suffix(call).map(str::to_owned) else { return false };
    let name = named.rsplit('/').next().unwrap_or(&named);
    named == bare(program) || name == "deltamind" || name.starts_with("deltamind-")
}

/// The byte ranges of our hooks in an event's list: the group where it holds nothing else, else the hook in it.
fn our_parts(text: &str, event: HookEvent, agent: HookAgent, program: &str) -> Result<Vec<Range<usize>>, String> {
    let (_, Some(list)) = places(text, event)? else { return Ok(Vec::new()) };
    let groups: Vec<&RawValue> =
        serde_json::from_str(&text[list]).map_err(|_| format!("hooks.{event} is not a list: correct it first"))?;
    let call = agent.arguments(event);
    let mut out = Vec::new();
    for group in groups {
        let hooks = member(group.get(), "hooks").ok().flatten();
        let calls: Vec<&RawValue> = hooks.and_then(|h| serde_json::from_str(h.get()).ok()).unwrap_or_default();
        let is_ours =
            |part: &&RawValue| serde_json::from_str::<Call>(part.get()).is_ok_and(|c| ours(&c.command, &call, program));
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
    let mut text = if before.trim().is_empty() { EMPTY.to_owned() } else { before.to_owned() };
    for &event in agent.events() {
        if !our_parts(&text, event, agent, program)?.is_empty() {
            continue;
        }
        let command = serde_json::Value::from(format!("{program}{}", agent.arguments(event)));
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
    checked(before, text)
}

/// Removes our hooks, and the lists and objects that are empty without them.
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
        if let Some(list) = list.filter(|l| emptied && text[l.start + 1..l.end - 1].trim().is_empty()) {
            text = cut_member(&text, event.word(), &list);
        }
        let (hooks, _) = places(&text, event)?;
        if let Some(hooks) = hooks.filter(|h| emptied && text[h.start + 1..h.end - 1].trim().is_empty()) {
            text = cut_member(&text, "hooks", &hooks);
        }
    }
    checked(before, text)
}

/// The new text, if it is valid and says everywhere but in `hooks` what the old one says.
fn checked(before: &str, after: String) -> Result<String, String> {
    type Values = BTreeMap<String, serde_json::Value>;
    let others = |text: &str| -> Option<Values> {
        let mut all: Values = serde_json::from_str(text).ok()?;
        all.remove("hooks");
        Some(all)
    };
    let was = if before.trim().is_empty() { Some(Values::new()) } else { others(before) };
    if was.is_some() && others(&after) == was {
        return Ok(after);
    }
    Err("is written in a way that cannot be changed safely: mend it by hand".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_are_removed_again_and_the_rest_of_the_settings_is_unchanged() {
        for before in [
            EMPTY,
            "{}",
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
                assert_eq!(call["command"], format!("deltamind{}", agent.arguments(HookEvent::SessionStart)));
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
    fn a_program_of_another_name_knows_its_own_hooks() {
        let with = with_hooks("{}", "/opt/dm", HookAgent::Claude).unwrap();
        assert_eq!(with_hooks(&with, "/opt/dm", HookAgent::Claude).unwrap(), with);
        assert_eq!(without_hooks(&with, "/opt/dm", HookAgent::Claude).unwrap(), "{}");
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
        let stop = HookAgent::Claude.arguments(HookEvent::Stop);
        assert!(ours("'/opt/my tools/deltamind' hook Stop", &stop, "x"));
        assert!(!ours("deltamind hook Stop", &HookAgent::Claude.arguments(HookEvent::SessionStart), "x"));
        assert!(!ours("other hook Stop", &stop, "x"));
        assert!(!ours("deltamind hook Stop --agent codex", &stop, "x"));
    }
}
