//! Guaranteed mates by the definition, for tests: no order, no keys, no sets of squares; every
//! board is a FEN, and what is said about a move is what an umpire says. Sets already decided are
//! remembered, nothing else.
#![allow(dead_code)] // not every file uses all

use std::collections::{BTreeMap, BTreeSet, HashMap};

use zermelo_chess::Chess;
use zermelo_game::{Game, Notation, Outcome, Side};
use zermelo_kriegspiel::{Action, Rules, Umpire};

type Boards = BTreeSet<String>;

/// What was decided.
#[derive(Default)]
pub struct Brute {
    decided: HashMap<(Boards, u8), bool>,
    moved: HashMap<(String, String), Moved>,
}

/// A board after a move, and all that one side heard of it.
#[derive(Clone)]
enum Moved {
    Refused,
    Won,
    NotWon,
    Goes(String, String),
}

impl Brute {
    /// Whether the side to move mates in so many moves on every board, once it has heard what is
    /// said when it becomes its turn.
    pub fn wins_knowing(&mut self, boards: &Boards, moves: u8) -> bool {
        let mut heard: BTreeMap<String, Boards> = BTreeMap::new();
        for fen in boards {
            let board = Chess::parse(fen).unwrap();
            let umpire = Umpire::from_position(Rules::wild16(), board);
            let said = umpire.view_of(umpire.to_move()).heard();
            let words: Vec<String> = said.iter().map(ToString::to_string).collect();
            heard
                .entry(words.join("; "))
                .or_default()
                .insert(fen.clone());
        }
        heard.values().all(|part| self.wins(part, moves))
    }

    /// Whether the side to move mates in so many moves on every board.
    pub fn wins(&mut self, boards: &Boards, moves: u8) -> bool {
        if boards.is_empty() {
            return true;
        }
        if moves == 0 {
            return false;
        }
        let key = (boards.clone(), moves);
        if let Some(&known) = self.decided.get(&key) {
            return known;
        }
        let mut tries: BTreeSet<String> = BTreeSet::new();
        for fen in boards {
            tries.extend(moves_of(fen));
        }
        let wins = tries.iter().any(|tried| self.wins_by(boards, tried, moves));
        self.decided.insert(key, wins);
        wins
    }

    fn wins_by(&mut self, boards: &Boards, tried: &str, moves: u8) -> bool {
        let mut refused = Boards::new();
        let mut heard: BTreeMap<String, Boards> = BTreeMap::new();
        for fen in boards {
            let side = Chess::parse(fen).unwrap().side();
            match self.moved(fen, tried, side) {
                Moved::Refused => {
                    refused.insert(fen.clone());
                }
                Moved::Won => {}
                Moved::NotWon => return false,
                Moved::Goes(after, said) => {
                    heard.entry(said).or_default().insert(after);
                }
            }
        }
        if refused == *boards || (moves == 1 && !heard.is_empty()) {
            return false;
        }
        let parts: Vec<Boards> = heard.into_values().collect();
        parts.iter().all(|part| self.answers(part, moves)) && self.wins(&refused, moves)
    }

    fn answers(&mut self, boards: &Boards, moves: u8) -> bool {
        let mut heard: BTreeMap<String, Boards> = BTreeMap::new();
        for fen in boards {
            let side = Chess::parse(fen).unwrap().side();
            for answer in moves_of(fen) {
                match self.moved(fen, &answer, !side) {
                    Moved::Goes(after, said) => {
                        heard.entry(said).or_default().insert(after);
                    }
                    _ => return false,
                }
            }
        }
        let parts: Vec<Boards> = heard.into_values().collect();
        parts.iter().all(|part| self.wins(part, moves - 1))
    }

    /// Makes a move and listens for a side.
    fn moved(&mut self, fen: &str, tried: &str, listener: Side) -> Moved {
        let key = (fen.to_string(), format!("{tried} {listener:?}"));
        if let Some(known) = self.moved.get(&key) {
            return known.clone();
        }
        let mut board = Chess::parse(fen).unwrap();
        let mut umpire = Umpire::from_position(Rules::wild16(), board.clone());
        let before = umpire.view_of(listener).heard().len();
        let answer = umpire.answer(Action::parse(tried).unwrap());
        let moved = if answer.word() != "accepted" {
            Moved::Refused
        } else if let Some(result) = umpire.result() {
            match result.outcome == Outcome::Win(listener) {
                true => Moved::Won,
                false => Moved::NotWon,
            }
        } else {
            let m = board.parse_move(tried).unwrap();
            board.play(m);
            let said = &umpire.view_of(listener).heard()[before..];
            let words: Vec<String> = said.iter().map(ToString::to_string).collect();
            Moved::Goes(board.notation(), words.join("; "))
        };
        self.moved.insert(key, moved.clone());
        moved
    }
}

fn moves_of(fen: &str) -> Vec<String> {
    let board = Chess::parse(fen).unwrap();
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    legal.iter().map(|&m| board.move_text(m)).collect()
}
