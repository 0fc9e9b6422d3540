//! Building: sources in, a segment out.
//!
//! One thread reads and decompresses, several resolve the games of a piece each, and this one
//! takes the pieces in their order: it drops duplicates, numbers names and games, and hands out
//! the facts. So equal sources give equal bytes whatever the number of threads. When the facts
//! take more memory than allowed all is made safe on the disk; a build that was stopped or
//! killed goes on from there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use crate::archive::Archive;
use crate::batch::{Batch, Reason};
use crate::build_options::{BuildOptions, BuildReport, DEFAULT_PLIES, Progress};
use crate::building::Building;
use crate::checkpoint::{Checkpoint, Reading};
use crate::error::{ArchiveError, At, Result};
use crate::input::{Piece, Pieces};
use crate::manifest::SourceEntry;
use crate::pipeline::{read_batches, read_pieces};
use crate::resume;
use crate::segment_writer::{Lengths, SegmentWriter};

/// Builds an archive from files, or adds their games to one.
///
/// # Errors
///
/// When a source cannot be read or the archive cannot be written: then the archive is as it was
/// before. When the stop test says yes: then the same call goes on later, unless a source can
/// be read only once: then nothing is kept.
pub fn build(
    folder: &Path,
    inputs: &[PathBuf],
    mut options: BuildOptions<'_>,
) -> Result<BuildReport> {
    let sources = resume::open_all(inputs)?;
    let mut building = Building::open(folder, options.plies.unwrap_or(DEFAULT_PLIES))?;
    let plies = building.settle_plies(options.plies)?;
    let request = resume::request(inputs, &options, plies);
    let stamps = sources.iter().map(|source| source.stamp.clone()).collect();
    let deleted = sources.iter().map(|source| source.deleted).collect();
    let lengths: Vec<u64> = sources.iter().map(|source| source.length).collect();
    let beginning = resume::begin(&mut building, &request, inputs, sources, options.fresh);
    let beginning = match beginning {
        Ok(beginning) => beginning,
        Err(error) => {
            if building.unfinished.is_none() {
                building.abandon();
            }
            return Err(error);
        }
    };
    let mut import = Import {
        request,
        stamps,
        deleted,
        names: inputs.to_vec(),
        resumable: resume::read_only_once(inputs).is_none(),
        plies,
        total_bytes: lengths.iter().sum(),
        read_before: {
            let reading = beginning.found.as_ref().map(|found| &found.reading);
            let done = reading.map_or(0, |reading| reading.place.source);
            lengths.iter().take(done).sum()
        },
        read: beginning.pieces.iter().map(Pieces::progress).collect(),
        writer: None,
        before: None,
        first_segment: building.manifest.segments.len(),
        reading: Reading::default(),
        skipped: BTreeMap::new(),
        resumed: 0,
        last_checkpoint: Instant::now(),
        building,
    };
    let result = import
        .open(beginning.found)
        .and_then(|()| import.run(beginning.pieces, &mut options));
    match result {
        Ok(report) => Ok(BuildReport {
            began_anew: beginning.changed,
            ..report
        }),
        Err(ArchiveError::Interrupted) if import.resumable => Err(ArchiveError::Interrupted),
        Err(error) => {
            import.building.abandon();
            Err(error)
        }
    }
}

/// A build under way.
struct Import {
    building: Building,
    /// What was asked for, and what the sources are known again by.
    request: String,
    stamps: Vec<String>,
    /// Records of each source that are marked as deleted.
    deleted: Vec<u64>,
    names: Vec<PathBuf>,
    resumable: bool,
    plies: usize,
    /// Bytes of all sources, those of sources that an interrupted build had read whole, and those
    /// read of each of the others.
    total_bytes: u64,
    read_before: u64,
    read: Vec<Arc<AtomicU64>>,
    writer: Option<SegmentWriter>,
    /// Segments that were there before, for their hashes.
    before: Option<Archive>,
    first_segment: usize,
    reading: Reading,
    skipped: BTreeMap<Reason, u64>,
    resumed: u64,
    last_checkpoint: Instant,
}

/// All is made safe at least this often.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

