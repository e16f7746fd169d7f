//! Defines the kinds of secrets that are known by what stands before them: a command's option, a setting, a sentence.

use super::{SecretCheck, SecretKind, kind};

pub(super) const KINDS: &[SecretKind] = &[
    kind(
        "url-password",
        &["://"],
        r#"://[A-Za-z0-9._~%!$&+,;=-]{0,64}:([^\s:/@\[\]<>{}"'`$*\x80-\u{10ffff}]{3,128})@[A-Za-z0-9\[]"#,
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
        "curl-user",
        &["curl"],
        r#"\bcurl\b[^\n]{0,300}?\s(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'$]{1,64}:([^\s"'$][^\s"']{2,127})"#,
        &["curl -s -u admin:", "hunter2hunter2", " https://example.org"],
        "curl -u \"$USER:$PASSWORD\" https://example.org",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "sshpass",
        &["sshpass"],
        r#"\bsshpass\s{1,4}-p\s{0,4}["']?([^\s"'$]{3,128})"#,
        &["sshpass -p ", "hunter2hunter2", " ssh host"],
        "sshpass -e ssh host",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "mysql-password",
        &["mysql", "mariadb"],
        r#"\b(?:mysql|mariadb)(?:dump|admin|import|show)?\b[^\n|;&]{0,200}?\s-p([^\s"'$-][^\s"'$]{2,127})"#,
        &["mysql -u root -p", "hunter2hunter2", " shop"],
        "mysql -u root -p shop",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "redis-password",
        &["redis-cli"],
        r#"\bredis-cli\b[^\n|;&]{0,200}?\s-a\s{1,4}["']?([^\s"'$-][^\s"'$]{2,127})"#,
        &["redis-cli -h db -a ", "hunter2hunter2", " ping"],
        "redis-cli -h db ping",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "docker-login",
        &["docker login", "podman login"],
        r#"\b(?:docker|podman) login\b[^\n|;&]{0,200}?\s(?:-p|--password)[ =]["']?([^\s"'$-][^\s"'$]{2,127})"#,
        &["docker login -u me -p ", "hunter2hunter2", " registry"],
        "docker login --password-stdin registry",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "option",
        &[
            "--pass",
            "--token",
            "--secret",
            "--api-key",
            "--apikey",
            "--access-token",
            "--auth-token",
            "--http-pass",
        ],
        r#"--(?:http-)?(?:password|passwd|passphrase|pass|token|secret|api-?key|access-token|auth-token)[ =]["']?([^\s"'$<>{}()\[\]-][^\s"'$<>{}()\[\]]{4,127})"#,
        &["deploy --password ", "hunter2hunter2", " now"],
        "--password is required, --token FILE names it",
    )
    .checked(SecretCheck::Password),
    kind(
        "netrc",
        &["machine "],
        r"\bmachine\s{1,4}\S{1,128}\s{1,8}login\s{1,4}\S{1,128}\s{1,8}password\s{1,4}(\S{3,128})",
        &["machine example.org login me password ", "hunter2hunter2"],
        "machine learning login pages",
    )
    .checked(SecretCheck::Pattern),
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
        r#"(?i:password|passwort|passwd|pass ?phrase|passcode|kennwort|mot de passe|contrase[ñn]a|senha|pwd)["'`*]{0,3}\s{0,3}(?:(?i:for|of|f[üu]r) [^\n.:=]{1,60}? )?(?:(?i:is now|is still|is|was|ist|lautet|es|est|to)\s*:?|=>|:=|[:=＝：]|%3[Dd]|->|→)\s{0,4}["'`*]{0,3}([^\s"'`,;<>(){}\[\]$*]{5,128})"#,
        &["the password is ", "hunter2hunter2", " for now"],
        "the password is required, password: minimum 12 characters, password = argon2id",
    )
    .checked(SecretCheck::Password),
];
