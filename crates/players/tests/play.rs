//! Whole games by the players: legal, within the clock, stronger at higher levels.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_game::{BoardReferee, Clock, Notation, Outcome, Referee, Side};
use zermelo_games::{
    ConnectFour, Draughts, ExplicitTree, GAMES, Othello, Playable, Visitor, with_game,
};
use zermelo_players::textbook::StopTest;
use zermelo_players::{Equipment, full_player, level, player_kind, player_of};
use zermelo_search::full::Params;

fn params() -> Params {
    Params {
        table_kilobytes: 1024,
        ..Params::default()
    }
}

fn never() -> StopTest {
    Arc::new(|| false)
}

/// Plays a game and returns who won.
fn game<G: Playable>(start: G, levels: [u8; 2], clock: &Clock, seed: u64) -> Outcome {
    let mut players = levels.map(|number| {
        let level = level(number).expect("a level");
        full_player::<G>(level, params(), 1, &never())
    });
    for (player, side) in players.iter_mut().zip(Side::BOTH) {
        player.new_game(side, seed).expect("a player that plays");
    }
    let mut referee = BoardReferee::new(start, 80);
    loop {
        if let Some(ending) = referee.ending() {
            return ending.outcome;
        }
        let side = referee.turn();
        let view = referee.view(side);
        let choice = players[side.index()]
            .choose(&view, clock)
            .expect("an answer");
        referee
            .submit(choice.action.expect("a move"))
            .expect("a legal move");
    }
}

struct PlaysItself;

impl Visitor for PlaysItself {
    type Output = ();

    fn visit<G: Playable>(self, start: G) {
        for (first, second) in [(1, 2), (3, 1)] {
            game(start.clone(), [first, second], &Clock::default(), 1);
        }
    }
}

#[test]
fn every_game_of_the_registry_is_played_to_its_end() {
    // Chess has its own player, in the engine: without exchanges a search of captures never ends.
    for info in GAMES.iter().filter(|info| info.name != "chess") {
        with_game(info.name, None, PlaysItself).expect("the start of a game reads");
    }
}

/// The score of the better level over some games with both sides.
fn score<G: Playable + Default>(better: u8, worse: u8, games: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..games {
        let side = Side::BOTH[seed as usize % 2];
        let levels = match side {
            Side::First => [better, worse],
            Side::Second => [worse, better],
        };
        let outcome = game(G::default(), levels, &Clock::default(), seed);
        points += 0.5 + 0.5 * f64::from(outcome.score_for(side));
    }
    points / games as f64
}

#[test]
fn higher_levels_beat_lower_ones() {
    assert!(score::<ConnectFour>(6, 1, 12) >= 0.8);
    assert!(score::<Othello>(5, 1, 12) >= 0.8);
    assert!(score::<Draughts>(5, 1, 8) >= 0.75);
}

#[test]
fn a_move_keeps_to_its_time() {
    let level = level(10).expect("a level");
    let mut player = full_player::<Othello>(level, params(), 1, &never());
    player
        .new_game(Side::First, 1)
        .expect("a player that plays");
    let referee = BoardReferee::new(Othello::default(), 200);
    let movetime = Duration::from_millis(100);
    let clock = Clock {
        movetime: Some(movetime),
        ..Clock::default()
    };
    let begun = Instant::now();
    let choice = player
        .choose(&referee.view(Side::First), &clock)
        .expect("an answer");
    // Generous above, for a busy machine.
    assert!(begun.elapsed() < movetime * 4, "{:?}", begun.elapsed());
    assert!(choice.thought.depth > Some(4) && choice.thought.nodes > Some(1000));
}

/// Nodes that a Monte Carlo player of Connect Four says it searched under a clock.
fn monte_carlo_nodes(equipment: &Equipment, clock: &Clock) -> u64 {
    let kind = player_kind("mcts").expect("an algorithm");
    let mut player = player_of::<ConnectFour>(kind, equipment);
    player
        .new_game(Side::First, 1)
        .expect("a player that plays");
    let referee = BoardReferee::new(ConnectFour::default(), 80);
    let choice = player.choose(&referee.view(Side::First), clock);
    choice.expect("an answer").thought.nodes.expect("nodes")
}

#[test]
fn playouts_asked_for_are_played_under_every_clock() {
    let mut equipment = Equipment {
        textbook_as_given: true,
        ..Equipment::default()
    };
    equipment.textbook.mcts_iterations = 5;
    let by_depth = Clock {
        depth: Some(3),
        ..Clock::default()
    };
    let by_time = Clock {
        movetime: Some(Duration::from_millis(200)),
        ..Clock::default()
    };
    let few = monte_carlo_nodes(&equipment, &by_depth);
    assert!(few < 1_000, "{few}");
    assert_eq!(monte_carlo_nodes(&equipment, &by_time), few);
    let usual = monte_carlo_nodes(&Equipment::default(), &by_depth);
    assert!(usual > 10 * few, "{usual}");
}

#[test]
fn the_full_search_plays_for_the_largest_leaf_of_a_tree() {
    for (tree, best) in [("(1 100)", "2"), ("(0.5 2.5 7)", "3"), ("(-1 -2)", "1")] {
        let start = ExplicitTree::parse(tree).unwrap();
        let level = level(10).expect("a level");
        let mut player = full_player::<ExplicitTree>(level, params(), 1, &never());
        player
            .new_game(Side::First, 1)
            .expect("a player that plays");
        let referee = BoardReferee::new(start.clone(), 80);
        let choice = player.choose(&referee.view(Side::First), &Clock::default());
        let m = choice.expect("an answer").action.expect("a move");
        assert_eq!(start.move_text(m), best, "{tree}");
    }
}
