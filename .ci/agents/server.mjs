// A model server with fixed answers, for agents that have no internet. It speaks Anthropic's Messages, OpenAI's Responses
// and Chat Completions, and Gemini's generateContent, streamed and whole. `answer` says what it answers; every request
// is kept in `requests`.
import http from 'node:http';
import zlib from 'node:zlib';
import { randomBytes } from 'node:crypto';

const id = (prefix) => prefix + randomBytes(10).toString('hex');
const TOKENS = 3000;

/** The words of a message's content, and whether a tool's result is in it. */
function read(content) {
  if (content == null) return { words: '', result: false };
  if (typeof content === 'string') return { words: content, result: false };
  const blocks = content.filter((block) => block && typeof block === 'object');
  const result = blocks.some((block) => ['tool_result', 'function_response'].includes(block.type) || block.functionResponse);
  const texts = content.map((block) => (typeof block === 'string' ? block : 'text' in block ? block.text ?? '' : ''));
  return { words: texts.filter(Boolean).join('\n'), result };
}

/** A request in one shape: [{role, words, result}], the names of the tools, and what the system says. */
function reading(kind, body) {
  const talk = [];
  let system = '';
  let tools = [];
  if (kind === 'messages' || kind === 'chat') {
    for (const message of body.messages ?? []) {
      const { words, result } = read(message.content);
      if (['system', 'developer'].includes(message.role)) system += `\n${words}`;
      else if (message.role === 'tool') talk.push({ role: 'user', words: '', result: true });
      else talk.push({ role: message.role, words, result });
    }
    if (kind === 'messages') system += read(body.system ?? '').words;
    tools = (body.tools ?? []).map((tool) => tool.name ?? tool.function?.name);
  } else if (kind === 'responses') {
    system = body.instructions ?? '';
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input ?? [];
    for (const item of input) {
      const type = item.type ?? 'message';
      // Codex's code mode hands its tools over in the talk.
      if (type === 'additional_tools') tools.push(...item.tools.flatMap((group) => (group.tools ?? [group]).map((t) => t.name)));
      else if (type.endsWith('_call_output')) talk.push({ role: 'user', words: '', result: true });
      else if (type.endsWith('_call')) talk.push({ role: 'assistant', words: '', result: false });
      else if (type === 'message') {
        const { words } = read(item.content);
        if (['system', 'developer'].includes(item.role)) system += `\n${words}`;
        else talk.push({ role: item.role, words, result: false });
      }
    }
    tools.push(...(body.tools ?? []).map((tool) => tool.name ?? tool.type));
  } else {
    system = read(body.systemInstruction?.parts).words;
    for (const content of body.contents ?? []) {
      talk.push({ role: content.role === 'model' ? 'assistant' : 'user', ...read(content.parts) });
    }
    tools = (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map((f) => f.name));
  }
  return { kind, talk, system, tools, text: JSON.stringify(body) };
}

const pieces = (text) => text.match(/[\s\S]{1,40}/g) ?? [];

