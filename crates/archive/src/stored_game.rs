//! A game as it comes out of an archive.

use zermelo_chess::{Chess, GameResult, GameText, PackedMove, Replay};
use zermelo_game::{Game, Notation, Side};

use crate::header::{Date, Eco};

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating, 0 if unknown.
    pub white_rating: u16,
    /// Black's rating, 0 if unknown.
    pub black_rating: u16,
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The round.
    pub round: String,
    /// The day.
    pub date: Date,
    /// The opening's code.
    pub eco: Eco,
    /// The opening's name as the game's tags gave it.
    pub opening: String,
    /// The time control.
    pub time_control: String,
    /// The result.
    pub result: GameResult,
    /// The start in FEN; empty for the usual one.
    pub start: String,
    /// How many plies it has.
    pub plies: u16,
    /// The source's place in [`crate::Archive::sources`].
    pub source: u16,
    /// The moves in one byte each (see [`Replay::encode`]).
    pub codes: Vec<u8>,
}

impl StoredGame {
    /// The position in which it begins.
    #[must_use]
    pub fn start_position(&self) -> Chess {
        if self.start.is_empty() {
            return Chess::new();
        }
        Chess::parse(&self.start).unwrap_or_default()
    }

    /// The moves, as far as they make sense.
    #[must_use]
    pub fn moves(&self) -> Vec<PackedMove> {
        let mut replay = if self.start.is_empty() {
            Replay::new()
        } else {
            Replay::from_position(&self.start_position())
        };
        let mut moves = Vec::with_capacity(self.plies.into());
        let mut codes = self.codes.as_slice();
        while let Some((m, rest)) = replay.play_code(codes) {
            moves.push(m);
            codes = rest;
        }
        moves
    }

    /// The game in PGN.
    #[must_use]
    pub fn pgn(&self) -> GameText {
        let mut tags = vec![
            ("Event".to_string(), self.event.clone()),
            ("Site".to_string(), self.site.clone()),
            ("Date".to_string(), self.date.to_string()),
            ("Round".to_string(), self.round.clone()),
            ("White".to_string(), self.white.clone()),
            ("Black".to_string(), self.black.clone()),
        ];
        for (_, value) in &mut tags {
            if value.is_empty() {
                value.push('?');
            }
        }
        let mut put = |name: &str, value: String| {
            if !value.is_empty() && value != "0" {
                tags.push((name.to_string(), value));
            }
        };
        put("WhiteElo", self.white_rating.to_string());
        put("BlackElo", self.black_rating.to_string());
        put("ECO", self.eco.to_string());
        put("Opening", self.opening.clone());
        put("TimeControl", self.time_control.clone());
        if !self.start.is_empty() {
            if castles_unusually(&self.start) {
                put("Variant", "Chess960".to_string());
            }
            put("SetUp", "1".to_string());
            put("FEN", self.start.clone());
        }
        let start = self.start_position();
        let (first_number, second_begins) = (start.fullmove_number(), start.side() == Side::Second);
        let mut position = start;
        let mut moves = Vec::new();
        for packed in self.moves() {
            let Some(m) = position.unpacked(packed) else {
                break;
            };
            moves.push((position.san(m), String::new()));
            position.play(m);
        }
        GameText {
            tags,
            first_number,
            second_begins,
            moves,
            result: self.result.text().to_string(),
            ..GameText::default()
        }
    }
}

/// Whether a position in FEN has castling rights of a king or rook that does not stand where it
/// does in chess.
fn castles_unusually(fen: &str) -> bool {
    let mut fields = fen.split(' ');
    let board = fields.next().unwrap_or_default();
    let rights = fields.nth(1).unwrap_or_default();
    let rank = |place: usize| -> Vec<char> {
        let rank = board.split('/').nth(place).unwrap_or_default().chars();
        let squares = rank.flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![c],
        });
        squares.collect()
    };
    let (first, last) = (rank(7), rank(0));
    rights.chars().any(|right| {
        let (rank, king, rook, place) = match right {
            'K' => (&first, 'K', 'R', 7),
            'Q' => (&first, 'K', 'R', 0),
            'k' => (&last, 'k', 'r', 7),
            'q' => (&last, 'k', 'r', 0),
            // None, or the file of a rook that another stands outside of.
            other => return other != '-',
        };
        rank.get(4) != Some(&king) || rank.get(place) != Some(&rook)
    })
}
