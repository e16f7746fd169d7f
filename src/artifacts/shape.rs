//! Defines [`cut`], which recognises artifacts by the shape of a Markdown text: headings, lists of things to do, tables,
//! reasons.

use super::ArtifactKind;
use super::framing::{body_end, body_start};
use super::insight::{is_report, kind_of, names_analysis};
use super::naming::{decision_title, named_by, opening};
use super::steps::{FoundStep, take_unknown_verbs};
use crate::text::{counted, patterns};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Least lengths of a plan and of an analysis, in bytes.
const PLAN: usize = 120;
const ANALYSIS: usize = 500;
/// Length from which a list of steps is a plan without being called one, in bytes.
const LONG_PLAN: usize = 500;
/// Least length of a decision with its reason, in bytes.
const DECIDED_LEAST: usize = 80;
/// Longest section that is one decision, in bytes.
const DECISION: usize = 3000;
/// Longest lead-in before the first heading that is left out as talk, in bytes.
const LEAD_IN: usize = 400;
/// Longest message of a person in which decisions are searched, in bytes.
const OWN_WORDS: usize = 4000;
/// Languages of code blocks that hold commands to be typed.
const SHELLS: &[&str] = &["bash", "sh", "shell", "zsh", "fish", "console", "powershell"];
/// Characters of diagrams: a block with them does not count as code.
const DRAWS: &str = "─│┌┐└┘├┤┬┴━┃→←↑↓▼▲►◄⇒";
/// Most steps taken from one artifact.
const STEPS: usize = 20;

patterns! {
    PLAN_WORDS = r"(?i)\b(plan|steps?|road ?map|phases?|next|to-?dos?|tasks?|action items?|recommend\w*|milestones?|follow-?ups?|work items|remaining work|backlog|improvements|proposed (changes|fix\w*|order))\b";
    /// Headings of tests and context, whose points are no steps.
    CHECKS = r"(?i)\b(verif\w*|test(s|ing)?|manual|edge cases|scenarios?|repro\w*|context|current)\b";
    /// The title of a plan.
    PLAN_TITLE = r"(?i)\b(plan|road ?map|phases|milestones|implementation (steps|order))\b";
    PLAN_STEP_HEADING = r"(?i)^((step|task|phase|part|milestone|stage|ticket)\s+\d+\w?\s*[:.)–—-]\s*|\d+\w?[.):]\s+)(?P<what>.+)$";
    DECIDED = r"(?i)(^|[.;:*]\s+|\b(so|and|then|therefore|why),?\s+)(we|i|you|user)('ve|’ve| have| had)? (then |therefore |also )?(chose|decided|opted|picked|settled|agreed)\b|\b(we|i)('re|’re| are|'m|’m| am|'ll|’ll| will) (going|go|stick\w*|settl\w*) with\b|\b(decision|decided|resolved)\W{0,3}:";
    /// A choice in a person's own words.
    OWN_CHOICE = r"(?i)(^|[.;,:]\s*)(ok(ay)?,?\s+|so,?\s+|and\s+)?(let['’]?s|we['’]?ll|we will|i['’]?ll|i want (us )?to) (go with|use|keep|stick with|settle on|take|stay with)\b|\bmy decision\b";
    REASON = r"(?i)\b(because|since|instead of|rather than|over|so that|in favou?r of|alternatives?|rejected|as opposed to|the reason|why|due to|rationale|avoids?|trade-?off)\b";
    DECISION_TITLE = r"(?i)^\W*(\d+\W+)?(key |design |architecture )?(decision|adr)\b";
    REOPENED = r"(?i)\b(re-?open|(is|are|was|has|went)\s+(\w+\s+)?(broken|regressed|failing|back)\s+again|regressed|not (really )?done( yet)?)\b";
}

/// A piece cut from a text as an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    pub kind: ArtifactKind,
    pub range: Range<usize>,
    pub title: String,
    pub steps: Vec<FoundStep>,
}

#[derive(Debug, Default)]
pub(super) struct Heading {
    pub level: u8,
    pub range: Range<usize>,
    pub text: String,
}

