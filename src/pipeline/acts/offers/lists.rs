//! Defines the reading of lists in an agent's turn as offers: labelled or bulleted options, rows of a table, numbered
//! questions, and questions with options of their own.

use std::ops::Range;

use super::leads::{begins_question, heads_work};
use super::offer::{Choice, Offer, OfferForm, of_sentence};
use super::option_labels::{self, bare_label};
use super::{options, proposals, sections, settings};
use crate::language::answers::is_about_talk;
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::answers::mood;
use crate::pipeline::acts::picks::sorting;
use crate::pipeline::acts::sentences::topics::{topic, topic_of_options, with_topic};
use crate::pipeline::acts::sentences::wording::{after_any, capital, order, plain, whole, words};
use crate::pipeline::clause::{BlockKind, ReadTurn, Sentence};
use crate::state::TurnId;
use crate::text::patterns;

/// The lists of a turn: for each the index range of its sentences, and its offers.
pub(super) fn of_turn(turn: &ReadTurn) -> Vec<(Range<usize>, Vec<Offer>)> {
    let sentences = &turn.sentences;
    if let Some(nested) = nested(turn).or_else(|| sections::of_turn(turn)) {
        return vec![nested];
    }
    let mut out = Vec::new();
    for list in lists(sentences) {
        let (from, to) = (list.first().map_or(0, |e| e.place), list.last().map_or(0, |e| e.place + 1));
        let from = from - usize::from(is_header(sentences, from));
        let intro = from.checked_sub(1).and_then(|at| sentences.get(at));
        // What the last entry says further belongs to it.
        let last = list.last().map(|e| e.sentence.block_index);
        let headed = list.last().is_some_and(|e| e.sentence.block == BlockKind::Heading);
        let apart = |s: &&Sentence| (headed || Some(s.block_index) == last) && !s.asks;
        let to = to + sentences.iter().skip(to).take_while(apart).count();
        let (outro, to) = outro(sentences, to);
        let setting = |e: &ListEntry<'_>| settings::setting(&turn.turn_id, &e.quote, &e.range);
        let settings: Option<Vec<Offer>> = list.iter().filter(|e| e.label.is_none()).map(setting).collect();
        let offers = match settings.filter(|s| s.len() == list.len()) {
            Some(settings) => settings,
            None => of_list(&turn.turn_id, &list, intro, outro),
        };
        let intro = usize::from(intro.is_some_and(introduces));
        let outro = usize::from(outro.is_some_and(asks));
        out.push((from - intro..to + outro, offers));
    }
    out
}

/// The sentence after a list that asks about it, and its index: remarks may stand between list and request for leave.
fn outro(sentences: &[Sentence], from: usize) -> (Option<&Sentence>, usize) {
    const REMARKS: usize = 2;
    let near = sentences.iter().enumerate().skip(from).take(REMARKS + 1);
    let remark = |s: &Sentence| s.block == BlockKind::Paragraph && !asks(s);
    let place = near
        .skip_while(|(_, s)| remark(s))
        .find(|(at, s)| *at == from || asks(s) && asks_for_a_yes(&question(s)))
        .map_or(from, |(at, _)| at);
    (sentences.get(place), place)
}

/// Whether a sentence asks, also without a question mark: "Let me know if I can start."
fn asks(sentence: &Sentence) -> bool {
    sentence.asks || leave_asked(&sentence.text).is_some() && mood::is_tag(&question(sentence))
}

/// The leave that a statement asks for: "I can start" of "Let me know if I can start."
fn leave_asked(text: &str) -> Option<&str> {
    const ASKS_LEAVE: Phrases = phrases!(
        "let me know if|let me know whether|tell me if|tell me whether|say the word and|just say the word and|give me a sign if|give me a shout if|ping me if"
    );
    after_any(text, ASKS_LEAVE).filter(|rest| after_any(rest, phrases!("i|we|that|this|you")).is_some())
}

/// A sentence that asks, as a question.
fn question(sentence: &Sentence) -> String {
    match leave_asked(&sentence.text) {
        Some(leave) if !sentence.asks => format!("{}?", plain(leave).trim_end_matches(['.', '!'])),
        _ => plain(&sentence.text),
    }
}

/// Whether the row before a list's first is its table's header.
fn is_header(sentences: &[Sentence], from: usize) -> bool {
    let row = |at: usize| sentences.get(at).is_some_and(|s| s.block == BlockKind::Row);
    from > 0 && row(from) && row(from - 1)
}

