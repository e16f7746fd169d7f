//! Defines [`Value`], one field of a row, and the reading of a row's bytes.

use std::io;

use super::fault;

/// A value of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::transcript) enum Value {
    Integer(i64),
    Text(String),
    /// Null, or a type that sessions do not use: floats, blobs.
    #[default]
    Other,
}

impl Value {
    pub(in crate::transcript) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(in crate::transcript) fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

/// The values of a row.
pub(super) fn values(record: &[u8]) -> io::Result<Vec<Value>> {
    let (header, begin) = varint(record, 0)?;
    let header = usize::try_from(header).map_err(|_| short())?;
    let (mut at, mut body, mut values) = (begin, header, Vec::new());
    while at < header {
        let (kind, next) = varint(record, at)?;
        let (value, len) = value_of(kind, record.get(body..).ok_or_else(short)?)?;
        values.push(value);
        (at, body) = (next, body + len);
    }
    Ok(values)
}

/// The value of this serial type at the beginning of `body`, and its length.
fn value_of(kind: u64, body: &[u8]) -> io::Result<(Value, usize)> {
    let len = match kind {
        0 | 8 | 9 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 | 7 => 8,
        10 | 11 => return Err(fault("a value of an unknown kind")),
        kind => usize::try_from((kind - 12) / 2).map_err(|_| short())?,
    };
    let bytes = body.get(..len).ok_or_else(short)?;
    let value = match kind {
        1..=6 => Value::Integer(integer(bytes)),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        kind if kind >= 13 && kind % 2 == 1 => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        _ => Value::Other,
    };
    Ok((value, len))
}

/// A signed big-endian number of up to eight bytes.
fn integer(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|first| first & 0x80 != 0);
    bytes.iter().fold(if negative { -1 } else { 0 }, |number, byte| (number << 8) | i64::from(*byte))
}

/// A varint of up to nine bytes (seven bits in each, eight in the ninth), and the offset after it.
pub(super) fn varint(bytes: &[u8], at: usize) -> io::Result<(u64, usize)> {
    let mut number = 0;
    for (n, byte) in bytes.get(at..).ok_or_else(short)?.iter().take(9).enumerate() {
        if n == 8 {
            return Ok(((number << 8) | u64::from(*byte), at + 9));
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Ok((number, at + n + 1));
        }
    }
    Err(short())
}

fn short() -> io::Error {
    fault("a row ends early")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        assert_eq!(varint(&[0x7f], 0).unwrap(), (127, 1));
        assert_eq!(varint(&[0x81, 0x00], 0).unwrap(), (128, 2));
        assert_eq!(varint(&[0xff; 9], 0).unwrap(), (u64::MAX, 9));
        assert!(varint(&[0x80], 0).is_err());
        let row = [6, 0, 1, 2, 9, 17, 0xfe, 0x01, 0x00, b'o', b'k'];
        let want = [Value::Other, Value::Integer(-2), Value::Integer(256), Value::Integer(1), Value::Text("ok".into())];
        assert_eq!(values(&row).unwrap(), want);
        assert!(values(&row[..9]).is_err());
    }
}
