//! Games to learn from that masters do not play: lopsided from the start, then sound.
//!
//! *What.* Both sides slip for some plies, up to 120 of them; from there the engine plays both sides
//! to the end. Only that part is kept, from the position in which it begins, so that every position
//! is labelled by sound play. *Where from.* Lee and Mahajan trained Bill on positions of near-random
//! play, and the source (6.1.3) suggests the same: masters' games are never lopsided for long.
//! *Invariant.* A game depends on the seed and its number alone, so that the games of a file say
//! themselves whether they are the beginning of a series, which is then gone on with.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use zermelo_archive::ArchiveError;
use zermelo_chess::{Chess, GameText};
use zermelo_engine::tuning::selfplay::{game, opening_with_slips};
use zermelo_engine::{Engine, Settings};
use zermelo_game::random::{Rng, mix};
use zermelo_game::{Game, Notation, Outcome, Side};

use crate::learner::{LearnError, Step};

/// What the games call themselves.
const EVENT: &str = "slips, then sound play";

/// The hash table of either side, in megabytes: games are played at few nodes.
const HASH: usize = 1;

/// Plays games one after another.
pub struct Slips {
    engines: [Engine; 2],
    nodes: u64,
    seed: u64,
}

impl Slips {
    /// Games at so many nodes a move.
    #[must_use]
    pub fn new(nodes: u64, seed: u64) -> Slips {
        let engine = || {
            Engine::new(Settings {
                hash_mb: HASH,
                player: "reference".to_string(),
                ..Settings::default()
            })
        };
        Slips {
            engines: [engine(), engine()],
            nodes,
            seed,
        }
    }

    /// The game of a number.
    pub fn game(&mut self, number: u64) -> GameText {
        let mut rng = Rng::new(mix(self.seed) ^ mix(number + 1));
        let [first, second] = &mut self.engines;
        let line = opening_with_slips(first, &mut rng, self.nodes);
        let start = line
            .iter()
            .fold(Chess::new(), |position, &m| position.after(m));
        let mut moves = Vec::new();
        let outcome = game([first, second], &line, self.nodes, |position, m, _| {
            moves.push((position.san(m), String::new()));
        });
        let result = match outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        let tag = |name: &str, value: String| (name.to_string(), value);
        GameText {
            tags: vec![
                tag("Event", EVENT.to_string()),
                tag("Round", number.to_string()),
                tag("SetUp", "1".to_string()),
                tag("FEN", start.notation()),
            ],
            first_number: start.fullmove_number(),
            second_begins: start.side() == Side::Second,
            moves,
            result: result.to_string(),
            ..GameText::default()
        }
    }
}

/// What came of a series of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The games of the file.
    pub games: u64,
    /// Those that were there already.
    pub resumed: u64,
}

