import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  deviceCookie,
  isOwnCookie,
  markHeader,
  needsMark,
  readMark,
  sessionCookie,
} from "./payer-cookies.ts";

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

describe("mark of a browser", () => {
  const mark = "AbCdEfGhIjKlMnOpQrStUv";
  const kept = { name: "bankside-browser", value: mark };
  const page = {
    method: "GET",
    path: "/pay/abc/verify",
    cookies: [{ name: "theirs", value: "1" }],
  };

  it("is kept for a day, by this very host over HTTPS, and no script reads it", () => {
    const end = `${mark}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`;
    assert.equal(markHeader(mark, env), `bankside-browser=${end}`);
    assert.equal(
      markHeader(mark, { ...env, PAYER_APP_URL: "https://pay.example/pay" }),
      `__Host-bankside-browser=${end}; Secure`,
    );
  });

  it("is given by a page of the payer app to a browser that has none", () => {
    assert.ok(needsMark(page, env));
    const forged = { name: "bankside-browser", value: "1" };
    assert.ok(needsMark({ ...page, cookies: [forged] }, env), "a text that can be none is none");
  });

  const without: [what: string, over: Partial<typeof page>][] = [
    ["a form", { method: "POST" }],
    ["a frame's checkout", { path: "/checkout" }],
    ["a webview", { path: "/secure/abc/verify" }],
    ["a page that only begins alike", { path: "/payments" }],
    ["a page for a browser that has one", { cookies: [kept] }],
  ];
  for (const [what, over] of without) {
    it(`is not given by ${what}`, () => {
      assert.equal(needsMark({ ...page, ...over }, env), false);
    });
  }

  it("is read from the cookies that came along", () => {
    assert.equal(readMark([kept], env), mark);
    assert.equal(readMark([{ ...kept, name: "other" }], env), undefined);
    assert.equal(readMark([{ ...kept, value: `${mark}x` }], env), undefined);
  });

  it("and all others are known by their names", () => {
    for (const name of ["bankside-browser", "__Host-bankside-payer", "bankside-pay-x"]) {
      assert.ok(isOwnCookie(name));
    }
    for (const name of ["sandbox_bank", "my-bankside-browser", "bankside", ""]) {
      assert.ok(!isOwnCookie(name));
    }
  });
});
