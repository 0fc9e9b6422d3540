use std::collections::HashSet;

use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, Side, conformance, perft};

use super::{Draughts, Move, gather, spread};

/// The rules once more, on an array of 8x8 squares; a move is the list of its squares.
#[derive(Clone, PartialEq, Debug)]
struct Slow {
    squares: [[Option<(Side, bool)>; 8]; 8],
    side: Side,
}

/// Row and column of a square number.
fn place(number: u32) -> (i32, i32) {
    let row = (number as i32 - 1) / 4;
    let column = (number as i32 - 1) % 4 * 2 + (row + 1) % 2;
    (row, column)
}

fn number((row, column): (i32, i32)) -> u32 {
    (row * 4 + column / 2 + 1) as u32
}

fn inside((row, column): (i32, i32)) -> bool {
    (0..8).contains(&row) && (0..8).contains(&column)
}

impl Slow {
    fn from(position: &Draughts) -> Slow {
        let mut squares = [[None; 8]; 8];
        for square in 1..=32 {
            let (row, column) = place(square);
            for side in Side::BOTH {
                for (king, mask) in [(false, position.men(side)), (true, position.kings(side))] {
                    if mask & 1 << (square - 1) != 0 {
                        squares[row as usize][column as usize] = Some((side, king));
                    }
                }
            }
        }
        let side = position.side();
        Slow { squares, side }
    }

    fn at(&self, (row, column): (i32, i32)) -> Option<(Side, bool)> {
        self.squares[row as usize][column as usize]
    }

    fn set(&mut self, (row, column): (i32, i32), piece: Option<(Side, bool)>) {
        self.squares[row as usize][column as usize] = piece;
    }

    fn ways(side: Side, king: bool) -> Vec<(i32, i32)> {
        let forward = if side == Side::First { 1 } else { -1 };
        let all = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        all.into_iter()
            .filter(|(down, _)| king || *down == forward)
            .collect()
    }

    /// Jumps from here on a board from which jumped pieces are taken at once.
    fn jumps(&self, path: &[u32], king: bool, out: &mut HashSet<Vec<u32>>) {
        let here = place(*path.last().unwrap());
        let mut any = false;
        for (down, right) in Self::ways(self.side, king) {
            let over = (here.0 + down, here.1 + right);
            let land = (here.0 + 2 * down, here.1 + 2 * right);
            let enemy = |at| inside(at) && self.at(at).is_some_and(|(side, _)| side != self.side);
            if inside(land) && enemy(over) && self.at(land).is_none() {
                any = true;
                let mut next = self.clone();
                next.set(over, None);
                next.jumps(&[path, &[number(land)]].concat(), king, out);
            }
        }
        if !any && path.len() > 1 {
            out.insert(path.to_vec());
        }
    }

