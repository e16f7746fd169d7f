// The talk that is typed into each agent, and what the model answers. It is about the bookings of a bicycle workshop.

const say = (text) => ({ text });
const use = (want, given) => ({ want, ...given });

/** Words that only summaries contain. Nobody said them. */
export const SUMMARY = 'The team settled on MongoDB (SUMMARY-ONLY).';
const SUMMARY_TEXT = `<analysis>Bookings.</analysis>\n<summary>\n1. The person wants a booking page for a workshop.\n2. ${SUMMARY}\n3. Next: the calendar page.\n</summary>`;
const STATE_SNAPSHOT = `<state_snapshot>\n<overall_goal>A booking page.</overall_goal>\n<key_knowledge>\n- ${SUMMARY}\n</key_knowledge>\n</state_snapshot>`;

export const PLAN = '# Plan: calendar page\n\n1. Draw the month\n2. Mark the booked days\n3. Test a month without bookings\n';
export const TODOS = ['Write bookings.py', 'Test the bookings', 'Describe the backup'];
const todos = (states) => use('todo', { items: TODOS.map((content, n) => ({ content, status: states[n] })) });

/** What the model answers to a prompt: a list of parts for each of its calls, one after the other. */
const ANSWERS = [
  [/How should the workshop store its bookings/, [say('There are two ways.\n\n1. SQLite: one file, no server.\n2. Postgres: a server, for many writers.\n\nI recommend SQLite for a workshop. Shall I go with SQLite?')]],
  [/^yes, go with it/, [say("We'll use SQLite for the bookings, in the file bookings.db.")]],
  [/never touch the legacy folder/i, [say('Understood. The legacy folder stays as it is.')]],
  [/make a todo list/i, [todos(['in_progress', 'pending', 'pending'])], [say('Three steps are noted.')]],
  [/Ask me how long/, [use('ask', { question: 'How long should a reminder wait?', header: 'Reminder', options: ['12 hours', '24 hours'] })], [say('The reminder is set as you chose.')]],
  [/Write the bookings file and commit/,
    [use('shell', { command: "echo 'import sqlite3' > bookings.py && git add -A && git commit -q -m 'Add the bookings file' && git log --oneline | head -1", why: 'Write and commit' })],
    [todos(['completed', 'in_progress', 'pending'])],
    [say('bookings.py is written and committed.')]],
  [/36 hours instead/, [say('The reminder waits 36 hours now.')]],
  [/Plan the calendar page/, [use('planfile', { plan: PLAN })], [use('plan', { plan: PLAN })], [say('The plan is approved. I begin with the month.')]],
  [/What comes next/, [say('Next comes the calendar page.')]],
  [/Where were we/, [say('We were at the calendar page.')]],
  [/line number (\d+)/, [say('Counted.')]],
];

