//! The fuzzer's targets over their seeds, the fixtures, and random changes to both: a fixed seed, a fixed number.

use std::fs;
use std::path::Path;

use crate::targets;

/// Longest input changed at random: what is long is slow, and its first part tells as much.
const MOST: usize = 6000;

fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().filter(|p| p.is_file()).map(|p| fs::read(p).unwrap()).collect()
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Fragments inserted into changed inputs.
const WORDS: &[&str] = &[
    "\n",
    "\r\n",
    "\0\0\0",
    "{\"",
    "}{",
    "\"}",
    "[]",
    "null",
    "\\ud800",
    "\\u0000",
    "1e999",
    "\u{feff}",
    "\u{1b}[2J",
    "\u{1b}]52;c;",
    "\u{9b}",
    "\u{202e}",
    "\u{200b}",
    "\u{e0041}",
    "e\u{301}\u{301}",
    "\"type\":",
    "\"uuid\":\"",
    "\"content\":",
    "\"role\":\"user\"",
    "sk-ant-api03-",
    "AKIA",
    "password=",
    "-----BEGIN ",
];

fn changed(dice: &mut Dice, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut out = seeds[dice.below(seeds.len())].clone();
    let from = dice.below(out.len().saturating_sub(MOST) + 1);
    out.drain(..from);
    out.truncate(MOST);
    for _ in 0..=dice.below(6) {
        let at = dice.below(out.len() + 1);
        let to = (at + dice.below(40)).min(out.len());
        match dice.below(7) {
            0 if at < out.len() => out[at] ^= 1 << dice.below(8),
            1 if at < out.len() => out[at] = dice.below(256) as u8,
            2 => drop(out.drain(at..to)),
            3 => {
                let again = out[at..to].to_vec();
                out.splice(at..at, again);
            }
            4 => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len() + 1);
                let piece = other[from..(from + dice.below(200)).min(other.len())].to_vec();
                out.splice(at..to, piece);
            }
            5 => out.truncate(at),
            _ => drop(out.splice(at..at, WORDS[dice.below(WORDS.len())].bytes())),
        }
    }
    out
}

fn run(name: &str, more: &[&str], rounds: usize) {
    let target = targets::TARGETS.iter().find(|(n, _)| *n == name).unwrap().1;
    let mut seeds = files(&format!("fixtures/fuzz/{name}"));
    assert!(!seeds.is_empty());
    seeds.extend(more.iter().flat_map(|folder| files(folder)));
    for seed in &seeds {
        target(seed);
    }
    let mut dice = Dice(20_261);
    for _ in 0..rounds {
        target(&changed(&mut dice, &seeds));
    }
}

#[test]
fn follower() {
    run("follower", &[], 300);
}

#[test]
fn formats() {
    run("formats", &["fixtures/transcripts", "fixtures/damaged"], 150);
}

#[test]
fn safe_text() {
    run("safe_text", &["fixtures/damaged"], 600);
}

#[test]
fn every_fuzz_target_has_a_file_and_a_manifest_entry() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Only cargo writes this file, into what it packs.
    if crate_root.join(".cargo_vcs_info.json").exists() {
        return crate::skipped::skip("fuzz", "the fuzzer's crate is not packed");
    }
    let root = crate_root.join("fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (name, _) in targets::TARGETS {
        let door = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(door.contains(&format!("targets::{name}(")), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}
