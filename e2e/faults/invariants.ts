import type { SeenFunds } from "#lib/payments/model/funds.ts";
import { canMove, isFinal, type TransactionStatus } from "#lib/payments/model/status.ts";
import type { TransferStatus } from "#lib/payments/transfers/transfer.ts";
import type { Merchant, Order } from "./merchant.ts";
import { findRefundViolations, type Received } from "./refund-invariants.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

type TransactionRow = {
  id: string;
  external_id: string;
  reference: string;
  status: TransactionStatus;
  amount: number;
  succeeded_ids: string[];
  statuses: TransactionStatus[];
  funds: SeenFunds | null;
};
type EventRow = { id: string; transaction_id: string; type: string; payload: string };
type ReceivedRow = {
  id: string;
  transaction_id: string | null;
  status: TransferStatus;
  amount: number;
  /** For a member to look at, or refunded. */
  is_listed: boolean;
};
type BookingRow = { end_to_end_id: string; amount: number };

/** All data about one shop, read at rest. */
async function read(world: World, shop: Shop) {
  const { rows: transactions } = await world.product.query<TransactionRow>(
    `select t.id, t.external_id, t.reference, t.status, t.amount::float8 as amount,
       array(select end_to_end_id from payment_attempts a where a.transaction_id = t.id and a.status = 'succeeded') as succeeded_ids,
       (select f.funds from transaction_funds f where f.transaction_id = t.id) as funds,
       array(select s.status from fault_statuses s where s.transaction_id = t.id order by s.id) as statuses
     from transactions t where t.account_id = $1`,
    [shop.accountId],
  );
  const { rows: attempts } = await world.product.query<{ id: string; end_to_end_id: string }>(
    `select a.transaction_id as id, a.end_to_end_id from payment_attempts a
     join transactions t on t.id = a.transaction_id where t.account_id = $1`,
    [shop.accountId],
  );
  const { rows: events } = await world.product.query<EventRow>(
    "select id, transaction_id, type, payload from events where account_id = $1",
    [shop.accountId],
  );
  const { rows: received } = await world.product.query<ReceivedRow>(
    `select id, transaction_id, status, amount::float8 as amount,
       (resolved_at is not null) = exists (select from refunds r
         where r.transfer_id = received_transfers.id and r.status not in ('failed', 'cancelled')) as is_listed
     from received_transfers where account_id = $1`,
    [shop.accountId],
  );
  const { rows: bookings } = await world.ledger.query<BookingRow>(
    `select p.end_to_end_id, l.amount::float8 as amount
     from sandbox_bank_ledger l join sandbox_bank_payments p on p.id = l.payment_id
     where p.end_to_end_id = any($1)`,
    [attempts.map(({ end_to_end_id }) => end_to_end_id)],
  );
  const bookingsOf = new Map<string, BookingRow[]>(transactions.map(({ id }) => [id, []]));
  for (const booking of bookings) {
    const owner = attempts.find(({ end_to_end_id }) => end_to_end_id === booking.end_to_end_id);
    bookingsOf.get(owner?.id ?? "")?.push(booking);
  }
  return { transactions, events, received, bookingsOf };
}

type State = Awaited<ReturnType<typeof read>>;

/** Violations of a shop at rest, each with its invariant's number. */
export async function findViolations(
  world: World,
  shop: Shop,
  merchant: Merchant,
): Promise<string[]> {
  const state = await read(world, shop);
  const redirects = await Promise.all(
    state.transactions.map((transaction) => redirectViolations(world, transaction)),
  );
  return [
    ...merchant.orders.flatMap((order) => creationViolations(state, merchant, order)),
    ...state.transactions.flatMap(historyViolations),
    ...state.transactions.flatMap((transaction) => eventViolations(state, shop, transaction)),
    ...state.transactions.flatMap((transaction) => moneyViolations(state, transaction)),
    ...state.transactions.flatMap((transaction) => creditViolations(state, shop, transaction)),
    ...strayViolations(state),
    ...redirects.flat(),
    ...receiptViolations(state, shop),
    ...(await findRefundViolations(world, shop, merchant, receivedIn(state))),
  ];
}

