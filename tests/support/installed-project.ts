/** An empty project of a user's own, outside this repository, with both packages installed from what `npm pack` makes. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program and never throws for its exit code. */
export async function execute(file: string, args: readonly string[], cwd: string): Promise<Outcome> {
  // What the tests themselves run under must not leak into a user's project.
  const { NODE_OPTIONS: _, NODE_ENV: __, VITEST: ___, ...env } = process.env;
  try {
    const options = { cwd, env: { ...env, NO_COLOR: "1" }, maxBuffer: 1 << 26 };
    const { stdout, stderr } = await promisify(execFile)(file, args, options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== "number") throw error;
    return { code, stdout, stderr };
  }
}

async function succeed(file: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await execute(file, args, cwd);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Builds and packs both packages. */
export async function packPackages(): Promise<{ readonly tarballs: readonly string[]; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "runa-pack-"));
  await succeed("npm", ["run", "build"], root);
  for (const name of ["runtime", "codegen"]) {
    await succeed("npm", ["pack", "--silent", "--pack-destination", folder], join(root, "packages", name));
  }
  return {
    tarballs: readdirSync(folder).map((file) => join(folder, file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface UserProject {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  node(args: readonly string[]): Promise<Outcome>;
  remove(): void;
}

export async function createProject(packages: readonly string[]): Promise<UserProject> {
  const folder = mkdtempSync(join(tmpdir(), "runa-user-"));
  const write: UserProject["write"] = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write({ "package.json": `${JSON.stringify({ name: "user", version: "1.0.0", private: true, type: "module" })}\n` });
  await succeed("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], folder);
  return {
    folder,
    write,
    node: (args) => execute(process.execPath, args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
