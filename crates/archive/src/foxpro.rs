//! Placeholder.

use std::path::Path;

use crate::error::{ArchiveError, Result};

pub(crate) fn read_as_pgn(path: &Path) -> Result<Vec<u8>> {
    Err(ArchiveError::input(path, "not yet"))
}
