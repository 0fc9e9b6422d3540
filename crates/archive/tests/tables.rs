//! Tables of positions that come back: as we wrote them, as other programs wrote them, damaged.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::Path;
use std::process::Command;

use support::{Folder, archive_of, bytes_of, random_games};
use zermelo_archive::{Archive, import_tables, is_parquet, write_csv, write_parquet};
use zermelo_game::random::Rng;

fn csv(archive: &Archive) -> String {
    let mut bytes = Vec::new();
    write_csv(archive, 1, &mut bytes).unwrap();
    let mut lines: Vec<&str> = std::str::from_utf8(&bytes).unwrap().lines().collect();
    // Positions of several segments and tables come in the order of each.
    lines.sort_unstable();
    lines.join("\n")
}

fn parquet(archive: &Archive) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_parquet(archive, 1, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_table_comes_back_with_every_count() {
    let folder = Folder::new("table");
    let archive = archive_of(&folder.join("a"), &random_games(40, 200));
    let path = folder.write("a.parquet", parquet(&archive));
    assert!(is_parquet(&path) && !is_parquet(&folder.join("a.pgn")));
    let imported = import_tables(&folder.join("b"), &[path], None).unwrap();
    let back = Archive::open(&folder.join("b")).unwrap();
    assert_eq!(
        (imported.positions, imported.visits, imported.frequent),
        archive.position_counts().unwrap()
    );
    assert_eq!(
        back.position_counts().unwrap(),
        archive.position_counts().unwrap()
    );
    assert_eq!(csv(&back), csv(&archive));
    archive
        .for_each_position(1, |archived| {
            let found = back.position(archived.key)?;
            assert_eq!(found, archived.stats);
            assert_eq!(back.reached(archived.key)?, archived.stats.total.games());
            Ok(true)
        })
        .unwrap();
    assert!(back.verify().1.is_empty());
}

#[test]
fn tables_of_disjoint_games_add_up_to_the_table_of_all() {
    let folder = Folder::new("adding");
    let games = random_games(41, 300);
    let whole = archive_of(&folder.join("whole"), &games);
    let parts: Vec<_> = games
        .chunks(100)
        .enumerate()
        .map(|(number, games)| {
            let archive = archive_of(&folder.join(&format!("part{number}")), games);
            folder.write(&format!("part{number}.parquet"), parquet(&archive))
        })
        .collect();
    // One of them as games, the others as tables.
    let output = folder.join("part0");
    import_tables(&output, &parts[1..], None).unwrap();
    let sum = Archive::open(&output).unwrap();
    // Random games of three sets may be equal by chance; these are not.
    assert_eq!(whole.games(), 300);
    assert_eq!(csv(&sum), csv(&whole));
    assert_eq!(
        sum.position_counts().unwrap(),
        whole.position_counts().unwrap()
    );
}

#[test]
fn damaged_tables_are_refused_or_read_right_and_leave_nothing() {
    let folder = Folder::new("damaged");
    let archive = archive_of(&folder.join("a"), &random_games(42, 20));
    let before = bytes_of(&folder.join("a"));
    let sound = parquet(&archive);
    let mut random = Rng::new(3);
    let mut refused = 0;
    for round in 0..400 {
        let mut spoilt = sound.clone();
        if round % 4 == 0 {
            spoilt.truncate(random.below(sound.len()));
        } else {
            // The footer is the more interesting part.
            let start = if round % 2 == 0 {
                sound.len() - 2000
            } else {
                0
            };
            let place = start + random.below(sound.len() - start);
            spoilt[place] ^= 1 << random.below(8);
        }
        let path = folder.write("spoilt.parquet", &spoilt);
        let output = folder.join("new");
        match import_tables(&output, &[path], None) {
            Ok(_) => {
                let back = Archive::open(&output).unwrap();
                assert_eq!(csv(&back), csv(&archive), "{round}: read as something else");
                std::fs::remove_dir_all(&output).unwrap();
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("spoilt.parquet"), "{error}");
                assert!(!output.exists(), "{error}");
            }
        }
    }
    assert!(refused > 380, "{refused}");
    let path = folder.write("cut.parquet", &sound[..sound.len() - 1]);
    assert!(import_tables(&folder.join("a"), &[path], None).is_err());
    assert!(bytes_of(&folder.join("a")) == before);
}

