//! `serve`: the local web page.

use std::io::Cursor;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use zermelo_archive::Archive;
use zermelo_games::GAMES;
use zermelo_search::Algorithm;
use zermelo_web::{Config, Entry};

use crate::args::ServeArgs;
use crate::report::VERSION;
use crate::{Failure, Io, folders, interrupt};

/// The stack of a command that a page asks for: searches recurse deeply.
const STACK: usize = 256 << 20;

/// Runs the command.
pub fn run(args: &ServeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let folder = args.folder.clone().or_else(|| folders::of_user("games"));
    let folder = folder.ok_or_else(|| {
        let sentence = "there is no folder for games: expected `--folder DIR`";
        Failure::Input(sentence.to_string())
    })?;
    let address = SocketAddr::new(args.bind, args.port);
    let config = Config {
        address,
        hosts: args.host.clone(),
        archives: archives(args)?,
        folder,
        version: VERSION.to_string(),
        command: Arc::new(command),
        games: games(),
        algorithms: algorithms(),
    };
    let mut greeted = Ok(());
    let served = zermelo_web::serve(
        config,
        |address| {
            let greet = io.line(format!("http://{address}  (Ctrl-C ends it)"));
            greeted = greet.and_then(|()| io.flush());
        },
        interrupt::asked,
    );
    served.map_err(|error| Failure::Input(format!("cannot serve on {address}: {error}")))?;
    greeted
}

/// The archives by name: as given, or the user's own if there is one.
fn archives(args: &ServeArgs) -> Result<Vec<(String, PathBuf, Archive)>, Failure> {
    let open = |name: String, folder: PathBuf| {
        let archive = Archive::open(&folder).map_err(Failure::input)?;
        Ok((name, folder, archive))
    };
    if args.archive.is_empty() {
        let own = folders::of_user("archive").filter(|folder| folder.is_dir());
        let own = own.map(|folder| open("archive".to_string(), folder));
        return own.into_iter().collect();
    }
    let named = args.archive.iter().map(|text| match text.split_once('=') {
        Some((name, path)) => open(name.to_string(), PathBuf::from(path)),
        None => {
            let stem = Path::new(text).file_stem();
            let name = stem.map_or(text.clone(), |stem| stem.to_string_lossy().into_owned());
            open(name, PathBuf::from(text))
        }
    });
    named.collect()
}

fn games() -> Vec<Entry> {
    let entry = |name: &str, about: &str| (name.to_string(), about.to_string());
    GAMES.iter().map(|g| entry(g.name, g.summary)).collect()
}

fn algorithms() -> Vec<Entry> {
    let all = Algorithm::ALL.iter();
    all.map(|a| (a.name().to_string(), a.summary().to_string()))
        .collect()
}

/// Runs another command of the program; what it prints, or its sentence of failure.
fn command(arguments: &[String]) -> Result<String, String> {
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
