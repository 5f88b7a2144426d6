import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { record } from "./results.ts";

/** Includes suites skipped as a whole. */
export default async function* nodeReporter(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, skip, file = "", details } = data;
    const isSkipped = skip !== undefined && skip !== false;
    if (details.type === "suite" && !isSkipped) continue;
    record({
      outcome: isSkipped ? "skipped" : type === "test:pass" ? "passed" : "failed",
      file: relative(".", file),
      name,
      ms: details.duration_ms,
      ...(typeof skip === "string" && { reason: skip }),
    });
    yield "";
  }
}
