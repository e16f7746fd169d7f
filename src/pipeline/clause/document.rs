//! Defines the texts that a message carries along: a mail, minutes, a ticket, a document, a prompt. They are told by
//! how they are introduced ("the ticket says:") and by their shape: headings, labelled lines, a greeting and a
//! signature. What the person wrote around them counts.

use std::ops::Range;

use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

patterns! {
    /// A line that hands over somebody's words.
    QUOTES = r"(?ix)\b(?:says?|said|wrote|writes|sent|replied|answered|reads?|posted|reported|commented|got|told|complains?|asks|asked)\b[^.?!:]{0,60}:\s*$|\b(?:says?|said|reads?|states)$|^(?:from|quote|quoting|fwd?)\b[^.?!]{2,60}:\s*$|^\w+(?:\ \w+)?\ (?:from|by)\ [^.?!:]{2,60}:\s*$|\((?:from|by)\ [^)]*\):?\s*$
        |^(?:ok,?\ |so,?\ )?(?:(?:the|an?|my|our|his|her|their|new|old|first|second|current|full)\ ){0,3}(?:[\w-]+['’]s?\ )?(?:prompt|draft|version|text|message|e?-?mail|letter|answer|output|log|transcript|description|article|minutes|user\ story|ticket|issue|bug\ report)s?(?:\ (?:of|from|for|by)\ [^.?!:]{2,40})?:\s*$
        |^(?:[\w.-]+\ ){0,2}(?:release\ notes|changelog|report|posting|recipe\ text|guidelines|terms|licen[cs]e|policy|rules\ file|readme|agenda|pr\ description|so\ answer|invite|review\ comments?)(?:\ (?:of|from|for|by)\ [^.?!:]{2,40})?:\s*$
        |\b(?:gave|sent|told|showed|handed|forwarded|wrote|suggested|recommended)\ (?:me|us)\ (?:all\ )?(?:this|these|the\ following|the\ list\ below)\b[^:]*$
        |\b(?:suggests|recommends|proposes|answers|claims|thinks)(?:\ (?:this|that|the\ following))?:\s*$";
    /// A line that asks for something to be done with the text below it.
    TREATS = r"(?ix) \b(?: (?:summari[sz]e|review|improve|translate|proofread|rewrite|rephrase|shorten|explain|correct|check|read|convert|turn|classify|look\ (?:at|into)|think\ (?:of|about)|opinion\ on|thoughts\ on|make\ of|wrong\ with|mean(?:s|t)?|polish|edit|annotate|critique)\b [^.:]*? \b(?:this|these|it|below|following|that)\b | (?:this|below)\ is\ (?:the|our|my|an?|what)\b | here(?:'s|\ is|\ are)\ (?:the|our|my|an?|what|how)\b [^.:]*? \b(?:from|sent|wrote|says|got|written|by|asked|posted)\b
        | \b(?:this|these|the\ following)\ (?:text|copy|paragraphs?|sentences?|passage|letter|message|e?-?mail|announcement|blurb|wording|quote|article|prompt)\b ) .* [:?.]\s*$ ";
    /// A line that hands over what somebody else does or says.
    THEIRS = r"(?i)\b(?:he|she|they|his|her|their|him|them)(?:'s|'re|'ll)?\b[^.?!:]{0,60}:\s*$";
    /// A header line of a mail.
    MAIL = r"^(?:From|Subject|Sent|Von|Betreff|De|Objet):\s\S";
    /// The title of a ticket: its number or kind before its words.
    TICKET = r"^(?:[A-Z][A-Z0-9]+-\d+\b|\[[A-Za-z][\w /-]{1,20}\] \S|#\d+[: ]\s?\S|(?:Issue|Ticket|Bug|Story|Defect) #?\d+\b)";
    /// How people point back at a text above.
    ABOVE = r"^(?:That's|That is|That was|This is|The above|Above|That)\b";
    /// Phrases that name, below a text, its source.
    SOURCE = r"(?i)^(?:that's|that is|that was|this is|this was|those are|these are|(?:the )?above is) (?:from|(?:the|a|an|our|their) (?:[\w-]+ ){0,2}?(?:text|copy|e?-?mail|message|policy|draft|ticket|readme|answer|reply|review|licen[cs]e|wording|prompt|output|log|report|note|notes|list) (?:from|of|by|in)|what (?:the )?\w+ (?:\w+ )?(?:wrote|said|sent|says|suggests?|answered|told me|gave me))\b";
    /// Work on the text above, named by its kind.
    THESE = r"(?i)\b(?:this|these|those|the|that) (?:meeting )?(?:notes|minutes|comments|ticket|e?-?mail|message|thread|spec|document|readme|log|output|report|issue|announcement|transcript|release notes|changelog)\b";
    /// The opening of a user story.
    STORY = r"^As an? [\w -]{2,30},? I (?:want|need|would like|can)\b";
    /// A line with a label before its words.
    LABEL = r"^\s*(?:[-*+•]\s+)?\*{0,2}[A-Z][\w /&()-]{1,28}\*{0,2}:\*{0,2}(?:\s|$)";
    /// A field of a tracker's form.
    FIELD = r"(?i)^(?:AC|When|Where|Location|Organi[sz]er|Attendees|Participants|Agenda|Event|Notes|Title|Description|Summary|Status|Priority|Assignee|Reporter|Labels?|Type|Severity|Environment|Component|Acceptance(?: criteria)?|Steps to reproduce|Expected(?: \w+)?|Actual(?: \w+)?):";
    HEADING = r"^\s{0,3}#{1,6}\s+\S";
    LISTED = r"^\s*(?:[-*+•]|\d+[.)])\s";
    /// A title with a date or a number.
    TITLE = r"^[A-Z][^:?!]{3,60}\d[^:?!]{0,12}$";
    GREETING = r"^(?:[A-Z][a-z]+|[A-Z][a-z]+ [A-Za-z]+(?: [A-Za-z]+)?|Hi|Hello|Dear [\w .]+),$";
    /// A closing line of a letter: a few words and a comma, or a dash and a name.
    CLOSING = r"^(?:[A-Z][a-z]+(?: [a-z]+){0,2},?|--? ?[A-Z]\w+|[—–] ?[A-Z]\w+)$";
    /// The beginning of a prompt for a model: it tells the model who it is.
    PROMPT = r"^(?:You are|Act as) (?:an?|the|[A-Z][a-z]+,)\s";
    /// A line drawn under a title.
    DRAWN = r"^\s{0,3}(?:-{3,}|={3,})$";
    /// A title of a few words, alone on its line.
    BARE_TITLE = r"^[A-Z][\w/&'-]*(?: [\w/&'-]+){0,4}$|^\W{3,}\s?\w.*\W{3,}$|^[A-Z]{2,}-\d[\w-]*\b";
    /// Phrases that point at a text beside the person's own words.
    BESIDE = r"(?i)\b(?:this|these|those|them|they|it|above|below|following|attached)\b";
    LEADS = r"(?i)\b(?:below|following|attached|here's|here is|here are|got|says?)\b";
    NAME = r"^[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,3}$";
}

/// A line with its place.
struct Line<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

fn split(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            at += line.len();
            Line { text: line.trim_end(), range: at - line.len()..at }
        })
        .collect()
}

