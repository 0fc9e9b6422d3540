//! From distributed facts to the positions file, on several threads.
//!
//! The parts of a [`FactStore`](crate::fact_store::FactStore) are taken in *units* of
//! neighbouring parts; a thread sorts a unit's parts, groups the facts of each key and encodes
//! the blocks with their checksums; units are written in their order. How many parts make a unit
//! depends on the number of facts only, so that equal games give equal bytes whatever the memory
//! and the threads.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::block_file::{BlockWriter, frame};
use crate::error::{ArchiveError, Result};
use crate::fact_store::{PARTS, Parts, same_key, unpack};
use crate::record::{BlockBuilder, Fact, KEY_BYTES};
use crate::tally::Brief;

/// The kind of file.
pub(crate) const KIND: &[u8; 4] = b"POSI";

/// Facts that a unit has, about.
const UNIT_FACTS: u64 = 1 << 17;

/// A position is called frequent from so many games on: the threshold of the source's book.
pub(crate) const FREQUENT: u64 = 20;

/// What was counted while writing.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct PositionCounts {
    /// Different positions.
    pub positions: u64,
    /// The sum of their games.
    pub visits: u64,
    /// Positions of at least [`FREQUENT`] games.
    pub frequent: u64,
}

/// The blocks of a unit.
#[derive(Default)]
struct Unit {
    bytes: Vec<u8>,
    /// Where each block of positions begins in the bytes, and its first key.
    index: Vec<(u64, [u8; KEY_BYTES])>,
    counts: PositionCounts,
}

/// Writes the positions file; the counts, and the length of the file.
pub(crate) fn write_positions(
    path: &Path,
    parts: &Parts<'_>,
    briefs: &[Brief],
    threads: usize,
    mut report: impl FnMut(f64) -> bool,
) -> Result<(PositionCounts, u64)> {
    let mut out = BlockWriter::create(path, KIND)?;
    let units = parts
        .total()
        .div_ceil(UNIT_FACTS)
        .next_power_of_two()
        .min(PARTS as u64) as usize;
    let threads = threads.clamp(1, units);
    let mut counts = PositionCounts::default();
    let mut index = Vec::new();
    std::thread::scope(|scope| {
        let mut lanes: Vec<Receiver<Result<Unit>>> = Vec::new();
        for lane in 0..threads {
            // Each thread is at most two units ahead of the writer: that bounds the memory.
            let (send, receive) = sync_channel(1);
            lanes.push(receive);
            scope.spawn(move || {
                encode_lane(parts, briefs, (lane..units).step_by(threads), units, &send)
            });
        }
        for unit in 0..units {
            let encoded = lanes[unit % threads].recv();
            let encoded = encoded.map_err(|_| ArchiveError::Interrupted)??;
            for (at, key) in &encoded.index {
                index.extend((out.position() + at).to_le_bytes());
                index.extend(key);
            }
            counts.positions += encoded.counts.positions;
            counts.visits += encoded.counts.visits;
            counts.frequent += encoded.counts.frequent;
            out.framed(&encoded.bytes)?;
            if report((unit + 1) as f64 / units as f64) {
                return Err(ArchiveError::Interrupted);
            }
        }
        Ok(())
    })?;
    let mut whole = Vec::new();
    for number in [counts.positions, counts.visits, counts.frequent] {
        whole.extend(number.to_le_bytes());
    }
    whole.extend(index);
    Ok((counts, out.finish(&whole)?))
}

/// Encodes every unit of a lane and sends it; ends early when nobody listens any more.
fn encode_lane(
    parts: &Parts<'_>,
    briefs: &[Brief],
    units: impl Iterator<Item = usize>,
    count: usize,
    send: &SyncSender<Result<Unit>>,
) {
    let mut file = match parts.file() {
        Ok(file) => file,
        Err(error) => {
            let _ = send.send(Err(error));
            return;
        }
    };
    let width = PARTS / count;
    let mut words = Vec::new();
    for unit in units {
        let mut encoder = Encoder::default();
        let mut encode = || {
            for part in unit * width..(unit + 1) * width {
                parts.read(part, file.as_mut(), &mut words)?;
                encoder.part(part, &words, briefs);
            }
            Ok(())
        };
        let done: Result<()> = encode();
        let unit = done.map(|()| encoder.finish());
        if send.send(unit).is_err() {
            return;
        }
    }
}

#[derive(Default)]
struct Encoder {
    unit: Unit,
    block: BlockBuilder,
    /// Framed blocks of long lists, to follow the block of positions.
    lists: Vec<u8>,
    content: Vec<u8>,
    facts: Vec<Fact>,
}

impl Encoder {
    fn part(&mut self, part: usize, words: &[u128], briefs: &[Brief]) {
        for group in words.chunk_by(|&a, &b| same_key(a, b)) {
            let (key, first) = unpack(part, group[0]);
            self.facts.clear();
            self.facts.push(first);
            let mut games = 1;
            for &word in &group[1..] {
                let (_, fact) = unpack(part, word);
                games += u64::from(self.facts.last().is_some_and(|last| last.game != fact.game));
                self.facts.push(fact);
            }
            self.unit.counts.positions += 1;
            self.unit.counts.visits += games;
            self.unit.counts.frequent += u64::from(games >= FREQUENT);
            let lists = &mut self.lists;
            self.block.add(key, &self.facts, briefs, |list| {
                let at = lists.len() as u64;
                lists.extend(frame(list));
                lists.extend_from_slice(list);
                at
            });
            if self.block.is_full() {
                self.close_block();
            }
        }
    }

    fn close_block(&mut self) {
        let Some(first) = self.block.first_key() else {
            return;
        };
        self.content.clear();
        self.block.finish(&mut self.content);
        let unit = &mut self.unit;
        unit.index.push((unit.bytes.len() as u64, first));
        unit.bytes.extend(frame(&self.content));
        unit.bytes.extend_from_slice(&self.content);
        unit.bytes.append(&mut self.lists);
    }

    fn finish(mut self) -> Unit {
        self.close_block();
        self.unit
    }
}
