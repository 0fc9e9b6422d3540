//! `learn plot`: pictures of what a player folder has learnt.

use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_learn::pictures::{fitness, material, reliability};

use crate::args::{LearnPicture, LearnPlotArgs};
use crate::{Failure, Io, output};

/// Runs the command.
pub fn run(args: &LearnPlotArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let folder = PlayerFolder::open(&args.folder).map_err(Failure::input)?;
    if args.output.extension().is_none_or(|ending| ending != "svg") {
        return Err(Failure::Input(format!(
            "`-o {}`: expected a file name ending in .svg",
            args.output.display()
        )));
    }
    let plot = match args.of {
        LearnPicture::Material => material(&folder),
        LearnPicture::Reliability => reliability(&folder),
        LearnPicture::Fitness => fitness(&folder),
    };
    let plot = plot.map_err(Failure::input)?;
    output::write(&args.output, &plot.svg())?;
    io.message(format!("{} written", args.output.display()));
    Ok(())
}
