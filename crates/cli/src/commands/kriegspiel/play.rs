//! `kriegspiel play`: a game in the terminal, seeing one's own men only.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_chess::Kind;
use zermelo_game::{Clock, Player, Side};
use zermelo_kriegspiel::players::Equipment;
use zermelo_kriegspiel::players::belief::{BeliefParams, LEVELS};
use zermelo_kriegspiel::replay::{board_lines, letters, scenes};
use zermelo_kriegspiel::{
    Action, Announcement, Answer, Cause, Rules, Transcript, Try, Umpire, parse_side, parse_square,
    side_name,
};

use super::contest::planner_log;
use super::{chosen, equipment, goals_from_a_file, profile, rules, unforeseen};
use crate::args::{KriegspielPlayArgs, PlayArgs, USUAL_MOVETIME};
use crate::{Failure, Io, interrupt, output, reads};

const HELP: &str = "\
a try: e2e4, a7a8q, castling e1g1; tries: what is left to try; any: can a pawn capture?
put SQUARE LETTER: a phantom man, such as put e5 p; clear SQUARE or clear: take phantoms away
log: everything the umpire said; board; resign; quit";

/// What a person has typed, as it may be repeated.
fn short(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    start.escape_debug().to_string()
}

struct Session<'a, 'io> {
    args: &'a KriegspielPlayArgs,
    io: &'a mut Io<'io>,
    umpire: Umpire,
    /// How the player is written.
    against: String,
    player: Box<dyn Player<Umpire>>,
    own: Side,
    /// What the file to save to had before.
    before: String,
    /// The plies of the game that are saved.
    saved: usize,
    /// Men of the other side that the person supposes, by square.
    phantoms: [Option<char>; 64],
    /// Announcements already shown.
    shown: usize,
}

/// Runs `play kriegspiel`, which has the options of the other games.
pub fn run_from_play(
    args: &PlayArgs,
    position: Option<&str>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let limits = &args.limits;
    let given = [
        (args.elo.is_some(), "--elo"),
        (args.tc.is_some(), "--tc"),
        (args.ascii, "--ascii"),
        (limits.depth.is_some(), "--depth"),
        (limits.nodes.is_some(), "--nodes"),
        (limits.hash.is_some(), "--hash"),
        (!limits.set.is_empty(), "--set"),
        (position.is_some(), "a position"),
    ];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
        return Err(Failure::Input(format!(
            "kriegspiel does not take {option}; see `zermelo kriegspiel play --help`"
        )));
    }
    let side = match args.side.as_str() {
        "first" | "white" => Side::First,
        "second" | "black" => Side::Second,
        other => {
            return Err(Failure::Input(format!(
                "`--side {other}`: in kriegspiel expected white or black"
            )));
        }
    };
    let level = match args.level.map(u8::try_from) {
        None => None,
        Some(Ok(level @ 1..=LEVELS)) => Some(level),
        _ => {
            let level = args.level.unwrap_or_default();
            return Err(Failure::Input(format!(
                "`--level {level}`: kriegspiel has the levels 1 to {LEVELS}"
            )));
        }
    };
    run(
        &KriegspielPlayArgs {
            side: side_name(side).to_string(),
            // The usual name of the other games' player means the usual one here.
            player: Some(args.player.clone()).filter(|name| name != "full"),
            level,
            rules: Rules::wild16().name.to_string(),
            movetime: limits.movetime.unwrap_or(USUAL_MOVETIME),
            goals: None,
            profile: None,
            seed: limits.seed,
            save: None,
            planner_log: None,
        },
        io,
    )
}

/// Who plays, by the name and the level that were asked for, and how that is written.
fn opponent(
    args: &KriegspielPlayArgs,
    equipment: &Equipment,
) -> Result<(String, Box<dyn Player<Umpire>>), Failure> {
    let of_the_planner = args.goals.is_some() || args.planner_log.is_some();
    let usual = match args.level {
        None if of_the_planner => "strategic",
        _ => "belief",
    };
    let text = args.player.as_deref().unwrap_or(usual);
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    if args.planner_log.is_some() && name != "strategic" {
        return Err(Failure::Input(format!(
            "--planner-log is of the player strategic; {name} has no planner"
        )));
    }
    let given = chosen::Given {
        goals: args.goals.is_some(),
        profile: args.profile.is_some(),
    };
    let Some(level) = args.level else {
        return Ok((text.to_string(), chosen::player(text, equipment, given)?));
    };
    if name != "belief" {
        return Err(Failure::Input(format!(
            "--level is of the player belief; {name} has none"
        )));
    }
    if options.others.iter().any(|(option, _)| option == "level") {
        return Err(Failure::Input(format!(
            "`--level {level}`: {text} says its level already"
        )));
    }
    let mut equipment = equipment.clone();
    equipment.belief = BeliefParams::of_level(level);
    let shown = match text.strip_suffix(']') {
        Some(open) => format!("{open},level={level}]"),
        None => format!("{text}[level={level}]"),
    };
    Ok((shown, chosen::player(text, &equipment, given)?))
}

