import { existsSync, readFileSync } from "node:fs";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { type Result, record } from "../lanes/results.ts";
import { say } from "../node.ts";

export type Report = { code: number; results: Result[] };

/** Environment variables, and the vectors' folder in the project. */
export type TestVariables = { vectors?: string } & Record<string, string>;

const caseSchema = z.object({
  name: z.string(),
  classname: z.string().default(""),
  time: z.coerce.number().default(0),
  failure: z.unknown().optional(),
  error: z.unknown().optional(),
  skipped: z.unknown().optional(),
});
type Case = z.infer<typeof caseSchema>;
type Suite = { name?: string; testcase?: unknown[]; testsuite?: Suite[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  isArray: (name) => name === "testcase" || name === "testsuite",
  parseAttributeValue: false,
});

/** Reads JUnit. Without a report or a test, the run has failed. */
export function readReport(file: string, folder: string, code: number): Report {
  if (!existsSync(file)) return { code: code || 1, results: [] };
  const root = parser.parse(readFileSync(file, "utf8"));
  const results = casesOf(root.testsuites ?? root).map(
    ({ suites, test }): Result => ({
      outcome: outcomeOf(test),
      file: folder,
      name: [...suites, test.classname, test.name].filter(Boolean).join(" › "),
      ms: test.time * 1_000,
      ...(test.skipped !== undefined && { reason: "disabled in the test" }),
    }),
  );
  return { code: code || (results.length > 0 ? 0 : 1), results };
}

/** Returns the run's exit code. */
export function recordReport({ code, results }: Report): number {
  for (const result of results) {
    record(result);
    if (result.outcome === "failed") say(`✘ ${result.file} › ${result.name}`);
  }
  return code;
}

function casesOf(suite: Suite, suites: string[] = []): { suites: string[]; test: Case }[] {
  const own = (suite.testcase ?? []).map((test) => ({ suites, test: caseSchema.parse(test) }));
  const inner = (suite.testsuite ?? []).flatMap((one) =>
    casesOf(one, [...suites, one.name ?? ""].filter(Boolean)),
  );
  return [...own, ...inner];
}

function outcomeOf({ failure, error, skipped }: Case): Result["outcome"] {
  if (failure !== undefined || error !== undefined) return "failed";
  return skipped === undefined ? "passed" : "skipped";
}
