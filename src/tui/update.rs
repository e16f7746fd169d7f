//! Defines [`update`], the one function that changes the screen's state.

use jiff::Timestamp;
use tui_input::InputRequest;

use super::actions::{self, KeyScope, moving_to_newest, seek_while_typing};
use super::effect::{Effect, PaneResponse};
use super::keymap::{Code, Key, Named};
use super::layout::Layout;
use super::model;
use super::msg::{Msg, Wrote};
use super::opening;
use super::pointer;
use super::sessions::update as sessions;
use super::state::working::WorkingPane;
use super::state::{Live, Overlay, Purpose, Question, State, changed_at};
use super::times::age;
use crate::safe;
use crate::text::{SafeText, counted};
use crate::transcript::Entry;

/// Milliseconds a question must have been on screen before a key answers it.
const ARMED_AFTER: i64 = 200;

/// Handles one message. Returns the effects to perform.
pub fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key { key, at } => return on_key(state, key, at),
        Msg::Keys { keys, at } => return on_keys(state, &keys, at),
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
        Msg::Live(live) => follow(state, live),
        Msg::Damaged(count) => state.file.damaged = count,
        Msg::Restarted => restarted(state),
        Msg::Model(status) => state.model = status.map(|status| *status),
        Msg::OfferReading => model::offer_unasked(state),
        Msg::ModelAnswer(answer) => model::answered(state, *answer),
        Msg::Notice(line) => state.warn(SafeText::line(&line)),
        Msg::Caption(words) => state.caption(&words),
        Msg::ByHand => state.pause_tour(),
        Msg::TourEnds => state.end_tour(),
        Msg::Snapshot(session) => opening::show_snapshot(state, *session),
        Msg::Opened { session, resumed } => opening::opened(state, session.map(|s| *s), resumed),
        Msg::Words(entries) => {
            state.session.restore_text(entries);
            state.touch();
        }
        Msg::Corrections(corrections) => {
            state.session.restore_corrections(corrections);
            state.session.apply_pending_corrections(true);
            state.touch();
        }
        Msg::Idle => actions::idle(state),
        Msg::CaughtUp => caught_up(state),
        Msg::Now(now) => return before_frame(state, now),
        Msg::Wrote { path, result } => wrote(state, path, result),
        Msg::Response(response) => on_response(state, response),
        Msg::ReadOnly(on) => state.read_only = on,
        Msg::Edited(result) => {
            if let Err(why) = result {
                state.warn(SafeText::line(&why));
            }
            state.panes.look_again();
        }
        Msg::Sessions(response) => {
            let mut effects = sessions::on_response(state, response);
            effects.extend(sessions::unasked(state));
            return effects;
        }
        Msg::Copied(Ok(chars)) => state.tell(safe!("copied {}", counted(chars, "character"))),
        Msg::Copied(Err(why)) => state.warn(SafeText::line(&why)),
    }
    Vec::new()
}

/// Handles keys that came at once. To a question they are no answer, but for one key that is held.
fn on_keys(state: &mut State, keys: &[Key], at: Timestamp) -> Vec<Effect> {
    let is_held = keys.iter().all(|key| Some(key) == keys.first());
    let mut effects = Vec::new();
    for (n, key) in keys.iter().enumerate() {
        if !is_held && !key.ctrl && state.overlays.last().and_then(Overlay::asks).is_some() {
            state.tell("text that is pasted answers nothing: press one key");
            break;
        }
        let breaks_line = n + 1 < keys.len() && is_line_break(state, *key);
        effects.extend(on_key(state, if breaks_line { Key::char(' ') } else { *key }, at));
    }
    effects
}

/// Whether a key is a line break of text pasted into a line that is kept: taken as the key that ends the line, it would
/// make keys of the text behind it.
fn is_line_break(state: &State, key: Key) -> bool {
    let is_edited = matches!(state.overlays.last(), Some(Overlay::Input(input)) if input.purpose.is_edit());
    is_edited && (key == Key::named(Named::Enter) || key == Key { ctrl: true, ..Key::char('j') })
}

fn on_key(state: &mut State, key: Key, at: Timestamp) -> Vec<Effect> {
    if let Some(since) = state.overlays.last().and_then(Overlay::asks)
        && since.is_none_or(|s| at.duration_since(s).as_millis() < i128::from(ARMED_AFTER))
        && !key.ctrl
    {
        if actions::find(state, key).is_some() {
            state.tell(safe!("just opened: press {} again", state.prefs.keymap.name(&key)));
        }
        return Vec::new();
    }
    let action = actions::find(state, key);
    let typing = KeyScope::Typing.active(state) || KeyScope::Palette.active(state) || KeyScope::Sessions.active(state);
    (state.notice, state.attention.at_keys, state.travel.going_back) = (None, true, false);
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
    actions::after_key_in_tour(state, action);
    keep_in_view(state);
    let unasked = sessions::unasked(state);
    effects.into_iter().chain(unasked).collect()
}

