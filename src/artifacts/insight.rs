//! Defines [`kind_of`], which tells a text that weighs things up (an analysis, a framework) from one that answers,
//! instructs or reports what was done, by the words of its prose, whatever its subject.

use super::ArtifactKind;
use super::shape::Shape;
use crate::text::patterns;

/// Length of the lead that may name the kind of a text, in bytes.
const TELLING: usize = 160;
/// Bytes before a table in which a sentence may introduce it.
const INTRODUCES: usize = 200;
/// Least length of an analysis, in bytes of prose without code.
const PROSE: usize = 1100;
/// The same for a text below a heading that is laid out in parts.
const PROSE_LAID_OUT: usize = 450;
/// Least words of reasoning per 10 000 bytes of prose.
const LEAST_REASONS: usize = 24;
/// The same for a text that cites places in files.
const LEAST_REASONS_CITING: usize = 10;
/// Least number of cited places in files that count as evidence.
const PLACES: usize = 4;

patterns! {
    LEVELS = r"(?i)\b(permission model|matrix|framework|taxonomy|tiers?|severity levels?|maturity|classification|state machine|policy|rubric|scheme|mental model|invariants|principles|ownership model|lifecycle|terminology|vocabulary|glossary|naming)\b";
    LEVEL_COLUMN = r"(?i)^\W*((current|from|the|old|new)\s+)?(tier|level|type|kind|category|class|mode|role|severity|state|phase|priority|permission|case|scenario|status|layer|responsibility|scope|event|concern|term)\b";
    /// A column with the meaning of the others.
    MEANING = r"(?i)\b(means?|meaning|definition|semantics|when to use|use when|use for|applies to)\b";
    ANALYSIS_WORDS = r"(?i)\b(analysis|findings?|review|comparison|compare|audit|assessment|trade-?offs?|root cause|options|evaluation|research|investigation|gaps?|risks?|observations?|verdict|pros|cons|bottom line|benchmarks?|results|diagnosis|why (this|it)|what (the|this) (data|numbers)|conclusions?|implications?|concerns?|architecture|issues?|design|brainstorm|proposal|semantics|problem statement|state machine)\b";
    REASONING = r"(?i)\b(because|therefore|however|root cause|compared (to|with)|trade-?off|pros|cons|recommend\w*|risk|gap|whereas|instead of|rather than|implies|suggests|likely|evidence|bottleneck|downside|caveat)\b";
    /// Words of cause, contrast, condition and consequence: frequent in reasoning, rare in instructions and reports.
    WEIGHING = r"(?i)\b(because|therefore|however|so that|which means|that means|means that|root cause|compared (to|with)|trade-?offs?|pros?|cons?|recommend\w*|risks?|gaps?|whereas|instead of|rather than|implies|suggests|likely|evidence|bottleneck|downsides?|caveats?|otherwise|unless|depends|the real|regardless|only (if|when|because)|worth|costs?|wasteful|breaks?|assum\w+|since|would|could|without|already|actually|but|why|except|even if|not just|no longer|never)\b";
    /// Sentences and points that open with a finished deed.
    DONE = r"(?im)(^|[.;:—–]\s+)[\s>*\-\d.)#`]*(`[^`\n]*`[^.\n]{0,40}?[:—–]\s*)?(\*\*)?((i|we)('ve|’ve| have)?\s+)?((all|both|also|and)\s+)?(added|updated|fixed|removed|renamed|replaced|implemented|committed|pushed|landed|rewrote|refactored|created|moved|wired|extracted|dropped|introduced|deleted|merged|resolved|addressed|documented|tightened|split|now)\b";
    /// A part that opens with words in bold, which serve as its heading.
    BOLD_LEAD = r"(?m)^\s*([-*+]\s|\d+[.)]\s)?\s*\*\*\S";
    /// A place in a file, or a link to one.
    PLACE = r"[\w/.-]+\.\w{1,5}:\d+|\]\([^)\s]+\)";
    /// One of several questions to the person: an interview, not a finding.
    ASKS = r"(?im)^[#*\s\d.]*(first|next|second|third|last|final|clarifying|one|quick)( clarifying)? questions?\b";
    /// A title that names a review or an analysis.
    WEIGHED = r"(?i)\b(review|analysis|assessment|findings|comparison|audit|evaluation)\b";
    /// A report of work done: the work itself is in the repository.
    REPORT = r"(?i)^\W*((all |everything |it'?s |that'?s |both |now )*(done|complete[d]?|implemented|fixed|pushed|committed|addressed|merged|updated|passing|passes|finished|working|green|landed)\b|(summary of )?(the )?(changes|what (changed|i (did|changed|added|fixed|built)|was (done|changed|built)))|here'?s (what|a summary of what|a summary of the changes)|all (\w+ ){0,3}(tests|checks|tasks|review|findings|items|changes|comments)|i('ve| have)? (\w+ )?(implemented|fixed|added|updated|pushed|committed|addressed|completed|finished|made|created|refactored|removed)|implementation (is )?complete|build (passes|succeeded)|(files|code) (changed|modified)|(\d+|one|two|three|several) ((\w+ )?commits?|files?|tests?) |(here'?s (the|a) )?pr (title|created|opened|description)|test plan|(here'?s )?(the |a )?(quick |short )?summary of (what|the|all)|commit)";
    /// A first sentence that says that something works again.
    GOES = r"(?i)^[^.!?\n]{0,120}\b(works?|working|runs|renders|builds) (now|again)\b";
    /// The part of a report that lists the changes.
    TOUCHED = r"(?im)^[#*+\s\d.)-]*(files (changed|touched|modified)|what('s| is|['’]s)? (changed|new)|changes made)\b[\s:*]*($|\*\*)";
    /// The title of a design document.
    DESIGN = r"(?i)\b(design|architecture|proposal|brainstorm|rfc|specification)\b";
}

