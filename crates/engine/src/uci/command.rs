//! A line from the user interface, read.
//!
//! The UCI specification of April 2006. Unknown words are passed over, missing and senseless
//! numbers are left out, names of options may contain spaces and are matched in either case;
//! after `searchmoves` every word that is no other keyword is a move. *Invariant.* Any text is
//! some command, if only [`Command::Unknown`].

use std::time::Duration;

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`
    Uci,
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption {
        /// The name, words joined by single spaces.
        name: String,
        /// The value as it stands; `None` for buttons.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position [startpos|fen F] [moves …]`
    Position {
        /// The FEN; `None` is the starting position.
        fen: Option<String>,
        /// The moves as text.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `go perft N`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: show the board.
    Show,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench [depth]`
    Bench(Option<u32>),
    /// `register …`, and an empty line: nothing to do.
    Nothing,
    /// Anything else: its first word.
    Unknown(String),
}

/// The limits of a `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Only these moves at the root, as text.
    pub searchmoves: Vec<String>,
    /// On the opponent's time.
    pub ponder: bool,
    /// Time left to White and Black.
    pub time: [Option<Duration>; 2],
    /// Their increments.
    pub increment: [Option<Duration>; 2],
    /// Moves to the next control.
    pub movestogo: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Until `stop`.
    pub infinite: bool,
}

/// The commands of the specification: unknown words before them are passed over.
const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Commands that practice has added: so short or common that they count only at the beginning.
const OWN_COMMANDS: [&str; 4] = ["d", "eval", "bench", "exit"];

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else {
            return Command::Nothing;
        };
        let at = if OWN_COMMANDS.contains(first) {
            0
        } else {
            let command = words.iter().position(|word| COMMANDS.contains(word));
            command.unwrap_or(0)
        };
        let (first, rest) = (words[at], &words[at + 1..]);
        match first {
            "uci" => Command::Uci,
            "debug" => Command::Debug(rest.first() != Some(&"off")),
            "isready" => Command::IsReady,
            "setoption" => set_option(line, rest),
            "ucinewgame" => Command::NewGame,
            "position" => position(rest),
            "go" => match rest {
                ["perft", rest @ ..] => match rest.first().and_then(|depth| number(depth)) {
                    Some(depth) if depth > 0 => Command::Perft(depth),
                    _ => Command::Unknown(words.join(" ")),
                },
                _ => Command::Go(go(rest)),
            },
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" | "exit" => Command::Quit,
            "d" => Command::Show,
            "eval" => Command::Eval,
            "bench" => Command::Bench(rest.first().and_then(|word| number(word))),
            "register" => Command::Nothing,
            _ => Command::Unknown(first.to_string()),
        }
    }
}

fn set_option(line: &str, words: &[&str]) -> Command {
    let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
    let name_at = words.iter().position(|word| is(word, "name"));
    let after = name_at.map_or(words, |at| &words[at + 1..]);
    let value_at = after.iter().position(|word| is(word, "value"));
    let name = after[..value_at.unwrap_or(after.len())].join(" ");
    // A value, such as a path, keeps its spaces as they are.
    let value = value_at.map(|at| {
        let word = after[at];
        let end = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        line.get(end..).unwrap_or_default().trim().to_string()
    });
    Command::SetOption { name, value }
}

fn position(words: &[&str]) -> Command {
    let moves_at = words.iter().position(|&word| word == "moves");
    let place = &words[..moves_at.unwrap_or(words.len())];
    let fen = match place.split_first() {
        Some((&"fen", fields)) => Some(fields.join(" ")),
        Some((&"startpos", _)) | None => None,
        // Some interfaces leave the word `fen` out.
        Some(_) => Some(place.join(" ")),
    };
    let moves = moves_at.map_or(&[][..], |at| &words[at + 1..]);
    Command::Position {
        fen,
        moves: moves.iter().map(ToString::to_string).collect(),
    }
}

