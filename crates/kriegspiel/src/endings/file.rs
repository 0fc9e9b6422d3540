//! A table as bytes, and back.
//!
//! After the magic word, for each force: the number of its placements; for each of them its number
//! (three bytes), the number of its entries (two), and the entries: moves, then one bit for each
//! square on which the king can stand at all, in whole bytes; at the end a hash of all that, eight
//! bytes. Numbers begin with their lowest byte.
//! *Invariant.* [`Table::decode`] reads what [`Table::encode`] writes, and refuses everything else
//! by the place where it is wrong.

use std::fmt;

use zermelo_game::random::mix;

use super::placement::{Force, Placement};
use super::table::{Atlas, Table};
use crate::men::{bit, squares};

const MAGIC: &[u8; 4] = b"ZKE2";

/// The bytes of the hash.
const HASH: usize = 8;

/// What damage changes.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| mix(hash ^ u64::from(byte));
    bytes.iter().fold(bytes.len() as u64, step)
}

/// What is wrong with the bytes of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The byte from which on it is wrong.
    pub at: usize,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is no table of endings: byte {} should be {}",
            self.at, self.expected
        )
    }
}

impl std::error::Error for TableError {}

/// The squares of a set as bits of the room it lies in.
fn packed(kings: u64, room: u64) -> u64 {
    squares(room)
        .enumerate()
        .filter(|(_, square)| kings & bit(*square) != 0)
        .fold(0, |all, (place, _)| all | 1 << place)
}

fn unpacked(bits: u64, room: u64) -> u64 {
    squares(room)
        .enumerate()
        .filter(|(place, _)| bits >> place & 1 != 0)
        .fold(0, |all, (_, square)| all | bit(square))
}

fn width(room: u64) -> usize {
    room.count_ones().div_ceil(8) as usize
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self, length: usize, expected: &'static str) -> Result<u64, TableError> {
        let end = self.at + length;
        let bytes = self.bytes.get(self.at..end).ok_or(TableError {
            at: self.at,
            expected,
        })?;
        self.at = end;
        let shifted = bytes.iter().rev();
        Ok(shifted.fold(0, |all, &byte| all << 8 | u64::from(byte)))
    }
}

/// The placement of a number.
pub(super) fn placement_of(force: Force, index: usize) -> Option<Placement> {
    let part = |shift: usize| (index >> shift & 63) as u8;
    let men = [part(6), part(0)];
    let placement = Placement::new(force, part(12), &men[..force.kinds().len()])?;
    (placement.index() == index && placement.canonical().0 == placement).then_some(placement)
}

impl Table {
    /// The table as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for force in Force::ALL {
            bytes.extend(&(self.places(force).count() as u32).to_le_bytes());
            for (index, entries) in self.places(force) {
                let room = placement_of(force, index).map_or(0, |placement| placement.room());
                bytes.extend(&(index as u32).to_le_bytes()[..3]);
                bytes.extend(&(entries.len() as u16).to_le_bytes());
                for entry in entries.iter().take(usize::from(u16::MAX)) {
                    bytes.push(entry.moves);
                    let bits = packed(entry.kings, room).to_le_bytes();
                    bytes.extend(&bits[..width(room)]);
                }
            }
        }
        let hash = hash(&bytes);
        bytes.extend(&hash.to_le_bytes());
        bytes
    }

    /// The table of these bytes.
    ///
    /// # Errors
    ///
    /// If they are none. Whether what it says is true, [`Table::check`] finds out.
    pub fn decode(bytes: &[u8]) -> Result<Table, TableError> {
        let wrong = |at, expected| Err(TableError { at, expected });
        if !bytes.starts_with(MAGIC) {
            return wrong(0, "the word ZKE2");
        }
        let Some((bytes, end)) = bytes.split_last_chunk::<HASH>() else {
            return wrong(bytes.len(), "the hash of all before it");
        };
        if u64::from_le_bytes(*end) != hash(bytes) {
            return wrong(
                bytes.len(),
                "the hash of all before it: the table is damaged",
            );
        }
        let at = MAGIC.len();
        let mut reader = Reader { bytes, at };
        let atlas = Atlas::default();
        let mut table = Table::default();
        for force in Force::ALL {
            for _ in 0..reader.number(4, "the number of placements")? {
                let at = reader.at;
                let index = reader.number(3, "the number of a placement")? as usize;
                let Some(placement) = placement_of(force, index) else {
                    return wrong(at, "the number of a placement");
                };
                let page = atlas.page(&placement);
                for _ in 0..reader.number(2, "the number of entries")? {
                    let at = reader.at;
                    let moves = reader.number(1, "moves from 1 on")? as u8;
                    let bits = reader.number(width(page.room), "a set of squares")?;
                    let kings = unpacked(bits, page.room);
                    if moves == 0 || kings == 0 || packed(kings, page.room) != bits {
                        return wrong(at, "moves from 1 on and a set of squares");
                    }
                    table.insert(force, page, kings, moves);
                }
            }
        }
        if reader.at != bytes.len() {
            return wrong(reader.at, "the end");
        }
        Ok(table)
    }
}
