//! Guaranteed mates: what wins whatever the other side has and does.
//!
//! *Computes*, for a set of boards of which one is true, trees of tries that mate in at most n
//! moves on every one of them: a tree for each thing that the umpire may have said when it became
//! our turn, for what he says tells boards apart before anything is tried. *Source.* AND-OR search over belief states after Russell & Wolfe
//! 2005. *Ours.* A refused try is a question: the boards on which it is legal and the others are
//! won apart, the others by further tries of the same turn. *Invariant.* The other side is thought
//! to see everything. What is not won on one board alone is not won on a set that has it, so that
//! each board is looked at first by itself. Rules are those of Wild 16. *Cost.* Grows with the
//! boards and exponentially with the moves; a limit on the positions made, or a stop test, ends it.

mod boards;
mod told;
mod tree;

use std::collections::{BTreeMap, HashSet};

use zermelo_chess::{Chess, Move};
use zermelo_game::{Game, Side};

use crate::action::Try;
use crate::men::Men;

pub use boards::{BoardsError, MAX_BOARDS, boards_of, parse_boards};
pub use told::Told;
use told::{Over, over};
pub use tree::{Accepted, Plan, Reply, Solution};

/// What became of the search for a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A mate in so many moves, and none in fewer.
    Mate(u8, Solution),
    /// There is no guaranteed mate in that many moves.
    None,
    /// A limit ended the search; in so many moves there is none.
    Unknown(u8, Limit),
}

/// What ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// As many positions were made as may be.
    Nodes,
    /// More than [`WIDEST`] boards would have had to be held at once.
    Boards,
    /// Somebody asked for it to end.
    Stopped,
}

type Found<T> = Result<Option<T>, Limit>;

/// A search for guaranteed mates.
#[derive(Debug)]
pub struct Solver {
    side: Side,
    /// Positions made so far, and the most that may be made.
    nodes: u64,
    limit: u64,
    /// Whether to end.
    stop: fn() -> bool,
    /// Boards that are not won in so many moves, and sets of them.
    lost: HashSet<(u128, u8)>,
}

/// The most boards that are held at once after an answer.
pub const WIDEST: usize = 200_000;

/// Positions between two looks at the stop test.
const LOOK: u64 = 1_024;

/// Sets that are remembered as not won.
const MEMORY: usize = 4_000_000;

impl Solver {
    /// A search that makes at most so many positions.
    #[must_use]
    pub fn new(limit: u64) -> Solver {
        Solver {
            side: Side::First,
            nodes: 0,
            limit,
            stop: || false,
            lost: HashSet::new(),
        }
    }

    /// The same search, which ends when a test says so.
    #[must_use]
    pub fn until(self, stop: fn() -> bool) -> Solver {
        Solver { stop, ..self }
    }

    /// Positions made so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for the shortest mate in at most so many moves of the side to move. The boards have
    /// the same side to move and the same men of it, as [`boards_of`] and [`parse_boards`] see to.
    #[must_use]
    pub fn solve(&mut self, boards: &[Chess], moves: u8) -> Verdict {
        let Some(first) = boards.first() else {
            return Verdict::None;
        };
        self.side = first.side();
        let mut parts = heard_at_once(boards);
        let mut solved = Vec::new();
        for moves in 1..=moves {
            let mut open = Vec::new();
            for (told, boards) in parts {
                match self.turn(&boards, moves) {
                    Ok(Some(plan)) => solved.push(Reply { told, plan }),
                    Ok(None) => open.push((told, boards)),
                    Err(limit) => return Verdict::Unknown(moves - 1, limit),
                }
            }
            if open.is_empty() {
                solved.sort_by(|one, other| one.told.cmp(&other.told));
                return Verdict::Mate(moves, Solution { parts: solved });
            }
            parts = open;
        }
        Verdict::None
    }

    /// A plan for our turn.
    fn turn(&mut self, boards: &[Chess], moves: u8) -> Found<Plan> {
        let key = (key_of(boards), moves);
        if self.lost.contains(&key) {
            return Ok(None);
        }
        if boards.len() > 1 && moves > 1 {
            for board in boards {
                if self.turn(std::slice::from_ref(board), moves)?.is_none() {
                    return Ok(None);
                }
            }
        }
        for tried in self.tries(boards)? {
            if let Some(plan) = self.tried(boards, tried, moves)? {
                return Ok(Some(plan));
            }
        }
        if self.lost.len() < MEMORY {
            self.lost.insert(key);
        }
        Ok(None)
    }

    /// The tries that are legal on some board, those first that check on most of them.
    fn tries(&mut self, boards: &[Chess]) -> Result<Vec<Try>, Limit> {
        let mut checks: BTreeMap<Try, usize> = BTreeMap::new();
        for board in boards {
            for m in legal_moves(board) {
                let after = self.after(board, m)?;
                *checks.entry(try_of(m)).or_default() += usize::from(after.is_check());
            }
        }
        let mut tries: Vec<(usize, Try)> = checks.into_iter().map(|(t, n)| (n, t)).collect();
        tries.sort_by_key(|&(count, tried)| (std::cmp::Reverse(count), tried));
        Ok(tries.into_iter().map(|(_, tried)| tried).collect())
    }

