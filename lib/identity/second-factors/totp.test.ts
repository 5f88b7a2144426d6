import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { asTotpCode, newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

// The last six of the eight digits in RFC 6238, appendix B.
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const RFC_CODES = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
] as const;

const codeAt = (secret: string, seconds: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: seconds * 1000 });

describe("codes of an authenticator app", () => {
  it("match RFC 6238", () => {
    for (const [seconds, code] of RFC_CODES) {
      const step = stepOfCode(code, RFC_SECRET, new Date(seconds * 1000));
      assert.equal(step, Math.floor(seconds / 30), code);
    }
  });

  it("are accepted one step early and late, not beyond", () => {
    const start = 1_800_000_000;
    const code = codeAt(RFC_SECRET, start);
    const stepAt = (seconds: number) => stepOfCode(code, RFC_SECRET, new Date(seconds * 1000));
    for (const seconds of [start - 30, start - 1, start, start + 29, start + 30, start + 59]) {
      assert.equal(stepAt(seconds), start / 30, String(seconds - start));
    }
    for (const seconds of [start - 31, start - 60, start + 60, start + 3600]) {
      assert.equal(stepAt(seconds), undefined, String(seconds - start));
    }
  });

  it("identify their step for any secret and time", () => {
    const anySecret = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => new Secret({ buffer: bytes.slice().buffer }).base32);
    const anySeconds = fc.integer({ min: 60, max: 4_000_000_000 });
    fc.assert(
      fc.property(anySecret, anySeconds, (secret, seconds) => {
        const step = stepOfCode(codeAt(secret, seconds), secret, new Date(seconds * 1000));
        assert.equal(step, Math.floor(seconds / 30));
      }),
    );
  });

  it("may contain blanks, and have six digits", () => {
    assert.equal(asTotpCode(" 123 456\u00a0"), "123456");
    for (const typed of ["", "12345", "1234567", "12345a", "１２３４５６", "-12345", "12345.6"]) {
      assert.equal(asTotpCode(typed), undefined, typed);
    }
  });

  it("start with a secret of 160 bits, with a label for the app", () => {
    const secret = newTotpSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.notEqual(newTotpSecret(), secret);
    const uri = new URL(totpUri(secret, "Bankside (pay.example)", "ada@shop.example"));
    assert.equal(uri.protocol, "otpauth:");
    assert.equal(
      decodeURIComponent(uri.pathname.replace(/^\/+(totp\/)?/, "")),
      "Bankside (pay.example):ada@shop.example",
    );
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      issuer: "Bankside (pay.example)",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
