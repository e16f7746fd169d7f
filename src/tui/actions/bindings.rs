//! Defines [`Keymap`], which keys mean which action: the table's keys, and what the person put in their place.

use toml::de::DeValue;

use super::{ACTIONS, Action, KeyScope};
use crate::config::{Fault, Faults, parse_toml};
use crate::tui::keymap::{Code, Key, shown};

/// The keys of every action, in the order of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    keys: Vec<Vec<Key>>,
}

impl Default for Keymap {
    fn default() -> Self {
        let parse = |a: &Action| a.keys.iter().filter_map(|k| Key::parse(k)).collect();
        Self { keys: ACTIONS.iter().map(parse).collect() }
    }
}

impl Keymap {
    /// The keys a keymap file gives, and everything wrong in it. A line is `action = "key"` or `action = ["key", ...]`;
    /// actions without a line, and those whose line is wrong, keep their own keys.
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
            } else if let Some(place) = keymap.keys.get_mut(action) {
                changed.push((action, std::mem::replace(place, keys), at));
            }
        }
        keymap.settle(changed, &mut faults);
        (keymap, faults.into_list())
    }

    /// Gives back the old keys to actions whose new ones mean something else already.
    fn settle(&mut self, mut changed: Vec<(usize, Vec<Key>, usize)>, faults: &mut Faults<'_>) {
        while let Some((n, (action, other, key))) =
            changed.iter().enumerate().find_map(|(n, c)| self.clash(c.0).map(|(other, key)| (n, (c.0, other, key))))
        {
            let (_, old, at) = changed.remove(n);
            let name = |place: usize| ACTIONS.get(place).map_or("", |a| a.id);
            let what = format!(
                "{} means {} in the same place already; give {} another key too",
                key.word(),
                name(other),
                name(other)
            );
            faults.add(at, &what);
            if let Some(place) = self.keys.get_mut(action) {
                *place = old;
            }
        }
    }

    /// Another action that one of this action's keys means in the same place.
    fn clash(&self, action: usize) -> Option<(usize, Key)> {
        let (mine, own) = (ACTIONS.get(action)?, self.keys.get(action)?);
        ACTIONS.iter().zip(&self.keys).enumerate().find_map(|(n, (a, keys))| {
            let key = keys.iter().find(|k| own.contains(k))?;
            (n != action && a.scope.meets(mine.scope)).then_some((n, *key))
        })
    }

    /// Every action with its keys.
    pub fn all(&self) -> impl Iterator<Item = (&'static Action, &[Key])> {
        ACTIONS.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The keys of an action.
    pub fn of(&self, action: &Action) -> &[Key] {
        self.all().find(|(a, _)| a.id == action.id).map_or(&[], |(_, keys)| keys)
    }

    /// The first key of the action `id` as a person reads it; empty when it has none.
    pub fn key(&self, id: &str) -> String {
        let keys = self.all().find(|(a, _)| a.id == id).map(|(_, keys)| keys);
        keys.and_then(|k| k.first()).map_or(String::new(), |k| shown(&k.word()))
    }

    /// The first keys of two actions that belong together.
    pub fn pair(&self, one: &str, other: &str) -> String {
        format!("{} {}", self.key(one), self.key(other))
    }

    /// Which of the action's keys this is, from 0.
    pub fn place(&self, id: &str, key: Key) -> Option<usize> {
        self.all().find(|(a, _)| a.id == id)?.1.iter().position(|k| *k == key)
    }

    /// An action's keys as a person reads them, the first `most` of them.
    pub fn shown(&self, action: &Action, most: usize) -> String {
        let words: Vec<String> = self.of(action).iter().map(|k| k.word()).collect();
        // A row of digits reads as a range.
        if let ([first, .., last], true) = (words.as_slice(), most > 4 && words.iter().all(|k| k.parse::<u8>().is_ok()))
        {
            return format!("{first}–{last}");
        }
        words.iter().take(most).map(|k| shown(k)).collect::<Vec<_>>().join(" ")
    }
}

/// The keys a line gives.
fn keys_of(value: &DeValue<'_>, at: usize, faults: &mut Faults<'_>) -> Option<Vec<Key>> {
    let one = |value: &DeValue<'_>, at: usize, faults: &mut Faults<'_>| {
        let key = value.as_str().and_then(Key::parse);
        if key.is_none() {
            let given = value.as_str().map_or(String::new(), |w| format!("`{w}` is no key; "));
            let what =
                format!("{given}keys are spelled \"j\", \"G\", \"ctrl-d\", \"space\", \"enter\", \"lt\", in quotes");
            faults.add(at, &what);
        }
        key
    };
    match value {
        DeValue::Array(list) => {
            let keys: Vec<Option<Key>> = list.iter().map(|v| one(v.get_ref(), v.span().start, faults)).collect();
            keys.into_iter().collect()
        }
        value => one(value, at, faults).map(|key| vec![key]),
    }
}

/// Whether an action can do with these keys.
fn fits(action: usize, keys: &[Key]) -> Result<(), String> {
    let Some(action) = ACTIONS.get(action) else { return Ok(()) };
    let may_be_empty =
        matches!(action.scope, KeyScope::Panes | KeyScope::Items | KeyScope::Unsure | KeyScope::Memory | KeyScope::Standup);
    if keys.is_empty() && !may_be_empty {
        return Err(format!("{} needs a key, or there is no way out", action.id));
    }
    let types = |k: &Key| matches!(k.code, Code::Char(_)) && !k.ctrl && !k.alt;
    if let (true, Some(key)) =
        (action.scope.types() || action.scope == KeyScope::Everywhere, keys.iter().find(|k| types(k)))
    {
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
    fn a_file_puts_keys_in_the_place_of_others() {
        let (keymap, faults) = Keymap::parse("search = \"ctrl-f\"\ndown = [\"j\", \"ctrl-n\"]\nfollow = []\n");
        assert_eq!(faults, []);
        assert_eq!(keys(&keymap, "search"), ["ctrl-f"]);
        assert_eq!(keys(&keymap, "down"), ["j", "ctrl-n"]);
        assert!(keys(&keymap, "follow").is_empty());
        assert_eq!(keys(&keymap, "up"), ["k", "up"]);
        assert_eq!((keymap.key("search"), keymap.key("follow")), ("^f".into(), String::new()));
    }

    #[test]
    fn two_actions_may_change_places() {
        let (keymap, faults) = Keymap::parse("copy = \"e\"\nexport = \"y\"\n");
        assert_eq!(faults, []);
        assert_eq!((keys(&keymap, "copy"), keys(&keymap, "export")), (vec!["e".to_owned()], vec!["y".to_owned()]));
    }

    #[test]
    fn every_fault_is_told_and_keeps_the_old_keys() {
        let text =
            "jump = \"j\"\ncopy = \"copy\"\nquit-now = []\ntyped = \"x\"\nsearch = [\"q\"]\nhelp = 3\nfilter = \"e\"\n";
        let (keymap, faults) = Keymap::parse(text);
        assert_eq!(faults.iter().map(|f| f.line).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7], "{faults:#?}");
        assert!(faults[4].what.starts_with("q means quit in the same place already"), "{faults:?}");
        assert_eq!(keymap, Keymap::default());
    }
}
