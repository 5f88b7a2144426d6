import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Connection } from "#lib/platform/db/client.ts";
import { createTestServices, makeMerchant, makeTransaction, startAttempt } from "./factories.ts";
import { until } from "./until.ts";

/** A paid order: its open page and its webhook are woken by notifications, and each job of the worker runs. */
export async function purchase(connection: Connection): Promise<void> {
  const received: string[] = [];
  const shop = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push(JSON.parse(body).type);
    response.writeHead(204).end();
  });
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  const { port } = shop.address() as AddressInfo;
  const { services, bank } = createTestServices(connection, { ALLOW_LOCAL_CALLBACKS: "true" });
  try {
    assert.equal(await services.ready(), true);
    const callbackUrl = `http://127.0.0.1:${port}/hook`;
    const { accountId, apiKey } = await makeMerchant(services, { callbackUrl });
    services.worker.start();
    const transaction = await makeTransaction(services, apiKey);
    const shown: unknown[] = [];
    const stop = await services.checkout.follow(transaction.reference, "web", (look) =>
      shown.push(look?.transaction.status),
    );
    await startAttempt(services, transaction);
    bank.decide("succeeded");
    await services.attempts.refreshLatest(transaction.id);
    const paid = await services.transactions.get(apiKey, transaction.id);
    assert.equal(paid.status, "succeeded");
    await until(() => shown.includes("succeeded") && received.includes("transaction.succeeded"));
    stop?.();
    const again = makeTransaction(services, apiKey, { externalId: transaction.externalId ?? "" });
    await assert.rejects(again, { code: "already_paid" });
    assert.ok((await services.operator.accounts()).some(({ id }) => id === accountId));
    assert.equal(await services.retention.metadata(), 0);
  } finally {
    await services.worker.stop();
    shop.close();
  }
}