/// Numbered questions with lettered options each: "1. Renderer? a) Vulkan b) OpenGL 2. Audio? a) FMOD b) miniaudio".
fn nested(turn: &ReadTurn) -> Option<(Range<usize>, Vec<Offer>)> {
    let all: Vec<ListEntry<'_>> =
        turn.sentences.iter().enumerate().flat_map(|(place, s)| entries(s, place)).flat_map(with_letters).collect();
    let is_number = |e: &ListEntry<'_>| e.label.as_ref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_digit()));
    let is_letter = |e: &ListEntry<'_>| e.label.is_some() && !is_number(e);
    // A title without a question mark asks where lettered options stand below it: "1. Encoding: a) UTF-8 b) Latin-1".
    let lettered = |at: usize| all.get(at + 1).is_some_and(|e| is_letter(e) && e.label.as_deref() == Some("a"));
    let starts = |at: &usize| all.get(*at).is_some_and(|e| is_number(e) && (e.asks || lettered(*at)));
    let starts: Vec<usize> = (0..all.len()).filter(starts).collect();
    if starts.len() < 2 {
        return None;
    }
    let mut out = Vec::new();
    for (n, &start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(all.len());
        let (question, options) = all.get(start..end)?.split_first()?;
        if options.len() < 2 || !options.iter().all(is_letter) {
            return None;
        }
        let end = options.last()?.range.end;
        let mut offer = Offer::new(OfferForm::Options, &turn.turn_id, question.range.start..end, &question.text);
        offer.topic = topic_of_options(&question.text);
        offer.options = options.iter().map(|e| choice(e, &offer.topic)).collect();
        offer.number.clone_from(&question.label);
        out.push(offer);
    }
    Some((all.first()?.place..all.last()?.place + 1, out))
}

/// A numbered entry apart from the lettered options that stand in its own sentence: "1. Encoding a) UTF-8 b) Latin-1".
fn with_letters(entry: ListEntry<'_>) -> Vec<ListEntry<'_>> {
    let opening = ["a)", "A)"].iter().filter_map(|mark| entry.quote.find(mark)).min().filter(|at| *at > 0);
    let (head, tail) = entry.quote.split_at(opening.unwrap_or(entry.quote.len()));
    let letters = option_labels::labelled(tail);
    if letters.len() < 2 {
        return vec![entry];
    }
    let part = |label: Option<String>, text: &str| ListEntry {
        label,
        text: plain(text),
        quote: text.to_owned(),
        range: entry.range.clone(),
        asks: text.trim_end().ends_with('?'),
        ..entry
    };
    let number = part(entry.label.clone(), head.trim_end_matches(|c: char| " (-".contains(c)));
    std::iter::once(number).chain(letters.iter().map(|l| part(Some(l.label.clone()), l.text))).collect()
}

/// An entry of a list of options or questions.
pub(super) struct ListEntry<'s> {
    pub label: Option<String>,
    pub text: String,
    /// The verbatim words of `range`.
    pub quote: String,
    pub range: Range<usize>,
    pub asks: bool,
    /// The index of its sentence.
    pub place: usize,
    sentence: &'s Sentence,
}

/// Whether a sentence leads in a list of options or questions.
fn introduces(sentence: &Sentence) -> bool {
    let text = sentence.text.trim_end_matches(['*', '_', ' ']);
    let low = text.to_lowercase();
    let announces = || words(text) <= 8 && OPTION_WORDS.iter().any(|w| low.contains(w));
    text.ends_with(':') || sentence.asks || announces() || heads_work(text)
}

/// The lists of a turn: runs of at least two labelled or bulleted entries.
fn lists(sentences: &[Sentence]) -> Vec<Vec<ListEntry<'_>>> {
    let mut out = joined(runs(sentences));
    out.retain(|list| list.len() >= 2);
    out
}