/// A table.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub start: usize,
    /// The heads of its columns.
    pub columns: Vec<String>,
    pub rows: usize,
}

/// The structure of a Markdown text.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub headings: Vec<Heading>,
    /// Points of lists.
    pub points: Vec<Point>,
    /// Paragraphs outside lists.
    paragraphs: Vec<Range<usize>>,
    pub tables: Vec<Table>,
    /// Blocks of code, and whether they hold commands to be typed.
    pub code: Vec<(Range<usize>, bool)>,
    /// Whether the first heading follows a horizontal rule.
    ruled: bool,
}

#[derive(Debug)]
pub(super) struct Point {
    range: Range<usize>,
    depth: usize,
    ordered: bool,
    boxed: bool,
    ticked: bool,
    heading: Option<usize>,
}

pub(super) fn shape(text: &str) -> Shape {
    let mut out = Shape::default();
    let (mut lists, mut in_heading, mut in_head, mut ruled) = (Vec::new(), false, false, false);
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Rule => {
                ruled = true;
                continue;
            }
            Event::Start(Tag::Heading { level, .. }) => {
                in_heading = true;
                out.ruled |= ruled && out.headings.is_empty();
                out.headings.push(Heading { level: level as u8, range, text: String::new() });
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::List(first)) => lists.push(first.is_some()),
            Event::End(TagEnd::List(_)) => drop(lists.pop()),
            Event::Start(Tag::Item) => {
                let (depth, ordered) = (lists.len(), lists.last().copied().unwrap_or_default());
                let heading = out.headings.len().checked_sub(1);
                out.points.push(Point { range, depth, ordered, boxed: false, ticked: false, heading });
            }
            Event::TaskListMarker(ticked) => {
                if let Some(point) = out.points.last_mut() {
                    (point.boxed, point.ticked) = (true, ticked);
                }
            }
            Event::Start(Tag::Paragraph) if lists.is_empty() => out.paragraphs.push(range),
            Event::Start(Tag::CodeBlock(kind)) => {
                let shell = matches!(&kind, CodeBlockKind::Fenced(lang) if SHELLS.contains(&lang.trim()));
                out.code.push((range, shell));
            }
            Event::Start(Tag::Table(_)) => out.tables.push(Table { start: range.start, ..Table::default() }),
            Event::Start(Tag::TableHead) => in_head = true,
            Event::End(TagEnd::TableHead) => in_head = false,
            Event::Start(Tag::TableCell) if in_head => {
                if let Some(table) = out.tables.last_mut() {
                    table.columns.push(String::new());
                }
            }
            Event::Start(Tag::TableRow) => {
                if let Some(table) = out.tables.last_mut() {
                    table.rows += 1;
                }
            }
            Event::Text(words) | Event::Code(words) => {
                if in_heading && let Some(heading) = out.headings.last_mut() {
                    heading.text.push_str(&words);
                } else if in_head && let Some(column) = out.tables.last_mut().and_then(|t| t.columns.last_mut()) {
                    column.push_str(&words);
                }
            }
            _ => {}
        }
        ruled = false;
    }
    out
}

impl Shape {
    /// The number of paragraphs that introduce the text below them: `It follows that:`.
    pub(super) fn introduced(&self, text: &str) -> usize {
        let paragraphs = self.paragraphs.iter().map(|range| text.get(range.clone()).unwrap_or_default().trim_end());
        paragraphs.filter(|p| p.ends_with(':') && !p.contains('\n')).count()
    }

    /// The text without blocks of code.
    pub(super) fn prose(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut from = 0;
        for (range, _) in &self.code {
            out.push_str(text.get(from..range.start).unwrap_or_default());
            from = range.end.max(from);
        }
        out + text.get(from..).unwrap_or_default()
    }

    /// The byte range of a heading's section, up to the next heading that is no deeper.
    fn section(&self, at: usize, len: usize) -> Range<usize> {
        let Some(own) = self.headings.get(at) else { return 0..len };
        let next = self.headings.iter().skip(at + 1).find(|h| h.level <= own.level);
        own.range.start..next.map_or(len, |h| h.range.start)
    }