/// Whether words name an analysis.
pub(super) fn names_analysis(text: &str) -> bool {
    ANALYSIS_WORDS.is_match(text)
}

/// Whether a text, or a heading, opens as a report of finished work.
pub(super) fn is_report(text: &str) -> bool {
    REPORT.is_match(text) || GOES.is_match(text)
}

/// The kind of a text that is not a plan; `None` if it is not worth keeping.
pub(super) fn kind_of(text: &str, shape: &Shape, title: Option<&str>) -> Option<ArtifactKind> {
    let prose = shape.prose(text);
    let shell: usize = shape.code.iter().filter(|(_, shell)| *shell).map(|(range, _)| range.len()).sum();
    let (weighs, done) = (WEIGHING.find_iter(&prose).count(), DONE.find_iter(&prose).count());
    // Commands to be typed make it an instruction, deeds a report, questions an interview.
    if shell * 8 > text.len() || done * 2 > weighs.max(2) || ASKS.is_match(&prose) || TOUCHED.is_match(&prose) {
        return None;
    }
    if !title.is_some_and(|t| WEIGHED.is_match(t)) && framework(text, shape) {
        return Some(ArtifactKind::Framework);
    }
    let parts = shape.headings.len() + BOLD_LEAD.find_iter(&prose).count();
    let listed = parts + shape.tables.len() + shape.introduced(text) + usize::from(shape.points.len() >= 5);
    let places = PLACE.find_iter(&prose).count();
    // Scaled to 10 000 bytes, as `LEAST_REASONS` and `LEAST_REASONS_CITING`.
    let weight = weighs * 10_000;
    let cites = places >= PLACES && weight >= LEAST_REASONS_CITING * prose.len() && done * 4 <= weighs;
    let thinks = weight >= LEAST_REASONS * prose.len() || cites;
    let through = prose.len() >= PROSE && listed >= 2 && thinks;
    let short = prose.len() >= PROSE_LAID_OUT && title.is_some() && shape.headings.len() >= 2 && listed >= 2 && thinks;
    let drawn = title.is_some_and(|t| DESIGN.is_match(t)) && shape.headings.len() >= 4 && prose.len() >= PROSE;
    (through || short || drawn || headed(text, shape, &prose, parts)).then_some(ArtifactKind::Analysis)
}

/// Whether a text is built around a table of levels, kinds or terms.
fn framework(text: &str, shape: &Shape) -> bool {
    let lead = text.get(..text.floor_char_boundary(INTRODUCES * 2)).unwrap_or(text);
    let named = shape.headings.iter().any(|h| LEVELS.is_match(&h.text)) || LEVELS.is_match(lead);
    shape.tables.iter().filter(|t| t.rows >= 3).any(|table| {
        let from = text.floor_char_boundary(table.start.saturating_sub(INTRODUCES));
        let before = text.get(from..table.start).unwrap_or_default().trim_end();
        let sentence = before.rsplit(['\n', '.']).next().unwrap_or_default();
        let column = table.columns.first().is_some_and(|c| LEVEL_COLUMN.is_match(c));
        let means = table.columns.iter().any(|c| MEANING.is_match(c));
        (column || means) && (named || LEVELS.is_match(sentence))
    })
}

