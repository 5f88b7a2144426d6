import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { describeResults, LISTED_REASON, RESULTS_FILE, readResults } from "./results.ts";

const TESTS = `
import { before, describe, it } from "node:test";
it("holds", () => {});
it("breaks", () => { throw new Error("red"); });
it("waits", { skip: "for later" }, () => {});
describe("left out", { skip: "on this system" }, () => it("inside", () => {}));
describe("without its set-up", () => {
  before(() => { throw new Error("no database"); });
  it("never ran", () => {});
});
`;

function reported(source: string, variables: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bankside-results-"));
  try {
    const [test, results] = [join(folder, "some.test.mjs"), join(folder, "results.ndjson")];
    writeFileSync(test, source);
    const reporter = `--test-reporter=${join(import.meta.dirname, "node-reporter.ts")}`;
    const { NODE_TEST_CONTEXT: _, ...rest } = process.env;
    const env = { ...rest, [RESULTS_FILE]: results, ...variables };
    const { status } = spawnSync(process.execPath, ["--test", reporter, test], { env });
    return { status, results: readResults(results) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("results of a lane", () => {
  it("list every test that passed, failed, never ran or was skipped, by name", () => {
    const { status, results } = reported(TESTS);
    assert.equal(status, 1);
    const seen = results.map(({ outcome, name, reason }) => [outcome, name, reason].join(" "));
    assert.deepEqual(seen.filter((line) => !line.startsWith("failed without")).toSorted(), [
      "failed breaks ",
      "failed never ran ",
      "passed holds ",
      "skipped left out on this system",
      "skipped waits for later",
    ]);
  });

  it("list once what several parts skip for the same reason", () => {
    const { results } = reported(TESTS, { [LISTED_REASON]: "for later" });
    const skipped = results.filter(({ outcome }) => outcome === "skipped");
    assert.deepEqual(
      skipped.map(({ name }) => name),
      ["left out"],
    );
  });

  it("count a file that can't be loaded as failed", () => {
    const { status, results } = reported("throw new Error('broken file');");
    assert.equal(status, 1);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["failed"],
    );
  });

  it("name the ten slowest tests and every skipped one", () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({
      outcome: "passed" as const,
      file: "a.test.ts",
      name: `test ${index}`,
      ms: index * 1000,
    }));
    const skipped = {
      outcome: "skipped" as const,
      file: "b.ts",
      name: "later",
      ms: 0,
      reason: "why",
    };
    const lines = describeResults([...tests, skipped]);
    assert.equal(lines.filter((line) => line.includes("a.test.ts")).length, 10);
    assert.ok(lines.includes("    11.0 s  a.test.ts › test 11"));
    assert.deepEqual(lines.slice(-2), ["Skipped (why):", "  b.ts › later"]);
  });
});
