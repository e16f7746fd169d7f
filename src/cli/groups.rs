//! Defines the groups in which `deltamind --help` lists the commands.

use std::fmt::Write;

use clap::Command;

/// Command groups of `--help`: (title, commands).
const GROUPS: &[(&str, &[&str])] = &[
    ("Watch", &["demo", "watch", "sessions"]),
    ("Look", &["process", "inspect", "changed", "explain", "export", "replay", "status"]),
    ("Keep", &["save", "suggest-memory", "memory", "standup", "hook", "forget"]),
    ("Maintain", &["doctor", "models", "eval", "train", "config", "keys", "themes", "completions", "man", "help"]),
];

/// The command with its subcommands listed in groups. Only the help differs.
pub(super) fn grouped(command: Command) -> Command {
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{title}:");
        for name in *names {
            let about = match command.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => "Print this help, or that of a command".to_owned(),
            };
            let _ = writeln!(list, "  {name:<15} {about}");
        }
        list.push('\n');
    }
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |sub| sub.hide(true)));
    let usage = "Usage: deltamind [OPTIONS] [FILE]\n       deltamind <COMMAND>";
    command.help_template(format!("{{about-with-newline}}\n{usage}\n\n{list}{{all-args}}{{after-help}}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = crate::cli::Cli::command();
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().filter(|n| *n != "help").collect();
        let all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert!(all.iter().all(|name| listed.contains(name)), "{all:?}");
        assert_eq!(listed.len(), all.len());
        let help = grouped(command.clone()).render_help().to_string();
        let places: Vec<usize> = ["Watch:", "Look:", "Keep:", "Maintain:"].map(|t| help.find(t).unwrap()).into();
        assert!(places.is_sorted() && help.contains("--no-save") && !help.contains("Commands:"), "{help}");
    }
}
