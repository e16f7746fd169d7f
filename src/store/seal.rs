//! Defines [`Sealer`]: the store's files carry a MAC made with the person's key, which is kept in the state folder,
//! outside of every project. A repository can put any file into `.deltamind/`, but none that agents are given as the
//! person's word.
//!
//! A JSON object carries the MAC as its last field, a Markdown file in a comment on its last line. The MAC covers the
//! file's name within the store, so that no file can stand in for another.

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::disk::{self, Disk};

/// The key's file, in the state folder.
pub(super) const KEY_FILE: &str = "key";
const KEY_BYTES: usize = 32;
const JSON_FIELD: &str = ",\"mac\":\"";
const JSON_END: &str = "\"}";
const COMMENT: &str = "<!-- mac ";
const COMMENT_END: &str = " -->\n";
/// Digits of a MAC in a JSON object, and in a text by an earlier version.
const HEX: usize = 64;
/// Digits of a MAC in a text, which people read: its first half, 128 bits.
const TEXT_HEX: usize = 32;

/// The person's key.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SigningKey([u8; KEY_BYTES]);

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey(..)")
    }
}

impl SigningKey {
    /// The key in this folder; `None` if there is none, or if another user may read or could have written it. Fails
    /// where there is one that the system cannot read now.
    pub(super) fn read(state: &Path) -> io::Result<Option<Self>> {
        let path = state.join(KEY_FILE);
        if !path.symlink_metadata().is_ok_and(|meta| is_private(&meta)) {
            return Ok(None);
        }
        let text = match disk::read_at_most(&path, 1024) {
            Err(error) if error.raw_os_error().is_some() => return Err(error),
            read => read.ok().flatten(),
        };
        Ok(text.and_then(|text| blake3::Hash::from_hex(text.trim_ascii()).ok()).map(|hash| Self(*hash.as_bytes())))
    }

    /// The key in this folder, created if there is none.
    pub(super) fn read_or_make(state: &Path) -> io::Result<Self> {
        if let Some(key) = Self::read(state)? {
            return Ok(key);
        }
        let disk = Disk::of_process();
        disk.make_dir(state)?;
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
        // Written to a temporary file first: of two processes that start at once, one takes the other's key.
        let mut made = disk.call(|| tempfile::Builder::new().prefix(disk::TEMPORARY).tempfile_in(state))?;
        disk.write(made.as_file_mut(), blake3::Hash::from_bytes(bytes).to_hex().as_bytes())?;
        disk.sync(made.as_file())?;
        match made.persist_noclobber(state.join(KEY_FILE)) {
            Ok(_) => disk.sync_dir(state)?,
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.error),
        }
        Self::read(state)?.ok_or_else(|| io::Error::other("the key in the state folder is not private to you"))
    }

    /// The MAC of the content of the file `name`.
    pub(super) fn mac(&self, name: &str, content: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes()).update(content);
        hasher.finalize()
    }
}

#[cfg(unix)]
fn is_private(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.is_file() && meta.uid() == rustix::process::geteuid().as_raw() && meta.mode().trailing_zeros() >= 6
}

#[cfg(not(unix))]
fn is_private(meta: &std::fs::Metadata) -> bool {
    meta.is_file()
}

/// Signs written content and verifies read content, with the person's key.
#[derive(Debug, Clone, Default)]
pub(super) struct Sealer {
    pub(super) key: Option<SigningKey>,
    /// Whether content without a valid MAC is accepted: where there is no key, and in the stores of earlier versions,
    /// whose content is shown to the person but given to no agent.
    pub(super) lenient: bool,
}

/// Content without its MAC, and whether that was valid.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unsealed<'a> {
    pub(super) content: Cow<'a, [u8]>,
    pub(super) valid: bool,
}

