//! Engines as the command line names them: `uci:CMD`, `xboard:CMD`, with options in brackets.
//!
//! `uci:"my engine" --fast[Hash=64,Threads=1,name=Fast,tc=5+0.05]`. The command is split at
//! blanks, quotes (single or double) keep a part together, no shell is involved. Options in
//! lower case that the arena itself understands are `name`, `tc`, `movetime` (milliseconds),
//! `nodes`, `depth` and `ponder` (yes or no); all others go to the engine.

use std::path::{Path, PathBuf};
use std::time::Duration;

use zermelo_game::ParseError;

use crate::clock::{Control, TimeControl};

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// Chess Engine Communication Protocol, version 2 (or 1).
    Xboard,
}

/// What stands in brackets after a player's name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayerOptions {
    /// Options for the player itself, in order.
    pub others: Vec<(String, String)>,
    /// The name to show.
    pub name: Option<String>,
    /// Its own control, if it has one.
    pub control: Option<Control>,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
}

/// An engine to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// As it was given.
    pub text: String,
    /// Its language.
    pub protocol: Protocol,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The name to show.
    pub name: String,
    /// What stood in brackets.
    pub options: PlayerOptions,
}

impl PlayerOptions {
    /// Splits a player's text into what stands before the brackets and the options in them.
    ///
    /// # Errors
    ///
    /// Names the option that could not be read.
    pub fn split(text: &str) -> Result<(&str, PlayerOptions), ParseError> {
        let split = text
            .strip_suffix(']')
            .and_then(|rest| rest.rsplit_once('['));
        let Some((before, inside)) = split else {
            // A file may have a bracket in its name; options after one are another matter.
            return match text.rsplit_once('[') {
                Some((before, inside)) if inside.contains('=') => {
                    let column = before.chars().count() + 1;
                    Err(ParseError::new(
                        &text[before.len()..],
                        column,
                        "`]` after the options",
                    ))
                }
                _ => Ok((text, PlayerOptions::default())),
            };
        };
        let mut options = PlayerOptions::default();
        let mut column = before.chars().count() + 2;
        for option in inside.split(',') {
            if !option.trim().is_empty() {
                options.read(option.trim(), column)?;
            }
            column += option.chars().count() + 1;
        }
        Ok((before, options))
    }

    fn read(&mut self, option: &str, column: usize) -> Result<(), ParseError> {
        let error = |expected: &str| ParseError::new(option, column, expected);
        let Some((name, value)) = option.split_once('=') else {
            return Err(error("an option such as Hash=64"));
        };
        let (name, value) = (name.trim(), value.trim());
        let number = || value.parse::<u64>().ok().filter(|&n| n > 0);
        let mut control = self.control.unwrap_or_default();
        match name {
            "name" if value.is_empty() => return Err(error("a name after name=")),
            "name" => {
                self.name = Some(value.to_string());
                return Ok(());
            }
            "ponder" => {
                self.ponder = match value {
                    "yes" | "true" | "on" => true,
                    "no" | "false" | "off" => false,
                    _ => return Err(error("ponder=yes or ponder=no")),
                };
                return Ok(());
            }
            "tc" => {
                let time = TimeControl::parse(value).map_err(|e| error(&e.expected))?;
                control.time = Some(time);
            }
            "movetime" => {
                let millis = number().ok_or_else(|| error("movetime in milliseconds"))?;
                control.movetime = Some(Duration::from_millis(millis));
            }
            "nodes" => {
                control.nodes = Some(number().ok_or_else(|| error("a number of nodes"))?);
            }
            "depth" => {
                let depth = number().and_then(|n| u32::try_from(n).ok());
                control.depth = Some(depth.ok_or_else(|| error("a depth in plies"))?);
            }
            _ => {
                self.others.push((name.to_string(), value.to_string()));
                return Ok(());
            }
        }
        self.control = Some(control);
        Ok(())
    }
}

impl EngineSpec {
    /// Whether a player's text means an engine at all.
    #[must_use]
    pub fn is_engine(text: &str) -> bool {
        text.starts_with("uci:") || text.starts_with("xboard:")
    }

