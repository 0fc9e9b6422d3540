//! Games as PGN in export format (PGN standard of 1994, section 8).
//!
//! The seven tag roster first, the other tags in the order given; lines of fewer than 80
//! characters; a move number before every white move, and before a black one when a comment or
//! the start of the game precedes it. Tag values and comments cannot break the format, whatever
//! they contain; blanks and control characters beyond ASCII are letters, since in a text of another
//! encoding ([`Encoding`](crate::Encoding)) they may be.

use std::fmt;

use crate::Aside;

/// The tags that every game carries, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Fewer than 80 characters to a line.
const WIDTH: usize = 79;

/// One game, ready to be written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameText {
    /// Names and values; of the roster's tags the missing ones are written as unknown, and
    /// `Result` is taken from [`result`](GameText::result).
    pub tags: Vec<(String, String)>,
    /// The number of the first move.
    pub first_number: u32,
    /// Whether the second player makes the first move.
    pub second_begins: bool,
    /// A comment before the first move; may be empty.
    pub opening: String,
    /// The moves, each with a comment that may be empty.
    pub moves: Vec<(String, String)>,
    /// Signs and variations of the moves, as far as there are any.
    pub asides: Vec<Aside>,
    /// A comment before the result; may be empty.
    pub closing: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl fmt::Display for GameText {
    /// The game, with an empty line after its tags and one after its moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let given = self.tags.iter().find(|(tag, _)| tag == name);
            let value = match (name, given) {
                ("Result", _) => self.result.as_str(),
                (_, Some((_, value))) => value.as_str(),
                ("Date", None) => "????.??.??",
                (_, None) => "?",
            };
            write_tag(f, name, value)?;
        }
        for (name, value) in &self.tags {
            if !ROSTER.contains(&name.as_str()) {
                write_tag(f, name, value)?;
            }
        }
        writeln!(f)?;
        let mut column = 0;
        for token in self.tokens() {
            let width = token.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&token)?;
            column += width;
        }
        f.write_str("\n\n")
    }
}

impl GameText {
    /// Everything between the blanks at which a line may be broken.
    fn tokens(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        let mut number = self.first_number;
        let mut second = self.second_begins;
        let mut needs_number = true;
        let none = Aside::default();
        push_comment(&mut tokens, &self.opening);
        for (ply, (text, comment)) in self.moves.iter().enumerate() {
            let aside = self.asides.get(ply).unwrap_or(&none);
            if !second {
                tokens.push(format!("{number}."));
            } else if needs_number {
                tokens.push(format!("{number}..."));
            }
            tokens.push(text.clone());
            push_words(&mut tokens, &aside.signs);
            push_comment(&mut tokens, comment);
            push_words(&mut tokens, &aside.variations);
            needs_number = !comment.is_empty() || !aside.variations.is_empty();
            number = number.saturating_add(u32::from(second));
            second = !second;
        }
        push_comment(&mut tokens, &self.closing);
        tokens.push(self.result.clone());
        tokens
    }
}

fn push_words(tokens: &mut Vec<String>, text: &str) {
    tokens.extend(text.split_ascii_whitespace().map(str::to_string));
}

/// A comment, word by word; a brace in it would end it early.
fn push_comment(tokens: &mut Vec<String>, comment: &str) {
    let clean = comment.replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = clean.split_ascii_whitespace().map(str::to_string).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    tokens.append(&mut words);
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let clean: String = value
        .chars()
        .map(|c| if c.is_ascii_control() { ' ' } else { c })
        .collect();
    let escaped = clean.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{escaped}\"]")
}
