//! Defines [`Listing`]: a JSON document that is an object with a list in it, read item by item, so that one cut off in
//! the middle still gives the items before the cut.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::transcript::format::{DocumentPart, DocumentParts};

/// The key of the part that holds everything but the list.
pub(crate) const HEAD: &str = "head";

/// An object with one list.
#[derive(Debug, Default)]
pub(crate) struct Listing<'a> {
    /// Its fields, the list left out.
    pub fields: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// The elements of the list.
    pub items: Vec<&'a RawValue>,
    pub has_list: bool,
    /// Whether it is read to its end.
    pub whole: bool,
}

impl<'a> Listing<'a> {
    /// Reads a document whose list is in the field `list`.
    pub(crate) fn read(document: &'a str, list: &str) -> Self {
        let mut listing = Self::default();
        let mut json = serde_json::Deserializer::from_str(document);
        let read = json.deserialize_map(ListingVisitor { into: &mut listing, list });
        listing.whole = read.is_ok() && json.end().is_ok();
        listing
    }

    /// Whether it has a field of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// The head and every item as parts, items by the keys given for them.
    pub(crate) fn parts(self, document: &'a str, key: impl Fn(&RawValue) -> Option<String>) -> DocumentParts<'a> {
        let fields: Vec<String> = self
            .fields
            .iter()
            .filter_map(|(name, value)| Some(format!("{}:{}", serde_json::to_string(name).ok()?, value.get())))
            .collect();
        let head = DocumentPart { key: HEAD.to_owned(), text: format!("{{{}}}", fields.join(",")).into(), range: 0..0 };
        let begin = document.as_ptr() as usize;
        let items = self.items.iter().enumerate().map(|(n, item)| {
            let start = item.get().as_ptr() as usize - begin;
            let key = key(item).unwrap_or_else(|| format!("item {}", n + 1));
            DocumentPart { key, text: item.get().into(), range: start..start + item.get().len() }
        });
        DocumentParts { parts: std::iter::once(head).chain(items).collect(), whole: self.whole }
    }
}

struct ListingVisitor<'l, 'a> {
    into: &'l mut Listing<'a>,
    list: &'l str,
}

impl<'de> Visitor<'de> for ListingVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == self.list {
                self.into.has_list = true;
                map.next_value_seed(ItemsVisitor(&mut self.into.items))?;
            } else {
                self.into.fields.push((key.into(), map.next_value()?));
            }
        }
        Ok(())
    }
}

struct ItemsVisitor<'l, 'a>(&'l mut Vec<&'a RawValue>);

impl<'de> DeserializeSeed<'de> for ItemsVisitor<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ItemsVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(item) = seq.next_element()? {
            self.0.push(item);
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_cut_off_gives_the_items_before_the_cut() {
        let text = r#"{"a": 1, "list": [{"id": 1}, {"id": 2}, {"id": 3}], "b": {"list": [7]}}"#;
        for end in 0..=text.len() {
            let listing = Listing::read(&text[..end], "list");
            let want = text[..end].matches('}').count().min(3);
            assert_eq!(listing.items.len(), want, "{}", &text[..end]);
            assert_eq!(listing.whole, end == text.len(), "{}", &text[..end]);
        }
        let parts = Listing::read(text, "list").parts(text, |_| None).parts;
        assert_eq!(parts[0].text, r#"{"a":1,"b":{"list": [7]}}"#);
        assert!(parts[1..].iter().all(|p| text[p.range.clone()] == p.text));
        assert_eq!(parts.last().unwrap().key, "item 3");
    }
}
