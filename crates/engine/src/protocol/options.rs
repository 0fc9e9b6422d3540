//! What a user can set, defined once: UCI's `option` lines, XBoard's `option` features and the
//! reading of both come from this table.

use std::fmt;
use std::path::Path;

use crate::learned::folder::PlayerFolder;

/// The smallest and largest strength that can be asked for, in Elo.
pub const ELO: (i64, i64) = (1000, 2800);

/// The most threads.
pub const MAX_THREADS: i64 = 256;

/// The largest table, in megabytes.
pub const MAX_HASH: i64 = 65_536;

/// What kind of thing an option is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Check(bool),
    /// A number: the usual one, the smallest, the largest.
    Spin(i64, i64, i64),
    /// One of some words, the usual one first.
    Combo(&'static [&'static str]),
    /// Something that happens.
    Button,
    /// Any text, at first empty.
    Text,
    /// The path of a file, at first empty.
    File,
    /// The path of a folder, at first empty.
    Folder,
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// What it does.
    pub meaning: &'static str,
}

const fn option(name: &'static str, kind: Kind, meaning: &'static str) -> OptionSpec {
    OptionSpec {
        name,
        kind,
        meaning,
    }
}

/// The search profiles, the usual one first.
pub const PROFILES: &[&str] = &["modern", "classic"];

/// The players, the usual one first: those that are built in, then those that have learnt.
pub const PLAYERS: &[&str] = &[
    "tuned",
    "reference",
    "booked",
    "opta1",
    "opta2",
    "opta3",
    "opta3.1",
    "opta3.2",
    "opta-fb",
    "ophista",
    "combined",
    "rote",
    "bayes",
    "mixed-bayes",
    "mixed-bayes-wd",
    "mixed-bayes-gm",
    "mixed-bayes-ind",
    "mixed-bayes-scaled",
    "bayes-calibrated",
    "genetic1",
    "genetic2",
    "fitted",
    "networked",
];

/// All options, in the order in which they are listed.
pub const OPTIONS: &[OptionSpec] = &[
    option(
        "Hash",
        Kind::Spin(64, 1, MAX_HASH),
        "memory for the table, in megabytes",
    ),
    option(
        "Threads",
        Kind::Spin(1, 1, MAX_THREADS),
        "threads of the search",
    ),
    option("Clear Hash", Kind::Button, "forget what was searched"),
    option(
        "Ponder",
        Kind::Check(false),
        "the interface may let us think on the opponent's time",
    ),
    option(
        "MultiPV",
        Kind::Spin(1, 1, 256),
        "how many of the best moves to show",
    ),
    option(
        "UCI_Chess960",
        Kind::Check(false),
        "castling is written as king takes rook",
    ),
    option(
        "UCI_ShowWDL",
        Kind::Check(false),
        "show win, draw and loss per mille",
    ),
    option(
        "UCI_LimitStrength",
        Kind::Check(false),
        "play at the strength of UCI_Elo",
    ),
    option(
        "UCI_Elo",
        Kind::Spin(ELO.1, ELO.0, ELO.1),
        "the strength to play at",
    ),
    option(
        "UCI_AnalyseMode",
        Kind::Check(false),
        "analysis: no book, full strength",
    ),
    option(
        "UCI_Opponent",
        Kind::Text,
        "title, rating, kind and name of the opponent",
    ),
    option(
        "SyzygyPath",
        Kind::Folder,
        "folders of endgame tables, separated as paths are",
    ),
    option(
        "Move Overhead",
        Kind::Spin(10, 0, 5_000),
        "milliseconds lost on the way to the clock",
    ),
    option("OwnBook", Kind::Check(false), "play moves of BookFile"),
    option(
        "BookFile",
        Kind::File,
        "an opening book in Polyglot's format",
    ),
    option(
        "Player",
        Kind::Combo(PLAYERS),
        "who plays: whose weights, and what was learnt from games",
    ),
    option(
        "PlayerDir",
        Kind::Folder,
        "where the folders of players are that have learnt",
    ),
    option(
        "Profile",
        Kind::Combo(PROFILES),
        "the search of today, or the one of 1996",
    ),
];

