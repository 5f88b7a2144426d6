import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createSandboxBankApi } from "#lib/sandbox/bank/api.ts";
import { createSandboxBank } from "#lib/sandbox/bank/service.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** Has its own database and survives the product's faults. The product reaches it through `proxy`. */
export async function startBank(databaseUrl: string, returnUrls: string[]) {
  const connection = connectPostgres(databaseUrl, () => {});
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await startTcpProxy(port);
  const baseUrl = `http://127.0.0.1:${proxy.port}/sandbox/bank`;
  const bank = createSandboxBank({
    db: connection.db,
    clock: systemClock,
    baseUrl,
    returnUrls,
    // Browser tests cover a payer who returns twice.
    visit: async () => undefined,
  });
  const api = createSandboxBankApi(bank, async () => true);
  server.on("request", getRequestListener(api.fetch));
  return {
    baseUrl,
    proxy,

    /** False if no longer possible. */
    async act(approvalUrl: string, outcome: string): Promise<boolean> {
      const url = new URL(approvalUrl.replace("/approve/", "/automation/"));
      url.port = String(port);
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ outcome }),
      });
      await response.body?.cancel();
      return response.ok;
    },

    async close(): Promise<void> {
      await proxy.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await connection.close();
    },
  };
}
