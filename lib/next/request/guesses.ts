import { AppError, ERRORS, isAppError } from "#lib/platform/failures/errors.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { refusal } from "#lib/platform/rate-limit/limits.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";

type RequestHeaders = Parameters<typeof limitedAddress>[0];

const WAIT_SECONDS = 60;

/**
 * Refuses a client that keeps naming unknown payments, before any lookup.
 * @throws AppError `too_many_requests`
 */
export async function lookUpNamed<T>(
  limits: Pick<Limits, "look" | "count">,
  headers: RequestHeaders,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const address = limitedAddress(headers);
  if (address === undefined) return find();
  const status = limits.look("unknown-payments", address);
  if (status.isOver) throw refusal(status);
  const found = await find();
  if (found === undefined) limits.count("unknown-payments", address);
  return found;
}

/** @throws AppError `too_many_requests` */
export async function countCheck(
  limits: Pick<Limits, "take">,
  headers: RequestHeaders,
): Promise<void> {
  const address = limitedAddress(headers);
  if (address !== undefined) await limits.take("embed-checks", address);
}

export function tooManyRequests(error: unknown): AppError | undefined {
  if (!isAppError(error) || error.code !== "too_many_requests") return undefined;
  return new AppError(error.code, { retryAfterSeconds: error.retryAfterSeconds ?? WAIT_SECONDS });
}

export function respondTooMany(
  error: AppError,
  headers: Record<string, string>,
  body: { page: string } | { words: string } = { words: ERRORS.too_many_requests.title },
): Response {
  const isPage = "page" in body;
  return new Response(isPage ? body.page : body.words, {
    status: error.status,
    headers: {
      ...headers,
      "Cache-Control": "no-store",
      "Content-Type": `text/${isPage ? "html" : "plain"}; charset=utf-8`,
      "Retry-After": String(error.retryAfterSeconds ?? WAIT_SECONDS),
    },
  });
}
