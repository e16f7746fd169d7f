//! Defines how a shell text is parted into its simple commands, as far as telling what was run needs it: quotes, here
//! documents, redirections, substitutions and comments are text or nothing, never commands.
//!
//! Nothing is expanded or looked up. A text that is torn (an open quote, an open bracket) was likely read wrongly, so
//! none of its commands counts as run.

mod wrappers;

pub(crate) use wrappers::{unwrapped, written_words};

/// Nested substitutions that are followed.
const DEEPEST: usize = 16;

/// A simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command<'t> {
    /// Its words, quotes taken off, without redirections and words of the shell's own grammar.
    pub words: Vec<String>,
    /// The command as it is written in the text.
    pub text: &'t str,
    /// The here documents given to it, and to commands within its words.
    pub here: Vec<String>,
    /// Whether it ran if the text was run: not behind `||`, nor in a branch of `if` or `case`.
    pub ran: bool,
    /// The sign that ends it.
    pub end: End,
    /// Whether it stands within a substitution or brackets.
    pub within: bool,
}

/// How a command ends, which decides who reads its output and its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The text, or the brackets it stands in.
    Text,
    /// `|`: the next one reads it.
    Pipe,
    /// `&&`: the next one runs if it went through.
    And,
    /// `||`, `;`, `&`, a new line: what follows says how it went.
    Other,
}

/// The simple commands of a shell text, in the order they end.
pub(crate) fn commands(text: &str) -> Vec<Command<'_>> {
    let mut shell = Shell { text, at: 0, below: None, deep: 0, torn: false, out: Vec::new() };
    shell.list(false);
    let torn = shell.torn;
    let mut out = shell.out;
    for command in &mut out {
        command.ran &= !torn;
    }
    out
}

struct Shell<'t> {
    text: &'t str,
    at: usize,
    /// Offset behind the here documents of this line, where the next line begins.
    below: Option<usize>,
    deep: usize,
    torn: bool,
    out: Vec<Command<'t>>,
}

/// A command as far as it was read.
#[derive(Default)]
struct Begun {
    words: Vec<String>,
    word: Option<String>,
    here: Vec<String>,
    from: usize,
    next: Next,
}

impl Begun {
    fn push(&mut self, at: usize, text: &str) {
        if self.words.is_empty() && self.word.is_none() && self.next == Next::Word {
            self.from = at;
        }
        self.word.get_or_insert_default().push_str(text);
    }

    /// Within `[[ ]]` the signs of the grammar are others.
    fn tests(&self) -> bool {
        self.words.first().is_some_and(|w| w == "[[") && self.words.last().is_none_or(|w| w != "]]")
    }
}

/// The meaning of the next word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Word,
    /// A redirection's file.
    File,
    /// The sign that ends a here document.
    Tag,
}

/// The state of the grammar within a list of commands.
#[derive(Default)]
struct Place {
    /// For each open `if`, whether it is in a branch of it.
    branches: Vec<bool>,
    cases: usize,
    brackets: usize,
    behind_or: bool,
}

impl Place {
    fn runs(&self) -> bool {
        !self.behind_or && self.cases == 0 && !self.branches.contains(&true)
    }

    /// Takes in a word a command would begin with. Returns whether it is of the grammar.
    fn is_grammar(&mut self, word: &str) -> bool {
        match word {
            "if" => self.branches.push(false),
            "then" | "elif" | "else" => {
                if let Some(last) = self.branches.last_mut() {
                    *last = true;
                }
            }
            "fi" => drop(self.branches.pop()),
            "case" => {
                self.cases += 1;
                return false;
            }
            "esac" => self.cases = self.cases.saturating_sub(1),
            "while" | "until" | "do" | "done" | "!" | "{" | "}" | "time" => {}
            _ => return false,
        }
        true
    }
}

