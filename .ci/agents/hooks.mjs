// hooks.mjs DELTAMIND: how long the hooks take to answer, from the start of the process to its end, on an idle machine and
// with nine busy processes for each core.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from './screen.mjs';

const [deltamind] = process.argv.slice(2);
const ROUNDS = 100;
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop'];

const folder = mkdtempSync(join(tmpdir(), 'hook-times-'));
const project = join(folder, 'workshop');
mkdirSync(join(project, '.git'), { recursive: true });
const transcript = join(folder, 'aaaa.jsonl');
copyFileSync(join(import.meta.dirname, '../../fixtures/agents/claude.jsonl'), transcript);
const env = { PATH: '/usr/bin:/bin', HOME: folder };
const run = (words, input = '') => spawnSync(deltamind, words, { cwd: project, env, input, encoding: 'utf8' });

run(['save', '--from', transcript]);
const told = (event) => JSON.stringify({
  session_id: 'aaaa', transcript_path: transcript, cwd: project, permission_mode: 'default', hook_event_name: event,
  source: 'startup', prompt: 'go on',
});

function measure(when) {
  for (const event of EVENTS) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { status } = run(['hook', event], told(event));
      times.push(performance.now() - began);
      if (status !== 0) throw new Error(`hook ${event} ended with ${status}`);
    }
    times.sort((a, b) => a - b);
    const part = (share) => times[Math.floor(ROUNDS * share)].toFixed(0);
    console.log(`figure  hook ${event}, ${when}, ${ROUNDS} answers: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms`);
  }
}

measure('idle');
const busy = Array.from({ length: 9 * availableParallelism() }, () => spawn('sh', ['-c', 'while :; do :; done']));
await sleep(500);
try {
  measure('busy');
} finally {
  for (const child of busy) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}
