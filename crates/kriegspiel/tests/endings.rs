//! What the tables of endings claim, against a solver that knows nothing of them.
#![allow(clippy::unwrap_used)]

mod brute;

use std::collections::BTreeSet;

use brute::Brute;
use zermelo_chess::{Chess, Kind};
use zermelo_game::Notation;
use zermelo_game::random::Rng;
use zermelo_kriegspiel::endings::build::{BuildParams, build};
use zermelo_kriegspiel::endings::{Atlas, Endings, Force, Placement, Table, most_visits};
use zermelo_kriegspiel::endings::{pruned, roots, trial};
use zermelo_kriegspiel::{bit, squares};

/// The boards of a placement and a set of squares of the king.
fn boards(placement: &Placement, kings: u64) -> BTreeSet<String> {
    let letter = |kind: Kind| ["P", "N", "B", "R", "Q", "K"][kind.index()];
    let board = |king: u8| {
        let mut board = ["1"; 64];
        board[usize::from(king)] = "k";
        board[usize::from(placement.king)] = "K";
        for (kind, square) in placement.pieces() {
            board[usize::from(square)] = letter(kind);
        }
        let ranks: Vec<String> = board.chunks(8).rev().map(<[&str]>::concat).collect();
        let fen = format!("{} w - - 0 1", ranks.join("/"));
        Chess::parse(&fen).unwrap().notation()
    };
    squares(kings).map(board).collect()
}

/// The wins in few moves of a force.
fn short_wins(force: Force, limit: u8) -> (Atlas, Table) {
    let (atlas, mut table) = (Atlas::default(), Table::default());
    let params = BuildParams {
        seeds: 64,
        starts: 1_000,
        limit,
        seed: 1,
    };
    build(&atlas, &mut table, force, &params, || false, |_| ());
    (atlas, table)
}

/// All entries with their placements.
fn entries(table: &Table, force: Force) -> Vec<(Placement, u64, u8)> {
    let canonical = Placement::all(force).filter(|placement| placement.canonical().0 == *placement);
    canonical
        .flat_map(|placement| {
            let entries = table.entries(force, placement.index()).iter();
            entries.map(move |entry| (placement, entry.kings, entry.moves))
        })
        .collect()
}

#[test]
fn short_wins_are_those_of_the_second_solver() {
    let (mut tested, mut missed) = (0, 0);
    for (force, limit, sample) in [
        (Force::Queen, 2, 12),
        (Force::Rook, 3, 8),
        (Force::Bishops, 2, 6),
        (Force::BishopKnight, 2, 6),
    ] {
        let (atlas, table) = short_wins(force, limit);
        let mut all = entries(&table, force);
        let mut rng = Rng::new(7);
        rng.shuffle(&mut all);
        let mut brute = Brute::default();
        for (placement, kings, moves) in all.into_iter().take(sample) {
            let shown = format!("{placement:?} {kings:#x} in {moves}");
            assert!(brute.wins(&boards(&placement, kings), moves), "{shown}");
            // With one square more, or one move less, a win may be missed, but none made up.
            let page = atlas.page(&placement);
            let others: Vec<u8> = squares(page.room & !kings).collect();
            let more = rng
                .pick(&others)
                .map_or(kings, |&square| kings | bit(square));
            for (kings, moves) in [(more, moves), (kings, moves - 1)] {
                let claimed = table.is_won(force, page, kings, moves);
                let true_win = brute.wins(&boards(&placement, kings), moves);
                let shown = format!("{placement:?} {kings:#x} in {moves}");
                assert!(true_win || !claimed, "{shown}");
                tested += 1;
                missed += u32::from(true_win && !claimed);
            }
        }
    }
    assert!(missed * 8 <= tested, "{missed} of {tested} missed");
}

#[test]
fn tables_prove_themselves_and_survive_pruning_and_bytes() {
    let (atlas, table) = short_wins(Force::Rook, 8);
    assert_eq!(table.check(&atlas, Force::Rook), None);
    let keep = roots(&atlas, &table, Force::Rook, false);
    let small = pruned(&atlas, &table, &keep);
    assert_eq!(small.check(&atlas, Force::Rook), None);
    assert!(small.len(Force::Rook) < table.len(Force::Rook));
    for (placement, kings) in keep {
        let page = atlas.page(&placement);
        let moves = |table: &Table| table.moves(Force::Rook, page, kings);
        assert_eq!(moves(&small), moves(&table));
    }
    let bytes = table.encode();
    assert_eq!(Table::decode(&bytes), Ok(table));
    for length in (0..bytes.len()).step_by(97) {
        assert!(Table::decode(&bytes[..length]).is_err());
    }
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let mut changed = bytes.clone();
        let at = rng.below(changed.len());
        changed[at] ^= 1 << rng.below(8);
        assert!(Table::decode(&changed).is_err(), "byte {at}");
    }
}

#[test]
fn the_standard_tables_are_sound_and_win_from_anywhere() {
    let endings = Endings::standard();
    for force in [Force::Queen, Force::Rook, Force::Pawn] {
        assert_eq!(endings.table().check(endings.atlas(), force), None);
        assert!(endings.table().len(force) > 0, "{force:?}");
    }
    let (all, won, longest) = endings.whole(Force::Queen);
    assert!(won == all && longest <= 20, "{won} of {all}, {longest}");
    let (squares, won) = endings.known(Force::Rook);
    assert_eq!(won, squares);
    assert!(endings.table().longest(Force::Rook) <= 50);
}

#[test]
fn a_king_that_sees_everything_is_mated() {
    let endings = Endings::standard();
    for (force, games, share) in [(Force::Queen, 20, 20), (Force::Rook, 10, 4)] {
        let played = trial(endings, force, games, 5, || false);
        assert_eq!(played.won, played.proven, "{played:?}");
        assert!(played.proven >= share, "{played:?}");
    }
}

#[test]
fn no_position_comes_too_often_in_games_by_the_tables() {
    let endings = Endings::standard();
    // With the rook a king could repeat; the players see to it that their men never stand alike a
    // third time.
    for (force, bound) in [(Force::Queen, 2), (Force::Rook, 3)] {
        let is_start = |placement: &Placement| {
            placement.canonical().0 == *placement
                && placement.room() != 0
                && endings.moves(placement, placement.room()).is_some()
        };
        let starts: Vec<(Placement, u64)> = Placement::all(force)
            .filter(is_start)
            .step_by(10)
            .map(|placement| (placement, placement.room()))
            .collect();
        let (most, states) = most_visits(endings, &starts);
        assert!(most <= bound, "{force:?}: {most} times in {states} states");
    }
}
