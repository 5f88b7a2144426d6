import type { AccountService, Payee } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { createCreditorReference } from "#lib/platform/creditor-reference.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { emailKey } from "#lib/platform/email.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { fingerprint } from "./fingerprint.ts";
import { sealNamedPayer } from "./named-payer.ts";
import { type CreateRequest, flowOf, type Transaction } from "./transaction.ts";

const UNKNOWN_IBAN = "is not an IBAN this account may be paid on";

type Unsigned = Omit<Transaction, "reference" | "orderInfo">;

export type DraftDeps = {
  clock: Clock;
  accounts: Pick<
    AccountService,
    "primaryPayee" | "findPayee" | "confirmedPayee" | "defaultUrls" | "takesTransfers"
  >;
  signOrder: (transaction: Unsigned) => Promise<Pick<Transaction, "reference" | "orderInfo">>;
  seal: Pick<Seal, "macs" | "seal">;
  ttlMinutes: number;
};

/** With an `sdk` key, the JWT names the payer's own account instead. A name without an IBAN is ignored. */
function namedPayee({ apiKey, token, input }: CreateRequest): Partial<Payee> {
  const details = token && apiKey.method !== "sdk" ? token.details : undefined;
  const { iban, name } = input.payee ?? details ?? {};
  if (iban === undefined) return {};
  return { iban, ...(name !== undefined && { name }) };
}

/**
 * Hashes of the e-mail address in the JWT, one per active secret, newest first; `[null]` without an address. App users hold JWTs,
 * and must not reach another user's order by `externalId` or `Idempotency-Key`.
 */
export function payerEmailHashesOf(
  { token }: CreateRequest,
  seal: Pick<Seal, "macs">,
): readonly (string | null)[] {
  const email = token?.details.email;
  return email === undefined ? [null] : emailHashesOf(email, seal);
}

/** As stored with the direct transactions of that payer, one per secret in use. */
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

/** @throws AppError `no_payee`, `payee_not_confirmed` */
export async function draft(deps: DraftDeps, request: CreateRequest): Promise<Transaction> {
  const { clock, seal, signOrder, ttlMinutes } = deps;
  const { apiKey, input, clientType } = request;
  const flow = flowOf(request);
  const [payee, returnUrls] = [await payeeOf(deps, request), await returnUrlsOf(deps, request)];
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
    ...returnUrls,
    metadata: input.metadata ?? null,
    source: input.source ?? null,
    clientType: clientType ?? null,
    // Web and direct are never the same order. Default URLs do not count, nor does the payer: a hash would outlive their data.
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
    payerStep: null,
    lockDigest: null,
    lockedAt: null,
    releasedDigest: null,
    transferReference: await transferReferenceOf(deps, request, payee),
    transferShownAt: null,
    transferReportedAt: null,
    returnedAt: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + ttlMinutes * 60_000),
    finishedAt: null,
  } as const;
  return { ...row, ...(await signOrder(row)) };
}

// The account may have lost an IBAN since the JWT was issued.
async function payeeOf({ accounts }: DraftDeps, request: CreateRequest): Promise<Payee> {
  const { accountId, mode } = request.apiKey;
  const named = namedPayee(request);
  const stored =
    named.iban === undefined
      ? await accounts.primaryPayee(accountId, mode)
      : await accounts.findPayee(accountId, named.iban, mode);
  if (!stored) {
    throw new AppError("payee_not_confirmed", {
      ...(request.input.payee && { fields: [{ path: "payee.iban", message: UNKNOWN_IBAN }] }),
    });
  }
  return { ...stored, ...named };
}

/** The request's, else the account's; a webview returns by its app's scheme. */
async function returnUrlsOf({ accounts }: DraftDeps, request: CreateRequest) {
  const { apiKey, input } = request;
  const { successUrl = null, failureUrl = null, processingUrl = null } = input;
  const isComplete = successUrl !== null && failureUrl !== null;
  if (flowOf(request) === "direct" || isComplete) {
    return { successUrl, failureUrl, processingUrl };
  }
  const defaults = await accounts.defaultUrls(apiKey.accountId, apiKey.mode);
  return {
    successUrl: successUrl ?? defaults.successUrl,
    failureUrl: failureUrl ?? defaults.failureUrl,
    processingUrl,
  };
}

/** For the web flow only, if the account takes transfers. The IBAN must be confirmed, also in test mode. */
async function transferReferenceOf(
  { accounts }: DraftDeps,
  request: CreateRequest,
  { iban }: Payee,
) {
  const { apiKey, input } = request;
  const { accountId } = apiKey;
  if (flowOf(request) === "direct" || input.currency !== "EUR") return null;
  if (!(await accounts.takesTransfers(accountId))) return null;
  return (await accounts.confirmedPayee(accountId, iban)) ? createCreditorReference() : null;
}
