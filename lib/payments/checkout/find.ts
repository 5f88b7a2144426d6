import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { isOpen } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Flow } from "#lib/payments/model/status.ts";
import { isInGrace } from "#lib/payments/transactions/expiry/grace.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Attempts, FoundOrder } from "./order.ts";

export type FindDeps = {
  clock: Clock;
  transactions: Pick<TransactionService, "findByReference">;
  attempts: Pick<AttemptService, "latest" | "count" | "expireForPage">;
  accounts: Pick<AccountService, "embedOrigins">;
};

type FindsTransaction = Pick<FindDeps, "transactions">;

export async function findTransaction(
  { transactions }: FindsTransaction,
  reference: string,
  flow: Flow,
): Promise<WholeTransaction | undefined> {
  // We generate references, so another form needs no query.
  if (!/^[\w-]{22}$/.test(reference)) return undefined;
  const transaction = await transactions.findByReference(reference);
  return transaction?.flow === flow ? transaction : undefined;
}

/** @throws AppError `not_found` */
export async function requireIn(
  deps: FindsTransaction,
  reference: string,
  flow: Flow,
): Promise<WholeTransaction> {
  const transaction = await findTransaction(deps, reference, flow);
  if (!transaction) throw new AppError("not_found");
  return transaction;
}

export async function findOrder(
  deps: FindDeps,
  reference: string,
  flow: Flow,
): Promise<FoundOrder | undefined> {
  const transaction = await findTransaction(deps, reference, flow);
  if (!transaction) return undefined;
  const [known, frameAncestors] = await Promise.all([
    attemptsOf(deps, transaction),
    frameAncestorsOf(deps, transaction),
  ]);
  return { transaction, attempts: known, frameAncestors };
}

/** Ends an expired transaction, even before the worker does. */
export async function endIfOver(
  deps: FindDeps,
  transaction: WholeTransaction,
): Promise<WholeTransaction | undefined> {
  const { clock, attempts } = deps;
  const now = clock.now();
  const isOver = transaction.status === "pending" && transaction.expiresAt <= now;
  if (!isOver) return transaction;
  const latest = await attempts.latest(transaction.id);
  if (isInGrace(transaction, now) && !(latest && isOpen(latest))) return transaction;
  await attempts.expireForPage(transaction.id);
  return findTransaction(deps, transaction.reference, transaction.flow);
}

export async function attemptsOf(
  { attempts }: Pick<FindDeps, "attempts">,
  { id }: Transaction,
): Promise<Attempts> {
  const [latest, count] = await Promise.all([attempts.latest(id), attempts.count(id)]);
  return { latest, count };
}

async function frameAncestorsOf(
  { accounts }: FindDeps,
  transaction: WholeTransaction,
): Promise<string[]> {
  const registered = await accounts.embedOrigins(transaction.accountId);
  const { successUrl, failureUrl, cancelUrl } = transaction;
  const returning = [successUrl, failureUrl, cancelUrl].map(
    (url) => url && parseOrigin(new URL(url).origin),
  );
  return [...new Set([...registered, ...returning.filter((origin) => typeof origin === "string")])];
}
