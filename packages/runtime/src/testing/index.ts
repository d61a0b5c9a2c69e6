/** `@runa/runtime/testing`: what tests of agents need; no network. */
export { type ScriptedCall, ScriptedModel, type ScriptedResponse, type ScriptedTurn } from "./scripted-model.ts";
