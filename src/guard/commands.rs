//! Defines which commands do what a [`Ban`] forbids: deployments, releases, migrations, work on a database, test runs.
// size: tables of commands, one a line.

use super::calls::ProgramCall;
use crate::language::prohibitions::Ban;
use crate::text::patterns;

/// The commands that each ban forbids, as phrases for [`ProgramCall::is_called`].
const COMMANDS: &[(Ban, &[&str])] = &[
    (
        Ban::Amend,
        &[
            "git commit --amend",
            "git filter-branch",
            "git filter-repo",
            "git rebase -i",
            "git commit --fixup",
            "git commit --squash",
            "git merge --squash",
            "git reset --soft",
            "git reset --mixed",
        ],
    ),
    (Ban::Merge, &["git merge", "gh pr merge", "glab mr merge", "hub merge"]),
    (Ban::Rebase, &["git rebase", "git pull --rebase", "git pull -r"]),
    (Ban::Tag, &["git tag", "git push --tags", "git push --follow-tags", "npm version", "gh release create"]),
    (Ban::PullRequest, &["gh pr create", "glab mr create", "hub pull-request", "tea pr create"]),
    (
        Ban::DeleteBranch,
        &[
            "git branch -d",
            "git branch -D",
            "git branch --delete",
            "git push --delete",
            "git push -d",
            "gh pr close --delete-branch",
            "gh pr merge --delete-branch",
        ],
    ),
    (
        Ban::SkipHooks,
        &[
            "git commit --no-verify",
            "git commit -n",
            "git push --no-verify",
            "git merge --no-verify",
            "pre-commit uninstall",
            "husky uninstall",
        ],
    ),
    (
        Ban::Publish,
        &[
            "npm publish",
            "pnpm publish",
            "yarn publish",
            "yarn npm publish",
            "bun publish",
            "cargo publish",
            "twine upload",
            "poetry publish",
            "uv publish",
            "flit publish",
            "hatch publish",
            "gem push",
            "docker push",
            "podman push",
            "gh release create",
            "goreleaser release",
            "mvn deploy",
            "gradle publish",
            "dotnet nuget push",
            "vsce publish",
            "lerna publish",
            "changeset publish",
            "mix hex.publish",
            "dart pub publish",
            "flutter pub publish",
            "pod trunk push",
            "cargo release",
            "semantic-release",
            "maturin publish",
            "anaconda upload",
            "huggingface-cli upload",
            "helm push",
            "oras push",
            "eas submit",
            "fastlane deliver",
            "fastlane pilot",
            "fastlane supply",
            "fastlane release",
            "npm run publish",
            "npm run release",
            "docker buildx build --push",
            "ovsx publish",
        ],
    ),
    (
        Ban::Deploy,
        &[
            "vercel deploy",
            "vercel --prod",
            "netlify deploy",
            "fly deploy",
            "flyctl deploy",
            "heroku deploy",
            "wrangler deploy",
            "wrangler publish",
            "firebase deploy",
            "gcloud run deploy",
            "gcloud app deploy",
            "kubectl apply",
            "kubectl rollout",
            "kubectl set image",
            "helm upgrade",
            "helm install",
            "terraform apply",
            "terraform destroy",
            "tofu destroy",
            "pulumi destroy",
            "cdk destroy",
            "serverless remove",
            "sls remove",
            "tofu apply",
            "pulumi up",
            "cdk deploy",
            "serverless deploy",
            "sls deploy",
            "sam deploy",
            "eb deploy",
            "cap deploy",
            "kamal deploy",
            "ansible-playbook",
            "make deploy",
            "make release",
            "npm run deploy",
            "npm run release",
            "pnpm deploy",
            "pnpm run deploy",
            "yarn deploy",
            "just deploy",
            "dokku deploy",
            "railway up",
            "supabase functions deploy",
            "aws deploy",
            "aws ecs update-service",
            "aws lambda update-function-code",
            "docker stack deploy",
            "copilot deploy",
            "modal deploy",
            "render deploy",
            "gh workflow run deploy.yml",
            "aws s3 sync",
            "gsutil rsync",
            "kubectl patch",
            "kubectl scale",
            "kubectl replace",
            "kubectl create",
            "kubectl delete",
            "argocd app sync",
            "flux reconcile",
            "gcloud functions deploy",
            "nomad job run",
            "wrangler pages deploy",
            "az webapp deploy",
            "netlify --prod",
            "fastlane deploy",
            "helm rollback",
            "docker service update",
        ],
    ),
    (
        Ban::Restart,
        &[
            "systemctl restart",
            "systemctl stop",
            "systemctl reload",
            "systemctl reboot",
            "service",
            "pm2 restart",
            "pm2 stop",
            "pm2 reload",
            "pm2 delete",
            "supervisorctl restart",
            "supervisorctl stop",
            "docker restart",
            "docker stop",
            "docker kill",
            "docker compose restart",
            "docker compose down",
            "docker compose stop",
            "docker-compose restart",
            "docker-compose down",
            "kubectl rollout restart",
            "kubectl delete",
            "nginx -s",
            "apachectl restart",
            "reboot",
            "shutdown",
            "kill",
            "pkill",
            "killall",
            "fly restart",
            "heroku restart",
            "heroku ps:restart",
            "brew services restart",
            "brew services stop",
            "docker rm -f",
            "docker compose up --force-recreate",
            "docker compose kill",
            "redis-cli shutdown",
            "pg_ctl restart",
            "pg_ctl stop",
            "launchctl kickstart",
            "heroku dyno:restart",
            "service restart",
            "init 6",
            "mysqladmin shutdown",
        ],
    ),
];

