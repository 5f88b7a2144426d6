import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactionFunds, transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import type { LedgerPayment } from "./ledger-bank.ts";
import type { World } from "./world.ts";

/** Independent of the product's own table. */
const NEXT: Record<string, string[]> = {
  pending: ["processing", "failed"],
  starting: ["awaiting_payer", "processing", "failed"],
  awaiting_payer: ["processing", "succeeded", "failed"],
  processing: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
  received: ["returned"],
  returned: [],
};
const FIRST = ["pending", "starting", "received"];
const OPEN = ["starting", "awaiting_payer", "processing"];
const UNPAYABLE = ["declined", "cancelled"];
const MOST_ATTEMPTS = 5;

async function lookAt({ connection: { db }, bank }: World) {
  const attempts = await db.select().from(paymentAttempts);
  const told = await db.select().from(events);
  const money = await db.select().from(receivedTransfers);
  const funds = await db.select().from(transactionFunds);
  const log = await db
    .select({ id: sql<string>`id`, status: sql<string>`status` })
    .from(sql`status_log`)
    .orderBy(sql`at`);
  const history = Map.groupBy(log, ({ id }) => id);
  const pathOf = (id: string) => (history.get(id) ?? []).map(({ status }) => status);
  const rows = await db.select().from(transactions).orderBy(transactions.id);
  return rows.map((transaction) => {
    const own = attempts.filter(({ transactionId }) => transactionId === transaction.id);
    const names = own.map(({ endToEndId }) => endToEndId);
    return {
      transaction,
      attempts: own,
      paths: [transaction, ...own].map(({ id }) => pathOf(id)),
      fundsPath: pathOf(`funds of ${transaction.id}`),
      funds: funds.find(({ transactionId }) => transactionId === transaction.id)?.funds,
      money: money.filter(({ transactionId }) => transactionId === transaction.id),
      events: told.filter(({ transactionId }) => transactionId === transaction.id),
      payments: bank.payments().filter(({ order }) => names.includes(order.endToEndId)),
    };
  });
}

type Seen = Awaited<ReturnType<typeof lookAt>>[number];

/** Checks what holds at any time, after any fault. */
export async function checkInvariants(world: World): Promise<Seen[]> {
  const seen = await lookAt(world);
  for (const one of seen) {
    for (const path of one.paths) checkPath(path);
    if (one.fundsPath.length > 0) checkPath(one.fundsPath);
    checkEvents(one, world.hasHeld);
    checkFunds(one, world);
    checkAttempts(one);
    checkMoney(one, world.offered);
  }
  const payable = seen.filter(({ transaction }) => transaction.status !== "failed");
  const names = payable.map(({ transaction }) => transaction.externalId);
  assert.equal(new Set(names).size, names.length, "one payable transaction per externalId");
  return seen;
}

function checkPath(path: string[]): void {
  assert.ok(FIRST.includes(path[0] ?? ""), `a history begins with ${path[0]}`);
  for (const [index, status] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) return;
    assert.ok(NEXT[status]?.includes(next), `a history is no path: ${path.join(" → ")}`);
  }
}

function checkEvents({ transaction, events: told, funds }: Seen, hasHeld: boolean): void {
  const isFinal = ["succeeded", "failed"].includes(transaction.status);
  // Its event may wait for the money.
  const mayWait = hasHeld && transaction.status === "succeeded" && funds === undefined;
  if (mayWait && told.length === 0) return;
  assert.deepEqual(
    told.map(({ type }) => type),
    isFinal ? [`transaction.${transaction.status}`] : [],
    `one event for the outcome ${transaction.status}, and none else`,
  );
}

/** What was seen on the payee's account counts once, and only the right amount. */
function checkFunds(
  { transaction, payments, funds, money }: Seen,
  { arrived, reported }: World,
): void {
  const own = payments.filter(({ id }) => arrived.has(id));
  assert.ok(money.length <= own.length, "money is one row, in whatever files it is");
  const counted = money.filter(({ status }) => status === "paid");
  assert.ok(counted.length <= 1, "money counts once");
  for (const { amount } of counted) {
    assert.equal(amount, transaction.amount, "only the whole amount counts");
    assert.notEqual(funds, undefined, "counted money is received");
  }
  const isWhole = ({ debited }: LedgerPayment) => debited === transaction.amount;
  const seen = own.find(isWhole);
  if (funds !== undefined) {
    assert.equal(transaction.status, "succeeded", "money never moves a status back");
    assert.ok(seen, "received is money that arrived, with its amount");
  }
  if (seen && reported.has(seen.id)) {
    assert.equal(transaction.status, "succeeded", "money seen decides");
    assert.notEqual(funds, undefined, "money seen is received");
  }
}

function checkAttempts({ attempts }: Seen): void {
  const open = attempts.filter(({ status }) => OPEN.includes(status));
  assert.ok(open.length <= 1, "one open attempt at most");
  assert.ok(attempts.length <= MOST_ATTEMPTS, "no more tries than there may be");
}

function checkMoney({ transaction, attempts, payments }: Seen, offered: Set<string>): void {
  const debits = payments.filter(({ debited }) => debited !== undefined);
  assert.ok(debits.length <= 1, "never two debits for one transaction");
  if (transaction.status === "succeeded") {
    const [debit] = debits;
    assert.equal(debit?.debited, transaction.amount, "succeeded is debited, with its amount");
    const paid = attempts.find(({ status }) => status === "succeeded");
    assert.equal(debit?.order.endToEndId, paid?.endToEndId, "by the try that says so");
  }
  if (transaction.status === "failed") {
    const movable = payments.filter((payment) => mayMove(payment, offered));
    assert.deepEqual(movable, [], "never failed while the bank may move money");
  }
}

// Without the approval URL, a payer can't approve.
function mayMove({ id, state }: LedgerPayment, offered: Set<string>): boolean {
  return offered.has(id) && !UNPAYABLE.includes(state);
}

/** Checks what holds once all faults and deadlines have passed and all banks have decided. */
export function checkSettled(seen: readonly Seen[]): void {
  for (const { transaction, payments } of seen) {
    const debit = payments.find(({ debited }) => debited !== undefined);
    const expected = debit === undefined ? "failed" : debitedStatus(transaction.amount, debit);
    assert.equal(transaction.status, expected, "in the end the status is what the bank did");
  }
}

// A person checks a wrong amount.
function debitedStatus(amount: number, { debited }: LedgerPayment): string {
  return debited === amount ? "succeeded" : "processing";
}
