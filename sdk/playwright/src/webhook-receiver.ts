import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { until } from "./until.ts";

/** A webhook with a valid signature. */
export type ReceivedWebhook = {
  /** `webhook-id`: the same for every delivery attempt. */
  id: string;
  type: string;
  data: { id: string; externalId: string | null; status: string; [field: string]: unknown };
  /** The body exactly as received. */
  body: string;
  headers: Record<string, string>;
};

type Wanted = { type?: string; transactionId?: string; externalId?: string };

/**
 * Starts a merchant's webhook server on 127.0.0.1. `secret` is the endpoint's Webhook Secret (`whsec_…`). Other webhooks
 * get 401 and are kept in `refused`. `port` 0 selects a free port.
 */
export async function receiveWebhooks({ secret, port = 0 }: { secret: string; port?: number }) {
  const verifier = new Webhook(secret);
  const received: ReceivedWebhook[] = [];
  const refused: { body: string; headers: Record<string, string> }[] = [];
  let queue: number[] = [];

  function take(body: string, headers: Record<string, string>): number {
    if (!isSigned(verifier, body, headers)) {
      refused.push({ body, headers });
      return 401;
    }
    const { type, data } = JSON.parse(body);
    received.push({ id: headers["webhook-id"] ?? "", type, data, body, headers });
    return queue.shift() ?? 204;
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    response.writeHead(take(body, plainHeaders(request))).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;

  return {
    /** The callback URL. */
    url: `http://127.0.0.1:${bound}/webhooks`,
    /** All signed webhooks, one per delivery attempt. */
    received,
    refused,

    /** Responds to the next webhooks with these statuses, one each, then with 204 again. */
    answerWith(...statuses: number[]): void {
      queue = statuses;
    },

    /**
     * Waits for a matching webhook, also one received before.
     * @throws after `timeoutMs` (15 s).
     */
    waitFor(wanted: Wanted = {}, { timeoutMs = 15_000 } = {}): Promise<ReceivedWebhook> {
      const what = `a webhook ${JSON.stringify(wanted)}`;
      return until(what, () => received.find((webhook) => fits(webhook, wanted)), timeoutMs);
    },

    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof receiveWebhooks>>;

// Ignores the timestamp's age: a test may have moved the deployment's clock.
function isSigned(verifier: Webhook, body: string, headers: Record<string, string>): boolean {
  const seconds = Number(headers["webhook-timestamp"]);
  if (!Number.isSafeInteger(seconds)) return false;
  const expected = verifier.sign(headers["webhook-id"] ?? "", new Date(seconds * 1000), body);
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}

function fits({ type, data }: ReceivedWebhook, wanted: Wanted): boolean {
  return (
    (wanted.type === undefined || wanted.type === type) &&
    (wanted.transactionId === undefined || wanted.transactionId === data.id) &&
    (wanted.externalId === undefined || wanted.externalId === data.externalId)
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function plainHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headersDistinct);
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0] ?? ""]));
}
