//! Files for others: written beside, then renamed, so that nothing half-written is left.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{ArchiveError, At, OUTPUT, Result};

/// Writes a file whole or not at all; a device or a pipe is written to as it is.
///
/// # Errors
///
/// What `write` returns, or when the file cannot be written.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    let named = |error: ArchiveError| match error {
        ArchiveError::Io {
            path: unnamed,
            doing,
            source,
        } if unnamed == Path::new(OUTPUT) => ArchiveError::Io {
            path: path.to_path_buf(),
            doing,
            source,
        },
        other => other,
    };
    let fill = |file: File| {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        let value = write(&mut out).map_err(named)?;
        out.flush().writing(path)?;
        Ok((value, out))
    };
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let file = File::options().write(true).open(path).writing(path)?;
        return fill(file).map(|(value, _)| value);
    }
    beside(path, |part| {
        let (value, out) = fill(File::create(part).writing(path)?)?;
        out.get_ref().sync_all().writing(path)?;
        Ok(value)
    })
}

/// Has a file made under another name and renames it; what is there of it after a failure is
/// removed.
pub(crate) fn beside<T>(path: &Path, make: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let result = make(&part).and_then(|value| {
        fs::rename(&part, path).writing(path)?;
        Ok(value)
    });
    // Nobody asked for the other name.
    let result = result.map_err(|error| match error {
        ArchiveError::Io {
            path: unknown,
            doing,
            source,
        } if unknown == part => ArchiveError::Io {
            path: path.to_path_buf(),
            doing,
            source,
        },
        other => other,
    });
    if result.is_err() {
        // The failure is what matters; if the part cannot be removed either, it stays.
        let _ = fs::remove_file(&part);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("zermelo-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("table.csv");
        write_whole(&path, |out| {
            out.write_all(b"old").map_err(ArchiveError::unwritten)
        })
        .unwrap();
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let failed = write_whole(&path, |out| {
            out.write_all(b"new").map_err(ArchiveError::unwritten)?;
            Err::<(), _>(ArchiveError::unwritten(full()))
        });
        let sentence = failed.unwrap_err().to_string();
        assert!(sentence.contains("table.csv"), "{sentence}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said_and_a_device_stays_a_device() {
        let full = Path::new("/dev/full");
        let failed = write_whole(full, |out| {
            out.write_all(&[0; 9]).map_err(ArchiveError::unwritten)
        });
        let sentence = failed.unwrap_err().to_string();
        assert!(
            sentence.starts_with("cannot write /dev/full: "),
            "{sentence}"
        );
        assert!(!fs::metadata(full).unwrap().is_file());
    }
}
