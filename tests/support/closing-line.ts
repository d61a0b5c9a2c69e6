/** Ends `npm test` with one plain line, `N passed, M failed`, whatever the terminal shows above it. */
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    let passed = 0;
    let failed = unhandled.length;
    let skipped = 0;
    for (const module of modules) {
      let own = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        own++;
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
        else skipped++;
      }
      // A file that could not be loaded, or whose hooks failed, has errors and perhaps no tests of its own.
      failed += own === 0 || module.state() === "failed" ? module.errors().length : 0;
    }
    if (reason === "interrupted" && failed === 0) failed = 1;
    console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
  }
}
