//! Commands that other parts of the program ask for, in memory.

use std::io::Cursor;
use std::thread;

use crate::Io;

/// The stack of a command: searches recurse deeply.
const STACK: usize = 256 << 20;

/// Runs a command on its arguments, without the program's name; what it prints, or its sentence of
/// failure.
pub fn run(arguments: &[String]) -> Result<String, String> {
    let arguments = std::iter::once("zermelo".to_string()).chain(arguments.iter().cloned());
    let arguments: Vec<String> = arguments.collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || {
            let mut io = Io {
                input: &mut Cursor::new(Vec::new()),
                out: &mut out,
                err: &mut err,
                terminal: false,
                colour: false,
            };
            crate::run(arguments, &mut io)
        });
        running.ok().and_then(|thread| thread.join().ok())
    });
    match status {
        Some(0) => Ok(String::from_utf8_lossy(&out).into_owned()),
        Some(_) => {
            let said = String::from_utf8_lossy(&err).into_owned();
            Err(said.trim().trim_start_matches("zermelo: ").to_string())
        }
        None => Err("the command failed".to_string()),
    }
}
