//! Defines the reading of the JavaScript that Codex runs in code mode, where every tool is a function of `tools`.
//! Commands are not read from it: each has an event of its own.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::calls::CodexRequest;
use crate::transcript::format::lists::todos;
use crate::transcript::format::tools::patched;

/// The call of the plan tool, up to its argument.
const PLAN: &str = "tools.update_plan(";

/// Reads the request of a script: the plan it sets last, else the files it patches.
pub(super) fn read_script(script: &str) -> CodexRequest {
    if let Some((_, argument)) = script.rsplit_once(PLAN)
        && let Some(plan) = plan_of(argument)
    {
        return CodexRequest::Todo(todos(Some(&plan)));
    }
    // The line ends of a string literal are escaped, those of a template are not.
    match patched(&script.replace("\\n", "\n")) {
        files if files.paths.is_empty() => CodexRequest::Other,
        files => CodexRequest::Patch(files),
    }
}

/// The plan in the object literal that a text begins with; `None` if it is no literal, such as a variable.
fn plan_of(argument: &str) -> Option<Box<RawValue>> {
    let literal = Value::deserialize(&mut json5::Deserializer::from_str(argument)).ok()?;
    let plan = literal.get("plan").filter(|plan| plan.is_array())?;
    RawValue::from_string(json!(plan).to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::TodoStatus;

    #[test]
    fn plans_are_read_from_object_literals() {
        let quoted = r#"await tools.update_plan({"plan": [{"step": "Peel", "status": "in_progress"}]});"#;
        let bare =
            "const p = await tools.update_plan({\n  plan: [{step: 'Peel', status: 'in_progress'},],\n});\ntext(p)";
        for script in [quoted, bare] {
            let CodexRequest::Todo(items) = read_script(script) else { panic!("{script}") };
            assert_eq!((items[0].text.as_str(), items[0].status), ("Peel", TodoStatus::InProgress), "{script}");
        }
        for script in ["await tools.update_plan({plan: steps})", "await tools.update_plan(", "text('hello')"] {
            assert_eq!(read_script(script), CodexRequest::Other, "{script}");
        }
    }

    #[test]
    fn patched_files_are_read_from_strings_and_templates() {
        let patch = |end: &str| format!("*** Begin Patch{end}*** Update File: src/pear.rs{end}@@{end}*** End Patch");
        for script in [
            format!("await tools.apply_patch(\"{}\")", patch("\\n")),
            format!("await tools.apply_patch(`{}`)", patch("\n")),
        ] {
            assert_eq!(read_script(&script), CodexRequest::Patch(vec!["src/pear.rs".into()].into()), "{script}");
        }
    }
}
