/** From the `model` of an agent to a model. Providers are loaded when a name asks for one. */
import { UserError } from "../errors/user-error.ts";
import type { Model } from "../model/model.ts";

/** @throws UserError for a name that no provider answers to, and for a missing key. */
export async function loadModel(model: string | Model | undefined): Promise<Model> {
  if (typeof model === "object") return model;
  throw new UserError("RUNA_NO_MODEL", `No provider answers to the model ${JSON.stringify(model)}.`);
}
