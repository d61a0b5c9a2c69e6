/** What the search for tools has at hand, and what it leaves behind for those that come after. */
import type { ts } from "ts-morph";
import type { SignatureReading } from "../reader/signature-reading.ts";
import type { Claims } from "./marks.ts";

export interface ToolSearch {
  readonly reading: SignatureReading;
  readonly claims: Claims;
  /** Calls of `tool` that were dealt with. */
  readonly calls: Set<ts.CallExpression>;
}
