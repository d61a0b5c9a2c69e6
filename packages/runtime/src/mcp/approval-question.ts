/**
 * The question that a server of runa's puts to a person before a call that needs approval. In one place for both sides:
 * the server asks it, and a client of runa's can tell that it is about exactly the call that it has made.
 */

export interface AskedCall {
  /** As the server has it. */
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export const APPROVAL_FORM = {
  type: "object",
  properties: { approve: { type: "boolean", title: "Approve", description: "Let the tool run." } },
  required: ["approve"],
} as const;

/** @param description What the author of the tool says of its approval. */
export function approvalMessage({ toolName, arguments: json }: AskedCall, description?: string): string {
  const about = description === undefined ? "" : `\n${description}`;
  return `May "${toolName}" run with these arguments?\n${JSON.stringify(json)}${about}`;
}

/**
 * Whether a question asks for a yes to this call and for nothing else.
 *
 * @param form The schema of the answer.
 */
export function isApprovalQuestion(message: string, form: unknown, call: AskedCall): boolean {
  const expected = approvalMessage(call);
  // JSON has no line breaks of its own: what comes after one is the description.
  const isAboutCall = message === expected || message.startsWith(`${expected}\n`);
  return isAboutCall && isYesOrNo(form);
}

function isYesOrNo(form: unknown): boolean {
  const { properties } = Object(form) as { readonly properties?: Readonly<Record<string, unknown>> };
  if (properties === undefined || Object.keys(properties).join() !== "approve") return false;
  return Object(properties.approve).type === "boolean";
}
