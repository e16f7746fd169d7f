//! Defines the files that a call changes or deletes, by its redirections and by what its program does.

use super::calls::ProgramCall;

impl ProgramCall {
    /// The files it changes, new ones included.
    pub(super) fn changes(&self) -> Vec<&str> {
        let mut out: Vec<&str> =
            self.writes.iter().map(String::as_str).filter(|file| !file.starts_with("/dev/")).collect();
        if self.only_shows() {
            return out;
        }
        match self.program() {
            "sed" | "gsed" | "perl" | "ruby"
                if self.has_option(&["-i", "--in-place"])
                    || self.words.iter().any(|w| w.starts_with("-i") || w.starts_with("-pi")) =>
            {
                // The first operand is the script, unless an option holds it.
                let script = usize::from(!self.has_option(&["-e", "--expression"]));
                out.extend(self.operands().skip(script));
            }
            "tee" | "truncate" | "touch" | "mv" | "rename" | "chmod" | "rm" | "rmdir" | "unlink" | "shred" => {
                out.extend(self.operands());
            }
            "cp" | "ln" | "install" => out.extend(self.operands().last()),
            "git" => out.extend(self.changed_by_git()),
            "prettier" if self.has_option(&["--write", "-w"]) => out.extend(self.operands()),
            "black" | "rustfmt" | "gofmt" if self.program() != "gofmt" || self.has_option(&["-w"]) => {
                out.extend(self.operands());
            }
            _ => {}
        }
        out
    }

    fn changed_by_git(&self) -> Vec<&str> {
        let Some((verb, rest)) = self.git() else { return Vec::new() };
        let behind = rest.iter().position(|w| *w == "--").map(|at| at + 1);
        match verb {
            "mv" | "rm" | "restore" if !rest.iter().any(|w| matches!(w.as_str(), "--cached" | "--staged")) => {
                rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).collect()
            }
            "checkout" => behind.map(|at| rest[at..].iter().map(|w| w.as_str()).collect()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The files it deletes.
    pub(super) fn deletes(&self) -> Vec<&str> {
        match self.program() {
            _ if self.only_shows() => Vec::new(),
            "rm" | "rmdir" | "unlink" | "shred" | "trash" => self.operands().collect(),
            "git" => match self.git() {
                Some(("rm", rest)) if !rest.iter().any(|w| *w == "--cached") => {
                    rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-')).collect()
                }
                _ => Vec::new(),
            },
            "find" if self.has_option(&["-delete"]) || self.words.iter().any(|w| w == "rm") => {
                self.operands().take(1).collect()
            }
            _ => Vec::new(),
        }
    }
}