/// The runs without those between the parts of a numbered list: "1. Tiles in memory", a paragraph or bullets about it,
/// "2. Tiles on disk". Such parts become one run. Numbered questions are left as they are: what stands below each is its own.
fn joined(runs: Vec<Vec<ListEntry<'_>>>) -> Vec<Vec<ListEntry<'_>>> {
    let mut out: Vec<Vec<ListEntry<'_>>> = Vec::new();
    for run in runs {
        let goes_on = |earlier: &Vec<ListEntry<'_>>| {
            let ends = earlier.last().zip(run.first());
            let told = |e: &ListEntry<'_>| e.label.is_some() && !e.asks;
            ends.is_some_and(|(last, first)| told(last) && told(first) && follows(last, first))
        };
        let earlier = out.iter().rposition(goes_on);
        out.truncate(earlier.map_or(out.len(), |at| at + 1));
        match out.last_mut().filter(|_| earlier.is_some()) {
            Some(earlier) => earlier.extend(run),
            None => out.push(run),
        }
    }
    out
}

/// The runs of labelled or bulleted entries in a turn.
fn runs(sentences: &[Sentence]) -> Vec<Vec<ListEntry<'_>>> {
    let mut out: Vec<Vec<ListEntry<'_>>> = Vec::new();
    let mut open: Vec<ListEntry<'_>> = Vec::new();
    for (place, sentence) in sentences.iter().enumerate() {
        let entries = entries(sentence, place);
        let goes_on = match (open.last(), entries.first()) {
            (Some(last), Some(first)) => follows(last, first),
            (Some(last), None) => {
                // Later sentences of an entry belong to it.
                if last.sentence.block == BlockKind::Heading && sentence.block != BlockKind::Heading && !sentence.asks {
                    continue;
                }
                let labelled = last.label.is_some() || last.sentence.lead.is_some();
                if last.sentence.block_index == sentence.block_index
                    && (sentence.list.is_some() || labelled && !sentence.asks)
                {
                    continue;
                }
                false
            }
            _ => false,
        };
        if !goes_on {
            close(&mut open, &mut out);
        }
        open.extend(entries);
    }
    close(&mut open, &mut out);
    out
}

fn close<'s>(open: &mut Vec<ListEntry<'s>>, out: &mut Vec<Vec<ListEntry<'s>>>) {
    let mut list = std::mem::take(open);
    // A table without labels begins with the names of its columns.
    if list.first().is_some_and(|e| e.sentence.block == BlockKind::Row && e.label.is_none()) {
        list.remove(0);
    }
    if !list.is_empty() {
        out.push(list);
    }
}

/// Whether an entry continues the list of the one before it.
fn follows(last: &ListEntry<'_>, next: &ListEntry<'_>) -> bool {
    match (&last.label, &next.label) {
        (Some(a), Some(b)) => option_labels::order_of(b) == option_labels::order_of(a).map(|n| n + 1),
        (None, None) => {
            let rows = last.sentence.block == BlockKind::Row && next.sentence.block == BlockKind::Row;
            let led = leads(last.sentence) && leads(next.sentence);
            rows || led || last.sentence.list.is_some() && next.sentence.list.is_some()
        }
        _ => false,
    }
}

/// Whether a sentence opens a paragraph with bold words: "**Keep the old box.** Free, but slow."
fn leads(sentence: &Sentence) -> bool {
    sentence.opens_block && sentence.block == BlockKind::Paragraph && sentence.lead.is_some()
}

/// The entries in a sentence: the sentence itself as a list item, or several labelled ones within it.
pub(super) fn entries(sentence: &Sentence, place: usize) -> Vec<ListEntry<'_>> {
    // "### Option B: two tanks" labels what stands below it.
    let labels = || option_labels::labelled(&sentence.text).first().is_some_and(|l| l.opens);
    if sentence.block == BlockKind::Quote || sentence.block == BlockKind::Heading && !labels() {
        return Vec::new();
    }
    if sentence.block == BlockKind::Row {
        return row(sentence, place).into_iter().collect();
    }
    let entry = |label: Option<String>, text: &str, range: Range<usize>| {
        let asks = text.trim_end().ends_with('?');
        let within = range.start - sentence.range.start..range.end - sentence.range.start;
        let quote = sentence.text.get(within).unwrap_or_default().to_owned();
        ListEntry { label, text: plain(option_labels::unjoined(text)), quote, range, asks, place, sentence }
    };
    let parts = option_labels::labelled_in(sentence);
    if parts.len() >= 2 {
        let at = sentence.range.start;
        return parts
            .into_iter()
            .map(|part| entry(Some(part.label), part.text, at + part.range.start..at + part.range.end))
            .collect();
    }
    if let [part] = parts.as_slice()
        && part.opens
        && !(sentence.opens_block && sentence.list.is_some_and(|l| l.number.is_some()))
    {
        return vec![entry(Some(part.label.clone()), part.text, sentence.range.clone())];
    }
    if !sentence.opens_block {
        return Vec::new();
    }
    let number = sentence.list.and_then(|l| l.number).map(|n| n.to_string());
    match sentence.list {
        Some(_) => vec![entry(number, &sentence.text, sentence.range.clone())],
        None if leads(sentence) => vec![entry(None, &sentence.text, sentence.range.clone())],
        None => Vec::new(),
    }
}

