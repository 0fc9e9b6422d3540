//! Profiles: from games of Kriegspiel to where an opponent's men are likely to be.
//!
//! A folder of the kind `profile` holds the counts of everybody who played and, if one opponent
//! was named, of that one; [`Profile`] (in `kriegspiel`) says what they mean. Counts add up: folders
//! are merged, and games forgotten, without a look at the other games; which games were counted is
//! known by a hash of each. The dialect does not matter: only the true boards are counted.
//! *Invariant.* Equal games of a file give equal bytes in whatever order, a game counts once, and no figure
//! rests on a game whose moves were counted.

pub mod likelihood;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder};
use zermelo_game::Side;
use zermelo_game::random::mix;
use zermelo_kriegspiel::Transcript;
use zermelo_kriegspiel::profile::{Class, Counts, LAST_MOVE, Profile};

use crate::LearnError;

/// The kind of the folder.
pub const KIND: &str = "profile";

/// The file with the counts of everybody.
const EVERYBODY: &str = "everybody.txt";

/// The file with the counts of the opponent.
const OPPONENT: &str = "opponent.txt";

/// The file that says which games were counted …
const GAMES: &str = "games.txt";

/// … and its first line, which says how games are told apart.
const BY_TRIES: &str = "players and tries";

/// A profile of fewer games is mostly the model above it.
pub const FEW_GAMES: u64 = 20;

/// Games of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// Its games.
    pub games: Vec<Transcript>,
}

/// What to learn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// One player of the games; everybody without it.
    pub opponent: Option<String>,
    /// One game in so many is held out; 0 for none.
    pub hold_out: u32,
}

/// The counts of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Whose profile it is; everybody's without a name.
    pub opponent: Option<String>,
    /// Everybody's counts.
    pub everybody: Counts,
    /// The opponent's.
    pub own: Option<Counts>,
    /// The games that were counted.
    pub games: BTreeSet<u64>,
}

impl Counted {
    fn new(opponent: Option<&str>) -> Counted {
        Counted {
            opponent: opponent.map(str::to_string),
            everybody: Counts::default(),
            own: opponent.map(|_| Counts::default()),
            games: BTreeSet::new(),
        }
    }

    /// What the counts mean.
    #[must_use]
    pub fn profile(&self) -> Profile {
        Profile::new(&self.everybody, self.own.as_ref())
    }

    /// Sides of games that the profile itself rests on.
    #[must_use]
    pub fn sides(&self) -> u64 {
        self.own.as_ref().unwrap_or(&self.everybody).sides()
    }

    /// Counts a game, unless it is counted already.
    fn add(&mut self, game: &Transcript) {
        if !self.games.insert(identity(game)) {
            return;
        }
        for side in Side::BOTH {
            self.everybody.add(game, side);
            if let Some(own) = &mut self.own
                && player(game, side) == self.opponent.as_deref()
            {
                own.add(game, side);
            }
        }
    }

    /// Writes the counts into a folder.
    fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let games = self.games.iter().map(|game| format!("{game:016x}"));
        let games: Vec<String> = std::iter::once(BY_TRIES.to_string()).chain(games).collect();
        let games = games.join("\n") + "\n";
        let own = self.own.as_ref().map(|own| (OPPONENT, own.to_string()));
        let files = [(EVERYBODY, self.everybody.to_string()), (GAMES, games)];
        for (name, text) in files.into_iter().chain(own) {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| FolderError::new(&path, error))?;
        }
        Ok(())
    }
}

fn hash(texts: &[&str]) -> u64 {
    let bytes = |text: &&str| text.bytes().map(u64::from).chain([256]).collect::<Vec<_>>();
    let all = texts.iter().flat_map(bytes);
    all.fold(0, |hash, byte| mix(hash ^ byte))
}

/// What was done in a game; the answers follow from it.
fn tries(game: &Transcript) -> String {
    let entries = game.entries().iter();
    entries.map(|entry| format!("{} ", entry.action)).collect()
}

/// What tells a game from others: a hash of who played and what was tried, for a copy may have
/// another date, and a match may play the same game in another round.
#[must_use]
pub fn identity(game: &Transcript) -> u64 {
    let [white, black] = Side::BOTH.map(|side| player(game, side).unwrap_or_default());
    let begin = game.fen().unwrap_or_default();
    hash(&[game.rules().name, white, black, begin, &tries(game)])
}

/// Games by what was played in them, in an order that has nothing to do with that of a file: there
/// colours take turns.
fn by_moves(sources: &[Source]) -> Vec<Vec<&Transcript>> {
    let mut seen = BTreeSet::new();
    let mut games: BTreeMap<u64, Vec<&Transcript>> = BTreeMap::new();
    for game in sources.iter().flat_map(|source| &source.games) {
        if game.fen().is_none() && seen.insert(identity(game)) {
            games.entry(hash(&[&tries(game)])).or_default().push(game);
        }
    }
    games.into_values().collect()
}