patterns! {
    /// A script that deploys, by its name: `./deploy.sh`, `scripts/release-prod`, `npm run deploy:prod`.
    DEPLOYS = r"(?i)(?:^|[/:_.-])(?:deploy|redeploy|rollout|release)(?:[.:_-].*)?$";
    MIGRATES = r"(?i)(?:^|[/:_.-])(?:migrate|migrations?)(?:[.:_-].*)?$";
    /// Statements that change data or tables.
    CHANGES_DATA = r"(?i)\b(?:drop\s+(?:table|database|schema|index|column|view|collection)|truncate\s+(?:table\s+)?\w|delete\s+from|insert\s+into|update\s+[\w.`\x22]+\s+set|alter\s+table|create\s+(?:table|index|database)|dropdatabase|\.drop\(|deletemany|deleteone|updatemany|flushall|flushdb|replace\s+into|grant\s|revoke\s|\.delete\(|destroy_all|delete_all|update_all|drop_all|drop_table|remove_column|dropDatabase)";
    /// Statements that delete data.
    LOSES_DATA = r"(?i)\b(?:drop|truncate|delete|remove|destroy|flush)|_all\b|replace\s+into|\.drop\(";
    /// An option of a script that selects a production database.
    DATABASE_FLAG = r"(?i)\s--?(?:db|database|dsn|db-url|database-url|env|environment)[= ](?:prod|production|live)\b";
}

/// Database clients, which execute statements.
const CLIENTS: &str = " psql mysql mariadb sqlite3 sqlite mongosh mongo redis-cli cqlsh clickhouse-client duckdb sqlcmd usql pgcli wrangler \
                       supabase bq ";
/// Programs that create, drop or restore a database.
const REMOVERS: &str = " dropdb createdb pg_restore mongorestore mysqladmin ";
/// Programs that run the tests, with their subcommand.
const RUNNERS: &[&str] = &[
    "cargo test",
    "cargo nextest run",
    "npm test",
    "npm t",
    "npm run test",
    "yarn test",
    "pnpm test",
    "bun test",
    "deno test",
    "pytest",
    "py.test",
    "tox",
    "nox",
    "go test",
    "make test",
    "make check",
    "mvn test",
    "gradle test",
    "dotnet test",
    "mix test",
    "rspec",
    "rake test",
    "rails test",
    "jest",
    "vitest",
    "mocha",
    "npx jest",
    "npx vitest",
    "npx playwright test",
    "npx cypress run",
    "playwright test",
    "cypress run",
    "phpunit",
    "ctest",
    "swift test",
    "bundle exec rspec",
    "uv run pytest",
    "poetry run pytest",
    "just test",
    "bazel test",
];

/// Whether a call is one of the commands that a ban forbids.
pub(super) fn is_one_of(ban: Ban, call: &ProgramCall) -> bool {
    call.is_of(ban, |call| !call.only_shows() && does(ban, call))
}

