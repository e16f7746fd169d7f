//! Defines which packages and modules belong to a named library, and which are certainly third-party.

use crate::language::prohibitions::names_it;

/// Libraries whose module and package have different names.
const MODULES: &[(&str, &str)] = &[
    ("scikit-learn", "sklearn"),
    ("beautifulsoup", "bs4"),
    ("beautifulsoup4", "bs4"),
    ("pillow", "PIL"),
    ("pyyaml", "yaml"),
    ("opencv", "cv2"),
    ("opencv-python", "cv2"),
    ("python-dateutil", "dateutil"),
    ("postgres", "psycopg2"),
    ("postgresql", "psycopg2"),
    ("pytorch", "torch"),
    ("rails", "active_record"),
];

/// Well-known third-party packages. A name that is not listed may be a module of the project.
const KNOWN: &str = " requests httpx aiohttp urllib3 numpy pandas polars scipy matplotlib seaborn sklearn torch tensorflow flask \
    django fastapi starlette pydantic sqlalchemy alembic celery redis pymongo psycopg2 psycopg boto3 botocore click typer \
    rich tqdm yaml toml dotenv jinja2 bs4 lxml PIL cv2 pytest hypothesis attr attrs marshmallow arrow pendulum dateutil \
    simplejson orjson ujson msgpack cryptography paramiko jwt passlib bcrypt stripe sentry_sdk loguru structlog tenacity \
    axios lodash underscore ramda moment dayjs date-fns luxon express koa fastify react react-dom vue svelte next nuxt \
    angular rxjs redux zustand jquery bootstrap tailwindcss chalk commander yargs inquirer ora debug uuid nanoid dotenv \
    zod joi yup ajv got node-fetch superagent ws socket.io mongoose mongodb pg mysql mysql2 sequelize typeorm prisma knex \
    ioredis winston pino bunyan jest vitest mocha chai sinon webpack vite eslint prettier typescript sharp jsonwebtoken \
    serde tokio reqwest clap anyhow thiserror rayon regex chrono rand tracing log hyper axum actix_web sqlx diesel \
    itertools once_cell lazy_static futures async_trait nokogiri faraday httparty sinatra rails sidekiq devise pry rspec \
    gson guava jackson lombok okhttp3 retrofit2 ";

/// Whether a package or module is the named library.
pub(super) fn names_library(name: &str, what: &str) -> bool {
    let bare = name.strip_suffix(".js").unwrap_or(name);
    let aliased =
        MODULES.iter().any(|(package, module)| package.eq_ignore_ascii_case(name) && module.eq_ignore_ascii_case(what));
    // A Go module is named by the last part of its path.
    let last = what.rsplit('/').find(|part| !part.starts_with('v') || part.len() > 3).unwrap_or(what);
    let whole = name.contains('/') && (what == name || what.ends_with(name));
    whole || aliased || names_it(name, what) || names_it(bare, what) || (!what.starts_with('@') && names_it(bare, last))
}

/// Whether a module is certainly a third-party package.
pub(super) fn is_third_party(module: &str) -> bool {
    let go = module.split('/').next().is_some_and(|host| host.contains('.')) && module.contains('/');
    go || module.starts_with('@') || KNOWN.contains(&format!(" {module} "))
}
