//! A game with its moves in another order: what pruning depends on most.
//!
//! Every textbook search runs on [`Ordered`], in natural order unless asked otherwise, so that
//! all orders share one compiled copy of the algorithms. *Invariant.* The same moves and values;
//! only their order differs, and it is always the same for the same position. *Cost.* Natural
//! order: a comparison per node; static order: one evaluation per move.

use std::fmt;
use std::hash::{Hash, Hasher};

use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Noisy, Outcome, Score, Side};

/// In which order the moves of a position are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the game gives them.
    #[default]
    Natural,
    /// The other way round.
    Reversed,
    /// Best first by the static evaluation of the position after the move.
    Static,
    /// By chance, with this seed.
    Random(u64),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Natural => "natural",
            Order::Reversed => "reversed",
            Order::Static => "static",
            Order::Random(_) => "random",
        })
    }
}

/// A game whose moves come in an order of choice.
#[derive(Clone)]
pub(crate) struct Ordered<G> {
    pub game: G,
    pub order: Order,
}

impl<G: Heuristic> Ordered<G> {
    fn sort(&self, moves: &mut [G::Move]) {
        match self.order {
            Order::Natural => {}
            Order::Reversed => moves.reverse(),
            Order::Static => moves.sort_by_cached_key(|&m| {
                // The value after the move is the opponent's: the smallest first.
                let child = self.game.after(m);
                child.payoff().map_or_else(|| child.evaluate(), G::decided)
            }),
            Order::Random(seed) => Rng::new(seed ^ self.game.key()).shuffle(moves),
        }
    }
}

impl<G: PartialEq> PartialEq for Ordered<G> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<G: Eq> Eq for Ordered<G> {}

impl<G: Hash> Hash for Ordered<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}

impl<G: Heuristic> Game for Ordered<G> {
    type Move = G::Move;

    const LARGEST_PAYOFF: Score = G::LARGEST_PAYOFF;

    fn side(&self) -> Side {
        self.game.side()
    }

    fn legal_moves(&self, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.game.legal_moves(out);
        self.sort(&mut out[first..]);
    }

    fn play(&mut self, m: G::Move) {
        self.game.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn payoff(&self) -> Option<Score> {
        self.game.payoff()
    }

    fn is_legal(&self, m: G::Move) -> bool {
        self.game.is_legal(m)
    }

    fn key(&self) -> u64 {
        self.game.key()
    }
}

impl<G: Heuristic> Heuristic for Ordered<G> {
    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }

    fn decided(payoff: Score) -> Score {
        G::decided(payoff)
    }
}

impl<G: Noisy + Heuristic> Noisy for Ordered<G> {
    fn noisy_moves(&self, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.game.noisy_moves(out);
        if self.order == Order::Natural {
            return;
        }
        // Some of the legal moves, in the order of the legal moves.
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        let noisy = out.split_off(first);
        out.extend(legal.into_iter().filter(|m| noisy.contains(m)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_games::{ConnectFour, ExplicitTree};

    fn moves<G: Heuristic>(game: &G, order: Order) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let game = game.clone();
        Ordered { game, order }.legal_moves(&mut moves);
        moves
    }

    #[test]
    fn orders_are_of_the_same_moves() {
        let tree = ExplicitTree::parse("(3 9 4 7)").expect("a tree");
        assert_eq!(moves(&tree, Order::Natural), [0, 1, 2, 3]);
        assert_eq!(moves(&tree, Order::Reversed), [3, 2, 1, 0]);
        assert_eq!(moves(&tree, Order::Static), [1, 3, 2, 0]);
        let mut random = moves(&tree, Order::Random(5));
        assert_eq!(random, moves(&tree, Order::Random(5)));
        random.sort_unstable();
        assert_eq!(random, [0, 1, 2, 3]);
    }

    #[test]
    fn different_seeds_give_different_orders() {
        let game = ConnectFour::default();
        let orders: Vec<_> = (0..20)
            .map(|seed| moves(&game, Order::Random(seed)))
            .collect();
        assert!(orders.iter().any(|order| *order != orders[0]));
    }

    #[test]
    fn unquiet_moves_keep_the_order_of_the_legal_ones() {
        let tree = ExplicitTree::parse("(!3 9 !4 !7)").expect("a tree");
        let mut noisy = Vec::new();
        let order = Order::Reversed;
        Ordered { game: tree, order }.noisy_moves(&mut noisy);
        assert_eq!(noisy, [3, 2, 0]);
    }
}