impl Shell<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn starts(&self, with: &str) -> bool {
        self.text[self.at..].starts_with(with)
    }

    /// Reads a list to the end of the text, or of the substitution it stands in. Returns its here documents.
    fn list(&mut self, within: bool) -> Vec<String> {
        let (mut now, mut place, mut here) = (Begun::default(), Place::default(), Vec::new());
        let mut closed = !within;
        while let Some(c) = self.peek() {
            let at = self.at;
            let plain = now.tests() && "<>|&()\n".contains(c);
            if c == ')' && !plain {
                self.word(&mut now, &mut place);
            }
            match c {
                '\\' | '\'' | '"' | '`' | '$' => self.quoted(&mut now),
                '\n' if plain => {
                    self.at += 1;
                    self.word(&mut now, &mut place);
                }
                _ if plain => self.one(&mut now, c),
                '#' if now.word.is_none() => {
                    self.at = self.text[at..].find('\n').map_or(self.text.len(), |n| at + n);
                }
                '<' | '>' => self.redirection(&mut now, &mut place),
                '&' if self.starts("&>") => {
                    self.at += 1;
                    self.redirection(&mut now, &mut place);
                }
                '(' if self.starts("((") && now.words.is_empty() && now.word.is_none() => self.sum(&mut now),
                ')' if within && place.brackets == 0 && place.cases == 0 => {
                    self.at += 1;
                    closed = true;
                    break;
                }
                '\n' | ';' | '&' | '|' | '(' | ')' => self.sign(c, &mut now, &mut place, &mut here),
                c if c.is_whitespace() => {
                    self.at += c.len_utf8();
                    self.word(&mut now, &mut place);
                }
                c => self.one(&mut now, c),
            }
        }
        let end = self.at - usize::from(within && closed);
        self.end(&mut now, &mut place, end, &mut here, End::Text);
        self.torn |= !closed || place.brackets > 0;
        here
    }

    fn one(&mut self, now: &mut Begun, c: char) {
        let at = self.at;
        self.at += c.len_utf8();
        now.push(at, &self.text[at..self.at]);
    }

    /// A sign that ends a command.
    fn sign(&mut self, c: char, now: &mut Begun, place: &mut Place, here: &mut Vec<String>) {
        let (end, rest) = (self.at, &self.text[self.at..]);
        let sort = match c {
            '|' if !rest.starts_with("||") => End::Pipe,
            '&' if rest.starts_with("&&") => End::And,
            '(' | ')' => End::Text,
            _ => End::Other,
        };
        self.end(now, place, end, here, sort);
        self.at += 1;
        match c {
            '\n' => self.at = self.below.take().unwrap_or(self.at),
            '(' => place.brackets += 1,
            ')' if place.cases == 0 => place.brackets = place.brackets.saturating_sub(1),
            _ => {}
        }
        place.behind_or = match c {
            '|' if self.starts("|") => {
                self.at += 1;
                true
            }
            // A pipe goes on with what was begun.
            '|' => place.behind_or,
            _ => false,
        };
    }

    /// A word has ended.
    fn word(&mut self, now: &mut Begun, place: &mut Place) {
        let Some(word) = now.word.take() else { return };
        match std::mem::take(&mut now.next) {
            Next::File => {}
            Next::Tag => self.here(now, &word),
            Next::Word if now.words.is_empty() && place.is_grammar(&word) => {}
            Next::Word => now.words.push(word),
        }
    }

    /// A command has ended.
    fn end(&mut self, now: &mut Begun, place: &mut Place, end: usize, here: &mut Vec<String>, sort: End) {
        self.word(now, place);
        let Begun { words, here: own, from, .. } = std::mem::take(now);
        here.extend(own.iter().cloned());
        if !words.is_empty() {
            let text = self.text.get(from..end).unwrap_or_default().trim();
            let within = self.deep > 0 || place.brackets > 0;
            self.out.push(Command { words, text, here: own, ran: place.runs(), end: sort, within });
        }
    }

    /// The body of a here document: the lines below, up to the tag.
    fn here(&mut self, now: &mut Begun, tag: &str) {
        let from =
            self.below.unwrap_or_else(|| self.text[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n + 1));
        let mut end = from;
        for line in self.text[from..].split_inclusive('\n') {
            if line.trim() == tag {
                now.here.push(self.text[from..end].trim_end_matches('\n').to_owned());
                self.below = Some(end + line.len());
                return;
            }
            end += line.len();
        }
        now.here.push(self.text[from..].to_owned());
        self.below = Some(self.text.len());
    }

    fn redirection(&mut self, now: &mut Begun, place: &mut Place) {
        if now.word.as_deref().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit())) {
            now.word = None;
        }
        self.word(now, place);
        if self.starts("<(") || self.starts(">(") {
            self.substitution(now);
            return;
        }
        let long = ["<<<", "<<-", "<<", "<&", "<>", ">>", ">&", ">|"];
        let sign = long.into_iter().find(|sign| self.starts(sign)).unwrap_or("<");
        self.at += sign.len();
        now.next = if matches!(sign, "<<" | "<<-") { Next::Tag } else { Next::File };
    }

    /// A quotation, an escape or a substitution, as part of a word.
    fn quoted(&mut self, now: &mut Begun) {
        let from = self.at;
        now.push(from, "");
        match self.peek() {
            Some('\\') => {
                self.at += 1;
                if let Some(c) = self.peek().filter(|c| *c != '\n') {
                    self.one(now, c);
                } else {
                    self.at = (self.at + 1).min(self.text.len());
                    // A line that goes on: nothing was said.
                    now.word = now.word.take().filter(|w| !w.is_empty());
                }
            }
            Some('\'') => self.until(now, '\'', false),
            Some('"') => self.double(now),
            Some('`') => self.until(now, '`', true),
            _ if self.starts("$((") => self.sum(now),
            _ if self.starts("$(") => self.substitution(now),
            _ if self.starts("${") => self.balanced(now, '{', '}'),
            _ if self.starts("$'") => {
                self.at += 1;
                self.until(now, '\'', true);
            }
            _ => self.one(now, '$'),
        }
    }

    /// Reads up to the next such sign.
    fn until(&mut self, now: &mut Begun, sign: char, escapes: bool) {
        self.at += 1;
        let from = self.at;
        while let Some(c) = self.peek() {
            if c == sign {
                now.push(from, &self.text[from..self.at]);
                self.at += 1;
                return;
            }
            self.at += c.len_utf8();
            if escapes && c == '\\' {
                self.at += self.peek().map_or(0, char::len_utf8);
            }
        }
        self.torn = true;
    }

    fn double(&mut self, now: &mut Begun) {
        self.at += 1;
        while let Some(c) = self.peek() {
            match c {
                '"' => {
                    self.at += 1;
                    return;
                }
                '\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some('\n') => self.at += 1,
                        Some(c) if "$`\"\\".contains(c) => self.one(now, c),
                        _ => now.push(self.at, "\\"),
                    }
                }
                '$' if self.starts("$'") => self.one(now, '$'),
                '$' | '`' => self.quoted(now),
                c => self.one(now, c),
            }
        }
        self.torn = true;
    }

    /// The commands within brackets behind a sign; to the word they are text.
    fn substitution(&mut self, now: &mut Begun) {
        let from = self.at;
        self.at += 2;
        self.deep += 1;
        if self.deep > DEEPEST {
            (self.torn, self.at) = (true, self.text.len());
            return;
        }
        let here = self.list(true);
        self.deep -= 1;
        now.here.extend(here);
        now.push(from, &self.text[from..self.at]);
    }

    /// A sum: `((1 << 2))`.
    fn sum(&mut self, now: &mut Begun) {
        self.balanced(now, '(', ')');
    }

    /// Reads up to the closing bracket, counting nested ones.
    fn balanced(&mut self, now: &mut Begun, open: char, close: char) {
        let from = self.at;
        let mut depth = 0;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == '\\' {
                self.at += self.peek().map_or(0, char::len_utf8);
            } else if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    now.push(from, &self.text[from..self.at]);
                    return;
                }
            }
        }
        self.torn = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        commands(text).iter().map(|c| c.words.join("|")).collect()
    }

    #[test]
    fn a_text_is_parted_as_a_shell_does() {
        for (text, want) in [
            ("a b && c;d | e & f\ng", &["a|b", "c", "d", "e", "f", "g"][..]),
            ("a 'b ; c' \"d | e\" f\\ g", &["a|b ; c|d | e|f g"]),
            ("a 2>&1 >out <in 3>>x &>y b", &["a|b"]),
            ("a # b; c\nd", &["a", "d"]),
            ("a \\\n  b", &["a|b"]),
            ("cat <<EOF > x\nnpm i; 'y\nEOF\nb", &["cat", "b"]),
            ("cat <<'A' <<-B | c\n1\nA\n2\n\tB\nd", &["cat", "c", "d"]),
            ("cat <<< word; b", &["cat", "b"]),
            ("x \"$(cat <<'E'\nit's; npm i\nE\n)\" y", &["cat", "x|$(cat <<'E'\nit's; npm i\nE\n)|y"]),
            ("echo $((1 << 2)); b", &["echo|$((1 << 2))", "b"]),
            ("((n++)); b", &["((n++))", "b"]),
            ("[[ $x =~ (npm|yarn) && a < b ]] && c", &["[[|$x|=~|(npm|yarn)|&&|a|<|b|]]", "c"]),
            ("a ${x:-(;)} b", &["a|${x:-(;)}|b"]),
            ("diff <(a; b) <(c)", &["a", "b", "c", "diff|<(a; b)|<(c)"]),
            ("( a; b ) | c", &["a", "b", "c"]),
            ("if a; then b; else c; fi; d", &["a", "b", "c", "d"]),
            ("for x in 1 2; do a $x; done", &["for|x|in|1|2", "a|$x"]),
            ("a $'it\\'s; b' c", &["a|it\\'s; b|c"]),
            ("a `b; c` d", &["a|b; c|d"]),
            ("", &[]),
            ("\\", &[]),
        ] {
            assert_eq!(words(text), want, "{text}");
        }
    }

    #[test]
    fn what_may_not_have_run_is_told_apart() {
        let ran = |text| commands(text).iter().filter(|c| c.ran).map(|c| c.words[0].clone()).collect::<Vec<_>>();
        for (text, want) in [
            ("a || b | c; d", &["a", "d"][..]),
            ("if a; then b; elif c; then d; else e; fi; f", &["a", "f"]),
            ("case $x in npm|yarn) a;; *) b;; esac; c", &["c"]),
            ("x=$(case y in z) npm i;; esac); c", &["x=$(case y in z) npm i;; esac)", "c"]),
            ("a 'b\nc", &[]),
            ("a $(b", &[]),
            ("a \"b", &[]),
        ] {
            assert_eq!(ran(text), want, "{text}");
        }
        assert!(commands(&"$(".repeat(5000)).iter().all(|c| !c.ran));
    }

    #[test]
    fn a_command_keeps_its_own_words_and_documents() {
        let all = commands("cd x && FOO=1 git commit -F - <<E 2>&1 | tail\nit's\nE\nb");
        assert_eq!(all[1].text, "FOO=1 git commit -F - <<E 2>&1");
        assert_eq!(all[1].here, ["it's"]);
        assert_eq!(all[3].text, "b");
        assert_eq!(commands("if true; then  npm i x ; fi")[1].text, "npm i x");
    }
}
