/** What reading a signature needs of its surroundings, made once for all tools of a program. */
import type { ts } from "ts-morph";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { createFrameworkTypes, type FrameworkTypes } from "./framework-types.ts";
import { createTypeReader, type TypeReader } from "./read-type.ts";
import { createRuntimeSymbols, type RuntimeSymbols } from "./runtime-symbols.ts";
import { createIsolation, type Isolation } from "./thread/self-contained.ts";

export interface SignatureReading {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly types: TypeReader;
  readonly frameworkTypes: FrameworkTypes;
  readonly runtimeSymbols: RuntimeSymbols;
  readonly isolation: Isolation;
  readonly log: DiagnosticLog;
}

export function createSignatureReading(program: ts.Program, log: DiagnosticLog): SignatureReading {
  const checker = program.getTypeChecker();
  const frameworkTypes = createFrameworkTypes(checker);
  const runtimeSymbols = createRuntimeSymbols();
  return {
    program,
    checker,
    types: createTypeReader({ program, checker, frameworkTypes }),
    frameworkTypes,
    runtimeSymbols,
    isolation: createIsolation(checker, runtimeSymbols),
    log,
  };
}
