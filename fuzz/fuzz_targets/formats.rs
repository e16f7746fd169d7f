//! The fuzzer's door to the target `formats`.
#![no_main]

#[path = "../../tests/common/model.rs"]
mod model;
#[path = "../../tests/common/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::formats(bytes));
