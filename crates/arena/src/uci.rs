//! Engines that speak UCI (specification of April 2006) as players.
//!
//! One conversation: `uci`, options, `isready`; for each game `ucinewgame`; for each move the
//! whole game as `position … moves …` and one `go`. Unknown and unreadable lines are passed
//! over; what counts is the first `bestmove`. The time is taken from the moment `go` is sent to
//! the moment `bestmove` is read.
//!
//! No thinking on the opponent's time unless asked for: then the expected reply is searched with
//! `go ponder`, and `ponderhit` or `stop` follows.

use std::fmt::Write;
use std::time::{Duration, Instant};

use zermelo_chess::{Chess, ChessReferee, Move};
use zermelo_game::{Choice, Clock, Failure, Game, History, Notation, Player, Side, Thought};

use crate::engine_spec::EngineSpec;
use crate::process::Process;
use crate::stop::Stop;

/// How patient one is with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For an answer to the first command, and to questions whether it is ready.
    pub start: Duration,
    /// Past the end of its clock, before it counts as hanging. Either way the game is lost on
    /// time, beyond the margin, and the engine is started anew for its next one.
    pub overtime: Duration,
    /// For a move without any clock.
    pub no_clock: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            overtime: Duration::from_secs(1),
            no_clock: Duration::from_secs(600),
        }
    }
}

impl Patience {
    /// How long to wait for a move under a clock.
    #[must_use]
    pub fn for_move(&self, clock: &Clock) -> Duration {
        let limits = [clock.remaining, clock.movetime];
        let limit = limits.into_iter().flatten().min();
        limit.map_or(self.no_clock, |limit| limit + self.overtime)
    }
}

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct UciPlayer {
    name: String,
    process: Process,
    patience: Patience,
    side: Side,
    chess960: bool,
    ponder: bool,
    /// The game, its last move the expected reply, on which the engine is thinking.
    pondering: Option<Vec<Move>>,
}

impl UciPlayer {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// If it does not start, or does not answer.
    pub fn start(spec: &EngineSpec, patience: Patience, stop: &Stop) -> Result<UciPlayer, Failure> {
        let program = spec.locate().map_err(Failure::Crashed)?;
        let mut player = UciPlayer {
            name: spec.name.clone(),
            process: Process::start(&program, &spec.arguments, stop)?,
            patience,
            side: Side::First,
            chess960: false,
            ponder: spec.options.ponder,
            pondering: None,
        };
        player.process.send("uci\n")?;
        player.wait_for("uciok")?;
        let mut text = String::new();
        for (name, value) in &spec.options.others {
            let _ = writeln!(text, "setoption name {name} value {value}");
        }
        if spec.options.ponder {
            text.push_str("setoption name Ponder value true\n");
        }
        player.process.send(&text)?;
        player.ready()?;
        Ok(player)
    }

    fn ready(&mut self) -> Result<(), Failure> {
        self.process.send("isready\n")?;
        self.wait_for("readyok")
    }

    fn wait_for(&mut self, word: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + self.patience.start;
        while let Some(line) = self.process.receive(Some(deadline))? {
            if line.text.split_ascii_whitespace().next() == Some(word) {
                return Ok(());
            }
        }
        let seconds = self.patience.start.as_secs_f64();
        Err(Failure::Stalled(format!("no `{word}` within {seconds} s")))
    }

