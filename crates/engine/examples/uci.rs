//! The engine alone, speaking UCI: small and quick to build, for matches.
//!
//! `cargo build --release -p zermelo-engine --example uci`

fn main() {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
    zermelo_engine::uci::converse(&mut input, &mut output);
}
