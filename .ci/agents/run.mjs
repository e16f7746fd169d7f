// run.mjs NAME FOLDER DELTAMIND: types the talk into one agent with deltamind beside it, and says for each check `ok` or
// what differs. The environment has no network but this machine's own (see .ci/real-agents). Ends with 1 if something
// differs. What the agent wrote is left in FOLDER/out/NAME.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { AGENTS, installed } from './agents.mjs';
import { Screen, pause, sleep } from './screen.mjs';
import { serve } from './server.mjs';
import { SUMMARY, TODOS, answer } from './talk.mjs';

const [name, folder, deltamind, only] = process.argv.slice(2);
const agent = AGENTS[name];
const home = join(folder, 'home', name);
const project = join(folder, 'project', name, 'workshop');
const out = join(folder, 'out', name);
const inst = join(folder, 'inst', agent.package.replaceAll('/', '+'));

for (const path of [home, join(folder, 'project', name), out]) rmSync(path, { recursive: true, force: true });
for (const path of [home, join(project, 'legacy'), out]) mkdirSync(path, { recursive: true });
const server = await serve(answer);
agent.seed(home, project, server.url);
writeFileSync(join(project, 'legacy/prices.csv'), 'tube,7\n');
writeFileSync(join(project, 'README.md'), '# Workshop\n');
const git = (...words) => execFileSync('git', words, { cwd: project, stdio: 'ignore' });
git('init', '-q', '-b', 'main');
git('config', 'user.email', 'kim@example.com');
git('config', 'user.name', 'Kim');
git('add', '-A');
git('commit', '-q', '-m', 'Begin');

const bin = join(deltamind, '..');
const env = {
  PATH: `${inst}/node_modules/.bin:${bin}:${process.env.NODE_BIN ?? ''}:/usr/local/bin:/usr/bin:/bin`, HOME: home,
  TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/bash', USER: 'kim', TZ: 'UTC', ...agent.env(server.url),
};
const run = (...words) => spawnSync(deltamind, words, { cwd: project, env, encoding: 'utf8', timeout: 120_000 });
// Not waited for in one piece, where the server must answer meanwhile.
const runAlong = (...words) =>
  new Promise((done) => {
    const options = { cwd: project, env, encoding: 'utf8', timeout: 600_000 };
    execFile(deltamind, words, options, (_, stdout, stderr) => done(`${stdout}${stderr}`));
  });
const sessions = () => JSON.parse(run('sessions', '--all', '--json').stdout || '[]');

const faults = [];
function check(what, good, why = '') {
  if (!good) faults.push(what);
  const text = typeof why === 'function' ? why() : why;
  console.log(`${good ? 'ok     ' : 'DIFFERS'} ${name}: ${what}${good || !text ? '' : `\n        ${String(text).replaceAll('\n', '\n        ')}`}`);
}

const pane = new Screen(join(folder, `${name}.agent.sock`));
const beside = new Screen(join(folder, `${name}.beside.sock`));
const turnOf = (text) => Number(text.match(/\bt(\d+)\b/)?.[1] ?? 0);

/** Presses keys one after the other. */
async function press(all) {
  for (const keys of all) {
    await pause(700);
    pane.keys(...keys);
  }
}

/** Says something and waits for the answer. */
async function step({ before = [], say, wait, then, after }) {
  await press(before);
  if (before.length) await pause(600);
  await pane.say(say);
  let seen = await pane.wait(wait);
  if (seen && then) {
    await press(then);
    seen = await pane.wait(after);
  }
  if (!seen) check(`the answer to "${say}" is on the screen`, false, () => pane.see().split('\n').slice(-18).join('\n'));
  await pause(900);
}

async function begin(more = '') {
  const words = agent.againFirst && more ? agent.command.replace(agent.program, agent.program + more) : agent.command + more;
  pane.start(words, project, env);
  if (agent.ready) await pane.wait(agent.ready, 60);
  await pause(agent.ready ? 3000 : 6000);
  for (const { keys, type } of agent.begin ?? []) {
    if (keys) pane.keys(...keys);
    if (type) await pane.type(type);
    await pause(2500);
  }
}

async function end() {
  await press(agent.quit);
  await pause(1500);
  pane.stop();
}

/** Milliseconds from the last write to a transcript to the turn's number in the header, for 30 turns. */
async function latencies(path) {
  const times = [];
  let growth = 0;
  let written = 0;
  let turn = turnOf(beside.header());
  const file = path.includes('.db/') ? `${path.slice(0, path.indexOf('.db/') + 3)}-wal` : path;
  for (let n = 1; n <= 15; n += 1) {
    const before = turn;
    await pane.say(`This is line number ${n} of the list.`);
    const until = Date.now() + 20_000;
    while (Date.now() < until && turn < before + 2) {
      // A database's log may be written again from its beginning.
      const now = existsSync(file) ? statSync(file).mtimeMs : 0;
      if (now !== written) [written, growth] = [now, Date.now()];
      const shown = turnOf(beside.header());
      if (shown !== turn) {
        if (turn && growth) times.push(Date.now() - growth);
        turn = shown;
      }
      await sleep(3);
    }
    await pause(400);
  }
  return times.sort((a, b) => a - b);
}

