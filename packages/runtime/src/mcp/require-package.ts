import { UserError } from "../errors/user-error.ts";

/** Loads what needs an optional peer dependency. @throws UserError that says what to install. */
export async function requirePackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new UserError("RUNA_MISSING_PACKAGE", `The package ${name} is not installed. Run npm install ${name}.`, {
      cause,
    });
  }
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(name)
  );
}
