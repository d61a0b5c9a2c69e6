/**
 * From the compiler's types to `TypeShape`. What comes in is a type, how it was written, and where it is used; what
 * goes out is data. Nothing is reported here: a type may be shared by several tools, and what cannot be said stands in
 * its shape, so that each tool gets its own finding.
 */
import { ts } from "ts-morph";
import type { Gap, PropertyShape, TypeShape } from "../signature/type-shape.ts";
import type { ReadFile } from "./declared-where.ts";
import { createFrameworkTypes, type FrameworkTypes } from "./framework-types.ts";
import { createNamedTypes } from "./named-types.ts";
import { readArray } from "./types/read-array.ts";
import { readBrand } from "./types/read-brand.ts";
import { readHopelessUnion } from "./types/read-hopeless-union.ts";
import { readKeyword } from "./types/read-keyword.ts";
import { readLiteral } from "./types/read-literal.ts";
import { readNamed } from "./types/read-named.ts";
import { readObject } from "./types/read-object.ts";
import { readTemplate } from "./types/read-template.ts";
import { readTopType } from "./types/read-top-type.ts";
import { readTuple } from "./types/read-tuple.ts";
import { readTypeParameter } from "./types/read-type-parameter.ts";
import { readUnion } from "./types/read-union.ts";
import type { Construct, Question, Reading } from "./types/reading.ts";
import { SURFACE } from "./types/surface.ts";
import { includesUndefined, withoutUndefined } from "./types/union-members.ts";
import { asWritten, unwrap } from "./written/written.ts";

/**
 * The first that answers wins. What is settled at a glance stands first, then what no name may hide, then names, then
 * what has parts.
 */
const CONSTRUCTS: readonly Construct[] = [
  readTopType,
  readKeyword,
  readLiteral,
  readTemplate,
  readTypeParameter,
  readArray,
  readTuple,
  ...SURFACE,
  readBrand,
  readHopelessUnion,
  readNamed,
  readUnion,
  readObject,
];

export interface TypeReader {
  /**
   * @param node the type as it is written there; without one, the annotation or initialiser of `at`
   * @param at the declaration that has the type
   */
  read(type: ts.Type, node: ts.Node | undefined, at: ts.Node): TypeShape;
  /** The properties of a plain object type; `undefined` for a union, an array, an index signature and everything else. */
  readProperties(type: ts.Type, node: ts.Node | undefined, at: ts.Node): readonly PropertyShape[] | undefined;
}

export interface TypeReaderOptions {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly frameworkTypes?: FrameworkTypes;
  /** For the `package.json` of a package that is linked rather than installed. */
  readonly readFile?: ReadFile;
}

/** One reader for a whole run: every named type is read once, however many tools use it. */
export function createTypeReader(options: TypeReaderOptions): TypeReader {
  const { program, checker, readFile = (path) => ts.sys.readFile(path) } = options;
  const { frameworkTypes = createFrameworkTypes(checker, readFile) } = options;
  const read = (question: Question): TypeShape => readGuarded(reading, names, question);
  const stableTexts = new Map<ts.Type, string>();
  const reading: Reading = {
    checker,
    program,
    frameworkTypes,
    readFile,
    read,
    readElement: (question) =>
      includesUndefined(question.type) ? gap("undefined-element", typeText(checker, question)) : read(question),
    refer: (symbol, question) => names.refer(symbol, question),
    typeText: (question) => typeText(checker, question),
    stableText: (type, at) => {
      // Each comparison asks for it, and unions within unions would be read again for each.
      const text = stableTexts.get(type) ?? stableText(read({ type, at }));
      stableTexts.set(type, text);
      return text;
    },
  };
  const names = createNamedTypes(reading);

  const readAll = (type: ts.Type, node: ts.Node | undefined, at: ts.Node): TypeShape => {
    const shape = read({ type, at, written: asWritten(node ?? at) });
    names.finish();
    return shape;
  };
  return {
    read: readAll,
    readProperties: (type, node, at) => {
      const shape = readAll(type, node, at);
      const inner = shape.kind === "named" ? shape.type.shape : shape;
      return inner.kind === "object" && !inner.index && !inner.patterns ? inner.properties : undefined;
    },
  };
}

type Names = ReturnType<typeof createNamedTypes>;

function readGuarded(reading: Reading, names: Names, question: Question): TypeShape {
  const isWhole = question.members !== undefined || !includesUndefined(question.type);
  const stripped = isWhole ? question : { ...question, ...withoutUndefined(reading.checker, question.type) };
  const shape = names.guard(stripped, () => readFirst(reading, stripped));
  return names.document(stripped, shape);
}

function readFirst(reading: Reading, question: Question): TypeShape {
  for (const construct of CONSTRUCTS) {
    const shape = construct(reading, question);
    if (shape) return shape;
  }
  return gap("no-json-form", reading.typeText(question));
}

function gap(why: Gap["why"], typeText: string): TypeShape {
  return { kind: "anything", gap: { why, typeText } };
}

function typeText(checker: ts.TypeChecker, { type, written, at }: Question): string {
  // Within a generic type the text would be that of its author, who wrote `T[K]`.
  const source = written && unwrap(checker, written);
  const node = source?.bindings.size === 0 ? source.node : undefined;
  const text = node && ts.isTypeNode(node) ? node.getText() : checker.typeToString(type, at);
  return text.replace(/\s+/g, " ");
}

/** A named type is its name here, which also ends cycles. */
function stableText(shape: TypeShape): string {
  return JSON.stringify(shape, (key, value: unknown) => {
    if (key === "location" || key === "doc") return undefined;
    if (typeof value === "bigint") return `${value}n`;
    return isNamedShape(value) ? value.type.name : value;
  });
}

function isNamedShape(value: unknown): value is TypeShape & { readonly kind: "named" } {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "named";
}
