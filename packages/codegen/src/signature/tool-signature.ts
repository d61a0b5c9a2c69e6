/** A function that is a tool, as plain data: everything that is read from the source, and nothing of the compiler. */
import type { Injection, Thread } from "@runa/runtime/manifest";
import type { DocComment, ParamDoc } from "./doc-comment.ts";
import type { SourceLocation } from "./source-location.ts";
import type { PropertyShape, TypeShape } from "./type-shape.ts";

export interface ToolSignature {
  /** What the model calls it. */
  readonly name: string;
  /** Of the name in the declaration. */
  readonly location: SourceLocation;
  /** Absolute path of the module that exports it, with forward slashes. */
  readonly module: string;
  /** `default` for a default export; the class, for a method. */
  readonly exportName: string;
  readonly method?: string;
  readonly isStatic?: boolean;
  readonly doc?: DocComment;
  /** From the options of `tool(fn, { description })`; wins over the doc comment. */
  readonly description?: string;
  /** In call order. */
  readonly parameters: readonly ParameterSignature[];
  /** The `@param` tags as written, in order; whether a path names anything is for the schema stage to say. */
  readonly paramDocs: readonly ParamDoc[];
  readonly isAsync: boolean;
  readonly thread: Thread;
  /** Why a synchronous function stays on the main thread. */
  readonly threadReason?: string;
  /** `declare function`, or `@external`: runs elsewhere. */
  readonly isExternal: boolean;
  readonly isReadonly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
  readonly isDeprecated: boolean;
  /** The awaited return type; absent for `void`, generators and `ToolResult`. */
  readonly returns?: TypeShape;
}

export type ParameterSignature =
  /** A property of the arguments. */
  | { readonly kind: "property"; readonly property: PropertyShape }
  /** `...parts: string[]`: an optional array property, spread at the call. */
  | { readonly kind: "rest"; readonly property: PropertyShape }
  /** The one destructured object parameter: its properties are the arguments. */
  | { readonly kind: "flattened"; readonly properties: readonly PropertyShape[]; readonly location: SourceLocation }
  | {
      readonly kind: "injected";
      readonly name: string;
      readonly inject: Injection;
      /** The function counts on it. Said only of what a run may lack: a team. */
      readonly required?: true;
      readonly location: SourceLocation;
    };

/** A type tagged `@schema`. */
export interface SchemaSignature {
  readonly name: string;
  readonly location: SourceLocation;
  readonly module: string;
  /** `default` for a default export. */
  readonly exportName: string;
  readonly doc?: DocComment;
  readonly shape: TypeShape;
}
