/** Where OpenAI is, for both of its wire formats. */
import { type Authorize, bearer, type Endpoint, variable } from "./connection.ts";

export const OPENAI: Endpoint = {
  name: "openai",
  keyVariables: ["OPENAI_API_KEY"],
  baseUrlVariables: ["OPENAI_BASE_URL"],
  defaultBaseUrl: "https://api.openai.com/v1",
};

export const authorizeOpenai: Authorize = (key, source) => {
  const organization = variable("OPENAI_ORG_ID");
  const project = variable("OPENAI_PROJECT_ID");
  return {
    ...bearer(key, source),
    ...(organization === undefined ? undefined : { "openai-organization": organization }),
    ...(project === undefined ? undefined : { "openai-project": project }),
  };
};
