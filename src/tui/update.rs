//! Defines [`update`], the one function that changes the screen's state.

use jiff::Timestamp;
use tui_input::InputRequest;

use super::actions::{self, Scope, moving_to_newest, seek_while_typing};
use super::effect::Effect;
use super::keymap::{Code, Key, Named};
use super::layout::Layout;
use super::msg::{Msg, Wrote};
use super::opening;
use super::panes::PaneId;
use super::pointer;
use super::sessions::{self, picker};
use super::standup;
use super::state::{Live, Overlay, Purpose, Question, State, changed_at};
use super::view::words::age;
use super::{memory, model};
use crate::text::SafeText;
use crate::transcript::Entry;

/// Milliseconds a question must have been on screen before a key answers it.
const ARMED_AFTER: i64 = 200;

/// Takes in one message. Returns what is asked of the outside.
pub fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key { key, at } => return on_key(state, key, at),
        Msg::Paste(text) => paste(state, &text),
        Msg::Resize { width, height } => {
            state.size = (width, height);
            keep_in_view(state);
        }
        Msg::Mouse { pointer, at } => return pointer::on_mouse(state, pointer, at),
        Msg::Focus { here, at } => focus(state, here, at),
        Msg::Entries(entries) => entries_came(state, entries),
        Msg::Provisional(entries) => provisional(state, entries),
        Msg::Meta(meta) => state.session.set_meta(meta),
        Msg::Live(live) => state.live = live,
        Msg::Damaged(count) => state.damaged = count,
        Msg::Restarted => restarted(state),
        Msg::Model(face) => state.model = face,
        Msg::ModelAnswer(answer) => model::answered(state, *answer),
        Msg::Notice(line) => state.notice = Some((SafeText::line(&line).into_string(), true)),
        Msg::Standing(session) => opening::standing(state, *session),
        Msg::Opened { session, resumed } => opening::opened(state, session.map(|s| *s), resumed),
        Msg::Words(entries) => {
            state.session.put_words(entries);
            state.touch();
        }
        Msg::Corrections(wishes) => {
            state.session.restore_corrections(wishes);
            state.session.apply_pending_corrections(true);
            state.touch();
        }
        Msg::Idle => actions::idle(state),
        Msg::CaughtUp => caught_up(state),
        Msg::Now(now) => return before_frame(state, now),
        Msg::Wrote { path, result } => wrote(state, path, result),
        Msg::Memory { round, news } => memory::news(state, round, news),
        Msg::Standup { round, news } => standup::news(state, round, news),
        Msg::LookingOn(on) => state.memories.looking_on = on,
        Msg::Edited(result) => {
            if let Err(why) = result {
                state.notice = Some((SafeText::line(&why).into_string(), true));
            }
            state.memories.look_again();
            state.standup.look_again();
        }
        Msg::Sessions(news) => {
            let mut effects = sessions::news(state, news);
            effects.extend(sessions::unasked(state));
            return effects;
        }
        Msg::Copied(Ok(chars)) => state.notice = Some((format!("copied {chars} characters"), false)),
        Msg::Copied(Err(why)) => state.notice = Some((why, true)),
    }
    Vec::new()
}

fn on_key(state: &mut State, key: Key, at: Timestamp) -> Vec<Effect> {
    if let Some(shown) = state.overlays.last().and_then(Overlay::asks)
        && shown.is_none_or(|s| at.duration_since(s).as_millis() < i128::from(ARMED_AFTER))
        && !key.ctrl
    {
        return Vec::new();
    }
    let action = actions::find(state, key);
    let typing = Scope::Typing.active(state) || Scope::Palette.active(state) || Scope::Sessions.active(state);
    (state.notice, state.at_keys, state.going_back) = (None, true, false);
    let effects = match action {
        Some(action) => actions::run(state, action, key),
        None if typing => {
            type_key(state, key);
            sessions::wanted(state)
        }
        None => {
            state.notice = actions::why_silent(state, key).map(|why| (why, false));
            Vec::new()
        }
    };
    keep_in_view(state);
    let unasked = sessions::unasked(state);
    effects.into_iter().chain(unasked).collect()
}

