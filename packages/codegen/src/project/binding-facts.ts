/** What the writer of the binding must know of the project that the binding is going to be compiled in. */
import { ts } from "ts-morph";

export interface BindingFacts {
  readonly allowImportingTsExtensions: boolean;
  readonly rewriteRelativeImportExtensions: boolean;
  /** As in a tsconfig, in lower case: `nodenext`, `esnext`, `commonjs`. */
  readonly module: string;
  /** `bundler`, `nodenext`, `node10`. */
  readonly moduleResolution: string;
  /** Whether the binding would be compiled to CommonJS: where formats go by place, that of its own place decides. */
  readonly emitsCommonJs: boolean;
  /** Whether all tools are in JavaScript files. */
  readonly isJavaScriptOnly: boolean;
}

/** @param bindingFile Where the binding is going to stand; without it, a tool file stands for it. */
export function readBindingFacts(
  program: ts.Program,
  toolFiles: readonly ts.SourceFile[],
  bindingFile?: string,
): BindingFacts {
  const options = program.getCompilerOptions();
  const { module = ts.ModuleKind.ESNext, moduleResolution = impliedResolution(module) } = options;
  return {
    allowImportingTsExtensions: options.allowImportingTsExtensions ?? false,
    rewriteRelativeImportExtensions: options.rewriteRelativeImportExtensions ?? false,
    module: ts.ModuleKind[module].toLowerCase(),
    moduleResolution: ts.ModuleResolutionKind[moduleResolution].toLowerCase(),
    emitsCommonJs: toolFiles.some(
      (file) => isPlainSource(file) && emitsCommonJs(formatAt(file, bindingFile, options), module),
    ),
    isJavaScriptOnly: toolFiles.length > 0 && toolFiles.every((file) => /\.[cm]?jsx?$/.test(file.fileName)),
  };
}

/** `.mts` and `.cts` have a format of their own; the binding has that of a plain file. */
function isPlainSource(file: ts.SourceFile): boolean {
  return /\.[jt]sx?$/.test(file.fileName) && !file.isDeclarationFile;
}

function formatAt(
  file: ts.SourceFile,
  bindingFile: string | undefined,
  options: ts.CompilerOptions,
): ts.ResolutionMode {
  if (bindingFile === undefined) return file.impliedNodeFormat;
  return ts.getImpliedNodeFormatForFile(bindingFile, undefined, ts.sys, options);
}

function emitsCommonJs(format: ts.ResolutionMode, module: ts.ModuleKind): boolean {
  if (module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext) return format === ts.ModuleKind.CommonJS;
  return module === ts.ModuleKind.CommonJS;
}

function impliedResolution(module: ts.ModuleKind): ts.ModuleResolutionKind {
  if (module === ts.ModuleKind.NodeNext) return ts.ModuleResolutionKind.NodeNext;
  if (module >= ts.ModuleKind.Node16 && module < ts.ModuleKind.NodeNext) return ts.ModuleResolutionKind.Node16;
  return ts.ModuleResolutionKind.Bundler;
}
