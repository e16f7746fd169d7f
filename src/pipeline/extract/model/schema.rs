//! Defines [`Schema`], the form of an answer as JSON schema.
//!
//! The fields are a list, not a sorted map: a server that enforces the schema makes the model write them in this order,
//! so the nonce comes first and the quotation before the summary.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// Text of at most this many characters.
    Text(usize),
    /// One of these words.
    Words(Vec<&'static str>),
    /// True or false.
    Flag,
    /// At most this many values of a type.
    List(Box<Schema>, usize),
    /// These fields and no others, in this order.
    Fields(Vec<Field>),
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    name: &'static str,
    schema: Schema,
    needed: bool,
}

impl Field {
    /// A required field.
    pub fn needed(name: &'static str, schema: Schema) -> Self {
        Self { name, schema, needed: true }
    }

    /// An optional field.
    pub fn free(name: &'static str, schema: Schema) -> Self {
        Self { name, schema, needed: false }
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

struct InOrder<'a>(&'a [Field]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|f| (f.name, &f.schema)))
    }
}
