//! Defines the reading of a session file's two ends: the beginning for its project and parent, the end for its last
//! entry and title. A long file is never read whole.

use std::fs::File;
use std::path::Path;

use jiff::Timestamp;

use super::agents::{Agent, FileHead, SessionPreview, field};
use super::places::FileStamp;
use super::{INNER_PREFIX, SessionFile};
use crate::text::cut;
use crate::transcript::decode::Decoder;
use crate::transcript::follow::RawLine;
use crate::transcript::{Entry, Role, SessionKind};

/// Bytes read of the beginning, tried in turn until the preview is complete. Codex's first line holds its whole
/// instructions, tens of kilobytes.
const HEADS: [u64; 5] = [16 << 10, 32 << 10, 64 << 10, 128 << 10, 1 << 20];
/// Bytes of the beginning that are searched for the first request of a session that a person leads.
const REQUEST_HEAD: u64 = 128 << 10;
/// Bytes read at the end at first; four times more, up to [`TAIL_MOST`], while no dated line is whole in them.
const TAIL: u64 = 8 << 10;
const TAIL_MOST: u64 = 8 << 20;

/// A session file whose beginning was read.
pub(super) struct OpenSessionFile {
    agent: &'static Agent,
    file: File,
    /// Length and time of last change.
    pub stamp: FileStamp,
    size: u64,
    /// The whole of a small file; empty for a long one.
    head: Vec<u8>,
    last: Option<Timestamp>,
    /// The session, without its last entry and title.
    pub session: SessionFile,
}

/// Opens a file and reads its beginning; `None` when it holds no dated record there, or cannot be read.
pub(super) fn open(agent: &'static Agent, path: &Path) -> Option<OpenSessionFile> {
    let file = open_quietly(path)?;
    let meta = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let (size, stamp) = (meta.len(), (meta.len(), meta.modified().ok()));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let mut preview = SessionPreview::default();
    let (mut started, mut request) = (None, None);
    let mut bytes = Vec::new();
    for most in HEADS {
        // Only what is new is read when the head is enlarged.
        let known = bytes.len() as u64;
        bytes.extend(read_at(&file, known, most.min(size).saturating_sub(known))?);
        let text = String::from_utf8_lossy(&bytes);
        let head = FileHead { path, stem: &stem, text: &text, whole: most >= size };
        preview = (agent.preview)(&head);
        started = preview.started.or_else(|| text.lines().find_map(agent.date_of));
        request = first_request(path, &text);
        let searched = request.is_some() || most >= REQUEST_HEAD || preview.kind != SessionKind::Main;
        if head.whole || (preview.enough && started.is_some() && searched) {
            break;
        }
    }
    if preview.project.as_deref().is_some_and(is_ours) {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let branch = field(&text, "\"gitBranch\":").or_else(|| field(&text, "\"branch\":")).map(str::to_owned);
    drop(text);
    let native = preview.id.unwrap_or(stem);
    let session = SessionFile {
        agent: agent.id,
        id: format!("{}-{native}", agent.id),
        path: path.to_owned(),
        project: preview.project,
        title: None,
        request,
        branch,
        started,
        last_entry: None,
        live: false,
        kind: preview.kind,
        parent: preview.parent.map(|p| format!("{}-{p}", agent.id)),
    };
    let head = if bytes.len() as u64 == size { bytes } else { Vec::new() };
    started.map(|_| OpenSessionFile { agent, file, stamp, size, head, last: preview.last, session })
}

/// Columns kept of a first request: a title is a line.
const REQUEST: usize = 120;
/// Bytes that a first sentence has at least: shorter ones are greetings.
const SENTENCE: usize = 24;

/// The first thing the person asks for in the beginning of a file, its first lines joined to one. A command or a path
/// alone is taken only where nothing else is said.
fn first_request(path: &Path, head: &str) -> Option<String> {
    let mut decoder = Decoder::new(path).without_marks();
    let mut start = 0;
    let mut spoken: Option<String> = None;
    let mut look = |entries: Vec<Entry>| {
        entries.into_iter().filter_map(said).find_map(|words| {
            let request = request_of(&words);
            spoken.get_or_insert(words);
            request
        })
    };
    for (number, line) in (1..).zip(head.split_inclusive('\n')) {
        let bytes = line.trim_end_matches(['\n', '\r']).as_bytes();
        let end = start + bytes.len() as u64;
        let terminated = line.ends_with('\n');
        decoder.line(&RawLine { number, start, end, bytes, nuls: 0, oversized: false, terminated });
        start += line.len() as u64;
        let request = look(decoder.take());
        if request.is_some() {
            return request;
        }
    }
    decoder.finish();
    look(decoder.take()).or(spoken).map(|words| first_sentence(&words))
}

/// The beginning of a turn of the person's, on one line.
fn said(entry: Entry) -> Option<String> {
    let Entry::Turn(turn) = entry else { return None };
    (turn.role == Role::User).then(|| beginning(&turn.content)).filter(|words| !words.is_empty())
}

/// The first words of a text on one line: more than a title holds.
fn beginning(content: &str) -> String {
    content.split_whitespace().take(REQUEST).collect::<Vec<_>>().join(" ")
}

/// The title that a turn of the person's gives a session; `None` if it asks for nothing.
pub fn request_title(content: &str) -> Option<String> {
    request_of(&beginning(content))
}

/// Words the request of a turn as a title, without the commands and paths that it begins with; `None` if nothing else is
/// asked: an answer such as `1` or `yes` is no request.
fn request_of(words: &str) -> Option<String> {
    let is_handle = |word: &str| {
        let word = word.trim_start_matches(['"', '\'', '`', '<']);
        word.len() > 1 && (word.starts_with(['/', '@']) || word.starts_with("~/") || word.starts_with("./"))
    };
    // "Which oven? -> The old one" answers the agent's question.
    if words.contains("? -> ") {
        return None;
    }
    let request = words.split_whitespace().skip_while(|word| is_handle(word)).collect::<Vec<_>>().join(" ");
    says_something(&request).then(|| first_sentence(&request))
}

/// Whether a text has more than a number, a letter or a nod; a letter of a script without cases may be a word.
fn says_something(text: &str) -> bool {
    const LEAST: usize = 4;
    let letters = text.chars().filter(|c| c.is_alphabetic());
    letters.map(|c| if c.is_lowercase() || c.is_uppercase() { 1 } else { 2 }).sum::<usize>() >= LEAST
}

/// The first sentence, cut at a word, with the sign of it, where it is too long.
fn first_sentence(line: &str) -> String {
    let end = line.match_indices(". ").map(|(at, _)| at + 1).find(|at| *at >= SENTENCE).unwrap_or(line.len());
    cut(line.get(..end).unwrap_or(line), REQUEST).into_owned()
}

/// Whether a working directory is one that a model command was run in.
pub(super) fn is_ours(project: &str) -> bool {
    Path::new(project).file_name().is_some_and(|n| n.to_string_lossy().starts_with(INNER_PREFIX))
}

impl OpenSessionFile {
    /// Reads the end of the file.
    pub(super) fn finish(mut self) -> SessionFile {
        let mut want = if self.head.is_empty() { TAIL } else { self.size };
        let mut last = self.last;
        while want > 0 {
            let from = self.size.saturating_sub(want);
            let read = if self.head.is_empty() { read_at(&self.file, from, want.min(self.size)) } else { None };
            let text = String::from_utf8_lossy(read.as_ref().unwrap_or(&self.head));
            // The text before the first line end is the rest of a line.
            let whole = if from == 0 { &*text } else { text.split_once('\n').map_or("", |(_, rest)| rest) };
            self.session.title = self.session.title.or_else(|| (self.agent.title)(whole));
            last = last.or_else(|| whole.lines().rev().find_map(self.agent.date_of));
            let enough = last.is_some() || from == 0 || want >= TAIL_MOST;
            want = if enough { 0 } else { want * 4 };
        }
        // An agent's title may be no more than the command that began the session.
        self.session.title = self.session.title.filter(|title| request_of(title).is_some());
        // A session may be written by machines whose clocks differ; it does not end before it began.
        self.session.last_entry = last.or(self.session.started);
        self.session
    }
}

/// Opens without blocking on a pipe that has the name of a session.
fn open_quietly(path: &Path) -> Option<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path).ok()?;
    // Two small reads far apart: nothing between them need come from the disk.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::Random);
    Some(file)
}