/// Passes a key to the input line on top.
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
        sessions::typed(state);
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

/// Selects the match of the words typed so far.
fn while_typing(state: &mut State) {
    let Some(Overlay::Input(input)) = state.overlays.last() else { return };
    let words = input.line.value().trim().to_owned();
    match input.purpose {
        Purpose::Search => seek_while_typing(state, words),
        Purpose::Filter { .. } => actions::filter_by(state, &words),
        Purpose::Edit { .. } | Purpose::Entry(_) | Purpose::ExportName => {}
    }
}

/// Pasted text is words for the line on top, and nothing anywhere else: a text that is kept takes all of its lines as one,
/// another line the first.
fn paste(state: &mut State, text: &str) {
    const MOST: usize = 4096;
    let lines = match state.overlays.last() {
        Some(Overlay::Input(input)) if input.purpose.is_edit() => usize::MAX,
        _ => 1,
    };
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
    // Some terminals end the lines of a paste with `\r` alone.
    let words: Vec<&str> = head.split(['\n', '\r']).take(lines).filter(|line| !line.trim().is_empty()).collect();
    for c in SafeText::line(&words.join(" ")).as_str().chars() {
        typed.handle(InputRequest::InsertChar(c));
    }
    if matches!(state.overlays.last(), Some(Overlay::Sessions(_))) {
        sessions::typed(state);
    }
    while_typing(state);
}

/// Applies the state of following the file. Only a notice reports a deletion: nothing else on the screen changes.
fn follow(state: &mut State, live: Live) {
    if live == Live::Gone && state.file.live != Live::Gone {
        state.warn("the file is gone: what was read stays, and it is followed again when it comes back");
    }
    state.file.live = live;
}

/// Handles a focus change: on return, changes made meanwhile are counted in a notice and bold for a moment.
fn focus(state: &mut State, here: bool, at: Timestamp) {
    let seq = state.session.ledger().seq();
    if !here {
        state.attention.left = state.file.caught_up.then_some((at, seq));
    } else if let Some((left, then)) = state.attention.left.take() {
        let news = state.session.ledger().items().iter().filter(|i| changed_at(i) > then && state.is_unseen(i)).count();
        if news > 0 {
            let (ago, key) = (age(at, left), state.prefs.keymap.key("next-unseen"));
            let since = if ago.as_str() == "now" { "just now".into() } else { safe!("{} ago", ago) };
            state.tell(safe!("{} unread since you looked {}: {} goes there", news, since, key));
            state.flash(then, at);
        }
    }
    state.attention.here = here;
}

fn entries_came(state: &mut State, entries: Vec<Entry>) {
    let before = state.session.ledger().seq();
    let (_, waiting) = state.session.correction_counts();
    if state.file.live == Live::UnknownFormat && !entries.is_empty() {
        state.file.live = Live::Live;
    }
    state.session.ingest(entries);
    state.file.provisional.clear();
    if state.file.caught_up {
        correct_again(state, waiting);
    }
    state.touch();
    if state.file.caught_up
        && state.session.ledger().seq() > before
        && let Some(now) = state.now
    {
        state.flash(before, now);
    }
}

/// Shows the turns of the unfinished last line, which no total includes.
fn provisional(state: &mut State, entries: Vec<Entry>) {
    let turns = entries.into_iter().filter_map(|e| if let Entry::Turn(turn) = e { Some(turn) } else { None });
    state.file.provisional = turns.filter(|t| state.session.turn(&t.turn_id).is_none()).collect();
}

/// Resets the session because the file is read again; the person's corrections are kept.
fn restarted(state: &mut State) {
    // The file may be rewritten with the same talk and more: only the addition is new, since sequence numbers repeat.
    let old = state
        .file
        .caught_up
        .then_some((state.attention.seen.before, state.attention.seen.before_line))
        .or(state.file.reread);
    let (done, waiting) = state.session.correction_counts();
    state.file.corrected_before = done + waiting > 0;
    // The timeline and its numbers belong to the former reading.
    state.leave_past();
    (state.travel.computed, state.travel.since, state.travel.going_back) = (None, None, false);
    // Turns are renumbered: the reading position is kept by the turn's id.
    let read = std::mem::take(&mut state.nav.reading).turn.and_then(|at| state.turns().get(at));
    let read = read.map(|turn| turn.turn_id.clone());
    state.file.read_turn = read.or(state.file.read_turn.take());
    state.session = state.session.reset();
    state.panes.reset_all(true);
    (state.file.reread, state.attention.seen.flash) = (old, None);
    state.file.provisional.clear();
    (state.file.damaged, state.file.caught_up) = (0, false);
    state.nav.back.clear();
    // Ids are reassigned: an answer must not apply to another item than the question's.
    let kept = std::mem::take(&mut state.overlays);
    state.overlays = kept.into_iter().filter(|overlay| !is_about_ids(state, overlay)).collect();
    state.touch_all();
}

