//! Defines the saved form of a map: sorted pairs, so that equal maps give equal bytes.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<K, V, S>(map: &HashMap<K, V>, to: S) -> Result<S::Ok, S::Error>
where
    K: Serialize + Ord,
    V: Serialize,
    S: Serializer,
{
    let mut pairs: Vec<(&K, &V)> = map.iter().collect();
    pairs.sort_by_key(|(key, _)| *key);
    pairs.serialize(to)
}

pub(super) fn deserialize<'de, K, V, D>(from: D) -> Result<HashMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Eq + Hash,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
}
