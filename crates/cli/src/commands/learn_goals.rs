//! `learn goals`: relations after which material is gained, mined from games of Kriegspiel.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_draw::{Block, Section, html_page};
use zermelo_kriegspiel::planner::{GoalRun, GoalSet};
use zermelo_kriegspiel::replay::{picture, side_word};
use zermelo_kriegspiel::{Men, Transcript, squares};
use zermelo_learn::goals::{
    Finding, Findings, Gains, HORIZON, LEAST_GAMES, LEAST_USES, mine, taking_part,
};

use super::kriegspiel::{goal_text, leading_comments, run_of};
use super::learn_profile::sources;
use crate::args::LearnGoalsArgs;
use crate::output::{self, Format};
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// Runs the command.
pub fn run(args: &LearnGoalsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(page) = &args.page
        && output::format_of(page)? != Format::Html
    {
        return Err(Failure::Input(format!(
            "`{}`: expected a file name ending in .html",
            page.display()
        )));
    }
    check_files(args)?;
    let begun = Instant::now();
    let (base, base_text) = base(args)?;
    let sources = sources(&args.files, io)?;
    let games: Vec<Transcript> = sources.into_iter().flat_map(|s| s.games).collect();
    if games.is_empty() {
        return Err(Failure::Input("there is no game to learn from".to_string()));
    }
    let patience = io.patience("mining");
    let findings = mine(&games);
    drop(patience);
    let goals = findings.goals(&base.goals);
    let entered = goals.goals.len() - base.goals.goals.len();
    // Where the goals are those of a run, it goes on with the new ones among them.
    let run = GoalRun { goals, ..base };
    let text = format!(
        "{}{}{}",
        leading_comments(&base_text),
        origin(args, games.len()),
        run.to_toml()
    );
    output::write(&args.output, &text)?;
    if let Some(path) = &args.page {
        output::write(path, &page(&findings, &games, args.show))?;
    }
    if args.json {
        return io.json(&object(args, &findings, entered, begun));
    }
    if args.output == Path::new("-") {
        return Ok(());
    }
    for line in summary(&findings) {
        io.line(line)?;
    }
    let shown = findings.tested.iter().enumerate();
    let shown = shown.filter(|(at, finding)| *at < args.show || finding.is_confirmed());
    for (_, finding) in shown {
        io.line(format!("  {}", sentence(finding)))?;
    }
    io.line(format!(
        "{}: {} entered at level 2",
        args.output.display(),
        counted(entered as u64, "goal")
    ))
}

/// The goals that others are entered into, and the text that has them.
fn base(args: &LearnGoalsArgs) -> Result<(GoalRun, String), Failure> {
    let Some(path) = &args.goals else {
        let standard = GoalRun::new(GoalSet::standard());
        return Ok((standard, GoalSet::standard_text().to_string()));
    };
    let text = goal_text(path)?;
    Ok((run_of(path, &text)?, text))
}

/// Looks at the files before hours go into what is written to them.
fn check_files(args: &LearnGoalsArgs) -> Result<(), Failure> {
    if args.json && args.output == Path::new("-") {
        return Err(Failure::Input(
            "`-o -` and --json both write to standard output".to_string(),
        ));
    }
    let (output, page) = (Some(args.output.as_path()), args.page.as_deref());
    output::apart(&[("--goals", args.goals.as_deref()), ("--page", page)])?;
    output::apart(&[("-o", output), ("--page", page)])?;
    for games in &args.files {
        let name = format!("`{}`", games.display());
        output::apart(&[(name.as_str(), Some(games.as_path())), ("-o", output)])?;
        output::apart(&[(name.as_str(), Some(games.as_path())), ("--page", page)])?;
    }
    [output, page]
        .into_iter()
        .flatten()
        .try_for_each(output::check)
}

/// Where the goals of a file come from, as its comment.
fn origin(args: &LearnGoalsArgs, games: usize) -> String {
    let names = args.files.iter().map(|path| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().escape_debug().to_string()
    });
    let names: Vec<String> = names.collect();
    format!(
        "# Mined by {VERSION} from {} of {}.\n\n",
        counted(games as u64, "game"),
        names.join(", ")
    )
}

/// What was done and found, in sentences.
fn summary(findings: &Findings) -> Vec<String> {
    let tested = findings.tested.len();
    let mut lines = vec![format!(
        "{} quiet moves of {}; {} reached at least {LEAST_USES} times in {LEAST_GAMES} games of \
         the half that proposes",
        grouped(findings.moves as u64),
        counted(findings.games as u64, "game"),
        counted(tested as u64, "relation"),
    )];
    let beyond = findings
        .tested
        .iter()
        .filter(|f| f.proposed.z().abs() > 1.96);
    lines.push(format!(
        "{} of them stand out by two standard errors where chance alone makes {:.0}; the other half \
         confirms {} of the {} that are proposed",
        beyond.count(),
        0.05 * tested as f64,
        findings.confirmed().count(),
        findings.tested.iter().filter(|f| f.chance.is_some()).count(),
    ));
    if tested == 0 {
        lines.push("that are too few games to propose anything".to_string());
    }
    if let Some(agreement) = findings.agreement() {
        lines.push(format!("correlation of the halves: {agreement:+.2}"));
    }
    lines
}