/// What a file of games has before another is added to it.
fn games_before(path: &Path) -> Result<String, Failure> {
    let before = output::before_more(path)?;
    let games = Transcript::parse_all(&before);
    games.map(|_| before).map_err(|error| {
        let path = path.display();
        Failure::Input(format!(
            "cannot add to {path}, which is no file of games: {error}"
        ))
    })
}

/// Runs the command.
pub fn run(args: &KriegspielPlayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let own = parse_side(&args.side).unwrap_or(Side::First);
    let rules = rules(&args.rules)?;
    goals_from_a_file(args.goals.as_deref())?;
    output::apart(&[
        ("--save", args.save.as_deref()),
        ("--planner-log", args.planner_log.as_deref()),
        ("--goals", args.goals.as_deref()),
    ])?;
    let mut read = reads::of_player(args.player.as_deref().unwrap_or_default());
    let profile_folder = args.profile.clone();
    read.extend(profile_folder.map(|folder| ("--profile".to_string(), folder)));
    let written = [
        ("--save", args.save.as_deref()),
        ("--planner-log", args.planner_log.as_deref()),
    ];
    reads::kept(&read, &written)?;
    let mut equipment = equipment(args.goals.as_deref())?;
    equipment.profile = args.profile.as_deref().map(profile).transpose()?;
    equipment.on_decision = planner_log(args.planner_log.as_deref(), false)?;
    let (against, mut player) = opponent(args, &equipment)?;
    let before = match &args.save {
        Some(path) => games_before(path)?,
        None => String::new(),
    };
    // A seed that one could guess would tell the program's opening.
    let seed = args.seed.unwrap_or_else(unforeseen);
    player.new_game(!own, seed).map_err(Failure::input)?;
    let mut session = Session {
        umpire: Umpire::new(rules),
        args,
        io,
        against,
        player,
        own,
        phantoms: [None; 64],
        shown: 0,
        before,
        saved: 0,
    };
    let played = session.play();
    let outcome = session.umpire.result().map(|result| result.outcome);
    session.player.end_game(outcome);
    session.save()?;
    played
}

impl Session<'_, '_> {
    fn play(&mut self) -> Result<(), Failure> {
        let heading = self.io.bold("kriegspiel");
        let rules = self.umpire.rules().title;
        self.io.line(format!(
            "{heading}, {rules}, against {}. Type a try, or help.",
            self.against
        ))?;
        let mut board = true;
        while self.umpire.result().is_none() && !interrupt::asked() {
            self.tell()?;
            self.save_move()?;
            if self.umpire.to_move() != self.own {
                self.think()?;
                board = true;
                continue;
            }
            if std::mem::take(&mut board) {
                self.board()?;
            }
            match self.io.ask(side_name(self.own))? {
                None => return Ok(()),
                Some(line) if line == "quit" => return self.io.line("bye."),
                Some(line) => board = self.obey(&line)?,
            }
        }
        self.tell()?;
        if self.umpire.result().is_some() {
            let last = scenes(self.umpire.transcript());
            let text = last.last().map_or_else(String::new, |s| s.text(false));
            self.io.line(format!("\n{}", text.trim_end()))?;
        }
        Ok(())
    }

    /// Shows what the umpire has said since the last time.
    fn tell(&mut self) -> Result<(), Failure> {
        let heard = self.umpire.view_of(self.own).heard();
        let new: Vec<Announcement> = heard[self.shown..].to_vec();
        self.shown = heard.len();
        for said in new {
            let text = said.spoken_to(self.own);
            self.io.line(format!("umpire: {text}"))?;
        }
        self.io.flush()
    }

    fn board(&mut self) -> Result<(), Failure> {
        let mut squares = letters(self.umpire.view_of(self.own).men());
        for (square, phantom) in squares.iter_mut().zip(self.phantoms) {
            *square = square.or(phantom);
        }
        let mut lines = board_lines(&squares);
        if self.own == Side::Second {
            // One's own side is nearest; files run the other way, too.
            lines[..8].reverse();
            for line in &mut lines {
                let (head, rest) = line.split_at(1);
                let turned: String = rest.chars().rev().collect();
                *line = format!("{head} {}", turned.trim_end());
            }
        }
        self.io.line(format!("\n{}\n", lines.join("\n")))
    }

