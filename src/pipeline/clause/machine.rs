//! Defines the lines of a message that a program wrote: logs, traces, diffs, code, tables, data. They are told by their
//! shape alone (how a line begins, its marks and columns, its likeness to its neighbours), not by their words.

use std::ops::Range;

use crate::text::patterns;

patterns! {
    /// How only programs begin a line: a time, a place in a file, a prompt, a diff's or a trace's mark, a log level,
    /// a container's name, a quoted key.
    OPENS = r#"(?x) ^\s* (?: \[?\d{4}-\d\d-\d\d[T\ ] | \[?\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\]?\s | \[?\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s\d{1,2}:\d\d | \[(?:[A-Z]{3,}|\w+(?:[-.:/]\w+)+)\]\s | (?:\w{3}\s)?\w{3}\s[\ \d]\d\s\d\d:\d\d
        | [\w./\\-]+\.\w+:\d+ | \d+:\d+\s\s | \$\s | >>>\s | @@\s
        | diff\ --git | index\ [0-9a-f]{7} | (?:---|\+\+\+)\s[ab/] | at\s\S+\s?\(.*\) | File\s" | Caused\ by: | [A-Z]{3,}:\s | [EWID]\s\(\d+\)
        | ={3,} | -{3,}\s\S | \*{3,} | ==\d+== | [│┃║┌┏╔└┗╚├╭╰] | \#\d+\s+(?:0x|/|\{|\w+[(.:/\\]) | goroutine\s\d | \[\w+\s0x | --->\s | --\s\w
        | (?:Blocker|Critical|Major|Minor|Trivial|Nit|High|Medium|Low|Info)\s[-–—|]\s\w | v?\d+\.\d+\.\d+\s | (?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\s
        | \w+\sERR! | [\w-]+\s+\|\s | \w+=\S+\s\w+=\S | \d*\s*\|\s | "[\w.-]+":\s | \#include\b | //\s | /\*\* | -->\s | warning: | error(?:\[\w+\])?: | help:\s | note:\s ) "#;
    /// A shell's prompt with the command typed at it.
    PROMPT = r"^\s*(?:\$\s\w|[\w.-]+@[\w.-]+[:\s]\S*\s?[$#%>]\s|(?:\(\w+\)\s)?[~/][\w./-]*\s[$%>❯]\s|(?:[❯➜»]|λ)\s+\S|PS [A-Z]:\S*>|[A-Z]:\\[^>]*>\s?\S)";
    /// Marks of code anywhere in a line.
    CODE = r"(?:[{};]|\)\s*\{|\w\(.*\)|=>|\($)\s*$|^\s*[)}\]]|\s(?:==|!=|:=|=>|&&|\|\|)\s|\w\(\w*\)[.;]|^\s*(?:func|fn|def|class|import|const|let|var|public|private|static|struct|impl)\s[\w<(].*[{(:;]\s*$";
    /// Fields parted by commas without blanks, or columns parted by blanks.
    FIELDS = r"^[^\s,]*,[^\s,]|\S(?:\t+| {3,})\S";
    COMMAS = r"^(?:[^,]*,){2,}[^,]*$";
    /// A key that is an identifier, or opens a nested part.
    KEY = r"^\s*(?:[a-z]+[._-][\w.-]+|[a-z]+[A-Z]\w*|\w+):(?:\s|$)";
    LISTED = r"^\s*(?:[-*+•]|\d+[.)])\s";
    /// A query, or an object of data, on one line.
    STATEMENT = r#"^\s*(?:(?:SELECT|INSERT\sINTO|UPDATE|DELETE\sFROM|CREATE\s(?:TABLE|INDEX|VIEW|UNIQUE)|ALTER\sTABLE)\s.*\b(?:FROM|VALUES|SET|ON|ADD|DROP|AS)\b.*|CREATE\sTABLE\s.*\(.*|\{\s*"[^"]+"\s*:.*\}|[A-Z]\w*(?:Error|Exception):\s\S.*)\s*;?$"#;
    /// Counts side by side: "3 passed, 1 failed, 0 skipped".
    COUNTS = r"(?:\b\d+ \w+[;,] ){2}|(?:\b\w+:\s+\d+, ){2}";
    /// A command with its options.
    COMMAND = r"^[a-z][\w./-]*(?: \S+)* --?[A-Za-z][\w-]*(?:[ =]|$)";
    /// The line of a chat that says who speaks when.
    STAMPED = r"^\W{0,2}[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,3}[,:]?\s+\W?(?:\w+ at )?\d{1,2}[:.]\d\d(?:\s?[AaPp][Mm])?\W*$|^\W{0,2}[\w.-]+ (?:commented|replied|wrote|answered)\b[^.!?]{0,30}$";
    /// Openings of a line that speaks to somebody.
    SPOKEN = r"^(?:I|I'm|I've|I'd|We|Please|Can|Could|Would|Why|What|How|Any|Is|Are|Do|Does|Should|This|That|These)\b";
    /// A name before what somebody said.
    SPEAKER = r"^\W{0,2}([A-Z][\w ]{0,14}(?: ?\([\w ]+\))?|[a-z][\w.-]{1,14}):\s\S";
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
        let line = text.get(range.clone()).unwrap_or("").trim_end();
        if marks.get(at) == Some(&true) {
            run = match run {
                Some((from, _, count)) if talk <= gap => Some((from, at, count + 1)),
                other => {
                    close(other, text, &all, &mut out);
                    Some((at, at, 1))
                }
            };
            talk = 0;
        } else if !line.trim().is_empty() {
            // A paragraph of the person's between two pastes is not bridged.
            let apart =
                !beside_mark(text, &all, &marks, at) && is_typed(line) && (is_prose(line) || line.ends_with(':'));
            talk += if apart { GAP + 1 } else { 1 };
        }
    }
    close(run, text, &all, &mut out);
    out
}

