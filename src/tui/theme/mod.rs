//! Defines [`StyleRole`], the closed list of named styles, and [`Theme`], which gives each role its colours.
//!
//! The only place with colours: everything drawn names a role, so a theme can be swapped, a frame can be tested by role
//! names, and no information depends on colour alone.

mod colour;
mod load;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ratatui::style::{Color, Modifier, Style};

pub use load::Themes;

use colour::{contrast, hex, reduce, rgb};

words! {
    /// Visual role of a run of text.
    StyleRole {
        /// Main text: summaries, turns, answers.
        Text = "text",
        /// Secondary text: turn numbers, ages, rule ids.
        Dim = "dim",
        /// Lines and empty space without text.
        Faint = "faint",
        /// The one accent: the person's position and the keys to press.
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
        /// Active, done or live.
        Good = "good",
        /// Waits for the person or needs attention: unseen, to confirm, at risk.
        Warn = "warn",
        /// Refused, dropped, gone.
        Bad = "bad",
        /// Words a version added.
        Added = "added",
        /// Words a version took away.
        Removed = "removed",
        /// A search match.
        Match = "match",
        /// The one label with a background: a state that must not be missed.
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
    /// None: colour is switched off. Bold, dim and underline remain.
    Mono,
}

/// Every role's style, and the paper and ink pictures are drawn on.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    pub name: String,
    /// Whether it is made for a dark background.
    pub dark: bool,
    styles: Vec<Style>,
    paper: Color,
    ink: Color,
    /// Starting palette of themes that inherit from this one.
    palette: BTreeMap<String, String>,
    specs: BTreeMap<StyleRole, load::RoleSpec>,
}

/// The built-in themes, by name. A theme comes after the one it inherits from.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("high-contrast", include_str!("../../../themes/high-contrast.toml")),
    ("mono", include_str!("../../../themes/mono.toml")),
    ("catppuccin-mocha", include_str!("../../../themes/catppuccin-mocha.toml")),
    ("gruvbox", include_str!("../../../themes/gruvbox.toml")),
];

/// The theme without colours.
static MONO: LazyLock<Option<Theme>> = LazyLock::new(|| Theme::built_in("mono"));

impl Theme {
    /// The built-in theme `name`.
    pub fn built_in(name: &str) -> Option<Self> {
        Themes::built_in().get(name).cloned()
    }

    /// A theme whose styles are the roles' numbers: frames drawn with it can be read back as role names.
    pub fn numbered() -> Self {
        let styles = (0..StyleRole::ALL.len()).map(|n| {
            let colour = Color::Indexed(n as u8);
            if n == StyleRole::Selected as usize { Style::new().bg(colour) } else { Style::new().fg(colour) }
        });
        Self {
            name: "numbered".into(),
            dark: true,
            styles: styles.collect(),
            paper: Color::Black,
            ink: Color::White,
            palette: BTreeMap::new(),
            specs: BTreeMap::new(),
        }
    }

    /// The role a cell drawn with [`Self::numbered`] carries, and whether it lies on the selected row.
    pub fn role_of(style: Style) -> (Option<StyleRole>, bool) {
        let role = match style.fg {
            Some(Color::Indexed(n)) => StyleRole::ALL.get(n as usize).copied(),
            _ => None,
        };
        (role, matches!(style.bg, Some(Color::Indexed(n)) if n as usize == StyleRole::Selected as usize))
    }

    /// The style of a role.
    pub fn style(&self, role: StyleRole) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The same theme in the colours a terminal of `depth` can show.
    #[must_use]
    pub fn at(mut self, depth: Depth) -> Self {
        if let (Depth::Mono, Some(mono)) = (depth, MONO.as_ref()) {
            self.styles.clone_from(&mono.styles);
            return self;
        }
        for style in &mut self.styles {
            style.fg = style.fg.map(|c| reduce(c, depth));
            // Sixteen colours include no grey dark enough as a background: the selection bar and bold must suffice.
            style.bg = style.bg.map(|c| reduce(c, depth)).filter(|_| depth != Depth::Sixteen);
        }
        self
    }

