//! Games by name: the one list that commands, pages and fuzzers read.
//!
//! A game is a type, a name is text; [`with_game`] goes from one to the other by handing the
//! position to a [`Visitor`], whose one generic method is compiled for every game. A new game is
//! one entry in [`GAMES`], one [`Kind`] and one line of `with_game`.

use std::error::Error;
use std::fmt::{self, Debug};
use std::hash::Hash;

use zermelo_chess::Chess;
use zermelo_game::{Game, Heuristic, Noisy, Notation, ParseError};

use crate::{
    BranchingTree, ConnectFour, DependentTree, Draughts, Drawn, ExplicitTree, Grundy, Nim, Othello,
    TicTacToe, UniformTree,
};

/// What every game of the registry can do.
pub trait Playable:
    Game<Move: Hash + Send + Sync + 'static>
    + Notation
    + Noisy
    + Heuristic
    + Drawn
    + Default
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<Move: Hash + Send + Sync + 'static>
        + Notation
        + Noisy
        + Heuristic
        + Drawn
        + Default
        + Eq
        + Hash
        + Debug
        + Send
        + Sync
        + 'static
{
}

/// Something to do with a position of any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self, start: G) -> Self::Output;
}

/// A game of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name to use.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// The game in one line.
    pub summary: &'static str,
    /// How positions are written.
    pub notation: &'static str,
    /// A position so written.
    pub example: &'static str,
    /// The position used when none is given.
    pub start: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Chess,
    TicTacToe,
    Grundy,
    Nim,
    ConnectFour,
    Othello,
    Draughts,
    Tree,
    Uniform,
    Dependent,
    Branching,
}

/// All games, in the order in which they are listed.
pub const GAMES: &[GameInfo] = &[
    GameInfo {
        name: "tictactoe",
        aliases: &["tic-tac-toe", "ttt", "noughts", "filetto"],
        summary: "three in a row on nine squares",
        notation: "nine of x, o and . row by row; x moves first",
        example: "x...o....",
        start: "the empty board",
        kind: Kind::TicTacToe,
    },
    GameInfo {
        name: "grundy",
        aliases: &["grundys-game"],
        summary: "split a pile into two unequal parts; who cannot move loses",
        notation: "piles of coins, and the word second if the second player is to move",
        example: "4,3 second",
        start: "one pile of 7",
        kind: Kind::Grundy,
    },
    GameInfo {
        name: "nim",
        aliases: &[],
        summary: "take coins from one pile; who cannot move loses",
        notation: "piles of coins, and the word second if the second player is to move",
        example: "3,4,5",
        start: "piles of 3, 4 and 5",
        kind: Kind::Nim,
    },
    GameInfo {
        name: "connect4",
        aliases: &["connect-four", "connectfour", "connect-4", "forza4"],
        summary: "drop discs into seven columns; four in a line win",
        notation: "the columns played so far, from 1 to 7",
        example: "4453",
        start: "the empty board",
        kind: Kind::ConnectFour,
    },
    GameInfo {
        name: "othello",
        aliases: &["reversi"],
        summary: "enclose and turn discs; most discs win",
        notation: "64 of X, O and - row by row, then the side to move",
        example: "---------------------------OX------XO--------------------------- X",
        start: "the usual four discs",
        kind: Kind::Othello,
    },
    GameInfo {
        name: "draughts",
        aliases: &["checkers", "english-draughts", "dama"],
        summary: "English draughts: jump when you can; who cannot move loses",
        notation: "the FEN of PDN: side to move, then each side's squares, K for kings",
        example: "B:W18,26,K27:B14,K1",
        start: "twelve men a side, Black to move",
        kind: Kind::Draughts,
    },
    GameInfo {
        name: "chess",
        aliases: &["chess960", "scacchi", "schach"],
        summary: "mate the king; the engine plays it (see zermelo uci, analyse, epd)",
        notation: "FEN, X-FEN or Shredder-FEN, with four to six fields",
        example: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        start: "the usual position",
        kind: Kind::Chess,
    },
    GameInfo {
        name: "tree",
        aliases: &["explicit"],
        summary: "a tree given in full, with the values of its leaves for Max",
        notation: "numbers in brackets, the root Max's unless `min` stands first",
        example: "((3 12 8)(2 4 6)(14 5 2))",
        start: "the textbook tree of nine leaves",
        kind: Kind::Tree,
    },
    GameInfo {
        name: "uniform",
        aliases: &["random-tree"],
        summary: "a tree of equal width and height with random leaves",
        notation: "width x height, then seed=, values=, order=random|best|worst, path=",
        example: "uniform:3x4 seed=7 values=10 order=best",
        start: "uniform:3x4 seed=1",
        kind: Kind::Uniform,
    },
    GameInfo {
        name: "dependent",
        aliases: &["totally-dependent"],
        summary: "a tree whose early moves outweigh all later ones",
        notation: "width x height, then seed=, path=",
        example: "dependent:3x4 seed=7",
        start: "dependent:3x4 seed=1",
        kind: Kind::Dependent,
    },
    GameInfo {
        name: "branching",
        aliases: &["random-branching"],
        summary: "a tree with a random number of children at every node",
        notation: "fewest-most children x height, then seed=, values=, stop=PERCENT, path=",
        example: "branching:2-5x6 seed=7 stop=25",
        start: "branching:1-4x6 seed=1",
        kind: Kind::Branching,
    },
];