/// Who played a side.
fn player(game: &Transcript, side: Side) -> Option<&str> {
    game.tag(["White", "Black"][side.index()])
}

/// Learns a profile and writes its folder, whole or not at all.
///
/// # Errors
///
/// When there is no game to learn from, or the folder cannot be written.
pub fn learn(
    sources: &[Source],
    choice: &Choice,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    let mut counted = Counted::new(choice.opponent.as_deref());
    let mut held_out = Vec::new();
    for (number, alike) in (1u32..).zip(by_moves(sources)) {
        if choice.hold_out > 0 && number.is_multiple_of(choice.hold_out) {
            held_out.extend(alike);
        } else {
            alike.into_iter().for_each(|game| counted.add(game));
        }
    }
    if counted.sides() == 0 {
        return Err(LearnError::TooFew(nobody(sources, choice)));
    }
    PlayerFolder::write(output, KIND, |folder| {
        counted.write(folder)?;
        let games: usize = sources.iter().map(|source| source.games.len()).sum();
        let list = sources.iter();
        let list = list.map(|source| json!({"file": source.name, "games": source.games.len()}));
        let mut origin = Map::new();
        origin.insert("games".to_string(), json!(games));
        origin.insert("held_out".to_string(), json!(held_out.len()));
        origin.insert("opponent".to_string(), json!(counted.opponent));
        origin.insert("sources".to_string(), Value::Array(list.collect()));
        let judged = judged(&counted, &held_out);
        Ok(Learnt {
            origin,
            figures: figures(&counted, judged),
        })
    })
}

/// Why there is nothing to learn from.
fn nobody(sources: &[Source], choice: &Choice) -> String {
    let games = || sources.iter().flat_map(|source| &source.games);
    let names: BTreeSet<&str> = games()
        .flat_map(|game| Side::BOTH.map(|side| player(game, side)))
        .flatten()
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    match &choice.opponent {
        Some(name) if !names.is_empty() => {
            format!(
                "no game of `{name}` to learn from; players of these games: {}",
                names.join(", ")
            )
        }
        _ => "no game from the usual position is left to learn from".to_string(),
    }
}

/// The figures of a folder.
fn figures(counted: &Counted, judged: Value) -> Map<String, Value> {
    let mut figures = Map::new();
    figures.insert("sides".to_string(), json!(counted.sides()));
    figures.insert("everybody".to_string(), json!(counted.everybody.sides()));
    figures.insert("held_out".to_string(), judged);
    figures
}

/// How well the counts foretell games.
fn judged(counted: &Counted, games: &[&Transcript]) -> Value {
    let fits = |game: &Transcript, side| {
        counted.opponent.is_none() || player(game, side) == counted.opponent.as_deref()
    };
    let sides: Vec<(&Transcript, Side)> = games
        .iter()
        .flat_map(|&game| Side::BOTH.map(|side| (game, side)))
        .filter(|&(game, side)| fits(game, side))
        .collect();
    let profile = Arc::new(counted.profile());
    likelihood::likelihoods(&profile, &sides).json(games.len())
}

/// The counts of a folder.
///
/// # Errors
///
/// When it is of another kind, or a file of it cannot be read.
pub fn counted(folder: &PlayerFolder) -> Result<Counted, FolderError> {
    if folder.kind != KIND {
        let problem = format!("a folder of the kind {}, not a profile", folder.kind);
        return Err(FolderError::new(&folder.path, problem));
    }
    let read = |name: &str| {
        let path = folder.file(name);
        let text = fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error))?;
        Counts::parse(&text).map_err(|error| FolderError::new(&path, error))
    };
    let opponent = folder.origin.get("opponent").and_then(Value::as_str);
    Ok(Counted {
        opponent: opponent.map(str::to_string),
        everybody: read(EVERYBODY)?,
        own: opponent.map(|_| read(OPPONENT)).transpose()?,
        games: read_games(&folder.file(GAMES))?,
    })
}

/// How far two profiles are apart: of each side and class, the men that stand elsewhere, as a mean
/// over all moves.
#[must_use]
pub fn apart(first: &Profile, second: &Profile) -> Vec<(Side, Class, f64)> {
    let last = LAST_MOVE as u32;
    let all = Side::BOTH.into_iter();
    let all = all.flat_map(|side| Class::ALL.map(|class| (side, class)));
    let distance = |(side, class)| {
        let each = (1..=last).map(|moves| {
            let (a, b) = (
                first.matrix(side, class, moves),
                second.matrix(side, class, moves),
            );
            let pairs = a.iter().zip(b);
            pairs.map(|(a, b)| f64::from((a - b).abs())).sum::<f64>() / 2.0
        });
        (side, class, each.sum::<f64>() / f64::from(last))
    };
    all.map(distance).collect()
}

