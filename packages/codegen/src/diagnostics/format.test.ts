import { describe, expect, it } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { formatGitHub, formatJson, formatText, NO_COLORS } from "./format.ts";

const location = { file: "/p/src/calendar.ts", line: 2, column: 11, endLine: 2, endColumn: 14 };

const misspelt: Diagnostic = {
  severity: "warning",
  code: "RG102",
  name: "unknown-param",
  message: '@param "wen" names no parameter of "addEvent".',
  fix: 'Did you mean "when"?',
  location,
  tool: "addEvent",
};

const missing: Diagnostic = { severity: "error", code: "RG401", name: "missing-output", message: "It is gone." };

function textOf(diagnostics: readonly Diagnostic[], source: string | undefined): string {
  return formatText(diagnostics, { cwd: "/p", colors: NO_COLORS, sourceOf: () => source });
}

describe("formatText", () => {
  it("shows place, severity, code, the line with carets, and how to go on", () => {
    expect(textOf([misspelt], "/**\r\n * @param wen When\r\n */")).toBe(
      [
        'src/calendar.ts:2:11 warning RG102 unknown-param: @param "wen" names no parameter of "addEvent".',
        "    2 |  * @param wen When",
        "      |           ^^^",
        '  Did you mean "when"?',
        "",
      ].join("\n"),
    );
  });

  it("keeps tabs, so that the carets stand where they should", () => {
    expect(textOf([misspelt], "\n\t\t\t@param\twen")).toContain("    2 | \t\t\t@param\twen\n      | \t\t\t      \t^^^");
  });

  it("shows a window of a very long line", () => {
    const far = { ...location, line: 1, column: 1001, endLine: 1, endColumn: 1004 };
    const text = textOf([{ ...misspelt, location: far }], `${"x".repeat(1000)}yyy${"z".repeat(1000)}`);
    const lines = text.split("\n");
    expect(lines[1]?.length).toBeLessThan(140);
    expect(lines[2]?.indexOf("^")).toBe(lines[1]?.indexOf("yyy"));
  });

  it("says a finding without place or source in one line, and the compiler's codes without a name", () => {
    expect(textOf([missing], undefined)).toBe("error RG401 missing-output: It is gone.\n");
    const compiler: Diagnostic = { severity: "error", code: "TS2304", message: "Cannot find name 'X'." };
    expect(textOf([compiler], undefined)).toBe("error TS2304: Cannot find name 'X'.\n");
  });

  it("says once what two tools share", () => {
    expect(textOf([misspelt, { ...misspelt, tool: "moveEvent" }], undefined).match(/RG102/g)).toHaveLength(1);
  });
});

describe("formatJson", () => {
  it("flattens the place and leaves out what is absent", () => {
    expect(JSON.parse(formatJson([misspelt, missing], "/p"))).toEqual({
      diagnostics: [
        {
          severity: "warning",
          code: "RG102",
          name: "unknown-param",
          file: "src/calendar.ts",
          line: 2,
          column: 11,
          endLine: 2,
          endColumn: 14,
          message: misspelt.message,
          fix: misspelt.fix,
          tool: "addEvent",
        },
        { severity: "error", code: "RG401", name: "missing-output", message: "It is gone." },
      ],
    });
  });
});

describe("formatGitHub", () => {
  it("escapes what would end a command or a property", () => {
    const odd: Diagnostic = { ...misspelt, message: "100%\nsure", location: { ...location, file: "/p/a,b:c.ts" } };
    expect(formatGitHub([odd, missing], "/p")).toBe(
      "::warning file=a%2Cb%3Ac.ts,line=2,endLine=2,col=11,endColumn=14,title=RG102 unknown-param::" +
        '100%25%0Asure%0ADid you mean "when"?\n' +
        "::error title=RG401 missing-output::It is gone.\n",
    );
  });
});
