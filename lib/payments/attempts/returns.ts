import { BankError } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { type Attempt, isOpen } from "./attempt.ts";
import type { AttemptDeps, BankCalls } from "./bank.ts";
import { askNow, restartBackOff } from "./refresh.ts";
import * as repository from "./repository.ts";

type Deps = AttemptDeps & { calls: BankCalls };

type SettledReturn = Pick<Transaction, "reference" | "flow"> & { transactionId: string };

const RETURNS_AFTER_END_MS = 60 * 60_000;

// 256 bits in base64url; any other text costs no query.
const isState = (text: string) => /^[\w-]{43}$/.test(text);

/** Polls, because the redirect proves nothing. It may be repeated at any time. */
export async function settleReturn(deps: Deps, state: string): Promise<SettledReturn | undefined> {
  const { db, calls, lifecycle } = deps;
  const attempt = isState(state) ? await repository.findByState(db, state) : undefined;
  if (!attempt) return undefined;
  if (isAskedOnReturn(attempt) && (await calls.take("status", attempt))) {
    await askOnReturn(deps, attempt);
  }
  const transaction = await lifecycle.find(db, attempt.transactionId);
  if (!transaction) return undefined;
  const { id: transactionId, reference, flow } = transaction;
  return { transactionId, reference, flow };
}

/** Once. `undefined` if consumed or unknown, or an hour after the transaction. */
export async function consumeReturn(
  { db, clock }: Pick<Deps, "db" | "clock">,
  state: string,
  tx: Database = db,
): Promise<{ transactionId: string; payerSessionId: string | null } | undefined> {
  if (!isState(state)) return undefined;
  const now = clock.now();
  const finishedAfter = new Date(now.getTime() - RETURNS_AFTER_END_MS);
  return repository.consumeState(tx, state, now, finishedAfter);
}

/** The payer waits, so a silent bank is polled soon. Consumes `state`. */
export async function noteReturn(deps: Deps, state: string): Promise<void> {
  const attempt = await repository.noteReturn(deps.db, state, deps.clock.now());
  if (attempt?.status === "awaiting_payer") await restartBackOff(deps, attempt);
}

async function askOnReturn(deps: Deps, attempt: Attempt): Promise<void> {
  try {
    await askNow(deps, attempt);
  } catch (error) {
    // The poll may resubmit the order, which can fail.
    if (!(error instanceof BankError) && !isAppError(error)) throw error;
    deps.logger.warn({ attemptId: attempt.id, err: error }, "the bank could not be polled");
  }
}

// A failed attempt is polled as long as the bank may contradict itself.
function isAskedOnReturn(attempt: Attempt): boolean {
  const { status, nextPollAt } = attempt;
  return isOpen(attempt) || (status === "failed" && nextPollAt !== null);
}
