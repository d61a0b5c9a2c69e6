/** `@runa/runtime/testing`: what tests of agents need; no network. */
export {};
