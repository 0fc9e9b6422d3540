//! The boards that a side thinks possible, held against the umpire.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use zermelo_chess::{Chess, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Clock, Game, Notation, Player, Side};
use zermelo_kriegspiel::boards::{Boards, BoardsParams, is_legal};
use zermelo_kriegspiel::players::{BeliefParams, BeliefPlayer, Equipment};
use zermelo_kriegspiel::{Action, Announcement, DIALECTS, Rules, Try, Umpire, View};

const FEW: BoardsParams = BoardsParams {
    most: 300,
    floor: 60,
    effective: 20.0,
};

fn by_chance(umpire: &Umpire, rng: &mut Rng) -> Action {
    let view = umpire.view_of(umpire.to_move());
    let mut tries = Vec::new();
    view.tries(&mut tries);
    if view.may_ask() && rng.below(4) == 0 {
        return Action::AskAny;
    }
    rng.pick(&tries).map_or(Action::AskAny, |&t| Action::Try(t))
}

/// What a side hears when a move is made on a board, from the completed move on.
fn said(rules: &'static Rules, board: &Chess, m: Move, side: Side) -> Vec<Announcement> {
    let mut umpire = Umpire::from_position(rules, board.clone());
    let before = umpire.view_of(side).heard().len();
    let tried = Try {
        from: m.from(),
        to: m.to(),
        promotion: m.promotion(),
    };
    umpire.answer(tried.into());
    umpire.view_of(side).heard()[before..].to_vec()
}

/// The announcements from the last completed move to the turn after it.
fn last_move(view: &View) -> Vec<Announcement> {
    let heard = view.heard();
    let is_move =
        |said: &Announcement| matches!(said, Announcement::Moved(_) | Announcement::Accepted(_));
    let from = heard.iter().rposition(is_move).unwrap();
    heard[from..].to_vec()
}

fn keys(boards: &Boards) -> HashSet<u64> {
    boards.list().iter().map(|b| b.board.key()).collect()
}

/// Every board is one of those before it after a move of which the umpire says what was heard:
/// so each agrees with every announcement, from the first move on.
#[test]
fn every_exact_board_follows_from_one_before_by_what_the_umpire_says() {
    let mut steps = 0;
    for game in 0..5u64 {
        let rules: &'static Rules = &DIALECTS[(game % 5) as usize];
        let mut umpire = Umpire::new(rules).with_limit(50);
        let mut rng = Rng::new(game);
        let mut boards = Boards::new(umpire.view_of(Side::First), FEW, game);
        boards.follow(umpire.view_of(Side::First), None);
        while umpire.result().is_none() {
            let before = boards.clone();
            let mover = umpire.to_move();
            let plies = umpire.transcript().plies();
            umpire.answer(by_chance(&umpire, &mut rng));
            let view = umpire.view_of(Side::First);
            boards.follow(view, None);
            if umpire.result().is_some() {
                break;
            }
            if umpire.transcript().plies() == plies {
                let low = boards.refills() > before.refills();
                assert!(keys(&boards).is_subset(&keys(&before)) || low);
                let refused = view.refused();
                let fits = |board: &Chess| !refused.iter().any(|&t| is_legal(board, t));
                assert!(view.must_capture() || boards.list().iter().all(|b| fits(&b.board)));
                continue;
            }
            let heard = last_move(view);
            let mut reached = HashSet::new();
            for possible in before.list() {
                let mut legal = Vec::new();
                possible.board.legal_moves(&mut legal);
                for m in legal {
                    let mut after = possible.board.clone();
                    after.play(m);
                    if boards.list().iter().any(|b| b.board.key() == after.key())
                        && said(rules, &possible.board, m, Side::First) == heard
                    {
                        reached.insert(after.key());
                    }
                }
            }
            // A set that has run low went further back than one move.
            if boards.refills() == before.refills() {
                for possible in boards.list().iter().filter(|b| b.exact) {
                    steps += 1;
                    let key = possible.board.key();
                    assert!(
                        reached.contains(&key),
                        "{mover:?} {heard:?}\n{}",
                        possible.board
                    );
                }
            }
        }
    }
    assert!(steps > 5_000, "only {steps} boards were compared");
}

