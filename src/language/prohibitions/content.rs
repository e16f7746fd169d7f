//! Defines what must not be written in code: a construct by its common name ("inline styles"), or a name as it stands in
//! code (`console.log`).

use super::libraries::object_end;
use super::objects::objects;
use super::{Ban, Forbidden};
use crate::text::patterns;

/// Constructs by their names in talk, each with its signs in code.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("console log|console.log|console statement|console call|console output|console message", "console."),
    (
        "print|print statement|debug print|debug output|debug log|print debugging|debug statement|debugging output|println|print call",
        "print( println( println! dbg! console.log( System.out. fmt.Print printf( var_dump( puts( NSLog(",
    ),
    ("inline style|inline css|style attribute", "style="),
    ("any|any type|any cast|implicit any", ": any|as any|<any|any[]|any>"),
    ("unwrap|unwrap call", ".unwrap("),
    ("expect|expect call", ".expect("),
    ("panic", "panic!( panic("),
    ("unsafe|unsafe block|unsafe code", "unsafe"),
    (
        "float|floating point|floats for money|floating point number",
        "float double f32 f64 Float Double toFixed( parseFloat(",
    ),
    ("todo|todo comment|fixme|todos in the code", "TODO FIXME"),
    (
        "raw sql|raw query|raw queries|sql string|inline sql",
        "SELECT |INSERT INTO|UPDATE |DELETE FROM|.raw(|$queryRaw|execute(f",
    ),
    (
        "eslint-disable|eslint disable|lint suppression|lint ignore|disabled lint|lint exception|noqa|suppression|lint disable|linter|lint rule|lint|linting|eslint|type check|type checker|type checking|compiler warning|warning",
        "eslint-disable noqa @ts-ignore @ts-nocheck #[allow( type:ignore type: ignore nolint @SuppressWarnings rubocop:disable pylint:disable swiftlint:disable",
    ),
    (
        "secret|api key|key|token|credential|password|hardcoded secret|hard-coded secret|hardcoded key|hard-coded key|plain text password",
        "\u{1f511}",
    ),
    ("emoji|emoji icon|smiley", "\u{1f600}"),
    ("ts-ignore|@ts-ignore", "@ts-ignore @ts-nocheck @ts-expect-error"),
    ("important|!important", "!important"),
    ("select *|select star", "SELECT *|select *"),
    ("eval", "eval("),
    ("goto", "goto"),
    ("walrus|assignment expression|:=", ":="),
    ("f-string|fstring", "f\"|f'"),
    ("arrow function", "=>"),
    ("optional chaining", "?."),
    ("nullish coalescing", "??"),
    ("switch|switch statement", "switch (|switch("),
    ("try/catch|try catch|try-catch", "try {|catch ("),
    ("clone|cloning", ".clone("),
    ("transmute", "transmute"),
    ("reflection", "reflect.|getDeclaredMethod|Class.forName"),
    ("polling|interval", "setInterval("),
    ("class|classes", "class "),
    ("static", "static "),
    ("require|commonjs", "require("),
    ("dynamic import", "import("),
    (
        "malloc|dynamic allocation|heap allocation|dynamic memory|dynamic memory allocation",
        "malloc( calloc( realloc( new ",
    ),
    ("delay|delay call|blocking delay", "delay( HAL_Delay( sleep_ms( vTaskDelay( _delay_ms("),
    ("sleep|sleep call|fixed sleep|hard-coded wait|fixed wait", "sleep( .sleep( waitForTimeout( setTimeout("),
    ("class component", "extends React.Component|extends Component|extends PureComponent"),
    ("default export", "export default"),
    ("var", "var "),
    ("wildcard import|star import|glob import", "import *|::*;"),
    ("mock|mock object", "mock( Mock( jest.mock vi.mock @patch mocker. sinon. when("),
    (
        "skipped test|skip marker|test skip|ignored test|disabled test|skipping test|skip",
        ".skip( xit( xdescribe( xtest( @pytest.mark.skip @unittest.skip #[ignore @Disabled @Ignore t.Skip( pytest.skip( it.todo( .only( @Skip skip:",
    ),
    ("innerhtml|dangerouslysetinnerhtml", "innerHTML dangerouslySetInnerHTML"),
    ("lambda", "lambda lambda:"),
    ("async|async/await|await", "async await"),
    ("exception", "throw raise "),
    (
        "global variable|global|globals|singleton|autoload|mutable static",
        "global |static mut|autoload|Autoload|globalThis.|window.|singleton|Singleton",
    ),
    ("macro", "macro_rules! #define"),
    ("recursion", "recursive RECURSIVE"),
    ("comment|code comment|explanatory comment|inline comment", "// |# |/*|<!--"),
    ("jquery", "$( jQuery"),
    ("http|plain http|http url", "http://"),
    ("absolute path|hard-coded path|hardcoded path", "/home/|/Users/|C:\\\\|/usr/|/opt/"),
    ("type cast|cast|type assertion", " as |<any>| unsafe_cast"),
    ("non-null assertion|bang operator", "!.|!;|!)"),
    (
        "empty catch|swallowed exception|silent catch|bare except|catch-all",
        "except:|except Exception|catch {}|catch (e) {}|catch (_)|rescue =>",
    ),
    ("raw pointer|owning pointer|naked new", "new |malloc("),
    ("cdn|external script|cdn link", "cdn.|unpkg.com|jsdelivr|cdnjs"),
    ("google font|external font|web font", "fonts.googleapis|fonts.gstatic|@font-face"),
    (
        "analytics|tracking|tracker|tracking script",
        "gtag(|google-analytics|googletagmanager|mixpanel|segment.|posthog|plausible",
    ),
    ("cookie", "document.cookie|Set-Cookie|setCookie|cookies.set"),
    ("latest tag|:latest|latest image", ":latest"),
    (
        "co-authored-by|co-authored-by line|co-author|coauthor|co-author line|attribution|claude attribution|generated with",
        "Co-Authored-By|Co-authored-by|Generated with",
    ),
    ("debugger|breakpoint|debugger statement", "debugger|breakpoint()|pdb.set_trace|binding.pry|import pdb"),
    ("alert|alert call", "alert("),
    (
        "system call|shell call|shell command|subprocess|shelling out",
        "os.system(|subprocess.|exec(|child_process|Command::new|system(",
    ),
    ("thread|threading", "threading.|std::thread|new Thread|pthread_create|Thread("),
    ("blocking call|sync call|synchronous call", "Sync(|.wait()|block_on("),
    ("regex|regular expression", "re.compile|re.match|re.search|RegExp(|Regex::new|regex"),
    ("table for layout|table layout", "<table"),
    ("iframe", "<iframe"),
    ("inline script|script tag", "<script"),
    ("pickle", "pickle.|import pickle"),
    ("star arg|kwargs", "**kwargs"),
    ("nested ternary|ternary|ternaries", " ? "),
    (
        "while loop|busy loop|busy wait|infinite loop",
        "while (1)|while(1)|while True|while (true)|while(true)|loop {|for (;;)",
    ),
    ("interface", "interface "),
    ("inheritance", "extends "),
    ("decorator", "@"),
    ("enum", "enum "),
    ("namespace", "namespace "),
    ("null|nulls", "null|NULL|None"),
    ("hook|custom hook", "useEffect(|useState("),
    ("useeffect", "useEffect("),
    ("redux", "redux|createSlice|useSelector"),
    ("cascade delete|on delete cascade|cascade", "ON DELETE CASCADE|on delete cascade|CASCADE"),
    ("open security group|public ingress|open port", "0.0.0.0/0"),
    ("root user|running as root|root", "USER root"),
    ("force unwrap|force unwrapping", "!."),
    ("string concatenation in sql|string interpolation in sql|sql injection", "f\"SELECT|f'SELECT|${"),
    ("localstorage|local storage", "localStorage"),
    (
        "hard-coded color|hardcoded color|hex color|hard-coded colour|hardcoded colour|hex colour",
        "#0|#1|#2|#3|#4|#5|#6|#7|#8|#9|#a|#b|#c|#d|#e|#f|rgb(",
    ),
];

