//! The algorithms by name, and the one place that runs any of them.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use zermelo_game::{Game, INFINITY, Noisy, Score};

use crate::floyd::Floyd;
use crate::observer::Observer;
use crate::probcut::Model;
use crate::proof::{Proof, Solved, solve_by_proofs};
use crate::{
    Answer, Counts, Evaluator, Limits, Note, Params, Search, Stopped, WHOLE_TREE, alpha_beta,
    alpha_beta_minmax, and_or, aspiration, beam, branch_and_bound, fail_hard, fail_soft, floyd,
    full, iterative_deepening, mcts, minimax, mtdf, negamax, probcut, proof_number, pv_alpha_beta,
    pvs, quiescence, retrograde,
};

macro_rules! algorithms {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $exact:literal $source:literal;)*) => {
        /// An algorithm of the family.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Algorithm {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Algorithm {
            /// All of them, in the order in which they are listed to people.
            pub const ALL: &'static [Algorithm] = &[$(Algorithm::$variant,)*];

            /// The name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Algorithm::$variant => $name,)* }
            }

            /// Whether a search that is not stopped gives the minimax value.
            #[must_use]
            pub fn is_exact(self) -> bool {
                match self { $(Algorithm::$variant => $exact,)* }
            }

            /// One line about it.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Algorithm::$variant => concat!($($doc),*).trim_ascii_start(),)* }
            }

            /// Where it comes from; full entries in REFERENCES.md.
            #[must_use]
            pub fn source(self) -> &'static str {
                match self { $(Algorithm::$variant => $source,)* }
            }
        }
    };
}

algorithms! {
    /// Looks at everything, two procedures, values Max's
    Minimax "minimax" true "Zermelo 1913; Shannon 1950";
    /// Minimax with one procedure, values for the side to move
    Negamax "negamax" true "Knuth & Moore 1975, procedure F";
    /// One bound: alpha-beta without deep cut-offs
    BranchAndBound "branch-and-bound" true "Knuth & Moore 1975, procedure F1";
    /// Alpha-beta as Knuth & Moore wrote it, starting from alpha
    AlphaBeta "alpha-beta" true "Knuth & Moore 1975, procedure F2";
    /// Alpha-beta with every value clamped to the window
    FailHard "fail-hard" true "Pearl 1984";
    /// Alpha-beta as two procedures, values Max's
    AlphaBetaMinmax "alpha-beta-minmax" true "Knuth & Moore 1975, procedures F2 and G2";
    /// Alpha-beta that returns the best bound it knows
    FailSoft "fail-soft" true "Fishburn 1981";
    /// A narrow window around an estimate, the rest if it fails
    Aspiration "aspiration" true "Slate & Atkin 1977";
    /// Aspiration whose second search starts from the bound of the first
    AspirationSoft "aspiration-soft" true "GnuChess 4.0";
    /// Minimal windows beside the principal variation only
    PvAlphaBeta "pv-alpha-beta" true "Fishburn & Finkel 1980";
    /// Minimal windows everywhere
    Pvs "pvs" true "Marsland & Campbell 1982; Reinefeld 1983";
    /// Minimal windows at the root until the bounds meet, with a table
    Mtdf "mtdf" true "Plaat et al. 1996";
    /// Deeper and deeper, with table, killers and history
    IterativeDeepening "iterative-deepening" true "Slate & Atkin 1977";
    /// Only the best few moves by static evaluation (unsafe)
    Beam "beam" false "Shannon 1950, type B";
    /// A line ends when it becomes improbable (unsafe)
    Floyd "floyd" false "Floyd, in Knuth & Moore 1975";
    /// A shallow search predicts a deep one (unsafe)
    Probcut "probcut" false "Buro 1995";
    /// ProbCut with several pairs of depths (unsafe)
    MultiProbcut "multi-probcut" false "Buro 1997";
    /// Random playouts guided by upper confidence bounds (an estimate)
    Mcts "mcts" false "Kocsis & Szepesvári 2006; Coulom 2006";
    /// Alpha-beta, then unquiet moves past the depth
    Quiescence "quiescence" true "Shannon 1950; GnuChess 4.0";
    /// Backwards from the finished games
    Retrograde "retrograde" true "Ströhlein 1970; Thompson 1986";
    /// Reduction to sub-problems, with its solution tree
    AndOr "and-or" true "Nilsson 1971";
    /// Proof-number search, depth-first
    ProofNumber "proof-number" true "Allis 1994; Nagai 2002";
    /// The full search, everything unsound off
    Full "full" true "Slate & Atkin 1977; Marsland & Campbell 1982; Hyatt & Mann 2002";
}