    fn moves(&self) -> HashSet<Vec<u32>> {
        let (mut jumps, mut steps) = (HashSet::new(), HashSet::new());
        for from in 1..=32 {
            let Some((side, king)) = self.at(place(from)) else {
                continue;
            };
            if side != self.side {
                continue;
            }
            let mut lifted = self.clone();
            lifted.set(place(from), None);
            lifted.jumps(&[from], king, &mut jumps);
            for (down, right) in Self::ways(side, king) {
                let to = (place(from).0 + down, place(from).1 + right);
                if inside(to) && self.at(to).is_none() {
                    steps.insert(vec![from, number(to)]);
                }
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    fn play(&mut self, path: &[u32]) {
        let piece = self.at(place(path[0]));
        self.set(place(path[0]), None);
        for pair in path.windows(2) {
            let (from, to) = (place(pair[0]), place(pair[1]));
            if (from.0 - to.0).abs() == 2 {
                self.set(((from.0 + to.0) / 2, (from.1 + to.1) / 2), None);
            }
        }
        let end = place(*path.last().unwrap());
        let crowned = end.0 == if self.side == Side::First { 7 } else { 0 };
        self.set(end, piece.map(|(side, king)| (side, king || crowned)));
        self.side = !self.side;
    }
}

fn at(text: &str) -> Draughts {
    Draughts::parse(text).unwrap()
}

fn legal(position: &Draughts) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Random pieces, kings often, so that long captures occur.
fn random_position(rng: &mut Rng) -> Draughts {
    loop {
        let mut masks = [0u32; 3];
        for square in 0..32 {
            match rng.below(5) {
                0 => masks[0] |= 1 << square,
                1 => masks[1] |= 1 << square,
                _ => {}
            }
            masks[2] |= (rng.below(2) as u32) << square;
        }
        let [black, white, kings] = masks;
        let side = Side::BOTH[rng.below(2)];
        let kings = kings & (black | white) | black & 0xf000_0000 | white & 0xf;
        if let Some(position) = Draughts::from_squares(black, white, kings, side) {
            return position;
        }
    }
}

fn check_against_slow(position: &Draughts) {
    let at = position.notation();
    let slow = Slow::from(position);
    let moves = legal(position);
    let paths: HashSet<Vec<u32>> = moves.iter().map(|m| m.squares()).collect();
    assert_eq!(paths.len(), moves.len(), "{at}: a path twice");
    assert_eq!(paths, slow.moves(), "{at}");
    assert_eq!(position.outcome().is_some(), moves.is_empty(), "{at}");
    for m in moves {
        let mut next = slow.clone();
        next.play(&m.squares());
        assert_eq!(Slow::from(&position.after(m)), next, "{at} {m}");
        assert_eq!(m.is_capture(), position.must_capture(), "{at} {m}");
    }
}

#[test]
fn draughts_keeps_the_contract_of_a_game() {
    let report = conformance::check(&Draughts::default(), 60, 300, 12);
    assert!(report.finished > 30, "{report:?}");
    let mut rng = Rng::new(8);
    for _ in 0..300 {
        conformance::check(&random_position(&mut rng), 1, 20, 12);
    }
}

#[test]
fn move_sequences_are_as_many_as_published() {
    let published = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (1..).zip(published) {
        assert_eq!(perft(&Draughts::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn the_slow_rules_agree_along_random_games() {
    let mut rng = Rng::new(2);
    for _ in 0..150 {
        let mut game = Draughts::default();
        for _ in 0..150 {
            check_against_slow(&game);
            let Some(&m) = rng.pick(&legal(&game)) else {
                assert_eq!(game.outcome(), Some(Outcome::Win(!game.side())));
                break;
            };
            game.play(m);
        }
    }
}

#[test]
fn the_slow_rules_agree_on_random_positions() {
    let mut rng = Rng::new(6);
    let mut longest = 0;
    for _ in 0..20_000 {
        let position = random_position(&mut rng);
        check_against_slow(&position);
        let captures = legal(&position).iter().map(|m| m.captures()).max();
        longest = longest.max(captures.unwrap_or(0));
    }
    assert!(longest >= 5, "{longest} pieces in one move at most");
}

#[test]
fn a_move_of_another_position_is_legal_exactly_if_listed() {
    let mut rng = Rng::new(31);
    let positions: Vec<Draughts> = (0..150).map(|_| random_position(&mut rng)).collect();
    let moves: Vec<Move> = positions.iter().flat_map(legal).collect();
    let mut shared = 0;
    for position in &positions {
        let own = legal(position);
        for m in &moves {
            shared += usize::from(own.contains(m));
            assert_eq!(position.is_legal(*m), own.contains(m), "{m} in {position}");
        }
    }
    assert!(shared > 2 * moves.len());
}

#[test]
fn layouts_convert_into_each_other() {
    for square in 0..32 {
        assert_eq!(gather(spread(1 << square)), 1 << square);
    }
    assert_eq!(gather(spread(u32::MAX)), u32::MAX);
    assert_eq!(gather(u64::MAX), u32::MAX);
}

#[test]
fn nine_pieces_are_the_most_that_one_move_takes() {
    // From a corner of the squares it can land on, a king crosses all nine between them.
    let full = at("W:WK1:B6,7,8,14,15,16,22,23,24");
    let longest = legal(&full).iter().map(|m| m.captures()).max();
    assert_eq!(longest, Some(9));
    check_against_slow(&full);
}

#[test]
fn two_paths_between_the_same_squares_are_two_moves() {
    let circle = at("B:W6,7,14,15:BK2,12");
    let texts: Vec<String> = legal(&circle).iter().map(Move::to_string).collect();
    assert_eq!(texts, ["2x9x18x11x2", "2x11x18x9x2"]);
    let error = circle.parse_move("2x2").unwrap_err();
    assert_eq!(error.expected, "one of 2x9x18x11x2 2x11x18x9x2");
    let after = circle.after(circle.parse_move("2-11-18-9-2").unwrap());
    assert_eq!(after.notation(), "W:W:BK2,12");
    assert_eq!(after.payoff(), Some(-1));
}

#[test]
fn a_man_that_is_crowned_by_a_jump_stops() {
    let position = at("B:W26,27,K19:B22");
    let texts: Vec<String> = legal(&position).iter().map(Move::to_string).collect();
    assert_eq!(texts, ["22x31"]);
    let king = at("B:W26,27,K19:BK22");
    let texts: Vec<String> = legal(&king).iter().map(Move::to_string).collect();
    assert_eq!(texts, ["22x31x24x15"]);
    assert_eq!(king.parse_move("22x15"), king.parse_move("22X31X24X15"));
}

#[test]
fn only_captures_are_noisy() {
    let mut noisy = Vec::new();
    Draughts::default().noisy_moves(&mut noisy);
    assert_eq!(noisy, []);
    let position = at("B:W18,32:B14,1");
    position.noisy_moves(&mut noisy);
    assert_eq!(noisy, legal(&position));
}

#[test]
fn evaluations_count_material_from_either_side() {
    assert!(at("B:W32:B1,2").evaluate() > 50);
    assert!(at("W:W32:B1,2").evaluate() < -50);
    assert!(at("B:W20:BK14").evaluate() > at("B:W20:B14").evaluate());
    // Turned round with the colours exchanged, a position is worth the same.
    let mut rng = Rng::new(17);
    for _ in 0..500 {
        let position = random_position(&mut rng);
        let turn = |side| (position.men(side) | position.kings(side)).reverse_bits();
        let kings = position.kings(Side::First) | position.kings(Side::Second);
        let turned = Draughts::from_squares(
            turn(Side::Second),
            turn(Side::First),
            kings.reverse_bits(),
            !position.side(),
        );
        assert_eq!(turned.unwrap().evaluate(), position.evaluate());
    }
}

#[test]
fn positions_are_read_in_either_order_and_with_a_full_stop() {
    assert_eq!(
        Draughts::default().notation(),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    let position = at("W:W21,22,K23:B1,2,K5");
    assert_eq!(at(" w:b1,2,k5:w21,22,k23. "), position);
    assert_eq!(at(&position.notation()), position);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let error = |text: &str| Draughts::parse(text).unwrap_err();
    assert_eq!(error("").column, 1);
    assert_eq!(error("X:W1:B2").found, "X");
    assert_eq!(error("B").column, 2);
    assert_eq!(error("B:W21").column, 6);
    assert_eq!(error("B:W21:W22").column, 7);
    assert_eq!(error("B:W21,33:B1").column, 7);
    assert_eq!(error("B:W21,+2:B1").found, "+2");
    assert_eq!(error("B:W21,é:B1").found, "é");
    assert_eq!(error("B:é21:B1").column, 3);
    assert!(error("B:W21:B1,21").expected.contains("before"));
    assert!(error("B:W4:B1").expected.contains("last row"));
    assert!(error("B:W21:B29").expected.contains("last row"));
    assert_eq!(error("B:W21:B1:B2").found, ":B2");
    let crowd = "B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13";
    assert!(error(crowd).expected.contains("twelve"));
    assert!(Draughts::default().parse_move("11-15-18").is_err());
    assert!(Draughts::default().parse_move("1").is_err());
}
