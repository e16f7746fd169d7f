//! Defines the ids of items, turns and held candidates. They are strings in files and JSON.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use compact_str::{CompactString, format_compact};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Declares a newtype over a string id: transparent in serde, readable as `&str`, comparable with strings.
macro_rules! string_id {
    ($(#[$meta:meta])* $name:ident($inner:ty)) => {
        $(#[$meta])*
        #[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name($inner);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<&String> for $name {
            fn from(id: &String) -> Self {
                Self(id.as_str().into())
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                id.clone()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.as_str().to_owned()
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl PartialEq<$name> for String {
            fn eq(&self, other: &$name) -> bool {
                *self == *other.as_str()
            }
        }

        impl PartialEq<String> for $name {
            fn eq(&self, other: &String) -> bool {
                self.as_str() == *other
            }
        }
    };
}

string_id! {
    /// An item's id: the letter of its kind and a counter, unique in the session (`d-7`).
    /// Stored inline: it is short.
    ItemId(CompactString)
}

string_id! {
    /// A semantic id: the prefix of a kind and a hash of the meaning (`d-a3f7c012`).
    /// Stored inline: it is short.
    SemanticId(CompactString)
}

string_id! {
    /// A turn's id, as the transcript's format gives it.
    /// Reference-counted: it is long, and many records hold the same one.
    TurnId(Arc<str>)
}

impl ItemId {
    /// The id of the item with this letter and counter: `d-7`.
    pub fn new(letter: char, number: u64) -> Self {
        Self(format_compact!("{letter}-{number}"))
    }

    /// The counter in the id; 0 if there is none.
    pub fn number(&self) -> u64 {
        self.0.split_once('-').and_then(|(_, n)| n.parse().ok()).unwrap_or(0)
    }
}

impl SemanticId {
    /// The id of this prefix and hash: `d-a3f7c012`.
    pub(crate) fn new(prefix: &str, hash: u32) -> Self {
        Self(format_compact!("{prefix}-{hash:08x}"))
    }
}

/// The number of a held candidate, written `u-3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeldId(pub u64);

/// Error: the text is not the id of a held candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not the id of a held candidate")]
pub struct NotHeldId;

impl fmt::Display for HeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("u-{}", self.0))
    }
}

impl FromStr for HeldId {
    type Err = NotHeldId;

    fn from_str(id: &str) -> Result<Self, NotHeldId> {
        id.strip_prefix("u-").and_then(|n| n.parse().ok()).map(Self).ok_or(NotHeldId)
    }
}

impl From<HeldId> for ItemId {
    /// For marks and merged outcomes, which name an item or a held candidate; no id of an item begins with `u-`.
    fn from(id: HeldId) -> Self {
        Self(format_compact!("{id}"))
    }
}

impl Serialize for HeldId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HeldId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        <std::borrow::Cow<'de, str>>::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_id_is_written_and_read_as_u_and_its_number() {
        assert_eq!(HeldId(7).to_string(), "u-7");
        assert_eq!("u-7".parse(), Ok(HeldId(7)));
        assert_eq!(serde_json::to_string(&HeldId(7)).unwrap(), "\"u-7\"");
        for id in ["u-", "u7", "d-7", "u-x", ""] {
            assert_eq!(id.parse::<HeldId>(), Err(NotHeldId), "{id}");
        }
    }

    #[test]
    fn an_item_id_has_a_letter_and_a_counter() {
        assert_eq!(ItemId::new('d', 7), "d-7");
        assert_eq!(ItemId::from("d-7").number(), 7);
        assert_eq!(ItemId::from("elsewhere").number(), 0);
    }
}
