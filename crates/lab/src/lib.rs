//! Theory and experiments: the sources' claims re-run, each beside what was measured.
//!
//! [`theory`] holds the tables of alpha-beta theory. A table is plain data (claim, rows, plots,
//! pictures); [`theory::report`] turns it into text and pages.
//!
//! [`experiment`] re-runs the source's measurements of learned players on an archive of games.
//!
//! **Invariants.** Theory does no input or output and reads no clock; chance comes only from the
//! seed of a [`theory::Study`] or of a [`experiment::Plan`].

pub mod experiment;
pub mod theory;
