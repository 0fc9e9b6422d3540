//! The claims of alpha-beta theory, each a named table: formula beside measurement, or a live
//! demonstration where there is no formula.
//!
//! The claims are those of Knuth & Moore 1975 and of our other sources; where a source errs, the
//! table says so. [`TABLES`] lists them, one module each.

pub mod best_case;
pub mod chess_figures;
pub mod chess_plies;
pub mod claim_log;
pub mod counting;
pub mod dependent;
pub mod equality;
pub mod explicit;
pub mod figure;
pub mod heuristic_error;
pub mod horizon;
pub mod killers;
pub mod lower_bound;
pub mod matrix;
pub mod no_deep;
pub mod ordering;
pub mod random;
pub mod random_branching;
pub mod report;
pub mod stop_criteria;
pub mod study;
pub mod table;
pub mod tic_tac_toe;
pub mod windows;
pub mod worst_case;

use std::fmt;

pub use study::Study;
pub use table::{Cell, Figure, Row, Table};

use zermelo_games::{Order, UniformTree};

/// A table by name, to be built when somebody asks for it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    build: fn(&Study<'_>) -> Table,
}

impl Entry {
    /// Measures and builds the table.
    #[must_use]
    pub fn build(&self, study: &Study<'_>) -> Table {
        Table {
            name: self.name,
            title: self.title,
            ..(self.build)(study)
        }
    }
}

const fn entry(name: &'static str, title: &'static str, build: fn(&Study<'_>) -> Table) -> Entry {
    Entry { name, title, build }
}

/// All tables, in the order in which they are listed to people.
pub const TABLES: &[Entry] = &[
    entry(
        "best-case",
        "Best move first: exactly the critical positions",
        best_case::table,
    ),
    entry(
        "lower-bound",
        "No algorithm needs fewer leaves",
        lower_bound::table,
    ),
    entry("windows", "Two proofs in one search", windows::table),
    entry(
        "equality",
        "Cut on reaching beta, not on passing it",
        equality::table,
    ),
    entry(
        "random-branching",
        "Best case with random numbers of moves",
        random_branching::table,
    ),
    entry(
        "ordering",
        "Best first is not always the best order",
        ordering::table,
    ),
    entry(
        "worst-case",
        "Leaf values with which nothing is cut",
        worst_case::table,
    ),
    entry(
        "random",
        "Random trees without deep cut-offs",
        random::table,
    ),
    entry(
        "no-deep",
        "What deep cut-offs save in the best case",
        no_deep::table,
    ),
    entry("dependent", "Totally dependent trees", dependent::table),
    entry(
        "claim-log",
        "A claim about unordered trees that is wrong",
        claim_log::table,
    ),
    entry(
        "chess-plies",
        "How far a program sees in a minute",
        chess_plies::table,
    ),
    entry(
        "deep-cutoff",
        "A deep cut-off, and the textbook tree",
        explicit::deep_cutoff,
    ),
    entry("eighteen", "18 leaves instead of 41", explicit::eighteen),
    entry(
        "right-to-left",
        "The same trees from the other side",
        explicit::right_to_left,
    ),
    entry(
        "tic-tac-toe",
        "The first move by open lines, two plies deep",
        tic_tac_toe::table,
    ),
    entry(
        "killers",
        "One reply refutes nearly every move",
        killers::table,
    ),
    entry(
        "heuristic-error",
        "An evaluation that is believed, and wrong",
        heuristic_error::table,
    ),
    entry(
        "figure-5",
        "Equal material, opposite results",
        chess_figures::material,
    ),
    entry(
        "quiescence",
        "Stopping in the middle of an exchange",
        horizon::quiescence,
    ),
    entry(
        "horizon",
        "What lies behind the depth limit",
        horizon::effect,
    ),
    entry(
        "figure-6",
        "Pawns thrown away to hide a loss",
        chess_figures::horizon,
    ),
    entry(
        "forward-pruning",
        "The good move that looks bad",
        horizon::forward_pruning,
    ),
    entry(
        "stop-criteria",
        "Five reasons to stop looking deeper",
        stop_criteria::table,
    ),
];

/// A name that is no table's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTable(pub String);

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = TABLES.iter().map(|entry| entry.name).collect();
        write!(
            f,
            "`{}` is no table: expected all, {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownTable {}

/// The table of a name.
///
/// # Errors
///
/// If there is none; the error lists what there is.
pub fn find(name: &str) -> Result<&'static Entry, UnknownTable> {
    let mut tables = TABLES.iter();
    tables
        .find(|entry| entry.name == name)
        .ok_or_else(|| UnknownTable(name.to_string()))
}

/// A uniform tree of the shapes in these tables, all of which exist.
fn uniform(width: u32, height: u32, seed: u64, order: Order) -> UniformTree {
    UniformTree::new(width, height, seed)
        .and_then(|tree| tree.with_order(order))
        .expect("the tables' shapes are small enough")
}

/// The same with so many values that equal leaves are rare.
fn distinct(width: u32, height: u32, seed: u64, order: Order) -> UniformTree {
    uniform(width, height, seed, order)
        .with_values(1_000_000_000)
        .expect("a billion values are allowed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_rows_alike_a_finding_and_a_picture() {
        let study = Study {
            samples: Some(3),
            ..Study::default()
        };
        for entry in TABLES {
            let table = entry.build(&study);
            assert!(
                !table.rows.is_empty() && !table.findings.is_empty(),
                "{}",
                entry.name
            );
            assert!(
                table.svg().is_some_and(|svg| svg.contains("<svg")),
                "{}",
                entry.name
            );
            let names = |row: &Row| {
                let all = row.parameters.iter().chain(&row.further);
                all.map(|(name, _)| *name).collect::<Vec<_>>()
            };
            let first = names(&table.rows[0]);
            assert!(
                table.rows.iter().all(|row| names(row) == first),
                "{}",
                entry.name
            );
            let numbers = table
                .rows
                .iter()
                .flat_map(|row| row.parameters.iter().chain(&row.further));
            assert!(
                numbers
                    .filter_map(|(_, cell)| cell.number())
                    .all(f64::is_finite),
                "{}",
                entry.name
            );
        }
    }

    #[test]
    fn names_are_found_and_others_refused() {
        assert_eq!(find("best-case").unwrap().name, "best-case");
        assert!(
            find("bestcase")
                .err()
                .unwrap()
                .to_string()
                .starts_with("`bestcase` is no table")
        );
    }
}
