//! Defines the tree of records, which shows when the person rewinds the session and abandons the turns since.
//!
//! A rewind has no marker: a new prompt has the same parent as an older one, perhaps with noise records in between.
//! Only prompts count, because parallel tool calls fork the tree all the time.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A record's hashed uuid, half its size, because every record of the file has one. 0 stands for no record.
type Key = u64;

#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
struct RecordNode {
    parent: Key,
    noise: bool,
}

#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct RecordTree {
    #[serde(with = "crate::transcript::format::pairs")]
    nodes: HashMap<Key, RecordNode>,
    /// Turns in file order, each with its record.
    turns: Vec<(Key, String)>,
    /// The newest prompt by its parent.
    #[serde(with = "crate::transcript::format::pairs")]
    prompts: HashMap<Key, Key>,
    leaf: Key,
}

impl RecordTree {
    /// Whether a record with this uuid was added.
    pub(super) fn knows(&self, uuid: &str) -> bool {
        !uuid.is_empty() && self.nodes.contains_key(&key(uuid))
    }

    /// Adds a record. `noise` records are skipped when looking for the parent of a prompt.
    pub(super) fn add(&mut self, uuid: &str, parent: &str, noise: bool) {
        if !uuid.is_empty() {
            self.leaf = key(uuid);
            self.nodes.insert(self.leaf, RecordNode { parent: key(parent), noise });
        }
    }

    /// Marks an added record as noise.
    pub(super) fn mute(&mut self, uuid: &str) {
        if let Some(node) = self.nodes.get_mut(&key(uuid)) {
            node.noise = true;
        }
    }

    /// Adds a turn of the newest record.
    pub(super) fn turn(&mut self, turn_id: &str) {
        self.turns.push((self.leaf, turn_id.to_owned()));
    }

    /// Marks the newest record as a prompt. Returns the turns it abandons, oldest first.
    pub(super) fn prompt(&mut self, uuid: &str, parent: &str) -> Vec<String> {
        let own = key(uuid);
        let anchor = self.anchor(key(parent));
        if anchor == 0 {
            return Vec::new();
        }
        match self.prompts.insert(anchor, own) {
            Some(older) if older != own => self.below(older),
            _ => Vec::new(),
        }
    }

    /// The nearest record that is not noise: this one or an ancestor.
    fn anchor(&self, from: Key) -> Key {
        let mut at = from;
        // Damaged files may hold cycles; no real run of noise is as long as the file.
        for _ in 0..=self.nodes.len() {
            match self.nodes.get(&at) {
                Some(node) if node.noise => at = node.parent,
                _ => return at,
            }
        }
        0
    }

    /// The turns of `root` and its descendants.
    fn below(&self, root: Key) -> Vec<String> {
        let first = self.turns.iter().position(|(node, _)| *node == root).unwrap_or(self.turns.len());
        let mut inside = HashSet::from([root]);
        let mut outside = HashSet::from([0]);
        let mut found = Vec::new();
        for (node, turn) in &self.turns[first..] {
            if self.descends(*node, &mut inside, &mut outside) {
                found.push(turn.clone());
            }
        }
        found
    }

    fn descends(&self, node: Key, inside: &mut HashSet<Key>, outside: &mut HashSet<Key>) -> bool {
        let mut path = Vec::new();
        let mut at = node;
        let is_inside = loop {
            if inside.contains(&at) {
                break true;
            }
            if outside.contains(&at) || path.len() > self.nodes.len() {
                break false;
            }
            path.push(at);
            at = self.nodes.get(&at).map_or(0, |n| n.parent);
        };
        let side = if is_inside { inside } else { outside };
        side.extend(path);
        is_inside
    }
}

fn key(uuid: &str) -> Key {
    if uuid.is_empty() {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    uuid.hash(&mut hasher);
    hasher.finish() | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(tree: &mut RecordTree, id: &str, parent: &str) -> Vec<String> {
        tree.add(id, parent, false);
        let gone = tree.prompt(id, parent);
        tree.turn(id);
        gone
    }

    fn answer(tree: &mut RecordTree, id: &str, parent: &str) {
        tree.add(id, parent, false);
        tree.turn(id);
    }

    #[test]
    fn a_prompt_on_the_same_record_abandons_the_turns_after_the_older_one() {
        let mut tree = RecordTree::default();
        assert!(say(&mut tree, "p1", "").is_empty());
        answer(&mut tree, "a1", "p1");
        assert!(say(&mut tree, "p2", "a1").is_empty());
        answer(&mut tree, "a2", "p2");
        tree.add("n1", "a1", true);
        tree.add("n2", "n1", true);
        assert_eq!(say(&mut tree, "p3", "n2"), ["p2", "a2"], "through noise");
        answer(&mut tree, "a3", "p3");
        assert_eq!(say(&mut tree, "p4", "a1"), ["p3", "a3"], "what was abandoned before is not told again");
    }

    #[test]
    fn new_roots_and_linear_talk_abandon_nothing() {
        let mut tree = RecordTree::default();
        assert!(say(&mut tree, "p1", "").is_empty());
        assert!(say(&mut tree, "p2", "").is_empty());
        assert!(say(&mut tree, "p3", "p2").is_empty());
    }

    #[test]
    fn cycles_end() {
        let mut tree = RecordTree::default();
        tree.add("a", "b", true);
        tree.add("b", "a", true);
        assert!(say(&mut tree, "p", "b").is_empty());
        assert!(say(&mut tree, "q", "b").is_empty());
    }

    #[test]
    fn keys_distinguish_ids() {
        let uuid = "00000000-0000-0000-0000-00000000000a";
        assert_eq!(key(uuid), key(uuid));
        assert_ne!(key("msg_1"), key("msg_2"));
        assert_ne!(key("x"), 0);
    }
}
