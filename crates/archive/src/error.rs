//! What can go wrong with an archive: one sentence each, naming the file and the place.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why something could not be done.
#[derive(Debug)]
pub enum ArchiveError {
    /// A file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What was being done: `read`, `write`.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A file of an archive is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The byte at which the damage was noticed.
        at: u64,
        /// What is wrong there.
        what: String,
    },
    /// A file is not what it should be.
    Input {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// What was asked makes no sense.
    Usage(String),
    /// The stop test said yes; the work can be resumed.
    Interrupted,
}

/// Results of this crate.
pub type Result<T> = std::result::Result<T, ArchiveError>;

impl ArchiveError {
    /// An output handed in could not be written; [`crate::write_whole`] puts its name there.
    #[must_use]
    pub fn unwritten(source: io::Error) -> ArchiveError {
        ArchiveError::Io {
            path: OUTPUT.into(),
            doing: "write",
            source,
        }
    }

    pub(crate) fn damaged(path: &Path, at: u64, what: impl Into<String>) -> ArchiveError {
        ArchiveError::Damaged {
            path: path.to_path_buf(),
            at,
            what: what.into(),
        }
    }

    pub(crate) fn input(path: &Path, problem: impl Into<String>) -> ArchiveError {
        ArchiveError::Input {
            path: path.to_path_buf(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Io {
                path,
                doing,
                source,
            } => write!(f, "cannot {doing} {}: {source}", path.display()),
            ArchiveError::Damaged { path, at, what } => {
                write!(f, "{} is damaged at byte {at}: {what}", path.display())
            }
            ArchiveError::Input { path, problem } => write!(f, "{}: {problem}", path.display()),
            ArchiveError::Usage(sentence) => f.write_str(sentence),
            ArchiveError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ArchiveError {}

/// What stands for the file's name until whoever opened the output puts it there.
pub(crate) const OUTPUT: &str = "the output";

/// Adds the file and the action to an input or output error.
pub(crate) trait At<T> {
    /// While reading a file.
    fn reading(self, path: &Path) -> Result<T>;
    /// While writing a file.
    fn writing(self, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn reading(self, path: &Path) -> Result<T> {
        self.map_err(|source| ArchiveError::Io {
            path: path.to_path_buf(),
            doing: "read",
            source,
        })
    }

    fn writing(self, path: &Path) -> Result<T> {
        self.map_err(|source| ArchiveError::Io {
            path: path.to_path_buf(),
            doing: "write",
            source,
        })
    }
}
