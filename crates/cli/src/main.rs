//! The `zermelo` binary.
fn main() {}
