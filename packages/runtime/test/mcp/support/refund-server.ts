/** Serves one tool that needs approval, over stdio. */
import { serveMcp } from "@runa/runtime/mcp";
import { bound, integer } from "../../support/bound.ts";

const refund = bound("refund", (amount: number) => `refunded ${amount}`, { properties: { amount: integer } });
await serveMcp([refund.with({ needsApproval: true })]);
