// A program on a screen of its own, by tmux.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Waiting takes longer on a busy machine: SLOW=3 waits three times as long. */
const SLOW = Number(process.env.SLOW ?? 1);
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const quoted = (word) => `'${String(word).replaceAll("'", "'\\''")}'`;

export class Screen {
  constructor(socket) {
    this.socket = socket;
  }

  tmux(...words) {
    return execFileSync('tmux', ['-f', '/dev/null', '-S', this.socket, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }

  /** Starts a command line in a folder with exactly this environment. */
  start(line, folder, env, [columns, rows] = [110, 45]) {
    this.stop();
    const given = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`)).join(' ');
    this.tmux('new-session', '-d', '-x', columns, '-y', rows, '-c', folder, `env -i ${given} ${line}; echo ENDED; sleep 3600`);
  }

  see() {
    try {
      return this.tmux('capture-pane', '-p').split('\n').filter((row) => row.trim()).join('\n');
    } catch {
      return '';
    }
  }

  header() {
    try {
      return this.tmux('capture-pane', '-p', '-E', '1');
    } catch {
      return '';
    }
  }

  keys(...keys) {
    this.tmux('send-keys', ...keys);
  }

  async type(text) {
    this.tmux('send-keys', '-l', '--', text);
    await sleep(400);
  }

  async say(text) {
    await this.type(text);
    this.keys('Enter');
  }

  /** Waits for a pattern; false with what is seen instead when it does not come. */
  async wait(pattern, seconds = 25) {
    const end = Date.now() + seconds * 1000 * SLOW;
    while (Date.now() < end) {
      if (new RegExp(pattern).test(this.see())) return true;
      await sleep(100);
    }
    return false;
  }

  stop() {
    if (!existsSync(this.socket)) return;
    try {
      this.tmux('kill-server');
    } catch {
      // It has ended.
    }
  }
}

export const pause = (ms) => sleep(ms * SLOW);
