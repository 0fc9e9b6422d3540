//! `serve`: the local web page.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zermelo_archive::Archive;
use zermelo_games::GAMES;
use zermelo_search::Algorithm;
use zermelo_web::{Config, Entry};

use crate::args::ServeArgs;
use crate::report::VERSION;
use crate::{Failure, Io, bundled, folders, interrupt, within};

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
        archives: archives(args, &folder)?,
        folder,
        version: VERSION.to_string(),
        command: Arc::new(within::run),
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

/// The archives by name: as given, or the user's own, or the one that comes with the program.
fn archives(args: &ServeArgs, folder: &Path) -> Result<Vec<(String, PathBuf, Archive)>, Failure> {
    let open = |name: String, folder: PathBuf| {
        let archive = Archive::open(&folder).map_err(Failure::input)?;
        Ok((name, folder, archive))
    };
    if args.archive.is_empty() {
        let own = folders::of_user("archive").filter(|folder| folder.is_dir());
        return Ok(vec![match own {
            Some(own) => open("archive".to_string(), own)?,
            None => open("bundled".to_string(), bundled::archive(folder)?)?,
        }]);
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
