//! What several examples need.

use std::sync::Arc;

use zermelo_engine::evaluation::{Network, Weights};
use zermelo_engine::{Engine, Profile, Settings, player_settings};

/// An engine set up by a text: `NAME=VALUE,…` of search parameters, `player=NAME`,
/// `profile=NAME`, `hash=MB`, `weights=FILE`, `network=FILE`,
/// `dir=FOLDER` of what the player has learnt, or `-`
/// for the engine as it is.
pub fn engine(text: &str) -> Result<Engine, String> {
    let mut settings = Settings::default();
    let changes: Vec<_> = text
        .split(',')
        .filter_map(|word| word.split_once('='))
        .collect();
    for (name, value) in &changes {
        match *name {
            "hash" => settings.hash_mb = value.parse().map_err(|_| "no such hash")?,
            "player" => settings.player = (*value).to_string(),
            "profile" => settings.profile = Profile::named(value).ok_or("no such profile")?,
            "dir" => settings.player_dir = Some((*value).into()),
            _ => (),
        }
    }
    if settings.player_dir.is_some() {
        let profile = settings.profile;
        let player = settings.player.clone();
        settings = player_settings(&player, settings).map_err(|e| e.to_string())?;
        settings.profile = profile;
    }
    let mut engine = Engine::new(settings);
    for (name, value) in changes {
        match name {
            "hash" | "player" | "profile" | "dir" => (),
            "weights" => {
                let text = std::fs::read_to_string(value).map_err(|e| e.to_string())?;
                engine.set_weights(Arc::new(Weights::parse(&text)?));
            }
            "network" => {
                let bytes = std::fs::read(value).map_err(|e| e.to_string())?;
                let network = Network::read(&bytes).map_err(|e| e.to_string())?;
                engine.set_network(Arc::new(network));
            }
            _ => {
                let number = value.parse().map_err(|_| format!("{value} is no number"))?;
                let set = engine.params_mut().set(name, number);
                set.map_err(|e| e.to_string())?;
            }
        }
    }
    Ok(engine)
}
