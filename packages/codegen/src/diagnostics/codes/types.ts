/** RG2xx: what a type can say to a model. */
import { type CodeEntry, code } from "../code-table.ts";

interface PathAndType {
  /** `options.visit`. */
  readonly path: string;
  /** As the author wrote it. */
  readonly type: string;
}

interface TypeCodes {
  readonly "inexpressible-type": CodeEntry<PathAndType & { readonly reason: string }>;
  readonly "left-out": CodeEntry<PathAndType & { readonly reason: string; readonly leftOut: string }>;
  readonly "left-out-note": CodeEntry<PathAndType & { readonly reason: string; readonly leftOut: string }>;
  readonly "ambiguous-rich-types": CodeEntry<PathAndType>;
  readonly "no-json-form": CodeEntry<PathAndType>;
  readonly "undefined-element": CodeEntry<PathAndType>;
  readonly "type-not-resolved": CodeEntry<PathAndType>;
  readonly "leading-rest": CodeEntry<PathAndType>;
  readonly "endless-type": CodeEntry<PathAndType>;
  readonly "member-left-out": CodeEntry<PathAndType & { readonly reason: string; readonly union: string }>;
  readonly "unsafe-name": CodeEntry<{ readonly path: string; readonly name: string }>;
  readonly "unsafe-name-left-out": CodeEntry<{ readonly path: string; readonly name: string }>;
  readonly "large-definition": CodeEntry<{
    readonly tool: string;
    readonly tokens: number;
    /** What costs most; absent where there is no property. */
    readonly path?: string;
    readonly ofThem?: number;
  }>;
}

const leftOutMessage = (facts: PathAndType & { readonly reason: string; readonly leftOut: string }): string =>
  facts.leftOut === facts.path
    ? `"${facts.path}" is left out: no model can send ${facts.type}, ${facts.reason}.`
    : `"${facts.leftOut}" is left out: no model can send ${facts.type} for "${facts.path}", ${facts.reason}.`;

