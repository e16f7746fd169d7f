//! Defines [`commands`], which splits a shell script into its simple commands, to find which programs ran. Quotes, here
//! documents, redirections, comments and variables are never read as commands.
//!
//! Nothing is expanded or looked up. No command of a malformed text (an open quote, an open bracket) counts as run, since
//! the text was likely read wrongly.

mod wrappers;

pub(crate) use wrappers::{unwrapped, written_words};

/// Maximum nesting depth of substitutions that is parsed.
const MAX_DEPTH: usize = 16;

/// A simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command<'t> {
    /// Its words without quotes, redirections and keywords of the shell.
    pub words: Vec<String>,
    /// The command as written in the text.
    pub text: &'t str,
    /// The here documents given to it, and to commands within its words.
    pub here: Vec<String>,
    /// The files that its output goes to.
    pub writes: Vec<String>,
    /// Whether it certainly ran: it is not after `||` and not in a branch of `if` or `case`.
    pub ran: bool,
    /// The separator that ends it.
    pub end: End,
    /// Whether it is within a substitution or brackets.
    pub nested: bool,
}

/// How a command ends, which decides who reads its output and its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The end of the text or of the enclosing brackets.
    Text,
    /// `|`: the next command reads its output.
    Pipe,
    /// `&&`: the next command runs if it succeeded.
    And,
    /// `||`, `;`, `&`, a new line: the next command overrides its exit code.
    Other,
}

/// The simple commands of a shell text, in the order they end.
pub(crate) fn commands(text: &str) -> Vec<Command<'_>> {
    let mut shell = Shell { text, at: 0, next_line: None, depth: 0, malformed: false, out: Vec::new() };
    shell.list(false);
    let malformed = shell.malformed;
    let mut out = shell.out;
    for command in &mut out {
        command.ran &= !malformed;
    }
    out
}

struct Shell<'t> {
    text: &'t str,
    at: usize,
    /// Offset of the next line, after the here documents of this one.
    next_line: Option<usize>,
    depth: usize,
    malformed: bool,
    out: Vec<Command<'t>>,
}

/// A command that is being read.
#[derive(Default)]
struct PartialCommand {
    words: Vec<String>,
    word: Option<String>,
    here: Vec<String>,
    writes: Vec<String>,
    from: usize,
    next: Next,
}

impl PartialCommand {
    fn push(&mut self, at: usize, text: &str) {
        if self.words.is_empty() && self.word.is_none() && self.next == Next::Word {
            self.from = at;
        }
        self.word.get_or_insert_default().push_str(text);
    }

    /// Whether it is within `[[ ]]`, where separators are operators.
    fn is_test(&self) -> bool {
        self.words.first().is_some_and(|w| w == "[[") && self.words.last().is_none_or(|w| w != "]]")
    }
}

/// The meaning of the next word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Word,
    /// The file that input comes from, or a descriptor.
    File,
    /// The file that output goes to.
    Target,
    /// The tag that ends a here document.
    Tag,
}

/// The state of the grammar within a list of commands.
#[derive(Default)]
struct GrammarState {
    /// For each open `if`, whether the reader is in one of its branches.
    branches: Vec<bool>,
    cases: usize,
    brackets: usize,
    behind_or: bool,
}

impl GrammarState {
    fn runs(&self) -> bool {
        !self.behind_or && self.cases == 0 && !self.branches.contains(&true)
    }

    /// Reads the first word of a command. Returns whether it is a keyword without a command of its own.
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

