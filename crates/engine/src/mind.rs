//! The engine's search with the evaluator that its player has, chosen once for every search.
//!
//! The search is compiled for each evaluator, so that a player that has learnt no evaluation pays
//! nothing for those that others have: its nodes and instructions are as if there were none.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use zermelo_chess::{Chess, Move, Tablebase};
use zermelo_search::full::{Iteration, Memory, Params, Report, Task, search, search_parallel};

use crate::domain::ChessDomain;
use crate::engine::Settings;
use crate::evaluation::{Classical, Evaluator, Model, Network, Networked, Termwise, Weights};
use crate::learned::advice::Advice;
use crate::learned::{Judgement, Learned, Recipe};
use crate::profile::Profile;

/// Whom to tell of a finished iteration; whether to go on.
type OnIteration<'a> = dyn FnMut(&Iteration<'_, Move>) -> bool + 'a;

/// The domain of a player's searches.
pub enum Mind {
    /// The sum of the eight terms.
    Classical(ChessDomain<Classical>),
    /// What was learnt of them.
    Learned(ChessDomain<Termwise>),
    /// A network.
    Networked(ChessDomain<Networked>),
}

/// The same for whatever evaluator there is.
macro_rules! either {
    ($mind:expr, $domain:ident => $result:expr) => {
        match $mind {
            Mind::Classical($domain) => $result,
            Mind::Learned($domain) => $result,
            Mind::Networked($domain) => $result,
        }
    };
}

impl Mind {
    /// The domain of a player.
    pub fn of(settings: &Settings, tables: Option<Arc<Tablebase>>) -> Mind {
        let learned = settings.learned.as_ref();
        match learned.and_then(|learned| learned.judgement()) {
            Some(Judgement::Terms(model)) => return Mind::with_model(model, settings, tables),
            Some(Judgement::Weights(weights)) => {
                return Mind::with_weights(weights, settings, tables);
            }
            Some(Judgement::Network(network)) => {
                return Mind::with_network(network, settings, tables);
            }
            None => (),
        }
        let weights = weights_of(&settings.player, learned.is_some());
        Mind::with_weights(weights, settings, tables)
    }

    /// The sum of the terms under a set of weights.
    pub fn with_weights(
        weights: Arc<Weights>,
        settings: &Settings,
        tables: Option<Arc<Tablebase>>,
    ) -> Mind {
        Mind::Classical(domain(Classical::new(weights), settings, tables))
    }

    /// A model of the terms of `reference`.
    pub fn with_model(
        model: Arc<Model>,
        settings: &Settings,
        tables: Option<Arc<Tablebase>>,
    ) -> Mind {
        let evaluator = Termwise::new(Weights::reference(), model);
        Mind::Learned(domain(evaluator, settings, tables))
    }

    /// A network.
    pub fn with_network(
        network: Arc<Network>,
        settings: &Settings,
        tables: Option<Arc<Tablebase>>,
    ) -> Mind {
        Mind::Networked(domain(Networked::new(network), settings, tables))
    }

    /// An empty memory for its searches.
    pub fn memory(params: &Params, threads: usize) -> Memory {
        // It depends on how moves are counted, which no evaluator changes.
        Memory::new::<ChessDomain<Classical>>(params, threads)
    }

    /// Orders moves by what was learnt from games, from now on; `None` for nothing.
    pub fn set_advice(&mut self, advice: Option<Arc<Advice>>) {
        either!(self, domain => domain.set_advice(advice));
    }

    /// The counter of positions found in tablebases, to be read while searching.
    pub fn counter(&self) -> Arc<AtomicU64> {
        either!(self, domain => domain.counter())
    }

    /// How many positions were found in tablebases, in all searches so far.
    pub fn hits(&self) -> u64 {
        either!(self, domain => domain.hits())
    }

    /// Searches with so many threads.
    pub fn search(
        &mut self,
        threads: usize,
        task: &Task<'_, Chess>,
        params: &Params,
        memory: &mut Memory,
        on_iteration: &mut OnIteration<'_>,
    ) -> Report<Move> {
        either!(self, domain => if threads > 1 {
            search_parallel(domain, task, params, memory, on_iteration)
        } else {
            search(domain, task, params, memory, on_iteration)
        })
    }
}

/// The weights of a player that has learnt none of its own.
pub fn weights_of(player: &str, has_learnt: bool) -> Arc<Weights> {
    if player == "reference" || has_learnt || Recipe::named(player).is_some() {
        Weights::reference()
    } else {
        Weights::tuned()
    }
}

fn domain<E: Evaluator>(
    evaluator: E,
    settings: &Settings,
    tables: Option<Arc<Tablebase>>,
) -> ChessDomain<E> {
    ChessDomain::new(evaluator)
        .with_tables(tables)
        .with_rote(settings.learned.as_ref().and_then(Learned::rote))
        .with_bonuses(settings.profile == Profile::Classic)
}
