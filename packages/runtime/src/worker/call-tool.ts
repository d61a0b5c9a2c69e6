/**
 * The worker's side of a call: imports the tool's module, converts and binds the JSON arguments, calls the function.
 * Loaded in worker threads only. Whatever happens is an answer.
 */
import { createArgumentBinder } from "../binding/bind-arguments.ts";
import { createConverter } from "../binding/convert-arguments.ts";
import { isGenerator } from "../call/consume-generator.ts";
import { toModelText } from "../call/to-model-text.ts";
import type { JsonObject } from "../manifest/index.ts";
import { isCopyable, toPortableError } from "../threads/portable-error.ts";
import { markStarted, type WorkerAnswer, type WorkerCall } from "../threads/worker-call.ts";
import { loadValidation } from "../validation/validator.ts";

type PreparedCall = (json: JsonObject, injected: WorkerCall["injected"]) => unknown;

const prepared = new Map<number, PreparedCall>();

export async function callTool(call: WorkerCall): Promise<WorkerAnswer> {
  let callFunction = prepared.get(call.bindingId);
  if (!callFunction) {
    try {
      callFunction = await prepare(call);
    } catch (error) {
      return { kind: "unavailable", reason: error instanceof Error ? error.message : String(error) };
    }
    prepared.set(call.bindingId, callFunction);
  }
  markStarted(call.started);
  try {
    const value = await callFunction(call.json, call.injected);
    // Nothing of its body has run yet.
    if (isGenerator(value))
      return { kind: "unavailable", reason: "it gives a generator, which cannot leave its thread" };
    const { text, isError } = toModelText(call.toolName, value);
    return { kind: "returned", text, isError, value: toCopyable(value, text) };
  } catch (error) {
    return { kind: "threw", error: toPortableError(error) };
  }
}

async function prepare(call: WorkerCall): Promise<PreparedCall> {
  const exported: unknown = Reflect.get(await import(call.module), call.export);
  const owner = call.method === undefined ? undefined : exported;
  const callable = call.method === undefined ? exported : memberOf(owner, call.method);
  if (typeof callable !== "function") throw new Error(`${call.module} exports no function "${call.export}"`);
  const bind = createArgumentBinder(call.params);
  // Unions are told apart by validation.
  if (call.convert) await loadValidation();
  const convert = call.convert && call.parameters ? createConverter(call.parameters, call.convert) : undefined;
  return (json, injected) => Reflect.apply(callable, owner, bind(convert ? convert(json) : json, injected));
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === "function" || (typeof owner === "object" && owner !== null)
    ? Reflect.get(owner, name)
    : undefined;
}

function toCopyable(value: unknown, text: string): unknown {
  if (isCopyable(value)) return value;
  try {
    return JSON.parse(text);
  } catch {
    // No JSON form either: the text says why.
    return undefined;
  }
}
