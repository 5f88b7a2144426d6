import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { isSigned } from "#lib/sandbox/model/signed-webhook.ts";
import { readPaymentEvent } from "./payment-event.ts";

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
const data = {
  id: "txn_1",
  accountId: "acct_1",
  status: "succeeded",
  amount: 1250,
  currency: "EUR",
  externalId: "order-1",
  metadata: { orderId: "order-1" },
};
const event = { type: "transaction.succeeded", timestamp: "2026-01-15T12:00:00.000Z", data };
const body = JSON.stringify(event);

function sign(text: string, { key = secret, at = new Date() } = {}): Record<string, string> {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign("evt_1", at, text),
  };
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("webhook signature", () => {
  it("is valid for the exact bytes", () => {
    assert.ok(isSigned(secret, sign(body), body));
    assert.ok(isSigned(secret, sign(body), Buffer.from(body)));
  });

  it("is valid beside the signature of a former secret", () => {
    const headers = sign(body);
    const former = sign(body, { key: otherSecret })["webhook-signature"];
    headers["webhook-signature"] = `${former} ${headers["webhook-signature"]}`;
    assert.ok(isSigned(secret, headers, body));
  });

  for (const [what, makeHeaders, text] of [
    ["a changed body", () => sign(body), body.replace("1250", "1")],
    ["another secret", () => sign(body, { key: otherSecret }), body],
    ["an old time", () => sign(body, { at: minutesAgo(6) }), body],
    ["a time to come", () => sign(body, { at: minutesAgo(-6) }), body],
    ["a changed time", () => ({ ...sign(body), "webhook-timestamp": "1768478400" }), body],
    ["a changed id", () => ({ ...sign(body), "webhook-id": "evt_2" }), body],
    ["no headers", () => ({}), body],
    ["a broken signature", () => ({ ...sign(body), "webhook-signature": "v1" }), body],
    ["another version", () => ({ ...sign(body), "webhook-signature": "v1a,AAAA" }), body],
    ["a time that is none", () => ({ ...sign(body), "webhook-timestamp": "now" }), body],
  ] as const) {
    it(`is refused with ${what}`, () => assert.equal(isSigned(secret, makeHeaders(), text), false));
  }
});

describe("payment event", () => {
  it("is read with the fields that the shop needs", () => {
    const read = readPaymentEvent(body);
    assert.ok(read && read !== "other");
    assert.equal(read.type, "transaction.succeeded");
    assert.equal(read.data.amount, 1250);
  });

  it("is recognised as unknown if it is of a later type", () => {
    assert.equal(readPaymentEvent(JSON.stringify({ ...event, type: "refund.made" })), "other");
  });

  for (const [what, text] of [
    ["no JSON", "{"],
    ["nothing", ""],
    ["no object", "[]"],
    ["no type", JSON.stringify({ ...event, type: undefined })],
    [
      "success with another status",
      JSON.stringify({ ...event, data: { ...data, status: "failed" } }),
    ],
    ["failure with another status", JSON.stringify({ ...event, type: "transaction.failed" })],
    ["an amount in words", JSON.stringify({ ...event, data: { ...data, amount: "1250" } })],
    ["half a cent", JSON.stringify({ ...event, data: { ...data, amount: 0.5 } })],
    ["no data", JSON.stringify({ ...event, data: null })],
  ] as const) {
    it(`is not read from ${what}`, () => assert.equal(readPaymentEvent(text), undefined));
  }
});
