/** Validation by ajv. The only file that loads it. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { UserError } from "../errors/user-error.ts";
import type { JsonSchema } from "../manifest/index.ts";
import { AJV_OPTIONS } from "./ajv-options.ts";
import { explainIssues } from "./explain-issues.ts";
import { rememberedReferences, Verdicts } from "./remembered-references.ts";
import { UNIQUE_ITEMS } from "./unique-items.ts";
import type { SchemaKind, Validation } from "./validator.ts";

// ajv-formats is CommonJS: its types say that the import is the plugin, Node gives the module object.
const addFormats: typeof ajvFormats.default = ajvFormats.default ?? ajvFormats;

/** ajv with draft 2020-12 and formats, set up as tool schemas need it. */
export function createAjv(
  kind: SchemaKind,
  options: { readonly verbose?: boolean; readonly allErrors?: boolean } = {},
  verdicts: Verdicts = new Verdicts(),
): Ajv2020 {
  const ajv = new Ajv2020({ ...AJV_OPTIONS[kind], ...options });
  addFormats(ajv);
  ajv.removeKeyword(UNIQUE_ITEMS.keyword as string);
  ajv.addKeyword(UNIQUE_ITEMS);
  if (kind === "generated") {
    ajv.removeKeyword("$ref");
    ajv.addKeyword(rememberedReferences(ajv, verdicts));
  }
  return ajv;
}

/**
 * Compiles a schema object once, in one shared instance: to explain a value with all that is wrong, or to judge it, which
 * ends at the first thing that is.
 */
class Compiler {
  readonly #kind: SchemaKind;
  readonly #explains: boolean;
  readonly #verdicts: Verdicts;
  readonly #compiled = new WeakMap<JsonSchema, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  constructor(kind: SchemaKind, explains: boolean, verdicts: Verdicts) {
    this.#kind = kind;
    this.#explains = explains;
    this.#verdicts = verdicts;
  }

  compile(schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known) return known;
    this.#ajv ??= createAjv(this.#kind, { verbose: this.#explains, allErrors: this.#explains }, this.#verdicts);
    // The dialect is settled here: ajv refuses a schema whose `$schema` it has not loaded.
    const { $schema: _dialect, ...body } = schema;
    const validate = this.#ajv.compile(body);
    // ajv holds on to every schema and its `$id` for ever; agents may be made for one request.
    this.#ajv.removeSchema(body);
    this.#compiled.set(schema, validate);
    return validate;
  }
}

export function createValidation(): Validation {
  const verdicts = new Verdicts();
  const compilersOf = (explains: boolean): Readonly<Record<SchemaKind, Compiler>> => ({
    generated: new Compiler("generated", explains, verdicts),
    handwritten: new Compiler("handwritten", explains, verdicts),
  });
  const compilers = compilersOf(false);
  const explaining = compilersOf(true);
  return {
    accepts: (schema, kind, value) => compile(compilers[kind], schema)(value),
    explain: (schema, kind, value) =>
      verdicts.during(() =>
        explainIssues(schema, value, (part, partValue): readonly ErrorObject[] => {
          const validate = compile(explaining[kind], part);
          return validate(partValue) ? [] : (validate.errors ?? []);
        }),
      ),
  };
}

function compile(compiler: Compiler, schema: JsonSchema): ValidateFunction {
  try {
    return compiler.compile(schema);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
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