/// A key that types: into the line on top.
fn type_key(state: &mut State, key: Key) {
    let request = match (key.code, key.ctrl) {
        (Code::Char(c), false) if !key.alt => InputRequest::InsertChar(c),
        (Code::Char('a'), true) | (Code::Named(Named::Home), _) => InputRequest::GoToStart,
        (Code::Char('e'), true) | (Code::Named(Named::End), _) => InputRequest::GoToEnd,
        (Code::Char('w'), true) => InputRequest::DeletePrevWord,
        (Code::Char('u'), true) => InputRequest::DeleteLine,
        (Code::Char('k'), true) => InputRequest::DeleteTillEnd,
        (Code::Named(Named::Backspace), _) => InputRequest::DeletePrevChar,
        (Code::Named(Named::Delete), _) => InputRequest::DeleteNextChar,
        (Code::Named(Named::Left), false) => InputRequest::GoToPrevChar,
        (Code::Named(Named::Right), false) => InputRequest::GoToNextChar,
        (Code::Named(Named::Left), true) => InputRequest::GoToPrevWord,
        (Code::Named(Named::Right), true) => InputRequest::GoToNextWord,
        _ => return,
    };
    if let Some(Overlay::Sessions(open)) = state.overlays.last_mut() {
        open.line.handle(request);
        picker::typed(state);
        return;
    }
    match state.overlays.last_mut() {
        Some(Overlay::Input(input)) => {
            let typed = matches!(request, InputRequest::InsertChar(_));
            if std::mem::take(&mut input.offered) && typed {
                input.line.handle(InputRequest::DeleteLine);
            }
            input.line.handle(request);
        }
        Some(Overlay::Palette { line, at }) => {
            line.handle(request);
            *at = 0;
        }
        _ => {}
    }
    while_typing(state);
}

/// Shows what the words typed so far find.
fn while_typing(state: &mut State) {
    let Some(Overlay::Input(input)) = state.overlays.last() else { return };
    let words = input.line.value().trim().to_owned();
    match input.purpose {
        Purpose::Search => seek_while_typing(state, words),
        Purpose::Filter { .. } => actions::filter_by(state, &words),
        _ => {}
    }
}

/// Pasted text is words for the line on top, its first line only, and nothing anywhere else.
fn paste(state: &mut State, text: &str) {
    const MOST: usize = 4096;
    let typed = match state.overlays.last_mut() {
        Some(Overlay::Input(input)) => {
            if std::mem::take(&mut input.offered) {
                input.line.handle(InputRequest::DeleteLine);
            }
            &mut input.line
        }
        Some(Overlay::Palette { line, at }) => {
            *at = 0;
            line
        }
        Some(Overlay::Sessions(open)) => &mut open.line,
        _ => return,
    };
    let head: String = text.trim_start().chars().take(MOST).collect();
    let line = SafeText::line(head.lines().next().unwrap_or(""));
    for c in line.as_str().chars() {
        typed.handle(InputRequest::InsertChar(c));
    }
    if matches!(state.overlays.last(), Some(Overlay::Sessions(_))) {
        picker::typed(state);
    }
    while_typing(state);
}

/// The person looked away, or came back: what came meanwhile is told, and bold for a moment.
fn focus(state: &mut State, here: bool, at: Timestamp) {
    let seq = state.session.ledger().seq();
    if !here {
        state.left = state.caught_up.then_some((at, seq));
    } else if let Some((left, then)) = state.left.take() {
        let news = state.session.ledger().items().iter().filter(|i| changed_at(i) > then && state.is_unseen(i)).count();
        if news > 0 {
            let (ago, key) = (age(at, left), state.keymap.key("next-unseen"));
            let since = if ago == "now" { "just now".to_owned() } else { format!("{ago} ago") };
            state.notice = Some((format!("{news} new since you looked {since}: {key} goes there"), false));
            state.flash(then, at);
        }
    }
    state.here = here;
}

fn entries_came(state: &mut State, entries: Vec<Entry>) {
    let before = state.session.ledger().seq();
    let (_, waiting) = state.session.correction_counts();
    if state.live == Live::UnknownFormat && !entries.is_empty() {
        state.live = Live::Live;
    }
    state.session.ingest(entries);
    state.provisional.clear();
    if state.caught_up {
        correct_again(state, waiting);
    }
    state.touch();
    if state.caught_up
        && state.session.ledger().seq() > before
        && let Some(now) = state.now
    {
        state.flash(before, now);
    }
}

/// What an unfinished last line would say is shown, and counted in nothing.
fn provisional(state: &mut State, entries: Vec<Entry>) {
    let turns = entries.into_iter().filter_map(|e| if let Entry::Turn(turn) = e { Some(turn) } else { None });
    state.provisional = turns.filter(|t| state.session.turn(&t.turn_id).is_none()).collect();
}

/// The ledger follows the file: what the file no longer says is forgotten, but for the person's corrections.
fn restarted(state: &mut State) {
    // A file written anew with the same talk and more: only the more is news. Numbers come out the same.
    let old = state.caught_up.then_some((state.seen.before, state.seen.before_line)).or(state.reread);
    let (done, waiting) = state.session.correction_counts();
    state.corrected_before = done + waiting > 0;
    // The timeline was that of another reading, and so are its numbers.
    state.leave_past();
    (state.walked, state.since, state.going_back) = (None, None, false);
    state.session = state.session.reset();
    state.memories.begin_anew();
    (state.reread, state.seen.flash, state.exported) = (old, None, None);
    state.provisional.clear();
    state.caught_up = false;
    state.back.clear();
    // Ids are given anew: an answer must not meet another item than was asked about.
    let about_an_item = |o: &Overlay| match o {
        Overlay::Confirm { question, .. } => matches!(question, Question::Withdraw { .. }),
        Overlay::Input(input) => {
            matches!(input.purpose, Purpose::Edit { .. } | Purpose::EditMemory { .. } | Purpose::DismissMemory { .. })
        }
        Overlay::Preview(_) => true,
        _ => false,
    };
    state.overlays.retain(|o| !about_an_item(o));
    state.touch_all();
}

