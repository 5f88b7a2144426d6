import assert from "node:assert/strict";
import { before, it } from "node:test";
import { compactVerify, importJWK } from "jose";
import { createSigningKeys, type SigningKeys } from "#lib/merchants/tokens/signing-keys.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createOrderInfo } from "./order-info.ts";

onDatabase("order info", (database) => {
  const order = {
    amount: 1250,
    currency: "EUR",
    payeeName: "Café – Bücher",
    externalId: "order-1",
    expiresAt: new Date("2026-01-15T12:30:00Z"),
  };
  let keys: SigningKeys;

  before(() => {
    keys = createSigningKeys({
      db: database(),
      clock: systemClock,
      seal: createSeal(Buffer.alloc(32, 1)),
    });
  });

  it("reads back what it signed", async () => {
    const info = createOrderInfo(keys);
    const text = await info.sign("reference", order);
    assert.match(text, /^[\w.-]+$/, "needs no escaping in a URL");
    assert.deepEqual(await info.verify("reference", text), order);
  });

  it("is refused for another reference, and with any character changed", async () => {
    const info = createOrderInfo(keys);
    const text = await info.sign("reference", order);
    assert.equal(await info.verify("other", text), undefined);
    assert.equal(await info.verify("reference", ""), undefined);
    assert.equal(await info.verify("reference", `${text}.x`.slice(1)), undefined);
    const [kid, payload = "", signature = ""] = text.split(".");
    const cheaper = Buffer.from(
      Buffer.from(payload, "base64url").toString().replace("1250", "1"),
    ).toString("base64url");
    assert.equal(await info.verify("reference", [kid, cheaper, signature].join(".")), undefined);
    for (let at = 0; at < signature.length - 1; at += 7) {
      const other = signature[at] === "A" ? "B" : "A";
      const altered = [kid, payload, signature.slice(0, at) + other + signature.slice(at + 1)].join(
        ".",
      );
      assert.equal(await info.verify("reference", altered), undefined, `signature at ${at}`);
    }
  });

  it("can be verified by an app with the published keys alone", async () => {
    const text = await createOrderInfo(keys).sign("reference", order);
    const [kid = "", payload = "", signature] = text.split(".");
    const published = await keys.publicKeys();
    const jwk = published.keys.find((key) => key.kid === kid);
    assert.ok(jwk);
    const header = Buffer.from(JSON.stringify({ alg: "ES256", kid })).toString("base64url");
    const signed = `reference.${Buffer.from(payload, "base64url")}`;
    const jws = `${header}.${Buffer.from(signed).toString("base64url")}.${signature}`;
    await compactVerify(jws, await importJWK(jwk, "ES256"));
  });

  it("publishes no private part", async () => {
    for (const key of (await keys.publicKeys()).keys) {
      assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
    }
  });
});
