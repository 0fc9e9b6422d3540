//! Games of the engine against itself, or against another set-up of itself.

use zermelo_chess::{Chess, ChessReferee, DEFAULT_MAX_PLIES, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Outcome, Referee, Score, Side};

use crate::{Control, Engine, Order, SearchLimits};

/// Random plies at the beginning of a game.
const RANDOM_PLIES: usize = 8;
/// An opening is fair if a short search finds it within this.
const FAIR: Score = 150;
/// A game is given up when both sides agree on this much for some plies.
const DECIDED: Score = 1000;
const DECIDED_PLIES: u32 = 4;
/// A game is drawn when both agree on so little for so many plies, late enough.
const DRAWN: Score = 8;
const DRAWN_PLIES: u32 = 12;
const LATE: usize = 80;

/// A position of a game with what the search thought of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Chess,
    /// The score of the search, for the first side.
    pub score: Score,
    /// The result of the game for the first side, 1, 0.5 or 0, if the position came from a game.
    pub result: Option<f32>,
}

/// A random opening that a short search finds fair.
pub fn opening(judge: &mut Engine, rng: &mut Rng) -> Vec<Move> {
    loop {
        let mut position = Chess::new();
        let mut line = Vec::new();
        let plies = RANDOM_PLIES + rng.below(2);
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            line.push(m);
            position.play(m);
        }
        if line.len() < plies || position.outcome().is_some() {
            continue;
        }
        judge.new_game();
        let (_, score) = think(judge, &Chess::new(), &line, 1_000);
        if score.abs() <= FAIR {
            return line;
        }
    }
}

/// The engine's move at a number of nodes, with its score for the side to move.
fn think(engine: &mut Engine, start: &Chess, moves: &[Move], nodes: u64) -> (Option<Move>, Score) {
    let order = Order {
        start: start.clone(),
        moves: moves.to_vec(),
        only: None,
        limits: SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        },
    };
    let answer = engine.search_on_this_thread(&order, &Control::default(), &mut |_| ());
    let score = answer.lines.first().map_or(0, |line| line.score);
    (answer.best, score)
}

/// The most plies of an opening with slips, and the largest share of them that are slips.
const SLIPPING_PLIES: usize = 120;
const SLIPS: f64 = 0.25;

/// The moves of an opening of any length in which both sides now and then play any move: it leads
/// to positions that no two sound players reach, at every stage of a game that is not over.
pub fn opening_with_slips(engine: &mut Engine, rng: &mut Rng, nodes: u64) -> Vec<Move> {
    loop {
        let mut referee = ChessReferee::new(Chess::new(), DEFAULT_MAX_PLIES);
        let mut line = Vec::new();
        let plies = RANDOM_PLIES + rng.below(SLIPPING_PLIES);
        let share = SLIPS * rng.unit();
        engine.new_game();
        while line.len() < plies && referee.ending().is_none() {
            let slip = line.len() < RANDOM_PLIES / 2 || rng.unit() < share;
            let chosen = if slip {
                let mut moves = Vec::new();
                referee.position().legal_moves(&mut moves);
                rng.pick(&moves).copied()
            } else {
                think(engine, &Chess::new(), &line, nodes).0
            };
            let Some(m) = chosen else { break };
            line.push(m);
            if referee.submit(m).is_err() {
                break;
            }
        }
        if line.len() == plies && referee.ending().is_none() {
            return line;
        }
    }
}

/// Plays a game from an opening, the first player with the first side; tells each position with
/// the move chosen and its score for the first side.
pub fn game(
    players: [&mut Engine; 2],
    opening: &[Move],
    nodes: u64,
    mut visit: impl FnMut(&Chess, Move, Score),
) -> Outcome {
    let mut referee = ChessReferee::new(Chess::new(), DEFAULT_MAX_PLIES);
    let mut moves = opening.to_vec();
    for &m in opening {
        if referee.submit(m).is_err() {
            return Outcome::Draw;
        }
    }
    let [first, second] = players;
    first.new_game();
    second.new_game();
    let (mut decided, mut drawn) = (0, 0);
    while referee.ending().is_none() {
        let side = referee.turn();
        let engine: &mut Engine = match side {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        let (best, score) = think(engine, &Chess::new(), &moves, nodes);
        let Some(best) = best else { break };
        let white = if side == Side::First { score } else { -score };
        visit(referee.position(), best, white);
        decided = if score.abs() >= DECIDED {
            decided + 1
        } else {
            0
        };
        drawn = if score.abs() <= DRAWN { drawn + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            return Outcome::Win(if white > 0 { Side::First } else { Side::Second });
        }
        if drawn >= DRAWN_PLIES && moves.len() > LATE {
            return Outcome::Draw;
        }
        moves.push(best);
        if referee.submit(best).is_err() {
            break;
        }
    }
    referee
        .ending()
        .map_or(Outcome::Draw, |ending| ending.outcome)
}

/// The quiet positions of one game: not in check, the best move no capture, the score no mate.
pub fn samples(engine: &mut Engine, other: &mut Engine, rng: &mut Rng, nodes: u64) -> Vec<Sample> {
    let line = opening(engine, rng);
    let mut kept = Vec::new();
    let outcome = game([engine, other], &line, nodes, |position, m, score| {
        if !position.is_check() && !m.is_unquiet() && score.abs() < 3 * DECIDED {
            kept.push((position.clone(), score));
        }
    });
    let result = match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => 0.5,
    };
    let sample = |(position, score)| Sample {
        position,
        score,
        result: Some(result),
    };
    kept.into_iter().map(sample).collect()
}