/// Whether an overlay asks about an item or an entry by an id that the session gave.
fn is_about_ids(state: &State, overlay: &Overlay) -> bool {
    match overlay {
        Overlay::Confirm { question, .. } => matches!(question, Question::Withdraw { .. }),
        Overlay::Input(input) => match &input.purpose {
            Purpose::Edit { .. } => true,
            Purpose::Entry(line) => state.panes.get(line.pane).is_some_and(WorkingPane::is_of_session),
            Purpose::Search | Purpose::Filter { .. } | Purpose::ExportName => false,
        },
        Overlay::Preview(_) => true,
        Overlay::Help { .. }
        | Overlay::Export { .. }
        | Overlay::Palette { .. }
        | Overlay::Themes { .. }
        | Overlay::Sessions(_) => false,
    }
}

/// Reapplies the person's corrections after the file was reread; reports their outcome when fewer than `waiting` are
/// pending, since a file may be rewritten slowly.
fn correct_again(state: &mut State, waiting: usize) {
    if waiting > 0 {
        state.session.apply_pending_corrections(true);
        if state.session.correction_counts().1 < waiting {
            tell_of_corrections(state);
        }
    }
}

fn tell_of_corrections(state: &mut State) {
    match state.session.correction_counts() {
        (0, 0) => {}
        (done, 0) => state.tell(safe!("the file was read anew; your corrections stand ({})", done)),
        (done, lost) => state.warn(safe!(
            "the file was read anew; of your corrections {} stand, {} have lost their place",
            done,
            lost
        )),
    }
}

/// Marks the items read before the first frame as seen.
fn caught_up(state: &mut State) {
    if !state.file.caught_up {
        state.file.caught_up = true;
        if state.file.corrected_before {
            state.file.corrected_before = false;
            state.session.apply_pending_corrections(true);
            tell_of_corrections(state);
        }
        if let Some(id) = state.file.read_turn.take().filter(|_| state.nav.reading.turn.is_none()) {
            state.nav.reading.turn = state.session.turn_index(&id);
        }
        let all = (state.session.ledger().seq(), state.session.log().len());
        let old = state.file.reread.take().map_or(all, |(seq, line)| (seq.min(all.0), line.min(all.1)));
        (state.attention.seen.before, state.attention.seen.before_line) = old;
        state.touch_all();
    }
    if state.file.live != Live::UnknownFormat {
        state.file.live = Live::Live;
    }
    state.touch();
}

fn before_frame(state: &mut State, now: Timestamp) -> Vec<Effect> {
    state.now = Some(now);
    if let Some(overlay) = state.overlays.last_mut() {
        overlay.is_shown(now);
    }
    actions::see_change(state);
    let shown = state.selected();
    let wanted = state.pane_requests();
    let newest = state.session.ledger().seq();
    Layout::refresh_rows(state);
    if state.selected() != shown {
        // The detail now shows another row.
        state.reset_detail();
    }
    if !state.is_past() && state.nav.follow && state.nav.followed < newest && state.overlays.is_empty() {
        state.nav.followed = newest;
        moving_to_newest(state);
    }
    keep_in_view(state);
    state.plan_deadline();
    wanted
}

/// Scrolls the lists on screen so that the cursor and the heading above it are seen.
fn keep_in_view(state: &mut State) {
    let layout = Layout::of(state.size, state);
    for pane in Layout::visible(state) {
        let height = layout.list_area(pane).height as usize;
        if let Some(list) = state.list_mut(pane) {
            list.keep_in_view(height);
        }
    }
}

/// Passes a worker's response to its pane, unless it is of an earlier round.
fn on_response(state: &mut State, response: PaneResponse) {
    if state.panes.round(response.pane) == response.round {
        state.with_pane(response.pane, |pane, state| pane.on_response(state, response.response));
    }
}

fn wrote(state: &mut State, path: String, result: Wrote) {
    let name = SafeText::line(&path);
    match result {
        Wrote::Done(bytes) => {
            state.overlays.retain(|o| !matches!(o, Overlay::Export { .. }));
            state.tell(safe!("wrote {} to {}", counted(bytes, "byte"), name));
        }
        Wrote::Failed(why) => state.warn(safe!("{}: {}", name, SafeText::line(&why))),
        Wrote::Exists(bytes) => {
            state.overlays.push(Overlay::Confirm { question: Question::Replace { path, bytes }, shown: None });
        }
    }
}
