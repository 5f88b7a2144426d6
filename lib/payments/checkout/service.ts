import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { Lock, LockService } from "#lib/payments/device-lock/service.ts";
import type { Flow, PayerStep } from "#lib/payments/model/status.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { findOrder, requireIn } from "./find.ts";
import { createLiveStatus } from "./live-status.ts";
import type { FoundOrder } from "./order.ts";
import type { LookUp } from "./order-reads.ts";
import { look, openOrder, type ShowDeps } from "./show.ts";
import type { CheckoutView } from "./view.ts";

type Deps = ShowDeps & {
  transactions: Pick<TransactionService, "notePayerStep" | "noteReturn">;
  attempts: Pick<AttemptService, "endForPayer">;
  locks: LockService;
  listen: Listen;
};

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/** The web flow's reference is a capability. In the direct flow the caller must check the session's cookie. */
export function createCheckoutService(deps: Deps) {
  const { clock, listen, locks, transactions } = deps;
  const lookUp: LookUp = (reference, flow) => look(deps, reference, flow);
  const live = createLiveStatus({ clock, listen, look: lookUp });
  return {
    find: (reference: string) => findOrder(deps, reference, "web"),
    open: (reference: string, flow: Flow, found?: FoundOrder) =>
      openOrder(deps, reference, flow, found),
    view: async (reference: string, flow: Flow) => (await openOrder(deps, reference, flow))?.view,
    require: (reference: string, flow: Flow = "web") => requireIn(deps, reference, flow),
    notePayerStep: (transaction: WholeTransaction, step: PayerStep, browserId?: string) =>
      notePayerStep(deps, transaction, step, browserId),
    lock: (transaction: WholeTransaction, wanted: Lock) => lock(deps, transaction, wanted),
    takeOver: (transaction: Transaction, browserId: string) =>
      locks.takeOver(transaction, browserId),
    release: (reference: string) => release(deps, reference),
    cancel: (reference: string, flow: Flow) => cancel(deps, reference, flow),

    /** Consumes the one automatic redirect to the shop, as the shop may lead back. */
    takeReturn: ({ transactionId }: CheckoutView) => transactions.noteReturn(transactionId),

    look: lookUp,

    /** Now and after each change. `undefined` for a reference unknown in `flow`. */
    follow: live.follow,
  };
}

/** In the web flow only while the browser has the device lock. */
async function notePayerStep(
  { transactions }: Deps,
  { id, flow, payerStep }: WholeTransaction,
  step: PayerStep,
  browserId?: string,
): Promise<void> {
  if (payerStep === step || (flow === "web" && browserId === undefined)) return;
  const holder = browserId === undefined ? undefined : lockDigest(id, browserId);
  await transactions.notePayerStep(id, step, holder);
}

/** @throws AppError `not_found` */
async function lock({ locks }: Deps, transaction: WholeTransaction, wanted: Lock) {
  if (transaction.flow !== "web") throw new AppError("not_found");
  return locks.lock(transaction, wanted);
}

/**
 * For a shopper who wants to pay with another phone.
 * @throws AppError `not_found`
 */
async function release(deps: Deps, reference: string): Promise<void> {
  await deps.locks.release(await requireIn(deps, reference, "web"));
}

/** @throws AppError `not_found`, `transaction_in_progress`, `transaction_final` */
async function cancel(deps: Deps, reference: string, flow: Flow): Promise<void> {
  const transaction = await requireIn(deps, reference, flow);
  const ended = await deps.attempts.endForPayer(transaction.id, "cancelled");
  if (ended?.status === "processing") throw new AppError("transaction_in_progress");
  if (ended?.status === "succeeded") throw new AppError("transaction_final");
}