impl Import {
    /// Opens the segment to be filled, and the archive as it was.
    fn open(&mut self, found: Option<Checkpoint>) -> Result<()> {
        let mut lengths = Lengths::default();
        if let Some(found) = found {
            lengths = found.lengths;
            self.reading = found.reading;
            self.resumed = self.reading.games;
            let manifest = &mut self.building.manifest;
            manifest.next += found.segments.len() as u64;
            manifest.segments.extend(found.segments);
        }
        for entry in &self.reading.counts {
            for reason in Reason::ALL {
                if let Some(count) = entry.skipped.get(reason.text()) {
                    *self.skipped.entry(reason).or_insert(0) += count;
                }
            }
        }
        let workshop = self.building.workshop();
        std::fs::create_dir_all(&workshop).writing(&workshop)?;
        self.writer = Some(SegmentWriter::open(&workshop, lengths)?);
        self.look_back()
    }

    /// Opens the segments that are there, in which later games may be found again.
    fn look_back(&mut self) -> Result<()> {
        let building = &self.building;
        if !building.manifest.segments.is_empty() {
            self.before = Some(Archive::open_with(&building.folder, &building.manifest)?);
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let lengths = writer.checkpoint()?;
        self.write_journal(lengths)
    }

    fn write_journal(&mut self, lengths: Lengths) -> Result<()> {
        self.last_checkpoint = Instant::now();
        if !self.resumable {
            return Ok(());
        }
        let manifest = &self.building.manifest;
        let checkpoint = Checkpoint {
            request: self.request.clone(),
            stamps: self.stamps.clone(),
            lengths,
            reading: self.reading.clone(),
            known_sources: manifest.sources.len(),
            segments: manifest.segments[self.first_segment..].to_vec(),
        };
        checkpoint.write(&self.building.workshop())
    }

    fn run(&mut self, pieces: Vec<Pieces>, options: &mut BuildOptions<'_>) -> Result<BuildReport> {
        // A build may have been stopped while it wrote a full segment.
        self.close_full_segment(options)?;
        let threads = options.threads.max(1);
        let (filter, plies) = (options.filter.clone(), self.plies);
        std::thread::scope(|scope| {
            let (send_piece, receive) = sync_channel::<Result<Piece>>(threads);
            let (send_batch, batches) = sync_channel::<Result<Batch>>(threads);
            scope.spawn(move || read_pieces(pieces.into_iter(), &send_piece));
            let receive = Arc::new(Mutex::new(receive));
            for _ in 0..threads {
                let (receive, send, filter) = (receive.clone(), send_batch.clone(), &filter);
                scope.spawn(move || read_batches(&receive, filter, plies, &send));
            }
            drop((send_batch, receive));
            let result = self.take_batches(&batches, options);
            // Closing the channel ends the other threads.
            drop(batches);
            result
        })?;
        if self.reading.games == 0 && !self.reading.saw_tags {
            let name = self.names.first().cloned().unwrap_or_default();
            let problem = "no games: expected PGN or a text book, plain or compressed with gzip, \
                           bzip2 or zstd, a FoxPro database (.dbf) or a table of positions (Parquet)";
            return Err(ArchiveError::input(&name, problem));
        }
        self.finish(options)
    }

    fn progress(&self) -> Progress {
        let read = self.read.iter().map(|count| count.load(Ordering::Relaxed));
        Progress {
            games: self.reading.games,
            bytes: self.read_before + read.sum::<u64>(),
            total_bytes: self.total_bytes,
            writing: None,
        }
    }

    /// Takes the batches in their order.
    fn take_batches(
        &mut self,
        batches: &Receiver<Result<Batch>>,
        options: &mut BuildOptions<'_>,
    ) -> Result<()> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for batch in batches {
            let batch = batch?;
            waiting.insert(batch.number, batch);
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                self.take_batch(&batch, options)?;
                self.close_full_segment(options)?;
                let stop = (options.on_progress)(&self.progress());
                let memory = self.writer.as_ref().map_or(0, SegmentWriter::memory);
                let late = self.last_checkpoint.elapsed() > CHECKPOINT_EVERY;
                if stop || late || memory >= options.memory {
                    self.checkpoint()?;
                }
                if stop {
                    return Err(ArchiveError::Interrupted);
                }
            }
        }
        Ok(())
    }

    fn take_batch(&mut self, batch: &Batch, options: &mut BuildOptions<'_>) -> Result<()> {
        let (reading, names) = (&mut self.reading, &self.names);
        reading.saw_tags |= batch.saw_tags;
        while reading.counts.len() <= batch.source {
            let number = reading.counts.len();
            let mut entry = SourceEntry {
                name: names[number].to_string_lossy().into_owned(),
                ..SourceEntry::default()
            };
            let deleted = self.deleted[number];
            if deleted > 0 {
                *self.skipped.entry(Reason::Deleted).or_insert(0) += deleted;
                let reason = Reason::Deleted.text().to_string();
                entry.skipped.insert(reason, deleted);
            }
            reading.counts.push(entry);
        }
        let mut skipped = batch.skipped.clone();
        for problem in &batch.problems {
            if problem.reason == Reason::CutOff {
                reading.cut_off.push(problem.source);
            }
            (options.on_problem)(&names[problem.source], problem);
        }
        let known_sources = self.building.manifest.sources.len();
        let source = u16::try_from(known_sources + batch.source).unwrap_or(u16::MAX);
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
            reading.games += 1;
            reading.counts[batch.source].games += 1;
        }
        for (reason, count) in skipped {
            *self.skipped.entry(reason).or_insert(0) += count;
            let entry = &mut reading.counts[batch.source];
            *entry.skipped.entry(reason.text().to_string()).or_insert(0) += count;
        }
        reading.place = batch.after;
        Ok(())
    }

    /// Finishes the open segment and puts it into the manifest in memory; whether there was one.
    fn finish_segment(&mut self, options: &mut BuildOptions<'_>) -> Result<bool> {
        let Some(mut writer) = self.writer.take().filter(|writer| writer.len() > 0) else {
            return Ok(false);
        };
        let games = self.reading.games;
        let on_progress = &mut options.on_progress;
        let finished = writer.finish(options.threads, |share| {
            on_progress(&Progress {
                games,
                writing: Some(share),
                ..Progress::default()
            })
        });
        if matches!(finished, Err(ArchiveError::Interrupted)) && self.resumable {
            // All was read: that need not be done again.
            let lengths = writer.checkpoint()?;
            self.write_journal(lengths)?;
        }
        self.building.adopt(&finished?)?;
        Ok(true)
    }

    /// Finishes the open segment if it has as many games as it may, so that those after it are
    /// read into another and find its own.
    fn close_full_segment(&mut self, options: &mut BuildOptions<'_>) -> Result<()> {
        let games = self.writer.as_ref().map_or(0, SegmentWriter::len);
        if games < options.segment_games {
            return Ok(());
        }
        if self.finish_segment(options)? {
            // In this order: whatever moment it is killed at, the journal names what is there.
            self.write_journal(Lengths::default())?;
            self.look_back()?;
        }
        self.writer = Some(self.building.begin()?);
        Ok(())
    }

    fn finish(&mut self, options: &mut BuildOptions<'_>) -> Result<BuildReport> {
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
        let reading = &mut self.reading;
        if reading.games > 0 {
            self.building.manifest.sources.append(&mut reading.counts);
            self.building.commit()?;
        } else {
            self.building.clear()?;
            if !self.building.existed {
                self.building.commit()?;
            }
        }
        let manifest = &self.building.manifest;
        let new = &manifest.segments[self.first_segment..];
        let cut_off = reading.cut_off.iter();
        Ok(BuildReport {
            games: reading.games,
            skipped: self.skipped.clone(),
            visits: new.iter().map(|segment| segment.visits).sum(),
            positions: new.iter().map(|segment| segment.positions).sum(),
            frequent: new.iter().map(|segment| segment.frequent).sum(),
            bytes: manifest.bytes(),
            cut_off: cut_off.map(|&source| self.names[source].clone()).collect(),
            resumed_games: self.resumed,
            games_before,
            began_anew: None,
        })
    }
}
