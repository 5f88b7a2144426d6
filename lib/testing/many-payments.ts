import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";

const AT_ONCE = 4_000;

type Insert = (from: number, to: number) => string;

/** Inserts in parts, so that each statement stays far from its time limit, also on a busy machine. */
export async function insertMany(db: Database, rows: number, insert: Insert): Promise<void> {
  for (let from = 1; from <= rows; from += AT_ONCE) {
    const inserted = insert(from, Math.min(rows, from + AT_ONCE - 1));
    // The driver of PGlite runs one statement at a time.
    for (const statement of inserted.split(";")) await db.execute(sql.raw(statement));
  }
}

/** Counts rows for the planner, and removes the dead ones that earlier tests on this database left: reading these counts too. */
export async function vacuum(db: Database): Promise<void> {
  await db.execute(sql`vacuum analyze`);
}

export type ManyOwner = { accountId: string; keyId: string };

/** What only the oldest payments have. */
export const RARE = { currency: "CHF", bankId: "rare-bank", amount: 77, payments: 20 };

export const idOf = (n: number) => `txn_${String(n).padStart(26, "0")}`;

/**
 * SQL of the payments `from` to `to` of a merchant's `rows` of the last 180 days, of which there may be millions. The newest 50
 * are open, and a few old ones are being processed.
 */
export function manyTransactions(
  { accountId, keyId }: ManyOwner,
  rows: number,
  from: number,
  to: number,
) {
  return `
    insert into transactions (id, account_id, api_key_id, mode, reference, amount, currency, payee_iban, payee_name,
      external_id, fingerprint, order_info, status, failure_reason, created_at, updated_at, expires_at, finished_at)
    select 'txn_' || lpad(n::text, 26, '0'), '${accountId}', '${keyId}', 'test', 'r' || md5(n::text),
      case when n <= ${RARE.payments} then ${RARE.amount} else 100 + n::bigint * 7919 % 15000 end,
      case when n <= ${RARE.payments} then '${RARE.currency}' when n % 50 = 0 then 'SEK' else 'EUR' end,
      'NL91ABNA0417164300', 'Bench', 'order-' || n, md5(n::text), repeat('o', 200), status,
      case when status = 'failed' then (array['expired','declined','cancelled','superseded'])[1 + n / 7 % 4] end,
      created_at, created_at, created_at + interval '30 minutes',
      case when status in ('succeeded', 'failed') then created_at + (20 + n * 31 % 400) * interval '1 second' end
    from (
      select n, now() - (${rows} - n + 1) * (interval '180 days' / ${rows}) as created_at,
        case when n > ${rows} - 50 then 'pending' when n <= 10 then 'processing' when n % 7 = 0 then 'failed' else 'succeeded'
          end as status
      from generate_series(${from}, ${to}) n
    ) payments`;
}

/** One for each of the payments. */
export function manyAttempts({ accountId }: ManyOwner, from: number, to: number) {
  return `
    insert into payment_attempts (id, transaction_id, account_id, mode, bank_id, end_to_end_id, request_id, state, amount, currency, payee_iban,
      payee_name, status, failure_reason, bank_payment_id, bank_status, created_at, updated_at, finished_at)
    select 'auth_' || lpad(n::text, 26, '0'), 'txn_' || lpad(n::text, 26, '0'), '${accountId}', 'test',
      case when n <= ${RARE.payments} then '${RARE.bankId}' else 'bank-' || n % 4 end,
      'BS' || lpad(n::text, 26, '0'), 'q' || lpad(n::text, 24, '0'), 's' || lpad(n::text, 42, '0'), 100, 'EUR',
      'NL91ABNA0417164300', 'Bench', 'failed', 'declined', 'p' || n, 'RJCT', now(), now(), now()
    from generate_series(${from}, ${to}) n`;
}

/** An event of each of the payments that has ended, delivered to the endpoint. Deliveries of the oldest few are exhausted. */
export function manyDeliveries(
  { accountId }: ManyOwner,
  endpointId: string,
  from: number,
  to: number,
) {
  const ended = `(
      select right(id, 26) as n, id, status, finished_at from transactions
      where account_id = '${accountId}' and id between '${idOf(from)}' and '${idOf(to)}' and finished_at is not null
    ) ended`;
  return `
    insert into events (id, account_id, mode, type, transaction_id, payload, created_at)
    select 'evt_' || n, '${accountId}', 'test', 'transaction.' || status, id, '{}', finished_at from ${ended};
    insert into deliveries (id, event_id, endpoint_id, status, attempt_count, created_at, finished_at)
    select 'dlv_' || n, 'evt_' || n, '${endpointId}',
      case when n::bigint <= ${RARE.payments} then 'exhausted' else 'delivered' end, 1, finished_at, finished_at from ${ended};
    insert into delivery_attempts (id, delivery_id, number, started_at, duration_ms, response_status)
    select 'att_' || n, 'dlv_' || n, 1, finished_at, 20, case when n::bigint <= ${RARE.payments} then 500 else 200 end
    from ${ended}`;
}

/** What triggers count from then on. */
export const countStatistics = `
  insert into payment_statistics
  select account_id, mode, date_bin('15 minutes', finished_at, 'epoch'), currency,
    count(*) filter (where status = 'succeeded'),
    coalesce(sum(amount) filter (where status = 'succeeded'), 0),
    count(*) filter (where failure_reason = 'cancelled'),
    count(*) filter (where failure_reason = 'declined'),
    count(*) filter (where failure_reason = 'expired'),
    count(*) filter (where failure_reason = 'superseded'),
    count(*) filter (where failure_reason = 'verification_failed'),
    count(*) filter (where failure_reason = 'bank_unavailable')
  from transactions where finished_at is not null group by 1, 2, 3, 4`;
