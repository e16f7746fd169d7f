//! Defines the arithmetic of confidences: combining two independent ones, and log-odds.

use std::borrow::Cow;

use crate::state::Part;

/// The confidence of two independent signs together (noisy-or): wrong only if both are.
pub fn noisy_or(a: f32, b: f32) -> f32 {
    1.0 - (1.0 - a) * (1.0 - b)
}

/// The log-odds of a probability, kept finite.
pub fn log_odds(p: f32) -> f32 {
    let p = p.clamp(0.001, 0.999);
    (p / (1.0 - p)).ln()
}

/// The part that raises a confidence from `before` to `after`.
pub fn raised_by(name: impl Into<Cow<'static, str>>, before: f32, after: f32) -> Part {
    part(name, log_odds(after) - log_odds(before))
}

/// A part with its log-odds rounded to hundredths.
pub fn part(name: impl Into<Cow<'static, str>>, value: f32) -> Part {
    Part { name: name.into(), value: (value * 100.0).round() / 100.0 }
}
