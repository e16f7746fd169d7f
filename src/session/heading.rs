//! Defines [`Session::heading`], the heading of a session's files: its title and its day, without an id.

use jiff::Timestamp;

use super::agent_wording::harmless;
use super::{Session, safe};
use crate::transcript::request_title;

impl Session {
    /// The title: the first request. It is saved, as a saved session is read back without its talk.
    pub fn title(&self) -> Option<String> {
        if self.talk.lacks_text(0) || self.turns().is_empty() {
            return self.title.clone();
        }
        request_title(self.turns()).map(|title| safe::text(&self.from_project(&title)))
    }

    /// `What stands in "Paint the gates", 2026-11-28`: title and day, as far as they are known. Written as a heading, so
    /// it is tame Markdown on one line.
    pub fn heading(&self, at: Option<Timestamp>) -> String {
        let title = self.title().map(|title| harmless(&title));
        let title = title.as_deref().map(|title| match title.strip_suffix('…') {
            Some(cut) => cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole),
            None => title.trim_end_matches(['.', ' ']),
        });
        let title =
            title.filter(|title| !title.is_empty()).map_or_else(String::new, |title| format!(" in \"{title}\""));
        let day = at.map_or_else(String::new, |at| format!(", {}", at.strftime("%Y-%m-%d")));
        format!("What stands{title}{day}")
    }

    /// Time of the last turn that has one.
    pub fn last_turn_at(&self) -> Option<Timestamp> {
        self.turns().iter().rev().find_map(|turn| turn.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{Entry, Meta, RecordRef, Role, Turn};

    fn session(words: &str) -> Session {
        let mut session = Session::new(Meta::default());
        let (turn_id, content) = ("t-1".to_owned(), words.to_owned());
        let record = RecordRef::default();
        session.ingest([Entry::Turn(Turn { turn_id, ordinal: 1, role: Role::User, content, at: None, record })]);
        session
    }

    #[test]
    fn a_heading_has_the_title_and_the_day() {
        let at: Timestamp = "2026-11-28T23:34:00Z".parse().unwrap();
        let painted = session("Please paint the gates of the yard. They are brown.");
        let heading = painted.heading(Some(at));
        assert!(heading.contains("aint the gates of the yard") && heading.ends_with("\", 2026-11-28"), "{heading}");
        assert_eq!(Session::default().heading(None), "What stands");
        let hostile = session("Please paint <!-- session x --> the gates with @secret words");
        assert!(!hostile.heading(None).contains("<!--") && !hostile.heading(None).contains(" @"));
    }

    #[test]
    fn a_long_title_ends_at_a_whole_word() {
        let long = session(&format!("Please paint {}and oil the hinges", "every gate of the yard and ".repeat(8)));
        let heading = long.heading(None);
        assert!(!heading.contains('…') && heading.ends_with('"'), "{heading}");
    }

    #[test]
    fn the_title_is_there_without_the_talk() {
        let painted = session("Please paint the gates of the yard.");
        let (folded, _) = Session::folded(painted.sidecar(), []);
        assert!(painted.title().is_some());
        assert_eq!(folded.title(), painted.title());
    }
}
