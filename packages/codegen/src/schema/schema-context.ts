/** What the conversion of one tool shares: the drafts of its named types, and where findings go. */
import type { CodeName, FactsOf } from "../diagnostics/codes.ts";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import type { NamedType, TypeShape } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import { createObstacleFinder, type Obstacle } from "./find-obstacle.ts";
import { sumUpPackages } from "./package-findings.ts";
import type { ParamOverride } from "./param-overrides.ts";

export interface SchemaContext {
  /** Arguments are judged, so objects are closed; a result is described as `JSON.stringify` writes it, with open objects. */
  readonly purpose: "arguments" | "result";
  /** Filled as named types are met. A type without a draft is being converted: it contains itself. */
  readonly bodies: Map<NamedType, Draft | undefined>;
  readonly obstacleOf: (shape: TypeShape) => Obstacle | undefined;
  readonly report: <Name extends CodeName>(name: Name, location: SourceLocation, facts: FactsOf<Name>) => void;
}

/** Where in the parameters a shape stands. */
export interface Place {
  /** `options.pages[].size`, for messages. */
  readonly path: string;
  /** Of the nearest property. */
  readonly location: SourceLocation;
  /** What `@param` tags say of this place and of those inside it. */
  readonly override?: ParamOverride;
  /** A named type that a constraint could fit is copied, so that the constraint holds for this use alone. */
  readonly copiesNames?: boolean;
}

export function itemsOf({ path, location, override }: Place): Place {
  const inside = override?.inside.get("[]");
  return { path: `${path}[]`, location, ...(inside && { override: inside }) };
}

export function valuesOf({ path, location }: Place): Place {
  return { path: `${path}{}`, location };
}

/** Converts the shapes inside a shape. Given to each converter, so that none has to import the dispatch. */
export type Convert = (shape: TypeShape, place: Place) => Draft;

export interface ArgumentsContext extends SchemaContext {
  /** Reports what was held back, to be summed up. */
  readonly finish: (location: SourceLocation) => void;
}

/** A finding that would be said twice, because a named type was copied, is said once. */
export function createArgumentsContext(log: DiagnosticLog, tool: string | undefined): ArgumentsContext {
  const said = new Set<string>();
  const { report, finish } = sumUpPackages((name, location, facts, more) =>
    log.report(name, { location, ...(tool !== undefined && { tool }), ...(more && { more }) }, facts),
  );
  return {
    purpose: "arguments",
    bodies: new Map(),
    obstacleOf: createObstacleFinder(),
    report: (name, location, facts) => {
      const key = JSON.stringify([name, location, facts]);
      if (said.has(key)) return;
      said.add(key);
      report(name, location, facts);
    },
    finish,
  };
}

export function createResultContext(): SchemaContext {
  return { purpose: "result", bodies: new Map(), obstacleOf: () => undefined, report: () => undefined };
}
