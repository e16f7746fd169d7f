//! Defines the verbs of acts that a rule may forbid, in any form ("push", "pushing", "pushes", "pushed").

use crate::language::phrases::{Phrases, phrases};

words! {
    /// A kind of verb. The object decides what is forbidden.
    Verb {
        Push = "push", ForcePush = "force-push", Commit = "commit", Amend = "amend", Merge = "merge",
        Rebase = "rebase", Tag = "tag", Open = "open",
        /// Brings something in: a package, a file, a dependency.
        Bring = "bring",
        Use = "use", Edit = "edit", Delete = "delete", Create = "create", Run = "run", Migrate = "migrate",
        Deploy = "deploy", Release = "release", Publish = "publish", Restart = "restart", Skip = "skip", Upgrade = "upgrade",
        /// Lays out code anew.
        Format = "format",
        /// Looks into a file.
        Read = "read",
        /// Goes to another machine.
        Reach = "reach",
        /// Runs a program or target that is named by the verb itself.
        Operate = "operate",
        /// Puts into effect: migrations, manifests.
        Apply = "apply",
        /// Opens a branch.
        Branch = "branch",
        /// The name of a program as a verb: "never sudo".
        Program = "program",
    }
}

/// Base forms, the longer ones first where one begins like another.
const VERBS: &[(Verb, Phrases)] = &[
    (Verb::ForcePush, phrases!("force-push|force push|forcepush")),
    (Verb::Push, phrases!("push")),
    (Verb::Commit, phrases!("commit|check in|stage|git add")),
    (Verb::Amend, phrases!("amend|squash")),
    (Verb::Merge, phrases!("merge")),
    (Verb::Rebase, phrases!("rebase")),
    (Verb::Tag, phrases!("tag")),
    (Verb::Open, phrases!("open|file|submit|raise")),
    (
        Verb::Read,
        phrases!(
            "read|look at|look into|look in|look inside|peek at|peek into|view|inspect|print|dump|display|cat|print out"
        ),
    ),
    (Verb::Migrate, phrases!("migrate")),
    (Verb::Apply, phrases!("apply")),
    (Verb::Branch, phrases!("branch|branch off|branch out")),
    (
        Verb::Bring,
        phrases!(
            "add|install|introduce|bring in|pull in|include|require|bring|pull|drag in|see|want|need|have|get|take on|sneak in|put in|import|take in|put|hardcode|hard-code|embed|paste|sprinkle"
        ),
    ),
    (
        Verb::Use,
        phrases!(
            "use|rely on|depend on|reach for|switch to|go with|adopt|fall back to|fall back on|falling back on|resort to|make use of|lean on|turn to|link against"
        ),
    ),
    (
        Verb::Edit,
        phrases!(
            "touch|edit|modify|change|alter|write to|write into|write in|rewrite|mess with|fiddle with|mess around with|mess around in|meddle with|tinker with|update|refactor|overwrite|regenerate|move|rename|reorganize|reorganise|fix|adjust|tweak|lay a finger on|make changes to|make any changes to|make any edits to|make edits to|do anything in|do anything to|work in|work on|save|poke at|poke around in|clean up|patch|hand-edit|mess around in|manually edit|weaken|loosen|relax|soften|water down|watering down|clobber|hand-patch|hand patch|hand-edit|fiddle in|fiddle around in|fiddle around with|lay hands on|advance|bend|adapt|doctor|rework|monkey with|monkey around with"
        ),
    ),
    (
        Verb::Delete,
        phrases!(
            "delete|remove|drop|truncate|wipe|rm|destroy|erase|clear|purge|get rid of|throw away|throw out|discard|prune|nuke"
        ),
    ),
    (Verb::Create, phrases!("create|write|generate|make|leave|cut")),
    (
        Verb::Run,
        phrases!("run|execute|call|invoke|start|launch|try|trigger|fire up|spin up|kick off|fire off|set off|boot up"),
    ),
    (Verb::Deploy, phrases!("deploy|ship|roll out|redeploy|roll this out|roll it out|promote")),
    (Verb::Release, phrases!("release")),
    (Verb::Publish, phrases!("publish|upload")),
    (Verb::Restart, phrases!("restart|stop|kill|reboot|shut down|take down|bounce|terminate|interrupt|abort|cancel")),
    (
        Verb::Skip,
        phrases!(
            "skip|bypass|disable|circumvent|ignore|comment out|mute|silence|suppress|turn off|switch off|turn|switch"
        ),
    ),
    (Verb::Upgrade, phrases!("upgrade|bump|downgrade")),
    (Verb::Format, phrases!("reformat|format|prettify|autoformat|auto-format|lint")),
    (
        Verb::Reach,
        phrases!(
            "hit|ping|contact|connect to|talk to|reach out to|make requests to|make calls to|send requests to|send anything to|post to|query"
        ),
    ),
    (
        Verb::Operate,
        phrases!(
            "flash|burn|seed|reseed|train|retrain|fine-tune|finetune|sync|archive|sign|notarize|provision|scale|rotate|backup|restore|rebuild|build|compile|bundle|stash|cherry-pick|benchmark|render|bake|transcode|scrape|crawl|reindex|erase|calibrate|reboot|submit|preprocess|export|download|fetch"
        ),
    ),
];

