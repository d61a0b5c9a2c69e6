/** `@runa/runtime/toolkits/http`: fetching pages, as a tool. */
// Makes the method known as a tool.
import "./runa.tools.ts";

export { HttpTools, type HttpToolsOptions } from "./http-tools.ts";
