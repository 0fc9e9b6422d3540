//! The tables of one material, from those that captures and promotions lead to.
//!
//! A class and its turned class are worked out together, level by level: at level n the positions
//! that end in n plies are settled, and from each the positions one quiet move before it are
//! looked at. A won one is settled by its first lost successor; a lost one by its last won one,
//! which a count of unsettled successors tells.

use zermelo_game::Game;

use super::class::{Class, Groups, groups, position, turned};

/// The value of a drawn or unsettled position.
pub(super) const DRAWN: i16 = 0;

/// Plies to the end plus one, negative if the mover loses; 0 if drawn.
pub(super) type Values = Vec<i16>;

/// A position not yet settled.
#[derive(Clone, Copy, Default)]
struct Pending {
    /// Moves that do not lose as far as is known: into this material and not settled, or
    /// elsewhere to a draw or a win.
    unsettled: u8,
    /// The longest of the opponent's wins that its moves lead to so far.
    longest: i16,
}

/// One class being worked out.
struct Half {
    class: Class,
    values: Values,
    pending: Vec<Pending>,
}

/// Positions of two halves by the level at which they may be settled.
type Levels = Vec<Vec<(usize, u32, i16)>>;

/// What one move before means: a position, by half and rank.
type Before = (usize, usize);

/// Works out a class and its turned class; `elsewhere` gives the value of a position of other
/// material. One table if the class is its own turned class.
pub(super) fn solve(class: Class, elsewhere: impl Fn(Groups) -> i16) -> Vec<(Class, Values)> {
    let mut halves = vec![Half::new(class)];
    if class.turned() != class {
        halves.push(Half::new(class.turned()));
    }
    let mut levels: Levels = Vec::new();
    for half in 0..halves.len() {
        begin(&mut halves, half, &elsewhere, &mut levels);
    }
    let mut level = 0;
    while level < levels.len() {
        // Settling at this level adds to later levels only.
        for (half, rank, value) in std::mem::take(&mut levels[level]) {
            settle(&mut halves, (half, rank as usize), value, &mut levels);
        }
        level += 1;
    }
    halves
        .into_iter()
        .map(|half| (half.class, half.values))
        .collect()
}

impl Half {
    fn new(class: Class) -> Half {
        Half {
            class,
            values: vec![DRAWN; class.size()],
            pending: vec![Pending::default(); class.size()],
        }
    }
}

fn push(levels: &mut Levels, half: usize, rank: usize, value: i16) {
    let level = usize::from(value.unsigned_abs());
    if levels.len() <= level {
        levels.resize_with(level + 1, Vec::new);
    }
    levels[level].push((half, rank as u32, value));
}

/// Looks at every position of a half: its moves out of the material, and how many stay.
fn begin(
    halves: &mut [Half],
    half: usize,
    elsewhere: &impl Fn(Groups) -> i16,
    levels: &mut Levels,
) {
    let class = halves[half].class;
    let mut moves = Vec::new();
    for rank in 0..class.size() {
        let Some(position) = position(class.unrank(rank)) else {
            continue;
        };
        moves.clear();
        position.legal_moves(&mut moves);
        let mut pending = Pending::default();
        let mut shortest: Option<i16> = None;
        for &m in &moves {
            let after = groups(&position.after(m));
            if Class::of(after) == class.turned() {
                pending.unsettled += 1;
                continue;
            }
            let value = elsewhere(after);
            if value > DRAWN {
                pending.longest = pending.longest.max(value);
                continue;
            }
            pending.unsettled += 1;
            if value < DRAWN {
                shortest = Some(shortest.map_or(-value, |best| best.min(-value)));
            }
        }
        halves[half].pending[rank] = pending;
        if let Some(shortest) = shortest {
            push(levels, half, rank, shortest + 1);
        }
        if pending.unsettled == 0 {
            // With no moves at all it is lost in no plies.
            push(levels, half, rank, -(pending.longest + 1));
        }
    }
}

/// Settles a position, unless a nearer win has, and looks at the positions before it.
fn settle(halves: &mut [Half], (half, rank): Before, value: i16, levels: &mut Levels) {
    if halves[half].values[rank] != DRAWN {
        return;
    }
    halves[half].values[rank] = value;
    let other = halves.len() - 1 - half;
    let class = halves[half].class;
    let here = class.unrank(rank);
    before(here, |earlier| {
        let at = halves[other].class.rank(earlier);
        if halves[other].values[at] != DRAWN {
            return;
        }
        if value < 0 {
            push(levels, other, at, 1 - value);
            return;
        }
        let pending = &mut halves[other].pending[at];
        pending.unsettled -= 1;
        pending.longest = pending.longest.max(value);
        if pending.unsettled == 0 {
            let longest = pending.longest;
            push(levels, other, at, -(longest + 1));
        }
    });
}

/// Calls `visit` with the groups of every position that a quiet move without promotion leads
/// from to this one, seen from who made the move.
fn before(here: Groups, mut visit: impl FnMut(Groups)) {
    // Seen from who moved last: going down, coming from above.
    let [men, kings, other_men, other_kings] = turned(here);
    let empty = !(men | kings | other_men | other_kings);
    for (pieces, is_king) in [(men, false), (kings, true)] {
        let mut rest = pieces;
        while rest != 0 {
            let piece = rest & rest.wrapping_neg();
            rest ^= piece;
            let mut origins = empty & neighbours(piece, is_king);
            while origins != 0 {
                let origin = origins & origins.wrapping_neg();
                origins ^= origin;
                let moved = pieces ^ piece ^ origin;
                let earlier = if is_king {
                    [men, moved, other_men, other_kings]
                } else {
                    [moved, kings, other_men, other_kings]
                };
                // Who could jump had to.
                if position(earlier).is_some_and(|position| !position.must_capture()) {
                    visit(earlier);
                }
            }
        }
    }
}

/// The squares next to one square (bit 0 is square 1): above it, and for kings also below.
fn neighbours(square: u32, below_too: bool) -> u32 {
    // Rows of four; even rows (from 0) stand half a square to the right of odd ones.
    let even_row = square & 0x0f0f_0f0f != 0;
    let (left_edge, right_edge) = (square & 0x1010_1010 != 0, square & 0x0808_0808 != 0);
    let (up, down) = (square >> 4, square << 4);
    let beside = |line: u32| {
        if even_row {
            line | if right_edge { 0 } else { line << 1 }
        } else {
            line | if left_edge { 0 } else { line >> 1 }
        }
    };
    beside(up) | if below_too { beside(down) } else { 0 }
}