patterns! {
    /// A name as only code has it: a call, a path of names, a decorator, a macro, a name with humps or underscores.
    NAME = r"^(?:@[\w./-]+|#\[\w+.*|[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:\(\)?|!)|[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+|[a-z]+[A-Z]\w+|[A-Za-z]+_\w+|[A-Z]{2,}\w*_\w+)$";
    /// What follows the name of a construct.
    BEHIND = r"(?i)\s+(?:for|in|into|inside|to|at|from|with|within|when|because|on|under|here|per)\b";
    /// Words after the name of a construct that add nothing.
    TAIL = r"(?i)\s+(?:left|everywhere|lines?\b|outside|beyond|anywhere|whatsoever|remaining|behind|lying\s+around|either|thanks|thx|ok|okay|around|at|all)\b.*$";
    /// Words before the name of a construct.
    LEADS = r"(?i)^[\s*_`\x22'(]*(?:(?:any|a|an|the|new|more|further|other|another|leftover|left-over|extra|additional|such|your|use\s+of|uses\s+of|usages?\s+of|calls?\s+to|single|stray|of|typescript|javascript|python|rust|go|java|kotlin|swift|php|ruby|c)\s+)*";
}

/// The signs in code of what a text begins with; `None` if it names no code.
pub(super) fn signs(text: &str) -> Option<Vec<String>> {
    // Code may hold any sign, also one that would end the object.
    let quoted = text.trim_start().strip_prefix('`').and_then(|t| t.split_once('`')).map(|(code, _)| code);
    if let Some(signs) =
        quoted.filter(|code| code.contains([':', ';', '?'])).and_then(|code| part_signs(&format!("`{code}`")))
    {
        return Some(signs);
    }
    // A bracket would end the object.
    let text = text.replace("()", "");
    let text = text.as_str();
    // "any" is a type too, if no noun follows.
    let first = &text[..BEHIND.find(text).map_or(0, |m| m.start())];
    let start = if part_signs(first.trim()).is_some() { 0 } else { LEADS.find(text).map_or(0, |m| m.end()) };
    let end = start + object_end(&text[start..]);
    let end = BEHIND.find(&text[start..end]).map_or(end, |m| start + m.start());
    let said = TAIL.find(&text[start..end]).map_or(end, |m| start + m.start());
    let said = text[start..said].trim_end_matches([' ', '.', ',', ';', ':', '_']);
    let said = said.strip_suffix("**").unwrap_or(said);
    let mut out = Vec::new();
    for part in
        said.split(", ").flat_map(|p| p.split(" or ")).flat_map(|p| p.split(" and ")).flat_map(|p| p.split(" / "))
    {
        // "no stars, the names say it all": what follows is another clause.
        let Some(signs) = part_signs(part.trim()) else { break };
        out.extend(signs);
    }
    (!out.is_empty()).then_some(out)
}

