//! Where a conversation writes: one line at a time, from several threads.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// A writer that threads share. Lines never mix, and each is visible at once.
///
/// A reader that has gone away is noticed on the other side, where no more lines come: errors of
/// writing are left alone here.
pub struct Output<'a> {
    writer: Mutex<&'a mut (dyn Write + Send)>,
}

impl<'a> Output<'a> {
    /// An output to a writer.
    pub fn new(writer: &'a mut (dyn Write + Send)) -> Output<'a> {
        Output {
            writer: Mutex::new(writer),
        }
    }

    /// Writes one line, or several that belong together.
    pub fn line(&self, text: impl AsRef<str>) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writer
            .write_all(format!("{}\n", text.as_ref()).as_bytes())
            .and_then(|()| writer.flush());
    }
}