/// The options as they are set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Megabytes for the table.
    pub hash: u64,
    /// Threads.
    pub threads: usize,
    /// Lines to show.
    pub multipv: usize,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to show chances.
    pub show_wdl: bool,
    /// Whether the strength is limited, …
    pub limit_strength: bool,
    /// … and to what.
    pub elo: u32,
    /// Whether this is analysis.
    pub analyse: bool,
    /// Who the opponent is.
    pub opponent: String,
    /// Folders of endgame tables; empty for none.
    pub syzygy: String,
    /// Milliseconds lost on the way.
    pub overhead: u64,
    /// Whether to play from the book.
    pub own_book: bool,
    /// The book's path; empty for none.
    pub book: String,
    /// Whose weights.
    pub player: String,
    /// Where the folders of learned players are; empty for nowhere.
    pub player_dir: String,
    /// Which search.
    pub profile: String,
}

impl Default for Configuration {
    fn default() -> Configuration {
        let spin = |wanted: &str| {
            let found = OPTIONS.iter().find(|option| option.name == wanted);
            match found.map(|option| option.kind) {
                Some(Kind::Spin(usual, _, _)) => usual as u64,
                _ => 0,
            }
        };
        Configuration {
            hash: spin("Hash"),
            threads: spin("Threads") as usize,
            multipv: spin("MultiPV") as usize,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: spin("UCI_Elo") as u32,
            analyse: false,
            opponent: String::new(),
            syzygy: String::new(),
            overhead: spin("Move Overhead"),
            own_book: false,
            book: String::new(),
            player: PLAYERS[0].to_string(),
            player_dir: String::new(),
            profile: PROFILES[0].to_string(),
        }
    }
}

/// What setting an option asks for beyond remembering it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// The table is to be emptied.
    ClearHash,
    /// The book is to be read again.
    Book,
    /// Another player, or another place of players: what it has learnt is to be read again.
    Player,
    /// The settings of the engine are to be renewed.
    Settings,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is none of that name.
    Unknown(String),
    /// The value does not fit.
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What would fit.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text: &str| text.chars().take(60).collect::<String>();
        match self {
            OptionError::Unknown(name) => write!(f, "no option is called `{}`", short(name)),
            OptionError::Value {
                name,
                value,
                expected,
            } => {
                write!(f, "{name}: `{}` is not {expected}", short(value))
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl Configuration {
    /// Sets an option by its name, in either case. Numbers outside the range are brought to its
    /// ends.
    ///
    /// # Errors
    ///
    /// If there is no such option or the value does not fit; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let wanted = name.trim();
        let found = OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(wanted));
        let option = found.ok_or_else(|| OptionError::Unknown(wanted.to_string()))?;
        let text = value.map_or("", str::trim);
        let text = if text == "<empty>" { "" } else { text };
        let wrong = |expected: String| OptionError::Value {
            name: option.name,
            value: text.to_string(),
            expected,
        };
        let (mut on, mut number, mut word) = (false, 0, String::new());
        match option.kind {
            Kind::Check(_) => {
                on = match text.to_ascii_lowercase().as_str() {
                    "true" | "1" | "on" => true,
                    "false" | "0" | "off" => false,
                    _ => return Err(wrong("true or false".to_string())),
                }
            }
            Kind::Spin(_, min, max) => {
                let expected = format!("a number from {min} to {max}");
                number = nearest(text, min, max).ok_or_else(|| wrong(expected))?;
            }
            Kind::Combo(words) => {
                let known = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                let expected = format!("one of {}", words.join(", "));
                let own = option.name == "Player"
                    && !self.player_dir.is_empty()
                    && PlayerFolder::is_named(text, Path::new(&self.player_dir));
                word = match known {
                    Some(known) => (*known).to_string(),
                    None if own => text.to_string(),
                    None => return Err(wrong(expected)),
                };
            }
            Kind::Text | Kind::File | Kind::Folder => word = text.to_string(),
            Kind::Button => {}
        }
        Ok(self.assign(option.name, on, number, word))
    }

    /// The text that an option has; empty for options that have none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        match name {
            "UCI_Opponent" => &self.opponent,
            "SyzygyPath" => &self.syzygy,
            "BookFile" => &self.book,
            "PlayerDir" => &self.player_dir,
            _ => "",
        }
    }

    fn assign(&mut self, name: &str, on: bool, number: i64, word: String) -> Effect {
        match name {
            "Hash" => self.hash = number as u64,
            "Threads" => self.threads = number as usize,
            "Clear Hash" => return Effect::ClearHash,
            "MultiPV" => self.multipv = number as usize,
            "UCI_Chess960" => self.chess960 = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_Elo" => self.elo = number as u32,
            "UCI_AnalyseMode" => self.analyse = on,
            "UCI_Opponent" => self.opponent = word,
            "SyzygyPath" => self.syzygy = word,
            "Move Overhead" => self.overhead = number as u64,
            "OwnBook" => {
                self.own_book = on;
                return Effect::Book;
            }
            "BookFile" => {
                self.book = word;
                return Effect::Book;
            }
            "Player" => {
                self.player = word;
                return Effect::Player;
            }
            "PlayerDir" => {
                self.player_dir = word;
                return Effect::Player;
            }
            "Profile" => self.profile = word,
            // `Ponder` tells us only that we may be asked to.
            _ => return Effect::None,
        }
        Effect::Settings
    }
}

