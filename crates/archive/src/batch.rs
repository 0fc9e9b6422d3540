//! A piece of PGN text, read: its games with keys and codes, and what was wrong with others.

use std::collections::BTreeMap;

use zermelo_chess::{
    Chess, GameMoves, GameResult, MovesEnd, PackedMove, PgnStream, PositionKey, RawTag, Replay,
    tag_text,
};
use zermelo_game::Notation;

use crate::checkpoint::Place;
use crate::filter::{Facts, Filter};
use crate::header::{Date, Eco};
use crate::input::Piece;
use crate::segment_writer::NewGame;

/// Why a game was left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The filter did not want it.
    Filtered,
    /// The same moves, result and players were there before.
    Duplicate,
    /// Neither its tags nor its text say who won.
    NoResult,
    /// It has no moves.
    NoMoves,
    /// A word is no legal move.
    IllegalMove,
    /// Its FEN tag is no legal position.
    BadStart,
    /// It follows other rules than chess.
    Variant,
    /// Its record is marked as deleted.
    Deleted,
    /// It has more plies than can be counted.
    TooLong,
    /// A comment in it is never closed.
    UnclosedComment,
    /// A variation in it is never closed.
    UnclosedVariation,
    /// The file ends within it.
    CutOff,
}

impl Reason {
    /// In two words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Reason::Filtered => "filtered out",
            Reason::Duplicate => "duplicate",
            Reason::NoResult => "no result",
            Reason::NoMoves => "no moves",
            Reason::IllegalMove => "illegal move",
            Reason::BadStart => "bad start",
            Reason::Variant => "variant",
            Reason::Deleted => "deleted record",
            Reason::TooLong => "too long",
            Reason::UnclosedComment => "unclosed comment",
            Reason::UnclosedVariation => "unclosed variation",
            Reason::CutOff => "cut off",
        }
    }

    /// All reasons.
    pub const ALL: [Reason; 12] = [
        Reason::Filtered,
        Reason::Duplicate,
        Reason::NoResult,
        Reason::NoMoves,
        Reason::IllegalMove,
        Reason::BadStart,
        Reason::Variant,
        Reason::Deleted,
        Reason::TooLong,
        Reason::UnclosedComment,
        Reason::UnclosedVariation,
        Reason::CutOff,
    ];
}

/// A game that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The source's place in the list of inputs.
    pub source: usize,
    /// The line of the text.
    pub line: u64,
    /// Why.
    pub reason: Reason,
    /// The offending text; may be empty.
    pub text: String,
}

/// A stretch of the piece's text, or of the batch's own.
type Stretch = (u32, u32);

#[derive(Default, Clone, Copy)]
struct Tags {
    white: Stretch,
    black: Stretch,
    event: Stretch,
    site: Stretch,
    opening: Stretch,
    round: Stretch,
    time_control: Stretch,
    start: Stretch,
    white_rating: u16,
    black_rating: u16,
    date: Date,
    eco: Eco,
    result: Option<GameResult>,
    is_variant: bool,
}

struct Parsed {
    tags: Tags,
    result: GameResult,
    plies: u16,
    keys_end: usize,
    codes_end: usize,
    hash: u64,
}

/// The games of a piece.
pub(crate) struct Batch {
    pub number: usize,
    pub source: usize,
    /// Where reading goes on after it.
    pub after: Place,
    pub skipped: BTreeMap<Reason, u64>,
    pub problems: Vec<Problem>,
    /// Whether there was anything like a game.
    pub saw_tags: bool,
    text: Vec<u8>,
    own: Vec<u8>,
    keys: Vec<PositionKey>,
    moves: Vec<PackedMove>,
    codes: Vec<u8>,
    games: Vec<Parsed>,
}

impl Batch {
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// A game, and its hash.
    pub fn game(&self, place: usize) -> (NewGame<'_>, u64) {
        let game = &self.games[place];
        let (keys, codes) = match place.checked_sub(1) {
            None => (0, 0),
            Some(before) => (self.games[before].keys_end, self.games[before].codes_end),
        };
        let keys = &self.keys[keys..game.keys_end];
        // Each game has one move less than keys.
        let moves_start = game.keys_end - keys.len() - place;
        let moves = &self.moves[moves_start..moves_start + keys.len() - 1];
        let codes = &self.codes[codes..game.codes_end];
        (
            self.view(&game.tags, game.result, game.plies, keys, moves, codes),
            game.hash,
        )
    }

