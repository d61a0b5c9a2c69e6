/** Responses, of OpenAI, Azure, a proxy that changes ids, and LM Studio, played by a real server. */
import { createStreamReader } from "../../src/providers/openai-responses/from-stream.ts";
import { openaiResponses } from "../../src/providers/openai-responses/model.ts";
import { describeRecordings } from "../support/describe-recordings.ts";

describeRecordings("Responses", {
  format: "named",
  model: (baseUrl) => openaiResponses("m", { baseUrl, apiKey: "key-123456" }),
  reader: createStreamReader,
  wanted: [
    [
      "openai-responses/azure-tool-call.chunks.txt",
      {
        calls: ['call_H5DxLSFnsGhiROnUiDHmgyc8 weather {"location":"San Francisco"}'],
        finish: "stop",
        usage: [45, 24],
      },
    ],
    [
      "openai-responses/azure-tool-call.json",
      {
        calls: ['call_YunNGbIwdVJ2i0y0Mybva4Pw weather {"location":"San Francisco"}'],
        finish: "stop",
        usage: [45, 24],
      },
    ],
    [
      "openai-responses/github-copilot-id-rotation.chunks.txt",
      {
        text: "There are **3** letter **“r”**s in **“strawberry.”**\n\nBreakd",
        reasoning: "**Counting character occurrences**",
        finish: "stop",
        usage: [19, 105, 0, 0, 44],
      },
    ],
    [
      "openai-responses/parallel-tool-call-wrapper.json",
      {
        calls: [
          'call_parallel parallel {"tool_uses":[{"recipient_name":"functions.weather","parameters":{"location":"San Francisco"}},{"recipient_name":"functions.cityAttractions","parameters":{"city":"Rome"}}]}',
        ],
        finish: "stop",
        usage: [34, 28],
      },
    ],
    [
      "openai-responses/reasoning-encrypted-content.chunks.txt",
      {
        reasoning: "**Calculating step-by-step using calculator**\n\nI'll compute ",
        calls: ['call_AB6AaRZ1FYZB2RwS6A5vbdqn calculator {"a":12,"b":7,"op":"add"}'],
        finish: "stop",
        usage: [134, 28],
      },
    ],
    [
      "openai-responses/reasoning-encrypted-content.json",
      {
        text: "12 + 7 = 19\n19 × 3 = 57\n57 × 10 = 570\n\nFinal result: 570",
        reasoning: "**Reporting final result**\n\nThe tool returned 570, and now I",
        finish: "stop",
        usage: [865, 163, 0, 0, 128],
      },
    ],
    [
      "openai-responses/tool-call.sse.txt",
      { calls: ['call_kL0PCQV7M2WMoVX8V8OtYSAL get_capital {"country":"France"}'], finish: "stop", usage: [255, 16] },
    ],
    [
      "openai-compatible/lmstudio-responses-tool-call.chunks.txt",
      {
        text: "I'll get the current weather information for San Francisco f",
        reasoning: "The user is asking for the weather in San Francisco. I have ",
        calls: ['call_2025306790300011 weather {"location":"San Francisco"}'],
        finish: "stop",
        usage: [182, 61, 2, 0, 48],
      },
    ],
  ],
});
