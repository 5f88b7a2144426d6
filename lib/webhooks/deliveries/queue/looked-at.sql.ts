import { asc, desc, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";
import { IS_DUE, NOW } from "./due.sql.ts";

const AT_EACH_END = 32;

const dueAtOneEnd = (db: Database, order: typeof asc | typeof desc) =>
  db
    .select({ endpointId: deliveries.endpointId })
    .from(deliveries)
    .where(IS_DUE)
    .orderBy(order(deliveries.nextAttemptAt))
    .limit(sql.raw(String(AT_EACH_END)) as unknown as Placeholder);

const nextEndpoint = (after: SQL) => sql`(
  select more.endpoint_id, more.next_attempt_at from deliveries more
  where more.status = 'pending' and more.endpoint_id > ${after}
  order by more.endpoint_id, more.next_attempt_at limit 1
)`;

/**
 * What waits for its time costs nothing: the endpoints of what is longest due and of what is newly due are all, unless much is due.
 * Then also those of `known` and, from endpoint to endpoint (PostgreSQL has no index skip scan before version 18), the next `most`
 * with a delivery. One row without an endpoint, at least.
 */
export const lookedAt = (db: Database) => sql`(
  with recursive oldest as materialized (${dueAtOneEnd(db, asc)}),
  newest as materialized (${dueAtOneEnd(db, desc)}),
  much as materialized (select count(*) = ${sql.raw(String(AT_EACH_END))} as is_due from oldest),
  walked (endpoint_id, next_attempt_at, step) as (
    select first.*, 1 from much, lateral ${nextEndpoint(sql`${sql.placeholder("after")}::text`)} as first where much.is_due
    union all
    select more.*, walked.step + 1 from walked, lateral ${nextEndpoint(sql`walked.endpoint_id`)} as more
    where walked.step < ${sql.placeholder("most")}::int
  ),
  endpoints as (
    select endpoint_id from oldest
    union select endpoint_id from newest
    union select endpoint_id from walked where next_attempt_at <= ${NOW}
    union select unnest(${sql.placeholder("known")}::text[]) from much where is_due
  )
  select endpoints.endpoint_id, (
    select max(endpoint_id) from walked having count(*) = ${sql.placeholder("most")}::int
  ) as walked_to from (select 1) as one left join endpoints on true
) as looked_at`;
