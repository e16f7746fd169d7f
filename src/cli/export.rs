//! Defines `deltamind export`: the active items within a budget, whole items only.

use std::path::Path;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::saved::{SessionSource, here, of_transcript, put_json};
use super::suggest_memory::root;
use super::{number, put};
use crate::memory::loadout::files;
use crate::session::{Budget, ExportFormat, Session, Source, export, export_context};
use crate::text::{SafeText, counted};

/// Budget when none is given, in characters.
const DEFAULT: usize = 8000;

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Use {
    /// An agent's context: the text alone.
    Context,
    /// A Markdown file for people, with a title.
    Markdown,
    /// One JSON object.
    Json,
    /// ai-loadout's index and the files it points to, written below .deltamind/loadout.
    AiLoadout,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind export --max-tokens 2000
  deltamind export --for markdown > CONTEXT.md
  deltamind export --before-compaction
  deltamind export --for ai-loadout
  deltamind export --from session.jsonl --for json")]
pub struct ExportArgs {
    #[command(flatten)]
    which: SessionSource,
    /// At most so many characters; 0 means nothing. 8000 if no budget is given.
    #[arg(long, value_name = "N", conflicts_with = "max_tokens", value_parser = number::<usize>, allow_negative_numbers = true)]
    max_chars: Option<usize>,
    /// At most so many tokens, estimated at four characters each.
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    max_tokens: Option<usize>,
    /// Only what was decided and ruled before the agent's context was compacted last, and its own summary does not say.
    #[arg(long, conflicts_with_all = ["max_chars", "max_tokens"])]
    before_compaction: bool,
    /// The use of the output.
    #[arg(long = "for", value_name = "USE", default_value = "context")]
    purpose: Use,
}

/// Prints the export.
pub fn run(args: &ExportArgs) -> Result<u8> {
    let session = args.which.get()?.session;
    let budget = args.max_tokens.map_or(Budget::Chars(args.max_chars.unwrap_or(DEFAULT)), Budget::Tokens);
    if args.before_compaction {
        return before_compaction(args, &session);
    }
    if args.purpose == Use::AiLoadout {
        return loadout(args, &session);
    }
    if args.which.json || args.purpose == Use::Json {
        return as_json(&session, budget);
    }
    let export = export_context(&session, session.ledger(), budget);
    let text = SafeText::block(&export.text).into_string();
    if args.purpose == Use::Context {
        return put(&text);
    }
    put(&format!("# {}\n\n{text}", session.heading(session.last_turn_at())))
}

/// Prints what the last compaction lost.
fn before_compaction(args: &ExportArgs, session: &Session) -> Result<u8> {
    let Some(last) = session.compactions().last() else {
        bail!("the agent's context was not compacted in this session");
    };
    let format = match args.purpose {
        Use::Context => ExportFormat::Context,
        Use::Markdown => ExportFormat::Markdown,
        Use::Json => ExportFormat::Json,
        Use::AiLoadout => bail!("--before-compaction is for context, markdown or json"),
    };
    let format = if args.which.json { ExportFormat::Json } else { format };
    let source = Source { before: Some(last), ..Source::all(session) };
    let exported = export(source, format, Budget::Chars(usize::MAX));
    if exported.text.is_empty() {
        eprintln!("nothing decided or ruled before the compaction is missing from the agent's summary");
    }
    put(&exported.text)
}

/// Writes the index with its files into the store, and prints its path.
fn loadout(args: &ExportArgs, session: &Session) -> Result<u8> {
    let store = if args.which.from.is_some() { of_transcript(session.meta().cwd.as_deref())? } else { here()? };
    let folder = store.root().join("loadout");
    let files = files(session, &from_root(&folder, &root(session, &store)), jiff::Timestamp::now());
    let texts: Vec<(&str, &str)> = files.iter().map(|f| (f.name.as_str(), f.text.as_str())).collect();
    store.set_loadout(&session.meta().session_id, &texts)?;
    let (index, entries) = (folder.join("index.json"), files.len() - 1);
    if args.which.json {
        return put_json(&json!({ "index": index, "entries": entries, "variable": "AI_LOADOUT_SESSION" }));
    }
    let index = SafeText::shown(index.display());
    let entries = counted(entries, "entry");
    put(&format!("{entries}; ai-loadout finds them with\nexport AI_LOADOUT_SESSION='{}'\n", index.as_str()))
}

/// A folder as the index names it: from the project's root, with `/`; absolute where it is elsewhere.
fn from_root(folder: &Path, root: &Path) -> String {
    let Ok(below) = folder.strip_prefix(root) else { return folder.display().to_string() };
    let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn as_json(session: &Session, budget: Budget) -> Result<u8> {
    let export = export_context(session, session.ledger(), budget);
    let left: serde_json::Map<_, _> = export.left_out.iter().map(|(k, n)| (k.word().to_owned(), json!(n))).collect();
    put_json(&json!({
        "session": session.meta().session_id,
        "seq": session.ledger().seq(),
        "maxChars": budget.chars(),
        "chars": export.text.chars().count(),
        "items": export.shown,
        "leftOut": left,
        "text": export.text,
    }))
}
