//! Second opinions written in Python: the scripts `testdata/oracles/*.py`.
//!
//! Each script says on one of its first lines which packages it needs, `# needs: chess numpy`,
//! runs from the workspace's root and exits with 0 if it agrees with us.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::check::Ending;
use crate::{provide, shell};

/// Runs every script whose packages can be had.
///
/// # Errors
///
/// If a script disagrees.
pub fn run() -> Result<Ending> {
    let scripts = scripts(&shell::root().join("testdata").join("oracles"));
    if scripts.is_empty() {
        return Ok(Ending::Skipped(
            "testdata/oracles has no scripts".to_string(),
        ));
    }
    let (mut ran, mut wrong) = (0, Vec::new());
    for script in &scripts {
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(script).with_context(|| format!("{name}"))?;
        let Some(python) = provide::python_venv(&needs(&text)) else {
            continue;
        };
        ran += 1;
        println!("{name}");
        let mut command = Command::new(python);
        if let Err(error) = shell::run(command.arg(script).current_dir(shell::root())) {
            println!("{error:#}");
            wrong.push(name.into_owned());
        }
    }
    if !wrong.is_empty() {
        bail!("{} disagrees", wrong.join(", "));
    }
    if ran == 0 {
        return Ok(Ending::Skipped("no script could run".to_string()));
    }
    Ok(Ending::Passed)
}

/// The scripts of a folder by name; none if there is no such folder.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut scripts: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    scripts.sort();
    scripts
}

fn needs(script: &str) -> Vec<&str> {
    let mut lines = script.lines().take(10);
    let line = lines.find_map(|line| line.strip_prefix("# needs:"));
    line.unwrap_or_default().split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_are_named_near_the_top() {
        assert_eq!(
            needs("#!/usr/bin/env python3\n# needs: chess numpy\nimport chess\n"),
            ["chess", "numpy"]
        );
        assert!(needs("import sys\n").is_empty());
    }

    #[test]
    fn a_missing_folder_holds_no_scripts() {
        assert!(scripts(Path::new("no such folder")).is_empty());
    }
}
