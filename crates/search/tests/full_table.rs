//! The shared table: what it keeps, what it gives up, and that no read is ever a mixture.

use zermelo_game::random::{Rng, mix};
use zermelo_search::full::{Entry, Table};
use zermelo_search::table::Bound;

/// An entry that follows from a key and one of a few versions.
fn entry(key: u64, version: u64) -> Entry {
    let word = mix(key ^ mix(version));
    Entry {
        value: word as u32 as i32,
        bound: [Bound::Lower, Bound::Upper, Bound::Exact][(word >> 32) as usize % 3],
        depth: (word >> 40) as i32 & 1023,
        whole: word >> 50 & 1 == 1,
        place: (word >> 48) as u16,
    }
}

const VERSIONS: u64 = 4;

#[test]
fn what_is_written_is_read_back() {
    let table = Table::new(1 << 20);
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let key = rng.next_u64();
        let written = Entry {
            whole: false,
            place: 1 + entry(key, 0).place / 2,
            ..entry(key, 0)
        };
        table.put(key, written);
        assert_eq!(table.get(key), Some(written));
    }
}

#[test]
fn every_entry_read_under_contention_is_one_that_was_written() {
    // Few lines and many keys, so that threads write the same words all the time.
    let table = Table::new(4 * 64);
    let keys: Vec<u64> = (0..256).map(|i| mix(i + 1)).collect();
    let hits: u64 = std::thread::scope(|scope| {
        let work = |seed| {
            let (table, keys) = (&table, &keys);
            move || {
                let mut rng = Rng::new(seed);
                let mut hits = 0;
                for _ in 0..400_000 {
                    let key = keys[rng.below(keys.len())];
                    if rng.below(2) == 0 {
                        // A place of its own: a put without one borrows the old entry's.
                        let mut new = entry(key, rng.below(VERSIONS as usize) as u64);
                        new.place |= 1;
                        table.put(key, new);
                    } else if let Some(found) = table.get(key) {
                        let same = |version| {
                            let written = entry(key, version);
                            found
                                == Entry {
                                    place: written.place | 1,
                                    ..written
                                }
                        };
                        assert!((0..VERSIONS).any(same), "{found:?} was never written");
                        hits += 1;
                    }
                }
                hits
            }
        };
        let threads: Vec<_> = (0..8).map(|seed| scope.spawn(work(seed))).collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("no mixture"))
            .sum()
    });
    assert!(hits > 10_000, "only {hits} reads met an entry");
}

#[test]
fn a_put_without_a_move_keeps_the_old_one() {
    let table = Table::new(1024);
    let first = Entry {
        value: 5,
        bound: Bound::Lower,
        depth: 3,
        whole: false,
        place: 7,
    };
    table.put(42, first);
    table.put(
        42,
        Entry {
            value: 2,
            bound: Bound::Upper,
            depth: 4,
            place: 0,
            ..first
        },
    );
    let found = table.get(42).expect("just written");
    assert_eq!((found.value, found.depth, found.place), (2, 4, 7));
}

#[test]
fn old_and_shallow_entries_give_way_first() {
    let mut table = Table::new(64);
    let shallow = Entry {
        value: 0,
        bound: Bound::Exact,
        depth: 1,
        whole: false,
        place: 1,
    };
    for (key, depth) in [(1, 9), (2, 8), (3, 2), (4, 7)] {
        table.put(key, Entry { depth, ..shallow });
    }
    table.put(
        5,
        Entry {
            depth: 5,
            ..shallow
        },
    );
    assert_eq!(table.get(3), None, "the shallowest went");
    assert!([1, 2, 4, 5].iter().all(|&key| table.get(key).is_some()));
    for _ in 0..3 {
        table.grow_older();
    }
    table.put(
        1,
        Entry {
            depth: 9,
            ..shallow
        },
    );
    table.put(
        6,
        Entry {
            depth: 1,
            ..shallow
        },
    );
    assert_eq!(table.get(5), None, "the shallowest of the old went");
    table.put(
        7,
        Entry {
            depth: 3,
            ..shallow
        },
    );
    assert!(
        table.get(6).is_some(),
        "a new shallow entry outlives old ones twelve plies deeper"
    );
    table.clear();
    assert!((1..8).all(|key| table.get(key).is_none()));
    assert_eq!(table.permille(), 0);
}
