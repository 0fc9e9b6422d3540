//! A game looked at afterwards: what White saw, what Black saw, what the umpire saw (the three
//! boards of the source's figure 3.1), and what each side believed of the other, as heat maps.

use zermelo_chess::{Chess, Kind};
use zermelo_draw::{Board, HeatMap, Pattern, Piece};
use zermelo_game::{Game, Notation, Side};

use crate::action::kind_letter;
use crate::announcement::{Announcement, side_name};
use crate::belief::{Belief, Matrix};
use crate::boards::{Boards, BoardsParams};
use crate::men::Men;
use crate::tracker::Tracker;
use crate::transcript::Transcript;
use crate::umpire::Umpire;
use crate::view::View;

/// A game after some completed moves.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Completed moves of both sides.
    pub ply: usize,
    /// The true board.
    pub truth: Chess,
    /// What each side may know.
    pub views: [View; 2],
    /// What each side believes.
    pub beliefs: [Belief; 2],
    /// What the beliefs are made of.
    pub sources: [Source; 2],
    /// What each side was told since the scene before.
    pub told: [Vec<Announcement>; 2],
}

/// What a belief is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Chances of each square by itself, moved by each announcement.
    Matrices,
    /// Whole boards that agree with the announcements.
    Boards,
}

impl Source {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Source::Matrices => "matrices",
            Source::Boards => "boards",
        }
    }
}

/// Boards that are kept to show what the player `belief` believes.
const BOARDS: BoardsParams = BoardsParams {
    most: 2_000,
    floor: 300,
    effective: 100.0,
};

/// Who believes: by the matrices, or, for the player that keeps boards, by boards.
enum Believer {
    Matrices(Box<Tracker>),
    Boards(Box<Boards>),
}

impl Believer {
    fn of(game: &Transcript, umpire: &Umpire, side: Side) -> Believer {
        let view = umpire.view_of(side);
        let tag = ["White", "Black"][side.index()];
        match game.tag(tag).is_some_and(|name| name.starts_with("belief")) {
            true => Believer::Boards(Box::new(Boards::new(view, BOARDS, 1))),
            false => Believer::Matrices(Box::new(Tracker::new(view))),
        }
    }

    fn follow(&mut self, view: &View) -> (Belief, Source) {
        match self {
            Believer::Matrices(tracker) => (tracker.follow(view).clone(), Source::Matrices),
            Believer::Boards(boards) => {
                boards.follow(view, None);
                match boards.list().is_empty() {
                    true => (boards.matrices().clone(), Source::Matrices),
                    false => (boards.marginals(), Source::Boards),
                }
            }
        }
    }
}

/// All scenes of a game, from its start on; refused tries belong to the move they led to.
#[must_use]
pub fn scenes(game: &Transcript) -> Vec<Scene> {
    let mut umpire = game.umpire();
    let mut truth = game.start().unwrap_or_default();
    let mut believers = Side::BOTH.map(|side| Believer::of(game, &umpire, side));
    let mut heard = [0, 0];
    let mut scenes = vec![scene(0, &truth, &umpire, &mut believers, &mut heard)];
    for entry in game.entries() {
        umpire.answer(entry.action);
        let Some(tried) = entry.completed() else {
            continue;
        };
        // The umpire accepted it, so it is a move of the true board.
        if let Ok(m) = truth.parse_move(&tried.to_string()) {
            truth.play(m);
        }
        let ply = scenes.len();
        scenes.push(scene(ply, &truth, &umpire, &mut believers, &mut heard));
    }
    // What came after the last completed move belongs to the last scene.
    if let Some(result) = game.result() {
        // Ends that the moves bring about have been announced.
        let _ = umpire.declare(result);
    }
    let ply = scenes.len() - 1;
    let end = scene(ply, &truth, &umpire, &mut believers, &mut heard);
    if let Some(last) = scenes.last_mut() {
        for (told, more) in last.told.iter_mut().zip(&end.told) {
            told.extend(more);
        }
        (last.views, last.beliefs, last.sources) = (end.views, end.beliefs, end.sources);
    }
    scenes
}

fn scene(
    ply: usize,
    truth: &Chess,
    umpire: &Umpire,
    believers: &mut [Believer; 2],
    heard: &mut [usize; 2],
) -> Scene {
    let views = Side::BOTH.map(|side| umpire.view_of(side).clone());
    let [white, black] = Side::BOTH.map(|side| {
        let believer = &mut believers[side.index()];
        believer.follow(&views[side.index()])
    });
    let told = Side::BOTH.map(|side| {
        let all = views[side.index()].heard();
        let new = all[heard[side.index()]..].to_vec();
        heard[side.index()] = all.len();
        new
    });
    Scene {
        ply,
        truth: truth.clone(),
        views,
        beliefs: [white.0, black.0],
        sources: [white.1, black.1],
        told,
    }
}

