/** Where a module of a manifest is: beside the manifest, or what a build made of it. */
import { existsSync } from "node:fs";
import { UserError } from "../errors/user-error.ts";

const BUILT: { readonly [extension: string]: string } = { ".ts": ".js", ".mts": ".mjs", ".cts": ".cjs", ".tsx": ".js" };

/**
 * @param module As in the manifest: `./tools/weather.ts`.
 * @param base URL of the manifest, or of the binding.
 * @returns The URL to import.
 * @throws UserError where neither the module nor its JavaScript is there.
 */
export function resolveModule(module: string, base: URL): URL {
  const written = toUrl(module, base);
  if (written.protocol !== "file:" || existsSync(written)) return written;
  const extension = /\.[cm]?tsx?$/.exec(module)?.[0] ?? "";
  const built = BUILT[extension];
  const compiled = built && toUrl(module.slice(0, -extension.length) + built, base);
  if (compiled && existsSync(compiled)) return compiled;
  throw new UserError(
    "RUNA_NO_MODULE",
    `The manifest names the module ${module}, and ${written.href}${compiled ? ` is not there, nor is ${compiled.href}` : " is not there"}. Run runa-gen, or keep manifest and modules together when you deploy.`,
  );
}

/** A path is no URL: what begins a query, a fragment or an escape in one may be part of a file's name. */
function toUrl(module: string, base: URL): URL {
  const path = module.replaceAll("%", "%25").replaceAll("#", "%23").replaceAll("?", "%3F");
  return new URL(path, base);
}
