//! A report on a position, and what an archive consists of.

use std::collections::{BTreeMap, HashMap};

use zermelo_chess::{Chess, PackedMove};
use zermelo_game::{Game, Side};

use crate::archive::{Archive, GameId};
use crate::error::Result;
use crate::filter::Filter;
use crate::header::Eco;
use crate::statistics::interval;
use crate::tally::Tally;

/// A trap is played in at least this share of the games …
const TRAP_SHARE: f64 = 0.05;
/// … and the interval of its score lies so far under the parent's score.
const TRAP_DEPTH: f64 = 0.15;
/// A line of a report goes on while its main move has so many games.
const LINE_GAMES: u64 = 10;
/// Games of a player that count for the best.
const PLAYER_GAMES: u64 = 5;

/// A line of play with its results.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// The moves in algebraic notation.
    pub moves: Vec<String>,
    /// The games that played its first move here.
    pub tally: Tally,
}

/// A player at a position, with results seen from that player's side.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// Games.
    pub games: u64,
    /// Points.
    pub points: f64,
}

/// A move that is played often and scores badly.
#[derive(Clone, Debug)]
pub struct Trap {
    /// The moves from the position to it, in algebraic notation.
    pub moves: Vec<String>,
    /// Its games.
    pub tally: Tally,
    /// Its share of the games there.
    pub share: f64,
    /// The mover's score and its interval.
    pub score: (f64, f64, f64),
    /// The mover's score over all moves there.
    pub parent: f64,
}

/// The first game with a move that nobody had played here.
#[derive(Clone, Debug)]
pub struct Novelty {
    /// The move in algebraic notation.
    pub san: String,
    /// The year of its first game.
    pub year: u16,
    /// The games that played it since.
    pub games: u64,
    /// Its first game.
    pub first: GameId,
}

/// What is to be said of a position.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// All games.
    pub total: Tally,
    /// Results by year, without games whose year is unknown.
    pub years: BTreeMap<u16, Tally>,
    /// The main lines, the most played first.
    pub lines: Vec<LineReport>,
    /// Moves by the year in which they first came up, the latest first.
    pub novelties: Vec<Novelty>,
    /// The most frequent players.
    pub frequent_players: Vec<PlayerReport>,
    /// The best scores among those with enough games.
    pub best_players: Vec<PlayerReport>,
    /// Games of the highest rated players, won by the side to move at the position.
    pub model_games: Vec<GameId>,
    /// Bad moves that are played often.
    pub traps: Vec<Trap>,
}

