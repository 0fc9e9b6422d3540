//! From announcements to beliefs, one after the other.

use zermelo_chess::{Kind, attacks};

use crate::action::Action;
use crate::announcement::Announcement;
use crate::belief::Belief;
use crate::men::{Men, squares};
use crate::view::View;

/// Follows a side's announcements and keeps what they make likely.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// What has been followed so far.
    known: View,
    belief: Belief,
}

/// The squares that a side's pawns could capture on.
#[must_use]
pub fn pawn_targets(men: &Men) -> u64 {
    let each = squares(men.squares(Kind::Pawn)).map(|s| attacks::pawn(men.side(), s));
    each.fold(0, |all, set| all | set) & !men.occupied()
}

impl Tracker {
    /// A tracker that has heard nothing of the game of a view.
    #[must_use]
    pub fn new(view: &View) -> Tracker {
        let known = view.beginning();
        Tracker {
            belief: Belief::new(&known),
            known,
        }
    }

    /// What is believed after everything in a view. A view of another game starts anew.
    pub fn follow(&mut self, view: &View) -> &Belief {
        let heard = self.known.heard().len();
        let same = view.heard().get(..heard) == Some(self.known.heard());
        if !same || view.side() != self.known.side() || view.start() != self.known.start() {
            *self = Tracker::new(view);
        }
        let heard = self.known.heard().len();
        for &said in &view.heard()[heard..] {
            self.hear(said);
        }
        &self.belief
    }

    /// What is believed.
    #[must_use]
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    fn hear(&mut self, said: Announcement) {
        let side = self.known.side();
        let own_moved = self.known.last_mover() == Some(side);
        let men = *self.known.men();
        match said {
            Announcement::Accepted(tried) => {
                let path = attacks::between(tried.from, tried.to);
                self.belief.clear(path);
            }
            Announcement::Moved(_) => self.belief.spread(&men),
            Announcement::Captured(square, what) if own_moved => {
                self.belief.captured(square, what);
            }
            Announcement::Captured(square, _) => self.belief.enemy_at(square),
            Announcement::Illegal(Action::Try(tried)) if self.known.checks().is_empty() => {
                self.belief.refused(&men, tried);
            }
            Announcement::Check(direction) if !own_moved => {
                if let Some(king) = men.king() {
                    self.belief.check_from(king, direction, &men);
                }
            }
            Announcement::ToMove(turn, _) if turn != side => {
                let checks = self.known.checks().to_vec();
                self.belief.their_king(&men, &checks);
            }
            _ => {}
        }
        self.known.hear(said);
        let men = *self.known.men();
        match said {
            Announcement::ToMove(turn, Some(tries)) if turn == side => {
                self.belief.pawn_tries(pawn_targets(&men), tries);
            }
            Announcement::Tries(any) | Announcement::Any(any) if self.known.turn() == side => {
                self.belief.pawn_tries(pawn_targets(&men), u8::from(any));
            }
            _ => {}
        }
        // A man of theirs stands where it captured ours.
        self.belief.settle(&men);
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;
    use zermelo_game::{Player, Side};

    use super::*;
    use crate::players::RandomPlayer;
    use crate::rules::DIALECTS;
    use crate::umpire::Umpire;

    fn heard(lines: &[&str]) -> Belief {
        let mut view = View::new(Side::First, crate::Rules::wild16());
        for line in lines {
            view.hear(Announcement::parse(line).unwrap());
        }
        Tracker::new(&view).follow(&view).clone()
    }

    #[test]
    fn beliefs_stay_probabilities_through_whole_games() {
        for game in 0..20u64 {
            let rules = &DIALECTS[(game % 5) as usize];
            let mut umpire = Umpire::new(rules).with_limit(150);
            let mut players = [RandomPlayer::new(), RandomPlayer::new()];
            for (side, player) in Side::BOTH.into_iter().zip(&mut players) {
                player
                    .new_game(side, game * 2 + side.index() as u64)
                    .unwrap();
            }
            let mut tracker = Tracker::new(umpire.view_of(Side::First));
            let mut rng = Rng::new(game);
            while umpire.result().is_none() {
                let view = umpire.view_of(Side::First);
                let belief = tracker.follow(view);
                for square in 0..64u8 {
                    let at = usize::from(square);
                    for matrix in [&belief.pawns, &belief.pieces, &belief.king] {
                        assert!((0.0..=1.0).contains(&matrix[at]), "{}", matrix[at]);
                    }
                    let attacked = belief.attacked(square);
                    assert!((-1e-5..=1.0 + 1e-5).contains(&attacked), "{attacked}");
                    if view.men().kind_at(square).is_some() {
                        assert_eq!(belief.occupied(square), 0.0);
                    }
                }
                let king: f32 = belief.king.iter().sum();
                assert!((king - 1.0).abs() < 0.01, "{king}");
                if rng.below(3) == 0 {
                    tracker.follow(umpire.view_of(Side::First));
                }
                let side = umpire.to_move();
                let action = players[side.index()].act(umpire.view_of(side)).unwrap();
                umpire.answer(action);
            }
        }
    }

    #[test]
    fn a_refused_push_means_somebody_stands_there() {
        let quiet = heard(&["to-move white tries 0"]);
        let after = heard(&["to-move white tries 0", "illegal e2e4"]);
        let e3_e4 = |b: &Belief| b.occupied(20) + b.occupied(28);
        assert!(e3_e4(&after) > e3_e4(&quiet) + 0.5 || quiet.occupied(28) == 0.0);
        let lines = [
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        let mut lines = lines.to_vec();
        lines.extend(["moved black", "to-move white tries 0", "illegal e4e5"]);
        assert!(heard(&lines).occupied(36) > 0.6);
    }

    #[test]
    fn pawn_tries_point_at_the_squares_they_can_be_on() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "to-move white tries 1"]);
        let with = heard(&lines);
        let with = with.occupied(35) + with.occupied(37);
        assert!(with > 0.25, "{with}");
        lines.pop();
        lines.push("to-move white tries 0");
        let belief = heard(&lines);
        assert!(belief.occupied(35) + belief.occupied(37) < 0.1);
    }

    #[test]
    fn a_check_on_the_file_puts_a_piece_on_it_and_nobody_between() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
            "moved black",
            "to-move white tries 1",
            "accepted e4d5",
            "captured pawn d5",
            "to-move black tries 0",
            "moved black",
            "captured pawn d5",
            "to-move white tries 0",
            "accepted b1c3",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "check file", "to-move white tries 0"]);
        let belief = heard(&lines);
        let on_file: f32 = (1..8).map(|rank| belief.pieces[rank * 8 + 4]).sum();
        assert!(on_file > 0.8, "{on_file}");
        // The pawn on e7 gives no check on the file and may stand before who does not.
        assert!(belief.pawns[52] < 0.8, "{}", belief.pawns[52]);
    }

    #[test]
    fn old_messages_weigh_less() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "to-move white tries 0", "illegal e4e5"]);
        lines.extend(["accepted a2a3", "to-move black tries 0"]);
        let fresh = heard(&lines).occupied(36);
        for number in 0..15 {
            lines.extend(["moved black", "to-move white tries 0"]);
            let own = if number % 2 == 0 {
                "accepted a1a2"
            } else {
                "accepted a2a1"
            };
            lines.extend([own, "to-move black tries 0"]);
        }
        assert!(heard(&lines).occupied(36) < fresh);
    }
}
