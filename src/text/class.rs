//! Defines the classes of characters that the sanitizer distinguishes: hidden ones, emoji, letters that join.

use unicode_width::UnicodeWidthChar;

/// Whether a character is invisible but changes how the text looks or reads: direction marks, zero-width spaces,
/// fillers, tags, variation selectors, and the invisible operators.
pub(super) const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character can be part of an emoji sequence, skin tones included.
pub(super) const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{23ff}' | '\u{24c2}' | '\u{25a0}'..='\u{27bf}' | '\u{2934}' | '\u{2935}'
        | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

/// Whether a letter is of a script in which a joiner or non-joiner changes the shape of letters or the word.
pub(super) const fn is_joining_letter(c: char) -> bool {
    matches!(c,
        '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}' | '\u{6ee}'..='\u{6ff}' | '\u{750}'..='\u{77f}'
        | '\u{8a0}'..='\u{8c9}' | '\u{900}'..='\u{dff}' | '\u{1780}'..='\u{17b3}')
}

/// Whether a character is a mark, drawn over the character before it.
pub(super) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && !is_jamo(c) && UnicodeWidthChar::width(c) == Some(0)
}

/// Whether a character is a Hangul letter, which combine into syllables in runs of any length.
const fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}')
}

/// Whether a character can grow the grapheme before or after it beyond a base and its marks.
pub(super) const fn may_join(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{590}'..='\u{1dff}' | '\u{200c}' | '\u{200d}'
        | '\u{20d0}'..='\u{20ff}' | '\u{a66f}'..='\u{abff}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{fe00}'..='\u{fe2f}' | '\u{ff9e}' | '\u{ff9f}' | '\u{10a00}'..='\u{11fff}'
        | '\u{16000}'..='\u{16fff}' | '\u{1d100}'..='\u{1d2ff}' | '\u{1e000}'..='\u{1e9ff}'
        | '\u{1f3fb}'..='\u{1f3ff}')
}
