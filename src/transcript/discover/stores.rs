//! Defines the sessions in stores: agents' files that hold many sessions each.

use std::path::{Path, PathBuf};

use super::agents::{Agent, StoredPreview, in_store};
use super::places::{FileStamp, stamp};
use super::{Places, SessionFile, ends};

/// Every session in the stores of these places.
pub(super) fn all(places: &Places) -> Vec<SessionFile> {
    let roots = places.roots.iter().filter(|(agent, _)| agent.store.is_some());
    roots.flat_map(|(agent, root)| files(agent, root).flat_map(|file| of_file(agent, &file))).collect()
}

/// The files that make up the stores, a database's log among them, with their stamps.
pub(super) fn stamps(places: &Places) -> Vec<(PathBuf, Option<FileStamp>)> {
    let roots = places.roots.iter().filter(|(agent, _)| agent.store.is_some());
    let stores = roots.flat_map(|(agent, root)| files(agent, root));
    let parts = stores.flat_map(|store| {
        let log = store.file_name().map(|name| store.with_file_name([name, "-wal".as_ref()].join("".as_ref())));
        [Some(store), log].into_iter().flatten()
    });
    parts.map(|path| (path.clone(), stamp(&path))).collect()
}

/// The session at a path within a store.
pub(super) fn find(path: &Path) -> Option<SessionFile> {
    let (agent, file, _) = in_store(path)?;
    of_file(agent, file).into_iter().find(|session| session.path == path)
}

/// The stores in a root.
fn files(agent: &'static Agent, root: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| (agent.is_session)(path) && path.is_file())
}

/// The sessions in one store; none if it cannot be read, for which the diagnostics log has the reason.
fn of_file(agent: &'static Agent, file: &Path) -> Vec<SessionFile> {
    let Some(store) = agent.store else { return Vec::new() };
    let listed = (store.list)(file).unwrap_or_else(|error| {
        tracing::warn!("cannot list the sessions in {}: {error}", file.display());
        Vec::new()
    });
    let sessions = listed.into_iter().filter_map(|stored| session(agent, file, stored));
    sessions.filter(|session| !session.project.as_deref().is_some_and(ends::is_ours)).collect()
}

fn session(agent: &'static Agent, file: &Path, stored: StoredPreview) -> Option<SessionFile> {
    let StoredPreview { preview, title } = stored;
    let id = preview.id?;
    Some(SessionFile {
        agent: agent.id,
        path: file.join(&id),
        id: format!("{}-{id}", agent.id),
        project: preview.project,
        title,
        started: preview.started,
        last_entry: preview.last.or(preview.started),
        live: false,
        kind: preview.kind,
        request: None,
        branch: None,
        parent: preview.parent.map(|parent| format!("{}-{parent}", agent.id)),
    })
}
