//! What the engine says, as UCI writes it.
//!
//! The order of the fields is Stockfish's, which some interfaces rely on: depth, seldepth,
//! multipv, score, bound, wdl, nodes, nps, hashfull, tbhits, time, pv.

use std::fmt::Write;

use zermelo_chess::{Chess, Move};
use zermelo_game::Game;

use crate::protocol::chances::Chances;
use crate::{Known, Report, Value};

/// How to write.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Castling as king takes rook, always.
    pub chess960: bool,
    /// With win, draw and loss.
    pub show_wdl: bool,
}

impl Style {
    /// A move.
    #[must_use]
    pub fn move_text(self, position: &Chess, m: Move) -> String {
        if self.chess960 {
            position.uci_chess960(m)
        } else {
            position.uci(m)
        }
    }

    /// A line of moves.
    #[must_use]
    pub fn line_text(self, position: &Chess, line: &[Move]) -> String {
        let mut position = position.clone();
        let mut texts = Vec::new();
        for &m in line {
            if !position.is_legal(m) {
                break;
            }
            texts.push(self.move_text(&position, m));
            position.play(m);
        }
        texts.join(" ")
    }

    /// A report as an `info` line.
    #[must_use]
    pub fn info(self, position: &Chess, report: &Report) -> String {
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {}",
            report.depth,
            report.seldepth.max(1),
            report.multipv,
            value_text(report.value)
        );
        match report.bound {
            Known::Exact => {}
            Known::AtLeast => text.push_str(" lowerbound"),
            Known::AtMost => text.push_str(" upperbound"),
        }
        if self.show_wdl {
            let men = position.occupied().count_ones();
            let Chances { win, draw, loss } = Chances::of(report.value, men, report.nodes);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let _ = write!(
            text,
            " nodes {} nps {} hashfull {} tbhits {} time {}",
            report.nodes,
            report.nps(),
            report.hashfull,
            report.tbhits,
            report.elapsed.as_millis()
        );
        let line = self.line_text(position, &report.pv);
        if !line.is_empty() {
            let _ = write!(text, " pv {line}");
        }
        text
    }
}

/// A value: `cp 31` or `mate -2`.
#[must_use]
pub fn value_text(value: Value) -> String {
    match value {
        Value::Centipawns(score) => format!("cp {score}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}
