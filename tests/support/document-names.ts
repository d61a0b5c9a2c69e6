/** What the examples in the documents leave to the reader: names that a page speaks of and does not declare. */

/** Stands for the binding of the reader's project, `./runa.tools.js`. */
export const BINDING = `
import type { Schema, Tool } from "@runa/runtime";

export interface Tools {
  readonly getWeather: Tool<{ city: string; unit?: "celsius" | "fahrenheit" }>;
  readonly addItem: Tool<{ item: string }>;
  readonly look: Tool<{ order: number }>;
  readonly refund: Tool<{ amount: number }>;
  readonly search: Tool<{ words: string }>;
  readonly sendMail: Tool<{ to: string; text: string }>;
  readonly timeIn: Tool<{ city: string }>;
}
export declare const tools: Tools;
export declare const schemas: { readonly Ticket: Schema<{ title: string; priority: "low" | "high"; due?: Date }> };
`;

/** Stand for other modules of the reader's project, by the names of their files. */
export const MODULES: { readonly [file: string]: string } = {
  "clock.ts": "export declare function now(): string;\nexport declare function timeIn(city: string): string;\n",
  "shop.ts": 'import { Toolkit } from "@runa/runtime";\nexport declare class Shop extends Toolkit { constructor(); }\n',
};

/** For all pages, as ambient declarations. */
export const NAMES = `
declare const agent: import("@runa/runtime").Agent;
declare const run: import("@runa/runtime").Run;
declare const signal: AbortSignal;
declare const tools: import("./runa.tools.js").Tools;
declare const definition: import("@runa/runtime/manifest").ToolDefinition;
/** A model of the AI SDK. */
declare const model: import("ai").LanguageModel;
declare const noPrivateHosts: import("@runa/runtime").Guardrail;
declare const reporter: import("@runa/runtime").Agent;
declare const Editor: typeof import("@runa/runtime").Agent;
declare function now(): string;
`;
