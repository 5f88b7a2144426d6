import { type BankConnector, BankError, type PaymentReport } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { ASKINGS_WITHOUT_ADDRESS, type Attempt, isOpen, isPayable, nextPollAt } from "./attempt.ts";
import { type AttemptDeps, type BankCalls, connectorFor } from "./bank.ts";
import { release } from "./cancel.ts";
import { askAbout } from "./oauth/tokens.ts";
import { asSeen } from "./report.ts";
import * as repository from "./repository.ts";
import { applyNeverApproved, applyReport } from "./settle.ts";
import { submit } from "./submit.ts";

type Deps = AttemptDeps & { calls: BankCalls };

const MINUTE_MS = 60_000;

export async function askNow(deps: Deps, attempt: Attempt): Promise<void> {
  try {
    await refresh(deps, attempt);
  } catch (error) {
    await restartBackOff(deps, attempt);
    throw error;
  }
}

/** Detects a bank that executed a failed attempt, before the payer pays again. `waits`: for its turn. */
export async function askAboutLast(
  deps: Deps,
  transactionId: string,
  options: { waits: boolean },
): Promise<void> {
  await askAboutFailed(deps, await repository.findLatest(deps.db, transactionId), options);
}

export async function askAboutFailed(
  deps: Deps,
  last: Attempt | undefined,
  { waits }: { waits: boolean },
): Promise<void> {
  if (last?.status !== "failed" || last.bankPaymentId === null) return;
  const { db, logger, calls } = deps;
  const isReplaced = async () =>
    (await repository.findLatest(db, last.transactionId))?.id !== last.id;
  const mayAsk = waits
    ? await calls.waitForTurn("status", last, isReplaced)
    : await calls.take("status", last);
  if (!mayAsk) return;
  await refresh(deps, last).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    logger.warn({ attemptId: last.id, kind: error.kind }, "the bank could not be polled");
  });
}

export async function restartBackOff({ db, clock, calls }: Deps, attempt: Attempt): Promise<void> {
  if (!(await calls.mayRestartBackOff(attempt))) return;
  await repository.pollSoon(db, attempt.id, nextPollAt(0, clock.now()));
}

/** Also polls ended attempts: the bank may contradict itself. */
export async function refresh(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  const transaction = await deps.lifecycle.find(deps.db, attempt.transactionId);
  if (!transaction) return;
  const { bankPaymentId: paymentId, currency } = attempt;
  if (!paymentId) return refreshUnknown(deps, attempt, transaction);
  const connector = await connectorFor(deps, attempt);
  const askedAt = deps.clock.now();
  const told = await askAbout(deps, attempt, connector, (accessToken) =>
    connector.readPayment({ paymentId, currency, accessToken }),
  );
  const report = asSeen(attempt, told);
  if (isNeverApproved(attempt, report, { askedAt, connector })) {
    return applyNeverApproved(deps, attempt.id, report);
  }
  if (!isToBeCancelled(attempt, transaction, report)) {
    return applyReport(deps, attempt.id, report);
  }
  const isRestored = transaction.restoredAt !== null;
  if (!isTooSoon(attempt, report)) await release(deps, attempt, { isRestored });
}

async function refreshUnknown(deps: AttemptDeps, attempt: Attempt, transaction: Transaction) {
  // No bank has its payment, and none must get one.
  if (!isOpen(attempt)) return;
  if (!isPayable(transaction, deps.clock.now())) {
    return release(deps, attempt, { isRestored: transaction.restoredAt !== null });
  }
  const connector = await connectorFor(deps, attempt);
  await submit(deps, { attempt, transaction, connector, payerIp: undefined });
}

type Asked = { askedAt: Date; connector: BankConnector };

/** `askedAt`: the bank still had to answer after its own time to approve. */
function isNeverApproved(
  { status, approval, createdAt }: Attempt,
  { state, isApprovalKnown }: PaymentReport,
  { askedAt, connector: { approvalMinutes } }: Asked,
): boolean {
  if (approvalMinutes === undefined || status !== "processing" || approval !== "missing") {
    return false;
  }
  const endsAt = createdAt.getTime() + approvalMinutes * MINUTE_MS;
  return state === "open" && isApprovalKnown !== false && askedAt.getTime() > endsAt;
}

// Cancels ever more rarely while the status stays the same.
function isTooSoon({ status, bankStatus, pollCount }: Attempt, report: PaymentReport): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(pollCount));
  return status === "processing" && bankStatus === report.bankStatus && !isPowerOfTwo;
}

function isToBeCancelled(
  { status, pollCount }: Attempt,
  { endReason, restoredAt }: Transaction,
  { state }: PaymentReport,
): boolean {
  // The payer must not approve it any more.
  const isOver = endReason !== null || restoredAt !== null || status === "failed";
  // It has no approval address, and must not block other attempts.
  const isStuck = status === "starting" && pollCount >= ASKINGS_WITHOUT_ADDRESS;
  return state === "open" && (isOver || isStuck);
}
