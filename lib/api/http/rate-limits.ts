import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#lib/platform/failures/errors.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { type FastName, type LimitStatus, refusal } from "#lib/platform/rate-limit/limits.ts";
import { type ApiEnv, callerOf } from "./context.ts";

const READING = ["GET", "HEAD"];

/** Headers of draft-ietf-httpapi-ratelimit-headers-11. */
export function rateHeaders(limits: readonly LimitStatus[]): Record<string, string> {
  const [tightest] = limits.toSorted((a, b) => a.left / a.points - b.left / b.points);
  if (!tightest) return {};
  return {
    "RateLimit-Policy": limits.map(policyOf).join(", "),
    RateLimit: `"${tightest.name}";r=${tightest.left};t=${tightest.resetSeconds}`,
  };
}

function policyOf({ name, points, seconds }: LimitStatus): string {
  return `"${name}";q=${points};w=${seconds}`;
}

/** @throws AppError `too_many_requests` */
export function countRequest(c: Context<ApiEnv>): void {
  const name = READING.includes(c.req.method) ? "key-reads" : "key-writes";
  count(c, name, callerOf(c).id);
}

/**
 * Per account and mode.
 * @throws AppError `too_many_requests`
 */
export const countCreation: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { accountId, mode } = callerOf(c);
  count(c, "account-creations", `${accountId}:${mode}`);
  await next();
};

function count(c: Context<ApiEnv>, name: FastName, key: string): void {
  const status = c.get("services").limits.count(name, key);
  c.get("limits").push(status);
  if (status.isOver) throw refusal(status);
}

/**
 * Refuses an address with too many wrong credentials before the lookup.
 * @throws AppError `unauthorized`, `too_many_requests`
 */
export async function lookUpCredential<T>(
  c: Context<ApiEnv>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const { limits } = c.get("services");
  const address = limitedAddress(c.req.raw.headers);
  const status = address === undefined ? undefined : limits.look("failed-credentials", address);
  if (status?.isOver) throw refusal(status);
  const found = await find();
  if (found) return found;
  if (address !== undefined) limits.count("failed-credentials", address);
  throw new AppError("unauthorized");
}
