//! Defines what stands behind a value in an answer: its reason, or a remark that explains it.

use super::values::SHORT;
use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::quantities::is_bare_value;
use crate::pipeline::acts::sentences::wording::{unhurried, words};

/// The value of an answer, and why it is that.
pub(super) fn parted(text: &str) -> (&str, Option<String>) {
    before_reason(text).unwrap_or_else(|| before_remark(text))
}

/// A value before its reason: "30 days" of "30 days so they don't call me".
fn before_reason(text: &str) -> Option<(&str, Option<String>)> {
    let (at, len) = phrases!(", so | so | because | bc | cause | cos | since ").find(&text.to_lowercase())?;
    let (value, why) = (text.get(..at)?, text.get(at + len..)?);
    (is_bare_value(unhurried(value)) && words(why) >= 2).then(|| (value, Some(why.to_owned())))
}

/// A long answer without the remark that explains it: "single A4 sheet, front side only, parents never turn the page".
fn before_remark(text: &str) -> (&str, Option<String>) {
    const REMARK: usize = 3;
    let states = phrases!(
        " is | are |'s | have | has | never | always | need | needs | want | wants | can | can't | won't | don't | doesn't | would | was | were | do | does "
    );
    let explains = |remark: &str| words(remark) >= REMARK && states.within(&format!(" {} ", remark.to_lowercase()));
    let parted = text.rsplit_once(", ").filter(|(_, remark)| words(text) > SHORT && explains(remark));
    parted.map_or((text, None), |(value, remark)| (value, Some(remark.to_owned())))
}
