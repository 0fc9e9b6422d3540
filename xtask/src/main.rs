//! Developer commands: `cargo xtask check`, `tidy` and `bless`.
//!
//! Everything runs from the workspace's root, with the `cargo` that started it, and installs
//! nothing unless a step asks [`provide`] for it.

mod bench;
mod bless;
mod check;
mod citations;
mod oracles;
mod pages;
mod provide;
mod shell;
mod site;
mod tidy;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
cargo xtask check [--quick] [--fuzz-seconds N]   everything CI runs; --quick leaves out fuzzing and the long tests
cargo xtask tidy                                 only the checks of file lengths, paths and documents
cargo xtask site                                 only the web pages in a browser; leaves screenshots
cargo xtask bless                                regenerates README outputs, golden files and testdata/bench.txt
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("cargo xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs one command; `false` means that a check failed.
fn run(arguments: &[String]) -> Result<bool> {
    let mut arguments = arguments.iter().map(String::as_str);
    match arguments.next() {
        Some("check") => Ok(check::run(&check_options(arguments)?)),
        Some("tidy") => {
            let complaints = tidy::complaints()?;
            complaints.iter().for_each(|line| println!("{line}"));
            println!("{} complaints", complaints.len());
            Ok(complaints.is_empty())
        }
        Some("site") => {
            if let check::Ending::Skipped(reason) = site::run()? {
                println!("skipped: {reason}");
            }
            Ok(true)
        }
        Some("bless") => bless::run().map(|()| true),
        Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            Ok(true)
        }
        Some(other) => bail!("`{other}` is no command\n{USAGE}"),
        None => bail!("a command is missing\n{USAGE}"),
    }
}

fn check_options<'a>(mut arguments: impl Iterator<Item = &'a str>) -> Result<check::Options> {
    let mut options = check::Options::default();
    while let Some(argument) = arguments.next() {
        match argument {
            "--quick" => options.quick = true,
            "--fuzz-seconds" => {
                let text = arguments
                    .next()
                    .context("--fuzz-seconds needs a number of seconds")?;
                options.fuzz_seconds = text.parse().with_context(|| {
                    format!("--fuzz-seconds `{text}`: expected a whole number of seconds")
                })?;
            }
            other => bail!("`{other}` is no option of check\n{USAGE}"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_takes_its_options_and_refuses_others() {
        let options = check_options(["--quick", "--fuzz-seconds", "7"].into_iter()).unwrap();
        assert!(options.quick);
        assert_eq!(options.fuzz_seconds, 7);
        assert!(check_options(["--fuzz-seconds"].into_iter()).is_err());
        assert!(check_options(["--fuzz-seconds", "soon"].into_iter()).is_err());
        assert!(check_options(["--slow"].into_iter()).is_err());
    }
}