    /// Reads an engine's description.
    ///
    /// # Errors
    ///
    /// Names the part that could not be read.
    pub fn parse(text: &str) -> Result<EngineSpec, ParseError> {
        let (before, options) = PlayerOptions::split(text)?;
        let (protocol, command) = if let Some(rest) = before.strip_prefix("uci:") {
            (Protocol::Uci, rest)
        } else if let Some(rest) = before.strip_prefix("xboard:") {
            (Protocol::Xboard, rest)
        } else {
            return Err(ParseError::new(text, 1, "uci:COMMAND or xboard:COMMAND"));
        };
        let start = before.len() - command.len();
        let mut words = split_command(command)
            .map_err(|at| ParseError::new(&command[at..], start + at + 1, "a closing quote"))?
            .into_iter();
        let program = words.next().filter(|word| !word.is_empty());
        let program =
            program.ok_or_else(|| ParseError::new("", start + 1, "the engine's command"))?;
        let file = Path::new(&program).file_stem();
        let file = file.map_or(program.clone(), |f| f.to_string_lossy().into_owned());
        Ok(EngineSpec {
            text: text.to_string(),
            protocol,
            name: options.name.clone().unwrap_or(file),
            program,
            arguments: words.collect(),
            options,
        })
    }

    /// Where the program is: as given if it names a folder, else on the search path, else in the
    /// folder where distributions put games.
    ///
    /// # Errors
    ///
    /// If there is no such program.
    pub fn locate(&self) -> Result<PathBuf, String> {
        let given = PathBuf::from(&self.program);
        if given.components().count() > 1 {
            return if !given.is_file() {
                Err(format!("engine `{}`: there is no such file", self.program))
            } else if !is_program(&given) {
                Err(format!("engine `{}`: it is no program", self.program))
            } else {
                Ok(given)
            };
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let games = Path::new("/").join("usr").join("games");
        std::env::split_paths(&path)
            .chain([games])
            .map(|folder| folder.join(&self.program))
            .find(|candidate| is_program(candidate))
            .ok_or_else(|| format!("engine `{}` is not on the search path", self.program))
    }
}

/// Whether a file can be started, as far as its permissions say so.
fn is_program(path: &Path) -> bool {
    let Ok(found) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let allowed = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let allowed = true;
    found.is_file() && allowed
}

/// Splits at blanks outside quotes; the place of a quote that is not closed is an error.
fn split_command(command: &str) -> Result<Vec<String>, usize> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<(char, usize)> = None;
    for (i, c) in command.char_indices() {
        match quote {
            Some((open, _)) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some((c, i));
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some((_, at)) = quote {
        return Err(at);
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_options_and_controls_are_told_apart() {
        let text =
            "uci:\"my engine\" --fast 'a b'[Hash=64, Skill Level=3,name=Fast,tc=5+0.05,ponder=yes]";
        let spec = EngineSpec::parse(text).unwrap();
        assert_eq!(spec.program, "my engine");
        assert_eq!(spec.arguments, ["--fast", "a b"]);
        let options = [("Hash", "64"), ("Skill Level", "3")].map(|(n, v)| (n.into(), v.into()));
        assert_eq!(spec.options.others, options);
        assert_eq!((spec.name.as_str(), spec.options.ponder), ("Fast", true));
        assert_eq!(spec.options.control.unwrap().to_string(), "5+0.05");
        let plain = EngineSpec::parse("xboard:games/fairymax").unwrap();
        assert_eq!(
            (plain.protocol, plain.name.as_str()),
            (Protocol::Xboard, "fairymax")
        );
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_column() {
        for (text, column) in [
            ("gtp:x", 1),
            ("uci:", 5),
            ("uci:'a b", 5),
            ("uci:a[Hash]", 7),
            ("uci:a[Hash=1,tc=x]", 14),
            ("uci:a[depth=0]", 7),
            ("uci:a[ponder=1]", 7),
            ("uci:a[Hash=1,name=]", 14),
        ] {
            assert_eq!(
                EngineSpec::parse(text).unwrap_err().column,
                column,
                "{text}"
            );
        }
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let spec = EngineSpec::parse("uci:no-such-engine-anywhere").unwrap();
        assert!(
            spec.locate()
                .unwrap_err()
                .contains("no-such-engine-anywhere")
        );
        assert!(
            EngineSpec::parse("uci:./no/such")
                .unwrap()
                .locate()
                .is_err()
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_started_is_no_engine() {
        let path = std::env::temp_dir().join(format!("zermelo-no-engine-{}", std::process::id()));
        std::fs::write(&path, "text").unwrap();
        let spec = EngineSpec::parse(&format!("uci:{}", path.display())).unwrap();
        let problem = spec.locate().unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(problem.contains("it is no program"), "{problem}");
    }
}
