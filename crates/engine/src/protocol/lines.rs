//! Lines from whatever stands at the other end: bytes, any bytes.

use std::io::{BufRead, ErrorKind};

/// Longer lines are cut here: a game of two thousand moves takes ten thousand bytes.
const LONGEST: usize = 1 << 20;

/// The next line without its end, what is no text in it replaced; `None` at the end of the input
/// or when it cannot be read. *Invariant.* No line takes more memory than `LONGEST`.
pub fn next_line(input: &mut dyn BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut read_any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if buffer.is_empty() {
            break;
        }
        read_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let taken = end.map_or(buffer.len(), |end| end + 1);
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    read_any.then(|| String::from_utf8_lossy(&line).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_either_ending_and_with_the_input() {
        let mut input = &b"uci\r\n\nquit"[..];
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut input)).collect();
        assert_eq!(lines, ["uci", "", "quit"]);
    }

    #[test]
    fn bytes_that_are_no_text_and_endless_lines_are_survived() {
        let mut bytes = vec![0xff; 3 * LONGEST];
        bytes.extend_from_slice(b"\nisready\n");
        let mut input = &bytes[..];
        assert!(next_line(&mut input).is_some_and(|line| line.chars().count() <= LONGEST));
        assert_eq!(next_line(&mut input).as_deref(), Some("isready"));
    }
}
