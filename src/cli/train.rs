//! Defines `deltamind train GOLD... --out FILE`: learns the scorer's weights from labelled sessions.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::{gold, number, put};
use crate::lab::authorship::{self, AuthorshipFigures};
use crate::lab::endings::{self, EndingFigures};
use crate::lab::replies::{self, ReplyFigures};
use crate::lab::spoken::{self, SpokenFigures};
use crate::lab::train::{Example, Recipe, examples, learn};
use crate::pipeline::linear::LinearModel;
use crate::pipeline::scorer::model::Header;
use crate::pipeline::spoken::SpokenAct;

/// Largest weights file, in bytes: it is compiled into the program.
const MOST_BYTES: usize = 200_000;

/// The probability from which the table counts an act as said surely.
const SURE: f32 = 0.6;

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind train fixtures/labelled --out my.weights")]
pub struct TrainArgs {
    /// Folders of labelled sessions (NAME.gold.json beside NAME.turns.jsonl), or single .gold.json files. With --spoken:
    /// files of clauses.
    #[arg(required = true)]
    gold: Vec<PathBuf>,
    /// Learn what clauses of a person do, from files such as those in fixtures/spoken; a table shows how a model of all
    /// other files does on each.
    #[arg(long)]
    spoken: bool,
    /// Learn which standing items a turn of the person ends, from files such as those in fixtures/endings.
    #[arg(long, conflicts_with = "spoken")]
    endings: bool,
    /// Learn which lines of a person's message are pasted, from files such as those in fixtures/authorship.
    #[arg(long, conflicts_with_all = ["spoken", "endings"])]
    authorship: bool,
    /// Learn what replies do to a proposal, from files such as those in fixtures/replies.
    #[arg(long, conflicts_with_all = ["spoken", "endings", "authorship"])]
    replies: bool,
    /// The file to write the weights to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
    /// Features in fewer examples than this are not learned; a higher number makes the file smaller [default: 6; with
    /// --spoken: 5]
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    least: Option<usize>,
}

/// Learns and writes. The same sessions give the same bytes.
pub fn run(args: &TrainArgs) -> Result<u8> {
    let out = args.out.as_path();
    if out.is_dir() {
        bail!("{} is a folder; name a file", out.display());
    }
    if out.exists() && !args.force {
        return Err(exists(out));
    }
    if args.spoken {
        return learn_spoken(args);
    }
    if args.endings {
        return learn_endings(args);
    }
    if args.replies {
        return learn_replies(args);
    }
    if args.authorship {
        return learn_authorship(args);
    }
    let recipe = with_least(Recipe::default(), args);
    let (sessions, data) = gold::load(&args.gold)?;
    let labels: usize = sessions.iter().map(|s| s.gold.gold.labels.len()).sum();
    let names = sessions.iter().map(|s| s.gold.name.clone()).collect();
    let all: Vec<Example> = sessions.iter().flat_map(|s| examples(&s.gold, recipe)).collect();
    if all.iter().all(|e| e.families.is_empty()) {
        bail!("there is nothing to learn: no clause carries the quote of a label");
    }
    let header = Header { data, sessions: names, seed: recipe.seed, ..Header::default() };
    let weights = learn(&all, recipe, header);
    let bytes = weights.to_bytes();
    if bytes.len() > MOST_BYTES {
        let (is, more) = (bytes.len(), recipe.least + recipe.least / 2 + 1);
        bail!("the weights take {is} bytes, at most {MOST_BYTES} are allowed: try --least {more}, or fewer sessions");
    }
    write(out, &bytes, args.force)?;
    let features = weights.header.features;
    let (sessions, examples) = (sessions.len(), all.len());
    put(&format!(
        "{sessions} sessions, {examples} examples, {labels} labels, {features} features, {} bytes\n",
        bytes.len()
    ))
}

fn with_least(recipe: Recipe, args: &TrainArgs) -> Recipe {
    Recipe { least: args.least.unwrap_or(recipe.least), ..recipe }
}

/// The texts of the files, read by `read`, with the header of what is learned from them.
fn files_of<T>(args: &TrainArgs, recipe: Recipe, read: fn(&str) -> Result<T, String>) -> Result<(Vec<T>, Header)> {
    let mut data = blake3::Hasher::new();
    let mut files = Vec::new();
    for path in &args.gold {
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        data.update(text.as_bytes());
        files.push(read(&text).map_err(|wrong| anyhow!("{}: {wrong}", path.display()))?);
    }
    let sessions = args.gold.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    let data = data.finalize().to_hex().to_string();
    Ok((files, Header { data, sessions, seed: recipe.seed, ..Header::default() }))
}

