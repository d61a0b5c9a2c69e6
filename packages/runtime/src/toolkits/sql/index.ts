/** `@runa/runtime/toolkits/sql`: queries on one database, as a tool. */
// Makes the method known as a tool.
import "./runa.tools.ts";

export { type QueryResult, SqlTools, type SqlToolsOptions } from "./sql-tools.ts";
