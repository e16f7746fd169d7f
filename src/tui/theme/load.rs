//! Defines [`Themes`], the built-in themes and the person's own, and the reading of theme files.
//!
//! A file names its theme, says whether it is made for a dark background, may inherit from another theme, and gives
//! a palette and roles. Faults are reported with their line; a faulty part falls back to the inherited one.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{BUILT_IN, StyleRole, Theme};
use crate::config::{Fault, Faults, FileFault, SettingsFile, parse_toml};

/// Every theme that can be chosen, built-in ones first.
#[derive(Debug, Clone, PartialEq)]
pub struct Themes {
    list: Vec<Theme>,
}

impl Default for Themes {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Themes {
    /// The built-in themes.
    pub fn built_in() -> Self {
        let mut themes = Self { list: Vec::new() };
        for (name, text) in BUILT_IN {
            let (draft, faults) = Draft::read(text, name);
            let base = themes.get(&draft.base).cloned();
            themes.list.push(draft.theme(base.as_ref(), faults).0);
        }
        themes
    }

    /// The built-in themes and those of these files, and the faults of the files. A theme may inherit from
    /// a built-in one, or from one whose file name comes before its own.
    pub fn with(files: &[SettingsFile]) -> (Self, Vec<FileFault>) {
        let boxed = Self::built_in();
        let (mut themes, mut own) = (boxed.clone(), Vec::new());
        let mut all = Vec::new();
        for file in files {
            let stem = file.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let (draft, mut faults) = Draft::read(&file.text, &stem);
            if own.contains(&draft.name) {
                faults.add(draft.name_at, &format!("another file has a theme `{}` already; rename one", draft.name));
            }
            // A file may take the name of a built-in theme, and inherit from that.
            let base = if draft.base == draft.name { boxed.get(&draft.base) } else { themes.get(&draft.base) };
            let known = themes.names().join(", ");
            if let (None, Some(at)) = (base, draft.base_at) {
                faults.add(at, &format!("no theme is called `{}`; there are {known}", draft.base));
            }
            let fallback = boxed.get(if draft.dark == Some(false) { "light" } else { "dark" });
            let (theme, faults) = draft.theme(base.or(fallback), faults);
            all.extend(faults.into_iter().map(|fault| FileFault { path: file.path.clone(), fault }));
            own.push(theme.name.clone());
            match themes.list.iter_mut().find(|t| t.name == theme.name) {
                Some(old) => *old = theme,
                None => themes.list.push(theme),
            }
        }
        (themes, all)
    }

    /// The theme with this name.
    pub fn get(&self, name: &str) -> Option<&Theme> {
        self.list.iter().find(|theme| theme.name == name)
    }

    /// All of them.
    pub fn all(&self) -> &[Theme] {
        &self.list
    }

    /// Their names.
    pub fn names(&self) -> Vec<&str> {
        self.list.iter().map(|theme| theme.name.as_str()).collect()
    }
}

/// A role's style before the palette is known: colours by name, with their places in the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RoleSpec {
    fg: Option<(String, usize)>,
    bg: Option<(String, usize)>,
    modifiers: Modifier,
}

/// A theme file as read.
struct Draft {
    name: String,
    name_at: usize,
    dark: Option<bool>,
    /// The theme it inherits from; empty if none.
    base: String,
    base_at: Option<usize>,
    palette: BTreeMap<String, (String, usize)>,
    roles: BTreeMap<StyleRole, RoleSpec>,
}

