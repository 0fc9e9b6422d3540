//! The folder of a learned player: what a learner wrote, with where it came from.
//!
//! A folder has files and `manifest.json`: one JSON object (format version, kind of player, origin,
//! figures, and length and checksum of every file), then a line with the object's own checksum. It
//! is written beside, checked, and renamed, so that it is there whole or not at all. *Invariant.*
//! What [`PlayerFolder::open`] returns is of this version and as it was written: every byte of
//! every file was looked at. It holds no times: equal samples give equal bytes.

use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// The version of the format that this program writes and reads.
pub const FOLDER_VERSION: u64 = 1;

/// The name of the manifest in the folder.
pub const MANIFEST: &str = "manifest.json";

/// What is wrong with a player folder: one sentence that names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FolderError(String);

impl FolderError {
    /// A problem with a file or folder.
    #[must_use]
    pub fn new(path: &Path, problem: impl fmt::Display) -> FolderError {
        FolderError(format!("{}: {problem}", path.display()))
    }
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FolderError {}

/// A file of a player folder as the manifest knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its checksum.
    pub crc32: u32,
}

/// A player folder, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerFolder {
    /// Where it is.
    pub path: PathBuf,
    /// What kind of player was learnt: `opta`, `ophista`, `feedback`, `rote`.
    pub kind: String,
    /// The program that made it.
    pub made_by: String,
    /// Where it came from: sources, games, what was held out.
    pub origin: Map<String, Value>,
    /// What was learnt, and how well that held on what was held out.
    pub figures: Map<String, Value>,
    /// Its files.
    pub files: Vec<FileEntry>,
}

impl PlayerFolder {
    /// Whether a folder claims to be a player's.
    #[must_use]
    pub fn is(path: &Path) -> bool {
        let text = fs::read_to_string(path.join(MANIFEST));
        text.is_ok_and(|text| text.contains("\"player\""))
    }

    /// Whether a folder of players has one of this name.
    #[must_use]
    pub fn is_named(name: &str, players: &Path) -> bool {
        let plain = Path::new(name).file_name().is_some_and(|last| last == name);
        plain && PlayerFolder::is(&players.join(name))
    }

    /// Opens a folder and checks all of it.
    ///
    /// # Errors
    ///
    /// If there is none, it is of another version, or a file is not as it was written.
    pub fn open(path: &Path) -> Result<PlayerFolder, FolderError> {
        let wrong = |problem: &str| FolderError::new(path, problem);
        let manifest = path.join(MANIFEST);
        let text = fs::read_to_string(&manifest).map_err(|_| {
            wrong("not a player folder: expected a folder written by `zermelo learn`")
        })?;
        let changed = || FolderError::new(&manifest, "changed since it was written");
        // The version comes first: another one may have other checksums.
        let body = text.rfind("crc32 ").map_or(text.as_str(), |at| &text[..at]);
        let value: Value = serde_json::from_str(body).map_err(|_| changed())?;
        match value["player"].as_u64() {
            Some(FOLDER_VERSION) => {}
            Some(other) => {
                return Err(wrong(&format!(
                    "a player folder of version {other}, but this program reads version \
                     {FOLDER_VERSION}"
                )));
            }
            None => {
                return Err(wrong(
                    "not a player folder: its manifest is of another kind",
                ));
            }
        }
        if text[body.len()..] != sum_line(body.as_bytes()) {
            return Err(changed());
        }
        let folder = PlayerFolder::from_json(path, &value).ok_or_else(changed)?;
        folder
            .files
            .iter()
            .try_for_each(|file| folder.check(file))?;
        Ok(folder)
    }

    fn from_json(path: &Path, value: &Value) -> Option<PlayerFolder> {
        let file = |value: &Value| {
            let name = value["name"].as_str()?.to_string();
            // A name is a file of this folder, not a way out of it.
            let plain = Path::new(&name)
                .file_name()
                .is_some_and(|last| last == name.as_str());
            plain.then_some(FileEntry {
                name,
                bytes: value["bytes"].as_u64()?,
                crc32: u32::try_from(value["crc32"].as_u64()?).ok()?,
            })
        };
        Some(PlayerFolder {
            path: path.to_path_buf(),
            kind: value["kind"].as_str()?.to_string(),
            made_by: value["made_by"].as_str()?.to_string(),
            origin: value["origin"].as_object()?.clone(),
            figures: value["figures"].as_object()?.clone(),
            files: value["files"]
                .as_array()?
                .iter()
                .map(file)
                .collect::<Option<_>>()?,
        })
    }

