//! A side's player is given what the umpire told it, and nothing else.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use zermelo_game::random::Rng;
use zermelo_game::{Clock, Referee, Side};
use zermelo_kriegspiel::players::{Equipment, PLAYERS, player_named};
use zermelo_kriegspiel::{Action, Announcement, DIALECTS, Rules, Umpire, View};

/// What a player is handed, as bytes: the whole view, and the lines that a program would be sent.
fn input(view: &View) -> String {
    let lines: Vec<String> = view.heard().iter().map(|a| format!("umpire {a}")).collect();
    format!("{view:?}\n{}", lines.join("\n"))
}

fn random_action(umpire: &Umpire, rng: &mut Rng) -> Action {
    let view = umpire.view_of(umpire.to_move());
    let mut tries = Vec::new();
    view.tries(&mut tries);
    if view.may_ask() && rng.below(6) == 0 {
        return Action::AskAny;
    }
    // Few different moves in the opening, so that games share their announcements for a while.
    let few = if umpire.transcript().plies() < 6 {
        3
    } else {
        tries.len()
    };
    let choice = rng.below(few.min(tries.len()).max(1));
    tries
        .get(choice)
        .copied()
        .map_or(Action::AskAny, Action::Try)
}

#[test]
fn equal_announcements_give_byte_equal_input_over_a_thousand_games() {
    let mut seen: HashMap<(Side, &str, Vec<Announcement>), String> = HashMap::new();
    let mut equal = 0;
    for game in 0..1_000u64 {
        let rules: &'static Rules = &DIALECTS[(game % 5) as usize];
        let mut rng = Rng::new(game);
        let mut umpire = Umpire::new(rules).with_limit(40);
        while umpire.result().is_none() {
            for side in Side::BOTH {
                let view = umpire.view(side);
                let mut told = View::new(side, rules);
                view.heard().iter().for_each(|&said| told.hear(said));
                // Whoever is told the same at the end of a pipe has the same.
                assert_eq!(told, view);
                // Only beginnings can be equal; whole games would fill the memory.
                if umpire.transcript().plies() < 12 {
                    let key = (side, rules.name, view.heard().to_vec());
                    let bytes = input(&view);
                    match seen.get(&key) {
                        Some(before) => {
                            equal += 1;
                            assert_eq!(before, &bytes);
                        }
                        None => drop(seen.insert(key, bytes)),
                    }
                }
            }
            umpire.answer(random_action(&umpire, &mut rng));
        }
    }
    assert!(equal > 1_000, "only {equal} equal histories were compared");
}

#[test]
fn games_that_differ_only_in_what_is_hidden_look_the_same() {
    // Black plays one of two moves that White cannot tell apart.
    let games = ["e7e6", "h7h5"].map(|reply| {
        let mut umpire = Umpire::new(Rules::wild16());
        for word in ["e2e4", reply, "g1f3"] {
            umpire.answer(Action::parse(word).unwrap());
        }
        umpire
    });
    let [one, two] = [0, 1].map(|game| input(games[game].view_of(Side::First)));
    assert_eq!(one, two);
    let [one, two] = [0, 1].map(|game| input(games[game].view_of(Side::Second)));
    assert_ne!(one, two);
}

#[test]
fn a_private_refusal_leaves_the_other_sides_view_untouched() {
    let mut umpire = Umpire::new(Rules::wild16());
    let before = input(umpire.view_of(Side::Second));
    for word in ["e2e5", "a1a5", "any", "e1e2"] {
        umpire.answer(Action::parse(word).unwrap());
    }
    assert_eq!(before, input(umpire.view_of(Side::Second)));
}

#[test]
fn every_player_does_the_same_where_only_what_is_hidden_differs() {
    let clock = Clock {
        nodes: Some(50),
        ..Clock::default()
    };
    for (name, _) in PLAYERS {
        let games = ["a7a6 h7h6", "h7h5 a7a5"].map(|replies| {
            let mut replies = replies.split(' ');
            let mut umpire = Umpire::new(Rules::wild16());
            let mut player = player_named(name, &Equipment::default()).unwrap();
            player.new_game(Side::First, 7).unwrap();
            let mut actions = Vec::new();
            for word in ["e2e4", "g1f3"] {
                // It is asked, and then something else is played, so that the games stay alike.
                let view = umpire.view_of(Side::First);
                actions.push(player.choose(view, &clock).unwrap());
                umpire.answer(Action::parse(word).unwrap());
                umpire.answer(Action::parse(replies.next().unwrap()).unwrap());
            }
            for word in ["f3e5", "e5f7"] {
                umpire.answer(Action::parse(word).unwrap());
                umpire.answer(Action::parse("e8f7").unwrap());
                umpire.answer(Action::parse("b8c6").unwrap());
            }
            actions.push(player.choose(umpire.view_of(Side::First), &clock).unwrap());
            actions
        });
        assert_eq!(games[0], games[1], "{name}");
    }
}
