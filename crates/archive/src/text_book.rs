//! The source's text book as games: `[ECO B57 Sicilian: Sozin, Benkö variation]`, then a line of
//! moves without numbers, pawn captures written `cd`.
//!
//! A line of a book has no result: it counts as one drawn game without players. What comes out is
//! PGN with as many lines as the book has, so that a bad move is found by its line.

/// Whether a text begins as such a book does.
pub(crate) fn is(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n' || byte == b'\r');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    first.is_some_and(|line| heading(line).is_some())
}

/// What stands in a heading: code and name. A tag of PGN has its value in quotes.
fn heading(line: &[u8]) -> Option<&[u8]> {
    let inside = line.trim_ascii().strip_prefix(b"[ECO ")?;
    let inside = inside.strip_suffix(b"]")?.trim_ascii();
    (!inside.starts_with(b"\"")).then_some(inside)
}

/// The book as PGN, line by line. The heading becomes the ECO tag: a code, then the name.
pub(crate) fn as_pgn(text: &[u8]) -> Vec<u8> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut pgn = Vec::with_capacity(text.len() + text.len() / 4);
    for line in text.split(|&byte| byte == b'\n') {
        if let Some(inside) = heading(line) {
            pgn.extend(b"[ECO \"");
            for &byte in inside {
                if byte == b'"' || byte == b'\\' {
                    pgn.push(b'\\');
                }
                pgn.push(byte);
            }
            pgn.extend(b"\"]");
        } else if !line.trim_ascii().is_empty() {
            pgn.extend_from_slice(line.trim_ascii_end());
            pgn.extend(b" 1/2-1/2");
        }
        pgn.push(b'\n');
    }
    pgn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_known_by_their_headings_and_keep_their_lines() {
        let book = b"\r\n[ECO B57 Sozin \"x\"]\r\ne4 c5 Nf3 Nc6 d4 cd\r\n\r\n[ECO A00]\na3\n";
        assert!(is(book) && !is(b"[ECO \"B57\"]\n") && !is(b"") && !is(b"e4 e5"));
        let pgn = String::from_utf8(as_pgn(book)).unwrap();
        assert_eq!(
            pgn,
            "\n[ECO \"B57 Sozin \\\"x\\\"\"]\ne4 c5 Nf3 Nc6 d4 cd 1/2-1/2\n\n[ECO \"A00\"]\na3 1/2-1/2\n\n"
        );
    }
}