/// Does the person's corrections again in a file that was read anew; says what became of them when fewer than
/// `waiting` still wait, for a file may be written anew slowly.
fn correct_again(state: &mut State, waiting: usize) {
    if waiting > 0 {
        state.session.apply_pending_corrections(true);
        if state.session.correction_counts().1 < waiting {
            tell_of_corrections(state);
        }
    }
}

fn tell_of_corrections(state: &mut State) {
    let (done, lost) = state.session.correction_counts();
    let told = match (done, lost) {
        (0, 0) => return,
        (done, 0) => (format!("the file was read anew; your corrections stand ({done})"), false),
        (done, lost) => {
            (format!("the file was read anew; of your corrections {done} stand, {lost} have lost their place"), true)
        }
    };
    state.notice = Some(told);
}

/// What was there when the screen was opened is old.
fn caught_up(state: &mut State) {
    if !state.caught_up {
        state.caught_up = true;
        if state.corrected_before {
            state.corrected_before = false;
            state.session.apply_pending_corrections(true);
            tell_of_corrections(state);
        }
        let all = (state.session.ledger().seq(), state.session.log().len());
        let old = state.reread.take().map_or(all, |(seq, line)| (seq.min(all.0), line.min(all.1)));
        (state.seen.before, state.seen.before_line) = old;
        state.touch_all();
    }
    if state.live != Live::UnknownFormat {
        state.live = Live::Live;
    }
    state.touch();
}

fn before_frame(state: &mut State, now: Timestamp) -> Vec<Effect> {
    state.now = Some(now);
    if let Some(overlay) = state.overlays.last_mut() {
        overlay.is_shown(now);
    }
    let shown = state.selected();
    let mut wanted = memory::bring_up(state);
    wanted.extend(standup::bring_up(state));
    let newest = state.session.ledger().seq();
    let places: Vec<(PaneId, Option<usize>)> = PaneId::ALL.iter().map(|p| (*p, state.list(*p).at())).collect();
    state.refresh();
    for (pane, at) in places {
        keep_cursor(state, pane, at);
    }
    if state.selected() != shown {
        // The reasons are those of another row.
        (state.version, state.detail_scroll) = (None, 0);
    }
    if !state.is_past() && state.follow && state.followed < newest && state.overlays.is_empty() {
        state.followed = newest;
        moving_to_newest(state);
    }
    keep_in_view(state);
    state.plan_deadline();
    wanted
}

/// A row that vanished leaves the cursor where it was.
fn keep_cursor(state: &mut State, pane: PaneId, was: Option<usize>) {
    let Some(list) = state.list_mut(pane) else { return };
    let Some(key) = &list.cursor else { return };
    if !list.rows.contains(key) {
        let from = was.unwrap_or(0).min(list.rows.len().saturating_sub(1));
        let next = list.rows.iter().skip(from).chain(list.rows.iter().take(from).rev()).find(|r| r.selectable());
        list.cursor = next.cloned();
    }
}

/// Scrolls the lists so that the cursor and the heading above it are on screen.
fn keep_in_view(state: &mut State) {
    let layout = Layout::of(state.size, state);
    for pane in PaneId::ALL {
        let height = layout.list_area(*pane).height as usize;
        let Some(list) = state.list_mut(*pane) else { continue };
        let at = list.at().unwrap_or(0);
        // What cannot be selected right above the cursor is seen with it.
        let above = list.rows.iter().take(at).rev().take_while(|row| !row.selectable()).count();
        list.offset = list.offset.min(at.saturating_sub(above));
        if height > 0 && at >= list.offset.saturating_add(height) {
            list.offset = at.saturating_add(1).saturating_sub(height);
        }
        list.offset = list.offset.min(list.rows.len().saturating_sub(height));
    }
}

fn wrote(state: &mut State, path: String, result: Wrote) {
    let name = SafeText::line(&path).into_string();
    match result {
        Wrote::Done(bytes) => {
            state.overlays.retain(|o| !matches!(o, Overlay::Export { .. }));
            state.notice = Some((format!("wrote {bytes} bytes to {name}"), false));
        }
        Wrote::Failed(why) => state.notice = Some((format!("{name}: {why}"), true)),
        Wrote::Exists(bytes) => {
            state.overlays.push(Overlay::Confirm { question: Question::Replace { path, bytes }, shown: None });
        }
    }
}
