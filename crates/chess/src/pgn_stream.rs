//! PGN read fast: tags of interest, and moves resolved as they are met.
//!
//! For archives of millions of games: comments, variations and glyphs are skipped without being
//! looked at, nothing is copied, and a game whose tags are not wanted is passed over. (Openings
//! are read by the stricter [`crate::read_pgn_lines`].) A game ends at its result, or where the
//! next one's tags begin; a broken one is left at its first bad word and reading goes on with
//! the next. A comment or variation that is never closed ends where an empty line and a tag
//! follow, so that it costs its own game and no other.
//!
//! **Cost.** 100,000 to 130,000 games of 80 plies a second on one core, legality, keys and codes
//! included.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use crate::{Encoding, PackedMove, PositionKey, Replay};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// Black won.
    Black,
}

impl GameResult {
    /// Reads `1-0`, `1/2-1/2` or `0-1`.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::White),
            b"1/2-1/2" | b"1/2" | b"\xc2\xbd-\xc2\xbd" => Some(GameResult::Draw),
            b"0-1" => Some(GameResult::Black),
            _ => None,
        }
    }

    /// `1-0`, `1/2-1/2` or `0-1`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
        }
    }
}

/// One tag of a game, as it stands in the file: quotes and escapes are not undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// What stands between its quotes.
    pub value: &'a [u8],
}

/// How the movetext of a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesEnd {
    /// With a result.
    Result(GameResult),
    /// With `*`.
    Open,
    /// The next game's tags began.
    NextGame,
    /// The text ended.
    EndOfText,
    /// A word was no legal move here: its place in the text, and its length.
    BadMove(usize, usize),
    /// A comment or a variation was never closed: the place of its bracket.
    Unclosed(usize),
}

/// The moves of a game.
#[derive(Clone, Debug, Default)]
pub struct GameMoves {
    /// The key of each position, the start's first, up to the number of plies asked for.
    pub keys: Vec<PositionKey>,
    /// The moves up to the number of plies asked for.
    pub moves: Vec<PackedMove>,
    /// All moves in one byte each (see [`Replay::encode`]).
    pub codes: Vec<u8>,
    /// The number of all moves.
    pub plies: usize,
}

