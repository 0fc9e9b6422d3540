//! Building: sources in, a segment out.
//!
//! One thread reads and decompresses, several resolve the games of a piece each, and this one
//! takes the pieces in their order: it drops duplicates, numbers names and games, and hands out
//! the facts. So equal sources give equal bytes whatever the number of threads. When the facts
//! take more memory than allowed all is made safe on the disk; a build that was stopped or
//! killed goes on from there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::archive::Archive;
use crate::batch::{Batch, Reason};
use crate::build_options::{BuildOptions, BuildReport, Progress};
use crate::building::{Building, Checkpoint};
use crate::error::{ArchiveError, At, Result};
use crate::input::{Piece, Source};
use crate::manifest::SourceEntry;
use crate::pipeline::{read_batches, read_pieces};
use crate::segment_writer::{Lengths, SegmentWriter};

/// A segment is closed after so many games: what is kept per game then takes at most half a
/// gigabyte of memory, however many games there are.
const SEGMENT_GAMES: usize = 1 << 24;

/// Builds an archive from files, or adds their games to one.
///
/// # Errors
///
/// When a source cannot be read or the archive cannot be written: then the archive is as it was
/// before. When the stop test says yes: then the same call goes on later.
pub fn build(
    folder: &Path,
    inputs: &[PathBuf],
    mut options: BuildOptions<'_>,
) -> Result<BuildReport> {
    let mut sources = Vec::new();
    for path in inputs {
        sources.push(Source::open(path)?);
    }
    let building = Building::open(folder, options.plies)?;
    if building.existed {
        options.plies = building.manifest.plies;
    }
    let request = request(inputs, &sources, &options);
    let mut import = match Import::begin(building, request, &options) {
        Ok(import) => import,
        Err(failed) => {
            let (building, error) = *failed;
            if !matches!(error, ArchiveError::Usage(_)) {
                building.abandon();
            }
            return Err(error);
        }
    };
    match import.run(sources, &mut options) {
        Ok(report) => Ok(report),
        Err(ArchiveError::Interrupted) => Err(ArchiveError::Interrupted),
        Err(error) => {
            import.building.abandon();
            Err(error)
        }
    }
}

/// The segment to be filled, and the archive as it was, for its hashes.
fn open_parts(building: &Building, from: Lengths) -> Result<(SegmentWriter, Option<Archive>)> {
    let workshop = building.workshop();
    std::fs::create_dir_all(&workshop).writing(&workshop)?;
    let writer = SegmentWriter::open(&workshop, from)?;
    let before = match building.manifest.segments.as_slice() {
        [] => None,
        _ => Some(Archive::open_with(&building.folder, &building.manifest)?),
    };
    Ok((writer, before))
}

/// What identifies a build: continuing is only right with the same sources and conditions.
fn request(inputs: &[PathBuf], sources: &[Source], options: &BuildOptions<'_>) -> String {
    let files: Vec<Value> = inputs
        .iter()
        .zip(sources)
        .map(|(path, source)| json!([path.to_string_lossy(), source.length]))
        .collect();
    let filter = format!("{:?}", options.filter);
    json!([files, filter, options.plies, options.keep_duplicates]).to_string()
}

/// A build under way.
struct Import {
    building: Building,
    request: String,
    writer: Option<SegmentWriter>,
    /// Segments that were there before, for their hashes.
    before: Option<Archive>,
    /// Sources of the manifest before this build.
    known_sources: usize,
    /// Segments finished, those from before included.
    done: u64,
    first_segment: usize,
    /// Where reading goes on: source, place, line.
    place: (usize, u64, u64),
    counts: Vec<SourceEntry>,
    skipped: BTreeMap<Reason, u64>,
    cut_off: Vec<usize>,
    saw_tags: bool,
    resumed: u64,
    games: u64,
    last_checkpoint: Instant,
}

/// All is made safe at least this often.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

impl Import {
    fn begin(
        mut building: Building,
        request: String,
        options: &BuildOptions<'_>,
    ) -> std::result::Result<Import, Box<(Building, ArchiveError)>> {
        let workshop = building.workshop();
        let mut found = Checkpoint::read(&workshop).filter(|_| !options.fresh);
        if let Some(checkpoint) = &found
            && checkpoint.request != request
        {
            let sentence = format!(
                "{}: an unfinished build with other sources or conditions is here; finish it with \
                 the same arguments, or pass --fresh to throw it away",
                building.folder.display()
            );
            return Err(Box::new((building, ArchiveError::Usage(sentence))));
        }
        let done = building.manifest.segments.len() as u64;
        let sources = building.manifest.sources.len() as u64;
        if found
            .as_ref()
            .is_some_and(|c| c.reading["known_sources"].as_u64() != Some(sources))
        {
            // The sources are entered last: this build was finished, only not cleared away.
            found = None;
        }
        if let Some(checkpoint) = &found {
            // A segment finished after the checkpoint is made again.
            let manifest = &mut building.manifest;
            manifest.segments.truncate(checkpoint.done as usize);
            manifest.next = checkpoint.reading["next"].as_u64().unwrap_or(manifest.next);
        } else if let Err(error) = building.clear() {
            return Err(Box::new((building, error)));
        }
        let reading = found.as_ref().map(|checkpoint| checkpoint.reading.clone());
        let lengths = found.as_ref().map_or(Lengths::default(), |c| c.lengths);
        let (writer, before) = match open_parts(&building, lengths) {
            Ok(parts) => parts,
            Err(error) => return Err(Box::new((building, error))),
        };
        let mut import = Import {
            request,
            writer: Some(writer),
            before,
            known_sources: building.manifest.sources.len(),
            done: found.take().map_or(done, |checkpoint| checkpoint.done),
            first_segment: building.manifest.segments.len(),
            place: (0, 0, 1),
            counts: Vec::new(),
            skipped: BTreeMap::new(),
            cut_off: Vec::new(),
            saw_tags: false,
            resumed: 0,
            games: 0,
            last_checkpoint: Instant::now(),
            building,
        };
        if let Some(reading) = reading {
            import.restore(&reading);
        }
        Ok(import)
    }

