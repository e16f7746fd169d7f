// The agents: what is installed, what lets each talk to the fake server and ask nothing at its start, and the keys its
// screen wants.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
}

const ask = { say: 'Ask me how long a reminder waits.' };
const ARROWS = { ...ask, wait: '24 hours', then: [['Down'], ['Enter']], after: 'set as you chose' };

const claude = (version) => ({
  package: `@anthropic-ai/claude-code@${version}`,
  program: 'claude',
  hooks: 'claude',
  env: (url) => ({
    ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-ant-dummy-not-a-key', DISABLE_AUTOUPDATER: '1', IS_SANDBOX: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ENABLE_TOOL_SEARCH: 'false',
  }),
  seed(home, project) {
    put(join(home, '.claude.json'), {
      hasCompletedOnboarding: true, lastOnboardingVersion: version, theme: 'dark',
      customApiKeyResponses: { approved: ['sk-ant-dummy-not-a-key'.slice(-20)], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    });
  },
  command: 'claude --model claude-sonnet-4-5 --permission-mode acceptEdits --allowedTools Bash,TodoWrite,TaskCreate,TaskUpdate',
  again: ' --continue',
  todos: true,
  ask: { ...ask, wait: 'Type something|Chat about this', then: [['2']], after: 'set as you chose' },
  plan: { before: [['BTab']], wait: 'Would you like to proceed', then: [['Enter']], after: 'plan is approved' },
  compact: { say: '/compact', wait: '[Cc]ompacted' },
  quit: [['C-c'], ['C-c']],
});

const codex = (model) => ({
  package: '@openai/codex@0.169.0',
  program: 'codex',
  hooks: 'codex',
  env: () => ({ FAKE_KEY: 'dummy' }),
  // It takes no settings then, so that it asks its own provider.
  reader: false,
  seed(home, project, url) {
    put(join(home, '.codex/config.toml'), `model = "${model}"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
[tui.model_availability_nux]
"gpt-6.1-sol" = 1
[analytics]
enabled = false
[tools.update_plan]
enabled = true
[features]
default_mode_request_user_input = true
[projects."${project}"]
trust_level = "trusted"
`);
  },
  command: `codex --no-daemon -m ${model}`,
  // What a person answers at /hooks: all of them are trusted. They count from the next start on.
  prepare: [{ keys: ['Escape'] }, { type: '/hooks' }, { keys: ['Enter'] }, { keys: ['t'] }, { keys: ['Escape'] }, { keys: ['Escape'] }],
  again: ' resume --last',
  againFirst: true,
  todos: true,
  ask: { ...ARROWS, wait: '12 hours' },
  plan: { before: [['BTab']], wait: 'Implement this plan', then: [['Enter']], after: 'Working|All right|begin' },
  compact: { say: '/compact', wait: '[Cc]ompacted' },
  quit: [['C-c'], ['C-c']],
});

// It has another name since 0.74, and wants a newer Node than the others, which comes with it.
const pi = (name, { node } = {}) => ({
  package: name,
  more: node ? [`node@${node}`] : [],
  program: 'pi',
  env: () => ({ FAKE_KEY: 'dummy' }),
  seed(home, project, url) {
    const model = {
      id: 'fake-model', name: 'Fake', reasoning: false, input: ['text'], contextWindow: 128000, maxTokens: 8000,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    };
    const fake = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'FAKE_KEY', models: [model] };
    put(join(home, '.pi/agent/models.json'), { providers: { fake } });
    // Of a talk as short as this one, nothing would be compacted.
    const compaction = { keepRecentTokens: 40 };
    put(join(home, '.pi/agent/settings.json'), { defaultProvider: 'fake', defaultModel: 'fake-model', compaction });
  },
  command: 'pi',
  compact: { say: '/compact', wait: '[Cc]ompact(ed|ion)' },
  quit: [['C-c'], ['C-c']],
});

export const AGENTS = {
  claude: claude('2.1.330'),
  'claude-older': claude('2.1.197'),
  codex: codex('gpt-5.5'),
  'codex-scripts': codex('gpt-6-sol'),
  gemini: {
    package: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'dummy', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    seed(home) {
      put(join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false }, general: { disableAutoUpdate: true },
        telemetry: { enabled: false }, ui: { hideTips: true }, tools: { autoAccept: true },
      });
    },
    command: 'gemini --yolo --skip-trust',
    ask: { ...ask, wait: '24 hours', then: [['Down'], ['Enter'], ['Enter']], after: 'set as you chose' },
    compact: { say: '/compress', wait: '[Cc]ompress(ed|ion)' },
    quit: [['C-c'], ['C-c']],
  },
  copilot: {
    package: '@github/copilot@1.0.102',
    program: 'copilot',
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_API_KEY: 'dummy', COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_MODEL: 'fake-model', COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false',
    }),
    seed() {},
    command: 'copilot --allow-all-tools',
    // The folder is trusted for all sessions.
    begin: [{ keys: ['2'] }],
    ask: ARROWS,
    compact: { say: '/compact', wait: '[Cc]ompact(ed|ion)' },
    quit: [['C-c'], ['C-c']],
  },
  pi: pi('@earendil-works/pi-coding-agent@0.87.1', { node: '22' }),
  'pi-older': pi('@mariozechner/pi-coding-agent@0.73.1'),
  opencode: {
    package: 'opencode-ai@1.18.33',
    program: 'opencode',
    env: () => ({ FAKE_KEY: 'dummy' }),
    seed(home, project, url) {
      const models = { 'fake-model': { name: 'Fake', limit: { context: 128000, output: 8000 } } };
      put(join(home, '.config/opencode/opencode.json'), {
        $schema: 'https://opencode.ai/config.json', autoupdate: false, share: 'disabled', permission: { '*': 'allow' },
        model: 'fake/fake-model', small_model: 'fake/fake-model',
        provider: { fake: { npm: '@ai-sdk/openai-compatible', name: 'Fake', options: { baseURL: `${url}/v1`, apiKey: 'dummy' }, models } },
      });
    },
    command: 'opencode',
    ready: 'Ask anything',
    todos: true,
    ask: ARROWS,
    compact: { say: '/compact', wait: '[Cc]ompact' },
    quit: [['C-c'], ['C-c']],
  },
};

/** The version that is installed. */
export function installed(folder, agent) {
  const name = agent.package.slice(0, agent.package.lastIndexOf('@'));
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
