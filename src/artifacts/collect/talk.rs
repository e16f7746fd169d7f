//! Defines what the person's own words make of artifacts: agreed, refused, stopped, named again; and the decisions,
//! changed facts and finished work that the words themselves tell.

use super::super::claims::{Claim, claims, is_found_so};
use super::super::facts::changed_facts;
use super::super::framing::{body_end, body_start, offer};
use super::super::left_open::{LeftOpen, is_put_off, left_open};
use super::super::naming::{decision_title, first_words};
use super::super::shape;
use super::super::{Artifact, ArtifactKind, EvidenceKind, FoundBy, SourceRef, Step, Stop, id_of};
use super::signals::is_agreed_plan;
use super::{ASKED, Artifacts, OVERLAP};
use crate::language::answers::{Agreement, agreement, asks_leave};
use crate::language::titles::Words;
use crate::text::{SafeText, patterns};
use crate::transcript::{Role, Turn};

/// Longest message that can stop a plan, in bytes.
const STOPPED: usize = 400;
/// Most bytes behind an artifact at the end of a message that has no closing offer.
const BEHIND: usize = 300;
/// Most claims kept of a session.
const CLAIMS: usize = 400;
/// Least and greatest length of an agreed paragraph that is a decision, in bytes.
const AGREED: std::ops::RangeInclusive<usize> = 80..=3000;

patterns! {
    /// An offer to do what was laid out, whatever it is.
    ABOUT_ALL = r"(?i)\b(go ahead|proceed|implement|apply|start|begin|continue|carry|execute|do (it|this|that|these|all)|looks?|sounds?|right|agree|approve|work for you|make (these|this|the)|(this|the|that|my) (plan|design|approach|proposal|direction|structure|order|layout)|write (it|this) (up|down)|save (it|this)|document (it|this)|ok(ay)?|good|match)\b";
    /// The person stops work that was agreed, as a whole.
    STOPS = r"(?ix)(?:^|[.!;,]\s*|\b(?:please|let['’]?s|actually|i\ think\ we\ should|we\ should|no,?)\s+)
        (?:(?:stop|abandon|scrap|cancel|forget|drop|shelve|park|pause|halt|leave)\s+(?:everything|(?:the|this|that)\ (?:whole\ )?(?:plan|rest|work|remaining|whole|migration|refactor\w*))\b
        |(?:stop|pause|halt)\s+(?:here|now|for\ now|working)\b)
        |^\W*(?:stop|never\ ?mind)\W*$";
    /// The same of a thing that is only pointed at: the plan, if the words end there and answer no question.
    STOPS_IT = r"(?ix)(?:^|[.!;]\s*|\b(?:please|let['’]?s|actually|i\ think\ we\ should|we\ should|no)[,\s]+)
        (?:stop|abandon|scrap|cancel|forget|drop|shelve|park|pause|halt|leave)\s+(?:it|that|this)(?:\ all)?(?:\s+(?:here|there|now|for\ now|as\ it\ is|at\ that|please))?\s*(?:[.!,;]|$)";
    /// A step of a plan that is called complete by its number.
    STEP_DONE = r"(?i)\b(step|phase|part) (?P<n>\d{1,2}) is (now )?(done|complete|completed|finished)\b";
    /// A design, as opposed to a finding.
    DESIGN = r"(?i)\b(design|architecture|proposal|approach|scheme|layout|structure|specification|rfc)\b";
    /// The agent's recommendation.
    ADVISES = r"(?i)\b(i['’]?d|i would|i|we should|my) (therefore |strongly |also |rather )?(suggest|recommend|propose|recommendation|proposal|go with|pick|prefer|vote for)\b|\b(i['’]d|i would) (therefore |rather )?(use|take|keep|choose|make|store|put)\b";
    /// The reason of a recommendation.
    BECAUSE = r"(?i)\b(because|since|instead of|rather than|so that|avoids?|keeps?|simpler|cheaper|safer|trade-?off|the reason)\b|, so (i['’]d|i would)\b";
    /// The words between a reason and the advice that follows from it.
    SO_ADVISES = r"(?i), so (i['’]d|i would) (therefore |rather )?";
}

