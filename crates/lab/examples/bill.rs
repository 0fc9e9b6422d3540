//! Othello by normals against Othello by sums: the experiment `bill` with numbers of one's own.
//!
//! `cargo run --release -p zermelo-lab --example bill -- LEARNING GAMES NODES [SEED]`

use zermelo_lab::experiment::bill;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let numbers = numbers?;
    let number = |place: usize, or: u64| numbers.get(place).copied().unwrap_or(or);
    let sizes = (number(0, 2000), number(1, 200), number(2, 2000));
    let found = bill::run(sizes, number(3, 1), &mut bill::Games::new(&|| false))?;
    println!("{} positions", found.positions);
    for meeting in &found.meetings {
        let (score, known) = meeting.score();
        let [wins, draws, losses] = meeting.counts;
        let known = known.map_or(String::new(), |(error, los)| {
            format!(" ± {:.1}  LOS {:.2}%", 100.0 * error, 100.0 * los)
        });
        println!(
            "Bayes against {}: +{wins} ={draws} -{losses}  {:.1}%{known}",
            meeting.against,
            100.0 * score,
        );
    }
    Ok(())
}
