//! An archive's folder while something is written to it.
//!
//! New segments are made in the folder `build` inside the archive's; when one is complete its
//! files are renamed into place and then the manifest, which alone makes it part of the archive.
//! A lock keeps two writers apart; it goes with the process that holds it.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::{ArchiveError, At, Result};
use crate::manifest::{Manifest, SegmentEntry};
use crate::segment_writer::{FILES, Lengths, SegmentCounts, SegmentWriter};

/// A folder that this process may write to.
pub(crate) struct Building {
    pub folder: PathBuf,
    pub manifest: Manifest,
    /// Whether the archive was there before.
    pub existed: bool,
    _lock: File,
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
                .any(|entry| entry.file_name() != "build" && entry.file_name() != "lock");
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
        let building = Building {
            folder: folder.to_path_buf(),
            existed: found.is_some(),
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
            let known = self.manifest.segments.iter().any(|s| s.name == segment);
            let is_table = file == crate::table::ENDING;
            let known = known || is_table && self.manifest.tables.iter().any(|t| t.name == segment);
            if (FILES.contains(&file) || is_table) && !known {
                fs::remove_file(entry.path()).writing(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Says no if a build was interrupted here: it has to be finished first.
    pub fn refuse_unfinished(&self) -> Result<()> {
        match Checkpoint::read(&self.workshop()) {
            None => Ok(()),
            Some(_) => Err(ArchiveError::Usage(format!(
                "{}: an unfinished build is here; finish it first, with the same command",
                self.folder.display()
            ))),
        }
    }

    /// Where segments are made.
    pub fn workshop(&self) -> PathBuf {
        self.folder.join("build")
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
        let _ = self.clear();
        let _ = self.remove_strays();
        if !self.existed {
            let _ = fs::remove_file(self.folder.join("lock"));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// What a build has done so far, safe on the disk.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoint {
    /// What was asked for; another request starts anew.
    pub request: String,
    pub lengths: Lengths,
    /// What the reader of the sources needs to go on.
    pub reading: Value,
    /// Segments and sources that are finished already, as the manifest would have them.
    pub done: u64,
}

const JOURNAL: &str = "journal.json";

impl Checkpoint {
    pub fn write(&self, workshop: &Path) -> Result<()> {
        let lengths = &self.lengths;
        let value = json!({
            "request": self.request,
            "lengths": [lengths.strings, lengths.headers, lengths.games, lengths.hashes, lengths.facts],
            "reading": self.reading,
            "done": self.done,
        });
        let text = value.to_string();
        let text = format!("{:08x} {text}", crc32fast::hash(text.as_bytes()));
        let beside = workshop.join("journal.part");
        let mut file = File::create(&beside).writing(&beside)?;
        file.write_all(text.as_bytes()).writing(&beside)?;
        file.sync_all().writing(&beside)?;
        let path = workshop.join(JOURNAL);
        fs::rename(&beside, &path).writing(&path)
    }

    /// The last checkpoint of a workshop, if there is a sound one.
    pub fn read(workshop: &Path) -> Option<Checkpoint> {
        let text = fs::read_to_string(workshop.join(JOURNAL)).ok()?;
        let (sum, body) = text.split_once(' ')?;
        if sum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return None;
        }
        let value: Value = serde_json::from_str(body).ok()?;
        let length = |place: usize| value["lengths"][place].as_u64();
        Some(Checkpoint {
            request: value["request"].as_str()?.to_string(),
            lengths: Lengths {
                strings: length(0)?,
                headers: length(1)?,
                games: length(2)?,
                hashes: length(3)?,
                facts: length(4)?,
            },
            reading: value["reading"].clone(),
            done: value["done"].as_u64()?,
        })
    }
}
