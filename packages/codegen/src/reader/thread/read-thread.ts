/** Where a tool runs: what its `@thread` tag says, else what can be shown of its code. */
import type { Thread } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import type { ParameterSignature } from "../../signature/tool-signature.ts";
import { isGenerator } from "../read-returns.ts";
import type { SignatureReading } from "../signature-reading.ts";
import { sourceLocationOf } from "../source-location-of.ts";
import type { ToolDeclaration } from "../tool-declaration.ts";
import { findBlockingCall, mayBlock } from "./blocking-calls.ts";
import { canBlock } from "./can-block.ts";
import { isCloneable } from "./cloneable.ts";
import type { Refusal } from "./refusal.ts";

export interface ThreadChoice {
  readonly thread: Thread;
  /** Why a synchronous function stays on the main thread. */
  readonly threadReason?: string;
}

interface ReadThreadOptions {
  readonly isAsync: boolean;
  readonly parameters: readonly ParameterSignature[];
  readonly reading: SignatureReading;
}

export function readThread(tool: ToolDeclaration, options: ReadThreadOptions): ThreadChoice {
  const { isAsync, reading } = options;
  const wanted = readThreadTag(tool, reading);
  if (wanted === "worker") return { thread: "worker" };
  if (tool.isExternal) return { thread: "main" };
  if (wanted === "main") return { thread: "main", ...(!isAsync && { threadReason: "@thread main" }) };
  const choice: ThreadChoice = isAsync ? { thread: "main" } : chooseThread(tool, options);
  if (choice.thread === "main") warnOfBlockingCall(tool, reading);
  return choice;
}

function readThreadTag(tool: ToolDeclaration, { log }: SignatureReading): Thread | undefined {
  const tag = tool.doc?.tags.find(({ name }) => name === "thread");
  const text = tag?.text.trim();
  if (tag === undefined || text === "main" || text === "worker") return text as Thread | undefined;
  log.report("thread-tag", { location: tag.location, tool: tool.name }, { tool: tool.name, text: text ?? "" });
  return undefined;
}

function chooseThread(tool: ToolDeclaration, options: ReadThreadOptions): ThreadChoice {
  const { checker, log } = options.reading;
  const body = bodyOf(tool.implementation);
  if (body && !isGenerator(tool.declaration) && !canBlock(body, checker))
    return { thread: "main", threadReason: "does nothing that takes long" };
  const refusal = refuseWorker(tool, options);
  if (refusal === undefined) return { thread: "worker" };
  const where = { location: sourceLocationOf(tool.nameNode), tool: tool.name };
  log.report("main-thread", where, { tool: tool.name, reason: refusal });
  return { thread: "main", threadReason: refusal };
}

/** The rules in order; the first that fails is the reason. */
function refuseWorker(tool: ToolDeclaration, { parameters, reading }: ReadThreadOptions): Refusal {
  const { declaration, implementation, signature, method } = tool;
  const { checker, isolation } = reading;
  if (method !== undefined) return "is a method";
  if (isGenerator(declaration)) return "is a generator";
  if (implementation === undefined || !isModuleLevel(implementation)) return "is made at run time";
  const injected = parameters.find((parameter) => parameter.kind === "injected" && parameter.inject !== "callId");
  if (injected?.kind === "injected") return `takes "${injected.name}" from the runtime`;
  if (!isCloneable(checker.getReturnTypeOfSignature(signature), checker))
    return "returns what cannot be copied out of a worker";
  return isolation.refuseFunction(implementation) ?? isolation.refuseModule(implementation.getSourceFile());
}

function warnOfBlockingCall(tool: ToolDeclaration, { checker, log }: SignatureReading): void {
  const body = bodyOf(tool.implementation);
  const call = body && mayBlock(body) ? findBlockingCall(body, checker) : undefined;
  if (call === undefined) return;
  const where = { location: sourceLocationOf(call), tool: tool.name };
  log.report("blocks-event-loop", where, { tool: tool.name, call: call.getText() });
}

function bodyOf(implementation: ts.SignatureDeclaration | undefined): ts.Node | undefined {
  return implementation && "body" in implementation ? implementation.body : undefined;
}

/** A function of the module, or the value of one of its constants, wrapped by `tool` or not. */
function isModuleLevel(declaration: ts.SignatureDeclaration): boolean {
  if (ts.isFunctionDeclaration(declaration)) return ts.isSourceFile(declaration.parent);
  const statement = ts.findAncestor(declaration, (node) => ts.isVariableStatement(node) || ts.isExportAssignment(node));
  const around = ts.findAncestor(declaration.parent, ts.isFunctionLike);
  return statement !== undefined && ts.isSourceFile(statement.parent) && around === undefined;
}