/// The words of `go` that end a list of moves.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut rest = words;
    while let Some((&word, after)) = rest.split_first() {
        rest = after;
        let value = after.first().copied().unwrap_or_default();
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                let end = rest.iter().position(|word| GO_WORDS.contains(word));
                let (moves, others) = rest.split_at(end.unwrap_or(rest.len()));
                go.searchmoves.extend(moves.iter().map(ToString::to_string));
                rest = others;
                continue;
            }
            "wtime" => go.time[0] = milliseconds(value),
            "btime" => go.time[1] = milliseconds(value),
            "winc" => go.increment[0] = milliseconds(value),
            "binc" => go.increment[1] = milliseconds(value),
            "movetime" => go.movetime = milliseconds(value),
            // Some interfaces write 0 where there is no control.
            "movestogo" => go.movestogo = number(value).filter(|&moves| moves > 0),
            "depth" => go.depth = number(value),
            "nodes" => go.nodes = number(value),
            "mate" => go.mate = number(value),
            _ => {}
        }
        // A value that is itself a keyword was missing.
        let takes_value = !matches!(word, "ponder" | "infinite") && GO_WORDS.contains(&word);
        if takes_value && !GO_WORDS.contains(&value) {
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    go
}

fn number<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.parse().ok()
}

/// Interfaces do send negative times when a clock has run out, and fractions.
fn milliseconds(word: &str) -> Option<Duration> {
    let value: f64 = word.parse().ok().filter(|v: &f64| v.is_finite())?;
    // A month is long enough for any move, and cannot overflow a clock.
    const LONGEST: f64 = 31.0 * 24.0 * 3600.0 * 1000.0;
    Some(Duration::from_millis(value.clamp(0.0, LONGEST) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Go {
        match Command::parse(line) {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn names_and_values_of_options_may_contain_spaces() {
        let command = Command::parse("setoption  name Clear  Hash");
        let name = "Clear Hash".to_string();
        assert_eq!(command, Command::SetOption { name, value: None });
        let command = Command::parse("setoption NAME SyzygyPath VALUE /a  b/c d\r\n");
        let value = Some("/a  b/c d".to_string());
        let name = "SyzygyPath".to_string();
        assert_eq!(command, Command::SetOption { name, value });
    }

    #[test]
    fn every_limit_of_go_is_read_in_any_order() {
        let go = read(
            "go ponder infinite wtime 1000 btime -20 winc 10 binc 20 movestogo 4 depth 7 \
             nodes 99 mate 3 movetime 12.5 searchmoves e2e4 d2d4",
        );
        let ms = |n| Some(Duration::from_millis(n));
        assert_eq!(go.time, [ms(1000), ms(0)]);
        assert_eq!(go.increment, [ms(10), ms(20)]);
        assert_eq!((go.movestogo, go.depth), (Some(4), Some(7)));
        assert_eq!(
            (go.nodes, go.mate, go.movetime),
            (Some(99), Some(3), ms(12))
        );
        assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
        assert!(go.ponder && go.infinite);
    }

    #[test]
    fn a_list_of_moves_ends_at_the_next_keyword() {
        let go = read("go searchmoves e2e4 d2d4 depth 3");
        assert_eq!((go.searchmoves.len(), go.depth), (2, Some(3)));
    }

    #[test]
    fn missing_and_senseless_values_are_left_out() {
        let go = read("go depth nodes 5 wtime x movestogo 99999999999 blunder 3 mate");
        let expected = Go {
            nodes: Some(5),
            ..Go::default()
        };
        assert_eq!(go, expected);
        assert_eq!(read("go"), Go::default());
        assert_eq!(read("go movestogo 0"), Go::default());
    }

    #[test]
    fn unknown_words_before_a_command_are_passed_over() {
        assert_eq!(Command::parse("joho isready"), Command::IsReady);
        assert_eq!(Command::parse("joho debug off"), Command::Debug(false));
        let value = Some("a  b".to_string());
        let name = "BookFile".to_string();
        let set = Command::parse("so what setoption name BookFile value a  b");
        assert_eq!(set, Command::SetOption { name, value });
        // Words of our own count only at the beginning.
        let joho = || Command::Unknown("joho".to_string());
        assert_eq!(Command::parse("joho d"), joho());
        assert_eq!(Command::parse("bench go"), Command::Bench(None));
        let noise = "joho ".repeat(200_000);
        assert_eq!(Command::parse(&noise), joho());
        assert_eq!(Command::parse(&(noise + "stop")), Command::Stop);
    }

    #[test]
    fn positions_are_read_with_and_without_their_keyword() {
        let position = |line: &str| match Command::parse(line) {
            Command::Position { fen, moves } => (fen, moves.len()),
            other => panic!("{other:?}"),
        };
        assert_eq!(position("position startpos moves e2e4 e7e5"), (None, 2));
        assert_eq!(
            position("position fen 8/8 w - moves"),
            (Some("8/8 w -".into()), 0)
        );
        assert_eq!(position("position 8/8 w -"), (Some("8/8 w -".into()), 0));
        assert_eq!(position("position"), (None, 0));
    }
}
