//! `uci` and `xboard`: the engine at the end of a pipe.

use crate::{Failure, Io};

/// Speaks UCI until told to quit.
pub fn uci(io: &mut Io<'_>) -> Result<(), Failure> {
    zermelo_engine::uci::converse(io.input, io.out);
    Ok(())
}

/// Speaks the XBoard protocol until told to quit.
pub fn xboard(io: &mut Io<'_>) -> Result<(), Failure> {
    zermelo_engine::xboard::converse(io.input, io.out);
    Ok(())
}
