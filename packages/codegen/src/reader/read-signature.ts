/** From the declaration of a tool to its signature as plain data. Findings go to the log; nothing is thrown. */
import { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { ToolSignature } from "../signature/tool-signature.ts";
import { locationOf } from "./location-of.ts";
import { isPromise } from "./promise-type.ts";
import { readParamTags } from "./read-param-tags.ts";
import { readParameters } from "./read-parameters.ts";
import { isGenerator, readReturns } from "./read-returns.ts";
import { readThread } from "./thread/read-thread.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import type { TypeReading } from "./type-reading.ts";

interface ReadSignatureOptions {
  readonly checker: ts.TypeChecker;
  readonly types: TypeReading;
  readonly log: DiagnosticLog;
}

export function readSignature(tool: ToolDeclaration, { checker, types, log }: ReadSignatureOptions): ToolSignature {
  const { name, nameNode, module, exportName, method, isStatic, doc, description, isExternal } = tool;
  const location = locationOf(nameNode);
  const parameters = readParameters(tool, { checker, types, log });
  const returns = readReturns(tool, { checker, types });
  const isAsync = isAsyncFunction(tool, checker);
  const isTagged = (tag: string): boolean => doc?.tags.some((candidate) => candidate.name === tag) ?? false;
  return {
    name,
    location,
    module,
    exportName,
    ...(method !== undefined && { method }),
    ...(isStatic !== undefined && { isStatic }),
    ...(doc && { doc }),
    ...(description !== undefined && { description }),
    parameters,
    paramDocs: doc ? readParamTags(doc) : [],
    isAsync,
    ...readThread(tool, { isAsync, parameters, checker, log }),
    isExternal,
    isReadonly: isTagged("readonly"),
    isDestructive: isTagged("destructive"),
    isIdempotent: isTagged("idempotent"),
    isDeprecated: isTagged("deprecated"),
    ...(returns && { returns }),
  };
}

/** `async`, or a return type that is a promise: either way the value is awaited. */
function isAsyncFunction({ signature, declaration }: ToolDeclaration, checker: ts.TypeChecker): boolean {
  const isMarked =
    ts.canHaveModifiers(declaration) &&
    ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  if (isMarked) return true;
  if (isGenerator(declaration)) return false;
  return isPromise(checker.getReturnTypeOfSignature(signature), declaration, checker);
}
