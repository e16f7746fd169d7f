//! How long it takes to list five thousand sessions: anew, and again when nothing changed.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/homes.rs"]
mod homes;

use criterion::{Criterion, criterion_group, criterion_main};
use deltamind::transcript::discover::{Env, Lister, NewSessions, Places, newest_main};
use jiff::Timestamp;

fn list(criterion: &mut Criterion) {
    let home = tempfile::tempdir().unwrap();
    homes::fill(home.path(), 5000);
    let places = Places::from_env(&Env { home: Some(home.path().to_owned()), ..Env::default() });
    let now = Timestamp::now();
    let mut group = criterion.benchmark_group("sessions");
    group.sample_size(10);
    group.bench_function("list 5000 anew", |b| b.iter(|| Lister::new(places.clone()).list(now)));
    let mut lister = Lister::new(places.clone());
    lister.list(now);
    group.bench_function("list 5000 again", |b| b.iter(|| lister.list(now)));
    let mut newcomers = NewSessions::since_now(places.clone());
    group.bench_function("newcomers among 5000", |b| b.iter(|| newcomers.look()));
    group.bench_function("newest of 5000", |b| {
        b.iter(|| newest_main("/home/mara/code/project_7".as_ref(), &places).unwrap());
    });
    group.finish();
}

criterion_group!(benches, list);
criterion_main!(benches);
