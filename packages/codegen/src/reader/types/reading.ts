/** What the constructs share: a question about one type, and the means to answer it. */
import type { ts } from "ts-morph";
import type { TypeShape } from "../../signature/type-shape.ts";
import type { ReadFile } from "../declared-where.ts";
import type { FrameworkTypes } from "../framework-types.ts";
import type { Written } from "../written/written.ts";

/** Which type is it, how was it written, and where is it used? */
export interface Question {
  readonly type: ts.Type;
  /** The members in question, where they are fewer than the type has: `undefined` is taken out. */
  readonly members?: readonly ts.Type[];
  readonly written?: Written | undefined;
  /** The declaration that the type belongs to. */
  readonly at: ts.Node;
  /** The type has a name, and is being read for it. */
  readonly isNamed?: boolean;
}

/** Contract: answers `undefined` if the type is not its own; reads data and reports nothing. */
export type Construct = (reading: Reading, question: Question) => TypeShape | undefined;

export interface Reading {
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  readonly frameworkTypes: FrameworkTypes;
  readonly readFile: ReadFile;
  /** The shape of a type within the one in question. */
  read(question: Question): TypeShape;
  /** As `read`, of an element of an array: `undefined` has no JSON form there. */
  readElement(question: Question): TypeShape;
  /** A reference to the type by its name; it is read once, later. */
  refer(symbol: ts.Symbol, question: Question): TypeShape;
  /** The type as the author wrote it. */
  typeText(question: Question): string;
  /** The same text for the same type, whatever else is in the program. */
  stableText(type: ts.Type, at: ts.Node): string;
}
