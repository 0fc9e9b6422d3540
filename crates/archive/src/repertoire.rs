//! A repertoire against an archive: what others play that my lines do not answer.
//!
//! The lines are those of a PGN, variations included. Where they give my side's move in a position, the
//! archive says how often the opponents answer with what; an answer that is frequent and that no
//! line goes on from is a hole.

use std::collections::HashMap;

use zermelo_chess::{Chess, Line, PositionKey};
use zermelo_game::{Game, Side};

use crate::archive::Archive;
use crate::error::Result;
use crate::tally::Tally;

/// A position in which a repertoire has no answer.
#[derive(Clone, Debug)]
pub struct Hole {
    /// The moves that lead there, in algebraic notation.
    pub moves: Vec<String>,
    /// The games that played the last of them.
    pub tally: Tally,
    /// Its share of the games of the position before.
    pub share: f64,
    /// What the archive would play: the most played answer.
    pub suggestion: Option<String>,
}

/// A question of a drill: a position in which it is my move, and what my lines play.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Chess,
    /// The moves that lead there, in algebraic notation.
    pub moves: Vec<String>,
    /// The right answers, in algebraic notation.
    pub answers: Vec<String>,
    /// How many games of the archive came here.
    pub games: u64,
}

/// My lines as a graph.
#[derive(Default)]
pub struct Repertoire {
    /// Positions of the lines: how they were reached, and the moves from there.
    known: HashMap<PositionKey, Node>,
    order: Vec<PositionKey>,
    white: bool,
}

struct Node {
    position: Chess,
    path: Vec<String>,
    moves: Vec<String>,
}

impl Repertoire {
    /// A repertoire for White or for Black.
    #[must_use]
    pub fn new(white: bool) -> Repertoire {
        Repertoire {
            white,
            ..Repertoire::default()
        }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Line) {
        let mut position = line.start.clone();
        let mut path = Vec::new();
        for &m in &line.moves {
            let san = position.san(m);
            let node = self.node(&position, &path);
            if !node.moves.contains(&san) {
                node.moves.push(san.clone());
            }
            path.push(san);
            position.play(m);
        }
        self.node(&position, &path);
    }

    fn node(&mut self, position: &Chess, path: &[String]) -> &mut Node {
        let key = position.archive_key();
        if !self.known.contains_key(&key) {
            self.order.push(key);
        }
        self.known.entry(key).or_insert_with(|| Node {
            position: position.clone(),
            path: path.to_vec(),
            moves: Vec::new(),
        })
    }

    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn is_mine(&self, position: &Chess) -> bool {
        (position.side() == Side::First) == self.white
    }

    /// The answers of opponents, of at least this share and so many games, that no line goes on
    /// from; the most frequent first.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn holes(&self, archive: &Archive, share: f64, games: u64) -> Result<Vec<Hole>> {
        let mut holes = Vec::new();
        for key in &self.order {
            let node = &self.known[key];
            // A line's end needs no answers to what the opponent plays next.
            if self.is_mine(&node.position) || node.moves.is_empty() {
                continue;
            }
            let stats = archive.position(*key)?;
            let total = stats.total.games().max(1) as f64;
            for m in &stats.moves {
                let part = m.tally.games() as f64 / total;
                let Some(legal) = node.position.unpacked(m.played) else {
                    continue;
                };
                let after = node.position.after(legal);
                let answered = self.known.get(&after.archive_key());
                let answered = answered.is_some_and(|node| !node.moves.is_empty());
                if part < share || m.tally.games() < games || answered {
                    continue;
                }
                let mut moves = node.path.clone();
                moves.push(node.position.san(legal));
                let next = archive.position(after.archive_key())?;
                let best = next.moves.first().and_then(|m| after.unpacked(m.played));
                holes.push(Hole {
                    moves,
                    tally: m.tally,
                    share: part,
                    suggestion: best.map(|m| after.san(m)),
                });
            }
        }
        holes.sort_by(|a, b| {
            b.tally
                .games()
                .cmp(&a.tally.games())
                .then_with(|| a.moves.cmp(&b.moves))
        });
        Ok(holes)
    }

    /// Every position in which it is my move, the most frequent first.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn questions(&self, archive: &Archive) -> Result<Vec<Question>> {
        let mut questions = Vec::new();
        for key in &self.order {
            let node = &self.known[key];
            if self.is_mine(&node.position) && !node.moves.is_empty() {
                questions.push(Question {
                    position: node.position.clone(),
                    moves: node.path.clone(),
                    answers: node.moves.clone(),
                    games: archive.reached(*key)?,
                });
            }
        }
        questions.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.moves.cmp(&b.moves)));
        Ok(questions)
    }
}
