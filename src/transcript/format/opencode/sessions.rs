//! Defines where OpenCode keeps sessions: all of them in one database.

use super::store;
use crate::transcript::discover::agents::{Agent, SessionPreview, has_extension, timestamp_of};

pub(in crate::transcript::format) static AGENT: Agent = Agent {
    id: "opencode",
    name: "OpenCode",
    variables: &["XDG_DATA_HOME"],
    roots: |env| {
        let home = env.or_home("XDG_DATA_HOME", ".local/share");
        home.into_iter().map(|h| h.join("opencode")).collect()
    },
    depth: 0,
    // Builds of other channels than the stable one have their channel in the name.
    is_session: |path| {
        has_extension(path, "db") && path.file_stem().is_some_and(|n| n.to_string_lossy().starts_with("opencode"))
    },
    store: Some(&store::STORE),
    preview: |_| SessionPreview::default(),
    date_of: timestamp_of,
    title: |_| None,
};
