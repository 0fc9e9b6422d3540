//! Othello in the full search, with an evaluation handed in.

use zermelo_game::{Game, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_search::Limits;
use zermelo_search::full::{About, Domain, Memory, Moment, Params, Parent, Select, Task, search};

/// Squares and the pass.
const MOVES: usize = 65;
/// A finished game is worth this and its margin: more than any evaluation.
const DECIDED: Score = 10_000;
/// The size of the table in kilobytes.
const TABLE: i64 = 1024;

/// An evaluation of Othello for the side to move.
pub type Judge = fn(&super::Learnt, &Othello) -> f64;

/// A player: an evaluation and the memory of its searches.
pub struct Player<'a> {
    domain: Judged<'a>,
    params: Params,
    memory: Memory,
}

#[derive(Clone)]
struct Judged<'a> {
    learnt: &'a super::Learnt,
    judge: Judge,
}

impl Domain for Judged<'_> {
    type Game = Othello;
    type State = ();

    const MOVES: (usize, usize) = (2 * MOVES, 2 * MOVES);

    fn state(&mut self, _game: &Othello, _from: Option<Parent<'_, Othello, ()>>) {}

    fn evaluate(&mut self, game: &Othello, _state: &()) -> Score {
        let most = f64::from(DECIDED - 1);
        (self.judge)(self.learnt, game).clamp(-most, most).round() as Score
    }

    fn finished(&self, game: &Othello, _moment: Moment) -> Option<Score> {
        let margin = game.payoff()?;
        Some(margin + DECIDED * margin.signum())
    }

    fn moves(&self, game: &Othello, select: Select, out: &mut Vec<Square>) {
        if select == Select::All {
            game.legal_moves(out);
        }
    }

    fn about(&self, game: &Othello, _state: &(), m: Square, _depth: i32) -> About {
        About {
            index: game.side().index() * MOVES + m.index(),
            ..About::default()
        }
    }
}

impl<'a> Player<'a> {
    /// A player with an evaluation of what was learnt.
    #[must_use]
    pub fn new(learnt: &'a super::Learnt, judge: Judge) -> Player<'a> {
        let params = Params {
            table_kilobytes: TABLE,
            ..Params::exact()
        };
        Player {
            domain: Judged { learnt, judge },
            memory: Memory::new::<Judged<'_>>(&params, 1),
            params,
        }
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        self.memory.clear();
    }

    /// The best move at so many nodes.
    pub fn choose(&mut self, game: &Othello, nodes: u64) -> Option<Square> {
        let task = Task {
            limits: Limits {
                nodes,
                ..Limits::default()
            },
            ..Task::new(game)
        };
        let memory = &mut self.memory;
        let found = search(&mut self.domain, &task, &self.params, memory, &mut |_| true);
        let best = found.lines.first().and_then(|line| line.pv.first());
        best.copied().or_else(|| {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            moves.first().copied()
        })
    }
}
