//! A server for tests and a plain client for it.

#![allow(dead_code, reason = "every test uses another part")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use zermelo_archive::{Archive, BuildOptions, Filter, build};
use zermelo_web::{Config, serve};

/// A running server with a folder of its own.
pub struct Server {
    pub folder: PathBuf,
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts one on any free port, in an empty folder.
    pub fn start(name: &str) -> Server {
        let name = format!("zermelo-web-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        Server::on(folder, None)
    }

    /// The same with an archive of these games.
    pub fn with_games(name: &str, pgn: &str) -> Server {
        let name = format!("zermelo-web-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (games, archive) = (folder.join("games.pgn"), folder.join("archive"));
        fs::write(&games, pgn).unwrap();
        let options = BuildOptions {
            filter: Filter::default(),
            plies: None,
            memory: 1 << 24,
            threads: 1,
            segment_games: 1_000,
            keep_duplicates: false,
            fresh: false,
            on_problem: &mut |_, _| {},
            on_progress: &mut |_| false,
        };
        build(&archive, &[games], options).unwrap();
        Server::on(folder, Some(archive))
    }

    fn on(folder: PathBuf, archive: Option<PathBuf>) -> Server {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (asked, kept) = (Arc::clone(&stop), folder.clone());
        let thread = std::thread::spawn(move || {
            let opened = archive.map(|place| {
                let archive = Archive::open(&place).unwrap();
                ("games".to_string(), place, archive)
            });
            let config = config(kept, opened.into_iter().collect());
            let ready = |address| sender.send(address).unwrap();
            serve(config, ready, || asked.load(Ordering::Relaxed)).unwrap();
        });
        Server {
            folder,
            address: receiver.recv_timeout(Duration::from_secs(20)).unwrap(),
            stop,
            thread: Some(thread),
        }
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().map(JoinHandle::join);
    }

    /// Ends it and starts another in the same folder.
    pub fn restart(mut self) -> Server {
        self.end();
        let folder = std::mem::take(&mut self.folder);
        Server::on(folder, None)
    }

    /// What becomes of another server in the same folder.
    pub fn second(&self) -> std::io::Result<()> {
        serve(config(self.folder.clone(), Vec::new()), |_| (), || true)
    }

    /// Somebody who asks it.
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
        if self.folder.components().count() > 1 {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn config(folder: PathBuf, archives: Vec<(String, PathBuf, Archive)>) -> Config {
    Config {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        hosts: Vec::new(),
        archives,
        folder,
        version: "test".to_string(),
        command: Arc::new(|arguments| Err(format!("no command {arguments:?}"))),
        games: Vec::new(),
        algorithms: Vec::new(),
    }
}

/// Somebody who asks.
pub struct Client {
    address: SocketAddr,
    pub host: String,
    pub origin: Option<String>,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            host: address.to_string(),
            origin: None,
        }
    }

    fn connect(&self, method: &str, path: &str, body: &[u8]) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        let origin = self.origin.as_ref();
        let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{origin}Connection: close\r\n\
             Content-Length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(body);
        BufReader::new(stream)
    }

    /// Sends a request and reads the whole answer.
    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> Answer {
        let mut reader = self.connect(method, path, body);
        let (status, headers) = head(&mut reader);
        let mut body = Vec::new();
        let _ = reader.read_to_end(&mut body);
        Answer {
            status,
            headers,
            text: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, b"")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body.to_string().as_bytes())
    }

    /// Listens to events.
    pub fn events(&self, path: &str) -> Events {
        let mut reader = self.connect("GET", path, b"");
        let (status, _) = head(&mut reader);
        assert_eq!(status, 200);
        Events { reader }
    }
}

/// The status and the headers of an answer.
fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            return (status, headers);
        };
        headers.push((name.to_ascii_lowercase(), value.to_string()));
    }
}

/// Server-sent events, one after the other.
pub struct Events {
    reader: BufReader<TcpStream>,
}

impl Events {
    /// The next event, which must have this name; its data.
    pub fn next(&mut self, name: &str) -> Value {
        let text = self.text(name).expect("another event");
        serde_json::from_str(&text).unwrap()
    }

    /// The data of the next event as text; `None` at the end.
    pub fn text(&mut self, name: &str) -> Option<String> {
        let mut event = String::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(kind) = line.strip_prefix("event: ") {
                event = kind.to_string();
            }
            if let Some(data) = line.strip_prefix("data: ") {
                assert_eq!(event, name);
                return Some(data.to_string());
            }
        }
    }
}