    /// Reads a list of commands up to the end of the text, or of the enclosing substitution. Returns its here documents.
    fn list(&mut self, nested: bool) -> Vec<String> {
        let (mut command, mut state, mut here) = (PartialCommand::default(), GrammarState::default(), Vec::new());
        let mut closed = !nested;
        while let Some(c) = self.peek() {
            let at = self.at;
            let plain = command.is_test() && "<>|&()\n".contains(c);
            if c == ')' && !plain {
                self.end_word(&mut command, &mut state);
            }
            match c {
                '\\' | '\'' | '"' | '`' | '$' => self.quoted(&mut command),
                '\n' if plain => {
                    self.at += 1;
                    self.end_word(&mut command, &mut state);
                }
                _ if plain => self.push_char(&mut command, c),
                '#' if command.word.is_none() => {
                    self.at = self.text[at..].find('\n').map_or(self.text.len(), |n| at + n);
                }
                '<' | '>' => self.redirection(&mut command, &mut state),
                '&' if self.starts("&>") => {
                    self.at += 1;
                    self.redirection(&mut command, &mut state);
                }
                '(' if self.starts("((") && command.words.is_empty() && command.word.is_none() => {
                    self.arithmetic(&mut command);
                }
                ')' if nested && state.brackets == 0 && state.cases == 0 => {
                    self.at += 1;
                    closed = true;
                    break;
                }
                '\n' | ';' | '&' | '|' | '(' | ')' => self.separator(c, &mut command, &mut state, &mut here),
                c if c.is_whitespace() => {
                    self.at += c.len_utf8();
                    self.end_word(&mut command, &mut state);
                }
                c => self.push_char(&mut command, c),
            }
        }
        let end = self.at - usize::from(nested && closed);
        self.end_command(&mut command, &mut state, end, &mut here, End::Text);
        self.malformed |= !closed || state.brackets > 0;
        here
    }

    fn push_char(&mut self, command: &mut PartialCommand, c: char) {
        let at = self.at;
        self.at += c.len_utf8();
        command.push(at, &self.text[at..self.at]);
    }

    /// Reads a separator, which ends a command.
    fn separator(&mut self, c: char, command: &mut PartialCommand, state: &mut GrammarState, here: &mut Vec<String>) {
        let (end, rest) = (self.at, &self.text[self.at..]);
        let kind = match c {
            '|' if !rest.starts_with("||") => End::Pipe,
            '&' if rest.starts_with("&&") => End::And,
            '(' | ')' => End::Text,
            _ => End::Other,
        };
        self.end_command(command, state, end, here, kind);
        self.at += 1;
        match c {
            '\n' => self.at = self.next_line.take().unwrap_or(self.at),
            '(' => state.brackets += 1,
            ')' if state.cases == 0 => state.brackets = state.brackets.saturating_sub(1),
            _ => {}
        }
        state.behind_or = match c {
            '|' if self.starts("|") => {
                self.at += 1;
                true
            }
            // A pipe continues the command before it.
            '|' => state.behind_or,
            _ => false,
        };
    }

    /// Ends the current word.
    fn end_word(&mut self, command: &mut PartialCommand, state: &mut GrammarState) {
        let Some(word) = command.word.take() else { return };
        match std::mem::take(&mut command.next) {
            Next::File => {}
            Next::Target => command.writes.push(word),
            Next::Tag => self.here_document(command, &word),
            Next::Word if command.words.is_empty() && state.is_grammar(&word) => {}
            Next::Word => command.words.push(word),
        }
    }

    /// Ends the current command.
    fn end_command(
        &mut self,
        command: &mut PartialCommand,
        state: &mut GrammarState,
        end: usize,
        here: &mut Vec<String>,
        kind: End,
    ) {
        self.end_word(command, state);
        let PartialCommand { words, here: own, writes, from, .. } = std::mem::take(command);
        here.extend(own.iter().cloned());
        if !words.is_empty() {
            let text = self.text.get(from..end).unwrap_or_default().trim();
            let nested = self.depth > 0 || state.brackets > 0;
            self.out.push(Command { words, text, here: own, writes, ran: state.runs(), end: kind, nested });
        }
    }

    /// Reads the body of a here document, up to the tag.
    fn here_document(&mut self, command: &mut PartialCommand, tag: &str) {
        let from = self
            .next_line
            .unwrap_or_else(|| self.text[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n + 1));
        let mut end = from;
        for line in self.text[from..].split_inclusive('\n') {
            if line.trim() == tag {
                command.here.push(self.text[from..end].trim_end_matches('\n').to_owned());
                self.next_line = Some(end + line.len());
                return;
            }
            end += line.len();
        }
        command.here.push(self.text[from..].to_owned());
        self.next_line = Some(self.text.len());
    }

