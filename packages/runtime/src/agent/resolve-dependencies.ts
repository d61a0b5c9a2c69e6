/** What a run depends on: values, or functions that are asked for them once, when it starts (H12). */
import type { RunContext } from "../tool/run-context.ts";

/** A function among them is a `DependencyFactory`. */
export type Dependencies = Readonly<Record<string, unknown>>;

export type DependencyFactory<TContext = unknown> = (info: {
  readonly ctx: RunContext<TContext>;
  readonly agent: object;
}) => unknown;

/** @throws What a function throws: a run without what it depends on does not start. */
export async function resolveDependencies(
  dependencies: Dependencies,
  ctx: RunContext,
  agent: object,
): Promise<Readonly<Record<string, unknown>>> {
  const entries = Object.entries(dependencies).map(
    async ([name, value]): Promise<[string, unknown]> => [
      name,
      typeof value === "function" ? await value({ ctx, agent }) : value,
    ],
  );
  return Object.fromEntries(await Promise.all(entries));
}