impl Draft {
    fn read<'a>(text: &'a str, stem: &str) -> (Self, Faults<'a>) {
        let (table, mut faults) = parse_toml(text);
        let mut draft = Self {
            name: stem.to_owned(),
            name_at: 0,
            dark: None,
            base: String::new(),
            base_at: None,
            palette: BTreeMap::new(),
            roles: BTreeMap::new(),
        };
        for (key, value) in table.get_ref() {
            draft.entry(key, value, &mut faults);
        }
        (draft, faults)
    }

    fn entry(
        &mut self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        faults: &mut Faults<'_>,
    ) {
        let at = value.span().start;
        let inner = value.get_ref();
        match (key.get_ref().as_ref(), inner) {
            ("name", DeValue::String(name)) if is_name(name) => (self.name, self.name_at) = (name.to_string(), at),
            ("name", _) => faults.add(at, "name is a word of small letters, digits and - in quotes"),
            ("dark", DeValue::Boolean(dark)) => self.dark = Some(*dark),
            ("dark", _) => faults.add(at, "dark is true or false"),
            ("inherits", DeValue::String(base)) => (self.base, self.base_at) = (base.to_string(), Some(at)),
            ("inherits", _) => faults.add(at, "inherits is the name of a theme in quotes"),
            ("palette", DeValue::Table(table)) => self.read_palette(table, faults),
            ("roles", DeValue::Table(table)) => self.read_roles(table, faults),
            ("palette" | "roles", _) => faults.add(at, &format!("[{}] is a table", key.get_ref())),
            (other, _) => {
                let what = format!("`{other}` is no part of a theme; there are name, dark, inherits, palette, roles");
                faults.add(key.span().start, &what);
            }
        }
    }

    fn read_palette(&mut self, table: &DeTable<'_>, faults: &mut Faults<'_>) {
        for (key, value) in table {
            let at = value.span().start;
            match value.get_ref().as_str() {
                Some(colour) if colour.parse::<Color>().is_ok() => {
                    self.palette.insert(key.get_ref().to_string(), (colour.to_owned(), at));
                }
                _ => faults.add(at, "a colour is \"#rrggbb\", a number to 255 or a name such as \"red\", in quotes"),
            }
        }
    }

    fn read_roles(&mut self, table: &DeTable<'_>, faults: &mut Faults<'_>) {
        for (key, value) in table {
            let word = key.get_ref().as_ref();
            match (StyleRole::from_word(word), value.get_ref().as_table()) {
                (Some(role), Some(table)) => {
                    let spec = RoleSpec::read(table, faults);
                    self.roles.insert(role, spec);
                }
                (Some(_), None) => {
                    faults.add(value.span().start, &format!("{word} is a table, as {{ fg = \"blue\" }}"));
                }
                (None, _) => {
                    let roles: Vec<&str> = StyleRole::ALL.iter().map(|r| r.word()).collect();
                    faults
                        .add(key.span().start, &format!("no role is called `{word}`; there are {}", roles.join(", ")));
                }
            }
        }
    }

    /// The theme, with missing parts taken from `base`.
    fn theme(self, base: Option<&Theme>, mut faults: Faults<'_>) -> (Theme, Vec<Fault>) {
        if self.base_at.is_none() {
            self.whole(&mut faults);
        }
        let mut palette: BTreeMap<String, String> = base.map(|b| b.palette.clone()).unwrap_or_default();
        palette.extend(self.palette.into_iter().map(|(name, (colour, _))| (name, colour)));
        let mut specs = base.map(|b| b.specs.clone()).unwrap_or_default();
        // An invalid colour in a built-in theme leaves the role unchanged.
        for (role, spec) in self.roles {
            match spec.style(&palette) {
                Ok(_) => {
                    specs.insert(role, spec);
                }
                Err((name, at)) => faults.add(at, &format!("`{name}` is neither in the palette nor a colour")),
            }
        }
        let styles = StyleRole::ALL.iter().map(|role| specs.get(role).and_then(|spec| spec.style(&palette).ok()));
        let theme = Theme {
            name: self.name,
            dark: self.dark.or(base.map(|b| b.dark)).unwrap_or(true),
            styles: styles.map(Option::unwrap_or_default).collect(),
            paper: palette_colour(&palette, "background").unwrap_or(Color::Black),
            ink: palette_colour(&palette, "foreground").unwrap_or(Color::White),
            palette,
            specs,
        };
        (theme, faults.into_list())
    }

    /// Reports the missing parts of a theme without a parent.
    fn whole(&self, faults: &mut Faults<'_>) {
        let mut missing: Vec<String> =
            StyleRole::ALL.iter().filter(|r| !self.roles.contains_key(r)).map(|r| format!("role {r}")).collect();
        missing.extend(self.dark.is_none().then(|| "dark".to_owned()));
        for name in ["background", "foreground"] {
            missing.extend((!self.palette.contains_key(name)).then(|| format!("palette {name}")));
        }
        if !missing.is_empty() {
            let what = format!("missing: {}; add them, or write inherits = \"dark\"", missing.join(", "));
            faults.add(0, &what);
        }
    }
}