function receivedIn({ bookingsOf, received }: State): Received {
  const sumOf = (all: { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0);
  return {
    of(transactionId) {
      const own = received.filter((one) => one.transaction_id === transactionId && isPaid(one));
      return sumOf(own.length > 0 ? own : (bookingsOf.get(transactionId) ?? []));
    },
    by: (transferId) => sumOf(received.filter(({ id }) => id === transferId)),
  };
}

// I1: an acknowledged transaction exists once, under one id. I2: others exist at most once. I3: one is payable.
function creationViolations({ transactions }: State, { orders }: Merchant, order: Order): string[] {
  const { externalId, acknowledged } = order;
  const stored = transactions.filter(({ external_id }) => external_id === externalId);
  const violations: string[] = [];
  const ids = new Set(acknowledged.map(({ id }) => id));
  const links = new Set(acknowledged.map(({ redirectUrl }) => redirectUrl));
  for (const id of ids) {
    const found = stored.filter((transaction) => transaction.id === id).length;
    if (found !== 1)
      violations.push(`I1 ${externalId}: acknowledged as ${id}, stored ${found} times`);
  }
  if (ids.size > 1) violations.push(`I1 ${externalId}: acknowledged under ${ids.size} ids`);
  if (links.size > 1) violations.push(`I1 ${externalId}: acknowledged with ${links.size} links`);
  // It may have superseded an acknowledged order of the same name.
  const known = orders
    .filter((other) => other.externalId === externalId)
    .flatMap((other) => other.acknowledged.map(({ id }) => id));
  const unknown = stored.filter(({ id }) => !known.includes(id)).length;
  if (acknowledged.length === 0 && unknown > 1) {
    violations.push(`I2 ${externalId}: never acknowledged, stored ${unknown} times`);
  }
  const live = stored.filter(({ status }) => status !== "failed");
  if (live.length > 1) violations.push(`I3 ${externalId}: ${live.length} payable at once`);
  return violations;
}

// I4: a transaction follows the state machine to one final status.
function historyViolations({ id, status, statuses }: TransactionRow): string[] {
  const violations: string[] = [];
  if (statuses[0] !== "pending") violations.push(`I4 ${id}: begins as ${statuses[0]}`);
  if (statuses.at(-1) !== status)
    violations.push(`I4 ${id}: is ${status}, was last ${statuses.at(-1)}`);
  for (const [index, to] of statuses.entries()) {
    const from = statuses[index - 1];
    if (from && !canMove(from, to)) violations.push(`I4 ${id}: went from ${from} to ${to}`);
  }
  if (!isFinal(status)) violations.push(`I9 ${id}: is still ${status}`);
  return violations;
}

// I5: one accepted event per outcome. I8: no false events.
function eventViolations({ events }: State, shop: Shop, transaction: TransactionRow): string[] {
  const { id, status } = transaction;
  const own = events.filter((event) => event.transaction_id === id);
  const expected = isFinal(status) ? 1 : 0;
  if (own.length !== expected) return [`I5 ${id}: ${status} with ${own.length} events`];
  return own.flatMap((event) => {
    const violations: string[] = [];
    const told = JSON.parse(event.payload) as { data: { status: string; id: string } };
    if (
      event.type !== `transaction.${status}` ||
      told.data.status !== status ||
      told.data.id !== id
    ) {
      violations.push(`I8 ${id}: is ${status}, its event says ${event.type}`);
    }
    const taken = shop.receiver.receipts.some((one) => one.id === event.id && one.wasTaken);
    if (!taken) violations.push(`I5 ${id}: its event ${event.id} was never taken`);
    return violations;
  });
}

// I5: webhooks are genuine, belong to an event, and repeat the same content.
function receiptViolations({ events }: State, { receiver }: Shop): string[] {
  return receiver.receipts.flatMap(({ id, body, isGenuine }) => {
    const event = events.find((one) => one.id === id);
    if (!event) return [`I8 a webhook tells of ${id}, which there is not`];
    if (body !== event.payload) return [`I5 ${id}: another body arrived than was stored`];
    return isGenuine ? [] : [`I5 ${id}: its signature is not good`];
  });
}

// I6: one debit of the right amount for a success that no transfer paid, otherwise none.
function moneyViolations({ bookingsOf, received }: State, transaction: TransactionRow): string[] {
  const { id, status, amount } = transaction;
  const bookings = bookingsOf.get(id) ?? [];
  const isPaidByTransfer = received.some((one) => one.transaction_id === id && isPaid(one));
  const expected = status === "succeeded" && !isPaidByTransfer ? 1 : 0;
  if (bookings.length !== expected) return [`I6 ${id}: ${status} with ${bookings.length} debits`];
  return bookings.flatMap((booking) => {
    const violations: string[] = [];
    if (booking.amount !== amount)
      violations.push(`I6 ${id}: ${booking.amount} debited for ${amount}`);
    if (!transaction.succeeded_ids.includes(booking.end_to_end_id)) {
      violations.push(`I6 ${id}: the debit is that of a try that did not succeed`);
    }
    return violations;
  });
}

// I10: each credit is counted once, and pays once, is listed or refunded. I11: funds are there for what a credit paid, until they
// go back.
function creditViolations(
  { received }: State,
  { account }: Shop,
  { id, status, funds }: TransactionRow,
): string[] {
  const violations: string[] = [];
  const own = received.filter((one) => one.transaction_id === id);
  const amountsOf = (all: { amount: number }[]) => all.map(({ amount }) => amount).sort();
  const came = amountsOf(account.credits().filter((credit) => credit.transactionId === id));
  const counted = amountsOf(own);
  if (String(came) !== String(counted)) {
    violations.push(`I10 ${id}: received ${came.join(" + ")}, counted ${counted.join(" + ")}`);
  }
  const paid = own.filter(isPaid);
  if (paid.length > 1) violations.push(`I10 ${id}: paid by ${paid.length} credits`);
  if (paid.length > 0 && status !== "succeeded") violations.push(`I10 ${id}: paid, but ${status}`);
  const unseen = own.filter((one) => !isPaid(one) && !one.is_listed).length;
  if (unseen > 0) violations.push(`I10 ${id}: ${unseen} credits neither pay nor are listed`);
  const expected = account.takenBack.has(id) ? "returned" : "received";
  if (funds !== (paid.length > 0 ? expected : null)) {
    violations.push(`I11 ${id}: paid by ${paid.length} credits, funds ${funds}`);
  }
  return violations;
}

// I10: all credits name a payment.
function strayViolations({ received }: State): string[] {
  const stray = received.filter((one) => one.transaction_id === null).length;
  return stray > 0 ? [`I10 ${stray} credits without their payment`] : [];
}

const isPaid = ({ status }: ReceivedRow) => status === "paid";

// I7: the shopper is redirected by the outcome.
async function redirectViolations(world: World, transaction: TransactionRow): Promise<string[]> {
  const { id, status, reference, external_id } = transaction;
  const view = await world.services.checkout.view(reference, "web");
  if (status === "processing") return [];
  const page = status === "succeeded" ? "thanks" : "sorry";
  const expected = isFinal(status)
    ? `https://books.example/${page}?externalId=${external_id}`
    : null;
  return view?.returnUrl === expected ? [] : [`I7 ${id}: ${status} leads to ${view?.returnUrl}`];
}
