//! Defines how the person's editor gets the terminal: the input thread pauses, the screen is released, and both resume
//! when the editor ends.

use std::path::Path;
use std::process::Command;

use super::input::InputThread;
use super::terminal::Screen;

/// The editor when neither variable is set.
const EDITOR: &str = "vi";

/// Opens a file in `$VISUAL`, else `$EDITOR`, and waits for its end. `Err` holds the reason of a failure, in one line;
/// the outer error is the terminal's.
pub fn open(path: &Path, screen: &mut Screen, reading: &InputThread) -> std::io::Result<Result<(), String>> {
    let mut named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let editor = named.find(|editor| !editor.trim().is_empty()).unwrap_or_else(|| EDITOR.to_owned());
    // If the input thread kept reading, it and the editor would compete for the keys.
    let Some(_paused) = reading.pause() else {
        return Ok(Err("cannot open the editor right now: try again".to_owned()));
    };
    // The variable may hold arguments, as "code --wait": the shell splits them, and the path stays one word.
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(path);
    let status = screen.lend(|| command.status())?;
    Ok(match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{editor} ended with {status}")),
        Err(error) => Err(format!("{editor} cannot be started: {error}")),
    })
}
