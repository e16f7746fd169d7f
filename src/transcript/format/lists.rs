//! Defines todo lists and questions with choices, which several agents write in nearly the same shape.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::json::lenient;
use crate::transcript::{SignalBody, TodoItem, TodoStatus};

/// A question put to the person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AskedQuestion {
    /// Its name in the answers, where the agent gives it one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    pub text: String,
    /// Its subject in a word or two, where the agent gives one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header: String,
    pub options: Vec<String>,
    /// The meaning of each choice; empty if none is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

impl AskedQuestion {
    /// The signal of the question, with the person's answer once it is given.
    pub fn signal(&self, answer: Option<String>) -> SignalBody {
        let Self { text, header, options, details, .. } = self.clone();
        SignalBody::Question { text, header, options, details, answer }
    }
}

lenient! {
    struct TodoLine<'a> {
        id,
        #[serde(alias = "description")]
        #[serde(alias = "title")]
        #[serde(alias = "step")]
        content,
        status,
    }

    struct QuestionLine<'a> { id, question, header, options: Vec<OptionLine<'a>> }

    struct OptionLine<'a> { label, description }
}

/// An answer as text: a string, or a list of choices joined by commas.
pub(super) fn answer_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}

/// The entries of a list, without those that have no text. A list of an unexpected shape has none.
pub(super) fn todos(raw: Option<&RawValue>) -> Vec<TodoItem> {
    let lines: Vec<TodoLine<'_>> = raw.and_then(|r| serde_json::from_str(r.get()).ok()).unwrap_or_default();
    let items = lines.into_iter().filter(|l| !l.content.is_empty()).map(|l| TodoItem {
        id: l.id.some().map(str::to_owned),
        text: l.content.0.into_owned(),
        status: status_of(&l.status),
    });
    items.collect()
}

/// Questions with the labels of their choices, without those that have no text.
pub(super) fn questions(raw: Option<&RawValue>) -> Vec<AskedQuestion> {
    let put: Vec<QuestionLine<'_>> = raw.and_then(|r| serde_json::from_str(r.get()).ok()).unwrap_or_default();
    put.into_iter().filter(|q| !q.question.is_empty()).map(question).collect()
}

fn question(line: QuestionLine<'_>) -> AskedQuestion {
    let options = line.options.into_iter().filter(|o| !o.label.is_empty());
    let (options, details): (Vec<String>, Vec<String>) =
        options.map(|o| (o.label.0.into_owned(), o.description.0.into_owned())).unzip();
    AskedQuestion {
        id: line.id.0.into_owned(),
        text: line.question.0.into_owned(),
        header: line.header.0.into_owned(),
        options,
        details: if details.iter().all(String::is_empty) { Vec::new() } else { details },
    }
}

/// The status of a list entry, from the words that agents use for it.
pub(super) fn status_of(word: &str) -> TodoStatus {
    match word {
        "done" => TodoStatus::Completed,
        "cancelled" | "canceled" => TodoStatus::Deleted,
        other => TodoStatus::from_word(other).unwrap_or(TodoStatus::Pending),
    }
}
