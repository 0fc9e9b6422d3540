//! Where the nodes of a tree stand.
//!
//! A tidy drawing after Reingold & Tilford 1981: nodes of one depth stand on one line, a parent
//! stands midway between its first and last child, subtrees are moved together until their
//! outlines touch. **How ours differs:** nodes have widths of their own, and sibling subtrees
//! are packed once from the left and once from the right and the two packings averaged; every
//! separation is a linear inequality, so the average keeps them all, and a small subtree between
//! two large ones ends up in the middle instead of at its left neighbour.
//!
//! **Invariant.** No two nodes of one depth overlap, and order is kept.
//!
//! **Cost.** Linear in the nodes for ordinary trees: two neighbouring outlines are compared down
//! to the shallower one's depth, outlines are merged into the deepest one. No recursion.

/// Space between siblings.
const SIBLING_GAP: f64 = 10.0;
/// Space between nodes of one depth that have different parents.
const COUSIN_GAP: f64 = 20.0;

/// The parents and children of a tree's nodes, by index.
pub(crate) struct Family {
    /// The parent of each node; `None` for the first only.
    pub parents: Vec<Option<usize>>,
    /// The children of each node, in order.
    pub children: Vec<Vec<usize>>,
    /// Distance from the root.
    pub depths: Vec<usize>,
}

impl Family {
    /// Reads the parents of a list of nodes. A node that names no parent, or one that does not
    /// stand before it, becomes a child of the first node.
    pub fn new(parents: impl Iterator<Item = Option<usize>>) -> Family {
        let parents: Vec<Option<usize>> = parents
            .enumerate()
            .map(|(node, parent)| (node > 0).then(|| parent.filter(|&p| p < node).unwrap_or(0)))
            .collect();
        let mut children = vec![Vec::new(); parents.len()];
        let mut depths = vec![0; parents.len()];
        for (node, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent {
                children[parent].push(node);
                depths[node] = depths[parent] + 1;
            }
        }
        Family {
            parents,
            children,
            depths,
        }
    }
}

/// The outline of a subtree: how far it reaches to each side at every depth, deepest first,
/// relative to its root. `shift` is to be added to all of it.
#[derive(Default)]
struct Outline {
    levels: Vec<(f64, f64)>,
    shift: f64,
}

impl Outline {
    fn height(&self) -> usize {
        self.levels.len()
    }

    /// Left and right reach, `depth` levels under the root of the subtree.
    fn at(&self, depth: usize) -> (f64, f64) {
        let (left, right) = self.levels[self.levels.len() - 1 - depth];
        (left + self.shift, right + self.shift)
    }
}

/// The centre of every node, from half its width; the leftmost point of the tree is at 0.
pub(crate) fn centres(family: &Family, half_widths: &[f64]) -> Vec<f64> {
    let count = family.parents.len();
    let mut outlines: Vec<Outline> = (0..count).map(|_| Outline::default()).collect();
    let mut offsets = vec![0.0; count];
    // Children stand after their parents: backwards, every subtree is finished before its parent.
    for node in (0..count).rev() {
        let children = &family.children[node];
        let mut outline = match children[..] {
            [] => Outline::default(),
            _ => {
                let below: Vec<Outline> = children
                    .iter()
                    .map(|&child| std::mem::take(&mut outlines[child]))
                    .collect();
                let places = pack(&below);
                for (&child, &place) in children.iter().zip(&places) {
                    offsets[child] = place;
                }
                merge(below, &places)
            }
        };
        let half = half_widths[node];
        outline
            .levels
            .push((-half - outline.shift, half - outline.shift));
        outlines[node] = outline;
    }
    let mut centres = offsets;
    for node in 1..count {
        if let Some(parent) = family.parents[node] {
            centres[node] += centres[parent];
        }
    }
    let leftmost = (0..count)
        .map(|node| centres[node] - half_widths[node])
        .fold(f64::INFINITY, f64::min);
    centres.iter().map(|x| x - leftmost).collect()
}

/// Where the roots of neighbouring subtrees stand relative to their parent.
fn pack(subtrees: &[Outline]) -> Vec<f64> {
    let count = subtrees.len();
    let separations = separations(subtrees);
    let mut from_left = vec![0.0f64; count];
    for &(left, right, distance) in &separations {
        from_left[right] = from_left[right].max(from_left[left] + distance);
    }
    let last = from_left[count - 1];
    let mut from_right = vec![last; count];
    // The list is ordered by its right member; reversed, every place is final before it is used.
    for &(left, right, distance) in separations.iter().rev() {
        from_right[left] = from_right[left].min(from_right[right] - distance);
    }
    let places: Vec<f64> = (0..count)
        .map(|i| (from_left[i] + from_right[i]) / 2.0)
        .collect();
    let middle = (places[0] + places[count - 1]) / 2.0;
    places.iter().map(|place| place - middle).collect()
}

/// How far apart the roots of subtrees must at least stand: (left, right, distance), ordered by
/// the right one. A pair is left out where a subtree between them implies it.
fn separations(subtrees: &[Outline]) -> Vec<(usize, usize, f64)> {
    let mut found = Vec::new();
    for (right, subtree) in subtrees.iter().enumerate() {
        let mut covered = 0;
        for left in (0..right).rev() {
            let common = subtrees[left].height().min(subtree.height());
            let distance = (covered..common)
                .map(|depth| {
                    let gap = if depth == 0 { SIBLING_GAP } else { COUSIN_GAP };
                    subtrees[left].at(depth).1 - subtree.at(depth).0 + gap
                })
                .fold(f64::NEG_INFINITY, f64::max);
            if common > covered {
                found.push((left, right, distance));
                covered = common;
            }
            if covered == subtree.height() {
                break;
            }
        }
    }
    found
}

