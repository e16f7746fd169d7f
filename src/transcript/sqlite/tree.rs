//! Defines the walks through the B-trees of a database: a table's rows by their ids, an index's entries by their text.

use std::io;
use std::sync::Arc;

use super::fault;
use super::pages::{HEADER, Pages, u16_at, u32_at};
use super::record::{Value, values, varint};

/// Maximum depth of a tree: real ones are far less deep, a damaged one may hold a cycle.
const MAX_DEPTH: usize = 40;
/// The longest row read, in bytes.
const MAX_ROW_BYTES: usize = 256 << 20;

const INDEX_INNER: u8 = 2;
const TABLE_INNER: u8 = 5;
const INDEX_LEAF: u8 = 10;
const TABLE_LEAF: u8 = 13;

/// Whether a walk goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    Next,
    Stop,
}

/// A page of a tree.
struct Node {
    page: Arc<[u8]>,
    kind: u8,
    /// Where each cell begins.
    cells: Vec<usize>,
    /// Where the header of the page begins.
    at: usize,
}

impl Node {
    fn read(pages: &mut Pages, number: u32, depth: usize) -> io::Result<Self> {
        if depth > MAX_DEPTH {
            return Err(fault("a tree without an end"));
        }
        let page = pages.page(number)?;
        let at = if number == 1 { HEADER } else { 0 };
        let kind = *page.get(at).ok_or_else(|| fault("an empty page"))?;
        let first = match kind {
            INDEX_INNER | TABLE_INNER => at + 12,
            INDEX_LEAF | TABLE_LEAF => at + 8,
            _ => return Err(fault("a page of an unknown kind")),
        };
        let count = usize::from(u16_at(&page, at + 3)?);
        let cells = (0..count).map(|n| u16_at(&page, first + 2 * n).map(usize::from)).collect::<io::Result<_>>()?;
        Ok(Self { page, kind, cells, at })
    }

    /// The child page left of this cell.
    fn left(&self, cell: usize) -> io::Result<u32> {
        u32_at(&self.page, cell)
    }

    /// The child page right of all cells.
    fn last(&self) -> io::Result<u32> {
        u32_at(&self.page, self.at + 8)
    }
}

/// Passes every row of a table on, in the order of their ids.
pub(super) fn rows(
    pages: &mut Pages,
    root: u32,
    each: &mut dyn FnMut(&[u8]) -> io::Result<Visit>,
) -> io::Result<Visit> {
    walk(pages, root, 0, each)
}

fn walk(
    pages: &mut Pages,
    number: u32,
    depth: usize,
    each: &mut dyn FnMut(&[u8]) -> io::Result<Visit>,
) -> io::Result<Visit> {
    let node = Node::read(pages, number, depth)?;
    for &cell in &node.cells {
        let visit = match node.kind {
            TABLE_INNER => walk(pages, node.left(cell)?, depth + 1, each)?,
            TABLE_LEAF => {
                let (len, after) = varint(&node.page, cell)?;
                let (_, body) = varint(&node.page, after)?;
                each(&payload(pages, &node, body, len)?)?
            }
            _ => return Err(fault("an index where a table should be")),
        };
        if visit == Visit::Stop {
            return Ok(Visit::Stop);
        }
    }
    if node.kind == TABLE_INNER { walk(pages, node.last()?, depth + 1, each) } else { Ok(Visit::Next) }
}

/// The row of this id.
pub(super) fn row(pages: &mut Pages, root: u32, id: i64) -> io::Result<Option<Vec<u8>>> {
    let (mut number, mut depth) = (root, 0);
    loop {
        let node = Node::read(pages, number, depth)?;
        let mut below = None;
        for &cell in &node.cells {
            let (len, after) = match node.kind {
                TABLE_INNER => (0, cell + 4),
                TABLE_LEAF => varint(&node.page, cell)?,
                _ => return Err(fault("an index where a table should be")),
            };
            let (own, body) = varint(&node.page, after)?;
            let own = own.cast_signed();
            if node.kind == TABLE_LEAF && own == id {
                return payload(pages, &node, body, len).map(Some);
            }
            if node.kind == TABLE_INNER && id <= own {
                below = Some(node.left(cell)?);
                break;
            }
        }
        if node.kind == TABLE_LEAF {
            return Ok(None);
        }
        (number, depth) = (below.map_or_else(|| node.last(), Ok)?, depth + 1);
    }
}

/// The ids of the rows whose first column in this index is `wanted`, in the index's order.
pub(super) fn row_ids(pages: &mut Pages, root: u32, wanted: &str) -> io::Result<Vec<i64>> {
    let mut found = Vec::new();
    search(pages, root, 0, wanted, &mut found)?;
    Ok(found)
}

fn search(pages: &mut Pages, number: u32, depth: usize, wanted: &str, found: &mut Vec<i64>) -> io::Result<Visit> {
    let node = Node::read(pages, number, depth)?;
    let inner = match node.kind {
        INDEX_INNER => true,
        INDEX_LEAF => false,
        _ => return Err(fault("a table where an index should be")),
    };
    for &cell in &node.cells {
        let (len, body) = varint(&node.page, if inner { cell + 4 } else { cell })?;
        let entry = values(&payload(pages, &node, body, len)?)?;
        // Numbers and null come before texts, which are in the order of their bytes.
        let first = entry.first().and_then(Value::text).unwrap_or_default();
        if first < wanted {
            continue;
        }
        if inner && search(pages, node.left(cell)?, depth + 1, wanted, found)? == Visit::Stop {
            return Ok(Visit::Stop);
        }
        if first != wanted {
            return Ok(Visit::Stop);
        }
        found.extend(entry.last().and_then(Value::integer));
    }
    if inner { search(pages, node.last()?, depth + 1, wanted, found) } else { Ok(Visit::Next) }
}

/// The bytes of a row or an entry; those that do not fit into its page are in a chain of others.
fn payload(pages: &mut Pages, node: &Node, body: usize, len: u64) -> io::Result<Vec<u8>> {
    let usable = pages.usable();
    let len = usize::try_from(len).ok().filter(|len| *len <= MAX_ROW_BYTES).ok_or_else(|| fault("a row too long"))?;
    let most = if node.kind == TABLE_LEAF { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
    let least = (usable - 12) * 32 / 255 - 23;
    let here = match len {
        len if len <= most => len,
        len => Some(least + (len - least) % (usable - 4)).filter(|here| *here <= most).unwrap_or(least),
    };
    let short = || fault("a row ends early");
    let mut bytes = node.page.get(body..body + here).ok_or_else(short)?.to_vec();
    if here == len {
        return Ok(bytes);
    }
    let mut next = u32_at(&node.page, body + here)?;
    while bytes.len() < len {
        let page = pages.page(next)?;
        next = u32_at(&page, 0)?;
        let part = page.get(4..usable).ok_or_else(short)?;
        bytes.extend_from_slice(&part[..part.len().min(len - bytes.len())]);
    }
    Ok(bytes)
}
