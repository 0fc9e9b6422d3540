//! The command line of Zermelo: arguments and text in, text out.
//!
//! [`run`] is the whole program. It prints nothing itself but writes to the [`Io`] handed in:
//! data to `out`, messages to `err`. Every command is a module under `commands` with one
//! function; `args` defines the arguments once, from which parser, help, completions and man
//! pages come; `failure` is the one place where errors become exit codes.

mod archive;
pub mod args;
mod bundled;
mod chess_engine;
mod commands;
mod failure;
mod folders;
mod interrupt;
mod io;
mod keyboard;
mod output;
mod players;
mod reads;
mod report;
mod sentences;
mod setup;
mod show;
mod solution;
mod solving;
mod steps;
mod within;

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

pub use failure::Failure;
pub use io::Io;
pub use keyboard::Keyboard;

use args::{Cli, Command};

/// Runs the program on its arguments (the first is its own name); returns the exit status.
pub fn run<I, T>(args: I, io: &mut Io<'_>) -> u8
where
    I: IntoIterator<Item = T>,
    T: Into<OsString>,
{
    let args = args::shield(args.into_iter().map(Into::into).collect());
    let outcome = match Cli::try_parse_from(&args) {
        Ok(cli) => dispatch(cli, io),
        Err(error) => failure::usage(&error, &args, io),
    };
    match outcome {
        Ok(()) => 0,
        Err(failure) => failure.report(io),
    }
}

fn dispatch(cli: Cli, io: &mut Io<'_>) -> Result<(), Failure> {
    match cli.command {
        None => commands::welcome::run(io),
        Some(Command::Demo(args)) => commands::demo::run(&args, io),
        Some(Command::Tree(args)) => commands::tree::run(&args, io),
        Some(Command::Solve(args)) => commands::solve::run(&args, io),
        Some(Command::Play(args)) => commands::play::run(&args, io),
        Some(Command::Match(args)) => commands::match_::run(&args, io),
        Some(Command::Kriegspiel(args)) => commands::kriegspiel::run(&args, io),
        Some(Command::Show(args)) => commands::show::run(&args, io),
        Some(Command::Theory(args)) => commands::theory::run(&args, io),
        Some(Command::Uci) => commands::protocols::uci(io),
        Some(Command::Xboard) => commands::protocols::xboard(io),
        Some(Command::Analyse(args)) => commands::analyse::run(&args, io),
        Some(Command::Eval(args)) => commands::eval::run(&args, io),
        Some(Command::Epd(args)) => commands::epd::run(&args, io),
        Some(Command::Perft(args)) => commands::perft::run(&args, io),
        Some(Command::Bench(args)) => commands::bench::run(&args, io),
        Some(Command::Archive(args)) => archive::run(&args, io),
        Some(Command::Learn(args)) => commands::learn::run(&args, io),
        Some(Command::Experiment(args)) => commands::experiment::run(&args, io),
        Some(Command::Players(args)) => commands::lists::players(&args, io),
        Some(Command::Serve(args)) => commands::serve::run(&args, io),
        Some(Command::Algorithms(args)) => commands::lists::algorithms(&args, io),
        Some(Command::Games(args)) => commands::lists::games(&args, io),
        Some(Command::Completions(args)) => {
            commands::manual::completions(args.shell, &mut Cli::command(), io)
        }
        Some(Command::Man(args)) => commands::manual::man(&args, Cli::command(), io),
    }
}