/// Why there is no position to play from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// No game has this name.
    Unknown {
        /// The name asked for.
        name: String,
        /// The name most like it.
        nearest: Option<&'static str>,
    },
    /// The position cannot be read.
    Position {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: ParseError,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Unknown { name, nearest } => {
                let names: Vec<&str> = GAMES.iter().map(|info| info.name).collect();
                let shown: String = name.chars().take(40).collect();
                let meant = nearest.map_or(String::new(), |name| format!(" did you mean {name}?"));
                write!(
                    f,
                    "no game is called `{}`;{meant} there are {}",
                    shown.escape_debug(),
                    names.join(", ")
                )
            }
            GameError::Position { game, error } => write!(f, "not a position of {game}: {error}"),
        }
    }
}

impl Error for GameError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GameError::Unknown { .. } => None,
            GameError::Position { error, .. } => Some(error),
        }
    }
}

/// The game of a name or alias, in either case.
///
/// # Errors
///
/// If there is none: the error lists the names and the one most like it.
pub fn find_game(name: &str) -> Result<&'static GameInfo, GameError> {
    let wanted = name.trim();
    let named = |info: &&GameInfo| names(info).any(|name| name.eq_ignore_ascii_case(wanted));
    GAMES.iter().find(named).ok_or_else(|| GameError::Unknown {
        name: wanted.to_string(),
        nearest: nearest(wanted),
    })
}

/// Hands a position of the named game, its start if none is given, to the visitor.
///
/// # Errors
///
/// If there is no such game or the position cannot be read.
///
/// ```
/// use zermelo_games::{Playable, Visitor, with_game};
/// struct CountMoves;
/// impl Visitor for CountMoves {
///     type Output = usize;
///     fn visit<G: Playable>(self, start: G) -> usize {
///         let mut moves = Vec::new();
///         start.legal_moves(&mut moves);
///         moves.len()
///     }
/// }
/// assert_eq!(with_game("nim", Some("1,2"), CountMoves), Ok(3));
/// assert_eq!(with_game("tictactoe", None, CountMoves), Ok(9));
/// let error = with_game("tictactoo", None, CountMoves).unwrap_err();
/// assert!(error.to_string().contains("did you mean tictactoe?"));
/// ```
pub fn with_game<V: Visitor>(
    name: &str,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, GameError> {
    let info = find_game(name)?;
    match info.kind {
        Kind::TicTacToe => visit::<TicTacToe, V>(info, position, visitor),
        Kind::Grundy => visit::<Grundy, V>(info, position, visitor),
        Kind::Nim => visit::<Nim, V>(info, position, visitor),
        Kind::ConnectFour => visit::<ConnectFour, V>(info, position, visitor),
        Kind::Othello => visit::<Othello, V>(info, position, visitor),
        Kind::Draughts => visit::<Draughts, V>(info, position, visitor),
        Kind::Chess => visit::<Chess, V>(info, position, visitor),
        Kind::Tree => visit::<ExplicitTree, V>(info, position, visitor),
        Kind::Uniform => visit::<UniformTree, V>(info, position, visitor),
        Kind::Dependent => visit::<DependentTree, V>(info, position, visitor),
        Kind::Branching => visit::<BranchingTree, V>(info, position, visitor),
    }
}

fn visit<G: Playable, V: Visitor>(
    info: &GameInfo,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, GameError> {
    let start = match position {
        None => G::default(),
        Some(text) => G::parse(text).map_err(|error| GameError::Position {
            game: info.name,
            error,
        })?,
    };
    Ok(visitor.visit(start))
}

fn names(info: &GameInfo) -> impl Iterator<Item = &'static str> {
    std::iter::once(info.name).chain(info.aliases.iter().copied())
}

/// The name of the game one of whose names needs the fewest edits to become `wanted`.
fn nearest(wanted: &str) -> Option<&'static str> {
    // Beyond the longest name further characters cannot change which one is nearest much, and a
    // megabyte of text should not be compared with anything.
    let wanted: Vec<char> = wanted.to_lowercase().chars().take(40).collect();
    let distance = |info: &GameInfo| names(info).map(|name| edits(name, &wanted)).min();
    let nearest = GAMES.iter().min_by_key(|info| distance(info))?;
    // More edits than a third of the word are not a slip of the finger.
    (distance(nearest)? <= wanted.len().div_ceil(3)).then_some(nearest.name)
}