fn read_games(path: &Path) -> Result<BTreeSet<u64>, FolderError> {
    let text = fs::read_to_string(path).map_err(|error| FolderError::new(path, error))?;
    let Some(lines) = text.strip_prefix(BY_TRIES) else {
        let problem =
            "learnt by an earlier version, which told games apart otherwise: learn it again";
        return Err(FolderError::new(path, problem));
    };
    let games = lines
        .lines()
        .skip(1)
        .map(|line| u64::from_str_radix(line, 16));
    let games: Result<_, _> = games.collect();
    games.map_err(|error| FolderError::new(path, error))
}

/// The profile of a folder, checked.
///
/// # Errors
///
/// When it is changed, of another kind, or cannot be read.
pub fn open(path: &Path) -> Result<Profile, FolderError> {
    Ok(counted(&PlayerFolder::open(path)?)?.profile())
}

/// One folder with the games of two. Nothing is held out of it: the figures of the parts are not
/// its own.
///
/// # Errors
///
/// When the two are not profiles of the same opponent, or the folder cannot be written.
pub fn merge(
    first: &PlayerFolder,
    second: &PlayerFolder,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    let (mut sum, other) = (counted(first)?, counted(second)?);
    if sum.opponent != other.opponent {
        let name = |counted: &Counted| counted.opponent.clone().unwrap_or("everybody".to_string());
        let problem = format!(
            "a profile of {}, the first of {}: only profiles of the same opponent are merged",
            name(&other),
            name(&sum)
        );
        return Err(FolderError::new(&second.path, problem).into());
    }
    let common = sum.games.intersection(&other.games).count();
    if common > 0 {
        let problem = format!("{common} of its games are in the first, too, and would count twice");
        return Err(FolderError::new(&second.path, problem).into());
    }
    sum.games.extend(&other.games);
    sum.everybody.merge(&other.everybody);
    if let (Some(own), Some(more)) = (&mut sum.own, &other.own) {
        own.merge(more);
    }
    let mut origin = first.origin.clone();
    for name in ["games", "held_out"] {
        let number = |folder: &PlayerFolder| folder.origin.get(name).and_then(Value::as_u64);
        let both = number(first).unwrap_or(0) + number(second).unwrap_or(0);
        origin.insert(name.to_string(), json!(both));
    }
    let list = |folder: &PlayerFolder| {
        folder
            .origin
            .get("sources")
            .and_then(Value::as_array)
            .cloned()
    };
    let sources = [first, second].into_iter().filter_map(list).flatten();
    origin.insert("sources".to_string(), sources.collect());
    rewrite(&sum, origin, output)
}

/// The folder without some games. Those that it never counted, such as the ones that were held
/// out, are passed over.
///
/// # Errors
///
/// When none of them is counted in it, all of them are, or the folder cannot be written.
pub fn forget(
    folder: &PlayerFolder,
    games: &[Transcript],
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    let mut left = counted(folder)?;
    let mut off = Counted::new(left.opponent.as_deref());
    let known = games
        .iter()
        .filter(|game| left.games.contains(&identity(game)));
    known.for_each(|game| off.add(game));
    let number = off.games.len() as u64;
    let wrong = |problem: &str| LearnError::from(FolderError::new(&folder.path, problem));
    if number == 0 {
        return Err(wrong("none of these games is counted in it"));
    }
    let own = match (&mut left.own, &off.own) {
        (Some(own), Some(off)) => own.forget(off),
        _ => true,
    };
    if !left.everybody.forget(&off.everybody) || !own {
        return Err(wrong("its counts are fewer than those of its games"));
    }
    if left.sides() == 0 {
        return Err(wrong("nothing would be left of it"));
    }
    left.games.retain(|game| !off.games.contains(game));
    let mut origin = folder.origin.clone();
    for (name, change) in [("games", -1), ("forgotten", 1)] {
        let before = origin.get(name).and_then(Value::as_i64).unwrap_or(0);
        let after = before.saturating_add(change * number as i64);
        origin.insert(name.to_string(), json!(after));
    }
    rewrite(&left, origin, output)
}

fn rewrite(
    counted: &Counted,
    origin: Map<String, Value>,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    PlayerFolder::write(output, KIND, |folder| {
        counted.write(folder)?;
        Ok(Learnt {
            origin,
            figures: figures(counted, Value::Null),
        })
    })
}
