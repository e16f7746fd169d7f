//! Defines the kinds of secrets that are known by the command that is given them.

use super::{SecretCheck, SecretKind, kind};

/// The letters before `zip` and `rar` that belong to the command.
fn is_un(byte: u8) -> bool {
    matches!(byte, b'u' | b'n')
}

pub(super) const KINDS: &[SecretKind] = &[
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
        "pass-option",
        &["-passin", "-passout", "-storepass", "-keypass", "-pass pass:", "-srcstorepass", "-deststorepass"],
        r#"-(?:passin|passout|pass|storepass|keypass|srcstorepass|deststorepass)\s{1,4}(?:pass:)?["']?([^\s"'$:][^\s"'$:]{2,127})(?:["'\s]|$)"#,
        &["openssl rsa -passin pass:", "hunter2hunter2", " -in k.pem"],
        "openssl rsa -passin env:PASS; keytool -storepass \"$STORE\"",
    )
    .checked(SecretCheck::Password),
    kind(
        "sqlplus",
        &["sqlplus", "sqlldr", "expdp", "impdp"],
        r#"\b(?:sqlplus|sqlldr|expdp|impdp)\b[^\n|;&]{0,80}?\s["']?[^\s/"']{1,64}/["']?([^\s/@"'$]{5,128})(?:["'@\s…]|$)"#,
        &["sqlplus system/", "hunter2hunter2", "@db"],
        "sqlplus / as sysdba",
    )
    .checked(SecretCheck::Password),
    kind(
        "samba-password",
        &["smbclient", "rpcclient", "smbmap", "wmic "],
        r#"\b(?:smbclient|rpcclient|smbmap|wmic)\b[^\n|;&]{0,200}?\s(?:-U|--user)[ =]?["']?[^\s%"']{1,64}%([^\s"'$]{3,128})"#,
        &["smbclient -U admin%", "hunter2hunter2", " //host/share"],
        "smbclient -U admin //host/share",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "archive-password",
        &["zip ", "7z ", "7za ", "rar "],
        r#"\b(?:(?:un)?zip\b[^\n|;&]{0,120}?\s-P\s{1,4}|(?:7za?|(?:un)?rar)\b[^\n|;&]{0,120}?\s-(?:p|hp))["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["zip -r -P ", "hunter2hunter2", " a.zip f"],
        "unzip -p a.zip f; 7z x a.7z",
    )
    .after(2, is_un)
    .checked(SecretCheck::Password),
    kind(
        "ldap-password",
        &["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldappasswd", "ldapwhoami"],
        r#"\bldap(?:search|modify|add|delete|passwd|whoami)\b[^\n|;&]{0,300}?\s-[ws]\s{0,4}["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["ldapsearch -x -D cn=admin -w ", "hunter2hunter2", " -b dc=x"],
        "ldapsearch -x -W -b dc=x -s subtree",
    )
    .checked(SecretCheck::Password),
    kind(
        "mongo-password",
        &["mongo"],
        r#"\bmongo(?:sh|dump|restore|export|import|stat)?\b[^\n|;&]{0,200}?\s-p\s{0,4}["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["mongosh -u admin -p ", "hunter2hunter2", " shop"],
        "mongosh -u admin -p --port 27017",
    )
    .checked(SecretCheck::Password),
    kind(
        "htpasswd",
        &["htpasswd"],
        r#"\bhtpasswd\s{1,4}(?:-\S{1,12}\s{1,4}){1,6}(?:[^\s-]\S{0,200}\s{1,4})?\S{1,64}\s{1,4}["']?([^\s"'$]{5,128})"#,
        &["htpasswd -b -c .htpasswd admin ", "hunter2hunter2"],
        "htpasswd -c .htpasswd admin",
    )
    .checked(SecretCheck::Password),
    kind(
        "ssh-keygen",
        &["ssh-keygen"],
        r#"\bssh-keygen\b[^\n|;&]{0,200}?\s-[NP]\s{0,4}["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["ssh-keygen -t ed25519 -N '", "hunter2hunter2", "' -f key"],
        "ssh-keygen -t ed25519 -N '' -f key",
    )
    .checked(SecretCheck::Password),
    kind(
        "piped-password",
        &["echo ", "printf "],
        r#"\b(?:echo|printf)\s{1,4}(?:-\S{1,4}\s{1,4}|["']%s(?:\\n)?["']\s{1,4})?["']?(?:[A-Za-z0-9._-]{1,64}:)?([^\s"'|$]{3,128})["']?\s{0,4}\|\s{0,4}(?:sudo (?:-S|chpasswd)|chpasswd|passwd|cryptsetup|(?:docker|podman|helm|gh|az|oras|npm|vault|bw|op|doas|kinit|smbpasswd)\b)"#,
        &["echo ", "hunter2hunter2", " | sudo -S ls"],
        "echo \"$PASS\" | docker login --password-stdin",
    )
    .checked(SecretCheck::Password),
    kind(
        "here-string",
        &["<<<"],
        r#"<<<\s?["']?(?:[A-Za-z0-9._-]{1,64}:)?([^\s"'$|;&()]{5,128})"#,
        &["passwd bob <<< \"", "hunter2hunter2", "\""],
        "wc -c <<< \"$words\"; cat <<< hello",
    )
    .checked(SecretCheck::Password),
    kind(
        "environment",
        &["env ", "setx ", "setenv ", "arg "],
        r#"\b(?i:env|setx|setenv|arg)\s{1,4}[A-Za-z0-9_]{0,64}(?i:password|passwd|secret|token|api_?key|_pwd|_pass|private_key)[A-Za-z0-9_]{0,32}\s{1,4}["']?([^\s"'$=-][^\s"'$=]{4,127})"#,
        &["ENV DB_PASSWORD ", "hunter2hunter2"],
        "ENV TOKEN_COUNT many; the env PASSWORD variable",
    )
    .checked(SecretCheck::Password),
    kind(
        "net-user",
        &["net user "],
        r#"\b(?i:net user)\s{1,4}[^\s/]{1,64}\s{1,4}["']?([^\s"'$/*][^\s"'$]{4,127})"#,
        &["net user bob ", "hunter2hunter2", " /add"],
        "net user bob /delete",
    )
    .checked(SecretCheck::Password),
    kind(
        "login-option",
        &["az login", "oc login", "argocd login", "cf login", "helm registry login", "twine upload"],
        r#"\b(?:(?:az|oc|argocd|cf|helm registry) login|twine upload)\b[^\n|;&]{0,200}?\s-p[ =]["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["az login --service-principal -u me -p ", "hunter2hunter2"],
        "az login -u me -p --tenant x",
    )
    .checked(SecretCheck::Password),
    kind(
        "lftp",
        &["lftp"],
        r#"\blftp\b[^\n|;&]{0,200}?\s(?:-u|--user)[ =]["']?[^\s,"']{1,64},([^\s"'$]{3,128})"#,
        &["lftp -u bob,", "hunter2hunter2", " host"],
        "lftp -u bob host",
    )
    .checked(SecretCheck::Pattern),
    kind(
        "vault-put",
        &["vault kv put", "vault write", "vault kv patch"],
        r#"\bvault (?:kv put|kv patch|write)\s{1,4}\S{1,128}\s{1,4}[^\s=]{1,64}=["']?([^\s"'$@][^\s"'$]{4,127})"#,
        &["vault kv put secret/shop value=", "hunter2hunter2"],
        "vault kv put secret/shop value=@file",
    )
    .checked(SecretCheck::Password),
    kind(
        "secret-body",
        &["gh secret set", "gh variable set", "heroku config:set", "fly secrets set", "flyctl secrets set", "wrangler secret put"],
        r#"\b(?:gh (?:secret|variable) set\b[^\n|;&]{0,200}?\s(?:--body|-b)[ =]|(?:heroku config:set|fly(?:ctl)? secrets set)\b[^\n|;&]{0,200}?\s[A-Za-z0-9_]{1,64}=)["']?([^\s"'$-][^\s"'$]{4,127})"#,
        &["gh secret set DEPLOY_KEY --body ", "hunter2hunter2"],
        "gh secret set DEPLOY_KEY --body \"$KEY\"",
    )
    .checked(SecretCheck::Password),
    kind(
        "expect-send",
        &["assword"],
        r#"assword\s?:?\s?\*?["'}]{0,2}\s{0,4}[;{]?\s{0,4}(?:send|exp_send|sendline)\b[ (]{0,2}(?:--\s)?["'{]([^\s"'$\\}]{5,128})"#,
        &["expect \"assword:\"; send \"", "hunter2hunter2", "\\r\""],
        "expect \"assword:\"; send \"$password\\r\"",
    )
    .checked(SecretCheck::Password),
];
