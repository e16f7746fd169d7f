//! Defines `deltamind memory`, which approves, dismisses and undoes suggestions by id.
//!
//! Approving shows the exact change and asks; without a terminal it writes only with `--yes`.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde_json::json;

use super::put;
use super::saved::{SessionSource, here, put_json, short, table};
use super::suggest_memory::{Offered, offered, root, target};
use crate::memory::{MemoryEnv, MemoryEvent, MemoryEventKind, SuggestionRow, SuggestionStatus, TargetKind, apply};
use crate::session::suggest::Ask;
use crate::session::{Session, worded};
use crate::store::StoreError;
use crate::text::SafeText;

/// Arguments of `memory`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind memory status
  deltamind memory approve m-a3f7c012
  deltamind memory undo m-a3f7c012")]
pub struct MemoryArgs {
    #[command(subcommand)]
    command: MemoryCommand,
}

#[derive(Debug, Subcommand)]
enum MemoryCommand {
    /// Keep a suggestion: shows the change, asks, writes.
    Approve(Approve),
    /// Do not offer a suggestion again unless it changes.
    Dismiss(Dismiss),
    /// Undo the last decision on a suggestion; files get their former bytes, or nothing is done.
    Undo(Undo),
    /// Show how many wait, and where approved ones go.
    Status(Status),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind memory approve m-a3f7c012
  deltamind memory approve m-a3f7c012 m-51b5c034 --yes
  deltamind memory approve m-a3f7c012 --dry-run")]
struct Approve {
    #[command(flatten)]
    which: SessionSource,
    /// The suggestions: ids as suggest-memory prints them, or ids of items.
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// Where to keep them: claude, claude-memories or context.
    #[arg(long, value_name = "PLACE", value_parser = target)]
    target: Option<TargetKind>,
    /// Show the change and write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask.
    #[arg(long)]
    yes: bool,
    /// With --yes, also what is flagged.
    #[arg(long, requires = "yes")]
    flagged: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind memory dismiss m-a3f7c012
  deltamind memory dismiss m-a3f7c012 --reason 'true of this week only'")]
struct Dismiss {
    #[command(flatten)]
    which: SessionSource,
    /// The suggestion.
    #[arg(value_name = "ID")]
    id: String,
    /// Why: kept, and shown when something similar is suggested.
    #[arg(long, value_name = "WORDS")]
    reason: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind memory undo m-a3f7c012")]
struct Undo {
    /// The suggestion: its id, or that of its item.
    #[arg(value_name = "ID")]
    id: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind memory status --json")]
struct Status {
    #[command(flatten)]
    which: SessionSource,
}

/// Runs the command.
pub fn run(args: &MemoryArgs) -> Result<u8> {
    match &args.command {
        MemoryCommand::Approve(args) => approve(args),
        MemoryCommand::Dismiss(args) => dismiss(args),
        MemoryCommand::Undo(args) => undo(args),
        MemoryCommand::Status(args) => status(args),
    }
}

fn row<'a>(offered: &'a Offered, id: &str) -> Result<&'a SuggestionRow> {
    offered.queue.get(id).with_context(|| {
        format!(
            "nothing is suggested under {id}: `deltamind suggest-memory` lists what is, and an id it printed with \
                 --from or --session needs the same option"
        )
    })
}

fn approve(args: &Approve) -> Result<u8> {
    let mut done = Vec::new();
    for id in &args.ids {
        // Anew for each: the one before may have changed the index.
        let offered = offered(&args.which, Ask::ANY, args.target)?;
        let row = row(&offered, id)?;
        if row.standing == SuggestionStatus::Approved {
            bail!("{} is approved already", row.suggestion.id);
        }
        let draft = offered.target.draft(&row.suggestion)?;
        if !args.which.json {
            put(&draft.diff())?;
            for warning in draft.warnings.iter().map(|w| SafeText::line(w)) {
                put(&format!("note: {}\n", warning.as_str()))?;
            }
            for flag in &row.suggestion.flags {
                put(&format!("{}\n", flag.word().replace('_', " ")))?;
            }
        }
        if args.dry_run {
            done.push(json!({ "id": row.suggestion.id, "written": false, "diff": draft.diff() }));
            continue;
        }
        if args.yes && !args.flagged && !row.suggestion.flags.is_empty() {
            bail!("{} is flagged: look at it and approve it at a terminal, or add --flagged", row.suggestion.id);
        }
        if !args.yes && !confirmed("Write this? [y/N] ")? {
            put("nothing was written\n")?;
            continue;
        }
        let memo = apply::approve(&offered.store, offered.target.as_ref(), &row.suggestion, &draft, Timestamp::now())?;
        let names: Vec<&str> = memo.files.iter().map(|f| f.file.as_str()).collect();
        if !args.which.json {
            let said = format!("{} saved in {}: {}", memo.id, short(&draft.folder), names.join(", "));
            put(&format!("{}\n", SafeText::line(&said).as_str()))?;
        }
        done.push(json!({ "id": memo.id, "written": true, "folder": draft.folder, "files": names }));
    }
    if args.which.json { put_json(&json!({ "approved": done })) } else { Ok(0) }
}

/// Asks the person at the terminal for a yes; fails without a terminal.
pub(super) fn confirmed(question: &str) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("not interactive: pass --yes; nothing was written");
    }
    let mut out = std::io::stdout().lock();
    out.write_all(question.as_bytes()).and_then(|()| out.flush()).context("stdout cannot be written to")?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).context("stdin cannot be read")?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn dismiss(args: &Dismiss) -> Result<u8> {
    let offered = offered(&args.which, Ask::ANY, None)?;
    let row = row(&offered, &args.id)?;
    let reason = args.reason.as_ref().map(|r| SafeText::line(r).into_string()).filter(|r| !r.is_empty());
    let memo = apply::dismiss(&offered.store, &row.suggestion, reason, Timestamp::now())?;
    if args.which.json {
        return put_json(&json!({ "dismissed": memo.id, "reason": memo.reason }));
    }
    put(&format!("{} is not suggested again unless it changes\n", memo.id))
}

