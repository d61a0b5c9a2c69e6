import { describe, expect, it } from "vitest";
import { requirePackage } from "./require-package.ts";

const ABSENT: string = "@runa/no-such-package";

describe("requirePackage", () => {
  it("gives what was loaded", async () => {
    expect(await requirePackage("node:path", () => import("node:path"))).toHaveProperty("join");
  });

  it("says what to install, and what for", async () => {
    await expect(requirePackage(ABSENT, () => import(ABSENT), "Spelling needs it.")).rejects.toMatchObject({
      code: "RUNA_MISSING_PACKAGE",
      message: `Spelling needs it. The package ${ABSENT} is not installed. Run npm install ${ABSENT}.`,
    });
  });

  it("leaves alone what an installed package throws", async () => {
    const broken = new Error("it is broken");
    await expect(requirePackage(ABSENT, () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
