//! Defines the steering queue: the messages that the person types while the agent works.
//!
//! A message is enqueued, then either delivered as an ordinary user record (`dequeue`), or delivered inside the running
//! turn (`remove`; older versions write it nowhere else), or withdrawn unsent (`popAll`). Newer versions
//! repeat the delivered text as an attachment, which is ignored.

use std::collections::VecDeque;

use jiff::Timestamp;

use super::person::is_machine_talk;
use crate::transcript::RecordRef;

/// A message in the queue.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct QueuedPrompt {
    /// The text, by the person or the tool.
    pub text: String,
    /// The time it was typed, as written in the file.
    pub stamp: String,
    /// The parsed `stamp`.
    pub at: Option<Timestamp>,
    /// The record that holds it.
    pub place: RecordRef,
}

/// The most delivered texts kept to recognise their second copy, which follows within a few records.
const REMEMBERED: usize = 32;

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct PromptQueue {
    waiting: VecDeque<QueuedPrompt>,
    delivered: VecDeque<String>,
    attached: VecDeque<String>,
}

impl PromptQueue {
    /// Adds a message that was typed.
    pub(super) fn enqueue(&mut self, message: QueuedPrompt) {
        self.waiting.push_back(message);
    }

    /// Removes the oldest message, which is delivered as an ordinary user record.
    pub(super) fn dequeue(&mut self) {
        self.waiting.pop_front();
    }

    /// Removes all messages, which were withdrawn unsent.
    pub(super) fn pop_all(&mut self) {
        self.waiting.clear();
    }

    /// Removes the message that was delivered as an ordinary user record.
    pub(super) fn delivered_as_record(&mut self, text: &str) {
        if let Some(at) = self.waiting.iter().position(|q| q.text.trim() == text.trim()) {
            self.waiting.remove(at);
        }
    }

    /// Removes a message that was delivered inside the running turn: the one with this text, else the oldest one typed,
    /// because notifications are delivered after the person's words. Returns it if the person typed it and no
    /// attachment delivered it before.
    pub(super) fn remove(&mut self, text: &str) -> Option<QueuedPrompt> {
        let named = self.waiting.iter().position(|q| !text.is_empty() && q.text == text);
        let at = named.or_else(|| self.waiting.iter().position(|q| !is_machine_talk(&q.text)));
        let message = self.waiting.remove(at.unwrap_or(0))?;
        if is_machine_talk(&message.text) || take(&mut self.attached, &message.text) {
            return None;
        }
        remember(&mut self.delivered, &message.text);
        Some(message)
    }

    /// Handles an attachment that repeats a delivered message. Returns false if the message was delivered before.
    pub(super) fn attach(&mut self, text: &str) -> bool {
        if take(&mut self.delivered, text) {
            return false;
        }
        remember(&mut self.attached, text);
        true
    }
}

fn take(list: &mut VecDeque<String>, text: &str) -> bool {
    let found = list.iter().position(|t| t.trim() == text.trim());
    found.and_then(|at| list.remove(at)).is_some()
}

fn remember(list: &mut VecDeque<String>, text: &str) {
    if list.len() == REMEMBERED {
        list.pop_front();
    }
    list.push_back(text.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queued(text: &str) -> QueuedPrompt {
        QueuedPrompt { text: text.to_owned(), stamp: "s".to_owned(), at: None, place: RecordRef::default() }
    }

    #[test]
    fn each_message_is_delivered_once() {
        let mut queue = PromptQueue::default();
        for text in ["a", "b", "<task-notification>", "c", "d"] {
            queue.enqueue(queued(text));
        }
        queue.dequeue();
        queue.delivered_as_record("d");
        queue.enqueue(queued("d"));
        assert_eq!(queue.remove("").map(|q| q.text).as_deref(), Some("b"));
        assert!(!queue.attach("b"), "heard when it was removed");
        assert!(queue.attach("b"), "said a second time");
        assert_eq!(queue.remove("<task-notification>"), None, "machine talk");
        assert!(queue.attach("d"));
        assert_eq!(queue.remove("d"), None, "heard through the attachment");
        queue.pop_all();
        assert_eq!(queue.remove(""), None);
    }
}
