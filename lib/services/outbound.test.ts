import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { startConnectProxy } from "#lib/testing/connect-proxy.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { deliverDue } from "#lib/testing/webhooks.ts";
import { deliveryAttempts } from "#lib/webhooks/model/schema.ts";

onDatabase("webhooks in a private network", (database, connection) => {
  it("are saved and sent as configured, in both modes", async (t) => {
    const proxy = await startConnectProxy(t, { route: () => undefined, status: 403 });
    const { services } = createTestServices(connection(), {
      PUBLIC_URL: "https://pay.example",
      CALLBACK_ALLOWED_NETWORKS: "10.20.0.0/16",
      CALLBACK_ALLOWED_PORTS: "9443",
      HTTPS_PROXY: proxy.url.href,
      NO_PROXY: "10.99.0.0/16",
    });
    const { accountId } = await makeMerchant(services);
    for (const mode of ["test", "live"] as const) {
      const create = (url: string) => services.webhooks.createEndpoint({ accountId, mode, url });
      await assert.rejects(create("https://10.21.0.5/"), {
        fields: [
          {
            path: "url",
            message:
              "The address must resolve to a public address, or to one that this deployment allows.",
          },
        ],
      });
      const { id } = await create("https://10.20.0.5:9443/");
      const { deliveryId } = await services.webhooks.sendTest({ accountId, endpointId: id });
      await deliverDue(services.webhooks, { limit: 1 });
      const [attempt] = await database()
        .select()
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.deliveryId, deliveryId));
      assert.equal(attempt?.error, "PROXY_REFUSED");
    }
    assert.deepEqual(
      proxy.seen.map(({ authority }) => authority),
      ["10.20.0.5:9443", "10.20.0.5:9443"],
    );
  });
});
