//! The fuzzer's door to the target `follower`.
#![no_main]

#[path = "../../tests/common/model.rs"]
mod model;
#[path = "../../tests/common/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::follower(bytes));
