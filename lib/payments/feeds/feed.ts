import type { feeds } from "#lib/payments/model/transfers.schema.ts";
import type { Consent } from "./revolut/credentials.ts";

export type Feed = typeof feeds.$inferSelect;

/** Without secrets. `consent`: of providers that ask the owner for one. */
export type ListedFeed = Omit<Feed, "sealedCredentials" | "sealedWebhookSecret"> & {
  hasWebhook: boolean;
  consent: Consent | undefined;
};

export function feedContext(feedId: string): string {
  return `feeds:${feedId}`;
}

const MINUTE_MS = 60_000;

/** Nothing is lost that a provider stores late, with an earlier time. */
export const OVERLAP_MS = 2 * 60 * MINUTE_MS;

/** Money that came before the feed was added. */
export const FIRST_MS = 7 * 24 * 60 * MINUTE_MS;

/** After a webhook, as the money may not be readable yet. */
export const EAGER_MS = 2 * MINUTE_MS;

const EAGER_EVERY_MS = 10_000;
const WITH_WEBHOOK_MS = 10 * MINUTE_MS;
const WITHOUT_WEBHOOK_MS = MINUTE_MS;

const BACK_OFF_MS = 30_000;
const MAX_BACK_OFF_MS = 30 * MINUTE_MS;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

export function nextReads(now: Date, hasWebhook: boolean): { usual: Date; eager: Date } {
  const usual = after(now, hasWebhook ? WITH_WEBHOOK_MS : WITHOUT_WEBHOOK_MS);
  return { usual, eager: after(now, EAGER_EVERY_MS) };
}

export function retryAt(now: Date, failures: number, retryAfterSeconds = 0): Date {
  const pause = Math.min(BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
  return after(now, Math.max(pause, retryAfterSeconds * 1_000));
}
