import assert from "node:assert/strict";
import { before, it } from "node:test";
import { SEEN_FUNDS } from "#lib/payments/model/funds.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { publishedSchemas } from "#lib/testing/documented-responses.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { createFakeApi } from "#lib/testing/fake-api.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import type { WebhookRequest } from "#lib/webhooks/deliveries/sender.ts";
import { EVENT_TYPES, WEBHOOK_TYPES, type WebhookType } from "#lib/webhooks/model/event-types.ts";

type Parameter = { in: string; name: string; required: boolean; schema: object };

const document = await (await createFakeApi().api.request("/openapi.json")).json();
const published = publishedSchemas(document);

const bodyOf = (type: WebhookType) =>
  published(document.webhooks[type].post.requestBody.content["application/json"].schema);

onDatabase("webhooks as sent", (_database, connection) => {
  const sent = new Map<string, WebhookRequest>();
  before(async () => {
    const test = await createWebhookTest(connection());
    const endpoint = await test.addEndpoint(undefined, { eventTypes: EVENT_TYPES });
    await makeEveryEvent(test, endpoint.id);
    await test.webhooks.deliverDue({ limit: 100 });
    for (const request of test.receivedAt(endpoint.url)) {
      sent.set(JSON.parse(request.body).type, request);
    }
  });

  it("cover every type", () => {
    assert.deepEqual([...sent.keys()].sort(), [...WEBHOOK_TYPES].sort());
    assert.deepEqual(Object.keys(document.webhooks), [...WEBHOOK_TYPES]);
  });

  for (const type of WEBHOOK_TYPES) {
    it(`${type} has the published body of its type only`, () => {
      const body = JSON.parse(sent.get(type)?.body ?? "null");
      bodyOf(type).assertFits(body);
      published(document.components.schemas.Webhook).assertFits(body);
      const others = WEBHOOK_TYPES.filter((other) => other !== type);
      assert.deepEqual(
        others.filter((other) => bodyOf(other).fits(body)),
        [],
      );
      assert.deepEqual(Object.keys(body).sort(), ["data", "timestamp", "type"]);
    });

    it(`${type} has the published headers`, () => {
      const headers = sent.get(type)?.headers ?? {};
      const parameters: Parameter[] = document.webhooks[type].post.parameters;
      assert.deepEqual(
        parameters.map(({ name }) => name),
        ["webhook-id", "webhook-timestamp", "webhook-signature", "api-version", "traceparent"],
      );
      for (const { in: place, name, required, schema } of parameters) {
        assert.deepEqual([place, required], ["header", true]);
        published(schema).assertFits(headers[name]);
      }
    });
  }
});

async function makeRefunds({ services, accountId }: WebhookTest, transactionId: string) {
  const { refunds } = services;
  const account = { iban: "DE89370400440532013000", name: "Ada Payer" };
  for (const end of ["markReturned", "markFailed"] as const) {
    const input = { transactionId, amount: 1 };
    const { refund } = await refunds.create({ accountId, input, actor: "usr_1" });
    const key = { accountId, id: refund.id };
    await refunds.enterAccount(key, account, "usr_1");
    await refunds.markSent(key, "usr_1");
    if (end === "markFailed") await refunds.markFailed(key, "returned", "usr_1");
    else await refunds.markSucceeded(key, "usr_1");
    if (end === "markReturned") await refunds.markReturned(key, "usr_1");
  }
}

async function payLink(test: WebhookTest): Promise<void> {
  const { services, accountId } = test;
  const input = { usage: "once", amount: 1250, currency: "EUR" } as const;
  const { link } = await services.links.create({ accountId, mode: "test", input, actor: "usr_1" });
  const press = { token: link.token, browser: undefined, address: undefined };
  const address = new URL(await services.links.pay(press));
  const reference = address.searchParams.get("reference") ?? "";
  const transaction = await services.transactions.findByReference(reference);
  assert.ok(transaction);
  await startAttempt(services, transaction);
  test.bank.decide("succeeded");
  await services.attempts.refreshLatest(transaction.id);
}

async function makeEveryEvent(test: WebhookTest, endpointId: string): Promise<void> {
  await test.makeOutcome();
  const id = await test.makeSuccess();
  await makeRefunds(test, await test.makeSuccess());
  for (const funds of SEEN_FUNDS) {
    await test.services.transfers.markFunds(test.accountId, { id, funds }, "usr_1");
  }
  await test.makeProcessing();
  await payLink(test);
  const { id: other } = await test.addEndpoint();
  await test.webhooks.disableEndpoint({ accountId: test.accountId, id: other, actor: "usr_1" });
  await test.webhooks.sendTest({ accountId: test.accountId, endpointId });
}
