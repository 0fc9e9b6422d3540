//! Figure 4.2 and table 5.5 of the source: what tables know of a position of the French.

use serde_json::{Value, json};
use zermelo_archive::{History, LEAST_GAMES, LEAST_SHARE, NOISE, Results};
use zermelo_chess::{Chess, Line};
use zermelo_draw::{Axis, Label, Plot, Point, Series, Style};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{HISTORY_FILE, Learned};
use zermelo_game::{Game, Notation, Side};

use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, folders};

/// The position of figure 4.2: the text names its 20,434 games and Nd2 with 57.78%.
const FRENCH: &str = "e4 e6 d4 d5";
/// The position of figure 5.4, read from the moves of table 5.5: the exchange variation.
const EXCHANGE: &str = "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6";

/// Table 5.5: moves of White and of Black with their points; castling is written by the king's
/// squares.
const POINTS: [(&str, &[(&str, u8)]); 2] = [
    (
        "White",
        &[
            ("f1d3", 255),
            ("c1g5", 219),
            ("b1c3", 212),
            ("h2h3", 206),
            ("c2c4", 200),
            ("f1e2", 197),
            ("c1e3", 195),
            ("c1f4", 194),
            ("a2a3", 194),
            ("e1h1", 191),
            ("d1e2", 134),
            ("c2c3", 133),
            ("c1d2", 130),
            ("d4c5", 130),
            ("f1e1", 127),
            ("b1d2", 92),
            ("c4d5", 92),
            ("g5f6", 82),
        ],
    ),
    (
        "Black",
        &[
            ("f8d6", 255),
            ("f8e7", 236),
            ("c8g4", 207),
            ("c7c5", 200),
            ("f8b4", 198),
            ("h7h6", 197),
            ("b8c6", 195),
            ("c7c6", 194),
            ("c8e6", 194),
            ("c8f5", 194),
            ("e8h8", 191),
            ("d8e7", 133),
            ("c5c4", 132),
            ("g4h5", 130),
            ("f6g4", 129),
        ],
    ),
];

fn after(moves: &str) -> Result<Chess, ExperimentError> {
    let line = Line::read(None, moves);
    let line = line.map_err(|error| ExperimentError::Input(error.to_string()))?;
    Ok(line.end())
}

/// Figure 4.2: the moves of a position by games and score, and the area that criterion 3 accepts.
///
/// # Errors
///
/// When the tables cannot be learnt.
pub fn moves(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let folder = folders::tables(plan)?;
    let table = Learned::find("opta3", Some(&folder));
    let table = table.map_err(|error| ExperimentError::Input(error.to_string()))?;
    let position = after(FRENCH)?;
    let white = position.side() == Side::First;
    let parent = table.results(&position).unwrap_or_default();
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let known = |m| Some((position.san(m), table.results(&position.after(m))?));
    let mut rows: Vec<(String, Results)> = legal.into_iter().filter_map(known).collect();
    rows.sort_by_key(|(_, results)| std::cmp::Reverse(results.games()));
    let least = (LEAST_GAMES as f64).max(LEAST_SHARE * parent.games() as f64);
    let frequent = rows
        .iter()
        .filter(|(_, results)| results.games() as f64 >= least);
    let best = frequent
        .map(|(_, results)| results.score(white))
        .fold(0.0, f64::max);
    let accepts =
        |results: &Results| results.games() as f64 >= least && results.score(white) > best - NOISE;
    let head = [
        "move", "games", "White %", "draw %", "Black %", "score %", "accepted",
    ];
    let mut grid = Grid::new(
        &format!("After {FRENCH}: {} games", grouped(parent.games())),
        &head,
    );
    for (san, results) in &rows {
        let games = results.games().max(1) as f64;
        let counts = [results.white, results.draws, results.black];
        let mut row = vec![san.clone(), grouped(results.games())];
        row.extend(counts.map(|count| format!("{:.1}", 100.0 * f64::from(count) / games)));
        row.push(format!("{:.1}", 100.0 * results.score(white)));
        row.push(if accepts(results) { "yes" } else { "no" }.to_string());
        grid.rows.push(row);
    }
    let chart = scatter(&rows, white, least, best - NOISE, &accepts);
    let list: Vec<Value> = rows
        .iter()
        .map(|(san, r)| {
            json!({"move": san, "white": r.white, "draws": r.draws, "black": r.black,
                "score": r.score(white), "accepted": accepts(r)})
        })
        .collect();
    let note = "The source's figure is lost but for its text: 20,434 games here, and Nd2 the best \
                of the accepted moves with 57.78%."
        .to_string();
    Ok(Sheet {
        notes: vec![note],
        grids: vec![grid],
        charts: vec![chart],
        data: json!({"position": position.notation(), "games": parent.games(), "moves": list,
            "source": {"games": 20_434, "best": "Nd2", "score": 0.5778}}),
    })
}

