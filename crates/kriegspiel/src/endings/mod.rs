//! Endings against a bare king, solved over sets of squares on which it may stand.
//!
//! *Computes* for KQK, KRK, KBBK, KBNK and KPK which sets of squares are won for certain against a
//! king that sees everything, and in how many moves. *Source.* Retrograde analysis over
//! metapositions after Ciancarini & Favini 2010; Boyce 1981 mates with the rook by hand. *Ours.* A
//! set that is won makes all its subsets won, so for each placement only sets that cannot grow are
//! kept ([`Table`]). Level by level, the sets won in n moves are grown square by square from those
//! won in n - 1 ([`build`]): what is entered is proven, but a larger set or a shorter win may have
//! been missed, for not every way of growing is tried. *Invariant.* A refused try is a question
//! that costs nothing: it is answered within the same move. Draws by stalemate and by lost men are
//! seen; the fifty moves are kept by the number of moves. *Cost.* See `zermelo kriegspiel endings`.

pub mod build;
mod choose;
mod file;
pub mod placement;
mod prune;
mod resist;
mod symmetry;
mod table;
mod trial;
mod visits;

pub use choose::{Endings, Plan};
pub use file::TableError;
pub use placement::{Force, Placement, Step};
pub use prune::{pruned, roots};
pub use resist::Resistance;
pub use table::{Atlas, Entry, Page, Table};
pub use trial::{Trial, trial};
pub use visits::most_visits;
