import { expect, it } from "vitest";
import { APPROVAL_FORM, type AskedCall, approvalMessage, isApprovalQuestion } from "./approval-question.ts";

const call: AskedCall = { toolName: "refund", arguments: { amount: 5, why: "a\nb" } };

it.each<[what: string, message: string, form: unknown, is: boolean]>([
  ["the question of this call", approvalMessage(call), APPROVAL_FORM, true],
  ["the same with a description", approvalMessage(call, "From 5 on."), APPROVAL_FORM, true],
  ["another tool", approvalMessage({ ...call, toolName: "refund_all" }), APPROVAL_FORM, false],
  ["other arguments", approvalMessage({ ...call, arguments: { amount: 50 } }), APPROVAL_FORM, false],
  ["more arguments", approvalMessage({ ...call, arguments: { ...call.arguments, x: 1 } }), APPROVAL_FORM, false],
  ["a question that goes on", `${approvalMessage(call)} And all others?`, APPROVAL_FORM, false],
  ["words of its own", "Really?", APPROVAL_FORM, false],
  ["a form that asks for more", approvalMessage(call), form({ approve: { type: "boolean" }, pin: {} }), false],
  ["a form that asks for a text", approvalMessage(call), form({ approve: { type: "string" } }), false],
  ["a form that asks for nothing", approvalMessage(call), form({}), false],
  ["no form", approvalMessage(call), undefined, false],
])("knows whether a question is about a call: %s", (_, message, asked, is) => {
  expect(isApprovalQuestion(message, asked, call)).toBe(is);
});

function form(properties: object): object {
  return { type: "object", properties };
}