    fn restore(&mut self, reading: &Value) {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let place = &reading["place"];
        self.place = (
            number(&place[0]) as usize,
            number(&place[1]),
            number(&place[2]),
        );
        self.first_segment = number(&reading["first_segment"]) as usize;
        self.saw_tags = reading["saw_tags"].as_bool().unwrap_or(false);
        self.games = number(&reading["games"]);
        self.resumed = self.games;
        for source in reading["sources"].as_array().into_iter().flatten() {
            let skipped = source[2].as_object().into_iter().flatten();
            self.counts.push(SourceEntry {
                name: source[0].as_str().unwrap_or_default().to_string(),
                games: number(&source[1]),
                skipped: skipped.map(|(k, v)| (k.clone(), number(v))).collect(),
            });
        }
        for entry in &self.counts {
            for reason in Reason::ALL {
                if let Some(count) = entry.skipped.get(reason.text()) {
                    *self.skipped.entry(reason).or_insert(0) += count;
                }
            }
        }
        let cut = reading["cut_off"].as_array().into_iter().flatten();
        self.cut_off = cut.map(|value| number(value) as usize).collect();
    }

    fn checkpoint(&mut self) -> Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let lengths = writer.checkpoint()?;
        self.write_journal(lengths)
    }

    fn write_journal(&mut self, lengths: Lengths) -> Result<()> {
        let sources: Vec<Value> = self
            .counts
            .iter()
            .map(|entry| json!([entry.name, entry.games, entry.skipped]))
            .collect();
        let (source, offset, line) = self.place;
        let checkpoint = Checkpoint {
            request: self.request.clone(),
            lengths,
            reading: json!({
                "place": [source, offset, line],
                "sources": sources,
                "first_segment": self.first_segment,
                "known_sources": self.known_sources,
                "next": self.building.manifest.next,
                "saw_tags": self.saw_tags,
                "games": self.games,
                "cut_off": self.cut_off,
            }),
            done: self.done,
        };
        self.last_checkpoint = Instant::now();
        checkpoint.write(&self.building.workshop())
    }

    fn run(&mut self, sources: Vec<Source>, options: &mut BuildOptions<'_>) -> Result<BuildReport> {
        let names: Vec<PathBuf> = sources.iter().map(|source| source.name.clone()).collect();
        let total_bytes = sources.iter().map(|source| source.length).sum();
        let read: Vec<_> = sources.iter().map(Source::progress).collect();
        let threads = options.threads.max(1);
        let (filter, plies) = (options.filter.clone(), options.plies);
        let (first_source, offset, line) = self.place;
        std::thread::scope(|scope| {
            let (send_piece, pieces) = sync_channel::<Result<Piece>>(threads);
            let (send_batch, batches) = sync_channel::<Result<Batch>>(threads);
            scope.spawn(move || read_pieces(sources, first_source, offset, line, &send_piece));
            let pieces = std::sync::Arc::new(Mutex::new(pieces));
            for _ in 0..threads {
                let (pieces, send, filter) = (pieces.clone(), send_batch.clone(), &filter);
                scope.spawn(move || read_batches(&pieces, filter, plies, &send));
            }
            drop((send_batch, pieces));
            let result = self.take_batches(&batches, &names, options, |games| Progress {
                games,
                bytes: read.iter().map(|count| count.load(Ordering::Relaxed)).sum(),
                total_bytes,
                writing: None,
            });
            // Closing the channel ends the other threads.
            drop(batches);
            result
        })?;
        if self.games == 0 && !self.saw_tags {
            let name = names.first().cloned().unwrap_or_default();
            let problem = "no games: expected PGN, plain or compressed with gzip, bzip2 or zstd";
            return Err(ArchiveError::input(&name, problem));
        }
        self.finish(&names, options)
    }

    /// Takes the batches in their order.
    fn take_batches(
        &mut self,
        batches: &Receiver<Result<Batch>>,
        names: &[PathBuf],
        options: &mut BuildOptions<'_>,
        progress: impl Fn(u64) -> Progress,
    ) -> Result<()> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for batch in batches {
            let batch = batch?;
            waiting.insert(batch.number, batch);
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                self.take_batch(&batch, names, options)?;
                let stop = (options.on_progress)(&progress(self.games));
                let memory = self.writer.as_ref().map_or(0, SegmentWriter::memory);
                let late = self.last_checkpoint.elapsed() > CHECKPOINT_EVERY;
                if stop || late || memory >= options.memory {
                    self.checkpoint()?;
                }
                if stop {
                    return Err(ArchiveError::Interrupted);
                }
                if self
                    .writer
                    .as_ref()
                    .is_some_and(|w| w.len() >= SEGMENT_GAMES)
                {
                    self.close_segment(options)?;
                    let lengths = Lengths::default();
                    self.writer = Some(self.building.begin()?);
                    self.write_journal(lengths)?;
                }
            }
        }
        Ok(())
    }

    fn take_batch(
        &mut self,
        batch: &Batch,
        names: &[PathBuf],
        options: &mut BuildOptions<'_>,
    ) -> Result<()> {
        self.saw_tags |= batch.saw_tags;
        while self.counts.len() <= batch.source {
            let name = names[self.counts.len()].file_name();
            let name = name.map_or_else(|| "-".to_string(), |n| n.to_string_lossy().into_owned());
            self.counts.push(SourceEntry {
                name,
                ..SourceEntry::default()
            });
        }
        let mut skipped = batch.skipped.clone();
        for problem in &batch.problems {
            if problem.reason == Reason::CutOff {
                self.cut_off.push(problem.source);
            }
            (options.on_problem)(&names[problem.source], problem);
        }
        let source = u16::try_from(self.known_sources + batch.source).unwrap_or(u16::MAX);
        let writer = self
            .writer
            .as_mut()
            .expect("a segment is open while reading");
        for place in 0..batch.len() {
            let (mut game, hash) = batch.game(place);
            let known = !options.keep_duplicates
                && (writer.knows(hash)
                    || match &self.before {
                        Some(archive) => archive.has_hash(hash)?,
                        None => false,
                    });
            if known {
                *skipped.entry(Reason::Duplicate).or_insert(0) += 1;
                continue;
            }
            game.source = source;
            writer.push(&game, hash)?;
            self.games += 1;
            self.counts[batch.source].games += 1;
        }
        for (reason, count) in skipped {
            *self.skipped.entry(reason).or_insert(0) += count;
            let entry = &mut self.counts[batch.source];
            *entry.skipped.entry(reason.text().to_string()).or_insert(0) += count;
        }
        self.place = if batch.is_last {
            (batch.source + 1, 0, 1)
        } else {
            (batch.source, batch.offset_after, batch.line_after)
        };
        Ok(())
    }

    /// Finishes the open segment and puts it into the manifest in memory; whether there was one.
    fn finish_segment(&mut self, options: &mut BuildOptions<'_>) -> Result<bool> {
        let Some(writer) = self.writer.take().filter(|writer| writer.len() > 0) else {
            return Ok(false);
        };
        let games = self.games;
        let on_progress = &mut options.on_progress;
        let counts = writer.finish(options.threads, |share| {
            on_progress(&Progress {
                games,
                writing: Some(share),
                ..Progress::default()
            })
        })?;
        self.building.adopt(&counts)?;
        Ok(true)
    }

    /// Finishes the open segment so that the games after it can be read into another.
    fn close_segment(&mut self, options: &mut BuildOptions<'_>) -> Result<()> {
        if !self.finish_segment(options)? {
            return Ok(());
        }
        self.done += 1;
        // Later games of this build must find those of the closed segment.
        self.building.manifest.write(&self.building.folder)?;
        self.before = Some(Archive::open_with(
            &self.building.folder,
            &self.building.manifest,
        )?);
        Ok(())
    }

    fn finish(&mut self, names: &[PathBuf], options: &mut BuildOptions<'_>) -> Result<BuildReport> {
        if self.writer.as_ref().is_some_and(SegmentWriter::has_spilled) {
            // What is long enough to need the disk is worth not reading again.
            self.checkpoint()?;
        }
        let manifest = &self.building.manifest;
        let games_before: u64 = manifest.segments[..self.first_segment]
            .iter()
            .map(|segment| segment.games)
            .sum();
        self.finish_segment(options)?;
        if self.games > 0 {
            self.building.manifest.sources.append(&mut self.counts);
            self.building.commit()?;
        } else {
            self.building.clear()?;
            if !self.building.existed {
                self.building.commit()?;
            }
        }
        let manifest = &self.building.manifest;
        let new = &manifest.segments[self.first_segment..];
        Ok(BuildReport {
            games: self.games,
            skipped: self.skipped.clone(),
            visits: new.iter().map(|segment| segment.visits).sum(),
            positions: new.iter().map(|segment| segment.positions).sum(),
            frequent: new.iter().map(|segment| segment.frequent).sum(),
            bytes: manifest.bytes(),
            cut_off: self.cut_off.iter().map(|&s| names[s].clone()).collect(),
            resumed_games: self.resumed,
            games_before,
        })
    }
}
