//! What players are read from, and that it is not written over.

use std::path::{Path, PathBuf};

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::files::whole_path;
use zermelo_engine::learned::folder::MANIFEST;

use crate::Failure;

/// Options in brackets that name a file or a folder.
const OPTIONS: [&str; 4] = ["dir", "endings", "goals", "profile"];

/// A file or a folder that is read, and the option that names it.
pub type Read = (String, PathBuf);

/// What a player's text names in its brackets.
pub fn of_player(text: &str) -> Vec<Read> {
    let Ok((_, options)) = PlayerOptions::split(text) else {
        return Vec::new();
    };
    let is_place = |(option, value): &(String, String)| {
        let known = OPTIONS.iter().any(|name| option.eq_ignore_ascii_case(name));
        // `goals` may be a number or a switch.
        let is_word = value.parse::<u32>().is_ok() || value == "on" || value == "off";
        known && !value.is_empty() && !(option == "goals" && is_word)
    };
    let places = options.others.into_iter().filter(is_place);
    let named = |(option, value)| (format!("{option}={value}"), PathBuf::from(value));
    places.map(named).collect()
}

/// Refuses to write over what is read.
///
/// # Errors
///
/// When a file to be written is one that is read, or lies in a folder of what was learnt.
pub fn kept(read: &[Read], written: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let given = written
        .iter()
        .filter_map(|&(name, path)| Some((name, path?)));
    for (name, path) in given.filter(|(_, path)| *path != Path::new("-")) {
        if let Some((option, _)) = read.iter().find(|(_, place)| spoils(path, place)) {
            return Err(Failure::Input(format!(
                "{name} would write over what `{option}` reads"
            )));
        }
    }
    Ok(())
}

/// Whether writing a file changes what is read from a place: a file, a folder of what was learnt,
/// or a folder that has such folders.
fn spoils(written: &Path, place: &Path) -> bool {
    let (written, place) = (whole_path(written), whole_path(place));
    let inside = written.ancestors().skip(1);
    let mut inside = inside.take_while(|folder| folder.starts_with(&place));
    written == place || inside.any(|folder| folder.join(MANIFEST).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_from_numbers_and_switches() {
        let places = |text| -> Vec<String> {
            of_player(text)
                .into_iter()
                .map(|(option, _)| option)
                .collect()
        };
        assert_eq!(
            places("strategic[goals=8,endings=e.bin]"),
            ["endings=e.bin"]
        );
        assert_eq!(places("belief[goals=on,profile=p]"), ["profile=p"]);
        assert_eq!(places("opta3[Dir=x,hash=16]"), ["Dir=x"]);
        assert!(places("strategic[goals=]").is_empty() && places("random").is_empty());
    }
}
