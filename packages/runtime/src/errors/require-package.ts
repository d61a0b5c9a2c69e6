import { UserError } from "./user-error.ts";

/**
 * Loads what needs an optional peer dependency.
 *
 * @param why Begins the message, where the name of the package does not say what it is needed for.
 * @throws UserError that says what to install; what the package itself throws.
 */
export async function requirePackage<T>(name: string, load: () => Promise<T>, why?: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new UserError(
      "RUNA_MISSING_PACKAGE",
      `${why === undefined ? "" : `${why} `}The package ${name} is not installed. Run npm install ${name}.`,
      { cause },
    );
  }
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(name)
  );
}