const WRITERS = {
  messages(body, parts, out) {
    const blocks = parts.map((part) =>
      'text' in part ? { type: 'text', text: part.text } : { type: 'tool_use', id: id('toolu_'), name: part.tool, input: part.input });
    const stop_reason = parts.some((part) => part.tool) ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: TOKENS, output_tokens: 40, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const message = { id: id('msg_'), type: 'message', role: 'assistant', model: body.model, content: blocks, stop_reason, stop_sequence: null, usage };
    if (!body.stream) return out.whole(message);
    const event = (data) => out.event(data, data.type);
    event({ type: 'message_start', message: { ...message, content: [], stop_reason: null } });
    blocks.forEach((block, index) => {
      const empty = block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
      event({ type: 'content_block_start', index, content_block: empty });
      const deltas = block.type === 'text'
        ? pieces(block.text).map((text) => ({ type: 'text_delta', text }))
        : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
      deltas.forEach((delta) => event({ type: 'content_block_delta', index, delta }));
      event({ type: 'content_block_stop', index });
    });
    event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage });
    event({ type: 'message_stop' });
  },

  responses(body, parts, out) {
    const output = parts.map((part) => {
      if ('text' in part) {
        const content = [{ type: 'output_text', text: part.text, annotations: [] }];
        return { type: 'message', id: id('msg_'), role: 'assistant', status: 'completed', content };
      }
      const call = { call_id: id('call_'), name: part.tool, status: 'completed' };
      return typeof part.input === 'string'
        ? { type: 'custom_tool_call', id: id('ctc_'), ...call, input: part.input }
        : { type: 'function_call', id: id('fc_'), ...call, arguments: JSON.stringify(part.input) };
    });
    const usage = {
      input_tokens: TOKENS, input_tokens_details: { cached_tokens: 0 }, output_tokens: 40,
      output_tokens_details: { reasoning_tokens: 0 }, total_tokens: TOKENS + 40,
    };
    const response = { id: id('resp_'), object: 'response', status: 'completed', model: body.model, output, usage };
    if (!body.stream) return out.whole(response);
    const event = (data) => out.event(data, data.type);
    event({ type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } });
    output.forEach((item, output_index) => {
      if (item.type === 'message') {
        event({ type: 'response.output_item.added', output_index, item: { ...item, content: [], status: 'in_progress' } });
        for (const delta of pieces(item.content[0].text)) {
          event({ type: 'response.output_text.delta', item_id: item.id, output_index, content_index: 0, delta });
        }
      }
      event({ type: 'response.output_item.done', output_index, item });
    });
    event({ type: 'response.completed', response });
  },

  chat(body, parts, out) {
    const text = parts.map((part) => part.text ?? '').join('');
    const calls = parts.filter((part) => part.tool).map((part, index) => ({
      index, id: id('call_'), type: 'function', function: { name: part.tool, arguments: JSON.stringify(part.input) },
    }));
    const finish_reason = calls.length ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: TOKENS, completion_tokens: 40, total_tokens: TOKENS + 40 };
    const same = { id: id('chatcmpl-'), created: Math.floor(Date.now() / 1000), model: body.model };
    if (!body.stream) {
      const message = { role: 'assistant', content: text || null, ...(calls.length && { tool_calls: calls }) };
      return out.whole({ ...same, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
    }
    const chunk = (delta, finish = null) =>
      out.event({ ...same, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
    chunk({ role: 'assistant', content: '' });
    pieces(text).forEach((content) => chunk({ content }));
    calls.forEach((call) => chunk({ tool_calls: [call] }));
    chunk({}, finish_reason);
    out.event({ ...same, object: 'chat.completion.chunk', choices: [], usage });
    out.event('[DONE]');
  },

  gemini(body, parts, out, { streamed }) {
    const given = parts.map((part) => ('text' in part ? { text: part.text } : { functionCall: { name: part.tool, args: part.input } }));
    const answer = {
      candidates: [{ content: { role: 'model', parts: given }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: TOKENS, candidatesTokenCount: 40, totalTokenCount: TOKENS + 40 },
      modelVersion: 'fake',
    };
    if (streamed) out.event(answer);
    else out.whole(answer);
  },
};

function kindOf(path) {
  if (path.endsWith('/messages')) return 'messages';
  if (path.endsWith('/responses')) return 'responses';
  if (path.endsWith('/chat/completions')) return 'chat';
  return path.includes('enerateContent') ? 'gemini' : undefined;
}

function unpacked(bytes, encoding) {
  if (encoding === 'gzip') return zlib.gunzipSync(bytes);
  if (encoding === 'br') return zlib.brotliDecompressSync(bytes);
  if (encoding === 'zstd' && zlib.zstdDecompressSync) return zlib.zstdDecompressSync(bytes);
  return bytes;
}

/** Starts a server on a free port of this machine: `{url, requests, close}`. */
export async function serve(answer) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const whole = (object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(object));
    };
    const path = request.url.split('?')[0];
    if (request.method === 'GET') {
      const model = { id: 'fake-model', object: 'model', type: 'model', display_name: 'fake-model' };
      return path.includes('models') ? whole({ object: 'list', data: [model], models: [] }) : whole({ error: { message: 'nothing here' } }, 404);
    }
    if (/count_?tokens$/i.test(path)) return whole({ input_tokens: 1000, totalTokens: 1000 });
    const kind = kindOf(path);
    let body = {};
    try {
      body = JSON.parse(unpacked(Buffer.concat(chunks), request.headers['content-encoding']).toString() || '{}');
    } catch {
      // Kept as an empty body: what it was for shows in the path.
    }
    if (!kind) {
      requests.push({ kind: 'other', path, text: JSON.stringify(body), talk: [] });
      return whole({ error: { message: 'nothing here', type: 'not_found_error' } }, 404);
    }
    const asked = reading(kind, body);
    const parts = answer(asked);
    requests.push({ path, ...asked, answer: parts, at: Date.now() });
    let began = false;
    const event = (data, name) => {
      if (!began) response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      began = true;
      response.write(`${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    };
    WRITERS[kind](body, parts, { whole, event }, { streamed: path.includes('stream') });
    if (began) response.end();
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}
