//! Whether two paths mean the same file.

use std::path::{Path, PathBuf};

/// A path as seen from everywhere: absolute, links followed as far as the file exists.
#[must_use]
pub fn whole_path(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    // A file that is still to be made has a folder that may be there.
    match (absolute.parent(), absolute.file_name()) {
        (Some(folder), Some(name)) => folder
            .canonicalize()
            .map_or_else(|_| absolute.clone(), |folder| folder.join(name)),
        _ => absolute,
    }
}

/// The first two of several named files that are one, if any; `-` stands for a stream, not for a
/// file.
///
/// ```
/// use std::path::Path;
/// use zermelo_arena::files::one_file;
/// let (log, pgn) = (Path::new("games"), Path::new("./games"));
/// assert_eq!(one_file(&[("--log", log), ("--pgn", pgn)]), Some(("--log", "--pgn")));
/// assert_eq!(one_file(&[("--log", log), ("--pgn", Path::new("other"))]), None);
/// ```
#[must_use]
pub fn one_file<'a>(files: &[(&'a str, &Path)]) -> Option<(&'a str, &'a str)> {
    let files: Vec<(&str, PathBuf)> = files
        .iter()
        .filter(|(_, path)| *path != Path::new("-"))
        .map(|&(name, path)| (name, whole_path(path)))
        .collect();
    let pairs = files
        .iter()
        .enumerate()
        .flat_map(|(i, a)| files[i + 1..].iter().map(move |b| (a, b)));
    let mut same = pairs.filter(|(a, b)| a.1 == b.1);
    same.next().map(|(a, b)| (a.0, b.0))
}