/** Tools by what is wanted, as agents offer them. */
const TOOLS = {
  todo: {
    TodoWrite: ({ items }) => ({ todos: items.map((item) => ({ ...item, activeForm: `${item.content} ...` })) }),
    todowrite: ({ items }) => ({ todos: items.map((item, n) => ({ ...item, priority: 'medium', id: `${n}` })) }),
    write_todos: ({ items }) => ({ todos: items.map(({ content, status }) => ({ description: content, status })) }),
    update_plan: ({ items }) => ({ plan: items.map(({ content, status }) => ({ step: content, status })) }),
    update_todo: ({ items }) => ({ todos: items.map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}`).join('\n') }),
    exec: ({ items }) => `const done = await tools.update_plan({plan: ${JSON.stringify(items.map(({ content, status }) => ({ step: content, status })))}});\ntext(done);\n`,
  },
  ask: {
    AskUserQuestion: ({ question, header, options }) => ({ questions: [{ question, header, multiSelect: false, options: options.map((label) => ({ label, description: `${label} after the visit` })) }] }),
    request_user_input: ({ question, header, options }) => ({ questions: [{ id: 'wait', question, header, options: options.map((label) => ({ label, description: `${label} after the visit` })) }] }),
    question: ({ question, header, options }) => ({ questions: [{ question, header, options: options.map((label) => ({ label, description: label })) }] }),
    ask_user: ({ question, header, options }, { text }) =>
      text.includes('requestedSchema')
        ? { message: question, requestedSchema: { type: 'object', properties: { wait: { type: 'string', title: header, enum: options } }, required: ['wait'] } }
        : { questions: [{ question, header, type: 'choice', options: options.map((label) => ({ label, description: label })) }], question, choices: options },
  },
  shell: {
    Bash: ({ command, why }) => ({ command, description: why }),
    bash: ({ command, why }) => ({ command, description: why }),
    run_shell_command: ({ command, why }) => ({ command, description: why }),
    exec_command: ({ command }) => ({ cmd: command }),
    shell_command: ({ command }) => ({ command }),
    shell: ({ command }) => ({ command: ['bash', '-lc', command] }),
    exec: ({ command }) => `const done = await tools.exec_command({cmd: ${JSON.stringify(command)}});\ntext(done.output);\n`,
  },
  plan: {
    ExitPlanMode: ({ plan }) => ({ plan }),
    exit_plan_mode: ({ plan }) => ({ plan, summary: plan }),
  },
};

/** A part as this agent can be given it. */
function part(wanted, asked) {
  if ('text' in wanted) return [wanted];
  if (wanted.want === 'planfile') {
    // Codex's plan mode marks the plan; Claude Code's is a file, whose path is in the request.
    if (asked.text.includes('proposed_plan')) return [say(`<proposed_plan>\n${wanted.plan}</proposed_plan>`)];
    const path = asked.text.match(/(?:create your plan at|plan file (?:already )?exists at) (\S+?\.md)/)?.[1];
    if (path && asked.tools.includes('Write')) return [{ tool: 'Write', input: { file_path: path, content: wanted.plan } }];
    return [say('This is what I think of.')];
  }
  for (const [name, input] of Object.entries(TOOLS[wanted.want])) {
    if (asked.tools.includes(name)) return [{ tool: name, input: input(wanted, asked) }];
  }
  if (wanted.want === 'todo' && asked.tools.includes('TaskCreate')) {
    return wanted.items.map(({ content }) => ({ tool: 'TaskCreate', input: { subject: content, description: content, activeForm: content } }));
  }
  return [say(`(${wanted.want} is not offered)`)];
}

/** The words of the person in a message: without what agents and hooks put around them. */
function own(words) {
  return (words ?? '')
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
    .replace(/<([\w-]+)[^>]*>[\s\S]*?<\/\1>/g, '')
    .trim()
    .replace(/^"([^"]*)"$/, '$1');
}

const SUMMARIZES = /checkpoint|summar|compact|state_snapshot|anchored/i;

/** What the model answers to a request. */
export function answer(asked) {
  const { talk, system, tools, text } = asked;
  const last = talk.findLast((message) => message.role === 'user' && own(message.words));
  const prompt = own(last?.words);
  const nonce = prompt.match(/^nonce: (\w+)$/m) ?? text.match(/nonce: (\w+)\\n/);
  if (nonce) return [say(readerAnswer(nonce[1], last?.words ?? ''))];
  const known = ANSWERS.find(([pattern]) => pattern.test(prompt));
  if (!known && SUMMARIZES.test(`${last?.words}\n${system.slice(0, 4000)}`) && !prompt.match(/^\/\w+/)) {
    if (text.includes('state_snapshot')) return [say(STATE_SNAPSHOT)];
    if (/summar|checkpoint|anchored/i.test(`${last?.words}`) || !tools.length) return [say(SUMMARY_TEXT)];
  }
  if (text.includes('responseJsonSchema') || text.includes('"responseMimeType":"application/json"')) {
    return [say(JSON.stringify({ reasoning: 'simple', model_choice: 'flash', complexity_reasoning: 'simple', complexity_score: 10, next_speaker: 'user' }))];
  }
  if (!tools.length && /title|topic/i.test(system.slice(0, 3000))) {
    return [say(/json/i.test(text) ? JSON.stringify({ title: 'Workshop bookings', isNewTopic: false }) : 'Workshop bookings')];
  }
  for (let at = talk.length - 1; at >= 0; at -= 1) {
    if (talk[at].role !== 'user') continue;
    const words = own(talk[at].words);
    const found = ANSWERS.find(([pattern]) => pattern.test(words));
    if (found) {
      const done = talk.slice(at + 1).filter((m, n, rest) => m.role === 'assistant' && rest[n - 1]?.role !== 'assistant').length;
      return (found[done + 1] ?? [say('All right.')]).flatMap((wanted) => part(wanted, asked));
    }
    if (words && !talk[at].result) break;
  }
  return [say('All right.')];
}

/** The answer to deltamind's own question, in a fence behind a sentence, as models like to give it. */
function readerAnswer(nonce, prompt) {
  const rule = /never touch the legacy folder/i.exec(prompt)?.[0];
  const turn = prompt.match(/"id":\s*"([^"]+)"[^{}]*never touch the legacy folder/i)?.[1];
  const change = {
    kind: 'constraint_added', turn, quote: rule, answer_turn: '', answer_quote: '', summary: 'Never touch the legacy folder',
    sure: 'high', target: '', alternatives: [], hard: true, mode: '', resolution: '',
  };
  const json = JSON.stringify({ nonce, changes: turn ? [change] : [], wrong: [] });
  return `Here is what changed:\n\n\`\`\`json\n${json}\n\`\`\`\n`;
}