    /// Does what a line says; whether the board should be shown again.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            [] => {}
            ["help"] => self.io.line(HELP)?,
            ["board"] => return Ok(true),
            ["log"] => {
                for &said in self.umpire.view_of(self.own).heard() {
                    self.io.line(format!("  {}", said.spoken_to(self.own)))?;
                }
            }
            ["tries"] => {
                let mut tries = Vec::new();
                self.umpire.view_of(self.own).tries(&mut tries);
                let tries: Vec<String> = tries.iter().map(ToString::to_string).collect();
                self.io.line(tries.join(" "))?;
            }
            ["put", square, man] => return self.put(square, man),
            ["clear"] => {
                self.phantoms = [None; 64];
                return Ok(true);
            }
            ["clear", square] => match parse_square(square) {
                Some(square) => {
                    self.phantoms[usize::from(square)] = None;
                    return Ok(true);
                }
                None => self
                    .io
                    .line(format!("`{}`: expected a square such as e5", short(square)))?,
            },
            ["resign"] => self.umpire.lose(self.own, Cause::Resignation),
            [word] => return self.submit(word),
            _ => self.io.line(format!(
                "`{}`: expected a try such as e2e4, or help",
                short(line)
            ))?,
        }
        Ok(false)
    }

    fn put(&mut self, square: &str, man: &str) -> Result<bool, Failure> {
        let letter = man.chars().next().filter(|_| man.len() == 1);
        let letter = letter.filter(|letter| "kqrbnp?".contains(letter.to_ascii_lowercase()));
        let (Some(square), Some(letter)) = (parse_square(square), letter) else {
            self.io.line(format!(
                "`put {} {}`: expected a square and one of k q r b n p ?, such as put e5 p",
                short(square),
                short(man)
            ))?;
            return Ok(false);
        };
        let letter = match self.own {
            Side::First => letter.to_ascii_lowercase(),
            Side::Second => letter.to_ascii_uppercase(),
        };
        if self
            .umpire
            .view_of(self.own)
            .men()
            .kind_at(square)
            .is_some()
        {
            self.io.line("your own man stands there")?;
            return Ok(false);
        }
        self.phantoms[usize::from(square)] = Some(letter);
        Ok(true)
    }

    fn submit(&mut self, word: &str) -> Result<bool, Failure> {
        let Ok(action) = Action::parse(word) else {
            self.io.line(format!(
                "`{}`: expected a try such as e2e4, or help",
                short(word)
            ))?;
            return Ok(false);
        };
        let view = self.umpire.view_of(self.own);
        let promotes = |tried: Try| {
            let to_queen = Try {
                promotion: Some(Kind::Queen),
                ..tried
            };
            tried.promotion.is_none() && view.men().can_try(to_queen)
        };
        if let Action::Try(tried) = action
            && promotes(tried)
        {
            self.io.line(format!(
                "`{tried}`: a pawn promotes there: add q, r, b or n, as in {tried}q"
            ))?;
            return Ok(false);
        }
        let heard = view.heard().len();
        let answer = self.umpire.answer(action);
        let view = self.umpire.view_of(self.own);
        if answer == Answer::Accepted {
            // Where one of ours now stands there is no phantom, nor where we have captured.
            for (square, phantom) in self.phantoms.iter_mut().enumerate() {
                let ours = view.men().kind_at(square as u8).is_some();
                let taken = |said: &Announcement| matches!(said, Announcement::Captured(at, _) if usize::from(*at) == square);
                if ours || view.heard()[heard..].iter().any(taken) {
                    *phantom = None;
                }
            }
        }
        Ok(answer == Answer::Accepted)
    }

    /// Lets the program try until a move is accepted.
    fn think(&mut self) -> Result<(), Failure> {
        let waiting = self.io.patience("thinking");
        let begun = Instant::now();
        let side = !self.own;
        while self.umpire.to_move() == side && self.umpire.result().is_none() {
            let movetime = Duration::from_millis(self.args.movetime);
            let clock = Clock {
                movetime: Some(movetime.saturating_sub(begun.elapsed())),
                ..Clock::default()
            };
            let choice = self.player.choose(self.umpire.view_of(side), &clock);
            match choice.map(|choice| choice.action) {
                // The program hears the answer through its view.
                Ok(Some(action)) => {
                    self.umpire.answer(action);
                }
                _ if interrupt::asked() => break,
                _ => self.umpire.lose(side, Cause::Resignation),
            }
        }
        drop(waiting);
        Ok(())
    }

    /// Saves after every completed move, so that nothing is lost; what is not a file that can be
    /// replaced gets the whole game at its end.
    fn save_move(&mut self) -> Result<(), Failure> {
        let plies = self.umpire.transcript().plies();
        let is_file = |path: &PathBuf| output::is_replaced(path);
        if plies == self.saved || !self.args.save.as_ref().is_some_and(is_file) {
            return Ok(());
        }
        self.saved = plies;
        self.save()
    }

    /// Writes the game behind those that the file had before.
    fn save(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.args.save else {
            return Ok(());
        };
        let mut game = self.umpire.transcript().clone();
        let mut names = ["you".to_string(), self.against.clone()];
        if self.own == Side::Second {
            names.swap(0, 1);
        }
        let [white, black] = names;
        game.tags = vec![("White".to_string(), white), ("Black".to_string(), black)];
        output::write(path, &format!("{}{game}", self.before))
    }
}