/// Programs whose name says what is forbidden: "never sudo", "don't npm install". Names that are common words are not
/// among them.
pub(super) const PROGRAMS: Phrases = phrases!(
    "npm|yarn|pnpm|bun|deno|npx|pip|pip3|pipx|poetry|uv|conda|cargo|docker|docker-compose|podman|cmake|gradle|mvn|maven\
     |jest|vitest|mocha|pytest|webpack|vite|rollup|esbuild|eslint|prettier|biome|ruff|flake8|black|mypy|terraform|tofu\
     |pulumi|kubectl|helm|ansible|sudo|brew|curl|wget|sed|awk|grep|git|psql|mysql|sqlite3|mongosh|mongo|redis-cli|aws|gcloud\
     |az|heroku|fly|flyctl|vercel|netlify|wrangler|firebase|systemctl|ssh|scp|rsync|rm|chmod|chown|dd|apt|apt-get|gh|glab\
     |bundle|rake|rails|composer|dotnet|go|node|tsc|tox|nox|perl|xargs|crontab|supabase|prisma|alembic|flyway|make|nohup\
     |pm2|snap|choco|winget|scoop|dnf|yum|pacman|mix|swift|xcodebuild|bazel|ninja|just|playwright|cypress|selenium"
);

/// The verb that a text begins with, in any form, and the text after it. A program's name is left in that text.
pub(super) fn leading(text: &str) -> Option<(Verb, &str)> {
    let text = text.trim_start_matches([' ', '`', '"', '\'', '*', '_', ',']);
    let behind_git = text.strip_prefix("git ").filter(|rest| {
        !rest.starts_with("reset")
            && matches!(base(rest), Some((Verb::Push | Verb::Commit | Verb::Merge | Verb::Rebase | Verb::Tag, _)))
    });
    let text = behind_git.unwrap_or(text);
    // "go" and "make" are verbs and programs: a program only in code.
    let first = text.split([' ', '`', ',', '.', ':', ';', '!']).next().unwrap_or("").to_ascii_lowercase();
    let first = without_ing(&first);
    if PROGRAMS.contains(first) && !matches!(first, "go" | "make" | "just" | "rm" | "node" | "mix" | "fly") {
        return Some((Verb::Program, text));
    }
    base(text).or_else(|| misspelt(text))
}

/// The name of a program without the ending of a verb: "ssh-ing".
pub(super) fn without_ing(word: &str) -> &str {
    let bare = word.strip_suffix("ing").map(|w| w.trim_end_matches('-'));
    bare.filter(|bare| PROGRAMS.contains(bare)).unwrap_or(word)
}

/// The verb that a text begins with but for two letters in the wrong order, or one too many.
fn misspelt(text: &str) -> Option<(Verb, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let word = word.to_ascii_lowercase();
    let near =
        |base: &str| base.len() >= 5 && base.as_bytes().first() == word.as_bytes().first() && is_slip(&word, base);
    let verb = VERBS.iter().find(|(_, bases)| bases.iter().any(near));
    verb.map(|(verb, _)| (*verb, rest))
}

/// Whether a word is another one with two neighbouring letters swapped, or one letter doubled.
fn is_slip(word: &str, base: &str) -> bool {
    let (word, base) = (word.as_bytes(), base.as_bytes());
    let Some(at) = word.iter().zip(base).position(|(a, b)| a != b) else { return false };
    let swapped = word.len() == base.len()
        && word.get(at) == base.get(at + 1)
        && word.get(at + 1) == base.get(at)
        && word.get(at + 2..) == base.get(at + 2..);
    let doubled =
        word.len() == base.len() + 1 && word.get(at) == base.get(at - 1) && word.get(at + 1..) == base.get(at..);
    swapped || doubled
}

