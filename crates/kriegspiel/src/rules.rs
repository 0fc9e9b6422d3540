//! The dialects of Kriegspiel, as data.
//!
//! *Sources.* Wild 16 is what the Internet Chess Club plays and the source's program was written
//! for; Berkeley (with and without the question "any?"), Cincinnati and the English rules of 1933
//! differ in what the umpire says and to whom, never in how the men move.
//!
//! *Choices where the sources are silent.* Cincinnati says nothing of draws: a game that nobody
//! can win is drawn, fifty moves and repetition are not. The special clause of the English rules
//! for fifty moves wants a claim, which no line of the protocol can make: not drawn either. A
//! match that must end sets a limit to the length of its games. *Nonsense* is told to the mover
//! alone in every dialect that has it: a public one would let a player feign tries.
//!
//! *Invariant.* Nothing outside this file asks for a dialect by name; the umpire reads fields.

use std::fmt;

/// Who hears of a refused try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The player who made it.
    Mover,
    /// Both players.
    Both,
}

/// What is said of captures that pawns could make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnTries {
    /// Their number, before each turn.
    Counted,
    /// Whether there are any, before each turn.
    Told,
    /// Nothing.
    Silent,
    /// Whether there are any, when the player asks; to both. After yes, only pawn captures may
    /// be tried until one is made.
    AskedBinding,
    /// The same, but after one failed pawn capture the player is free again.
    AskedOnce,
}

/// A dialect.
#[derive(PartialEq, Eq, Debug)]
pub struct Rules {
    /// Its name, as commands and the protocol say it.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Who hears of an illegal try.
    pub illegal_told_to: Audience,
    /// Whether a try that its player must know to be impossible (no man of his moves so, he has
    /// tried it this turn, or he was told that there is no pawn capture) is called nonsense
    /// instead of illegal.
    pub has_nonsense: bool,
    /// What is said of captures by pawns.
    pub pawn_tries: PawnTries,
    /// Whether a capture says pawn or piece.
    pub capture_tells_kind: bool,
    /// Whether fifty moves by each side without capture or pawn move are a draw.
    pub fifty_moves: bool,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
    /// Whether a position that nobody can win is a draw.
    pub insufficient_material: bool,
}

/// All dialects, the default first.
pub static DIALECTS: [Rules; 5] = [
    Rules {
        name: "wild16",
        title: "Wild 16 (Internet Chess Club)",
        illegal_told_to: Audience::Mover,
        has_nonsense: false,
        pawn_tries: PawnTries::Counted,
        capture_tells_kind: true,
        fifty_moves: true,
        repetition: true,
        insufficient_material: true,
    },
    Rules {
        name: "berkeley",
        title: "Berkeley",
        illegal_told_to: Audience::Both,
        has_nonsense: true,
        pawn_tries: PawnTries::Silent,
        capture_tells_kind: false,
        fifty_moves: false,
        repetition: false,
        insufficient_material: true,
    },
    Rules {
        name: "berkeley-any",
        title: "Berkeley with \"any?\"",
        illegal_told_to: Audience::Both,
        has_nonsense: true,
        pawn_tries: PawnTries::AskedBinding,
        capture_tells_kind: false,
        fifty_moves: false,
        repetition: false,
        insufficient_material: true,
    },
    Rules {
        name: "cincinnati",
        title: "Cincinnati",
        illegal_told_to: Audience::Both,
        has_nonsense: true,
        pawn_tries: PawnTries::Told,
        capture_tells_kind: true,
        fifty_moves: false,
        repetition: false,
        insufficient_material: true,
    },
    Rules {
        name: "english",
        title: "English (1933)",
        illegal_told_to: Audience::Both,
        has_nonsense: false,
        pawn_tries: PawnTries::AskedOnce,
        capture_tells_kind: false,
        fifty_moves: false,
        repetition: false,
        insufficient_material: true,
    },
];

/// A name that is no dialect's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRules(pub String);

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(40).collect();
        write!(
            f,
            "no rules are called `{}`: expected {}",
            shown.escape_debug(),
            Rules::names()
        )
    }
}

impl std::error::Error for UnknownRules {}

impl Rules {
    /// The default dialect.
    #[must_use]
    pub fn wild16() -> &'static Rules {
        &DIALECTS[0]
    }

    /// The names of all dialects, for a sentence that says what was expected.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<&str> = DIALECTS.iter().map(|rules| rules.name).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        format!("{} or {last}", others.join(", "))
    }

    /// The dialect of a name.
    ///
    /// # Errors
    ///
    /// If there is none.
    ///
    /// ```
    /// use zermelo_kriegspiel::Rules;
    /// assert!(Rules::named("cincinnati").unwrap().has_nonsense);
    /// assert!(Rules::named("chess").is_err());
    /// ```
    pub fn named(name: &str) -> Result<&'static Rules, UnknownRules> {
        let found = DIALECTS.iter().find(|rules| rules.name == name);
        found.ok_or_else(|| UnknownRules(name.to_string()))
    }

    /// Whether a player may ask "any?".
    #[must_use]
    pub fn has_question(&self) -> bool {
        matches!(
            self.pawn_tries,
            PawnTries::AskedBinding | PawnTries::AskedOnce
        )
    }
}
