//! Experiment `reductions`: what it is worth to search shallower first what no master played.
//!
//! The source lets the opening table order moves just out of book. Order saves little where a
//! search remembers its own last iteration; OPTA 3.2 lets the table reduce instead: where it knows
//! some of the moves, the others are searched a ply shallower first. Fewer nodes to a depth prove
//! nothing by themselves, for such a depth is another one; so the moves that are chosen with equal
//! nodes are held against each other, by what a long search of another player finds them worth.

use std::collections::HashMap;

use serde_json::{Value, json};
use zermelo_chess::Chess;
use zermelo_engine::learned::Learned;
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings};
use zermelo_game::{Game, Notation, Score};
use zermelo_learn::Step;

use super::journal::{Journal, Measured};
use super::nodes::{self, PROFILES, REDUCTIONS, engine, positions};
use super::positions::Beyond;
use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, folders};

/// The name of the experiment.
const NAME: &str = "reductions";
/// Whose moves are compared; the first is the one the others are held against.
const PLAYERS: [&str; 3] = ["reference", "opta3.1", "opta3.2"];
/// The columns that say something of that one, too.
const OWN: usize = 5;
/// Nodes of the search that says what a move is worth.
const JUDGE: u64 = 300_000;
/// In centipawns, the most that a move is worth, won games included: one blunder is not to outweigh
/// a hundred moves.
const MOST: Score = 1000;

/// A move that a player chose.
#[derive(Clone, PartialEq, Debug)]
struct Choice {
    /// The move.
    m: String,
    /// The depth that was finished.
    depth: u32,
    /// What it is worth, in centipawns.
    worth: f64,
}

impl Measured for Choice {
    fn json(&self) -> Value {
        json!([self.m, self.depth, self.worth])
    }

    fn read(value: &Value) -> Option<Choice> {
        Some(Choice {
            m: value[0].as_str()?.to_string(),
            depth: u32::try_from(value[1].as_u64()?).ok()?,
            worth: value[2].as_f64()?,
        })
    }
}

/// Runs the experiment.
///
/// # Errors
///
/// When the archive is damaged or too small, the work folder cannot be written, or the stop test
/// says yes; what was measured stays in the work folder.
pub fn run(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let mut sheet = nodes::run(NAME, &REDUCTIONS, plan)?.sheet();
    let folder = folders::tables(plan)?;
    let book = Learned::find("opta3", Some(&folder))
        .map_err(|error| ExperimentError::Input(error.to_string()))?;
    let what = json!({"experiment": NAME, "judge": JUDGE, "learnt": book.identity()});
    let file = format!("{NAME}-choices-{}.log", plan.mark(&what));
    let mut journal = Journal::open(&plan.work.join(file), &what)?;
    let groups = positions(&folders::samples(plan), plan, &book)?;
    let all: Vec<Beyond> = groups.into_iter().flatten().collect();
    let mut judge = Judge::new();
    let mut grid = Grid::new(
        "Moves chosen with equal nodes, and by how much they are better than those of `reference`",
        &[
            "search",
            "nodes",
            "player",
            "positions",
            "depth",
            "other moves",
            "better by centipawns",
        ],
    );
    let mut rows = Vec::new();
    for profile in PROFILES {
        for nodes in [plan.nodes / 4, plan.nodes, 5 * plan.nodes] {
            let nodes = nodes.max(1);
            let mut base: Vec<Choice> = Vec::new();
            for player in PLAYERS {
                let mut engine = engine(player, profile, &folder)?;
                let mut choices = Vec::new();
                for (place, beyond) in all.iter().enumerate() {
                    let doing = format!("moves of {player}, {profile}, {nodes} nodes");
                    (plan.tell)(Step::new(&doing, place as u64, all.len() as u64));
                    let key = format!("{profile} {player} {nodes} {}", beyond.game);
                    if journal.get(&key).is_none() {
                        if (plan.stop)() {
                            return Err(ExperimentError::Interrupted);
                        }
                        journal.put(&key, vec![judge.choice(&mut engine, beyond, nodes)])?;
                    }
                    let known = journal.get(&key).and_then(<[Choice]>::first);
                    choices.extend(known.inspect(|choice| judge.knows(beyond, choice)).cloned());
                }
                let first = base.is_empty();
                if first {
                    base.clone_from(&choices);
                }
                let row = Row::of(&choices, &base);
                let mut texts = row.texts(profile, nodes, player);
                if first {
                    texts.truncate(OWN);
                }
                grid.rows.push(texts);
                rows.push(json!({"profile": profile, "nodes": nodes, "player": player,
                    "positions": row.positions, "depth": row.depth, "other_moves": row.others,
                    "better": row.better, "interval": row.error}));
            }
        }
    }
    sheet.grids.push(grid);
    sheet.notes.push(format!(
        "A move is worth what {} nodes of `tuned` find after it, {} centipawns at most; 95% intervals.",
        grouped(JUDGE),
        grouped(u64::from(MOST.unsigned_abs())),
    ));
    sheet.data["choices"] = json!(rows);
    Ok(sheet)
}

