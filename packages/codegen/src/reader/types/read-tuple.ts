/** Tuples: optional, labelled and rest elements. */
import { ts } from "ts-morph";
import type { TupleElement, TypeShape } from "../../signature/type-shape.ts";
import { candidates } from "../written/candidates.ts";
import { startWalk } from "../written/declared-members.ts";
import type { Written } from "../written/written.ts";
import type { Construct, Question, Reading } from "./reading.ts";

interface Element {
  readonly type: ts.Type;
  readonly flags: ts.ElementFlags;
  readonly written?: Written;
}

export const readTuple: Construct = (reading, question) => {
  if (!reading.checker.isTupleType(question.type)) return undefined;
  const all = elementsOf(reading, question);
  const restAt = all.findIndex((element) => element.flags & ts.ElementFlags.Variable);
  const fixed = restAt < 0 ? all : all.slice(0, restAt);
  const open = restAt < 0 ? [] : all.slice(restAt);
  const elements = fixed.map((element) => readElement(reading, question, element));
  const [rest, ...others] = open.map((element) => readRest(reading, question, element));
  if (!rest) return { kind: "tuple", elements };
  if (others.length === 0) return { kind: "tuple", elements, rest };
  // `[...string[], number]`: what follows a rest has no fixed place, and JSON Schema counts from the front.
  const gap = { why: "leading-rest", typeText: reading.typeText(question) } as const;
  return { kind: "tuple", elements, rest: { kind: "union", members: [rest, ...others] }, gap };
};

function elementsOf(reading: Reading, question: Question): readonly Element[] {
  const { target } = question.type as ts.TupleTypeReference;
  const types = reading.checker.getTypeArguments(question.type as ts.TypeReference);
  const written = writtenTuple(reading, question, types.length);
  return types.map((type, index) => {
    const from = written[index];
    return { type, flags: target.elementFlags[index] ?? ts.ElementFlags.Required, ...(from && { written: from }) };
  });
}

function writtenTuple(reading: Reading, { written }: Question, length: number): readonly Written[] {
  if (!written) return [];
  for (const loose of [false, true]) {
    for (const candidate of candidates(startWalk(reading.checker, loose), written)) {
      if (candidate.kind !== "type") continue;
      const { node, bindings } = candidate.written;
      if (!ts.isTupleTypeNode(node) && !ts.isArrayLiteralExpression(node)) continue;
      if (node.elements.length === length) return node.elements.map((element) => ({ node: element, bindings }));
    }
  }
  return [];
}

function readElement(reading: Reading, { at }: Question, element: Element): TupleElement {
  const { type, written } = element;
  const optional = (element.flags & ts.ElementFlags.Optional) !== 0;
  const question = { type, at, ...(written && { written }) };
  return { shape: optional ? reading.read(question) : reading.readElement(question), optional };
}

/** `...string[]`: the compiler keeps the element type, the author wrote the array. */
function readRest(reading: Reading, { at }: Question, { type, written, flags }: Element): TypeShape {
  const node = written && restNode(written.node);
  const isRest = flags & ts.ElementFlags.Rest;
  const from = node && written && isRest ? { node, bindings: written.bindings } : written;
  return reading.readElement({ type, at, ...(from && { written: from }) });
}

function restNode(node: ts.Node): ts.Node | undefined {
  const inner = ts.isNamedTupleMember(node) || ts.isRestTypeNode(node) ? node.type : node;
  return ts.isArrayTypeNode(inner) ? inner.elementType : undefined;
}