/// A row of a table as an option: its first cell is the label, or the option itself.
fn row(sentence: &Sentence, place: usize) -> Option<ListEntry<'_>> {
    let cells: Vec<&str> = sentence.text.split('|').map(str::trim).filter(|c| !c.is_empty()).collect();
    let (first, second) = (cells.first()?, cells.get(1)?);
    let label = bare_label(first.trim_start_matches("Option ").trim_start_matches("option "));
    // "A: hourly" holds both.
    let both = option_labels::labelled(first).into_iter().next().filter(|l| l.opens && label.is_none());
    let text = match &both {
        Some(part) => plain(part.text),
        None => plain(if label.is_some() { second } else { first }),
    };
    let label = label.or_else(|| both.map(|part| part.label));
    Some(ListEntry {
        label,
        quote: sentence.text.clone(),
        asks: text.ends_with('?'),
        text,
        range: sentence.range.clone(),
        place,
        sentence,
    })
}

/// Words of an introduction that say that a list holds options, whether or not it asks.
const OPTION_WORDS: Phrases = phrases!(
    "option|suggestion|alternative|choice|approaches|ways|candidate|either|variant|choose|pick|prefer|possibilit|which"
);

/// Words of an introduction that lists possibilities without asking.
const FLOATS: Phrases = phrases!(
    " could | can |'d | would | left to do| remaining| follow-up| ideas| suggest| propose| recommend| clean up"
);

/// Words that begin or end an introduction to reasons: "Static files win because:", "Advantages of this:".
const GROUNDS: Phrases = phrases!(
    "because|reason|reasons|benefits|advantages|pros|cons|drawbacks|downsides|why|tradeoffs|trade-offs|limitations|caveats"
);
/// Words of an introduction to what is there or was done: "The report now has three parts:".
const REPORTS: Phrases = phrases!(
    " is now | are now | now has | now have | i've | i have added| i have made| i added | i made | has been | have been | were | was | contains | consists of | includes "
);
/// Ends of an introduction to what has to be done or belongs to something: "You'll need to:", "This would include:".
const STEPS: Phrases = phrases!(
    " need to| needs to| have to| has to| must|you should now|you can now|you will now| run the following| do the following| include| follow these steps| then run"
);

/// Whether an introduction leads in reasons, steps or a report, so that the entries are not there to be chosen from.
fn leads_in_no_options(leads: &str, lettered: bool, asked: bool) -> bool {
    let low = leads.to_lowercase();
    let low = low.trim_end_matches([':', ' ']);
    let last = low.rsplit(' ').next().unwrap_or_default();
    let grounds = !lettered && (GROUNDS.contains(last) || after_any(low, GROUNDS).is_some());
    let steps = STEPS.iter().any(|end| low.ends_with(end));
    let reports = !asked && REPORTS.within(&format!(" {low} "));
    // "The options include:", "options with their pros and cons:"
    let offers = phrases!("options|choices|alternatives|approaches|ways|possibilities|candidates")
        .iter()
        .any(|w| low.contains(w));
    // "Three things to decide:" are open one by one.
    let matters = !lettered && MATTERS.is_match(low);
    matters || !offers && (grounds || steps || reports)
}

/// Maximum number of entries in a list of options.
const MOST_OPTIONS: usize = 8;