fn does(ban: Ban, call: &ProgramCall) -> bool {
    let phrases = COMMANDS.iter().find(|(of, _)| *of == ban).map_or(&[][..], |(_, phrases)| phrases);
    let called = phrases.iter().any(|phrase| call.is_called(phrase)) && !only_lists(ban, call);
    let otherwise = match ban {
        Ban::Deploy => {
            is_script(call, |word| DEPLOYS.is_match(word)) || call.pushes_to_a_host() || copies_to_a_host(call)
        }
        Ban::SkipHooks => call.git().is_some() && NO_HOOKS.iter().any(|sign| call.text.contains(sign)),
        Ban::PullRequest => {
            call.is_called("gh api")
                && call.operands().any(|w| w.ends_with("/pulls"))
                && call.has_option(&["-f", "-F", "--field", "--raw-field", "--input"])
        }
        _ => false,
    };
    called || otherwise
}

/// Git settings that disable hooks.
const NO_HOOKS: &[&str] =
    &["HUSKY=0", "HUSKY_SKIP_HOOKS=1", "core.hooksPath=", "PRE_COMMIT_ALLOW_NO_CONFIG=1", "LEFTHOOK=0"];

/// Whether a call copies files to another machine.
fn copies_to_a_host(call: &ProgramCall) -> bool {
    let to = || call.operands().last().and_then(|to| to.split_once(':'));
    matches!(call.program(), "rsync" | "scp") && to().is_some_and(|(host, _)| !host.contains('/') && host.len() > 1)
}

impl ProgramCall {
    /// Whether it restarts or stops everything: the machine, or all services of a compose file.
    pub(super) fn restarts_all(&self) -> bool {
        let composed = self.program() == "docker-compose" || self.subcommands().next() == Some("compose");
        matches!(self.program(), "reboot" | "shutdown" | "halt" | "poweroff" | "init")
            || composed && self.subcommands().last().is_some_and(|w| matches!(w, "restart" | "down" | "stop" | "kill"))
    }

    /// Whether its words name a service; a short name must be a whole word.
    pub(super) fn names_service(&self, name: &str) -> bool {
        let (low, name) = (self.text.to_lowercase(), name.to_lowercase());
        let words = || low.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == name);
        if name.len() < 4 { words() } else { low.contains(&name) }
    }
}

/// Whether a call only lists: `git tag` without a name, `kubectl rollout status`.
fn only_lists(ban: Ban, call: &ProgramCall) -> bool {
    let operands = || call.subcommands().skip(1);
    match ban {
        Ban::Tag if call.git().is_some_and(|(verb, _)| verb == "tag") => {
            operands().next().is_none() || call.has_option(&["-l", "--list"])
        }
        Ban::Merge | Ban::Rebase => call.has_option(&["--abort"]),
        Ban::Deploy | Ban::Restart => {
            operands().any(|w| matches!(w, "status" | "history" | "list" | "ls"))
                || (call.program() == "kill" && call.has_option(&["-0", "-l"]))
        }
        Ban::Publish => call.has_option(&["--dry-run"]),
        _ => false,
    }
}

/// Whether a call runs a script, or a target of a task runner, whose name satisfies `named`.
fn is_script(call: &ProgramCall, named: impl Fn(&str) -> bool) -> bool {
    let runner = matches!(
        call.program(),
        "bash"
            | "sh"
            | "zsh"
            | "npm"
            | "pnpm"
            | "yarn"
            | "bun"
            | "make"
            | "just"
            | "task"
            | "python"
            | "python3"
            | "node"
            | "ruby"
            | "rake"
            | "rails"
            | "npx"
            | "php"
            | "mix"
            | "bundle"
            | "uv"
            | "poetry"
            | "cargo"
    );
    let first = call.words.first().filter(|w| w.contains('/')).map(String::as_str);
    let target = call
        .subcommands()
        .filter(|w| !matches!(*w, "run" | "exec" | "artisan" | "bin/rails" | "x"))
        .take(if runner { 2 } else { 0 });
    first
        .into_iter()
        .chain(target.filter(|w| !w.contains('=')))
        .any(|word| named(word.trim_end_matches(".sh").trim_end_matches(".py")))
}

