//! Defines [`Key`] and the one grammar keys are spelled in: `j`, `G`, `ctrl-d`, `space`, `enter`, `lt`, `gt`.
//!
//! Tests, `--keys`, the action table and keymap files all use this spelling, so it is parsed and printed here only.

use crate::safe;
use crate::text::SafeText;

/// Which key, without its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// A character as typed: shift is part of it.
    Char(char),
    /// A key with a name of its own.
    Named(Named),
}

words! {
    /// Keys that are not a character.
    Named {
        Enter = "enter", Esc = "esc", Tab = "tab",
        /// Shift and Tab.
        BackTab = "shift-tab",
        Backspace = "backspace", Delete = "delete", Up = "up", Down = "down", Left = "left", Right = "right",
        Home = "home", End = "end", PageUp = "pgup", PageDown = "pgdn",
    }
}

/// One key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which key.
    pub code: Code,
    /// Control held.
    pub ctrl: bool,
    /// Alt held.
    pub alt: bool,
}

impl Key {
    /// The key of a character.
    pub const fn char(c: char) -> Self {
        Self { code: Code::Char(c), ctrl: false, alt: false }
    }

    /// The key of a name.
    pub const fn named(name: Named) -> Self {
        Self { code: Code::Named(name), ctrl: false, alt: false }
    }

    /// Parses a key's spelling; `None` if it is not valid.
    pub fn parse(word: &str) -> Option<Self> {
        if let Some(name) = Named::from_word(word) {
            return Some(Self::named(name));
        }
        if let Some(rest) = word.strip_prefix("ctrl-") {
            return Some(Self { ctrl: true, ..Self::parse(rest)? });
        }
        if let Some(rest) = word.strip_prefix("alt-") {
            return Some(Self { alt: true, ..Self::parse(rest)? });
        }
        let c = match word {
            "space" => ' ',
            "lt" => '<',
            "gt" => '>',
            _ => {
                let mut chars = word.chars();
                let c = chars.next()?;
                if chars.next().is_some() || c.is_control() || c == ' ' {
                    return None;
                }
                c
            }
        };
        Some(Self::char(c))
    }

    /// The spelling of this key in the grammar.
    pub fn word(self) -> String {
        let base = match self.code {
            Code::Named(name) => name.word().to_owned(),
            Code::Char(' ') => "space".to_owned(),
            Code::Char('<') => "lt".to_owned(),
            Code::Char('>') => "gt".to_owned(),
            Code::Char(c) => c.to_string(),
        };
        let ctrl = if self.ctrl { "ctrl-" } else { "" };
        let alt = if self.alt { "alt-" } else { "" };
        format!("{ctrl}{alt}{base}")
    }
}

/// The key bindings: the table's keys, with those that the person replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    /// By action, in the order of the table.
    pub(super) keys: Vec<(&'static str, Vec<Key>)>,
    /// Whether keys are named by words alone, for a screen reader: `Enter` rather than `↵`.
    pub in_words: bool,
}

impl Keymap {
    /// The keys of the action `id`.
    pub fn keys_of(&self, id: &str) -> &[Key] {
        self.keys.iter().find(|(action, _)| *action == id).map_or(&[], |(_, keys)| keys)
    }

    /// The first key of the action `id` as displayed; empty when it has none.
    pub fn key(&self, id: &str) -> SafeText {
        self.keys_of(id).first().map_or_else(SafeText::default, |key| self.name(key))
    }

    /// The first keys of two actions that belong together.
    pub fn pair(&self, one: &str, other: &str) -> SafeText {
        safe!("{} {}", self.key(one), self.key(other))
    }

    /// Which of the action's keys this is, from 0.
    pub fn place(&self, id: &str, key: Key) -> Option<usize> {
        self.keys_of(id).iter().position(|other| *other == key)
    }

    /// A key as displayed.
    pub fn name(&self, key: &Key) -> SafeText {
        shown(&key.word(), self.in_words)
    }

    /// An action's first `most` keys as displayed.
    pub fn shown(&self, id: &str, most: usize) -> SafeText {
        let words: Vec<String> = self.keys_of(id).iter().map(|key| key.word()).collect();
        // A row of digits reads as a range.
        if let ([first, .., last], true) = (words.as_slice(), most > 4 && words.iter().all(|k| k.parse::<u8>().is_ok()))
        {
            return safe!("{}–{}", SafeText::line(first), SafeText::line(last));
        }
        let mut out = SafeText::default();
        for (n, word) in words.iter().take(most).enumerate() {
            out.push(&safe!("{}{}", if n > 0 { " " } else { "" }, shown(word, self.in_words)));
        }
        out
    }
}

/// A key as displayed: a symbol where there is one, unless words are wanted, else its word.
pub fn shown(word: &str, in_words: bool) -> SafeText {
    let sign = match word {
        "enter" if in_words => "Enter",
        "up" if in_words => "Up",
        "down" if in_words => "Down",
        "left" if in_words => "Left",
        "right" if in_words => "Right",
        "enter" => "↵",
        "up" => "↑",
        "down" => "↓",
        "left" => "←",
        "right" => "→",
        "lt" => "<",
        "gt" => ">",
        "tab" => "Tab",
        "shift-tab" => "S-Tab",
        "esc" => "Esc",
        "pgup" => "PgUp",
        "pgdn" => "PgDn",
        other => {
            return match (other.strip_prefix("ctrl-"), other.strip_prefix("alt-")) {
                (Some(rest), _) => safe!("^{}", shown(rest, in_words)),
                (_, Some(rest)) => safe!("A-{}", shown(rest, in_words)),
                _ => SafeText::line(other),
            };
        }
    };
    sign.into()
}

/// The keys of a `--keys` line, separated by blanks. `text:...` types its characters; `text:` words join with `_`.
pub fn parse_line(line: &str) -> Result<Vec<Key>, String> {
    let mut keys = Vec::new();
    for word in line.split_whitespace() {
        if let Some(text) = word.strip_prefix("text:") {
            keys.extend(text.chars().map(|c| Key::char(if c == '_' { ' ' } else { c })));
        } else {
            keys.push(Key::parse(word).ok_or_else(|| word.to_owned())?);
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for word in ["j", "G", "ctrl-d", "space", "enter", "lt", "gt", "shift-tab", "alt-x", "-", "]", "?"] {
            assert_eq!(Key::parse(word).map(Key::word).as_deref(), Some(word));
        }
        assert_eq!(Key::parse("nonsense"), None);
        assert_eq!(Key::parse(""), None);
        assert_eq!(parse_line("j text:a_b nope"), Err("nope".to_owned()));
    }
}
