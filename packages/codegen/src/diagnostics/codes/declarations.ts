/** RG1xx: how a function is marked, named, declared and documented. */
import { type CodeEntry, code } from "../code-table.ts";
import { listNames } from "../list-names.ts";

interface DeclarationCodes {
  readonly "missing-description": CodeEntry<{ readonly tool: string }>;
  readonly "unknown-param": CodeEntry<UnknownParam>;
  readonly "missing-param-text": CodeEntry<{ readonly tool: string; readonly parameter: string }>;
  readonly "args-block": CodeEntry<{ readonly tool: string; readonly heading: string }>;
  readonly "open-type-parameter": CodeEntry<{ readonly path: string; readonly type: string }>;
  readonly "invalid-tag-value": CodeEntry<{
    readonly path: string;
    readonly tag: string;
    readonly value: string;
    readonly wanted: string;
  }>;
  readonly "misplaced-tag": CodeEntry<{ readonly path: string; readonly tag: string; readonly fits: string }>;
  readonly "unknown-format": CodeEntry<{ readonly path: string; readonly format: string; readonly closest?: string }>;
  readonly "unfit-value": CodeEntry<{ readonly path: string; readonly tag: string; readonly value: string }>;
  readonly "hidden-required": CodeEntry<{ readonly path: string }>;
  readonly "misspelt-tag": CodeEntry<{ readonly path: string; readonly tag: string; readonly closest: string }>;
  readonly "tag-of-parameter": CodeEntry<{ readonly tool: string; readonly tag: string; readonly text: string }>;
  readonly "package-tags": CodeEntry<{
    readonly packageName: string;
    readonly count: number;
    /** The first of them. */
    readonly path: string;
    readonly tag: string;
  }>;
}

interface UnknownParam {
  readonly tool: string;
  /** As in the tag. */
  readonly path: string;
  /** What the first part of the path that names something stands for; absent where it is the tool itself. */
  readonly owner?: string;
  /** The names that would have been right there. */
  readonly known: readonly string[];
  readonly closest?: string;
}