/// The letter of a man as FEN writes it.
fn letter(side: Side, kind: Kind) -> char {
    let letter = kind_letter(kind);
    match side {
        Side::First => letter.to_ascii_uppercase(),
        Side::Second => letter,
    }
}

/// A side at the beginning of a sentence.
#[must_use]
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// The letters of a side's men, by square.
#[must_use]
pub fn letters(men: &Men) -> [Option<char>; 64] {
    std::array::from_fn(|square| {
        let kind = men.kind_at(square as u8);
        kind.map(|kind| letter(men.side(), kind))
    })
}

fn all_letters(truth: &Chess) -> [Option<char>; 64] {
    std::array::from_fn(|square| truth.piece_letter(square))
}

/// The ranks of a board as text, from the eighth.
#[must_use]
pub fn board_lines(squares: &[Option<char>; 64]) -> Vec<String> {
    let mut lines = Vec::new();
    for rank in (0..8).rev() {
        let row: Vec<String> = (0..8)
            .map(|file| squares[rank * 8 + file].unwrap_or('.').to_string())
            .collect();
        lines.push(format!("{} {}", rank + 1, row.join(" ")));
    }
    lines.push("  a b c d e f g h".to_string());
    lines
}

/// A matrix in percent; certainty is written 99, so that three of them fit beside each other.
fn matrix_lines(matrix: &Matrix) -> Vec<String> {
    let mut lines = Vec::new();
    for rank in (0..8).rev() {
        let row: Vec<String> = (0..8)
            .map(|file| match (matrix[rank * 8 + file] * 100.0).round() {
                percent if percent >= 1.0 => format!("{:>3}", percent.min(99.0)),
                _ => "  .".to_string(),
            })
            .collect();
        lines.push(format!("{}{}", rank + 1, row.concat()));
    }
    lines.push("   a  b  c  d  e  f  g  h".to_string());
    lines
}

/// Matrices in percent, side by side under their names.
#[must_use]
pub fn matrices_text(matrices: &[(&str, &Matrix)]) -> String {
    let columns: Vec<(String, Vec<String>)> = matrices
        .iter()
        .map(|(name, matrix)| (format!("{name} (%)"), matrix_lines(matrix)))
        .collect();
    beside(&columns)
}

/// What a side believes of the other, and what that is made of: three matrices, in percent.
#[must_use]
pub fn belief_text(side: Side, belief: &Belief, source: Source) -> String {
    let matrices = matrices_text(&groups(belief));
    let (side, source) = (side_word(side), source.word());
    format!("{side} believes, by {source}\n{matrices}")
}

/// A matrix as a heat map, with men drawn in.
#[must_use]
pub fn heat_map(title: String, matrix: &Matrix, men: &[Option<char>; 64]) -> String {
    captioned(title, "chance in percent".to_string(), matrix, men)
}

fn captioned(title: String, caption: String, matrix: &Matrix, men: &[Option<char>; 64]) -> String {
    let by_rows = |at: usize| (7 - at / 8) * 8 + at % 8;
    HeatMap {
        title,
        columns: 8,
        rows: 8,
        values: (0..64).map(|at| f64::from(matrix[by_rows(at)])).collect(),
        signs: (0..64).map(|at| sign(men[by_rows(at)])).collect(),
        column_labels: "abcdefgh".chars().map(String::from).collect(),
        row_labels: "87654321".chars().map(String::from).collect(),
        show_values: true,
        caption,
    }
    .svg()
}

