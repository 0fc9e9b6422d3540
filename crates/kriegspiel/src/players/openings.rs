//! Opening lines: one's own moves only, played until the umpire says something informative.
//!
//! *Source.* Darkboard plays lines of strong players until the first message about the other
//! side. No collection of Kriegspiel games is public; these lines are the one of the source's
//! appendix B and solid schemes in which men protect each other.

use zermelo_game::Side;
use zermelo_game::random::Rng;

use crate::action::Try;
use crate::announcement::Announcement;
use crate::view::View;

/// White's moves; Black plays them mirrored.
const LINES: [&str; 7] = [
    "h2h3 a2a4 a1a3 e2e3 d2d3 g1e2 h1g1 g2g3 b2b3 f2f4",
    "e2e3 d2d3 g1e2 b1d2 b2b3 c1b2 g2g3 f1g2 e1g1",
    "d2d3 e2e3 f1e2 g1f3 e1g1 b1d2 c2c3 d1c2",
    "c2c3 d2d3 b1d2 g1f3 e2e3 f1e2 e1g1 d1c2 b2b3",
    "e2e3 g1e2 d2d4 b1d2 c2c3 f2f3 e2g3 f1d3 e1g1",
    "g2g3 f1g2 e2e3 g1e2 e1g1 d2d3 b1d2 b2b3 c1b2",
    "d2d4 e2e3 c2c3 f1d3 b1d2 g1e2 e1g1 d1c2",
];

/// Whether an announcement says something of the other side.
#[must_use]
pub fn is_informative(said: Announcement, own: Side) -> bool {
    match said {
        Announcement::Captured(..) | Announcement::Check(_) | Announcement::Illegal(_) => true,
        Announcement::Tries(any) | Announcement::Any(any) => any,
        Announcement::ToMove(side, tries) => side == own && tries.unwrap_or(0) > 0,
        _ => false,
    }
}

/// A line being played.
#[derive(Clone, Default, Debug)]
pub struct Opening {
    moves: Vec<Try>,
    /// Announcements already looked at.
    heard: usize,
    over: bool,
}

impl Opening {
    /// A line for a side, chosen by chance.
    #[must_use]
    pub fn choose(side: Side, rng: &mut Rng) -> Opening {
        let line = LINES[rng.below(LINES.len())];
        let mirror = match side {
            Side::First => 0,
            Side::Second => 56,
        };
        let mirrored = |word: &str| {
            let tried = Try::parse(word).ok()?;
            Some(Try::new(tried.from ^ mirror, tried.to ^ mirror))
        };
        Opening {
            moves: line.split(' ').filter_map(mirrored).collect(),
            heard: 0,
            over: false,
        }
    }

    /// The next move of the line, unless the opening is over.
    pub fn next(&mut self, view: &View) -> Option<Try> {
        let new = view.heard().get(self.heard..).unwrap_or_default();
        self.over |= new.iter().any(|&said| is_informative(said, view.side()));
        self.heard = view.heard().len();
        let played = view.moves(view.side()) as usize;
        let next = self.moves.get(played).copied();
        let next = next.filter(|&tried| !self.over && view.is_possible(tried));
        self.over |= next.is_none();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::umpire::{Answer, Umpire};

    #[test]
    fn both_sides_can_play_every_line_to_its_end() {
        for line in LINES {
            for side in Side::BOTH {
                let mut men = crate::Men::initial(side);
                for word in line.split(' ') {
                    let tried = Try::parse(word).unwrap();
                    let mirror = if side == Side::First { 0 } else { 56 };
                    let tried = Try::new(tried.from ^ mirror, tried.to ^ mirror);
                    assert!(men.can_try(tried), "{line}: {tried}");
                    men.play(tried);
                }
            }
        }
    }

    #[test]
    fn the_opening_ends_with_the_first_informative_message() {
        let mut opening = Opening::choose(Side::First, &mut Rng::new(1));
        let mut umpire = Umpire::new(Rules::wild16());
        let first = opening.next(umpire.view_of(Side::First)).unwrap();
        assert_eq!(umpire.answer(first.into()), Answer::Accepted);
        umpire.answer(Try::parse("a7a6").unwrap().into());
        assert!(opening.clone().next(umpire.view_of(Side::First)).is_some());
        umpire.answer(Try::parse("a1a8").unwrap().into());
        assert_eq!(opening.next(umpire.view_of(Side::First)), None);
    }
}
