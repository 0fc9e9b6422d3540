//! `zermelo` alone: what it is, and five commands to try.

use crate::{Failure, Io};

/// Says what the program is.
pub fn run(io: &mut Io<'_>) -> Result<(), Failure> {
    let title = io.bold("Zermelo");
    io.line(format!(
        "{title} {}: searches game trees, shows what every algorithm did and why, and plays.

Try:
  zermelo demo                                a tour of what there is, under 20 seconds
  zermelo tree '((3 12 8)(2 4 6)(14 5 2))'    a pruned tree, with a reason for every cut
  zermelo solve grundy 7                      a proof, with its solution tree
  zermelo play connect4                       a game in the terminal
  zermelo tree othello --depth 4 -a all       every algorithm on one position

`zermelo --help` lists all commands; each has --help with examples.",
        env!("CARGO_PKG_VERSION")
    ))
}
