//! Defines how a [`Keymap`] is made: from the table of actions, and from the person's keymap file.

use toml::de::DeValue;

use super::ACTIONS;
use crate::config::{Fault, Faults, parse_toml};
use crate::tui::action::{Action, KeyScope};
use crate::tui::keymap::{Code, Key, Keymap};

impl Default for Keymap {
    fn default() -> Self {
        let mut keys = Vec::new();
        for action in ACTIONS.iter() {
            keys.push((action.id, action.keys.iter().filter_map(|key| Key::parse(key)).collect()));
        }
        Self { keys, in_words: false }
    }
}

impl Keymap {
    /// The keymap of a keymap file, and the file's faults. A line is `action = "key"` or `action = ["key", ...]`;
    /// actions without a valid line keep their default keys.
    pub fn parse(text: &str) -> (Self, Vec<Fault>) {
        let (table, mut faults) = parse_toml(text);
        let mut keymap = Self::default();
        // (action, its keys before, where in the text)
        let mut changed: Vec<(usize, Vec<Key>, usize)> = Vec::new();
        for (name, value) in table.get_ref() {
            let at = name.span().start;
            let Some(action) = ACTIONS.iter().position(|a| a.id == name.get_ref()) else {
                let what = format!("no action is called `{}`; `deltamind keys` lists them", name.get_ref());
                faults.add(at, &what);
                continue;
            };
            let Some(keys) = keys_of(value.get_ref(), value.span().start, &mut faults) else { continue };
            if let Err(what) = fits(action, &keys) {
                faults.add(at, &what);
            } else if let Some((_, place)) = keymap.keys.get_mut(action) {
                changed.push((action, std::mem::replace(place, keys), at));
            }
        }
        keymap.settle(changed, &mut faults);
        (keymap, faults.into_list())
    }

    /// Restores the old keys of actions whose new ones conflict with another action.
    fn settle(&mut self, mut changed: Vec<(usize, Vec<Key>, usize)>, faults: &mut Faults<'_>) {
        while let Some((n, (action, other, key))) =
            changed.iter().enumerate().find_map(|(n, c)| self.clash(c.0).map(|(other, key)| (n, (c.0, other, key))))
        {
            let (_, old, at) = changed.remove(n);
            let other = ACTIONS.get(other).map_or("", |a| a.id);
            let what = format!("{} means {other} in the same place already; give {other} another key too", key.word());
            faults.add(at, &what);
            if let Some((_, place)) = self.keys.get_mut(action) {
                *place = old;
            }
        }
    }

    /// Another action that has one of this action's keys in the same place.
    fn clash(&self, action: usize) -> Option<(usize, Key)> {
        let (mine, (_, own)) = (ACTIONS.get(action)?, self.keys.get(action)?);
        ACTIONS.iter().zip(&self.keys).enumerate().find_map(|(n, (a, (_, keys)))| {
            let key = keys.iter().find(|k| own.contains(k))?;
            (n != action && a.scope.meets(mine.scope)).then_some((n, *key))
        })
    }

    /// The key bindings of every action.
    pub fn all(&self) -> impl Iterator<Item = (&'static Action, &[Key])> {
        ACTIONS.iter().zip(self.keys.iter().map(|(_, keys)| keys.as_slice()))
    }

    /// The keys of an action.
    pub fn of(&self, action: &Action) -> &[Key] {
        self.keys_of(action.id)
    }
}

/// The keys in the value of a line.
fn keys_of(value: &DeValue<'_>, at: usize, faults: &mut Faults<'_>) -> Option<Vec<Key>> {
    match value {
        DeValue::Array(list) => {
            let keys: Vec<Option<Key>> = list.iter().map(|v| key_of(v.get_ref(), v.span().start, faults)).collect();
            keys.into_iter().collect()
        }
        value => key_of(value, at, faults).map(|key| vec![key]),
    }
}

fn key_of(value: &DeValue<'_>, at: usize, faults: &mut Faults<'_>) -> Option<Key> {
    let key = value.as_str().and_then(Key::parse);
    if key.is_none() {
        let given = value.as_str().map_or(String::new(), |w| format!("`{w}` is no key; "));
        let what = format!("{given}keys are spelled \"j\", \"G\", \"ctrl-d\", \"space\", \"enter\", \"lt\", in quotes");
        faults.add(at, &what);
    }
    key
}

fn types_letter(key: Key) -> bool {
    matches!(key.code, Code::Char(_)) && !key.ctrl && !key.alt
}

/// Checks that these keys are usable for an action; the error says why not.
fn fits(action: usize, keys: &[Key]) -> Result<(), String> {
    let Some(action) = ACTIONS.get(action) else { return Ok(()) };
    let may_be_empty = matches!(action.scope, KeyScope::Panes | KeyScope::Items | KeyScope::Pane(_));
    if keys.is_empty() && !may_be_empty {
        return Err(format!("{} needs a key, or there is no way out", action.id));
    }
    let while_typing = action.scope.types() || action.scope == KeyScope::Everywhere;
    if let (true, Some(key)) = (while_typing, keys.iter().find(|k| types_letter(**k))) {
        return Err(format!("{} must be typed as a letter where {} is listened to", key.word(), action.id));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(keymap: &Keymap, id: &str) -> Vec<String> {
        keymap.all().find(|(a, _)| a.id == id).unwrap().1.iter().map(|k| k.word()).collect()
    }

    #[test]
    fn a_keymap_file_replaces_keys() {
        let (keymap, faults) = Keymap::parse("search = \"ctrl-f\"\ndown = [\"j\", \"ctrl-n\"]\nfollow = []\n");
        assert_eq!(faults, []);
        assert_eq!(keys(&keymap, "search"), ["ctrl-f"]);
        assert_eq!(keys(&keymap, "down"), ["j", "ctrl-n"]);
        assert!(keys(&keymap, "follow").is_empty());
        assert_eq!(keys(&keymap, "up"), ["k", "up"]);
        assert_eq!((keymap.key("search").as_str(), keymap.key("follow").as_str()), ("^f", ""));
    }

    #[test]
    fn two_actions_may_swap_keys() {
        let (keymap, faults) = Keymap::parse("copy = \"e\"\nexport = \"y\"\n");
        assert_eq!(faults, []);
        assert_eq!((keys(&keymap, "copy"), keys(&keymap, "export")), (vec!["e".to_owned()], vec!["y".to_owned()]));
    }

    #[test]
    fn every_fault_is_reported_and_keeps_the_old_keys() {
        let text =
            "jump = \"j\"\ncopy = \"copy\"\nquit-now = []\ntyped = \"x\"\nsearch = [\"q\"]\nhelp = 3\nfilter = \"e\"\n";
        let (keymap, faults) = Keymap::parse(text);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7], "{faults:#?}");
        assert!(faults[4].what.starts_with("q means quit in the same place already"), "{faults:?}");
        assert_eq!(keymap, Keymap::default());
    }
}
