// The arrows as a lint rule: no cycles, and ts-morph, ajv and undici each in their home. The full table of layers is
// checked by tests/architecture.test.ts.
/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "codegen-knows-the-manifest-only",
      severity: "error",
      from: { path: "^packages/codegen/src" },
      to: { path: "^packages/runtime/src/(?!manifest/|validation/)" },
    },
    {
      name: "runtime-knows-nothing-of-codegen",
      severity: "error",
      from: { path: "^packages/runtime/src" },
      to: { path: "^packages/codegen|node_modules/(ts-morph|typescript)/" },
    },
    {
      name: "manifest-stands-alone",
      severity: "error",
      from: { path: "^packages/runtime/src/manifest/" },
      to: { pathNot: "^packages/runtime/src/manifest/" },
    },
    {
      name: "ts-morph-has-one-home",
      severity: "error",
      from: { path: "^packages/codegen/src", pathNot: "^packages/codegen/src/(project|reader)/" },
      to: { path: "node_modules/ts-morph/" },
    },
    {
      name: "ajv-has-one-home",
      severity: "error",
      from: { path: "^packages/runtime/src", pathNot: "^packages/runtime/src/validation/" },
      to: { path: "node_modules/ajv" },
    },
    {
      name: "undici-has-one-home",
      severity: "error",
      from: { path: "^packages/runtime/src", pathNot: "^packages/runtime/src/http/" },
      to: { path: "node_modules/undici/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(/dist/|\\.test\\.ts$|/test/)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.check.json" },
    enhancedResolveOptions: {
      conditionNames: ["@runa/source", "import", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".js", ".mjs"],
    },
  },
};
