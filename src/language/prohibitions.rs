//! Defines the reading of rules that forbid something, and of the words that violate them.
//!
//! There are two parsers. `forbidden` reads any wording of a rule against a known kind of act ([`Ban`]: adding
//! packages, changing files, pushing, ...); `guard` checks later commands and statements against those. `Prohibition`
//! reads any "never do X"; the standup checks the steps of a plan against the words of X.

mod antecedents;
mod conditions;
mod content;
mod destinations;
mod frames;
mod kinds;
mod libraries;
mod negated;
mod nominals;
mod objects;
mod operations;
mod ownership;
mod release;
mod services;
mod statements;
mod steps;
mod things;
mod verbs;
mod verdicts;
mod wishes;

pub(crate) use conditions::is_of_first_step;
pub(crate) use frames::{forbidden, forbidden_before, may_forbid};
pub(crate) use objects::{fits_glob, lies_in};
pub(crate) use release::{Message, Release, release};
pub(crate) use statements::{SaidStatement, Speech, may_be_against};
pub(crate) use steps::Prohibition;

words! {
    /// The kind of act that a rule forbids. `Forbidden::names` narrows it.
    Ban {
        Packages = "packages",
        /// Third-party packages in the code, new or already declared: "standard library only".
        ThirdParty = "third-party",
        /// Programs installed for the machine or the person.
        Programs = "programs",
        /// Changes to named files or folders; to any file without a name.
        Paths = "paths",
        /// Changes to any file that is not in a named folder.
        Outside = "outside",
        Delete = "delete",
        /// New files with a named ending.
        Create = "create",
        /// Pushes, to a named branch or any.
        Push = "push",
        ForcePush = "force-push",
        /// Commits, on a named branch or any.
        Commit = "commit",
        /// Commits of named files or folders.
        CommitPaths = "commit of paths",
        Amend = "amend", Merge = "merge", Rebase = "rebase", Tag = "tag", PullRequest = "pull request",
        DeleteBranch = "delete branch",
        /// Commits and pushes that skip the hooks.
        SkipHooks = "skip hooks",
        /// A program, or one of its subcommands.
        Tool = "tool",
        /// A named library.
        Library = "library",
        /// Changes to a database, or to one of a named environment.
        Database = "database",
        Migrate = "migrate", Deploy = "deploy", Publish = "publish", Restart = "restart",
        /// Test runs: of everything, or of named suites.
        Tests = "tests",
        /// An option that was not chosen.
        Choice = "choice",
        /// Signs in code that must not be written.
        Content = "content",
        /// Changes of versions: of named packages, or of any.
        Upgrade = "upgrade",
        /// Programs that lay out code anew.
        Format = "format",
        /// Calls over the network: to named hosts, or to any.
        Network = "network",
        /// Programs and targets named by a verb: "flash", "seed", "train".
        Operate = "operate",
        /// Looks into named files or folders.
        Read = "read",
        /// New branches.
        Branch = "branch",
    }
}

/// A prohibition of one kind of act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forbidden {
    pub ban: Ban,
    /// The files, folders, branches, programs, libraries or environments meant. Empty for all; for [`Ban::Outside`], the
    /// folders that may be changed.
    pub names: Vec<String>,
    /// The exceptions: names, paths, or an [`Exception`].
    pub except: Vec<String>,
    /// The environments, hosts or folders it holds for. Empty for all.
    pub at: Vec<String>,
    /// Whether it ends when the person says so.
    pub until: bool,
}

impl Forbidden {
    /// A prohibition without exceptions that always holds.
    pub(crate) fn new(ban: Ban, names: Vec<String>) -> Self {
        Self { ban, names, except: Vec::new(), at: Vec::new(), until: false }
    }
}

/// The exceptions of a rule that are no names.
#[derive(Debug)]
pub(crate) struct Exception;

impl Exception {
    /// Packages of development.
    pub(crate) const DEV: &'static str = "dev";
    /// New files.
    pub(crate) const NEW: &'static str = "+new";
    /// Statements that only add to a database.
    pub(crate) const ADDING: &'static str = "+adding";
    /// The beginning of a version that is to be kept.
    pub(crate) const VERSION: &'static str = "+version ";

    /// Whether an exception is a name or path.
    pub(crate) fn is_name(except: &str) -> bool {
        except != Self::DEV && !except.starts_with('+')
    }
}

/// Words that forbid the verb after them.
macro_rules! forbidding {
    () => {
        r"never|do\s+not|don['’]?t|must\s+not|mustn['’]?t|should\s+not|shouldn['’]?t"
    };
}
use forbidding;

/// Predicates that rule out their subject: "X is frozen", "treat X as frozen".
macro_rules! ruled_out {
    () => {
        r"off[\s-]+limits|off\s+the\s+table|forbidden|prohibited|banned|barred|outlawed|disallowed|vetoed|verboten|frozen|locked|blocked|read[\s-]?only|out\s+of\s+(?:bounds|scope|the\s+question)|a\s+no[\s-]?go|taboo|hands[\s-]off|ruled\s+out|pinned|untouchable|sacred|sacrosanct|holy|immutable|(?:set|carved|cast)\s+in\s+(?:stone|concrete)|protected|unwelcome|unwanted|undesired|unacceptable|inappropriate|frowned\s+(?:up)?on"
    };
}
use ruled_out;

/// The ASCII letters and digits of a name, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Endings that turn the name of a product into the name of one of its packages: "mongodb", "redis-py".
const PACKAGE_ENDINGS: &[&str] = &[
    "db", "js", "ts", "ql", "sql", "py", "rs", "go", "rb", "client", "server", "driver", "orm", "core", "cli", "sdk",
    "dom", "css",
];

/// Whether a package, image or word is the named thing, or one of its packages by [`PACKAGE_ENDINGS`]. A name that merely
/// begins with the same letters is another thing.
pub(crate) fn names_it(name: &str, what: &str) -> bool {
    let (name, whole) = (bare(name), bare(what));
    let Some(rest) = whole.strip_prefix(&name).filter(|_| !name.is_empty()) else { return false };
    rest.is_empty() || (name.len() >= 4 && PACKAGE_ENDINGS.contains(&rest))
}

#[cfg(test)]
mod tests;