/// Whether a line of the paragraph of line `at` is a program's.
fn beside_mark(text: &str, all: &[Range<usize>], marks: &[bool], at: usize) -> bool {
    let filled = |n: &usize| all.get(*n).and_then(|r| text.get(r.clone())).is_some_and(|l| !l.trim().is_empty());
    let marked = |n: usize| marks.get(n) == Some(&true);
    (0..at).rev().take_while(filled).take(NEAR).any(marked)
        || (at + 1..all.len()).take_while(filled).take(NEAR).any(marked)
}

/// Lines of a paragraph looked at around a line, so that long paragraphs stay linear.
const NEAR: usize = 8;

/// Whether a line begins as people type, or speaks to somebody; a program begins its lines with its name ("make: ...").
fn is_typed(line: &str) -> bool {
    let named = line.split_once(": ").is_some_and(|(name, _)| !name.contains(' '));
    line.starts_with(char::is_lowercase) && !named || line.ends_with('?') || SPOKEN.is_match(line)
}

/// Least plain words of a line of prose.
const PROSE_WORDS: usize = 5;

/// Whether most words of a line are plain words, and enough of them for a sentence.
fn is_prose(line: &str) -> bool {
    let (mut plain, mut all) = (0, 0);
    for word in line.split_whitespace() {
        let bare = word.trim_matches(|c: char| ",.;:!?()'\"".contains(c));
        all += 1;
        plain += usize::from(!bare.is_empty() && bare.chars().all(|c| c.is_alphabetic() || c == '\''));
    }
    plain >= PROSE_WORDS && plain * 4 >= all * 3
}

/// Adds the lines of a run: from its first marked line to its last, and what goes on below it without a blank line and
/// does not begin as people type.
fn close(run: Option<(usize, usize, usize)>, text: &str, all: &[Range<usize>], out: &mut Vec<Range<usize>>) {
    let statement =
        |at: usize| all.get(at).and_then(|r| text.get(r.clone())).is_some_and(|l| STATEMENT.is_match(l.trim_end()));
    let Some((from, to, _)) = run.filter(|r| r.2 >= LEAST || statement(r.0)) else { return };
    let goes_on = |r: &&Range<usize>| {
        let line = text.get((*r).clone()).unwrap_or("").trim_end();
        !line.trim().is_empty() && !is_typed(line)
    };
    let below = all.iter().skip(to + 1).take_while(goes_on).count();
    out.extend(all.get(from..=to + below).unwrap_or_default().iter().cloned());
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
    let chat = all.len() > 2 && (0..all.len()).filter(|at| STAMPED.is_match(line(*at))).take(LEAST).count() == LEAST;
    for at in 0..all.len() {
        let (here, before) = (line(at), at.checked_sub(1).map_or("", line));
        if here.trim().is_empty() {
            // An empty line of a diff's context holds a blank.
            diff &= all.get(at).and_then(|r| text.get(r.clone())).is_some_and(|l| l.starts_with([' ', '\t']));
            listed = false;
            // A comment stands below its head, after an empty line.
            screen &= chat && STAMPED.is_match(before);
            continue;
        }
        screen |= PROMPT.is_match(here) || chat && STAMPED.is_match(here);
        diff |= here.starts_with("@@ ") || here.starts_with("diff --git ");
        let indented = here.starts_with([' ', '\t']);
        listed = LISTED.is_match(here) || (listed && indented);
        let hangs = indented && !listed && (at > 0 || all.len() > 1);
        let in_diff = diff && here.starts_with(['+', '-', ' ', '\t']);
        let known = !listed
            && (OPENS.is_match(here)
                || STATEMENT.is_match(here)
                || is_hash(here)
                || COUNTS.is_match(here)
                || fields(here));
        let coded = !listed && !is_prose(here) && (CODE.is_match(here) || key(here, before) || COMMAND.is_match(here));
        if let Some(mark) = out.get_mut(at) {
            *mark = known || coded || in_diff || hangs || screen;
        }
    }
    mark_alike(&line, &mut out);
    out
}