    /// Ends a search on the opponent's time whose reply did not come.
    fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_some() {
            self.process.send("stop\n")?;
            self.wait_for("bestmove")?;
        }
        Ok(())
    }

    /// Reads until `bestmove`: the move's text, the expected reply, and what was said.
    fn answer(
        &mut self,
        sent: Instant,
        patience: Duration,
    ) -> Result<(String, Option<String>, Thought), Failure> {
        let mut thought = Thought::default();
        while let Some(line) = self.process.receive(Some(sent + patience))? {
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(&line.text, &mut thought),
                Some("bestmove") => {
                    thought.elapsed = Some(line.at.saturating_duration_since(sent));
                    let best = words.next().unwrap_or("").to_string();
                    let reply = words.nth(1).map(str::to_string);
                    return Ok((best, reply, thought));
                }
                _ => {}
            }
        }
        let seconds = patience.as_secs_f64();
        Err(Failure::Stalled(format!("no move within {seconds:.3} s")))
    }

    /// Lets the engine think about the reply it expects.
    fn start_pondering(
        &mut self,
        view: &History<Chess>,
        own: Move,
        reply: Option<&str>,
        clock: &Clock,
    ) -> Result<(), Failure> {
        let after = view.position().after(own);
        let Some(reply) = reply.and_then(|text| after.parse_move(text).ok()) else {
            return Ok(());
        };
        let mut expected = view.moves().to_vec();
        expected.extend([own, reply]);
        let text = position_text(view.start(), &expected) + &go_text(clock, self.side, true);
        self.process.send(&text)?;
        self.pondering = Some(expected);
        Ok(())
    }
}

impl Player<ChessReferee> for UciPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, side: Side, _seed: u64) -> Result<(), Failure> {
        self.stop_pondering()?;
        self.side = side;
        self.process.send("ucinewgame\n")?;
        self.ready()
    }

    fn choose(&mut self, view: &History<Chess>, clock: &Clock) -> Result<Choice<Move>, Failure> {
        if view.start().is_chess960() != self.chess960 {
            self.chess960 = !self.chess960;
            let option = format!("setoption name UCI_Chess960 value {}\n", self.chess960);
            self.process.send(&option)?;
            self.ready()?;
        }
        let hit = self.pondering.as_deref() == Some(view.moves());
        let sent = if hit {
            self.pondering = None;
            self.process.send("ponderhit\n")?
        } else {
            self.stop_pondering()?;
            self.process.drain();
            let text =
                position_text(view.start(), view.moves()) + &go_text(clock, self.side, false);
            self.process.send(&text)?
        };
        let (best, reply, thought) = self.answer(sent, self.patience.for_move(clock))?;
        let Ok(m) = view.position().parse_move(&best) else {
            return Err(Failure::Illegal(format!(
                "the engine answered `bestmove {best}`"
            )));
        };
        if self.ponder {
            self.start_pondering(view, m, reply.as_deref(), clock)?;
        }
        Ok(Choice {
            action: Some(m),
            thought,
        })
    }

    fn end_game(&mut self, _outcome: Option<zermelo_game::Outcome>) {
        // A failure here shows itself when the next game begins.
        let _ = self.stop_pondering();
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        let farewell = if self.pondering.is_some() {
            "stop\nquit\n"
        } else {
            "quit\n"
        };
        self.process.shut_down(farewell);
    }
}

fn position_text(start: &Chess, moves: &[Move]) -> String {
    let fen = start.notation();
    let mut text = if fen == Chess::new().notation() {
        "position startpos".to_string()
    } else {
        format!("position fen {fen}")
    };
    let mut position = start.clone();
    for (i, &m) in moves.iter().enumerate() {
        text.push_str(if i == 0 { " moves " } else { " " });
        text.push_str(&position.uci(m));
        position.play(m);
    }
    text.push('\n');
    text
}