/// Learns which acts clauses perform, and prints how well.
fn learn_spoken(args: &TrainArgs) -> Result<u8> {
    let recipe = with_least(spoken::recipe(), args);
    let (files, header) = files_of(args, recipe, spoken::examples)?;
    let all: Vec<_> = files.iter().flatten().collect();
    let model = spoken::learn(&all, recipe, header);
    let learned_from = format!("{} files, {} clauses", files.len(), all.len());
    let head = format!("| act | clauses | said | right | said at {SURE} | right |\n|---|--:|--:|--:|--:|--:|");
    let figures = SpokenAct::ALL.iter().zip(spoken::by_folds(&files, recipe, SURE));
    let rows = figures.map(|(act, figures)| {
        let SpokenFigures { all, said, right, said_surely, right_surely } = figures;
        format!("| {} | {all} | {said} | {right} | {said_surely} | {right_surely} |", act.word())
    });
    finish(args, &model, &learned_from, &head, rows)
}

/// Learns what turns end, and prints how well.
fn learn_endings(args: &TrainArgs) -> Result<u8> {
    let recipe = with_least(endings::recipe(), args);
    let (files, header) = files_of(args, recipe, endings::examples)?;
    let all: Vec<_> = files.iter().flat_map(|file| &file.examples).collect();
    let model = endings::learn(&all, recipe, header);
    let ends: usize = files.iter().map(|file| file.ends).sum();
    let learned_from = format!("{} files, {} items, {ends} ended", files.len(), all.len());
    let rows = endings::by_folds(&files, recipe).into_iter();
    let rows = rows.map(|EndingFigures { from, said, right }| format!("| {from} | {said} | {right} |"));
    finish(args, &model, &learned_from, "| from | said to be ended | right |\n|--:|--:|--:|", rows)
}

/// Learns whose words lines are, and prints how well.
fn learn_authorship(args: &TrainArgs) -> Result<u8> {
    let recipe = with_least(authorship::recipe(), args);
    let (files, header) = files_of(args, recipe, authorship::examples)?;
    let all: Vec<_> = files.iter().flatten().collect();
    let model = authorship::learn(&all, recipe, header);
    let learned_from = format!("{} files, {} messages", files.len(), all.len());
    let head = "| from | pasted lines | found | own lines | lost |\n|--:|--:|--:|--:|--:|";
    let rows = authorship::by_folds(&files, recipe).into_iter().map(|figures| {
        let AuthorshipFigures { from, pasted, found, own, lost } = figures;
        format!("| {from} | {pasted} | {found} | {own} | {lost} |")
    });
    finish(args, &model, &learned_from, head, rows)
}

/// Learns what replies do, and prints how well.
fn learn_replies(args: &TrainArgs) -> Result<u8> {
    let recipe = with_least(replies::recipe(), args);
    let (files, header) = files_of(args, recipe, replies::examples)?;
    let all: Vec<_> = files.iter().flatten().collect();
    let model = replies::learn(&all, recipe, header);
    let learned_from = format!("{} files, {} replies", files.len(), all.len());
    let head = "| from | said to accept | right | said to refuse | right |\n|--:|--:|--:|--:|--:|";
    let rows = replies::by_folds(&files, recipe).into_iter().map(|figures| {
        let ReplyFigures { from, said: [_, accept, refuse], right: [_, accepted, refused] } = figures;
        format!("| {from} | {accept} | {accepted} | {refuse} | {refused} |")
    });
    finish(args, &model, &learned_from, head, rows)
}

/// Writes a model to its file, and prints what it was learned from with a table of how models do on other files.
fn finish<const N: usize>(
    args: &TrainArgs,
    model: &LinearModel<N>,
    learned_from: &str,
    head: &str,
    rows: impl Iterator<Item = String>,
) -> Result<u8> {
    let bytes = model.to_bytes();
    write(&args.out, &bytes, args.force)?;
    let mut table = format!("{learned_from}, {} features, {} bytes\n\n{head}\n", model.header.features, bytes.len());
    for row in rows {
        let _ = writeln!(table, "{row}");
    }
    put(&table)
}

fn exists(out: &Path) -> anyhow::Error {
    anyhow!("{} exists; --force replaces it", out.display())
}

/// Writes a temporary file and renames it, so that the file is complete or unchanged.
fn write(out: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let folder = out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = || format!("{} cannot be written", out.display());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".weights-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets; the person's umask takes from it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).with_context(cannot)?;
    if force {
        file.persist(out).with_context(cannot)?;
    } else if let Err(failed) = file.persist_noclobber(out) {
        if failed.error.kind() == std::io::ErrorKind::AlreadyExists {
            return Err(exists(out));
        }
        return Err(failed.error).with_context(cannot);
    }
    Ok(())
}
