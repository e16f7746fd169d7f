// Serves one small model as Ollama does (/api/tags, /api/show, /api/chat) and as OpenAI does (/v1/models,
// /v1/chat/completions), on this machine only. Arguments: the weights, a file to write the address to, and the model's name.
import {createServer} from "node:http";
import {renameSync, statSync, writeFileSync} from "node:fs";
import {getLlama, LlamaChatSession} from "node-llama-cpp";

const [weights, addressFile, name] = process.argv.slice(2);
// One thread: several wait for each other in a loop, which on a busy machine makes seconds into minutes.
const llama = await getLlama({gpu: false, build: "never", logLevel: "error", maxThreads: 1});
const model = await llama.loadModel({modelPath: weights});
// A model this small cannot copy a random word. ECHO=1 writes it for the model, so that what lies behind is met too.
const cause = {maxTokens: "length"};

// One answer. Each has a context of its own, so that nothing of one question reaches the next.
async function chat({messages, schema, size, predict, signal}, onTextChunk) {
    const context = await model.createContext({contextSize: size});
    try {
        const said = (role) => messages.filter((m) => m.role === role).map((m) => m.content).join("\n");
        const sequence = context.getSequence();
        const session = new LlamaChatSession({contextSequence: sequence, systemPrompt: said("system")});
        const echoed = process.env.ECHO && said("user").match(/^nonce: (\S+)/)?.[1];
        if (echoed && schema?.properties?.nonce) schema.properties.nonce = {enum: [echoed]};
        const grammar = schema && await llama.createGrammarForJsonSchema(schema);
        const options = {grammar, maxTokens: predict, temperature: 0, signal, stopOnAbortSignal: true, onTextChunk};
        const {stopReason} = await session.promptWithMeta(said("user"), options);
        const {usedInputTokens, usedOutputTokens} = sequence.tokenMeter;
        return {reason: cause[stopReason] ?? "stop", read: usedInputTokens, written: usedOutputTokens};
    } finally {
        await context.dispose();
    }
}

const ways = {
    "/api/tags": () => ({models: [{name, size: statSync(weights).size}]}),
    "/api/show": () => ({model_info: {"llama.context_length": model.trainContextSize}}),
    "/v1/models": () => ({data: [{id: name}]}),
    "/api/chat": async ({messages, format, options = {}}, signal, line) => {
        const {num_ctx: size = 4096, num_predict: predict = 512} = options;
        const told = (content) => line(JSON.stringify({message: {role: "assistant", content}, done: false}));
        const end = await chat({messages, schema: format, size, predict, signal}, told);
        const counted = {prompt_eval_count: end.read, eval_count: end.written};
        line(JSON.stringify({message: {content: ""}, done: true, done_reason: end.reason, ...counted}));
    },
    "/v1/chat/completions": async ({messages, response_format, max_tokens: predict = 512}, signal, line) => {
        const event = (value) => line(`data: ${JSON.stringify(value)}\n`);
        const told = (content) => event({choices: [{delta: {content}}]});
        const schema = response_format?.json_schema?.schema;
        const end = await chat({messages, schema, size: model.trainContextSize, predict, signal}, told);
        event({choices: [{delta: {}, finish_reason: end.reason}]});
        event({choices: [], usage: {prompt_tokens: end.read, completion_tokens: end.written}});
        line("data: [DONE]\n");
    },
};

const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const refuse = (code, error) => response.writeHead(code).end(JSON.stringify({error}));
    let body = "";
    for await (const chunk of request) body += chunk;
    const way = ways[request.url];
    if (!way) return refuse(404, `there is no ${request.url}`);
    try {
        const asked = JSON.parse(body || "{}");
        if (asked.model && asked.model !== name) return refuse(404, `model '${asked.model}' not found`);
        const answer = await way(asked, gone.signal, (text) => response.write(`${text}\n`));
        response.end(answer && JSON.stringify(answer));
    } catch (error) {
        if (gone.signal.aborted) return;
        if (response.headersSent) response.end(`${JSON.stringify({error: String(error)})}\n`);
        else refuse(500, String(error));
    }
});
server.listen(0, "127.0.0.1", () => {
    // Renamed, so that whoever waits for the file finds the whole address.
    writeFileSync(`${addressFile}.part`, `http://127.0.0.1:${server.address().port}`);
    renameSync(`${addressFile}.part`, addressFile);
});
