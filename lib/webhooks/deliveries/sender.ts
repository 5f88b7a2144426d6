import { type Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { type Clock, systemClock } from "#lib/platform/clock/clock.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { hostOf } from "#lib/webhooks/net-guard/callback-url.ts";
import { type Connections, createConnections } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { FIXED_HEADERS } from "./delivery.ts";
import { parseRetryAfter } from "./schedule.ts";

const DEADLINE_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const KEPT_BYTES = 1024;

export type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** http and loopback, in test mode where the operator permits them. */
  allowLocal: boolean;
};

/** Without a `status` there was no valid response, and `error` is a code. */
export type WebhookResponse = {
  status?: number;
  error?: string;
  responseStart: string;
  durationMs: number;
  retryAfterSeconds?: number;
};

export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResponse>;

type Options = { deadlineMs?: number; clock?: Clock; connections?: Connections };

const CONNECTIONS = createConnections();

/** Never throws. Follows no redirects, reads at most 16 kB and ends after 15 s. */
export async function sendWebhook(
  { url, headers, body, allowLocal }: WebhookRequest,
  { deadlineMs = DEADLINE_MS, clock = systemClock, connections = CONNECTIONS }: Options = {},
): Promise<WebhookResponse> {
  refuseInsideTransaction("a request");
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const target = new URL(url);
    const { protocol } = target;
    const options = {
      protocol,
      host: hostOf(target),
      port: target.port,
      path: target.pathname + target.search,
      method: "POST",
      headers: { ...headers, ...FIXED_HEADERS },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    };
    const post = (agent: Agent) => exchange({ ...options, agent }, body, deadlineMs - durationMs());
    const receiver = { protocol, allowLocal };
    // Idle connections end at any time. The receiver knows the repeated request by its webhook-id.
    const { status, retryAfter, responseStart } = await post(connections.kept(receiver)).catch(
      (error: unknown) => {
        if (!(error instanceof StaleConnectionError)) throw error;
        return post(connections.fresh(receiver));
      },
    );
    const retryAfterSeconds = retryAfter && parseRetryAfter(retryAfter, clock.now());
    return {
      status,
      responseStart,
      durationMs: durationMs(),
      ...(typeof retryAfterSeconds === "number" && { retryAfterSeconds }),
    };
  } catch (error) {
    return { error: codeOf(error), responseStart: "", durationMs: durationMs() };
  }
}

type Answer = { status: number; retryAfter: string | undefined; responseStart: string };

class StaleConnectionError extends Error {
  readonly code = "ECONNRESET";
}

class DeadlineError extends Error {
  readonly code = "DEADLINE_EXCEEDED";
}

/** Keeps the connection unless the response is too long or late. */
function exchange(options: RequestOptions, body: string, withinMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sending = request(options);
  const timer = setTimeout(() => {
    const late = new DeadlineError();
    // Without a connection yet, Node reports no error.
    reject(late);
    sending.destroy(late);
  }, withinMs);
  let readBefore = 0;
  sending.on("socket", (socket) => {
    readBefore = socket.bytesRead;
    const send = () => sending.end(body);
    if (sending.reusedSocket) send();
    // Earlier, the failing write would hide the error of the handshake.
    else socket.once(options.protocol === "https:" ? "secureConnect" : "connect", send);
  });
  const fail = (error: Error) => {
    const hasBegun = sending.socket?.bytesRead !== readBefore;
    const isStale = sending.reusedSocket && !hasBegun && isEnded(error);
    reject(isStale ? new StaleConnectionError("", { cause: error }) : error);
  };
  sending.on("response", (response) => {
    const { statusCode: status = 0, headers } = response;
    const retryAfter = headers["retry-after"];
    const start = readStart(response, () => sending.destroy());
    resolve(start.then((responseStart) => ({ status, retryAfter, responseStart })));
  });
  sending.on("error", fail);
  sending.on("close", () => {
    clearTimeout(timer);
    // Node reports no error for 101.
    fail(new Error("no response"));
  });
  return promise;
}

// A broken or endless body does not change the known status.
function readStart(response: IncomingMessage, stop: () => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const kept: Buffer[] = [];
  let read = 0;
  response.on("data", (chunk: Buffer) => {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.length;
    if (read >= MAX_BODY_BYTES) stop();
  });
  response.on("error", () => {
    // Keep what was read.
  });
  response.on("close", () => resolve(textOf(kept)));
  return promise;
}

// PostgreSQL text can't contain NUL.
function textOf(chunks: Buffer[]): string {
  const bytes = Buffer.concat(chunks);
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD");
}

function isEnded(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Never the message, which may contain addresses. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // The name by which merchants know it.
  if (code === "HPE_HEADER_OVERFLOW") return "UND_ERR_HEADERS_OVERFLOW";
  return typeof code === "string" ? code : "CONNECTION_FAILED";
}
