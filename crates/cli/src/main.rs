//! The `zermelo` binary: everything is in the library, so that tests and fuzzers can call it.

use std::ffi::OsString;
use std::io::{self, BufRead, Cursor, IsTerminal, Read};
use std::process::ExitCode;
use std::thread;

/// Searches recurse up to a thousand plies; the usual main thread has room for fewer.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let work = thread::Builder::new().stack_size(STACK).spawn(run);
    let code = work.map(|thread| thread.join().unwrap_or(PANICKED));
    ExitCode::from(code.unwrap_or(PANICKED))
}

/// The exit status after a defect of ours; the panic itself has been reported.
const PANICKED: u8 = 101;

fn run() -> u8 {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let terminal = stdout.is_terminal();
    let mut args: Vec<OsString> = std::env::args_os().collect();
    let mut first_line = Vec::new();
    if args.len() == 1 && !stdin.is_terminal() {
        // Interfaces start an engine without arguments and name the protocol.
        let _ = stdin.lock().read_until(b'\n', &mut first_line);
        let first = first_line.trim_ascii();
        let named = ["uci", "xboard"]
            .iter()
            .find(|name| first == name.as_bytes());
        args.extend(named.map(OsString::from));
    }
    let mut io = zermelo::Io {
        input: &mut Cursor::new(first_line).chain(zermelo::Keyboard::new(stdin)),
        // Not locked: protocols write from more than one thread.
        out: &mut io::BufWriter::new(stdout),
        err: &mut io::stderr(),
        terminal,
        colour: terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    };
    let code = zermelo::run(args, &mut io);
    match io.out.flush() {
        Ok(()) => code,
        // A reader that has gone away is no failure of ours.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(error) => {
            io.message(format!("zermelo: cannot write: {error}"));
            code.max(1)
        }
    }
}
