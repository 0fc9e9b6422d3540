//! Letters as bytes: UTF-8, or Latin-1 (ISO 8859-1) as the PGN standard of 1994 has it, section 4.1.
//!
//! Files do not say which. Bytes that are no UTF-8 are taken for Latin-1, where every byte is a
//! letter: written back as they were read, they are the same bytes, whatever was meant by them.

/// How the letters of a text are written as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Of today.
    Utf8,
    /// One byte a letter.
    Latin1,
}

impl Encoding {
    /// What bytes mean, and how they are written.
    ///
    /// ```
    /// use zermelo_chess::Encoding;
    /// let (text, encoding) = Encoding::read(b"M\xfcller".to_vec());
    /// assert_eq!((text.as_str(), encoding), ("Müller", Encoding::Latin1));
    /// assert_eq!(encoding.write(&text), b"M\xfcller");
    /// ```
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> (String, Encoding) {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => {
                let bytes = error.into_bytes().into_iter();
                (bytes.map(char::from).collect(), Encoding::Latin1)
            }
        }
    }

    /// The bytes of a text; a letter that the encoding does not have is a question mark.
    #[must_use]
    pub fn write(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Latin1 => {
                let byte = |letter| u8::try_from(letter).unwrap_or(b'?');
                text.chars().map(byte).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_is_read_is_written_again() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [all, "Müller – é".as_bytes().to_vec(), Vec::new()] {
            let (text, encoding) = Encoding::read(bytes.clone());
            assert_eq!(encoding.write(&text), bytes);
        }
        assert_eq!(Encoding::Latin1.write("ü→"), b"\xfc?");
    }
}
