/**
 * Types with a name. Each is read once, after what refers to it: so types may contain themselves, and a chain of
 * thousands of types takes no deep recursion. A type that contains itself without having a name is given one.
 */
import { ts } from "ts-morph";
import type { DocComment } from "../signature/doc-comment.ts";
import type { NamedType, TypeShape } from "../signature/type-shape.ts";
import { type Instantiation, isEndless } from "./endless-types.ts";
import { readDocComment } from "./read-doc-comment.ts";
import { nameOfNameless, referenceArguments, typeName } from "./type-name.ts";
import { isIntegerAlias } from "./types/read-brand.ts";
import type { Question, Reading } from "./types/reading.ts";
import { rankMembers } from "./written/rank-members.ts";
import {
  asWritten,
  type Binding,
  bindParameters,
  referencedSymbol,
  unwrap,
  type Written,
  writtenArguments,
} from "./written/written.ts";

type Unfinished = { -readonly [Key in keyof NamedType]: NamedType[Key] };

interface Task {
  readonly type: Unfinished;
  readonly question: Question;
  /** The instantiations of generic types that led here. */
  readonly origin?: Instantiation;
}

export interface NamedTypes {
  refer(symbol: ts.Symbol, question: Question): TypeShape;
  /** Reads what was only referred to. */
  finish(): void;
  /** Reads a type; if that leads to the same type again, it becomes a named one. */
  guard(question: Question, read: () => TypeShape): TypeShape;
  /** Gives a type without a name of its own the comment of the alias that it was written by. */
  document(question: Question, shape: TypeShape): TypeShape;
}

export function createNamedTypes(reading: Reading): NamedTypes {
  const { checker, program, readFile } = reading;
  const known = new Map<ts.Type, Map<string, NamedType>>();
  const aliases = new Map<ts.Symbol, NamedType>();
  const anonymous = new Map<ts.Type, NamedType>();
  const active = new Map<ts.Type, { named?: Unfinished }>();
  const numbers = new Map<ts.Type, number>();
  const tasks: Task[] = [];
  let origin: Instantiation | undefined;

  const refer = (symbol: ts.Symbol, question: Question): TypeShape => {
    const { type } = question;
    const args = type.aliasSymbol === symbol ? (type.aliasTypeArguments ?? []) : referenceArguments(checker, type);
    const bindings = args.length === 0 ? [] : bindingsOf(checker, symbol, args, question.written);
    const key = args.map((argument, index) => orderKey(argument, bindings[index])).join(";");
    const ofType = known.get(type) ?? new Map<string, NamedType>();
    known.set(type, ofType);
    const found = ofType.get(key);
    if (found) return { kind: "named", type: found };

    const instantiation = args.length > 0 ? { symbol, args, ...(origin && { origin }) } : origin;
    if (instantiation && instantiation !== origin && isEndless(checker, instantiation)) {
      return { kind: "anything", gap: { why: "endless", typeText: reading.typeText(question) } };
    }
    const doc = commentOf(symbol);
    const named: Unfinished = {
      name: typeName(checker, symbol, args),
      shape: { kind: "anything" },
      ...(doc && { doc }),
    };
    ofType.set(key, named);
    const written = bodyOf(checker, symbol, bindings);
    const at = symbol.declarations?.[0] ?? question.at;
    tasks.push({
      type: named,
      question: { type, at, isNamed: true, ...(written && { written }) },
      ...(instantiation && { origin: instantiation }),
    });
    return { kind: "named", type: named };
  };

  /** Two references to one type may say its arguments in different order. */
  const orderKey = (type: ts.Type, binding: Binding | undefined): string => {
    if (binding?.kind !== "written") return "";
    // A union by its name is written in one place; without it the same members are another type for the compiler.
    if (type.aliasSymbol && !type.aliasTypeArguments) return "";
    if (type.isUnion()) {
      const ranked = rankMembers(checker, type.types, binding.written, (member) => checker.typeToString(member));
      return ranked.map((member) => numberOf(member.type)).join("|");
    }
    const inner = writtenArguments(unwrap(checker, binding.written));
    const args = type.aliasTypeArguments ?? referenceArguments(checker, type);
    return args.map((argument, index) => orderKey(argument, inner[index])).join(",");
  };

  /** Only tells types of this program apart, and never leaves it. */
  const numberOf = (type: ts.Type): number => {
    const number = numbers.get(type) ?? numbers.size;
    numbers.set(type, number);
    return number;
  };

  const commentOf = (symbol: ts.Symbol): DocComment | undefined => {
    for (const declaration of symbol.declarations ?? []) {
      const file = declaration.getSourceFile();
      const isLibrary = file.isDeclarationFile && program.isSourceFileDefaultLibrary(file);
      // What the library and the runtime say of their types is meant for people who write tools.
      const doc = isLibrary || isIntegerAlias(declaration, readFile) ? undefined : readDocComment(declaration);
      if (doc) return doc;
    }
    return undefined;
  };

  const guard = (question: Question, read: () => TypeShape): TypeShape => {
    const { type } = question;
    const isLeaf = !(type.flags & (ts.TypeFlags.StructuredType | ts.TypeFlags.Instantiable));
    if (isLeaf || question.members || question.isNamed) return read();
    const known = anonymous.get(type);
    if (known) return { kind: "named", type: known };
    const outer = active.get(type);
    if (outer) {
      outer.named ??= { name: nameOfNameless(checker, type, question.at), shape: { kind: "anything" } };
      anonymous.set(type, outer.named);
      return { kind: "named", type: outer.named };
    }
    const entry: { named?: Unfinished } = {};
    active.set(type, entry);
    const shape = read();
    active.delete(type);
    if (!entry.named) return shape;
    entry.named.shape = shape;
    return { kind: "named", type: entry.named };
  };

  const document = (question: Question, shape: TypeShape): TypeShape => {
    if (!question.written || shape.kind === "named" || shape.kind === "inexpressible") return shape;
    const { node } = unwrap(checker, question.written);
    if (!ts.isTypeReferenceNode(node) || node.typeArguments) return shape;
    const symbol = referencedSymbol(checker, node);
    if (!symbol || !(symbol.flags & ts.SymbolFlags.TypeAlias) || question.members) return shape;
    if (checker.getDeclaredTypeOfSymbol(symbol) !== question.type) return shape;
    const known = aliases.get(symbol);
    if (known) return { kind: "named", type: known };
    const doc = commentOf(symbol);
    if (!doc) return shape;
    const named: NamedType = { name: typeName(checker, symbol, []), shape, doc };
    aliases.set(symbol, named);
    return { kind: "named", type: named };
  };

  const finish = (): void => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      origin = task.origin;
      task.type.shape = reading.read(task.question);
    }
    origin = undefined;
  };

  return { refer, finish, guard, document };
}

