//! How long it takes to list five thousand sessions: anew, and again when nothing changed.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/homes.rs"]
mod homes;
#[path = "timing/mod.rs"]
mod timing;

use std::hint::black_box;

use deltamind::transcript::discover::{Env, Lister, NewSessions, Places, newest_main};
use jiff::Timestamp;

fn main() {
    let home = tempfile::tempdir().unwrap();
    homes::fill(home.path(), 5000);
    let places = Places::from_env(&Env { home: Some(home.path().to_owned()), ..Env::default() });
    let now = Timestamp::now();
    timing::measure("list 5000 anew", 10, || {
        black_box(Lister::new(places.clone()).list(now));
    });
    let mut lister = Lister::new(places.clone());
    timing::measure("list 5000 again", 10, || {
        black_box(lister.list(now));
    });
    let mut newcomers = NewSessions::since_now(places.clone());
    timing::measure("newcomers among 5000", 10, || {
        black_box(newcomers.poll());
    });
    timing::measure("newest of 5000", 10, || {
        black_box(newest_main("/home/mara/code/project_7".as_ref(), &places).unwrap());
    });
}
