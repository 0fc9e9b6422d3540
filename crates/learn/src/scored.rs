//! Positions of games scored by a search: what weights and networks are fitted to.
//!
//! *What.* Quiet positions of an archive's games, spread evenly over them, each with the score of a
//! search and the result of its game. Of five positions two are changed, and have no result: one by a
//! move or two by chance, one by a man more for one side. Masters seldom leave anything hanging,
//! and never play on a queen down; an evaluation must know what that is worth. *Invariant.* A game's positions depend on the seed and the game alone,
//! whatever the threads, so that an interrupted work goes on where it was: the journal has the
//! games that are done.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use zermelo_archive::{Archive, ArchiveError, Filter, GameId};
use zermelo_chess::{Chess, GameResult};
use zermelo_engine::tuning::selfplay::Sample;
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings};
use zermelo_game::random::{Rng, mix};
use zermelo_game::{Game, Notation, Score, Side};

use crate::held_out::played;
use crate::learner::{LearnError, Samples, Step};
use crate::more_material::with_a_man_more;

/// Which positions, and how they are scored.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoring {
    /// Of which games.
    pub filter: Filter,
    /// About so many at most.
    pub most: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Chance: which positions.
    pub seed: u64,
    /// How many games are looked at at the same time.
    pub threads: usize,
    /// Remembers what is done; removed by whoever no longer needs it.
    pub journal: Option<PathBuf>,
    /// Whether the journal is somebody's own file: one of something else is then refused, and not
    /// begun anew.
    pub kept: bool,
}

/// Positions of a game, on average, where there are games enough.
const PER_GAME: usize = 12;
/// The first plies are the book's.
const FIRST_PLY: usize = 8;
/// The hash table of the searches, in megabytes.
const HASH: usize = 1;
/// Scores beyond this say no more.
const MOST_SCORE: Score = 3000;

/// How often somebody is asked whether to go on.
const LOOK: Duration = Duration::from_millis(20);

/// A game's positions, each with its score for the first side; the result unless moved by chance.
type Scored = Vec<(Chess, Score, bool)>;

/// A position as it was played, three times of five; else after one or two moves by chance, or with
/// a man more for one side.
fn changed(position: &Chess, rng: &mut Rng) -> (Chess, bool) {
    let (mut position, moves) = match rng.below(5) {
        0..=2 => return (position.clone(), true),
        3 => (position.clone(), 1 + rng.below(2)),
        _ => {
            let more = with_a_man_more(position, rng);
            (more.unwrap_or_else(|| position.clone()), rng.below(2))
        }
    };
    for _ in 0..moves {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        if let Some(&m) = rng.pick(&legal) {
            position.play(m);
        }
    }
    (position, false)
}

/// Scores the positions of one game.
fn of_game(
    engine: &mut Engine,
    archive: &Archive,
    id: GameId,
    (nodes, per_game): (u64, usize),
    rng: &mut Rng,
) -> Result<(Scored, GameResult), ArchiveError> {
    let game = archive.game(id)?;
    engine.new_game();
    let line = played(&game);
    let plies = line.len().saturating_sub(FIRST_PLY).max(1);
    let mut found = Vec::new();
    for (position, _) in line.iter().skip(FIRST_PLY) {
        if rng.below(plies) >= per_game {
            continue;
        }
        let (position, as_played) = changed(position, rng);
        if position.is_check() || position.outcome().is_some() {
            continue;
        }
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let order = Order::new(position.clone(), limits);
        let answer = engine.search_on_this_thread(&order, &Control::default(), &mut |_| ());
        let score = answer.lines.first().map_or(0, |line| line.score);
        if score.abs() > MOST_SCORE || answer.best.is_none_or(|m| m.is_unquiet()) {
            continue;
        }
        let white = match position.side() {
            Side::First => score,
            Side::Second => -score,
        };
        found.push((position, white, as_played));
    }
    Ok((found, game.result))
}