/// The offers of a list: numbered questions, or one choice among its entries.
fn of_list(turn: &TurnId, list: &[ListEntry<'_>], intro: Option<&Sentence>, outro: Option<&Sentence>) -> Vec<Offer> {
    let asked = list.iter().filter(|e| e.asks).count();
    // "Should I: 1. commit it? 2. go on?" is one question.
    let shared = intro.is_some_and(|s| begins_question(&s.text));
    if asked * 2 > list.len() && !shared {
        return list.iter().enumerate().map(|(n, entry)| of_question(turn, entry, n)).collect();
    }
    let leads = intro.filter(|s| introduces(s)).map(|s| plain(&s.text)).unwrap_or_default();
    let asks = outro.filter(|s| asks(s)).map(question).unwrap_or_default();
    let low = format!("{leads} {asks}").to_lowercase();
    let says = |word: &&str| low.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(*word));
    let labelled = list.iter().all(|e| e.label.is_some());
    let asked_for = asks.ends_with('?') || leads.ends_with('?') || shared;
    let deep = list.iter().any(|e| e.sentence.list.is_some_and(|l| l.depth > 1));
    // Letters label alternatives. Numbers may as well label steps or findings, so that only a bare number picks among them.
    let lettered = list.iter().all(|e| e.label.as_ref().is_some_and(|l| l.bytes().all(|b| b.is_ascii_alphabetic())));
    // "For the hinges:" and things with an article each: one of them is to be taken.
    let article = |e: &ListEntry<'_>| after_any(&e.text, phrases!("a|an")).is_some();
    let counted = leads.split_whitespace().any(|w| phrases!("two|three|four").contains(w)) && words(&leads) <= 12;
    let things = counted || after_any(&leads, phrases!("for|to")).is_some() && list.iter().all(article);
    let announced = asked_for || lettered || things || OPTION_WORDS.iter().any(|w| says(&w));
    let done = phrases!("done|summary|changes|changed|so far|fixed|added");
    // "Changes I'd make to the shed:" proposes them.
    let floated = FLOATS.within(&format!(" {} ", leads.to_lowercase()));
    let reports = done.iter().any(|w| says(&w)) && !leads.ends_with('?') && asks.is_empty() && !floated;
    let questions = OPTION_WORDS.iter().any(|w| says(&w)) || lettered;
    if let Some(verb) = work_on_all(&asks) {
        let mut offer = Offer { work: true, ..plan(turn, list, verb) };
        offer.range.end = outro.map_or(offer.range.end, |s| s.range.end);
        return vec![offer];
    }
    if heads_work(&leads) && !questions && !reports {
        let stated = asks.is_empty();
        let mut offer = Offer { work: true, stated, asked: !stated, ..plan(turn, list, "do") };
        offer.range.start = intro.map_or(offer.range.start, |s| s.range.start);
        return vec![offer];
    }
    if list.len() <= MOST_OPTIONS && !questions && asks_for_a_yes(&asks) {
        let offer = plan(turn, list, "do");
        let work = proposals::asks_to_go_on(&asks) && offer.options.iter().all(|o| sorting::is_order(&o.summary));
        return vec![Offer { work, ..offer }];
    }
    if leads_in_no_options(&leads, lettered, asked_for) {
        return Vec::new();
    }
    let is_choice = list.len() <= MOST_OPTIONS && !deep && (announced || labelled || floated);
    if !is_choice || reports || (!labelled && leads.is_empty()) {
        return Vec::new();
    }
    let start = intro.filter(|s| introduces(s)).map_or(list.first().map_or(0, |e| e.range.start), |s| s.range.start);
    let end = list.last().map_or(start, |e| e.range.end);
    let text: Vec<&str> = list.iter().map(|e| e.text.as_str()).collect();
    let mut offer = Offer::new(OfferForm::Options, turn, start..end, &text.join(" / "));
    offer.stated = !announced;
    let question = if asks.is_empty() { leads } else { asks };
    // "How do you want to proceed?" asks what is to be done next.
    offer.work = shared || question.ends_with('?') && is_about_talk(&question);
    // "I could now:" is no topic.
    if !offer.work && (announced || !floated) {
        offer.topic = topic_of_options(&question);
    }
    offer.options = list.iter().map(|e| choice(e, &offer.topic)).collect();
    vec![offer]
}

/// Whether the question after a list asks for a yes to all of it, not for one of its entries.
fn asks_for_a_yes(question: &str) -> bool {
    let picks = after_any(question, phrases!("which|what|where|who|how|any|does any|do any|preference")).is_some();
    !picks && (mood::is_tag(question) || proposals::asks_to_go_on(question))
}

