/** The model that every program asks: a name of any provider, or an object such as `anthropic("claude-sonnet-5")`. */
export const model: string = process.env.OPENAI_MODEL || "gpt-5.2";
