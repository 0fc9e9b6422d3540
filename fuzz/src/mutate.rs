//! Changing an input a little: what a coverage-guided fuzzer would do, without the guidance.
//!
//! The inputs are notations, so beside the usual changes of bytes there are some that know text:
//! whole tokens of a dictionary, numbers replaced by numbers at the edge of a type, spans
//! repeated (nesting), halves of two inputs joined, characters beyond ASCII.

use zermelo_game::random::Rng;

/// No input grows beyond this.
pub const LONGEST: usize = 64 * 1024;

/// Numbers at which integer types, tables and limits end.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "-0",
    "00",
    "7",
    "8",
    "9",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "200",
    "255",
    "256",
    "500",
    "501",
    "65535",
    "65536",
    "1000000000",
    "1000000001",
    "-1000000001",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "0.5",
    "-2.5e-3",
    "1e308",
    "1e999",
    "1e-999",
    "NaN",
    "inf",
];

/// Characters that are more than one byte, or that look like others.
const CHARACTERS: &[&str] = &[
    "é", "–", "\u{a0}", "٣", "１", "✂", "\u{301}", "ſ", "İ", "K", "\u{feff}", "𝟛", "\0", "\r\n",
    "\t",
];

/// A changed copy of `input`: one to six changes, few more often than many.
///
/// `other` is a second input to splice with, `tokens` the target's dictionary.
pub fn mutate(rng: &mut Rng, input: &[u8], other: &[u8], tokens: &[&str]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let changes = 1 + rng.below(6).min(rng.below(6));
    for _ in 0..changes {
        change(rng, &mut bytes, other, tokens);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8], tokens: &[&str]) {
    let at = rng.below(bytes.len() + 1);
    match rng.below(16) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        1 => {
            let byte = printable(rng);
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        2 => bytes.insert(at, printable(rng)),
        3 => {
            let (from, to) = span(rng, bytes.len());
            bytes.drain(from..to);
        }
        4 => repeat(rng, bytes),
        5 => insert(bytes, at, rng.pick(tokens).unwrap_or(&" ").as_bytes()),
        6 => {
            let token = rng.pick(tokens).unwrap_or(&"").as_bytes();
            let end = (at + token.len()).min(bytes.len());
            bytes.splice(at..end, token.iter().copied());
        }
        7 => {
            bytes.truncate(at);
            let from = rng.below(other.len() + 1);
            bytes.extend_from_slice(&other[from..]);
        }
        8 => renumber(rng, bytes),
        9 => {
            let (from, to) = span(rng, bytes.len());
            bytes[from..to].rotate_left(rng.below(to - from + 1));
        }
        10 => bytes.truncate(at),
        // Boards have a fixed length: these keep it.
        11 | 12 if at < bytes.len() => {
            let other = rng.below(bytes.len());
            bytes.swap(at, other);
        }
        13 | 14 if at < bytes.len() => bytes[at] = bytes[rng.below(bytes.len())],
        _ => insert(bytes, at, rng.pick(CHARACTERS).unwrap_or(&"").as_bytes()),
    }
}

/// Mostly printable ASCII, sometimes any byte.
fn printable(rng: &mut Rng) -> u8 {
    let byte = rng.next_u64().to_le_bytes()[0];
    if rng.below(8) == 0 {
        byte
    } else {
        b' ' + byte % 95
    }
}

/// A random span of at most 64 bytes, sometimes of any length.
fn span(rng: &mut Rng, length: usize) -> (usize, usize) {
    let from = rng.below(length + 1);
    let longest = if rng.below(8) == 0 { length } else { 64 };
    let to = from + rng.below((length - from).min(longest) + 1);
    (from, to)
}

fn insert(bytes: &mut Vec<u8>, at: usize, text: &[u8]) {
    bytes.splice(at..at, text.iter().copied());
}

/// Repeats a span in place: a few times, or as often as the length allows.
fn repeat(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let (from, to) = span(rng, bytes.len());
    if from == to {
        return;
    }
    let room = LONGEST.saturating_sub(bytes.len()) / (to - from);
    let times = if rng.below(16) == 0 {
        room
    } else {
        room.min(8)
    };
    let copies = bytes[from..to].repeat(rng.below(times + 1));
    insert(bytes, to, &copies);
}

/// Replaces one run of digits by another number.
fn renumber(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let start = rng.below(bytes.len() + 1);
    let Some(offset) = bytes[start..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let from = start + offset;
    let digits = bytes[from..].iter().take_while(|b| b.is_ascii_digit());
    let to = from + digits.count();
    // Half of the time a number that may well be a pile, a square or a column.
    let number = match rng.below(2) {
        0 => rng.below(40).to_string(),
        _ => (*rng.pick(NUMBERS).unwrap_or(&"0")).to_string(),
    };
    bytes.splice(from..to, number.into_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_stay_within_the_limit_and_change_most_of_the_time() {
        let mut rng = Rng::new(1);
        let seed = b"((3 12 8)(2 4 6)(14 5 2))".to_vec();
        let mut input = seed.clone();
        let mut changed = 0;
        for _ in 0..5_000 {
            let next = mutate(&mut rng, &input, b"4,3 second", &["min ", "("]);
            assert!(next.len() <= LONGEST);
            changed += usize::from(next != input);
            input = if rng.below(20) == 0 {
                seed.clone()
            } else {
                next
            };
        }
        assert!(changed > 4_000, "{changed}");
    }

    #[test]
    fn an_empty_input_and_an_empty_dictionary_are_fine() {
        let mut rng = Rng::new(2);
        let mut longest = 0;
        for _ in 0..1_000 {
            longest = longest.max(mutate(&mut rng, b"", b"", &[]).len());
        }
        assert!(longest > 0);
    }

    #[test]
    fn deep_nesting_is_reached_by_repetition() {
        let mut rng = Rng::new(3);
        let reached = (0..20_000).any(|_| {
            let input = mutate(&mut rng, b"((((", b"", &["("]);
            input.len() > 10_000 && input.iter().all(|&byte| byte == b'(')
        });
        assert!(reached);
    }
}
