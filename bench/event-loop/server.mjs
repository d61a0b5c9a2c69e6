// A model on loopback in a process of its own, so that it does not share the event loop that is measured: first a call, then a text.
import { createServer } from "node:http";

const answer = (message, finish_reason) =>
  Buffer.from(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      model: "bench",
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
      usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
    }),
  );
const call = answer(
  { content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: "ping", arguments: "{}" } }] },
  "tool_calls",
);
const text = answer({ content: "pong" }, "stop");

const server = createServer((request, response) => {
  let answered = false;
  request.on("data", (chunk) => {
    answered ||= chunk.includes('"role":"tool"');
  });
  request.on("end", () => {
    const body = answered ? text : call;
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