/// Nouns after the name of a construct that add nothing.
const KINDS_OF_CODE: &[&str] = &[
    " operator",
    " expression",
    " statement",
    " keyword",
    " syntax",
    " type",
    " call",
    " annotation",
    " block",
    " comment",
    " line",
];

fn part_signs(part: &str) -> Option<Vec<String>> {
    let quoted = part.starts_with('`');
    let bare = part.trim_start_matches('*').trim_matches(['`', '"', '\'', ',', '.']);
    let bare = if bare.ends_with(" *") { bare } else { bare.trim_end_matches('*') };
    let low = bare.to_lowercase().replace('`', "");
    let one = low.strip_suffix('s').unwrap_or(&low);
    // "the walrus operator", "`any` types"
    let head = KINDS_OF_CODE.iter().find_map(|kind| one.strip_suffix(kind)).map_or(one, str::trim_end);
    let known = |name: &str| name == low || name == one || name == head || low.strip_suffix("es") == Some(name);
    if let Some((_, signs)) = CONSTRUCTS.iter().find(|(names, _)| names.split('|').any(known)) {
        let by = if signs.contains('|') { '|' } else { ' ' };
        return Some(signs.split(by).filter(|s| !s.is_empty()).map(str::to_owned).collect());
    }
    // A file has dots too.
    let code = (NAME.is_match(bare) && (quoted || objects(bare).0.is_empty()))
        || (quoted && !bare.contains(' ') && bare.len() > 1 && !bare.contains('/'));
    code.then(|| vec![bare.to_owned()])
}

/// Adds what must not be written, if a text begins with it.
pub(super) fn content(text: &str, out: &mut Vec<Forbidden>) {
    out.extend(signs(text).map(|signs| Forbidden::new(Ban::Content, signs)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructs_and_names_of_code_are_known_by_their_signs() {
        for (text, sign) in [
            ("`console.log` in the components", "console."),
            ("console logs please", "console."),
            ("any inline styles", "style="),
            ("unwrap() / expect() outside tests", ".expect("),
            ("process.exit() here", "process.exit"),
            ("@ts-ignore, ever", "@ts-ignore"),
        ] {
            assert!(signs(text).is_some_and(|all| all.iter().any(|s| s == sign)), "{text}: {:?}", signs(text));
        }
        for text in ["lodash", "the tests", "new files", "src/legacy", "package.json"] {
            assert_eq!(signs(text), None, "{text}");
        }
    }
}
