import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { receiveWebhooks, type WebhookReceiver } from "./webhook-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;

describe("a receiver of webhooks", () => {
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await receiveWebhooks({ secret: SECRET });
  });
  after(() => receiver.close());

  async function send(id: string, options: { secret?: string; at?: Date; change?: string } = {}) {
    const { secret = SECRET, at = new Date(), change = "" } = options;
    const body = JSON.stringify({ type: "transaction.succeeded", data: { id, externalId: "o-7" } });
    const response = await fetch(receiver.url, {
      method: "POST",
      body: body + change,
      headers: {
        "webhook-id": `evt_${id}`,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": `v1,old ${new Webhook(secret).sign(`evt_${id}`, at, body)}`,
      },
    });
    return response.status;
  }

  it("hands out what is signed, to whoever waited before and to whoever asks later", async () => {
    const waiting = receiver.waitFor({ transactionId: "txn_1", type: "transaction.succeeded" });
    assert.equal(await send("txn_1"), 204);
    assert.equal((await waiting).id, "evt_txn_1");
    assert.equal((await receiver.waitFor({ externalId: "o-7" })).data.id, "txn_1");
  });

  it("takes the time of a deployment whose time was moved", async () => {
    assert.equal(await send("txn_2", { at: new Date(Date.now() + 90 * 86_400_000) }), 204);
  });

  it("refuses another secret, changed bytes and what is not signed", async () => {
    const before = receiver.received.length;
    assert.equal(await send("txn_3", { secret: OTHER }), 401);
    assert.equal(await send("txn_3", { change: " " }), 401);
    assert.equal((await fetch(receiver.url, { method: "POST", body: "{}" })).status, 401);
    assert.deepEqual([receiver.received.length, receiver.refused.length], [before, 3]);
  });

  it("answers as it is told, once each", async () => {
    receiver.answerWith(500, 429);
    assert.deepEqual(
      [await send("txn_4"), await send("txn_4"), await send("txn_4")],
      [500, 429, 204],
    );
    assert.equal(receiver.received.filter(({ data }) => data.id === "txn_4").length, 3);
  });

  it("says what did not come", async () => {
    await assert.rejects(
      receiver.waitFor({ transactionId: "txn_5" }, { timeoutMs: 1 }),
      /a webhook \{"transactionId":"txn_5"\}: not within 1 ms/,
    );
  });
});