/** What the parameters of a generic type stand for: as its reference writes them, else as the compiler knows them. */
function bindingsOf(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  args: readonly ts.Type[],
  written: Written | undefined,
): readonly Binding[] {
  const reference = written && findReference(checker, written, symbol, 8);
  const inWords = reference ? writtenArguments(reference) : [];
  return args.map((type, index) => inWords[index] ?? { kind: "type", type });
}

/** The reference to `symbol` that a written type comes down to, through aliases and the parts of unions. */
function findReference(
  checker: ts.TypeChecker,
  written: Written,
  symbol: ts.Symbol,
  steps: number,
): Written | undefined {
  if (steps === 0) return undefined;
  const { node, bindings } = unwrap(checker, written);
  if (ts.isUnionTypeNode(node)) {
    for (const part of node.types) {
      const found = findReference(checker, { node: part, bindings }, symbol, steps - 1);
      if (found) return found;
    }
    return undefined;
  }
  const named = referencedSymbol(checker, node);
  if (!named) return undefined;
  if (named === symbol) return { node, bindings };
  const [declaration] = named.declarations ?? [];
  if (!declaration || !ts.isTypeAliasDeclaration(declaration)) return undefined;
  const inner = bindParameters(checker, declaration, writtenArguments({ node, bindings }));
  return findReference(checker, { node: declaration.type, bindings: inner }, symbol, steps - 1);
}

function bodyOf(checker: ts.TypeChecker, symbol: ts.Symbol, args: readonly Binding[]): Written | undefined {
  const [declaration] = (symbol.declarations ?? []).filter(
    (each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isClassLike(each),
  );
  if (!declaration) return undefined;
  const bindings = bindParameters(checker, declaration, args);
  return ts.isTypeAliasDeclaration(declaration)
    ? { node: declaration.type, bindings }
    : asWritten(declaration, bindings);
}
