import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLogger, redactUrl } from "./logger.ts";

describe("logger", () => {
  it("cuts secret headers out of every line", () => {
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

  it("cuts jwt and token out of a URL", () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(line) });
    logger.info({ url: "/secure?token=canary&jwt=canary&lang=en" }, "opened");
    assert.doesNotMatch(lines.join(""), /canary/);
    assert.match(lines.join(""), /lang=en/);
  });

  it("cuts them however they are spelled, and leaves the rest", () => {
    assert.doesNotMatch(redactUrl("/x?JWT=canary&%74oken=canary&token=a&token=canary"), /canary/);
    assert.equal(redactUrl("/x"), "/x");
    assert.equal(redactUrl("/x?reference=abc"), "/x?reference=abc");
  });
});
