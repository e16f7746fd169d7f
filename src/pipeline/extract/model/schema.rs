//! Defines [`Schema`], the form of an answer as JSON schema.
//!
//! A server that holds a model to a schema lets it write the fields in the order in which they stand there, and a model
//! thinks by writing: what an answer must repeat comes first, the quotation before what is made of it. So this is no
//! map, whose order is the alphabet's.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// What a value may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// Text of at most so many characters.
    Text(usize),
    /// One of these words.
    Words(Vec<&'static str>),
    /// True or false.
    Flag,
    /// At most so many of these.
    List(Box<Schema>, usize),
    /// These fields and no others, in this order.
    Fields(Vec<Field>),
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    name: &'static str,
    what: Schema,
    needed: bool,
}

impl Field {
    /// A field that must be there.
    pub fn needed(name: &'static str, what: Schema) -> Self {
        Self { name, what, needed: true }
    }

    /// A field that may be left out.
    pub fn free(name: &'static str, what: Schema) -> Self {
        Self { name, what, needed: false }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Text(most) => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("maxLength", most)?;
            }
            Self::Words(words) => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("enum", words)?;
            }
            Self::Flag => map.serialize_entry("type", "boolean")?,
            Self::List(of, most) => {
                map.serialize_entry("type", "array")?;
                map.serialize_entry("items", of)?;
                map.serialize_entry("maxItems", most)?;
            }
            Self::Fields(fields) => {
                map.serialize_entry("type", "object")?;
                map.serialize_entry("properties", &InOrder(fields))?;
                let needed: Vec<&str> = fields.iter().filter(|f| f.needed).map(|f| f.name).collect();
                map.serialize_entry("required", &needed)?;
                map.serialize_entry("additionalProperties", &false)?;
            }
        }
        map.end()
    }
}

/// Fields by name, in their order.
struct InOrder<'a>(&'a [Field]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|f| (f.name, &f.what)))
    }
}
