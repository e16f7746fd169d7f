//! Defines `deltamind eval --outputs FOLDER`: what is handed on of written sessions, against what was expected of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use jiff::Timestamp;

use super::replay::{Replaying, recorded};
use crate::config::StandupConfig;
use crate::lab::outputs::{ExpectedOutputs, OutputBoard, OutputScore, SessionOutputs};
use crate::pipeline::Pipeline;
use crate::runtime::standup::compare;
use crate::session::Session;
use crate::standup::action::ActionKind;
use crate::standup::review::describe;
use crate::standup::service::StandupService;
use crate::store::Store;
use crate::transcript::read_file;

const EXPECTED: &str = ".expected.json";
const BOARD: &str = "TODO.md";

/// Measures every `NAME.expected.json` of a folder with its `NAME.jsonl` and `NAME.TODO.md`.
pub fn measure(folder: &Path, pipeline: &Pipeline, replaying: Option<&Replaying<'_>>) -> Result<OutputBoard> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let name = entry?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(EXPECTED)).map(str::to_owned));
    }
    if names.is_empty() {
        bail!("{} holds no *{EXPECTED} file", folder.display());
    }
    names.sort();
    let mut board = OutputBoard::default();
    for name in names {
        let path = folder.join(format!("{name}{EXPECTED}"));
        let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let expected: ExpectedOutputs =
            serde_json::from_slice(&text).with_context(|| format!("{} is not as expected", path.display()))?;
        let transcript = folder.join(format!("{name}.jsonl"));
        let read = read_file(&transcript)?;
        let mut session = Session::with_pipeline(read.meta, pipeline.clone());
        match replaying {
            Some(replaying) => recorded(&mut session, read.entries.clone(), &replaying.folder.join(&name), replaying)?,
            None => session.ingest(read.entries.clone()),
        }
        let standup = proposals(&transcript, &folder.join(format!("{name}.{BOARD}")))?;
        board.push(&name, OutputScore::of(&SessionOutputs::of(&session, &read.entries, standup), &expected));
    }
    Ok(board)
}

/// The proposals of a standup over one transcript, in a project of its own whose board is a copy of `board`.
fn proposals(transcript: &Path, board: &Path) -> Result<Vec<(String, String)>> {
    let project = tempfile::Builder::new().prefix("deltamind-eval-").tempdir().context("no temporary folder")?;
    if board.is_file() {
        std::fs::copy(board, project.path().join(BOARD)).with_context(|| format!("cannot copy {}", board.display()))?;
    }
    let store = Store::at(project.path().join(".deltamind"));
    let now = Timestamp::now();
    let service = StandupService::open(project.path(), store.clone(), &StandupConfig::default(), now);
    let transcripts: [PathBuf; 1] = [transcript.to_owned()];
    let compared = compare(&service, &store, &transcripts, now, false, &mut |_, _, _| false)?;
    let rows = service.rehearse(&compared.plan).into_iter();
    Ok(rows.filter_map(|(p, _)| Some((kind(p.action.kind())?.to_owned(), describe(&p.action)))).collect())
}

/// The word for a kind of proposal; `None` for one that nobody is asked about.
fn kind(kind: ActionKind) -> Option<&'static str> {
    match kind {
        ActionKind::CreateTask | ActionKind::LogTask => Some("task"),
        ActionKind::DoneTask => Some("done"),
        ActionKind::CreateDoc
        | ActionKind::EnrichDoc
        | ActionKind::DocMetadata
        | ActionKind::CorrectDoc
        | ActionKind::FixSkill => Some("document"),
        ActionKind::NoAction => None,
    }
}