/// Whether the headings name an analysis and the text supports them.
fn headed(text: &str, shape: &Shape, prose: &str, parts: usize) -> bool {
    let numbers = text
        .split_whitespace()
        .filter(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit()))
        .count();
    let reasons = REASONING.find_iter(prose).count();
    let lead = text.get(..text.floor_char_boundary(TELLING)).unwrap_or(text);
    let named = shape.headings.iter().any(|h| names_analysis(&h.text)) || (parts >= 2 && names_analysis(lead));
    let score = usize::from(parts >= 2)
        + usize::from(parts >= 4)
        + usize::from(!shape.tables.is_empty())
        + usize::from(numbers >= 6)
        + usize::from(shape.points.len() >= 6)
        + usize::from(reasons >= 3)
        + 2 * usize::from(named);
    score >= 4 && reasons >= 2
}

#[cfg(test)]
mod tests {
    use super::super::ArtifactKind;
    use super::super::shape::cut;

    const WHY: &str = "Each parcel is weighed twice because the first scale drifts, so the desk would never know which value is right. ";

    fn kinds(text: &str) -> Vec<ArtifactKind> {
        cut(text).into_iter().map(|c| c.kind).collect()
    }

    /// An answer in parts that open in bold, without a heading.
    fn answer() -> String {
        let part = |lead: &str| format!("**{lead}.** {}\n\n", WHY.repeat(4));
        format!("It can, but not cheaply.\n\n{}{}{}", part("What it does"), part("What it costs"), part("What breaks"))
    }

    #[test]
    fn an_answer_with_reasons_is_an_analysis_without_any_heading() {
        assert_eq!(kinds(&answer()), [ArtifactKind::Analysis]);
        let plain = answer().replace("**", "");
        assert!(kinds(&plain).is_empty(), "one block of prose without parts");
        let flat = answer().replace("because", "and").replace("would never", "does not");
        assert!(kinds(&flat).is_empty(), "what gives no reasons tells and does not weigh");
    }

    #[test]
    fn places_in_files_are_evidence() {
        let part = |lead: &str| {
            format!("**{lead}.** {}\n\n", "Scans are read in `depot/scan.rs:10` by the belt and kept in [belt](/srv/depot/belt.rs:7), but not in order. ".repeat(4))
        };
        let text =
            format!("The belt and the gate differ.\n\n{}{}{}", part("The belt"), part("The gate"), part("The desk"));
        assert_eq!(kinds(&text), [ArtifactKind::Analysis]);
        assert!(kinds(&text.replace("depot/scan.rs:10", "scan").replace("(/srv/depot/belt.rs:7)", "")).is_empty());
    }

    #[test]
    fn instructions_reports_and_questions_are_not_analyses() {
        let typed = format!("{}```bash\n{}```\n", answer(), "depot scan --all --again\n".repeat(20));
        let drawn = format!("{}```\n{}```\n", answer(), "scan ─→ belt ─→ desk\n".repeat(80));
        let asked = format!("{}**Second question:** which scale shall stay?\n", answer());
        let done = format!("All tests pass.\n\n{}", answer());
        let again = format!("`depot scan` works now, and stays so.\n\n{}", answer());
        let touched = format!("{}**Files changed**\n\n- `scan.rs`\n", answer());
        let deeds = answer().replace("Each parcel", "Added a scale. Removed the belt. Each parcel");
        for text in [typed, asked, done, again, touched, deeds, format!("PR title: scales\n\n{}", answer())] {
            assert!(kinds(&text).is_empty(), "{text}");
        }
        assert_eq!(kinds(&drawn), [ArtifactKind::Analysis], "a diagram is no code");
    }

    #[test]
    fn a_table_of_states_introduced_as_a_scheme_is_a_framework() {
        let rows = "| Resting | a scan | Moving |\n| Moving | a stop | Resting |\n| Moving | a fault | Halted |\n";
        let table =
            format!("Here's the lifecycle of a belt:\n\n| Current state | Event | Next |\n|---|---|---|\n{rows}\n");
        assert_eq!(kinds(&format!("{}{table}", answer())), [ArtifactKind::Framework]);
        let prices = table.replace("lifecycle", "cost").replace("Current state", "Belt");
        assert_eq!(kinds(&format!("{}{prices}", answer())), [ArtifactKind::Analysis]);
    }

    #[test]
    fn talk_above_a_horizontal_rule_and_a_title_is_left_out() {
        let text = format!("Updated. Let me write it up.\n\n---\n\n## The scales compared\n\n{}", answer());
        let cuts = cut(&text);
        assert_eq!((cuts.len(), cuts[0].title.as_str()), (1, "The scales compared"));
        assert!(text[cuts[0].range.clone()].starts_with("## The scales compared"));
    }
}