export const typesCodes: TypeCodes = {
  "inexpressible-type": code({
    code: "RG201",
    severity: "error",
    summary: "A required parameter or property has a type that no model can send.",
    example:
      "/** Each.\n * @tool\n * @param visit Called for each row */\nexport function each(visit: (row: string) => void): void {}",
    message: ({ path, type, reason }) => `"${path}" is required, and no model can send ${type}, ${reason}.`,
    fix: ({ path }) => `Make "${path}" optional, or give it a type that JSON can say.`,
  }),
  "left-out": code({
    code: "RG202",
    severity: "warning",
    strict: "error",
    summary: "An optional parameter or property is left out, because no model can send its type.",
    example:
      "/** Poll.\n * @tool\n * @param queue The queue */\nexport function poll(queue: string, onMessage?: () => void): void {}",
    message: leftOutMessage,
    fix: () => "Tag it @hidden if that is meant.",
  }),
  "left-out-note": code({
    code: "RG203",
    severity: "note",
    summary: "An optional property is left out, because its type belongs to the framework or has methods.",
    example:
      "class Clock {\n  now(): number {\n    return 0;\n  }\n}\n/** Poll.\n * @tool\n * @param queue The queue */\nexport function poll(queue: string, clock?: Clock): void {}",
    message: leftOutMessage,
  }),
  "ambiguous-rich-types": code({
    code: "RG204",
    severity: "error",
    summary: "Two members of a union have the same JSON form, so what the model sent could be either.",
    example: "/** Open.\n * @tool\n * @param at Where or when */\nexport function open(at: Date | URL): void {}",
    message: ({ path, type }) => `"${path}" is ${type}: all are a string in JSON, so nobody can tell them apart.`,
    fix: () => "Take a string and parse it, or wrap each in an object with a tag.",
  }),
  "no-json-form": code({
    code: "RG205",
    severity: "warning",
    strict: "error",
    summary: "A type of the library has no JSON form: any value is accepted.",
    example:
      "/** Grep.\n * @tool\n * @param pattern What to look for */\nexport function grep(pattern: RegExp): void {}",
    message: ({ path, type }) => `The type of "${path}", ${type}, has no JSON form: any value is accepted.`,
    fix: () => "Take what JSON can say, a string for instance, and convert it in the function.",
  }),
  "undefined-element": code({
    code: "RG206",
    severity: "warning",
    strict: "error",
    summary: "Elements that may be undefined cannot be sent: JSON has no undefined.",
    example:
      "/** Fill.\n * @tool\n * @param cells The cells */\nexport function fill(cells: (number | undefined)[]): void {}",
    message: ({ path, type }) => `"${path}" has elements that may be undefined, ${type}: JSON has no undefined.`,
    fix: () => "Use null for an element that is not there.",
  }),
  "type-not-resolved": code({
    code: "RG207",
    severity: "error",
    summary: "A type follows from something that the compiler does not find.",
    example:
      'import { makeRow } from "rows";\n/** Set.\n * @tool\n * @param row The row */\nexport function set(row = makeRow()): void {}',
    message: ({ path, type }) => `The type of "${path}"${type === "any" ? "" : `, ${type},`} could not be found.`,
    fix: () => "Install or generate what is missing, or declare the type as `unknown`.",
  }),
  "leading-rest": code({
    code: "RG208",
    severity: "warning",
    strict: "error",
    summary: "A tuple has elements after its rest: their places cannot be said, so each may be any of them.",
    example:
      "/** Join.\n * @tool\n * @param parts The parts */\nexport function join(parts: [...string[], number]): void {}",
    message: ({ path, type }) =>
      `"${path}" is ${type}: JSON Schema counts elements from the front, so those behind the rest may stand anywhere.`,
    fix: () => "Put the rest last.",
  }),
  "endless-type": code({
    code: "RG209",
    severity: "warning",
    strict: "error",
    summary: "A type grows with every step into it: beyond some depth any value is accepted.",
    example:
      "interface Chain<T> {\n  value: T;\n  next?: Chain<T[]>;\n}\n/** Pull.\n * @tool\n * @param chain The chain */\nexport function pull(chain: Chain<string>): void {}",
    message: ({ path, type }) => `The type of "${path}", ${type}, has no end: any value is accepted there.`,
    fix: () => "Let the type refer to itself with the same arguments.",
  }),
  "member-left-out": code({
    code: "RG211",
    severity: "note",
    summary: "A member of a union is left out, because no model can send it; the others remain.",
    example:
      "/** Draw.\n * @tool\n * @param width How wide */\nexport function draw(width: number | (() => number)): void {}",
    message: ({ path, type, reason, union }) =>
      path === union
        ? `"${path}" is offered without ${type}, ${reason}: no model can send it.`
        : `"${union}" is offered without one of its types: no model can send ${type} for "${path}", ${reason}.`,
  }),
  "unsafe-name": code({
    code: "RG212",
    severity: "error",
    summary: "A required parameter or property is called `__proto__`, which the runtime never takes from a model.",
    example: "/** Link.\n * @tool\n * @param __proto__ The parent */\nexport function link(__proto__: string): void {}",
    message: ({ path, name }) =>
      `"${path}" is required, and the runtime drops "${name}" from what a model sends, because it could change the prototype of an object.`,
    fix: () => "Give it another name.",
  }),
  "unsafe-name-left-out": code({
    code: "RG213",
    severity: "warning",
    strict: "error",
    summary: "An optional parameter or property is left out, because it is called `__proto__`.",
    example:
      "/** Link.\n * @tool\n * @param child Which */\nexport function link(child: string, __proto__?: string): void {}",
    message: ({ path, name }) =>
      `"${path}" is left out: the runtime drops "${name}" from what a model sends, because it could change the prototype of an object.`,
    fix: () => "Give it another name, or tag it @hidden if that is meant.",
  }),
  "large-definition": code({
    code: "RG210",
    severity: "warning",
    strict: "error",
    summary:
      "The definition of a tool takes more than 20 000 tokens, estimated at four characters each, of every request.",
    example: `type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";\n/** Paint.\n * @tool\n * @param color The colour */\nexport function paint(color: \`RAL \${Digit}\${Digit}\${Digit}\${Digit}\`): void {}`,
    message: ({ tool, tokens, path, ofThem }) => {
      const share = path === undefined ? "" : ` "${path}" costs most: about ${ofThem} of them.`;
      return `The definition of "${tool}" takes about ${tokens} tokens of every request.${share}`;
    },
    fix: ({ path = "" }) => {
      const steps = path.split(".");
      const name = steps.at(-1)?.replace(/[^\w$].*$/, "") ?? "";
      return steps.length > 1
        ? `Take a smaller type: \`Pick\` what the model needs, \`Omit<…, "${name}">\`, or write an interface with a simpler "${name}".`
        : "Take a smaller type: `Pick` what the model needs, or write a type of your own.";
    },
  }),
};