impl Artifacts {
    /// Reads a turn of the person.
    pub(super) fn user_turn(&mut self, turn: &Turn, source: &SourceRef) {
        let last = self.recent.iter().rev().find(|(_, role, _)| *role == Role::Assistant);
        let last = last.map(|(source, _, text)| (source.clone(), text.clone()));
        let answer = agreement(&turn.content);
        let offered = match &last {
            Some((before, text)) if answer != Agreement::Neither => self.offered(before, text, answer),
            _ => Vec::new(),
        };
        let said = Words::of(crate::text::cut(&turn.content, 600).as_ref());
        for (n, artifact) in self.all.iter_mut().enumerate().rev().take(OVERLAP * 2) {
            let next = last.as_ref().is_some_and(|(before, _)| before.turn_id == artifact.source.turn_id);
            if offered.contains(&n) && !artifact.accepted && !artifact.refused {
                artifact.accepted = answer == Agreement::Agrees;
                artifact.refused = answer == Agreement::Refuses;
                if artifact.accepted && artifact.kind == ArtifactKind::Analysis && DESIGN.is_match(&artifact.title) {
                    artifact.kind = ArtifactKind::Decision;
                }
                self.changed.insert(n);
            } else if next && answer == Agreement::Refuses && is_open_list(artifact) {
                artifact.refused = true;
                self.changed.insert(n);
            } else if !(next && artifact.found == FoundBy::Shape) && Words::of(&artifact.title).named_in(&said) {
                // Refused by name, however much later.
                let cut = artifact.found == FoundBy::Shape && !artifact.accepted;
                artifact.refused |= cut && answer == Agreement::Refuses;
                artifact.named_again += 1;
                self.changed.insert(n);
            }
        }
        if answer == Agreement::Agrees
            && offered.is_empty()
            && let Some((before, text)) = &last
        {
            self.agreed_advice(before, text, turn);
        }
        self.asked.said(&turn.content);
        self.stopped(turn, source);
        self.own_words(turn, source);
    }

    /// Indexes of the artifacts that an answer to the agent's last message is about: of a yes, the last one, and only if
    /// the message's closing offer is about it; of a no, all of the message unless it offers something else.
    fn offered(&self, before: &SourceRef, text: &str, answer: Agreement) -> Vec<usize> {
        let cut = |a: &Artifact| a.source.turn_id == before.turn_id && a.found == FoundBy::Shape && a.is_current();
        let mut here: Vec<(usize, &Artifact)> = self.all.iter().enumerate().filter(|(_, a)| cut(a)).collect();
        here.sort_by_key(|(_, a)| a.range.as_ref().map_or(0, |r| r.end));
        let Some((last, artifact)) = here.last() else { return Vec::new() };
        let closing = offer(text);
        let about = if closing.is_empty() {
            let end = artifact.range.as_ref().map_or(0, |r| r.end);
            text.len().saturating_sub(end) <= BEHIND
        } else {
            let words = Words::of(closing);
            let named = Words::of(&artifact.title).heavy().any(|t| words.tokens.iter().any(|w| w == t));
            // A yes to doing what a finding suggests is no yes to the finding.
            let doing = artifact.kind != ArtifactKind::Analysis
                || !artifact.steps.is_empty()
                || DESIGN.is_match(&artifact.title);
            named || (ABOUT_ALL.is_match(closing) && doing)
        };
        match (about, answer) {
            (false, _) => Vec::new(),
            (true, Agreement::Refuses) => here.iter().map(|(n, _)| *n).collect(),
            (true, _) => vec![*last],
        }
    }

    /// Adds the paragraph in which the agent recommended what the person agreed to, with its reason.
    fn agreed_advice(&mut self, before: &SourceRef, text: &str, turn: &Turn) {
        let closing = offer(text);
        let asked_else = !closing.is_empty() && !ABOUT_ALL.is_match(closing) && !ADVISES.is_match(closing);
        let body = text.get(body_start(text)..body_end(text)).unwrap_or_default();
        let advises =
            |p: &&str| AGREED.contains(&p.len()) && ADVISES.is_match(p) && BECAUSE.is_match(p) && !p.contains("```");
        let Some(paragraph) = body.rsplit("\n\n").map(str::trim).find(advises).filter(|_| !asked_else) else { return };
        let sentence = paragraph.split_inclusive(['.', '\n']).find(|s| ADVISES.is_match(s)).unwrap_or(paragraph);
        let start = text.find(paragraph).unwrap_or(0);
        let advised = SO_ADVISES.find(sentence).and_then(|so| sentence.get(so.end()..));
        let title = decision_title(advised.unwrap_or(sentence));
        let made = self.made(ArtifactKind::Decision, &title, paragraph, before, turn.at, FoundBy::Agreed);
        self.add(Artifact { range: Some(start..start + paragraph.len()), accepted: true, ..made });
    }

