//! How often the same position can come back in one game by the tables.
//!
//! *Computes* the most times that the same position, king included, can stand at our turn on any
//! line of play, over all answers of the king. *Invariant.* Where it is two at most, no game by the
//! tables is drawn by repetition. *Cost.* The states that can arise, times the positions that are
//! met in three of them.

use std::collections::HashMap;

use zermelo_chess::attacks;

use super::choose::Endings;
use super::placement::Placement;
use crate::men::squares;

type State = (Placement, u64);

/// States in such an order that what follows from one stands before it.
#[derive(Default)]
struct Lines {
    places: HashMap<State, usize>,
    states: Vec<(Placement, Vec<Way>)>,
}

/// From these squares of the king on, the state that follows, and where the king can go.
#[derive(Clone, Copy)]
struct Way {
    kings: u64,
    next: usize,
    free: u64,
}

impl Lines {
    /// Adds a state and all that can follow from it; its place.
    fn add(&mut self, endings: &Endings, state: State) -> usize {
        if let Some(&place) = self.places.get(&state) {
            return place;
        }
        let next: Vec<Way> = following(endings, state)
            .into_iter()
            .map(|(kings, next)| Way {
                kings,
                next: self.add(endings, next),
                free: next.1,
            })
            .collect();
        self.states.push((state.0, next));
        let place = self.states.len() - 1;
        self.places.insert(state, place);
        place
    }
}

/// What can be known at our next turn, and from which squares of the king on.
fn following(endings: &Endings, (at, kings): State) -> Vec<(u64, State)> {
    let page = endings.atlas().page(&at);
    let plan = endings.plan_for(&at, kings);
    let (mut left, mut next) = (kings, Vec::new());
    for tried in plan.map_or_else(Vec::new, |plan| plan.tries) {
        let Some(step) = page.steps.iter().find(|step| step.tried == tried) else {
            break;
        };
        let sight = &endings.atlas().page(&step.after).sight;
        let legal = left & !step.refused;
        for part in &sight.parts {
            let here = legal & part;
            let moved = sight.moved(here);
            if moved != 0 {
                next.push((here, (step.after, moved)));
            }
        }
        left &= step.refused;
    }
    next
}

/// The most times that a position can stand at our turn, from any of these starts on, and the
/// number of states that can arise. Positions that cannot come three times count as two.
#[must_use]
pub fn most_visits(endings: &Endings, starts: &[State]) -> (usize, usize) {
    let mut lines = Lines::default();
    for &start in starts {
        lines.add(endings, start);
    }
    let mut met: HashMap<Placement, (usize, u64)> = HashMap::new();
    for (placement, kings) in lines.places.keys() {
        let (times, all) = met.entry(*placement).or_default();
        *times += 1;
        *all |= kings;
    }
    let mut most = 2;
    for (placement, (times, kings)) in met {
        if times > 2 && lines.visits(&placement) > 2 {
            for king in squares(kings) {
                most = most.max(lines.visits_with(&placement, king));
            }
        }
    }
    (most, lines.states.len())
}

impl Lines {
    /// The most times that our men stand so.
    fn visits(&self, placement: &Placement) -> usize {
        let mut visits = vec![0usize; self.states.len()];
        for (place, (at, ways)) in self.states.iter().enumerate() {
            let after = ways.iter().map(|way| visits[way.next]).max().unwrap_or(0);
            visits[place] = after + usize::from(at == placement);
        }
        visits.into_iter().max().unwrap_or(0)
    }

    /// The most times that our men stand so and the king on this square.
    fn visits_with(&self, placement: &Placement, king: u8) -> usize {
        let mut visits = vec![[0u8; 64]; self.states.len()];
        for (place, (at, ways)) in self.states.iter().enumerate() {
            let mut here = [0u8; 64];
            for way in ways {
                for from in squares(way.kings) {
                    let goes = squares(attacks::king(from) & way.free);
                    let after = goes.map(|to| visits[way.next][usize::from(to)]).max();
                    here[usize::from(from)] = after.unwrap_or(0);
                }
            }
            if at == placement {
                here[usize::from(king)] += 1;
            }
            visits[place] = here;
        }
        let all = visits.iter().flatten().copied();
        all.max().map_or(0, usize::from)
    }
}
