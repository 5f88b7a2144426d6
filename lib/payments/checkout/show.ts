import type { BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Attempt, MAX_ATTEMPTS } from "#lib/payments/attempts/attempt.ts";
import type { BankAlertService } from "#lib/payments/bank-alerts/service.ts";
import { type Flow, isFinal } from "#lib/payments/model/status.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { type Road, waysToPayNow } from "#lib/payments/transactions/ways-to-pay.ts";
import { shownTransfer } from "#lib/payments/transfers/shown.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { attemptsOf, endIfOver, type FindDeps, findOrder, findTransaction } from "./find.ts";
import type { Attempts, FoundOrder, Order } from "./order.ts";
import { orderDigest } from "./order-digest.ts";
import type { Look } from "./order-reads.ts";
import { type Apps, payLinksOf } from "./pay-links.ts";
import { returnsByItself, returnUrlOf, shopOf } from "./redirect.ts";
import {
  approvalWait,
  bankWait,
  checkoutState,
  isBegunElsewhere,
  isJustBack,
  nextChangeAt,
  payerProgress,
} from "./state.ts";
import type { BankWait, CheckoutView } from "./view.ts";

export type ShowDeps = FindDeps &
  Apps & {
    seal: Seal;
    accounts: Pick<AccountService, "takesTransfers">;
    banks: Pick<BankDirectory, "hasBank">;
    bankAlerts: Pick<BankAlertService, "concern">;
  };

/** `undefined` for a reference unknown in `flow`. `found`: already read by this request. */
export async function openOrder(
  deps: ShowDeps,
  reference: string,
  flow: Flow,
  found?: FoundOrder,
): Promise<Order | undefined> {
  const known = found ?? (await findOrder(deps, reference, flow));
  const transaction = known && (await endIfOver(deps, known.transaction));
  if (!transaction) return undefined;
  const hasEnded = transaction !== known.transaction;
  const order = hasEnded
    ? { ...known, transaction, attempts: await attemptsOf(deps, transaction) }
    : known;
  return { transaction, view: await viewOf(deps, order) };
}

export async function look(
  deps: ShowDeps,
  reference: string,
  flow: Flow,
): Promise<Look | undefined> {
  const found = await findTransaction(deps, reference, flow);
  const transaction = found && (await endIfOver(deps, found));
  if (!transaction) return undefined;
  const known = await attemptsOf(deps, transaction);
  const { state, version } = await shownStatusOf(deps, transaction, known);
  const { id, status, lockDigest, lockedAt, releasedDigest, payerStep } = transaction;
  return {
    version,
    state,
    isFinal: isFinal(status),
    nextChangeAt: nextChangeAt(transaction, known.latest, deps.clock.now()),
    transaction: { id, status, lockDigest, lockedAt, releasedDigest, payerStep },
  };
}

async function viewOf(deps: ShowDeps, order: FoundOrder): Promise<CheckoutView> {
  const { transaction, frameAncestors } = order;
  const { reference, flow } = transaction;
  const { latest, attemptCount, inQuestion, state, progress, wait, waitsFor, justBack, version } =
    await shownStatusOf(deps, transaction, order.attempts);
  const ways = await waysNow(deps, transaction, { latest, inQuestion });
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
    description: transaction.description,
    lines: transaction.lines,
    expiresAt: transaction.expiresAt.toISOString(),
    finishedAt: transaction.finishedAt?.toISOString() ?? null,
    failureReason: transaction.failureReason,
    bankWait: wait,
    approvalWait: waitsFor,
    isJustBack: justBack,
    lastDecline: transaction.status === "pending" ? (latest?.failureReason ?? null) : null,
    isInQuestion: inQuestion,
    lastBankId: latest?.bankId ?? null,
    attemptsLeft: Math.max(0, MAX_ATTEMPTS - attemptCount),
    shortCode: shortCode(deps.seal.mac(reference, "short-code")),
    ...payLinksOf(deps, transaction),
    returnUrl: returnUrlOf(transaction) ?? wayOutOf(transaction, wait, inQuestion) ?? null,
    returnsByItself: !inQuestion && returnsByItself(transaction, deps.clock.now()),
    ways,
    transfer: shownTransfer(transaction, ways.includes("transfer")),
    orderDigest: orderDigest(deps.seal, transaction),
    frameAncestors,
    version,
  };
}

async function shownStatusOf(
  deps: ShowDeps,
  transaction: WholeTransaction,
  { latest, count: attemptCount }: Attempts,
) {
  const inQuestion = await isInQuestion(deps, transaction, attemptCount);
  const now = deps.clock.now();
  const state = checkoutState(transaction, latest, now);
  const progress = payerProgress(transaction, latest);
  const wait = bankWait(transaction, latest, now);
  const waitsFor = approvalWait(transaction, latest);
  const justBack = isJustBack(transaction, latest, now) && waitsFor === null;
  const more = [
    wait?.isLong && "long",
    wait?.approval !== "given" && wait?.approval,
    waitsFor?.kind,
    inQuestion && "question",
    justBack && "back",
  ].filter(Boolean);
  const version = [state, progress, attemptCount, transaction.status, ...more].join(".");
  return { latest, attemptCount, inQuestion, state, progress, wait, waitsFor, justBack, version };
}

/** After a payment attempt, until the bank processes or confirms the payment. */
async function isInQuestion(
  { bankAlerts }: ShowDeps,
  { id, accountId, status }: Transaction,
  attemptCount: number,
) {
  if (attemptCount === 0 || (status !== "pending" && status !== "failed")) return false;
  return bankAlerts.concern(accountId, id);
}

type Now = { latest: Attempt | undefined; inQuestion: boolean };

/** A transfer while the payer is at a bank would pay twice. */
async function waysNow(
  deps: ShowDeps,
  transaction: WholeTransaction,
  { latest, inQuestion }: Now,
): Promise<Road[]> {
  const { status, endReason, transferReference } = transaction;
  if (status !== "pending") return [];
  const isAtBank = payerProgress(transaction, latest) === "at_bank";
  const mayTransfer = transferReference !== null && endReason === null && !isAtBank && !inQuestion;
  return waysToPayNow(deps, transaction, mayTransfer);
}

// No look-alikes, such as O and 0.
const ALPHABET = "ACDEFGHJKLMNPQRTUVWXYZ234679";

/** A shopper who leaves earlier misses the redirect. */
function wayOutOf(
  transaction: WholeTransaction,
  wait: BankWait | null,
  inQuestion: boolean,
): string | undefined {
  const isLong = wait?.isLong === true || transaction.transferReportedAt !== null;
  const isUnsure = wait !== null && wait.approval !== "given";
  const isLeft = inQuestion || (transaction.status === "processing" && (isLong || isUnsure));
  return isLeft ? shopOf(transaction) : undefined;
}

function shortCode(mac: string): string {
  const letters = [0, 2, 4, 6].map(
    (at) => ALPHABET[Number.parseInt(mac.slice(at, at + 2), 16) % ALPHABET.length],
  );
  return `${letters.slice(0, 2).join("")}-${letters.slice(2).join("")}`;
}