/// The outline around subtrees that stand at `places`.
fn merge(mut subtrees: Vec<Outline>, places: &[f64]) -> Outline {
    for (subtree, place) in subtrees.iter_mut().zip(places) {
        subtree.shift += place;
    }
    let tallest = (0..subtrees.len())
        .max_by_key(|&i| (subtrees[i].height(), usize::MAX - i))
        .expect("only called with children");
    let mut whole = std::mem::take(&mut subtrees[tallest]);
    let height = whole.height();
    // Towards either side, the outermost subtree that is deep enough makes the outline.
    let (mut covered_left, mut covered_right) = (0, 0);
    for subtree in &subtrees[..tallest] {
        for depth in covered_left..subtree.height() {
            whole.levels[height - 1 - depth].0 = subtree.at(depth).0 - whole.shift;
        }
        covered_left = covered_left.max(subtree.height());
    }
    for subtree in subtrees[tallest + 1..].iter().rev() {
        for depth in covered_right..subtree.height() {
            whole.levels[height - 1 - depth].1 = subtree.at(depth).1 - whole.shift;
        }
        covered_right = covered_right.max(subtree.height());
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::random::Rng;

    /// A random tree: each node hangs under one of the last `reach` before it.
    fn random_family(rng: &mut Rng, count: usize, reach: usize) -> Family {
        Family::new((0..count).map(|node| {
            let span = reach.min(node);
            (node > 0).then(|| node - 1 - rng.below(span))
        }))
    }

    /// The nodes of one depth from left to right as the tree orders them.
    fn in_order(family: &Family) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let depth = family.depths[node];
            levels.resize(levels.len().max(depth + 1), Vec::new());
            levels[depth].push(node);
            stack.extend(family.children[node].iter().rev());
        }
        levels
    }

    #[test]
    fn no_two_nodes_of_one_depth_overlap_and_parents_stand_midway() {
        let mut rng = Rng::new(1);
        for round in 0..400 {
            let (count, reach) = (1 + rng.below(120), 1 + rng.below(40));
            let family = random_family(&mut rng, count, reach);
            let halves: Vec<f64> = (0..count).map(|_| 4.0 + 40.0 * rng.unit()).collect();
            let x = centres(&family, &halves);
            for level in in_order(&family) {
                for pair in level.windows(2) {
                    let space = (x[pair[1]] - halves[pair[1]]) - (x[pair[0]] + halves[pair[0]]);
                    assert!(space >= SIBLING_GAP - 1e-6, "round {round}: space {space}");
                }
            }
            for (node, children) in family.children.iter().enumerate() {
                if let [first, .., last] = children[..] {
                    assert!((x[node] - (x[first] + x[last]) / 2.0).abs() < 1e-6);
                }
            }
            let left = (0..count).map(|i| x[i] - halves[i]).fold(1e9, f64::min);
            assert!(left.abs() < 1e-6, "the leftmost point is at {left}");
        }
    }

    #[test]
    fn a_mirrored_tree_is_drawn_as_the_mirror_image() {
        // Root with three children; the first is deep, the middle a leaf, the last wide.
        let parents = [
            None,
            Some(0),
            Some(0),
            Some(0),
            Some(1),
            Some(4),
            Some(3),
            Some(3),
        ];
        let mirrored = [
            None,
            Some(0),
            Some(0),
            Some(0),
            Some(1),
            Some(1),
            Some(3),
            Some(6),
        ];
        // Node i of the first is node image[i] of the second.
        let image = [0, 3, 2, 1, 6, 7, 5, 4];
        let halves = [10.0; 8];
        let x = centres(&Family::new(parents.into_iter()), &halves);
        let y = centres(&Family::new(mirrored.into_iter()), &halves);
        let width = x.iter().fold(0.0, |a: f64, &b| a.max(b + 10.0));
        for node in 0..8 {
            assert!(
                (x[node] - (width - y[image[node]])).abs() < 1e-6,
                "node {node}"
            );
        }
    }

    #[test]
    fn a_small_subtree_between_large_ones_stands_in_the_middle() {
        // A leaf between two nodes of three children each.
        let parents = [0, 0, 0, 1, 1, 1, 3, 3, 3].map(Some);
        let family = Family::new(std::iter::once(None).chain(parents));
        let x = centres(&family, &[10.0; 10]);
        assert!((x[2] - (x[1] + x[3]) / 2.0).abs() < 1e-6);
        assert!(x[3] - x[1] > 60.0, "the outer ones are pushed apart");
    }

    #[test]
    fn deep_and_wide_trees_are_laid_out_without_recursion() {
        let chain = Family::new((0..100_000usize).map(|node| node.checked_sub(1)));
        assert_eq!(centres(&chain, &vec![5.0; 100_000])[99_999], 5.0);
        let star = Family::new((0..50_000usize).map(|node| (node > 0).then_some(0)));
        let x = centres(&star, &vec![5.0; 50_000]);
        assert!((x[49_999] - x[1] - 49_998.0 * 20.0).abs() < 1e-3);
        let comb = Family::new((0..50_000usize).map(|node| match node {
            0 => None,
            n if n % 2 == 1 => Some(n - 1),
            n => Some(n - 2),
        }));
        assert_eq!(centres(&comb, &vec![5.0; 50_000]).len(), 50_000);
    }

    #[test]
    fn nodes_without_a_proper_parent_hang_under_the_root() {
        let family = Family::new([Some(3), None, Some(9), Some(2)].into_iter());
        assert_eq!(family.parents, [None, Some(0), Some(0), Some(2)]);
        assert!(centres(&Family::new(std::iter::empty()), &[]).is_empty());
    }
}
