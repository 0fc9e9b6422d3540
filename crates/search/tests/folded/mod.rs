//! A random tree with irregular branching, early ends, transpositions and few distinct values, and
//! a domain over it that offers the full search everything at random, always truthfully.
#![allow(dead_code)]

use zermelo_game::random::{Rng, mix};
use zermelo_game::{Game, Heuristic, Noisy, Outcome, Score, Side};
use zermelo_search::full::{About, Claim, Domain, Known, Moment, Nature, Parent, Select};

/// A position is `(ply, state)`, and states fold together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Folded {
    pub seed: u64,
    pub state: u64,
    pub ply: u32,
    pub height: u32,
    pub values: i32,
    /// Whether the mover was changed by a null move.
    pub passed: bool,
}

impl Folded {
    pub fn new(seed: u64, height: u32) -> Folded {
        let mut rng = Rng::new(seed);
        Folded {
            seed,
            state: 0,
            ply: 0,
            height: 1 + rng.below(height as usize) as u32,
            values: 1 + rng.below(9) as i32,
            passed: false,
        }
    }

    pub fn hash(&self, salt: u64) -> u64 {
        mix(self.seed ^ mix(self.state ^ mix(u64::from(self.ply) ^ (salt << 32))))
    }

    fn width(&self) -> u64 {
        let early_end = self.ply > 0 && self.hash(1).is_multiple_of(8);
        if self.ply >= self.height || early_end {
            0
        } else {
            1 + self.hash(2) % 5
        }
    }

    fn value(&self, salt: u64) -> Score {
        let value = (self.hash(salt) % (2 * self.values as u64 + 1)) as Score - self.values;
        if self.passed { -value } else { value }
    }
}

impl Game for Folded {
    type Move = u8;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        Side::BOTH[(self.ply as usize + usize::from(self.passed)) % 2]
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend(0..self.width() as u8);
    }

    fn play(&mut self, m: u8) {
        self.state = self.hash(10 + u64::from(m)) % 16;
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::from_payoff(self.payoff()?, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        (self.width() == 0).then(|| self.value(3))
    }

    fn key(&self) -> u64 {
        self.hash(4) ^ u64::from(self.passed)
    }
}

impl Noisy for Folded {
    fn noisy_moves(&self, out: &mut Vec<u8>) {
        out.extend(
            (0..self.width() as u8).filter(|&m| self.hash(20 + u64::from(m)).is_multiple_of(3)),
        );
    }
}

impl Heuristic for Folded {
    fn evaluate(&self) -> Score {
        self.value(5)
    }

    fn decided(payoff: Score) -> Score {
        payoff
    }
}

/// The definition, without any of the crate's machinery.
pub fn judge<G: Game>(game: &G, depth: u32, evaluate: &dyn Fn(&G) -> Score) -> Score {
    if let Some(payoff) = game.payoff() {
        return payoff;
    }
    if depth == 0 {
        return evaluate(game);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let values = moves
        .iter()
        .map(|&m| -judge(&game.after(m), depth - 1, evaluate));
    values.max().expect("an unfinished game has moves")
}

/// Offers everything the trait has room for. What it says of moves is noise, what it says of
/// values is true: to the end of the game if `knows`.
#[derive(Clone)]
pub struct Generous {
    pub knows: bool,
    pub told: u64,
}

impl Domain for Generous {
    type Game = Folded;
    /// The path from the root, to check that states follow the moves.
    type State = Vec<u8>;

    const MOVES: (usize, usize) = (32, 64);

    fn state(&mut self, _game: &Folded, from: Option<Parent<'_, Folded, Vec<u8>>>) -> Vec<u8> {
        from.map_or_else(Vec::new, |parent| {
            let mut path = parent.state.clone();
            path.push(parent.played);
            path
        })
    }

    fn evaluate(&mut self, game: &Folded, state: &Vec<u8>) -> Score {
        assert!(
            game.passed || state.len() == game.ply as usize,
            "a state of another position"
        );
        game.evaluate()
    }

    fn finished(&self, game: &Folded, _moment: Moment) -> Option<Score> {
        game.payoff()
    }

    fn moves(&self, game: &Folded, select: Select, out: &mut Vec<u8>) {
        match select {
            Select::All => game.legal_moves(out),
            Select::Noisy | Select::Forcing => game.noisy_moves(out),
            Select::Quiet => {}
        }
    }

    fn about(&self, game: &Folded, _state: &Vec<u8>, m: u8, depth: i32) -> About {
        let hash = game.hash(40 + u64::from(m));
        let noisy = game.hash(20 + u64::from(m)).is_multiple_of(3);
        About {
            index: (hash % if noisy { 64 } else { 32 }) as usize,
            noisy,
            bonus: (hash >> 32) as i32 % 1000 * depth.min(2),
            ..About::default()
        }
    }

    fn nature(&self, game: &Folded, _state: &Vec<u8>) -> Nature {
        Nature {
            forced: game.hash(50).is_multiple_of(4),
            reversible: 10,
            counted_out: false,
            structures: [game.hash(51) % 4, 0, 0],
        }
    }

    fn holds(&self, game: &Folded, m: u8, claim: Claim) -> bool {
        match claim {
            Claim::Wins(at_least) => game.hash(60 + u64::from(m)) as i8 as Score >= at_least,
            Claim::Forces => game.after(m).hash(50).is_multiple_of(4),
        }
    }

    fn null(&self, game: &Folded) -> Option<Folded> {
        (!game.hash(70).is_multiple_of(4)).then(|| Folded {
            passed: !game.passed,
            ..game.clone()
        })
    }

    fn outside(&mut self, game: &Folded, _depth: i32, _window: (Score, Score)) -> Known {
        if !self.knows || game.ply == 0 {
            return Known::NOTHING;
        }
        let value = judge(game, u32::MAX, &|_| 0);
        let spread = |salt| (game.hash(salt) % 4) as Score;
        self.told += 1;
        Known {
            lower: value - spread(80),
            upper: value + spread(81),
            nodes: game.hash(82) % 2,
            ..Known::NOTHING
        }
    }
}
