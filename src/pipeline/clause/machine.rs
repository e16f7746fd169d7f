//! Defines the lines of a message that a program wrote: logs, traces, diffs, code, tables, data. They are told by their
//! shape alone (how a line begins, its marks and columns, its likeness to its neighbours), not by their words.

use std::ops::Range;

use crate::text::patterns;

patterns! {
    /// How only programs begin a line: a time, a place in a file, a prompt, a diff's or a trace's mark, a log level,
    /// a container's name, a quoted key.
    OPENS = r#"(?x) ^\s* (?: \[?\d{4}-\d\d-\d\d[T\ ] | \[?\d{1,2}:\d\d(?::\d\d)?\]?\s | \[[A-Z]{3,}\]\s | (?:\w{3}\s)?\w{3}\s[\ \d]\d\s\d\d:\d\d
        | [\w./\\-]+\.\w+:\d+ | \d+:\d+\s\s | \$\s | >>>\s | --\s\w | @@\s
        | diff\ --git | index\ [0-9a-f]{7} | (?:---|\+\+\+)\s[ab/] | at\s\S+\(.*\)$ | File\s" | Caused\ by: | [A-Z]{3,}:\s | [EWID]\s\(\d+\)
        | \w+\sERR! | [\w-]+\s+\|\s | \d*\s*\|\s | "[\w.-]+":\s | \#include\b | //\s | /\*\* | -->\s | warning: | error(?:\[\w+\])?: | help:\s | note:\s ) "#;
    /// A shell's prompt with the command typed at it.
    PROMPT = r"^\s*(?:\$\s\w|[\w.-]+@[\w.-]+[:\s]\S*\s?[$#%>]\s|(?:\(\w+\)\s)?[~/][\w./-]*\s[$%>❯]\s|PS [A-Z]:\S*>)";
    /// Marks of code anywhere in a line.
    CODE = r"(?:[{};]|\)\s*\{?|=>|\($)\s*$|^\s*[)}\]]|\s(?:==|!=|:=|=>|&&|\|\|)\s|\w\(\w*\)[.;]|^\s*(?:func|fn|def|class|import|const|let|var|public|private|static|struct|impl)\s[\w<(].*[{(:;]\s*$";
    /// Fields parted by commas without blanks, or columns parted by blanks.
    FIELDS = r"^[^\s,]*,[^\s,]|\S(?:\t+| {3,})\S";
    COMMAS = r"^(?:[^,]*,){2,}[^,]*$";
    /// A key that is an identifier, or opens a nested part.
    KEY = r"^\s*(?:[a-z]+[._-][\w.-]+|[a-z]+[A-Z]\w*|\w+):(?:\s|$)";
    LISTED = r"^\s*(?:[-*+•]|\d+[.)])\s";
    /// A name before what somebody said.
    SPEAKER = r"^\W{0,2}([A-Z][\w ]{0,14}):\s\S";
}

/// Most lines of talk between two lines of a program that still belong to it.
const GAP: usize = 2;
/// Least lines that make a paste; a single one may be quoted in passing.
const LEAST: usize = 2;

/// The lines of `text` that a program wrote or that quote a conversation, as byte ranges in order.
pub(super) fn lines(text: &str) -> Vec<Range<usize>> {
    if text.lines().nth(1).is_none() {
        return Vec::new();
    }
    let all = split(text);
    let marks = marks(text, &all);
    // On a terminal's screen a program may write paragraphs of prose.
    let gap = if PROMPT.is_match(text.trim_start()) { usize::MAX } else { GAP };
    let mut out = Vec::new();
    let mut run: Option<(usize, usize, usize)> = None;
    let mut talk = 0;
    for (at, range) in all.iter().enumerate() {
        let blank = text.get(range.clone()).is_none_or(|l| l.trim().is_empty());
        if marks.get(at) == Some(&true) {
            run = match run {
                Some((from, _, count)) if talk <= gap => Some((from, at, count + 1)),
                other => {
                    close(other, &all, &mut out);
                    Some((at, at, 1))
                }
            };
            talk = 0;
        } else if !blank {
            talk += 1;
        }
    }
    close(run, &all, &mut out);
    out
}

/// Adds the lines of a run, from its first marked line to its last.
fn close(run: Option<(usize, usize, usize)>, all: &[Range<usize>], out: &mut Vec<Range<usize>>) {
    if let Some((from, to, _)) = run.filter(|r| r.2 >= LEAST) {
        out.extend(all.get(from..=to).unwrap_or_default().iter().cloned());
    }
}

fn split(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            at += line.len();
            at - line.len()..at
        })
        .collect()
}

