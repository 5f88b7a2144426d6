import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { linkStatusOf, placesOf } from "#lib/payments/model/link.ts";
import { isInGrace } from "#lib/payments/transactions/expiry/grace.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { digest } from "#lib/platform/values/ids.ts";
import type { LinkPayment, LinkVisitor, OpenedLink } from "./link.ts";
import * as repository from "./repository.ts";
import { readLinkToken } from "./token.ts";
import { findNumbered, type LinkVisit, listOpen } from "./visits.sql.ts";

export type OpenDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "primaryPayee">;
};

export type FoundLink = NonNullable<Awaited<ReturnType<typeof repository.findByToken>>>;

/** `undefined` for a token that was never given out. */
export async function findByToken(
  { db }: Pick<OpenDeps, "db">,
  text: string,
): Promise<FoundLink | undefined> {
  const token = readLinkToken(text);
  return token === undefined ? undefined : repository.findByToken(db, token);
}

export async function openLink(
  deps: OpenDeps,
  text: string,
  visitor: LinkVisitor,
): Promise<OpenedLink | undefined> {
  const link = await findByToken(deps, text);
  if (!link) return undefined;
  const { accountId, mode, token, usage, currency, description } = link;
  const { amount, minAmount, maxAmount } = link;
  const [state, payment, payeeName] = await Promise.all([
    stateOf(deps, link, visitor),
    paymentOf(deps, link, visitor),
    payeeNameOf(deps, accountId, mode),
  ]);
  return {
    ...{ accountId, mode, token, usage, currency, description },
    ...{ amount, minAmount, maxAmount, ...state, payment },
    payeeName: payeeName ?? link.accountName,
  };
}

/** Reveals no id of the browser, which is a capability. */
export function browserOf(link: Pick<FoundLink, "id">, browserId: string): string {
  return digest(`${link.id}.${browserId}`);
}

/** Over, but not ended yet: neither payer nor worker came by. */
export function isOver(payment: LinkVisit, now: Date): boolean {
  if (payment.status !== "pending") return false;
  if (payment.endReason !== null) return true;
  return payment.expiresAt <= now && !isInGrace(payment, now);
}

async function stateOf(
  { db, clock }: OpenDeps,
  link: FoundLink,
  { browsers }: LinkVisitor,
): Promise<Pick<OpenedLink, "state" | "freeAt">> {
  const now = clock.now();
  const status = linkStatusOf(link, now);
  if (status === "active" && link.accountClosedAt !== null) {
    return { state: "stopped", freeAt: null };
  }
  const places = placesOf(link);
  // A visitor continues the payment of a link for one.
  if (status !== "active" || places === null || link.usage === "once") {
    return { state: status, freeAt: null };
  }
  const open = (await listOpen(db, link.id)).filter((payment) => !isOver(payment, now));
  const own = browsers.map((browserId) => browserOf(link, browserId));
  const isFull = link.paidCount + open.length >= places;
  if (!isFull || open.some(({ browser }) => browser !== null && own.includes(browser))) {
    return { state: status, freeAt: null };
  }
  const ends = open.map(({ expiresAt }) => expiresAt).filter((end) => end > now);
  const freeAt = ends.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  return { state: "busy", freeAt };
}

async function paymentOf(
  { db }: OpenDeps,
  link: FoundLink,
  { browsers, externalId }: LinkVisitor,
): Promise<LinkPayment | undefined> {
  const found = externalId === undefined ? undefined : await findNumbered(db, link, externalId);
  if (!found) return undefined;
  const { status, failureReason, amount, currency, finishedAt } = found;
  const isOwn = browsers.some((browserId) => browserOf(link, browserId) === found.browser);
  // Numbers of reusable links can't be guessed.
  if (!isOwn && link.usage === "once") return undefined;
  return {
    ...{ status, failureReason, externalId: found.externalId, amount, currency, finishedAt },
    reference: isOwn ? found.reference : null,
  };
}

async function payeeNameOf({ accounts }: OpenDeps, accountId: string, mode: Mode) {
  try {
    return (await accounts.primaryPayee(accountId, mode)).name;
  } catch (error) {
    if (isAppError(error) && error.code === "no_payee") return undefined;
    throw error;
  }
}
