//! Where inputs come from and where finds go.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use zermelo_game::random::mix;

/// The folder of this crate.
#[must_use]
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The hand-written inputs of a target with their file names, in the order of the names.
///
/// # Errors
///
/// If the folder or a file cannot be read.
pub fn seeds(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut seeds = Vec::new();
    for entry in fs::read_dir(folder().join("corpus").join(target))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        seeds.push((name.into_owned(), read(&path)?));
    }
    seeds.sort();
    Ok(seeds)
}

/// Reads one input.
///
/// # Errors
///
/// If the file cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map(without_newline)
}

/// Editors end files with a newline that is not part of the input; so do we in [`keep`].
fn without_newline(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    bytes
}

/// Writes a find to `found/<target>/` under a name made of its content, and says where.
///
/// # Errors
///
/// If it cannot be written.
pub fn keep(target: &str, input: &[u8]) -> io::Result<PathBuf> {
    let directory = folder().join("found").join(target);
    fs::create_dir_all(&directory)?;
    let path = directory.join(format!("{:016x}", fingerprint(input)));
    let mut bytes = input.to_vec();
    bytes.push(b'\n');
    fs::write(&path, bytes)?;
    Ok(path)
}

/// A hash of bytes that is the same on every machine.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |hash, &byte| {
        mix(hash ^ u64::from(byte)).wrapping_add(1)
    })
}

/// A fingerprint of the beginning of a message without its numbers and signs, so that messages
/// which differ only in what they quote count as one.
#[must_use]
pub fn gist(message: &str) -> u64 {
    let letters = message.bytes().take(24).filter(u8::is_ascii_alphabetic);
    fingerprint(&letters.collect::<Vec<u8>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_newline_is_taken_off() {
        assert_eq!(without_newline(b"7\n\n".to_vec()), b"7\n");
        assert_eq!(without_newline(b"7".to_vec()), b"7");
    }

    #[test]
    fn fingerprints_tell_small_differences() {
        let texts: [&[u8]; 5] = [b"", b"\0", b"\0\0", b"ab", b"ba"];
        for (i, a) in texts.iter().enumerate() {
            for b in &texts[..i] {
                assert_ne!(fingerprint(a), fingerprint(b));
            }
        }
    }

    #[test]
    fn messages_that_differ_in_numbers_only_have_one_gist() {
        assert_eq!(gist("at most 64 coins"), gist("at most 200 coins"));
        assert_ne!(gist("a number"), gist("a bracket"));
    }
}
