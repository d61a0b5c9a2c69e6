/** Arguments that a hook has changed: brought back to JSON, held to the schema again, and converted anew. */
import type { JsonObject } from "../manifest/index.ts";
import type { ArgumentValues } from "../tool/tool.ts";
import { validationIfLoaded } from "../validation/validator.ts";
import type { CallInProgress } from "./call-in-progress.ts";
import { refuseArguments } from "./validate-arguments.ts";

/** @throws Error with the text for the model, where they do not fit. */
export function changeArguments(call: CallInProgress, args: ArgumentValues): void {
  const { tool } = call;
  const json = toJson(args) as JsonObject;
  const { wholeParameters: parameters } = tool;
  const validation = validationIfLoaded();
  if (validation && !validation.accepts(parameters, tool.schemaKind, json)) {
    const { text } = refuseArguments(call, validation.explain(parameters, tool.schemaKind, json), json);
    throw new Error(text.replace(/^error: /, ""));
  }
  call.values = tool.convert ? tool.convert(json) : json;
  call.sentJson = json;
  // A hook may fill in what the model never knew. It is learnt here, before the function can say it.
  call.environment.redaction.arguments(tool, json);
}

/** The JSON form of what `convert` makes. `undefined` is as good as absent. */
function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Set) return [...value].map(toJson);
  if (value instanceof Map) return toJson(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(toJson);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, toJson(inner)]));
}
