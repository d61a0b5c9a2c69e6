/** Chat Completions, of OpenAI and of servers that speak it, played by a real server. */
import { OPENAI_SERVER } from "../../src/providers/openai-chat/chat-server.ts";
import { createStreamReader } from "../../src/providers/openai-chat/from-stream.ts";
import { openaiChat } from "../../src/providers/openai-chat/model.ts";
import { describeRecordings } from "../support/describe-recordings.ts";

describeRecordings("Chat Completions", {
  format: "chat",
  model: (baseUrl) => openaiChat("m", { baseUrl, apiKey: "key-123456" }),
  reader: (emit) => createStreamReader({ provider: OPENAI_SERVER.name }, emit),
  wanted: [
    [
      "openai-chat/tool-call-single.sse.txt",
      {
        calls: ['call_c91SqDXlYFuETYv8mUHzz6pp GetWeatherArgs {"city":"Edinburgh","country":"UK","units":"c"}'],
        finish: "stop",
        usage: [76, 24],
      },
    ],
    [
      "openai-chat/tool-call-parallel.sse.txt",
      {
        calls: [
          'call_JMW1whyEaYG438VE1OIflxA2 GetWeatherArgs {"city": "Edinburgh", "country": "GB", "units": "c"}',
          'call_DNYTawLBoN8fj3KN6qU9N1Ou get_stock_price {"ticker": "AAPL", "exchange": "NASDAQ"}',
        ],
        finish: "stop",
        usage: [149, 60],
      },
    ],
    [
      "openai-chat/tool-call-usage.sse.txt",
      { calls: ['call_ZR5UUuTt3pf61kjwAJIYdVMj get_capital {"country":"UK"}'], finish: "stop", usage: [53, 15] },
    ],
    ["openai-chat/length.sse.txt", { text: '{"', finish: "length", usage: [79, 1] }],
    [
      "openai-chat/refusal.sse.txt",
      { refusal: "I'm sorry, I can't assist with that request.", finish: "refusal", usage: [79, 11] },
    ],
    [
      "openai-chat/azure-model-router.chunks.txt",
      { text: "Capital of Denmark.", finish: "stop", usage: [15, 78, 0, 0, 64] },
    ],
    [
      "openai-chat/openai-text.json",
      {
        text: "**Holiday Name:** Galaxy Day  \n\n**Date:** October 31st, alig",
        finish: "stop",
        usage: [16, 363],
      },
    ],
    [
      "openai-compatible/alibaba-tool-call.chunks.txt",
      {
        calls: ['call_eee11723464a4b9eb8cee71d weather {"location": "San Francisco"}'],
        finish: "stop",
        usage: [295, 22],
      },
    ],
    [
      "openai-compatible/deepseek-tool-call.chunks.txt",
      {
        reasoning: "The user is asking for the weather in San Francisco. I need ",
        calls: ['call_00_ioIn7yN9p1ZOMNpDLwd4MgAF weather {"location": "San Francisco"}'],
        finish: "stop",
        usage: [339, 83, 320, 0, 39],
      },
    ],
    [
      "openai-compatible/deepseek-tool-call.json",
      {
        reasoning: "The user is asking for the weather in San Francisco. I have ",
        calls: ['call_00_9V0vrf86Pc9aelHCJMZqnJBo weather {"location": "San Francisco"}'],
        finish: "stop",
        usage: [339, 92, 320, 0, 48],
      },
    ],
    [
      "openai-compatible/groq-tool-call.chunks.txt",
      { calls: ["tk85n1k4m weather {}"], finish: "stop", usage: [210, 15] },
    ],
    ["openai-compatible/groq-tool-call.json", { calls: ["ax9fskhev weather {}"], finish: "stop", usage: [218, 15] }],
    [
      "openai-compatible/index-from-one.sse.txt",
      { text: "Reading it.", calls: ['toolu_sanitized read_file {"path": "a.txt"}'], finish: "stop", usage: [0, 0] },
    ],
    [
      "openai-compatible/mistral-incremental-tool-call.chunks.txt",
      {
        calls: ['chatcmpl-tool-9f149c74c42f265b webSearchTool {"query": "current Berlin weather"}'],
        finish: "stop",
        usage: [171, 14, 128],
      },
    ],
    [
      "openai-compatible/mistral-tool-call.chunks.txt",
      { calls: ['gSIMJiOkT weather {"location": "San Francisco"}'], finish: "stop", usage: [124, 22] },
    ],
    [
      "openai-compatible/mistral-tool-call.json",
      { calls: ['gSIMJiOkT weather {"location": "San Francisco"}'], finish: "stop", usage: [124, 22] },
    ],
    [
      "openai-compatible/openrouter-comments.sse.txt",
      { text: "https://github.com/pydantic/pydantic-ai ", finish: "stop", usage: [8174, 30] },
    ],
    // xAI leaves its 196 reasoning tokens out of the 26 output tokens.
    [
      "openai-compatible/xai-tool-call.chunks.txt",
      {
        reasoning: "First, the user is",
        calls: ['call_55117580 weather {"location":"San Francisco"}'],
        finish: "stop",
        usage: [291, 222, 290, 0, 196],
      },
    ],
  ],
});
