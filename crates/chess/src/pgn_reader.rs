//! Opening lines and whole games out of PGN, read strictly.
//!
//! Written for books of some ten thousand short games, where a misread move matters more than
//! speed: every token of the main line must be a legal move. (Readers made for archives pass
//! over what they cannot read, which would turn a misprint into another opening.) Variations,
//! numeric glyphs and move numbers are skipped, comments kept only with whole games; a game
//! starts at a tag that follows movetext, or after a result.

use zermelo_game::{Game, Notation};

use crate::{BadLine, Chess, Line};

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Names and values of its tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Where it started and what was played.
    pub line: Line,
    /// The comment after each move; may be empty.
    pub comments: Vec<String>,
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

fn games(text: &str, max_plies: usize) -> impl Iterator<Item = Result<PgnGame, BadLine>> + '_ {
    let mut tokens = Tokens {
        text,
        at: 0,
        line: 1,
    };
    let mut pushed_back = None;
    std::iter::from_fn(move || {
        let mut game = Reading::new(max_plies);
        loop {
            let Some((line, token)) = pushed_back.take().or_else(|| tokens.next()) else {
                return game.finish();
            };
            if matches!(token, Token::Tag(..)) && game.in_movetext {
                pushed_back = Some((line, token));
                return game.finish();
            }
            if game.take(line, token) {
                return game.finish();
            }
        }
    })
}

/// What stands in a PGN text, variations and the like left out.
enum Token<'a> {
    Tag(&'a str, String),
    Word(&'a str),
    Comment(&'a str),
    End(&'a str),
}

struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        self.line += self.text[self.at..end].matches('\n').count();
        self.at = end;
    }

    /// Skips to just after the next `stop`, or to the end.
    fn skip_past(&mut self, stop: char) {
        let found = self.rest().find(stop);
        self.advance(found.map_or(self.rest().len(), |i| i + stop.len_utf8()));
    }

    /// Skips a variation with those inside it; comments inside may hold brackets.
    fn skip_variation(&mut self) {
        let mut depth = 0usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '{' => self.skip_past('}'),
                ';' => self.skip_past('\n'),
                _ => {
                    self.advance(c.len_utf8());
                    depth = match c {
                        '(' => depth + 1,
                        ')' => depth - 1,
                        _ => depth,
                    };
                    if depth == 0 {
                        return;
                    }
                }
            }
        }
    }

    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            let c = self.rest().chars().next()?;
            let line = self.line;
            match c {
                '{' | ';' => {
                    let start = self.at + 1;
                    self.skip_past(if c == '{' { '}' } else { '\n' });
                    let text = self.text[start..self.at].trim_end_matches(['}', '\n']);
                    return Some((line, Token::Comment(text.trim())));
                }
                '%' if self.at == 0 || self.text[..self.at].ends_with('\n') => {
                    self.skip_past('\n');
                }
                '(' => self.skip_variation(),
                '[' => {
                    let tag = self.tag();
                    self.skip_past('\n');
                    if let Some((name, value)) = tag {
                        return Some((line, Token::Tag(name, value)));
                    }
                }
                c if c.is_whitespace() || c == '.' || c == ')' || c == '\u{feff}' => {
                    self.advance(c.len_utf8());
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}();[".contains(c);
                    let end = self.rest().find(ends).unwrap_or(self.rest().len());
                    // A closing bracket on its own ends no word but must not stop us either.
                    let word = &self.rest()[..end.max(c.len_utf8())];
                    self.advance(word.len());
                    let token = match word {
                        "½-½" => Token::End("1/2-1/2"),
                        "*" | "1-0" | "0-1" | "1/2-1/2" => Token::End(word),
                        _ => Token::Word(word),
                    };
                    return Some((line, token));
                }
            }
        }
    }

    fn tag(&self) -> Option<(&'a str, String)> {
        let line = self.rest().lines().next()?;
        let (name, rest) = line[1..].split_once(char::is_whitespace)?;
        let quoted = rest.trim_start().strip_prefix('"')?;
        let mut value = String::new();
        let mut escaped = false;
        for c in quoted.chars() {
            match c {
                '"' if !escaped => return Some((name, value)),
                '\\' if !escaped => escaped = true,
                c => {
                    escaped = false;
                    // As they are written: tags have no room for control characters.
                    value.push(if c.is_control() { ' ' } else { c });
                }
            }
        }
        None
    }
}

/// One game as it is being read.
struct Reading {
    line: Line,
    tags: Vec<(String, String)>,
    comments: Vec<String>,
    result: String,
    position: Chess,
    max_plies: usize,
    in_movetext: bool,
    seen: bool,
    bad: Option<BadLine>,
}

impl Reading {
    fn new(max_plies: usize) -> Reading {
        Reading {
            line: Line {
                name: String::new(),
                start: Chess::new(),
                moves: Vec::new(),
            },
            tags: Vec::new(),
            comments: Vec::new(),
            result: "*".to_string(),
            position: Chess::new(),
            max_plies,
            in_movetext: false,
            seen: false,
            bad: None,
        }
    }

    /// Takes a token; true if it ends the game.
    fn take(&mut self, line: usize, token: Token<'_>) -> bool {
        // A comment alone makes no game.
        self.seen |= !matches!(token, Token::Comment(_));
        match token {
            Token::End(result) => {
                self.result = result.to_string();
                return true;
            }
            Token::Comment(text) => self.comment(text),
            Token::Tag(name, value) => self.tag(line, name, value),
            Token::Word(word) => {
                self.in_movetext = true;
                self.word(line, word);
            }
        }
        false
    }

    fn fail(&mut self, line: usize, problem: String) {
        self.bad.get_or_insert(BadLine { line, problem });
    }

    /// A comment belongs to the move before it; one before all moves is not kept.
    fn comment(&mut self, text: &str) {
        if let Some(last) = self.comments.last_mut() {
            if !last.is_empty() && !text.is_empty() {
                last.push(' ');
            }
            last.push_str(text);
        }
    }

    fn tag(&mut self, line: usize, name: &str, value: String) {
        self.tags.push((name.to_string(), value.clone()));
        match name {
            "FEN" => match Chess::parse(&value) {
                Ok(start) => {
                    self.position = start.clone();
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
        if decoration || self.bad.is_some() || self.line.moves.len() >= self.max_plies {
            return;
        }
        let castling = text.replace('0', "O");
        let text = if castling.starts_with("O-O") {
            &castling
        } else {
            text
        };
        match self.position.parse_move(text) {
            Ok(m) => {
                self.position.play(m);
                self.line.moves.push(m);
                self.comments.push(String::new());
            }
            Err(e) => self.fail(line, format!("ply {}: {e}", self.line.moves.len() + 1)),
        }
    }

    fn finish(self) -> Option<Result<PgnGame, BadLine>> {
        match (self.bad, self.seen) {
            (Some(bad), _) => Some(Err(bad)),
            (None, true) => Some(Ok(PgnGame {
                tags: self.tags,
                line: self.line,
                comments: self.comments,
                result: self.result,
            })),
            (None, false) => None,
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
