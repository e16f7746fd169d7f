//! Defines `deltamind demo`: a sample session is replayed into a temporary file and followed like any other.

use std::fs::File;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use jiff::Timestamp;
use serde::Deserialize;

use super::ScreenOptions;
use crate::runtime::{self, Options};

/// The session, in Claude Code's format.
const SESSION: &str = include_str!("../../fixtures/demo/session.jsonl");
/// How long the whole session takes at speed 1.
const LENGTH: Duration = Duration::from_secs(45);
/// Longest pause that counts, in seconds of the session, so that one long break does not take all of the time.
const LONGEST_PAUSE: f64 = 90.0;
/// Lines written before the screen opens, so that it does not open empty.
const HEAD_START: usize = 12;

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How many times faster than its 45 seconds.
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    #[command(flatten)]
    look: ScreenOptions,
}

/// Replays the session until the person leaves. The file goes with the folder.
pub fn run(args: &DemoArgs) -> Result<u8> {
    let options = args.look.options(false)?;
    let folder = tempfile::Builder::new().prefix("deltamind-demo-").tempdir().context("no temporary folder")?;
    runtime::terminal::sweep_at_end(folder.path());
    let path = folder.path().join("session.jsonl");
    let file = File::create(&path).context("the demo's temporary file cannot be written")?;
    let speed = args.speed;
    std::thread::Builder::new().name("demo".to_owned()).spawn(move || replay(file, speed))?;
    Ok(runtime::run(&path, &Options { save: None, model: None, ..options })?)
}

/// Writes line after line, each with the present as its time, until the end or until the file cannot be written.
fn replay(mut file: File, speed: f64) {
    for (line, pause) in paced(SESSION, LENGTH.as_secs_f64() / speed) {
        std::thread::sleep(pause);
        if file.write_all(format!("{}\n", now_in(line)).as_bytes()).is_err() {
            return;
        }
    }
}

#[derive(Deserialize)]
struct Timed<'a> {
    #[serde(borrow)]
    timestamp: Option<&'a str>,
}

fn timestamp(line: &str) -> Option<&str> {
    serde_json::from_str::<Timed<'_>>(line).ok()?.timestamp
}

/// The lines, each with the pause before it; all pauses together take `seconds`.
fn paced(session: &str, seconds: f64) -> Vec<(&str, Duration)> {
    let mut last: Option<Timestamp> = None;
    let mut pauses = Vec::new();
    for (n, line) in session.lines().filter(|l| !l.is_empty()).enumerate() {
        let at: Option<Timestamp> = timestamp(line).and_then(|t| t.parse().ok());
        let pause = match (last, at) {
            (Some(last), Some(at)) if n >= HEAD_START => at.duration_since(last).as_secs_f64(),
            _ => 0.0,
        };
        pauses.push((line, pause.clamp(0.0, LONGEST_PAUSE)));
        last = at.or(last);
    }
    let total: f64 = pauses.iter().map(|(_, p)| p).sum();
    let scale = if total > 0.0 { seconds / total } else { 0.0 };
    pauses.into_iter().map(|(line, pause)| (line, Duration::from_secs_f64(pause * scale))).collect()
}

/// The line as if it were written now.
fn now_in(line: &str) -> String {
    match timestamp(line) {
        Some(then) => line.replace(then, &format!("{:.3}", Timestamp::now())),
        None => line.to_owned(),
    }
}

fn speed(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|n| (0.1..=1000.0).contains(n)).ok_or("a speed is a number from 0.1 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_is_spread_over_its_duration() {
        let lines = paced(SESSION, 45.0);
        let total: f64 = lines.iter().map(|(_, p)| p.as_secs_f64()).sum();
        assert!((total - 45.0).abs() < 0.1, "{total}");
        let longest = lines.iter().map(|(_, p)| p.as_secs_f64()).fold(0.0, f64::max);
        assert!(longest < 5.0, "{longest}");
        assert!(lines.iter().take(HEAD_START).all(|(_, p)| p.is_zero()));
    }

    #[test]
    fn a_line_keeps_all_but_its_time() {
        let line = r#"{"a":1,"timestamp":"2026-10-17T08:02:11.204Z"}"#;
        let now = now_in(line);
        assert!(timestamp(&now).unwrap().parse::<Timestamp>().is_ok());
        assert!(now.starts_with(r#"{"a":1,"#) && !now.contains("2026-10-17T08"));
    }
}
