//! Defines which cuts between ledger, held and refused are in force: the person's own, from `config.toml`.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::config::{Config, ConfigEnv, ConfigPlaces, Known};
use crate::pipeline::Thresholds;
use crate::pipeline::scorer::Family;
use crate::tui::theme::BUILT_IN;

/// The cuts the person's settings name; the defaults where they name none.
pub fn of_person() -> Result<Thresholds> {
    let var = |name| std::env::var_os(name).map(std::path::PathBuf::from);
    let env =
        ConfigEnv { home: var("HOME"), xdg_config_home: var("XDG_CONFIG_HOME"), xdg_state_home: var("XDG_STATE_HOME") };
    ConfigPlaces::of(&env).config_file().map_or_else(|| Ok(Thresholds::default()), |path| of_file(&path))
}

/// The cuts in a settings file; the defaults when there is none.
pub fn of_file(path: &Path) -> Result<Thresholds> {
    let themes: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    let families: Vec<&str> = Family::ALL.iter().map(|f| f.word()).collect();
    let config = Config::read(path, Known { themes: &themes, families: &families })?;
    match Thresholds::faults(&config).first() {
        Some(fault) => Err(anyhow!("{}: {fault}", path.display())),
        None => Ok(Thresholds::of(&config)),
    }
}
