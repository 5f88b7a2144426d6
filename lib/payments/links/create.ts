import type { BankDirectory } from "#lib/banks/connector.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { ApiKeyService } from "#lib/merchants/api-keys/service.ts";
import { fingerprint } from "#lib/payments/transactions/fingerprint.ts";
import { waysOfRequest } from "#lib/payments/transactions/ways-to-pay.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { checkInput } from "./input.ts";
import type { CreatedLink, LinkRequest } from "./link.ts";
import { type LinkDeps, toLink } from "./links.ts";
import * as repository from "./repository.ts";
import { newLinkToken } from "./token.ts";

/** Of an account and mode. */
const MOST_ACTIVE = 10_000;

export type CreateDeps = LinkDeps & {
  accounts: Pick<AccountService, "holdOpen" | "primaryPayee" | "findPayee" | "takesTransfers">;
  apiKeys: Pick<ApiKeyService, "ofLinks">;
  banks: Pick<BankDirectory, "currenciesInstead">;
};

/**
 * A repeated Idempotency-Key returns the same link, as it is now.
 * @throws AppError `invalid_request`, `live_mode_off`, `https_required`, `account_closed`, `no_payee`, `no_way_to_pay`,
 * `limit_reached`, `idempotency_key_reused`
 */
export async function createLink(deps: CreateDeps, request: LinkRequest): Promise<CreatedLink> {
  const { db, clock, accounts } = deps;
  const { accountId, mode, input, actor, idempotencyKey = null } = request;
  const requestHash = fingerprint(input);
  const known = await recall(deps, db, request, requestHash);
  if (known) return known;
  const now = clock.now();
  const wanted = checkInput(input, now);
  await checkPayable(deps, request);
  // Before the database transaction, in which no other query may run.
  await deps.apiKeys.ofLinks({ accountId, mode });
  const row: repository.LinkRow = {
    ...wanted,
    id: newId("plink"),
    accountId,
    mode,
    token: newLinkToken(),
    stoppedAt: null,
    paidCount: 0,
    lastPaidAt: null,
    idempotencyKey,
    requestHash,
    createdBy: actor,
    createdAt: now,
  };
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    // One after the other, so that none is counted or created twice.
    await lockName(tx, `payment-links:${accountId}:${mode}`);
    const other = await recall(deps, tx, request, requestHash);
    if (other) return other;
    await checkNumber(tx, request, now);
    await repository.insert(tx, row);
    const { id, usage, currency } = row;
    const details = { mode, usage, currency };
    const action = "payment_link.created";
    await recordAudit(tx, now, { accountId, actor, action, target: id, details });
    return { link: toLink(deps, row), isNew: true };
  });
}

async function recall(
  deps: CreateDeps,
  tx: Database,
  { accountId, mode, idempotencyKey }: LinkRequest,
  requestHash: string,
): Promise<CreatedLink | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const known = await repository.findByKey(tx, { accountId, mode }, idempotencyKey);
  if (known && known.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
  return known && { link: toLink(deps, known), isNew: false };
}

async function checkNumber(tx: Database, { accountId, mode }: LinkRequest, now: Date) {
  const active = await repository.countActive(tx, { accountId, mode }, now, MOST_ACTIVE);
  if (active < MOST_ACTIVE) return;
  const detail = `There are ${MOST_ACTIVE} active payment links already. Stop some of them first.`;
  throw new AppError("limit_reached", { detail });
}

/** As for a transaction, before a code is printed that no one can pay. */
async function checkPayable(
  { accounts, banks }: CreateDeps,
  { accountId, mode, input: { currency } }: LinkRequest,
): Promise<void> {
  const payee = await accounts.primaryPayee(accountId, mode);
  const isConfirmed = (await accounts.findPayee(accountId, payee.iban, "live")) !== undefined;
  const ways = await waysOfRequest(banks, { apiKey: { mode }, input: { currency }, flow: "web" });
  ways.check({
    payee: { ...payee, isConfirmed },
    takesTransfers: await accounts.takesTransfers(accountId),
  });
}
