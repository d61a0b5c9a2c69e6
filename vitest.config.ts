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
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
