//! A weight for each of the eight terms, at some stages of the game.
//!
//! `f(p) = Σ weight_i·A_i(p)` of the source (6.2), weights in 64ths as its genetic algorithm codes
//! them: a byte each. At other stages every term counts once. A plain value, which any player may
//! carry; as text a JSON object, which player folders keep.

use serde_json::{Value, json};

use super::Term;

/// A weight for each term, in 64ths, and the stages at which they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermWeights {
    /// The weights in the order of [`Term::ALL`].
    pub bytes: [u8; 8],
    /// The first and the last stage at which they count.
    pub stages: (u32, u32),
}

impl TermWeights {
    /// A weight of one.
    pub const WHOLE: u8 = 64;
    /// The last stage.
    pub const LAST_STAGE: u32 = 10;
    /// Every term once, at every stage.
    pub const ONES: TermWeights = TermWeights {
        bytes: [TermWeights::WHOLE; 8],
        stages: (0, TermWeights::LAST_STAGE),
    };

    /// The weights at a stage.
    #[must_use]
    #[inline]
    pub fn at(&self, stage: usize) -> [u8; 8] {
        let (first, last) = self.stages;
        if (first as usize..=last as usize).contains(&stage) {
            self.bytes
        } else {
            TermWeights::ONES.bytes
        }
    }

    /// The weights as factors.
    #[must_use]
    pub fn factors(&self) -> [f64; 8] {
        let whole = f64::from(TermWeights::WHOLE);
        self.bytes.map(|byte| f64::from(byte) / whole)
    }

    /// The weights as a JSON object: 64ths by the letters of the terms, and the stages.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut weights = serde_json::Map::new();
        for ((letter, ..), byte) in Term::ALL.iter().zip(self.bytes) {
            weights.insert(letter.to_string(), json!(byte));
        }
        json!({"sixty_fourths": weights, "stages": [self.stages.0, self.stages.1]})
    }

    /// Reads what [`TermWeights::json`] writes.
    ///
    /// # Errors
    ///
    /// One sentence that says what is missing.
    pub fn parse(text: &str) -> Result<TermWeights, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
        let mut bytes = [0; 8];
        for ((letter, ..), place) in Term::ALL.iter().zip(&mut bytes) {
            let weight = &value["sixty_fourths"][letter.to_string()];
            *place =
                byte(weight).ok_or_else(|| format!("no weight of `{letter}` from 0 to 255"))?;
        }
        let [first, last] = [0, 1].map(|end| byte(&value["stages"][end]).map(u32::from));
        match (first, last) {
            (Some(first), Some(last)) if first <= last && last <= TermWeights::LAST_STAGE => {
                Ok(TermWeights {
                    bytes,
                    stages: (first, last),
                })
            }
            _ => Err("no stages, two numbers from 0 to 10".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_from_their_text_and_count_only_at_their_stages() {
        let weights = TermWeights {
            bytes: [64, 1, 2, 3, 255, 5, 6, 0],
            stages: (2, 4),
        };
        let text = weights.json().to_string();
        assert_eq!(TermWeights::parse(&text), Ok(weights));
        assert_eq!(weights.at(1), [64; 8]);
        assert_eq!(weights.at(2), weights.bytes);
        assert_eq!(weights.at(4), weights.bytes);
        assert_eq!(weights.at(5), [64; 8]);
        assert!(TermWeights::parse(&text.replace("255", "256")).is_err());
        assert!(TermWeights::parse(&text.replace("[2,4]", "[4,2]")).is_err());
        assert!(TermWeights::parse("{").is_err());
    }
}
