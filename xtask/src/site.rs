//! The web pages in a real browser: a server of our own, Chromium, and a script that plays.
//!
//! The script (`xtask/site/site.py`) is Python, because the drivers of browsers are; what it needs is
//! installed into an environment of its own, and without it the step is skipped. Screenshots are
//! kept in the target directory under `site`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::check::Ending;
use crate::{pages, provide, shell};

/// Drives Chromium, and looks for what keeps people out.
const PACKAGES: [&str; 2] = ["playwright", "axe-playwright-python"];

/// A server that ends with the step.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server in an empty folder and lets the script at it.
///
/// # Errors
///
/// If the script finds something wrong.
pub fn run() -> Result<Ending> {
    let Some(browser) = pages::browser() else {
        return Ok(Ending::Skipped("there is no Chromium".to_string()));
    };
    let Some(python) = provide::python_venv(&PACKAGES) else {
        return Ok(Ending::Skipped("playwright cannot be had".to_string()));
    };
    let folder = shell::target_directory().join("site");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (_server, address) = serve(&folder)?;
    let mut script = Command::new(python);
    script
        .arg(shell::root().join("xtask").join("site").join("site.py"))
        .arg(address)
        .arg(which(&browser)?)
        .arg(folder.join("pictures"));
    shell::run(&mut script)?;
    Ok(Ending::Passed)
}

/// The program's server and its address.
fn serve(folder: &Path) -> Result<(Server, String)> {
    shell::run(&mut shell::cargo(&[
        "build",
        "--quiet",
        "--package",
        "zermelo",
    ]))?;
    let program = shell::target_directory().join("debug").join("zermelo");
    let child = Command::new(program)
        .args(["serve", "--port", "0", "--folder"])
        .arg(folder.join("games"))
        .env("XDG_DATA_HOME", folder)
        .stdout(Stdio::piped())
        .spawn();
    let mut server = Server(child.context("cannot start the server")?);
    let output = server.0.stdout.take().context("the server is silent")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let address = line.split_whitespace().next();
    let address = address.context("the server says no address")?.to_string();
    Ok((server, address))
}

/// Where a program of this name is.
fn which(name: &str) -> Result<String> {
    let path = shell::output(Command::new("which").arg(name))?;
    Ok(path.trim().to_string())
}
