//! Defines [`SpokenMessages`], the turns of each message, for formats whose messages are repeated, changed or removed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;

use super::Sink;
use crate::transcript::Role;

/// The turns of each message, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct SpokenMessages {
    messages: Vec<Message>,
    places: HashMap<String, usize>,
}

#[derive(Debug, Clone, Default)]
struct Message {
    key: String,
    /// The turns' ids, each with a hash of its text.
    turns: Vec<(String, u64)>,
}

impl SpokenMessages {
    /// Sets the texts of a message. Unchanged texts at its beginning keep their turns; the turns after them are
    /// withdrawn and the new texts added.
    pub(super) fn set(&mut self, key: &str, role: Role, texts: Vec<String>, at: Option<Timestamp>, out: &mut Sink) {
        let place = *self.places.entry(key.to_owned()).or_insert_with(|| {
            self.messages.push(Message { key: key.to_owned(), turns: Vec::new() });
            self.messages.len() - 1
        });
        let Some(message) = self.messages.get_mut(place) else { return };
        let prints = texts.iter().map(|text| print_of(text));
        let same = message.turns.iter().zip(prints).take_while(|((_, then), now)| then == now).count();
        let withdrawn: Vec<String> = message.turns.split_off(same).into_iter().map(|(id, _)| id).collect();
        out.withdraw(at, withdrawn);
        for text in texts.into_iter().skip(same) {
            let print = print_of(&text);
            let id = out.turn(key, role, text, at);
            message.turns.extend(id.map(|id| (id, print)));
        }
    }

    /// Whether a message with this key is known and was not withdrawn.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Withdraws the turns of these messages.
    pub(super) fn withdraw<'k>(
        &mut self,
        keys: impl IntoIterator<Item = &'k str>,
        at: Option<Timestamp>,
        out: &mut Sink,
    ) {
        let mut turns = Vec::new();
        for key in keys {
            let gone = self.places.remove(key).and_then(|place| self.messages.get_mut(place));
            turns.extend(gone.into_iter().flat_map(|m| m.turns.drain(..)).map(|(id, _)| id));
        }
        out.withdraw(at, turns);
    }

    /// Withdraws the turns of the message and of all later ones; all turns, if the key is unknown.
    pub(super) fn rewind(&mut self, key: &str, at: Option<Timestamp>, out: &mut Sink) {
        let from = self.places.get(key).copied().unwrap_or_default();
        let keys: Vec<String> = self.messages.iter().skip(from).map(|m| m.key.clone()).collect();
        self.withdraw(keys.iter().map(String::as_str), at, out);
    }
}

fn print_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{Entry, SignalBody};

    fn told(out: &mut Sink) -> Vec<String> {
        let entries = out.take().into_iter();
        let line = |entry| match entry {
            Entry::Turn(t) => format!("{}={}", t.turn_id, t.content),
            Entry::Signal(s) => match s.body {
                SignalBody::Withdrawn { turn_ids } => format!("-{}", turn_ids.join(",")),
                other => format!("{other:?}"),
            },
        };
        entries.map(line).collect()
    }

    #[test]
    fn messages_are_repeated_changed_and_withdrawn() {
        let (mut said, mut out) = (SpokenMessages::default(), Sink::default());
        let say = |said: &mut SpokenMessages, out: &mut Sink, key: &str, texts: &[&str]| {
            said.set(key, Role::Assistant, texts.iter().map(|t| (*t).to_owned()).collect(), None, out);
            told(out)
        };
        assert_eq!(say(&mut said, &mut out, "a", &["x"]), ["a=x"]);
        assert!(say(&mut said, &mut out, "a", &["x"]).is_empty(), "the same again");
        assert_eq!(say(&mut said, &mut out, "a", &["x", "y"]), ["a#2=y"], "it grew");
        assert_eq!(say(&mut said, &mut out, "b", &["z"]), ["b=z"]);
        assert_eq!(say(&mut said, &mut out, "a", &["x", "Y"]), ["-a#2", "a#3=Y"], "its end changed");
        said.rewind("a", None, &mut out);
        assert_eq!(told(&mut out), ["-a,a#3,b"]);
        assert_eq!(say(&mut said, &mut out, "a", &["x"]), ["a#4=x"], "said once more");
        said.rewind("nobody", None, &mut out);
        assert_eq!(told(&mut out), ["-a#4"]);
        said.withdraw(["a", "b"], None, &mut out);
        assert!(told(&mut out).is_empty());
    }
}
