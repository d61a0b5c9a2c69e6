/** Whether the package that a database needs is installed: known to the developer, before a model asks for anything. */
import { createRequire, isBuiltin } from "node:module";
import { UserError } from "../../errors/user-error.ts";

/** Where this file lies as long as nobody has put it into another. */
const OWN_PLACE = /\/toolkits\/sql\/assert-driver\.[jt]s$/;

/** @throws UserError that says what to install. */
export function assertDriver(kind: "sqlite" | "postgres"): void {
  if (kind === "postgres") assertInstalled("pg", "");
  else if (!isBuiltin("node:sqlite"))
    assertInstalled("@photostructure/sqlite", "This version of Node has no SQLite of its own. ");
}

function assertInstalled(name: string, why: string): void {
  // Of a bundle the package may be a part, which nobody can look up.
  if (!OWN_PLACE.test(import.meta.url)) return;
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND")) throw cause;
    throw new UserError(
      "RUNA_MISSING_PACKAGE",
      `SqlTools: ${why}The package ${name} is not installed. Run npm install ${name}.`,
      { cause },
    );
  }
}
