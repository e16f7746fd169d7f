//! Defines [`request_title`], the title of a session made from the person's first request. The picker and the header
//! use the same one.

use crate::text::cut;
use crate::transcript::{Role, Turn};

/// Columns kept of a first request: a title is a line.
const TITLE_COLUMNS: usize = 120;
/// Minimum bytes of a first sentence: shorter ones are greetings.
const MIN_SENTENCE_BYTES: usize = 24;
/// Maximum number of the person's turns that are searched: each frame searches them again.
const MAX_TURNS: usize = 8;

/// The title of a session by its turns: the first request, else the first words, for a command with its subject.
pub fn request_title<'t>(turns: impl IntoIterator<Item = &'t Turn>) -> Option<String> {
    let mut opening = Opening::default();
    for turn in turns {
        opening.read(turn);
        if opening.is_enough() {
            break;
        }
    }
    opening.title()
}

/// The beginning of a session, as far as it was read.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// Turns of the person's so far.
    turns: usize,
    request: Option<String>,
    /// The person's first words that are not a request; a command with a subject is preferred to one without.
    spoken: Option<String>,
    /// The agent's first words.
    answer: Option<String>,
}

impl Opening {
    pub(super) fn read(&mut self, turn: &Turn) {
        let is_read = match turn.role {
            Role::User => !self.is_enough(),
            Role::Assistant => self.answer.is_none(),
            Role::System => false,
        };
        let words = if is_read { beginning(&turn.content) } else { String::new() };
        if words.is_empty() {
            return;
        }
        if turn.role == Role::Assistant {
            self.answer = Some(words);
            return;
        }
        self.turns += 1;
        self.request = request_of(&words);
        if self.spoken.as_deref().is_none_or(|spoken| is_bare_command(spoken) && is_command(&words)) {
            self.spoken = Some(words);
        }
    }

    /// Whether later turns cannot change the title.
    pub(super) fn is_enough(&self) -> bool {
        self.request.is_some() || self.turns >= MAX_TURNS
    }

    pub(super) fn title(self) -> Option<String> {
        if self.request.is_some() {
            return self.request;
        }
        let spoken = self.spoken?;
        // The subject of a bare command is in the answer.
        let about = self.answer.filter(|_| is_bare_command(&spoken));
        Some(about.map_or_else(
            || first_sentence(&spoken),
            |about| cut(&format!("{spoken}: {}", first_sentence(&about)), TITLE_COLUMNS).into_owned(),
        ))
    }
}

/// Whether a turn of the person's, or a title, asks for something: a command, a path or an address alone does not, nor does
/// an answer such as `1` or `yes`.
pub fn is_request(content: &str) -> bool {
    request_of(&beginning(content)).is_some()
}

/// The beginning of a text on one line, longer than a title.
fn beginning(content: &str) -> String {
    content.split_whitespace().take(TITLE_COLUMNS).collect::<Vec<_>>().join(" ")
}

/// A request worded as a title, without the commands, paths and URLs that it begins with.
fn request_of(words: &str) -> Option<String> {
    // "Which oven? -> The old one" answers the agent's question.
    if words.contains("? -> ") {
        return None;
    }
    let request = words.split_whitespace().skip_while(|word| is_handle(word)).collect::<Vec<_>>().join(" ");
    // The one word of `/review main` is a name.
    let is_name = is_command(words) && !request.contains(' ') && request.is_ascii();
    (says_something(&request) && !is_name).then(|| first_sentence(&request))
}

/// Whether a word only names the subject of a request: a command, a path, a URL.
fn is_handle(word: &str) -> bool {
    let word = word.trim_start_matches(['"', '\'', '`', '<']);
    word.len() > 1
        && ["/", "@", "~/", "./", "http://", "https://", "www."].iter().any(|begins| word.starts_with(begins))
}

/// Whether words begin with the name of a command, such as `/review`.
fn is_command(words: &str) -> bool {
    let name = words.split_whitespace().next().and_then(|word| word.strip_prefix('/'));
    name.is_some_and(|name| !name.is_empty() && !name.contains(['/', '.']))
}

fn is_bare_command(words: &str) -> bool {
    is_command(words) && !words.contains(' ')
}

/// Whether a text has more than a number, a letter or a nod; a letter of a script without cases may be a word.
fn says_something(text: &str) -> bool {
    const LEAST: usize = 4;
    let letters = text.chars().filter(|c| c.is_alphabetic());
    letters.map(|c| if c.is_lowercase() || c.is_uppercase() { 1 } else { 2 }).sum::<usize>() >= LEAST
}

/// The first sentence, cut at a word, with the sign of it, where it is too long.
fn first_sentence(line: &str) -> String {
    let end = line.match_indices(". ").map(|(at, _)| at + 1).find(|at| *at >= MIN_SENTENCE_BYTES).unwrap_or(line.len());
    cut(line.get(..end).unwrap_or(line), TITLE_COLUMNS).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::RecordRef;

    #[test]
    fn the_first_real_request_names_a_session() {
        let named = |turns: &[&str]| {
            let turn = |words: &&str| {
                // The agent's words follow a sign.
                let (role, words) = words.strip_prefix("> ").map_or((Role::User, *words), |w| (Role::Assistant, w));
                let (content, record) = (words.to_owned(), RecordRef::default());
                Turn { turn_id: words.into(), ordinal: 1, role, content, at: None, record }
            };
            request_title(&turns.iter().map(turn).collect::<Vec<_>>())
        };
        let (review, page) = ("/review https://forge.example/bakery/oven/12", "https://forge.example/bakery/oven/12");
        for (turns, name) in [
            (&["/review", "Look at the oven. Then go."][..], Some("Look at the oven. Then go.")),
            (&["/home/ada/oven.md", "bake it at 180"], Some("bake it at 180")),
            (&["@docs/oven.md say what it lacks"], Some("say what it lacks")),
            (&["1", "Mend the login page of the shop"], Some("Mend the login page of the shop")),
            (&["/plan 4", "Which oven? -> The old one", "bake it at 180"], Some("bake it at 180")),
            (&["ok", "修复登录"], Some("修复登录")),
            (&["/review 修复登录"], Some("修复登录")),
            (&[page, "> It is an oven.", "bake it at 180"], Some("bake it at 180")),
            (&[review, "> Two faults.", "mend both of them"], Some("mend both of them")),
            (&["/review main", "> Two faults.", "mend both of them"], Some("mend both of them")),
            (&["/review the door of the oven"], Some("the door of the oven")),
            (&["yes"], Some("yes")),
            (&[page, "> It is an oven."], Some(page)),
            (&["/init", "> Done.", review, "ok"], Some(review)),
            (&["/review main", "> Two faults."], Some("/review main")),
            (
                &["/review", "> The door of the oven is open. It is hot."],
                Some("/review: The door of the oven is open."),
            ),
            (&["/compact"], Some("/compact")),
            (&["> Good morning"], None),
            (&[], None),
        ] {
            assert_eq!(named(turns).as_deref(), name, "{turns:?}");
        }
    }
}
