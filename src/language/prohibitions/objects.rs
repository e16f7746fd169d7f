//! Defines the files and folders that are the object of a verb.

use crate::text::patterns;

patterns! {
    /// A path: something with a slash or a dot in it and no blank.
    A_PATH = r"`([^`\s]+)`|(?:^|[\s(])(\*\.[\w.-]+|\.[a-z][\w-]+(?:\.[\w-]+)*|(?:\.{0,2}/)?[\w@.-]+(?:/[\w@.*-]*)+|[\w-]+\.(?:rs|ts|tsx|js|jsx|py|go|java|rb|c|h|cpp|toml|json|ya?ml|md|sql|sh|lock|css|html|txt|env))(?:\s|[,;.!?:)]|$)";
    /// Words between a verb and the path that is its object: "the file", "anything under", "the default in".
    LEADS = r"(?i)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|all|of|our|my|your|its|existing|data|wording|generated|original|legacy|vendored|shared|files?|folders?|director(?:y|ies)|dir|modules?|code|source|contents?|in|inside|under|below|within|at|called|named)\s+)*(?:the\s+[\w-]+\s+(?:[\w-]+\s+)?(?:in|inside|within)\s+)?`?$";
    /// Words between the paths of a list.
    JOINS = r"(?i)^[`\s,/*]*(?:(?:and|or|nor|the|files?|folders?|director(?:y|ies)|in|under|anything)\s+)*`?$";
    /// The text behind a path that is meant as a whole: not "the title", "to save space".
    WHOLE = r"(?i)^[`'*/\x22]*\s*(?:$|[.,;:!)(—–-]|(?:at\s+all|ever|again|please|directly|itself|too|either|files?|folders?|director(?:y|ies)|modules?|here|and|or|but|it['’]?s|they|because|since|except|other\s+than|apart\s+from|besides|while|when|whenever|until|till|unless|yet|for\s+now|though|thanks|thx|pls|any\s?more|as\s+well|under\s+any|without|alone|so|is|are|stays?|in\s+any|in\s+this\s+(?:repo|repository|project|session|pr|branch))\b)";
    /// A file or folder said by its name alone: "the notes folder", "the README".
    NAMED = r"(?ix)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|stuff|files?|code|all|of|our|my|your|its|this|that|whole|entire|old|existing|original|vendored|shared|in|inside|under|below|within|at|from|to)\s+)* [`\x22']?
        (?: (?P<known>(?:proto(?:buf)?|css|sql|yaml|terraform|markdown)\s+(?:files?|code)|stylesheets?|README|NOTICE|CHANGELOG|LICEN[SC]E|Makefile|Dockerfile|Gemfile|Justfile|CODEOWNERS|CLAUDE\.md|AGENTS\.md|package-lock|lock\s?-?files?|(?:existing\s+|unit\s+)?tests?|migrations?|vendor|node_modules|gitignore|workflows?|fixtures?|snapshots?|CI(?:\s+config\w*)?) | (?P<folder>[\w.-]+)[`\x22']?/?\s+(?:folder|director(?:y|ies)|dir|subfolder|tree) | (?P<module>[\w.-]+)[`\x22']?\s+(?:module|package|crate|file|script|config) ) \b (?P<rest>.*)$";
    /// A path in brackets behind the words for it: "the compat module (src/compat)".
    IN_BRACKETS = r"^[^.;:()]{0,60}\(\s*`?(?P<path>[\w@.-]*[/.][\w@./*-]+)`?\s*\)";
    /// Words behind a name that make it a place or an attribute: "the tests for X", "the README's title".
    OF_ANOTHER = r"(?i)^['’]?\s*(?:s\b|for\b|of\b|about\b|with\b|that\b|which\b|to\b|suite\b|run\b|name|title|order|count|coverage|output|format)";
}

/// The names that [`NAMED`] knows by another word than the file's.
const KNOWN: &[(&str, &[&str])] = &[
    ("readme", &["README.md", "README", "README.rst"]),
    ("changelog", &["CHANGELOG.md", "CHANGELOG"]),
    ("license", &["LICENSE", "LICENSE.md", "LICENSE.txt"]),
    ("licence", &["LICENSE", "LICENCE"]),
    (
        "lock",
        &[
            "package-lock.json",
            "yarn.lock",
            "pnpm-lock.yaml",
            "Cargo.lock",
            "poetry.lock",
            "uv.lock",
            "Gemfile.lock",
            "go.sum",
            "composer.lock",
            "bun.lock",
        ],
    ),
    ("proto", &["*.proto"]),
    ("css", &["*.css", "*.scss"]),
    ("stylesheet", &["*.css", "*.scss"]),
    ("sql", &["*.sql"]),
    ("yaml", &["*.yaml", "*.yml"]),
    ("terraform", &["*.tf"]),
    ("markdown", &["*.md"]),
    ("notice", &["NOTICE", "NOTICE.md", "NOTICE.txt"]),
    ("test", &["tests", "test", "__tests__", "spec"]),
    ("existing", &["tests", "test", "__tests__", "spec"]),
    ("unit", &["tests/unit", "tests", "test"]),
    ("migration", &["migrations", "migrate"]),
    ("gitignore", &[".gitignore"]),
    ("workflow", &[".github/workflows"]),
    ("ci", &[".github/workflows", ".gitlab-ci.yml", ".circleci", "Jenkinsfile"]),
    ("fixture", &["fixtures"]),
    ("snapshot", &["snapshots", "__snapshots__"]),
];

/// The files and folders that are the object of a verb, given the text behind the verb: by path, or by the name of a
/// folder or of a well-known file.
pub(super) fn files(text: &str) -> Vec<String> {
    let (names, rest) = objects(text);
    if !names.is_empty() {
        return if WHOLE.is_match(rest) { names } else { Vec::new() };
    }
    if let Some(path) = IN_BRACKETS.captures(text).and_then(|c| c.name("path")) {
        return vec![path.as_str().trim_start_matches("./").trim_end_matches(['*', '/']).to_owned()];
    }
    let Some(found) = NAMED.captures(text) else { return Vec::new() };
    let rest = found.name("rest").map_or("", |m| m.as_str());
    if OF_ANOTHER.is_match(rest) {
        return Vec::new();
    }
    if let Some(known) = found.name("known") {
        let low = known.as_str().to_lowercase();
        let files = KNOWN.iter().find(|(word, _)| low.starts_with(word));
        return files.map_or_else(
            || vec![known.as_str().to_owned()],
            |(_, files)| files.iter().map(|f| (*f).to_owned()).collect(),
        );
    }
    let name = found.name("folder").or(found.name("module")).map_or("", |m| m.as_str());
    let low = format!(" {} ", name.to_lowercase());
    let vague = COMMON.contains(&low) || (found.name("module").is_some() && VAGUE.contains(&low));
    if name.len() < 2 || vague { Vec::new() } else { vec![name.to_owned()] }
}

/// Words before "folder" or "file" that name none.
const COMMON: &str = " same other new any this that the single another whole every each wrong right big ";

/// Words before "file" or "module" that name none.
const VAGUE: &str = " main log config source data text test code ";

/// The paths that are the object of a verb, given the text behind the verb, and the text behind the paths. Paths of
/// another clause do not count.
pub(super) fn objects(text: &str) -> (Vec<String>, &str) {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(path) = A_PATH.captures(rest).and_then(|c| c.get(1).or(c.get(2))) {
        let between = if names.is_empty() { &LEADS } else { &JOINS };
        let said = path.as_str().trim_end_matches('.');
        let name = said.trim_start_matches("./").trim_end_matches(['*', '/']);
        let folder = said.contains(['/', '.']) || rest[path.end()..].starts_with('/');
        if !between.is_match(&rest[..path.start()]) || !folder || name.len() <= 2 {
            break;
        }
        names.push(name.to_owned());
        rest = &rest[path.start() + said.len()..];
    }
    (names, rest)
}

/// Whether a file is the named one, or is in the named folder; compares whole path components.
pub(crate) fn lies_in(file: &str, named: &str) -> bool {
    let file = format!("/{}", file.replace('\\', "/").trim_start_matches('/'));
    if let Some(ending) = named.strip_prefix('*') {
        return file.ends_with(ending);
    }
    let named = format!("/{}", named.trim_start_matches('/'));
    file.ends_with(&named) || file.contains(&format!("{named}/"))
}