impl Archive {
    /// Reports on a position; lists have at most `limit` entries.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn report(&self, position: &Chess, filter: &Filter, limit: usize) -> Result<Report> {
        let key = position.archive_key();
        let facts = self.games_at(key)?;
        let mut ids: Vec<GameId> = facts.iter().map(|(id, _)| *id).collect();
        ids.dedup();
        let ids = self.select(&ids, filter)?;
        let facts: Vec<(GameId, PackedMove)> = facts
            .into_iter()
            .filter(|(id, _)| ids.binary_search(id).is_ok())
            .collect();
        let white = position.side() == Side::First;
        let mut report = Report::default();
        let mut players: HashMap<(u32, u32), (u64, f64)> = HashMap::new();
        let mut models = Vec::new();
        for &id in &ids {
            let header = self.header(id)?;
            let brief = header.brief();
            report.total.add(brief);
            if brief.year() > 0 {
                report.years.entry(brief.year()).or_default().add(brief);
            }
            let mut one = Tally::default();
            one.add(brief);
            for (name, is_white) in [(header.white, true), (header.black, false)] {
                let entry = players.entry((id.segment, name)).or_default();
                entry.0 += 1;
                entry.1 += one.points(is_white);
            }
            if one.points(white) > 0.75 {
                models.push((header.white_rating + header.black_rating, id));
            }
        }
        models.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        report.model_games = models.into_iter().take(limit).map(|(_, id)| id).collect();
        self.report_players(&players, &mut report, limit)?;
        report.novelties = self.novelties(position, &facts, limit)?;
        report.lines = self.main_lines(position, filter, limit)?;
        report.traps = self.traps(position, filter)?;
        Ok(report)
    }

    fn report_players(
        &self,
        players: &HashMap<(u32, u32), (u64, f64)>,
        report: &mut Report,
        limit: usize,
    ) -> Result<()> {
        let mut by_name: HashMap<String, (u64, f64)> = HashMap::new();
        for (&(segment, name), (games, points)) in players {
            let entry = by_name.entry(self.text(segment, name)?).or_default();
            entry.0 += games;
            entry.1 += points;
        }
        let mut all: Vec<PlayerReport> = by_name
            .into_iter()
            .map(|(name, (games, points))| PlayerReport {
                name,
                games,
                points,
            })
            .collect();
        all.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        report.frequent_players = all.iter().take(limit).cloned().collect();
        all.retain(|player| player.games >= PLAYER_GAMES);
        let score = |player: &PlayerReport| player.points / player.games as f64;
        all.sort_by(|a, b| {
            let order = score(b).total_cmp(&score(a));
            order
                .then(b.games.cmp(&a.games))
                .then_with(|| a.name.cmp(&b.name))
        });
        report.best_players = all.into_iter().take(limit).collect();
        Ok(())
    }

    /// When each move of a position first came up.
    fn novelties(
        &self,
        position: &Chess,
        facts: &[(GameId, PackedMove)],
        limit: usize,
    ) -> Result<Vec<Novelty>> {
        let mut first: HashMap<PackedMove, (u16, GameId, u64)> = HashMap::new();
        for (id, played) in facts {
            let year = self.header(*id)?.date.year;
            let entry = first.entry(*played).or_insert((u16::MAX, *id, 0));
            entry.2 += 1;
            if year > 0 && year < entry.0 {
                (entry.0, entry.1) = (year, *id);
            }
        }
        let mut novelties = Vec::new();
        for (played, (year, id, games)) in first {
            if let Some(m) = position.unpacked(played).filter(|_| year < u16::MAX) {
                novelties.push(Novelty {
                    san: position.san(m),
                    year,
                    games,
                    first: id,
                });
            }
        }
        novelties.sort_by(|a, b| b.year.cmp(&a.year).then_with(|| a.san.cmp(&b.san)));
        novelties.truncate(limit);
        Ok(novelties)
    }

    /// Each of the most played moves, followed by the most played answers.
    fn main_lines(
        &self,
        position: &Chess,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<LineReport>> {
        let stats = self.position_filtered(position.archive_key(), filter)?;
        let mut lines = Vec::new();
        for first in stats.moves.iter().take(limit) {
            let Some(m) = position.unpacked(first.played) else {
                continue;
            };
            let mut moves = vec![position.san(m)];
            let mut board = position.after(m);
            while moves.len() < 12 {
                let next = self.position_filtered(board.archive_key(), filter)?;
                let main = next.moves.first();
                let main = main.filter(|m| m.tally.games() >= LINE_GAMES);
                let Some(m) = main.and_then(|main| board.unpacked(main.played)) else {
                    break;
                };
                moves.push(board.san(m));
                board.play(m);
            }
            lines.push(LineReport {
                moves,
                tally: first.tally,
            });
        }
        Ok(lines)
    }

    /// Bad moves here and after the main moves: at least 5% of the games, and the interval of
    /// the score 15 points under the parent's.
    fn traps(&self, position: &Chess, filter: &Filter) -> Result<Vec<Trap>> {
        let mut traps = Vec::new();
        self.collect_traps(position, filter, &[], &mut traps)?;
        let stats = self.position_filtered(position.archive_key(), filter)?;
        for main in stats.moves.iter().take(5) {
            if let Some(m) = position.unpacked(main.played) {
                let path = [position.san(m)];
                self.collect_traps(&position.after(m), filter, &path, &mut traps)?;
            }
        }
        Ok(traps)
    }

    fn collect_traps(
        &self,
        position: &Chess,
        filter: &Filter,
        path: &[String],
        traps: &mut Vec<Trap>,
    ) -> Result<()> {
        let stats = self.position_filtered(position.archive_key(), filter)?;
        let white = position.side() == Side::First;
        let parent = stats.total.score(white);
        for m in &stats.moves {
            let share = m.tally.games() as f64 / stats.total.games().max(1) as f64;
            let (low, high) = interval(&m.tally, white);
            if share < TRAP_SHARE || high > parent - TRAP_DEPTH {
                continue;
            }
            if let Some(legal) = position.unpacked(m.played) {
                let mut moves = path.to_vec();
                moves.push(position.san(legal));
                traps.push(Trap {
                    moves,
                    tally: m.tally,
                    share,
                    score: (m.tally.score(white), low, high),
                    parent,
                });
            }
        }
        Ok(())
    }
}

