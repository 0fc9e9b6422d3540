//! The threads of a build: one reads pieces of text, several resolve their games.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender};

use crate::batch::Batch;
use crate::error::Result;
use crate::filter::Filter;
use crate::input::{Piece, Pieces};

/// Reads all pieces of all sources; ends early when nobody listens any more.
pub(crate) fn read_pieces(sources: impl Iterator<Item = Pieces>, send: &SyncSender<Result<Piece>>) {
    let mut number = 0;
    for mut pieces in sources {
        while let Some(piece) = pieces.next() {
            let failed = piece.is_err();
            let piece = piece.map(|piece| Piece { number, ..piece });
            number += 1;
            if send.send(piece).is_err() || failed {
                return;
            }
        }
    }
}

/// Resolves pieces until there are no more.
pub(crate) fn read_batches(
    pieces: &Mutex<Receiver<Result<Piece>>>,
    filter: &Filter,
    plies: usize,
    send: &SyncSender<Result<Batch>>,
) {
    loop {
        let Ok(piece) = pieces.lock().map(|pieces| pieces.recv()) else {
            return;
        };
        let Ok(piece) = piece else { return };
        let batch = piece.map(|piece| Batch::read(piece, filter, plies));
        if send.send(batch).is_err() {
            return;
        }
    }
}
