// trim.mjs FROM TO HOME PROJECT: a transcript small enough to keep as a fixture. Long strings are cut (nothing of the talk is
// that long), the folders get other names, and what changes at every run becomes the same.
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to, home, project] = process.argv.slice(2);
const LONGEST = 700;
const KEPT = 160;
// The agents' own instructions, and what nobody can read.
const DROPPED = ['base_instructions', 'encrypted_content', 'sections'];

function trimmed(value, field) {
  if (typeof value === 'string') {
    const text = value.replaceAll(project, '/home/kim/workshop').replaceAll(home, '/home/kim')
      // Claude Code names the folder of a project by its path.
      .replaceAll(project.replaceAll(/[/.]/g, '-'), '-home-kim-workshop');
    return text.length > LONGEST ? `${text.slice(0, KEPT)} ...` : text;
  }
  if (Array.isArray(value)) {
    // Lists of tools and models.
    const kept = value.length > 12 && field !== 'messages' ? value.slice(0, 3) : value;
    return kept.map((one) => trimmed(one));
  }
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).filter(([name]) => !DROPPED.includes(name));
    return Object.fromEntries(entries.map(([name, inner]) => [trimmed(name), trimmed(inner, name)]));
  }
  return value;
}

const text = readFileSync(from, 'utf8');
const lines = from.endsWith('.json') ? [JSON.stringify(trimmed(JSON.parse(text)), null, 1)] : text.trimEnd().split('\n').map((line) => JSON.stringify(trimmed(JSON.parse(line))));
writeFileSync(to, `${lines.join('\n')}\n`);
