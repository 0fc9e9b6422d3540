//! `show`: one position of a game, as text, JSON and picture.

use serde_json::json;
use zermelo_games::{Playable, Visitor, find_game, with_game};

use crate::args::ShowArgs;
use crate::output::{self, Format};
use crate::report::VERSION;
use crate::{Failure, Io, setup};

/// Runs the command.
pub fn run(args: &ShowArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = setup::given(args.game.clone(), io)?;
    let (name, position) = setup::game_and_position(&game, None);
    let name = find_game(&name).map_err(Failure::input)?.name;
    with_game(name, position.as_deref(), Job { name, args, io }).map_err(Failure::input)?
}

struct Job<'a, 'io> {
    name: &'static str,
    args: &'a ShowArgs,
    io: &'a mut Io<'io>,
}

impl Visitor for Job<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self, game: G) -> Result<(), Failure> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let moves: Vec<String> = moves.iter().map(|&m| game.move_text(m)).collect();
        if let Some(path) = &self.args.output {
            let text = match output::format_of(path) {
                Ok(Format::Svg) => game.picture().svg(),
                Ok(Format::Text) => format!("{}\n", game.to_string().trim_end()),
                _ => {
                    let path = path.display();
                    return Err(Failure::Input(format!("`{path}`: expected .svg or .txt")));
                }
            };
            output::write(path, &text)?;
        }
        if self.args.json {
            return self.io.json(&json!({
                "game": self.name,
                "position": game.notation(),
                "side": game.side().to_string(),
                "moves": moves,
                "payoff": game.payoff(),
                "evaluation": game.payoff().is_none().then(|| game.evaluate()),
                "version": VERSION,
            }));
        }
        self.io.line(game.to_string().trim_end())?;
        self.io.line(format!("position: {}", game.notation()))?;
        match game.payoff() {
            Some(payoff) => self
                .io
                .line(format!("over: {payoff} for the player to move")),
            None => self
                .io
                .line(format!("{} moves: {}", moves.len(), moves.join(" "))),
        }
    }
}
