//! Files: written beside, then renamed, so that nothing half-written is left behind.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use zermelo_arena::files::one_file;

use crate::Failure;

/// What a file holds, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A picture.
    Svg,
    /// Graphviz.
    Dot,
    /// A page.
    Html,
    /// Text.
    Text,
    /// JSON.
    Json,
}

/// The format that a file's name asks for; `-` is text.
///
/// # Errors
///
/// When the ending is unknown.
pub fn format_of(path: &Path) -> Result<Format, Failure> {
    if path == Path::new("-") {
        return Ok(Format::Text);
    }
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("dot" | "gv") => Ok(Format::Dot),
        Some("html" | "htm") => Ok(Format::Html),
        Some("txt") => Ok(Format::Text),
        Some("json") => Ok(Format::Json),
        _ => Err(Failure::Input(format!(
            "`{}`: expected a file name ending in .svg, .dot, .html, .txt or .json, or `-`",
            path.display()
        ))),
    }
}

/// Makes sure, before any work, that a file can be written.
///
/// # Errors
///
/// When it cannot.
pub fn check(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
    if path.is_dir() {
        return Err(Failure::Input(format!(
            "cannot write {}: it is a folder",
            path.display()
        )));
    }
    if is_device(path) {
        return Ok(());
    }
    let beside = beside(path);
    let made = fs::File::create(&beside);
    let _ = fs::remove_file(&beside);
    made.map(|_| ())
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

/// Refuses to read or write one file as two things.
///
/// # Errors
///
/// When two of the named paths that are given mean the same file.
pub fn apart(files: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let given = files.iter().filter_map(|&(name, path)| Some((name, path?)));
    match one_file(&given.collect::<Vec<_>>()) {
        Some((a, b)) => Err(Failure::Input(format!("{a} and {b} are the same file"))),
        None => Ok(()),
    }
}

/// Whether there is something that is neither a file nor a folder, such as a device or a pipe: it
/// is written to, not replaced.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir())
}

/// Whether writing to this path makes or replaces a file.
pub fn is_replaced(path: &Path) -> bool {
    path != Path::new("-") && !is_device(path)
}

/// What must stand before a text that is added to a file: what the file has, and an empty line.
///
/// # Errors
///
/// When it cannot be read, is no text, or could not be written.
pub fn before_more(path: &Path) -> Result<String, Failure> {
    check(path)?;
    if !is_replaced(path) || !path.exists() {
        return Ok(String::new());
    }
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("cannot add to {}: {error}", path.display())))?;
    let text = text.trim_end();
    Ok(match text.is_empty() {
        true => String::new(),
        false => format!("{text}\n\n"),
    })
}

/// Where work on a file is kept that was interrupted.
pub fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// The name under which a file is written until it is whole.
fn beside(path: &Path) -> OsString {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name
}

/// Writes a file whole or not at all; `-` is standard output.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return std::io::stdout().write_all(bytes).map_err(Failure::from);
    }
    let failed =
        |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    if is_device(path) {
        let file = fs::File::options().write(true).open(path);
        let written = file.and_then(|mut file| file.write_all(bytes));
        return written.map_err(failed);
    }
    let beside = beside(path);
    let result = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    result.map_err(|error| {
        // Nothing half-written stays; if even that fails there is nothing more to do.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}
