//! How many questions the explorer answers: `cargo run --release -p zermelo-web --example load --
//! 127.0.0.1:9002 [SECONDS] [CONNECTIONS] [RATE] [WALKS]`, with a server running that has an
//! archive.
//!
//! Walks the archive first, every walk a random game of so many plies among the moves that were
//! played; then asks for random positions of these walks over connections that stay open, so many
//! questions a second together (0: as many as are answered). A question's time counts from when it
//! was due, so that a server that falls behind cannot hide it. One thread asks for all, so that
//! what is measured is the server and not the turns of its askers.

use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep_until};
use zermelo_game::random::Rng;

type Fallible<T> = Result<T, Box<dyn Error>>;

const PLIES: usize = 20;

struct Connection {
    host: String,
    stream: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl Connection {
    async fn open(host: &str) -> Fallible<Connection> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            host: host.to_string(),
            stream: BufReader::new(stream),
            body: Vec::new(),
        })
    }

    /// The status and the body of an answer.
    async fn get(&mut self, path: &str) -> Fallible<(u16, &[u8])> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse()?;
            }
            if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.parse()?;
            }
            if line.is_empty() {
                break;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        Ok((status, &self.body))
    }
}

/// Positions of the archive, as the moves that lead to them.
async fn walks(host: &str, walks: usize) -> Fallible<Vec<String>> {
    let mut connection = Connection::open(host).await?;
    let mut rng = Rng::new(1);
    let mut lines = Vec::new();
    for _ in 0..walks {
        let mut played: Vec<String> = Vec::new();
        while played.len() < PLIES {
            let path = format!("/masters?topGames=0&moves=60&play={}", played.join(","));
            let (_, body) = connection.get(&path).await?;
            let answer: Value = serde_json::from_slice(body)?;
            let Some(moves) = answer["moves"].as_array().filter(|moves| !moves.is_empty()) else {
                break;
            };
            let m = &moves[rng.below(moves.len())]["uci"];
            played.push(m.as_str().unwrap_or_default().to_string());
            lines.push(played.join(","));
        }
    }
    Ok(lines)
}

/// Asks until the end, one question at a time: the times, and how many answers were wrong.
async fn ask(
    host: Rc<str>,
    lines: Rc<[String]>,
    seed: u64,
    mut due: Instant,
    pause: Duration,
    end: Instant,
) -> Fallible<(Vec<Duration>, usize)> {
    let mut connection = Connection::open(&host).await?;
    let mut rng = Rng::new(seed);
    let (mut times, mut errors) = (Vec::new(), 0);
    while due < end && Instant::now() < end {
        sleep_until(due).await;
        let line = &lines[rng.below(lines.len())];
        let begun = if pause.is_zero() { Instant::now() } else { due };
        due += pause;
        let (status, _) = connection.get(&format!("/masters?play={line}")).await?;
        times.push(begun.elapsed());
        errors += usize::from(status != 200);
    }
    Ok((times, errors))
}

async fn load(arguments: &[String]) -> Fallible<()> {
    let host: Rc<str> = Rc::from(arguments.first().map_or("127.0.0.1:9002", String::as_str));
    let number = |at: usize, usual| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let (seconds, connections, rate) = (number(1, 10)?, number(2, 64)?, number(3, 5_000)?);
    let lines: Rc<[String]> = walks(&host, number(4, 400)?).await?.into();
    println!("{} positions", lines.len());
    let start = Instant::now();
    let end = start + Duration::from_secs(seconds as u64);
    let pause = match rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(connections as f64 / rate as f64),
    };
    let askers = (0..connections).map(|number| {
        // Not all at once.
        let first = start + pause.mul_f64(number as f64 / connections as f64);
        let (host, lines) = (Rc::clone(&host), Rc::clone(&lines));
        tokio::task::spawn_local(ask(host, lines, 100 + number as u64, first, pause, end))
    });
    let askers: Vec<_> = askers.collect();
    let (mut times, mut errors) = (Vec::new(), 0);
    for asker in askers {
        let (some, wrong) = asker.await??;
        times.extend(some);
        errors += wrong;
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} answers, {errors} errors, {:.0} a second; median {:.2?}, 99% {:.2?}, longest {:.2?}",
        times.len(),
        times.len() as f64 / seconds as f64,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    LocalSet::new().block_on(&runtime, load(&arguments))
}