    fn view<'a>(
        &'a self,
        tags: &Tags,
        result: GameResult,
        plies: u16,
        keys: &'a [PositionKey],
        moves: &'a [PackedMove],
        codes: &'a [u8],
    ) -> NewGame<'a> {
        NewGame {
            white: self.stretch(tags.white),
            black: self.stretch(tags.black),
            event: self.stretch(tags.event),
            site: self.stretch(tags.site),
            opening: self.stretch(tags.opening),
            round: self.stretch(tags.round),
            time_control: self.stretch(tags.time_control),
            white_rating: tags.white_rating,
            black_rating: tags.black_rating,
            date: tags.date,
            eco: tags.eco,
            result,
            source: 0,
            start: self.stretch(tags.start),
            plies,
            codes,
            keys,
            moves,
        }
    }

    fn stretch(&self, (start, length): Stretch) -> &[u8] {
        let (start, length) = (start as usize, length as usize);
        match start.checked_sub(self.text.len()) {
            None => &self.text[start..start + length],
            Some(start) => &self.own[start..start + length],
        }
    }

    /// The line of a place in the text.
    fn line(&self, first: u64, place: usize) -> u64 {
        first + memchr::memchr_iter(b'\n', &self.text[..place]).count() as u64
    }

    /// Reads a piece: games that pass the filter, with the keys of their first `plies` plies.
    pub fn read(mut piece: Piece, filter: &Filter, plies: usize) -> Batch {
        let text = std::mem::take(&mut piece.text);
        let first_line = piece.first_line;
        let games = text.len() / 600;
        let mut batch = Batch {
            number: piece.number,
            source: piece.source,
            after: piece.after,
            skipped: BTreeMap::new(),
            problems: Vec::new(),
            saw_tags: false,
            text: Vec::new(),
            own: Vec::new(),
            keys: Vec::with_capacity(games * (plies + 1)),
            moves: Vec::with_capacity(games * plies),
            codes: Vec::with_capacity(games * 90),
            games: Vec::with_capacity(games),
        };
        // The text moves in at the end: until then stretches are only numbers.
        let mut reader = Reader {
            text: &text,
            own: Vec::new(),
            filter,
            plies,
            moves: GameMoves::default(),
        };
        let mut stream = PgnStream::new(&text);
        let mut tags = Vec::new();
        let mut problems = Vec::new();
        while stream.next_tags(&mut tags) {
            let start = stream.offset();
            batch.saw_tags |= !tags.is_empty();
            let is_end = |stream: &PgnStream<'_>| piece.is_last && stream.offset() >= text.len();
            match reader.game(&mut stream, &tags, is_end) {
                Ok((tags, result)) => batch.take(&reader.moves, tags, result),
                Err((reason, place)) => {
                    *batch.skipped.entry(reason).or_insert(0) += 1;
                    if reason != Reason::Filtered {
                        problems.push((reason, place.unwrap_or((start, 0))));
                    }
                }
            }
        }
        batch.own = reader.own;
        batch.text = text;
        for (reason, (place, length)) in problems {
            let line = batch.line(first_line, place.min(batch.text.len()));
            let text = String::from_utf8_lossy(&batch.text[place..place + length]).into_owned();
            batch.problems.push(Problem {
                source: batch.source,
                line,
                reason,
                text,
            });
        }
        for place in 0..batch.games.len() {
            batch.games[place].hash = batch.game(place).0.hash();
        }
        batch
    }

    fn take(&mut self, moves: &GameMoves, tags: Tags, result: GameResult) {
        self.keys.extend_from_slice(&moves.keys);
        self.moves.extend_from_slice(&moves.moves);
        self.codes.extend_from_slice(&moves.codes);
        self.games.push(Parsed {
            tags,
            result,
            plies: u16::try_from(moves.plies).expect("longer games were refused"),
            keys_end: self.keys.len(),
            codes_end: self.codes.len(),
            hash: 0,
        });
    }
}

/// Reads games one by one.
struct Reader<'a> {
    text: &'a [u8],
    own: Vec<u8>,
    filter: &'a Filter,
    plies: usize,
    moves: GameMoves,
}

/// A reason and, where there is one, the place and length of the offending text.
type Refusal = (Reason, Option<(usize, usize)>);