    fn json(&self) -> Value {
        let file =
            |file: &FileEntry| json!({"name": file.name, "bytes": file.bytes, "crc32": file.crc32});
        json!({
            "player": FOLDER_VERSION,
            "kind": self.kind,
            "made_by": self.made_by,
            "origin": self.origin,
            "figures": self.figures,
            "files": self.files.iter().map(file).collect::<Vec<_>>(),
        })
    }

    fn check(&self, file: &FileEntry) -> Result<(), FolderError> {
        let path = self.path.join(&file.name);
        let found = FileEntry::of(&path)?;
        if found == *file {
            Ok(())
        } else {
            Err(FolderError::new(
                &path,
                "changed since the player was learnt: its checksum is another",
            ))
        }
    }

    /// The checksum of its manifest, which holds those of all its files.
    #[must_use]
    pub fn sum(&self) -> String {
        format!(
            "{:08x}",
            crc32fast::hash(self.json().to_string().as_bytes())
        )
    }

    /// Whether it has a file of a name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    /// The path of one of its files.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a folder: `make` fills it and says origin and figures. An older player folder of
    /// that name is replaced; anything else of that name is left alone.
    ///
    /// # Errors
    ///
    /// What `make` returns, or if the folder cannot be written; then nothing is left of it.
    pub fn write<E: From<FolderError>>(
        path: &Path,
        kind: &str,
        make: impl FnOnce(&Path) -> Result<Learnt, E>,
    ) -> Result<PlayerFolder, E> {
        PlayerFolder::check_free(path)?;
        let part = beside(path, "part");
        let result = PlayerFolder::fill(&part, kind, make)
            .and_then(|folder| Ok(replace(&part, path).map(|()| folder)?));
        if result.is_err() {
            // The failure is what matters; if the part cannot be removed either, it stays.
            let _ = fs::remove_dir_all(&part);
        }
        result.map(|folder| PlayerFolder {
            path: path.to_path_buf(),
            ..folder
        })
    }

    /// Makes sure that a folder can be written here: nothing is there, or a player folder.
    ///
    /// # Errors
    ///
    /// If there is something else.
    pub fn check_free(path: &Path) -> Result<(), FolderError> {
        let occupied = fs::symlink_metadata(path).is_ok();
        let empty = || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        if occupied && !PlayerFolder::is(path) && !empty() {
            let problem = "there is something else: a player folder replaces only a player folder";
            return Err(FolderError::new(path, problem));
        }
        Ok(())
    }

    /// The name of something that is kept beside a folder: a slash at the end of the folder's name
    /// does not put it inside.
    #[must_use]
    pub fn beside(path: &Path, ending: &str) -> PathBuf {
        let mut name = path.components().as_path().as_os_str().to_owned();
        name.push(format!(".{ending}"));
        PathBuf::from(name)
    }

    fn fill<E: From<FolderError>>(
        part: &Path,
        kind: &str,
        make: impl FnOnce(&Path) -> Result<Learnt, E>,
    ) -> Result<PlayerFolder, E> {
        let failed = |error| FolderError::new(part, error);
        let _ = fs::remove_dir_all(part);
        fs::create_dir_all(part).map_err(failed)?;
        let learnt = make(part)?;
        let mut files = Vec::new();
        for entry in fs::read_dir(part).map_err(failed)? {
            files.push(FileEntry::of(&entry.map_err(failed)?.path())?);
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let folder = PlayerFolder {
            path: part.to_path_buf(),
            kind: kind.to_string(),
            made_by: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_string(),
            origin: learnt.origin,
            figures: learnt.figures,
            files,
        };
        let body = format!("{:#}\n", folder.json());
        let mut manifest = File::create(part.join(MANIFEST)).map_err(failed)?;
        let text = format!("{body}{}", sum_line(body.as_bytes()));
        manifest.write_all(text.as_bytes()).map_err(failed)?;
        manifest.sync_all().map_err(failed)?;
        Ok(PlayerFolder::open(part)?)
    }
}

/// What a learner says of the files that it wrote.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Learnt {
    /// Where it came from.
    pub origin: Map<String, Value>,
    /// What was learnt.
    pub figures: Map<String, Value>,
}

