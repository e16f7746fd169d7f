//! Defines the arithmetic of colours: RGB values, the nearest colour of a terminal, contrast.

use ratatui::style::Color;

use super::Depth;

/// A colour as CSS.
pub fn hex(colour: Color) -> String {
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

/// Red, green and blue, where they are known.
pub fn rgb(colour: Color) -> Option<(u8, u8, u8)> {
    match colour {
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(n) if n >= 232 => Some((8 + (n - 232) * 10, 8 + (n - 232) * 10, 8 + (n - 232) * 10)),
        Color::Indexed(n) if n >= 16 => {
            Some((cube_level((n - 16) / 36), cube_level((n - 16) / 6 % 6), cube_level((n - 16) % 6)))
        }
        named => SIXTEEN.iter().find(|(c, _)| *c == named).map(|(_, v)| *v),
    }
}

/// Brightness of a step, 0 to 5, of xterm's colour cube.
const fn cube_level(step: u8) -> u8 {
    if step == 0 { 0 } else { 55 + step * 40 }
}

/// The nearest colour a terminal of `depth` can show.
pub fn reduce(colour: Color, depth: Depth) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    let wanted = (r, g, b);
    match depth {
        Depth::True | Depth::Mono => colour,
        Depth::Cube => (16..=255)
            .map(Color::Indexed)
            .min_by_key(|c| rgb(*c).map_or(i32::MAX, |v| distance(v, wanted)))
            .unwrap_or(colour),
        Depth::Sixteen => SIXTEEN.iter().min_by_key(|(_, v)| distance(*v, wanted)).map_or(colour, |(c, _)| *c),
    }
}

/// Squared Euclidean distance in RGB.
fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> i32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)].iter().map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2)).sum()
}

/// Contrast ratio of two colours by WCAG 2, from 1 to 21.
pub fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
    let (x, y) = (luminance(a), luminance(b));
    (x.max(y) + 0.05) / (x.min(y) + 0.05)
}

/// Relative luminance by WCAG 2, from 0 to 1.
fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// An sRGB channel without its gamma, from 0 to 1.
fn linear(channel: u8) -> f64 {
    let v = f64::from(channel) / 255.0;
    if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}
