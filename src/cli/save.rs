//! Defines `deltamind save`: a transcript's session, or a snapshot from elsewhere, is saved without a screen.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::json;

use super::put;
use super::saved::{here, of_transcript, put_json, short};
use crate::runtime::resume::take_up;
use crate::session::Session;
use crate::store::{Disk, OpenedSession, SessionWriter, Store, StoreError, import};
use crate::text::counted;
use crate::transcript::discover::{Env, Places, newest_main};
use crate::transcript::read::{ReadOn, peek, read_on};

/// Most bytes taken from stdin.
const LARGEST: u64 = 256 << 20;

/// Arguments of `save`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind save
  deltamind save --from session.jsonl
  deltamind save --from-stdin --session planning < snapshot.json")]
pub struct SaveArgs {
    /// The transcript; the newest session of this project if none is named.
    #[arg(long, value_name = "FILE", conflicts_with = "from_stdin")]
    from: Option<PathBuf>,
    /// Save the snapshot on stdin: one of ours, or one of the earlier tools.
    #[arg(long)]
    from_stdin: bool,
    /// The id to save a snapshot from stdin under.
    #[arg(long, value_name = "ID", requires = "from_stdin")]
    session: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Saves and says where.
pub fn run(args: &SaveArgs) -> Result<u8> {
    let (session, folder, bytes) = if args.from_stdin {
        imported(args.session.as_deref())?
    } else {
        let path = args.from.clone().map_or_else(newest, Ok)?;
        transcript(&path)?
    };
    let (id, ledger) = (&session.meta().session_id, session.ledger());
    let (items, seq, lines) = (ledger.items().len(), ledger.seq(), session.log().len());
    if args.json {
        let value =
            json!({ "session": id, "folder": folder, "items": items, "seq": seq, "lines": lines, "bytes": bytes });
        return put_json(&value);
    }
    let (items, lines) = (counted(items, "item"), counted(lines, "log line"));
    let said = format!("{id}: {items}, {lines} saved in {}\n", short(&folder));
    put(&crate::text::SafeText::block(&said).into_string())
}

/// The newest session of the project in the current directory.
fn newest() -> Result<PathBuf> {
    let cwd = std::env::current_dir().context("the current directory is gone; change to another one")?;
    let found = newest_main(&cwd, &Places::from_env(&Env::of_process()));
    Ok(found.map_err(|none| anyhow!("{none}; name one with --from FILE"))?.path)
}

type Done = (Session, PathBuf, usize);

fn imported(id: Option<&str>) -> Result<Done> {
    let mut bytes = Vec::new();
    std::io::stdin().take(LARGEST).read_to_end(&mut bytes).context("stdin cannot be read")?;
    let session = import(&bytes, id).map_err(|why| anyhow!("{why}"))?;
    let store = here()?;
    let (mut keeper, _) = keeper(&store, &session.meta().session_id)?;
    keeper.reset();
    let written = keeper.save(&session, None)?;
    Ok((session, keeper.folder().to_owned(), written))
}

/// Reads what is new in a transcript on top of what is saved, and saves it.
fn transcript(path: &Path) -> Result<Done> {
    let Some(meta) = peek(path) else {
        // The error names the file itself.
        crate::transcript::read_file(path)?;
        return Err(anyhow!("{} holds no session yet", path.display()));
    };
    let store = of_transcript(meta.cwd.as_deref())?;
    let (mut keeper, loaded) = keeper(&store, &meta.session_id)?;
    let (mut session, taken) = match loaded {
        Some(loaded) => take_up(loaded.session, loaded.mark, path)?,
        None => (Session::default(), None),
    };
    let whole = taken.is_none();
    let ReadOn { read, mark } = read_on(path, taken)?;
    tracing::info!(records = read.counts.records, damaged = read.counts.damaged_total(), "transcript read");
    session.set_meta(read.meta);
    session.ingest(read.entries);
    if whole {
        session.apply_pending_corrections(true);
    }
    let mark = mark.and_then(|m| serde_json::to_string(&m).ok());
    let written = keeper.save(&session, mark.as_deref())?;
    Ok((session, keeper.folder().to_owned(), written))
}

fn keeper(store: &Store, id: &str) -> Result<(Box<SessionWriter>, Option<Box<crate::store::Loaded>>)> {
    match SessionWriter::open(store, id, Disk::of_process())? {
        OpenedSession::Ours(keeper, loaded) => {
            if let Some(warning) = store.warning() {
                eprintln!("deltamind: {}", crate::text::SafeText::line(&warning).as_str());
            }
            Ok((keeper, loaded))
        }
        OpenedSession::Theirs(who) => Err(StoreError::Busy { session: id.to_owned(), who }.into()),
    }
}