impl FileEntry {
    /// The entry of a file as it is now.
    fn of(path: &Path) -> Result<FileEntry, FolderError> {
        let failed = |error| FolderError::new(path, error);
        let mut file = File::open(path).map_err(failed)?;
        let mut hasher = crc32fast::Hasher::new();
        let (mut bytes, mut buffer) = (0, vec![0; 1 << 18]);
        loop {
            match file.read(&mut buffer).map_err(failed)? {
                0 => break,
                count => {
                    bytes += count as u64;
                    hasher.update(&buffer[..count]);
                }
            }
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(FileEntry {
            name: name.into_owned(),
            bytes,
            crc32: hasher.finalize(),
        })
    }
}

fn sum_line(body: &[u8]) -> String {
    format!("crc32 {:08x}\n", crc32fast::hash(body))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PlayerFolder::beside(path, &format!("{}.{ending}", std::process::id()))
}

/// Gives the new folder the old one's name.
fn replace(part: &Path, path: &Path) -> Result<(), FolderError> {
    let failed = |error| FolderError::new(path, error);
    let old = beside(path, "old");
    let existed = path.exists();
    if existed {
        fs::rename(path, &old).map_err(failed)?;
    }
    if let Err(error) = fs::rename(part, path) {
        if existed {
            // Best is to put the old one back; if that fails too, it stays beside.
            let _ = fs::rename(&old, path);
        }
        return Err(failed(error));
    }
    if existed {
        fs::remove_dir_all(&old).map_err(|error| FolderError::new(&old, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        let place =
            std::env::temp_dir().join(format!("zermelo-folder-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        place
    }

    fn write(path: &Path, content: &str) -> Result<PlayerFolder, FolderError> {
        PlayerFolder::write(path, "opta", |folder| {
            fs::write(folder.join("table.bin"), content).unwrap();
            let mut learnt = Learnt::default();
            learnt.figures.insert("positions".to_string(), json!(3));
            Ok(learnt)
        })
    }

    #[test]
    fn a_folder_comes_back_as_it_was_written_and_is_replaced_whole() {
        let path = place("back");
        let written = write(&path, "one").unwrap();
        assert_eq!(PlayerFolder::open(&path).unwrap(), written);
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(path.join("table.bin")).unwrap(), "two");
        let parent = fs::read_dir(path.parent().unwrap()).unwrap().flatten();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let left = parent.filter(|e| e.file_name().to_string_lossy().starts_with(&name));
        assert_eq!(left.count(), 1, "something was left beside");
        fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_folder_named_with_a_slash_at_its_end_is_written_and_replaced() {
        let path = place("slash");
        let named = path.join("");
        for content in ["one", "two"] {
            write(&named, content).unwrap();
            assert_eq!(fs::read_to_string(path.join("table.bin")).unwrap(), content);
        }
        assert_eq!(beside(&named, "part"), beside(&path, "part"));
        fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_changed_file_a_changed_manifest_and_another_version_are_refused_by_name() {
        let path = place("changed");
        write(&path, "one").unwrap();
        fs::write(path.join("table.bin"), "two").unwrap();
        let sentence = PlayerFolder::open(&path).unwrap_err().to_string();
        assert!(sentence.contains("table.bin: changed"), "{sentence}");
        fs::remove_file(path.join("table.bin")).unwrap();
        let sentence = PlayerFolder::open(&path).unwrap_err().to_string();
        assert!(sentence.contains("table.bin"), "{sentence}");
        write(&path, "one").unwrap();
        let manifest = path.join(MANIFEST);
        let text = fs::read_to_string(&manifest).unwrap();
        fs::write(
            &manifest,
            text.replace("\"positions\": 3", "\"positions\": 4"),
        )
        .unwrap();
        let sentence = PlayerFolder::open(&path).unwrap_err().to_string();
        assert!(sentence.contains("manifest.json: changed"), "{sentence}");
        fs::write(&manifest, text.replace("\"player\": 1", "\"player\": 7")).unwrap();
        let sentence = PlayerFolder::open(&path).unwrap_err().to_string();
        assert!(sentence.contains("version 7"), "{sentence}");
        fs::write(&manifest, "").unwrap();
        assert!(PlayerFolder::open(&path).is_err());
        fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn what_is_no_player_folder_is_not_replaced_and_a_failure_leaves_nothing() {
        let path = place("other");
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("letter.txt"), "dear").unwrap();
        assert!(write(&path, "one").is_err());
        assert!(path.join("letter.txt").exists());
        fs::remove_dir_all(&path).unwrap();
        let failed = PlayerFolder::write(&path, "opta", |folder| {
            Err::<Learnt, _>(FolderError::new(folder, "no samples"))
        });
        assert!(failed.is_err());
        assert!(!path.exists());
        assert!(!beside(&path, "part").exists());
    }
}