/// Whether a call runs migrations.
pub(super) fn is_migration(call: &ProgramCall) -> bool {
    let shown =
        call.only_shows() || call.operands().any(|w| matches!(w, "status" | "showmigrations" | "list" | "generate"));
    let known = [
        "alembic upgrade",
        "alembic downgrade",
        "flyway migrate",
        "prisma migrate",
        "npx prisma migrate",
        "diesel migration run",
        "sqlx migrate run",
        "knex migrate:latest",
        "npx knex migrate:latest",
        "dbmate up",
        "goose up",
        "atlas migrate apply",
        "supabase db push",
        "rails db:migrate",
        "rake db:migrate",
        "bin/rails db:migrate",
        "npx drizzle-kit push",
        "flask db upgrade",
        "sequelize db:migrate",
        "typeorm migration:run",
        "prisma db push",
        "liquibase update",
        "artisan migrate",
        "wrangler d1 migrations apply",
        "migrate up",
        "drizzle-kit migrate",
    ];
    let script =
        call.words.iter().filter(|w| !w.starts_with('-') && !w.contains('=')).any(|w| w.ends_with("manage.py"))
            && call.operands().any(|w| w == "migrate")
            || call.words.first().is_some_and(|w| w.ends_with("manage.py")) && call.operands().any(|w| w == "migrate");
    !shown
        && (known.iter().any(|phrase| call.is_called(phrase))
            || script
            || is_script(call, |word| MIGRATES.is_match(word)))
}

/// Whether a call that changes a database may lose some of its data.
pub(super) fn loses_data(call: &ProgramCall) -> bool {
    let only_adds = (CHANGES_DATA.is_match(&call.text) || CHANGES_DATA.is_match(&call.here))
        && !LOSES_DATA.is_match(&call.text)
        && !LOSES_DATA.is_match(&call.here);
    !only_adds
}

/// Whether a call changes a database.
pub(super) fn is_database(call: &ProgramCall) -> bool {
    let program = format!(" {} ", call.program());
    let statement = || CHANGES_DATA.is_match(&call.text) || CHANGES_DATA.is_match(&call.here);
    let reset = [
        "rails db:drop",
        "rails db:reset",
        "rake db:drop",
        "rake db:reset",
        "prisma migrate reset",
        "npx prisma migrate reset",
        "prisma db push",
        "supabase db reset",
        "manage.py flush",
        "manage.py reset_db",
    ];
    let keys = matches!(call.program(), "redis-cli" | "valkey-cli" | "keydb-cli")
        && call.operands().any(|w| KEY_WRITES.contains(&format!(" {} ", w.to_ascii_lowercase())));
    let script = matches!(call.program(), "python" | "python3" | "node" | "ruby" | "php" | "rails")
        && DATABASE_FLAG.is_match(&call.text);
    let shells = matches!(call.program(), "python" | "python3" | "rails" | "node" | "manage.py" | "tinker" | "php");
    ((CLIENTS.contains(&program) || shells) && statement())
        || REMOVERS.contains(&program)
        || reset.iter().any(|phrase| call.is_called(phrase))
        || is_migration(call)
        || script
        || keys
}

/// Commands that change a key-value store.
const KEY_WRITES: &str = " set setex setnx mset append incr incrby decr decrby del unlink expire expireat persist rename lpush rpush \
    lpop rpop lrem ltrim sadd srem spop zadd zrem hset hmset hdel hincrby xadd xdel xtrim flushall flushdb getset getdel restore \
    move ";

/// Whether a call runs tests: of a named kind, or all of them if none is named. One empty name stands for any test run.
pub(super) fn runs_tests(call: &ProgramCall, kinds: &[String]) -> bool {
    let low = call.text.to_ascii_lowercase();
    let runner = RUNNERS.iter().find(|phrase| call.is_called(phrase));
    let script = is_script(call, |word| {
        word.split([':', '-', '_', '/', '.']).any(|w| matches!(w, "test" | "tests" | "e2e" | "check"))
    });
    if call.only_shows() || (runner.is_none() && !script) {
        return false;
    }
    if let Some(kind) = kinds.first() {
        let own = low
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|w| w == kind || (kind == "e2e" && matches!(w, "playwright" | "cypress")));
        return kind.is_empty() || own;
    }
    // A run with a filter or a path is not a run of all tests.
    let taken = runner.map_or(2, |phrase| phrase.split(' ').count().saturating_sub(1));
    let filters =
        call.subcommands().skip(taken).filter(|w| !matches!(*w, "./..." | "." | "tests" | "tests/" | "test")).count();
    let narrowed = call.has_option(&[
        "-k",
        "-t",
        "--filter",
        "-p",
        "--package",
        "--lib",
        "--test",
        "--bin",
        "-run",
        "--testPathPattern",
        "--related",
    ]);
    filters == 0 && !narrowed
        || ["all", "full", "everything"]
            .iter()
            .any(|all| low.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == *all))
}
