import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

const DEADLINE_MS = 60_000;
const PAUSE_MS = 60;
// Longer than any lease.
const LEASE_SECONDS = 61;
const LIFETIME_SECONDS = 31 * 60;
// Checks without progress before time advances.
const PATIENCE = 12;

type Unfinished = { open: number; undelivered: number; unread: number };

async function unfinished({ product }: World, { accountId, account }: Shop): Promise<Unfinished> {
  const { rows } = await product.query<Omit<Unfinished, "unread">>(
    `select (select count(*)::int from transactions where account_id = $1 and status in ('pending', 'processing')) as open,
       (select count(*)::int from deliveries d join events e on e.id = d.event_id
        where e.account_id = $1 and d.status = 'pending') as undelivered`,
    [accountId],
  );
  const unread = await account.unread();
  return { open: 0, undelivered: 0, ...rows[0], unread };
}

export async function describeUnfinished(
  { product, ledger }: World,
  { accountId, account }: Shop,
): Promise<string[]> {
  const { rows } = await product.query<{ id: string; words: string; end_to_end_id: string | null }>(
    `select t.id, concat_ws(' ', t.status, t.end_reason, 'try', a.status, a.bank_status, 'asked', a.poll_count, 'next', a.next_poll_at - now()) as words,
       a.end_to_end_id
     from transactions t left join payment_attempts a on a.transaction_id = t.id
     where t.account_id = $1 and t.status in ('pending', 'processing')`,
    [accountId],
  );
  const payments = await Promise.all(
    rows.map(async ({ id, words, end_to_end_id }) => {
      const { rows: payments } = await ledger.query<{ words: string }>(
        "select concat_ws(' ', status, behaviour, settles_at - now()) as words from sandbox_bank_payments where end_to_end_id = $1",
        [end_to_end_id],
      );
      return `I9 ${id}: ${words}; at the bank ${payments.map((one) => one.words).join(", ")}`;
    }),
  );
  return [...payments, `I9 reports that were not read: ${await account.unread()}`];
}

/** Settles approved payments. If `isHopeless`, approves payments that the bank would not cancel. */
async function letPeopleAct(
  { product, ledger, bank }: World,
  { accountId }: Shop,
  { isHopeless }: { isHopeless: boolean },
) {
  const { rows: attempts } = await product.query<{ end_to_end_id: string; approval_url: string }>(
    `select a.end_to_end_id, a.approval_url from payment_attempts a join transactions t on t.id = a.transaction_id
     where t.account_id = $1 and a.status = 'processing' and a.approval_url is not null`,
    [accountId],
  );
  const { rows: payments } = await ledger.query<{ end_to_end_id: string; status: string }>(
    "select end_to_end_id, status from sandbox_bank_payments where end_to_end_id = any($1)",
    [attempts.map(({ end_to_end_id }) => end_to_end_id)],
  );
  for (const { end_to_end_id, status } of payments) {
    const waiting = attempts.find((one) => one.end_to_end_id === end_to_end_id);
    if (waiting && status === "ACSP") await bank.act(waiting.approval_url, "settle");
    if (waiting && status === "RCVD" && isHopeless) await bank.act(waiting.approval_url, "approve");
  }
}

/**
 * Waits until nothing of a shop is in progress. All processes and connections must run again. Without progress, advances
 * time: first past leases, then past the transaction's lifetime. Resolves to false if it never rests, or if `isOver` first.
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
    if (now.open + now.undelivered + now.unread === 0) return true;
    const seen = JSON.stringify(now);
    still = seen === last ? still + 1 : 0;
    last = seen;
    if (still > 0 && still % PATIENCE === 0) {
      await letPeopleAct(world, shop, { isHopeless: still >= PATIENCE * 6 });
      await world.letTimePass(still >= PATIENCE * 3 ? LIFETIME_SECONDS : LEASE_SECONDS);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}
