/**
 * Takes out what a model must never fill, before anything looks at the arguments: keys of injected parameters
 * that the schema does not declare, and `__proto__` at any depth. The text in the conversation stays as it was.
 */
import { warnOnce } from "../errors/warn-once.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { CallInProgress } from "./call-in-progress.ts";

export function dropReservedKeys(call: CallInProgress): undefined {
  const { tool, toolCall } = call;
  for (const name of tool.injects) {
    if (!Object.hasOwn(call.json, name) || Object.hasOwn(tool.definition.parameters.properties, name)) continue;
    const { [name]: _dropped, ...rest } = call.json;
    call.json = rest;
    warnDropped(tool.name, name);
  }
  // A key may also be written with escapes. Where there are none, the walk is spared.
  const { argumentsText } = toolCall;
  if ((argumentsText.includes("__proto__") || argumentsText.includes("\\u")) && dropPrototypeKeys(call.json))
    warnDropped(tool.name, "__proto__");
  return undefined;
}

function warnDropped(tool: string, key: string): void {
  warnOnce(
    "RUNA_RESERVED_KEY",
    `${tool} ${key}`,
    `A model gave "${key}" among the arguments of "${tool}". The key is reserved and was dropped.`,
  );
}

/** With a stack of its own: the text may nest deeper than calls can. */
function dropPrototypeKeys(root: JsonObject): boolean {
  let dropped = false;
  const pending: object[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    // The value was parsed for this call and has no other owner.
    if (Object.hasOwn(value, "__proto__")) dropped = Reflect.deleteProperty(value, "__proto__") || dropped;
    for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) pending.push(inner);
  }
  return dropped;
}
