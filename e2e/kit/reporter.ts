import { relative } from "node:path";
import type { Reporter, TestCase, TestResult } from "playwright/types/testReporter";
import { record } from "../../scripts/lanes/results.ts";

export default class RecordingReporter implements Reporter {
  onTestEnd(test: TestCase, { status, duration }: TestResult): void {
    const [, , , ...titles] = test.titlePath();
    const reason = test.annotations.find(({ type }) => type === "skip")?.description;
    record({
      outcome:
        status === "skipped" ? "skipped" : status === test.expectedStatus ? "passed" : "failed",
      file: relative(".", test.location.file),
      name: titles.join(" › "),
      ms: duration,
      ...(reason !== undefined && { reason }),
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}