    /// The index of the nearest heading above a byte offset, and the byte range up to the next heading.
    fn around(&self, place: usize, len: usize) -> Option<(usize, Range<usize>)> {
        let at = self.headings.iter().rposition(|h| h.range.start <= place)?;
        let next = self.headings.get(at + 1).map_or(len, |h| h.range.start);
        Some((at, self.headings.get(at)?.range.start..next))
    }

    /// The headings that contain the one at this index, itself included, the nearest first.
    fn above(&self, at: Option<usize>) -> impl Iterator<Item = &Heading> {
        let mut level = u8::MAX;
        let before = self.headings.get(..at.map_or(0, |a| a + 1)).unwrap_or_default();
        before.iter().rev().filter(move |h| {
            let up = h.level < level;
            level = level.min(h.level);
            up
        })
    }
}

/// The steps that a text names, in order. In a `plan`, any numbered list may hold steps.
pub(super) fn steps(text: &str, plan: bool) -> Vec<FoundStep> {
    steps_of(text, &shape(text), plan)
}

fn steps_of(text: &str, shape: &Shape, plan: bool) -> Vec<FoundStep> {
    let mut out: Vec<FoundStep> = Vec::new();
    if plan {
        for heading in &shape.headings {
            let what = PLAN_STEP_HEADING.captures(&heading.text).and_then(|c| c.name("what"));
            push_step(&mut out, what.and_then(|what| FoundStep::of(what.as_str(), false)));
        }
    }
    let titled = shape.headings.iter().any(|h| PLAN_WORDS.is_match(&h.text));
    let headed = !out.is_empty();
    for point in shape.points.iter().filter(|p| p.depth == 1) {
        let listed = (point.ordered || point.boxed) && (is_below_plan_heading(point, shape) || (plan && !titled));
        if listed || (point.boxed && plan) {
            let body = text.get(point.range.clone()).unwrap_or_default().trim_start();
            let body =
                body.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')', '-', '*', '+']);
            // Below headings that are the steps, points that are no instructions only explain them.
            let step = FoundStep::of(body, point.ticked).filter(|s| !headed || s.left_out.is_none());
            push_step(&mut out, step);
        }
    }
    if plan {
        take_unknown_verbs(&mut out);
    }
    out
}

/// The number of steps that are tasks.
fn tasks(steps: &[FoundStep]) -> usize {
    steps.iter().filter(|s| s.left_out.is_none()).count()
}

/// Adds a step that is not in the list yet. Those after [`STEPS`] are left out of the tasks.
fn push_step(steps: &mut Vec<FoundStep>, step: Option<FoundStep>) {
    let Some(mut step) = step.filter(|step| steps.iter().all(|s| s.text != step.text)) else { return };
    if tasks(steps) >= STEPS && step.left_out.is_none() {
        step.left_out = Some("the plan has more than 20 steps");
    }
    steps.push(step);
}

/// Whether the heading right above a point names a plan. The title of a text with other headings does not count.
fn is_below_plan_heading(point: &Point, shape: &Shape) -> bool {
    shape.above(point.heading).next().is_some_and(|heading| {
        PLAN_WORDS.is_match(&heading.text)
            && !names_analysis(&heading.text)
            && !CHECKS.is_match(&heading.text)
            && (heading.level > 1 || shape.headings.len() == 1)
    })
}

/// The artifacts in a turn of the assistant.
pub(super) fn cut(text: &str) -> Vec<Cut> {
    if text.len() < DECIDED_LEAST {
        return Vec::new();
    }
    let shape = shape(text);
    let mut cuts = decisions(text, &shape);
    let decided: usize = cuts.iter().map(|c| c.range.len()).sum();
    // A text that consists of decisions needs no second artifact around them.
    if decided * 2 < text.len()
        && let Some(document) = document(text, &shape)
    {
        cuts.retain(|c| !(document.range.start <= c.range.start && c.range.end <= document.range.end));
        cuts.push(document);
    }
    cuts.sort_by_key(|c| c.range.start);
    cuts
}

