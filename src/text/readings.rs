//! Defines [`Readings`], what was read from texts, kept so that a text that comes again is not read again, and
//! [`OwnReading`], what is read from one when first needed.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use foldhash::{HashMap, HashMapExt};

/// Readings that are kept. Beyond them all are forgotten: what is still needed is soon read again.
const KEPT: usize = 256;

/// Readings by their texts. Declared in `thread_local!`: each thread keeps its own.
pub(crate) struct Readings<V>(RefCell<HashMap<Box<str>, Rc<V>>>);

impl<V> Readings<V> {
    pub(crate) fn new() -> Self {
        Self(RefCell::new(HashMap::new()))
    }

    /// The reading of a text, made by `read` if the text is new. `read` may ask for readings of other texts.
    pub(crate) fn of(&self, text: &str, read: impl FnOnce(&str) -> V) -> Rc<V> {
        if let Some(known) = self.0.borrow().get(text) {
            return Rc::clone(known);
        }
        let made = Rc::new(read(text));
        let mut known = self.0.borrow_mut();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(text.into(), Rc::clone(&made));
        made
    }
}

/// What is read when first needed. It belongs to what it was read from: a copy of that, made to be changed, has none.
#[derive(Debug)]
pub(crate) struct OwnReading<V>(OnceLock<V>);

impl<V> OwnReading<V> {
    /// The reading, made by `read` if there is none yet.
    pub(crate) fn get(&self, read: impl FnOnce() -> V) -> &V {
        self.0.get_or_init(read)
    }
}

impl<V> Default for OwnReading<V> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<V> Clone for OwnReading<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_and_its_reading_may_need_others() {
        let readings = Readings::new();
        let length = |text: &str| readings.of(text, |_| text.len());
        assert_eq!(*readings.of("ab", |text| text.len() + *length("a")), 3);
        assert_eq!(*readings.of("ab", |_| 0), 3);
        for n in 0..KEPT {
            let _ = length(&n.to_string());
        }
        assert_eq!(*readings.of("ab", |_| 0), 0, "the oldest were forgotten");
    }
}
