//! Games of two set-ups of the engine at fixed nodes, and what they prove.

use std::fmt;

use zermelo_chess::{Move, read_pgn_lines};
use zermelo_engine::Engine;
use zermelo_engine::tuning::selfplay::{game, opening};
use zermelo_game::random::Rng;
use zermelo_game::{Outcome, Side};

/// Plies taken from a game of a file of openings.
const OPENING: usize = 40;

/// Wins, draws and losses of the first.
#[derive(Clone, Copy, Default)]
pub struct Counts([u32; 3]);

fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

impl Counts {
    /// The difference in Elo and its 95% error.
    pub fn elo(&self) -> (f64, f64) {
        let (score, error) = self.score();
        let bar = (elo(score + error) - elo(score - error)) / 2.0;
        (elo(score), bar)
    }

    fn score(&self) -> (f64, f64) {
        let [wins, draws, losses] = self.0.map(f64::from);
        let played = wins + draws + losses;
        let score = (wins + draws / 2.0) / played;
        let spread =
            (wins * (1.0 - score).powi(2) + draws * (0.5 - score).powi(2) + losses * score.powi(2))
                / played;
        (score, 1.96 * (spread / played).sqrt())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([wins, draws, losses], (score, _), (elo, bar)) = (self.0, self.score(), self.elo());
        let percent = 100.0 * score;
        write!(
            f,
            "+{wins} ={draws} -{losses}  {percent:.1}%  Elo {elo:+.0} ± {bar:.0}"
        )
    }
}

/// The openings of a PGN file; none without a file.
pub fn book(path: Option<&String>) -> Result<Vec<Vec<Move>>, String> {
    let Some(path) = path else {
        return Ok(Vec::new());
    };
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let lines = read_pgn_lines(&text, OPENING).flatten();
    Ok(lines.map(|line| line.moves).collect())
}

/// Plays games in pairs with colours changed, from openings of the book or random ones; tells the
/// counts after every tenth pair and the last.
pub fn play(
    [one, two]: [&mut Engine; 2],
    (nodes, games, seed): (u64, u64, u64),
    book: &[Vec<Move>],
    mut each: impl FnMut(Counts),
) -> Counts {
    let mut rng = Rng::new(seed);
    let mut counts = Counts::default();
    for pair in 0..games / 2 {
        let line = match rng.pick(book) {
            Some(line) => line.clone(),
            None => opening(one, &mut rng),
        };
        for colour in Side::BOTH {
            let players = match colour {
                Side::First => [&mut *one, &mut *two],
                Side::Second => [&mut *two, &mut *one],
            };
            match game(players, &line, nodes, |_, _, _| ()) {
                Outcome::Draw => counts.0[1] += 1,
                Outcome::Win(side) if side == colour => counts.0[0] += 1,
                Outcome::Win(_) => counts.0[2] += 1,
            }
        }
        if (pair + 1) % 10 == 0 || pair + 1 == games / 2 {
            each(counts);
        }
    }
    counts
}
