//! How options are announced.

use super::options::{Configuration, Kind, OptionSpec};

impl OptionSpec {
    /// The option as UCI announces it; texts as they are set.
    #[must_use]
    pub fn uci(&self, configuration: &Configuration) -> String {
        let kind = match self.kind {
            Kind::Check(usual) => format!("check default {usual}"),
            Kind::Spin(usual, min, max) => format!("spin default {usual} min {min} max {max}"),
            Kind::Combo(words) => {
                let variants: Vec<String> = words.iter().map(|w| format!(" var {w}")).collect();
                format!("combo default {}{}", words[0], variants.concat())
            }
            Kind::Button => "button".to_string(),
            Kind::Text | Kind::File | Kind::Folder => match self.text(configuration) {
                "" => "string default <empty>".to_string(),
                text => format!("string default {text}"),
            },
        };
        format!("option name {} type {kind}", self.name)
    }

    /// The option as XBoard announces it; `None` if XBoard has a command of its own for it.
    #[must_use]
    pub fn xboard(&self, configuration: &Configuration) -> Option<String> {
        // `memory`, `cores`, `egtpath`, `variant`, `hard`, `analyze` and `name` are commands.
        if self.name.starts_with("UCI_")
            && !self.name.contains("Elo")
            && !self.name.contains("Strength")
            || matches!(self.name, "Hash" | "Threads" | "Ponder" | "SyzygyPath")
        {
            return None;
        }
        let (name, text) = (self.name, self.text(configuration));
        Some(match self.kind {
            Kind::Check(usual) => format!("{name} -check {}", u8::from(usual)),
            Kind::Spin(usual, min, max) => format!("{name} -spin {usual} {min} {max}"),
            Kind::Combo(words) => format!("{name} -combo *{}", words.join(" /// ")),
            Kind::Button => format!("{name} -button"),
            Kind::Text => format!("{name} -string {text}"),
            Kind::File => format!("{name} -file {text}"),
            Kind::Folder => format!("{name} -path {text}"),
        })
    }

    /// The text that is set; none where it would break a line or its quotation marks.
    fn text<'c>(&self, configuration: &'c Configuration) -> &'c str {
        let text = configuration.text(self.name);
        if text.contains(['"', '\n', '\r']) {
            ""
        } else {
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::OPTIONS;
    use super::*;

    #[test]
    fn announcements_have_the_form_that_interfaces_read() {
        let usual = Configuration::default();
        let uci: Vec<String> = OPTIONS.iter().map(|option| option.uci(&usual)).collect();
        assert_eq!(
            uci[0],
            "option name Hash type spin default 64 min 1 max 65536"
        );
        assert_eq!(uci[2], "option name Clear Hash type button");
        assert!(uci.contains(&"option name BookFile type string default <empty>".to_string()));
        let combo = "option name Profile type combo default modern var modern var classic";
        assert!(uci.contains(&combo.to_string()));
        let xboard: Vec<String> = OPTIONS
            .iter()
            .filter_map(|option| option.xboard(&usual))
            .collect();
        assert!(
            xboard.contains(&"MultiPV -spin 1 1 256".to_string()),
            "{xboard:?}"
        );
        assert!(xboard.contains(&"Profile -combo *modern /// classic".to_string()));
        assert!(xboard.iter().all(|text| !text.contains(['"', '='])));
    }

    #[test]
    fn a_folder_that_is_set_from_the_start_is_announced() {
        let announced = |player_dir: &str| {
            let configuration = Configuration {
                player_dir: player_dir.to_string(),
                ..Configuration::default()
            };
            let option = OPTIONS.iter().find(|option| option.name == "PlayerDir");
            let option = option.unwrap();
            (option.uci(&configuration), option.xboard(&configuration))
        };
        let (uci, xboard) = announced("/home/a b/players");
        assert_eq!(
            uci,
            "option name PlayerDir type string default /home/a b/players"
        );
        assert_eq!(xboard.as_deref(), Some("PlayerDir -path /home/a b/players"));
        let (uci, xboard) = announced("a\"b\nc");
        assert!(uci.ends_with("default <empty>"), "{uci}");
        assert_eq!(xboard.as_deref(), Some("PlayerDir -path "));
    }
}
