/** `any` and `unknown`; and `any` because the compiler found no such name or module. */
import { ts } from "ts-morph";
import type { Construct } from "./reading.ts";

export const readTopType: Construct = (reading, question) => {
  const { flags } = question.type;
  if (!(flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))) return undefined;
  // Internal, and the only mark: the type of what cannot be resolved is an `any` by this name.
  const { intrinsicName } = question.type as { readonly intrinsicName?: string };
  if (intrinsicName !== "error") return { kind: "anything" };
  return { kind: "anything", gap: { why: "unresolved", typeText: reading.typeText(question) } };
};
