import { and, asc, count, desc, eq, gt, isNotNull, isNull, like, ne, sql } from "drizzle-orm";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import type { EventType } from "#lib/webhooks/model/event-types.ts";
import {
  deliveries,
  deliveryAttempts,
  events,
  webhookEndpoints,
} from "#lib/webhooks/model/schema.ts";
import { UNTRIED, type WebhookEndpoint } from "./endpoint.ts";

type Owner = { accountId: string; mode: WebhookEndpoint["mode"] };
type Key = { accountId: string; mode?: WebhookEndpoint["mode"] | undefined; id: string };

const isKept = isNull(webhookEndpoints.deletedAt);

const keyIs = ({ accountId, mode, id }: Key) =>
  and(
    eq(webhookEndpoints.id, id),
    eq(webhookEndpoints.accountId, accountId),
    mode && eq(webhookEndpoints.mode, mode),
    isKept,
  );

const ownedBy = ({ accountId, mode }: Owner) =>
  and(eq(webhookEndpoints.accountId, accountId), eq(webhookEndpoints.mode, mode), isKept);

export async function insert(db: Database, row: WebhookEndpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(row);
}

export async function find(db: Database, key: Key): Promise<WebhookEndpoint | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(keyIs(key));
  return row;
}

export async function findExternal(
  db: Database,
  { externalId, ...owner }: Owner & { externalId: string },
): Promise<WebhookEndpoint | undefined> {
  const isIt = and(ownedBy(owner), eq(webhookEndpoints.externalId, externalId));
  const [row] = await db.select().from(webhookEndpoints).where(isIt);
  return row;
}

export async function findCreated(
  db: Database,
  { idempotencyKey, since, ...owner }: Owner & { idempotencyKey: string; since: Date },
): Promise<WebhookEndpoint | undefined> {
  const isIt = and(
    ownedBy(owner),
    eq(webhookEndpoints.idempotencyKey, idempotencyKey),
    gt(webhookEndpoints.createdAt, since),
  );
  const [row] = await db.select().from(webhookEndpoints).where(isIt);
  return row;
}

export async function lock(db: Database, key: Key): Promise<WebhookEndpoint | undefined> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(keyIs(key))
    // Deliveries reference the row: inserting them must not wait.
    .for("no key update");
  return row;
}

export async function update(
  db: Database,
  id: string,
  values: Partial<WebhookEndpoint>,
): Promise<void> {
  await db.update(webhookEndpoints).set(values).where(eq(webhookEndpoints.id, id));
}

export async function countEndpoints(db: Database, owner: Owner): Promise<number> {
  const [row] = await db
    .select({ endpoints: count() })
    .from(webhookEndpoints)
    .where(ownedBy(owner));
  return row?.endpoints ?? 0;
}

const subscribed = prepare("subscribed-endpoints", (db) =>
  db
    .select({ id: webhookEndpoints.id, disabledAt: webhookEndpoints.disabledAt })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, sql.placeholder("accountId")),
        eq(webhookEndpoints.mode, sql.placeholder("mode")),
        isKept,
        sql`${sql.placeholder("type")} = any(${webhookEndpoints.eventTypes})`,
      ),
    ),
);

export const listSubscribed = (
  db: Database | Batched,
  { accountId, mode, type }: Owner & { type: EventType },
) => run(db, subscribed({ accountId, mode, type }));

export async function isAnySubscribed(
  db: Database,
  { accountId, type }: { accountId: string; type: EventType },
): Promise<boolean> {
  const asks = sql`${type} = any(${webhookEndpoints.eventTypes})`;
  const isOf = and(eq(webhookEndpoints.accountId, accountId), asks);
  return (await db.$count(webhookEndpoints, and(isOf, isKept))) > 0;
}

export async function changeUrls(
  db: Database,
  { url, ...owner }: Owner & { url: string },
): Promise<string[]> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ url, ...UNTRIED })
    .where(
      and(
        ownedBy(owner),
        isNull(webhookEndpoints.disabledAt),
        ne(webhookEndpoints.url, url),
        like(webhookEndpoints.url, `%${new URL(url).pathname}`),
      ),
    )
    .returning({ id: webhookEndpoints.id });
  return rows.map(({ id }) => id);
}

export function listAll(db: Database, accountId: string): Promise<WebhookEndpoint[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, accountId), isKept));
}

export function listWithLatest(db: Database, owner: Owner) {
  const latest = db
    .select({
      status: deliveries.status,
      deliveryId: deliveries.id,
      type: events.type,
    })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .where(eq(deliveries.endpointId, webhookEndpoints.id))
    .orderBy(desc(deliveries.eventId))
    .limit(1)
    .as("latest");
  const attempt = db
    .select({
      startedAt: deliveryAttempts.startedAt,
      responseStatus: deliveryAttempts.responseStatus,
      error: deliveryAttempts.error,
    })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, latest.deliveryId))
    .orderBy(desc(deliveryAttempts.number))
    .limit(1)
    .as("attempt");
  return db
    .select({
      endpoint: webhookEndpoints,
      status: latest.status,
      startedAt: attempt.startedAt,
      responseStatus: attempt.responseStatus,
      error: attempt.error,
    })
    .from(webhookEndpoints)
    .leftJoinLateral(latest, sql`true`)
    .leftJoinLateral(attempt, sql`true`)
    .where(ownedBy(owner))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

const clearing = prepare("clear-failing", (db) =>
  db
    .update(webhookEndpoints)
    .set({ failingSince: null, lastFailedAt: null, failures: 0 })
    .where(
      and(
        eq(webhookEndpoints.id, sql.placeholder("id")),
        eq(webhookEndpoints.url, sql.placeholder("url")),
        isNull(webhookEndpoints.disabledAt),
        isNotNull(webhookEndpoints.failingSince),
      ),
    )
    .returning({ id: webhookEndpoints.id }),
);

export async function clearFailing(
  tx: Batched,
  { id, url }: Pick<WebhookEndpoint, "id" | "url">,
): Promise<void> {
  await run(tx, clearing({ id, url }));
}

export async function disable(
  db: Database,
  id: string,
  disabledAt: Date,
  disabledReason: NonNullable<WebhookEndpoint["disabledReason"]>,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ disabledAt, disabledReason })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt)));
}
