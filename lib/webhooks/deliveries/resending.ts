import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import { buildTestEvent } from "#lib/webhooks/events/event.ts";
import { newDelivery } from "./delivery.ts";
import { enqueue, insertMissing, wakeWorkers } from "./enqueue.sql.ts";
import * as deliveryRepository from "./repository.ts";

const MAX_RANGE_DAYS = 31;
const DAY_MS = 24 * 60 * 60_000;
const MAX_PER_RECOVERY = 2_000;
const BATCH = 500;
const MAX_AT_ONCE = 50;

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
};

/** `hasMore`: the range exceeds one recovery. */
export type Recovery = { restarted: number; created: number; hasMore: boolean };

export type Recover = {
  accountId: string;
  endpointId: string;
  since: Date;
  until?: Date | undefined;
  actor: Actor;
};

export type RedeliverAll = { accountId: string; endpointId: string; ids: string[]; actor: Actor };

export type Redelivery = { restarted: number; sending: number };

/** @throws AppError `not_found`, `endpoint_disabled`, `account_closed` */
export function sendTest(
  deps: Deps,
  { accountId, mode, endpointId }: { accountId: string; mode?: Mode; endpointId: string },
) {
  const { db, clock } = deps;
  return db.transaction(async (tx): Promise<{ deliveryId: string }> => {
    const endpoint = await holdEnabled(deps, tx, { accountId, mode, id: endpointId });
    const waiting = await deliveryRepository.findPendingTest(tx, endpoint);
    if (waiting) return { deliveryId: waiting.id };
    const now = clock.now();
    const body = buildTestEvent(endpointId, now);
    const owner = { accountId, mode: endpoint.mode, transactionId: null };
    const event = { ...body, ...owner, createdAt: now };
    const [deliveryId = ""] = await enqueue(tx, event, [endpointId]);
    return { deliveryId };
  });
}

/**
 * With its full schedule. `sending` if it is being sent already.
 * @throws AppError `not_found`, `endpoint_disabled`, `account_closed`
 */
export async function redeliver(
  deps: Deps,
  key: { accountId: string; id: string; actor: Actor },
): Promise<"restarted" | "sending"> {
  const { db, clock } = deps;
  const { accountId, id, actor } = key;
  const known = await deliveryRepository.find(db, key);
  if (!known) throw new AppError("not_found");
  return db.transaction(async (tx) => {
    await holdEnabled(deps, tx, { accountId, id: known.endpoint.id });
    const now = clock.now();
    if (!(await deliveryRepository.restart(tx, known.endpoint.id, [id], now))) return "sending";
    const details = { restarted: 1, created: 0 };
    const entry = { accountId, actor, action: "deliveries.recovered", target: id } as const;
    await recordAudit(tx, now, { ...entry, details });
    return "restarted";
  });
}

/**
 * The same for up to 50 deliveries of an endpoint; others are ignored.
 * @throws AppError `invalid_request`, `not_found`, `endpoint_disabled`, `account_closed`
 */
export function redeliverAll(
  deps: Deps,
  { accountId, endpointId, ids, actor }: RedeliverAll,
): Promise<Redelivery> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    if (ids.length > MAX_AT_ONCE) throw new AppError("invalid_request");
    await holdEnabled(deps, tx, { accountId, id: endpointId });
    const now = clock.now();
    const restarted = await deliveryRepository.restart(tx, endpointId, ids, now);
    const sending = (await deliveryRepository.countOf(tx, endpointId, ids)) - restarted;
    if (restarted > 0) {
      const details = { restarted, created: 0 };
      const entry = { accountId, actor, target: endpointId } as const;
      await recordAudit(tx, now, { ...entry, action: "deliveries.recovered", details });
    }
    return { restarted, sending };
  });
}

/**
 * Exhausted deliveries and unsent events. At most 2,000 of each, oldest first.
 * @throws AppError `invalid_request` (fields `since`, `until`), `not_found`, `endpoint_disabled`, `account_closed`
 */
export function recover(
  deps: Deps,
  { accountId, endpointId, since, until, actor }: Recover,
): Promise<Recovery> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    const endpoint = await holdEnabled(deps, tx, { accountId, id: endpointId });
    const now = clock.now();
    const range = {
      accountId,
      mode: endpoint.mode,
      types: endpoint.eventTypes,
      ...parseRange(since, until, now),
    };
    const restarted = await inBatches((limit) =>
      deliveryRepository.restartExhausted(tx, endpointId, range, now, limit),
    );
    const created = await inBatches(async (limit) => {
      const missing = await deliveryRepository.listMissing(tx, endpointId, range, limit);
      return insertMissing(
        tx,
        missing.map((eventId) => newDelivery(newId("dlv"), eventId, endpointId, now)),
      );
    });
    if (restarted + created > 0) {
      await wakeWorkers(tx, endpointId);
      const details = { restarted, created };
      const entry = { accountId, actor, target: endpointId } as const;
      await recordAudit(tx, now, { ...entry, action: "deliveries.recovered", details });
    }
    return { restarted, created, hasMore: Math.max(restarted, created) >= MAX_PER_RECOVERY };
  });
}

async function holdEnabled(
  { accounts }: Deps,
  tx: Database,
  key: { accountId: string; mode?: Mode | undefined; id: string },
): Promise<WebhookEndpoint> {
  await accounts.holdOpen(tx, key.accountId);
  const endpoint = await endpointRepository.lock(tx, key);
  if (!endpoint) throw new AppError("not_found");
  if (endpoint.disabledAt) throw new AppError("endpoint_disabled");
  // A manual send means that the server is ready.
  if (endpoint.pausedUntil) {
    await endpointRepository.update(tx, endpoint.id, { pausedUntil: null });
  }
  return endpoint;
}

async function inBatches(work: (limit: number) => Promise<number>): Promise<number> {
  let done = 0;
  while (done < MAX_PER_RECOVERY) {
    const some = await work(BATCH);
    done += some;
    if (some < BATCH) break;
  }
  return done;
}

function parseRange(since: Date, until: Date | undefined, now: Date): { since: Date; until: Date } {
  const end = until && until < now ? until : now;
  if (Number.isNaN(since.getTime()) || since >= now) {
    throw invalidField("since", "Choose a time in the past.");
  }
  if (now.getTime() - since.getTime() > MAX_RANGE_DAYS * DAY_MS) {
    throw invalidField("since", `Choose a time in the last ${MAX_RANGE_DAYS} days.`);
  }
  if (Number.isNaN(end.getTime()) || end < since) {
    throw invalidField("until", "Choose a time after the start.");
  }
  return { since, until: end };
}
