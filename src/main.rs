//! The `deltamind` program: a thin door to `cli`.

fn main() {}
