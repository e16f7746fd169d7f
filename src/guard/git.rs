//! Defines what a call of git does: pushes, commits, and the branch it checks out.

use super::calls::ProgramCall;

/// Whether a name ends as a file does, not as a branch: `release/3.2`.
fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.is_empty() || end.starts_with(|c: char| c.is_ascii_alphabetic()))
}

impl ProgramCall {
    /// The subcommand of git and the words after it; `None` for another program.
    pub(super) fn git(&self) -> Option<(&str, Vec<&String>)> {
        if self.program() != "git" {
            return None;
        }
        let mut words = self.words.iter().skip(1);
        loop {
            let word = words.next()?;
            if matches!(word.as_str(), "-C" | "-c" | "--git-dir" | "--work-tree" | "--namespace") {
                words.next();
            } else if !word.starts_with('-') {
                return Some((word, words.collect()));
            }
        }
    }

    /// The branch it checks out.
    pub(super) fn checks_out(&self) -> Option<&str> {
        let (verb, rest) = self.git()?;
        let paths = rest.iter().any(|w| *w == "--");
        let names = || rest.iter().map(|w| w.as_str()).filter(|w| !w.starts_with('-'));
        match verb {
            // `git checkout file.rs` restores a file: an argument with a dot is no branch.
            "checkout" | "switch" if !paths => names()
                .next()
                .filter(|name| verb == "switch" || !has_ending(name) || rest.iter().any(|w| w.as_str() == "-b")),
            _ => None,
        }
    }

    /// Whether it overwrites the history of a remote branch.
    pub(super) fn forces_push(&self) -> bool {
        let plus = || self.git().is_some_and(|(_, rest)| rest.iter().any(|w| w.starts_with('+')));
        self.pushes().is_some()
            && (self.has_option(&["-f", "--force", "--force-with-lease", "--force-if-includes", "--mirror"]) || plus())
    }

    /// Whether it pushes to a remote that deploys.
    pub(super) fn pushes_to_a_host(&self) -> bool {
        let remote = self.pushes().and_then(|to| to.into_iter().next());
        remote.is_some_and(|r| {
            matches!(r.as_str(), "heroku" | "dokku" | "production" | "prod" | "live" | "deploy" | "piku")
        })
    }

    /// Whether it makes a commit.
    pub(super) fn commits(&self) -> bool {
        self.git().is_some_and(|(verb, rest)| {
            matches!(verb, "commit" | "cherry-pick" | "revert")
                && !rest.iter().any(|w| matches!(w.as_str(), "--dry-run" | "-h" | "--help" | "--abort" | "--no-commit"))
        })
    }

    /// The paths that it stages or commits.
    pub(super) fn stages(&self) -> Vec<&str> {
        let Some((verb, rest)) = self.git() else { return Vec::new() };
        if !matches!(verb, "add" | "stage" | "commit") || self.only_shows() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut words = rest.iter().map(|w| w.as_str());
        while let Some(word) = words.next() {
            // The message of a commit names no paths.
            let takes = verb == "commit"
                && (matches!(
                    word,
                    "--message" | "--file" | "-F" | "--author" | "--date" | "-C" | "-c" | "--fixup" | "-t"
                ) || (word.starts_with('-') && !word.starts_with("--") && word.ends_with('m')));
            if takes {
                words.next();
            } else if !word.starts_with('-') {
                out.push(word);
            }
        }
        out
    }

    /// The targets of a push: the remote and its branches, as `main`, `origin` and `origin/main`. A push that names no branch
    /// goes to the one checked out. `None` if it is not a push.
    pub(super) fn pushes(&self) -> Option<Vec<String>> {
        let (verb, rest) = self.git()?;
        let tried = rest.iter().any(|w| matches!(w.as_str(), "-n" | "--dry-run" | "--help" | "-h"));
        if verb != "push" || tried {
            return None;
        }
        let mut places = Vec::new();
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            if matches!(word.as_str(), "-o" | "--push-option" | "--receive-pack" | "--exec" | "--repo") {
                words.next();
            } else if !word.starts_with('-') {
                places.push(word.as_str());
            }
        }
        let here: Vec<&str> = self.branch.as_deref().into_iter().collect();
        let (remote, branches) =
            places.split_first().map_or(("origin", &here[..]), |(remote, branches)| (*remote, branches));
        let branches = if branches.is_empty() { &here[..] } else { branches };
        let mut out = vec![remote.to_owned()];
        if self.has_option(&["--all", "--mirror", "--branches"]) {
            out.extend(["main", "master", "develop"].map(str::to_owned));
        }
        for branch in branches {
            let branch =
                if matches!(*branch, "HEAD" | "@") { self.branch.as_deref().unwrap_or(branch) } else { branch };
            let to = branch.rsplit(':').next().unwrap_or(branch).trim_start_matches('+');
            let to = to.strip_prefix("refs/heads/").unwrap_or(to);
            out.extend([to.to_owned(), format!("{remote}/{to}")]);
        }
        Some(out)
    }
}
