// A model on loopback in a process of its own, so that its CPU is not counted: first two calls, then a text.
import { createServer } from "node:http";

const call = (id, name, args) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } });
const head = { id: "chatcmpl-1", object: "chat.completion", model: "bench" };
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const answer = (message, finish_reason) =>
  Buffer.from(
    JSON.stringify({
      ...head,
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
      usage,
    }),
  );
const calls = answer(
  {
    content: null,
    tool_calls: [
      call("call_1", "getWeather", { city: "Oslo", unit: "celsius" }),
      call("call_2", "getWeather", { city: "Paris" }),
    ],
  },
  "tool_calls",
);
const text = answer({ content: "Paris is warmer." }, "stop");

const server = createServer((request, response) => {
  let answered = false;
  request.on("data", (chunk) => {
    answered ||= chunk.includes('"role":"tool"');
  });
  request.on("end", () => {
    const body = answered ? text : calls;
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
