import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["@runa/source"] },
  ssr: { resolve: { conditions: ["@runa/source"] } },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "tests/**/*.test.ts",
      "examples/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/golden/**", "**/diagnostics/*/**"],
    reporters: ["default", "./tests/support/closing-line.ts"],
    // Loading the packages anew for each file takes a fifth of the time of all tests.
    isolate: false,
    setupFiles: ["./tests/support/fresh-modules.ts"],
    // By default one core is left idle; on two cores that is half of the machine.
    maxWorkers: "100%",
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