if (agent.hooks) check('hooks are installed', run('hook', 'install', '--agent', agent.hooks, '--yes').status === 0);
if (agent.prepare) {
  await begin();
  for (const { keys, type } of agent.prepare) {
    if (keys) pane.keys(...keys);
    if (type) await pane.type(type);
    await pause(1500);
  }
  await end();
}

// The talk.
await begin();
const SAID = [];
const said = (say, reply) => SAID.push(say, reply);
await step({ say: 'How should the workshop store its bookings? Compare two ways.', wait: 'Shall I go with SQLite' });
said('How should the workshop store', 'There are two ways.');
beside.start(`${deltamind} --no-model`, project, env, [100, 40]);
await beside.wait('\\bt\\d+\\b', 15);
check('followed from the start', turnOf(beside.header()) >= 2, () => beside.see());
const live = [];
async function followed(one, want) {
  const before = turnOf(beside.header());
  await step(one);
  const until = Date.now() + 8000;
  while (Date.now() < until && turnOf(beside.header()) < before + want) await sleep(100);
  if (turnOf(beside.header()) < before + want) live.push(`"${one.say}": t${before}, then t${turnOf(beside.header())}`);
}
await followed({ say: 'yes, go with it', wait: 'in the file bookings.db' }, 2);
said('yes, go with it', "We'll use SQLite for the bookings");
await followed({ say: 'We must never touch the legacy folder.', wait: 'stays as it is' }, 2);
said('We must never touch the legacy folder.', 'Understood. The legacy folder');
if (agent.todos) {
  await followed({ say: 'Please make a todo list for the work.', wait: 'Three steps are noted' }, 2);
  said('Please make a todo list', 'Three steps are noted.');
}
if (agent.ask) {
  await followed(agent.ask, 2);
  said('Ask me how long a reminder waits.', 'The reminder is set as you chose.');
}
await followed({ say: 'Write the bookings file and commit it.', wait: 'is written and committed|todo is not offered' }, 2);
said('Write the bookings file and commit it.', agent.todos ? 'bookings.py is written and committed.' : null);
await followed({ say: 'Use 36 hours instead of 24 hours for the reminder.', wait: 'waits 36 hours now' }, 2);
said('Use 36 hours instead of 24 hours', 'The reminder waits 36 hours now.');
if (agent.plan) await followed({ say: 'Plan the calendar page first.', ...agent.plan }, 1);
const before = server.requests.length;
await step(agent.compact);
// Later events take its place on the screen.
const noticed = await beside.wait('compact', 5);
await pause(1500);
await followed({ say: 'What comes next?', wait: 'Next comes the calendar page' }, 2);
// Gemini CLI's screen may take the question mark for a key.
said('What comes next', 'Next comes the calendar page.');
const compacted = server.requests.slice(before);
check('followed live, turn by turn', live.length === 0, live.join('\n'));

const newest = sessions().filter((session) => session.kind !== 'subagent')[0];
const path = newest?.path ?? '';
let times = [];
if (only === 'latency') times = await latencies(path);
const shown = beside.see();
if (times.length) {
  const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(`figure  ${name}: append to screen, ${times.length} turns: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms`);
}
beside.keys('q');
await pause(800);
beside.stop();
await end();