/// A number of any length, or the nearest to it within a range; `None` of what is none.
fn nearest(text: &str, min: i64, max: i64) -> Option<i64> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match text.parse::<i64>() {
        Ok(number) => Some(number.clamp(min, max)),
        Err(error) if *error.kind() == PosOverflow => Some(max),
        Err(error) if *error.kind() == NegOverflow => Some(min),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_own_default_and_changes_nothing_by_it() {
        let mut configuration = Configuration::default();
        for option in OPTIONS {
            let usual = match option.kind {
                Kind::Check(usual) => usual.to_string(),
                Kind::Spin(usual, min, max) => {
                    assert!((min..=max).contains(&usual), "{}", option.name);
                    usual.to_string()
                }
                Kind::Combo(words) => words[0].to_string(),
                _ => "<empty>".to_string(),
            };
            let name = option.name.to_uppercase();
            assert!(configuration.set(&name, Some(&usual)).is_ok(), "{name}");
        }
        assert_eq!(configuration, Configuration::default());
    }

    #[test]
    fn the_players_are_those_that_there_are() {
        let learned = crate::learned::RECIPES.iter().map(|recipe| recipe.name);
        let all: Vec<&str> = crate::PLAYERS.iter().copied().chain(learned).collect();
        assert_eq!(PLAYERS, all);
    }

    #[test]
    fn wrong_names_and_values_are_named_and_numbers_are_brought_into_range() {
        let mut configuration = Configuration::default();
        let error =
            |c: &mut Configuration, name, value| c.set(name, value).unwrap_err().to_string();
        let text = error(&mut configuration, "Hush", Some("1"));
        assert_eq!(text, "no option is called `Hush`");
        let text = error(&mut configuration, "hash", Some("much"));
        assert_eq!(text, "Hash: `much` is not a number from 1 to 65536");
        let text = error(&mut configuration, "profile", None);
        assert_eq!(text, "Profile: `` is not one of modern, classic");
        assert_eq!(configuration, Configuration::default());
        assert!(configuration.set("Threads", Some("100000")).is_ok());
        assert_eq!(configuration.threads as i64, MAX_THREADS);
    }
}