/// Whether a line begins with a commit's short or long hash.
fn is_hash(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let hex = first.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    (7..=40).contains(&first.len()) && hex && first.bytes().any(|b| b.is_ascii_digit()) && first.len() < line.len()
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
    let mut from = 0;
    while from < out.len() {
        let first = opening(line(from));
        let same = |at: &usize| match (first, opening(line(*at))) {
            (Some(a), Some(b)) => same_word(a.0, b.0) && same_word(a.1, b.1),
            _ => false,
        };
        let to = (from..out.len()).take_while(same).last().map_or(from, |last| last + 1);
        // A person may begin a few lines alike: "never use oak", "never use elm".
        let typed = first.is_some_and(|(word, _)| word.chars().all(char::is_lowercase));
        if to >= from + if typed { TYPED_ALIKE } else { ALIKE } {
            out.iter_mut().take(to).skip(from).for_each(|m| *m = true);
        }
        from = to.max(from + 1);
    }
    let speakers: Vec<(usize, &str)> =
        (0..out.len()).filter_map(|at| Some((at, SPEAKER.captures(line(at))?.get(1)?.as_str()))).collect();
    if speakers.len() >= ALIKE && is_conversation(&speakers) {
        for (at, _) in speakers {
            if let Some(mark) = out.get_mut(at) {
                *mark = true;
            }
        }
    }
}

/// Whether these are the lines of a conversation: somebody speaks twice. Labels in small letters are the person's own as
/// often ("todo:", "later:"), unless two of them alternate.
fn is_conversation(speakers: &[(usize, &str)]) -> bool {
    let often = |name: &str| speakers.iter().filter(|(_, n)| *n == name).count() >= 2;
    let capital = |name: &str| name.starts_with(char::is_uppercase);
    let mut small: Vec<&str> = speakers.iter().map(|(_, n)| *n).filter(|n| !capital(n) && often(n)).collect();
    let alternate = speakers.windows(2).all(|pair| matches!(pair, [(_, a), (_, b)] if a != b));
    small.sort_unstable();
    small.dedup();
    speakers.iter().any(|(_, n)| capital(n) && often(n)) || small.len() >= 2 && alternate
}

/// Least lines that begin alike which a program wrote; the same where they begin with a plain word, as people do.
const ALIKE: usize = 3;
const TYPED_ALIKE: usize = 6;

/// Whether two words differ in their digits at most: "node2", "node17".
fn same_word(a: &str, b: &str) -> bool {
    let letters = |w: &'_ str| w.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    a == b || (a.contains(|c: char| c.is_ascii_digit()) && letters(a) == letters(b))
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
            ("make it faster\nSELECT b.id FROM beds b WHERE b.wood = 'oak';", "make it faster"),
            ("id,name,note\n1,oak,must be felled\n2,elm,keep\nsort these by name", "sort these by name"),
            (
                "why does it hang?\n\nfn wait(q: &Queue) {\n    // never call it twice\n    q.pop();\n}",
                "why does it hang?",
            ),
            ("Ann: let's use ash\nBob: no, use oak\nAnn: agreed\n\nwhat do you think?", "what do you think?"),
            ("❯ door open --slowly\nHinge: turning, done.\nUse oil on hinge 2\n\nit squeaks", "it squeaks"),
            ("➜  doors git:(main) ✗ make doors\nmust have oak\nuse elm\n\nonly oak please", "only oak please"),
            ("C:\\doors> door open\nnever use port 0\n\nand now?", "and now?"),
            ("level=info msg=\"use oak\"\nlevel=warn msg=\"must shut\"\n\nmake it quieter", "make it quieter"),
            ("sensor_a | started\nsensor_a | will retry\nwhat is this", "what is this"),
            ("a1b2c3d Use oak\n9e8d7c6 Never use elm\n\nwhich one broke the door?", "which one broke the door?"),
            ("Ann Lee  09:41\nwe must not paint it\nBo Day  09:43\nlet's use oak\n\nis he right?", "is he right?"),
            ("┌─────┐\n│ Do not open │\n└─────┘\nsame thing when I save", "same thing when I save"),
            (
                "---- door stdout ----\nassertion failed: must be shut\ntest result: 2 passed; 1 failed; 0 ignored\n\nonly fix \
                 the first one",
                "only fix the first one",
            ),
            (
                "    at open (door.js:4)\n    at main (door.js:9)\nRun it again.\nmake: *** [door] Error 1\n\noil it (twice)",
                "oil it (twice)",
            ),
            (
                "@ann commented 2 days ago\n\nPlease use oak.\n\n@bo commented yesterday\n\nLet's close it.\n\nthoughts on it?",
                "thoughts on it?",
            ),
        ] {
            assert_eq!(own(text), [talk], "{text}");
        }
        // What the person says between two pastes is theirs.
        let text =
            "E (12) must not open\nE (13) use oak\n\nand here is the one of today:\n\nE (14) never\nE (15) again";
        assert_eq!(own(text), ["and here is the one of today:"]);
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
