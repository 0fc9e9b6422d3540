//! Ending games before the rules do.
//!
//! Draw and resign rules as engine testers use them (consecutive scores of the players
//! themselves), a limit on the length of the game, and `thesis`, the match conditions of the
//! source thesis (its section 4.5.2): a player under -1000 resigns; a game unfinished after 50
//! moves is analysed for a minute and shared by the score s, White's view: r = 1 above +250, 0 below
//! -250, ½ within ±50, (s + 150)/400 for 50..250, (250 + s)/400 for -250..-50.
//!
//! The two branches meet ½ at ±50 and 1 or 0 at ±250, so r is continuous.

use std::time::Duration;

use zermelo_game::{Score, Side, Thought};

/// The score that stands for a mate.
const MATE: Score = 100_000;

/// The rules in force; the default has none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// Draws.
    pub draw: Option<DrawRule>,
    /// Resignations.
    pub resign: Option<ResignRule>,
    /// A game of this many moves (of each side) is drawn.
    pub max_moves: Option<u32>,
    /// The shares of the thesis.
    pub thesis: Option<ThesisRule>,
}

/// Both players see nothing for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// Scores within plus or minus this.
    pub score: Score,
}

/// A player sees itself lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// So many of its moves in a row.
    pub moves: u32,
    /// Its score is at or below minus this.
    pub score: Score,
    /// Only if the opponent's scores agree.
    pub both: bool,
}

/// A game is shared after a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThesisRule {
    /// After this many moves of each side.
    pub moves: u32,
    /// How long the judge may analyse.
    pub analysis: Duration,
    /// Its own resignations, beside those of [`Adjudication::resign`].
    pub resign: ResignRule,
}

impl Adjudication {
    /// The rules by name: `thesis`, `draw`, `resign` (the last two at the values that engine
    /// tests use: 34 moves, then 8 within 20; 3 moves at 600, both sides), or `none`.
    ///
    /// # Errors
    ///
    /// Names the unknown rule.
    pub fn named(name: &str) -> Result<Adjudication, String> {
        let mut rules = Adjudication::default();
        for word in name.split(',').map(str::trim) {
            match word {
                "thesis" => {
                    rules.thesis = Some(ThesisRule {
                        moves: 50,
                        analysis: Duration::from_secs(60),
                        resign: ResignRule {
                            moves: 1,
                            // Under -1000: scores are whole numbers.
                            score: 1_001,
                            both: false,
                        },
                    });
                }
                "draw" => {
                    rules.draw = Some(DrawRule {
                        from_move: 34,
                        moves: 8,
                        score: 20,
                    });
                }
                "resign" => {
                    rules.resign = Some(ResignRule {
                        moves: 3,
                        score: 600,
                        both: true,
                    });
                }
                "none" => {}
                other => {
                    return Err(format!(
                        "`{other}` is no adjudication: expected thesis, draw, resign or none"
                    ));
                }
            }
        }
        Ok(rules)
    }
}

/// The first side's points by the thesis's rule, from a score for the first side.
#[must_use]
pub fn thesis_points(score: Score) -> f64 {
    let s = f64::from(score);
    match score {
        251.. => 1.0,
        51..=250 => (s + 150.0) / 400.0,
        -50..=50 => 0.5,
        -250..=-51 => (250.0 + s) / 400.0,
        _ => 0.0,
    }
}

/// A game ended by rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Adjudged {
    /// The first side's points.
    pub points: f64,
    /// Why.
    pub reason: String,
}

/// A rule of resignations, and for how many moves each side has met it.
#[derive(Clone, Debug)]
struct Resigning {
    rule: ResignRule,
    losing: [u32; 2],
    winning: [u32; 2],
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    quiet: u32,
    resigning: Vec<Resigning>,
    last: [Option<Score>; 2],
}

impl Adjudicator {
    /// A watcher for a game of which `plies` plies were played from the book.
    #[must_use]
    pub fn new(rules: Adjudication, plies: u32) -> Adjudicator {
        let resigning = rules
            .resign
            .into_iter()
            .chain(rules.thesis.map(|t| t.resign));
        let resigning = resigning.map(|rule| Resigning {
            rule,
            losing: [0; 2],
            winning: [0; 2],
        });
        Adjudicator {
            rules,
            plies,
            quiet: 0,
            resigning: resigning.collect(),
            last: [None; 2],
        }
    }

