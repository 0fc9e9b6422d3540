//! Opening lines and whole games out of PGN, read strictly.
//!
//! Written for books of some ten thousand short games, where a misread move matters more than
//! speed: every token of the main line must be a legal move. (Readers made for archives pass
//! over what they cannot read, which would turn a misprint into another opening.) Variations are
//! read only if asked for, move numbers never; comments, signs and the text of variations are kept
//! with whole games; a game starts at a tag that follows movetext, or after a result.

use std::ops::Range;

use zermelo_game::{Game, Notation};

use crate::pgn_tokens::{Token, Tokens};
use crate::{Aside, BadLine, Chess, Line, Move};

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Names and values of its tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Where it started and what was played.
    pub line: Line,
    /// The comment before the first move; may be empty.
    pub opening: String,
    /// The comment after each move; may be empty.
    pub comments: Vec<String>,
    /// The signs after each move as numeric glyphs (`$1`), and the variations that stand for it as
    /// they are written (`(1... c5 2. Nf3)`); both may be empty.
    pub asides: Vec<Aside>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Reads the games of a PGN text as opening lines of at most `max_plies` plies. Moves beyond
/// them are not looked at.
pub fn read_pgn_lines(
    text: &str,
    max_plies: usize,
) -> impl Iterator<Item = Result<Line, BadLine>> + '_ {
    games(text, max_plies).map(|game| game.map(|game| game.line))
}

/// Reads the lines of a PGN text with its variations: those of each game, its main line first,
/// all from the start and cut off after `max_plies` plies.
///
/// ```
/// use zermelo_chess::read_pgn_variations;
/// let lines = read_pgn_variations("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *", 100).next();
/// let lengths: Vec<usize> = lines.unwrap().unwrap().iter().map(|l| l.moves.len()).collect();
/// assert_eq!(lengths, [3, 3, 3]);
/// ```
pub fn read_pgn_variations(
    text: &str,
    max_plies: usize,
) -> impl Iterator<Item = Result<Vec<Line>, BadLine>> + '_ {
    readings(text, max_plies, true).map(Reading::into_lines)
}

/// Reads the games of a PGN text.
///
/// ```
/// use zermelo_chess::read_pgn_games;
/// let game = read_pgn_games("[White \"A\"]\n\n1. e4 {best} e5 1-0").next().unwrap().unwrap();
/// assert_eq!((game.line.moves.len(), game.result.as_str()), (2, "1-0"));
/// assert_eq!(game.comments, ["best", ""]);
/// ```
pub fn read_pgn_games(text: &str) -> impl Iterator<Item = Result<PgnGame, BadLine>> + '_ {
    games(text, usize::MAX)
}

/// Reads the games of a PGN text, each with the part of the text that it is written in.
pub fn read_pgn_texts(text: &str) -> impl Iterator<Item = (&str, Result<PgnGame, BadLine>)> + '_ {
    readings(text, usize::MAX, false).map(|game| (&text[game.span.clone()], game.into_game()))
}

fn games(text: &str, max_plies: usize) -> impl Iterator<Item = Result<PgnGame, BadLine>> + '_ {
    readings(text, max_plies, false).map(Reading::into_game)
}

fn readings(text: &str, max_plies: usize, variations: bool) -> impl Iterator<Item = Reading> + '_ {
    let mut tokens = Tokens::new(text, variations);
    let mut pushed_back = None;
    // Where the last token that belongs to a game ends.
    let mut end = 0;
    std::iter::from_fn(move || {
        let mut game = Reading::new(max_plies);
        let start = end;
        loop {
            let Some((line, token)) = pushed_back.take().or_else(|| tokens.next()) else {
                return game.finish(start..text.len());
            };
            if matches!(token, Token::Tag(..)) && game.in_movetext {
                pushed_back = Some((line, token));
                return game.finish(start..end);
            }
            end = tokens.at();
            if game.take(line, token) {
                return game.finish(start..end);
            }
        }
    })
}

/// One game as it is being read.
struct Reading {
    line: Line,
    tags: Vec<(String, String)>,
    /// Where it stands in the text.
    span: Range<usize>,
    opening: String,
    comments: Vec<String>,
    asides: Vec<Aside>,
    result: String,
    /// Before each move of the line, and after the last.
    positions: Vec<Chess>,
    max_plies: usize,
    /// Words since the line was as long as wanted.
    beyond: usize,
    /// The ply and the move for which each open variation stands, and the position after it;
    /// `None` if the variation is passed over.
    open: Vec<Option<(usize, Move, Chess)>>,
    /// The variations that are finished.
    variations: Vec<Line>,
    in_movetext: bool,
    seen: bool,
    bad: Option<BadLine>,
}

/// Variations inside variations; more are taken for nonsense.
const DEEPEST: usize = 100;

impl Reading {
    fn new(max_plies: usize) -> Reading {
        Reading {
            line: Line {
                name: String::new(),
                start: Chess::new(),
                moves: Vec::new(),
            },
            tags: Vec::new(),
            span: 0..0,
            opening: String::new(),
            comments: Vec::new(),
            asides: Vec::new(),
            result: "*".to_string(),
            positions: vec![Chess::new()],
            max_plies,
            beyond: 0,
            open: Vec::new(),
            variations: Vec::new(),
            in_movetext: false,
            seen: false,
            bad: None,
        }
    }

