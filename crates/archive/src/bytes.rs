//! Numbers in bytes: variable lengths, little-endian words, and a hash for names and games.

/// Appends a number, seven bits a byte, the lowest first.
#[inline]
pub(crate) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the front of the bytes.
#[inline]
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a text with its length before it.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// Takes a text with its length before it.
pub(crate) fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(text)
}

/// A word of two bytes at a place; 0 beyond the end.
#[inline]
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..at + 2)
        .map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

/// A word of four bytes at a place; 0 beyond the end.
#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..at + 4)
        .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

/// A word of eight bytes at a place; 0 beyond the end.
#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// A hash of 64 bits that is the same on every machine and in every version, because files
/// hold it: multiply and rotate over words of eight bytes, mixed at the end.
#[derive(Clone, Copy)]
pub(crate) struct StableHash(u64);

impl StableHash {
    pub fn new() -> StableHash {
        StableHash(0x243f_6a88_85a3_08d3)
    }

    #[inline]
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last));
    }

    pub fn finish(self) -> u64 {
        zermelo_game::random::mix(self.0)
    }
}

/// [`StableHash`] for the standard maps.
#[derive(Clone, Copy)]
pub(crate) struct MapHasher(StableHash);

impl Default for MapHasher {
    fn default() -> MapHasher {
        MapHasher(StableHash::new())
    }
}

impl std::hash::Hasher for MapHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.bytes(bytes);
    }

    fn write_u64(&mut self, word: u64) {
        self.0.word(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.0.word(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

pub(crate) type MapState = std::hash::BuildHasherDefault<MapHasher>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put_number(&mut bytes, number);
            put_text(&mut bytes, number.to_string().as_bytes());
        }
        let mut rest = bytes.as_slice();
        for number in numbers {
            assert_eq!(take_number(&mut rest), Some(number));
            assert_eq!(take_text(&mut rest), Some(number.to_string().as_bytes()));
        }
        assert!(rest.is_empty());
        assert_eq!(take_number(&mut rest), None);
        assert_eq!(take_number(&mut [0xff_u8; 12].as_slice()), None);
        assert_eq!(take_text(&mut [5_u8, 1].as_slice()), None);
    }
}
