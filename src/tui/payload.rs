//! Defines [`Payload`], a type-erased value of a pane: the pane's requests to its worker, the
//! worker's responses, and the change a pane previews.

use std::any::Any;
use std::fmt::{self, Debug};

/// A value of any type that can be cloned, compared and debug-printed.
pub struct Payload(Box<dyn Value>);

trait Value: Any + Debug + Send {
    fn copied(&self) -> Box<dyn Value>;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Clone + PartialEq + Debug + Send> Value for T {
    fn copied(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

impl Payload {
    /// Hides the type of a value.
    pub fn new<T: Any + Clone + PartialEq + Debug + Send>(value: T) -> Self {
        Self(Box::new(value))
    }

    /// The value, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        let value: &dyn Any = &*self.0;
        value.downcast_ref()
    }

    /// The value to change, if it is of this type.
    pub fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        let value: &mut dyn Any = &mut *self.0;
        value.downcast_mut()
    }

    /// Takes the value out, if it is of this type.
    pub fn take<T: Any>(self) -> Option<T> {
        let value: Box<dyn Any> = self.0;
        value.downcast().ok().map(|value| *value)
    }
}

impl Clone for Payload {
    fn clone(&self) -> Self {
        Self(self.0.copied())
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
