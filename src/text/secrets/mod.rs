//! Defines the kinds of secrets that are recognised, as one table in four parts.
//!
//! Every row is chosen for precision: a prefix reserved by an issuer, a name such as `secret` followed by a random value,
//! or a command or a sentence that gives a password. The kinds are those of gitleaks' public rules that can be known
//! without the issuer's name beside them, and some more. The examples are split into pieces, so that no secret scanner
//! reports these files.

mod commands;
mod common;
mod issuers;
pub(super) mod judge;
mod spoken;

/// One kind of secret.
#[derive(Debug, Clone, Copy)]
pub struct SecretKind {
    /// The word shown in place of the secret.
    pub id: &'static str,
    /// Lower-case words one of which starts every match of this kind.
    pub keywords: &'static [&'static str],
    /// A regular expression that matches from the keyword on; its first group, if it has one, is the secret. A leading
    /// `\b` requires that no ASCII letter, digit or underscore precedes it.
    pub pattern: &'static str,
    /// The most characters before the keyword that belong to the secret, and which ones these are.
    pub before: (usize, fn(u8) -> bool),
    /// A further check of the secret, where the pattern alone is too broad.
    pub check: SecretCheck,
    /// A text with an invented secret of this kind, in pieces.
    pub example: &'static [&'static str],
    /// A similar text that is no secret.
    pub counter: &'static str,
}

/// A check of what a pattern matched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SecretCheck {
    /// The pattern is enough: its prefix is reserved. Such a secret counts too when its end was cut off.
    Prefix,
    /// The pattern is enough.
    Pattern,
    /// Least Shannon entropy in bits per character; the secret must also hold both a digit and a letter.
    Random(f64),
    /// It looks like a password: no plain word, no path, no name of an algorithm, no number with a unit.
    Password,
}

const fn kind(
    id: &'static str,
    keywords: &'static [&'static str],
    pattern: &'static str,
    example: &'static [&'static str],
    counter: &'static str,
) -> SecretKind {
    SecretKind { id, keywords, pattern, before: (0, is_digit), check: SecretCheck::Prefix, example, counter }
}

impl SecretKind {
    const fn after(self, most: usize, of: fn(u8) -> bool) -> Self {
        Self { before: (most, of), ..self }
    }

    const fn checked(self, check: SecretCheck) -> Self {
        Self { check, ..self }
    }

    const fn random(self, bits: f64) -> Self {
        self.checked(SecretCheck::Random(bits))
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn is_dash(byte: u8) -> bool {
    byte == b'-'
}

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'~' | b'.' | b'-')
}

// Pieces of invented secrets: letters and digits by their number, and hexadecimal digits.
const A24: &str = "Zk2mXv9LpR4tYw8NcB3hJd6F";
const A36: &str = "Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5";
const A64: &str = "Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk2mXv9LpR4tYw8NcB3hJd6FgS";
const H16: &str = "0a1b2c3d4e5f6789";
const H32: &str = "0a1b2c3d4e5f67890f1e2d3c4b5a6978";
const H40: &str = "0a1b2c3d4e5f67890f1e2d3c4b5a697801234567";
const H64: &str = "0a1b2c3d4e5f67890f1e2d3c4b5a69780a1b2c3d4e5f67890f1e2d3c4b5a6978";

/// Every kind, the more specific ones first: the first kind that matches a text names it.
pub static SECRETS: [&SecretKind; COUNT] = joined();

const COUNT: usize = common::KINDS.len() + issuers::KINDS.len() + commands::KINDS.len() + spoken::KINDS.len();

const fn joined() -> [&'static SecretKind; COUNT] {
    let mut out = [&common::KINDS[0]; COUNT];
    let parts = [common::KINDS, issuers::KINDS, commands::KINDS, spoken::KINDS];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            out[at] = &parts[part][row];
            at += 1;
            row += 1;
        }
        part += 1;
    }
    out
}
