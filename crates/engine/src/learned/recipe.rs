//! The learned players by name: what each is made of.

use zermelo_archive::Rule;

use crate::evaluation::TermWeights;
use crate::evaluation::bayes::Mixture;

/// What a learned player makes of the eight terms of `reference`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Their sum, as `reference` does.
    Reference,
    /// Their weighted sum, with weights that count from the first of these stages to the second.
    Weighted((u32, u32)),
    /// The expected score of normally distributed terms, spoken so.
    Bayes(Mixture),
    /// The expected score of terms with a shared covariance, calibrated.
    Calibrated,
    /// The terms of `reference`, each of their weights fitted anew.
    Fitted,
    /// A network instead of the terms.
    Network,
}

/// What a learned player is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Its name.
    pub name: &'static str,
    /// The kinds of player folder that have what it needs, the usual one first.
    pub kinds: &'static [&'static str],
    /// How it chooses a move from the opening table, if it plays from one.
    pub rule: Option<Rule>,
    /// Whether a move of the book needs a tenth of the games of the position before it.
    pub frequent: bool,
    /// Whether the table orders moves of the search beyond the book.
    pub orders: bool,
    /// By how many plies moves that the table does not know are searched shallower first, where
    /// it knows others.
    pub reduces: i64,
    /// Whether history tables do.
    pub history: bool,
    /// Whether its own training games count in the table.
    pub feedback: bool,
    /// Whether the search takes values that were found in earlier games.
    pub rote: bool,
    /// How it evaluates.
    pub evaluation: Evaluation,
    /// What it is made of, in words.
    pub made_of: &'static str,
}

/// Folders that have an opening table.
const TABLE: &[&str] = &["opta", "ophista", "feedback", "combined"];

/// A player that has learnt nothing yet, for the others to begin with.
const PLAIN: Recipe = Recipe {
    name: "",
    kinds: TABLE,
    rule: None,
    frequent: false,
    orders: false,
    reduces: 0,
    history: false,
    feedback: false,
    rote: false,
    evaluation: Evaluation::Reference,
    made_of: "",
};

/// All learned players, in the order of the source.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "booked",
        rule: Some(Rule::Random),
        frequent: true,
        made_of: "reference with a book: any move that a tenth of the games went on with",
        ..PLAIN
    },
    Recipe {
        name: "opta1",
        rule: Some(Rule::Random),
        made_of: "reference with an opening table, any move of at least 20 games",
        ..PLAIN
    },
    Recipe {
        name: "opta2",
        rule: Some(Rule::Popularity),
        made_of: "reference with an opening table, the move with the most points",
        ..PLAIN
    },
    Recipe {
        name: "opta3",
        rule: Some(Rule::Performance),
        frequent: true,
        made_of: "reference with an opening table, the best share of points among frequent moves",
        ..PLAIN
    },
    OPTA31,
    Recipe {
        name: "opta3.2",
        reduces: 1,
        made_of: "opta3.1, and moves that the table does not know are searched a ply shallower first where it knows others",
        ..OPTA31
    },
    Recipe {
        name: "opta-fb",
        kinds: &["feedback"],
        feedback: true,
        made_of: "opta3.1, and its own training games count in the table, each as five",
        ..OPTA31
    },
    Recipe {
        name: "ophista",
        kinds: &["ophista"],
        history: true,
        made_of: "opta3.1, and history tables order the moves within 8 plies of the book",
        ..OPTA31
    },
    Recipe {
        name: "combined",
        kinds: &["combined", "feedback"],
        history: true,
        feedback: true,
        evaluation: Evaluation::Weighted((2, 4)),
        made_of: "ophista and opta-fb together, and bred weights where these stood the test",
        ..OPTA31
    },
    ROTE,
    Recipe {
        name: "bayes",
        kinds: &["bayes"],
        evaluation: Evaluation::Bayes(Mixture::Alone),
        made_of: "reference, but a position is worth the score expected from normally distributed terms",
        ..PLAIN
    },
    Recipe {
        name: "mixed-bayes",
        kinds: &["bayes"],
        evaluation: Evaluation::Bayes(Mixture::Even),
        made_of: "bayes where reference finds the position even within a pawn, else reference",
        ..PLAIN
    },
    Recipe {
        name: "mixed-bayes-wd",
        kinds: &["bayes-wd"],
        evaluation: Evaluation::Bayes(Mixture::Even),
        made_of: "mixed-bayes, learnt without the games drawn",
        ..PLAIN
    },
    Recipe {
        name: "mixed-bayes-gm",
        kinds: &["bayes-gm"],
        evaluation: Evaluation::Bayes(Mixture::Even),
        made_of: "mixed-bayes, learnt from grandmasters' games",
        ..PLAIN
    },
    Recipe {
        name: "mixed-bayes-ind",
        kinds: &["bayes-ind"],
        evaluation: Evaluation::Bayes(Mixture::Even),
        made_of: "mixed-bayes, the terms taken as independent",
        ..PLAIN
    },
    Recipe {
        name: "mixed-bayes-scaled",
        kinds: &["bayes"],
        evaluation: Evaluation::Bayes(Mixture::Scaled),
        made_of: "mixed-bayes shrunk to a pawn, so that it does not jump where reference takes over",
        ..PLAIN
    },
    Recipe {
        name: "bayes-calibrated",
        kinds: &["bayes-calibrated"],
        evaluation: Evaluation::Calibrated,
        made_of: "reference, but a position is worth the odds of a calibrated score, monotone in material at each stage",
        ..PLAIN
    },
    Recipe {
        name: "genetic1",
        kinds: &["genetic"],
        evaluation: Evaluation::Weighted((0, TermWeights::LAST_STAGE)),
        made_of: "reference with weights of the terms found by a genetic algorithm",
        ..PLAIN
    },
    Recipe {
        name: "genetic2",
        kinds: &["genetic"],
        evaluation: Evaluation::Weighted((2, 4)),
        made_of: "the same, the weights counting just after the opening",
        ..PLAIN
    },
    Recipe {
        name: "fitted",
        kinds: &["weights"],
        evaluation: Evaluation::Fitted,
        made_of: "reference with all weights of its terms fitted to games and searches",
        ..PLAIN
    },
    Recipe {
        name: "networked",
        kinds: &["network"],
        evaluation: Evaluation::Network,
        made_of: "a small network instead of the terms, trained on games and searches",
        ..PLAIN
    },
];