impl RoleSpec {
    fn read(table: &DeTable<'_>, faults: &mut Faults<'_>) -> Self {
        let mut spec = Self::default();
        for (key, value) in table {
            let at = value.span().start;
            let modifier = match key.get_ref().as_ref() {
                "bold" => Modifier::BOLD,
                "dim" => Modifier::DIM,
                "italic" => Modifier::ITALIC,
                "underline" => Modifier::UNDERLINED,
                "reverse" => Modifier::REVERSED,
                "strike" => Modifier::CROSSED_OUT,
                part @ ("fg" | "bg") => {
                    match value.get_ref().as_str() {
                        Some(name) if part == "fg" => spec.fg = Some((name.to_owned(), at)),
                        Some(name) => spec.bg = Some((name.to_owned(), at)),
                        None => faults.add(at, &format!("{part} is a colour in quotes")),
                    }
                    continue;
                }
                other => {
                    let what = "there are fg, bg, bold, dim, italic, underline, reverse, strike";
                    faults.add(key.span().start, &format!("`{other}` is no part of a style; {what}"));
                    continue;
                }
            };
            match value.get_ref().as_bool() {
                Some(on) => spec.modifiers.set(modifier, on),
                None => faults.add(at, &format!("{} is true or false", key.get_ref())),
            }
        }
        spec
    }

    /// The style; or the invalid colour, with its byte offset.
    fn style(&self, palette: &BTreeMap<String, String>) -> Result<Style, (String, usize)> {
        let fg = self.fg.as_ref().map(|part| colour_of(part, palette)).transpose()?;
        let bg = self.bg.as_ref().map(|part| colour_of(part, palette)).transpose()?;
        Ok(Style { fg, bg, ..Style::new() }.add_modifier(self.modifiers))
    }
}

/// The colour of a name in the palette, or of a colour's own name; the error is the name with its byte offset.
fn colour_of((name, at): &(String, usize), palette: &BTreeMap<String, String>) -> Result<Color, (String, usize)> {
    let value = palette.get(name).map_or(name.as_str(), String::as_str);
    value.parse().map_err(|_| (name.clone(), *at))
}

fn palette_colour(palette: &BTreeMap<String, String>, name: &str) -> Option<Color> {
    palette.get(name)?.parse().ok()
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 40
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SettingsFile {
        SettingsFile { path: format!("themes/{name}.toml").into(), text: text.to_owned() }
    }

    #[test]
    fn a_theme_inherits_missing_parts() {
        let ours =
            "name = \"mine\"\ninherits = \"dark\"\n[palette]\nblue = \"#ff00ff\"\n[roles]\ndim = { dim = true }\n";
        let (themes, faults) = Themes::with(&[file("mine", ours)]);
        assert_eq!(faults, []);
        let (dark, mine) = (Theme::built_in("dark").unwrap(), themes.get("mine").unwrap());
        assert_eq!(mine.style(StyleRole::Accent).fg, Some(Color::Rgb(255, 0, 255)));
        assert_eq!(mine.style(StyleRole::Good), dark.style(StyleRole::Good));
        assert_eq!((mine.style(StyleRole::Dim).fg, mine.dark), (None, true));
    }

    #[test]
    fn a_file_may_replace_a_built_in_theme() {
        let ours = "name = \"dark\"\ninherits = \"dark\"\n[palette]\nred = \"#010203\"\n";
        let (themes, faults) = Themes::with(&[file("dark", ours)]);
        assert_eq!((faults.len(), themes.all().len()), (0, BUILT_IN.len()));
        assert_eq!(themes.get("dark").unwrap().style(StyleRole::Bad).fg, Some(Color::Rgb(1, 2, 3)));
    }

    #[test]
    fn every_fault_is_reported_and_the_theme_still_works() {
        let bad = "name = \"Bad Name\"\ninherits = \"pink\"\ncolour = 1\n[palette]\nred = \"rouge\"\n[roles]\n\
                   text = { fg = \"nothing\" }\ndim = { fg = 3, loud = true, bold = 1 }\nshout = {}\n";
        let (themes, faults) = Themes::with(&[file("bad", bad), file("half", "dark = false\n[roles]\n")]);
        let lines: Vec<usize> = faults.iter().map(|f| f.fault.line).collect();
        assert_eq!(lines, [1, 2, 3, 5, 7, 8, 8, 8, 9, 1], "{faults:#?}");
        assert!(faults[9].to_string().starts_with("themes/half.toml:1: missing: role text, "), "{}", faults[9]);
        assert_eq!(
            themes.get("bad").unwrap().style(StyleRole::Bad),
            Theme::built_in("dark").unwrap().style(StyleRole::Bad)
        );
        assert_eq!(
            themes.get("half").unwrap().style(StyleRole::Bad),
            Theme::built_in("light").unwrap().style(StyleRole::Bad)
        );
    }
}