/// Says what moves are worth, each once.
struct Judge {
    engine: Engine,
    known: HashMap<(String, String), f64>,
}

impl Judge {
    fn new() -> Judge {
        Judge {
            engine: Engine::new(Settings::default()),
            known: HashMap::new(),
        }
    }

    /// Takes note of what a move of a position is worth.
    fn knows(&mut self, beyond: &Beyond, choice: &Choice) {
        let key = (beyond.game.to_string(), choice.m.clone());
        self.known.insert(key, choice.worth);
    }

    /// The move that an engine chooses which remembers nothing.
    fn choice(&mut self, engine: &mut Engine, beyond: &Beyond, nodes: u64) -> Choice {
        let order = Order {
            moves: beyond.moves.clone(),
            ..with_nodes(beyond.start.clone(), nodes)
        };
        engine.new_game();
        let answer = engine.search(&order, &Control::default(), &mut |_| ());
        let position = beyond.position();
        let m = answer.best.expect("the game goes on after this position");
        let text = position.move_text(m);
        let known = self.known.get(&(beyond.game.to_string(), text.clone()));
        Choice {
            worth: known
                .copied()
                .unwrap_or_else(|| self.worth(&position.after(m))),
            m: text,
            depth: answer.lines.first().map_or(0, |line| line.depth),
        }
    }

    /// What a position is worth for the side that moved there.
    fn worth(&mut self, position: &Chess) -> f64 {
        let value = match position.payoff() {
            Some(payoff) => payoff.signum() * MOST,
            None => {
                self.engine.new_game();
                let order = with_nodes(position.clone(), JUDGE);
                let answer = self.engine.search(&order, &Control::default(), &mut |_| ());
                answer.lines.first().map_or(0, |line| line.score)
            }
        };
        f64::from(-value.clamp(-MOST, MOST))
    }
}

fn with_nodes(position: Chess, nodes: u64) -> Order {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    Order::new(position, limits)
}

/// What a player's choices come to beside those of another.
struct Row {
    positions: usize,
    /// The mean depth that was finished.
    depth: f64,
    /// How many moves differ.
    others: usize,
    /// How much better they are in the mean over all positions, and half of the 95% interval.
    better: f64,
    error: f64,
}

impl Row {
    fn of(choices: &[Choice], base: &[Choice]) -> Row {
        let count = choices.len().max(1) as f64;
        let pairs = || choices.iter().zip(base);
        let better = |(choice, base): (&Choice, &Choice)| choice.worth - base.worth;
        let mean = pairs().map(better).sum::<f64>() / count;
        let spread = pairs().map(|pair| (better(pair) - mean).powi(2));
        Row {
            positions: choices.len(),
            depth: choices.iter().map(|c| f64::from(c.depth)).sum::<f64>() / count,
            others: pairs().filter(|(choice, base)| choice.m != base.m).count(),
            better: mean,
            error: 1.96 * spread.sum::<f64>().sqrt() / count,
        }
    }

    fn texts(&self, profile: &str, nodes: u64, player: &str) -> Vec<String> {
        vec![
            profile.to_string(),
            grouped(nodes),
            player.to_string(),
            self.positions.to_string(),
            format!("{:.2}", self.depth),
            self.others.to_string(),
            format!("{:+.1} ± {:.1}", self.better, self.error),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_held_against_those_of_the_first_player() {
        let choice = |m: &str, depth, worth| Choice {
            m: m.to_string(),
            depth,
            worth,
        };
        let base = [choice("e2e4", 4, 10.0), choice("d2d4", 4, 0.0)];
        let other = [choice("e2e4", 5, 10.0), choice("c2c4", 6, 8.0)];
        let row = Row::of(&other, &base);
        assert_eq!((row.positions, row.others), (2, 1));
        assert!((row.depth - 5.5).abs() < 1e-9 && (row.better - 4.0).abs() < 1e-9);
        // Two differences of 0 and 8: each 4 off, the error of their mean is 4/√2.
        assert!((row.error - 1.96 * 4.0 / 2f64.sqrt()).abs() < 1e-9);
        assert_eq!(Choice::read(&other[1].json()).as_ref(), Some(&other[1]));
    }

    #[test]
    fn a_move_that_mates_is_worth_most_and_one_that_hangs_the_queen_little() {
        let mut judge = Judge::new();
        let position = Chess::parse("6k1/pp3ppp/2p5/8/8/8/PPP2PPP/3Q2K1 w - - 0 1").unwrap();
        let mut worth = |m| {
            let m = position.parse_move(m).unwrap();
            judge.worth(&position.after(m))
        };
        assert!((worth("d1d8") - f64::from(MOST)).abs() < 1e-9);
        assert!(worth("d1d7") > 300.0);
        assert!(
            worth("d1d5") + 300.0 < worth("d1d7"),
            "a pawn takes the queen"
        );
    }
}
