//! Defines the table of actions. Order is the order of the help screen.

use std::sync::LazyLock;

use super::{
    corrections as fix, dialogs as dlg, looking as look, moving as mv, palette as pal, past as tm, preview as pre, tour,
};
use crate::tui::action::{Action, KeyScope, actions};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::model as md;
use crate::tui::panes;
use crate::tui::sessions::update as ses;
use crate::tui::state::State;

fn always(_: &State) -> bool {
    true
}

fn quit(_: &mut State, _: Key) -> Vec<Effect> {
    vec![Effect::Quit]
}

fn suspend(_: &mut State, _: Key) -> Vec<Effect> {
    vec![Effect::Suspend]
}

/// All actions: corrections, then those of each working pane, then the rest.
pub static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let of_panes = panes::working().flat_map(|(_, pane)| pane.actions());
    CORRECTIONS.iter().chain(of_panes).chain(GENERAL).copied().collect()
});

const CORRECTIONS: &[Action] = actions! {
    "remove", ["x"], KeyScope::Items, changes, "remove", 5, fix::on_standing, fix::remove,
        "Removes the selected item, after asking; in Conflicts, the rule.";
    "edit", ["E"], KeyScope::Items, changes, "edit", 6, fix::on_standing, fix::edit, "Rewrites the selected item's words; in Conflicts, the rule's.";
    "confirm", ["a"], KeyScope::Candidates, changes, "confirm", 2, fix::can_confirm, fix::confirm,
        "Confirms the selected likely item: it enters the ledger by your word; in Conflicts, takes the conflict as settled.";
    "dismiss", ["x"], KeyScope::Candidates, changes, "dismiss", 3, fix::on_held, fix::dismiss, "Dismisses the selected likely item, in all its readings.";
};

