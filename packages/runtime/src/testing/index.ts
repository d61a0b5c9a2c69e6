/** `@runa/runtime/testing`: what tests of agents need; no network. */
export { ScriptedModel, type ScriptedResponse, type ScriptedToolCall, type ScriptedTurn } from "./scripted-model.ts";