fn read_at(file: &File, offset: u64, len: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len as usize];
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match at(file, rest, offset + done as u64) {
            // It became shorter meanwhile.
            Ok(0) => break,
            Ok(n) => done += n,
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    bytes.truncate(done);
    Some(bytes)
}

#[cfg(unix)]
fn at(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
fn at(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_real_request_names_a_session() {
        let named = |turns: &[&str]| {
            let line = |words: &&str| {
                let record = serde_json::json!({
                    "type": "user", "uuid": words, "sessionId": "s", "timestamp": "2026-05-04T09:12:00Z",
                    "message": { "role": "user", "content": words },
                });
                format!("{record}\n")
            };
            first_request(Path::new("s.jsonl"), &turns.iter().map(line).collect::<String>())
        };
        for (turns, name) in [
            (&["/review", "Look at the oven. Then go."][..], Some("Look at the oven. Then go.")),
            (&["/home/ada/oven.md", "bake it at 180"], Some("bake it at 180")),
            (&["@docs/oven.md say what it lacks"], Some("say what it lacks")),
            (&["1", "Mend the login page of the shop"], Some("Mend the login page of the shop")),
            (&["/plan 4", "Which oven? -> The old one", "bake it at 180"], Some("bake it at 180")),
            (&["ok", "修复登录"], Some("修复登录")),
            (&["yes"], Some("yes")),
            (&["/compact"], Some("/compact")),
            (&[], None),
        ] {
            assert_eq!(named(turns).as_deref(), name, "{turns:?}");
        }
    }
}
