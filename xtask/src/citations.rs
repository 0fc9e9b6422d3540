//! Citations in doc comments: a name followed by a year, `Knuth & Moore 1975`.

/// `April 2006` is a date, not a citation.
const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A complaint for every citation of a Rust file that has no entry in REFERENCES.md.
pub fn without_entry(file: &str, text: &str, references: &str) -> Vec<String> {
    let known = |name: &str, year: &str| {
        let mut entries = references.lines().filter(|line| line.starts_with("- **"));
        entries.any(|line| line.contains(name) && line.contains(year))
    };
    let mut complaints = Vec::new();
    for (name, year) in citations(text) {
        if !known(&name, &year) {
            complaints.push(format!(
                "{file}: cites {name} {year}, which REFERENCES.md does not have"
            ));
        }
    }
    complaints
}

/// Name and year of every citation, across the ends of lines.
fn citations(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or(line.strip_prefix("///"))
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate().skip(1) {
        let year = word.trim_matches(|c: char| !c.is_alphanumeric());
        // `Browne et al. 2012` is cited by the name before the abbreviation.
        let before = if words[i - 1] == "al." && i >= 3 {
            words[i - 3]
        } else {
            words[i - 1]
        };
        let name = before.trim_start_matches(['(', '*', '[']);
        if is_year(year) && is_name(name) {
            found.push((name.to_string(), year.to_string()));
        }
    }
    found
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year| (1850..2030).contains(&year))
}

/// A capital and then small letters only, so neither an abbreviation nor the end of a clause.
fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    !MONTHS.contains(&word)
        && letters.next().is_some_and(char::is_uppercase)
        && word.chars().count() > 1
        && letters.all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCES: &str = "- **Knuth & Moore 1975.** Title.\n- **Browne et al. 2012.** Title.\n";

    #[test]
    fn citations_are_found_across_lines_and_in_brackets() {
        let text = "//! After (Knuth & Moore\n//! 1975), see Browne et al. 2012.\nlet x = 1950;\n";
        let found = citations(text);
        let pair = |name: &str, year: &str| (name.to_string(), year.to_string());
        assert_eq!(found, [pair("Moore", "1975"), pair("Browne", "2012")]);
        assert!(without_entry("a.rs", text, REFERENCES).is_empty());
    }

    #[test]
    fn a_citation_without_entry_is_told_even_if_the_name_has_another_year() {
        assert_eq!(
            without_entry("a.rs", "/// Knuth 1973.\n", REFERENCES),
            ["a.rs: cites Knuth 1973, which REFERENCES.md does not have"]
        );
    }

    #[test]
    fn numbers_that_are_no_years_and_words_that_are_no_names_are_left_alone() {
        let text = "//! Square 1000 and value 1975; Othello gives 1396 nodes, in March 1990.\n";
        assert!(citations(text).is_empty());
    }
}
