import { Agent, request as httpRequest } from "undici";
import { type Clock, systemClock } from "#lib/platform/clock/clock.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { guardedConnector, type LookupAll } from "#lib/webhooks/net-guard/guarded-connector.ts";
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
  /** First kB of the response body. */
  responseStart: string;
  durationMs: number;
  retryAfterSeconds?: number;
};

export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResponse>;

type Options = { deadlineMs?: number; clock?: Clock; lookup?: LookupAll };

/** Never throws. Follows no redirects, reads at most 16 kB and ends after 15 s. */
export async function sendWebhook(
  { url, headers, body, allowLocal }: WebhookRequest,
  { deadlineMs = DEADLINE_MS, clock = systemClock, lookup }: Options = {},
): Promise<WebhookResponse> {
  refuseInsideTransaction("a request");
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(deadlineMs);
  // One connection per attempt: its address check is never reused.
  const dispatcher = new Agent({
    // undici ignores the signal until it is connected.
    connect: guardedConnector({ allowLocal, timeoutMs: deadlineMs, lookup }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const response = await httpRequest(url, {
      dispatcher,
      signal,
      method: "POST",
      headers: { ...headers, ...FIXED_HEADERS },
      body,
    });
    const retryAfter = [response.headers["retry-after"]].flat()[0];
    const retryAfterSeconds = retryAfter && parseRetryAfter(retryAfter, clock.now());
    const responseStart = await readStart(response.body);
    return {
      status: response.statusCode,
      responseStart,
      durationMs: durationMs(),
      ...(typeof retryAfterSeconds === "number" && { retryAfterSeconds }),
    };
  } catch (error) {
    const code = signal.aborted ? "DEADLINE_EXCEEDED" : codeOf(error);
    return { error: code, responseStart: "", durationMs: durationMs() };
  } finally {
    await dispatcher.destroy();
  }
}

// A broken or endless body does not change the known status.
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
      read += chunk.length;
      if (read >= MAX_BODY_BYTES) break;
    }
  } catch {
    // Keep what was read.
  }
  // PostgreSQL text can't contain NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll("\0", "\uFFFD");
}

/** Never the message, which may contain addresses. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "CONNECTION_FAILED";
}
