/** From arguments by name to a parameter list, as the manifest describes it; nothing is read from the function itself. */
import type { ParameterBinding } from "../manifest/index.ts";
import type { ArgumentValues, InjectedValues } from "../tool/tool.ts";

type ReadParameter = (values: ArgumentValues, injected: InjectedValues, list: unknown[]) => void;

/** The list is as long as the manifest says, holes filled with `undefined`, so that the function's own defaults run. */
export function createArgumentBinder(
  parameters: readonly ParameterBinding[],
): (values: ArgumentValues, injected: InjectedValues) => unknown[] {
  const readers = parameters.map(readerFor);
  return (values, injected) => {
    const list: unknown[] = [];
    for (const read of readers) read(values, injected, list);
    return list;
  };
}

function readerFor(parameter: ParameterBinding): ReadParameter {
  if (parameter === null) return (_values, _injected, list) => list.push(undefined);
  if (typeof parameter === "string") {
    const name = parameter;
    return (values, _injected, list) => list.push(own(values, name));
  }
  if ("inject" in parameter) {
    const { inject } = parameter;
    return (_values, injected, list) => list.push(injected[inject]);
  }
  if ("rest" in parameter) {
    const { rest } = parameter;
    return (values, _injected, list) => {
      const items = own(values, rest);
      if (Array.isArray(items)) list.push(...items);
    };
  }
  const names = parameter.object;
  return (values, _injected, list) => {
    const object: Record<string, unknown> = {};
    for (const name of names) if (Object.hasOwn(values, name)) object[name] = values[name];
    list.push(object);
  };
}

/** An optional parameter may be called `constructor`; what every object inherits is not an argument. */
function own(values: ArgumentValues, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