fn scatter(
    rows: &[(String, Results)],
    white: bool,
    least: f64,
    floor: f64,
    accepts: &dyn Fn(&Results) -> bool,
) -> String {
    let point =
        |results: &Results| Point::new(results.games() as f64, 100.0 * results.score(white));
    // Room on the right for the name of the most frequent move.
    let most = rows.iter().map(|(_, results)| results.games() as f64);
    let most = most.fold(least, f64::max) * 2.2;
    let series = |name: &str, accepted: bool| Series {
        name: name.to_string(),
        points: rows
            .iter()
            .filter(|(_, results)| accepts(results) == accepted)
            .map(|(_, results)| point(results))
            .collect(),
        style: Style::Points,
    };
    let corners = [(most, floor), (least, floor), (least, 1.0), (most, 1.0)];
    let area = Series {
        name: "accepted area".to_string(),
        points: corners.map(|(x, y)| Point::new(x, 100.0 * y)).to_vec(),
        style: Style::Area,
    };
    let plot = Plot {
        title: "Moves by games and score".to_string(),
        x: Axis {
            range: Some((0.7, most)),
            ..Axis::log("games that reached the resulting position")
        },
        y: Axis {
            range: Some((0.0, 100.0)),
            ..Axis::linear("score of the mover, %")
        },
        series: vec![
            series("accepted", true),
            series("not accepted", false),
            area,
        ],
        ..Plot::default()
    };
    let labels: Vec<Label> = rows
        .iter()
        .map(|(san, results)| Label {
            x: point(results).x,
            y: point(results).y,
            text: san.clone(),
        })
        .collect();
    plot.labelled_svg(&labels)
}

/// Table 5.5: the history table of a position.
///
/// # Errors
///
/// When the tables cannot be learnt.
pub fn history(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let folder = folders::tables(plan)?;
    let folder = PlayerFolder::open(&folder);
    let folder = folder.map_err(|error| ExperimentError::Input(error.to_string()))?;
    let position = after(EXCHANGE)?;
    let history = History::open(&folder.file(HISTORY_FILE))?;
    let entries = history.table(position.archive_key())?;
    let square = |text: &str| {
        let bytes = text.as_bytes();
        (bytes[1] - b'1') * 8 + (bytes[0] - b'a')
    };
    let points = |text: &str| {
        let (from, to) = (square(&text[..2]), square(&text[2..]));
        let found = entries
            .iter()
            .find(|entry| (entry.from, entry.to) == (from, to));
        found.map(|entry| entry.points)
    };
    let caption = format!("After {EXCHANGE}: {} moves in the table", entries.len());
    let mut grid = Grid::new(&caption, &["side", "move", "points", "source"]);
    let mut data = Vec::new();
    let (mut known, mut all) = (0, 0);
    for (side, moves) in POINTS {
        for (text, theirs) in moves {
            let own = points(text);
            known += usize::from(own.is_some());
            all += 1;
            let shown = own.map_or("–".to_string(), |points| points.to_string());
            let row = [
                side.to_string(),
                text.to_string(),
                shown,
                theirs.to_string(),
            ];
            grid.rows.push(row.to_vec());
            data.push(json!({"side": side, "move": text, "points": own, "source": theirs}));
        }
    }
    Ok(Sheet {
        notes: vec![
            format!("Of the {all} moves with the source's points ours knows {known}."),
            "Castling is written as the king on to its rook.".to_string(),
        ],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"position": position.notation(), "moves": entries.len(), "rows": data}),
    })
}