    /// A cell's colours and weight as CSS: (ink, paper when painted, bold, italic, underline).
    pub fn css(&self, style: Style) -> Css {
        let modifiers = style.add_modifier;
        let (mut ink, mut paper) = (known(style.fg).unwrap_or(self.ink), known(style.bg));
        if modifiers.contains(Modifier::REVERSED) {
            (ink, paper) = (paper.unwrap_or(self.paper), Some(ink));
        }
        Css {
            ink: hex(ink),
            paper: paper.map(hex),
            bold: modifiers.contains(Modifier::BOLD),
            dim: modifiers.contains(Modifier::DIM),
            italic: modifiers.contains(Modifier::ITALIC),
            underline: modifiers.contains(Modifier::UNDERLINED),
            struck: modifiers.contains(Modifier::CROSSED_OUT),
        }
    }

    /// Contrast ratio of this style by WCAG 2, from 1 to 21, where its colours are known.
    pub fn contrast_of(&self, style: Style) -> Option<f64> {
        let (ink, paper) = (known(style.fg).unwrap_or(self.ink), known(style.bg).unwrap_or(self.paper));
        Some(contrast(rgb(ink)?, rgb(paper)?))
    }

    /// The least contrast of a role that carries words, on the plain background and on its own.
    pub fn least_contrast(&self) -> f64 {
        let roles = StyleRole::ALL.iter().filter(|r| **r != StyleRole::Faint);
        roles.filter_map(|role| self.contrast_of(self.style(*role))).fold(21.0, f64::min)
    }

    /// The picture's background and foreground as CSS.
    pub fn paper_and_ink(&self) -> (String, String) {
        (hex(self.paper), hex(self.ink))
    }
}

/// The colour, unless it is the terminal's own.
fn known(colour: Option<Color>) -> Option<Color> {
    colour.filter(|c| *c != Color::Reset)
}

/// A cell's looks in a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Css {
    /// Text colour.
    pub ink: String,
    /// Background, where painted.
    pub paper: Option<String>,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub struck: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_theme_has_its_name_and_every_role() {
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        assert_eq!(Themes::built_in().names(), names);
    }

    #[test]
    fn letters_keep_their_contrast_on_the_paper_and_on_the_bar() {
        for (name, _) in BUILT_IN {
            let theme = Theme::built_in(name).unwrap();
            let least = if *name == "high-contrast" { 7.0 } else { 4.5 };
            for role in StyleRole::ALL.iter().filter(|r| **r != StyleRole::Faint) {
                let style = theme.style(*role);
                let ratio = theme.contrast_of(style).unwrap();
                assert!(ratio >= least, "{name}: {role} has a contrast of {ratio:.1}");
                let chosen = theme.style(StyleRole::Selected).patch(style);
                let ratio = theme.contrast_of(chosen).unwrap();
                assert!(ratio >= least, "{name}: {role} on the bar has a contrast of {ratio:.1}");
            }
        }
    }

    #[test]
    fn fewer_colours_still_are_colours() {
        let theme = Theme::built_in("dark").unwrap().at(Depth::Cube);
        assert!(matches!(theme.style(StyleRole::Accent).fg, Some(Color::Indexed(16..))));
        let theme = Theme::built_in("light").unwrap().at(Depth::Sixteen);
        assert_eq!(theme.style(StyleRole::Selected).bg, None);
    }

    #[test]
    fn without_colours_every_theme_is_plain() {
        for (name, _) in BUILT_IN {
            let theme = Theme::built_in(name).unwrap().at(Depth::Mono);
            assert!(
                StyleRole::ALL.iter().all(|r| theme.style(*r).fg.is_none() && theme.style(*r).bg.is_none()),
                "{name}"
            );
            assert_eq!(theme.name, *name);
        }
    }
}
