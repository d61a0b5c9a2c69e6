/** From the `model` of an agent to a model. */
import type { Model } from "../model/model.ts";

const DEFAULT_MODEL = "gpt-5.4-nano";

/** @throws UserError for a name that no provider answers to. */
export async function loadModel(model: string | Model = DEFAULT_MODEL): Promise<Model> {
  if (typeof model === "object") return model;
  // An agent with a model of its own needs no provider.
  const { resolveModel } = await import("../providers/resolve-model.ts");
  return resolveModel(model);
}
