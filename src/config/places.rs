//! Defines the folders of the program's own files: one for settings, one for logs and crash reports.

use std::path::{Path, PathBuf};

/// The folder's name in both places.
const NAME: &str = "deltamind";

/// The environment variables used, passed in so that tests can set them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigEnv {
    /// `HOME`.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub xdg_config_home: Option<PathBuf>,
    /// `XDG_STATE_HOME`.
    pub xdg_state_home: Option<PathBuf>,
}

/// The program's folders. `None` when the environment names neither the folder nor a home.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigPlaces {
    /// The folder of `config.toml`.
    pub config: Option<PathBuf>,
    /// The folder of logs and crash reports.
    pub state: Option<PathBuf>,
}

impl ConfigPlaces {
    /// The folders by the XDG base directory rules: a relative path in a variable is ignored.
    pub fn of(env: &ConfigEnv) -> Self {
        let home = env.home.as_deref();
        let state = Path::new(".local").join("state");
        Self {
            config: folder_in(env.xdg_config_home.as_deref(), home, Path::new(".config")),
            state: folder_in(env.xdg_state_home.as_deref(), home, &state),
        }
    }

    /// The user's settings file.
    pub fn config_file(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|folder| folder.join("config.toml"))
    }
}

/// The program's folder in the folder `given`, else in `below` of the home directory.
fn folder_in(given: Option<&Path>, home: Option<&Path>, below: &Path) -> Option<PathBuf> {
    let given = given.filter(|path| path.is_absolute()).map(Path::to_owned);
    let base = given.or_else(|| Some(home.filter(|path| path.is_absolute())?.join(below)))?;
    Some(base.join(NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_before_home() {
        let mut env = ConfigEnv { home: Some("/home/mara".into()), ..ConfigEnv::default() };
        let places = ConfigPlaces::of(&env);
        assert_eq!(places.config_file(), Some("/home/mara/.config/deltamind/config.toml".into()));
        assert_eq!(places.state, Some("/home/mara/.local/state/deltamind".into()));
        env.xdg_config_home = Some("/etc/mara".into());
        env.xdg_state_home = Some("relative".into());
        let places = ConfigPlaces::of(&env);
        assert_eq!(places.config, Some("/etc/mara/deltamind".into()));
        assert_eq!(places.state, Some("/home/mara/.local/state/deltamind".into()));
        assert_eq!(ConfigPlaces::of(&ConfigEnv::default()), ConfigPlaces::default());
    }
}
