//! Defines the kinds of secrets that are known by what stands before them: a setting, a sentence, a cell of a table.

use super::{SecretCheck, SecretKind, kind};

/// The characters of a name and a password before `@`.
fn is_of_login(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'(' | b'[' | b',' | b';' | b'=')
}

pub(super) const KINDS: &[SecretKind] = &[
    kind(
        "url-password",
        &["://"],
        r#"://[A-Za-z0-9._~%!$&+,;=-]{0,64}:([^\s:/@\[\]<>{}"'`$*\x80-\u{10ffff}]{3,128}|[^\s:/@\[\]<>{}"'`$*\x80-\u{10ffff}0-9][^\s:@\[\]<>{}"'`$*\x80-\u{10ffff}]{2,127})@[A-Za-z0-9\[]"#,
        &["postgres://app:", "hunter2hunter2", "@db.internal:5432/app"],
        "http://localhost:8080/users/@me",
    ),
    kind(
        "url-token",
        &["://"],
        r"://([A-Za-z0-9_~.-]{16,128})@[A-Za-z0-9\[]",
        &["https://", "Zk2mXv9LpR4tYw8NcB3hJd", "@github.com/shop/app"],
        "ssh://git@github.com/shop/app",
    )
    .random(3.0),
    kind(
        "cookie",
        &["cookie:"],
        r#"(?i:cookie):\s{0,4}["']?[^\s=;"']{1,64}=["']?([A-Za-z0-9+/=._~%|-]{12,})"#,
        &["Cookie: session=", "Zk2mXv9LpR4tYw8NcB3hJd", "; path=/"],
        "Set-Cookie: theme=dark; HttpOnly",
    )
    .random(3.0),
    kind(
        "npmrc",
        &["_authtoken"],
        r#"_(?i:authToken)\s?=\s?["']?([A-Za-z0-9+/=_.-]{12,})"#,
        &["//registry.npmjs", ".org/:_authToken=", "Zk2mXvLpRtYwNcBhJdFgSaQe"],
        "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "password-hash",
        &["$apr1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$argon2"],
        r"\$(?:apr1|2[aby]|[56]|argon2(?:id|i|d))\$[A-Za-z0-9./$=,+-]{20,}",
        &["$2b$", "12$", "Zk2mXv9LpR4tYw8NcB3hJdeFgS1aQeUoIxT5VyZk2mXv9LpR4tYw8"],
        "awk '{ print $5$6 }' and $6$ are no hashes",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "pgpass",
        &[":5432:", ":5433:", ":6432:"],
        r":(?:5432|5433|6432):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:]{5,128})",
        &["db.internal:5432:*:app:", "hunter2hunter2"],
        "localhost:5432:5432 maps the port",
    )
    .checked(SecretCheck::Password),
    kind(
        "xml-password",
        &["<password>", "<passphrase>", "<token>", "<secret>", "<apikey>"],
        r"<(?i:password|passphrase|token|secret|apikey)>([^\s<>$]{5,128})</",
        &["<password>", "hunter2hunter2", "</password>"],
        "<password>secret</password> and <token>${env.TOKEN}</token>",
    )
    .checked(SecretCheck::Password),
    kind(
        "spoken-token",
        &["token ", "api key ", "api-key ", "secret "],
        r#"(?i:token|api[ -]key|secret) (?:(?i:is|was) )?["'`]?([A-Za-z0-9_-]{20,})"#,
        &["the token is ", "Zk2mXv9LpR4tYw8NcB3hJd6F", " for now"],
        "the token 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b, secret session_user_settings_2",
    )
    .random(3.9),
    kind(
        "authorization",
        &["authorization", "bearer "],
        r#"(?i:authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token)|\bbearer)\s{1,4}([A-Za-z0-9+/=._~-]{16,})"#,
        &["Authorization: Bea", "rer Zk2mXv9LpR4tYw8NcB3hJd"],
        "Authorization: Bearer authentication-required",
    )
    .random(3.0),
    kind(
        "generic",
        &["key", "token", "secret", "passw", "pwd", "credential"],
        r#"(?i:key|token|secret|password|passwd|pwd|credentials?)["'`]?\s{0,4}(?:=>|:=|[:=＝：]|%3[Dd])\s{0,4}["'`]?([A-Za-z0-9+/_~!@#%^&*.-]{16,}={0,2})"#,
        &["API_TOKEN=", "Zk2mXv9LpR4tYw8NcB3h"],
        "cache_key = sessions.user.settings",
    )
    .random(3.5),
    kind(
        "generic-hex",
        &["key", "token", "secret", "passw", "pwd", "credential"],
        r#"(?i:key|token|secret|password|passwd|pwd|credentials?)["'`]?\s{0,4}(?:=>|:=|[:=＝：]|%3[Dd])\s{0,4}["'`]?([0-9a-f]{24,})\b"#,
        &["DD_API_KEY=", "0a1b0a1b2c3d0a1b2c3d0a1b"],
        "key: 0000000000",
    )
    .random(2.8),
    kind(
        "password",
        &["passw", "passphrase", "pass phrase", "passcode", "kennwort", "mot de passe", "contrase", "senha", "pwd"],
        r#"(?i:password|passwort|passwd|pass ?phrase|passcode|kennwort|mot de passe|contrase[ñn]a|senha|pwd)["'`*]{0,3}\s{0,3}(?:(?i:for|of|f[üu]r) [^\n.:=]{1,60}? )?(?:(?i:is now|is still|is|was|ist|lautet|es|est|to|è|é)\s*:?|=>|:=|[:=＝：|]|%3[Dd]|->|→|\t)\s{0,4}(?:[|>][-+]?\s{1,24})?["'`*]{0,3}\s{0,2}["'`*]{0,3}([^\s"'`,;|<>(){}\[\]$*]{5,128})"#,
        &["the password is ", "hunter2hunter2", " for now"],
        "the password is required, password: minimum 12 characters, password = argon2id",
    )
    .checked(SecretCheck::Password),
    kind(
        "password-elsewhere",
        &[
            "пароль", "Пароль", "has\u{142}o", "heslo", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "jelszó",
            "parola", "şifre", "palavra-passe", "密码", "密碼", "口令", "パスワード", "비밀번호",
        ],
        r#"(?:[пП]ароль|(?i:hasło|heslo|wachtwoord|lösenord|adgangskode|passord|salasana|jelszó|parola|şifre|palavra-passe)|密码|密碼|口令|パスワード|비밀번호)["'`*]{0,3}\s{0,3}(?:(?:is|to|jest|je|är|er|on|é|este|—|是|为|為|は|은|는)\s{0,2}[:：]?|=>|[:=＝：|])\s{0,4}["'`*「“]{0,3}\s{0,2}["'`*]{0,3}([^\s"'`,;|<>(){}\[\]$*」”。、]{5,128})"#,
        &["пароль: ", "hunter2hunter2"],
        "пароль: обязателен; 密码是必填的; wachtwoord is verplicht",
    )
    .checked(SecretCheck::Password),
    kind(
        "with-password",
        &["with password ", "with the password ", "and password ", "use password ", "using password ", "my pw", "the pw", "pw:", "pw is "],
        r#"(?i:(?:with|and|use|using)(?: the)? password|\b(?:(?:my|the) )?pw\s?(?:is|:|=))\s{1,4}["'`*]{0,3}([^\s"'`,;|<>(){}\[\]$*]{5,128})"#,
        &["log in with password ", "hunter2hunter2"],
        "with password hashing, with password v2, pw: none",
    )
    .checked(SecretCheck::Password),
    kind(
        "credentials",
        &["credentials", "creds", "log in with ", "login with ", "log in as ", "login as ", "sign in with ", "sign in as "],
        r#"(?i:(?:credentials|creds)(?: are|:| =|=)|(?:log ?in|sign in) (?:with|as))\s{1,4}["'`*]{0,3}[A-Za-z0-9._@+-]{1,64}["'`*]{0,3}\s?[/:]\s?["'`*]{0,3}([^\s"'`,;|<>(){}\[\]$*/]{5,128})"#,
        &["log in with admin / ", "hunter2hunter2"],
        "credentials: see docs/setup; log in as admin: then go on",
    )
    .checked(SecretCheck::Password),
    kind(
        "pin",
        &["pin is ", "pin: ", "pin code", "passcode is ", "otp is ", "otp: "],
        r"\b(?i:pin|pin code|passcode|otp)(?: is|:)\s{1,4}([0-9]{6,12})\b",
        &["the PIN is ", "482139771265"],
        "pin: 13, the pin is 2024, OTP is optional",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "sql-password",
        &["identified by ", "identified with ", "password '"],
        r"(?i:identified (?:with \S{1,40} )?(?:by|as)(?: password)?|password)\s{1,4}'([^\s']{5,128})(?:'|…|$)",
        &["CREATE USER app IDENTIFIED BY '", "hunter2hunter2", "'"],
        "ALTER USER app PASSWORD 'required'",
    )
    .checked(SecretCheck::Password),
    kind(
        "form-password",
        &["\"password\""],
        r#"(?i:"password")[^<>\n:]{0,120}?\b(?i:value)=["']([^\s"'<>$]{5,128})(?:["'…]|$)"#,
        &["<input name=\"password\" value=\"", "hunter2hunter2", "\">"],
        "<input type=\"password\" value=\"\">",
    )
    .checked(SecretCheck::Password),
    kind(
        "host-password",
        &["@"],
        r"[A-Za-z0-9_.+-]{1,64}:([^\s:/@\x22'`<>\[\]{}()$,;]{5,128})@(?:localhost|[A-Za-z][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,62}){0,6}):?(?:[0-9]{2,5}\b|/[A-Za-z0-9])",
        &["app:", "hunter2hunter2", "@db.internal:5432/app"],
        "mail me@example.org/x, image redis:7.2@sha256:0a1b2c3d, npm:left18@18.2.0/x",
    )
    .after(96, is_of_login)
    .checked(SecretCheck::Password),
];
