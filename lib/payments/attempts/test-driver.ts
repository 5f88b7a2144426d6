import { BankError } from "#lib/banks/connector.ts";
import type { Outcome } from "#lib/banks/sandbox/behaviours.ts";
import { isFinal } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError, type ErrorCode, isAppError } from "#lib/platform/failures/errors.ts";
import type { AttemptService } from "./service.ts";

/** Actions of the checkout's test panel; `expire` ends the time to pay. */
export const SIMULATIONS = [
  "approve",
  "decline",
  "insufficient_funds",
  "hang",
  "cancel",
  "expire",
] as const satisfies readonly (Outcome | "expire")[];

export type Simulation = (typeof SIMULATIONS)[number];

const OVERTAKEN = new Set<ErrorCode>(["outcome_not_possible", "transaction_final"]);

type Deps = {
  attempts: Pick<AttemptService, "start" | "latest" | "refreshLatest" | "endUnpaid">;
  findByReference: (reference: string) => Promise<Transaction | undefined>;
  orderDigest: (transaction: Transaction) => string;
  isSandboxBank: (bankId: string) => boolean;
  act: (approvalUrl: string, outcome: Outcome) => Promise<void>;
};

export function createTestDriver(deps: Deps) {
  return {
    drive: (transaction: Transaction, outcome: Outcome, bankId?: string) =>
      drive(deps, transaction, outcome, bankId),
    simulate: (reference: string, simulation: Simulation) => simulate(deps, reference, simulation),
  };
}

async function approvalUrlOf(
  { attempts, orderDigest }: Deps,
  transaction: Transaction,
  outcome: Outcome,
  bankId: string,
) {
  if (outcome !== "settle") {
    const digest = orderDigest(transaction);
    const { reference } = transaction;
    const started = await attempts.start({
      reference,
      bankId,
      orderDigest: digest,
      payerIp: undefined,
    });
    if (started.approvalUrl !== undefined) return started.approvalUrl;
    throw new AppError("outcome_not_possible", {
      detail: "This sandbox bank gives no address to approve at. Choose another bank.",
    });
  }
  const latest = await attempts.latest(transaction.id);
  if (latest?.approvalUrl && latest.status === "processing") return latest.approvalUrl;
  throw new AppError("outcome_not_possible", {
    detail: "No payment is waiting to be settled. Send accept first.",
  });
}

/** Another request was faster; the transaction shows whether it is final. */
async function refusalOf(
  { findByReference }: Deps,
  { reference }: Transaction,
  error: unknown,
): Promise<unknown> {
  if (!isAppError(error) || !OVERTAKEN.has(error.code)) return error;
  const current = await findByReference(reference);
  const code = current && isFinal(current.status) ? "transaction_final" : "outcome_not_possible";
  return error.code === code ? error : new AppError(code, { cause: error });
}

async function perform(deps: Deps, transaction: Transaction, outcome: Outcome, bankId = "sandbox") {
  if (transaction.mode !== "test") throw new AppError("test_mode_only");
  if (isFinal(transaction.status)) throw new AppError("transaction_final");
  if (!deps.isSandboxBank(bankId)) {
    const fields = [{ path: "bankId", message: "must be the id of a sandbox bank" }];
    throw new AppError("invalid_request", { fields });
  }
  try {
    await deps.act(await approvalUrlOf(deps, transaction, outcome, bankId), outcome);
  } catch (error) {
    throw await refusalOf(deps, transaction, error);
  }
}

/**
 * @throws AppError `test_mode_only`, `transaction_final`, `outcome_not_possible`, `invalid_request` for a bank that is not a
 * sandbox bank, and those of `attempts.start`
 */
async function drive(deps: Deps, transaction: Transaction, outcome: Outcome, bankId?: string) {
  await perform(deps, transaction, outcome, bankId);
  await deps.attempts.refreshLatest(transaction.id).catch((error: unknown) => {
    // The outcome happened. Some outcomes silence the bank; the worker polls it later.
    if (!(error instanceof BankError)) throw error;
  });
}

/**
 * For the checkout of the web flow.
 * @throws AppError `not_found`, `test_mode_only`, and those of `drive`
 */
async function simulate(deps: Deps, reference: string, simulation: Simulation): Promise<void> {
  const transaction = await deps.findByReference(reference);
  if (transaction?.flow !== "web") throw new AppError("not_found");
  if (transaction.mode !== "test") throw new AppError("test_mode_only");
  if (simulation === "expire") await deps.attempts.endUnpaid(transaction.id, "expired");
  // A user watches the page, so it must not hang with the bank.
  else if (simulation === "hang") await perform(deps, transaction, simulation);
  else await drive(deps, transaction, simulation);
}
