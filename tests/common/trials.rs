//! Defines which of many trials a run makes: a spread of them, and all with `DELTAMIND_TRIALS` set.
#![allow(dead_code)]

/// The variants to try in a trial: all with `DELTAMIND_TRIALS` set, else one of them, each in turn.
pub fn sampled_variants<T: Copy>(variants: &'static [T], trial: u32) -> impl Iterator<Item = T> {
    let turn = trial as usize % variants.len();
    variants.iter().enumerate().filter(move |(n, _)| every_trial() || *n == turn).map(|(_, variant)| *variant)
}

/// Takes steps to interrupt out of `last`: all with `DELTAMIND_TRIALS` set, else the first and the last eight and a few
/// evenly spread between them, where each step is the writing of one more line of a log.
pub fn sampled_steps(last: u32) -> Vec<u32> {
    const ENDS: u32 = 8;
    const BETWEEN: u32 = 4;
    let stride = if every_trial() { 1 } else { (last.saturating_sub(2 * ENDS) / BETWEEN).max(1) };
    (1..=last).filter(|at| *at <= ENDS || *at + ENDS > last || (at - ENDS).is_multiple_of(stride)).collect()
}

/// How many trials to make: as many as `DELTAMIND_TRIALS` says, else the usual number.
pub fn trials(usual: u32) -> u32 {
    std::env::var("DELTAMIND_TRIALS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn every_trial() -> bool {
    std::env::var_os("DELTAMIND_TRIALS").is_some()
}
