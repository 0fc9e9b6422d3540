//! What the examples share.

use zermelo_game::random::mix;
use zermelo_game::{Clock, Player, Side};
use zermelo_kriegspiel::players::{Equipment, player_named};
use zermelo_kriegspiel::{Rules, Transcript, Umpire};

/// A game between two players by name, cut after so many plies.
pub fn play(names: [&str; 2], nodes: u64, seed: u64, plies: usize) -> Option<Transcript> {
    let mut umpire = Umpire::new(Rules::wild16()).with_limit(plies);
    let clock = Clock {
        nodes: Some(nodes),
        ..Clock::default()
    };
    let mut players: Vec<Box<dyn Player<Umpire>>> = Vec::new();
    for (side, name) in Side::BOTH.into_iter().zip(names) {
        let mut player = player_named(name, &Equipment::default()).ok()?;
        player
            .new_game(side, mix(seed * 2 + side.index() as u64))
            .ok()?;
        players.push(player);
    }
    while umpire.result().is_none() {
        let side = umpire.to_move();
        let view = umpire.view_of(side);
        let action = players[side.index()].choose(view, &clock).ok()?.action?;
        umpire.answer(action);
    }
    Some(umpire.transcript().clone())
}
