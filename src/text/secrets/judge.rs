//! Defines the checks of what a pattern matched: how random it is, and whether it looks like a password.

use super::{SecretCheck, SecretKind};

/// Whether what a pattern matched is a secret.
pub(in crate::text) fn is_secret(secret: &str, row: &SecretKind) -> bool {
    if secret.contains("EXAMPLE") || secret.contains(crate::text::REDACTED) {
        return false;
    }
    let mixed = || secret.bytes().any(|b| b.is_ascii_digit()) && secret.bytes().any(|b| b.is_ascii_alphabetic());
    match row.check {
        SecretCheck::Prefix | SecretCheck::Pattern => true,
        SecretCheck::Random(least) => mixed() && !is_stand_in(secret) && entropy(secret) >= least,
        SecretCheck::Password => is_password(secret),
    }
}

/// Words that stand where a password could, and hold a digit.
const ALGORITHMS: &[&str] = &[
    "argon2", "sha", "md5", "bcrypt", "pbkdf2", "scrypt", "base64", "base32", "utf", "oauth", "aes", "x509", "http",
    "ed25519",
];

/// Whether a word looks like a password: letters with digits or signs, or six digits and more. No path, no call, no
/// number with a unit.
fn is_password(word: &str) -> bool {
    let word = word.trim_end_matches(['.', '!', '?', ':', '|', '\\']);
    let lower = word.to_ascii_lowercase();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let unit = word[digits..].trim_start_matches('-');
    let counts = digits > 0 && unit.bytes().all(|b| b.is_ascii_lowercase());
    if word.len() < 5
        || word.starts_with(['/', '~', '.', '-', '&', '@', '%', '#', '|', '!', '='])
        || word.contains("::")
        || word.contains("://")
        || (counts && !unit.is_empty())
        || is_stand_in(word)
        || ALGORITHMS.iter().any(|name| lower.starts_with(name))
    {
        return false;
    }
    let letter = word.bytes().any(|b| b.is_ascii_alphabetic());
    let sign =
        word.bytes().any(|b| b.is_ascii_digit() || matches!(b, b'!' | b'@' | b'#' | b'%' | b'^' | b'&' | b'+' | b'?'));
    if letter { sign } else { digits >= 6 && digits == word.len() }
}

/// Whether the secret is a placeholder as used in documentation.
pub(in crate::text) fn is_stand_in(secret: &str) -> bool {
    let lower = secret.to_ascii_lowercase();
    ["example", "placeholder", "changeme", "your-", "your_", "xxxx", "redacted", "dummy"]
        .iter()
        .any(|word| lower.contains(word))
}

/// Shannon entropy in bits per byte.
pub(in crate::text) fn entropy(secret: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for b in secret.bytes() {
        counts[usize::from(b)] += 1;
    }
    let total = secret.len() as f64;
    counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / total).map(|p| -p * p.log2()).sum()
}
