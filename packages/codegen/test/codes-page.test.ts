import { expect, it } from "vitest";
import { readCodesPage, renderCodesPage } from "../scripts/codes-page.ts";

it("docs/codes.md is what the table of codes says; `npm run docs:codes` writes it", () => {
  expect(readCodesPage().replaceAll("\r\n", "\n")).toBe(renderCodesPage());
});
