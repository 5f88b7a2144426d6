import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { TokenService } from "#lib/merchants/tokens/service.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { formatAmount } from "#lib/platform/money.ts";
import { mintCheckoutToken } from "./checkout-token.ts";
import { type DraftDeps, draft, payerEmailHashesOf, requestHashOf } from "./draft.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { sealNamedPayer } from "./named-payer.ts";
import { type Ending, replacementOf } from "./replacement.ts";
import * as repository from "./repository.ts";
import type { EndReason } from "./status.ts";
import type { CreatedTransaction, CreateRequest, Transaction } from "./transaction.ts";

export type CreatorDeps = DraftDeps & {
  db: Database;
  seal: Seal;
  tokens: Pick<TokenService, "countCreation" | "checkCreation">;
  accounts: DraftDeps["accounts"] & Pick<AccountService, "holdOpen">;
  endUnpaid: (id: string, reason: EndReason) => Promise<Transaction | undefined>;
  checkoutUrl: string;
  secureUrl: string;
};

type Creation = { created: CreatedTransaction; replayed: boolean };

type Replacement = { ends: Ending[] };

/**
 * Creates each order once, also for parallel requests.
 * Returns the transaction of the same request (`replayed`), if any. A JWT creates a direct one.
 * @throws AppError `transaction_in_progress`, `already_paid`, `idempotency_key_reused`, `idempotency_in_progress`,
 * `external_id_in_use`, `no_payee`, `payee_not_confirmed`, `too_many_transactions`, `account_closed`
 */
export async function createTransaction(
  deps: CreatorDeps,
  request: CreateRequest,
): Promise<Creation> {
  const requestHash = requestHashOf(request);
  for (;;) {
    const result = await attempt(deps, request, await draft(deps, request), requestHash);
    if (!("ends" in result)) return result;
    for (const { id, reason } of result.ends) await deps.endUnpaid(id, reason);
  }
}

/** Web: by reference. Direct: by a new checkout token. */
async function addressOf(deps: CreatorDeps, tx: Database, { flow, id, reference }: Transaction) {
  if (flow === "web") {
    return { redirectUrl: withParameter(deps.checkoutUrl, "reference", reference), reference };
  }
  const token = await mintCheckoutToken(tx, id, deps.clock.now());
  return { redirectUrl: withParameter(deps.secureUrl, "token", token) };
}

async function response(
  deps: CreatorDeps,
  tx: Database,
  { token }: CreateRequest,
  transaction: Transaction,
): Promise<CreatedTransaction> {
  // Every response carries a new link, also for a replayed transaction.
  if (token) await deps.tokens.countCreation(tx, token);
  const { redirectUrl, ...named } = await addressOf(deps, tx, transaction);
  return {
    redirectUrl,
    id: transaction.id,
    ...named,
    status: transaction.status,
    amount: transaction.amount,
    currency: transaction.currency,
    displayAmount: formatAmount(transaction.amount, transaction.currency),
    externalId: transaction.externalId,
    expiresAt: transaction.expiresAt.toISOString(),
  };
}

/** Serialised per externalId. */
async function listLive(tx: Database, { accountId, mode, externalId }: Transaction) {
  if (externalId === null) return [];
  await repository.serialise(tx, `external:${accountId}:${mode}:${externalId}`);
  return repository.listLive(tx, accountId, mode, externalId);
}

/** `undefined` if the creditor reference is taken. */
async function keep(deps: CreatorDeps, tx: Database, request: CreateRequest, wanted: Transaction) {
  const isKept = await repository.insert(tx, wanted);
  return isKept ? response(deps, tx, request, wanted) : undefined;
}

/** Checked first: a refused creation must not end another transaction. */
async function checkRoom(
  { tokens }: CreatorDeps,
  tx: Database,
  { token }: CreateRequest,
): Promise<void> {
  if (token) await tokens.checkCreation(tx, token);
}

/** Stores the creation and its response together, so that a retry after a crash finds both or neither. */
function attempt(
  deps: CreatorDeps,
  request: CreateRequest,
  wanted: Transaction,
  requestHash: string,
): Promise<Creation | Replacement> {
  const { db, clock } = deps;
  const idempotency = createIdempotency(deps);
  const hashes = payerEmailHashesOf(request, deps.seal);
  const scoped = { ...request, payerEmailHashes: hashes };
  return db.transaction(async (tx) => {
    await deps.accounts.holdOpen(tx, wanted.accountId);
    const answered = await idempotency.recall(tx, scoped, requestHash);
    if (answered) return { created: answered, replayed: true };
    const live = await listLive(tx, wanted);
    const { ends, same } = replacementOf(wanted, live, { hashes, now: clock.now() });
    if (ends.length > 0) {
      await checkRoom(deps, tx, request);
      return { ends };
    }
    const { payer } = request.input;
    if (same && payer) {
      await repository.setPayer(tx, same.id, sealNamedPayer(deps.seal, same.id, payer));
    }
    const created = await (same
      ? response(deps, tx, request, same)
      : keep(deps, tx, request, wanted));
    // The next draft has another creditor reference.
    if (!created) return { ends };
    await idempotency.remember(tx, scoped, requestHash, created);
    return { created, replayed: same !== undefined };
  });
}

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
