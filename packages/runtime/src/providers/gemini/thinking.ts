/** `modelSettings.reasoning` in Gemini's terms: a budget up to Gemini 2.5, a level since Gemini 3. */
import { UserError } from "../../errors/user-error.ts";
import type { GenerationConfig } from "./wire.ts";

const BUDGETS: { readonly [effort: string]: number } = {
  none: 0,
  minimal: 512,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
};

/** The levels; thinking cannot be turned off, so `none` is the lowest. */
const LEVELS: { readonly [effort: string]: "MINIMAL" | "LOW" | "MEDIUM" | "HIGH" } = {
  none: "MINIMAL",
  minimal: "MINIMAL",
  low: "LOW",
  medium: "MEDIUM",
  high: "HIGH",
};

/** @throws UserError for a word that is none of the known efforts. */
export function toThinkingConfig(
  reasoning: string,
  takesBudget: boolean,
): NonNullable<GenerationConfig["thinkingConfig"]> {
  const includeThoughts = reasoning !== "none";
  const thinkingBudget = BUDGETS[reasoning];
  const thinkingLevel = LEVELS[reasoning];
  if (thinkingBudget === undefined || thinkingLevel === undefined)
    throw new UserError(
      "RUNA_REASONING",
      `modelSettings.reasoning is "${reasoning}", which Gemini does not know. Use one of ${Object.keys(LEVELS).join(", ")}.`,
    );
  return takesBudget ? { includeThoughts, thinkingBudget } : { includeThoughts, thinkingLevel };
}
