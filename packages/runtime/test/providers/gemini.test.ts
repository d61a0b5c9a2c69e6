/** Gemini's generateContent, of the Developer API and of Vertex, played by a real server. */
import { createStreamReader } from "../../src/providers/gemini/from-stream.ts";
import { gemini } from "../../src/providers/gemini/model.ts";
import { describeRecordings } from "../support/describe-recordings.ts";

describeRecordings("Gemini", {
  format: "gemini",
  model: (baseUrl) => gemini("m", { baseUrl, apiKey: "key-123456" }),
  reader: createStreamReader,
  wanted: [
    [
      "gemini/tool-call.chunks.txt",
      { calls: ['made weather {"location":"San Francisco"}'], finish: "stop", usage: [29, 60, 0, 0, 45] },
    ],
    ["gemini/tool-call-crlf.sse.txt", { calls: ["made get_country {}"], finish: "stop", usage: [29, 212, 0, 0, 202] }],
    [
      "gemini/tool-call-gemini3.chunks.txt",
      { calls: ['made weather {"location":"San Francisco"}'], finish: "stop", usage: [29, 819, 0, 0, 804] },
    ],
    [
      "gemini/tool-call-gemini3.json",
      { calls: ['made weather {"location":"San Francisco"}'], finish: "stop", usage: [29, 1816, 0, 0, 1801] },
    ],
    [
      "gemini/vertex-stream-arguments.chunks.txt",
      {
        calls: ['made getWeather {"location":"Boston"}', 'made getWeather {"location":"San Francisco"}'],
        finish: "stop",
        usage: [26, 155, 0, 0, 132],
      },
    ],
    [
      "gemini/vertex-stream-no-args.chunks.txt",
      {
        reasoning: "**Processing User Requests**\n\nI've started by understanding ",
        calls: [
          "made read_theme {}",
          'made read_screen {"id":"A"}',
          'made read_screen {"id":"B"}',
          'made read_screen {"id":"C"}',
        ],
        finish: "stop",
        usage: [249, 241, 0, 0, 183],
      },
    ],
  ],
});
