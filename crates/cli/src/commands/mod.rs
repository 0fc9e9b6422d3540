//! One module per command.

pub mod analyse;
mod analyse_games;
pub mod bench;
#[cfg(test)]
mod by_hand;
mod chess_board;
mod compare;
mod compare_picture;
pub mod demo;
pub mod epd;
mod epd_log;
pub mod eval;
mod exercise;
mod exercise_answer;
mod exercise_sheet;
mod exercise_tree;
mod grade;
pub mod kriegspiel;
pub mod lists;
pub mod manual;
pub mod match_;
mod match_openings;
pub mod perft;
mod perft_against;
pub mod play;
mod play_chess;
pub mod protocols;
pub mod serve;
pub mod show;
pub mod solve;
pub mod theory;
pub mod tree;
mod tree_all;
mod tree_page;
mod tree_replay;
mod tree_steps;
pub mod welcome;
