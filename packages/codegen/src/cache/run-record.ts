/**
 * What the last run read, wrote and said, kept in `node_modules/.cache`: enough to see that another run would do the
 * same. Nothing here loads the compiler, so that a run without changes costs little more than starting Node.
 *
 * What it cannot see: a file that is added outside the project's folder and not beside a file that was read.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toSlashes } from "../diagnostics/relative-path.ts";
import { hashFile, hashText, stampFile } from "./hash.ts";
import { hashListing, hashNames } from "./hash-listing.ts";

/** What the outcome of a run depends on, besides files. */
export interface RunKey {
  /** The project's folder; absolute. */
  readonly root: string;
  readonly manifestFile: string;
  /** Everything that was asked for, as one text. */
  readonly options: string;
  /** Folders outside the root in which entries are looked for. */
  readonly entryFolders: readonly string[];
}

export interface RunRecord {
  readonly versions: string;
  readonly options: string;
  /** By path: hash of the content. */
  readonly inputs: Hashes;
  readonly outputs: Hashes;
  /** By path of an input: its stamp, as it was when its content was hashed. */
  readonly stamps: Hashes;
  /** By path: hash of the names below the folder. */
  readonly listings: Hashes;
  /** By path: hash of the names in the folder. */
  readonly folders: Hashes;
  readonly diagnostics: readonly Diagnostic[];
  /** `3 tools, 1 schema`: what the manifest holds. */
  readonly contents: string;
}

interface Hashes {
  readonly [path: string]: string;
}

/** The record of the last run, if nothing that it depends on has changed. */
export function findUnchangedRun(key: RunKey): RunRecord | undefined {
  const file = recordFile(key);
  const record = file && readRecord(file);
  if (!record || record.versions !== versions() || record.options !== key.options) return undefined;
  const isUnchanged =
    isSame(record.listings, hashListing) &&
    isSame(record.folders, hashNames) &&
    isSame(record.outputs, hashFile) &&
    Object.entries(record.inputs).every(
      ([path, hash]) => stampFile(path) === record.stamps[path] || hashFile(path) === hash,
    );
  return isUnchanged ? record : undefined;
}

export interface FinishedRun {
  /** When it began to read, in milliseconds. */
  readonly startedAt: number;
  /** Every file whose content mattered; absolute. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** `3 tools, 1 schema`: what the manifest holds. */
  readonly contents: string;
}

/**
 * Keeps the record of a run. Does nothing where it cannot be kept, for a run without a record is only slower; and
 * nothing where an input was changed while it was being read, for then nobody knows what was read.
 */
export function rememberRun(key: RunKey, run: FinishedRun): void {
  const file = recordFile(key);
  const inputs = [...new Set([...run.inputs, ...installRecords(key.root)])].filter((path) => existsSync(path));
  if (!file || inputs.some((path) => changedAt(path) >= run.startedAt)) return;
  const listed = [key.root, ...key.entryFolders];
  const beside = inputs
    .map((path) => dirname(path))
    .filter(
      (folder) => !folder.includes("/node_modules/") && !listed.some((root) => `${folder}/`.startsWith(`${root}/`)),
    );
  const hashes = {
    stamps: hashAll(inputs, stampFile),
    inputs: hashAll(inputs, hashFile),
    outputs: hashAll(run.outputs, hashFile),
    listings: hashAll(listed, hashListing),
    folders: hashAll(beside, hashNames),
  };
  if (!hashes.inputs || !hashes.outputs || !hashes.stamps || !hashes.listings || !hashes.folders) return;
  const record = {
    versions: versions(),
    options: key.options,
    ...hashes,
    diagnostics: run.diagnostics,
    contents: run.contents,
  };
  writeRecord(file, JSON.stringify(record));
}

/** A file that is moved into place keeps its time of modification. */
function changedAt(path: string): number {
  const { mtimeMs, ctimeMs } = statSync(path);
  return Math.max(mtimeMs, ctimeMs);
}

function hashAll(paths: readonly string[], hash: (path: string) => string | undefined): Hashes | undefined {
  const hashes = new Map<string, string>();
  for (const path of paths) {
    const value = hash(path);
    if (value === undefined) return undefined;
    hashes.set(path, value);
  }
  return Object.fromEntries(hashes);
}

function isSame(hashes: Hashes, hash: (path: string) => string | undefined): boolean {
  return Object.entries(hashes).every(([path, value]) => hash(path) === value);
}

/** One record for each manifest that is written. */
function recordFile({ root, manifestFile }: RunKey): string | undefined {
  const folder = cacheFolder(root);
  return folder && join(folder, `${hashText(manifestFile).slice(0, 16)}.json`);
}

/** Where `compiler-code.ts` keeps what it has, beside the records. */
export function compilerCodeFile({ root }: RunKey): string | undefined {
  const folder = cacheFolder(root);
  return folder && join(folder, "compiler.code");
}

/** In the nearest `node_modules`. */
function cacheFolder(root: string): string | undefined {
  const modules = nearestModules(root);
  return modules && join(modules, ".cache", "runa");
}

function nearestModules(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const modules = join(current, "node_modules");
    if (existsSync(modules)) return modules;
    if (dirname(current) === current) return undefined;
  }
}

/** What package managers write on every install: the types of packages may be others afterwards. */
function installRecords(root: string): readonly string[] {
  const modules = nearestModules(root);
  const names = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"];
  return modules ? names.map((name) => toSlashes(join(modules, name))) : [];
}

function readRecord(file: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunRecord;
  } catch {
    // None yet, or one that a killed process or another version left: the run is done as if there were none.
    return undefined;
  }
}

/** Records of manifests that were written once, to a temporary folder, would pile up. */
const MOST_RECORDS = 32;

function writeRecord(file: string, text: string): void {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true });
    const others = readdirSync(folder).filter((name) => name.endsWith(".json"));
    if (others.length >= MOST_RECORDS && !existsSync(file)) for (const name of others) rmSync(join(folder, name));
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch {
    // A read-only checkout, a full disk: the next run is slower, and nothing else.
    rmSync(draft, { force: true });
  }
}

/** A record of another release, of another Node or of a build since then says nothing about this one. */
function versions(): string {
  const here = import.meta.dirname;
  const manifest = JSON.parse(readFileSync(resolve(here, "../../package.json"), "utf8")) as {
    readonly version: string;
  };
  const build = statSync(resolve(here, "../.tsbuildinfo"), { throwIfNoEntry: false });
  return [RECORD_FORMAT, manifest.version, build?.mtimeMs ?? "", process.versions.node].join(" ");
}

const RECORD_FORMAT = 2;

/** Run from its own sources, the generator may be another one each time, so a checkout keeps no records. */
export const CAN_REMEMBER: boolean = !import.meta.url.endsWith(".ts");
