/** `modelSettings.reasoning` in Anthropic's terms, which changed with Claude 4.6. */
import { UserError } from "../../errors/user-error.ts";
import type { ModelSettings } from "../../model/model.ts";
import type { MessagesRequest } from "./wire.ts";

/** What the API wants and has no default for. */
const DEFAULT_MAX_TOKENS = 4_096;
const SMALLEST_BUDGET = 1_024;

/** Models up to Claude 4.5 are given a number of tokens to think with; later ones refuse it and take an effort. */
const TAKES_BUDGET = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{6,}|-latest|$))/;

const BUDGETS: { readonly [effort: string]: number } = {
  minimal: SMALLEST_BUDGET,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_000,
  max: 32_000,
};

type Effort = "low" | "medium" | "high" | "xhigh" | "max";

export type Thinking = Pick<MessagesRequest, "max_tokens" | "thinking"> & { readonly effort?: Effort };

/** @throws UserError for a word that is none of the known efforts, or an output limit too small to think within. */
export function toThinking(model: string, { reasoning, maxOutputTokens }: ModelSettings): Thinking {
  const limit = maxOutputTokens ?? DEFAULT_MAX_TOKENS;
  if (reasoning === undefined) return { max_tokens: limit };
  if (reasoning === "none") return { max_tokens: limit, thinking: { type: "disabled" } };
  const budget = BUDGETS[reasoning];
  if (budget === undefined)
    throw new UserError(
      "RUNA_REASONING",
      `modelSettings.reasoning is "${reasoning}", which Anthropic does not know. Use none or one of ${Object.keys(BUDGETS).join(", ")}.`,
    );
  if (!TAKES_BUDGET.test(model))
    return { max_tokens: limit, thinking: { type: "adaptive" }, effort: toEffort(reasoning) };
  // Thinking counts as output. A limit of the caller's own is kept; ours is raised.
  if (maxOutputTokens === undefined)
    return { max_tokens: limit + budget, thinking: { type: "enabled", budget_tokens: budget } };
  if (maxOutputTokens <= SMALLEST_BUDGET)
    throw new UserError(
      "RUNA_REASONING",
      `With modelSettings.reasoning, ${model} needs a maxOutputTokens above ${SMALLEST_BUDGET}; it is ${maxOutputTokens}.`,
    );
  return {
    max_tokens: maxOutputTokens,
    thinking: { type: "enabled", budget_tokens: Math.min(budget, maxOutputTokens - 1) },
  };
}

function toEffort(reasoning: string): Effort {
  switch (reasoning) {
    case "medium":
    case "high":
    case "xhigh":
    case "max":
      return reasoning;
    default:
      return "low";
  }
}
