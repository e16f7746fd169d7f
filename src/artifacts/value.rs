//! Defines the worth of an artifact, and the share of one text that is contained in another.

use std::collections::HashSet;

use super::{Artifact, ArtifactKind, FoundBy};
use crate::state::Part;
use crate::text::hash::fnv1a_64;

/// Length of a compared run, in words: shorter ones are equal by chance.
const RUN: usize = 5;

/// The hashed word runs of a text. Punctuation, case and line breaks do not count.
#[derive(Debug, Clone, Default)]
pub struct Shingles(HashSet<u64>);

impl Shingles {
    /// Reads a text. One with fewer words than a run is a single run.
    pub fn of(text: &str) -> Self {
        let words: Vec<u64> = words(text).map(|w| fnv1a_64(w.bytes())).collect();
        let runs = words.windows(RUN.min(words.len()).max(1));
        Self(runs.map(|run| run.iter().fold(0, |all: u64, w| all.rotate_left(7) ^ w)).collect())
    }

    /// Adds the runs of another text.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Whether the text has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of distinct runs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The share of these runs that are in `other`, 0 to 1.
    pub fn within(&self, other: &Self) -> f32 {
        let shared = self.0.iter().filter(|run| other.0.contains(run)).count();
        shared as f32 / self.0.len().max(1) as f32
    }
}

/// The share of `part` that is contained in `whole`, 0 to 1.
pub fn overlap(part: &str, whole: &str) -> f32 {
    Shingles::of(part).within(&Shingles::of(whole))
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase)
}

/// The hash of a text's words.
pub(super) fn content_hash(text: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for word in words(text) {
        hasher.update(word.as_bytes()).update(b" ");
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The worth of an artifact, 0 to 1, and the parts it is the sum of. The weights were set by hand.
pub(super) fn value(artifact: &Artifact) -> (f32, Vec<Part>) {
    let kind = match artifact.kind {
        ArtifactKind::Plan if artifact.found == FoundBy::PlanTool => 0.35,
        ArtifactKind::Decision | ArtifactKind::Completion | ArtifactKind::ChangedFact | ArtifactKind::ErrorPattern => {
            0.35
        }
        ArtifactKind::Plan if artifact.found == FoundBy::TodoTool => 0.1,
        ArtifactKind::Plan | ArtifactKind::Framework => 0.3,
        ArtifactKind::Analysis => 0.2,
    };
    let length = (artifact.content.len() as f32 / 4000.0).min(1.0) * 0.2;
    let mut parts = vec![part("kind", kind), part("length", length)];
    // A long answer is a document only if it is laid out as one.
    if artifact.kind == ArtifactKind::Analysis && is_laid_out(&artifact.content) {
        parts.push(part("structure", 0.1));
    }
    if artifact.accepted {
        parts.push(part("accepted", 0.2));
    }
    if artifact.named_again > 0 {
        parts.push(part("named again", 0.1));
    }
    let new = artifact.persisted.as_ref().map_or(1.0, |p| 1.0 - p.share);
    parts.push(part("not written down", 0.15 * new));
    if artifact.carried_out {
        parts.push(part("carried out", -0.2));
    }
    let score = parts.iter().map(|p| p.value).sum::<f32>().clamp(0.0, 1.0);
    (score, parts)
}

fn part(name: &'static str, value: f32) -> Part {
    Part { name: name.into(), value }
}

/// Whether a text has two headings or more, or a table.
fn is_laid_out(text: &str) -> bool {
    let heads = text.lines().filter(|l| l.starts_with('#') && l.trim_start_matches('#').starts_with(' ')).count();
    heads >= 2 || text.lines().any(|l| l.starts_with('|') && l.contains("---"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_several_headings_or_a_table_count_as_layout() {
        assert!(is_laid_out("## One\n\ntext\n\n## Two\n") && is_laid_out("| a | b |\n|---|---|\n"));
        assert!(!is_laid_out("## One\n\ntext") && !is_laid_out("#tag\n#tag\n**Lead.** text"));
    }

    #[test]
    fn overlap_ignores_line_breaks_case_and_punctuation() {
        let said = "## Plan\n\n- one two three four five six\n- seven eight nine ten";
        let file = "# other\nPLAN one two three\nfour five six seven eight nine ten";
        assert!(overlap(said, file) > 0.99, "{}", overlap(said, file));
        assert!(overlap(said, "one two three and something else") < 0.2);
        assert_eq!(content_hash(said), content_hash("Plan: one two three four five six seven, eight nine ten."));
        assert!(overlap("地図を描く", "地図を描く") > 0.99, "letters of every script are letters");
    }
}
