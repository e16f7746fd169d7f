//! Defines the thinning of a record: a list or an object with more entries than any agent writes keeps its first ones, so
//! that a crafted line costs no more memory and time than its own length.

use std::borrow::Cow;

use memchr::memchr2;

/// Records up to this length are cheap whatever is in them.
const SHORT: usize = 64 << 10;
/// Most entries of one list or object.
const ENTRIES: u32 = 4096;
/// Most entries of a record in all.
const TOTAL: u32 = 1 << 18;

/// The record with the entries beyond the limits left out; borrowed if there are none, or if it is not JSON.
pub(crate) fn thinned(json: &str) -> Cow<'_, str> {
    if json.len() <= SHORT {
        return Cow::Borrowed(json);
    }
    let bytes = json.as_bytes();
    let mut open: Vec<u32> = Vec::new();
    let mut total = 0;
    let mut out = String::new();
    let mut copied = 0;
    // The depth of a list whose further entries are left out, and where these begin.
    let mut skipped: Option<(usize, usize)> = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match end_of_string(bytes, at + 1) {
                Some(end) => at = end,
                None => return Cow::Borrowed(json),
            },
            b'[' | b'{' => open.push(0),
            b']' | b'}' => {
                if let Some((depth, from)) = skipped
                    && depth == open.len()
                {
                    out.push_str(&json[copied..from]);
                    (copied, skipped) = (at, None);
                }
                if open.pop().is_none() {
                    return Cow::Borrowed(json);
                }
            }
            b',' => {
                let depth = open.len();
                let Some(entries) = open.last_mut() else { return Cow::Borrowed(json) };
                *entries += 1;
                total += 1;
                if skipped.is_none() && (*entries >= ENTRIES || total >= TOTAL) {
                    skipped = Some((depth, at));
                }
            }
            _ => {}
        }
        at += 1;
    }
    if copied == 0 || skipped.is_some() {
        return Cow::Borrowed(json);
    }
    out.push_str(&json[copied..]);
    Cow::Owned(out)
}

/// The place of the quote that ends a string.
fn end_of_string(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_long_list_keeps_its_first_entries() {
        let zeros = vec!["0"; 100_000].join(",");
        let json = format!(r#"{{"a":[{zeros}],"b":"x,[\"y]","c":{{"d":[1,2]}}}}"#);
        let value: Value = serde_json::from_str(&thinned(&json)).unwrap();
        assert_eq!(value["a"].as_array().unwrap().len(), ENTRIES as usize);
        assert_eq!((value["b"].as_str(), value["c"]["d"][1].as_u64()), (Some("x,[\"y]"), Some(2)));
        let members: Vec<String> = (0..20_000).map(|n| format!("\"k{n}\":[{n}]")).collect();
        let value: Value = serde_json::from_str(&thinned(&format!("{{{}}}", members.join(",")))).unwrap();
        assert_eq!(value.as_object().unwrap().len(), ENTRIES as usize);
    }

    #[test]
    fn lists_of_lists_are_limited_in_all() {
        let inner = format!("[{}]", vec!["0"; 4000].join(","));
        let json = format!("[{}]", vec![inner; 1000].join(","));
        let thin = thinned(&json);
        let value: Value = serde_json::from_str(&thin).unwrap();
        let entries: usize = value.as_array().unwrap().iter().map(|l| l.as_array().unwrap().len()).sum();
        assert!(entries <= TOTAL as usize + 1, "{entries}");
    }

    #[test]
    fn text_within_the_limits_or_not_json_is_unchanged() {
        let long = "x".repeat(SHORT);
        for json in [
            "[1,2]".to_owned(),
            format!("{{\"a\":\"{long}\",\"b\":[1,2,3]}}"),
            format!("]{}", ",".repeat(SHORT)),
            format!("[\"{}", "1,".repeat(SHORT)),
            format!("[{}", "1,".repeat(SHORT)),
        ] {
            assert!(matches!(thinned(&json), Cow::Borrowed(_)));
        }
    }
}
