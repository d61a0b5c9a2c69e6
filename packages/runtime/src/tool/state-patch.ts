/** Changes to a session's state, as data: what one run or one worker did, to be applied to what others did meanwhile. */

/** In the order in which they are applied. An empty path is the whole state. */
export type StatePatch = readonly StateChange[];

export type StateChange =
  | { readonly op: "set"; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: "delete"; readonly path: readonly string[] };
