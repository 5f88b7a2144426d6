import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { listenShared, respondMark } from "./shared-port.ts";
import { until } from "./until.ts";
import { openStore } from "./webhook-store.ts";

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

type Arrived = { isGood: boolean; body: string; headers: Record<string, string> };

/** `since`: receives also what arrived at the same `port` from then on, in milliseconds since 1970. */
type ReceiverOptions = { secret: string; port?: number; since?: number };

const READ_MS = 100;

/**
 * Starts a merchant's webhook server on 127.0.0.1. `secret` is the endpoint's Webhook Secret (`whsec_…`). Other webhooks
 * get 401 and are kept in `refused`. `port` 0 selects a free port. Receivers of one port and secret, also of other processes,
 * share it, and each receives all webhooks.
 */
export async function receiveWebhooks(options: ReceiverOptions) {
  const { secret, port = 0, since = Date.now() } = options;
  const verifier = new Webhook(secret);
  // A port of its own is shared with no one.
  const store = port === 0 ? undefined : openStore<Arrived>(`${port} ${secret}`, since);
  const id = store?.id ?? "";
  const received: ReceivedWebhook[] = [];
  const refused: { body: string; headers: Record<string, string> }[] = [];
  let queue: number[] = [];

  function add({ isGood, body, headers }: Arrived): void {
    if (!isGood) {
      refused.push({ body, headers });
      return;
    }
    const { type, data } = JSON.parse(body);
    received.push({ id: headers["webhook-id"] ?? "", type, data, body, headers });
  }

  function readStore(): void {
    for (const arrived of store?.takeNew() ?? []) add(arrived);
  }

  function take(body: string, headers: Record<string, string>): number {
    const isGood = isSigned(verifier, body, headers);
    if (store) store.put({ isGood, body, headers });
    else add({ isGood, body, headers });
    readStore();
    return isGood ? (queue.shift() ?? 204) : 401;
  }

  const server = createServer(async (request, response) => {
    if (request.method === "GET") return respondMark(response, id);
    const body = await readBody(request);
    response.writeHead(take(body, plainHeaders(request))).end();
  });
  const shared = await listenShared(server, port, id);
  const reading = setInterval(readStore, READ_MS).unref();
  const address = server.address() as AddressInfo | null;

  return {
    /** The callback URL. */
    url: `http://127.0.0.1:${address?.port ?? port}/webhooks`,
    /** All signed webhooks, one per delivery attempt. */
    received,
    refused,

    /**
     * Responds to the next webhooks with these statuses, one each, then with 204 again.
     * @throws while another worker receives: only tests that run one after another can use it
     */
    answerWith(...statuses: number[]): void {
      if (!server.listening)
        throw new Error("answerWith needs `workers: 1`: another worker receives");
      queue = statuses;
    },

    /**
     * Waits for a matching webhook, also one received before.
     * @throws after `timeoutMs` (15 s).
     */
    waitFor(wanted: Wanted = {}, { timeoutMs = 15_000 } = {}): Promise<ReceivedWebhook> {
      const what = `a webhook ${JSON.stringify(wanted)}`;
      const find = () => {
        readStore();
        return received.find((webhook) => fits(webhook, wanted));
      };
      return until(what, find, timeoutMs);
    },

    close(): Promise<void> {
      clearInterval(reading);
      return shared.close();
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
