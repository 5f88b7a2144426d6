import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";

const body = JSON.stringify({ type: "transaction.succeeded", data: { note: "café ✓ \u2028" } });
const message = (sentAt = new Date()) => ({ id: "evt_1", sentAt, body });

describe("webhook signature", () => {
  it("equals that of the Standard Webhooks library, for any id, time and body", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
        fc.string({ unit: anyCharacter }),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        (id, sentAt, text, key) => {
          const secret = `whsec_${Buffer.from(key).toString("base64")}`;
          const headers = signatureHeaders({ id, sentAt, body: text }, [secret]);
          assert.equal(headers["webhook-signature"], new Webhook(secret).sign(id, sentAt, text));
        },
      ),
    );
  });

  it("matches a known value", () => {
    const headers = signatureHeaders(
      {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        sentAt: new Date(1_614_265_330_000),
        body: '{"test": 2432232314}',
      },
      ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    );
    assert.deepEqual(headers, {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("is verified with either secret during a rotation, and with no other", () => {
    const [current, previous] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signatureHeaders(message(), [current, previous]);
    for (const secret of [current, previous]) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
    }
    assert.throws(
      () => new Webhook(newWebhookSecret()).verify(body, headers),
      /No matching signature/,
    );
  });

  it("fails for any changed byte of the body and for a changed id or time", () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders(message(), [secret]);
    const webhook = new Webhook(secret);
    for (let index = 0; index < body.length; index++) {
      const changed = `${body.slice(0, index)}~${body.slice(index + 1)}`;
      assert.throws(() => webhook.verify(changed, headers), /No matching signature/);
    }
    assert.throws(() => webhook.verify(body, { ...headers, "webhook-id": "evt_2" }));
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    assert.throws(() => webhook.verify(body, { ...headers, "webhook-timestamp": later }));
  });

  it("is refused by a receiver if it is old", () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders(message(new Date(Date.now() - 6 * 60_000)), [secret]);
    assert.throws(() => new Webhook(secret).verify(body, headers), /too old/);
  });

  it("creates secrets of 256 bits, each a new one, and signs with nothing else", () => {
    const secrets = Array.from({ length: 50 }, newWebhookSecret);
    assert.equal(new Set(secrets).size, 50);
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    }
    assert.throws(() => signatureHeaders(message(), ["sk_test_1"]), /not a Webhook Secret/);
  });
});