fn go_text(clock: &Clock, side: Side, ponder: bool) -> String {
    let mut text = String::from(if ponder { "go ponder" } else { "go" });
    let mut add = |name: &str, value: u128| {
        let _ = write!(text, " {name} {value}");
    };
    let [own, other] = if side == Side::First {
        ["w", "b"]
    } else {
        ["b", "w"]
    };
    // Never a zero, which some engines take for "no limit".
    let millis = |time: Duration| time.as_millis().max(1);
    if let Some(left) = clock.remaining {
        add(&format!("{own}time"), millis(left));
        let opponent = clock.opponent_remaining.unwrap_or(left);
        add(&format!("{other}time"), millis(opponent));
    }
    if let Some(increment) = clock.increment {
        add(&format!("{own}inc"), increment.as_millis());
        let opponent = clock.opponent_increment.unwrap_or(increment);
        add(&format!("{other}inc"), opponent.as_millis());
    }
    if let Some(moves) = clock.moves_to_go {
        add("movestogo", u128::from(moves));
    }
    if let Some(time) = clock.movetime {
        add("movetime", millis(time));
    }
    if let Some(nodes) = clock.nodes {
        add("nodes", u128::from(nodes));
    }
    if let Some(depth) = clock.depth {
        add("depth", u128::from(depth));
    }
    if text == "go" {
        // Without any limit an engine would think forever.
        text.push_str(" movetime 1000");
    }
    text.push('\n');
    text
}

/// Takes what an `info` line says about the best line. Bounds are taken until something exact
/// comes; text after `string` is not looked at.
fn read_info(line: &str, thought: &mut Thought) {
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    let mut said = Thought::default();
    while let Some(word) = words.next() {
        match word {
            "string" | "refutation" | "currline" => break,
            "multipv" if words.peek() != Some(&"1") => return,
            "depth" => said.depth = words.next().and_then(|w| w.parse().ok()),
            "nodes" => said.nodes = words.next().and_then(|w| w.parse().ok()),
            "score" => match words.next() {
                Some("cp") => said.score = words.next().and_then(|w| w.parse().ok()),
                Some("mate") => said.mate = words.next().and_then(|w| w.parse().ok()),
                _ => {}
            },
            "pv" => {
                said.variation = words.by_ref().take(64).map(str::to_string).collect();
            }
            _ => {}
        }
    }
    if said.score.is_some() || said.mate.is_some() {
        (thought.score, thought.mate) = (said.score, said.mate);
    }
    thought.depth = said.depth.or(thought.depth);
    thought.nodes = said.nodes.or(thought.nodes);
    if !said.variation.is_empty() {
        thought.variation = said.variation;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read_whatever_their_order() {
        let mut thought = Thought::default();
        read_info(
            "info depth 12 seldepth 20 multipv 1 score cp -31 wdl 1 2 3 nodes 900 nps 5 pv e2e4 e7e5",
            &mut thought,
        );
        assert_eq!(
            (thought.score, thought.depth, thought.nodes),
            (Some(-31), Some(12), Some(900))
        );
        assert_eq!(thought.variation, ["e2e4", "e7e5"]);
        read_info("info multipv 2 score cp 500", &mut thought);
        read_info("info string score cp 900", &mut thought);
        read_info("info score cp nonsense depth", &mut thought);
        assert_eq!(thought.score, Some(-31));
        read_info("info nodes 1000 score mate -3 upperbound", &mut thought);
        assert_eq!(
            (thought.score, thought.mate, thought.nodes),
            (None, Some(-3), Some(1000))
        );
    }

    #[test]
    fn go_names_every_limit_for_the_right_side() {
        let clock = Clock {
            remaining: Some(Duration::from_millis(1500)),
            increment: Some(Duration::from_millis(20)),
            opponent_remaining: Some(Duration::ZERO),
            moves_to_go: Some(7),
            ..Clock::default()
        };
        let text = go_text(&clock, Side::Second, false);
        assert_eq!(text, "go btime 1500 wtime 1 binc 20 winc 20 movestogo 7\n");
        assert_eq!(
            go_text(&Clock::default(), Side::First, false),
            "go movetime 1000\n"
        );
    }

    #[test]
    fn positions_are_sent_with_all_their_moves() {
        let mut game = History::new(Chess::new());
        game.play(game.position().parse_move("e4").unwrap());
        assert_eq!(
            position_text(game.start(), game.moves()),
            "position startpos moves e2e4\n"
        );
        let start = Chess::parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        let castles = start.parse_move("O-O").unwrap();
        let text = position_text(&start, &[castles]);
        assert_eq!(
            text,
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1\n"
        );
    }
}
