//! What some checks want beyond Rust: Debian packages and Python packages.
//!
//! Nothing here is needed to build or to run the program. A check that cannot get what it wants
//! is skipped with a visible line, never failed: the functions below print that line themselves.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell;

/// Makes Debian packages present, installing them when we are root and `apt-get` exists.
/// Whether they are there in the end; if not, says `skipped:` and why.
pub fn apt(packages: &[&str]) -> bool {
    let missing: Vec<&str> = packages
        .iter()
        .copied()
        .filter(|package| !quiet("dpkg", &["--status", package]))
        .collect();
    if missing.is_empty() {
        return true;
    }
    if !is_root() {
        println!(
            "skipped: {} missing, and only root may install",
            missing.join(" ")
        );
        return false;
    }
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&missing);
    // The lists may never have been fetched, or be stale: fetch them before giving up.
    let installed = quiet("apt-get", &arguments)
        || (quiet("apt-get", &["update"]) && quiet("apt-get", &arguments));
    if !installed {
        println!("skipped: apt-get could not install {}", missing.join(" "));
    }
    installed
}

/// A Python with these packages, in an environment of its own under the target directory.
/// `None`, with a line `skipped:`, if there is no Python or the packages cannot be had.
pub fn python_venv(packages: &[&str]) -> Option<PathBuf> {
    let directory = shell::target_directory().join("python");
    let python = interpreter(&directory);
    if !python.exists() && !make_venv(&directory) {
        println!("skipped: python3 with its venv module is missing");
        return None;
    }
    let python_text = python.to_string_lossy();
    let have = |package: &str| quiet(&python_text, &["-m", "pip", "show", "--quiet", package]);
    let missing: Vec<&str> = packages.iter().copied().filter(|p| !have(p)).collect();
    if !missing.is_empty() {
        let mut arguments = vec!["-m", "pip", "install", "--quiet"];
        arguments.extend(&missing);
        if !quiet(&python_text, &arguments) {
            println!("skipped: pip could not install {}", missing.join(" "));
            return None;
        }
    }
    Some(python)
}

fn make_venv(directory: &Path) -> bool {
    let text = directory.to_string_lossy();
    let make = || quiet("python3", &["-m", "venv", &text]);
    make() || (apt(&["python3-venv"]) && make())
}

fn interpreter(environment: &Path) -> PathBuf {
    if cfg!(windows) {
        environment.join("Scripts").join("python.exe")
    } else {
        environment.join("bin").join("python")
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether a command succeeds; it may be absent, and its output is not shown.
fn quiet(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_exist_is_a_plain_no() {
        assert!(!quiet("zermelo-no-such-program", &["--version"]));
        assert!(quiet(env!("CARGO"), &["--version"]));
    }
}
