/**
 * What to do where no binding knows a function or a class. `import { tools } from …` is not enough: unless
 * `verbatimModuleSyntax` is on, compilers drop an import of names that nobody uses.
 */
export const IMPORT_BINDING =
  'run runa-gen, and write import "./runa.tools.js"; beside the agent: in this form, since an import of names that are not used is dropped by the compiler';