    /// Marks the last agreed plan with open steps as stopped, if these words stop it.
    fn stopped(&mut self, turn: &Turn, source: &SourceRef) {
        let asked = self.recent.iter().rev().find(|(_, role, _)| *role == Role::Assistant);
        let answers = asked.is_some_and(|(_, _, text)| text.trim_end().ends_with('?'));
        let stops = STOPS.is_match(&turn.content) || (!answers && STOPS_IT.is_match(&turn.content));
        if turn.content.len() > STOPPED || !stops || is_put_off(&turn.content) {
            return;
        }
        let open =
            |a: &Artifact| a.accepted && a.is_current() && a.steps.iter().any(|s| !s.done && s.left_out.is_none());
        let plan = |a: &Artifact| a.kind == ArtifactKind::Plan && open(a) && a.stopped.is_none() && !a.carried_out;
        let Some(n) = self.all.iter().rposition(plan) else { return };
        if let Some(artifact) = self.all.get_mut(n) {
            let words = SafeText::line(&turn.content).cut(STOPPED).into_string();
            artifact.stopped = Some(Stop { words, source: source.clone() });
            self.changed.insert(n);
        }
    }

    /// Adds what the person's words themselves tell: reopened work, decisions with a reason, changed facts, work done.
    fn own_words(&mut self, turn: &Turn, source: &SourceRef) {
        let text = turn.content.as_str();
        if let Some(range) = shape::reopened(text) {
            let words = text.get(range.clone()).unwrap_or_default();
            let title = first_words(words);
            let made = self.made(ArtifactKind::Decision, &title, words, source, turn.at, FoundBy::PersonReopened);
            self.add(Artifact { range: Some(range), said: EvidenceKind::Person, accepted: true, ..made });
        }
        for (range, title) in shape::own_decisions(text) {
            let words = text.get(range.clone()).unwrap_or_default();
            let made = self.made(ArtifactKind::Decision, &title, words, source, turn.at, FoundBy::PersonDecided);
            self.add(Artifact { range: Some(range), said: EvidenceKind::Person, accepted: true, ..made });
        }
        for sentence in changed_facts(text) {
            let title = first_words(sentence);
            let made = self.made(ArtifactKind::ChangedFact, &title, sentence, source, turn.at, FoundBy::Told);
            self.add(Artifact { said: EvidenceKind::Person, accepted: true, ..made });
        }
        if !asks_leave(text) {
            self.claimed(turn, source, EvidenceKind::Person);
        }
    }

    /// Adds the work that a message of the agent says is still open. A list of all that is open replaces the former ones.
    pub(super) fn left_over(&mut self, turn: &Turn, source: &SourceRef) {
        let asked = self.recent.iter().rev().find(|(_, role, _)| *role == Role::User);
        let put_off = asked.is_some_and(|(_, _, text)| is_put_off(text));
        let LeftOpen { mut steps, is_whole, is_next } = left_open(&turn.content, put_off);
        // The steps of a document are part of it.
        let documents = self.all.iter().filter(|a| a.source.turn_id == turn.turn_id && a.has_own_title());
        let documents: Vec<&str> = documents.map(|a| a.content.as_str()).collect();
        steps.retain(|step| !documents.iter().any(|document| document.contains(&step.text)));
        let mut steps: Vec<Step> = steps.into_iter().map(Step::from).collect();
        if is_whole && !is_next {
            self.tick_off_all_but(&steps, source, turn.at);
        }
        let is_task = |step: &&Step| !step.done && step.left_out.is_none();
        let tasks = steps.iter_mut().filter(|step| is_task(&&**step));
        let mut listed = false;
        for (step, items) in tasks.filter_map(|step| self.on_todo(&step.text).map(|items| (step, items))) {
            step.leave_to(format!("the agent's list has it: {}", items.join(", ")));
            listed = true;
        }
        let open = steps.iter().find(is_task);
        let Some(first) = open.or_else(|| steps.first().filter(|_| listed)) else { return };
        let (lead, found) = if is_next { ("Next", FoundBy::ComesNext) } else { ("Open", FoundBy::LeftOpen) };
        let title = format!("{lead}: {}", first.text);
        let content = steps.iter().map(line_of).collect::<Vec<_>>().join("\n");
        let former: Vec<usize> = (0..self.all.len()).filter(|n| self.all.get(*n).is_some_and(is_open_list)).collect();
        let made = self.made(ArtifactKind::Plan, &title, &content, source, turn.at, found);
        let new = self.add(Artifact { steps, said: EvidenceKind::Stated, ..made });
        for old in former.into_iter().filter(|_| is_whole) {
            if let Some(new) = new {
                self.supersede(old, new);
            }
        }
    }