/// Lines at a message's start among which the introduction of a text is looked for.
const LEAD: usize = 6;

/// The text that a message carries along, as a byte range; `None` where all of it is the person's own. `machine` are the
/// lines that a program wrote: how they are introduced says nothing about what follows them.
pub(super) fn carried(text: &str, machine: &[Range<usize>]) -> Option<Range<usize>> {
    text.lines().nth(1)?;
    let lines = split(text);
    let (from, sure) = begin(&lines).or_else(|| pointed_up(&lines)).or_else(|| remarked(&lines))?;
    let to = end(&lines, from);
    let body = lines.get(from..to)?;
    let filled = body.iter().filter(|l| !l.is_blank());
    let written = filled.clone().filter(|l| super::pasted::holds(machine, l.range.start)).count();
    (sure || is_formal(body) && written * 2 < filled.count())
        .then(|| Some(body.first()?.range.start..body.last()?.range.end))
        .flatten()
}

/// The first line of the carried text, and whether its shape alone makes it one.
fn begin(lines: &[Line<'_>]) -> Option<(usize, bool)> {
    for (at, line) in lines.iter().enumerate() {
        if line.is_blank() {
            continue;
        }
        let first_block = !lines.iter().take(at).any(Line::is_blank);
        if HEADING.is_match(line.text) {
            // A heading below words of the person's own opens a document; so does one above them.
            let below =
                at == 0 && end(lines, 0) < lines.len() && lines.iter().filter(|l| HEADING.is_match(l.text)).count() > 1;
            return (below || short_lead(lines, at)).then_some((at, true));
        }
        if GREETING.is_match(line.text) && signed(lines, at) {
            return Some((at, true));
        }
        if MAIL.is_match(line.text) && lines.get(at + 1).is_some_and(|l| LABEL.is_match(l.text) || l.is_blank()) {
            return Some((at, true));
        }
        if TITLE.is_match(line.text) && labelled(lines, at) >= 2 {
            return Some((at, true));
        }
        if TICKET.is_match(line.text) && fields(lines, at) >= 2 {
            return Some((at, true));
        }
        if at > 0 && PROMPT.is_match(line.text) {
            return Some((at, true));
        }
        if at >= LEAD {
            continue;
        }
        let next = (at + 1..lines.len()).find(|n| lines.get(*n).is_some_and(|l| !l.is_blank()));
        let Some(next) = next else { break };
        let parted = next > at + 1;
        let low = line.text.to_lowercase();
        let own_list = lines.get(next).is_some_and(|l| LISTED.is_match(l.text));
        if (QUOTES.is_match(&low) || own_list && THEIRS.is_match(&low)) && !own_words(&low) {
            return Some((next, true));
        }
        let treats = TREATS.is_match(&low) && (parted || low.ends_with(':')) && first_block;
        if treats && !own_list && !own_words(&low) {
            return Some((next, lines.get(next).is_some_and(|l| PROMPT.is_match(l.text))));
        }
    }
    None
}

/// The first line, where the last paragraph points up ("^ got this today"): all before it is carried.
fn pointed_up(lines: &[Line<'_>]) -> Option<(usize, bool)> {
    let last = lines.iter().rposition(|l| !l.is_blank())?;
    let start = lines.iter().take(last).rposition(Line::is_blank)? + 1;
    let first = lines.get(start)?.text;
    if first.starts_with(['^', '↑']) || SOURCE.is_match(first) {
        return Some((0, true));
    }
    // "Turn these notes into tickets" below a list or a text with a title.
    let above = lines.get(..start)?;
    let listed = above.iter().filter(|l| LISTED.is_match(l.text)).count() >= 2;
    let led = above
        .iter()
        .find(|l| !l.is_blank())
        .is_some_and(|l| l.text.ends_with(':') || l.text.starts_with(char::is_lowercase));
    (listed && !led && THESE.is_match(first)).then_some((0, true))
}

/// The first line of a text with titles of its own that the person's words before or after it point at.
fn remarked(lines: &[Line<'_>]) -> Option<(usize, bool)> {
    let first = lines.iter().position(|l| !l.is_blank())?;
    let lead_end = (first..lines.len()).find(|at| lines.get(*at).is_some_and(Line::is_blank))?;
    let lead = lines.get(first..lead_end)?;
    let led = is_own(lead) || LEADS.is_match(&joined(lead));
    let from = if led { lead_end + 1 } else { first };
    let to = end(lines, from);
    let tail = joined(lines.get(to..)?);
    let pointed = BESIDE.is_match(&tail) || led && LEADS.is_match(&joined(lead));
    let (titles, labels) = shape(lines.get(from..to)?);
    let asked = tail.ends_with('?') && titles + labels >= 3;
    ((pointed || asked) && titles > 0 && titles + labels >= 2).then_some((from, true))
}

fn joined(lines: &[Line<'_>]) -> String {
    lines.iter().map(|l| l.text).collect::<Vec<_>>().join(" ")
}

/// The titles and the labelled lines of a text; a title with a line under it counts twice.
fn shape(body: &[Line<'_>]) -> (usize, usize) {
    let apart = |at: usize| at.checked_sub(1).and_then(|n| body.get(n)).is_none_or(Line::is_blank);
    let goes_on = |at: usize| body.get(at + 1).is_some();
    let title = |(at, l): &(usize, &Line<'_>)| {
        apart(*at)
            && goes_on(*at)
            && (BARE_TITLE.is_match(l.text) || TITLE.is_match(l.text) || HEADING.is_match(l.text))
    };
    let fields = body.iter().filter(|l| FIELD.is_match(l.text)).count();
    let drawn = body.iter().skip(1).filter(|l| DRAWN.is_match(l.text)).count();
    let labels = body.iter().filter(|l| LABEL.is_match(l.text)).count().max(fields);
    let stories = body.iter().filter(|l| STORY.is_match(l.text)).count();
    (body.iter().enumerate().filter(title).count() + drawn + stories + fields / 2, labels)
}

/// Whether a lead-in announces the person's own words: "we said:", "I want you to do this:".
fn own_words(low: &str) -> bool {
    const OWN: Phrases = phrases!(
        "i said|we said|i wrote|i asked|i told|you asked|you said|you wrote|let's|we decided|do this|like this|i want|we want\
     |my answer|from now|please do"
    );
    // "I asked the vendor and they said:" hands over the vendor's words.
    OWN.within(low.rsplit_once(" and ").filter(|(_, last)| QUOTES.is_match(last)).map_or(low, |(_, last)| last))
}

/// Whether the lines before a heading are a few words of the person's own.
fn short_lead(lines: &[Line<'_>], at: usize) -> bool {
    let before: usize = lines.iter().take(at).map(|l| l.text.split_whitespace().count()).sum();
    (1..=60).contains(&before) && lines.iter().take(at).all(|l| !LISTED.is_match(l.text))
}

/// Whether a greeting is followed by a closing line or a name alone.
fn signed(lines: &[Line<'_>], greeting: usize) -> bool {
    let rest = lines.get(greeting + 1..).unwrap_or_default();
    rest.iter().enumerate().any(|(at, line)| {
        let next = rest.get(at + 1).map_or("", |l| l.text);
        let named = NAME.is_match(next) && rest.get(at + 2).is_none_or(Line::is_blank);
        let closes = CLOSING.is_match(line.text)
            && (named || line.text.ends_with(',') || line.text.starts_with(['-', '—', '–']));
        at > 0 && closes && (NAME.is_match(next) || line.text.starts_with(['-', '—', '–']))
    })
}

/// Fields of a tracker's form below a title.
fn fields(lines: &[Line<'_>], title: usize) -> usize {
    lines.iter().skip(title + 1).take(LEAD + LEAD).filter(|l| FIELD.is_match(l.text)).count()
}

/// Labelled lines in the paragraph of a title.
fn labelled(lines: &[Line<'_>], title: usize) -> usize {
    lines.iter().skip(title + 1).take_while(|l| !l.is_blank()).filter(|l| LABEL.is_match(l.text)).count()
}

/// The line after the carried text: paragraphs at the message's end that begin as people type, or ask, are the person's.
fn end(lines: &[Line<'_>], from: usize) -> usize {
    let mut to = lines.len();
    for _ in 0..2 {
        while to > from && lines.get(to - 1).is_some_and(Line::is_blank) {
            to -= 1;
        }
        let start = (from..to).rev().find(|at| lines.get(*at).is_some_and(Line::is_blank)).map_or(from, |at| at + 1);
        let block = lines.get(start..to).unwrap_or_default();
        if start <= from || !is_own(block) {
            break;
        }
        to = start;
    }
    to
}

/// Most words of a paragraph after a carried text that is the person's.
const OWN_WORDS: usize = 60;

fn is_own(block: &[Line<'_>]) -> bool {
    let words: usize = block.iter().map(|l| l.text.split_whitespace().count()).sum();
    let first = block.first().map_or("", |l| l.text.trim_start());
    let last = block.last().map_or("", |l| l.text);
    let typed = first.starts_with(|c: char| c.is_lowercase() || c == '^') && !LISTED.is_match(first);
    let typed = typed || ABOVE.is_match(first);
    let form = block.iter().filter(|l| FIELD.is_match(l.text)).count() >= 2;
    !form && words <= OWN_WORDS && (typed || last.ends_with('?')) && !LABEL.is_match(first)
}

/// Whether lines read as a text of its own: headings, labels or several sentences that begin with a capital and end with
/// a full stop.
fn is_formal(body: &[Line<'_>]) -> bool {
    let marked = body.iter().filter(|l| HEADING.is_match(l.text) || LABEL.is_match(l.text)).count();
    let sentences: usize = body
        .split(Line::is_blank)
        .map(|paragraph| {
            let lines: usize = paragraph.iter().map(|l| full(l.text)).sum();
            lines.max(full(&joined(paragraph)))
        })
        .sum();
    marked >= 2 || sentences >= 2
}

/// The sentences of a text that begins with a capital and ends with a full stop; 0 for any other.
fn full(text: &str) -> usize {
    let text = text.trim().trim_start_matches(|c: char| "-*+•.) ".contains(c) || c.is_ascii_digit());
    let formal = text.starts_with(char::is_uppercase) && text.ends_with(['.', '!', '"']);
    if formal { text.matches(". ").count() + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> String {
        let range = carried(text, &[]).unwrap_or(0..0);
        format!("{}{}", &text[..range.start], &text[range.end..]).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_text_that_is_carried_along_is_not_the_persons() {
        for (text, said) in [
            (
                "the baker wrote:\n\nWe use rye. Never use wheat.\n\nwhat does he mean?",
                "the baker wrote: what does he mean?",
            ),
            ("review this please:\n\n# Oven\n\n## Decision\nWe buy it.", "review this please:"),
            (
                "Hello Eva,\n\nplease bake ten loaves. We drop the rolls.\n\nKind regards,\nTom\n\nis that much?",
                "is that much?",
            ),
            ("shorten this:\n\nMinutes 4 June\nPresent: A, B\nDecision: sell the van", "shorten this:"),
            ("the label reads\n\nKeep it dry. Do not freeze it.\n\ncan I?", "the label reads can I?"),
            (
                "Bread 2.1\n---------\n- We use rye\n- No wheat\n\ndoes one of these hurt us?",
                "does one of these hurt us?",
            ),
            (
                "OVEN-12 Crust too dark\nStatus: open\nReporter: Tom\n\nCriteria\n* never burn it\n\ntake this one",
                "take this one",
            ),
            (
                "I asked the miller and he said:\n\n1. Use rye\n2. Avoid wheat\n\nyour take?",
                "I asked the miller and he said: your take?",
            ),
            ("Hello,\n\nuse rye. Never use wheat.\n\nThanks\nTom\n\nwhat do I answer?", "what do I answer?"),
            (
                "[BUG] Crust too dark\nLabels: oven\nAssignee: Tom\n\nWe must bake it less.\n\nfind out why",
                "find out why",
            ),
            (
                "Notes of 4 June\n- Tom sells the van\n- no wheat\n\nturn these notes into tickets",
                "turn these notes into tickets",
            ),
            ("improve this text:\n\nBread is food. Always eat it warm. Do not waste it.", "improve this text:"),
        ] {
            assert_eq!(own(text), said, "{text}");
        }
    }

    #[test]
    fn what_people_write_themselves_is_their_own() {
        for text in [
            "please do these:\n- bake a loaf\n- never use wheat",
            "here is the plan:\n\nFirst we bake. Then we sell.",
            "I thought about this again.\n\nWe use rye. No wheat.",
            "Oven\n\nWe use rye. No wheat.\n\nbake ten loaves",
            "Flour: rye\nSalt: none\n\nis that enough?",
            "rules:\n\nNever use wheat.\nAlways preheat.",
        ] {
            assert!(carried(text, &[]).is_none(), "{text}");
        }
    }
}