fn decisions(text: &str, shape: &Shape) -> Vec<Cut> {
    let mut out: Vec<Cut> = Vec::new();
    for (at, heading) in shape.headings.iter().enumerate() {
        let section = shape.section(at, text.len());
        let body = text.get(section.clone()).unwrap_or_default();
        if DECISION_TITLE.is_match(&heading.text) && REASON.is_match(body) && section.len() <= DECISION {
            let bare = heading.text.split_once(':').map_or(heading.text.as_str(), |(_, t)| t).trim();
            let title = if bare.is_empty() { decision_title(body) } else { bare.to_owned() };
            push_decision(&mut out, text, section, title);
        }
    }
    for paragraph in &shape.paragraphs {
        let body = text.get(paragraph.clone()).unwrap_or_default();
        let decided = body.split_inclusive(['.', '\n']).find(|s| DECIDED.is_match(s));
        if let Some(sentence) = decided.filter(|_| REASON.is_match(body)) {
            let around = shape.around(paragraph.start, text.len()).filter(|(_, r)| r.len() <= DECISION);
            let range = around.map_or(paragraph.clone(), |(_, range)| range);
            push_decision(&mut out, text, range, decision_title(sentence));
        }
    }
    out
}

/// The decisions in a person's own words that give a reason: their byte ranges and titles.
pub(super) fn own_decisions(text: &str) -> Vec<(Range<usize>, String)> {
    // What is pasted was not said.
    if text.len() > OWN_WORDS
        || text.len() < DECIDED_LEAST
        || text.contains("```")
        || text.lines().any(|l| l.starts_with('#'))
    {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut start = 0;
    for paragraph in text.split_inclusive("\n\n") {
        let range = trimmed(text, start..start + paragraph.len());
        start += paragraph.len();
        let decides = |s: &&str| (DECIDED.is_match(s) || OWN_CHOICE.is_match(s)) && !s.contains('?');
        let sentence = paragraph.split_inclusive(['.', '\n', '?']).find(decides);
        if let Some(sentence) = sentence.filter(|_| REASON.is_match(paragraph) && range.len() >= DECIDED_LEAST) {
            out.push((range, decision_title(sentence)));
        }
    }
    out
}

/// Adds a decision, unless it is too short, is cut off at a colon or overlaps another.
fn push_decision(cuts: &mut Vec<Cut>, text: &str, range: Range<usize>, title: String) {
    let range = trimmed(text, range);
    let whole = !text.get(range.clone()).unwrap_or_default().ends_with(':');
    if whole
        && range.len() >= DECIDED_LEAST
        && cuts.iter().all(|c| c.range.end <= range.start || range.end <= c.range.start)
    {
        cuts.push(Cut { kind: ArtifactKind::Decision, range, title, steps: Vec::new() });
    }
}

/// Whether a block of code is a diagram.
fn is_drawing(block: &str) -> bool {
    block.chars().filter(|c| DRAWS.contains(*c)).count() >= 4
}

/// The whole text as one document, if it is one. Talk before and after it is left out.
fn document(text: &str, shape: &Shape) -> Option<Cut> {
    let blocks = shape.code.iter().map(|(range, _)| range);
    let code: usize = blocks.filter(|r| !text.get((*r).clone()).is_some_and(is_drawing)).map(Range::len).sum();
    if text.len() < PLAN || code * 2 > text.len() || text.starts_with("<thinking") {
        return None;
    }
    // The text above a rule that is followed by a title is talk.
    let first = shape.headings.first();
    let ruled = shape.ruled && first.is_some_and(|h| h.range.start * 2 <= text.len());
    if (!ruled && is_report(text)) || first.is_some_and(|h| is_report(&h.text)) {
        return None;
    }
    let end = body_end(text);
    let first = first.filter(|h| ruled || h.range.start <= LEAD_IN);
    let range = trimmed(text, first.map_or_else(|| body_start(text), |h| h.range.start)..end);
    let title = first.map(|h| h.text.trim().to_owned());
    let lead = text.get(..text.floor_char_boundary(LEAD_IN)).unwrap_or(text);
    let planned =
        title.as_deref().is_some_and(|t| PLAN_TITLE.is_match(t)) || (title.is_none() && PLAN_TITLE.is_match(lead));
    let steps = steps_of(text, shape, planned);
    let count = tasks(&steps);
    let dense = count * 120 > range.len() && (text.len() >= LONG_PLAN || end < text.trim_end().len());
    let kind = if count >= 3 && (planned || dense) {
        ArtifactKind::Plan
    } else if range.len() < ANALYSIS {
        return None;
    } else {
        kind_of(text, shape, title.as_deref())?
    };
    if kind == ArtifactKind::Plan {
        let title = title.filter(|t| t.chars().count() > 3).or_else(|| named_by(text, shape));
        let title = title.unwrap_or_else(|| named_by_steps(&steps, count));
        return Some(Cut { kind, range, title, steps });
    }
    let (start, title) = opening(text, shape, first, ruled);
    Some(Cut { kind, range: trimmed(text, start.max(body_start(text)).min(end)..end), title, steps })
}

/// The title of a plan without one: its first step and the number of the others.
fn named_by_steps(steps: &[FoundStep], count: usize) -> String {
    let first = steps.iter().find(|s| s.left_out.is_none()).map_or("", |s| s.text.as_str());
    format!("{first}, and {}", counted(count.saturating_sub(1), "more step"))
}

/// The sentence in which the person says that finished work is not done: `reopen`, `broken again`.
pub(super) fn reopened(text: &str) -> Option<Range<usize>> {
    if text.len() > 2000 {
        return None;
    }
    let mut start = 0;
    for sentence in text.split_inclusive(['.', '\n', '!']) {
        let range = trimmed(text, start..start + sentence.len());
        start += sentence.len();
        if REOPENED.is_match(sentence) && !range.is_empty() {
            return Some(range);
        }
    }
    None
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(part) = text.get(range.clone()) else { return 0..0 };
    let start = range.start + (part.len() - part.trim_start().len());
    start..(range.start + part.trim_end().len()).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_cut_whole_with_its_steps() {
        let body = "The desk wants both scans at once, and today one line is read at a time. ".repeat(8);
        let text = format!(
            "Here it is.\n\n# Plan: scans\n\n{body}\n\n## Steps\n\n1. Add a queue\n2. Merge both depots\n3. Show the scans: at once\n4. Run tests\n"
        );
        let cuts = cut(&text);
        assert_eq!(cuts.len(), 1, "{cuts:?}");
        assert_eq!((cuts[0].kind, cuts[0].title.as_str()), (ArtifactKind::Plan, "Plan: scans"));
        assert!(text[cuts[0].range.clone()].starts_with("# Plan: scans"));
        let texts: Vec<&str> = cuts[0].steps.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["Add a queue", "Merge both depots", "Show the scans", "Run tests"]);
        assert!(cuts[0].steps[3].left_out.is_some_and(|why| why.contains("agents do it anyway")));
    }

    #[test]
    fn a_report_of_work_done_is_no_analysis() {
        let text =
            format!("All tests pass. Here's what changed.\n\n## Results\n\n{}", "- because of 3 gaps\n".repeat(90));
        assert!(cut(&text).is_empty());
        assert_eq!(
            cut(&text.replace("All tests pass. Here's what changed.", "I looked at the queue."))[0].kind,
            ArtifactKind::Analysis
        );
    }

    #[test]
    fn a_decision_needs_a_reason() {
        let with =
            "We decided on an in-memory map instead of Redis for the session cache because there is one process only.";
        assert_eq!(cut(&format!("{with} It starts faster too, and is less to run."))[0].kind, ArtifactKind::Decision);
        assert!(cut(&format!("We decided to go home now. {}", "It was late. ".repeat(10))).is_empty());
    }
}
