//! Players by a text: a name, and options in brackets such as `belief[level=3]`.

use std::path::Path;
use std::sync::Arc;

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_game::Player;
use zermelo_kriegspiel::Umpire;
use zermelo_kriegspiel::players::{Equipment, player_named};

use super::goal_set;
use crate::Failure;

/// Who a text names.
pub(super) struct Chosen<'a> {
    /// The name before the brackets.
    pub name: &'a str,
    /// What every player has: a name to show, a time control.
    pub options: PlayerOptions,
    /// What it is given, its own options applied.
    pub equipment: Equipment,
}

impl Chosen<'_> {
    /// Whether it plays by the planner's goals.
    pub fn has_goals(&self) -> bool {
        self.name == "strategic" || self.name == "belief" && self.equipment.belief.goals > 0.0
    }
}

/// What a command was given beside a player's text.
#[derive(Clone, Copy, Default)]
pub(super) struct Given {
    /// Goals of its own.
    pub goals: bool,
    /// A profile.
    pub profile: bool,
}

/// Reads a text. What it does not set is as in the equipment.
pub(super) fn chosen<'a>(text: &'a str, equipment: &Equipment) -> Result<Chosen<'a>, Failure> {
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    let mut own = equipment.clone();
    // A name that is nobody's is said before the game, not in every game of a match.
    player_named(name, &own).map_err(Failure::input)?;
    // A level sets everything: what is said beside it stands, in whatever order.
    let (levels, others): (Vec<_>, Vec<_>) = options
        .others
        .iter()
        .partition(|(option, _)| option == "level");
    for (option, value) in levels.into_iter().chain(others) {
        let is_place = match option.as_str() {
            "profile" => has_profile(name),
            "endings" => name != "random",
            "goals" => name == "strategic",
            _ => false,
        };
        if value.is_empty() && is_place {
            return Err(Failure::Input(format!(
                "`{option}=` in `{text}`: expected a name behind it"
            )));
        }
        if option == "profile" && has_profile(name) {
            own.profile = Some(super::profile(Path::new(value))?);
        } else if option == "endings" && name != "random" {
            own.endings = Some(Arc::new(super::endings::open(Path::new(value))?));
        } else if name == "belief" {
            own.belief.set(option, value).map_err(Failure::Input)?;
        } else if name == "strategic" {
            set_option(&mut own, option, value)?;
        } else {
            return Err(Failure::Input(format!(
                "`{text}`: {name} has no option `{option}`; every player has name, tc, movetime \
                 and nodes"
            )));
        }
    }
    Ok(Chosen {
        name,
        options,
        equipment: own,
    })
}

/// The player of a text, where the command itself says the time.
pub(super) fn player(
    text: &str,
    equipment: &Equipment,
    given: Given,
) -> Result<Box<dyn Player<Umpire>>, Failure> {
    let chosen = chosen(text, equipment)?;
    let name = chosen.name;
    if given.goals && !chosen.has_goals() {
        return Err(Failure::Input(format!(
            "--goals is of the players strategic and belief[goals=on]; {name} has no use for it"
        )));
    }
    if given.profile && !has_profile(name) {
        return Err(Failure::Input(format!(
            "--profile is of the players montecarlo, strategic and belief; {name} has no use for it"
        )));
    }
    if chosen.options.name.is_some() || chosen.options.control.is_some() {
        return Err(Failure::Input(format!(
            "`{text}`: name, tc, movetime, nodes and depth are options of players in a match"
        )));
    }
    player_named(name, &chosen.equipment).map_err(Failure::input)
}

/// Players whose beliefs can be drawn towards a profile.
fn has_profile(name: &str) -> bool {
    matches!(name, "strategic" | "belief") || name.starts_with("montecarlo")
}

/// Sets an option of a strategic player.
fn set_option(own: &mut Equipment, option: &str, value: &str) -> Result<(), Failure> {
    let wrong = || {
        Failure::Input(format!(
            "`{option}={value}`: expected goals=FILE, or goals=N (the first of the file), \
             candidates=N (at least 1), plan=N (1 to 3 moves) or threshold=N (hundredths), each a \
             whole number, or profile=FOLDER or endings=FILE"
        ))
    };
    if option == "goals" && value == "-" {
        return Err(Failure::Input(
            "`goals=-`: standard input is read for `--goals -` only".to_string(),
        ));
    }
    if option == "goals" && value.parse::<u32>().is_err() {
        own.goals = Arc::new(goal_set(Path::new(value))?);
        return Ok(());
    }
    let number: u32 = value.parse().map_err(|_| wrong())?;
    let count = usize::try_from(number).unwrap_or(usize::MAX);
    match option {
        "goals" => own.goals = Arc::new(own.goals.with_trusted(count)),
        "candidates" if count > 0 => own.planner.candidates = count,
        "plan" if (1..=3).contains(&number) => own.planner.depth = number,
        "threshold" => own.planner.threshold = number as f32 / 100.0,
        _ => return Err(wrong()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_a_player_mean_the_same_in_any_order() {
        let belief = |text| {
            let chosen = chosen(text, &Equipment::default());
            chosen.map_err(|_| text).unwrap().equipment.belief
        };
        let one = belief("belief[boards=2000,level=2,mixed=on]");
        assert_eq!(one, belief("belief[level=2,mixed=on,boards=2000]"));
        assert_eq!((one.boards.most, one.mixed), (2_000, true));
    }
}
