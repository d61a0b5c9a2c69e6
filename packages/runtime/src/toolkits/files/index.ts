/** `@runa/runtime/toolkits/files`: files below one folder, as tools. */
// Makes the methods known as tools.
import "./runa.tools.ts";

export { FileTools, type FileToolsOptions } from "./file-tools.ts";
