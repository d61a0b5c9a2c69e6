/** Validation by ajv. The only file that loads it. */

import { Ajv } from "ajv";
import {
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  type Options,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import { warnOnce } from "../errors/warn-once.ts";
import type { JsonSchema } from "../manifest/index.ts";
import { AJV_OPTIONS } from "./ajv-options.ts";
import { explainIssues } from "./explain-issues.ts";
import { judgedReference, judgedUnion, Verdicts } from "./judged-keywords.ts";
import { standFor } from "./references.ts";
import { UNIQUE_ITEMS } from "./unique-items.ts";
import type { SchemaKind, Validation } from "./validator.ts";

// ajv-formats is CommonJS: its types say that the import is the plugin, Node gives the module object.
const addFormats: typeof ajvFormats.default = ajvFormats.default ?? ajvFormats;

/** ajv with draft 2020-12 and formats, set up as tool schemas need it. */
export function createAjv(kind: SchemaKind, options: AjvOptions = {}): Ajv2020 {
  return setUp(new Ajv2020({ ...AJV_OPTIONS[kind], ...options }));
}

type AjvOptions = Pick<Options, "verbose" | "allErrors">;

function setUp<A extends Ajv | Ajv2020>(ajv: A): A {
  addFormats(ajv);
  replaceKeyword(ajv, UNIQUE_ITEMS);
  return ajv;
}

function replaceKeyword(ajv: Ajv | Ajv2020, definition: FuncKeywordDefinition): void {
  ajv.removeKeyword(String(definition.keyword));
  ajv.addKeyword(definition);
}

type CompileWith = (ajv: Ajv2020, schema: JsonSchema, older: () => Ajv) => ValidateFunction;

const compileOrThrow: CompileWith = (ajv, schema) => ajv.compile(schema);

/** What people and other programs write may be of draft-07, whose tuples 2020-12 does not know. */
const compileAnyDraft: CompileWith = (ajv, schema, older) => {
  try {
    return ajv.compile(schema);
  } catch (error) {
    try {
      return older().compile(schema);
    } catch {
      // It is of neither draft, and what 2020-12 says of it is told.
      throw error;
    } finally {
      older().removeSchema(schema);
    }
  }
};

/** Compiles a schema object once, in one instance that is made on first use. */
class Compiler {
  readonly #createAjv: () => Ajv2020;
  readonly #createOlder: () => Ajv;
  readonly #compileWith: CompileWith;
  readonly #compiled = new WeakMap<JsonSchema, ValidateFunction>();
  #ajv: Ajv2020 | undefined;
  #older: Ajv | undefined;

  constructor(create: () => Ajv2020, createOlder: () => Ajv, compileWith: CompileWith) {
    this.#createAjv = create;
    this.#createOlder = createOlder;
    this.#compileWith = compileWith;
  }

  compile(schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known) return known;
    this.#ajv ??= this.#createAjv();
    // The dialect is settled here: ajv refuses a schema whose `$schema` it has not loaded. With `$async`, a keyword of its
    // own, it would give a promise of its verdict, which passes for a yes.
    const { $schema: _dialect, $async: _isAsync, ...body } = schema;
    standFor(body, schema);
    try {
      const older = (): Ajv => (this.#older ??= this.#createOlder());
      const validate = this.#compileWith(this.#ajv, body, older);
      this.#compiled.set(schema, validate);
      return validate;
    } finally {
      // ajv holds on to every schema and its `$id` for ever; agents may be made for one request.
      this.#ajv.removeSchema(body);
    }
  }
}

interface Compilers {
  /** To say whether a value fits, which ends at the first thing that is wrong. */
  readonly judging: Compiler;
  /** To find all that is wrong. */
  readonly explaining: Compiler;
}

function createCompilers(kind: SchemaKind, verdicts: Verdicts): Compilers {
  // A person may write references and unions that the judged keywords are not made for.
  const isGenerated = kind === "generated";
  const judge = (schema: JsonSchema): ValidateFunction => compile(judging, schema);
  const compileWith = COMPILE_WITH[kind];
  const olderWith = (options: AjvOptions) => () => setUp(new Ajv({ ...AJV_OPTIONS[kind], ...options }));
  const judging: Compiler = new Compiler(
    () => {
      const ajv = createAjv(kind, { allErrors: false });
      if (isGenerated) replaceKeyword(ajv, judgedReference(judge, verdicts));
      return ajv;
    },
    olderWith({ allErrors: false }),
    compileWith,
  );
  const explaining = new Compiler(
    () => {
      const ajv = createAjv(kind, { verbose: true });
      if (isGenerated) {
        replaceKeyword(ajv, judgedReference(judge, verdicts));
        replaceKeyword(ajv, judgedUnion(judge));
      }
      return ajv;
    },
    olderWith({ verbose: true }),
    compileWith,
  );
  return { judging, explaining };
}

export function createValidation(): Validation {
  const verdicts = new Verdicts();
  const compilers: Readonly<Record<SchemaKind, Compilers>> = {
    generated: createCompilers("generated", verdicts),
    handwritten: createCompilers("handwritten", verdicts),
    foreign: createCompilers("foreign", verdicts),
  };
  return {
    accepts: (schema, kind, value) => compile(compilers[kind].judging, schema)(value),
    explain: (schema, kind, value) =>
      verdicts.during(() =>
        explainIssues(schema, value, (part, partValue): readonly ErrorObject[] => {
          const validate = compile(compilers[kind].explaining, part);
          return validate(partValue) ? [] : (validate.errors ?? []);
        }),
      ),
  };
}

const COMPILE_WITH: { readonly [Kind in SchemaKind]: CompileWith } = {
  generated: compileOrThrow,
  handwritten: compileAnyDraft,
  foreign: compileOrPass,
};

/** A validator that accepts everything, where the schema cannot be compiled. */
function compileOrPass(ajv: Ajv2020, schema: JsonSchema, older: () => Ajv): ValidateFunction {
  try {
    return compileAnyDraft(ajv, schema, older);
  } catch (error) {
    if (error instanceof EvalError) throw error;
    const message = errorMessage(error);
    warnOnce(
      "RUNA_UNCHECKED_SCHEMA",
      start(schema),
      `A schema of another program cannot be compiled, so values are not checked against it: ${message}. Its text: ${start(schema)}`,
    );
    return ajv.compile({});
  }
}

function compile(compiler: Compiler, schema: JsonSchema): ValidateFunction {
  try {
    return compiler.compile(schema);
  } catch (error) {
    const message = errorMessage(error);
    if (error instanceof EvalError) {
      throw new UserError(
        "RUNA_NO_CODE_GENERATION",
        `This process may not make code from strings, which compiling a schema needs: ${message}. Run Node without --disallow-code-generation-from-strings.`,
        { cause: error },
      );
    }
    throw new UserError("RUNA_INVALID_SCHEMA", `A schema cannot be compiled: ${message}. Its text: ${start(schema)}`, {
      cause: error,
    });
  }
}

function start(schema: JsonSchema): string {
  const text = JSON.stringify(schema);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
