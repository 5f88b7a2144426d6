import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export type Receipt = { id: string; body: string; isGenuine: boolean; wasTaken: boolean };

/** `takes`: whether to respond with 2xx. */
export async function startReceiver(takes: () => boolean) {
  const receipts: Receipt[] = [];
  let secret = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A killed sender leaves half a request.
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString("utf8");
    const wasTaken = takes();
    const id = String(request.headers["webhook-id"]);
    receipts.push({ id, body, wasTaken, isGenuine: isGenuine(body, request.headers) });
    response.writeHead(wasTaken ? 204 : 500).end();
  });

  function isGenuine(body: string, headers: NodeJS.Dict<string | string[]>): boolean {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    receipts,
    verifyWith(webhookSecret: string): void {
      secret = webhookSecret;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