export const declarationsCodes: DeclarationCodes = {
  "missing-description": code({
    code: "RG101",
    severity: "note",
    strict: "error",
    summary: "A tool has no doc comment, so the model learns nothing but its name and parameters.",
    example: "/** @tool */\nexport function ping(host: string): void {}",
    message: ({ tool }) => `"${tool}" has no description.`,
    fix: () => "Begin its doc comment with a sentence that says what it does and when to use it.",
  }),
  "unknown-param": code({
    code: "RG102",
    severity: "warning",
    strict: "error",
    summary: "A `@param` names no parameter of the function, and no property inside one.",
    example: "/** Ping.\n * @tool\n * @param hots The host */\nexport function ping(host: string): void {}",
    message: ({ tool, path, owner }) =>
      owner === undefined
        ? `@param "${path}" names no parameter of "${tool}".`
        : `@param "${path}" names nothing: "${owner}" has no such property.`,
    fix: ({ owner, known, closest }) => {
      const what = owner === undefined ? "Its parameters are" : "Its properties are";
      const names = known.length === 0 ? "It has none." : `${what} ${listNames(known)}.`;
      return closest === undefined ? names : `${names} Did you mean "${closest}"?`;
    },
  }),
  "missing-param-text": code({
    code: "RG103",
    severity: "note",
    strict: "error",
    summary: "A parameter has no text, so the model has to guess from its name and type what to send.",
    example: "/** Ping.\n * @tool */\nexport function ping(host: string): void {}",
    message: ({ tool, parameter }) => `${tool}.${parameter} has no description.`,
    fix: ({ parameter }) => `Add a line "@param ${parameter} …" to the doc comment.`,
  }),
  "args-block": code({
    code: "RG104",
    severity: "warning",
    strict: "error",
    summary: "The text of a tool holds a list of its arguments, which the model would read twice.",
    example: "/** Ping.\n *\n * Args:\n *   host: The host\n * @tool */\nexport function ping(host: string): void {}",
    message: ({ tool, heading }) =>
      `The description of "${tool}" holds a block "${heading}", which stays part of the text and describes no parameter.`,
    fix: () => "Turn its lines into @param tags.",
  }),
  "open-type-parameter": code({
    code: "RG111",
    severity: "warning",
    strict: "error",
    summary: "A type parameter without a constraint is open: the model may send anything.",
    example:
      "/** Echo.\n * @tool\n * @param value The value */\nexport function echo<T>(value: T): T {\n  return value;\n}",
    message: ({ path, type }) => `The type of "${path}" is the open type parameter ${type}: any value is accepted.`,
    fix: () => "Give the type parameter a constraint, or name a type.",
  }),
  "invalid-tag-value": code({
    code: "RG121",
    severity: "warning",
    strict: "error",
    summary: "The value of a tag cannot be read; the tag is dropped.",
    example:
      "/** Wait.\n * @tool\n * @param seconds How long {@minimum soon} */\nexport function wait(seconds: number): void {}",
    message: ({ path, tag, value, wanted }) =>
      value === ""
        ? `@${tag} of "${path}" has no value: it takes ${wanted}.`
        : `@${tag} of "${path}" takes ${wanted}, not "${value}".`,
  }),
  "misplaced-tag": code({
    code: "RG122",
    severity: "warning",
    strict: "error",
    summary: "A constraint does not fit the type that it is on; the tag is dropped.",
    example:
      "/** Ping.\n * @tool\n * @param host The host {@minimum 1} */\nexport function ping(host: string): void {}",
    message: ({ path, tag, fits }) => `@${tag} does not fit the type of "${path}": it is for ${fits}.`,
  }),
  "unknown-format": code({
    code: "RG123",
    severity: "warning",
    strict: "error",
    summary: "A `@format` is none that can be checked; the tag is dropped.",
    example:
      "/** Write.\n * @tool\n * @param to The address {@format mail} */\nexport function write(to: string): void {}",
    message: ({ path, format }) => `@format "${format}" of "${path}" is no known format.`,
    fix: ({ closest }) =>
      closest === undefined ? "Use a @pattern, or say it in the text." : `Did you mean "${closest}"?`,
  }),
  "unfit-value": code({
    code: "RG124",
    severity: "warning",
    strict: "error",
    summary: "A `@default` or `@example` is no value of the type that it is on; it is dropped.",
    example:
      "/** Wait.\n * @tool\n * @param days How long {@default soon} */\nexport function wait(days?: number): void {}",
    message: ({ path, tag, value }) => `The ${tag} ${value} of "${path}" does not fit its type.`,
    fix: () => "Write it as JSON, as the model would send it.",
  }),
  "hidden-required": code({
    code: "RG125",
    severity: "warning",
    strict: "error",
    summary: "`@hidden` stands on something that is required; the tag is dropped.",
    example: "/** Ping.\n * @tool\n * @param host The host {@hidden} */\nexport function ping(host: string): void {}",
    message: ({ path }) => `@hidden does not fit "${path}": it is required, so the model must know of it.`,
    fix: () => "Make it optional.",
  }),
  "misspelt-tag": code({
    code: "RG126",
    severity: "warning",
    strict: "error",
    summary: "A tag is almost one that constrains a parameter, and says nothing as it is written.",
    example:
      "/** Wait.\n * @tool\n * @param days How long {@minimun 1} */\nexport function wait(days: number): void {}",
    message: ({ path, tag }) => `@${tag} of "${path}" is no known tag.`,
    fix: ({ closest }) => `Did you mean @${closest}?`,
  }),
  "package-tags": code({
    code: "RG127",
    severity: "note",
    summary: "Doc tags in the declarations of an installed package say nothing that a schema can; they are dropped.",
    example:
      '// node_modules/some-package/package.json\n{ "name": "some-package", "types": "./index.d.ts" }\n// node_modules/some-package/index.d.ts\nexport interface RunOptions {\n  /** How many at once.\n   * @default os.cpus().length */\n  jobs?: number;\n}\n// src/tools.ts\nimport type { RunOptions } from "some-package";\n/** Run.\n * @tool\n * @param options How */\nexport function run(options: RunOptions): void {}',
    message: ({ packageName, count, path, tag }) =>
      count === 1
        ? `A doc tag in "${packageName}" is dropped, @${tag} of "${path}": it is no value that a schema can hold.`
        : `${count} doc tags in "${packageName}" are dropped, @${tag} of "${path}" first: they are no values that a schema can hold.`,
  }),
  "tag-of-parameter": code({
    code: "RG128",
    severity: "error",
    summary: "A tag of a parameter stands in the comment of the whole tool, where it says nothing of any parameter.",
    example:
      "/** Log in.\n * @tool\n * @param password The password\n * @secret password */\nexport function logIn(password: string): void {}",
    message: ({ tool, tag }) => `@${tag} in the comment of tool "${tool}" belongs to no parameter.`,
    fix: ({ tag, text }) => {
      const [name, inline] = tag === "secret" ? [text || "name", "@secret"] : ["name", `@${tag} ${text}`.trimEnd()];
      return `Write it into the text of the parameter: @param ${name} … {${inline}}.`;
    },
  }),
};
