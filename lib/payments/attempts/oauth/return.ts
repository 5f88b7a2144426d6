import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import {
  type Attempt,
  isOpen,
  isPayable,
  returnPageOf,
  returnUrlOf,
} from "#lib/payments/attempts/attempt.ts";
import { type AttemptDeps, type BankCalls, connectorFor } from "#lib/payments/attempts/bank.ts";
import * as repository from "#lib/payments/attempts/repository.ts";
import { failAttempt } from "#lib/payments/attempts/settle.ts";
import { submit } from "#lib/payments/attempts/submit.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { readGrantState } from "./grant.ts";
import { receiveGrant } from "./tokens.ts";

type Deps = AttemptDeps & { calls: BankCalls };

/**
 * Returns where the payer continues. Only a redeemed code leads to the address that reopens a session. `undefined` for an
 * unknown `state`.
 */
export async function receiveGrantReturn(
  deps: Deps,
  query: URLSearchParams,
  payerIp: string | undefined,
): Promise<string | undefined> {
  const [state = "", ...more] = query.getAll("state");
  const id = more.length > 0 ? undefined : readGrantState(deps.seal, state);
  const attempt = id === undefined ? undefined : await repository.find(deps.db, id);
  const transaction = attempt && (await deps.lifecycle.find(deps.db, attempt.transactionId));
  if (!transaction) return undefined;
  const connector = await tryStep(deps, attempt, () => connectorFor(deps, attempt));
  const isGranted =
    connector && (await tryStep(deps, attempt, () => takeAnswer(deps, attempt, connector, query)));
  if (!isGranted) return returnPageOf(transaction, deps);
  const next = await tryStep(deps, attempt, () =>
    sendWaitingOrder(deps, attempt, transaction, { connector, payerIp }),
  );
  return next ?? returnUrlOf(attempt, transaction, deps);
}

async function takeAnswer(
  deps: Deps,
  attempt: Attempt,
  connector: BankConnector,
  query: URLSearchParams,
): Promise<boolean> {
  if (!connector.oauth || !isOpen(attempt)) return false;
  const outcome = await receiveGrant(deps, attempt, connector.oauth, query);
  if (outcome === "cancelled" || outcome === "bank_unavailable") {
    if (attempt.bankPaymentId === null) await endRefused(deps, attempt, outcome);
    else if (await deps.calls.mayRestartBackOff(attempt)) {
      await repository.pollSoon(deps.db, attempt.id, deps.clock.now());
    }
  }
  return outcome === "granted";
}

async function endRefused(
  deps: Deps,
  { id, transactionId }: Attempt,
  reason: "cancelled" | "bank_unavailable",
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transaction = await deps.lifecycle.lock(tx, transactionId);
    const attempt = await repository.find(tx, id);
    if (!transaction || attempt?.status !== "starting" || attempt.bankPaymentId) return;
    await failAttempt(deps, tx, { transaction, attempt, reason });
  });
}

async function sendWaitingOrder(
  deps: Deps,
  { id, bankPaymentId }: Attempt,
  transaction: Transaction,
  rest: { connector: BankConnector; payerIp: string | undefined },
): Promise<string | undefined> {
  if (bankPaymentId !== null || !isPayable(transaction, deps.clock.now())) return undefined;
  const attempt = await repository.find(deps.db, id);
  return attempt && submit(deps, { attempt, transaction, ...rest });
}

async function tryStep<T>({ logger }: Deps, { id: attemptId }: Attempt, step: () => Promise<T>) {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof BankError) && !isAppError(error)) throw error;
    logger.warn({ attemptId, err: error }, "the payer's grant could not be used");
    return undefined;
  }
}
