//! Defines `deltamind standup`, which reviews, approves, dismisses and rolls back proposals from a project's sessions.
//!
//! Nothing is done unless it is named here, or the person allowed it for the project in `config.toml`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::saved::{here, put_json, table};
use super::suggest_memory::root;
use super::{config, put};
use crate::runtime::standup::{Compared, compare, sessions};
use crate::session::{Session, worded};
use crate::standup::account::{AccountSums, ArtifactOutcome};
use crate::standup::action::ProposalStatus;
use crate::standup::execute::ExecuteError;
use crate::standup::log::JournalLine;
use crate::standup::review::{Review, describe};
use crate::standup::run;
use crate::standup::service::{ProposalOutcome, StandupError, StandupService};
use crate::store::Store;
use crate::text::{SafeText, counted};
use crate::transcript::discover::{Env, Places};

/// A time for people, to the minute.
const MINUTE: &str = "%Y-%m-%d %H:%M";

/// Arguments of `standup`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  deltamind standup
  deltamind standup run --dry-run
  deltamind standup approve 1,3
  deltamind standup dismiss 2 --why 'done by hand'
  deltamind standup rollback a-4
  deltamind standup log --all")]
pub struct StandupArgs {
    #[command(subcommand)]
    command: Option<StandupCommand>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum StandupCommand {
    /// Compare new session content with the board, the documents and the history, and list proposals.
    #[command(after_help = "Examples:
  deltamind standup run
  deltamind standup run --dry-run")]
    Run {
        /// Show the proposals and write nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show the board, what could be loaded, and the number of pending proposals.
    #[command(after_help = "Examples:
  deltamind standup status
  deltamind standup status --json")]
    Status,
    /// Show pending proposals with their exact changes.
    #[command(after_help = "Examples:
  deltamind standup pending")]
    Pending,
    /// Show what was done, with its sources and the content before.
    #[command(after_help = "Examples:
  deltamind standup log
  deltamind standup log --all")]
    Log {
        /// Show what the last run did with every artifact it found, and why.
        #[arg(long)]
        all: bool,
    },
    /// Carry out the named proposals; the rest stays pending.
    #[command(after_help = "Examples:
  deltamind standup approve 1,3
  deltamind standup approve all")]
    Approve {
        /// Numbers or ids, as 1,3; or all.
        #[arg(value_name = "WHICH")]
        which: String,
    },
    /// Do not propose this again; or settle a conflict.
    #[command(after_help = "Examples:
  deltamind standup dismiss 2
  deltamind standup dismiss 2 --why 'done by hand'")]
    Dismiss {
        /// Numbers or ids, as 1,3; or all; or a conflict's id.
        #[arg(value_name = "WHICH")]
        which: String,
        /// Why: kept, and counted.
        #[arg(long, value_name = "WORDS")]
        why: Option<String>,
    },
    /// Undo an action, a dismissal or a moved threshold: files get their former bytes, tools the inverse call, or nothing
    /// is done.
    #[command(after_help = "Examples:
  deltamind standup rollback a-4")]
    Rollback {
        /// The action, as a-4; or the proposal, the conflict or the threshold.
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// Runs the command.
pub fn run(args: &StandupArgs) -> Result<u8> {
    let store = here()?;
    let project = root(&Session::default(), &store);
    let settings = config::settings();
    config::print_faults(&settings.faults);
    let mut service = StandupService::open(&project, store.clone(), &settings.config.standup, Timestamp::now());
    match &args.command {
        None => review(&mut service, args.json),
        Some(StandupCommand::Run { dry_run }) => look(&mut service, &store, &project, *dry_run, args.json),
        Some(StandupCommand::Status) => status(&mut service, args.json),
        Some(StandupCommand::Pending) => pending(&mut service, args.json),
        Some(StandupCommand::Log { all: true }) => account(&mut service, args.json),
        Some(StandupCommand::Log { all: false }) => log(&mut service, args.json),
        Some(StandupCommand::Approve { which }) => approve(&mut service, &project, which, args.json),
        Some(StandupCommand::Dismiss { which, why }) => {
            let dismissed = with_store_errors(service.dismiss(which, why.as_deref()))?;
            let ids: Vec<&str> = dismissed.iter().map(|p| p.id.as_str()).chain(others(which)).collect();
            if args.json {
                return put_json(&json!({ "dismissed": ids, "why": why }));
            }
            let mut out = String::new();
            for proposal in &dismissed {
                let _ = writeln!(out, "{}  {}  is not proposed again", proposal.number, describe(&proposal.action));
            }
            if dismissed.is_empty() {
                out.push_str("noted\n");
            }
            put(SafeText::block(&out).as_str())
        }
        Some(StandupCommand::Rollback { id }) => rollback(&mut service, id, args.json),
    }
}

/// The named ids that are no proposals: conflicts and threshold changes.
fn others(which: &str) -> impl Iterator<Item = &str> {
    which.split(',').map(str::trim).filter(|id| id.starts_with("x-") || id.starts_with("h-"))
}

/// Unwraps errors of the store, which have an exit code of their own.
fn with_store_errors<T>(done: Result<T, StandupError>) -> Result<T> {
    match done {
        Err(StandupError::Store(error) | StandupError::Execute(ExecuteError::Store(error))) => Err(error.into()),
        other => Ok(other?),
    }
}

fn review(service: &mut StandupService, json: bool) -> Result<u8> {
    let review = service.review()?;
    if json { put_json(&review) } else { put(&review.text()) }
}

fn look(service: &mut StandupService, store: &Store, project: &Path, dry_run: bool, json: bool) -> Result<u8> {
    let now = Timestamp::now();
    let sessions = sessions(project, Places::from_env(&Env::of_process()), now);
    let Compared { gathered, batch, plan } = {
        let stop = interrupted()?;
        let told = std::io::stderr().is_terminal();
        let mut progress = |n: usize, all: usize, path: &Path| {
            if told {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                eprintln!("session {n} of {all}: {}  (Ctrl-C stops after it)", SafeText::line(&name).as_str());
            }
            stop.load(Ordering::Relaxed)
        };
        compare(service, store, &sessions, now, !dry_run, &mut progress)?
    };
    for failure in &gathered.failures {
        eprintln!("deltamind: {}", SafeText::line(failure).as_str());
    }
    if dry_run {
        let rows = service.rehearse(&plan);
        if json {
            let rows: Vec<_> = rows.iter().map(|(p, tier)| json!({ "tier": tier, "proposal": p })).collect();
            return put_json(
                &json!({ "dryRun": true, "proposals": rows, "conflicts": plan.conflicts, "notes": plan.notes }),
            );
        }
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|(p, tier)| vec![tier.to_string(), format!("{:.2}", p.confidence.score), describe(&p.action)])
            .collect();
        let pending = service.review()?.calls.len();
        let new = counted(rows.len(), "new proposal");
        return put(&format!("{}{new}, {pending} pending; nothing was written\n", table(&rows)));
    }
    let ran = with_store_errors(service.take(&plan))?;
    with_store_errors(run::planned(store, &gathered.queue, &batch).map_err(StandupError::from))?;
    for sentence in &ran.resolved {
        eprintln!("deltamind: {}", SafeText::line(sentence).as_str());
    }
    let code = review(service, json)?;
    if !json
        && !plan.account.is_empty()
        && let Some(run) = service.log()?.accounts.last()
    {
        put(&format!("{} (`deltamind standup log --all` has each)\n", AccountSums::of(&run.account).text()))?;
    }
    Ok(code)
}

/// A flag that Ctrl-C sets. A second one ends the program, as it does without the flag.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, flag as on};
        on::register_conditional_shutdown(SIGINT, 130, Arc::clone(&flag))?;
        on::register(SIGINT, Arc::clone(&flag))?;
    }
    Ok(flag)
}

fn status(service: &mut StandupService, json: bool) -> Result<u8> {
    let log = service.log()?;
    let counts: Vec<(&str, usize)> = ProposalStatus::ALL
        .iter()
        .map(|s| (s.word(), log.proposals.iter().filter(|p| p.standing == *s).count()))
        .collect();
    let board = service.state().board.as_ref();
    let failures: Vec<String> = service.state().failures().iter().map(|(l, why)| format!("{l}: {why}")).collect();
    if json {
        let counts: serde_json::Map<_, _> = counts.iter().map(|(w, n)| ((*w).to_owned(), json!(n))).collect();
        let board = board.map(
            |b| json!({ "kind": b.kind, "place": b.place, "tasks": b.tasks.len(), "leavesMachine": b.leaves_machine }),
        );
        let run = log.run;
        return put_json(
            &json!({ "counts": counts, "board": board.ok(), "tier1": service.rules().tier1, "lastRun": run, "failures": failures }),
        );
    }
    let mut out = String::new();
    match board {
        Ok(b) => {
            let seen = if b.leaves_machine { ", others may see it" } else { "" };
            let _ = writeln!(out, "board {} ({}, {}{seen})", b.place, b.kind, counted(b.tasks.len(), "task"));
        }
        Err(why) => {
            let _ = writeln!(out, "no board: {why}");
        }
    }
    let on =
        if service.rules().tier1 { "what is certain is done at once" } else { "nothing is done unless you approve it" };
    let _ = writeln!(out, "{on}");
    for (word, n) in counts {
        let _ = writeln!(out, "{n:>4} {}", word.replace('_', " "));
    }
    let run = log.run.map_or_else(|| "never".to_owned(), |at| at.strftime(MINUTE).to_string());
    let _ = writeln!(out, "last run {run}");
    for failure in failures {
        let _ = writeln!(out, "not looked at: {failure}");
    }
    put(SafeText::block(&out).as_str())
}

fn pending(service: &mut StandupService, json: bool) -> Result<u8> {
    let Review { calls, .. } = service.review()?;
    if json {
        return put_json(&calls);
    }
    let mut out = String::new();
    for row in &calls {
        let _ = writeln!(out, "{}  {}  {}\n{}", row.number, row.id, row.what, row.why);
        let parts: Vec<String> = row.parts.iter().map(|p| format!("{} {:.2}", p.name, p.value)).collect();
        let _ = writeln!(out, "{} {:.2} ({})", row.level, row.score, parts.join(", "));
        if let Some(why) = &row.blocked {
            let _ = writeln!(out, "not done: {why}");
        }
        let _ = writeln!(out, "{}", row.change);
    }
    let _ = writeln!(out, "{} waiting; nothing was written", calls.len());
    put(SafeText::block(&out).as_str())
}

fn log(service: &mut StandupService, json: bool) -> Result<u8> {
    let log = service.log()?;
    if json {
        return put_json(&log.actions);
    }
    let rows: Vec<Vec<String>> = log
        .actions
        .iter()
        .map(|a| {
            let because = a.because.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            let what = format!("{} on {} from {}{because}", describe(&a.what), a.place, a.source);
            vec![a.action.clone(), a.did.to_string(), a.by.to_string(), a.at.strftime(MINUTE).to_string(), what]
        })
        .collect();
    put(&table(&rows))
}

/// Prints the outcome of each artifact of the last run that found any, and the sums.
fn account(service: &mut StandupService, json: bool) -> Result<u8> {
    let log = service.log()?;
    let Some(run) = log.accounts.last() else {
        return if json { put_json(&json!({ "account": [] })) } else { put("no run found anything yet\n") };
    };
    let sums = AccountSums::of(&run.account);
    if json {
        return put_json(&json!({ "at": run.at, "sums": sums, "account": run.account }));
    }
    let mut out = String::new();
    for outcome in ArtifactOutcome::ALL {
        for entry in run.account.iter().filter(|entry| entry.outcome == *outcome) {
            let named: Vec<String> = entry
                .proposals
                .iter()
                .filter_map(|id| log.proposal(id).filter(|_| entry.outcome == ArtifactOutcome::Proposed))
                .map(|p| p.number.to_string())
                .collect();
            let named = if named.is_empty() { String::new() } else { format!(" as {}", named.join(", ")) };
            let _ = writeln!(
                out,
                "{}{named}  {} \"{}\"  {}\n    {}",
                outcome.plain_name(),
                entry.kind.plain_name(),
                worded(&entry.title),
                entry.place(),
                entry.why
            );
            for step in &entry.steps {
                let _ = writeln!(out, "    - {}: {}: {}", step.text, step.outcome.plain_name(), step.why);
            }
        }
    }
    let _ = writeln!(out, "run of {}: {}", run.at.strftime(MINUTE), sums.text());
    put(SafeText::block(&out).as_str())
}

fn approve(service: &mut StandupService, project: &Path, which: &str, json: bool) -> Result<u8> {
    let sessions = sessions(project, Places::from_env(&Env::of_process()), Timestamp::now());
    let overtaken = with_store_errors(service.overtaken(which, &sessions, None))?;
    if !overtaken.is_empty() {
        let numbers: Vec<String> = overtaken.iter().map(|proposal| proposal.number.to_string()).collect();
        bail!("nothing done: the session changed {} since; `deltamind standup run` plans anew", numbers.join(", "));
    }
    let outcomes = with_store_errors(service.approve(which))?;
    let failed = outcomes.iter().filter(|o| o.done.is_err()).count();
    if json {
        let moved = others(which).map(|id| json!({ "id": id }));
        put_json(&json!({ "approved": outcomes.iter().map(outcome_json).chain(moved).collect::<Vec<_>>() }))?;
        return Ok(u8::from(failed > 0));
    }
    let mut out = String::new();
    for ProposalOutcome { proposal, done } in &outcomes {
        let what = describe(&proposal.action);
        let _ = match done {
            Ok(line) => writeln!(out, "[+] {}  {what}  on {}", line.action, line.place),
            Err(why) => writeln!(out, "[ ] {}  {what}  not done: {why}", proposal.number),
        };
    }
    if outcomes.is_empty() {
        out.push_str("noted\n");
    }
    put(SafeText::block(&out).as_str())?;
    if failed > 0 {
        bail!("{failed} of {} could not be done and go on waiting", outcomes.len());
    }
    Ok(0)
}

fn rollback(service: &mut StandupService, id: &str, json: bool) -> Result<u8> {
    let line: Option<JournalLine> = with_store_errors(service.rollback(id))?;
    if json {
        return put_json(&json!({ "takenBack": id, "place": line.as_ref().map(|l| l.place.clone()) }));
    }
    let what = line.map_or_else(|| "as before".to_owned(), |l| format!("{} on {}", describe(&l.what), l.place));
    put(SafeText::block(&format!("{id}: undone: {what}\n")).as_str())
}

fn outcome_json(outcome: &ProposalOutcome) -> Value {
    let ProposalOutcome { proposal, done } = outcome;
    match done {
        Ok(line) => {
            json!({ "id": proposal.id, "number": proposal.number, "action": line.action, "place": line.place })
        }
        Err(why) => json!({ "id": proposal.id, "number": proposal.number, "refused": why.to_string() }),
    }
}
