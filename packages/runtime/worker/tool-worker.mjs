/**
 * What a worker thread loads first. Plain JavaScript, beside `src` and `dist` and the same for both: a thread of Node 20
 * reads no TypeScript before tsx is registered in it, so the file that does that cannot be TypeScript itself.
 */

/** @type {Promise<unknown> | undefined} */
let registered;

/**
 * @param {import("../src/threads/worker-call.ts").WorkerCall} call
 * @returns {Promise<import("../src/threads/worker-call.ts").WorkerAnswer>}
 */
export default async function answer(call) {
  if (isTypeScript(call.implementation) || isTypeScript(call.module)) {
    registered ??= registerTypeScript();
    await registered;
  }
  let callTool;
  try {
    ({ callTool } = await import(call.implementation));
  } catch (error) {
    return { kind: "unavailable", reason: error instanceof Error ? error.message : String(error) };
  }
  return callTool(call);
}

/** Does nothing: piscina starts another thread where a task is waiting and one more arrives. */
export function nothing() {}

function isTypeScript(url) {
  return /\.[cm]?tsx?$/.test(new URL(url).pathname);
}

async function registerTypeScript() {
  let tsx;
  try {
    tsx = await import("tsx/esm/api");
  } catch {
    // tsx is optional. A newer Node reads most TypeScript by itself, and an import that fails is told to the caller.
    return;
  }
  tsx.register();
}
