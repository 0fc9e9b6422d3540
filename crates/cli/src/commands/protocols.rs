//! `uci` and `xboard`: the engine at the end of a pipe.

use zermelo_engine::protocol::options::Configuration;

use crate::{Failure, Io, folders};

/// The options that are set from the start: where the user's own players are.
fn configuration() -> Configuration {
    let players = folders::of_user("players").unwrap_or_default();
    Configuration {
        player_dir: players.to_string_lossy().into_owned(),
        ..Configuration::default()
    }
}

/// Speaks UCI until told to quit.
pub fn uci(io: &mut Io<'_>) -> Result<(), Failure> {
    zermelo_engine::uci::converse_with(configuration(), io.input, io.out);
    Ok(())
}

/// Speaks the XBoard protocol until told to quit.
pub fn xboard(io: &mut Io<'_>) -> Result<(), Failure> {
    zermelo_engine::xboard::converse_with(configuration(), io.input, io.out);
    Ok(())
}