/// Games of a PGN text, one after the other.
pub struct PgnStream<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> PgnStream<'a> {
    /// Reads a text from its beginning; a byte order mark is skipped.
    #[must_use]
    pub fn new(text: &'a [u8]) -> PgnStream<'a> {
        let at = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        PgnStream { text, at }
    }

    /// The place in the text where reading goes on.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Goes to the next game and reads its tags; false at the end of the text. Words that stand
    /// before the tags belong to no game with tags: they make one of their own.
    pub fn next_tags(&mut self, tags: &mut Vec<RawTag<'a>>) -> bool {
        tags.clear();
        loop {
            self.skip_blanks();
            match self.text.get(self.at) {
                None => return !tags.is_empty(),
                Some(b'[') => {
                    let end = memchr(b'\n', &self.text[self.at..])
                        .map_or(self.text.len(), |length| self.at + length);
                    let line = &self.text[self.at..end];
                    self.at = end;
                    tags.extend(read_tag(line));
                }
                Some(b'%' | b';') => self.skip_line(),
                Some(b'{') => {
                    // Where it belongs to no game it spoils none.
                    self.skip_comment();
                }
                Some(_) => return true,
            }
        }
    }

    /// Passes over the movetext of the game whose tags were read.
    pub fn skip_moves(&mut self) -> MovesEnd {
        loop {
            match self.word() {
                Word::Text(_) => {}
                Word::End(end) => return end,
            }
        }
    }

    /// Reads the movetext from a start: all moves are checked, `plies` of them give keys.
    pub fn read_moves(
        &mut self,
        mut replay: Replay,
        plies: usize,
        moves: &mut GameMoves,
    ) -> MovesEnd {
        moves.keys.clear();
        moves.moves.clear();
        moves.codes.clear();
        moves.plies = 0;
        moves.keys.push(replay.key());
        loop {
            let word = match self.word() {
                Word::Text(word) => word,
                Word::End(end) => return end,
            };
            let Some(m) = replay.resolve_san(word) else {
                if IGNORED.contains(&word) {
                    continue;
                }
                let place = word.as_ptr() as usize - self.text.as_ptr() as usize;
                self.skip_moves();
                return MovesEnd::BadMove(place, word.len());
            };
            replay.encode(m, &mut moves.codes);
            replay.play(m);
            moves.plies += 1;
            if moves.plies <= plies {
                moves.moves.push(m);
                moves.keys.push(replay.key());
            }
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return;
            }
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        self.at = memchr(b'\n', &self.text[self.at..])
            .map_or(self.text.len(), |length| self.at + length + 1);
    }

    /// Skips a comment; whether it was closed before the next game.
    #[inline]
    fn skip_comment(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let end = memchr(b'}', rest);
        let comment = &rest[..end.unwrap_or(rest.len())];
        if let Some(first) = memchr(b'\n', comment)
            && let Some(next) = self.game_within(self.at + first, self.at + comment.len())
        {
            self.at = next;
            return false;
        }
        self.at += comment.len() + usize::from(end.is_some());
        end.is_some()
    }

    /// Where between two places a tag follows an empty line: the next game.
    fn game_within(&self, start: usize, end: usize) -> Option<usize> {
        memchr_iter(b'\n', &self.text[start..end])
            .map(|length| start + length + 1)
            .find(|&line| {
                let rest = &self.text[line..end];
                if rest.first() != Some(&b'[') {
                    return false;
                }
                let before = &self.text[..line - 1];
                let before = &before[memrchr(b'\n', before).map_or(0, |at| at + 1)..];
                let tag = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
                before.trim_ascii().is_empty() && read_tag(tag).is_some()
            })
    }

    /// Skips a variation with those inside it; comments inside may hold brackets. Whether it was
    /// closed before the next game.
    fn skip_variation(&mut self) -> bool {
        let mut depth = 0_usize;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'{' => {
                    if !self.skip_comment() {
                        return false;
                    }
                }
                b';' => self.skip_line(),
                _ => {
                    self.at += 1;
                    match byte {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        // A new game's tags: the bracket was never closed.
                        b'\n' if self.is_tag_line() => return false,
                        _ => {}
                    }
                    if depth == 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a line that looks like a tag begins here.
    fn is_tag_line(&self) -> bool {
        let rest = &self.text[self.at..];
        rest.first() == Some(&b'[') && rest.get(1).is_some_and(u8::is_ascii_alphabetic) && {
            let line = &rest[..memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
            line.ends_with(b"]") || line.ends_with(b"] ")
        }
    }

    /// The next word of the movetext that may be a move, or how the game ends.
    #[inline]
    fn word(&mut self) -> Word<'a> {
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Word::End(MovesEnd::EndOfText);
            };
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' | b'.' | b')' | b'}' | b']' | b'!' | b'?' => {
                    self.at += 1;
                }
                b'a'..=b'z' | b'A'..=b'Z' => return Word::Text(self.take_word()),
                b'0'..=b'9' => {
                    let word = self.take_word();
                    if let Some(word) = self.number(word) {
                        return word;
                    }
                }
                b'{' | b'(' => {
                    let place = self.at;
                    let closed = match byte {
                        b'{' => self.skip_comment(),
                        _ => self.skip_variation(),
                    };
                    if !closed {
                        return Word::End(MovesEnd::Unclosed(place));
                    }
                }
                b';' => self.skip_line(),
                b'$' => {
                    self.at += 1;
                    while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
                        self.at += 1;
                    }
                }
                b'%' if self.at > 0 && self.text[self.at - 1] == b'\n' => self.skip_line(),
                b'*' => {
                    self.at += 1;
                    return Word::End(MovesEnd::Open);
                }
                b'[' if self.is_tag_line() => return Word::End(MovesEnd::NextGame),
                _ => return Word::Text(self.take_word()),
            }
        }
    }

    /// A word that begins with a digit: a result, a number (nothing), castling with zeros, or a
    /// number and a move in one.
    #[inline]
    fn number(&mut self, word: &'a [u8]) -> Option<Word<'a>> {
        if let Some(result) = GameResult::parse(word) {
            return Some(Word::End(MovesEnd::Result(result)));
        }
        if word.starts_with(b"0-0") {
            return Some(Word::Text(word));
        }
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        let rest = &word[digits..];
        (!rest.is_empty()).then_some(Word::Text(rest))
    }

    #[inline]
    fn take_word(&mut self) -> &'a [u8] {
        let start = self.at;
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            if ENDS_WORD[usize::from(byte)] {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }
}

enum Word<'a> {
    Text(&'a [u8]),
    End(MovesEnd),
}

/// Words beside moves that mean nothing here: en passant, offers of a draw, signs of check.
const IGNORED: [&[u8]; 7] = [b"e", b"p", b"ep", b"=", b"+", b"++", b"#"];

/// Bytes at which a word of movetext ends.
const ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" \n\r\t.!?{}[];$*()";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    table
};

/// The name and the value of a line `[Name "value"]`.
fn read_tag(line: &[u8]) -> Option<RawTag<'_>> {
    let line = line.get(1..)?;
    let blank = memchr2(b' ', b'\t', line)?;
    let name = &line[..blank];
    let open = blank + memchr(b'"', &line[blank..])?;
    let close = memrchr(b'"', line).filter(|&close| close > open)?;
    Some(RawTag {
        name,
        value: &line[open + 1..close],
    })
}

/// A tag's value as text: escapes undone, and bytes that are not UTF-8 taken for Latin-1.
#[must_use]
pub fn tag_text(value: &[u8]) -> String {
    let (mut text, _) = Encoding::read(value.to_vec());
    if text.contains('\\') {
        text = text.replace("\\\"", "\"").replace("\\\\", "\\");
    }
    text
}
