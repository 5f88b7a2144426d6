import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { createLogger, redactUrl } from "./logger.ts";

describe("logger", () => {
  it("redacts secret headers in every line", () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(line) });
    const headers = {
      authentication: "canary-1",
      authorization: "canary-2",
      "x-api-key": "canary-3",
      cookie: "canary-4",
      "set-cookie": "canary-5",
      accept: "kept",
    };
    logger.info({ headers }, "flat");
    logger.info({ request: { headers } }, "nested");
    logger.info(headers, "bare");
    assert.equal(lines.length, 3);
    assert.doesNotMatch(lines.join(""), /canary/);
    assert.match(lines[0] ?? "", /"accept":"kept"/);
  });

  it("redacts jwt and token in a URL", () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(line) });
    logger.info({ url: "/secure?token=canary&jwt=canary&lang=en" }, "opened");
    logger.info({ url: "/bank/return?code=canary&state=canary&iss=https://bank.example" }, "back");
    assert.doesNotMatch(lines.join(""), /canary/);
    assert.match(lines.join(""), /lang=en/);
  });

  it("redacts them in any spelling, and keeps the rest", () => {
    assert.doesNotMatch(redactUrl("/x?JWT=canary&%74oken=canary&token=a&token=canary"), /canary/);
    assert.equal(redactUrl("/x"), "/x");
    assert.equal(redactUrl("/x?reference=abc"), "/x?reference=abc");
  });
});

describe("a value of the log", () => {
  function write(fields: object) {
    const lines: string[] = [];
    createLogger("info", { write: (line) => lines.push(line) }).info(fields, "line");
    assert.equal(lines.length, 1);
    return { line: lines[0] ?? "", fields: JSON.parse(lines[0] ?? "") };
  }

  it("is on one line of printable characters, unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const { line, fields } = write({ value });
        assert.match(line, /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*\n$/u);
        assert.equal(fields.value, value);
      }),
    );
    const all = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join("");
    assert.equal(write({ value: all }).fields.value, all);
  });

  it("is cut if long, at any depth", () => {
    const long = "x".repeat(65_536);
    const deep = { a: { b: [{ c: { d: { e: { f: long } } } }] } };
    const nobodys = Object.assign(Object.create(null), { long });
    for (const value of [long, [long], { long }, deep, nobodys, Array(65_536).fill("x")]) {
      assert.ok(write({ value, url: `/x?a=${long}` }).line.length < 8_000);
    }
  });
});

describe("lines that are written together", () => {
  const PREAMBLE =
    'import { createLogger } from "./lib/platform/telemetry/logger.ts"; const logger = createLogger("info");';

  async function printed(program: string): Promise<string[]> {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", PREAMBLE + program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    await once(child, "close");
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
  }

  it("are complete when the process exits at once", async () => {
    const program = 'logger.info("one"); logger.warn("two"); process.exit(1);';
    assert.deepEqual(await printed(program), ["one", "two"]);
  });

  it("are written with an error, before anything can end the process", async () => {
    const program =
      'logger.info("one"); logger.error("two"); process.kill(process.pid, "SIGKILL");';
    assert.deepEqual(await printed(program), ["one", "two"]);
  });

  it("are written while the process goes on", async () => {
    const program = `logger.info("one"); await new Promise((done) => setTimeout(done, 500));
      logger.info("two"); process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`;
    assert.equal((await printed(program))[0], "one");
  });
});

describe("a log that can't be written", () => {
  const program = `
    import { createLogger } from "./lib/platform/telemetry/logger.ts";
    const logger = createLogger("info");
    for (let line = 0; line < 5_000; line += 1) {
      logger.info({ filler: "x".repeat(1_000) }, "line");
      if (line % 100 === 0) await new Promise(setImmediate);
    }
    process.stderr.write(String(process.memoryUsage().rss < 400e6));
  `;

  async function run(stdout: "pipe" | number) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", stdout, "pipe"],
    });
    child.stdout?.destroy();
    let told = "";
    child.stderr?.on("data", (chunk) => {
      told += chunk;
    });
    const [code] = await once(child, "close");
    return { code, told };
  }

  it("ends no process without a reader", async () => {
    assert.deepEqual(await run("pipe"), { code: 0, told: "true" });
  });

  it("ends no process on a full disk", { skip: skipWithoutFullDevice() }, async () => {
    const full = openSync("/dev/full", "w");
    try {
      assert.deepEqual(await run(full), { code: 0, told: "true" });
    } finally {
      closeSync(full);
    }
  });
});

function skipWithoutFullDevice() {
  return process.platform === "linux" ? false : "there is no /dev/full on this system";
}
