/** Passes for dialects that know `enum` but not `const`, or not values of every type in one `enum`. */
import type { JsonSchema, JsonValue } from "../../json-schema.ts";
import { addText, describe } from "../describe-keyword.ts";
import { hasOwn, typeNameOf, typesOf, without } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";
import { compact, typesOfValues } from "./explicit-types.ts";

export const constToEnum: Pass = nodePass((node) => {
  if (!hasOwn(node, "const")) return node;
  const { const: value = null, ...rest } = node;
  return { ...rest, enum: [value] };
});

/** Values that the type excludes are no values: without them, a branch per type says the same. */
function possibleValues(node: JsonSchema): readonly JsonValue[] {
  const types = typesOf(node);
  return (node.enum ?? []).filter((value) => {
    const type = typeNameOf(value);
    return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
  });
}

/** For a dialect whose enums hold strings or numbers, one of them at a time: other values become branches of `anyOf`. */
export const splitMixedEnums: Pass = nodePass((node, _root, notes) => {
  if (!node.enum) return node;
  const values = possibleValues(node);
  if (values.length === 0) return describe(node, "enum", "no value of the enum has the type that is asked for", notes);
  const groups = [
    values.filter((value) => typeof value === "string"),
    values.filter((value) => typeof value === "number"),
  ].filter((group) => group.length > 0);
  const others = values.filter((value) => typeof value !== "string" && typeof value !== "number");
  if (others.length === 0 && groups.length === 1 && values.length === node.enum.length) return node;

  const branches: JsonSchema[] = groups.map((group) => ({ type: compact(typesOfValues(group)), enum: group }));
  const flags = others.filter((value) => typeof value === "boolean");
  if (flags.length === 2) branches.push({ type: "boolean" });
  else if (flags.length === 1) {
    notes.lose(node, "enum", "values of an enum are strings or numbers", true);
    branches.push(addText({ type: "boolean" }, `always ${String(flags[0])}`));
  }
  if (others.includes(null)) branches.push({ type: "null" });
  for (const type of ["object", "array"] as const) {
    const group = others.filter((value) => typeNameOf(value) === type);
    if (group.length === 0) continue;
    notes.lose(node, "enum", "values of an enum are strings or numbers", true);
    branches.push(
      addText(
        { type, ...(type === "array" && { items: {} }) },
        `one of ${group.map((value) => JSON.stringify(value)).join(", ")}`,
      ),
    );
  }
  const rest = without(node, "enum", "type");
  const [only] = branches;
  if (branches.length === 1 && only) {
    const description = [rest.description, only.description].filter(Boolean).join(" ");
    return { ...only, ...rest, ...(description && { description }) };
  }
  return { ...rest, anyOf: branches.map((branch) => notes.derive(node, branch)) };
});
