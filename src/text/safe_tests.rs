//! Defines the tests of [`super::SafeText`]: the hostile corpus, and the properties that hold for every text.

use proptest::prelude::*;

use super::*;

fn block(raw: &str) -> String {
    SafeText::block(raw).into_string()
}

#[test]
fn plain_text_is_untouched() {
    for text in ["", "use Postgres", "two\nlines", "naïve – “quoted” … 日本語 한국어 Ελληνικά", "⟨U+202E⟩ ␛"]
    {
        let safe = SafeText::block(text);
        assert_eq!((safe.as_str(), safe.hidden()), (text, false));
    }
}

#[test]
fn controls_become_pictures() {
    for (raw, want) in [
        ("a\0b", "a␀b"),
        ("a\u{7}b\u{8}", "a␇b␈"),
        ("a\u{7f}", "a␡"),
        ("safe\rEVIL", "safe␍EVIL"),
        ("a\r\nb", "a\nb"),
        ("a\u{85}b", "a⟨U+0085⟩b"),
        ("a\tb\n\tc", "a   b\n    c"),
        ("a\u{1b}]0;open\nb", "a␛\nb"),
    ] {
        assert_eq!(block(raw), want, "{raw:?}");
    }
}

#[test]
fn hidden_characters_are_named() {
    for c in [
        '\u{ad}',
        '\u{61c}',
        '\u{180e}',
        '\u{115f}',
        '\u{1160}',
        '\u{3164}',
        '\u{ffa0}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{206f}',
        '\u{feff}',
        '\u{fe0f}',
        '\u{fff9}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e007f}',
        '\u{e0100}',
        '\u{e01ef}',
    ] {
        let safe = SafeText::block(&format!("a{c}b"));
        assert_eq!(safe.as_str(), format!("a⟨U+{:04X}⟩b", u32::from(c)));
        assert!(safe.hidden());
    }
}

#[test]
fn joiners_stay_within_emoji_and_scripts_that_need_them() {
    for text in ["👩‍💻 ❤️ 👨‍👩‍👧‍👦 👍🏽 🏳️‍🌈 1️⃣", "می‌خواهم", "क्‍ष", "🇩🇪"]
    {
        let safe = SafeText::block(text);
        assert_eq!((safe.as_str(), safe.hidden()), (text, false));
    }
    assert_eq!(block("👩\u{1b}[0m\u{200d}💻"), "👩‍💻");
    assert!(block("👩\u{200d}a").contains("⟨U+200D⟩"));
}

#[test]
fn piles_are_capped() {
    let zalgo = format!("a{}b", "\u{301}".repeat(60));
    assert_eq!(block(&zalgo), format!("a{}b", "\u{301}".repeat(8)));
    let chain = "👩\u{200d}".repeat(100) + "👩";
    assert!(block(&chain).graphemes(true).all(|g| g.len() <= CLUSTER));
    let jamo = "\u{1100}".repeat(500);
    assert!(block(&jamo).graphemes(true).all(|g| g.len() <= CLUSTER));
}

#[test]
fn a_line_is_one_line() {
    let safe = SafeText::line("  use\tPostgres\r\n\n  and   sqlx ");
    assert_eq!((safe.as_str(), safe.hidden()), ("use Postgres and sqlx", false));
}

#[test]
fn secrets_go_even_in_pieces() {
    let key = ["AK", "IAQYLPMN5HHHFPZAM2"].concat();
    for raw in [key.clone(), format!("{}\u{1b}[0m{}", &key[..9], &key[9..])] {
        let text = block(&raw);
        assert!(text.starts_with("[redacted:aws-access-token:"), "{text}");
    }
}

/// Pieces that make trouble, mixed with whatever proptest finds.
fn hostile() -> impl Strategy<Value = String> {
    let token = ["gh", "p_abcdefghijklmnopqrstuvwxyz0123456789"].concat();
    let piece = prop_oneof![
        Just("\u{1b}[31m".to_owned()),
        Just("\u{1b}]0;t".to_owned()),
        Just("\u{1b}]52;c;QUFB\u{7}".to_owned()),
        Just("\u{9b}2J".to_owned()),
        Just("\u{1b}".to_owned()),
        Just("\r".to_owned()),
        Just("\r\n".to_owned()),
        Just("\t".to_owned()),
        Just("  ".to_owned()),
        Just("\u{200d}".to_owned()),
        Just("\u{fe0f}".to_owned()),
        Just("👩".to_owned()),
        Just("\u{301}".to_owned()),
        Just("ی".to_owned()),
        Just("\u{1100}".repeat(30)),
        Just("\u{600}".to_owned()),
        Just("secret = ".to_owned()),
        Just(token),
        "[a-z ]{0,6}",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn is_clean(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().all(|(i, &c)| {
        let control = c.is_control() && c != '\n';
        let bidi = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
        let joiner = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}') && i == 0;
        !control && !bidi && !joiner && !('\u{e0000}'..='\u{e0fff}').contains(&c)
    })
}

proptest! {
    #[test]
    fn safe_twice_is_safe_once(raw in hostile()) {
        let block = SafeText::block(&raw);
        prop_assert_eq!(SafeText::block(block.as_str()).into_string(), block.as_str());
        let line = SafeText::line(&raw);
        prop_assert_eq!(SafeText::line(line.as_str()).into_string(), line.as_str());
        prop_assert_eq!(SafeText::block(line.as_str()).into_string(), line.as_str());
    }

    #[test]
    fn nothing_hidden_comes_out(raw in hostile()) {
        let block = SafeText::block(&raw);
        prop_assert!(is_clean(block.as_str()), "{:?}", block);
        let line = SafeText::line(&raw);
        prop_assert!(is_clean(line.as_str()) && !line.as_str().contains('\n'), "{:?}", line);
    }
}
