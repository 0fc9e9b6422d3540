//! Which try comes first: tries are questions, and a refused one costs nothing.
//!
//! *Computes* for every try the value of trying it: what it is worth where it is legal, and the
//! best that is left where it is refused. *Invariant.* A try that is legal on every board has the
//! mean of its values. *Cost.* Tries squared times boards.

use crate::action::Try;

/// The values of tries on boards: a row a try, a column a board.
#[derive(Clone, Default, Debug)]
pub struct Table {
    /// The tries.
    pub tries: Vec<Try>,
    /// What is added to the value of each try, whatever the board.
    pub bias: Vec<f32>,
    /// The weights of the boards.
    pub weights: Vec<f32>,
    /// The values, board after board; none where a try is not legal.
    values: Vec<Option<f32>>,
}

impl Table {
    /// A table for some tries.
    #[must_use]
    pub fn new(tries: Vec<Try>, bias: Vec<f32>) -> Table {
        Table {
            tries,
            bias,
            weights: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a board with the value of each try on it.
    pub fn push(&mut self, weight: f32, values: &[Option<f32>]) {
        self.weights.push(weight);
        let biased = values
            .iter()
            .zip(&self.bias)
            .map(|(value, bias)| value.map(|v| v + bias));
        self.values.extend(biased);
    }

    /// The boards.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.weights.len()
    }

    fn row(&self, board: usize) -> &[Option<f32>] {
        let width = self.tries.len();
        &self.values[board * width..(board + 1) * width]
    }

    /// Keeps the boards on which a try is not legal, and takes the try away.
    pub fn refuse(&mut self, tried: Try) {
        if let Some(at) = self.tries.iter().position(|&t| t == tried) {
            self.keep(|other| other != at, |row| row[at].is_none());
        }
    }

    /// Keeps the tries that are most worth trying.
    pub fn narrow(&mut self, most: usize) {
        let ranked = self.ranked();
        let best: Vec<Try> = ranked.iter().take(most).map(|&(tried, _)| tried).collect();
        let kept: Vec<bool> = self
            .tries
            .iter()
            .map(|tried| best.contains(tried))
            .collect();
        self.keep(|at| kept[at], |_| true);
    }

    /// Keeps some tries, by their places, and some boards, by their values.
    fn keep(&mut self, tries: impl Fn(usize) -> bool, boards: impl Fn(&[Option<f32>]) -> bool) {
        let places: Vec<usize> = (0..self.tries.len()).filter(|&at| tries(at)).collect();
        let mut left = Table::new(
            places.iter().map(|&at| self.tries[at]).collect(),
            places.iter().map(|&at| self.bias[at]).collect(),
        );
        for board in (0..self.boards()).filter(|&board| boards(self.row(board))) {
            left.weights.push(self.weights[board]);
            let row = self.row(board);
            left.values.extend(places.iter().map(|&at| row[at]));
        }
        *self = left;
    }

    /// Whether a try is legal on every board.
    #[must_use]
    pub fn is_legal_everywhere(&self, tried: Try) -> bool {
        let at = self.tries.iter().position(|&t| t == tried);
        at.is_some_and(|at| (0..self.boards()).all(|board| self.row(board)[at].is_some()))
    }

    /// What is added to the value of a try.
    #[must_use]
    pub fn bias_of(&self, tried: Try) -> f32 {
        let at = self.tries.iter().position(|&t| t == tried);
        at.map_or(0.0, |at| self.bias[at])
    }

    /// What a board is worth to one who moves by chance: the least that is left to hope for.
    fn chance(row: &[Option<f32>]) -> f32 {
        let legal: Vec<f32> = row.iter().flatten().copied().collect();
        legal.iter().sum::<f32>() / legal.len().max(1) as f32
    }

    /// The value of trying each, in the order of the tries; none if it is legal nowhere.
    #[must_use]
    pub fn worths(&self) -> Vec<Option<f32>> {
        let width = self.tries.len();
        let total: f32 = self.weights.iter().sum();
        let chances: Vec<f32> = (0..self.boards())
            .map(|b| Table::chance(self.row(b)))
            .collect();
        let mut worths = Vec::with_capacity(width);
        let mut others = vec![0.0f32; width];
        for at in 0..width {
            others.fill(0.0);
            let (mut legal, mut refused, mut known) = (0.0, false, false);
            for (board, &by_chance) in chances.iter().enumerate() {
                let (row, weight) = (self.row(board), self.weights[board]);
                match row[at] {
                    Some(value) => {
                        legal += weight * value;
                        known = true;
                    }
                    None => {
                        refused = true;
                        let each = others.iter_mut().zip(row);
                        each.for_each(|(sum, v)| *sum += weight * v.unwrap_or(by_chance));
                    }
                }
            }
            let then = others.iter().copied().fold(f32::MIN, f32::max);
            let sum = if refused { legal + then } else { legal };
            worths.push(known.then_some(sum / total.max(f32::MIN_POSITIVE)));
        }
        worths
    }

    /// The tries, the one most worth trying first.
    #[must_use]
    pub fn ranked(&self) -> Vec<(Try, f32)> {
        let mut ranked: Vec<(Try, f32)> = self
            .tries
            .iter()
            .zip(self.worths())
            .filter_map(|(&tried, worth)| Some((tried, worth?)))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let tries = ["a2a3", "b2c3", "c2c4"].map(|text| Try::parse(text).unwrap());
        Table::new(tries.to_vec(), vec![0.0; 3])
    }

    #[test]
    fn a_question_that_may_win_comes_before_a_quiet_move() {
        let mut table = table();
        for board in 0..10 {
            let takes = (board == 0).then_some(3.0);
            table.push(0.1, &[Some(0.1), takes, Some(0.0)]);
        }
        let ranked = table.ranked();
        assert_eq!(ranked[0].0.to_string(), "b2c3");
        assert!((ranked[0].1 - 0.39).abs() < 1e-5);
        table.refuse(ranked[0].0);
        assert_eq!(table.boards(), 9);
        assert_eq!(table.ranked()[0].0.to_string(), "a2a3");
    }

    #[test]
    fn a_narrow_table_keeps_the_best_tries_and_all_boards() {
        let mut table = table();
        for _ in 0..10 {
            table.push(0.1, &[Some(1.0), Some(0.5), Some(0.0)]);
        }
        table.narrow(2);
        let left: Vec<String> = table.tries.iter().map(ToString::to_string).collect();
        assert_eq!(left, ["a2a3", "b2c3"]);
        assert_eq!(table.boards(), 10);
    }

    #[test]
    fn a_try_that_is_worse_than_what_is_left_waits() {
        let mut table = table();
        table.push(0.5, &[Some(0.0), Some(-1.0), None]);
        table.push(0.5, &[Some(0.0), None, None]);
        let ranked = table.ranked();
        assert_eq!(ranked[0].0.to_string(), "a2a3");
        // What is legal nowhere is no try.
        assert_eq!(ranked.len(), 2);
    }
}