    /// Takes a token; true if it ends the game.
    fn take(&mut self, line: usize, token: Token<'_>) -> bool {
        // A comment alone makes no game, nor does a bracket.
        self.seen |= !matches!(token, Token::Comment(_) | Token::Variation(_));
        match token {
            // Some programs end variations with a result, too.
            Token::End(_) if !self.open.is_empty() => {}
            Token::End(result) => {
                self.result = result.to_string();
                return true;
            }
            Token::Open => self.open_variation(line),
            Token::Close => self.close_variation(),
            Token::Comment(text) => self.comment(text),
            Token::Variation(text) => {
                if let Some(aside) = self.asides.last_mut() {
                    aside.add_variation(text);
                }
            }
            Token::Tag(name, value) => self.tag(line, name, value),
            Token::Word(word) => {
                self.in_movetext = true;
                self.word(line, word);
            }
        }
        false
    }

    /// What follows stands for the last move.
    fn open_variation(&mut self, line: usize) {
        if self.open.len() >= DEEPEST {
            self.fail(line, format!("variations nest more than {DEEPEST} deep"));
        }
        if self.bad.is_some() {
            return;
        }
        let passed_over = self.beyond > 0 || self.open.last().is_some_and(Option::is_none);
        let replaced = if passed_over {
            None
        } else {
            let Some(m) = self.line.moves.pop() else {
                return self.fail(line, "a variation before the first move".to_string());
            };
            self.comments.pop();
            self.asides.pop();
            self.positions
                .pop()
                .map(|after| (self.line.moves.len(), m, after))
        };
        self.open.push(replaced);
    }

    /// Back to the move for which a variation stood.
    fn close_variation(&mut self) {
        let Some(Some((plies, m, after))) = self.open.pop() else {
            return;
        };
        self.variations.push(self.line.clone());
        self.line.moves.truncate(plies);
        self.positions.truncate(plies + 1);
        self.comments.truncate(plies);
        self.asides.truncate(plies);
        self.line.moves.push(m);
        self.positions.push(after);
        self.comments.push(String::new());
        self.asides.push(Aside::default());
        self.beyond = 0;
    }

    fn fail(&mut self, line: usize, problem: String) {
        self.bad.get_or_insert(BadLine { line, problem });
    }

    /// A comment belongs to the move before it.
    fn comment(&mut self, text: &str) {
        let last = self.comments.last_mut().unwrap_or(&mut self.opening);
        if !last.is_empty() && !text.is_empty() {
            last.push(' ');
        }
        last.push_str(text);
    }

    /// A sign belongs to the move before it.
    fn sign(&mut self, text: &str) {
        if let Some(aside) = self.asides.last_mut() {
            aside.add_sign(text);
        }
    }

    fn tag(&mut self, line: usize, name: &str, value: String) {
        self.tags.push((name.to_string(), value.clone()));
        match name {
            "FEN" => match Chess::parse(&value) {
                Ok(start) => {
                    self.positions = vec![start.clone()];
                    self.line.start = start;
                }
                Err(e) => self.fail(line, format!("FEN tag: {e}")),
            },
            "Opening" | "ECO" => {
                if !self.line.name.is_empty() {
                    self.line.name.push(' ');
                }
                self.line.name.push_str(&value);
            }
            _ => {}
        }
    }

    fn word(&mut self, line: usize, word: &str) {
        let text = without_number(word);
        // `$3`, `!?` and `e.p.` are decoration.
        let decoration = text.is_empty() || text.starts_with(['$', '!', '?']) || text == "e.p.";
        let passed_over = self.open.last().is_some_and(Option::is_none);
        if passed_over || self.bad.is_some() {
            return;
        }
        if decoration {
            return self.sign(text);
        }
        if self.line.moves.len() >= self.max_plies {
            self.beyond += 1;
            return;
        }
        let castling = text.replace('0', "O");
        let text = if castling.starts_with("O-O") {
            &castling
        } else {
            text
        };
        let Some(position) = self.positions.last() else {
            return;
        };
        match position.parse_move(text) {
            Ok(m) => {
                self.positions.push(position.after(m));
                self.line.moves.push(m);
                self.comments.push(String::new());
                self.asides.push(Aside::default());
                self.sign(&text[text.trim_end_matches(['!', '?']).len()..]);
            }
            Err(e) => self.fail(line, format!("ply {}: {e}", self.line.moves.len() + 1)),
        }
    }

    /// Ends the game, if there was one.
    fn finish(mut self, span: Range<usize>) -> Option<Reading> {
        self.span = span;
        while !self.open.is_empty() {
            self.close_variation();
        }
        (self.seen || self.bad.is_some()).then_some(self)
    }

    fn into_game(self) -> Result<PgnGame, BadLine> {
        match self.bad {
            Some(bad) => Err(bad),
            None => Ok(PgnGame {
                tags: self.tags,
                line: self.line,
                opening: self.opening,
                comments: self.comments,
                asides: self.asides,
                result: self.result,
            }),
        }
    }

    /// The main line and the variations.
    fn into_lines(mut self) -> Result<Vec<Line>, BadLine> {
        match self.bad {
            Some(bad) => Err(bad),
            None => {
                self.variations.insert(0, self.line);
                Ok(self.variations)
            }
        }
    }
}

/// The move in a word that may carry its number: `12.Nf3`, `12...Nf6`, or nothing in `12.`
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || (rest.len() < word.len() && rest.starts_with('.')) {
        rest.trim_start_matches('.')
    } else {
        word
    }
}