/// Where the games of a file are kept until they are all played.
#[must_use]
pub fn unfinished(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

impl Slips {
    /// Plays the first games of the series into a file. They are kept beside it until all are
    /// played, whatever happens meanwhile, and are gone on with; so are those of a file that has
    /// fewer of the same series.
    ///
    /// # Errors
    ///
    /// If the file has anything else, cannot be written, or the stop test says yes.
    pub fn play_into(
        &mut self,
        file: &Path,
        games: u64,
        stop: &dyn Fn() -> bool,
        tell: &dyn Fn(Step<'_>),
    ) -> Result<Played, LearnError> {
        let part = unfinished(file);
        let (finished, begun) = (self.known(file, games)?, self.known(&part, games)?);
        let resumed = finished.1.max(begun.1);
        let done = Played { games, resumed };
        if finished.1 == games {
            return Ok(done);
        }
        let failed = |error| wrong(&part, &error);
        let options = OpenOptions::new().create(true).append(true).clone();
        let mut kept = options.open(&part).map_err(failed)?;
        if finished.1 > begun.1 {
            kept.set_len(0).map_err(failed)?;
            kept.write_all(finished.0.as_bytes()).map_err(failed)?;
        } else {
            // A game that was cut off is played again.
            kept.set_len(begun.0.len() as u64).map_err(failed)?;
        }
        for number in resumed..games {
            if stop() {
                return Err(LearnError::Archive(ArchiveError::Interrupted));
            }
            tell(Step::new("games with slips", number, games));
            let game = self.game(number).to_string();
            kept.write_all(game.as_bytes()).map_err(failed)?;
        }
        kept.sync_all().map_err(failed)?;
        fs::rename(&part, file).map_err(|error| wrong(file, &error))?;
        Ok(done)
    }

    /// The whole games of a file at the beginning of the series, and how many they are; nothing if
    /// there is no file.
    fn known(&mut self, file: &Path, games: u64) -> Result<(String, u64), LearnError> {
        if !file.exists() {
            return Ok((String::new(), 0));
        }
        let bytes = fs::read(file).map_err(|error| wrong(file, &error))?;
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((known, length)) = self.beginning(&text) else {
            let problem = "there is something else than the beginning of these games: give another \
                           file, or the --nodes and --seed that it was begun with";
            return Err(wrong(file, &problem));
        };
        if known > games {
            let problem = format!("has {known} games of this series already, more than {games}");
            return Err(wrong(file, &problem));
        }
        text.truncate(length);
        Ok((text, known))
    }

    /// How many games of the series a text begins with, and how long they are, if it has nothing
    /// else; a last game that was cut off is left out. The first and the last one are played again
    /// to know them, those between by their numbers.
    fn beginning(&mut self, text: &str) -> Option<(u64, usize)> {
        let head = format!("[Event \"{EVENT}\"]");
        let starts: Vec<usize> = text.match_indices(&head).map(|(at, _)| at).collect();
        let Some((&last, before)) = starts.split_last() else {
            return head.starts_with(text).then_some((0, 0));
        };
        let first = starts[0] == 0 && {
            let game = self.game(0).to_string();
            text.starts_with(&game) || game.starts_with(text)
        };
        let between = before.iter().zip(&starts[1..]).enumerate();
        let mut numbered = between.map(|(number, (&from, &to))| {
            text[from..to].contains(&format!("[Round \"{number}\"]"))
        });
        if !first || !numbered.all(|is| is) {
            return None;
        }
        let number = before.len() as u64;
        let game = self.game(number).to_string();
        match text[last..].strip_prefix(&game) {
            Some(rest) => head
                .starts_with(rest)
                .then_some((number + 1, last + game.len())),
            None => game.starts_with(&text[last..]).then_some((number, last)),
        }
    }
}

fn wrong(file: &Path, problem: &dyn std::fmt::Display) -> LearnError {
    LearnError::Input(format!("{}: {problem}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_seed_and_number_alone_and_is_legal() {
        let mut slips = Slips::new(60, 7);
        let (one, two) = (slips.game(0).to_string(), slips.game(1).to_string());
        assert_eq!(Slips::new(60, 7).game(1).to_string(), two);
        assert_ne!(one, two);
        let games: Vec<_> = zermelo_chess::read_pgn_games(&(one + &two)).collect();
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(Result::is_ok), "{games:?}");
    }
    #[test]
    fn a_series_goes_on_where_it_was_cut_off_and_replaces_nothing_else() {
        let folder = std::env::temp_dir().join(format!("zermelo-slips-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (file, part) = (folder.join("a.pgn"), folder.join("a.pgn.unfinished"));
        let whole: String = (0..4)
            .map(|number| Slips::new(20, 7).game(number).to_string())
            .collect();
        let played = |seed, games| {
            let told = std::cell::Cell::new(0);
            let tell = |_: Step<'_>| told.set(told.get() + 1);
            let played = Slips::new(20, seed).play_into(&file, games, &|| told.get() > 2, &tell);
            played.map(|played| (played.games, played.resumed))
        };
        // Stopped, then cut off in the middle of the third game.
        assert!(matches!(played(7, 4), Err(LearnError::Archive(_))));
        assert!(!file.exists());
        let kept = fs::read_to_string(&part).unwrap();
        assert!(kept.len() < whole.len() && whole.starts_with(&kept));
        fs::write(&part, &kept[..kept.len() - 9]).unwrap();
        let refused = played(8, 4).unwrap_err().to_string();
        assert!(refused.contains("a.pgn.unfinished: there is"), "{refused}");
        assert_eq!(played(7, 3).unwrap(), (3, 2));
        assert!(!part.exists());
        // More of the same, and never fewer or others.
        assert_eq!(played(7, 4).unwrap(), (4, 3));
        assert_eq!(played(7, 4).unwrap(), (4, 4));
        let refused = played(7, 2).unwrap_err().to_string();
        assert!(refused.contains("has 4 games"), "{refused}");
        let refused = played(8, 9).unwrap_err().to_string();
        assert!(refused.contains("something else"), "{refused}");
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
        fs::write(&file, format!("{whole}[Event \"?\"]\n\n1. e4 *\n")).unwrap();
        assert!(played(7, 9).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
