//! Fuzz driver.
fn main() {}
