import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deviceCookie, isOwnCookie, probeHeader, sessionCookie } from "./payer-cookies.ts";

const env = { SECURE_URL: "https://secure.example/s", PAYER_APP_URL: "http://localhost:3000/pay" };
const now = new Date("2026-11-21T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const payment = (over: Partial<Parameters<typeof sessionCookie>[0]> = {}) => ({
  transactionId: "txn_01kaj3tqf6e2zr8w5v4n7x9y0a",
  flow: "direct" as const,
  expiresAt: inMinutes(30),
  ...over,
});

describe("cookie of a payment", () => {
  it("belongs to this very host over HTTPS, and no script reads it", () => {
    assert.deepEqual(sessionCookie(payment(), env, now), {
      cookieName: "__Host-bankside-pay-5v4n7x9y0a",
      ttl: 90 * 60,
      cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
  });

  it("does without the prefix where there is no HTTPS, by the address of its flow", () => {
    const { cookieName, cookieOptions } = sessionCookie(payment({ flow: "web" }), env, now);
    assert.equal(cookieName, "bankside-pay-5v4n7x9y0a");
    assert.equal(cookieOptions.secure, false);
  });

  it("has another name for another payment", () => {
    const other = payment({ transactionId: "txn_01kaj3tqf6e2zr8w5v4n7x9y0b" });
    assert.notEqual(
      sessionCookie(payment(), env, now).cookieName,
      sessionCookie(other, env, now).cookieName,
    );
  });

  it("never lasts for ever, however long ago the payment ended", () => {
    assert.equal(sessionCookie(payment({ expiresAt: inMinutes(-10_000) }), env, now).ttl, 600);
  });
});

describe("cookie of a device", () => {
  it("lasts 180 days", () => {
    assert.deepEqual(deviceCookie("direct", env), {
      cookieName: "__Host-bankside-payer",
      ttl: 15_552_000,
      cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
  });
});

describe("probe of cookies", () => {
  const page = { method: "GET", path: "/pay/abc/verify", cookieNames: ["theirs"] };

  it("is set by a page of the payer app, for as long as the browser is open", () => {
    assert.equal(probeHeader(page, env), "bankside-kept=1; Path=/; HttpOnly; SameSite=Lax");
    assert.equal(
      probeHeader(page, { ...env, PAYER_APP_URL: "https://pay.example/pay" }),
      "__Host-bankside-kept=1; Path=/; HttpOnly; SameSite=Lax; Secure",
    );
  });

  const without: [what: string, over: Partial<typeof page>][] = [
    ["a form", { method: "POST" }],
    ["a frame's checkout", { path: "/checkout" }],
    ["a webview", { path: "/secure/abc/verify" }],
    ["a page that only begins alike", { path: "/payments" }],
    ["a browser that has it", { cookieNames: ["bankside-kept"] }],
    ["a browser that holds a payment", { cookieNames: ["__Host-bankside-pay-5v4n7x9y0a"] }],
  ];
  for (const [what, over] of without) {
    it(`is not set by ${what}`, () => {
      assert.equal(probeHeader({ ...page, ...over }, env), undefined);
    });
  }

  it("and all others are known by their names", () => {
    for (const name of ["bankside-kept", "__Host-bankside-payer", "bankside-pay-x"]) {
      assert.ok(isOwnCookie(name));
    }
    for (const name of ["sandbox_bank", "my-bankside-kept", "bankside", ""]) {
      assert.ok(!isOwnCookie(name));
    }
  });
});
