//! The source's tables of matches: who met whom on which openings, and the points.
//!
//! `reference` stands for GnuChess without its book, `booked` for GnuChess with it.

use super::matches::{ALL, FRENCH, KINGS_INDIAN, Meeting, meeting};
use super::trainings::EARLIER;

/// Table 4.4: the reference against itself, White's points. What the games of the source's
/// database promise White: 11.40, 11.40 and 11.20.
pub const ITSELF: &[Meeting] = &[
    meeting("reference", "reference", FRENCH, Some(11.50)),
    meeting("reference", "reference", KINGS_INDIAN, Some(12.10)),
    meeting("reference", "reference", ALL, Some(11.20)),
];

/// Table 4.5.
pub const FRENCH_BOOK: &[Meeting] = &[
    meeting("opta1", "reference", FRENCH, Some(10.09)),
    meeting("opta2", "reference", FRENCH, Some(11.97)),
    meeting("opta3", "reference", FRENCH, Some(11.00)),
    meeting("opta1", "booked", FRENCH, Some(7.30)),
    meeting("opta2", "booked", FRENCH, Some(11.12)),
    meeting("opta3", "booked", FRENCH, Some(9.59)),
    // In the text below the tables; the opening is not stated.
    meeting("opta3", "opta2", FRENCH, Some(12.38)),
];

/// Table 4.6.
pub const INDIAN_BOOK: &[Meeting] = &[
    meeting("opta1", "reference", KINGS_INDIAN, Some(11.77)),
    meeting("opta2", "reference", KINGS_INDIAN, Some(11.85)),
    meeting("opta3", "reference", KINGS_INDIAN, Some(10.88)),
    meeting("opta1", "booked", KINGS_INDIAN, Some(9.73)),
    meeting("opta2", "booked", KINGS_INDIAN, Some(10.50)),
    meeting("opta3", "booked", KINGS_INDIAN, Some(9.96)),
];

/// Table 5.1.
pub const FRENCH_ORDER: &[Meeting] = &[
    meeting("opta3.1", "reference", FRENCH, Some(12.92)),
    meeting("opta3.1", "booked", FRENCH, Some(11.35)),
    meeting("opta3.1", "opta3", FRENCH, Some(13.68)),
];

/// Table 5.2.
pub const INDIAN_ORDER: &[Meeting] = &[
    meeting("opta3.1", "reference", KINGS_INDIAN, Some(12.68)),
    meeting("opta3.1", "booked", KINGS_INDIAN, Some(11.30)),
    meeting("opta3.1", "opta3", KINGS_INDIAN, Some(10.82)),
];

/// Table 5.7.
pub const HISTORY: &[Meeting] = &[
    meeting("ophista", "reference", FRENCH, Some(12.53)),
    meeting("ophista", "opta3.1", FRENCH, Some(10.98)),
];

/// Table 5.4.
pub const FEEDBACK: &[Meeting] = &[
    meeting(EARLIER, "opta3.1", FRENCH, Some(12.50)),
    meeting("opta-fb", "opta3.1", FRENCH, Some(13.28)),
    meeting("opta-fb", "booked", FRENCH, Some(12.22)),
];

/// Rote learning against the trainer; the survey of the source reports Bebe's 55% before and 70%
/// after.
pub const ROTE: &[Meeting] = &[meeting("rote", "reference", FRENCH, Some(14.0))];

/// What each part of the learned player is worth: every step against the reference, which the
/// source reports for some of them, and the whole against the reference with a book (table 7.1).
pub const STACK: &[Meeting] = &[
    meeting("opta3", "reference", FRENCH, Some(11.00)),
    meeting("opta3.1", "reference", FRENCH, Some(12.92)),
    meeting("opta3.2", "reference", FRENCH, None),
    meeting("ophista", "reference", FRENCH, Some(12.53)),
    meeting("opta-fb", "reference", FRENCH, None),
    meeting("combined", "reference", FRENCH, None),
    meeting("combined", "booked", FRENCH, Some(12.78)),
    meeting("opta3", "reference", KINGS_INDIAN, Some(10.88)),
    meeting("opta3.1", "reference", KINGS_INDIAN, Some(12.68)),
    meeting("opta3.2", "reference", KINGS_INDIAN, None),
    meeting("ophista", "reference", KINGS_INDIAN, None),
    meeting("opta-fb", "reference", KINGS_INDIAN, None),
    meeting("combined", "reference", KINGS_INDIAN, None),
];
