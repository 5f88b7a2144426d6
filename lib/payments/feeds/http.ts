import { endOfRequest } from "#lib/banks/deadline.ts";
import { refuseInsideTransaction } from "#lib/platform/db/open-transaction.ts";
import { inSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { FeedFailure } from "./port.ts";

const TIMEOUT_MS = 15_000;
const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;
const LONGEST_PAUSE_SECONDS = 3_600;

export type SendRequest = typeof globalThis.fetch;

/**
 * Follows no redirects. `form`: asks for a token by POST.
 * @throws FeedFailure
 */
export async function readJson(
  send: SendRequest,
  url: URL,
  headers: Record<string, string>,
  form?: URLSearchParams,
): Promise<unknown> {
  refuseInsideTransaction("a request");
  const { status, text, retryAfter } = await exchange(send, url, headers, form);
  // RFC 6749, 5.2
  if (status === 400 && form) throw new FeedFailure("denied", answered(status));
  if (status === 401 || status === 403) throw new FeedFailure("denied", answered(status));
  if (status === 404) throw new FeedFailure("account_missing", answered(status));
  if (status === 429) {
    const retryAfterSeconds = pauseOf(retryAfter);
    throw new FeedFailure("busy", answered(status), { retryAfterSeconds });
  }
  if (status >= 500 || status === 408) throw new FeedFailure("unreachable", answered(status));
  if (status !== 200) throw new FeedFailure("unexpected_answer", answered(status));
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the response.
    throw new FeedFailure("unexpected_answer", "the provider's response is no JSON");
  }
}

const answered = (status: number) => `the provider answered ${status}`;

type Answer = { status: number; text: string; retryAfter: string | null };

async function exchange(
  send: SendRequest,
  url: URL,
  headers: Record<string, string>,
  form: URLSearchParams | undefined,
): Promise<Answer> {
  const method = form ? "POST" : "GET";
  const attributes = { "http.request.method": method, "server.address": url.hostname };
  try {
    return await inSpan(method, { kind: "client", attributes }, async () => {
      const response = await send(url, {
        method,
        ...(form && { body: form }),
        headers: { accept: "application/json", ...headers },
        redirect: "manual",
        cache: "no-store",
        signal: endOfRequest(TIMEOUT_MS),
      });
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, text: await readText(response), retryAfter };
    });
  } catch (error) {
    if (error instanceof FeedFailure) throw error;
    throw new FeedFailure("unreachable", "the provider could not be reached", { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LONGEST_ANSWER_BYTES) {
      throw new FeedFailure("unexpected_answer", "the provider's response is too large");
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function pauseOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || !/^\d{1,6}$/.test(retryAfter)) return undefined;
  return Math.min(Number(retryAfter), LONGEST_PAUSE_SECONDS);
}
