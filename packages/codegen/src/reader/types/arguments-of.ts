/** The type arguments of a reference, as questions. */
import type { ts } from "ts-morph";
import { type Candidate, candidates } from "../written/candidates.ts";
import { startWalk } from "../written/declared-members.ts";
import { referencedSymbol, type Written } from "../written/written.ts";
import type { Question, Reading } from "./reading.ts";

export function argumentQuestion(reading: Reading, question: Question, index: number): Question {
  const type = reading.checker.getTypeArguments(question.type as ts.TypeReference)[index];
  const written = writtenReference(reading, question)[index];
  return { type: type ?? reading.checker.getAnyType(), at: question.at, ...(written && { written }) };
}

function writtenReference(reading: Reading, { type, written }: Question): readonly Written[] {
  if (!written) return [];
  const isSame = (candidate: Candidate): boolean =>
    candidate.kind === "type" && referencedSymbol(reading.checker, candidate.written.node) === type.symbol;
  for (const loose of [false, true]) {
    for (const candidate of candidates(startWalk(reading.checker, loose), written)) {
      if (candidate.kind !== "type" || !isSame(candidate)) continue;
      const { node, bindings } = candidate.written;
      const args = "typeArguments" in node ? (node as ts.TypeReferenceNode).typeArguments : undefined;
      return (args ?? []).map((argument) => ({ node: argument, bindings }));
    }
  }
  return [];
}
