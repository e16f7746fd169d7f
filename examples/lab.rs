#![allow(missing_docs, clippy::all, clippy::pedantic, warnings)]
//! Lab.
use deltamind::pipeline::{
    clause,
    gold::*,
    scoreboard::*,
    scorer::{features::features, model::Header, train::*, *},
    *,
};
use deltamind::session::Session;
use deltamind::state::*;
use deltamind::transcript::{Entry, Meta, Role, Turn};
use std::collections::*;
use std::sync::Arc;
pub fn load(dir: &str) -> Vec<GoldSession> {
    let mut names: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().into_string().unwrap().strip_suffix(".gold.json").map(str::to_owned))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let gold: Gold =
                serde_json::from_str(&std::fs::read_to_string(format!("{dir}/{name}.gold.json")).unwrap()).unwrap();
            let turns = std::fs::read_to_string(format!("{dir}/{name}.turns.jsonl"))
                .unwrap()
                .lines()
                .enumerate()
                .map(|(i, l)| {
                    let v: serde_json::Value = serde_json::from_str(l).unwrap();
                    Turn {
                        turn_id: v["turnId"].as_str().unwrap().into(),
                        ordinal: i as u32 + 1,
                        role: Role::from_word(v["role"].as_str().unwrap()).unwrap(),
                        content: v["content"].as_str().unwrap().into(),
                        at: None,
                        record: Default::default(),
                    }
                })
                .collect();
            GoldSession { name, turns, gold }
        })
        .collect()
}
pub fn run(s: &GoldSession, w: &Arc<Weights>, cuts: Thresholds) -> Session {
    let mut x = Session::with_pipeline(Meta::default(), Pipeline::with(w.clone(), cuts));
    x.ingest(s.turns.iter().cloned().map(Entry::Turn));
    x
}
fn em(x: &Session, o: &Outcome) -> Emitted {
    let d = &o.candidate.delta;
    let tgt = d.target_id.as_deref().and_then(|t| x.ledger().get(t)).map_or("", |i| i.summary.as_str());
    let text = d.summary.clone().or(d.resolution.map(|r| r.word().to_owned())).or(d.reason.clone()).unwrap_or_default();
    Emitted {
        kind: d.kind,
        text: format!("{text} {tgt}"),
        turns: d.source_turns.iter().map(|s| s.turn_id.clone()).collect(),
        snippets: o.candidate.evidence.snippets.clone(),
        item: d.id.clone().or(d.target_id.clone()),
        confidence: o.candidate.confidence,
    }
}
pub fn emitted(x: &Session, held: bool) -> Vec<Emitted> {
    x.log()
        .iter()
        .filter_map(|l| match l {
            LogLine::Outcome(o) => match &o.fate {
                Fate::Accepted { .. } => Some(em(x, o)),
                Fate::Held { .. } if held => Some(em(x, o)),
                _ => None,
            },
            _ => None,
        })
        .collect()
}
fn standing(x: &Session) -> Vec<Standing> {
    x.ledger().items().iter().map(|i| Standing { id: i.id.clone(), kind: i.kind, status: i.status }).collect()
}
fn show(name: &str, sc: &Score) {
    println!(
        "{name}: P {:.1} R {:.1} F1 {:.1} (em {} strict {:.1}) traps {:?}",
        sc.all.precision(),
        sc.all.recall(),
        sc.all.f1(),
        sc.all.emitted,
        sc.strict.f1(),
        sc.traps
    );
}
fn fams(sc: &Score) {
    for (k, t) in &sc.families {
        print!("  {k} {}: P{:.0} R{:.0}({})", t.emitted, t.precision(), t.recall(), t.must)
    }
    println!();
    for (k, t) in &sc.state {
        print!("  {k} {:?}", t)
    }
    println!();
}
fn main() {
    let root = std::env::args().nth(1).unwrap();
    let train = load(&format!("{root}/train"));
    let real = load(&format!("{root}/real"));
    let own = load("fixtures/labelled");
    let mut recipe = Recipe::default();
    let mut dump = String::new();
    let mut save = String::new();
    let mut acc = vec![0.3, 0.4, 0.5];
    let mut hold = 0.2;
    for a in std::env::args().skip(2) {
        if let Some((k, v)) = a.split_once('=') {
            match k {
                "epochs" => recipe.epochs = v.parse().unwrap(),
                "rate" => recipe.rate = v.parse().unwrap(),
                "l2" => recipe.l2 = v.parse().unwrap(),
                "least" => recipe.least = v.parse().unwrap(),
                "may" => recipe.may = v.parse().unwrap(),
                "dump" => dump = v.into(),
                "save" => save = v.into(),
                "acc" => acc = v.split(',').map(|x| x.parse().unwrap()).collect(),
                "hold" => hold = v.parse().unwrap(),
                _ => {}
            }
        }
    }
    let ex: Vec<Vec<Example>> = train.iter().map(|s| examples(s, recipe)).collect();
    let repo = |s: &GoldSession| s.name.split("__").next().unwrap().to_owned();
    let fold = |i: usize| {
        let r = repo(&train[i]);
        if r == "cli" {
            i % 3
        } else if r == "getspecstory" {
            3
        } else if r == "git-sync" {
            4
        } else {
            5
        }
    };
    let ws: Vec<Arc<Weights>> = (0..6)
        .map(|k| {
            let tr: Vec<Example> = (0..train.len()).filter(|&i| fold(i) != k).flat_map(|i| ex[i].clone()).collect();
            Arc::new(learn(&tr, recipe, Header::default()))
        })
        .collect();
    let all: Vec<Example> = ex.iter().flatten().cloned().collect();
    let w = Arc::new(learn(
        &all,
        recipe,
        Header { sessions: train.iter().map(|s| s.name.clone()).collect(), seed: recipe.seed, ..Header::default() },
    ));
    println!("weights {} KB, {} features", w.to_bytes().len() / 1024, w.header.features);
    if !save.is_empty() {
        std::fs::write(save, w.to_bytes()).unwrap();
    }
    for thr in acc {
        let cuts = if thr == 0.0 { Thresholds::default() } else { Thresholds { accept: [thr; 8], hold: [hold; 8] } };
        let go = |set: &[GoldSession], wf: &dyn Fn(usize) -> Arc<Weights>, name: &str| {
            let (mut a, mut h) = (Score::default(), Score::default());
            for (i, s) in set.iter().enumerate() {
                let x = run(s, &wf(i), cuts);
                a.absorb(score(s, &emitted(&x, false), &standing(&x)));
                h.absorb(score(s, &emitted(&x, true), &standing(&x)));
            }
            show(&format!("{thr:.2} {name} acc "), &a);
            fams(&a);
            show(&format!("{thr:.2} {name} held"), &h);
            fams(&h);
            if dump == name {
                for l in &h.dump {
                    println!("{l}")
                }
            }
            if dump == format!("{name}-acc") {
                for l in &a.dump {
                    println!("{l}")
                }
            }
        };
        go(&train, &|i| ws[fold(i)].clone(), "oof");
        go(&real, &|_| w.clone(), "real");
        go(&own, &|_| w.clone(), "own");
    }
}
