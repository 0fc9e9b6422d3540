//! Games in, position statistics out: an archive of chess games that answers at once what was
//! played in a position, how often, by whom and with what result.
//!
//! [`build`] reads databases of any size into a folder; [`Archive`] opens it for questions.
//!
//! **Invariants.** Equal sources give equal bytes, whatever the memory and the threads. An
//! archive changes from one sound state to the next at one moment, or not at all. Every byte on
//! the disk is covered by a checksum, and nothing is answered from a block that fails it.

mod archive;
mod batch;
mod block_file;
mod build_options;
mod building;
mod bytes;
mod checkpoint;
mod choose;
mod compact;
mod error;
mod explore;
mod explorer_json;
mod export;
mod fact_store;
mod filter;
mod foxpro;
mod header;
mod history;
mod import;
mod import_table;
mod input;
mod lines;
mod manifest;
mod names;
mod opening_table;
mod output;
mod parquet;
mod pipeline;
mod position_writer;
mod positions;
mod rebuild;
mod record;
mod repertoire;
mod report;
mod resume;
mod segment;
mod segment_writer;
mod statistics;
mod stored_game;
mod strings;
mod table;
mod table_rows;
mod tag_names;
mod tally;
mod text_book;
mod verify;

pub use archive::{Archive, GameId, MoveStats, PositionStats};
pub use batch::{Problem, Reason};
pub use build_options::{
    BuildOptions, BuildReport, DEFAULT_MEMORY, DEFAULT_PLIES, Progress, SEGMENT_GAMES,
};
pub use choose::{Candidate, LEAST_GAMES, LEAST_SHARE, NOISE, Rule};
pub use compact::{CompactTable, LEAST_KNOWN, compact_score, write_compact};
pub use error::{ArchiveError, Result};
pub use explore::{Explored, ExploredMove};
pub use explorer_json::{ExplorerLimits, game_json, opening_json};
pub use export::{
    COLUMNS, MoveRow, NULL_MOVE, PolyglotOptions, numbers, polyglot_entries, rows, write_csv,
    write_json_lines,
};
pub use filter::{Filter, FilterText, TimeControl};
pub use header::{Date, Eco};
pub use history::{
    HISTORY_PLIES, History, HistoryEntry, history_points, write_history, write_history_tables,
};
pub use import::build;
pub use import_table::{Imported, import_tables, is_parquet};
pub use input::{Source, read_bytes, read_text};
pub use lines::write_lines;
pub use manifest::{SourceEntry, TableRecord};
pub use names::{Opening, OpeningNames};
pub use opening_table::{OpeningEntry, OpeningTable, Results, write_opening_table};
pub use output::write_whole;
pub use parquet::write_parquet;
pub use positions::ArchivedPosition;
pub use rebuild::{
    Difference, RebuildOptions, Rebuilt, difference, forget, forget_tables, merge, pack,
};
pub use record::Fact;
pub use repertoire::{Hole, Question, Repertoire};
pub use report::{LineReport, Novelty, PlayerReport, Report, Summary, Trap};
pub use resume::read_only_once;
pub use statistics::{
    adjusted_score, expected_score, interval, performance, rating_difference, shrunk,
};
pub use stored_game::StoredGame;
pub use tally::{Brief, Tally};
pub use verify::{Verified, verify};
