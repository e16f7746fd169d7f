//! Defines moving pictures: several frames in one SVG that plays by itself.
//!
//! Rows that stay the same from frame to frame are written once. A viewer that plays nothing shows the last frame.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::Buffer;

use super::{row_svg, window};
use crate::tui::theme::Theme;

/// The frames, each for so many seconds, over and over. All have the size of the first.
pub fn animation(frames: &[(Buffer, f64)], theme: &Theme, title: &str) -> String {
    let Some((first, _)) = frames.first() else { return String::new() };
    let mut out = window(first.area, theme, title);
    let total: f64 = frames.iter().map(|(_, seconds)| seconds).sum();
    for y in 0..first.area.height {
        // What the row shows, in the order it first does, and in which frames.
        let mut shown: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        for (n, (buf, _)) in frames.iter().enumerate() {
            let row = row_svg(buf, theme, y);
            let on = shown.entry(row).or_insert_with(|| vec![false; frames.len()]);
            if let Some(on) = on.get_mut(n) {
                *on = true;
            }
        }
        for (row, on) in shown.iter().filter(|(row, _)| !row.is_empty()) {
            if on.iter().all(|on| *on) {
                out.push_str(row);
                continue;
            }
            let last = if on.last() == Some(&true) { "visible" } else { "hidden" };
            let (times, values) = steps(frames, on, total);
            let _ = write!(
                out,
                "<g visibility=\"{last}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
                 dur=\"{total:.1}s\" repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>\n{row}</g>\n"
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// When a row comes and goes: moments from 0 to 1, and what holds from each.
fn steps(frames: &[(Buffer, f64)], on: &[bool], total: f64) -> (String, String) {
    let (mut times, mut values) = (String::new(), String::new());
    let (mut at, mut last) = (0.0, None);
    for ((_, seconds), on) in frames.iter().zip(on) {
        if last != Some(*on) {
            let comma = if last.is_some() { ";" } else { "" };
            let _ = write!(times, "{comma}{:.4}", at / total);
            values.push_str(comma);
            values.push_str(if *on { "visible" } else { "hidden" });
            last = Some(*on);
        }
        at += seconds;
    }
    (times, values)
}
