//! Defines the table of actions. Order is the order of the help screen.

use super::{
    Action, KeyScope, corrections as fix, dialogs as dlg, looking as look, memory as mem, moving as mv, palette as pal,
    past as tm, standup as stand,
};
use crate::tui::effect::Effect;
use crate::tui::keymap::Key;
use crate::tui::model as md;
use crate::tui::sessions::{self as ses, picker as pick};
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

/// Makes a row of the table: one line each keeps it readable as a table.
macro_rules! actions {
    ($($id:literal, [$($key:literal),+], $scope:ident, $title:literal, $hint:literal, $applies:path, $run:path, $help:literal;)+) => {
        /// Everything a person can do.
        pub const ACTIONS: &[Action] = &[$(Action {
            id: $id,
            keys: &[$($key),+],
            scope: KeyScope::$scope,
            title: $title,
            help: $help,
            hint: $hint,
            applies: $applies,
            run: $run,
        }),+];
    };
}

actions! {
    "withdraw", ["x"], Items, "wrong", 5, fix::on_standing, fix::withdraw,
        "Says that the selected item is wrong and takes it out, after asking; in Conflicts, the rule.";
    "edit", ["E"], Items, "edit", 6, fix::on_standing, fix::edit, "Rewrites the selected item's words; in Conflicts, the rule's.";
    "accept", ["a"], Unsure, "accept", 2, fix::on_candidate, fix::accept,
        "Takes the selected candidate into the ledger, by your word.";
    "dismiss", ["x"], Unsure, "dismiss", 3, fix::on_held, fix::dismiss, "Stops asking about the selected candidate.";
    "memory-approve", ["a"], Memory, "approve", 2, mem::on_waiting_or_marked, mem::approve,
        "Shows the exact bytes that the marked suggestions, or the selected one, would write; another key writes them.";
    "memory-dismiss", ["x"], Memory, "dismiss", 3, mem::on_waiting, mem::dismiss,
        "Stops offering the selected suggestion, with a reason if you type one.";
    "memory-edit", ["E"], Memory, "edit", 4, mem::on_waiting, mem::edit,
        "Rewrites the selected suggestion's words, then shows what they would write.";
    "memory-mark", ["space"], Memory, "mark", 5, mem::on_waiting, mem::mark,
        "Marks the selected suggestion, to be approved together with others; flagged ones cannot be.";
    "memory-open", ["o"], Memory, "editor", 6, mem::has_file, mem::open,
        "Opens the memory's file in $VISUAL or $EDITOR.";
    "standup-approve", ["a"], Standup, "approve", 2, stand::waits_or_marked, stand::approve,
        "Shows the exact change of the marked proposals, or of the selected one; another key makes it.";
    "standup-dismiss", ["x"], Standup, "dismiss", 3, stand::can_dismiss, stand::dismiss,
        "Stops proposing the selected one, or settles a conflict, with a reason if you type one.";
    "standup-mark", ["space"], Standup, "mark", 5, stand::on_call, stand::mark,
        "Marks the selected proposal, to be approved together with others.";
    "standup-open", ["o"], Standup, "editor", 6, stand::has_file, stand::open,
        "Opens the document or the board in $VISUAL or $EDITOR.";
    "standup-run", ["r"], Standup, "run", 4, stand::can_run, stand::run,
        "Compares the project's sessions with its board and documents, in the background.";
    "open", ["enter"], Panes, "turn", 1, mv::has_turn, mv::open,
        "Jumps to the turn that carries the selected row; in the transcript, to the row the turn carries.";
    "back", ["esc"], Panes, "back", 1, mv::has_back, mv::back, "Clears the filter, or goes back to where you came from.";
    "older-version", ["[", "left"], Panes, "versions", 3, mv::has_versions, mv::older,
        "Shows the version before, with what changed.";
    "newer-version", ["]", "right"], Panes, "versions", 0, mv::has_versions, mv::newer,
        "Shows the version after, with what changed.";
    "undo", ["u"], Panes, "undo", 7, fix::can_undo, fix::undo, "Takes back the last correction; in Memory, what you said of a suggestion last, with its files; in Standup, the selected action.";
    "copy", ["y"], Panes, "copy", 4, mv::has_selection, dlg::copy,
        "Copies the selected row with its words to the clipboard.";
    "export", ["e"], Panes, "export", 5, always, dlg::export, "Shows what would be exported: the context for an agent, a report, or JSON.";
    "follow", ["F"], Panes, "follow", 8, always, mv::follow, "Follows the newest change, on or off.";
    "next-unseen", ["w"], Panes, "news", 2, look::has_news, look::next_unseen,
        "Goes to the oldest change you have not looked at.";
    "search", ["/"], Panes, "find", 6, always, dlg::search, "Looks for words in the focused pane.";
    "next-match", ["n"], Panes, "matches", 3, mv::has_search, mv::next_match, "Goes to the next match.";
    "previous-match", ["N"], Panes, "matches", 0, mv::has_search, mv::previous_match, "Goes to the match before.";
    "filter", ["f"], Panes, "filter", 0, always, look::filter, "Narrows the focused list to rows with these words.";
    "palette", [":"], Panes, "palette", 0, always, pal::palette, "Lists every action that applies, to be found by name.";
    "down", ["j", "down"], Panes, "down", 0, always, mv::down, "Goes one row down.";
    "up", ["k", "up"], Panes, "up", 0, always, mv::up, "Goes one row up.";
    "top", ["g", "home"], Panes, "top", 0, always, mv::top, "Goes to the first row and stays with it.";
    "bottom", ["G", "end"], Panes, "bottom", 0, always, mv::bottom, "Goes to the last row.";
    "half-down", ["ctrl-d"], Panes, "half down", 0, always, mv::half_down, "Goes half a screen down.";
    "half-up", ["ctrl-u"], Panes, "half up", 0, always, mv::half_up, "Goes half a screen up.";
    "page-down", ["pgdn"], Panes, "page down", 0, always, mv::page_down, "Goes a screen down.";
    "page-up", ["pgup"], Panes, "page up", 0, always, mv::page_up, "Goes a screen up.";
    "detail-down", ["J"], Panes, "more", 0, mv::has_selection, mv::detail_down, "Scrolls the detail down.";
    "detail-up", ["K"], Panes, "less", 0, mv::has_selection, mv::detail_up, "Scrolls the detail up.";
    "pane", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"], Panes, "pane", 0, always, mv::pane, "Shows the pane of that number.";
    "next-pane", ["tab"], Panes, "next pane", 8, always, mv::next_pane, "Shows the next pane.";
    "previous-pane", ["shift-tab"], Panes, "previous pane", 0, always, mv::previous_pane, "Shows the pane before.";
    "sessions", ["s"], Panes, "sessions", 8, always, ses::open, "Shows the sessions on this machine, to go to another.";
    "newest-session", ["R"], Panes, "newest", 0, always, ses::newest, "Goes to the newest session of this project.";
    "mouse", ["m"], Panes, "mouse", 0, always, look::mouse, "Listens to wheel and clicks, on or off.";
    "model", ["M"], Panes, "model", 0, md::present, md::switch,
        "Stops asking the language model, at once, or asks it again.";
    "theme", ["T"], Panes, "theme", 0, always, pal::themes, "Lists the themes, each shown as it is chosen.";
    "earlier", ["lt", ","], Panes, "past", 8, tm::has_past, tm::earlier,
        "Goes one change back in time: every pane shows the ledger as of then.";
    "later", ["gt", "."], Panes, "past", 0, tm::has_past, tm::later, "Goes one change on in time, at last to the present.";
    "far-earlier", ["("], Panes, "far", 0, tm::has_past, tm::far_earlier, "Goes a twentieth of the session back in time.";
    "far-later", [")"], Panes, "far", 0, tm::is_past, tm::far_later, "Goes a twentieth of the session on in time.";
    "live", ["L"], Panes, "live", 1, tm::is_past, tm::live, "Goes back to the present.";
    "changed-since", ["c"], Panes, "since", 0, tm::has_past, tm::since,
        "Marks what changed since the point shown, up to the present; again ends it.";
    "before-compaction", ["b"], Panes, "compaction", 0, tm::was_compacted, tm::before_compaction,
        "Shows the decisions and constraints that stand from before the agent's context was compacted.";
    "export-dropped", ["B"], Panes, "export them", 0, tm::was_compacted, dlg::export_dropped,
        "Shows the export of what stands from before the agent's context was compacted.";
    "help", ["?"], Panes, "help", 9, always, dlg::help, "Shows the keys that apply here.";
    "quit", ["q"], Panes, "quit", 0, always, quit, "Leaves.";
    "help-close", ["esc", "q", "?", "enter"], Help, "close", 1, always, dlg::close, "Closes the help.";
    "help-down", ["j", "down", "ctrl-d", "pgdn", "space"], Help, "down", 2, always, dlg::scroll_down,
        "Scrolls the help down.";
    "help-up", ["k", "up", "ctrl-u", "pgup"], Help, "up", 3, always, dlg::scroll_up, "Scrolls the help up.";
    "export-copy", ["y", "enter"], Export, "copy", 1, always, dlg::export_copy, "Copies the text shown.";
    "export-write", ["w"], Export, "file", 2, always, dlg::export_write, "Writes the text shown to a file you name.";
    "export-format", ["tab", "f"], Export, "format", 3, always, dlg::export_format,
        "Shows the next form: context, Markdown, JSON.";
    "export-scope", ["b"], Export, "scope", 6, tm::was_compacted, dlg::export_scope,
        "Shows only what stands from before the last compaction, or again everything.";
    "export-more", ["+", "]", "right"], Export, "more", 4, dlg::has_budget, dlg::export_more, "Allows more tokens.";
    "export-less", ["-", "[", "left"], Export, "less", 5, dlg::has_budget, dlg::export_less, "Allows fewer tokens.";
    "export-down", ["j", "down", "ctrl-d", "pgdn"], Export, "down", 0, always, dlg::scroll_down,
        "Scrolls the preview down.";
    "export-up", ["k", "up", "ctrl-u", "pgup"], Export, "up", 0, always, dlg::scroll_up, "Scrolls the preview up.";
    "export-close", ["esc", "q", "e"], Export, "close", 7, always, dlg::close, "Closes the export.";
    "memory-write", ["y"], Preview, "write", 1, always, mem::write, "Writes exactly what is shown, once all of it was on the screen.";
    "memory-leave", ["esc", "n", "q"], Preview, "leave", 2, always, dlg::close, "Leaves everything as it is.";
    "memory-down", ["j", "down", "ctrl-d", "pgdn", "space"], Preview, "scroll", 3, always, dlg::scroll_down,
        "Scrolls the change down.";
    "memory-up", ["k", "up", "ctrl-u", "pgup"], Preview, "scroll", 0, always, dlg::scroll_up, "Scrolls the change up.";
    "yes", ["y"], Confirm, "yes", 1, always, dlg::yes, "Does what is asked about.";
    "no", ["n", "esc", "q"], Confirm, "no", 2, always, dlg::close, "Leaves everything as it is.";
    "sessions-choose", ["enter"], Sessions, "follow", 1, always, pick::choose, "Follows the selected session.";
    "sessions-apart", ["tab"], Sessions, "others", 3, always, pick::apart,
        "Shows sub-agents' sessions and forks, or again those you began.";
    "sessions-down", ["down", "ctrl-n", "pgdn"], Sessions, "move", 4, always, pick::down, "Goes down in the list.";
    "sessions-up", ["up", "ctrl-p", "pgup"], Sessions, "move", 0, always, pick::up, "Goes up in the list.";
    "sessions-close", ["esc"], Sessions, "close", 2, always, dlg::close, "Stays with this session.";
    "typed", ["enter"], Typing, "done", 1, always, dlg::typed, "Takes the line as typed.";
    "not-typed", ["esc"], Typing, "cancel", 2, always, dlg::close, "Leaves the line.";
    "palette-run", ["enter"], Palette, "do it", 1, always, pal::palette_run, "Does what the cursor is on.";
    "palette-down", ["down", "ctrl-n", "tab"], Palette, "down", 2, always, pal::palette_down, "Goes one row down.";
    "palette-up", ["up", "ctrl-p", "shift-tab"], Palette, "up", 3, always, pal::palette_up, "Goes one row up.";
    "palette-close", ["esc"], Palette, "close", 4, always, dlg::close, "Closes the palette.";
    "theme-down", ["j", "down", "T"], Themes, "next", 1, always, pal::theme_down, "Shows the next theme.";
    "theme-up", ["k", "up"], Themes, "before", 2, always, pal::theme_up, "Shows the theme before.";
    "theme-keep", ["enter"], Themes, "take it", 3, always, pal::theme_keep, "Stays with the theme shown.";
    "theme-back", ["esc", "q"], Themes, "back", 4, always, pal::theme_back, "Goes back to the theme there was.";
    "quit-now", ["ctrl-c"], Everywhere, "quit", 0, always, quit, "Leaves at once.";
    "suspend", ["ctrl-z"], Everywhere, "suspend", 0, always, suspend, "Goes back to the shell until `fg`.";
}
