import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { Webhook } from "standardwebhooks";
import { systemClock } from "#lib/platform/clock/clock.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import { createWorker } from "#lib/platform/jobs/loop.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { until } from "#lib/testing/until.ts";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";
import { createWebhookService } from "#lib/webhooks/service.ts";

const HOUR_MS = 3_600_000;

async function startReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]),
    );
    received.push({ headers, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}/hook`, received, close };
}

onDatabase("worker with webhooks", (_database, connection) => {
  it("sends at commit, on notification, not by polling", async (t) => {
    const receiver = await startReceiver();
    t.after(receiver.close);
    const { services } = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(services);
    const webhooks = createWebhookService({
      db: connection().db,
      clock: systemClock,
      seal: services.seal,
      env: { ALLOW_LOCAL_CALLBACKS: true },
      logger: createLogger("silent"),
      accounts: services.accounts,
      readLink: async () => undefined,
      send: sendWebhook,
      random: Math.random,
    });
    const { secret } = await webhooks.createEndpoint({
      accountId,
      mode: "test",
      url: receiver.url,
    });
    let notifications = 0;
    const listen: Listen = (channel, handler) =>
      connection().listen(channel, (payload) => {
        notifications++;
        handler(payload);
      });
    let looks = 0;
    const worker = createWorker({
      clock: systemClock,
      logger: createLogger("silent"),
      listen,
      maxSleepMs: HOUR_MS,
      jobs: [
        {
          name: "deliver-webhooks",
          run: async (_stopping, wake) =>
            (await webhooks.beginDue({ limit: 50, onEnded: wake })).length,
          nextDueAt: async () => {
            looks++;
            return webhooks.nextDueAt();
          },
        },
      ],
    });
    t.after(() => worker.stop());
    worker.start();
    await until(() => looks === 1);
    assert.equal(notifications, 0);

    const { id } = await makeTransaction(services, apiKey);
    await services.transactions.cancel(apiKey, id);
    await until(() => receiver.received.length === 1);
    assert.equal(notifications, 1);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const event = new Webhook(secret).verify(body, headers) as {
      type: string;
      data: { id: string };
    };
    assert.equal(event.type, "transaction.failed");
    assert.equal(event.data.id, id);
  });
});
