import { linkStatusOf, type PaymentLink } from "#lib/payments/model/link.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { ListedTransaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  type LinkFilter,
  type LinkKey,
  type LinkPaymentFilter,
  type PublicLink,
  toPublicLink,
} from "./link.ts";
import * as repository from "./repository.ts";

export type LinkReadDeps = {
  clock: Clock;
  /** Of the page, without the token. */
  pageUrl: string;
};

export type LinkDeps = LinkReadDeps & {
  db: Database;
  transactions: Pick<TransactionService, "list">;
};

export function toLink(
  { clock, pageUrl }: LinkReadDeps,
  { idempotencyKey: _key, requestHash: _hash, ...row }: repository.LinkRow,
): PaymentLink {
  const url = `${pageUrl}/${row.token}`;
  return { ...row, url, status: linkStatusOf(row, clock.now()) };
}

export async function listLinks(deps: LinkDeps, filter: LinkFilter): Promise<PaymentLink[]> {
  const rows = await repository.list(deps.db, filter, deps.clock.now());
  return rows.map((row) => toLink(deps, row));
}

/** @throws AppError `not_found` */
export async function findLink(deps: LinkDeps, key: LinkKey): Promise<PaymentLink> {
  const row = await repository.find(deps.db, key);
  if (!row) throw new AppError("not_found");
  return toLink(deps, row);
}

/** @throws AppError `not_found` */
export function stopLink(deps: LinkDeps, key: LinkKey, actor: Actor): Promise<PaymentLink> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const stopped = await repository.stop(tx, key, now);
    if (!stopped) return findLink({ ...deps, db: tx }, key);
    const { accountId, id: target } = stopped;
    await recordAudit(tx, now, { accountId, actor, action: "payment_link.stopped", target });
    return toLink(deps, stopped);
  });
}

export function linkPayments(
  { transactions }: Pick<LinkDeps, "transactions">,
  { linkId, ...filter }: LinkPaymentFilter,
): Promise<ListedTransaction[]> {
  return transactions.list({ ...filter, paymentLinkId: linkId });
}

/** For events of its payments, in their database transaction. */
export async function readPublicLink(
  deps: LinkReadDeps,
  tx: Database,
  id: string,
): Promise<PublicLink | undefined> {
  const row = await repository.findById(tx, id);
  return row && toPublicLink(toLink(deps, row));
}
