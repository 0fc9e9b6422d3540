//! Alpha-beta with quiescence: past the nominal depth, unquiet moves only.
//!
//! At depth 0 the side to move may stand pat on the static evaluation or play an unquiet move
//! (for instance a capture); GnuChess 4.0 goes on for 11 plies. Fail-soft. *Invariant.* Without
//! unquiet moves the value is that of fail-soft alpha-beta.

use zermelo_game::{INFINITY, Noisy, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value within a window to a depth, then of the quiet end of it.
pub fn alpha_beta_quiescence<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
    extra: u32,
) -> Result<Score, Stopped>
where
    G: Noisy,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if depth == 0 && game.payoff().is_none() {
        return quiescence(s, game, (alpha, beta), extra);
    }
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let mut best = -INFINITY;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            alpha_beta_quiescence(s, child, below(depth), window, extra)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
}

/// The value when the side to move may stand pat or play unquiet moves, `extra` plies at most.
pub fn quiescence<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    (alpha, beta): (Score, Score),
    extra: u32,
) -> Result<Score, Stopped>
where
    G: Noisy,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let mut noisy = Vec::new();
    if extra > 0 && game.payoff().is_none() {
        game.noisy_moves(&mut noisy);
    }
    if let Some(value) = s.leaf(game, u32::from(!noisy.is_empty()))? {
        return Ok(value);
    }
    let stand_pat = s.evaluate(game);
    if stand_pat >= beta {
        s.counts.leaves += 1;
        s.note(|| "stands pat".to_string());
        return Ok(stand_pat);
    }
    let mut best = stand_pat;
    let mut moves = s.expand_with(|out| out.append(&mut noisy));
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Quiescence, |s, child| {
            quiescence(s, child, window, extra - 1)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
}
