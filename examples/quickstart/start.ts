/** `npm start`: generates the definitions, shows them, and lets the agent answer a question. */
import { fileURLToPath } from "node:url";
import { generate } from "@runa/codegen";
import { startStandInModel } from "../stand-in-model.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
