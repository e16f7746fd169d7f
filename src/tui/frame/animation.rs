//! Defines moving pictures: several frames in one SVG that plays by itself.
//!
//! Rows that stay the same from frame to frame are written once. A viewer without animation shows the last frame.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::Buffer;

use super::{CELL, row_svg, window};
use crate::tui::theme::Theme;

/// The frames, each shown for its number of seconds, in a loop. All have the size of the first.
pub fn animation(frames: &[(Buffer, f64)], theme: &Theme, title: &str) -> String {
    let Some((first, _)) = frames.first() else { return String::new() };
    let mut out = window(first.area, theme, title);
    let total: f64 = frames.iter().map(|(_, seconds)| seconds).sum();
    // A growing list moves its rows down, so each row is defined once, at the top, and then only referenced.
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut places = String::new();
    for y in 0..first.area.height {
        // Per row content, the frames that show it.
        let mut shown: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
        for (n, (buf, _)) in frames.iter().enumerate() {
            let row = row_svg(buf, theme, y, 0);
            if row.is_empty() {
                continue;
            }
            let next = names.len();
            let name = *names.entry(row).or_insert(next);
            let on = shown.entry(name).or_insert_with(|| vec![false; frames.len()]);
            if let Some(on) = on.get_mut(n) {
                *on = true;
            }
        }
        for (name, on) in &shown {
            place(&mut places, frames, (*name, y, on), total);
        }
    }
    let mut rows: Vec<(&String, &usize)> = names.iter().collect();
    rows.sort_by_key(|(_, name)| **name);
    out.push_str("<defs>\n");
    for (row, name) in rows {
        let _ = write!(out, "<g id=\"r{name}\">\n{row}</g>\n");
    }
    out + "</defs>\n" + &places + "</svg>\n"
}

/// References a row at its position, with the times at which it is visible.
fn place(out: &mut String, frames: &[(Buffer, f64)], (name, y, on): (usize, u16, &[bool]), total: f64) {
    let down = f64::from(y) * CELL.1;
    if on.iter().all(|on| *on) {
        let _ = writeln!(out, "<use href=\"#r{name}\" y=\"{down:.0}\"/>");
        return;
    }
    let last = if on.last() == Some(&true) { "visible" } else { "hidden" };
    let (times, values) = steps(frames, on, total);
    let _ = writeln!(
        out,
        "<use href=\"#r{name}\" y=\"{down:.0}\" visibility=\"{last}\"><animate attributeName=\"visibility\" \
         calcMode=\"discrete\" dur=\"{total:.1}s\" repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/></use>"
    );
}

/// The key times of a row, from 0 to 1, with its visibility from each on.
fn steps(frames: &[(Buffer, f64)], on: &[bool], total: f64) -> (String, String) {
    let (mut times, mut values) = (String::new(), String::new());
    let (mut at, mut last) = (0.0, None);
    for ((_, seconds), on) in frames.iter().zip(on) {
        if last != Some(*on) {
            let comma = if last.is_some() { ";" } else { "" };
            let _ = write!(times, "{comma}{:.3}", at / total);
            values.push_str(comma);
            values.push_str(if *on { "visible" } else { "hidden" });
            last = Some(*on);
        }
        at += seconds;
    }
    (times, values)
}