fn undo(args: &Undo) -> Result<u8> {
    let store = here()?;
    if !store.exists() {
        let what = format!("nothing is saved in {}: {}", short(store.root()), apply::NOTHING_TO_UNDO);
        return Err(StoreError::Missing(what).into());
    }
    let root = root(&Session::default(), &store);
    let id = named(&args.id, &MemoryEvent::all(&store)?);
    let said = MemoryEvent::all(&store)?.into_iter().chain(MemoryEvent::pending(&store)).rfind(|m| m.id == id);
    // Where it was written to hangs on where its session worked.
    let session = said.and_then(|memo| Some(store.load(&store.pick(Some(&memo.session)).ok()?).ok()?.session));
    let env = MemoryEnv::of_process().of_session(session.as_ref().and_then(|s| s.meta().cwd.as_deref()));
    let memos = apply::events(&root, &store, &env)?;
    let last = memos.iter().rev().find(|m| m.id == id);
    let last = last.filter(|m| m.did != MemoryEventKind::Undone);
    let last = last.with_context(|| format!("there is no approval or dismissal of {} to undo", args.id))?;
    let back = if last.did == MemoryEventKind::Approved {
        let target = apply::place_of(&root, &store, &env, last)?;
        let draft = apply::draft_undo(target.as_ref(), &memos, last)?;
        Some((target, draft))
    } else {
        None
    };
    let back = back.as_ref().map(|(target, draft)| (target.as_ref(), draft));
    let memo = apply::undo(&store, back, last, Timestamp::now())?;
    let names: Vec<&str> = memo.files.iter().map(|f| f.file.as_str()).collect();
    if args.json {
        return put_json(&json!({ "undone": memo.id, "files": names }));
    }
    let files =
        if names.is_empty() { "no file is concerned".to_owned() } else { format!("as before: {}", names.join(", ")) };
    put(&format!("{}: undone; {files}\n", memo.id))
}

/// Resolves the id of a suggestion, or of its item in the session saved last.
fn named(id: &str, memos: &[MemoryEvent]) -> String {
    if memos.iter().any(|m| m.id == id) {
        return id.to_owned();
    }
    let which = SessionSource { session: None, from: None, json: false };
    // Without that session there is nothing the id could be of.
    let found = offered(&which, Ask::ANY, None).ok();
    found.and_then(|o| Some(o.queue.get(id)?.suggestion.id.clone())).unwrap_or_else(|| id.to_owned())
}

fn status(args: &Status) -> Result<u8> {
    let offered = offered(&args.which, Ask::default(), None)?;
    let Offered { queue, target, store, why, refused, .. } = &offered;
    let counts: Vec<(SuggestionStatus, usize)> = SuggestionStatus::ALL.iter().map(|s| (*s, queue.count(*s))).collect();
    let memos = MemoryEvent::all(store)?;
    // Of a suggestion that was dismissed and approved since, the reason holds no more.
    let dismissed: Vec<&SuggestionRow> = queue.rows.iter().filter(|row| row.reason.is_some()).collect();
    let folder = target.folder().path();
    if args.which.json {
        let counts: serde_json::Map<_, _> = counts.iter().map(|(s, n)| (s.word().to_owned(), json!(n))).collect();
        let dismissed: Vec<_> = dismissed
            .iter()
            .map(|row| json!({ "id": row.suggestion.id, "title": row.suggestion.title, "reason": row.reason }))
            .collect();
        let place = json!({ "kind": target.kind(), "folder": folder, "why": why });
        let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
        let (records, refused) = (memos.len(), json!(refused));
        return put_json(&json!({
            "counts": counts, "target": place, "records": records, "dismissed": dismissed, "refused": refused,
        }));
    }
    let mut out = "Suggestions of this session:\n".to_owned();
    for (standing, n) in counts {
        let word = if standing == SuggestionStatus::Kept { "saved already" } else { standing.word() };
        let _ = writeln!(out, "{n:>4} {word}");
    }
    let (place, why) = (short(folder), SafeText::line(why));
    let _ = writeln!(out, "saved in {} ({}): {}", place, target.kind(), why.as_str());
    let row = |row: &&SuggestionRow| {
        let (id, title) = (row.suggestion.id.clone(), worded(&row.suggestion.title).into_string());
        vec![id, title, row.reason.clone().unwrap_or_default()]
    };
    let rows: Vec<Vec<String>> = dismissed.iter().map(row).collect();
    put(&format!("{out}{}", table(&rows)))
}