/// For each line whether it is a program's.
fn marks(text: &str, all: &[Range<usize>]) -> Vec<bool> {
    let line = |at: usize| all.get(at).and_then(|r| text.get(r.clone())).unwrap_or("").trim_end();
    let mut out = vec![false; all.len()];
    let mut diff = false;
    let mut listed = false;
    // The lines that follow a command up to the next blank line is its output.
    let mut screen = false;
    for at in 0..all.len() {
        let (here, before) = (line(at), at.checked_sub(1).map_or("", line));
        if here.trim().is_empty() {
            // An empty line of a diff's context holds a blank.
            diff &= all.get(at).and_then(|r| text.get(r.clone())).is_some_and(|l| l.starts_with([' ', '\t']));
            (listed, screen) = (false, false);
            continue;
        }
        screen |= PROMPT.is_match(here);
        diff |= here.starts_with("@@ ") || here.starts_with("diff --git ");
        let indented = here.starts_with([' ', '\t']);
        listed = LISTED.is_match(here) || (listed && indented);
        let hangs = indented && !listed && (at > 0 || all.len() > 1);
        let in_diff = diff && here.starts_with(['+', '-', ' ', '\t']);
        let known = !listed && (OPENS.is_match(here) || CODE.is_match(here) || fields(here) || key(here, before));
        if let Some(mark) = out.get_mut(at) {
            *mark = known || in_diff || hangs || screen;
        }
    }
    mark_alike(&line, &mut out);
    out
}

fn fields(line: &str) -> bool {
    let by_commas = COMMAS.is_match(line) && !line.contains(", ");
    by_commas || FIELDS.is_match(line) && !line.trim_end().ends_with(['.', '?', '!'])
}

/// Whether a line is a setting of a file: an identifier with its value, or a key that opens a nested part.
fn key(line: &str, before: &str) -> bool {
    if !KEY.is_match(line) {
        return false;
    }
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let name = name.trim();
    let identifier = name.contains(['_', '.', '-']) || name.chars().skip(1).any(char::is_uppercase);
    let nested =
        value.trim().is_empty() && line.starts_with(' ') || before.starts_with([' ', '\t']) && value.trim().is_empty();
    identifier || nested
}

/// Lines of one paragraph that begin alike, and the lines of a conversation with names before them.
fn mark_alike<'t>(line: &impl Fn(usize) -> &'t str, out: &mut [bool]) {
    const ALIKE: usize = 3;
    let mut from = 0;
    while from < out.len() {
        let opening = opening(line(from));
        let same = |at: &usize| opening.is_some() && self::opening(line(*at)) == opening;
        let to = (from..out.len()).take_while(same).last().map_or(from, |last| last + 1);
        if to >= from + ALIKE {
            out.iter_mut().take(to).skip(from).for_each(|m| *m = true);
        }
        from = to.max(from + 1);
    }
    let speakers: Vec<(usize, &str)> =
        (0..out.len()).filter_map(|at| Some((at, SPEAKER.captures(line(at))?.get(1)?.as_str()))).collect();
    let often = |name: &str| speakers.iter().filter(|(_, n)| *n == name).count() >= 2;
    if speakers.len() >= ALIKE && speakers.iter().any(|(_, n)| often(n)) {
        for (at, _) in speakers {
            if let Some(mark) = out.get_mut(at) {
                *mark = true;
            }
        }
    }
}

/// The first two words of a line that is no list item.
fn opening(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    let pair = (words.next()?, words.next()?);
    (!LISTED.is_match(line)).then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Vec<&str> {
        let pasted = lines(text);
        let at = |l: &str| l.as_ptr() as usize - text.as_ptr() as usize;
        text.lines().filter(|l| !l.trim().is_empty() && !pasted.iter().any(|r| r.contains(&at(l)))).collect()
    }

    #[test]
    fn what_a_program_wrote_is_told_from_what_the_person_wrote_around_it() {
        for (text, talk) in [
            (
                "look at this\n\n2031-01-04 10:11:12 INFO starting\n2031-01-04 10:11:13 ERROR never use port 0",
                "look at this",
            ),
            ("gate.c:12:4: warning: unused 'x'\ngate.c:19:1: error: must be called first\nfix both", "fix both"),
            ("id,name,note\n1,oak,must be felled\n2,elm,keep\nsort these by name", "sort these by name"),
            (
                "why does it hang?\n\nfn wait(q: &Queue) {\n    // never call it twice\n    q.pop();\n}",
                "why does it hang?",
            ),
            ("Ann: let's use ash\nBob: no, use oak\nAnn: agreed\n\nwhat do you think?", "what do you think?"),
            ("sensor_a | started\nsensor_a | will retry\nwhat is this", "what is this"),
        ] {
            assert_eq!(own(text), [talk], "{text}");
        }
    }

    #[test]
    fn lists_answers_and_wrapped_talk_are_the_persons() {
        for text in [
            "please do:\n- add a test\n- fix the door\n  and its frame\n- paint it",
            "1. oak\n2. no\n3. at most 20 mm",
            "let's use oak for the door\nand elm for the frame\nnever use pine",
            "wood: oak\ncolour: green\nhandle: brass",
            "I want two things. First, the door; second, the frame\nThanks, that's all",
        ] {
            assert!(lines(text).is_empty(), "{text}");
        }
    }
}
