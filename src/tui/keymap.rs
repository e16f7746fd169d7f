//! Defines [`Key`] and the one grammar keys are spelled in: `j`, `G`, `ctrl-d`, `space`, `enter`, `lt`, `gt`.
//!
//! Tests, `--keys`, the action table and keymap files all use this spelling, so it is parsed and printed here only.

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
        /// Return.
        Enter = "enter",
        /// Escape.
        Esc = "esc",
        /// Tab.
        Tab = "tab",
        /// Shift and Tab.
        BackTab = "shift-tab",
        /// Delete to the left.
        Backspace = "backspace",
        /// Delete to the right.
        Delete = "delete",
        /// Arrow up.
        Up = "up",
        /// Arrow down.
        Down = "down",
        /// Arrow left.
        Left = "left",
        /// Arrow right.
        Right = "right",
        /// Home.
        Home = "home",
        /// End.
        End = "end",
        /// Page up.
        PageUp = "pgup",
        /// Page down.
        PageDown = "pgdn",
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

    /// The key spelled `word`; `None` when the grammar does not know it.
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

    /// How the grammar spells this key.
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

/// How a key is shown to a person: short, and never a word where a sign is known.
pub fn shown(word: &str) -> String {
    let sign = match word {
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
                (Some(rest), _) => format!("^{}", shown(rest)),
                (_, Some(rest)) => format!("A-{}", shown(rest)),
                _ => other.to_owned(),
            };
        }
    };
    sign.to_owned()
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
