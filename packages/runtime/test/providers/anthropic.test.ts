/** Messages of Anthropic, played by a real server. */
import { createStreamReader } from "../../src/providers/anthropic/from-stream.ts";
import { anthropic } from "../../src/providers/anthropic/model.ts";
import { describeRecordings } from "../support/describe-recordings.ts";

describeRecordings("Messages", {
  format: "named",
  restarting: ["anthropic/spliced-message-start.chunks.txt"],
  model: (baseUrl) => anthropic("m", { baseUrl, apiKey: "key-123456" }),
  reader: createStreamReader,
  wanted: [
    [
      "anthropic/tool-no-args.chunks.txt",
      {
        text: "I'll update the issue list for you.",
        calls: ["toolu_01QE1WLsSVp5hy5Q3GmGTmjP updateIssueList {}"],
        finish: "stop",
        usage: [565, 48],
      },
    ],
    [
      "anthropic/tool-no-args.json",
      {
        text: "<thinking>\nThe updateIssueList tool was provided in the list",
        calls: ["toolu_01LRmxn9vGM1d2DZSDBowdZ1 updateIssueList {}"],
        finish: "stop",
        usage: [602, 93],
      },
    ],
    [
      "anthropic/json-tool.chunks.txt",
      {
        calls: [
          'toolu_01KFbKqPYSuAKujiL6mTfzYA json {"elements": [{"location": "San Francisco", "temperature": 58, "condition": "sunny"}]}',
        ],
        finish: "stop",
        usage: [849, 47],
      },
    ],
    [
      "anthropic/refusal.json",
      { refusal: "This request triggered restrictions on violative cyber conte", finish: "refusal", usage: [18, 5] },
    ],
    ["anthropic/duplicate-message-start.chunks.txt", { text: "Hello, World!", finish: "stop", usage: [17, 227] }],
    [
      "anthropic/spliced-message-start.chunks.txt",
      {
        reasoning: "Let me call the tool.",
        calls: ['toolu_second test-tool {"value":"Sparkle Day"}'],
        finish: "stop",
        usage: [17, 65],
      },
    ],
    ["anthropic/message-delta-input-tokens.chunks.txt", { text: "pong", finish: "stop", usage: [61, 2] }],
    [
      "anthropic/thinking-signature.chunks.txt",
      {
        text: "925 ÷ 5 = 185",
        reasoning: "The previous result was 925. Now I need to divide that by 5.",
        finish: "stop",
        usage: [69, 53],
      },
    ],
  ],
});
