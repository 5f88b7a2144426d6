import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Attempt, isOpen, MAX_ATTEMPTS } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { BankAlertService } from "#lib/payments/bank-alerts/service.ts";
import { type Approach, lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { LockService } from "#lib/payments/device-lock/service.ts";
import { type Flow, isFinal } from "#lib/payments/model/status.ts";
import { isInGrace } from "#lib/payments/transactions/expiry/grace.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { shownTransfer } from "#lib/payments/transfers/shown.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createLiveStatus } from "./live-status.ts";
import type { Attempts, FoundOrder, Order } from "./order.ts";
import type { Look } from "./order-reads.ts";
import { type Apps, payLinksOf } from "./pay-links.ts";
import { returnsByItself, returnUrlOf, shopOf } from "./redirect.ts";
import {
  bankWait,
  checkoutState,
  isBegunElsewhere,
  isJustBack,
  nextChangeAt,
  payerProgress,
} from "./state.ts";
import type { BankWait, CheckoutView } from "./view.ts";

type Deps = {
  clock: Clock;
  seal: Seal;
  transactions: Pick<TransactionService, "findByReference" | "notePayerStep" | "noteReturn">;
  attempts: Pick<AttemptService, "latest" | "count" | "endForPayer" | "expireForPage">;
  accounts: Pick<AccountService, "embedOrigins" | "takesTransfers">;
  bankAlerts: Pick<BankAlertService, "concern">;
  locks: LockService;
  listen: Listen;
} & Apps;

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/** In the web flow the reference is the capability. In the direct flow the caller must check the session's cookie. */
export function createCheckoutService(deps: Deps) {
  const { clock, transactions, attempts } = deps;

  async function find(reference: string, flow: Flow): Promise<Transaction | undefined> {
    // We generate references, so another form needs no query.
    if (!/^[\w-]{22}$/.test(reference)) return undefined;
    const transaction = await transactions.findByReference(reference);
    return transaction?.flow === flow ? transaction : undefined;
  }

  async function requireWeb(reference: string): Promise<Transaction> {
    const transaction = await find(reference, "web");
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  /** Ends an expired transaction, even before the worker does. */
  async function endIfOver(transaction: Transaction): Promise<Transaction | undefined> {
    const now = clock.now();
    const isOver = transaction.status === "pending" && transaction.expiresAt <= now;
    if (!isOver) return transaction;
    const latest = await attempts.latest(transaction.id);
    if (isInGrace(transaction, now) && !(latest && isOpen(latest))) return transaction;
    await attempts.expireForPage(transaction.id);
    return find(transaction.reference, transaction.flow);
  }

  async function frameAncestorsOf(transaction: Transaction): Promise<string[]> {
    const registered = await deps.accounts.embedOrigins(transaction.accountId);
    const returning = [transaction.successUrl, transaction.failureUrl].map(
      (url) => url && parseOrigin(new URL(url).origin),
    );
    return [
      ...new Set([...registered, ...returning.filter((origin) => typeof origin === "string")]),
    ];
  }

  /** Only after a payment attempt, and not once the bank processes or confirms the payment. */
  async function isInQuestion({ id, accountId, status }: Transaction, attemptCount: number) {
    if (attemptCount === 0 || (status !== "pending" && status !== "failed")) return false;
    return deps.bankAlerts.concern(accountId, id);
  }

  /** A transfer while the payer is at a bank, or after success there, would pay twice. */
  async function offersTransfer(transaction: Transaction, latest: Attempt | undefined) {
    const { accountId, status, endReason, transferReference } = transaction;
    if (transferReference === null || status !== "pending" || endReason !== null) return false;
    const isAtBank = payerProgress(transaction, latest) === "at_bank";
    return !isAtBank && (await deps.accounts.takesTransfers(accountId));
  }

  async function attemptsOf({ id }: Transaction): Promise<Attempts> {
    const [latest, count] = await Promise.all([attempts.latest(id), attempts.count(id)]);
    return { latest, count };
  }

  async function findOrder(reference: string, flow: Flow): Promise<FoundOrder | undefined> {
    const transaction = await find(reference, flow);
    if (!transaction) return undefined;
    const [known, frameAncestors] = await Promise.all([
      attemptsOf(transaction),
      frameAncestorsOf(transaction),
    ]);
    return { transaction, attempts: known, frameAncestors };
  }

  async function shownStatusOf(
    transaction: Transaction,
    { latest, count: attemptCount }: Attempts,
  ) {
    const inQuestion = await isInQuestion(transaction, attemptCount);
    const state = checkoutState(transaction, latest, clock.now());
    const progress = payerProgress(transaction, latest);
    const wait = bankWait(transaction, latest, clock.now());
    const justBack = isJustBack(transaction, latest, clock.now());
    const more = [wait?.isLong && "long", inQuestion && "question", justBack && "back"].filter(
      Boolean,
    );
    const version = [state, progress, attemptCount, transaction.status, ...more].join(".");
    return { latest, attemptCount, inQuestion, state, progress, wait, justBack, version };
  }

  async function look(reference: string, flow: Flow): Promise<Look | undefined> {
    const found = await find(reference, flow);
    const transaction = found && (await endIfOver(found));
    if (!transaction) return undefined;
    const known = await attemptsOf(transaction);
    const { state, version } = await shownStatusOf(transaction, known);
    const { id, status, lockDigest, lockedAt, releasedDigest, payerStep } = transaction;
    return {
      version,
      state,
      isFinal: isFinal(status),
      nextChangeAt: nextChangeAt(transaction, known.latest, clock.now()),
      transaction: { id, status, lockDigest, lockedAt, releasedDigest, payerStep },
    };
  }

  const live = createLiveStatus({ clock, listen: deps.listen, look });

  async function viewOf(order: FoundOrder): Promise<CheckoutView> {
    const { transaction, frameAncestors } = order;
    const { reference, flow } = transaction;
    const { latest, attemptCount, inQuestion, state, progress, wait, justBack, version } =
      await shownStatusOf(transaction, order.attempts);
    const offersTransfers = !inQuestion && (await offersTransfer(transaction, latest));
    return {
      transactionId: transaction.id,
      accountId: transaction.accountId,
      reference,
      flow,
      state,
      status: transaction.status,
      progress,
      isBegunElsewhere: isBegunElsewhere(transaction, latest),
      mode: transaction.mode,
      payee: { name: transaction.payeeName, iban: transaction.payeeIban },
      amount: transaction.amount,
      currency: transaction.currency,
      externalId: transaction.externalId,
      expiresAt: transaction.expiresAt.toISOString(),
      finishedAt: transaction.finishedAt?.toISOString() ?? null,
      failureReason: transaction.failureReason,
      bankWait: wait,
      isJustBack: justBack,
      lastDecline: transaction.status === "pending" ? (latest?.failureReason ?? null) : null,
      isInQuestion: inQuestion,
      lastBankId: latest?.bankId ?? null,
      attemptsLeft: Math.max(0, MAX_ATTEMPTS - attemptCount),
      shortCode: shortCode(deps.seal.mac(reference, "short-code")),
      ...payLinksOf(deps, transaction),
      returnUrl: returnUrlOf(transaction) ?? wayOutOf(transaction, wait, inQuestion) ?? null,
      returnsByItself: !inQuestion && returnsByItself(transaction, clock.now()),
      transfer: shownTransfer(transaction, offersTransfers),
      orderDigest: orderDigest(deps.seal, transaction),
      frameAncestors,
      version,
    };
  }

  async function open(
    reference: string,
    flow: Flow,
    found?: FoundOrder,
  ): Promise<Order | undefined> {
    const known = found ?? (await findOrder(reference, flow));
    const transaction = known && (await endIfOver(known.transaction));
    if (!transaction) return undefined;
    const hasEnded = transaction !== known.transaction;
    const order = hasEnded
      ? { ...known, transaction, attempts: await attemptsOf(transaction) }
      : known;
    return { transaction, view: await viewOf(order) };
  }

  return {
    find: (reference: string): Promise<FoundOrder | undefined> => findOrder(reference, "web"),

    /** `undefined` for a reference unknown in `flow`. `found`: already read by this request. */
    open,

    view: async (reference: string, flow: Flow): Promise<CheckoutView | undefined> =>
      (await open(reference, flow))?.view,

    /** @throws AppError `not_found` */
    require: requireWeb,

    /** In the web flow only while the browser has the device lock. */
    async notePayerStep(
      { id, flow, payerStep }: Transaction,
      step: NonNullable<Transaction["payerStep"]>,
      browserId?: string,
    ): Promise<void> {
      if (payerStep === step || (flow === "web" && browserId === undefined)) return;
      const holder = browserId === undefined ? undefined : lockDigest(id, browserId);
      await transactions.notePayerStep(id, step, holder);
    },

    /**
     * Locks a free order unless `approach` is `look`.
     * @throws AppError `not_found`
     */
    async lock(transaction: Transaction, browserId: string, approach: Approach) {
      if (transaction.flow !== "web") throw new AppError("not_found");
      return deps.locks.lock(transaction, browserId, approach);
    },

    takeOver: (transaction: Transaction, browserId: string): Promise<void> =>
      deps.locks.takeOver(transaction, browserId),

    /**
     * For a shopper who wants to pay with another phone.
     * @throws AppError `not_found`
     */
    async release(reference: string): Promise<void> {
      await deps.locks.release(await requireWeb(reference));
    },

    /** @throws AppError `not_found`, `transaction_in_progress`, `transaction_final` */
    async cancel(reference: string, flow: Flow): Promise<void> {
      const transaction = await find(reference, flow);
      if (!transaction) throw new AppError("not_found");
      const ended = await attempts.endForPayer(transaction.id, "cancelled");
      if (ended?.status === "processing") throw new AppError("transaction_in_progress");
      if (ended?.status === "succeeded") throw new AppError("transaction_final");
    },

    /**
     * Consumes the one-time automatic redirect to the shop, as the shop may lead back. A page opened earlier does not need it,
     * but consumes it.
     */
    takeReturn: ({ transactionId }: CheckoutView): Promise<boolean> =>
      transactions.noteReturn(transactionId),

    look,

    /** Reads the order now and after each change, also one that time brings. `undefined` for a reference unknown in `flow`. */
    follow: live.follow,
  };
}

export function orderDigest(
  seal: Seal,
  transaction: Pick<Transaction, "id" | "amount" | "currency" | "payeeIban" | "payeeName">,
): string {
  const { id, amount, currency, payeeIban, payeeName } = transaction;
  return seal.mac(JSON.stringify([id, amount, currency, payeeIban, payeeName]), "order");
}

// No look-alikes, such as O and 0.
const ALPHABET = "ACDEFGHJKLMNPQRTUVWXYZ234679";

/** Only for a long wait: a shopper who leaves earlier misses the outcome's redirect. */
function wayOutOf(
  transaction: Transaction,
  wait: BankWait | null,
  inQuestion: boolean,
): string | undefined {
  const isLong = wait?.isLong === true || transaction.transferReportedAt !== null;
  const isLeft = inQuestion || (transaction.status === "processing" && isLong);
  return isLeft ? shopOf(transaction) : undefined;
}

function shortCode(mac: string): string {
  const letters = [0, 2, 4, 6].map(
    (at) => ALPHABET[Number.parseInt(mac.slice(at, at + 2), 16) % ALPHABET.length],
  );
  return `${letters.slice(0, 2).join("")}-${letters.slice(2).join("")}`;
}
