//! The boards that are possible, from texts.

use std::collections::HashSet;
use std::fmt;

use zermelo_chess::Chess;
use zermelo_game::{Game, Notation, Side};

use super::{is_over, own_men};
use crate::action::{parse_square, square_name};

/// The most boards that are taken.
pub const MAX_BOARDS: usize = 20_000;

/// What is wrong with a set of boards: one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardsError(String);

impl fmt::Display for BoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BoardsError {}

fn wrong<T>(sentence: String) -> Result<T, BoardsError> {
    Err(BoardsError(sentence))
}

/// Reads FENs, one a line; empty lines and what follows `#` are left out.
///
/// # Errors
///
/// If a line is none, or the game is over on it, or it has another side to move or other men of it than the first.
pub fn parse_boards(text: &str) -> Result<Vec<Chess>, BoardsError> {
    let mut boards: Vec<Chess> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let fen = line.split('#').next().unwrap_or("").trim();
        if fen.is_empty() {
            continue;
        }
        let board =
            Chess::parse(fen).map_err(|error| BoardsError(format!("line {number}: {error}")))?;
        if is_over(&board) {
            return wrong(format!("line {number}: the game is over on this board"));
        }
        if let Some(first) = boards.first() {
            if board.side() != first.side() {
                return wrong(format!(
                    "line {number}: the other side is to move than on the boards before"
                ));
            }
            if own_men(&board) != own_men(first) {
                return wrong(format!(
                    "line {number}: the men of the side to move are not those of the boards before"
                ));
            }
        }
        if seen.insert((board.key(), board.halfmove_clock())) {
            boards.push(board);
        }
        if boards.len() > MAX_BOARDS {
            return wrong(format!("line {number}: more than {MAX_BOARDS} boards"));
        }
    }
    match boards.is_empty() {
        true => wrong("there is no board: expected FENs, one a line".to_string()),
        false => Ok(boards),
    }
}

/// Boards with what is certain, from a FEN, and men of the side not to move that may stand on
/// several squares: `k=e8,f8`, `n=all`. Boards that cannot be, or on which the game is over, are
/// left out.
///
/// # Errors
///
/// If a text is none of these, or no board is left, or too many.
///
/// ```
/// use zermelo_kriegspiel::solve::boards_of;
/// let boards = boards_of("8/8/8/8/8/5K2/6Q1/8 w - - 0 1", &["k=all".to_string()]).unwrap();
/// assert_eq!(boards.len(), 42);
/// ```
pub fn boards_of(fen: &str, may: &[String]) -> Result<Vec<Chess>, BoardsError> {
    let (board, rest) = fen.trim().split_once(' ').unwrap_or((fen.trim(), ""));
    let side = match rest.split(' ').next() {
        Some("w" | "") | None => Side::First,
        Some("b") => Side::Second,
        Some(other) => return wrong(format!("FEN: `{}` is no side", short(other))),
    };
    let rest = if rest.is_empty() { "w - - 0 1" } else { rest };
    let mut layouts = vec![layout(board)?];
    for text in may {
        let (man, squares) = choices(text, side)?;
        let mut more = Vec::new();
        for layout in &layouts {
            for &square in &squares {
                if layout[usize::from(square)] != '.' {
                    continue;
                }
                let mut with = *layout;
                with[usize::from(square)] = man;
                more.push(with);
            }
            if more.len() > 4 * MAX_BOARDS {
                return wrong(format!("{text}: more than {MAX_BOARDS} boards"));
            }
        }
        layouts = more;
    }
    let mut boards = Vec::new();
    let (mut seen, mut why, mut finished) = (HashSet::new(), None, false);
    for layout in layouts {
        match Chess::parse(&format!("{} {rest}", written(&layout))) {
            Ok(board) if is_over(&board) => finished = true,
            Ok(board) if seen.insert(board.key()) => boards.push(board),
            Ok(_) => {}
            Err(error) => why = Some(error),
        }
        if boards.len() > MAX_BOARDS {
            return wrong(format!("FEN: more than {MAX_BOARDS} boards"));
        }
    }
    match (boards.is_empty(), why) {
        (true, _) if finished => wrong("FEN: the game is over on every board".to_string()),
        (true, Some(error)) => wrong(format!(
            "FEN: no board is possible with these men: expected {}",
            error.expected
        )),
        (true, None) => wrong("FEN: no board is possible".to_string()),
        _ => Ok(boards),
    }
}

fn short(text: &str) -> String {
    text.chars()
        .take(40)
        .collect::<String>()
        .escape_debug()
        .to_string()
}

/// The letters of a board, a1 first.
fn layout(board: &str) -> Result<[char; 64], BoardsError> {
    let mut squares = ['.'; 64];
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return wrong(format!("FEN: `{}` has not eight ranks", short(board)));
    }
    for (row, text) in ranks.iter().enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(count @ 1..=8) => file += count as usize,
                None if "pnbrqkPNBRQK".contains(letter) => {
                    if file < 8 {
                        squares[(7 - row) * 8 + file] = letter;
                    }
                    file += 1;
                }
                _ => return wrong(format!("FEN: `{letter}` is no man")),
            }
        }
        if file != 8 {
            return wrong(format!("FEN: rank `{}` has not eight squares", short(text)));
        }
    }
    Ok(squares)
}

fn written(layout: &[char; 64]) -> String {
    let rank = |row: usize| -> String { layout[row * 8..row * 8 + 8].iter().collect() };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    ranks.join("/").replace('.', "1")
}

/// A man, in the letter of its side, and its squares.
fn choices(text: &str, to_move: Side) -> Result<(char, Vec<u8>), BoardsError> {
    let bad = || {
        BoardsError(format!(
            "`{}`: expected a man and squares such as k=e8,f8 or n=all",
            short(text)
        ))
    };
    let (man, list) = text.split_once('=').ok_or_else(bad)?;
    let mut letters = man.trim().chars();
    let letter = letters.next().ok_or_else(bad)?.to_ascii_lowercase();
    if letters.next().is_some() || !"pnbrqk".contains(letter) {
        return Err(bad());
    }
    let letter = match to_move {
        Side::First => letter,
        Side::Second => letter.to_ascii_uppercase(),
    };
    if list.trim() == "all" {
        return Ok((letter, (0..64).collect()));
    }
    let mut squares = Vec::new();
    for name in list.split(',') {
        let square = parse_square(name.trim()).ok_or_else(bad)?;
        if squares.contains(&square) {
            return wrong(format!("`{}`: {} twice", short(text), square_name(square)));
        }
        squares.push(square);
    }
    Ok((letter, squares))
}
