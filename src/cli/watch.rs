//! Defines `deltamind watch FILE`: follows a transcript, or draws one frame of it without a terminal.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use jiff::{SignedDuration, Timestamp};

use super::{Out, ScreenOptions, Usage, number, size};
use crate::pipeline::{Pipeline, Thresholds};
use crate::runtime::{self, Options};
use crate::session::Session;
use crate::transcript::read_file;
use crate::tui::keymap::{Key, parse_line};
use crate::tui::{Msg, State, Theme, frame, update};

/// Arguments of `watch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind watch session.jsonl
  deltamind watch session.jsonl --follow-project
  deltamind watch session.jsonl --frame 100x30 --out frame.svg")]
pub struct WatchArgs {
    /// The transcript; it may come into being later.
    file: PathBuf,
    /// Go on to a newer session of the same project as soon as one appears.
    #[arg(long, conflicts_with = "frame")]
    follow_project: bool,
    /// Draw one frame of this size and leave, as 100x30.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    frame: Option<(u16, u16)>,
    /// Keys to press before the frame is drawn, as "j j ?"; `text:abc` types letters.
    #[arg(long, value_name = "KEYS", requires = "frame", default_value = "")]
    keys: String,
    /// Where the frame goes: a .svg or .txt file, or - for text on stdout.
    #[arg(long, value_name = "FILE", requires = "frame", default_value = "-")]
    out: Out,
    /// Draw as if everything after the change of this number were new.
    #[arg(long, value_name = "NUMBER", requires = "frame", value_parser = number::<u64>, allow_negative_numbers = true)]
    seen: Option<u64>,
    #[command(flatten)]
    look: ScreenOptions,
}

/// Follows the file, or draws the frame.
pub fn run(args: &WatchArgs) -> Result<u8> {
    let options = args.look.options(args.follow_project)?;
    let Some(size) = args.frame else {
        return Ok(runtime::run(&args.file, &options)?);
    };
    let keys = parse_line(&args.keys)
        .map_err(|word| Usage(format!("no key is spelled {word}; try j, G, ctrl-d, space, enter, lt, gt")))?;
    let state = still(&args.file, size, &keys, &options, args.seen)?;
    let theme = state.prefs.themes.get(&state.prefs.theme).cloned().unwrap_or_else(Theme::numbered);
    let drawn = frame::render(&state, &theme);
    let svg = args.out.extension().is_some_and(|e| e == "svg");
    let picture = if svg { frame::svg(&drawn, &theme, "deltamind") } else { frame::text(&drawn) };
    if args.out == Path::new("-") {
        std::io::stdout().write_all(picture.as_bytes()).context("stdout cannot be written to")?;
    } else {
        std::fs::write(&args.out, picture).with_context(|| format!("{} cannot be written", args.out.display()))?;
    }
    Ok(0)
}

/// The state after the whole file was read and the keys were pressed. The clock is set to the last turn, so that the
/// same file gives the same frame.
fn still(file: &Path, size: (u16, u16), keys: &[Key], options: &Options, seen: Option<u64>) -> Result<State> {
    let read = read_file(file)?;
    let mut now = Timestamp::UNIX_EPOCH;
    let pipeline = Pipeline::with_thresholds(Thresholds::of(&options.settings.config));
    let mut session = Session::with_pipeline(read.meta, pipeline);
    session.ingest(read.entries);
    now = session.turns().iter().filter_map(|t| t.at).max().unwrap_or(now);
    let mut state = State::new(session, size);
    options.settings.apply(&mut state, options.theme.as_deref(), "dark");
    state.prefs.set_plain(options.plain);
    update(&mut state, Msg::Damaged(read.counts.damaged_total()));
    update(&mut state, Msg::CaughtUp);
    if !keys.is_empty() {
        // A key that goes back must not find the past half laid out.
        state.compute_past(usize::MAX);
    }
    if let Some(seq) = seen {
        state.attention.seen.before = seq;
    }
    update(&mut state, Msg::Now(now));
    for key in keys {
        // A second apart: questions are answered by keys that come after they were seen.
        now = now.saturating_add(SignedDuration::from_secs(1)).unwrap_or(now);
        update(&mut state, Msg::Key { key: *key, at: now });
        update(&mut state, Msg::Now(now));
    }
    Ok(state)
}
