import type { BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { TokenService } from "#lib/merchants/tokens/service.ts";
import { NO_CONTEXT } from "#lib/payments/model/order-context.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import { insertionOfToken, newCheckoutToken } from "#lib/payments/transactions/checkout-token.ts";
import { NO_FUNDS } from "#lib/payments/transactions/funds.sql.ts";
import { createIdempotency } from "#lib/payments/transactions/idempotency/idempotency.ts";
import { sealNamedPayer } from "#lib/payments/transactions/named-payer.ts";
import { insertionOfContext } from "#lib/payments/transactions/order-context.sql.ts";
import { NO_REFUNDS } from "#lib/payments/transactions/refunds.sql.ts";
import { type Ending, replacementOf } from "#lib/payments/transactions/replacement.ts";
import {
  type CreatedTransaction,
  type CreateRequest,
  flowOf,
  type KnownTransaction,
  type Transaction,
} from "#lib/payments/transactions/transaction.ts";
import { type WaysOfRequest, waysOfRequest } from "#lib/payments/transactions/ways-to-pay.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import type { Bound } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { together } from "#lib/platform/db/together.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { count } from "#lib/platform/telemetry/metrics/record.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import * as repository from "./creation.sql.ts";
import {
  checkExpiry,
  type Draft,
  type DraftDeps,
  draft,
  namedPayee,
  payerEmailHashesOf,
  requestHashOf,
  type SignOrder,
} from "./draft.ts";
import { holdLink, insertionOfLinkPayment } from "./link.sql.ts";
import { checkLink } from "./link.ts";

export type CreatorDeps = DraftDeps & {
  db: Database;
  seal: Seal;
  tokens: Pick<TokenService, "lockCreations" | "checkCreations" | "countingOf">;
  accounts: Pick<AccountService, "holdOpen" | "holdTerms">;
  banks: Pick<BankDirectory, "currenciesInstead">;
  /** Before the database transaction, in which no other query may run. */
  orderSigner: () => Promise<SignOrder>;
  /** Before the commit, and after all else: events of the account wait. */
  recordCreation: (tx: Batched, transaction: KnownTransaction) => Promise<void>;
  endUnpaid: (id: string, reason: EndReason) => Promise<KnownTransaction | undefined>;
  linkBefore: { reference: string; token: string };
};

type Creation = { created: CreatedTransaction; replayed: boolean };

type Replacement = { ends: Ending[] };

/**
 * Each order once, also in parallel. Returns the transaction of the same request (`replayed`), if any.
 * @throws AppError `invalid_request`, `transaction_in_progress`, `already_paid`, `idempotency_key_reused`, `idempotency_in_progress`,
 * `external_id_in_use`, `no_payee`, `payee_not_confirmed`, `no_way_to_pay`, `too_many_transactions`, `account_closed`; of a payment
 * link `payment_link_over`, `payment_link_busy`
 */
export async function createTransaction(
  deps: CreatorDeps,
  request: CreateRequest,
): Promise<Creation> {
  const requestHash = requestHashOf(request);
  const sign = await deps.orderSigner();
  const ways = await waysOfRequest(deps.banks, request);
  for (;;) {
    const result = await attempt(deps, request, { requestHash, sign, ways });
    if (!("ends" in result)) {
      if (!result.replayed) noteCreation(request);
      return result;
    }
    for (const { id, reason } of result.ends) await deps.endUnpaid(id, reason);
  }
}

type Prepared = {
  requestHash: string;
  sign: SignOrder;
  ways: WaysOfRequest;
};

function noteCreation(request: CreateRequest): void {
  const { mode } = request.apiKey;
  count("bankside_transactions_created_total", { mode, flow: flowOf(request) });
}

/** A retry after a crash finds all of it or nothing. */
function attempt(
  deps: CreatorDeps,
  request: CreateRequest,
  { requestHash, sign, ways }: Prepared,
): Promise<Creation | Replacement> {
  const { db, clock, accounts, tokens } = deps;
  const { token, link } = request;
  const idempotency = createIdempotency(deps);
  const hashes = payerEmailHashesOf(request, deps.seal);
  const scoped = { ...request, payerEmailHashes: hashes };
  const locked = { idempotency: idempotency.lockNames(scoped), order: orderNameOf(request) };
  return inBatches<Creation | Replacement>(db, async (tx) => {
    // In this order: what is read after the locks is up to date.
    const [terms, isFree, { responses, live }, creations, held] = await Promise.all([
      accounts.holdTerms(tx, request.apiKey, namedPayee(request).iban),
      repository.takeLocks(tx, locked),
      repository.findEarlier(tx, idempotency.askedBy(scoped), {
        ...request.apiKey,
        externalId: request.input.externalId ?? null,
      }),
      token && tokens.lockCreations(tx, token),
      holdLink(tx, link?.id),
    ]);
    if (!isFree) throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    // Before what the account may do: the first response may have been lost.
    const answered = idempotency.recall(scoped, responses, requestHash);
    if (answered) return { created: answered, replayed: true };
    const wanted = draft(deps, request, { terms, ways: ways.of(terms), sign });
    if (!terms.isOpen) throw new AppError("account_closed");
    ways.check(terms);
    const { ends, same } = replacementOf(wanted, live, { hashes, now: clock.now() });
    // A refused creation must not end another transaction.
    checkExpiry(request, wanted, same);
    checkLink(held, { link, ends, same }, clock.now());
    if (token) tokens.checkCreations(token, creations);
    if (ends.length > 0) return { ends };
    const insertionOfResponse = (created: CreatedTransaction) =>
      idempotency.insertionOf(scoped, requestHash, created);
    const { announcesCreations } = terms;
    const storing = { wanted, same, insertionOfResponse, announcesCreations };
    const created = await store(deps, tx, request, storing);
    return created ? { created, replayed: same !== undefined } : { ends: [] };
  });
}

type Storing = {
  wanted: Draft;
  same: Transaction | undefined;
  insertionOfResponse: (created: CreatedTransaction) => Bound<unknown> | undefined;
  announcesCreations: boolean;
};

/** Commits. `undefined` if the creditor reference is taken. */
async function store(
  deps: CreatorDeps,
  tx: Batched,
  request: CreateRequest,
  { wanted, same, insertionOfResponse, announcesCreations }: Storing,
): Promise<CreatedTransaction | undefined> {
  const transaction = same ?? wanted;
  const { created, checkoutToken } = responseTo(deps, transaction);
  const change = same ? payerChangeOf(deps, request, same) : repository.insertionOf(wanted);
  const isInserted = !same && wanted.transferReference !== null;
  if (isInserted && !(await insertWithTransfer(tx, wanted))) return undefined;
  const [first, ...others] = [
    isInserted ? undefined : change,
    checkoutToken === undefined
      ? undefined
      : insertionOfToken(checkoutToken, transaction.id, deps.clock.now()),
    same ? undefined : contextInsertionOf(wanted),
    same ? undefined : linkInsertionOf(request, wanted),
    insertionOfResponse(created),
    request.token && deps.tokens.countingOf(request.token),
  ].filter((change) => change !== undefined);
  const changing = first && run(tx, together(first, ...others));
  if (announcesCreations && !same) {
    await changing;
    const context = wanted.context ?? NO_CONTEXT;
    const paymentLinkId = request.link?.id ?? null;
    const known = { ...wanted, ...NO_FUNDS, ...NO_REFUNDS, ...context, paymentLinkId };
    await deps.recordCreation(tx, known);
  }
  await Promise.all([changing, tx.commit()]);
  return created;
}

function contextInsertionOf({ id: transactionId, context, createdAt }: Draft) {
  return context === null
    ? undefined
    : insertionOfContext({ transactionId, ...context, createdAt });
}

function linkInsertionOf({ link }: CreateRequest, { id: transactionId, createdAt }: Draft) {
  if (!link) return undefined;
  const { id: linkId, browser } = link;
  return insertionOfLinkPayment({ transactionId, linkId, browser, outcome: null, createdAt });
}

/** `false` if the creditor reference is taken. */
async function insertWithTransfer(tx: Batched, wanted: Draft): Promise<boolean> {
  const { id, transferReference } = wanted;
  const [, inserted] = await Promise.all([
    run(tx, repository.insertionOf(wanted)),
    transferReference === null
      ? ["none"]
      : run(tx, repository.insertionOfTransfer(id, transferReference)),
  ]);
  return inserted.length > 0;
}

function orderNameOf({ apiKey: { accountId, mode }, input }: CreateRequest): string | null {
  return input.externalId === undefined
    ? null
    : `external:${accountId}:${mode}:${input.externalId}`;
}

function payerChangeOf(
  { seal }: CreatorDeps,
  { input: { payer } }: CreateRequest,
  { id }: Transaction,
): Bound<unknown> | undefined {
  return payer && repository.payerChangeOf(id, sealNamedPayer(seal, id, payer));
}

/** Always a new link. Web: by reference. Direct: by a new checkout token. */
function responseTo(
  { linkBefore }: CreatorDeps,
  { id, flow, reference, status, amount, currency, externalId, expiresAt }: Transaction,
): { created: CreatedTransaction; checkoutToken: string | undefined } {
  const checkoutToken = flow === "direct" ? newCheckoutToken() : undefined;
  const address =
    checkoutToken === undefined
      ? { redirectUrl: linkBefore.reference + reference, id, reference }
      : { redirectUrl: linkBefore.token + checkoutToken, id };
  const displayAmount = formatAmount(amount, currency);
  const order = { status, amount, currency, displayAmount, externalId };
  return { created: { ...address, ...order, expiresAt: expiresAt.toISOString() }, checkoutToken };
}

export function linkStart(address: string, name: string): string {
  const url = new URL(address);
  url.hash = "";
  url.searchParams.delete(name);
  url.searchParams.append(name, "");
  return url.href;
}
