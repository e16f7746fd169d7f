//! Defines Codex transcripts (placeholder until its records are read).

use serde_json::Value;

use super::{Format, Origin, Record, Sink, Verdict};

#[derive(Debug, Clone, Default)]
struct Codex;

pub(super) fn sniff(record: &Value) -> bool {
    let has = |key: &str| record.get(key).is_some();
    has("record_type") || (has("type") && has("payload")) || (has("id") && has("timestamp") && has("instructions"))
}

pub(super) fn make(_: &Origin) -> Box<dyn Format> {
    Box::new(Codex)
}

impl Format for Codex {
    fn push(&mut self, _: &Record<'_>, _: &mut Sink) -> Verdict {
        Verdict::Read("not read yet")
    }

    fn boxed_clone(&self) -> Box<dyn Format> {
        Box::new(self.clone())
    }
}
