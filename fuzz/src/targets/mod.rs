//! What is fuzzed. One file per target; a new one is added to [`TARGETS`] and gets a folder of
//! seeds under `fuzz/corpus`.

mod answers;
mod arguments;
mod moves;
mod positions;
mod trees;

use crate::Target;

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "positions",
        tokens: POSITION_TOKENS,
        run: positions::run,
    },
    Target {
        name: "moves",
        tokens: MOVE_TOKENS,
        run: moves::run,
    },
    Target {
        name: "trees",
        tokens: TREE_TOKENS,
        run: trees::run,
    },
    Target {
        name: "arguments",
        tokens: ARGUMENT_TOKENS,
        run: arguments::run,
    },
    Target {
        name: "answers",
        tokens: ANSWER_TOKENS,
        run: answers::run,
    },
];

/// Words and signs of the games' position notations.
const POSITION_TOKENS: &[&str] = &[
    " first",
    " second",
    " +",
    " -",
    "x",
    "o",
    ".",
    "/",
    ",",
    "xxx",
    "ooo",
    "...",
    "X",
    "O",
    "-",
    "--------",
    " X",
    " O",
    ";",
    "B:W",
    "W:B",
    ":W",
    ":B",
    "K",
    "1-12",
    "21-32",
    "uniform:",
    "dependent:",
    "branching:",
    "3x4",
    " seed=",
    " values=",
    " path=",
    "1.2",
    " order=best",
    " order=worst",
    " order=random",
    " stop=",
    "stop=100",
    "2-5x6",
    "seed=7 ",
    "4453",
    "1234567",
    "max ",
    "min ",
    "(",
    ")",
];

/// What moves are made of; a line feed separates them.
const MOVE_TOKENS: &[&str] = &[
    "\n", "a1", "a3", "c3", "d3", "e6", "h8", "pass", "--", "1", "4", "7", "0", "8", "11-15",
    "15x22", "22x15", "x", "-", "15x22x29", "7:6+1", "7=6+1", "+", "5-2", ":", " second",
];

/// What tree texts are made of.
const TREE_TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "((",
    "))",
    "()",
    ",",
    " ",
    "max ",
    "min ",
    "5:",
    ":(",
    "name:",
    "-",
    ".",
    "e",
    "1e9",
    "-1e9",
    "0.5",
    "(3 12 8)",
    "[3,12,8]",
    "((0 9) 5)",
];

/// Commands and options; a line feed separates arguments.
const ARGUMENT_TOKENS: &[&str] = &[
    "\n",
    "tree\n",
    "solve\n",
    "play\n",
    "bench\n",
    "demo\n",
    "games\n",
    "algorithms\n",
    "man\n",
    "completions\n",
    "bash",
    "--algorithm\n",
    "-a\n",
    "all",
    "alpha-beta",
    "--depth\n",
    "--nodes\n",
    "--movetime\n",
    "--hash\n",
    "--seed\n",
    "--set\n",
    "--at-least\n",
    "--symmetry",
    "--mirror",
    "--show\n",
    "--output\n",
    "-o\n",
    "--json",
    "--side\n",
    "--level\n",
    "--player\n",
    "--help",
    "-h",
    "--version",
    "--",
    "-",
    "=",
    "othello",
    "((3 5)(2))",
    "second",
];

/// What answers to exercises are made of.
const ANSWER_TOKENS: &[&str] = &[
    "\n",
    "exercise 1\n",
    "tree ((3 5)(2 9))\n",
    "tree ",
    "leaves a b c\n",
    "leaves ?",
    "value 3\n",
    "value ?",
    "A [-inf, inf] 3\n",
    "B [3, 5] 2 cut d\n",
    "C -\n",
    " cut ",
    "?",
    "[",
    "]",
    ",",
    "-inf",
    "∞",
    "−",
    "# ",
    "nan",
    "1e400",
    "-0",
];