#[test]
fn there_is_always_a_board_and_its_own_men_are_the_views() {
    for game in 0..10u64 {
        let rules: &'static Rules = &DIALECTS[(game % 5) as usize];
        let mut umpire = Umpire::new(rules).with_limit(120);
        let mut rng = Rng::new(100 + game);
        let mut boards = Boards::new(umpire.view_of(Side::Second), FEW, game);
        while umpire.result().is_none() {
            let view = umpire.view_of(Side::Second);
            boards.follow(view, None);
            if view.turn() == Side::Second {
                assert!(!boards.list().is_empty());
                assert!(boards.list().len() <= FEW.most);
                let total: f32 = boards.list().iter().map(|b| b.weight).sum();
                assert!((total - 1.0).abs() < 1e-3, "{total}");
                for possible in boards.list() {
                    assert_eq!(
                        possible.board.side_squares(Side::Second),
                        view.men().occupied()
                    );
                }
                let king: f32 = boards.marginals().king.iter().sum();
                assert!((king - 1.0).abs() < 1e-3, "{king}");
            }
            umpire.answer(by_chance(&umpire, &mut rng));
        }
    }
}

#[test]
fn announcements_that_contradict_each_other_leave_a_board_all_the_same() {
    let mut view = View::new(Side::First, Rules::wild16());
    let lines = [
        "to-move white tries 0",
        "accepted e2e4",
        "to-move black tries 0",
        "moved black",
        "captured pawn e4",
        "check knight",
        "to-move white tries 7",
    ];
    for line in lines {
        view.hear(Announcement::parse(line).unwrap());
    }
    let mut boards = Boards::new(&view, FEW, 1);
    boards.follow(&view, None);
    assert!(!boards.list().is_empty());
    assert!(boards.list().iter().all(|b| !b.exact));
}

#[test]
fn no_square_of_a_bare_king_is_missing() {
    let mut turns = 0;
    for game in 0..20u64 {
        let mut truth = Chess::parse("8/8/4k3/8/8/3P4/8/R3K3 w Q - 0 1").unwrap();
        let mut umpire = Umpire::from_position(Rules::wild16(), truth.clone()).with_limit(40);
        let mut rng = Rng::new(game);
        let mut boards = Boards::new(umpire.view_of(Side::First), FEW, game);
        while umpire.result().is_none() {
            if umpire.to_move() == Side::First {
                boards.follow(umpire.view_of(Side::First), None);
                let king = truth.king_square(Side::Second);
                let mut kings = boards
                    .list()
                    .iter()
                    .map(|b| b.board.king_square(Side::Second));
                assert!(kings.any(|square| square == king), "game {game}\n{truth}");
                assert!(boards.is_complete());
                turns += 1;
            }
            let action = by_chance(&umpire, &mut rng);
            let plies = umpire.transcript().plies();
            umpire.answer(action);
            if let Action::Try(tried) = action
                && umpire.transcript().plies() > plies
            {
                truth.play(truth.parse_move(&tried.to_string()).unwrap());
            }
        }
    }
    assert!(turns > 300, "only {turns} turns");
}

#[test]
fn where_nonsense_is_refused_like_the_rest_a_refusal_takes_no_board_away() {
    // White's king has no move that is refused, but its player may try what no man can do.
    let board = Chess::parse("7k/8/8/3K4/8/8/8/7r b - - 0 1").unwrap();
    let mut umpire = Umpire::from_position(Rules::named("english").unwrap(), board);
    let mut boards = Boards::new(umpire.view_of(Side::Second), FEW, 1);
    boards.follow(umpire.view_of(Side::Second), None);
    umpire.answer(Action::parse("h1h2").unwrap());
    boards.follow(umpire.view_of(Side::Second), None);
    let before = keys(&boards);
    umpire.answer(Action::parse("a1a2").unwrap());
    let view = umpire.view_of(Side::Second);
    assert_eq!(
        view.heard().last(),
        Some(&Announcement::Refused(Side::First))
    );
    boards.follow(view, None);
    assert!(!before.is_empty());
    assert_eq!(keys(&boards), before);
}

fn play(seed: u64, rules: &'static Rules) -> String {
    let mut umpire = Umpire::new(rules).with_limit(40);
    let params = BeliefParams {
        boards: FEW,
        sample: 20,
        ..BeliefParams::default()
    };
    let mut player = BeliefPlayer::new(params, Equipment::default());
    player.new_game(Side::First, seed).unwrap();
    let mut rng = Rng::new(seed);
    let clock = Clock {
        nodes: Some(300),
        ..Clock::default()
    };
    while umpire.result().is_none() {
        let action = match umpire.to_move() {
            Side::First => {
                let view = umpire.view_of(Side::First);
                player.choose(view, &clock).unwrap().action.unwrap()
            }
            Side::Second => by_chance(&umpire, &mut rng),
        };
        umpire.answer(action);
    }
    umpire.transcript().to_string()
}

#[test]
fn equal_seeds_and_nodes_give_equal_games_in_every_dialect() {
    for rules in &DIALECTS {
        assert_eq!(play(3, rules), play(3, rules));
        assert_ne!(play(3, rules), play(4, rules));
    }
}
