//! A line from XBoard, read.
//!
//! The Chess Engine Communication Protocol, version 2. *Invariant.* Any text is some command, if
//! only [`Command::Unknown`]; a line that looks like a move is one, for protocol version 1 sends
//! moves bare.

use std::time::Duration;

/// What a line says.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `protover N`
    Protover(u32),
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `white` (true) and `black` of version 1: that side is to move, we take the other.
    Colour(bool),
    /// `level MOVES BASE INCREMENT`
    Level {
        /// Moves to a control; `None` for the whole game.
        moves: Option<u32>,
        /// Time for them.
        base: Duration,
        /// Added after each.
        increment: Duration,
    },
    /// `st SECONDS`: exactly that much a move.
    MoveTime(Duration),
    /// `sd PLIES`
    Depth(u32),
    /// `nps N`: count nodes instead of time; refused, and only remembered here.
    NodesPerSecond,
    /// `time CENTISECONDS`: what is left on our clock.
    Time(Duration),
    /// `otim CENTISECONDS`: what is left on the opponent's.
    OpponentTime(Duration),
    /// `usermove M`, or a move alone.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`
    Ping(String),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result R {comment}`
    Result,
    /// `setboard FEN`
    SetBoard(String),
    /// `hint`
    Hint,
    /// `bk`
    Book,
    /// `undo`
    Undo,
    /// `remove`
    Remove,
    /// `hard` (true) and `easy`
    Ponder(bool),
    /// `post` (true) and `nopost`
    Post(bool),
    /// `analyze`
    Analyze,
    /// `.`: how far are you
    Progress,
    /// `exit`: end of analysis.
    Exit,
    /// `exclude M` (true) and `include M`; `None` is `all`.
    Exclude(bool, Option<String>),
    /// `memory MB`
    Memory(u64),
    /// `cores N`
    Cores(u64),
    /// `egtpath TYPE PATH`
    EndgameTables(String, String),
    /// `option NAME[=VALUE]`
    SetOption(String, Option<String>),
    /// `pause` (true) and `resume`
    Pause(bool),
    /// Known, and nothing to do: `xboard`, `accepted`, `random`, `name`, `rating`, …
    Nothing,
    /// Known, and refused: `edit`, `setscore`, …
    Unsupported(String),
    /// Anything else, whole.
    Unknown(String),
}

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let unknown = || Command::Unknown(line.to_string());
        match first {
            "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics"
            | "computer" | "" | "bogus" => Command::Nothing,
            "protover" => Command::Protover(rest.parse().unwrap_or(1)),
            "new" => Command::New,
            "variant" => Command::Variant(rest.to_string()),
            "quit" => Command::Quit,
            "force" => Command::Force,
            "go" => Command::Go,
            "playother" => Command::PlayOther,
            "white" => Command::Colour(true),
            "black" => Command::Colour(false),
            "level" => level(rest).unwrap_or_else(unknown),
            "st" => seconds(rest).map_or_else(unknown, Command::MoveTime),
            "sd" => rest.parse().map_or_else(|_| unknown(), Command::Depth),
            "nps" => Command::NodesPerSecond,
            "time" => centiseconds(rest).map_or_else(unknown, Command::Time),
            "otim" => centiseconds(rest).map_or_else(unknown, Command::OpponentTime),
            "usermove" => Command::Move(rest.to_string()),
            "?" => Command::MoveNow,
            "ping" => Command::Ping(rest.to_string()),
            "draw" => Command::Draw,
            "result" => Command::Result,
            "setboard" => Command::SetBoard(rest.to_string()),
            "hint" => Command::Hint,
            "bk" => Command::Book,
            "undo" => Command::Undo,
            "remove" => Command::Remove,
            "hard" => Command::Ponder(true),
            "easy" => Command::Ponder(false),
            "post" => Command::Post(true),
            "nopost" => Command::Post(false),
            "analyze" => Command::Analyze,
            "." => Command::Progress,
            "exit" => Command::Exit,
            "exclude" | "include" => {
                let all = rest.is_empty() || rest == "all";
                Command::Exclude(first == "exclude", (!all).then(|| rest.to_string()))
            }
            "memory" => rest.parse().map_or_else(|_| unknown(), Command::Memory),
            "cores" => rest.parse().map_or_else(|_| unknown(), Command::Cores),
            "egtpath" => {
                let (kind, path) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Command::EndgameTables(kind.to_string(), path.trim().to_string())
            }
            "option" => match rest.split_once('=') {
                Some((name, value)) => {
                    Command::SetOption(name.trim().to_string(), Some(value.to_string()))
                }
                None => Command::SetOption(rest.to_string(), None),
            },
            "pause" => Command::Pause(true),
            "resume" => Command::Pause(false),
            "edit" | "setscore" | "lift" | "put" | "hover" | "partner" => {
                Command::Unsupported(first.to_string())
            }
            _ if rest.is_empty() && looks_like_a_move(first) => Command::Move(first.to_string()),
            _ => unknown(),
        }
    }
}

/// Coordinates such as `e2e4` or `e7e8q`, or castling: what version 1 sends bare.
fn looks_like_a_move(word: &str) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match word.as_bytes() {
        b"O-O" | b"O-O-O" | b"o-o" | b"o-o-o" | b"0-0" | b"0-0-0" => true,
        [a, b, c, d] | [a, b, c, d, _] => square(*a, *b) && square(*c, *d),
        _ => false,
    }
}

/// `40 0:30 0` is half a minute for forty moves, `0 2 12` two minutes and twelve seconds a move.
/// What follows the base, as in `40 25+5 0`, is of later controls: it is passed over.
fn level(text: &str) -> Option<Command> {
    let mut words = text.split_whitespace();
    let moves: u32 = words.next()?.parse().ok()?;
    let (minutes, rest) = leading_number(words.next()?)?;
    let past_minutes = rest.strip_prefix(':').and_then(leading_number);
    let base = sane(minutes * 60.0 + past_minutes.map_or(0.0, |(seconds, _)| seconds))?;
    let increment = words.next().map_or(Some(Duration::ZERO), seconds)?;
    Some(Command::Level {
        moves: (moves > 0).then_some(moves),
        base,
        increment,
    })
}

/// The number that a text begins with, and what follows it.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let signed = text.strip_prefix('-').unwrap_or(text);
    let rest = signed.trim_start_matches(is_part);
    let number = &text[..text.len() - rest.len()];
    Some((number.parse().ok()?, rest))
}

fn seconds(text: &str) -> Option<Duration> {
    sane(text.parse().ok()?)
}

fn centiseconds(text: &str) -> Option<Duration> {
    sane(text.parse::<f64>().ok()? / 100.0)
}

/// A time that no clock overflows by; one that has run out is none.
fn sane(seconds: f64) -> Option<Duration> {
    const LONGEST: f64 = 31.0 * 24.0 * 3600.0;
    seconds
        .is_finite()
        .then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_in_all_their_forms() {
        let level = |line: &str| match Command::parse(line) {
            Command::Level {
                moves,
                base,
                increment,
            } => (moves, base.as_secs(), increment.as_millis()),
            other => panic!("{other:?}"),
        };
        assert_eq!(level("level 40 0:30 0"), (Some(40), 30, 0));
        assert_eq!(level("level 0 2 12"), (None, 120, 12_000));
        assert_eq!(level("level 0 1:05 0.1"), (None, 65, 100));
        assert_eq!(level("level 40 25+5 0"), (Some(40), 1500, 0));
        assert_eq!(level("level 40 0:30+5:10 0"), (Some(40), 30, 0));
        assert_eq!(level("level 40 25+5:10 0"), (Some(40), 1500, 0));
        assert_eq!(level("level 0 -1 2"), (None, 0, 2_000));
        assert_eq!(
            Command::parse("time 1234"),
            Command::Time(Duration::from_millis(12_340))
        );
        assert_eq!(
            Command::parse("otim -5"),
            Command::OpponentTime(Duration::ZERO)
        );
        for bad in [
            "level",
            "level x y z",
            "level 40",
            "level 40 :30 0",
            "st nan",
            "time 1e999x",
            "sd -1",
        ] {
            assert!(matches!(Command::parse(bad), Command::Unknown(_)), "{bad}");
        }
    }

    #[test]
    fn bare_moves_are_moves_and_other_words_are_not() {
        for text in ["e2e4", "e7e8q", "O-O", "o-o-o"] {
            assert_eq!(Command::parse(text), Command::Move(text.to_string()));
        }
        for text in ["e2e9", "hello", "e2", "Nf3x", "\u{0}\u{1}"] {
            assert!(
                matches!(Command::parse(text), Command::Unknown(_)),
                "{text}"
            );
        }
        assert_eq!(
            Command::parse("usermove Nf3"),
            Command::Move("Nf3".to_string())
        );
    }

    #[test]
    fn options_and_excluded_moves_are_taken_apart() {
        let set = |name: &str, value: Option<&str>| {
            Command::SetOption(name.to_string(), value.map(str::to_string))
        };
        assert_eq!(
            Command::parse("option MultiPV=3"),
            set("MultiPV", Some("3"))
        );
        assert_eq!(Command::parse("option Clear Hash"), set("Clear Hash", None));
        assert_eq!(Command::parse("exclude all"), Command::Exclude(true, None));
        let one = Command::Exclude(false, Some("e2e4".to_string()));
        assert_eq!(Command::parse("include e2e4"), one);
    }
}
