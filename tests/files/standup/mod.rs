//! The standup: what is proposed for boards and documents, and how it is carried out and taken back.

mod approval;
mod backlog;
mod boards;
mod cli;
mod files;
mod judgement;
mod place;
mod plan;
mod project;
mod run;
mod shop;
mod tool_boards;
mod tools;
