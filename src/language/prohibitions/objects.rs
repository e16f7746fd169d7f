//! Defines the files and folders that are the object of a verb.

use crate::text::patterns;

patterns! {
    /// A path: something with a slash or a dot in it and no blank.
    A_PATH = r"`([^`\s]+)`|(?:^|[\s(])(\*\.[\w.-]+|\.[a-z][\w-]+(?:\.[\w-]+)*|(?:\.{0,2}/)?[\w@.-]+(?:/[\w@.*-]*)+|[\w-]+\.(?:rs|ts|tsx|js|jsx|py|go|java|rb|c|h|cpp|toml|json|ya?ml|md|sql|sh|lock|css|html|txt|env|plist|xcconfig|gradle|kts?|swift|mm?|proto|graphql|vue|svelte|scss|less|svg|png|ini|cfg|conf|xml|csv|tsv|parquet|ipynb|rst|tf|tfvars|tfstate|dart|exs?|erl|hs|php|pl|lua|jl|cs|sln|csproj|props|bat|ps1|zig|ino|hex|ld|asm|sum|mod|properties|service|bib|tex|blend|unity|tscn|gd|uasset|xib|storyboard|pbxproj|entitlements|podspec|prisma))(?:\s|[,;.!?:)]|$)";
    /// Files by the ending of their names: "everything ending in .gen.ts", "files with the .snap extension".
    ENDING = r"(?ix)^\W*(?:(?:in|to|of|all|any|the|every|our|generated|source)\s+)*(?:files?|everything|anything|things?|whatever|names?)\s+(?:that\s+|which\s+|whose\s+names?\s+)?(?:end(?:s|ing)?\s+(?:in|with|on)|with\s+(?:the\s+|an?\s+)?(?:(?:file\s+)?(?:ending|suffix|extension)\s+)?|named|called|matching)\s*[`\x22']?(?P<ending>\*?\.[\w.-]*\w)[`\x22']?(?:\s+(?:suffix|extension|ending)s?\b)?";
    /// Words between a verb and the path that is its object: "the file", "anything under", "the default in".
    LEADS = r"(?i)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|stuff|whatever|all|of|our|my|your|its|existing|data|wording|generated|original|legacy|vendored|shared|files?|folders?|director(?:y|ies)|dir|modules?|code|source|contents?|in|inside|under|below|within|from|at|called|named)\s+)*(?:the\s+[\w-]+\s+(?:[\w-]+\s+)?(?:in|inside|within)\s+)?`?$";
    /// Words between the paths of a list.
    JOINS = r"(?i)^[`\s,/*]*(?:(?:and|or|nor|the|files?|folders?|director(?:y|ies)|in|under|anything)\s+)*`?$";
    /// The text after a path that is meant as a whole: not "the title", "to save space".
    WHOLE = r"(?i)^[`'*/\x22]*\s*(?:$|[.,;:!)(—–-]|(?:at\s+all|ever|again|by\s+hand|manually|in\s+place|now|today|tonight|anymore|in\s+here|for\s+(?:this|now|the\s+moment)|has|have|must|needs?|belongs?|was|were|gets?|please|directly|itself|too|either|files?|folders?|director(?:y|ies)|modules?|here|and|or|but|it['’]?s|they|because|since|except|other\s+than|apart\s+from|besides|while|if|when|whenever|until|till|unless|yet|for\s+now|though|thanks|thx|pls|any\s?more|as\s+(?:well|often|much|long|it|they|is)|under\s+any|without|alone|so|is|are|may|can|should|could|might|will|would|to\s+(?:be|stay|remain)|stays?|in\s+any|in\s+this\s+(?:repo|repository|project|session|pr|branch))\b)";
    /// The folder of a file that is named without it.
    IN_FOLDER = r"(?i)^[`\x22]?\s+(?:in|under|inside|of)\s+(?:the\s+)?`?(?P<folder>[\w.-]+(?:/[\w.-]+)*)/";
    /// A file or folder said by its name alone: "the notes folder", "the README".
    NAMED = r"(?ix)^[\s`\x22'(]*(?:(?:directly|the|any|anything|everything|something|stuff|files?|code|all|of|our|my|your|its|this|that|whole|entire|old|existing|original|vendored|shared|failing|broken|passing|flaky|red|jest|vitest|npm|pnpm|yarn|cargo|poetry|recorded|visual|in|inside|under|below|within|at|from|to)\s+)* [`\x22']?
        (?: (?P<known>(?:proto(?:buf)?|css|sql|yaml|terraform|markdown)\s+(?:files?|code)|stylesheets?|README|NOTICE|CHANGELOG|(?-i:[A-Z][a-z]+file)|LICEN[SC]E|Makefile|Dockerfile|Gemfile|Justfile|CODEOWNERS|CLAUDE\.md|AGENTS\.md|package-lock|lock\s?-?files?|(?:existing\s+|unit\s+)?tests?|migrations?|vendor|node_modules|gitignore|workflows?|fixtures?|snapshots?|CI(?:\s+config\w*)?|pipelines?|golden\s+(?:files?|masters?)|translations?|locales?|docs|documentation|tsconfig|eslint\s?config|build\s+files?|docker-?compose|compose\s+file|(?:git\s+)?submodules?) | (?P<folder>[\w.-]+)[`\x22']?/?\s+(?:folder|director(?:y|ies)|dir|subfolder|tree) | (?P<module>[\w.-]+)[`\x22']?\s+(?:module|package|crate|files?|script|config) ) \b (?P<rest>.*)$";
    /// A path in brackets after the words for it: "the compat module (src/compat)".
    IN_BRACKETS = r"^[^.;:!?()]{0,60}\(\s*(?:(?:anything|everything|all|files|stuff|that['’]?s|i\.?e\.?|e\.?g\.?|see|mostly|esp(?:ecially)?|,)\s+)*(?:(?:in|under|inside|at|below)\s+)?(?:the\s+)?`?(?P<path>[\w@.-]*[/.][\w@./*-]*)`?\s*\)";
    /// Words after a name that make it a place or an attribute: "the tests for X", "the README's title".
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
    ("golden", &["golden", "goldens", "testdata"]),
    ("pipeline", &[".github/workflows", ".gitlab-ci.yml", ".circleci", "Jenkinsfile", "azure-pipelines.yml"]),
    ("translation", &["locales", "translations", "i18n", "lang", "*.po", "*.arb", "*.strings"]),
    ("locale", &["locales", "i18n"]),
    ("docs", &["docs", "doc"]),
    ("documentation", &["docs", "doc"]),
    ("tsconfig", &["tsconfig.json"]),
    ("eslint", &["eslint.config.js", ".eslintrc", ".eslintrc.json", ".eslintrc.js", "eslint.config.mjs"]),
    ("build", &["build.gradle", "build.gradle.kts", "CMakeLists.txt", "Makefile", "BUILD", "meson.build"]),
    ("docker-", &["docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml"]),
    ("dockercompose", &["docker-compose.yml", "docker-compose.yaml", "compose.yaml"]),
    ("compose", &["docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml"]),
    ("fixture", &["fixtures"]),
    ("snapshot", &["snapshots", "__snapshots__"]),
    ("submodule", &[".gitmodules"]),
    ("git", &[".gitmodules"]),
];

/// The files and folders that are the object of a verb, given the text after the verb: by path, or by the name of a
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
const VAGUE: &str = " md summary main log config source data text test code ";

/// The paths that are the object of a verb, given the text after the verb, and the text after the paths. Paths of
/// another clause do not count.
pub(super) fn objects(text: &str) -> (Vec<String>, &str) {
    if let Some((whole, ending)) = ENDING.captures(text).and_then(|c| Some((c.get(0)?, c.name("ending")?))) {
        return (vec![format!("*{}", ending.as_str().trim_start_matches('*'))], &text[whole.end()..]);
    }
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(path) = A_PATH.captures(rest).and_then(|c| c.get(1).or(c.get(2))) {
        let between = if names.is_empty() { &LEADS } else { &JOINS };
        let said = path.as_str().trim_end_matches('.');
        let name = said.trim_start_matches("./").trim_end_matches(['*', '/']);
        let folder = said.contains(['/', '.']) || rest[path.end()..].starts_with('/');
        let lead = &rest[..path.start()];
        let described = names.is_empty() && is_description(lead);
        if !(described || between.is_match(lead)) || !folder || name.len() <= 2 {
            break;
        }
        // ".tscn files" are all files with that ending.
        let behind = rest[path.end()..].trim_start_matches(['`', '"', ' ']);
        // "the config.yml in production/" is the one there.
        if let Some(folder) = IN_FOLDER.captures(&rest[path.end()..]).and_then(|c| c.name("folder"))
            && !name.contains('/')
        {
            names.push(format!("{}/**/{name}", folder.as_str()));
            return (names, &rest[path.end() + folder.end() + 1..]);
        }
        let ending = name.starts_with('.') && !name.contains('/') && behind.starts_with("files");
        names.push(if ending { format!("*{name}") } else { name.to_owned() });
        rest = &rest[path.start() + said.len()..];
    }
    (names, rest)
}

/// Whether words before a path only describe it: "the public header".
fn is_description(lead: &str) -> bool {
    let words: Vec<&str> = lead.split_whitespace().collect();
    let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
    let determined = matches!(first.to_ascii_lowercase().as_str(), "the" | "our" | "my" | "your" | "this");
    // "the raw tables under data/raw"
    let within =
        words.split_last().filter(|(last, _)| matches!(**last, "in" | "under" | "inside" | "within" | "below"));
    if let Some((_, before)) = within {
        let plain = |w: &&str| {
            w.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') && !NO_DESCRIPTION.contains(&format!(" {w} "))
        };
        return (1..=4).contains(&before.len()) && before.iter().all(plain);
    }
    let plain = |w: &&str| {
        w.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') && !NO_DESCRIPTION.contains(&format!(" {w} "))
    };
    determined && (1..=3).contains(&rest.len()) && rest.iter().all(plain)
}

/// Words that relate a path to another thing.
const NO_DESCRIPTION: &str =
    " of for in on at to from with by and or as about into using via that which is are API api ";

/// Whether a file is the named one, or is in the named folder; compares whole path components.
pub(crate) fn lies_in(file: &str, named: &str) -> bool {
    let file = format!("/{}", file.replace('\\', "/").trim_start_matches('/'));
    if named.contains('*') {
        return fits_glob(&file, named);
    }
    let named = format!("/{}", named.trim_start_matches('/'));
    file.ends_with(&named) || file.contains(&format!("{named}/"))
}

/// Whether the end of a path fits a glob, from one of its folders on. A glob that begins with a wildcard fits in any folder.
pub(crate) fn fits_glob(path: &str, glob: &str) -> bool {
    let path: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    let glob: Vec<&str> = glob.split('/').filter(|p| !p.is_empty() && *p != ".").collect();
    let ends = |glob: &[&str]| (0..path.len()).any(|at| parts_fit(&path[at..], glob));
    // The glob may be told from further up than the path.
    ends(&glob) || (1..glob.len()).any(|at| !glob[at].starts_with('*') && parts_fit(&path, &glob[at..]))
}

fn parts_fit(path: &[&str], glob: &[&str]) -> bool {
    match (path, glob) {
        ([], []) | (_, ["**"]) => true,
        (_, ["**", rest @ ..]) => (0..=path.len()).any(|at| parts_fit(&path[at..], rest)),
        ([part, path @ ..], [first, glob @ ..]) => name_fits(part, first) && parts_fit(path, glob),
        _ => false,
    }
}

/// Whether a name fits a part of a glob: `*` is any text, `{a,b}` one of two.
fn name_fits(name: &str, glob: &str) -> bool {
    if let Some((before, rest)) = glob.split_once('{')
        && let Some((all, behind)) = rest.split_once('}')
    {
        return all.split(',').any(|one| name_fits(name, &format!("{before}{one}{behind}")));
    }
    match glob.split_once('*') {
        None => name == glob,
        Some((before, rest)) => name
            .strip_prefix(before)
            .is_some_and(|tail| (0..=tail.len()).any(|at| tail.get(at..).is_some_and(|tail| name_fits(tail, rest)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_fit_globs_by_their_folders() {
        for (path, glob, fits) in [
            ("/w/app/scenes/garden.tscn", "*.tscn", true),
            ("src/a/b.ts", "src/**/*.ts", true),
            ("src/b.ts", "src/*.{ts,tsx}", true),
            ("src/a/b.ts", "src/*.ts", false),
            ("legacy/x.ts", "src/legacy/**", true),
            ("lib/x.ts", "src/legacy/**", false),
            ("docs/x.md", "*.rs", false),
        ] {
            assert_eq!(fits_glob(path, glob), fits, "{path} {glob}");
        }
    }
}