/// A name that is no algorithm's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm(pub String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|a| a.name()).collect();
        write!(
            f,
            "`{}` is no algorithm: expected one of {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let found = Algorithm::ALL.iter().copied().find(|a| a.name() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.to_string()))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Algorithm {
    /// Whether it answers only about the whole game, not to a depth.
    #[must_use]
    pub fn needs_whole_tree(self) -> bool {
        matches!(
            self,
            Algorithm::Retrograde | Algorithm::AndOr | Algorithm::ProofNumber
        )
    }

    /// Whether it visits nodes in a way that an observer can follow.
    #[must_use]
    pub fn is_observable(self) -> bool {
        !matches!(
            self,
            Algorithm::Retrograde | Algorithm::Mcts | Algorithm::ProofNumber | Algorithm::Full
        )
    }
}

/// Runs an algorithm from the root of a game to a depth (or [`WHOLE_TREE`]).
pub fn run<G, E, O>(
    algorithm: Algorithm,
    game: &G,
    depth: u32,
    params: &Params,
    evaluator: &E,
    limits: Limits<'_>,
    observer: &mut O,
) -> Answer<G::Move>
where
    G: Noisy + Eq + Hash,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    match algorithm {
        Algorithm::Mcts => return mcts::mcts(game, params, limits),
        Algorithm::Retrograde => return retrograde::retrograde(game, limits),
        Algorithm::Full => return full::exact(game, depth, params, evaluator, limits),
        Algorithm::AndOr | Algorithm::ProofNumber => {
            return solve(algorithm, game, params.estimate as Score, limits, observer).0;
        }
        Algorithm::Mtdf => {
            return mtdf::mtdf(game, depth, params, evaluator, limits, observer);
        }
        Algorithm::IterativeDeepening => {
            return iterative_deepening::iterative_deepening(
                game, depth, params, evaluator, limits, observer,
            );
        }
        _ => {}
    }
    let mut notes = Vec::new();
    let model = match algorithm {
        Algorithm::Probcut | Algorithm::MultiProbcut => fitted(
            algorithm, game, depth, params, evaluator, limits, &mut notes,
        ),
        _ => Model {
            pairs: Vec::new(),
            confidence: 0.0,
        },
    };
    let mut s = Search::new(evaluator, limits, observer);
    let (a, b) = (-INFINITY, INFINITY);
    let (estimate, width) = (params.estimate as Score, params.aspiration_width as Score);
    let result = match algorithm {
        Algorithm::Aspiration => aspiration::aspiration(&mut s, game, depth, estimate, width),
        Algorithm::AspirationSoft => {
            aspiration::aspiration_soft(&mut s, game, depth, estimate, width)
        }
        _ => s.root(game, a, b, |s, g| match algorithm {
            Algorithm::Minimax => minimax::max_value(s, g, depth),
            Algorithm::BranchAndBound => branch_and_bound::branch_and_bound(s, g, depth, b),
            Algorithm::AlphaBeta => alpha_beta::alpha_beta(s, g, depth, a, b),
            Algorithm::FailHard => fail_hard::fail_hard(s, g, depth, a, b),
            Algorithm::AlphaBetaMinmax => alpha_beta_minmax::max_value(s, g, depth, a, b),
            Algorithm::FailSoft => fail_soft::fail_soft(s, g, depth, a, b),
            Algorithm::PvAlphaBeta => pv_alpha_beta::pv_alpha_beta(s, g, depth, a, b),
            Algorithm::Pvs => pvs::pvs(s, g, depth, a, b),
            Algorithm::Beam => beam::beam(s, g, depth, (a, b), params.beam_width as usize),
            Algorithm::Floyd => {
                let rule = Floyd {
                    threshold: params.floyd_threshold as f64 / 1e6,
                    temperature: params.floyd_temperature as f64,
                };
                floyd::floyd(s, g, depth, (a, b), 1.0, rule)
            }
            Algorithm::Probcut | Algorithm::MultiProbcut => {
                probcut::probcut(s, g, depth, (a, b), &model)
            }
            Algorithm::Quiescence => quiescence::alpha_beta_quiescence(
                s,
                g,
                depth,
                (a, b),
                params.quiescence_plies as u32,
            ),
            _ => negamax::negamax(s, g, depth),
        }),
    };
    let mut answer = s.answer(result);
    answer.notes = notes;
    answer
}

