//! Small numbers, run by run or packed into bits: what levels and dictionary places are in.

use crate::bytes::take_number;

/// Takes `count` numbers of so many bits; `None` if the bytes do not have them.
pub(super) fn take_small(mut bytes: &[u8], width: u32, count: usize) -> Option<Vec<u32>> {
    if width > 32 {
        return None;
    }
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let left = count - numbers.len();
        let head = take_number(&mut bytes)?;
        let length = usize::try_from(head >> 1).ok()?;
        if head & 1 == 0 {
            let (word, rest) = bytes.split_at_checked(width.div_ceil(8) as usize)?;
            bytes = rest;
            let number = word.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b));
            if length == 0 {
                return None;
            }
            numbers.resize(numbers.len() + length.min(left), number);
        } else {
            // Groups of eight; the last one may be cut off where nothing is left to say.
            let packed = length.checked_mul(width as usize)?.min(bytes.len());
            let (packed, rest) = bytes.split_at(packed);
            bytes = rest;
            let here = left.min(length.checked_mul(8)?);
            if packed.len() * 8 < here * width as usize {
                return None;
            }
            numbers.extend((0..here).map(|place| bits(packed, place * width as usize, width)));
            if length == 0 {
                return None;
            }
        }
    }
    Some(numbers)
}

/// The number that begins at a bit.
fn bits(bytes: &[u8], at: usize, width: u32) -> u32 {
    let mut word = [0; 8];
    let rest = &bytes[(at / 8).min(bytes.len())..];
    let length = rest.len().min(8);
    word[..length].copy_from_slice(&rest[..length]);
    let mask = (1_u64 << width) - 1;
    (u64::from_le_bytes(word) >> (at % 8) & mask) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_groups_are_read() {
        // The specification's example: 0 to 7 in three bits each; before it a run of five 4s.
        let bytes = [5 << 1, 4, 1 << 1 | 1, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        let numbers = take_small(&bytes, 3, 13).unwrap();
        assert_eq!(numbers, [4, 4, 4, 4, 4, 0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(take_small(&bytes, 3, 14), None);
        assert_eq!(take_small(&[9 << 1], 0, 9).unwrap(), [0; 9]);
        assert_eq!(take_small(&[0, 0, 0, 0], 3, 1), None);
        assert_eq!(take_small(&[1, 1, 1, 1], 3, 1), None);
    }
}
