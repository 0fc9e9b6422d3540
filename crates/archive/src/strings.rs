//! Names by number: every string once, in the order of its first appearance.
//!
//! On the disk 1024 strings to a block: their ends, then their bytes. In memory, while building,
//! a map besides.

use std::collections::HashMap;

use crate::block_file::{BlockFile, BlockWriter};
use crate::bytes::{MapState, u32_at, u64_at};
use crate::error::Result;

/// Strings in a block.
const PER_BLOCK: usize = 1024;

/// The kind of file.
pub(crate) const KIND: &[u8; 4] = b"STRS";

/// Strings being collected.
pub(crate) struct StringTable {
    numbers: HashMap<Box<[u8]>, u32, MapState>,
    bytes: Vec<u8>,
    ends: Vec<u64>,
}

impl Default for StringTable {
    fn default() -> StringTable {
        let mut table = StringTable {
            numbers: HashMap::default(),
            bytes: Vec::new(),
            ends: Vec::new(),
        };
        table.number(b"");
        table
    }
}

impl StringTable {
    /// The number of a string; a new one gets the next.
    #[inline]
    pub fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.ends.len() as u32;
        self.numbers.insert(text.into(), number);
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as u64);
        number
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A string by its number.
    pub fn get(&self, number: usize) -> &[u8] {
        let end = self.ends[number] as usize;
        let start = number.checked_sub(1).map_or(0, |n| self.ends[n] as usize);
        &self.bytes[start..end]
    }

    pub fn write(&self, mut out: BlockWriter) -> Result<u64> {
        let mut index = (self.len() as u64).to_le_bytes().to_vec();
        let numbers: Vec<usize> = (0..self.len()).collect();
        let mut content = Vec::new();
        for numbers in numbers.chunks(PER_BLOCK) {
            content.clear();
            let mut end = 0;
            for &number in numbers {
                end += self.get(number).len() as u32;
                content.extend(end.to_le_bytes());
            }
            for &number in numbers {
                content.extend_from_slice(self.get(number));
            }
            index.extend(out.block(&content)?.to_le_bytes());
        }
        out.finish(&index)
    }
}

/// Strings of a file.
pub(crate) struct Strings {
    file: BlockFile,
    count: usize,
}

impl Strings {
    pub fn open(file: BlockFile) -> Result<Strings> {
        let index = file.index()?;
        let count = u64_at(index, 0) as usize;
        if index.len() != 8 + 8 * count.div_ceil(PER_BLOCK) {
            return Err(file.damaged(0, "the index has the wrong length"));
        }
        Ok(Strings { file, count })
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn file(&self) -> &BlockFile {
        &self.file
    }

    /// A string by its number.
    pub fn get(&self, number: u32) -> Result<&[u8]> {
        let number = number as usize;
        let (block, place) = (number / PER_BLOCK, number % PER_BLOCK);
        let at = u64_at(self.file.index()?, 8 + 8 * block);
        let content = self.file.block(at)?;
        let here = PER_BLOCK.min(self.count.saturating_sub(block * PER_BLOCK));
        let end = u32_at(content, 4 * place) as usize;
        let start = match place {
            0 => 0,
            place => u32_at(content, 4 * (place - 1)) as usize,
        };
        let bytes = content.get(4 * here..);
        let text = bytes
            .filter(|_| place < here)
            .and_then(|b| b.get(start..end));
        text.ok_or_else(|| self.file.damaged(at, "there is no string of this number"))
    }
}
