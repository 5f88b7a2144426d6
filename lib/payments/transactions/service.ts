import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { PayerStep } from "#lib/payments/model/status.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { cancel, cancelAllOf, cancelForAccount } from "./cancel.ts";
import { noteReturn, setPayerStep } from "./checkout.sql.ts";
import * as checkoutTokens from "./checkout-token.sql.ts";
import { checkoutTokenDigest } from "./checkout-token.ts";
import { type CreatorDeps, createTransaction } from "./creation/creation.ts";
import { type ExpiryDeps, expireDue } from "./expiry/expire.ts";
import { createPostponed } from "./expiry/postponed.ts";
import * as expiryRepository from "./expiry/repository.ts";
import { findByCheckoutToken, get, startReading } from "./find.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { list, type TransactionFilter } from "./listing.sql.ts";
import * as repository from "./repository.ts";
import type { CreateRequest } from "./transaction.ts";

// For a webview that opens its link again after the outcome.
const LINKS_KEPT_MS = 48 * 60 * 60 * 1000;

export type TransactionService = ReturnType<typeof createTransactionService>;

type ServiceDeps = CreatorDeps & Pick<ExpiryDeps, "logger" | "endIdle">;

export function createTransactionService(deps: ServiceDeps) {
  const { db, clock } = deps;
  const postponed = createPostponed(clock);
  return {
    create: (request: CreateRequest) => createTransaction(deps, request),
    get: (apiKey: ApiKey, id: string) => get(db, apiKey, id),
    startReading: (id: string) => startReading(db, id),

    findById: (id: string) => repository.findById(db, id),

    findByReference: (reference: string) => repository.findByReference(db, reference),
    findByCheckoutToken: (token: string) => findByCheckoutToken(db, token),
    useCheckoutToken: (tx: Database, token: string) => useCheckoutToken(deps, tx, token),

    /** `holder` must hold the device lock, if given. */
    notePayerStep: (id: string, step: PayerStep, holder?: string) =>
      setPayerStep(db, id, step, holder),

    /** `false` if consumed. */
    noteReturn: (id: string) => noteReturn(db, id, clock.now()),

    list: (filter: TransactionFilter) => list(db, filter),

    cancel: (apiKey: ApiKey, id: string) => cancel(deps, apiKey, id),
    cancelForAccount: (accountId: string, id: string, actor: Actor) =>
      cancelForAccount(deps, accountId, id, actor),
    cancelAllOf: (accountId: string) => cancelAllOf(deps, accountId),

    /** Postpones failures. Starts nothing after 10 s, or once `stopping`. Returns how many it processed. */
    expireDue: (limit = 100, stopping?: AbortSignal) =>
      expireDue({ ...deps, postponed }, limit, stopping),
    nextExpiryAt: () => expiryRepository.nextExpiry(db, clock.now(), postponed.ids()),

    latestByAccount: (accountId?: string) => repository.latestByAccount(db, accountId),

    purgeIdempotency: () => createIdempotency(deps).purge(db),
    purgeCheckoutTokens: () => {
      const now = clock.now();
      const before = new Date(now.getTime() - LINKS_KEPT_MS);
      return checkoutTokens.deleteCheckoutTokens(db, before, now);
    },
  };
}

async function useCheckoutToken(
  { clock }: Pick<ServiceDeps, "clock">,
  tx: Database,
  token: string,
): Promise<boolean> {
  const digest = checkoutTokenDigest(token);
  if (digest === undefined) return false;
  return checkoutTokens.consumeCheckoutToken(tx, digest, clock.now());
}
