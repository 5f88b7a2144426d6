import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { receiveHook } from "./hooks.ts";

onDatabase("webhooks of feeds", (_database, connection) => {
  const FEED = "feed_01kagj1d6xf0bsn9t2v7y3m5qe";

  const send = (
    services: Parameters<typeof receiveHook>[2],
    body: string | Uint8Array<ArrayBuffer> = "{}",
    address = "198.51.100.7",
  ) => {
    const headers = { "x-forwarded-for": address };
    const request = new Request("https://pay.example/hooks/x", { method: "POST", body, headers });
    return receiveHook(request, FEED, services);
  };

  it("get an empty response: unknown, too large", async () => {
    const { services } = createTestServices(connection());
    assert.equal((await send(services)).status, 404);
    assert.equal((await send(services, new Uint8Array(64 * 1024))).status, 404);
    const large = await send(services, new Uint8Array(64 * 1024 + 1));
    assert.deepEqual([large.status, await large.text()], [413, ""]);
  });

  it("are not looked up any more for a client that sends many wrong ones", async () => {
    const { services } = createTestServices(connection());
    let lookUps = 0;
    const counting = {
      ...services,
      feeds: {
        ...services.feeds,
        receiveWebhook: async () => {
          lookUps += 1;
          return "unsigned" as const;
        },
      },
    };
    const statuses: number[] = [];
    for (let index = 0; index < 70; index++) statuses.push((await send(counting)).status);
    assert.deepEqual([statuses[0], statuses.at(-1), lookUps], [401, 429, 60]);
    assert.equal((await send(counting, "{}", "203.0.113.9")).status, 401);
  });
});