const GENERAL: &[Action] = actions! {
    "open", ["enter"], KeyScope::Panes, reads, "turn", 1, mv::has_turn, mv::open,
        "Jumps to the turn that carries the selected row; in the transcript, to the row the turn carries.";
    "back", ["esc"], KeyScope::Panes, reads, "back", 1, mv::has_back, mv::back,
        "Ends the search, clears the filter, goes back to where you came from, or ends what was marked.";
    "older-version", ["[", "left"], KeyScope::Panes, reads, "versions", 3, mv::has_versions, mv::older,
        "Shows the version before, with what changed.";
    "newer-version", ["]", "right"], KeyScope::Panes, reads, "versions", 0, mv::has_versions, mv::newer,
        "Shows the version after, with what changed.";
    "undo", ["u"], KeyScope::Panes, changes, "undo", 7, fix::can_undo, fix::undo, "Undoes the last correction, memory or standup action.";
    "copy", ["y"], KeyScope::Panes, reads, "copy", 4, mv::has_selection, dlg::copy,
        "Copies the selected row with its words to the clipboard.";
    "export", ["e"], KeyScope::Panes, reads, "export", 5, always, dlg::export, "Shows what would be exported: the context for an agent, a report, or JSON.";
    "follow", ["F"], KeyScope::Panes, reads, "follow", 8, always, mv::follow, "Follows the newest change, on or off.";
    "next-unseen", ["w"], KeyScope::Panes, reads, "unread", 2, look::has_news, look::next_unseen,
        "Goes to the oldest change you have not looked at.";
    "search", ["/"], KeyScope::Panes, reads, "find", 6, always, dlg::search, "Looks for words in the focused pane.";
    "next-match", ["n"], KeyScope::Panes, reads, "matches", 3, mv::has_search, mv::next_match, "Goes to the next match.";
    "previous-match", ["N"], KeyScope::Panes, reads, "matches", 0, mv::has_search, mv::previous_match, "Goes to the match before.";
    "filter", ["f"], KeyScope::Panes, reads, "filter", 0, always, look::filter, "Narrows the focused list to rows with these words; in the transcript, looks for them.";
    "palette", [":"], KeyScope::Panes, reads, "palette", 0, always, pal::palette, "Lists every action that applies, to be found by name.";
    "down", ["j", "down"], KeyScope::Panes, reads, "down", 0, always, mv::down, "Goes one row down.";
    "up", ["k", "up"], KeyScope::Panes, reads, "up", 0, always, mv::up, "Goes one row up.";
    "top", ["g", "home"], KeyScope::Panes, reads, "top", 0, always, mv::top, "Goes to the first row and stays with it.";
    "bottom", ["G", "end"], KeyScope::Panes, reads, "bottom", 0, always, mv::bottom, "Goes to the last row.";
    "half-down", ["ctrl-d"], KeyScope::Panes, reads, "half down", 0, always, mv::half_down, "Goes half a screen down.";
    "half-up", ["ctrl-u"], KeyScope::Panes, reads, "half up", 0, always, mv::half_up, "Goes half a screen up.";
    "page-down", ["pgdn"], KeyScope::Panes, reads, "page down", 0, always, mv::page_down, "Goes a screen down.";
    "page-up", ["pgup"], KeyScope::Panes, reads, "page up", 0, always, mv::page_up, "Goes a screen up.";
    "detail-down", ["J"], KeyScope::Panes, reads, "more", 0, mv::has_detail, mv::detail_down, "Scrolls the detail down.";
    "detail-up", ["K"], KeyScope::Panes, reads, "less", 0, mv::has_detail, mv::detail_up, "Scrolls the detail up.";
    "pane", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"], KeyScope::Panes, reads, "pane", 0, always, mv::pane, "Shows the pane of that number.";
    "next-pane", ["tab"], KeyScope::Panes, reads, "next pane", 8, always, mv::next_pane, "Shows the next pane.";
    "previous-pane", ["shift-tab"], KeyScope::Panes, reads, "previous pane", 0, always, mv::previous_pane, "Shows the pane before.";
    "sessions", ["s"], KeyScope::Panes, reads, "sessions", 8, always, ses::open, "Shows the sessions on this machine, to go to another.";
    "newest-session", ["R"], KeyScope::Panes, reads, "newest", 0, always, ses::newest, "Goes to the newest session of this project.";
    "mouse", ["m"], KeyScope::Panes, reads, "mouse", 0, always, look::mouse, "Listens to wheel and clicks, on or off.";
    "model", ["M"], KeyScope::Panes, reads, "model", 0, md::present, md::switch,
        "Offers a language model to read along; stops it at once, or lets it go on.";
    "read-from-start", ["A"], KeyScope::Panes, reads, "read all", 0, md::may_read_from_start, md::read_from_start,
        "Offers to let the language model read the session from its beginning, in order.";
    "theme", ["T"], KeyScope::Panes, reads, "theme", 0, always, pal::themes, "Lists the themes, each shown as it is chosen.";
    "earlier", ["lt", ","], KeyScope::Panes, reads, "past", 8, tm::has_past, tm::earlier,
        "Goes one change back in time: every pane shows the ledger as of then.";
    "later", ["gt", "."], KeyScope::Panes, reads, "past", 0, tm::has_past, tm::later, "Goes one change on in time, at last to the present.";
    "far-earlier", ["("], KeyScope::Panes, reads, "far", 0, tm::has_past, tm::far_earlier, "Back 5 %.";
    "far-later", [")"], KeyScope::Panes, reads, "far", 0, tm::is_past, tm::far_later, "Forward 5 %.";
    "live", ["L"], KeyScope::Panes, reads, "live", 1, tm::is_past_or_marked, tm::live,
        "Goes back to the present, and ends the marks of what changed and the filter of the compaction.";
    "changed-since", ["c"], KeyScope::Panes, reads, "since", 0, tm::has_past, tm::since,
        "Marks what changed since the point shown, up to the present; again ends it.";
    "before-compaction", ["b"], KeyScope::Panes, reads, "compaction", 0, tm::was_compacted, tm::before_compaction,
        "Shows the decisions and constraints that stand from before the agent's context was compacted.";
    "export-dropped", ["B"], KeyScope::Panes, reads, "export them", 0, tm::was_compacted, dlg::export_dropped,
        "Shows the export of what stands from before the agent's context was compacted.";
    "help", ["?"], KeyScope::Panes, reads, "help", 9, always, dlg::help, "Shows the keys that apply here.";
    "quit", ["q"], KeyScope::Panes, reads, "quit", 0, always, quit, "Leaves.";
    "help-close", ["esc", "q", "?", "enter"], KeyScope::Help, reads, "close", 1, always, dlg::close, "Closes the help.";
    "help-down", ["j", "down", "ctrl-d", "pgdn", "space"], KeyScope::Help, reads, "scroll", 2, always, dlg::scroll_down,
        "Scrolls the help down.";
    "help-up", ["k", "up", "ctrl-u", "pgup"], KeyScope::Help, reads, "scroll", 0, always, dlg::scroll_up, "Scrolls the help up.";
    "help-bottom", ["G", "end"], KeyScope::Help, reads, "end, top", 0, always, dlg::scroll_bottom, "Scrolls the help to its end.";
    "help-top", ["g", "home"], KeyScope::Help, reads, "end, top", 0, always, dlg::scroll_top, "Scrolls the help to its top.";
    "export-copy", ["y", "enter"], KeyScope::Export, reads, "copy", 1, always, dlg::export_copy, "Copies the text shown.";
    "export-write", ["w"], KeyScope::Export, reads, "file", 2, always, dlg::export_write, "Writes the text shown to a file you name.";
    "export-format", ["tab", "f"], KeyScope::Export, reads, "format", 3, always, dlg::export_format,
        "Shows the next form: context, Markdown, JSON.";
    "export-scope", ["b"], KeyScope::Export, reads, "scope", 6, tm::was_compacted, dlg::export_scope,
        "Shows only what stands from before the last compaction, or again everything.";
    "export-more", ["+", "]", "right"], KeyScope::Export, reads, "more", 4, dlg::has_budget, dlg::export_more, "Allows more tokens.";
    "export-less", ["-", "[", "left"], KeyScope::Export, reads, "less", 5, dlg::has_budget, dlg::export_less, "Allows fewer tokens.";
    "export-down", ["j", "down", "ctrl-d", "pgdn"], KeyScope::Export, reads, "scroll", 0, always, dlg::scroll_down,
        "Scrolls the preview down.";
    "export-up", ["k", "up", "ctrl-u", "pgup"], KeyScope::Export, reads, "scroll", 0, always, dlg::scroll_up, "Scrolls the preview up.";
    "export-bottom", ["G", "end"], KeyScope::Export, reads, "end, top", 0, always, dlg::scroll_bottom, "Scrolls the preview to its end.";
    "export-top", ["g", "home"], KeyScope::Export, reads, "end, top", 0, always, dlg::scroll_top, "Scrolls the preview to its top.";
    "export-close", ["esc", "q", "e"], KeyScope::Export, reads, "close", 7, always, dlg::close, "Closes the export.";
    "preview-write", ["y", "enter"], KeyScope::Preview, reads, "write", 1, always, pre::write, "Writes exactly what is shown, once all of it was on the screen.";
    "preview-leave", ["esc", "n", "q"], KeyScope::Preview, reads, "cancel", 2, always, dlg::close, "Cancels.";
    "preview-down", ["j", "down", "ctrl-d", "pgdn"], KeyScope::Preview, reads, "scroll", 3, always, dlg::scroll_down,
        "Scrolls the change down.";
    "preview-up", ["k", "up", "ctrl-u", "pgup"], KeyScope::Preview, reads, "scroll", 0, always, dlg::scroll_up, "Scrolls the change up.";
    "preview-next", ["space"], KeyScope::Preview, reads, "scroll", 0, always, pre::next, "Shows the next lines that were not on the screen yet.";
    "preview-bottom", ["G", "end"], KeyScope::Preview, reads, "end, top", 0, always, dlg::scroll_bottom, "Scrolls the change to its end.";
    "preview-top", ["g", "home"], KeyScope::Preview, reads, "end, top", 0, always, dlg::scroll_top, "Scrolls the change to its top.";
    "yes", ["y", "enter"], KeyScope::Confirm, reads, "yes", 1, always, dlg::yes, "Does what is asked about.";
    "no", ["esc", "n", "q"], KeyScope::Confirm, reads, "cancel", 2, always, dlg::close, "Cancels.";
    "sessions-choose", ["enter"], KeyScope::Sessions, reads, "follow", 1, ses::has_choice, ses::choose, "Follows the selected session.";
    "sessions-apart", ["tab"], KeyScope::Sessions, reads, "sub-agents", 3, always, ses::apart,
        "Shows sub-agents' sessions and forks, or again those you began.";
    "sessions-down", ["down", "ctrl-n", "pgdn"], KeyScope::Sessions, reads, "move", 4, ses::has_choice, ses::down, "Goes down in the list.";
    "sessions-up", ["up", "ctrl-p", "pgup"], KeyScope::Sessions, reads, "move", 0, always, ses::up, "Goes up in the list.";
    "sessions-close", ["esc"], KeyScope::Sessions, reads, "close", 2, always, dlg::close, "Stays with this session.";
    "typed", ["enter"], KeyScope::Typing, reads, "done", 1, always, dlg::typed, "Takes the line as typed.";
    "not-typed", ["esc"], KeyScope::Typing, reads, "cancel", 2, always, dlg::close, "Leaves the line.";
    "palette-run", ["enter"], KeyScope::Palette, reads, "do it", 1, always, pal::palette_run, "Does what the cursor is on.";
    "palette-down", ["down", "ctrl-n", "tab", "pgdn"], KeyScope::Palette, reads, "move", 2, always, pal::palette_down, "Goes one row down.";
    "palette-up", ["up", "ctrl-p", "shift-tab", "pgup"], KeyScope::Palette, reads, "move", 0, always, pal::palette_up, "Goes one row up.";
    "palette-close", ["esc"], KeyScope::Palette, reads, "close", 4, always, dlg::close, "Closes the palette.";
    "theme-down", ["j", "down", "T", "pgdn"], KeyScope::Themes, reads, "next", 1, always, pal::theme_down, "Shows the next theme.";
    "theme-up", ["k", "up", "pgup"], KeyScope::Themes, reads, "previous", 2, always, pal::theme_up, "Shows the theme before.";
    "theme-keep", ["enter"], KeyScope::Themes, reads, "apply", 3, always, pal::theme_keep, "Stays with the theme shown.";
    "theme-back", ["esc", "q"], KeyScope::Themes, reads, "revert", 4, always, pal::theme_back, "Goes back to the theme there was.";
    "tour", ["p"], KeyScope::Tour, reads, "go on", 1, tour::applies, tour::toggle, "Lets the demo go on from where a key paused it.";
    "quit-now", ["ctrl-c"], KeyScope::Everywhere, reads, "quit", 0, always, quit, "Leaves at once.";
    "suspend", ["ctrl-z"], KeyScope::Everywhere, reads, "suspend", 0, always, suspend, "Goes back to the shell until `fg`.";
};
