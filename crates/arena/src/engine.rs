//! Engines as contestants.

use zermelo_chess::ChessReferee;
use zermelo_game::{Failure, Player};

use crate::clock::Control;
use crate::engine_spec::{EngineSpec, Protocol};
use crate::player::{Contestant, Factory};
use crate::stop::Stop;
use crate::uci::{Patience, UciPlayer};
use crate::xboard::XboardPlayer;

/// Starts an engine for every worker.
#[derive(Clone, Debug)]
pub struct EngineFactory {
    /// Which one.
    pub spec: EngineSpec,
    /// How patiently.
    pub patience: Patience,
}

impl Factory<ChessReferee> for EngineFactory {
    fn create(&self, stop: &Stop) -> Result<Box<dyn Player<ChessReferee>>, Failure> {
        Ok(match self.spec.protocol {
            Protocol::Uci => Box::new(UciPlayer::start(&self.spec, self.patience, stop)?),
            Protocol::Xboard => Box::new(XboardPlayer::start(&self.spec, self.patience, stop)?),
        })
    }
}

/// An engine as it takes part in a match.
///
/// # Errors
///
/// If there is no such program: better said before a match than in every game of it.
pub fn contestant(
    spec: EngineSpec,
    patience: Patience,
) -> Result<Contestant<'static, ChessReferee>, String> {
    spec.locate()?;
    Ok(Contestant {
        name: spec.name.clone(),
        identity: spec.text.clone(),
        control: spec.options.control,
        factory: Box::new(EngineFactory { spec, patience }),
    })
}

/// What keeps an engine from playing under a control (its own, if it has one), from positions if
/// need be. Better said before a match than in every game of it: the engine is started once.
///
/// # Errors
///
/// Says in a sentence what the engine cannot do.
pub fn check(spec: &EngineSpec, control: Control, positions: bool) -> Result<(), String> {
    let name = &spec.name;
    let control = spec.options.control.unwrap_or(control);
    let (patience, stop) = (Patience::default(), Stop::new());
    let problem = match spec.protocol {
        Protocol::Uci => UciPlayer::start(spec, patience, &stop).map(|_| None),
        Protocol::Xboard if control.nodes.is_some() => {
            return Err(format!(
                "{name}: the XBoard protocol has no limit of nodes; give a time or a depth"
            ));
        }
        Protocol::Xboard => XboardPlayer::start(spec, patience, &stop)
            .and_then(|mut player| player.problem(control, positions)),
    };
    match problem {
        Ok(None) => Ok(()),
        Ok(Some(problem)) => Err(problem),
        Err(failure) => Err(format!("{name} does not start: {failure}")),
    }
}
