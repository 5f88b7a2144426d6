import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { asRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { asTotpCode } from "./totp.ts";

describe("recovery codes", () => {
  it("are ten different ones, in groups that are easy to copy", () => {
    const codes = newRecoveryCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes)
      assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it("are recognised in any spelling", () => {
    const [code = ""] = newRecoveryCodes();
    const plain = code.replaceAll("-", "");
    const gap = fc.constantFrom("", " ", "-", "–", "\u00a0", "\n");
    const written = fc.tuple(
      ...[...plain].map((each) =>
        fc
          .tuple(gap, fc.boolean())
          .map(([before, isUpper]) => before + mistaken(isUpper ? each.toUpperCase() : each)),
      ),
    );
    fc.assert(fc.property(written, (parts) => assert.equal(asRecoveryCode(parts.join("")), plain)));
  });

  it("are nothing else, and no codes of an app", () => {
    for (const typed of [
      "",
      "123456",
      "7k3m-x0qp-9trv-2hz",
      "7k3m-x0qp-9trv-2hzcc",
      "7k3m-x0qp-9trv-2hz!",
      "ü".repeat(16),
    ]) {
      assert.equal(asRecoveryCode(typed), undefined, typed);
    }
    for (const code of newRecoveryCodes()) assert.equal(asTotpCode(code), undefined);
  });
});

const mistaken = (character: string) => ({ "0": "O", "1": "l" })[character] ?? character;