// What it made of it.
const id = name.replace(/-.*/, '');
check('listed with agent and project', newest?.agent === id && newest?.project === project, () => JSON.stringify(sessions(), null, 1));
// Where the agent gave none, the first thing asked stands for it.
const title = newest?.title ?? newest?.request ?? '';
check('listed with a title', /workshop/i.test(title), title);
const text = run('process', path).stdout;
const talk = run('watch', path, '--no-save', '--frame', '100x1000', '--keys', '7', '--out', '-').stdout;
const words = talk.replace(/\s+/g, ' ');
let at = 0;
const missing = SAID.filter((line) => {
  if (!line) return false;
  const found = words.indexOf(line, at);
  if (found >= 0) at = found + 1;
  return found < 0;
});
check('what was said is there, in order', missing.length === 0, () => `${missing.join('\n')}\n--\n${talk.slice(0, 6000)}`);
check("a summary's words are nobody's", !`${text}${words}`.includes(SUMMARY.slice(0, 24)) && !words.includes('<analysis>'));
check('the yes is a decision', /d-\d+ .*SQLite/.test(text), text);
check('the rule is a constraint', /c-\d+ .*legacy folder/.test(text), text);
if (agent.todos) check("the todo list's entries are tasks", TODOS.slice(1).every((todo) => new RegExp(`t-\\d+ .*${todo}`).test(text)), text);
if (agent.ask) check('the picked answer is heard', /24 hours|r-\d+ .*12 hours/.test(text), text);
check('the change of the wait is a decision', /[dc]-\d+ .*36 hours/.test(text), text);
if (agent.plan) check('the approved plan is a decision', /d-\d+ .*([Pp]lan approved|[Cc]alendar page)/.test(text), text);
const signals = JSON.parse(run('process', path, '--json').stdout || '{}');
writeFileSync(join(out, 'process.json'), JSON.stringify(signals, null, 1));
writeFileSync(join(out, 'talk.txt'), talk);
writeFileSync(join(out, 'beside.txt'), shown);
check('the commit was made', execFileSync('git', ['log', '--oneline'], { cwd: project, encoding: 'utf8' }).includes('Add the bookings file'));
check('a compaction is noticed', noticed || /compact/.test(talk), talk.slice(-1500));

const STANDS = '# What stands';
const CHANGED = 'What changed in this session';
const AGREED = 'Agreed for this project';
const told = (requests, text) => requests.some((request) => request.text.includes(text));
if (agent.hooks) {
  check('hooks: with a prompt, what changed', told(server.requests, CHANGED));
  check('hooks: after a compaction, what holds', told(compacted, STANDS));
  const from = server.requests.length;
  await begin(agent.again);
  await step({ say: 'Where were we?', wait: 'We were at the calendar page' });
  await end();
  check('hooks: in a resumed session, what holds', told(server.requests.slice(from), STANDS));
  const offered = JSON.parse(run('suggest-memory', '--json').stdout || '{}');
  const list = offered.suggested ?? [];
  const rule = list.find((one) => JSON.stringify(one).includes('legacy folder'));
  const approved = rule && run('memory', 'approve', rule.id, '--target', 'context', '--yes');
  check('a memory is approved', approved?.status === 0, () => JSON.stringify(list).slice(0, 800) + (approved?.stderr ?? ''));
  const next = server.requests.length;
  await begin();
  await step({ say: 'Where were we?', wait: 'We were at the calendar page' });
  await end();
  const first = server.requests.slice(next);
  check('hooks: at the start of the next session, what holds', told(first, 'legacy folder'));
  check('an approved memory is in its requests', told(first, AGREED));
}

// The agent's own program reads along.
async function reading() {
  const listed = sessions().length;
  const asked = server.requests.length;
  const measured = await runAlong('models', '--measure', '--model', id);
  const readings = server.requests.slice(asked);
  const nonces = readings.filter((request) => request.text.includes('nonce: '));
  check('the agent reads for deltamind', nonces.length > 0, () => `${measured}\n${readings.length} requests`);
  check('its answers are understood, in a fence behind a sentence', nonces.length > 0 && !/required form|has not the shape|dropped/.test(measured), measured);
  console.log(`        ${measured.trim().split('\n').at(-1)}`);
  check('reading is no session and calls no hooks', sessions().length === listed && !told(readings, CHANGED), () => `${listed} sessions, then ${sessions().length}`);
}
if (agent.reader === false) console.log(`        ${name} as a reader asks its own provider: not tried`);
else await reading();

// A fixture of it, which tests/transcript/real_agents.rs and tests/engine/real_agents.rs read.
function keep(transcript) {
  const fixture = join(import.meta.dirname, `../../fixtures/agents/${name}${extname(transcript)}`);
  execFileSync('node', [join(import.meta.dirname, 'trim.mjs'), transcript, fixture, home, project]);
}
if (path.includes('.db/')) {
  const database = path.slice(0, path.indexOf('.db/') + 3);
  for (const ending of ['', '-wal']) if (existsSync(database + ending)) cpSync(database + ending, join(out, `opencode.db${ending}`));
  const exported = join(out, 'export.json');
  const [program, words] = [join(inst, 'node_modules/.bin', agent.program), ['export', basename(path)]];
  writeFileSync(exported, execFileSync(program, words, { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'] }));
  if (process.env.UPDATE) keep(exported);
} else if (path) {
  const kept = join(out, basename(path));
  cpSync(path, kept);
  if (process.env.UPDATE) keep(kept);
}
writeFileSync(join(out, 'requests.jsonl'), server.requests.map((r) => JSON.stringify({ path: r.path, answer: r.answer, text: r.text.length })).join('\n'));
console.log(`${faults.length ? 'DIFFERS' : 'ok     '} ${name} ${installed(inst, agent)}: ${faults.length} of the checks differ`);
server.close();
process.exit(faults.length ? 1 : 0);