impl<'a> Reader<'a> {
    fn game(
        &mut self,
        stream: &mut PgnStream<'a>,
        raw: &[RawTag<'a>],
        is_end: impl Fn(&PgnStream<'_>) -> bool,
    ) -> Result<(Tags, GameResult), Refusal> {
        let refuse = |stream: &mut PgnStream<'a>, reason| {
            stream.skip_moves();
            Err((reason, None))
        };
        let (tags, start) = match self.tags(raw) {
            Ok(tags) => tags,
            Err(reason) => return refuse(stream, reason),
        };
        if tags.is_variant {
            return refuse(stream, Reason::Variant);
        }
        let facts = Facts {
            white: self.stretch(tags.white),
            black: self.stretch(tags.black),
            white_rating: tags.white_rating,
            black_rating: tags.black_rating,
            date: tags.date,
            eco: tags.eco,
            time_control: self.stretch(tags.time_control),
        };
        if !self.filter.is_empty() && !self.filter.allows(&facts) {
            return refuse(stream, Reason::Filtered);
        }
        let end = stream.read_moves(start, self.plies, &mut self.moves);
        let written = match end {
            MovesEnd::BadMove(place, length) => {
                return Err((Reason::IllegalMove, Some((place, length))));
            }
            MovesEnd::EndOfText | MovesEnd::Unclosed(_) if is_end(stream) => {
                return Err((Reason::CutOff, None));
            }
            MovesEnd::Unclosed(place) => {
                let reason = match self.text[place] {
                    b'{' => Reason::UnclosedComment,
                    _ => Reason::UnclosedVariation,
                };
                let line = self.text[place..].split(|&byte| byte == b'\n').next();
                return Err((reason, Some((place, line.map_or(0, <[u8]>::len)))));
            }
            MovesEnd::Result(result) => Some(result),
            _ => None,
        };
        if self.moves.plies == 0 {
            return Err((Reason::NoMoves, None));
        }
        let result = tags.result.or(written).ok_or((Reason::NoResult, None))?;
        let Ok(plies) = u16::try_from(self.moves.plies) else {
            return Err((Reason::TooLong, None));
        };
        if !self.filter.allows_outcome(result, plies) {
            return Err((Reason::Filtered, None));
        }
        Ok((tags, result))
    }

    fn stretch(&self, (start, length): Stretch) -> &[u8] {
        let (start, length) = (start as usize, length as usize);
        match start.checked_sub(self.text.len()) {
            None => &self.text[start..start + length],
            Some(start) => &self.own[start..start + length],
        }
    }

    /// Where a value stands; one that must be changed is written down anew.
    fn place(&mut self, value: &[u8]) -> Stretch {
        let plain = !value.contains(&b'\\') && std::str::from_utf8(value).is_ok();
        if plain {
            let start = value.as_ptr() as usize - self.text.as_ptr() as usize;
            return (start as u32, value.len() as u32);
        }
        self.put(tag_text(value).as_bytes())
    }

    fn put(&mut self, value: &[u8]) -> Stretch {
        let start = self.text.len() + self.own.len();
        self.own.extend_from_slice(value);
        (start as u32, value.len() as u32)
    }

    fn tags(&mut self, raw: &[RawTag<'a>]) -> Result<(Tags, Replay), Reason> {
        let mut tags = Tags::default();
        let mut start = None;
        let (mut opening, mut variation) = (None, None);
        for tag in raw {
            match tag.name {
                b"White" => tags.white = self.place(tag.value),
                b"Black" => tags.black = self.place(tag.value),
                b"Event" => tags.event = self.place(tag.value),
                b"Site" => tags.site = self.place(tag.value),
                b"Round" => tags.round = self.place(tag.value),
                b"TimeControl" => tags.time_control = self.place(tag.value),
                b"WhiteElo" => tags.white_rating = rating(tag.value),
                b"BlackElo" => tags.black_rating = rating(tag.value),
                b"Date" => tags.date = Date::parse(tag.value),
                b"UTCDate" if tags.date.year == 0 => tags.date = Date::parse(tag.value),
                b"ECO" => {
                    tags.eco = Eco::parse(tag.value);
                    // Text books put the name behind the code.
                    opening = opening.or(tag.value.get(4..).filter(|_| tag.value[3] == b' '));
                }
                b"Result" => tags.result = GameResult::parse(tag.value),
                b"Opening" => opening = Some(tag.value),
                b"Variation" => variation = Some(tag.value),
                b"FEN" => start = Some(tag.value),
                b"Variant" => tags.is_variant = !is_chess(tag.value),
                _ => {}
            }
        }
        if let Some(opening) = opening.filter(|name| *name != b"?") {
            tags.opening = match variation.filter(|name| *name != b"?") {
                None => self.place(opening),
                Some(variation) => {
                    let name = format!("{}: {}", tag_text(opening), tag_text(variation));
                    self.put(name.as_bytes())
                }
            };
        }
        let Some(fen) = start else {
            return Ok((tags, Replay::new()));
        };
        let position = Chess::parse(&tag_text(fen)).map_err(|_| Reason::BadStart)?;
        if position == Chess::new() {
            return Ok((tags, Replay::new()));
        }
        let notation = position.notation();
        let board = notation.split(' ').next().unwrap_or_default();
        let most = 16;
        let white = board.chars().filter(char::is_ascii_uppercase).count();
        let black = board.chars().filter(char::is_ascii_lowercase).count();
        if white > most || black > most {
            return Err(Reason::BadStart);
        }
        tags.start = self.put(notation.as_bytes());
        Ok((tags, Replay::from_position(&position)))
    }
}

fn is_chess(variant: &[u8]) -> bool {
    const NAMES: [&[u8]; 7] = [
        b"standard",
        b"chess",
        b"chess960",
        b"fischerandom",
        b"fischerrandom",
        b"from position",
        b"normal",
    ];
    let name = variant.to_ascii_lowercase();
    NAMES.contains(&name.as_slice())
}

fn rating(value: &[u8]) -> u16 {
    let mut number = 0_u16;
    for &byte in value {
        if !byte.is_ascii_digit() || number >= 1000 {
            return 0;
        }
        number = number * 10 + u16::from(byte - b'0');
    }
    // Twelve bits are kept.
    if number > 4095 { 0 } else { number }
}
