//! Defines [`Role`], the closed list of named styles, and [`Theme`], which gives each role its colours.
//!
//! The only place that knows colours: everything drawn names a role, so a theme can be swapped, a frame can be
//! tested by role names, and nothing rests on colour alone.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

words! {
    /// What a run of text is, for the eye.
    Role {
        /// What is read first: summaries, turns, answers.
        Text = "text",
        /// What may be missed: turn numbers, ages, rule ids.
        Dim = "dim",
        /// Lines and empty space that carry no words.
        Faint = "faint",
        /// The one accent: focus, selection bar, keys.
        Accent = "accent",
        /// A heading, or a row that changed a moment ago.
        Strong = "strong",
        /// The row under the cursor.
        Selected = "selected",
        /// Verbatim words of a person or the agent.
        Quote = "quote",
        /// The place in a turn that carries the selected row.
        Evidence = "evidence",
        /// A place in a turn that carries another item.
        Marked = "marked",
        /// It stands, it is done, it is live.
        Good = "good",
        /// Look at this: unseen, unsure, hard.
        Warn = "warn",
        /// Refused, dropped, gone.
        Bad = "bad",
        /// Words a version added.
        Added = "added",
        /// Words a version took away.
        Removed = "removed",
        /// A search match.
        Match = "match",
        /// The one painted label: a state that must not be missed.
        Badge = "badge",
    }
}

/// How many colours the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// 24 bit.
    True,
    /// The 256-colour cube.
    Cube,
    /// The sixteen named ones.
    Sixteen,
}

/// Every role's style, and the paper and ink pictures are drawn on.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// Whether it is made for a dark background.
    pub dark: bool,
    styles: Vec<Style>,
    paper: Color,
    ink: Color,
}

/// The themes in the box, by name.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

impl Theme {
    /// The theme `name` of the box.
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(n, _)| *n == name)?;
        Self::parse(text).ok()
    }

    /// Reads a theme file. The error is one line for the person.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: ThemeFile = toml::from_str(text).map_err(|e| e.message().to_owned())?;
        let palette = Palette(&file.palette);
        let mut styles = Vec::with_capacity(Role::ALL.len());
        for role in Role::ALL {
            let spec = file.roles.get(role.word()).ok_or_else(|| format!("the role {role} is missing"))?;
            styles.push(spec.style(&palette)?);
        }
        if let Some(extra) = file.roles.keys().find(|k| Role::from_word(k).is_none()) {
            return Err(format!("there is no role {extra}"));
        }
        Ok(Self {
            name: file.name,
            dark: file.dark,
            styles,
            paper: palette.colour("background")?,
            ink: palette.colour("foreground")?,
        })
    }

    /// A theme whose styles are the roles' numbers: frames drawn with it can be read back as role names.
    pub fn numbered() -> Self {
        let styles = (0..Role::ALL.len()).map(|n| {
            let colour = Color::Indexed(n as u8);
            if n == Role::Selected as usize { Style::new().bg(colour) } else { Style::new().fg(colour) }
        });
        Self { name: "numbered".into(), dark: true, styles: styles.collect(), paper: Color::Black, ink: Color::White }
    }

    /// The role a cell drawn with [`Self::numbered`] carries, and whether it lies on the selected row.
    pub fn role_of(style: Style) -> (Option<Role>, bool) {
        let role = match style.fg {
            Some(Color::Indexed(n)) => Role::ALL.get(n as usize).copied(),
            _ => None,
        };
        (role, matches!(style.bg, Some(Color::Indexed(n)) if n as usize == Role::Selected as usize))
    }

    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The same theme in the colours a terminal of `depth` can show.
    #[must_use]
    pub fn at(mut self, depth: Depth) -> Self {
        for style in &mut self.styles {
            style.fg = style.fg.map(|c| reduce(c, depth));
            // Sixteen colours hold no grey dark enough to read on: the selection bar and bold must do.
            style.bg = style.bg.map(|c| reduce(c, depth)).filter(|_| depth != Depth::Sixteen);
        }
        self
    }

    /// A cell's colours and weight as CSS: (ink, paper when painted, bold, italic, underline).
    pub fn css(&self, style: Style) -> Css {
        let has = |m| style.add_modifier.contains(m);
        let known = |c: Option<Color>| c.filter(|c| *c != Color::Reset);
        let (mut ink, mut paper) = (known(style.fg).unwrap_or(self.ink), known(style.bg));
        if has(Modifier::REVERSED) {
            (ink, paper) = (paper.unwrap_or(self.paper), Some(ink));
        }
        Css {
            ink: hex(ink),
            paper: paper.map(hex),
            bold: has(Modifier::BOLD),
            dim: has(Modifier::DIM),
            italic: has(Modifier::ITALIC),
            underline: has(Modifier::UNDERLINED),
            struck: has(Modifier::CROSSED_OUT),
        }
    }

    /// The picture's background and foreground as CSS.
    pub fn paper_and_ink(&self) -> (String, String) {
        (hex(self.paper), hex(self.ink))
    }
}

