//! The fuzzer's door to the target `safe_text`.
#![no_main]

#[path = "../../tests/common/model.rs"]
mod model;
#[path = "../../tests/common/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::safe_text(bytes));
