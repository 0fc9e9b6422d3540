//! What is added to the value of a try whatever the board: the planner's goals, what our men have
//! been through, and for the lower levels chance.

use std::sync::Arc;

use zermelo_game::random::Rng;

use super::params::BeliefParams;
use super::tries::Table;
use crate::belief::Belief;
use crate::planner::{Domain, Level, OwnMen};
use crate::players::{Equipment, formations};
use crate::view::View;

/// Even numbers whose sum is nearly normal, with the standard deviation one.
const DRAWS: usize = 12;

/// A table of the tries left, with what is added to each.
pub fn open_table(
    view: &View,
    params: &BeliefParams,
    equipment: &Equipment,
    rng: &mut Rng,
) -> Table {
    let mut tries = Vec::new();
    view.tries(&mut tries);
    let stood = formations(view);
    let goals = Arc::clone(&equipment.goals);
    let belief = Belief::new(&view.beginning());
    let domain = OwnMen {
        view,
        belief: &belief,
    };
    let state = domain.state();
    let bias = tries
        .iter()
        .map(|&tried| {
            let after = domain.after(&state, tried);
            let times = stood.get(&after.men).copied().unwrap_or(0);
            let mut bias = -params.stale * times as f32;
            if params.goals > 0.0 {
                let trusted = goals
                    .goals
                    .iter()
                    .filter(|goal| goal.level == Level::Trusted);
                let held = trusted.filter(|goal| domain.holds(&goal.wish, &after));
                bias += params.goals * held.map(|goal| goal.rate).sum::<u32>() as f32;
            }
            if params.noise > 0.0 {
                let sum: f64 = (0..DRAWS).map(|_| rng.unit()).sum();
                bias += params.noise * (sum - DRAWS as f64 / 2.0) as f32;
            }
            bias
        })
        .collect();
    Table::new(tries, bias)
}