    /// A move was completed by `side`, which thinks so of the game. The draw and resign rules
    /// and the limit of moves, in this order.
    pub fn moved(&mut self, side: Side, thought: &Thought) -> Option<Adjudged> {
        self.plies = self.plies.saturating_add(1);
        let score = score_of(thought);
        self.last[side.index()] = score.or(self.last[side.index()]);
        let resigned: Vec<Adjudged> = self
            .resigning
            .iter_mut()
            .filter_map(|rule| rule.resigned(side, score))
            .collect();
        resigned
            .into_iter()
            .next()
            .or_else(|| self.drawn(score))
            .or_else(|| {
                let limit = self.rules.max_moves?;
                (self.plies >= limit.saturating_mul(2)).then(|| Adjudged {
                    points: 0.5,
                    reason: format!("drawn after {limit} moves"),
                })
            })
    }

    fn drawn(&mut self, score: Option<Score>) -> Option<Adjudged> {
        let rule = self.rules.draw?;
        let within = score.is_some_and(|s| s.abs() <= rule.score);
        self.quiet = if within { self.quiet + 1 } else { 0 };
        let holds = self.plies >= rule.from_move.saturating_mul(2)
            && self.quiet >= rule.moves.saturating_mul(2);
        holds.then(|| Adjudged {
            points: 0.5,
            reason: format!("scores within {} for {} moves", rule.score, rule.moves),
        })
    }

    /// The thesis's rule, if the game is to be shared now.
    #[must_use]
    pub fn thesis_due(&self) -> Option<ThesisRule> {
        self.rules
            .thesis
            .filter(|rule| self.plies >= rule.moves.saturating_mul(2))
    }

    /// Shares the game by the judge's score for the first side or, without a judge, by the mean
    /// of what the players said last; a draw if nobody said anything.
    #[must_use]
    pub fn share(&self, judged: Option<Score>) -> Adjudged {
        let own = self.last[0];
        let other = self.last[1].map(|score| -score);
        let said: Vec<Score> = own.into_iter().chain(other).collect();
        let mean = || (!said.is_empty()).then(|| said.iter().sum::<Score>() / said.len() as Score);
        let score = judged.or_else(mean).unwrap_or(0);
        let points = thesis_points(score);
        Adjudged {
            points,
            reason: format!("shared {points:.2}-{:.2} at score {score}", 1.0 - points),
        }
    }
}

impl Resigning {
    fn resigned(&mut self, side: Side, score: Option<Score>) -> Option<Adjudged> {
        let rule = self.rule;
        let (own, other) = (side.index(), (!side).index());
        let count = |holds: bool, before: u32| if holds { before + 1 } else { 0 };
        self.losing[own] = count(score.is_some_and(|s| s <= -rule.score), self.losing[own]);
        self.winning[own] = count(score.is_some_and(|s| s >= rule.score), self.winning[own]);
        let lost = |loser: usize, winner: usize| {
            self.losing[loser] >= rule.moves && (!rule.both || self.winning[winner] >= rule.moves)
        };
        let loser = if lost(own, other) {
            side
        } else if lost(other, own) {
            !side
        } else {
            return None;
        };
        Some(Adjudged {
            points: if loser == Side::First { 0.0 } else { 1.0 },
            reason: match rule.moves {
                1 => format!("score at or below -{}", rule.score),
                moves => format!("score at or below -{} for {moves} moves", rule.score),
            },
        })
    }
}