/// A cell's looks in a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Css {
    /// Text colour.
    pub ink: String,
    /// Background, where painted.
    pub paper: Option<String>,
    /// Bold.
    pub bold: bool,
    /// Dim.
    pub dim: bool,
    /// Italic.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub struck: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    name: String,
    dark: bool,
    palette: BTreeMap<String, String>,
    roles: BTreeMap<String, RoleSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct RoleSpec {
    fg: Option<String>,
    bg: Option<String>,
    bold: bool,
    dim: bool,
    italic: bool,
    underline: bool,
    reverse: bool,
    strike: bool,
}

impl RoleSpec {
    fn style(&self, palette: &Palette<'_>) -> Result<Style, String> {
        let mut style = Style::new();
        style.fg = self.fg.as_deref().map(|n| palette.colour(n)).transpose()?;
        style.bg = self.bg.as_deref().map(|n| palette.colour(n)).transpose()?;
        let modifiers = [
            (self.bold, Modifier::BOLD),
            (self.dim, Modifier::DIM),
            (self.italic, Modifier::ITALIC),
            (self.underline, Modifier::UNDERLINED),
            (self.reverse, Modifier::REVERSED),
            (self.strike, Modifier::CROSSED_OUT),
        ];
        for (_, modifier) in modifiers.iter().filter(|(on, _)| *on) {
            style = style.add_modifier(*modifier);
        }
        Ok(style)
    }
}

struct Palette<'a>(&'a BTreeMap<String, String>);

impl Palette<'_> {
    fn colour(&self, name: &str) -> Result<Color, String> {
        let value = self.0.get(name).map_or(name, String::as_str);
        value.parse().map_err(|_| format!("{name} is neither in the palette nor a colour"))
    }
}

fn hex(colour: Color) -> String {
    let (r, g, b) = rgb(colour).unwrap_or((128, 128, 128));
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The usual values of the sixteen named colours, in the order of their numbers.
const SIXTEEN: [(Color, (u8, u8, u8)); 16] = [
    (Color::Black, (0, 0, 0)),
    (Color::Red, (205, 49, 49)),
    (Color::Green, (13, 148, 90)),
    (Color::Yellow, (190, 150, 16)),
    (Color::Blue, (36, 114, 200)),
    (Color::Magenta, (188, 63, 188)),
    (Color::Cyan, (17, 150, 190)),
    (Color::Gray, (200, 200, 200)),
    (Color::DarkGray, (118, 118, 118)),
    (Color::LightRed, (241, 76, 76)),
    (Color::LightGreen, (35, 209, 139)),
    (Color::LightYellow, (235, 200, 67)),
    (Color::LightBlue, (90, 160, 255)),
    (Color::LightMagenta, (214, 112, 214)),
    (Color::LightCyan, (41, 184, 219)),
    (Color::White, (255, 255, 255)),
];

fn rgb(colour: Color) -> Option<(u8, u8, u8)> {
    match colour {
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(n) if n >= 232 => Some((8 + (n - 232) * 10, 8 + (n - 232) * 10, 8 + (n - 232) * 10)),
        Color::Indexed(n) if n >= 16 => {
            let step = |v: u8| if v == 0 { 0 } else { 55 + v * 40 };
            Some((step((n - 16) / 36), step((n - 16) / 6 % 6), step((n - 16) % 6)))
        }
        named => SIXTEEN.iter().find(|(c, _)| *c == named).map(|(_, v)| *v),
    }
}

fn reduce(colour: Color, depth: Depth) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    let far = |(x, y, z): (u8, u8, u8)| {
        let d = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        d(x, r) + d(y, g) + d(z, b)
    };
    match depth {
        Depth::True => colour,
        Depth::Cube => (16..=255).map(Color::Indexed).min_by_key(|c| rgb(*c).map_or(i32::MAX, far)).unwrap_or(colour),
        Depth::Sixteen => SIXTEEN.iter().min_by_key(|(_, v)| far(*v)).map_or(colour, |(c, _)| *c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_in_the_box_gives_every_role_and_bears_its_name() {
        for (name, text) in BUILT_IN {
            let theme = Theme::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(&theme.name, name);
        }
    }

    #[test]
    fn letters_keep_their_contrast_on_the_paper() {
        for (name, text) in BUILT_IN {
            let theme = Theme::parse(text).unwrap();
            for role in Role::ALL.iter().filter(|r| **r != Role::Faint) {
                let style = theme.style(*role);
                let (ink, paper) = (style.fg.unwrap_or(theme.ink), style.bg.unwrap_or(theme.paper));
                let ratio = contrast(rgb(ink).unwrap(), rgb(paper).unwrap());
                assert!(ratio >= 4.5, "{name}: {role} has a contrast of {ratio:.1}");
            }
        }
    }

    #[test]
    fn fewer_colours_still_are_colours() {
        let theme = Theme::built_in("dark").unwrap().at(Depth::Cube);
        assert!(matches!(theme.style(Role::Accent).fg, Some(Color::Indexed(16..))));
        let theme = Theme::built_in("light").unwrap().at(Depth::Sixteen);
        assert_eq!(theme.style(Role::Selected).bg, None);
    }

    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let light = |(r, g, b): (u8, u8, u8)| {
            let part = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        let (x, y) = (light(a), light(b));
        (x.max(y) + 0.05) / (x.min(y) + 0.05)
    }
}
