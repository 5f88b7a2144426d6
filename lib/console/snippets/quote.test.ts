import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import fc from "fast-check";
import { propertyRuns } from "#lib/testing/lane.ts";
import { doubleQuoted, htmlQuoted, phpQuoted, shellQuoted } from "./quote.ts";

// POSIX shell words can't hold NUL, and a lone surrogate is no text.
const texts = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""));

describe("quoted texts", () => {
  it("survive a shell", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 40 }), (list) => {
        const script = `printf '%s\\0' ${list.map(shellQuoted).join(" ")}`;
        const printed = execFileSync("sh", ["-c", script], { encoding: "utf8" });
        assert.deepEqual(printed.split("\0").slice(0, -1), list);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it("survive JavaScript", () => {
    fc.assert(fc.property(texts, (text) => JSON.parse(doubleQuoted(text)) === text));
  });

  it("end correctly in PHP and HTML", () => {
    assert.equal(phpQuoted("it's \\ \\' $x"), "'it\\'s \\\\ \\\\\\' $x'");
    assert.equal(htmlQuoted('a"b&c'), '"a&quot;b&amp;c"');
    fc.assert(
      fc.property(texts, (text) => {
        assert.match(phpQuoted(text), /^'(?:[^'\\]|\\['\\])*'$/);
        assert.match(htmlQuoted(text), /^"[^"]*"$/);
      }),
    );
  });
});
