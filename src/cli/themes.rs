//! Defines `deltamind themes`: the themes with the contrast of their letters.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;

use super::put;
use crate::text::pad;
use crate::tui::theme::BUILT_IN;

/// Arguments of `themes`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  deltamind themes")]
pub struct ThemesArgs {}

/// Prints one line for each theme.
pub fn run(_: &ThemesArgs) -> Result<u8> {
    let settings = super::config::settings();
    let chosen = settings.config.theme.as_deref();
    let mut out = String::new();
    let wide = settings.themes.names().iter().map(|n| n.len()).max().unwrap_or(0);
    for theme in settings.themes.all() {
        let mark = if chosen == Some(theme.name.as_str()) { "*" } else { " " };
        let ground = if theme.dark { "dark " } else { "light" };
        let boxed = BUILT_IN.iter().any(|(name, _)| *name == theme.name);
        let from = if boxed { "" } else { "  yours" };
        let (name, contrast) = (pad(&theme.name, wide), theme.least_contrast());
        let _ = writeln!(out, "{mark} {name}  {ground}  least contrast {contrast:>4.1}{from}");
    }
    out.push_str("\nTry them with T on the screen or --theme NAME; theme = \"NAME\" in config.toml keeps one.\n");
    super::config::print_faults(&settings.faults);
    put(&out)
}
