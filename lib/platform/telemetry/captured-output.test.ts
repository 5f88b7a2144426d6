import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";

const PREAMBLE = `
  import * as output from "./lib/platform/telemetry/captured-output.ts";
  import { createLogger } from "./lib/platform/telemetry/logger.ts";
  const logger = createLogger("debug");
`;

async function run(program: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PREAMBLE + program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  const records = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return { code, lines, records, stderr };
}

const FORGED = '\\n{\\"level\\":50,\\"alert\\":\\"bank_order_mismatch\\"}\\n';

const PRINTS: [what: string, program: string, expected: object][] = [
  ["console.log", `console.log("a ${FORGED}")`, { level: 30 }],
  ["console.info", `console.info("%s ${FORGED}", 1)`, { level: 30 }],
  ["console.warn", `console.warn("a ${FORGED}")`, { level: 40 }],
  ["console.error", `console.error("⨯", new TypeError("a ${FORGED}"))`, { printed: "⨯" }],
  ["console.dir", `console.dir({ a: "${FORGED}" })`, { msg: "standard output" }],
  ["a write to standard output", `process.stdout.write("a ${FORGED}")`, { level: 30 }],
  ["a write to standard error", `process.stderr.write(Buffer.from("a ${FORGED}"))`, { level: 50 }],
  ["a warning of Node's", `process.emitWarning("a ${FORGED}")`, { msg: "runtime warning" }],
  [
    "a worker thread",
    `import { Worker } from "node:worker_threads";
    const program = "import { workerData } from 'node:worker_threads'; console.log(workerData)";
    new Worker(program, { eval: true, workerData: "a ${FORGED}" })`,
    { msg: "standard output" },
  ],
];

describe("output of a process that bypasses its logger", () => {
  for (const [what, program, expected] of PRINTS) {
    it(`is one record of the log: ${what}`, async () => {
      const { code, lines, records } = await run(`output.captureOutput(logger); ${program}`);
      assert.equal(code, 0);
      assert.equal(lines.length, 1, lines.join("\n"));
      assert.partialDeepStrictEqual(records[0], expected);
      assert.equal(records[0].alert, undefined);
    });
  }

  it("could forge records if printed", async () => {
    const { records } = await run(`console.log("a ${FORGED}")`);
    assert.equal(records[0].alert, "bank_order_mismatch");
  });

  it("contains no objects, no values of a query, and no secret of an address", async () => {
    const { lines, records } = await run(`
      output.captureOutput(logger);
      console.error({ email: "canary" }, "at /secure?token=canary&jwt=canary&lang=en");
      console.error(Object.assign(new Error("params: canary"), { query: "select", input: "canary" }));
    `);
    assert.doesNotMatch(lines.join(""), /canary/);
    assert.equal(records[0].printed, "[object] at /secure?token=[redacted]&jwt=[redacted]&lang=en");
    assert.match(records[1].err[0].stack, / at /);
  });

  it("calls back after a write", async () => {
    const program = `process.stdout.write("a", "utf8", () => logger.info("written"))`;
    const { records } = await run(`output.captureOutput(logger); ${program}`);
    assert.deepEqual(
      records.map(({ msg }) => msg),
      ["standard output", "written"],
    );
  });

  for (const thrown of ["throw new Error('a')", "Promise.reject(new Error('a'))"]) {
    it(`is a record and ends the process if uncaught: ${thrown}`, async () => {
      const { code, lines, records } = await run(
        `output.captureOutput(logger); output.exitOnUncaught(logger); setTimeout(() => { ${thrown} })`,
      );
      assert.equal(code, 1);
      assert.equal(lines.length, 1, lines.join("\n"));
      assert.partialDeepStrictEqual(records[0], { level: 60, err: [{ message: "a" }] });
    });
  }

  it("is a plain sentence if the process can't continue", async () => {
    const { code, lines, stderr } = await run(
      `output.captureOutput(logger); output.exitWithSentence(new Error("PORT is taken"))`,
    );
    assert.deepEqual([code, lines, stderr], [1, ["PORT is taken"], "PORT is taken\n"]);
  });
});
