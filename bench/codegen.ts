/**
 * `runa-gen` as its users run it, built and as a process of its own: cold, and after a change, against TypeScript alone
 * resolving the same parameters, for a large project and a small one; and with nothing changed, against a Node that does
 * nothing.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { type Figure, medianPair } from "./measure.ts";

const FILES = 300;
const SMALL_FILES = 1;
const TOOLS_PER_FILE = 8;
const ROUNDS = 7;
const root = fileURLToPath(new URL("..", import.meta.url));

function wall(args: readonly string[], cwd: string): number {
  const start = performance.now();
  const child = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const time = performance.now() - start;
  if (child.status !== 0)
    throw new Error(`node ${args.join(" ")} ended with ${child.status}\n${child.stdout}${child.stderr}`);
  return time;
}

function writeProject(folder: string, files: number): void {
  mkdirSync(join(folder, "src", "tools"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "bench", private: true, type: "module" }));
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  for (let file = 0; file < files; file++) {
    const tools = Array.from({ length: TOOLS_PER_FILE }, (_, index) => {
      const name = `tool${file}_${index}`;
      return `export interface Order${index} { id: string; lines: { sku: string; quantity: number; note?: string }[]; state: "open" | "paid" | "sent" }
/**
 * Store order ${name}.
 * @tool
 * @param order The order
 * @param channel Where it came from
 * @param limit Most lines to keep
 */
export async function ${name}(order: Order${index}, channel: "web" | "mail" | "phone" = "web", limit?: number): Promise<string> {
  return \`\${order.id} \${channel} \${limit ?? order.lines.length}\`;
}
`;
    });
    writeFileSync(join(folder, "src", "tools", `file${file}.ts`), tools.join("\n"));
  }
}

/** What no generator of definitions can do without: load TypeScript, build the program, resolve every parameter's type. */
const BARE = `
const ts = require("typescript");
const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile("tsconfig.json", ts.sys.readFile).config, ts.sys, process.cwd());
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
let seen = 0;
function walk(type, depth) {
  seen++;
  if (depth > 4) return;
  if (type.isUnion()) for (const member of type.types) walk(member, depth + 1);
  else if (type.flags & ts.TypeFlags.Object) {
    const element = checker.isArrayType(type) && checker.getTypeArguments(type)[0];
    if (element) walk(element, depth + 1);
    else for (const property of type.getProperties()) walk(checker.getTypeOfSymbol(property), depth + 1);
  }
}
for (const name of fileNames) {
  ts.forEachChild(program.getSourceFile(name), (node) => {
    if (ts.isFunctionDeclaration(node)) for (const parameter of node.parameters) walk(checker.getTypeAtLocation(parameter), 0);
  });
}
if (seen < fileNames.length * ${TOOLS_PER_FILE}) throw new Error("too little was resolved");
`;

export async function benchCodegen(): Promise<readonly Figure[]> {
  return [...(await benchProject(FILES)), ...(await benchProject(SMALL_FILES))];
}

async function benchProject(files: number): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "runa-bench-"));
  const tools = `${files * TOOLS_PER_FILE} tools`;
  try {
    const bin = install(folder);
    writeProject(folder, files);
    writeFileSync(join(folder, "bare.cjs"), BARE);
    const bare = (): number => wall(["bare.cjs"], folder);

    const cold = await medianPair(
      ROUNDS,
      () => {
        for (const file of ["runa.tools.json", "runa.tools.ts"]) rmSync(join(folder, "src", file), { force: true });
        rmSync(join(folder, "node_modules", ".cache"), { recursive: true, force: true });
        return wall([bin, "--no-cache"], folder);
      },
      bare,
    );

    // What earlier runs left behind is there, and says nothing of the file that was changed.
    const changed = join(folder, "src", "tools", "file0.ts");
    const text = readFileSync(changed, "utf8");
    let changes = 0;
    const runAfterChange = (): number => {
      writeFileSync(changed, `${text}// ${++changes}\n`);
      return wall([bin], folder);
    };
    runAfterChange();
    runAfterChange();
    const afterChange = await medianPair(ROUNDS, runAfterChange, bare);

    wall([bin], folder);
    const again = await medianPair(
      ROUNDS * 3,
      () => wall([bin], folder),
      () => wall(["-e", "0"], folder),
    );
    return [
      { name: `runa-gen cold, ${tools}, wall`, ...cold, unit: "ms", bound: 1.1 },
      { name: `runa-gen after a change, ${tools}, wall`, ...afterChange, unit: "ms", bound: 1.1 },
      { name: `runa-gen with nothing changed, ${tools}, wall`, ...again, unit: "ms", bound: 1.5 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The packages as they are installed: without their sources, so that what was built runs. Gives the command's file. */
function install(folder: string): string {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@runa"), { recursive: true });
  for (const name of ["codegen", "runtime"]) {
    for (const part of ["dist", "bin", "package.json"]) {
      cpSync(join(root, "packages", name, part), join(modules, "@runa", name, part), { recursive: true });
    }
  }
  const installed = readdirSync(join(root, "node_modules"));
  for (const name of installed)
    if (name !== "@runa" && !name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(modules, name));
  return join(modules, "@runa", "codegen", "bin", "runa-gen.js");
}
