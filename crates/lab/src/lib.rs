//! Theory and experiments: the sources' claims re-run, each beside what was measured.
//!
//! [`theory`] holds the tables of alpha-beta theory. A table is plain data (claim, rows, plots,
//! pictures); [`theory::report`] turns it into text and pages.
//!
//! **Invariants.** No input or output and no clock; chance only from the seed of a
//! [`theory::Study`].

pub mod theory;