    fn redirection(&mut self, command: &mut PartialCommand, state: &mut GrammarState) {
        if command.word.as_deref().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit())) {
            command.word = None;
        }
        self.end_word(command, state);
        if self.starts("<(") || self.starts(">(") {
            self.substitution(command);
            return;
        }
        let long = ["<<<", "<<-", "<<", "<&", "<>", ">>", ">&", ">|"];
        let output = self.starts(">");
        let sign = long.into_iter().find(|sign| self.starts(sign)).unwrap_or("<");
        self.at += sign.len();
        command.next = match sign {
            "<<" | "<<-" => Next::Tag,
            ">>" | ">|" => Next::Target,
            "<" if output => Next::Target,
            _ => Next::File,
        };
    }

    /// Reads a quotation, an escape or a substitution as part of a word.
    fn quoted(&mut self, command: &mut PartialCommand) {
        let from = self.at;
        command.push(from, "");
        match self.peek() {
            Some('\\') => {
                self.at += 1;
                if let Some(c) = self.peek().filter(|c| *c != '\n') {
                    self.push_char(command, c);
                } else {
                    self.at = (self.at + 1).min(self.text.len());
                    // A continued line adds nothing to the word.
                    command.word = command.word.take().filter(|w| !w.is_empty());
                }
            }
            Some('\'') => self.until(command, '\'', false),
            Some('"') => self.double_quoted(command),
            Some('`') => self.until(command, '`', true),
            _ if self.starts("$((") => self.arithmetic(command),
            _ if self.starts("$(") => self.substitution(command),
            _ if self.starts("${") => self.balanced(command, '{', '}'),
            _ if self.starts("$'") => {
                self.at += 1;
                self.until(command, '\'', true);
            }
            _ => self.push_char(command, '$'),
        }
    }

    /// Reads a quotation up to the closing sign.
    fn until(&mut self, command: &mut PartialCommand, sign: char, escapes: bool) {
        self.at += 1;
        let from = self.at;
        while let Some(c) = self.peek() {
            if c == sign {
                command.push(from, &self.text[from..self.at]);
                self.at += 1;
                return;
            }
            self.at += c.len_utf8();
            if escapes && c == '\\' {
                self.at += self.peek().map_or(0, char::len_utf8);
            }
        }
        self.malformed = true;
    }

    fn double_quoted(&mut self, command: &mut PartialCommand) {
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
                        Some(c) if "$`\"\\".contains(c) => self.push_char(command, c),
                        _ => command.push(self.at, "\\"),
                    }
                }
                '$' if self.starts("$'") => self.push_char(command, '$'),
                '$' | '`' => self.quoted(command),
                c => self.push_char(command, c),
            }
        }
        self.malformed = true;
    }

    /// Reads the commands of a substitution; the word gets them as text.
    fn substitution(&mut self, command: &mut PartialCommand) {
        let from = self.at;
        self.at += 2;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            (self.malformed, self.at) = (true, self.text.len());
            return;
        }
        let here = self.list(true);
        self.depth -= 1;
        command.here.extend(here);
        command.push(from, &self.text[from..self.at]);
    }

    /// Reads an arithmetic expression: `((1 << 2))`.
    fn arithmetic(&mut self, command: &mut PartialCommand) {
        self.balanced(command, '(', ')');
    }

    /// Reads up to the closing bracket, counting nested ones.
    fn balanced(&mut self, command: &mut PartialCommand, open: char, close: char) {
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
                    command.push(from, &self.text[from..self.at]);
                    return;
                }
            }
        }
        self.malformed = true;
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
    fn commands_that_may_not_have_run_are_marked() {
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
        assert_eq!(commands("a 2>&1 >out <in 3>>x")[0].writes, ["out", "x"]);
        assert_eq!(all[3].text, "b");
        assert_eq!(commands("if true; then  npm i x ; fi")[1].text, "npm i x");
    }
}
