//! `completions` and `man`: made from the same definitions as the parser.

use std::fs;

use clap_complete::Shell;

use crate::args::ManArgs;
use crate::{Failure, Io};

/// Writes completions for a shell.
pub fn completions(
    shell: Shell,
    command: &mut clap::Command,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "zermelo", &mut script);
    io.out.write_all(&script).map_err(Failure::from)
}

/// Writes the main man page, or one page per command into a folder.
pub fn man(args: &ManArgs, command: clap::Command, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.markdown {
        return io.line(reference(command).trim_end());
    }
    let Some(folder) = &args.dir else {
        return clap_mangen::Man::new(command)
            .render(io.out)
            .map_err(Failure::from);
    };
    let failed = |error: std::io::Error| {
        Failure::Input(format!(
            "cannot write the man pages to {}: {error}",
            folder.display()
        ))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    io.line(format!("wrote the man pages to {}", folder.display()))
}

/// The columns of the reference.
const WIDTH: usize = 100;

/// What every command says of itself, one section each.
fn reference(command: clap::Command) -> String {
    let mut command = command.term_width(WIDTH);
    command.build();
    let mut text =
        "# Commands\n\nMade by `zermelo man --markdown`; the same as `--help` says.\n".to_string();
    describe(&mut command, &mut text);
    text
}

fn describe(command: &mut clap::Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or_default().to_string();
    let help = command.render_long_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    *text += &format!(
        "\n## {name}\n\n```text\n{}\n```\n",
        help.join("\n").trim_end()
    );
    for inner in command.get_subcommands_mut() {
        describe(inner, text);
    }
}
