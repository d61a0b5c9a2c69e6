/**
 * Approvals over MCP. A tool that needs one runs only with the yes of a person, asked through the client: the call is
 * answered with the question, and the client makes it again with the answer. A client that cannot ask gets a refusal.
 */
import { createHmac, randomBytes } from "node:crypto";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Question } from "../../gating/decision.ts";
import { APPROVAL_FORM, type AskedCall, approvalMessage } from "../approval-question.ts";
import { isSameSecret } from "./is-same-secret.ts";

export interface GatedCall extends AskedCall {
  readonly callId: string;
}

type Request = ServerContext["mcpReq"];

const KEY = "approval";
/** Of this process: an answer that comes to another is a question once more. */
const SECRET = randomBytes(32);

/** What a person has answered to this very call, if anything. Whatever is not a yes to these arguments is none. */
export function readVerdict(call: GatedCall, request: Request): "approved" | "rejected" | undefined {
  const response = inputResponse(request.inputResponses, KEY);
  if (response.kind !== "elicit" || !isStateOf(call, request.requestState())) return undefined;
  return response.action === "accept" && response.content?.approve === true ? "approved" : "rejected";
}

/** The question, where the client can put it to somebody; else why the call did not run. */
export function askThroughClient(
  call: GatedCall,
  question: Question | undefined,
  request: Request,
  server: Server,
): CallToolResult | InputRequiredResult {
  if (question?.kind !== "approval")
    return refusal(`"${call.toolName}" waits for something that no MCP client gives, so it did not run`);
  const obstacle = obstacleTo(request, server);
  if (obstacle !== undefined)
    return refusal(`"${call.toolName}" needs the approval of a person, and ${obstacle}, so it did not run`);
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: approvalMessage(call, question.description),
        requestedSchema: { ...APPROVAL_FORM, required: [...APPROVAL_FORM.required] },
      }),
    },
    requestState: stateOf(call),
  });
}

/** Why nobody can be asked, if so. */
function obstacleTo({ envelope }: Request, server: Server): string | undefined {
  const declared = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const capabilities = declared ?? server.getClientCapabilities();
  // Of the older generation, and each request has a server of its own, which was never told what the client can.
  if (capabilities === undefined)
    return "over HTTP a client can be asked for one from the protocol's revision 2026-07-28 on, which this client does not speak (over stdio, older ones can be asked too)";
  return hasForms(capabilities) ? undefined : "this client cannot ask for one";
}

function hasForms(capabilities: unknown): boolean {
  if (typeof capabilities !== "object" || capabilities === null || !("elicitation" in capabilities)) return false;
  const { elicitation } = capabilities;
  if (typeof elicitation !== "object" || elicitation === null) return false;
  // Declared without a mode, it is the form.
  return "form" in elicitation || Object.keys(elicitation).length === 0;
}

/** Binds an answer to the tool and the arguments that were shown. */
function stateOf({ toolName, arguments: json }: GatedCall): string {
  return createHmac("sha256", SECRET)
    .update(JSON.stringify([toolName, json]))
    .digest("base64url");
}

function isStateOf(call: GatedCall, state: unknown): boolean {
  return typeof state === "string" && isSameSecret(state, stateOf(call));
}

function refusal(problem: string): CallToolResult {
  return { content: [{ type: "text", text: `error: ${problem}` }], isError: true };
}