/// Writes a table anew, as other programs would: compressed, in pages of both versions, with
/// dictionaries and without, sums as floating-point numbers, the rows in another order, and
/// columns that may be left out left out.
const REWRITE: &str = "import sys, pyarrow as a, pyarrow.parquet as p, pyarrow.compute as c
t = p.read_table(sys.argv[1])
t = t.take(list(range(t.num_rows))[::-1])
for n, (z, d, v) in enumerate([('snappy', True, '1.0'), ('zstd', False, '1.0'),
                               ('gzip', True, '2.0'), ('none', False, '2.0')]):
    u = t
    if n == 0: u = u.set_column(4, 'white', c.cast(u['white'], a.float64()))
    if n == 1: u = u.set_column(5, 'draws', c.cast(u['draws'], a.int32()))
    if n == 2: u = u.drop_columns(['key', 'games'])
    if n == 3: u = u.set_column(2, 'move', c.if_else(c.equal(u['move'], ''), None, u['move']))
    p.write_table(u, sys.argv[1] + str(n), compression=z, use_dictionary=d,
                  data_page_version=v, row_group_size=700, data_page_size=3000)";

/// Writes tables that contradict themselves, each with what is to be said of it.
const SPOIL: &str = "import sys, pyarrow as a, pyarrow.parquet as p, decimal
t = p.read_table(sys.argv[1])
def change(column, row, value, kind=None):
    values = t[column].to_pylist()
    values[row] = value
    u = t.set_column(t.column_names.index(column), column, a.array(values, kind or t[column].type))
    return u.cast(a.schema([f.with_nullable(True) for f in u.schema]))
g, m, w = (t[name].to_pylist() for name in ('games', 'move', 'white'))
# The first position of many games, and the move that White won most with.
k = next(i for i in range(len(m)) if m[i] == '' and g[i] >= 20)
end = next((i for i in range(k + 1, len(m)) if m[i] == ''), len(m))
b = max(range(k + 1, end), key=lambda i: w[i])
d = a.decimal128(18, 1)
cases = [
    (change('white', k, None), f'row {k + 1}: `white` is missing'),
    (change('white', k, 2**63 - 1), f'row {k + 1}: `white` is 9223372036854775807'),
    (change('games', k, 1), f'row {k + 1}: `games` is 1, but white, draws and black add up to'),
    (change('games', b, g[b] + 1), f'row {b + 1}: `games` is'),
    (change('white', b, 99), f'row {b + 1}: '),
    (change('white', b, 0), 'row '),
    (change('last_year', k, 1), f'row {k + 1}: the years'),
    (change('white_rated', k, 99999), f'row {k + 1}: 99999 ratings'),
    (t.set_column(4, 'white', a.array([decimal.Decimal(x) for x in w], d)), 'the column `white` holds'),
]
for n, (u, said) in enumerate(cases):
    p.write_table(u, sys.argv[1] + str(n), store_decimal_as_integer=True)
    print(said)";

#[test]
fn tables_that_contradict_themselves_are_refused_by_row() {
    let folder = Folder::new("contradict");
    let archive = archive_of(&folder.join("a"), &random_games(44, 60));
    let path = folder.write("a.parquet", parquet(&archive));
    if !support::has_python("pyarrow.parquet") {
        return;
    }
    let done = Command::new("python3")
        .args(["-c", SPOIL])
        .arg(&path)
        .output()
        .unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(
        said.lines().count(),
        9,
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    for (number, said) in said.lines().enumerate() {
        let file = format!("{}{number}", path.display());
        let output = folder.join("b");
        let refused = import_tables(&output, &[Path::new(&file).to_path_buf()], None);
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.contains(said), "{number}: {sentence}");
        assert!(!output.exists());
    }
}

#[test]
fn tables_that_pyarrow_wrote_come_back_with_every_count() {
    let folder = Folder::new("pyarrow");
    let archive = archive_of(&folder.join("a"), &random_games(43, 60));
    let path = folder.write("a.parquet", parquet(&archive));
    if !support::has_python("pyarrow.parquet") {
        return;
    }
    let done = Command::new("python3")
        .args(["-c", REWRITE])
        .arg(&path)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    for number in 0..4 {
        let file = format!("{}{number}", path.display());
        let output = folder.join(&format!("b{number}"));
        import_tables(&output, &[Path::new(&file).to_path_buf()], None).unwrap();
        let back = Archive::open(&output).unwrap();
        assert_eq!(csv(&back), csv(&archive), "{number}");
    }
}
