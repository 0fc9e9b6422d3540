//! One module per command.

pub mod bench;
pub mod demo;
pub mod lists;
pub mod manual;
pub mod match_;
pub mod play;
pub mod show;
pub mod solve;
pub mod theory;
pub mod tree;
pub mod welcome;