patterns! {
    /// The lead of a list of things that are open one by one.
    MATTERS = r"(?i)\b(?:things?|points?|questions?|matters?|issues?|details?|decisions?) (?:left |still |that are |we need )*(?:open|to (?:decide|consider|clarify|settle|note|discuss|sort out|watch|keep in mind|make))\b";
    /// A question that offers work on a list: "Want me to fix these?", "Which ones should I address?"
    OFFERS_WORK = r"(?ix)^(?:(?:so|ok|okay|now),?\ |if\ you\ (?:want|like),?\ )*
        (?: (?:(?:do\ you\ )?want\ me\ to|would\ you\ like\ me\ to|shall\ i|should\ i|may\ i|can\ i)\ (?:go\ ahead\ and\ |now\ |also\ )?(?P<verb>fix|address|tackle|resolve|handle|clean|implement|do|apply|make|add|write|update|remove|delete|work\ on|take\ care\ of|start\ with|pick|look\ into)\ (?:up\ )?(?:these|those|them|all|any|some|both|the\ (?:first|top|rest|issues|findings|points|items|problems|gaps|\d+|two|three|four|five)|\d)\b.*
          | which\ (?:of\ (?:these|those|them|the\ \w+)\ |ones?\ |(?:issues|items|points|findings|problems|gaps)\ )?(?:should\ i|shall\ i|do\ you\ want\ me\ to|would\ you\ like\ me\ to|can\ i)\ (?P<picked>fix|address|tackle|resolve|handle|clean|implement|do|apply|make|add|write|update|remove|delete|work\ on|take\ care\ of|start\ with|pick|look\ into)(?:\ (?:up|first|now|next))? )\s*\?+$";
}

/// The verb of a question that offers work on what a list names.
fn work_on_all(question: &str) -> Option<&'static str> {
    let found = OFFERS_WORK.captures(question)?;
    let verb = found.name("verb").or_else(|| found.name("picked"))?.as_str().to_lowercase();
    let own = phrases!("implement|do|apply|make|add|write|update|remove|delete").iter().find(|own| **own == verb);
    Some(own.unwrap_or("fix"))
}

/// A list of steps or findings that the person is asked to agree to: a proposal with the work on each as an option.
fn plan(turn: &TurnId, list: &[ListEntry<'_>], verb: &str) -> Offer {
    let start = list.first().map_or(0, |e| e.range.start);
    let end = list.last().map_or(start, |e| e.range.end);
    let text: Vec<&str> = list.iter().map(|e| e.text.as_str()).collect();
    let mut offer = Offer::new(OfferForm::Proposal, turn, start..end, &text.join(" / "));
    offer.options = list.iter().map(|e| step(choice(e, ""), &e.text, verb)).collect();
    offer.object = whole(&text.join("; "));
    offer
}

/// Most words of an entry that only names a thing.
const NAME_WORDS: usize = 3;

/// An entry as a step: as it stands if it is an order, else what is to be done to it.
fn step(option: Choice, text: &str, verb: &str) -> Choice {
    let own = order(text);
    let summary = match verb {
        "do" => own,
        _ if sorting::is_order(&own) => own,
        _ if words(text) > NAME_WORDS => whole(&format!("{}: {text}", capital(verb))),
        _ => sorting::done_to(verb, &option),
    };
    Choice { summary, ..option }
}

pub(super) fn choice(entry: &ListEntry<'_>, topic: &str) -> Choice {
    let lead = entry.sentence.lead.as_deref().map(plain).filter(|l| entry.text.starts_with(l.as_str()));
    let text = options::head(lead.as_deref().unwrap_or(&entry.text).trim_end_matches('?'));
    Choice {
        label: entry.label.clone(),
        about: entry.text.get(text.len()..).unwrap_or("").to_owned(),
        summary: with_topic(&text, topic),
        text,
        range: entry.range.clone(),
        quote: entry.quote.clone(),
    }
}

/// One of several questions.
pub(super) fn of_question(turn: &TurnId, entry: &ListEntry<'_>, place: usize) -> Offer {
    let found = of_sentence(turn, &entry.quote, &entry.quote, &entry.range);
    let mut offer = found.unwrap_or_else(|| Offer::new(OfferForm::Question, turn, entry.range.clone(), &entry.quote));
    if offer.topic.is_empty() && offer.form == OfferForm::Question {
        offer.topic = topic(&entry.text);
    }
    offer.number = Some(entry.label.clone().unwrap_or_else(|| (place + 1).to_string()));
    offer
}