/// Columns of text side by side.
fn beside(columns: &[(String, Vec<String>)]) -> String {
    let width = |(head, lines): &(String, Vec<String>)| {
        let lines = lines.iter().map(|line| line.chars().count());
        lines.max().unwrap_or(0).max(head.chars().count())
    };
    let height = columns.iter().map(|(_, lines)| lines.len()).max();
    let mut text = String::new();
    for row in 0..=height.unwrap_or(0) {
        let mut line = String::new();
        for column in columns {
            let cell = match row {
                0 => &column.0,
                _ => column.1.get(row - 1).map_or("", String::as_str),
            };
            line += &format!("{cell:<width$}  ", width = width(column));
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl Scene {
    fn captions(&self) -> [String; 3] {
        ["White sees", "Black sees", "The umpire sees"].map(str::to_string)
    }

    fn boards(&self) -> [[Option<char>; 64]; 3] {
        let [white, black] = &self.views;
        [
            letters(white.men()),
            letters(black.men()),
            all_letters(&self.truth),
        ]
    }

    /// The three boards side by side, what each side was told, and, if wanted, its beliefs.
    #[must_use]
    pub fn text(&self, beliefs: bool) -> String {
        let columns: Vec<(String, Vec<String>)> = self
            .captions()
            .into_iter()
            .zip(self.boards())
            .map(|(caption, board)| (caption, board_lines(&board)))
            .collect();
        let mut text = format!("after {} plies\n{}", self.ply, beside(&columns));
        for side in Side::BOTH {
            let told: Vec<String> = self.told[side.index()]
                .iter()
                .map(ToString::to_string)
                .collect();
            text += &format!("to {}: {}\n", side_name(side), told.join("; "));
        }
        if beliefs {
            for side in Side::BOTH {
                text += &format!("\n{}", self.belief_text(side));
            }
        }
        text
    }

    /// What a side believes of the other, and what that is made of.
    #[must_use]
    pub fn belief_text(&self, side: Side) -> String {
        let at = side.index();
        belief_text(side, &self.beliefs[at], self.sources[at])
    }

    /// The three boards, as pictures.
    #[must_use]
    pub fn board_pictures(&self) -> [String; 3] {
        let [a, b, c] = self.captions();
        let [white, black, umpire] = self.boards();
        [
            picture(&white, a).svg(),
            picture(&black, b).svg(),
            picture(&umpire, c).svg(),
        ]
    }

    /// What a side believes, as heat maps of pawns, pieces and king, its own men drawn in.
    #[must_use]
    pub fn heat_maps(&self, side: Side) -> [String; 3] {
        let men = letters(self.views[side.index()].men());
        let source = self.sources[side.index()].word();
        groups(&self.beliefs[side.index()]).map(|(name, matrix)| {
            let title = format!("{} believes: {name}", side_word(side));
            captioned(
                title,
                format!("chance in percent, by {source}"),
                matrix,
                &men,
            )
        })
    }

    /// Everything in one picture: the three boards above, each side's beliefs below.
    #[must_use]
    pub fn svg(&self) -> String {
        let rows = [
            self.board_pictures(),
            self.heat_maps(Side::First),
            self.heat_maps(Side::Second),
        ];
        sheet(&rows)
    }
}

fn groups(belief: &Belief) -> [(&'static str, &Matrix); 3] {
    [
        ("pawns", &belief.pawns),
        ("pieces", &belief.pieces),
        ("king", &belief.king),
    ]
}

/// The chessman of a letter.
fn sign(letter: Option<char>) -> String {
    let Some(letter) = letter else {
        return String::new();
    };
    let row = if letter.is_uppercase() {
        "♔♕♖♗♘♙"
    } else {
        "♚♛♜♝♞♟"
    };
    let at = "kqrbnp".find(letter.to_ascii_lowercase());
    let man = at.and_then(|at| row.chars().nth(at));
    man.map_or_else(String::new, String::from)
}

/// A board with these men, by square from a1.
#[must_use]
pub fn picture(squares: &[Option<char>; 64], caption: String) -> Board {
    let man = |at: usize| match squares[(7 - at / 8) * 8 + at % 8] {
        None => Piece::Empty,
        letter => Piece::Text(sign(letter)),
    };
    Board {
        columns: 8,
        rows: 8,
        squares: (0..64).map(man).collect(),
        pattern: Pattern::Chequered,
        column_labels: "abcdefgh".chars().map(String::from).collect(),
        row_labels: "87654321".chars().map(String::from).collect(),
        highlights: Vec::new(),
        caption,
    }
}

/// The value of an attribute of the outermost element of a picture.
fn size(svg: &str, attribute: &str) -> f64 {
    let rest = svg.split_once(&format!(" {attribute}=\"")).map(|(_, r)| r);
    let value = rest.and_then(|rest| rest.split('"').next());
    value.and_then(|value| value.parse().ok()).unwrap_or(0.0)
}

/// Pictures in rows, as one picture.
#[must_use]
pub fn sheet(rows: &[[String; 3]]) -> String {
    let (mut body, mut width, mut y) = (String::new(), 0.0f64, 0.0f64);
    for row in rows {
        let (mut x, mut height) = (0.0, 0.0f64);
        for svg in row {
            let placed = format!("<svg x=\"{x}\" y=\"{y}\" ");
            body += &svg.replacen("<svg ", &placed, 1);
            x += size(svg, "width") + 8.0;
            height = height.max(size(svg, "height"));
        }
        width = width.max(x);
        y += height + 8.0;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{y}\" viewBox=\"0 0 \
         {width} {y}\" role=\"img\" aria-label=\"Boards of Kriegspiel\">\n{body}</svg>\n"
    )
}

#[cfg(test)]
mod tests;
