import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isOwnOrigin } from "./own-origin.ts";

const env = parseEnv({
  PUBLIC_URL: "https://pay.example",
  CHECKOUT_URL: "https://checkout.example/c",
  SECURE_URL: "https://secure.example/s",
  PAYER_APP_URL: "https://app.example:8443/pay",
  SANDBOX_BANK_URL: "https://bank.example/sandbox/bank",
  SANDBOX_SHOP_URL: "https://shop.example/sandbox/shop",
});

describe("own origin", () => {
  it("is the origin of any address of our pages", () => {
    for (const origin of [
      "https://pay.example",
      "https://checkout.example",
      "https://secure.example",
      "https://app.example:8443",
      "https://bank.example",
      "https://shop.example",
    ]) {
      assert.ok(isOwnOrigin(origin, env), origin);
    }
  });

  it("is not a missing, opaque, foreign or similar one", () => {
    for (const origin of [
      null,
      "",
      "null",
      "https://evil.example",
      "http://pay.example",
      "https://pay.example:8443",
      "https://app.example",
      "https://pay.example.evil.example",
      "https://pay.example/",
      "https://pay.example, https://evil.example",
    ]) {
      assert.ok(!isOwnOrigin(origin, env), String(origin));
    }
  });
});
