import { and, type Column, gt, isNull, lte, or, type Placeholder, sql } from "drizzle-orm";
import { deliveries } from "#lib/webhooks/model/schema.ts";

// A literal: with a parameter, plans can't rely on the partial indexes of pending deliveries.
const isPending = ({ status }: { status: Column }) => sql`${status} = 'pending'`;

export const IS_PENDING = isPending(deliveries);

export const NOW = sql.placeholder("now");

type Due = Record<"status" | "nextAttemptAt" | "leasedUntil", Column>;

export const isFree = (now: Date | Placeholder, { leasedUntil }: Due = deliveries) =>
  or(isNull(leasedUntil), lte(leasedUntil, now));

export const isDue = (now: Date | Placeholder, of: Due = deliveries) =>
  and(isPending(of), lte(of.nextAttemptAt, now), isFree(now, of));

export const isReady = (now: Date | Placeholder, { pausedUntil }: { pausedUntil: Column }) =>
  or(isNull(pausedUntil), lte(pausedUntil, now));

export const IS_DUE = isDue(NOW);

export const IS_HELD = and(IS_PENDING, gt(deliveries.leasedUntil, NOW));
