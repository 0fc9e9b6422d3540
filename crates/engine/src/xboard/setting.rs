//! Options that are set, also while a search without an end of its own is under way.

use std::sync::Arc;

use super::session::Shared;
use super::state::{Purpose, State};
use crate::Engine;
use crate::protocol::book::{joined, learned_of, open_book, table_folders};
use crate::protocol::memory::fit_hash;
use crate::protocol::options::Effect;
use crate::protocol::settings;

impl<'env> Shared<'env> {
    /// Sets an option of the common table.
    pub(super) fn set(self: &Arc<Self>, state: &mut State, name: &str, value: Option<&str>) {
        let before = state.configuration.hash;
        match state.configuration.set(name, value) {
            Err(error) => self.complain("bad option", &error.to_string()),
            Ok(Effect::None) => {}
            Ok(Effect::ClearHash) => self.change(state, Engine::clear_hash),
            Ok(Effect::Book) => self.read_book(state),
            Ok(effect @ (Effect::Player | Effect::Settings)) => {
                if effect == Effect::Player {
                    state.learned = learned_of(&state.configuration).unwrap_or_else(|sentence| {
                        self.tell(&sentence);
                        None
                    });
                }
                if let Some(sentence) = fit_hash(&mut state.configuration, before) {
                    self.tell(&sentence);
                }
                let (folders, complaints) = table_folders(&state.configuration.syzygy);
                if name == "SyzygyPath" {
                    complaints.iter().for_each(|sentence| self.tell(sentence));
                }
                let learned = state.learned.clone();
                let settings = settings(&state.configuration, joined(&folders), learned);
                self.change(state, move |engine| engine.configure(settings));
            }
        }
    }

    fn tell(&self, sentence: &str) {
        self.output.line(format!("telluser {sentence}"));
    }

    fn read_book(&self, state: &mut State) {
        let configuration = &state.configuration;
        state.book = None;
        if configuration.own_book && !configuration.book.is_empty() {
            match open_book(&configuration.book) {
                Ok(book) => state.book = Some(book),
                Err(sentence) => self.tell(&sentence),
            }
        }
    }

    /// Changes the engine. A search that nothing but a command ends would keep the change waiting:
    /// it is broken off and begun again.
    fn change(self: &Arc<Self>, state: &mut State, job: impl FnOnce(&mut Engine) + Send + 'env) {
        let purpose = state.running.as_ref().map(|running| running.purpose);
        let endless = |purpose: &Purpose| matches!(purpose, Purpose::Analysis | Purpose::Ponder);
        let broken_off = purpose.filter(endless);
        if broken_off.is_some() {
            state.cancel();
        }
        self.queue.put(job);
        if let Some(purpose) = broken_off {
            self.search(state, purpose);
        }
    }
}
