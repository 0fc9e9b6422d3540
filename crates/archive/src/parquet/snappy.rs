//! Snappy's raw format, the usual compression of Parquet pages: literals and copies.
//!
//! After format_description.txt of the reference implementation.

use crate::bytes::take_number;

/// The bytes that were compressed; `None` if these are not, or would be longer than allowed.
pub(super) fn decompress(mut bytes: &[u8], longest: usize) -> Option<Vec<u8>> {
    let length = usize::try_from(take_number(&mut bytes)?).ok()?;
    if length > longest {
        return None;
    }
    let mut out = Vec::with_capacity(length);
    while let Some((&tag, rest)) = bytes.split_first() {
        bytes = rest;
        let high = usize::from(tag >> 2);
        match tag & 3 {
            0 => {
                let length = match high {
                    0..60 => high,
                    // The length stands in one to four bytes after the tag.
                    _ => take_word(&mut bytes, high - 59)?,
                };
                let (literal, rest) = bytes.split_at_checked(length + 1)?;
                out.extend_from_slice(literal);
                bytes = rest;
            }
            1 => {
                let low = take_word(&mut bytes, 1)?;
                copy(&mut out, (high >> 3) << 8 | low, 4 + (high & 7))?;
            }
            width => {
                let offset = take_word(&mut bytes, if width == 2 { 2 } else { 4 })?;
                copy(&mut out, offset, 1 + high)?;
            }
        }
        if out.len() > length {
            return None;
        }
    }
    (out.len() == length).then_some(out)
}

fn take_word(bytes: &mut &[u8], width: usize) -> Option<usize> {
    let (word, rest) = bytes.split_at_checked(width)?;
    *bytes = rest;
    Some(word.iter().rev().fold(0, |w, &b| w << 8 | usize::from(b)))
}

/// Repeats what was written so far ahead; the copy may run into what it writes itself.
fn copy(out: &mut Vec<u8>, offset: usize, length: usize) -> Option<()> {
    let start = out.len().checked_sub(offset).filter(|_| offset > 0)?;
    for at in start..start + length {
        out.push(out[at]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_copies_are_undone() {
        // "abc", then nine bytes from three back, then four from ten back.
        let bytes = [16, 2 << 2, b'a', b'b', b'c', 8 << 2 | 2, 3, 0, 1, 10];
        assert_eq!(decompress(&bytes, 99).unwrap(), b"abcabcabcabccabc");
        assert_eq!(decompress(&bytes, 15), None);
        let long: Vec<u8> = (0..200).collect();
        let mut bytes = vec![200, 1, 60 << 2, 199];
        bytes.extend(&long);
        assert_eq!(decompress(&bytes, 999).unwrap(), long);
    }

    #[test]
    fn nonsense_is_refused() {
        for bytes in [
            &[][..],
            &[5],
            &[4, 2 << 2, b'a'],
            &[4, 1, 9],
            &[3, 0, b'a', 1, 0],
            &[0xff; 20],
        ] {
            assert_eq!(decompress(bytes, 1 << 20), None, "{bytes:?}");
        }
    }
}
