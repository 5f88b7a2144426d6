import {
  type Answer,
  type CreatedTransaction,
  codeOf,
  problemOf,
  readTransaction,
  retryAfterSeconds,
} from "./answer.ts";
import { BanksideError } from "./bankside-error.ts";
import type { Metadata } from "./metadata.ts";
import { type Fetch, type FetchAnswer, randomKey, runtime, type Signal } from "./runtime.ts";
import { abortedError, type Wait } from "./wait.ts";

const NETWORK_PAUSE_MS = 500;
const MAX_WAITS_FOR_FIRST = 3;
/** Longer waits are the user's decision. */
const MAX_WAIT_SECONDS = 10;

/** What one kind of item costs: `unitAmount` in cents, negative for a discount. */
export type OrderLine = { name: string; quantity: number; unitAmount: number };

/** What the payment's pages show, and until when it can be paid. The service checks it. */
export type OrderDetails = {
  description?: string | undefined;
  lines?: readonly OrderLine[] | undefined;
  locale?: string | undefined;
  expiresAt?: string | undefined;
};

/** `amount` in cents. */
export type Creation = OrderDetails & {
  amount: number;
  externalId?: string | undefined;
  metadata?: Metadata | undefined;
};

type Deps = { baseUrl: string; fetch?: Fetch | undefined; timeoutMs: number; wait: Wait };
type Call = { token: string; key: string | undefined; body: string; signal: Signal | undefined };

/** `POST {baseUrl}/transactions` with a JWT. */
export function createTransactionRequest(deps: Deps) {
  const isPlainHttp = deps.baseUrl.startsWith("http:");

  /** @throws {@link BanksideError} the service's own codes, `network`, `timeout`, `aborted` or `unexpected_answer`. */
  return async (
    { amount, externalId, metadata, description, lines, locale, expiresAt }: Creation,
    token: string,
    signal?: Signal,
  ): Promise<CreatedTransaction> => {
    const details = { description, lines, locale, expiresAt };
    const order = { amount, currency: "EUR", externalId, ...details };
    const fields = { ...order, source: "sdk_integration", metadata };
    const call = { token, key: randomKey(), body: JSON.stringify(fields), signal };
    const answer = await postUntilAnswered(deps, call);
    if (answer.status !== 200 && answer.status !== 201) throw problemOf(answer);
    return readTransaction(answer, { isPlainHttp });
  };
}

/** Repeats a lost request once. Waits while the service still handles the first one. */
async function postUntilAnswered(deps: Deps, call: Call): Promise<Answer> {
  // Without a key, a repeated request could create a second transaction.
  if (call.key === undefined) return post(deps, call);
  let canRepeat = true;
  for (let waits = 0; ; waits += 1) {
    const answer = await post(deps, call).catch(async (error: BanksideError) => {
      if (!canRepeat || error.code !== "network") throw error;
      canRepeat = false;
      await deps.wait(NETWORK_PAUSE_MS, call.signal);
      return post(deps, call);
    });
    const seconds = retryAfterSeconds(answer) ?? 1;
    const isFirstRunning = answer.status === 409 && codeOf(answer) === "idempotency_in_progress";
    if (!isFirstRunning || waits === MAX_WAITS_FOR_FIRST || seconds > MAX_WAIT_SECONDS) {
      return answer;
    }
    await deps.wait(seconds * 1_000, call.signal);
  }
}

/** The timeout covers head and body. */
async function post({ baseUrl, fetch, timeoutMs }: Deps, call: Call): Promise<Answer> {
  if (call.signal?.aborted) throw abortedError();
  const { AbortController, setTimeout, clearTimeout, fetch: ownFetch } = runtime();
  const controller = new AbortController();
  let reason: "network" | "timeout" | "aborted" = "network";
  const stop = (why: "timeout" | "aborted") => () => {
    reason = why;
    controller.abort();
  };
  const [onTimeout, onAbort] = [stop("timeout"), stop("aborted")];
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
    throw lost(reason, cause);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", onAbort);
  }
}

const MESSAGES = {
  network: "The payment service can't be reached",
  timeout: "The payment service did not respond in time",
} as const;

function lost(reason: "network" | "timeout" | "aborted", cause: unknown): BanksideError {
  if (reason === "aborted") return abortedError(cause);
  return new BanksideError(reason, MESSAGES[reason], { cause });
}

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
