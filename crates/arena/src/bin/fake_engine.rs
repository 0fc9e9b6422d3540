//! A fake engine for tests.
fn main() {}