/// Levenshtein's distance.
fn edits(name: &str, wanted: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=wanted.len()).collect();
    for (i, c) in name.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, w) in wanted.iter().enumerate() {
            let replaced = diagonal + usize::from(c != *w);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[wanted.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::conformance;
    use zermelo_game::random::Rng;

    struct Conformance;

    impl Visitor for Conformance {
        type Output = (String, usize);

        fn visit<G: Playable>(self, start: G) -> (String, usize) {
            let report = conformance::check(&start, 2, 20, 1);
            (start.notation(), report.positions)
        }
    }

    #[test]
    fn every_game_starts_and_reads_its_example() {
        for info in GAMES {
            let (_, positions) = with_game(info.name, None, Conformance).unwrap();
            assert!(positions > 2, "{}", info.name);
            let example = with_game(info.name, Some(info.example), Conformance);
            assert!(example.is_ok(), "{}: {example:?}", info.name);
        }
    }

    #[test]
    fn names_and_aliases_are_all_different_and_all_found() {
        let all: Vec<&str> = GAMES.iter().flat_map(names).collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[..i].contains(name), "{name} twice");
            let info = find_game(&name.to_uppercase()).unwrap();
            assert!(names(info).any(|known| known == *name));
        }
    }

    #[test]
    fn unknown_names_are_answered_with_the_nearest_and_the_list() {
        for (wrong, nearest) in [
            ("otello", "othello"),
            ("reversy", "othello"),
            ("gundy", "grundy"),
            ("nimm", "nim"),
            ("Conect4", "connect4"),
        ] {
            let error = find_game(wrong).unwrap_err().to_string();
            let expected = format!("did you mean {nearest}?");
            assert!(error.contains(&expected), "{error}");
            assert!(error.contains("tictactoe, grundy, nim"), "{error}");
        }
        for wrong in ["", "xyz", "go", "1", "mühle"] {
            let error = find_game(wrong).unwrap_err().to_string();
            assert!(!error.contains("did you mean"), "{error}");
        }
    }

    #[test]
    fn unreadable_positions_name_the_game_and_the_place() {
        let error = with_game("grundy", Some("4,x"), Conformance).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("not a position of grundy: `x` at column 3"));
    }

    /// Plays a few random moves; the position must read back at each.
    struct Wander(Rng);

    impl Visitor for Wander {
        type Output = ();

        fn visit<G: Playable>(mut self, mut position: G) {
            for _ in 0..6 {
                let text = position.notation();
                let again = G::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert!(again == position, "{text}");
                assert!(!position.to_string().is_empty());
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&m) = self.0.pick(&moves) else { break };
                position.play(m);
            }
        }
    }

    #[test]
    fn spoilt_positions_are_refused_or_read_back() {
        let mut rng = Rng::new(1);
        let extra: Vec<char> = "0123456789 xo.-+,=:()[]!aKWBmin_9é\u{0}\n"
            .chars()
            .collect();
        let mut accepted = 0;
        for info in GAMES {
            for _ in 0..3000 {
                let mut text: Vec<char> = info.example.chars().collect();
                for _ in 0..=rng.below(4) {
                    let place = rng.below(text.len().max(1)).min(text.len());
                    let c = *rng.pick(&extra).unwrap();
                    match rng.below(4) {
                        0 if place < text.len() => text[place] = c,
                        1 if place < text.len() => drop(text.remove(place)),
                        2 => text.truncate(place),
                        _ => text.insert(place, c),
                    }
                }
                let text: String = text.into_iter().collect();
                let wander = Wander(Rng::new(rng.next_u64()));
                accepted += usize::from(with_game(info.name, Some(&text), wander).is_ok());
            }
        }
        assert!(accepted > 1000, "only {accepted} were positions");
    }
}
