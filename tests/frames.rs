//! Frames of a small session, as text and as role names.

mod shop;

use deltamind::tui::{Theme, frame};

#[test]
fn pictures() {
    let Ok(dir) = std::env::var("FRAMES_OUT") else { return };
    let theme = Theme::built_in(&std::env::var("FRAMES_THEME").unwrap_or("dark".into())).unwrap();
    let list = std::env::var("FRAMES").unwrap_or("60x24:,60x40:,80x24:,100x30:,160x45:".into());
    for spec in list.split(',') {
        let (size, keys) = spec.split_once(':').unwrap();
        let (w, h) = size.split_once('x').unwrap();
        let state = shop::pressed((w.parse().unwrap(), h.parse().unwrap()), 9, keys);
        let buf = frame::render(&state, &theme);
        let name = format!("{dir}/{size}-{}", keys.replace([' ', '/'], "_"));
        std::fs::write(format!("{name}.svg"), frame::svg(&buf, &theme, "deltamind")).unwrap();
        println!("{name}\n{}", frame::text(&buf));
    }
}