/// What an archive consists of: the statistics of the source's appendix B.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// All games.
    pub total: Tally,
    /// Games by year; 0 for unknown.
    pub years: BTreeMap<u16, u64>,
    /// Results by volume of the opening codes.
    pub volumes: BTreeMap<char, Tally>,
    /// Results by the groups of the opening codes that the source plays.
    pub groups: Vec<(&'static str, &'static str, Tally)>,
    /// The most frequent players with their games.
    pub players: Vec<(String, u64)>,
    /// The sum of all plies.
    pub plies: u64,
    /// Different players.
    pub player_count: u64,
}

/// The openings of the source's matches.
const GROUPS: [(&str, &str); 4] = [
    ("French", "C00-C19"),
    ("King's Gambit", "C30-C39"),
    ("Spanish", "C60-C99"),
    ("King's Indian", "E60-E99"),
];

impl Archive {
    /// The results of the games with opening codes of some ranges, both ends included.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn results_by(&self, ranges: &[(Eco, Eco)]) -> Result<Vec<Tally>> {
        let mut tallies = vec![Tally::default(); ranges.len()];
        self.for_each_game(&Filter::default(), |id| {
            let header = self.header(id)?;
            for ((low, high), tally) in ranges.iter().zip(&mut tallies) {
                if *low <= header.eco && header.eco <= *high {
                    tally.add(header.brief());
                }
            }
            Ok(true)
        })?;
        Ok(tallies)
    }

    /// Sums the archive up.
    ///
    /// # Errors
    ///
    /// When it is damaged.
    pub fn summary(&self, players: usize) -> Result<Summary> {
        let mut summary = Summary::default();
        let mut groups = Vec::new();
        for (name, codes) in GROUPS {
            groups.push((name, codes, Filter::parse_eco(codes)?, Tally::default()));
        }
        let mut by_player: HashMap<(u32, u32), u64> = HashMap::new();
        self.for_each_game(&Filter::default(), |id| {
            let header = self.header(id)?;
            let brief = header.brief();
            summary.total.add(brief);
            summary.plies += u64::from(header.plies);
            *summary.years.entry(brief.year()).or_default() += 1;
            if let Some(volume) = header.eco.volume() {
                summary.volumes.entry(volume).or_default().add(brief);
            }
            for (_, _, (low, high), tally) in &mut groups {
                if *low <= header.eco && header.eco <= *high {
                    tally.add(brief);
                }
            }
            *by_player.entry((id.segment, header.white)).or_default() += 1;
            *by_player.entry((id.segment, header.black)).or_default() += 1;
            Ok(true)
        })?;
        let mut by_name: HashMap<String, u64> = HashMap::new();
        for ((segment, name), games) in by_player {
            *by_name.entry(self.text(segment, name)?).or_default() += games;
        }
        summary.player_count = by_name.len() as u64;
        let mut all: Vec<(String, u64)> = by_name.into_iter().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        all.truncate(players);
        summary.players = all;
        summary.groups = groups
            .into_iter()
            .map(|(name, codes, _, tally)| (name, codes, tally))
            .collect();
        Ok(summary)
    }
}
