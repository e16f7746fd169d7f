//! Defines the FNV-1a hash (<http://www.isthe.com/chongo/tech/comp/fnv/>): the same on every machine and in every
//! version of the program, unlike the standard library's hasher, so its values may be saved. Not for secrets.

/// The 32-bit FNV-1a hash.
pub fn fnv1a_32(bytes: impl IntoIterator<Item = u8>) -> u32 {
    fnv1a_32_after(0x811c_9dc5, bytes)
}

/// The 32-bit hash of what `hash` is the hash of, and of these bytes behind it.
pub fn fnv1a_32_after(hash: u32, bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().fold(hash, |hash, b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// The 64-bit FNV-1a hash.
pub fn fnv1a_64(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        assert_eq!((fnv1a_32([]), fnv1a_32(*b"foobar")), (0x811c_9dc5, 0xbf9c_f968));
        assert_eq!((fnv1a_64([]), fnv1a_64(*b"foobar")), (0xcbf2_9ce4_8422_2325, 0x8594_4171_f739_67e8));
    }
}