fn gain_text(gains: &Gains) -> String {
    format!(
        "{:+.1} ± {:.1} ({} times)",
        gains.mean(),
        gains.error(),
        gains.uses
    )
}

/// A finding in words.
fn sentence(finding: &Finding) -> String {
    format!(
        "{}: {}; in the other half {}; {}",
        finding.relation,
        gain_text(&finding.proposed),
        gain_text(&finding.checked),
        verdict(finding)
    )
}

fn verdict(finding: &Finding) -> &'static str {
    match finding.chance {
        None => "not proposed",
        Some(_) if finding.is_confirmed() => "confirmed",
        Some(_) => "refused",
    }
}

/// What was found, in words and pictures.
fn page(findings: &Findings, games: &[Transcript], show: usize) -> String {
    let text = format!(
        "A relation is reached by a quiet move. Its gain is the change of the balance of material \
         over the next {HORIZON} moves, in hundredths of a pawn, less that of all quiet moves of \
         equal kind. Half of the games propose, the other half decides."
    );
    let mut blocks = vec![Block::Text(text)];
    blocks.extend(summary(findings).into_iter().map(Block::Text));
    let rows = findings.tested.iter().take(show).map(|finding| {
        vec![
            finding.relation.to_string(),
            gain_text(&finding.proposed),
            gain_text(&finding.checked),
            finding
                .chance
                .map_or(String::new(), |chance| format!("{chance:.3}")),
            verdict(finding).to_string(),
        ]
    });
    let head = [
        "relation",
        "gain",
        "in the other half",
        "chance, corrected",
        "",
    ];
    blocks.push(Block::Table {
        head: head.map(str::to_string).to_vec(),
        rows: rows.collect(),
    });
    let mut sections = vec![Section {
        heading: "What was tested".to_string(),
        blocks,
    }];
    let shown = findings.tested.iter().enumerate();
    let shown = shown.filter(|(at, finding)| *at < show || finding.is_confirmed());
    sections.extend(shown.map(|(_, finding)| Section {
        heading: finding.relation.to_string(),
        blocks: example(finding, games),
    }));
    html_page("Goals from games", &sections)
}

/// A finding with a board on which it was reached.
fn example(finding: &Finding, games: &[Transcript]) -> Vec<Block> {
    let mut blocks = vec![Block::Text(sentence(finding))];
    let (game, side, number) = finding.example;
    let boards = games.get(game).map(Transcript::boards).unwrap_or_default();
    let mut own = boards.into_iter().filter(|(mover, _)| *mover == side);
    if let Some((_, board)) = own.nth(number.saturating_sub(1)) {
        let letters = std::array::from_fn(|square| board.piece_letter(square));
        let caption = format!("Game {}, {} after move {number}", game + 1, side_word(side));
        let mut picture = picture(&letters, caption);
        let part = taking_part(&finding.relation, &Men::of(&board, side));
        let by_rows = |square: u8| usize::from(square ^ 56);
        picture.highlights = squares(part).map(by_rows).collect();
        blocks.push(Block::Svg(picture.svg()));
    }
    blocks
}

fn object(args: &LearnGoalsArgs, findings: &Findings, entered: usize, begun: Instant) -> Value {
    let gains = |gains: &Gains| {
        json!({"uses": gains.uses, "games": gains.games, "mean": gains.mean(),
            "error": gains.error()})
    };
    let shown = findings.tested.iter().map(|finding| {
        json!({
            "relation": finding.relation.to_string(),
            "proposed": gains(&finding.proposed),
            "checked": gains(&finding.checked),
            "chance": finding.chance,
            "confirmed": finding.is_confirmed(),
        })
    });
    let proposed = findings.tested.iter().filter(|f| f.chance.is_some());
    json!({
        "samples": findings.moves,
        "seconds": begun.elapsed().as_secs_f64(),
        // The half of the games that decides.
        "held_out": {
            "games": findings.games / 2,
            "proposed": proposed.count(),
            "confirmed": findings.confirmed().count(),
            "agreement": findings.agreement(),
        },
        "games": findings.games,
        "moves": findings.moves,
        "tested": findings.tested.len(),
        "confirmed": findings.confirmed().count(),
        "entered": entered,
        "agreement": findings.agreement(),
        "relations": shown.take(args.show).collect::<Vec<_>>(),
        "input": named(&args.files),
        "output": named(&args.output),
        "version": VERSION,
    })
}