impl Sealer {
    /// A JSON object with its MAC; as it is without a key.
    pub(super) fn seal_json<'a>(&self, name: &str, object: &'a [u8]) -> Cow<'a, [u8]> {
        let Some((key, body)) = self.key.as_ref().zip(object.strip_suffix(b"}")) else { return Cow::Borrowed(object) };
        let mac = key.mac(name, object).to_hex();
        Cow::Owned([body, JSON_FIELD.as_bytes(), mac.as_bytes(), JSON_END.as_bytes()].concat())
    }

    /// Splits the MAC off a JSON object and verifies it.
    pub(super) fn unseal_json<'a>(&self, name: &str, bytes: &'a [u8]) -> Unsealed<'a> {
        let bytes = bytes.trim_ascii_end();
        let Some((body, mac)) = split(bytes, JSON_FIELD, JSON_END, HEX) else {
            return Unsealed { content: Cow::Borrowed(bytes), valid: false };
        };
        let content = [body, b"}"].concat();
        Unsealed { valid: self.fits(name, &content, mac, HEX), content: Cow::Owned(content) }
    }

    /// A text with its MAC on a last line of its own.
    pub(super) fn seal_text(&self, name: &str, text: &str) -> String {
        let Some(key) = self.key.as_ref().filter(|_| !text.is_empty()) else { return text.to_owned() };
        let mac = key.mac(name, text.as_bytes()).to_hex();
        format!("{text}{COMMENT}{}{COMMENT_END}", mac.get(..TEXT_HEX).unwrap_or(&mac))
    }

    /// Splits the MAC off a text and verifies it.
    pub(super) fn unseal_text<'a>(&self, name: &str, bytes: &'a [u8]) -> Unsealed<'a> {
        let of = |digits| split(bytes, COMMENT, COMMENT_END, digits).map(|(body, mac)| (body, mac, digits));
        match of(TEXT_HEX).or_else(|| of(HEX)) {
            Some((body, mac, digits)) => {
                Unsealed { content: Cow::Borrowed(body), valid: self.fits(name, body, mac, digits) }
            }
            None => Unsealed { content: Cow::Borrowed(bytes), valid: false },
        }
    }

    /// The content of a JSON object if it is accepted.
    pub(super) fn accepted<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let Unsealed { content, valid } = self.unseal_json(name, bytes);
        (valid || self.lenient).then_some(content)
    }

    /// Whether the first digits of a MAC are those of the content.
    fn fits(&self, name: &str, content: &[u8], mac: blake3::Hash, digits: usize) -> bool {
        let Some(key) = &self.key else { return false };
        let mut own = *key.mac(name, content).as_bytes();
        own.iter_mut().skip(digits / 2).for_each(|byte| *byte = 0);
        // This comparison takes constant time.
        blake3::Hash::from_bytes(own) == mac
    }
}

/// The content before a MAC of so many digits at the end, and the MAC, with zeros for the other digits.
fn split<'a>(bytes: &'a [u8], begin: &str, end: &str, digits: usize) -> Option<(&'a [u8], blake3::Hash)> {
    let rest = bytes.strip_suffix(end.as_bytes())?;
    let (rest, mac) = rest.split_at_checked(rest.len().checked_sub(digits)?)?;
    // A MAC has only one spelling, so that a flipped bit of it counts as damage.
    if mac.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let body = rest.strip_suffix(begin.as_bytes())?;
    let mut whole = [b'0'; HEX];
    whole.get_mut(..digits)?.copy_from_slice(mac);
    Some((body, blake3::Hash::from_hex(whole).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(state: &Path) -> Sealer {
        Sealer { key: Some(SigningKey::read_or_make(state).unwrap()), lenient: false }
    }

    #[test]
    fn only_sealed_content_is_verified() {
        let dir = tempfile::tempdir().unwrap();
        let own = sealer(dir.path());
        let sealed = own.seal_json("a", b"{\"x\":1}").into_owned();
        assert!(serde_json::from_slice::<serde_json::Value>(&sealed).is_ok());
        assert_eq!(own.accepted("a", &sealed).as_deref(), Some(b"{\"x\":1}".as_slice()));
        assert_eq!(own.accepted("b", &sealed), None, "under another name");
        assert_eq!(own.accepted("a", b"{\"x\":1}"), None);
        let text = own.seal_text("c", "words\n");
        assert!(own.unseal_text("c", text.as_bytes()).valid);
        assert_eq!(text.len(), "words\n<!-- mac  -->\n".len() + TEXT_HEX);
        let earlier = format!("words\n{COMMENT}{}{COMMENT_END}", own.key.as_ref().unwrap().mac("c", b"words\n"));
        assert!(own.unseal_text("c", earlier.as_bytes()).valid, "the whole MAC of an earlier version");
        for (at, bit) in (0..sealed.len()).flat_map(|at| [(at, 1), (at, 0x20)]) {
            let mut other = sealed.clone();
            other[at] ^= bit;
            assert_eq!(own.accepted("a", &other), None, "{at}");
        }
        for at in 0..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] ^= 1;
            assert!(!own.unseal_text("c", &other).valid, "{at}");
        }
        let other = tempfile::tempdir().unwrap();
        assert_eq!(sealer(other.path()).accepted("a", &sealed), None, "the key of somebody else");
        let none = Sealer { key: None, lenient: true };
        assert_eq!(none.accepted("a", &sealed).as_deref(), Some(b"{\"x\":1}".as_slice()));
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_the_persons_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("state");
        let key = SigningKey::read_or_make(&state).unwrap();
        assert_eq!(SigningKey::read_or_make(&state).unwrap(), key, "it is made once");
        let path = state.join(KEY_FILE);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(state.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(SigningKey::read(&state).unwrap(), None, "others can read it");
        assert!(SigningKey::read_or_make(&state).is_err(), "and it is not replaced");
        std::fs::rename(&path, state.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink(state.join("elsewhere"), &path).unwrap();
        assert_eq!(SigningKey::read(&state).unwrap(), None, "a link");
    }

    #[test]
    fn processes_that_start_at_once_share_one_key() {
        let dir = tempfile::tempdir().unwrap();
        let keys: Vec<SigningKey> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(|| SigningKey::read_or_make(dir.path()).unwrap())).collect();
            all.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(keys.windows(2).all(|two| two[0] == two[1]));
    }
}
