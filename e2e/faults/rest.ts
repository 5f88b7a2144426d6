import type { Shop, World } from "./world.ts";

const DEADLINE_MS = 60_000;
const PAUSE_MS = 60;
// Longer than any lease, so that what a dead process held is free.
const LEASE_SECONDS = 61;
const LIFETIME_SECONDS = 31 * 60;
// Looks in which nothing moved before time is let pass.
const PATIENCE = 12;

type Unfinished = { open: number; undelivered: number };

/** How much of a shop is still under way. */
async function unfinished({ product }: World, { accountId }: Shop): Promise<Unfinished> {
  const { rows } = await product.query<Unfinished>(
    `select (select count(*)::int from transactions where account_id = $1 and status in ('pending', 'processing')) as open,
       (select count(*)::int from deliveries d join events e on e.id = d.event_id
        where e.account_id = $1 and d.status = 'pending') as undelivered`,
    [accountId],
  );
  return rows[0] ?? { open: 0, undelivered: 0 };
}

/** Settles at the bank what payers of a shop have approved and the bank has not executed yet. */
async function settleApproved({ product, ledger, bank }: World, { accountId }: Shop) {
  const { rows: tries } = await product.query<{ end_to_end_id: string; approval_url: string }>(
    `select a.end_to_end_id, a.approval_url from authorisations a join transactions t on t.id = a.transaction_id
     where t.account_id = $1 and a.approval_url is not null`,
    [accountId],
  );
  const { rows: accepted } = await ledger.query<{ end_to_end_id: string }>(
    "select end_to_end_id from sandbox_bank_payments where status = 'ACSP' and end_to_end_id = any($1)",
    [tries.map(({ end_to_end_id }) => end_to_end_id)],
  );
  for (const { end_to_end_id } of accepted) {
    const waiting = tries.find((one) => one.end_to_end_id === end_to_end_id);
    if (waiting) await bank.act(waiting.approval_url, "settle");
  }
}

/**
 * Waits until nothing of a shop is under way, with every process and way whole again. What has no reason to move gets
 * the time it waits for: first that of a lease, then that of a transaction. Answers false when it never comes to rest, or
 * when `isOver` first.
 */
export async function comeToRest(
  world: World,
  shop: Shop,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const deadline = performance.now() + DEADLINE_MS;
  let last = "";
  let still = 0;
  while (performance.now() < deadline && !isOver()) {
    const now = await unfinished(world, shop);
    if (now.open === 0 && now.undelivered === 0) return true;
    const seen = JSON.stringify(now);
    still = seen === last ? still + 1 : 0;
    last = seen;
    if (still > 0 && still % PATIENCE === 0) {
      await settleApproved(world, shop);
      await world.letTimePass(still >= PATIENCE * 3 ? LIFETIME_SECONDS : LEASE_SECONDS);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}
