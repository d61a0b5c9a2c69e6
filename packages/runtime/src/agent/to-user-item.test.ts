import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../errors/user-error.ts";
import { Media } from "../tool/media.ts";
import { type RunMessage, toUserItem } from "./to-user-item.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUg==";
const DATA_URL = `data:image/png;base64,${PIXEL}`;

describe("messages (I21)", () => {
  it.each<readonly [string, RunMessage, unknown]>([
    ["a text as it is, whatever it says", "https://example.com/cat.png", "https://example.com/cat.png"],
    [
      "texts of a list",
      ["see", { type: "text", text: "this" }],
      [
        { type: "text", text: "see" },
        { type: "text", text: "this" },
      ],
    ],
    [
      "the address of a picture",
      ["https://example.com/a/cat.PNG?size=2"],
      [{ type: "image", url: "https://example.com/a/cat.PNG?size=2" }],
    ],
    [
      "the address of a page as words",
      ["https://example.com/cat"],
      [{ type: "text", text: "https://example.com/cat" }],
    ],
    ["words that end in a file's name", ["Look at cat.png"], [{ type: "text", text: "Look at cat.png" }]],
    ["a data URL", [DATA_URL], [{ type: "image", data: PIXEL, mimeType: "image/png" }]],
    [
      "a data URL of sound",
      ["data:audio/wav;base64,UklGRg=="],
      [{ type: "audio", data: "UklGRg==", mimeType: "audio/wav" }],
    ],
    [
      "a data URL of a document",
      ["data:application/pdf;base64,JVBERg=="],
      [{ type: "file", data: "JVBERg==", mimeType: "application/pdf" }],
    ],
    ["words that begin like a data URL", ["data: none"], [{ type: "text", text: "data: none" }]],
    [
      "a data URL in the place of an address",
      [{ type: "image", url: DATA_URL }],
      [{ type: "image", data: PIXEL, mimeType: "image/png" }],
    ],
    [
      "a data URL in the place of data",
      [{ type: "image", data: DATA_URL }],
      [{ type: "image", data: PIXEL, mimeType: "image/png" }],
    ],
    [
      "an address of another kind",
      [{ type: "file", url: "gs://bucket/a.pdf" }],
      [{ type: "file", url: "gs://bucket/a.pdf" }],
    ],
  ])("are %s", async (_name, message, content) => {
    expect(await toUserItem(message)).toEqual({ type: "user", content });
  });

  it("reads a file that is said to be one", async () => {
    const filepath = join(mkdtempSync(join(tmpdir(), "message-")), "cat.png");
    writeFileSync(filepath, Buffer.from(PIXEL, "base64"));
    const media = new Media("image", { filepath, id: "i" });
    expect(await toUserItem(["see", media])).toMatchObject({
      content: [{ text: "see" }, { type: "image", data: PIXEL, mimeType: "image/png", filename: "cat.png" }],
    });
    await expect(toUserItem([new Media("image", { filepath: `${filepath}.gone` })])).rejects.toThrow("ENOENT");
  });

  it.each([
    ["5", "message is number 5"],
    ["null", "message is null"],
    ['{"type":"text","text":"hi"}', "message is an object"],
    ["[]", "message is an empty list"],
    ['[{"role":"user","content":"hi"}]', "message[0] has a role; a whole conversation is not taken"],
    ['["hi",null]', "message[1] is null"],
    ['[["hi"]]', "message[0] is a list"],
    ['[{"type":"image_url","image_url":{"url":"https://x/y.png"}}]', 'message[0].type is "image_url"'],
    ['[{"type":"constructor"}]', 'message[0].type is "constructor"'],
    ['[{"text":"hi"}]', "message[0].type is undefined"],
    ['[{"type":"text"}]', "message[0].text is undefined"],
    ['[{"type":"text","text":5}]', "message[0].text is number 5"],
    ['[{"type":"image"}]', "message[0] has neither url nor data"],
    ['[{"type":"image","url":"https://x/y.png","data":"AAAA"}]', "message[0] has both url and data"],
    ['[{"type":"image","url":""}]', 'message[0].url is ""'],
    ['[{"type":"image","url":{"href":"https://x"}}]', "message[0].url is an object"],
    ['[{"type":"image","url":"cat.png"}]', 'new Media("image", { filepath: "cat.png" })'],
    ['[{"type":"image","url":"file:///cat.png"}]', "message[0].url"],
    ['[{"type":"image","data":"not base64!"}]', "message[0].data is no base64"],
    ['[{"type":"image","data":"AAAA","mimeType":"png"}]', 'message[0].mimeType is "png"'],
    ['[{"type":"image","data":"AAAA","mimetype":"image/png"}]', 'did you mean "mimeType"?'],
    ['["look","./cat.png"]', 'message[1] is "./cat.png", which may be a file or words'],
  ])("refuse %s before any request, and say where", async (json, words) => {
    const refused = toUserItem(JSON.parse(json));
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toBeInstanceOf(UserError);
    await expect(refused).rejects.toMatchObject({ code: "RUNA_INVALID_MESSAGE" });
  });

  it("refuse a bare file name with both spellings", async () => {
    const refused = toUserItem(["x", "cat.png"]);
    await expect(refused).rejects.toThrow('new Media("image", { filepath: "cat.png" })');
    await expect(refused).rejects.toThrow('{ type: "text", text: "cat.png" }');
  });

  it("refuse bytes where base64 belongs, and say what takes them", async () => {
    const part = { type: "image", data: new Uint8Array([1]) } as unknown as { type: "image"; data: string };
    await expect(toUserItem([part])).rejects.toThrow(
      'message[0].data is bytes. It has to be a text. For bytes, write new Media("image", { content })',
    );
  });
});
