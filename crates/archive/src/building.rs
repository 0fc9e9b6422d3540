//! An archive's folder while something is written to it.
//!
//! New segments are made in the folder `build` inside the archive's; when one is complete its
//! files are renamed into place and then the manifest, which alone makes it part of the archive.
//! A lock keeps two writers apart; it goes with the process that holds it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::checkpoint::Checkpoint;
use crate::error::{ArchiveError, At, Result};
use crate::manifest::{Manifest, SegmentEntry};
use crate::segment_writer::{FILES, Lengths, SegmentCounts, SegmentWriter};

/// Where segments are made, inside the archive's folder.
pub(crate) const WORKSHOP: &str = "build";

/// A folder that this process may write to.
pub(crate) struct Building {
    pub folder: PathBuf,
    pub manifest: Manifest,
    /// Whether the archive was there before.
    pub existed: bool,
    /// A build that was interrupted here.
    pub unfinished: Option<Checkpoint>,
    _lock: File,
}

/// Whether a file of this name may be what a build left that was killed before its end.
fn is_own(name: &str) -> bool {
    let is_part = |(segment, file): (&str, &str)| {
        let numbered = segment.len() == 6 && segment.bytes().all(|byte| byte.is_ascii_digit());
        numbered && (FILES.contains(&file) || file == crate::table::ENDING)
    };
    [WORKSHOP, "lock", "manifest.part"].contains(&name) || name.split_once('.').is_some_and(is_part)
}

impl Building {
    /// Takes a folder for writing, creating it if need be.
    pub fn open(folder: &Path, plies: usize) -> Result<Building> {
        if folder.exists() && !folder.is_dir() {
            return Err(ArchiveError::input(folder, "a file; archives are folders"));
        }
        let found = Manifest::read(folder)?;
        let foreign = found.is_none()
            && folder.is_dir()
            && fs::read_dir(folder)
                .reading(folder)?
                .flatten()
                .any(|entry| !is_own(&entry.file_name().to_string_lossy()));
        if foreign {
            let problem = "a folder with other files; expected an archive or a new name";
            return Err(ArchiveError::input(folder, problem));
        }
        fs::create_dir_all(folder).writing(folder)?;
        let path = folder.join("lock");
        let lock = File::create(&path).writing(&path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let problem = "another process is writing to this archive";
                return Err(ArchiveError::input(folder, problem));
            }
            Err(TryLockError::Error(error)) => return Err(error).writing(&path),
        }
        let sources = found.as_ref().map_or(0, |manifest| manifest.sources.len());
        // The sources are entered last: with others than it knew, a build was finished and only
        // not cleared away.
        let unfinished = Checkpoint::read(&folder.join(WORKSHOP))
            .filter(|checkpoint| checkpoint.known_sources == sources);
        let building = Building {
            folder: folder.to_path_buf(),
            existed: found.is_some(),
            unfinished,
            manifest: found.unwrap_or_else(|| Manifest::new(plies)),
            _lock: lock,
        };
        building.remove_strays()?;
        Ok(building)
    }

    /// Removes files of segments that never became part of the archive, or no longer are.
    fn remove_strays(&self) -> Result<()> {
        for entry in fs::read_dir(&self.folder).reading(&self.folder)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some((segment, file)) = name.split_once('.') else {
                continue;
            };
            let unfinished = self.unfinished.iter().flat_map(|found| &found.segments);
            let mut segments = self.manifest.segments.iter().chain(unfinished);
            let known = segments.any(|s| s.name == segment);
            let is_table = file == crate::table::ENDING;
            let known = known || is_table && self.manifest.tables.iter().any(|t| t.name == segment);
            if (FILES.contains(&file) || is_table) && !known {
                fs::remove_file(entry.path()).writing(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Says no if a build was interrupted here: it has to be finished first, or thrown away.
    pub fn refuse_unfinished(&self) -> Result<()> {
        match self.unfinished {
            None => Ok(()),
            Some(_) => Err(ArchiveError::Usage(format!(
                "{}: an unfinished build is here; finish it with the same command, or pass \
                 --fresh to throw it away",
                self.folder.display()
            ))),
        }
    }

    /// Throws away what an interrupted build left.
    pub fn throw_away_unfinished(&mut self) -> Result<()> {
        self.unfinished = None;
        self.clear()?;
        self.remove_strays()
    }

    /// How many plies of each game give positions: as asked, which must be as before.
    pub fn settle_plies(&self, asked: Option<usize>) -> Result<usize> {
        let plies = self.manifest.plies;
        match asked {
            Some(asked) if asked != plies => Err(ArchiveError::Usage(format!(
                "{}: this archive keeps {plies} plies of each game, not {asked}; expected the \
                 same number or a new archive",
                self.folder.display()
            ))),
            _ => Ok(plies),
        }
    }

    /// Where segments are made.
    pub fn workshop(&self) -> PathBuf {
        self.folder.join(WORKSHOP)
    }

    /// Begins a segment.
    pub fn begin(&self) -> Result<SegmentWriter> {
        let workshop = self.workshop();
        fs::create_dir_all(&workshop).writing(&workshop)?;
        SegmentWriter::open(&workshop, Lengths::default())
    }

    /// Moves the finished files of the workshop into the archive; the manifest still has to be
    /// written.
    pub fn adopt(&mut self, counts: &SegmentCounts) -> Result<()> {
        let name = format!("{:06}", self.manifest.next);
        let mut lengths = Vec::new();
        for file in FILES {
            let from = self.workshop().join(file);
            let to = Manifest::file(&self.folder, &name, file);
            lengths.push(fs::metadata(&from).reading(&from)?.len());
            fs::rename(&from, &to).writing(&to)?;
        }
        self.manifest.next += 1;
        self.manifest.segments.push(SegmentEntry {
            name,
            games: counts.games,
            positions: counts.positions.positions,
            visits: counts.positions.visits,
            frequent: counts.positions.frequent,
            lengths,
        });
        Ok(())
    }

    /// Makes the new state the archive's and clears the workshop.
    pub fn commit(&self) -> Result<()> {
        self.manifest.write(&self.folder)?;
        self.remove_strays()?;
        self.clear()
    }

    /// Removes the workshop.
    pub fn clear(&self) -> Result<()> {
        let workshop = self.workshop();
        if workshop.exists() {
            fs::remove_dir_all(&workshop).writing(&workshop)?;
        }
        Ok(())
    }

    /// Leaves nothing of a failed attempt: no workshop, and no folder if it was new.
    pub fn abandon(mut self) {
        // What the disk says counts: this manifest may have been changed already. The failure
        // itself is what is reported; what cannot be removed stays.
        match Manifest::read(&self.folder) {
            Ok(Some(manifest)) => self.manifest = manifest,
            Ok(None) => self.manifest = Manifest::new(self.manifest.plies),
            Err(_) => return,
        }
        let _ = self.throw_away_unfinished();
        if !self.existed {
            let _ = fs::remove_file(self.folder.join("lock"));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}