fn points(result: GameResult) -> f32 {
    match result {
        GameResult::White => 1.0,
        GameResult::Black => 0.0,
        GameResult::Draw => 0.5,
    }
}

/// The journal: a line that says what is scored, then for each game its number and its samples.
struct Journal {
    file: Option<File>,
}

impl Journal {
    /// Goes on with a journal of the same work, or begins one; hands over what is in it. One of
    /// other work is refused if it is kept, and replaced otherwise.
    fn open(
        (path, kept): (Option<&Path>, bool),
        heading: &str,
        mut to: impl FnMut(usize, Vec<Sample>),
    ) -> Result<Journal, LearnError> {
        let Some(path) = path else {
            return Ok(Journal { file: None });
        };
        let failed = |error: std::io::Error| {
            LearnError::Input(format!("cannot use {}: {error}", path.display()))
        };
        let mut same = false;
        if let Ok(file) = File::open(path) {
            let mut reader = BufReader::new(file);
            let mut first = Vec::new();
            reader.read_until(b'\n', &mut first).map_err(failed)?;
            let first = String::from_utf8_lossy(&first);
            same = first.trim_end() == heading;
            if kept && !same && !first.is_empty() {
                return Err(LearnError::Input(other_work(path, &first, heading)));
            }
            let lines = reader.lines().map_while(Result::ok);
            let mut samples = Vec::new();
            for line in lines.take_while(|_| same) {
                // A game counts when its last line is there. The end may be torn; whoever went on
                // after that began with an empty line.
                if line.is_empty() {
                    samples.clear();
                } else if let Some(number) = line.strip_prefix("game ") {
                    if let Ok(number) = number.parse() {
                        to(number, std::mem::take(&mut samples));
                    }
                } else {
                    samples.extend(read(&line));
                }
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(same)
            .write(true)
            .truncate(!same)
            .open(path)
            .map_err(failed)?;
        writeln!(file, "{}", if same { "" } else { heading }).map_err(failed)?;
        Ok(Journal { file: Some(file) })
    }

    fn add(&mut self, number: usize, samples: &[Sample]) -> std::io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let mut text = String::new();
        for sample in samples {
            let result = sample.result.map_or(String::new(), |r| r.to_string());
            let position = sample.position.notation();
            text.push_str(&format!("{position};{};{result}\n", sample.score));
        }
        text.push_str(&format!("game {number}\n"));
        file.write_all(text.as_bytes())
    }
}

/// How much of a wrong heading is shown.
const SHOWN: usize = 100;

fn other_work(path: &Path, found: &str, heading: &str) -> String {
    let found: String = found.trim_end().chars().take(SHOWN).collect();
    format!(
        "{}: line 1 is `{}`, so these are not the positions of this work; expected `{heading}`, or \
         no such file",
        path.display(),
        found.escape_debug()
    )
}

/// A sample from a line of the journal.
fn read(line: &str) -> Option<Sample> {
    let mut fields = line.split(';');
    Some(Sample {
        position: Chess::parse(fields.next()?).ok()?,
        score: fields.next()?.parse().ok()?,
        result: fields.next()?.parse().ok(),
    })
}

/// Games enough for the positions wanted, spread evenly over those to learn from and over those held
/// out, each by themselves: a step through both would meet too many or none of those held out.
fn spread(samples: &Samples<'_>, scoring: &Scoring) -> Result<Vec<GameId>, ArchiveError> {
    let mut parts: [Vec<GameId>; 2] = Default::default();
    samples.archive.for_each_game(&scoring.filter, |id| {
        parts[usize::from(samples.is_held_out(id))].push(id);
        Ok(true)
    })?;
    let all = parts[0].len() + parts[1].len();
    let wanted = (scoring.most / PER_GAME).clamp(1, all.max(1));
    let mut games: Vec<GameId> = Vec::new();
    for part in parts {
        let of_part = (wanted * part.len()).div_ceil(all.max(1));
        games.extend((0..of_part).map(|number| part[number * part.len() / of_part]));
    }
    games.sort_unstable();
    Ok(games)
}

/// Scores positions, and hands them over game by game with whether the game is held out; how many
/// games are not, and how many are.
///
/// # Errors
///
/// When the archive is damaged, the journal cannot be written, or the work was interrupted.
pub fn scored(
    samples: &Samples<'_>,
    scoring: &Scoring,
    mut to: impl FnMut(&Sample, bool),
) -> Result<[usize; 2], LearnError> {
    let games = spread(samples, scoring)?;
    let per_game = scoring.most.div_ceil(games.len().max(1));
    let heading = format!(
        "positions scored: {} games, {per_game} a game, {} nodes, seed {}, archive {:08x}",
        games.len(),
        scoring.nodes,
        scoring.seed,
        samples.archive.fingerprint(),
    );
    let mut done: Vec<Option<Vec<Sample>>> = vec![None; games.len()];
    let file = (scoring.journal.as_deref(), scoring.kept);
    let journal = Journal::open(file, &heading, |number, samples| {
        if let Some(place) = done.get_mut(number) {
            *place = Some(samples);
        }
    })?;
    let left: Vec<usize> = (0..games.len()).filter(|n| done[*n].is_none()).collect();
    let shared = Mutex::new((journal, &mut done, Ok::<(), LearnError>(())));
    let (next, archive) = (AtomicUsize::new(0), samples.archive);
    let finished = AtomicUsize::new(games.len() - left.len());
    let (stopped, working) = (
        AtomicBool::new(false),
        AtomicUsize::new(scoring.threads.max(1)),
    );
    let work = || {
        let mut engine = Engine::new(Settings {
            hash_mb: HASH,
            ..Settings::default()
        });
        while let Some(&number) = left.get(next.fetch_add(1, Relaxed)) {
            if stopped.load(Relaxed) {
                break;
            }
            let mut rng = Rng::new(mix(scoring.seed) ^ mix(number as u64 + 1));
            let how = (scoring.nodes, per_game);
            let found = of_game(&mut engine, archive, games[number], how, &mut rng);
            let Ok(mut shared) = shared.lock() else { break };
            match found {
                Ok((found, result)) => {
                    let points = points(result);
                    let sample = |(position, score, as_played): (Chess, Score, bool)| Sample {
                        position,
                        score,
                        result: as_played.then_some(points),
                    };
                    let found: Vec<Sample> = found.into_iter().map(sample).collect();
                    if let Err(error) = shared.0.add(number, &found) {
                        shared.2 = Err(LearnError::Input(format!("cannot write: {error}")));
                        stopped.store(true, Relaxed);
                    }
                    shared.1[number] = Some(found);
                    finished.fetch_add(1, Relaxed);
                }
                Err(error) => {
                    shared.2 = Err(error.into());
                    stopped.store(true, Relaxed);
                }
            }
        }
        working.fetch_sub(1, Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 0..scoring.threads.max(1) {
            scope.spawn(work);
        }
        while working.load(Relaxed) > 0 {
            stopped.fetch_or((samples.stop)(), Relaxed);
            let finished = finished.load(Relaxed) as u64;
            (samples.tell)(Step::new("games scored", finished, games.len() as u64));
            std::thread::sleep(LOOK);
        }
    });
    shared.into_inner().map_or(Ok(()), |shared| shared.2)?;
    if done.iter().any(Option::is_none) {
        return Err(ArchiveError::Interrupted.into());
    }
    let mut counts = [0; 2];
    for (&id, found) in games.iter().zip(&done) {
        let held_out = samples.is_held_out(id);
        counts[usize::from(held_out)] += 1;
        for sample in found.iter().flatten() {
            to(sample, held_out);
        }
    }
    Ok(counts)
}
