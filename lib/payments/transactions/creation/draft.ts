import type { CreationTerms } from "#lib/merchants/accounts/creation-terms.ts";
import type { Payee } from "#lib/merchants/accounts/payees.ts";
import type { OrderContext } from "#lib/payments/model/order-context.ts";
import { fingerprint } from "#lib/payments/transactions/fingerprint.ts";
import { sealNamedPayer } from "#lib/payments/transactions/named-payer.ts";
import {
  type CreateRequest,
  type ExpectedTransfer,
  flowOf,
  type Transaction,
  type TransactionInput,
} from "#lib/payments/transactions/transaction.ts";
import type { Road } from "#lib/payments/transactions/ways-to-pay.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import { newId } from "#lib/platform/values/ids.ts";

const SOONEST_EXPIRY_MS = 60_000;
const LATEST_EXPIRY_MS = 31 * 24 * 60 * 60_000;

const UNKNOWN_IBAN = "is not an IBAN this account may be paid on";

type Unsigned = Omit<Transaction, "reference" | "orderInfo">;

export type SignOrder = (transaction: Unsigned) => Pick<Transaction, "reference" | "orderInfo">;

export type DraftDeps = {
  clock: Clock;
  seal: Pick<Seal, "macs" | "seal">;
  ttlMinutes: number;
};

/** With an `sdk` key, the JWT names the payer's account. A name without an IBAN is ignored. */
export function namedPayee({ apiKey, token, input }: CreateRequest): Partial<Payee> {
  const details = token && apiKey.method !== "sdk" ? token.details : undefined;
  const { iban, name } = input.payee ?? details ?? {};
  if (iban === undefined) return {};
  return { iban, ...(name !== undefined && { name }) };
}

/** One per active secret, newest first; `[null]` without an address. App users hold JWTs, and must not reach another's order. */
export function payerEmailHashesOf(
  { token }: CreateRequest,
  seal: Pick<Seal, "macs">,
): readonly (string | null)[] {
  const email = token?.details.email;
  return email === undefined ? [null] : emailHashesOf(email, seal);
}

export function emailHashesOf(email: string, seal: Pick<Seal, "macs">): string[] {
  return seal.macs(emailKey(email), "payer-mark");
}

export function requestHashOf(request: CreateRequest): string {
  return fingerprint({
    ...request.input,
    clientType: request.clientType,
    mode: request.apiKey.mode,
    ...(request.token && { direct: namedPayee(request) }),
  });
}

type Drafting = { terms: CreationTerms; ways: readonly Road[]; sign: SignOrder };

export type Draft = Transaction &
  Pick<ExpectedTransfer, "transferReference"> & { context: OrderContext | null };

/** @throws AppError `no_payee`, `payee_not_confirmed` */
export function draft(
  { clock, seal, ttlMinutes }: DraftDeps,
  request: CreateRequest,
  { terms, ways, sign }: Drafting,
): Draft {
  const { apiKey, input, clientType } = request;
  const flow = flowOf(request);
  const payee = payeeOf(request, terms);
  const now = clock.now();
  const id = newId("txn");
  const row = {
    id,
    accountId: apiKey.accountId,
    apiKeyId: apiKey.id,
    createdBy: request.createdBy ?? null,
    mode: apiKey.mode,
    flow,
    amount: input.amount,
    currency: input.currency,
    payeeIban: payee.iban,
    payeeName: payee.name,
    externalId: input.externalId ?? null,
    ...returnUrlsOf(request, terms),
    metadata: input.metadata ?? null,
    source: input.source ?? null,
    clientType: clientType ?? null,
    // Web and direct are never the same order. Without default URLs, and without the payer: a hash would outlive their data.
    fingerprint: fingerprint({
      ...input,
      payer: undefined,
      payee,
      ...(flow === "direct" && { flow }),
    }),
    payerEmailHash: flow === "direct" ? (payerEmailHashesOf(request, seal)[0] ?? null) : null,
    sealedPayer: sealNamedPayer(seal, id, input.payer),
    status: "pending",
    failureReason: null,
    endReason: null,
    transferReference: ways.includes("transfer") ? createCreditorReference() : null,
    restoredAt: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: expiryOf(input, now, ttlMinutes),
    finishedAt: null,
    context: contextOf(input),
  } as const;
  return { ...row, ...sign(row) };
}

function expiryOf({ expiresAt }: TransactionInput, now: Date, ttlMinutes: number): Date {
  return expiresAt === undefined
    ? new Date(now.getTime() + ttlMinutes * 60_000)
    : new Date(expiresAt);
}

/**
 * Not before the first response to a repeated request is found: its time may have come meanwhile.
 * @throws AppError `invalid_request`
 */
export function checkExpiry(
  { input }: CreateRequest,
  { createdAt, expiresAt }: Draft,
  same: Transaction | undefined,
): void {
  if (input.expiresAt === undefined || same) return;
  const aheadMs = expiresAt.getTime() - createdAt.getTime();
  if (aheadMs >= SOONEST_EXPIRY_MS && aheadMs <= LATEST_EXPIRY_MS) return;
  throw invalidField("expiresAt", "must be 1 minute to 31 days ahead");
}

function contextOf(input: TransactionInput): OrderContext | null {
  const context = {
    description: input.description ?? null,
    lines: input.lines ?? null,
    locale: input.locale ?? null,
    cancelUrl: input.cancelUrl ?? null,
  };
  return Object.values(context).every((value) => value === null) ? null : context;
}

// The account may have lost an IBAN since the JWT was issued.
function payeeOf(request: CreateRequest, { payee }: CreationTerms): Payee {
  const named = namedPayee(request);
  if (payee) return { iban: payee.iban, name: payee.name, ...named };
  if (named.iban === undefined) throw new AppError("no_payee");
  throw new AppError("payee_not_confirmed", {
    ...(request.input.payee && { fields: [{ path: "payee.iban", message: UNKNOWN_IBAN }] }),
  });
}

/** A webview returns by its app's scheme. */
function returnUrlsOf(request: CreateRequest, { defaultUrls }: CreationTerms) {
  const { successUrl = null, failureUrl = null, processingUrl = null } = request.input;
  if (flowOf(request) === "direct") return { successUrl, failureUrl, processingUrl };
  return {
    successUrl: successUrl ?? defaultUrls.successUrl,
    failureUrl: failureUrl ?? defaultUrls.failureUrl,
    processingUrl,
  };
}
