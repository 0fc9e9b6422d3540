//! What each step of the search did: how often it was tried, and how often it cut.

use std::ops::AddAssign;

/// The steps that can end a node or leave out a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A finished game.
    Finished,
    /// A repeated position.
    Repetition,
    /// Known from outside, or the window fell together.
    Outside,
    /// The table answered.
    Table,
    /// The table knew a child that refutes.
    Child,
    /// Far above beta.
    ReverseFutility,
    /// Far below alpha.
    Razoring,
    /// Above beta after giving up a move.
    NullMove,
    /// Null-move cuts that their verification confirmed.
    Verification,
    /// An unquiet move far above beta in a shallow search.
    ProbCut,
    /// A quiet move with a bad history left out.
    HistoryPruning,
    /// A late quiet move left out.
    LateMovePruning,
    /// A hopeless quiet move left out.
    Futility,
    /// A losing exchange left out.
    ExchangePruning,
    /// The remembered move was singular.
    Singular,
    /// A reduced search that had not to be repeated.
    Reduction,
    /// A minimal window that had not to be repeated.
    Scout,
    /// Standing pat ended a quiescence node.
    StandPat,
    /// A move cut.
    Move,
}

impl Step {
    /// All of them, in the order of the search.
    pub const ALL: [(&'static str, Step); 19] = [
        ("finished", Step::Finished),
        ("repetition", Step::Repetition),
        ("outside", Step::Outside),
        ("table", Step::Table),
        ("child-cut", Step::Child),
        ("reverse-futility", Step::ReverseFutility),
        ("razoring", Step::Razoring),
        ("null-move", Step::NullMove),
        ("null-move-verification", Step::Verification),
        ("probcut", Step::ProbCut),
        ("history-pruning", Step::HistoryPruning),
        ("late-move-pruning", Step::LateMovePruning),
        ("futility", Step::Futility),
        ("exchange-pruning", Step::ExchangePruning),
        ("singular-extension", Step::Singular),
        ("late-move-reductions", Step::Reduction),
        ("scout", Step::Scout),
        ("stand-pat", Step::StandPat),
        ("move", Step::Move),
    ];
}

/// Move numbers that are told apart in [`Steps::cut_at`]; the last counts all later moves.
pub const MOVE_NUMBERS: usize = 16;

/// Counters of the steps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Steps {
    tried: [u64; Step::ALL.len()],
    cut: [u64; Step::ALL.len()],
    /// Cut-offs by the number of the move that made them, the first move at 0. The more in the
    /// first place, the better the order.
    pub cut_at: [u64; MOVE_NUMBERS],
}

impl Steps {
    #[inline]
    pub(super) fn count(&mut self, step: Step, cut: bool) -> bool {
        self.tried[step as usize] += 1;
        self.cut[step as usize] += u64::from(cut);
        cut
    }

    #[inline]
    pub(super) fn cut_by_move(&mut self, number: usize) {
        self.count(Step::Move, true);
        self.cut_at[number.min(MOVE_NUMBERS - 1)] += 1;
    }

    /// How often a step was tried.
    #[must_use]
    pub fn tried(&self, step: Step) -> u64 {
        self.tried[step as usize]
    }

    /// How often it ended a node, left out a move, or saved a second search.
    #[must_use]
    pub fn cut(&self, step: Step) -> u64 {
        self.cut[step as usize]
    }
}

impl AddAssign for Steps {
    fn add_assign(&mut self, other: Steps) {
        let pairs = [
            (&mut self.tried[..], &other.tried[..]),
            (&mut self.cut[..], &other.cut[..]),
            (&mut self.cut_at[..], &other.cut_at[..]),
        ];
        for (own, others) in pairs {
            own.iter_mut().zip(others).for_each(|(a, b)| *a += b);
        }
    }
}