/// The ProbCut model for a search to a depth, fitted on the game itself.
fn fitted<G: Game, E: Evaluator<G>>(
    algorithm: Algorithm,
    game: &G,
    depth: u32,
    params: &Params,
    evaluator: &E,
    limits: Limits<'_>,
    notes: &mut Vec<Note<G::Move>>,
) -> Model {
    // Buro's own distances: the shallow search half as deep, of the same parity.
    const SINGLE: [(u32, u32); 1] = [(2, 4)];
    const SEVERAL: [(u32, u32); 5] = [(1, 3), (2, 4), (1, 5), (3, 5), (2, 6)];
    let wanted: &[(u32, u32)] = if algorithm == Algorithm::Probcut {
        &SINGLE
    } else {
        &SEVERAL
    };
    let usable: Vec<(u32, u32)> = wanted
        .iter()
        .copied()
        .filter(|&(_, deep)| depth != WHOLE_TREE && deep < depth)
        .collect();
    let samples = params.probcut_samples as usize;
    let pairs = probcut::fit(
        game,
        &usable,
        samples,
        evaluator,
        limits,
        params.seed as u64,
    );
    if pairs.is_empty() {
        let text = "no pair of depths could be fitted: nothing is cut by prediction";
        notes.push(Note::Text(text.to_string()));
    }
    for pair in &pairs {
        notes.push(Note::Text(format!(
            "fitted v{} = {:.2} v{} {:+.1}, sigma {:.1}, R2 {:.2}, {} positions",
            pair.deep,
            pair.slope,
            pair.shallow,
            pair.intercept,
            pair.sigma,
            pair.r_squared,
            pair.samples
        )));
    }
    Model {
        pairs,
        confidence: params.probcut_confidence as f64 / 100.0,
    }
}

/// One proof or refutation of "the side to move gets at least V".
///
/// # Errors
///
/// When the search was stopped.
pub fn prove<G, O>(
    algorithm: Algorithm,
    game: &G,
    at_least: Score,
    limits: Limits<'_>,
    counts: &mut Counts,
    observer: &mut O,
) -> Result<Proof<G::Move>, Stopped>
where
    G: Game,
    O: Observer<G::Move>,
{
    if algorithm == Algorithm::ProofNumber {
        return proof_number::proof_number(game, at_least, &limits, counts);
    }
    let mut s = Search::new(&crate::Payoff, limits, observer);
    s.counts = *counts;
    let proof = and_or::and_or(&mut s, game, at_least);
    *counts = s.counts;
    proof
}

/// The exact value by repeated proofs, or by retrograde analysis, as an answer and with its
/// solution trees.
pub fn solve<G, O>(
    algorithm: Algorithm,
    game: &G,
    guess: Score,
    limits: Limits<'_>,
    observer: &mut O,
) -> (Answer<G::Move>, Option<Solved<G::Move>>)
where
    G: Game + Eq + Hash,
    O: Observer<G::Move>,
{
    if algorithm == Algorithm::Retrograde {
        return retrograde::solve(game, limits);
    }
    let mut counts = Counts::default();
    let solved = solve_by_proofs(guess, G::LARGEST_PAYOFF, |at_least| {
        prove(algorithm, game, at_least, limits, &mut counts, observer)
    });
    let mut answer = Answer {
        counts,
        ..Answer::default()
    };
    match solved {
        Ok(solved) => {
            answer.value = solved.value;
            answer.counts.researches = solved.proofs - 1;
            answer.pv = solved.line();
            (answer, Some(solved))
        }
        Err((reason, lower, upper)) => {
            answer.stopped = Some(reason);
            answer.bounds = (lower, upper);
            answer.value = if lower > -INFINITY {
                lower
            } else {
                upper.min(0)
            };
            (answer, None)
        }
    }
}