fn base(text: &str) -> Option<(Verb, &str)> {
    // Every form of a verb begins with the letter of its base form.
    let first = text.bytes().next()?.to_ascii_lowercase();
    let all = VERBS.iter().flat_map(|(verb, bases)| bases.iter().map(move |base| (*verb, base)));
    let near = all.filter(|(_, base)| base.as_bytes().first() == Some(&first));
    let behind = near.filter_map(|(verb, base)| Some((base.len(), verb, after(text, base)?)));
    // Of two equal ones the first row counts.
    let longest = behind.reduce(|best, next| if next.0 > best.0 { next } else { best });
    longest.map(|(_, verb, behind)| (verb, behind))
}

/// The text after a verb in any of its forms, if the text begins with it.
fn after<'t>(text: &'t str, base: &str) -> Option<&'t str> {
    let (head, tail) = base.split_once(' ').map_or((base, ""), |(head, tail)| (head, tail));
    // The last word of "force push" bends, else the first one: "writing to".
    if head == "force" || head == "git" {
        let rest = strip_word(text, head)?;
        return after(rest.trim_start(), tail);
    }
    let end = text.find(|c: char| !(c.is_ascii_alphabetic() || c == '-')).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if !is_form(&word.to_ascii_lowercase(), head) {
        return None;
    }
    if tail.is_empty() { Some(rest) } else { strip_words(rest.trim_start(), tail).or_else(|| around(rest, tail)) }
}

/// The text after a verb whose particle stands behind its object, up to three words on: "take them down".
fn around<'t>(rest: &'t str, tail: &str) -> Option<&'t str> {
    let split = matches!(tail, "down" | "off" | "out" | "away" | "back" | "up");
    let words = rest.split_whitespace().take(4);
    // "check the keys in": a preposition too, but at the end.
    let clause = &rest[..rest.find([',', ';', '!', '?']).unwrap_or(rest.len())];
    if tail == "in" && clause.split_whitespace().count() < 5 && clause.trim_end_matches('.').ends_with(" in") {
        return Some(rest);
    }
    (split && words.skip(1).any(|word| word.trim_end_matches([',', '.', '!', ';']) == tail)).then_some(rest)
}

fn strip_words<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    words.split(' ').try_fold(text, |rest, word| strip_word(rest.trim_start(), word))
}

/// The text after a word, if the text begins with that word.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.get(word.len()..).filter(|_| text[..word.len()].eq_ignore_ascii_case(word))?;
    (!rest.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(rest)
}

/// Whether a word is a form of a regular verb.
fn is_form(word: &str, base: &str) -> bool {
    if word == base {
        return true;
    }
    let Some(ending) = ["ing", "es", "ed", "s", "d"].iter().find(|e| {
        let Some(stem) = word.strip_suffix(**e) else { return false };
        stem == base || base.strip_suffix('e') == Some(stem) || doubled(stem, base) || ied(stem, base)
    }) else {
        return matches!(
            (word, base),
            ("written" | "wrote" | "writing", "write")
                | ("ran", "run")
                | ("made", "make")
                | ("taken" | "took", "take")
                | ("brought", "bring")
                | ("rewritten", "rewrite")
                | ("overwritten", "overwrite")
        );
    };
    !ending.is_empty()
}

/// "committ" is of "commit".
fn doubled(stem: &str, base: &str) -> bool {
    let last = base.len().saturating_sub(1);
    stem.len() == base.len() + 1 && stem.starts_with(base) && stem.as_bytes().last() == base.as_bytes().get(last)
}

/// "modifi" is of "modify".
fn ied(stem: &str, base: &str) -> bool {
    base.strip_suffix('y').is_some_and(|root| stem.strip_suffix('i') == Some(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_known_in_all_forms() {
        for (text, verb, behind) in [
            ("pushing to main", Verb::Push, " to main"),
            ("force-pushes here", Verb::ForcePush, " here"),
            ("force push", Verb::ForcePush, ""),
            ("committing", Verb::Commit, ""),
            ("git commit -n", Verb::Commit, " -n"),
            ("modified by hand", Verb::Edit, " by hand"),
            ("writing to the log", Verb::Edit, " to the log"),
            ("bring in another crate", Verb::Bring, " another crate"),
            ("sudo, ever", Verb::Program, "sudo, ever"),
            ("`cargo publish` yourself", Verb::Program, "cargo publish` yourself"),
            ("dropping tables", Verb::Delete, " tables"),
        ] {
            let found = leading(text);
            let edit = matches!(text, "writing to the log");
            assert_eq!(found.map(|f| f.0), Some(verb), "{text}");
            assert!(edit || found.is_some_and(|f| f.1 == behind), "{text}: {found:?}");
        }
        assert_eq!(leading("pusher tests"), None);
    }
}