/// A thought's score with mates as large numbers, bounded so that sums cannot overflow.
#[must_use]
pub fn score_of(thought: &Thought) -> Option<Score> {
    match (thought.mate, thought.score) {
        (Some(mate), _) if mate > 0 => Some(MATE),
        (Some(_), _) => Some(-MATE),
        (None, score) => score.map(|s| s.clamp(-MATE, MATE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(score: Score) -> Thought {
        Thought {
            score: Some(score),
            ..Thought::default()
        }
    }

    #[test]
    fn thesis_points_are_those_of_section_4_5_2() {
        for (score, points) in [
            (251, 1.0),
            (250, 1.0),
            (150, 0.75),
            (51, 0.5025),
            (50, 0.5),
            (0, 0.5),
            (-50, 0.5),
            (-150, 0.25),
            (-250, 0.0),
            (-251, 0.0),
        ] {
            assert!((thesis_points(score) - points).abs() < 1e-12, "{score}");
        }
    }

    #[test]
    fn a_resignation_needs_moves_in_a_row_and_both_opinions() {
        let rules = Adjudication::named("resign").unwrap();
        let mut game = Adjudicator::new(rules, 0);
        for _ in 0..2 {
            assert_eq!(game.moved(Side::First, &says(-700)), None);
            assert_eq!(game.moved(Side::Second, &says(700)), None);
        }
        assert_eq!(
            game.moved(Side::First, &says(-700)),
            None,
            "the opponent must agree"
        );
        let end = game.moved(Side::Second, &says(700)).unwrap();
        assert_eq!(end.points, 0.0);
        let mut broken = Adjudicator::new(rules, 0);
        for score in [-700, -700, -100, -700, -700] {
            assert_eq!(broken.moved(Side::Second, &says(score)), None);
            assert_eq!(broken.moved(Side::First, &says(900)), None);
        }
    }

    #[test]
    fn a_liar_cannot_make_its_opponent_resign() {
        let rules = Adjudication::named("resign,draw").unwrap();
        let mut game = Adjudicator::new(rules, 0);
        for _ in 0..200 {
            assert_eq!(game.moved(Side::First, &says(Score::MAX)), None);
            assert_eq!(game.moved(Side::Second, &says(30)), None);
        }
    }

    #[test]
    fn a_draw_needs_both_sides_quiet_from_the_given_move() {
        let rules = Adjudication::named("draw").unwrap();
        let mut game = Adjudicator::new(rules, 0);
        let mut side = Side::First;
        for ply in 1..=100 {
            let end = game.moved(side, &says(if side == Side::First { 20 } else { -20 }));
            assert_eq!(end.is_some(), ply >= 68, "ply {ply}");
            side = !side;
        }
        let mut silent = Adjudicator::new(rules, 60);
        assert!((0..100).all(|_| silent.moved(Side::First, &Thought::default()).is_none()));
    }

    #[test]
    fn the_thesis_shares_unfinished_games_after_fifty_moves() {
        let rules = Adjudication::named("thesis").unwrap();
        let mut game = Adjudicator::new(rules, 98);
        game.moved(Side::First, &says(100));
        assert!(game.thesis_due().is_none());
        game.moved(Side::Second, &says(-200));
        assert_eq!(game.thesis_due().unwrap().analysis, Duration::from_secs(60));
        assert_eq!(game.share(None).points, 0.75);
        assert_eq!(game.share(Some(-150)).points, 0.25);
        assert_eq!(game.moved(Side::First, &says(-1_000)), None);
        assert_eq!(game.moved(Side::First, &says(-1_001)).unwrap().points, 0.0);
    }

    #[test]
    fn rules_add_up_in_any_order() {
        let rules = Adjudication::named("thesis,resign").unwrap();
        assert_eq!(rules, Adjudication::named("resign,thesis").unwrap());
        let mut game = Adjudicator::new(rules, 0);
        assert_eq!(game.moved(Side::First, &says(-2_000)).unwrap().points, 0.0);
        let mut game = Adjudicator::new(rules, 0);
        let ended = (0..3).any(|_| {
            game.moved(Side::First, &says(-700)).is_some()
                || game.moved(Side::Second, &says(700)).is_some()
        });
        assert!(ended, "the other rule holds, too");
    }

    #[test]
    fn a_limit_of_moves_may_be_as_large_as_it_likes() {
        let rules = Adjudication {
            max_moves: Some(1 << 31),
            ..Adjudication::default()
        };
        let mut game = Adjudicator::new(rules, 0);
        assert_eq!(game.moved(Side::First, &says(0)), None);
    }

    #[test]
    fn an_unknown_rule_is_named() {
        assert!(Adjudication::named("tesi").unwrap_err().contains("`tesi`"));
    }
}
