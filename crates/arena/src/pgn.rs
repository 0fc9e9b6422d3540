//! Records as PGN.
//!
//! Chess games are plain PGN; other games use the same frame with their own moves and a
//! `Variant` tag. Mixed points have no PGN result: the nearest one is written, the exact share
//! stands in `WhitePoints`.

use zermelo_chess::GameText;

use crate::record::GameRecord;

/// What a game's tags need beside its record.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The event.
    pub event: &'a str,
    /// The game that is played.
    pub discipline: &'a str,
    /// The contestants' names.
    pub names: &'a [String],
    /// The contestants' time controls.
    pub controls: &'a [String],
}

/// The game as PGN.
#[must_use]
pub fn text(record: &GameRecord, frame: &Frame<'_>) -> String {
    let name = |list: &[String], side: usize| {
        list.get(record.sides[side])
            .cloned()
            .unwrap_or_else(|| "?".to_string())
    };
    if !record.transcript.is_empty() {
        return transcript(
            record,
            frame.event,
            [0, 1].map(|side| name(frame.names, side)),
        );
    }
    let controls = [0, 1].map(|side| name(frame.controls, side));
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", frame.event.to_string()),
        ("Date", date(record.started)),
        (
            "Round",
            format!("{}.{}", record.game / 2 + 1, record.game % 2 + 1),
        ),
        ("White", name(frame.names, 0)),
        ("Black", name(frame.names, 1)),
        ("PlyCount", record.plies.len().to_string()),
        ("Termination", record.termination.pgn().to_string()),
    ];
    if controls[0] == controls[1] {
        tags.push(("TimeControl", controls[0].clone()));
    } else {
        tags.push(("WhiteTimeControl", controls[0].clone()));
        tags.push(("BlackTimeControl", controls[1].clone()));
    }
    tags.push(("UTCDate", date(record.started)));
    tags.push(("UTCTime", time_of_day(record.started)));
    tags.push(("GameDuration", time_of_day(record.millis / 1000)));
    if frame.discipline != "chess" {
        tags.push(("Variant", frame.discipline.to_string()));
    }
    if !record.opening.is_empty() {
        tags.push(("Opening", record.opening.clone()));
    }
    if let Some(position) = &record.position {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", position.clone()));
    }
    if ![0.0, 0.5, 1.0].contains(&record.points) {
        tags.push(("WhitePoints", format!("{:.4}", record.points)));
    }
    let game = GameText {
        tags: tags
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        first_number: record.first_number,
        second_begins: record.second_begins,
        moves: record
            .plies
            .iter()
            .map(|ply| (ply.text.clone(), ply.comment()))
            .collect(),
        closing: record.reason.clone(),
        result: result(record.points).to_string(),
        ..GameText::default()
    };
    game.to_string()
}

/// A game in its discipline's own notation, with the tags that only a match knows.
fn transcript(record: &GameRecord, event: &str, names: [String; 2]) -> String {
    let [white, black] = names;
    let round = format!("{}.{}", record.game / 2 + 1, record.game % 2 + 1);
    let tags = [
        ("Event", event.to_string()),
        ("Date", date(record.started)),
        ("Round", round),
        ("White", white),
        ("Black", black),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    }
    text + record.transcript.trim_end() + "\n\n"
}

/// The nearest result.
#[must_use]
pub fn result(points: f64) -> &'static str {
    if points >= 0.75 {
        "1-0"
    } else if points <= 0.25 {
        "0-1"
    } else {
        "1/2-1/2"
    }
}

/// `2024.02.29`, from seconds since 1970 (Hinnant's `civil_from_days`).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

fn time_of_day(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_709_164_799), "2024.02.28");
        assert_eq!(date(4_107_542_400), "2100.03.01");
        assert_eq!(time_of_day(86_399), "23:59:59");
    }

    #[test]
    fn mixed_points_round_to_the_nearest_result() {
        let results = [1.0, 0.75, 0.74, 0.26, 0.25, 0.0].map(result);
        assert_eq!(results, ["1-0", "1-0", "1/2-1/2", "1/2-1/2", "0-1", "0-1"]);
    }
}
