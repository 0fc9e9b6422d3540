//! A small game and its players, for tests of matches.
#![allow(clippy::unwrap_used, dead_code)]

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use zermelo_arena::discipline::BoardDiscipline;
use zermelo_arena::events::EventSink;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::run::{MatchConfig, run};
use zermelo_arena::stop::Stop;
use zermelo_arena::summary::Summary;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::random::mix;
use zermelo_game::{
    BoardReferee, Choice, Failure, Game, History, Notation, Outcome, ParseError, Player, Side,
    Thought,
};

/// A pile from which one to three are taken; who cannot take loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile(pub u32, pub Side);

impl Game for Pile {
    type Move = u32;
    fn side(&self) -> Side {
        self.1
    }
    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.0.min(3));
    }
    fn play(&mut self, m: u32) {
        *self = Pile(self.0 - m, !self.1);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Win(!self.1))
    }
    fn key(&self) -> u64 {
        u64::from(self.0) * 2 + self.1.index() as u64
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} left", self.0)
    }
}

impl Notation for Pile {
    fn parse(text: &str) -> Result<Pile, ParseError> {
        let count = text
            .parse()
            .map_err(|_| ParseError::new(text, 1, "a number"))?;
        Ok(Pile(count, Side::First))
    }
    fn notation(&self) -> String {
        self.0.to_string()
    }
    fn move_text(&self, m: u32) -> String {
        m.to_string()
    }
}

/// Its referee.
pub type Piles = BoardReferee<Pile>;

/// The game.
pub fn piles() -> BoardDiscipline<Pile> {
    BoardDiscipline {
        name: "pile".to_string(),
        start: Pile(21, Side::First),
        max_plies: 100,
    }
}

/// Plays perfectly with a chance of `skill` per cent a move, else at random.
pub fn pile_player(name: &str, skill: u64) -> Contestant<'static, Piles> {
    let label = name.to_string();
    Contestant::new(name, move |_: &Stop| {
        let choose = move |view: &History<Pile>, _: &_, seed: u64| -> Choice<u32> {
            let left = view.position().0;
            let chance = mix(seed ^ u64::from(left));
            if chance % 100 < skill && !left.is_multiple_of(4) {
                (left % 4).into()
            } else {
                (1 + (chance >> 32) as u32 % left.min(3)).into()
            }
        };
        Ok::<_, Failure>(from_fn::<Piles, _>(label.clone(), choose))
    })
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("zermelo-match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A match of a good player against a bad one.
pub fn play_piles(config: &MatchConfig, sink: &mut dyn EventSink, stop: &Stop) -> Summary {
    let players = [pile_player("sharp", 80), pile_player("dull", 20)];
    run(&piles(), &players, None, config, sink, stop).unwrap()
}

/// A chess player that plays at random, says a score, and takes its time.
pub fn random_chess(
    score: i32,
    wait: Duration,
) -> impl Fn(&Stop) -> Result<Box<dyn Player<ChessReferee>>, Failure> {
    move |_| {
        let choose = move |view: &History<Chess>, _: &_, seed: u64| {
            std::thread::sleep(wait);
            let mut legal = Vec::new();
            view.position().legal_moves(&mut legal);
            let index = mix(seed ^ view.position().key()) % legal.len() as u64;
            Choice {
                action: Some(legal[index as usize]),
                thought: Thought {
                    score: Some(score),
                    depth: Some(1),
                    nodes: Some(10),
                    ..Thought::default()
                },
            }
        };
        Ok(from_fn::<ChessReferee, _>("random", choose))
    }
}
