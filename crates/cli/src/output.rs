//! Files: written beside, then renamed, so that nothing half-written is left behind.

use std::fs;
use std::io::Write;
use std::path::Path;

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

/// Writes a file whole or not at all; `-` is standard output.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return std::io::stdout()
            .write_all(text.as_bytes())
            .map_err(Failure::from);
    }
    let failed =
        |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let result = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    result.map_err(|error| {
        // Nothing half-written stays; if even that fails there is nothing more to do.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}