    /// Ticks off the steps of the last agreed plan that the agent calls complete by their numbers.
    pub(super) fn completed_steps(&mut self, text: &str) {
        for found in STEP_DONE.captures_iter(text) {
            let number = found.name("n").and_then(|n| n.as_str().parse::<usize>().ok());
            let Some(n) = self.all.iter().rposition(is_agreed_plan) else { return };
            let step = self.all.get_mut(n).zip(number).and_then(|(plan, at)| plan.steps.get_mut(at.checked_sub(1)?));
            if let Some(step) = step.filter(|step| !step.done) {
                step.done = true;
                self.changed.insert(n);
            }
        }
    }

    /// The person's last two turns, shortened.
    fn last_asked(&self) -> Vec<String> {
        let said = self.recent.iter().rev().filter(|(_, role, _)| *role == Role::User).take(2);
        said.map(|(_, _, text)| SafeText::line(crate::text::cut(text, ASKED).as_ref()).into_string()).collect()
    }

    /// Adds the sentences of a turn that call something done to those of the session.
    pub(super) fn claimed(&mut self, turn: &Turn, source: &SourceRef, said: EvidenceKind) {
        let mut found = claims(&turn.content);
        if said == EvidenceKind::Stated {
            self.tick_off_numbered(&found, source, turn.at);
        }
        // What an artifact of the turn says stands there.
        let here: Vec<&Artifact> = self.all.iter().filter(|a| a.source.turn_id == turn.turn_id).collect();
        found.retain(|words| !here.iter().any(|a| a.content.contains(words)));
        // The agent's own work is done in the session.
        found.retain(|words| said == EvidenceKind::Person || !is_found_so(words));
        if found.is_empty() {
            return;
        }
        let asked = if said == EvidenceKind::Person { Vec::new() } else { self.last_asked() };
        let new = found.into_iter().map(|words| Claim {
            asked: asked.clone(),
            words: SafeText::line(words).into_string(),
            source: source.clone(),
            at: turn.at,
        });
        let id = id_of(&[&self.session, "claims", said.word()]);
        let n = if let Some(n) = self.by_id.get(&id) {
            *n
        } else {
            let title =
                if said == EvidenceKind::Person { "Work you called done" } else { "Work the agent called done" };
            let made = self.made(ArtifactKind::Completion, title, title, source, turn.at, FoundBy::Told);
            let n = self.all.len();
            self.by_id.insert(id.clone(), n);
            self.all.push(Artifact { id, said, ..made });
            n
        };
        if let Some(artifact) = self.all.get_mut(n) {
            artifact.claims.extend(new);
            let old = artifact.claims.len().saturating_sub(CLAIMS);
            artifact.claims.drain(..old);
            (artifact.at, artifact.source) = (turn.at.or(artifact.at), source.clone());
            artifact.content = artifact.claims.iter().map(|c| c.words.as_str()).collect::<Vec<_>>().join("\n");
            self.changed.insert(n);
        }
    }
}

/// A step as a point of a checklist.
pub(super) fn line_of(step: &Step) -> String {
    let mark = if step.done { 'x' } else { ' ' };
    format!("- [{mark}] {}", step.text)
}

fn is_open_list(artifact: &Artifact) -> bool {
    matches!(artifact.found, FoundBy::LeftOpen | FoundBy::ComesNext) && artifact.is_current()
}
