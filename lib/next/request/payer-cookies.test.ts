import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import {
  browserIdHeader,
  deviceCookie,
  isOwnCookie,
  needsBrowserId,
  readBrowserIds,
  readCookies,
  sessionCookie,
  surplusPayments,
} from "./payer-cookies.ts";

const env = { SECURE_URL: "https://secure.example/s", PAYER_APP_URL: "http://localhost:3000/pay" };
const now = new Date("2026-11-21T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const payment = (over: Partial<Parameters<typeof sessionCookie>[0]> = {}) => ({
  id: "txn_01kaj3tqf6e2zr8w5v4n7x9y0a",
  flow: "direct" as const,
  expiresAt: inMinutes(30),
  ...over,
});

describe("cookie of a payment", () => {
  it("is limited to this host over HTTPS, and hidden from scripts", () => {
    assert.deepEqual(sessionCookie(payment(), env, now), {
      cookieName: "__Host-bankside-pay-5v4n7x9y0a",
      ttl: 90 * 60,
      cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
  });

  it("has no prefix without HTTPS, by the address of its flow", () => {
    const { cookieName, cookieOptions } = sessionCookie(payment({ flow: "web" }), env, now);
    assert.equal(cookieName, "bankside-pay-5v4n7x9y0a");
    assert.equal(cookieOptions.secure, false);
  });

  it("has another name for another payment", () => {
    const other = payment({ id: "txn_01kaj3tqf6e2zr8w5v4n7x9y0b" });
    assert.notEqual(
      sessionCookie(payment(), env, now).cookieName,
      sessionCookie(other, env, now).cookieName,
    );
  });

  it("has a limited lifetime, even if the payment ended long ago", () => {
    assert.equal(sessionCookie(payment({ expiresAt: inMinutes(-10_000) }), env, now).ttl, 600);
  });
});

describe("cookies of many payments in one browser", () => {
  const HAND = "__Host-bankside-pay-9999999999";
  const named = (index: number) => `__Host-bankside-pay-${String(index).padStart(10, "0")}`;
  const others = (count: number, size = 310) =>
    Array.from({ length: count }, (_, index) => ({ name: named(index), value: "x".repeat(size) }));
  const hand = { name: HAND, value: "x".repeat(310) };

  it("are the ten newest, always with the current one", () => {
    const sixty = others(60);
    const dropped = sixty.slice(0, 51).map(({ name }) => name);
    for (const cookies of [
      [...sixty, hand],
      [hand, ...sixty],
    ]) {
      assert.deepEqual(surplusPayments(cookies, HAND).toSorted(), dropped);
    }
    assert.deepEqual(surplusPayments([...others(9), hand], HAND), []);
  });

  it("take at most half of the server's header limit", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4096), { maxLength: 70 }), fc.nat(4000), (sizes, own) => {
        const cookies = sizes.map((size, index) => ({
          name: named(index),
          value: "x".repeat(size),
        }));
        const all = [...cookies, { name: HAND, value: "x".repeat(own) }];
        const surplus = surplusPayments(all, HAND);
        const kept = all.filter(({ name }) => !surplus.includes(name));
        assert.ok(kept.some(({ name }) => name === HAND));
        assert.ok(kept.length <= 10);
        const header = kept.map(({ name, value }) => `${name}=${value}`).join("; ");
        assert.ok(header.length < 8 * 1024 + 10 * "=; ".length);
        // The newest cookies stay.
        assert.deepEqual(kept, all.slice(all.length - kept.length));
      }),
    );
  });

  it("exclude other cookies", () => {
    const more = Array.from({ length: 30 }, (_, index) => ({ name: `theirs-${index}`, value: "" }));
    const own = [deviceCookie("direct", env).cookieName, "__Host-bankside-browser-AbCdEf"];
    const kept = own.map((name) => ({ name, value: "x" }));
    assert.deepEqual(surplusPayments([...more, ...kept, ...others(5), hand], HAND), []);
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

describe("browser id", () => {
  const browserId = "AbCdEfGhIjKlMnOpQrStUv";
  const kept = { name: "bankside-browser-AbCdEf", value: browserId };
  const page = {
    method: "GET",
    path: "/pay/abc/verify",
    cookies: [{ name: "theirs", value: "1" }],
  };

  it("lasts a day, limited to this host over HTTPS, and hidden from scripts", () => {
    const end = `${browserId}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`;
    assert.equal(browserIdHeader(browserId, env), `bankside-browser-AbCdEf=${end}`);
    assert.equal(
      browserIdHeader(browserId, { ...env, PAYER_APP_URL: "https://pay.example/pay" }),
      `__Host-bankside-browser-AbCdEf=${end}; Secure`,
    );
  });

  it("is given by a page of the payer app to a browser without one", () => {
    assert.ok(needsBrowserId(page, env));
    const forged = { ...kept, value: "1" };
    assert.ok(
      needsBrowserId({ ...page, cookies: [forged] }, env),
      "a text that can be none is none",
    );
  });

  const without: [what: string, over: Partial<typeof page>][] = [
    ["a form", { method: "POST" }],
    ["a frame's checkout", { path: "/checkout" }],
    ["a webview", { path: "/secure/abc/verify" }],
    ["a page that only begins alike", { path: "/payments" }],
    ["another page that only begins alike", { path: "/list" }],
    ["a page for a browser that has one", { cookies: [kept] }],
  ];
  for (const [what, over] of without) {
    it(`is not given by ${what}`, () => {
      assert.equal(needsBrowserId({ ...page, ...over }, env), false);
    });
  }

  it("is read from the request's cookies", () => {
    const headers = new Headers({ cookie: `theirs="a=b"; ${kept.name}=${browserId} ;x` });
    assert.deepEqual(readBrowserIds(readCookies(headers), env), [browserId]);
    assert.deepEqual(readBrowserIds([kept], env), [browserId]);
    assert.deepEqual(readBrowserIds([{ ...kept, name: "other" }], env), []);
    assert.deepEqual(readBrowserIds([{ ...kept, value: `${browserId}x` }], env), []);
    const secure = { ...env, PAYER_APP_URL: "https://pay.example/pay" };
    assert.deepEqual(
      readBrowserIds([kept], secure),
      [],
      "one that others can set is none over HTTPS",
    );
  });

  it("does not replace another one given at the same time, in any order", () => {
    const browserIds = Array.from({ length: 3 }, newBrowserId);
    const cookies = browserIds.map((given) => {
      const [name = "", value = ""] = (browserIdHeader(given, env).split(";")[0] ?? "").split("=");
      return { name, value };
    });
    assert.equal(new Set(cookies.map(({ name }) => name)).size, 3);
    assert.deepEqual(readBrowserIds(cookies, env), browserIds.toSorted());
    assert.deepEqual(readBrowserIds(cookies.toReversed(), env), browserIds.toSorted());
  });

  it("counts in eight cookies at most", () => {
    const many = Array.from({ length: 50 }, () => ({ ...kept, value: newBrowserId() }));
    assert.equal(readBrowserIds(many, env).length, 8);
  });

  it("and our other cookies are recognised by name", () => {
    for (const name of ["bankside-browser-AbCdEf", "__Host-bankside-payer", "bankside-pay-x"]) {
      assert.ok(isOwnCookie(name));
    }
    for (const name of ["sandbox_bank", "my-bankside-browser-x", "bankside", ""]) {
      assert.ok(!isOwnCookie(name));
    }
  });
});
