/** Names for what the binding imports, each once, and never one that the binding needs for itself. */
import { basename } from "node:path";

export interface ImportedName {
  readonly exported: string;
  readonly local: string;
  /** No value: a function that runs elsewhere, a type. */
  readonly asValue: boolean;
  /** No type: a class whose methods are reached through its instances. */
  readonly asType: boolean;
}

export interface Use {
  readonly module: string;
  readonly exported: string;
  readonly asValue: boolean;
  readonly asType: boolean;
}

export interface LocalNames {
  /** In the order in which the modules were first named. */
  readonly modules: ReadonlyMap<string, readonly ImportedName[]>;
  readonly localOf: (module: string, exported: string) => string;
}

export function chooseLocalNames(uses: readonly Use[]): LocalNames {
  const taken = new Set(RESERVED);
  const modules = new Map<string, Map<string, ImportedName>>();
  for (const { module, exported, asValue, asType } of uses) {
    const names = modules.get(module) ?? new Map<string, ImportedName>();
    modules.set(module, names);
    const known = names.get(exported);
    const local = known?.local ?? freeName(wishedName(module, exported), taken);
    taken.add(local);
    names.set(exported, {
      exported,
      local,
      asValue: asValue || (known?.asValue ?? false),
      asType: asType || (known?.asType ?? false),
    });
  }
  return {
    modules: new Map([...modules].map(([module, names]) => [module, [...names.values()]])),
    localOf: (module, exported) => {
      const name = modules.get(module)?.get(exported);
      if (!name) throw new Error(`"${exported}" of ${module} was not named among the uses.`);
      return name.local;
    },
  };
}

/** A default export is named for its file. */
function wishedName(module: string, exported: string): string {
  const wish = exported === "default" ? `${basename(module).replace(/\..*$/s, "")}Default` : exported;
  const identifier = wish.replace(/[^\p{ID_Continue}$]/gu, "_");
  return isIdentifier(identifier) ? identifier : `_${identifier}`;
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  let name = wish;
  for (let count = 2; taken.has(name); count++) name = `${wish}_${count}`;
  return name;
}

/** May stand as a property name without quotes. */
export function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** What the binding's own text uses, and what no import may be called. */
const RESERVED: readonly string[] = [
  ...["tools", "schemas", "manifest", "Tools", "Schemas", "Tool", "Schema", "bindTools", "bindSchemas"],
  ...["JSON", "NonNullable", "Parameters", "Record"],
  ...["any", "arguments", "as", "async", "await", "bigint", "boolean", "break", "case", "catch", "class", "const"],
  ...[
    "continue",
    "debugger",
    "declare",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
  ],
  ...["finally", "for", "from", "function", "if", "implements", "import", "in", "infer", "instanceof", "interface"],
  ...["is", "keyof", "let", "module", "namespace", "never", "new", "null", "number", "object", "of", "package"],
  ...["private", "protected", "public", "readonly", "require", "return", "static", "string", "super", "switch"],
  ...["symbol", "this", "throw", "true", "try", "type", "typeof", "undefined", "unique", "unknown", "var", "void"],
  ...["while", "with", "yield"],
];
