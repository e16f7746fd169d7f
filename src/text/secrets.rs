//! Defines the kinds of secrets that are recognised, as one table.
//!
//! Every row is chosen for precision: a prefix reserved by an issuer, or a name such as `secret` followed by a random
//! value. The examples are split into pieces, so that no secret scanner reports this file.

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
    /// The most digits before the keyword that belong to the secret.
    pub digits: usize,
    /// Least Shannon entropy of the secret in bits per character, where the pattern alone is too broad. Such a
    /// secret must also hold both a digit and a letter.
    pub entropy: Option<f64>,
    /// A text with an invented secret of this kind, in pieces.
    pub example: &'static [&'static str],
    /// A similar text that is no secret.
    pub counter: &'static str,
}

const fn kind(
    id: &'static str,
    keywords: &'static [&'static str],
    pattern: &'static str,
    example: &'static [&'static str],
    counter: &'static str,
) -> SecretKind {
    SecretKind { id, keywords, pattern, digits: 0, entropy: None, example, counter }
}

const fn after_digits(digits: usize, kind: SecretKind) -> SecretKind {
    SecretKind { digits, ..kind }
}

const fn random(bits: f64, kind: SecretKind) -> SecretKind {
    SecretKind { entropy: Some(bits), ..kind }
}

/// Every kind, the more specific ones first: the first kind that matches a text names it.
pub const SECRETS: &[SecretKind] = &[
    kind(
        "private-key",
        &["-----begin"],
        r"-----BEGIN[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----(?:[\x00-\x7f]*?-----END[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\]*)",
        &["-----BEGIN RSA PRIV", "ATE KEY-----\nMIIEow", "IBAAKCAQEA\n-----END RSA PRIV", "ATE KEY-----"],
        "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    ),
    kind(
        "aws-access-token",
        &["akia", "asia", "abia", "acca", "a3t"],
        r"\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b",
        &["AK", "IAQYLPMN5HHHFPZAM2"],
        "AKIAIOSFODNN7EXAMPLE",
    ),
    kind(
        "aws-secret-key",
        &["aws_secret_access_key", "secretaccesskey"],
        r#"(?i:aws_secret_access_key|SecretAccessKey)["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9/+]{40})\b"#,
        &["aws_secret_access_key = ", "q7Zk2mXv9LpR4tYw", "8NcB3hJd6FgS1aQeUoIxT5Vy"],
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ),
    kind(
        "anthropic-key",
        &["sk-ant-"],
        r"\bsk-ant-(?:api|admin|oat|ort|sid)[0-9]{2}-[A-Za-z0-9_-]{20,}",
        &["sk-an", "t-api03-", "Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQe"],
        "sk-ant-api03-...",
    ),
    random(
        3.5,
        kind(
            "openai-key",
            &["sk-"],
            r"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}",
            &["sk", "-proj-", "Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQe"],
            "sk-folding-cube-wrapper-outer",
        ),
    ),
    kind(
        "github-token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"\bgh[pousr]_[A-Za-z0-9]{36,255}",
        &["gh", "p_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5"],
        "ghp_token_goes_here",
    ),
    kind(
        "github-pat",
        &["github_pat_"],
        r"\bgithub_pat_[A-Za-z0-9_]{40,255}",
        &["github", "_pat_11ABCDEFG0Zk2mXv9LpR4t_Yw8NcB3hJd6FgS1aQeUoIxT5Vy"],
        "github_pat_your_token",
    ),
    kind(
        "gitlab-token",
        &["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glft-", "glagent-", "gloas-"],
        r"\bgl(?:pat|dt|rt|ptt|cbt|ft|agent|oas)-[A-Za-z0-9_-]{20,}",
        &["glp", "at-Zk2mXv9LpR4tYw8NcB3h"],
        "glpat-short",
    ),
    kind(
        "slack-token",
        &["xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-", "xoxe-", "xapp-"],
        r"\b(?:xox[abeprs]|xapp)-[0-9][A-Za-z0-9-]{16,}",
        &["xo", "xb-210987654321-Zk2mXv9LpR4tYw8N"],
        "xoxb-your-token-here-please",
    ),
    kind(
        "slack-webhook",
        &["hooks.slack.com/"],
        r"\bhooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/+_-]{20,}",
        &["https://hooks.sl", "ack.com/services/T0AAAAAAA/B0BBBBBBB/Zk2mXv9LpR4tYw8N"],
        "https://hooks.slack.com/services/",
    ),
    kind(
        "discord-webhook",
        &["/api/webhooks/"],
        r"/api/webhooks/[0-9]{15,20}/[A-Za-z0-9_-]{60,}",
        &[
            "https://discord.com/api/webh",
            "ooks/123456789012345678/Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5Zk2mXv9LpR4tYw8NcB3hJd6FgS1a",
        ],
        "POST /api/webhooks/123/deliveries",
    ),
    kind(
        "stripe-key",
        &["sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_prod_", "rk_prod_"],
        r"\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}",
        &["sk_li", "ve_51Zk2mXv9LpR4tYw8NcB"],
        "sk_live_xxx",
    ),
    kind(
        "webhook-secret",
        &["whsec_"],
        r"\bwhsec_[A-Za-z0-9+/]{24,}={0,2}",
        &["whs", "ec_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQe"],
        "whsec_...",
    ),
    kind(
        "google-api-key",
        &["aiza"],
        r"\bAIza[A-Za-z0-9_-]{35}",
        &["AI", "zaZk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT"],
        "AIzaShort",
    ),
    kind(
        "google-oauth",
        &["gocspx-", "ya29."],
        r"\b(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,})",
        &["GOC", "SPX-Zk2mXv9LpR4tYw8NcB3hJd6FgS1a"],
        "ya29.something",
    ),
    kind(
        "npm-token",
        &["npm_"],
        r"\bnpm_[A-Za-z0-9]{36}\b",
        &["np", "m_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5"],
        "npm_config_registry=https://registry.npmjs.org",
    ),
    kind(
        "pypi-token",
        &["pypi-age"],
        r"\bpypi-AgE[A-Za-z0-9_-]{50,}",
        &["py", "pi-AgEIcHlwaS5vcmcCJDZkMm1YdjlMcFI0dFl3OE5jQjNoSmQ2RmdTMWFRZVVvSXhUNQ"],
        "pypi-agent",
    ),
    kind(
        "huggingface-token",
        &["hf_"],
        r"\bhf_[A-Za-z0-9]{34,}\b",
        &["h", "f_ZkmXvLpRtYwNcBhJdFgSaQeUoIxTVyZkmX"],
        "hf_hub_download",
    ),
    kind(
        "jwt",
        &["eyj"],
        r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?",
        &["ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"],
        "eyJhbGciOiJIUzI1NiJ9",
    ),
    kind(
        "age-key",
        &["age-secret-key-1"],
        r"\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
        &["AGE-SEC", "RET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE"],
        "AGE-SECRET-KEY-1...",
    ),
    kind(
        "onepassword-key",
        &["a3-"],
        r"\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b",
        &["A", "3-ASWWYB-798JRY-LJVD4-23DC2-86TVM-H43EB"],
        "paper size A3-LANDSCAPE",
    ),
    kind(
        "onepassword-token",
        &["ops_eyj"],
        r"\bops_eyJ[A-Za-z0-9+/=_-]{50,}",
        &["op", "s_eyJzaWduSW5BZGRyZXNzIjoibXkuMXBhc3N3b3JkLmNvbSIsInVzZXJBdXRoIjp7Im1l"],
        "ops_eyJ",
    ),
    kind(
        "sendgrid-key",
        &["sg."],
        r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
        &["S", "G.Zk2mXv9LpR4tYw8NcB3hJd.Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk2mX"],
        "SG.UTF-8",
    ),
    kind(
        "digitalocean-token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        r"\bdo[opr]_v1_[a-f0-9]{64}\b",
        &["do", "p_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"],
        "dop_v1_token",
    ),
    after_digits(
        10,
        kind(
            "telegram-token",
            &[":aa"],
            r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
            &["1234567890:A", "AZk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoI"],
            "12:AAB",
        ),
    ),
    kind(
        "shopify-token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b",
        &["shp", "at_0123456789abcdef0123456789abcdef"],
        "shpat_token",
    ),
    kind(
        "databricks-token",
        &["dapi"],
        r"\bdapi[a-f0-9]{32}\b",
        &["dap", "i0123456789abcdef0123456789abcdef"],
        "dapi endpoint",
    ),
    kind(
        "vault-token",
        &["hvs.", "hvb."],
        r"\bhv[bs]\.[A-Za-z0-9_-]{24,}",
        &["hv", "s.Zk2mXv9LpR4tYw8NcB3hJd6FgS1a"],
        "hvs.read()",
    ),
    kind(
        "linear-key",
        &["lin_api_"],
        r"\blin_api_[A-Za-z0-9]{40}\b",
        &["lin", "_api_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk"],
        "lin_api_client",
    ),
    kind(
        "notion-token",
        &["ntn_"],
        r"\bntn_[0-9]{11}[A-Za-z0-9]{35}\b",
        &["nt", "n_12345678901Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT"],
        "ntn_page",
    ),
    kind(
        "model-host-key",
        &["gsk_", "xai-", "r8_", "pplx-"],
        r"\b(?:gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{60,}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,})\b",
        &["gs", "k_Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk2mXv9LpR4tYw"],
        "pplx-api",
    ),
    kind(
        "docker-token",
        &["dckr_pat_"],
        r"\bdckr_pat_[A-Za-z0-9_-]{27}",
        &["dck", "r_pat_Zk2mXv9LpR4tYw8NcB3hJd6FgS1"],
        "dckr_pat_x",
    ),
    kind(
        "supabase-token",
        &["sbp_"],
        r"\bsbp_[a-f0-9]{40}\b",
        &["sb", "p_0123456789abcdef0123456789abcdef01234567"],
        "sbp_role",
    ),
    kind(
        "azure-storage-key",
        &["accountkey="],
        r"(?i:AccountKey)=([A-Za-z0-9+/]{80,}={0,2})",
        &["AccountK", "ey=Zk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk2mXv9LpR4tYw8NcB3hJd6FgS1aQeUoIxT5VyZk2mXv9Lp=="],
        "AccountKey=UseDevelopmentStorage",
    ),
    kind(
        "url-password",
        &["://"],
        r#"://[A-Za-z0-9._~%!$&+,;=-]{0,64}:([^\s:/@\[\]<>{}"'`$*\x80-\u{10ffff}]{3,128})@[A-Za-z0-9\[]"#,
        &["postgres://app:", "hunter2hunter2@db.internal:5432/app"],
        "http://localhost:8080/users/@me",
    ),
    random(
        3.0,
        kind(
            "authorization",
            &["authorization", "bearer "],
            r#"(?i:authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token)|\bbearer)\s{1,4}([A-Za-z0-9+/=._~-]{16,})"#,
            &["Authorization: Bea", "rer Zk2mXv9LpR4tYw8NcB3hJd"],
            "Authorization: Bearer authentication-required",
        ),
    ),
    random(
        3.5,
        kind(
            "generic",
            &["key", "token", "secret", "passw", "pwd", "credential"],
            r#"(?i:key|token|secret|password|passwd|pwd|credentials?)["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'`]?([A-Za-z0-9+/_~!@#%^&*.-]{16,}={0,2})"#,
            &["API_TOKEN=", "Zk2mXv9LpR4tYw8NcB3h"],
            "cache_key = sessions.user.settings",
        ),
    ),
];