/// The player that remembers what its searches found.
pub(super) const ROTE: Recipe = Recipe {
    name: "rote",
    kinds: &["rote"],
    rote: true,
    made_of: "reference, and the values that its searches of earlier games have found",
    ..PLAIN
};

const OPTA31: Recipe = Recipe {
    name: "opta3.1",
    rule: Some(Rule::Performance),
    frequent: true,
    orders: true,
    made_of: "opta3, and the table orders the moves of the search beyond the book",
    ..PLAIN
};

impl Recipe {
    /// The recipe of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// The arguments of `zermelo learn` that write what it needs.
    #[must_use]
    pub fn command(&self) -> String {
        let kind = self.kinds.first().copied().unwrap_or_default();
        match (kind, self.evaluation) {
            ("combined", _) => "feedback".to_string(),
            ("genetic", Evaluation::Weighted((first, _))) => {
                format!("genetic --variant {}", if first == 0 { 1 } else { 2 })
            }
            _ => kind.replacen("bayes-", "bayes --variant ", 1),
        }
    }

    /// The name that this command gives the folder among others, if none is named.
    #[must_use]
    pub fn folder(&self) -> &'static str {
        match self.kinds.first().copied() {
            // Two players have folders of this kind.
            None | Some("genetic") => self.name,
            Some(kind) => kind,
        }
    }

    /// The player that a kind of folder makes: that of the same name, else the one with the most;
    /// of two whose weights count at different stages the one of these stages.
    #[must_use]
    pub fn of_kind(kind: &str, stages: Option<(u32, u32)>) -> Option<&'static Recipe> {
        let fits = |recipe: &&Recipe| match (recipe.evaluation, stages) {
            (Evaluation::Weighted(own), Some(stages)) => own == stages,
            _ => true,
        };
        let makes = |recipe: &&Recipe| recipe.kinds.first() == Some(&kind) && fits(recipe);
        let same = Recipe::named(kind).filter(makes);
        same.or_else(|| RECIPES.iter().rfind(makes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_found_by_name_and_by_kind() {
        for recipe in RECIPES {
            assert_eq!(Recipe::named(recipe.name), Some(recipe));
        }
        let of_kind = |kind, stages| Recipe::of_kind(kind, stages).map(|recipe| recipe.name);
        assert_eq!(of_kind("opta", None), Some("opta3.2"));
        assert_eq!(of_kind("ophista", None), Some("ophista"));
        assert_eq!(of_kind("feedback", None), Some("opta-fb"));
        assert_eq!(of_kind("combined", Some((2, 4))), Some("combined"));
        assert_eq!(of_kind("rote", None), Some("rote"));
        assert_eq!(of_kind("bayes", None), Some("bayes"));
        assert_eq!(of_kind("genetic", Some((0, 10))), Some("genetic1"));
        assert_eq!(of_kind("genetic", Some((2, 4))), Some("genetic2"));
        assert_eq!(of_kind("archive", None), None);
    }

    #[test]
    fn every_player_says_how_it_is_learnt() {
        let command = |name| Recipe::named(name).unwrap().command();
        assert_eq!(command("opta1"), "opta");
        assert_eq!(command("mixed-bayes"), "bayes");
        assert_eq!(command("mixed-bayes-wd"), "bayes --variant wd");
        assert_eq!(command("genetic2"), "genetic --variant 2");
        assert_eq!(command("combined"), "feedback");
        let folder = |name| Recipe::named(name).unwrap().folder();
        assert_eq!((folder("opta1"), folder("genetic2")), ("opta", "genetic2"));
    }
}
