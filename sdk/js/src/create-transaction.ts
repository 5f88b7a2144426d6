import { BanksideError } from "./bankside-error.ts";
import { type Fetch, type FetchAnswer, randomKey, runtime, type Signal } from "./runtime.ts";

/** A transaction, as far as an app needs to know it. */
export type CreatedTransaction = { id: string; redirectUrl: string };

/** What is created; `amount` in cents. */
export type Creation = { amount: number; metadata?: Record<string, unknown> | undefined };

type Deps = { baseUrl: string; fetch?: Fetch | undefined; timeoutMs: number };
type Call = { token: string; key: string | undefined; body: string; signal: Signal | undefined };

/** Creates transactions with a JWT (`POST {baseUrl}/transactions`). */
export function createTransactionRequest(deps: Deps) {
  const isPlainHttp = deps.baseUrl.startsWith("http:");

  /** Throws {@link BanksideError}: the service's own codes, `network`, `timeout`, `aborted` or `unexpected_answer`. */
  return async (
    creation: Creation,
    token: string,
    signal?: Signal,
  ): Promise<CreatedTransaction> => {
    const { amount, metadata } = creation;
    const body = JSON.stringify({ amount, currency: "EUR", source: "sdk_integration", metadata });
    const call = { token, key: randomKey(), body, signal };
    const answer = await post(deps, call).catch((error: BanksideError) => {
      // Without a key a request whose answer got lost would leave a second transaction.
      if (call.key === undefined || error.code !== "network") throw error;
      return post(deps, call);
    });
    if (answer.status !== 200 && answer.status !== 201) throw problemOf(answer);
    return readTransaction(answer, isPlainHttp);
  };
}

type Answer = {
  status: number;
  body: unknown;
  retryAfter: string | null;
  requestId: string | null;
};

/** One try, with its own time-out over head and body of the answer. */
async function post({ baseUrl, fetch, timeoutMs }: Deps, call: Call): Promise<Answer> {
  const { AbortController, setTimeout, clearTimeout, fetch: ownFetch } = runtime();
  const controller = new AbortController();
  let reason: "network" | "timeout" | "aborted" = "network";
  const stop = (why: "timeout" | "aborted") => () => {
    reason = why;
    controller.abort();
  };
  const [onTimeout, onAbort] = [stop("timeout"), stop("aborted")];
  if (call.signal?.aborted) onAbort();
  call.signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    const send = fetch ?? ownFetch;
    return await read(
      await send(`${baseUrl}/transactions`, {
        method: "POST",
        headers: headersOf(call),
        body: call.body,
        signal: controller.signal,
      }),
    );
  } catch (cause) {
    throw new BanksideError(reason, MESSAGES[reason], { cause });
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", onAbort);
  }
}

const MESSAGES = {
  network: "The payment service can't be reached",
  timeout: "The payment service did not answer in time",
  aborted: "The payment was given up",
} as const;

function headersOf({ token, key }: Call): Record<string, string> {
  return {
    Accept: "application/json",
    Authentication: `Bearer ${token}`,
    "Content-Type": "application/json",
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
}

async function read(answer: FetchAnswer): Promise<Answer> {
  const { status, headers } = answer;
  const [retryAfter, requestId] = [headers.get("retry-after"), headers.get("x-request-id")];
  return { status, body: parseJson(await answer.text()), retryAfter, requestId };
}

function readTransaction(answer: Answer, isPlainHttp: boolean): CreatedTransaction {
  const { id, redirectUrl } = fieldsOf(answer.body);
  const isGood =
    typeof id === "string" &&
    /^[\w-]{1,64}$/.test(id) &&
    typeof redirectUrl === "string" &&
    (isPlainHttp ? /^https?:\/\/[^\s\\]+$/ : /^https:\/\/[^\s\\]+$/).test(redirectUrl);
  if (!isGood) throw unexpected(answer);
  return { id, redirectUrl };
}

function problemOf(answer: Answer): BanksideError {
  const { code, title, detail, requestId } = fieldsOf(answer.body);
  if (typeof code !== "string" || !/^\w{1,64}$/.test(code)) return unexpected(answer);
  const message = [title, detail].filter((part) => typeof part === "string").join(": ");
  return new BanksideError(code, message || code, {
    ...detailsOf(answer),
    ...(typeof requestId === "string" && { requestId }),
  });
}

function unexpected(answer: Answer): BanksideError {
  const message = `The payment service gave an answer that can't be read (${answer.status})`;
  return new BanksideError("unexpected_answer", message, detailsOf(answer));
}

function detailsOf({ status, requestId, retryAfter }: Answer) {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
  return { status, requestId: requestId ?? undefined, retryAfterSeconds: seconds };
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
