import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageRequestOf } from "./page-request.ts";

const known: Record<string, string[]> = { abc: ["https://shop.example"] };
const find = async (reference: string) => known[reference];
const ancestors = async (path: string, of = find) =>
  (await pageRequestOf(new URL(path, "http://localhost"), of)).frameAncestors;

describe("pageRequestOf", () => {
  it("asks who may frame a checkout", async () => {
    assert.deepEqual(await ancestors("/checkout?reference=abc"), ["https://shop.example"]);
  });

  for (const path of [
    "/checkout",
    "/checkout?reference=unknown",
    "/checkout?reference=abc&reference=abc",
    "/checkout/events?reference=abc",
    "/pay/abc?reference=abc",
    "/?reference=abc",
  ]) {
    it(`lets nobody frame ${path}`, async () => assert.deepEqual(await ancestors(path), []));
  }

  it("lets nobody frame anything while the database is away", async () => {
    const away = async () => Promise.reject(new Error("connection refused"));
    assert.deepEqual(await ancestors("/checkout?reference=abc", away), []);
  });

  it("knows the pages with a form", async () => {
    const hasForm = async (path: string) =>
      (await pageRequestOf(new URL(path, "http://localhost"), find)).hasForm;
    assert.equal(await hasForm("/checkout?reference=abc"), false);
    assert.equal(await hasForm("/checkout?reference=abc&confirm=cancel"), true);
    assert.equal(await hasForm("/pay/abc/review"), true);
  });

  it("never gives the same nonce twice", async () => {
    const url = new URL("/checkout", "http://localhost");
    const pages = await Promise.all(Array.from({ length: 100 }, () => pageRequestOf(url, find)));
    assert.equal(new Set(pages.map(({ nonce }) => nonce)).size, 100);
  });
});
