//! Defines the decisions of the person that the agent says back in its answer: its words stand alone better than the
//! person's, who answers within the talk. The reason is in either.

use super::super::claims::sentences;
use super::super::naming::settled_title;
use super::super::{Artifact, ArtifactKind, EvidenceKind, FoundBy};
use super::Artifacts;
use crate::language::answers::asks_leave;
use crate::language::likeness::{shared, subject};
use crate::text::patterns;
use crate::transcript::{Role, Turn};

/// Least and most words of what is said back.
const WORDS: std::ops::RangeInclusive<usize> = 2..=28;
/// Longest turn of the person that is answered so, in bytes: a longer one is a text.
const LONGEST: usize = 700;
/// Sentences of the answer that may say it back.
const FIRST: usize = 2;

patterns! {
    /// Sentences that tell of the speaker or the listener, take notice, or report.
    NOT_SAID_BACK = r"(?ix)^\W*(?:i|i['’]\w+|we|we['’]\w+|you|you['’]\w+|your|it|it['’]s|that|that['’]s|this|these|there|they|let|done|fixed|committed|pushed|added|renamed|removed|deleted|updated|changed|moved|created|implemented|installed|merged|deployed|released|tested|checked|replaced|reverted|wrote|made|built|sorry|thanks|noted|understood|clear|got|ack|yes|no|not|true|right|good|in\ that|here)\b
        | ^[^:,;.]{1,24}:\s | \?\s*$ | ['’]ll\b";
    /// The reason of a sentence.
    REASON = r"(?i)[,;]?\s+(?:because|since|so that|due to|given that)\s+(?P<why>(?:of )?[^.;!?\n]{8,160})";
    /// A reason that a person gives behind what they do not want: a clause with a subject of its own.
    REFUSAL = r"(?i)\b(?:no|not|never|nah|don['’]?t|doesn['’]?t|won['’]?t|cannot|can['’]?t)\b[^,.;!?\n]{2,60},\s+(?P<why>(?:the|it|we|i|they|he|she|my|our|his|her|their|there|that|this)\b[^.;!?\n]{10,160})";
    /// A sentence that draws the consequence of the one before it.
    THEREFORE = r"(?i)^\W*(?:so|therefore|hence)\b[ ,]+(?P<what>\S[^?]{4,})$";
}

impl Artifacts {
    /// Adds what the agent says back of the person's last words, if they decide something for a reason.
    pub(super) fn restated(&mut self, turn: &Turn) {
        let Some((asked, Role::User, words)) = self.recent.back().cloned() else { return };
        let known = self.all.iter().rev().take_while(|a| a.source.ordinal >= asked.ordinal);
        let known = known.into_iter().any(|a| a.kind == ArtifactKind::Decision);
        if known || words.len() > LONGEST || words.contains("```") || asks_leave(&words) {
            return;
        }
        if words.lines().flat_map(sentences).all(|sentence| sentence.ends_with('?')) {
            return;
        }
        let own = subject(&words);
        let said = turn.content.lines().next().unwrap_or_default();
        let back = sentences(said).take(FIRST).find(|sentence| {
            let decided = decided(sentence);
            let theirs = subject(decided);
            let grounded = shared(&theirs, &own);
            WORDS.contains(&sentence.split_whitespace().count())
                && !NOT_SAID_BACK.is_match(sentence)
                && grounded >= 1
                && grounded * 5 >= theirs.len() * 3
        });
        let Some(back) = back else { return };
        let (title, why) = if let Some(why) = reason(back) {
            (settled_title(back, &[], None), why)
        } else {
            let Some(why) = person_reason(&words) else { return };
            (settled_title(decided(back), &[], Some(&why)), why)
        };
        let quoted = words.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n");
        let content = format!("## Decision\n\n{back}\n\n## Reason\n\n{why}\n\n## Said\n\n{quoted}");
        let made = self.made(ArtifactKind::Decision, &title, &content, &asked, turn.at, FoundBy::PersonDecided);
        self.add(Artifact { title, said: EvidenceKind::Person, accepted: true, ..made });
    }
}

/// A sentence without its reason.
fn decided(sentence: &str) -> &str {
    let end = REASON.find(sentence).map_or(sentence.len(), |reason| reason.start());
    sentence.get(..end).unwrap_or(sentence).trim_end_matches(['.', '!', ','])
}

fn reason(sentence: &str) -> Option<String> {
    Some(REASON.captures(sentence)?.name("why")?.as_str().trim().to_owned())
}

/// The reason that a person gives: by a word of reason, behind a refusal, or in the sentence before a consequence.
fn person_reason(words: &str) -> Option<String> {
    let all: Vec<&str> = words.lines().flat_map(sentences).collect();
    let refused = || REFUSAL.captures(words).and_then(|c| Some(c.name("why")?.as_str().trim().to_owned()));
    let drawn = || {
        let pair = all.windows(2).find(|pair| THEREFORE.is_match(pair[1]) && !pair[0].contains('?'))?;
        (pair[0].split_whitespace().count() >= 4).then(|| pair[0].trim().trim_end_matches(['.', '!']).to_owned())
    };
    reason(words).or_else(refused).or_else(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_gives_a_reason_in_several_forms() {
        for (words, why) in [
            ("no plastic labels, the depot is too damp for them. paper it is", Some("the depot is too damp for them")),
            ("the floor of the depot is uneven and wet. So a belt.", Some("the floor of the depot is uneven and wet")),
            ("Belts, because they are quiet at night.", Some("they are quiet at night")),
            ("Belts please.", None),
            ("Is it damp there? So a belt.", None),
        ] {
            assert_eq!(person_reason(words).as_deref(), why, "{words}");
        }
    }
}
