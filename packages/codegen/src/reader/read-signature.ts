/** From the declaration of a tool to its signature as plain data. Findings go to the log; nothing is thrown. */
import { ts } from "ts-morph";
import type { ToolSignature } from "../signature/tool-signature.ts";
import { isPromise } from "./promise-type.ts";
import { readParamTags } from "./read-param-tags.ts";
import { readParameters } from "./read-parameters.ts";
import { isGenerator, readReturns } from "./read-returns.ts";
import type { SignatureReading } from "./signature-reading.ts";
import { sourceLocationOf } from "./source-location-of.ts";
import { readThread } from "./thread/read-thread.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

export function readSignature(tool: ToolDeclaration, reading: SignatureReading): ToolSignature {
  const { name, nameNode, module, exportName, method, isStatic, doc, description, isExternal } = tool;
  const parameters = readParameters(tool, reading);
  const returns = readReturns(tool, reading);
  const isAsync = isAsyncFunction(tool, reading.checker);
  const isTagged = (tag: string): boolean => doc?.tags.some((candidate) => candidate.name === tag) ?? false;
  return {
    name,
    location: sourceLocationOf(nameNode),
    module,
    exportName,
    ...(method !== undefined && { method }),
    ...(isStatic !== undefined && { isStatic }),
    ...(doc && { doc }),
    ...(description !== undefined && { description }),
    parameters,
    paramDocs: doc ? readParamTags(doc) : [],
    isAsync,
    ...readThread(tool, { isAsync, parameters, reading }),
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
