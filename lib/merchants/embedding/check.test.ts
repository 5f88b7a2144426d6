import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { type Case, diagnose, originOf } from "./check.ts";

const site = "https://pay.example/checkout";
const origin = "https://shop.example";
const payment = { isFinished: false, ancestors: [origin, "https://secret.example"] };
const nothing: Case = { origin: "", payment: "not-asked" };

const findings = (given: Partial<Case>, where = site) => diagnose({ ...nothing, ...given }, where);
const codes = (given: Partial<Case>, where = site) =>
  findings(given, where).map(({ code }) => code);
const badOnes = (given: Partial<Case>, where = site) =>
  findings(given, where)
    .filter(({ level }) => level === "bad")
    .map(({ code }) => code);

describe("the embed check", () => {
  it("finds no problem with a registered site and a payable payment", () => {
    assert.deepEqual(codes({ origin, payment }), ["payable", "registered", "cookies"]);
  });

  it("names the unregistered site, and no other", () => {
    const found = findings({ origin: "https://other.example/cart?a=1", payment });
    assert.deepEqual(
      found.find(({ code }) => code === "unregistered"),
      {
        code: "unregistered",
        level: "bad",
        values: { origin: "https://other.example" },
        copy: "https://other.example",
      },
    );
    assert.doesNotMatch(JSON.stringify(found), /secret|shop\.example/);
  });

  it("reveals no registered site without a known payment", () => {
    for (const unknown of ["unknown", "not-asked"] as const) {
      const found = codes({ origin, payment: unknown });
      assert.ok(!found.includes("registered") && !found.includes("unregistered"));
    }
  });

  it("recognises a finished payment", () => {
    assert.ok(codes({ payment: { ...payment, isFinished: true } }).includes("finished"));
  });

  it("reads origins from addresses and refuses other text", () => {
    assert.equal(originOf("shop.example/cart"), origin);
    assert.equal(originOf(" https://shop.example:443/cart "), origin);
    for (const text of ["", "javascript://x", "https://", "a b"]) {
      assert.equal(originOf(text), undefined);
    }
    assert.ok(badOnes({ origin: "file:///a.html" }).includes("badOrigin"));
  });

  it("knows which mixtures of http and https browsers refuse", () => {
    const plain = "http://pay.example/checkout";
    assert.ok(badOnes({ origin }, plain).includes("mixed"));
    assert.ok(codes({ origin }, "http://localhost:3000/checkout").includes("mixedLoopback"));
    assert.ok(codes({ origin: "http://shop.example" }).includes("plainPage"));
    assert.deepEqual(badOnes({ origin: "http://shop.example" }, plain), []);
  });

  it("handles any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        assert.ok(findings({ origin: text }).length > 0);
      }),
    );
  });
});
