//! Any text as lines of test positions.
//!
//! What is read writes itself and reads back equal; asking for its moves never panics.

use zermelo_chess::{Epd, read_tests};

use crate::corpus::gist;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let mut print = 0;
    for test in read_tests(&text).into_iter().take(50) {
        match test {
            Err(bad) => {
                assert!(bad.line >= 1 && !bad.problem.is_empty());
                let expected = bad.problem.rsplit("expected ").next();
                print ^= gist(expected.unwrap_or_default());
            }
            Ok(test) => {
                let epd = test.epd;
                let written = epd.to_string();
                // Counters of six fields become operations, so it is the text that must agree.
                let again = Epd::parse(&written).expect("what is written reads back");
                assert_eq!(again.position, epd.position, "{written}");
                assert_eq!(again.to_string(), written);
                let best = epd.moves("bm").map_or(7, |moves| moves.len().min(3));
                let line = epd.line("pv").map_or(7, |moves| moves.len().min(3));
                let points = epd.points().len().min(3);
                let operations = epd.operations.len().min(7);
                print ^= ((best << 12 | line << 8 | points << 4 | operations) as u64) << 1 | 1;
            }
        }
    }
    print
}
