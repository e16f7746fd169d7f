//! Tests the standup: proposals for boards and documents, and how they are carried out and undone.

mod account;
mod approval;
mod backlog;
mod boards;
mod cli;
mod completion;
mod facts;
mod files;
mod judgement;
mod left_open;
mod lists;
mod place;
mod plan;
mod project;
mod run;
pub mod shop;
mod tool_boards;
mod tools;