    /// A plan that begins with this try.
    fn tried(&mut self, boards: &[Chess], tried: Try, moves: u8) -> Found<Plan> {
        let mut refused = Vec::new();
        let mut mated = 0;
        let mut told: BTreeMap<Told, Vec<Chess>> = BTreeMap::new();
        for board in boards {
            let legal = legal_moves(board);
            let Some(&m) = legal.iter().find(|&&m| try_of(m) == tried) else {
                refused.push(board.clone());
                continue;
            };
            let after = self.after(board, m)?;
            let replies = legal_moves(&after);
            match over(&after, &replies) {
                Some(Over::Mate) => mated += 1,
                Some(Over::Draw) => return Ok(None),
                None if moves == 1 => return Ok(None),
                None => {
                    let said = Told::after(m, &after, &replies);
                    told.entry(said).or_default().push(after);
                }
            }
        }
        // Few boards are soon refuted.
        let mut parts: Vec<(Told, Vec<Chess>)> = told.into_iter().collect();
        parts.sort_by_key(|(_, boards)| boards.len());
        let mut accepted = Vec::new();
        for (said, after) in parts {
            let Some(replies) = self.replies(&after, moves)? else {
                return Ok(None);
            };
            accepted.push(Accepted {
                told: said,
                boards: after.len(),
                replies,
            });
        }
        let otherwise = match refused.is_empty() {
            true => None,
            false => match self.turn(&refused, moves)? {
                Some(plan) => Some(Box::new(plan)),
                None => return Ok(None),
            },
        };
        Ok(Some(Plan {
            tried,
            boards: boards.len(),
            mated,
            accepted,
            refused: otherwise,
        }))
    }

    /// Plans for everything that may be heard after the other side's answers.
    fn replies(&mut self, boards: &[Chess], moves: u8) -> Found<Vec<Reply>> {
        let mut told: BTreeMap<Told, Vec<Chess>> = BTreeMap::new();
        let mut held = 0;
        for board in boards {
            for m in legal_moves(board) {
                let after = self.after(board, m)?;
                held += 1;
                if held > WIDEST {
                    return Err(Limit::Boards);
                }
                let legal = legal_moves(&after);
                if over(&after, &legal).is_some() {
                    return Ok(None);
                }
                let said = Told::after(m, &after, &legal);
                told.entry(said).or_default().push(after);
            }
        }
        let mut parts: Vec<(Told, Vec<Chess>)> = told.into_iter().collect();
        parts.sort_by_key(|(_, boards)| boards.len());
        let mut replies = Vec::new();
        for (said, mut boards) in parts {
            let mut seen = HashSet::new();
            boards.retain(|board| seen.insert((board.key(), board.halfmove_clock())));
            let Some(plan) = self.turn(&boards, moves - 1)? else {
                return Ok(None);
            };
            replies.push(Reply { told: said, plan });
        }
        Ok(Some(replies))
    }

    fn after(&mut self, board: &Chess, m: Move) -> Result<Chess, Limit> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Limit::Nodes);
        }
        if self.nodes.is_multiple_of(LOOK) && (self.stop)() {
            return Err(Limit::Stopped);
        }
        let mut after = board.clone();
        after.play(m);
        Ok(after)
    }
}

/// The boards by what is said of them when it becomes the turn, few of them first.
fn heard_at_once(boards: &[Chess]) -> Vec<(Told, Vec<Chess>)> {
    let mut told: BTreeMap<Told, Vec<Chess>> = BTreeMap::new();
    for board in boards {
        let said = Told::at(board, &legal_moves(board));
        told.entry(said).or_default().push(board.clone());
    }
    let mut parts: Vec<(Told, Vec<Chess>)> = told.into_iter().collect();
    parts.sort_by_key(|(_, boards)| boards.len());
    parts
}

fn legal_moves(board: &Chess) -> Vec<Move> {
    let mut legal = Vec::with_capacity(48);
    board.legal_moves(&mut legal);
    legal
}

fn try_of(m: Move) -> Try {
    Try {
        from: m.from(),
        to: m.to(),
        promotion: m.promotion(),
    }
}

/// Whether there is no move any more to look for.
fn is_over(board: &Chess) -> bool {
    over(board, &legal_moves(board)).is_some()
}

/// The men of the side to move of a board.
fn own_men(board: &Chess) -> Men {
    Men::of(board, board.side())
}

/// A key of a set of boards, whatever their order.
fn key_of(boards: &[Chess]) -> u128 {
    let mix = |board: &Chess| {
        let key =
            board.key() ^ u64::from(board.halfmove_clock()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let wide = u128::from(key) | u128::from(key.rotate_left(29)) << 64;
        let once = wide.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
        (once ^ once >> 71).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    };
    boards.iter().map(mix).fold(0, u128::wrapping_add)
}
