//! Defines the Markdown blocks of a turn, with the spans inside them that must not be split or mined.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{BlockKind, ListPlace};

/// One block of talk.
#[derive(Debug, Clone)]
pub struct Block {
    pub kind: BlockKind,
    /// Byte range over the text.
    pub range: Range<usize>,
    /// Code spans, links and the like: not talk, never split.
    pub protected: Vec<Range<usize>>,
    /// Byte offsets of the source's line breaks.
    pub breaks: Vec<usize>,
    pub list: Option<ListPlace>,
    /// The heading above it.
    pub heading: Option<String>,
    /// The bold words it opens with, or the emphasised ones before a colon or a dash.
    pub lead: Option<String>,
}

impl Block {
    /// Ends the block at a byte offset and returns the rest of it.
    pub(super) fn cut_off(&mut self, at: usize) -> Self {
        let breaks = self.breaks.split_off(self.breaks.partition_point(|b| *b < at));
        let protected = self.protected.split_off(self.protected.partition_point(|p| p.start < at));
        let range = at..std::mem::replace(&mut self.range.end, at);
        let (kind, list, heading) = (self.kind, self.list, self.heading.clone());
        Self { kind, range, protected, breaks, list, heading, lead: None }
    }
}

/// The first `limit` bytes of `text`, cut at a character boundary.
pub fn head(text: &str, limit: usize) -> &str {
    text.get(..text.floor_char_boundary(limit)).unwrap_or(text)
}

/// Cuts blocks where one of these ranges of whole lines begins or ends, so that no block holds words of two speakers.
pub(super) fn cut_at(blocks: Vec<Block>, others: &[Range<usize>]) -> Vec<Block> {
    let mut edges: Vec<usize> = others.iter().flat_map(|r| [r.start, r.end]).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut out = Vec::with_capacity(blocks.len());
    for mut block in blocks {
        let first = edges.partition_point(|e| *e <= block.range.start);
        let last = edges.partition_point(|e| *e < block.range.end);
        for &edge in edges.get(first..last).unwrap_or_default() {
            let rest = block.cut_off(edge);
            out.push(std::mem::replace(&mut block, rest));
        }
        out.push(block);
    }
    out
}

#[derive(Default)]
struct Builder {
    out: Vec<Block>,
    open: Option<Block>,
    lists: Vec<(Option<u64>, usize)>,
    quote: usize,
    code: bool,
    heading: Option<String>,
    heading_text: Option<String>,
    strong: Option<usize>,
    emphasis: Option<usize>,
    link: Option<usize>,
}

/// The blocks of talk in `text`, in order; code blocks and HTML are left out.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut b = Builder::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(tag) => b.start(&tag, range),
            Event::End(tag) => b.end(text, tag, range),
            Event::Text(_) if !b.code => b.text(text, &range),
            Event::Code(_) | Event::InlineHtml(_) => {
                b.text(text, &range);
                if let Some(open) = &mut b.open {
                    open.protected.push(range);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(open) = &mut b.open {
                    open.breaks.push(range.start);
                }
            }
            _ => {}
        }
    }
    b.close();
    b.out
}

/// Whether words begin with a mark that sets off what stands before them: a colon, a dash.
fn is_marked_off(text: &str) -> bool {
    text.trim_start_matches(' ').starts_with([':', '–', '—']) || text.starts_with(" - ")
}

impl Builder {
    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::CodeBlock(_) | Tag::HtmlBlock => {
                self.close();
                self.code = true;
            }
            Tag::BlockQuote(_) => self.quote += 1,
            Tag::List(first) => {
                self.close();
                self.lists.push((*first, 0));
            }
            Tag::Heading { .. } => {
                // Deep headings label a point, top ones a section: both are what the lines below are about.
                self.close();
                self.heading_text = Some(String::new());
                self.open(BlockKind::Heading, range.start);
            }
            Tag::Paragraph if self.lists.is_empty() => self.open(BlockKind::Paragraph, range.start),
            Tag::Item | Tag::Paragraph => self.open(BlockKind::Item, range.start),
            Tag::TableRow | Tag::TableHead => self.open(BlockKind::Row, range.start),
            Tag::Strong => self.strong = Some(range.start),
            Tag::Emphasis => self.emphasis = Some(range.start),
            Tag::Link { .. } | Tag::Image { .. } => self.link = Some(range.start),
            _ => {}
        }
    }

    fn end(&mut self, text: &str, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.code = false,
            TagEnd::BlockQuote(_) => {
                self.close();
                self.quote = self.quote.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.take_bare_number(text, range.start);
                self.close();
                if let Some((number, index)) = self.lists.last_mut() {
                    *number = number.map(|n| n + 1);
                    *index += 1;
                }
            }
            TagEnd::Heading(_) => {
                self.close();
                self.heading = self.heading_text.take();
            }
            TagEnd::Paragraph | TagEnd::TableRow | TagEnd::TableHead => self.close(),
            TagEnd::Strong => {
                let start = self.strong.take();
                self.end_lead(text, start, range.end);
            }
            // "*Fixed timestep*: deterministic" leads, an emphasised word does not.
            TagEnd::Emphasis => {
                let start = self.emphasis.take().filter(|_| is_marked_off(text.get(range.end..).unwrap_or_default()));
                self.end_lead(text, start, range.end);
            }
            TagEnd::Link | TagEnd::Image => {
                if let (Some(start), Some(open)) = (self.link.take(), &mut self.open) {
                    open.protected.push(start..range.end);
                }
            }
            _ => {}
        }
    }

    /// Makes a number of its own what Markdown takes for the mark of an empty list item: the answer "8080.".
    fn take_bare_number(&mut self, text: &str, at: usize) {
        let Some(open) = self.open.as_mut().filter(|open| open.range.is_empty()) else { return };
        let digits = text.get(at..).unwrap_or("").bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            (open.kind, open.list, open.range) = (BlockKind::Paragraph, None, at..at + digits);
        }
    }

    /// Takes the emphasised words that a block opens with as its lead.
    fn end_lead(&mut self, text: &str, start: Option<usize>, end: usize) {
        let (Some(start), Some(open)) = (start, &mut self.open) else { return };
        if open.lead.is_none() && start <= open.range.start + 4 {
            let words = text.get(start..end).unwrap_or("").trim_matches(|c| "*_: ".contains(c));
            open.lead = Some(words.to_owned());
        }
    }

    fn open(&mut self, kind: BlockKind, at: usize) {
        self.close();
        let list = self.lists.last().map(|&(number, index)| ListPlace { number, index, depth: self.lists.len() });
        let kind = if self.quote > 0 { BlockKind::Quote } else { kind };
        let heading = if kind == BlockKind::Heading { None } else { self.heading.clone() };
        self.open =
            Some(Block { kind, range: at..at, protected: Vec::new(), breaks: Vec::new(), list, heading, lead: None });
    }

    fn text(&mut self, text: &str, range: &Range<usize>) {
        if self.open.is_none() {
            let kind = if self.lists.is_empty() { BlockKind::Paragraph } else { BlockKind::Item };
            self.open(kind, range.start);
        }
        if let Some(heading) = &mut self.heading_text {
            heading.push_str(text.get(range.clone()).unwrap_or(""));
        }
        if let Some(open) = &mut self.open {
            if open.range.is_empty() {
                // Emphasis marks before the first words belong to the block, list markers do not.
                open.range.start = self.strong.or(self.emphasis).unwrap_or(range.start).min(range.start);
            }
            open.range.end = open.range.end.max(range.end);
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take()
            && !open.range.is_empty()
        {
            self.out.push(open);
        }
    }
}
