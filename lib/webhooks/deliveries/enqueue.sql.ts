import { getTableColumns } from "drizzle-orm";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify, notifying } from "#lib/platform/db/notifications.ts";
import { placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { WebhookEvent } from "#lib/webhooks/events/event.ts";
import * as eventRepository from "#lib/webhooks/events/repository.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";
import { type Delivery, newDelivery } from "./delivery.ts";

const insertion = prepare("insert-delivery", (db) =>
  db
    .insert(deliveries)
    .values(placeholdersFor(getTableColumns(deliveries)))
    .returning({ woken: notifying("bankside_worker", deliveries.eventId) }),
);

/** Call it last, as other outcomes wait. Returns the ids of the deliveries. */
export async function enqueue(
  tx: Database | Batched,
  event: Omit<WebhookEvent, "id">,
  endpointIds: readonly string[],
): Promise<string[]> {
  const id = await eventRepository.add(tx, event);
  if (endpointIds.length === 0) return [];
  const rows = endpointIds.map((endpointId) =>
    newDelivery(newId("dlv"), id, endpointId, event.createdAt),
  );
  await Promise.all(rows.map((row) => run(tx, insertion(row))));
  return rows.map((row) => row.id);
}

export async function insertMissing(db: Database, rows: Delivery[]): Promise<number> {
  if (rows.length === 0) return 0;
  const added = await db
    .insert(deliveries)
    .values(rows)
    .onConflictDoNothing({ target: [deliveries.eventId, deliveries.endpointId] })
    .returning({ id: deliveries.id });
  return added.length;
}

/** Takes effect on commit. */
export function wakeWorkers(db: Database, id: string): Promise<void> {
  return notify(db, "bankside_worker", id);
}
