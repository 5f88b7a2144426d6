import { setTimeout } from "node:timers/promises";
import type { EndReason } from "#lib/payments/model/status.ts";
import type { KnownTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { Postponed } from "./postponed.ts";
import * as repository from "./repository.ts";

// In one database transaction, which must stay short.
const TOGETHER = 20;

// Banks may take seconds to cancel.
const AT_ONCE = 10;

// Ends a worker's run even if banks are slow.
const RUN_MS = 10_000;

const LONGEST_REST_MS = 1_000;

export type ExpiryDeps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "error">;
  postponed: Postponed;
  endUnpaid: (id: string, reason: EndReason) => Promise<KnownTransaction | undefined>;
  /** Of one account, mode and currency. Returns the ids of those it ended. */
  endIdle: (ids: string[], reason: EndReason) => Promise<string[]>;
};

/** Rests in between, so that requests get at least half of the process. */
export async function expireDue(
  deps: ExpiryDeps,
  limit: number,
  stopping?: AbortSignal,
): Promise<number> {
  const { db, clock, postponed } = deps;
  const due = await repository.findExpired(db, clock.now(), limit, postponed.ids());
  const isOver = AbortSignal.any([AbortSignal.timeout(RUN_MS), ...(stopping ? [stopping] : [])]);
  let taken = 0;

  async function endTogether(ids: string[]): Promise<string[]> {
    const ended = await deps.endIdle(ids, "expired");
    taken += ended.length;
    return ids.filter((id) => !ended.includes(id));
  }

  async function endInParts(parts: string[][]): Promise<string[]> {
    const left: string[] = [];
    for (const ids of parts) {
      if (isOver.aborted) break;
      // Then each alone, which finds the one that fails.
      left.push(...(await gently(() => endTogether(ids).catch(() => ids))));
    }
    return left;
  }

  async function endAlone(ids: string[]): Promise<void> {
    const waiting = ids.values();
    const lane = async () => {
      for (const id of waiting) {
        if (isOver.aborted) return;
        await gently(() => expire(deps, id));
        taken += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  const atBank = due.filter(({ isAtBank }) => isAtBank).map(({ id }) => id);
  const idle = due.filter(({ isAtBank }) => !isAtBank);
  const [left] = await Promise.all([endInParts(partsOf(idle)), endAlone(atBank)]);
  await endAlone(left);
  return taken;
}

function partsOf(due: repository.Expired[]): string[][] {
  const owned = Map.groupBy(due, (one) => [one.accountId, one.mode, one.currency].join());
  return [...owned.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) =>
      all.slice(at * TOGETHER, (at + 1) * TOGETHER).map(({ id }) => id),
    ),
  );
}

async function gently<T>(work: () => Promise<T>): Promise<T> {
  const begunAt = performance.now();
  const result = await work();
  await setTimeout(Math.min(performance.now() - begunAt, LONGEST_REST_MS));
  return result;
}

async function expire({ postponed, logger, endUnpaid }: ExpiryDeps, id: string): Promise<void> {
  try {
    const ended = await endUnpaid(id, "expired");
    if (ended?.status === "pending") postponed.add(id);
    else postponed.forget(id);
  } catch (err) {
    postponed.add(id);
    logger.error({ err, transactionId: id }, "a transaction could not be ended");
  }
}
