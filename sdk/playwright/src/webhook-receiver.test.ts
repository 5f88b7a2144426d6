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

  it("passes signed webhooks to earlier and later waits", async () => {
    const waiting = receiver.waitFor({ transactionId: "txn_1", type: "transaction.succeeded" });
    assert.equal(await send("txn_1"), 204);
    assert.equal((await waiting).id, "evt_txn_1");
    assert.equal((await receiver.waitFor({ externalId: "o-7" })).data.id, "txn_1");
  });

  it("uses the time of a deployment whose time was moved", async () => {
    assert.equal(await send("txn_2", { at: new Date(Date.now() + 90 * 86_400_000) }), 204);
  });

  it("refuses another secret, changed bytes and missing signatures", async () => {
    const before = receiver.received.length;
    assert.equal(await send("txn_3", { secret: OTHER }), 401);
    assert.equal(await send("txn_3", { change: " " }), 401);
    assert.equal((await fetch(receiver.url, { method: "POST", body: "{}" })).status, 401);
    assert.deepEqual([receiver.received.length, receiver.refused.length], [before, 3]);
  });

  it("sends each configured response once", async () => {
    receiver.answerWith(500, 429);
    assert.deepEqual(
      [await send("txn_4"), await send("txn_4"), await send("txn_4")],
      [500, 429, 204],
    );
    assert.equal(receiver.received.filter(({ data }) => data.id === "txn_4").length, 3);
  });

  it("describes the missing webhook", async () => {
    await assert.rejects(
      receiver.waitFor({ transactionId: "txn_5" }, { timeoutMs: 1 }),
      /a webhook \{"transactionId":"txn_5"\}: not within 1 ms/,
    );
  });
});

describe("receivers of one port", () => {
  async function freePort(): Promise<number> {
    const free = await receiveWebhooks({ secret: SECRET });
    await free.close();
    return Number(new URL(free.url).port);
  }

  async function send({ url }: WebhookReceiver, externalId: string): Promise<number> {
    const body = JSON.stringify({ type: "transaction.succeeded", data: { id: "txn", externalId } });
    const now = new Date();
    const headers = {
      "webhook-id": `evt_${externalId}`,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(SECRET).sign(`evt_${externalId}`, now, body),
    };
    return (await fetch(url, { method: "POST", body, headers })).status;
  }

  it("share what the first one receives, and one takes over from it", async () => {
    const port = await freePort();
    const since = Date.now();
    const first = await receiveWebhooks({ secret: SECRET, port, since });
    await send(first, "before");
    const second = await receiveWebhooks({ secret: SECRET, port, since });
    const late = await receiveWebhooks({ secret: SECRET, port, since: Date.now() + 1 });
    assert.throws(() => second.answerWith(500), /another worker receives/);
    assert.equal((await second.waitFor({ externalId: "before" })).id, "evt_before");
    assert.deepEqual([second.url, late.received], [first.url, []]);
    await first.close();

    const taken = async () => (await send(second, "after").catch(() => 0)) === 204;
    const deadline = performance.now() + 10_000;
    while (!(await taken()) && performance.now() < deadline);
    for (const receiver of [second, late]) {
      assert.equal((await receiver.waitFor({ externalId: "after" })).id, "evt_after");
    }
    await Promise.all([second.close(), late.close()]);
  });

  it("refuse a port of another program, or of another secret", async () => {
    const port = await freePort();
    const other = await receiveWebhooks({ secret: OTHER, port });
    await assert.rejects(receiveWebhooks({ secret: SECRET, port }), /another program uses port/);
    await other.close();
  });
});
